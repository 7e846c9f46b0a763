// Candidates → judgements → reasons. A bound that is hit ends the reading; what a bound left unread
// inside of one URI is a reason, too.
#include "verdict/message.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "find/finder.hpp"
#include "report/recorder.hpp"
#include "report/words.hpp"
#include "source/byte_stream.hpp"
#include "verdict/judged.hpp"

namespace urilint {
namespace {

using Clock = std::chrono::steady_clock;

// The beginning of an input; a byte more shows that something was left out.
class Beginning final : public ByteSource {
 public:
  Beginning(const Input& input, std::uint64_t limit, bool& cut) : left_(limit), cut_(cut) {
    refused_ = stream_.open(input);
  }
  [[nodiscard]] std::uint64_t size() const noexcept override {
    return std::min<std::uint64_t>(stream_.size(), left_);
  }
  [[nodiscard]] std::size_t read(char* to, std::size_t most) override {
    if (refused_ || cut_) return 0;
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(most, left_ + 1));
    std::size_t got = stream_.read(buffer_, wanted);
    if (got > left_) {
      cut_ = true;
      got = static_cast<std::size_t>(left_);
    }
    std::copy_n(buffer_.view().data(), got, to);
    buffer_.consume(buffer_.size());
    left_ -= got;
    return got;
  }
  [[nodiscard]] std::string error() const override {
    return refused_ ? std::string(name_of(refused_->reason)) + ": " + refused_->detail
                    : stream_.error();
  }

 private:
  ByteStream stream_;
  Buffer buffer_;
  std::optional<SkipNote> refused_;
  std::uint64_t left_;
  bool& cut_;
};

}  // namespace

class MessageJudge::Sink final : public WindowSink {
 public:
  Sink(const Setup& setup, const VerdictLimits& limits, bool show_secrets, const std::string& path,
       Scratch& scratch)
      : setup_(setup),
        limits_(limits),
        holes_(setup.thresholds.profile == Profile::repo),
        scratch_(scratch),
        reasons_(limits.reasons),
        end_(Clock::now() + limits.time),
        recorder_({show_secrets}, path, [this](Record&& record) { keep(std::move(record)); }) {}

  void begin_window(Document& document, const Window& window) override {
    document_ = &document;
    window_ = window;
    recorder_.begin_window(document, window);
  }

  bool segment(const Segment& segment) override {
    if (is_late()) return false;
    if (segment.strict_list) {
      Candidate candidate;
      candidate.where = segment.where;
      candidate.context = segment.context;
      candidate.strict_list = true;
      return judge(candidate);
    }
    bool more = true;
    find_uris(*document_, segment, {holes_}, [&](const Candidate& candidate) {
      more = judge(candidate);
      return more;
    });
    return more;
  }

  bool link(const Link& link) override {
    if (!setup_.engine->judges_links()) return true;
    Candidate target;
    target.where = without_blanks(*document_, link.target.where);
    target.context = link.target.context;
    target.key = link.target.key;
    const Judgement judgement =
        setup_.engine->judge_link(*document_, target, link.shown.where, scratch_);
    const auto chosen = choose(setup_, judgement, reasons_, chosen_);
    if (!chosen.empty()) recorder_.add_link(target, judgement, chosen);
    setup_.engine->release(*document_, scratch_);
    return true;
  }

  void cut(std::string_view why) override { limit("limit-parts", std::string(why)); }

  void end_window() override { recorder_.end_window(); }

  void note(const SkipNote& note) override {
    if (note.reason == SkipReason::too_long) {
      reasons_.add_limit("limit-uri", note.detail);
      return;
    }
    unreadable_ = unreadable_ || note.fatal;
    const std::string_view what = name_of(note.reason);
    reasons_.add_limit("not-read", note.detail.empty() ? std::string(what)
                                                       : std::string(what) + ": " + note.detail);
  }

  void limit(std::string_view code, std::string message) {
    reasons_.add_limit(code, std::move(message));
  }
  [[nodiscard]] bool unreadable() const noexcept { return unreadable_; }
  [[nodiscard]] Decision take() {
    Decision decision = reasons_.take();
    decision.uris = uris_;
    return decision;
  }

 private:
  bool judge(const Candidate& candidate) {
    if (uris_ == limits_.links) {
      limit("limit-links",
            "more than " + counted(limits_.links, "URI") + ": the rest was not read");
      return false;
    }
    ++uris_;
    if (candidate.truncated) {
      limit("limit-uri", "a URI is so long that only its beginning was read");
    }
    const Judgement judgement = setup_.engine->judge(*document_, candidate, scratch_);
    const auto chosen = choose(setup_, judgement, reasons_, chosen_);
    if (!chosen.empty()) recorder_.add(candidate, judgement, chosen);
    setup_.engine->release(*document_, scratch_);
    constexpr std::uint64_t kBetweenLooks = 64;
    return uris_ % kBetweenLooks != 0 || !is_late();
  }

  void keep(Record&& record) { reasons_.add(reason_of(setup_, std::move(record))); }

  [[nodiscard]] bool is_late() {
    if (Clock::now() < end_) return false;
    limit("limit-time", "judging took longer than was allowed: the rest was not read");
    return true;
  }

  const Setup& setup_;
  const VerdictLimits& limits_;
  bool holes_;
  Scratch& scratch_;
  Reasons reasons_;
  Clock::time_point end_;
  Recorder recorder_;
  Document* document_ = nullptr;
  Window window_;
  std::vector<const Finding*> chosen_;
  std::uint64_t uris_ = 0;
  bool unreadable_ = false;
};

MessageJudge::MessageJudge(const Setup& setup, const VerdictLimits& limits, bool show_secrets)
    : setup_(setup), limits_(limits), show_secrets_(show_secrets) {}
MessageJudge::~MessageJudge() = default;

Decision MessageJudge::judge(const Input& input, Format format, bool& unreadable) {
  const std::uint64_t most = limits_.size.value_or(VerdictLimits::kMessage);
  bool cut = false;
  Input beginning = input;
  beginning.is_stdin = false;
  beginning.source = [&] { return std::make_unique<Beginning>(input, most, cut); };
  ReadOptions options;
  options.format = format;
  options.whole_limit = static_cast<std::size_t>(most);
  options.line_limit = options.whole_limit;
  Sink sink(setup_, limits_, show_secrets_, input.path, scratch_);
  const ReadStats stats = read_input(beginning, options, sink);
  if (cut) {
    sink.limit("limit-size", "more than " + counted(most, "byte") + ": the rest was not read");
  }
  unreadable = sink.unreadable();
  Decision decision = sink.take();
  decision.bytes = stats.bytes;
  return decision;
}

}  // namespace urilint
