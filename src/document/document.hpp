// Texts, the layers between them, and what readers push.
// A Document owns the texts of one window of one input; a SourceMap maps one layer only.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "urilint/uri.hpp"

namespace urilint {

/// Index into a Document; 0 is the raw source window.
enum class TextId : std::uint32_t {};
inline constexpr TextId kRawText{0};

/// Half-open byte range in a named text: spans of two layers cannot be mixed up.
struct TextSpan {
  TextId text{};
  Off begin = 0;
  Off end = 0;
  [[nodiscard]] Off size() const noexcept { return end - begin; }
  friend bool operator==(const TextSpan&, const TextSpan&) noexcept = default;
};

/// Half-open byte range in the file or stream.
struct SourceSpan {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  [[nodiscard]] std::uint64_t size() const noexcept { return end - begin; }
  friend bool operator==(const SourceSpan&, const SourceSpan&) noexcept = default;
};

/// How a text was made from its parent.
enum class Layer : std::uint8_t {
  raw,
  charset,
  transfer,
  json,
  yaml,
  toml,
  xml,
  html,
  css,
  markdown,
  csv,
  shell,
  properties,
  percent,
  form,
  wrapper,
  defang,
  stripped,
  derived,
};
[[nodiscard]] std::string_view name_of(Layer layer) noexcept;

/// From `text` (up to the next run) bytes of this text stand for parent bytes from `source`.
/// `text_unit` bytes here for every `source_unit` bytes there: 1:1 verbatim, 1:2 UTF-16.
/// An atom (an escape) is mapped whole or not at all.
struct Run {
  Off text = 0;
  Off source = 0;
  std::uint8_t text_unit = 1;
  std::uint8_t source_unit = 1;
  bool atom = false;
};

/// Maps one text to its parent. Never composed: findings walk the chain.
class SourceMap {
 public:
  TextId parent{};
  std::uint64_t base = 0;  ///< added to every source offset (64 bit only at the root)
  std::vector<Run> runs;   ///< ascending in `text`; empty: identity from `base`
  Off source_end = 0;      ///< end of the last run in the parent
  Off text_end = 0;        ///< end of the last run here

  /// Appends text made of verbatim bytes / of one escape. Neighbouring verbatim runs are joined.
  void add_verbatim(Off source, Off length);
  void add_atom(Off source, Off source_length, Off text_length);
  /// Appends `units` whole units of one width: each is `text_unit` bytes here (not 0) for
  /// `source_unit` bytes there. Joined with neighbours of the same widths.
  void add_units(Off source, Off units, std::uint8_t text_unit, std::uint8_t source_unit);

  /// The hull in the parent. A span that touches an atom takes the whole atom. An empty span maps
  /// to an empty span at the matching place.
  [[nodiscard]] SourceSpan to_parent(Off begin, Off end) const noexcept;
  /// The hull in this text of what a span of the parent (offsets without `base`) became.
  [[nodiscard]] UriSpan from_parent(Off begin, Off end) const noexcept;
};

struct Text {
  std::string_view bytes;
  SourceMap map;
  Layer layer = Layer::raw;
};

/// Owns the texts of one window of one input; not shared between threads.
class Document {
 public:
  /// Adds a text. With `owned`, the text views a string that the document keeps.
  TextId add(Text text);
  TextId add_owned(std::string bytes, SourceMap map, Layer layer);
  /// Drops every text from `first` on (used for texts that live as long as one candidate).
  void truncate(std::uint32_t first) { count_ = std::min(count_, first); }
  [[nodiscard]] std::uint32_t count() const noexcept { return count_; }
  [[nodiscard]] const Text& text(TextId id) const noexcept {
    return texts_[static_cast<std::uint32_t>(id)]->text;
  }
  [[nodiscard]] std::string_view bytes(TextSpan span) const noexcept {
    return text(span.text).bytes.substr(span.begin, span.end - span.begin);
  }
  /// Climbs parents to the raw source.
  [[nodiscard]] SourceSpan to_source(TextSpan span) const noexcept;
  /// Climbs parents up to `ancestor`; nothing if it is none.
  [[nodiscard]] std::optional<TextSpan> to_ancestor(TextSpan span, TextId ancestor) const noexcept;
  /// The text in which lines and columns are counted: the UTF-8 text of the whole window (the
  /// raw text, or the charset layer above it). Set by the source.
  TextId base_text = kRawText;

 private:
  struct Held {
    std::string owned;  // what the text views, or empty
    Text text;
  };
  Held& next();

  // Each stays in place while more are added; those from `count_` on wait to be used again.
  std::vector<std::unique_ptr<Held>> texts_;
  std::uint32_t count_ = 0;
};

/// How a text of a document is spelt there, for fixes.
class Escaper {
 public:
  virtual ~Escaper() = default;
  /// `text` as it must be written at this place, or nothing if it cannot be.
  [[nodiscard]] virtual std::optional<std::string> write(std::string_view text) const = 0;
};

/// A stretch of text to look for URIs in. Views live until the sink returns.
struct Segment {
  enum class Context : std::uint8_t { prose, value, comment, attribute, header, line };
  TextSpan where;  ///< the bytes to search
  Context context = Context::prose;
  std::string_view key;              ///< key path (`a."b.c"[0]`), or empty
  std::string_view element;          ///< element or header name, or empty
  bool strict_list = false;          ///< the whole segment is one URI reference, exactly as given
  bool identifier = false;           ///< names something (a namespace, a schema); nobody opens it
  bool url = false;                  ///< a browser reads all of it as one URL
  bool blanks = false;               ///< a blank does not end a URI that it begins with
  const Escaper* escaper = nullptr;  ///< null: unknown, or a key, by which others find its value
};

/// A target and the text shown for it: HTML, Markdown, mail.
struct Link {
  Segment target;
  Segment shown;
};

class SegmentSink {
 public:
  virtual ~SegmentSink() = default;
  /// False: stop reading.
  virtual bool segment(const Segment& segment) = 0;
  /// Comes besides the segments of both; their texts live until it returns.
  virtual bool link(const Link& link) = 0;
  /// A bound was hit: the document holds something that is not pushed, or not decoded. `why`:
  /// words, static. Comes once for each such thing.
  virtual void cut(std::string_view /*why*/) {}
};

/// 1-based line and column; a column counts Unicode code points (an invalid byte counts as one).
struct Position {
  std::uint64_t line = 1;
  std::uint64_t column = 1;
};

/// Line and column of offsets in the base text of a window. LF and CRLF end a line, and so does a
/// lone CR. Fastest for ascending offsets; any order works.
class Locator {
 public:
  /// `start` is the position of the first byte of `text` in the whole input.
  Locator(std::string_view text, Position start) noexcept;
  [[nodiscard]] Position locate(Off offset) noexcept;
  /// The span of the line that holds `offset`, without its line ending.
  [[nodiscard]] UriSpan line_of(Off offset) const noexcept;

 private:
  std::string_view text_;
  Position start_;
  struct Place {
    Off offset = 0;
    Position position;
  };
  Place last_;                         // what was asked for last …
  Place before_;                       // … and before it was gone on from: the URI of a part
  std::vector<Position> checkpoints_;  // every few KiB, so that going back is cheap
};

}  // namespace urilint
