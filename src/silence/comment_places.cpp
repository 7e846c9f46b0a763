// All lines try their first place in one reading, those that failed the next one. Where a reading
// differs in more than comments, halves are read until it is known which comment is at fault.
#include "silence/comment_places.hpp"

#include <xxhash.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "document/chars.hpp"

namespace urilint {
namespace {

using reading::is_blank;
using reading::is_space;
using Where = CommentPlace::Where;

constexpr std::size_t kHead = std::size_t{8} << 10;  // what a format is guessed by
constexpr std::string_view kProbe = "urilint: ignore[x] why";

struct Row {
  Format format;
  std::string_view names;  // ends of file names, blank between them; empty: all others
  CommentPlace place;
};

// In the order in which they are tried, the first row of a name decides which rows count. Where
// other readers of a format know no comment behind a value (configparser, docker, Java), it stands
// on a line of its own. MDX knows none of Markdown's, JSON none at all.
constexpr Row kRows[] = {
    {Format::yaml, "", {Where::beside, "# ", ""}},
    {Format::yaml, "", {Where::above, "# ", ""}},
    {Format::toml, "", {Where::beside, "# ", ""}},
    {Format::toml, "", {Where::above, "# ", ""}},
    {Format::ini, ".ini .inf", {Where::above, "; ", ""}},
    {Format::ini, "", {Where::above, "# ", ""}},
    {Format::env, "", {Where::above, "# ", ""}},
    {Format::properties, "", {Where::above, "# ", ""}},
    {Format::xml, "", {Where::beside, "<!-- ", " -->"}},
    {Format::xml, "", {Where::above, "<!-- ", " -->"}},
    {Format::html, "", {Where::beside, "<!-- ", " -->"}},
    {Format::html, "", {Where::above, "<!-- ", " -->"}},
    {Format::html, "", {Where::beside, "/* ", " */"}},
    {Format::html, "", {Where::above, "/* ", " */"}},
    {Format::css, "", {Where::beside, "/* ", " */"}},
    {Format::css, "", {Where::above, "/* ", " */"}},
    {Format::markdown, ".mdx", {Where::beside, "", ""}},
    {Format::markdown, "", {Where::beside, "<!-- ", " -->"}},
    {Format::markdown, "", {Where::above, "<!-- ", " -->"}},
    {Format::markdown, "", {Where::beside, "# ", ""}},
    {Format::markdown, "", {Where::above, "# ", ""}},
    {Format::dockerfile, "", {Where::above, "# ", ""}},
    {Format::shell, "", {Where::beside, "# ", ""}},
    {Format::shell, "", {Where::above, "# ", ""}},
    {Format::hcl, "", {Where::beside, "# ", ""}},
    {Format::hcl, "", {Where::above, "# ", ""}},
    {Format::json, ".jsonc .json5", {Where::beside, "// ", ""}},
    {Format::json, ".jsonc .json5", {Where::above, "// ", ""}},
};

bool names_path(std::string_view names, std::string_view path) noexcept {
  while (!names.empty()) {
    const std::string_view name = names.substr(0, names.find(' '));
    if (path.ends_with(name)) return true;
    names.remove_prefix(std::min(name.size() + 1, names.size()));
  }
  return false;
}

std::vector<CommentPlace> places_of(Format format, std::string_view path) {
  std::vector<CommentPlace> named, others;
  for (const Row& row : kRows) {
    if (row.format != format) continue;
    if (row.names.empty()) {
      others.push_back(row.place);
    } else if (names_path(row.names, path)) {
      named.push_back(row.place);
    }
  }
  std::vector<CommentPlace> out = named.empty() ? std::move(others) : std::move(named);
  // Within a comment of several lines no signs are needed, and those that close it would end it.
  const bool blocks = std::any_of(out.begin(), out.end(),
                                  [](const CommentPlace& place) { return !place.closer.empty(); });
  if (!out.empty()) out.insert(blocks ? out.begin() : out.end(), {Where::beside, "", ""});
  return out;
}

/// Hashes all that is no comment. Blanks count within values only: prose is cut at comments.
class Reading final : public SegmentSink {
 public:
  Reading(std::string_view text, Format format) {
    XXH3_INITSTATE(&state_);
    XXH3_128bits_reset(&state_);
    document_.add({text, {}, Layer::raw});
    read_document(format, document_, {kRawText, 0, static_cast<Off>(text.size())}, {}, *this);
  }

  bool segment(const Segment& segment) override {
    const std::string_view bytes = document_.bytes(segment.where);
    if (segment.context == Segment::Context::comment) {
      if (const auto base = document_.to_ancestor(segment.where, kRawText)) {
        comments_.push_back({base->begin, base->end});
      }
      return true;
    }
    const bool prose = segment.context == Segment::Context::prose;
    if (std::all_of(bytes.begin(), bytes.end(), is_space)) return true;
    std::string tag(1, static_cast<char>('0' + static_cast<int>(segment.context)));
    tag += segment.identifier ? 'i' : '-';
    tag += segment.url ? 'u' : '-';
    tag.append(segment.key) += '\n';
    tag.append(segment.element) += '\n';
    if (!prose || tag != last_tag_) add(tag);
    last_tag_ = std::move(tag);
    if (prose) return add_words(bytes), true;
    add(trimmed(bytes));
    return true;
  }

  bool link(const Link& link) override {
    add("link");
    add(trimmed(document_.bytes(link.target.where)));
    add_words(document_.bytes(link.shown.where));
    last_tag_.clear();
    return true;
  }

  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> digest() const noexcept {
    const XXH128_hash_t hash = XXH3_128bits_digest(&state_);
    return {hash.high64, hash.low64};
  }

  /// Whether a comment holds the bytes from `begin` to `end`. Comments come in ascending order.
  [[nodiscard]] bool in_comment(Off begin, Off end) const noexcept {
    const auto behind =
        std::upper_bound(comments_.begin(), comments_.end(), begin,
                         [](Off offset, UriSpan comment) { return offset < comment.begin; });
    return behind != comments_.begin() && std::prev(behind)->end >= end;
  }

 private:
  static std::string_view trimmed(std::string_view text) noexcept {
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
  }

  void add(std::string_view bytes) noexcept {
    const std::uint64_t size = bytes.size();
    XXH3_128bits_update(&state_, &size, sizeof size);
    XXH3_128bits_update(&state_, bytes.data(), bytes.size());
  }
  void add_words(std::string_view bytes) noexcept {
    for (std::size_t i = 0; i < bytes.size();) {
      while (i < bytes.size() && is_space(bytes[i])) ++i;
      const std::size_t begin = i;
      while (i < bytes.size() && !is_space(bytes[i])) ++i;
      XXH3_128bits_update(&state_, bytes.data() + begin, i - begin);
    }
  }

  Document document_;
  XXH3_state_t state_;
  std::string last_tag_;
  std::vector<UriSpan> comments_;
};

class Search {
 public:
  Search(std::string_view text, Format format, std::span<const LineRange> lines,
         CommentLimits limits)
      : text_(text), format_(format), lines_(lines), limits_(limits), found_(lines.size()) {
    std::size_t begin = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] != '\n' && (text[i] != '\r' || reading::at(text, i + 1) == '\n')) continue;
      add_line(begin, i + 1);
      begin = i + 1;
    }
    add_line(begin, text.size());
  }

  std::vector<std::optional<CommentPlace>> run(std::span<const CommentPlace> places) {
    if (places.empty() || lines_.empty()) return std::move(found_);
    before_ = Reading(text_, format_).digest();
    for (const CommentPlace& place : places) {
      std::vector<Trial> trials;
      for (std::size_t i = 0; i < lines_.size(); ++i) {
        if (!found_[i] && may_stand(lines_[i], place)) trials.push_back(trial(i, place));
      }
      std::stable_sort(trials.begin(), trials.end(),
                       [](const Trial& a, const Trial& b) { return a.at < b.at; });
      settle(std::move(trials), place);
    }
    return std::move(found_);
  }

 private:
  struct Trial {
    std::size_t line = 0;  // index of what is asked
    std::size_t at = 0;    // where the comment is put in
    std::string comment;
    std::size_t word = 0;  // the probe in it
    bool is_comment = false;
  };

  void add_line(std::size_t begin, std::size_t next) {
    std::size_t end = next;
    while (end > begin && reading::is_line_end(text_[end - 1])) --end;
    spans_.push_back({static_cast<Off>(begin), static_cast<Off>(end)});
  }
  [[nodiscard]] std::string_view line(std::uint64_t number) const {
    if (number == 0 || number > spans_.size()) return {};
    const UriSpan span = spans_[number - 1];
    return text_.substr(span.begin, span.size());
  }
  [[nodiscard]] bool is_continued(std::uint64_t number) const {
    return line(number).ends_with('\\') && format_ != Format::dockerfile;
  }

  // What some programs look for on the first line must stay there and as it is, and a sign that
  // continues a line must stay its last one.
  [[nodiscard]] bool may_stand(const LineRange& range, const CommentPlace& place) const {
    if (range.first == 0 || range.last > spans_.size() || range.first > range.last) return false;
    const std::string_view first = line(1);
    if (place.where == Where::beside) {
      return !is_continued(range.last) && !(range.last == 1 && first.starts_with("#!"));
    }
    const bool keeps_first = first.starts_with('#') || first.starts_with('@') ||
                             first.starts_with('%') || first.starts_with("<?") ||
                             first.starts_with("<!") || first.starts_with("---");
    return range.first == 1 ? !keeps_first : !is_continued(range.first - 1);
  }

  [[nodiscard]] Trial trial(std::size_t index, const CommentPlace& place) const {
    Trial out;
    out.line = index;
    const bool above = place.where == Where::above;
    const UriSpan span = spans_[(above ? lines_[index].first : lines_[index].last) - 1];
    out.at = above ? span.begin : span.end;
    if (above) {
      std::size_t indent = span.begin;
      while (indent < span.end && is_blank(text_[indent])) ++indent;
      out.comment = text_.substr(span.begin, indent - span.begin);
    } else {
      out.comment = " ";
    }
    out.comment += place.opener;
    out.word = out.comment.size();
    out.comment.append(kProbe).append(place.closer);
    if (above) out.comment += '\n';
    return out;
  }

  // Reads the text with those comments. True: all of them are comments, and nothing else changed.
  bool read(std::span<Trial> trials) {
    std::string text;
    std::vector<Off> words;
    std::size_t from = 0;
    for (const Trial& trial : trials) {
      text += text_.substr(from, trial.at - from);
      from = trial.at;
      words.push_back(static_cast<Off>(text.size() + trial.word));
      text += trial.comment;
    }
    text += text_.substr(from);
    const Reading reading(text, format_);
    ++readings_;
    bool all = true;
    for (std::size_t i = 0; i < trials.size(); ++i) {
      trials[i].is_comment =
          reading.in_comment(words[i], words[i] + static_cast<Off>(kProbe.size()));
      all = all && trials[i].is_comment;
    }
    return all && reading.digest() == before_;
  }

  void settle(std::vector<Trial> trials, const CommentPlace& place) {
    if (trials.empty() || readings_ >= limits_.readings) return;
    const auto accept = [&](std::span<const Trial> good) {
      for (const Trial& trial : good) found_[trial.line] = place;
    };
    if (read(trials)) return accept(trials);
    // Those that are text there may have changed what the others are.
    if (trials.size() > 1) std::erase_if(trials, [](const Trial& t) { return !t.is_comment; });
    std::vector<std::span<Trial>> left;
    if (!trials.empty() && trials.front().is_comment) left.emplace_back(trials);
    while (!left.empty() && readings_ < limits_.readings) {
      const std::span<Trial> some = left.back();
      left.pop_back();
      if (read(some)) {
        accept(some);
      } else if (some.size() > 1) {
        left.push_back(some.subspan(some.size() / 2));
        left.push_back(some.first(some.size() / 2));
      }
    }
  }

  std::string_view text_;
  Format format_;
  std::span<const LineRange> lines_;
  CommentLimits limits_;
  std::vector<UriSpan> spans_;  // of all lines, without their ends
  std::vector<std::optional<CommentPlace>> found_;
  std::pair<std::uint64_t, std::uint64_t> before_;
  std::size_t readings_ = 0;
};

}  // namespace

std::vector<std::optional<CommentPlace>> comment_places(std::string_view text, Format format,
                                                        std::string_view path,
                                                        std::span<const LineRange> lines,
                                                        CommentLimits limits) {
  if (format == Format::automatic) format = format_of(path, text.substr(0, kHead));
  const std::vector<CommentPlace> places = places_of(format, path);
  if (places.empty() || text.size() > limits.longest) {
    return std::vector<std::optional<CommentPlace>>(lines.size());
  }
  return Search(text, format, lines, limits).run(places);
}

}  // namespace urilint
