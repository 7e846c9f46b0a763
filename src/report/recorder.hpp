// Turns judgements into Records: renders messages, redacts, finds positions and lines. Fingerprints
// count over a whole input and come later (report/fingerprint.hpp).
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/engine.hpp"
#include "fix/fixer.hpp"
#include "report/record.hpp"
#include "report/redactor.hpp"
#include "source/input.hpp"

namespace urilint {

/// RFC 4648 base64 with padding.
[[nodiscard]] std::string to_base64(std::string_view bytes);

struct RecorderOptions {
  bool show_secrets = false;
  bool snippets = false;      ///< source lines for the text format
  bool byte_columns = false;  ///< for formats that count them
  bool hosts = false;         ///< `Record::host`, for hints how a finding is silenced
  /// Key of `Record::secret_tag`; none: records have no tag.
  std::optional<std::uint64_t> secret_salt = std::nullopt;
};

/// One input's findings, in the order in which they were made. Those of a file wait until every
/// candidate that can stand on the printed line, and the text of a link, is known.
class Recorder {
 public:
  using Sink = std::function<void(Record&&)>;
  /// `path` is as reported; empty: there is no file (inspect), so records have no location.
  Recorder(RecorderOptions options, std::string path, Sink sink);
  ~Recorder();

  /// `document` and its base text must live until `end_window`.
  void begin_window(const Document& document, const Window& window);
  /// `Record::owner` of what is added from now on.
  void set_owner(const void* owner) noexcept { owner_ = owner; }
  /// Takes what `shown` (findings of `judgement`) says; the views may die after the call. `fixer`
  /// offers fixes; null: there are none.
  void add(const Candidate& candidate, const Judgement& judgement,
           std::span<const Finding* const> shown, const Fixer* fixer = nullptr);
  /// The same of a link, which is known when its text has been read: its findings take their places
  /// among those of the last few thousand bytes.
  void add_link(const Candidate& target, const Judgement& judgement,
                std::span<const Finding* const> shown);
  void end_window();

  /// The candidate as it may be printed.
  [[nodiscard]] static Redacted printable(const Document& document, const NestedText& text,
                                          bool show_secrets);
  /// Where a span of a text of the window stands in the input.
  [[nodiscard]] Location locate(TextSpan span);

 private:
  struct Pending {
    Record record;
    UriSpan uri;                         // in the base text
    Off place = 0;                       // of the primary mark there
    std::vector<Snippet::Range> ranges;  // spans still in the base text
  };
  class Renderer;
  // Memory for the texts of one judgement, by their index.
  class RedactorPool {
   public:
    struct Slot {
      Redactor redactor;
      bool known = false;
    };
    void begin(std::size_t texts) {
      while (slots_.size() < texts) slots_.push_back(std::make_unique<Slot>());
      for (std::size_t i = 0; i < texts; ++i) slots_[i]->known = false;
    }
    [[nodiscard]] Slot& operator[](std::size_t index) noexcept { return *slots_[index]; }

   private:
    std::vector<std::unique_ptr<Slot>> slots_;  // what is rendered stays in place
  };

  /// Of both ends of a span of the base text.
  [[nodiscard]] std::pair<Position, Position> positions(UriSpan span);
  [[nodiscard]] std::uint64_t byte_column(Off offset, const Position& position) const noexcept;
  [[nodiscard]] TextSpan in_base(TextSpan span) const noexcept;
  [[nodiscard]] std::vector<Layered> layers_of(const NestedText& root) const;
  enum class Order : std::uint8_t { as_given, by_place };
  void record(const Candidate& candidate, const Judgement& judgement,
              std::span<const Finding* const> shown, Order order, const Fixer* fixer);
  void remember(const Candidate& candidate, const Judgement& judgement);
  void remember_text(const Judgement& judgement);
  void flush(Off next_begin, bool everything);
  [[nodiscard]] std::optional<Snippet> snippet_of(const Pending& pending);
  [[nodiscard]] std::optional<std::uint16_t> tag_of(const Finding& finding,
                                                    const Judgement& judgement) const;

  RecorderOptions options_;
  const void* owner_ = nullptr;
  std::string path_;
  Sink sink_;
  const Document* document_ = nullptr;
  std::unique_ptr<Locator> locator_;
  std::string_view base_;
  struct PlainStretch {
    UriSpan span;  // of the base text: on one line, each byte a column
    Position begin;
  };
  PlainStretch plain_;               // the last one that was met
  std::vector<UriSpan> masks_;       // of the base text, ascending by begin
  std::vector<UriSpan> candidates_;  // likewise
  RedactorPool redactors_;
  Off forgotten_ = 0;            // masks that end before may be missing
  std::deque<Pending> pending_;  // for a snippet, and for the findings of a link
};

}  // namespace urilint
