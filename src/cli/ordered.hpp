// Runs jobs on several threads and hands their items on in the order of the jobs. A job is a source
// of parts: one thread at a time takes the next part, several may work on parts of one job. What
// waits is bounded: a part that is not yet due stops when too much was produced ahead of its turn.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <iterator>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace urilint::cli {

/// `Source` has `Part next()`, and a Part `bool last`; `next` is not called behind the last part.
template <typename Item, typename Source>
class Ordered {
 public:
  using Part = decltype(std::declval<Source&>().next());
  using Emit = std::function<void(Item&&)>;
  struct Calls {
    /// Makes the source of a job; on any thread.
    std::function<std::unique_ptr<Source>(std::size_t job)> open;
    /// Works on a part, on thread `worker`.
    std::function<void(std::size_t worker, Part& part, const Emit& emit)> work;
    /// Called on the thread that called `run`, in the order of jobs, parts and `emit`.
    std::function<void(Item&&)> consume;
  };

  static void run(std::size_t jobs, std::size_t workers, const Calls& calls) {
    if (jobs == 0) return;
    if (workers <= 1) {
      for (std::size_t job = 0; job < jobs; ++job) run_here(*calls.open(job), calls);
      return;
    }
    if (jobs > 1) return Ordered(jobs, calls).start(workers);
    // Threads cost more than one small file.
    std::unique_ptr<Source> source = calls.open(0);
    Part part = source->next();
    if (part.last) {
      calls.work(0, part, [&calls](Item&& item) { calls.consume(std::move(item)); });
      return;
    }
    Ordered ordered(jobs, calls);
    ordered.begin_with(std::move(source), std::move(part));
    ordered.start(workers);
  }

 private:
  static constexpr std::size_t kBatch = 64;  // items that are handed over at once
  static constexpr std::size_t kBuffered =
      4096;  // items that the part whose turn it is has waiting
  static constexpr std::size_t kWaiting = 16384;  // items of all parts, before others stop
  static constexpr std::size_t kAhead = 256;      // jobs begun, or parts of one, before their turn

  // A place in the order of output: a part, or a job whose next parts will stand before it.
  struct Slot {
    std::size_t job = 0;
    std::vector<Item> items;
    bool done = false;
    std::unique_ptr<Source> source;  // of a job that has more parts and that no thread reads
    std::size_t parts = 0;           // of this job that stand before it
    Slot* owner = nullptr;           // of a part: where its job stands, as long as it does
  };
  using Place = typename std::list<Slot>::iterator;

  Ordered(std::size_t jobs, const Calls& calls) : jobs_(jobs), calls_(calls) {}

  static void run_here(Source& source, const Calls& calls) {
    const Emit emit = [&calls](Item&& item) { calls.consume(std::move(item)); };
    for (bool last = false; !last;) {
      Part part = source.next();
      last = part.last;
      calls.work(0, part, emit);
    }
  }

  // The only job, of which a part was taken already. No thread runs yet.
  void begin_with(std::unique_ptr<Source> source, Part&& part) {
    next_ = 1;
    const Place place = new_job(0);
    first_place_ = add_part(place);
    first_.emplace(std::move(part));
    put_back(place, std::move(source));
  }

  void start(std::size_t workers) {
    std::vector<std::thread> threads;
    for (std::size_t worker = 0; worker < workers; ++worker) {
      threads.emplace_back([this, worker] { work(worker); });
    }
    while (drain()) {
    }
    for (std::thread& thread : threads) thread.join();
  }

  // --- taking parts -----------------------------------------------------------------------------
  // A thread that is free always turns to the first job that waits for a reader, and waits with it
  // if it is too far ahead. So whoever read last from the job whose turn it is comes back to it,
  // and there is always a thread that works on what is due.

  void work(std::size_t worker) {
    std::unique_lock lock(mutex_);
    if (first_) {
      Part part = std::move(*first_);
      first_.reset();
      lock.unlock();
      work_on(worker, part, first_place_);
      lock.lock();
    }
    for (;;) {
      room_.wait(lock, [this] { return over() || may_read() || may_begin(); });
      if (over()) return;
      if (may_read()) {
        const Place place = open_.begin()->second;
        open_.erase(open_.begin());
        ++reading_;
        std::unique_ptr<Source> source = std::move(place->source);
        lock.unlock();
        read(worker, place, std::move(source));
      } else {
        const std::size_t job = next_++;
        ++reading_;
        const Place place = new_job(job);
        lock.unlock();
        read(worker, place, calls_.open(job));
      }
      lock.lock();
    }
  }

  [[nodiscard]] bool over() const { return next_ >= jobs_ && open_.empty() && reading_ == 0; }
  [[nodiscard]] bool may_read() const {
    return !open_.empty() && open_.begin()->second->parts < kAhead;
  }
  [[nodiscard]] bool may_begin() const {
    return open_.empty() && next_ < jobs_ && slots_.size() < kAhead;
  }

  // Takes a part of a job and works on it; others may take the next one meanwhile.
  void read(std::size_t worker, Place place, std::unique_ptr<Source> source) {
    Part part = source->next();
    if (part.last) source.reset();
    {
      const std::scoped_lock lock(mutex_);
      --reading_;
      if (!part.last) {
        const Place job = place;
        place = add_part(job);
        put_back(job, std::move(source));
      }
      if (over() || !open_.empty()) room_.notify_all();
    }
    work_on(worker, part, place);
  }

  Place new_job(std::size_t job) {
    const Place place = slots_.emplace(slots_.end());
    place->job = job;
    return place;
  }
  Place add_part(Place job) {
    const Place place = slots_.emplace(job);
    place->owner = &*job;
    ++job->parts;
    return place;
  }
  void put_back(Place job, std::unique_ptr<Source> source) {
    job->source = std::move(source);
    open_.emplace(job->job, job);
  }

  // --- handing over -----------------------------------------------------------------------------

  void work_on(std::size_t worker, Part& part, Place place) {
    std::vector<Item> batch;
    calls_.work(worker, part, [&](Item&& item) {
      batch.push_back(std::move(item));
      if (batch.size() >= kBatch) push(*place, batch);
    });
    push(*place, batch);
    const std::scoped_lock lock(mutex_);
    place->done = true;
    if (place == slots_.begin()) ready_.notify_one();
  }

  void push(Slot& slot, std::vector<Item>& batch) {
    if (batch.empty()) return;
    std::unique_lock lock(mutex_);
    room_.wait(lock, [this, &slot] {
      return &slot == &slots_.front() ? slot.items.size() < kBuffered : waiting_ < kWaiting;
    });
    waiting_ += batch.size();
    slot.items.insert(slot.items.end(), std::make_move_iterator(batch.begin()),
                      std::make_move_iterator(batch.end()));
    if (&slot == &slots_.front()) ready_.notify_one();
    batch.clear();
  }

  // Consumes what is due, waiting for it. False: that was all.
  bool drain() {
    std::vector<Item> items;
    {
      std::unique_lock lock(mutex_);
      ready_.wait(lock, [this] {
        return slots_.empty() ? over() && !first_
                              : slots_.front().done || !slots_.front().items.empty();
      });
      if (slots_.empty()) return false;
      items.swap(slots_.front().items);
      waiting_ -= items.size();
      if (slots_.front().done) {
        if (Slot* const owner = slots_.front().owner) --owner->parts;
        slots_.pop_front();
      }
      room_.notify_all();
    }
    for (Item& item : items) calls_.consume(std::move(item));
    return true;
  }

  const std::size_t jobs_;
  const Calls& calls_;
  std::mutex mutex_;
  std::condition_variable room_;       // to begin, to read or to push
  std::condition_variable ready_;      // something is due
  std::list<Slot> slots_;              // in the order of output
  std::map<std::size_t, Place> open_;  // jobs that wait for somebody to take a part, in order
  std::size_t next_ = 0;               // the first job that was not begun
  std::size_t reading_ = 0;            // threads that take a part just now
  std::size_t waiting_ = 0;            // items
  std::optional<Part> first_;          // taken before threads ran
  Place first_place_;
};

}  // namespace urilint::cli
