// Runs jobs on several threads and hands their items on in the order of the jobs, with a bound on
// what waits: a job that is not yet due stops when its buffer is full.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace urilint::cli {

template <typename Item>
class Ordered {
 public:
  using Emit = std::function<void(Item&&)>;
  /// `produce(worker, job, emit)` runs on worker threads, `consume(item)` on the calling one.
  using Produce = std::function<void(std::size_t worker, std::size_t job, const Emit& emit)>;
  using Consume = std::function<void(Item&&)>;

  static void run(std::size_t jobs, std::size_t workers, const Produce& produce,
                  const Consume& consume) {
    if (workers <= 1 || jobs <= 1) {
      for (std::size_t job = 0; job < jobs; ++job) {
        produce(0, job, [&consume](Item&& item) { consume(std::move(item)); });
      }
      return;
    }
    Ordered(jobs).start(workers, produce, consume);
  }

 private:
  static constexpr std::size_t kBuffered = 4096;  // items that a job may have waiting
  static constexpr std::size_t kAhead = 256;      // jobs that may be begun before their turn

  struct Channel {
    std::deque<Item> items;
    bool done = false;
  };

  explicit Ordered(std::size_t jobs) : jobs_(jobs) {}

  void start(std::size_t workers, const Produce& produce, const Consume& consume) {
    std::vector<std::thread> threads;
    for (std::size_t worker = 0; worker < workers; ++worker) {
      threads.emplace_back([this, worker, &produce] { work(worker, produce); });
    }
    while (head_ < jobs_) drain(consume);  // no other thread writes it
    for (std::thread& thread : threads) thread.join();
  }

  void work(std::size_t worker, const Produce& produce) {
    for (;;) {
      std::size_t job = 0;
      {
        std::unique_lock lock(mutex_);
        room_.wait(lock, [this] { return next_ >= jobs_ || next_ < head_ + kAhead; });
        if (next_ >= jobs_) return;
        job = next_++;
        while (channels_.size() <= job - base_) channels_.emplace_back();
      }
      produce(worker, job, [this, job](Item&& item) { push(job, std::move(item)); });
      const std::scoped_lock lock(mutex_);
      channels_[job - base_].done = true;
      ready_.notify_one();
    }
  }

  void push(std::size_t job, Item&& item) {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [this, job] { return channels_[job - base_].items.size() < kBuffered; });
    channels_[job - base_].items.push_back(std::move(item));
    if (job == head_) ready_.notify_one();
  }

  void drain(const Consume& consume) {
    std::deque<Item> items;
    {
      std::unique_lock lock(mutex_);
      ready_.wait(lock, [this] {
        return !channels_.empty() && (channels_.front().done || !channels_.front().items.empty());
      });
      items.swap(channels_.front().items);
      if (channels_.front().done) {
        channels_.pop_front();
        ++base_;
        ++head_;
      }
      room_.notify_all();
    }
    for (Item& item : items) consume(std::move(item));
  }

  std::size_t jobs_;
  std::mutex mutex_;
  std::condition_variable room_;
  std::condition_variable ready_;
  std::deque<Channel> channels_;  // of the jobs from base_ on that have begun
  std::size_t base_ = 0;
  std::size_t head_ = 0;
  std::size_t next_ = 0;
};

}  // namespace urilint::cli
