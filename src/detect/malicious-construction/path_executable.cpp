// Reads the last segment from its end, decoded once, as far as two endings can reach: dots and
// blanks at the end are dropped as Windows does.
#include <array>

#include "detect/common/octets.hpp"
#include "engine/detector.hpp"
#include "tables/executable-extensions.hpp"
#include "uri/table_lookup.hpp"

namespace urilint::detect {
namespace path_executable {

constexpr std::size_t kMostBytes = 3 * 48;  // of the segment that are read
constexpr std::size_t kLongestEnding = 12;

// The end of a file name, and where each of its characters stands in the URI.
struct Tail {
  std::array<char, kMostBytes> text{};
  std::array<Off, kMostBytes> at{};
  std::size_t size = 0;
};

Tail tail_of(const Subject& subject, UriSpan segment) noexcept {
  Tail tail;
  Off begin = segment.begin;
  if (segment.size() > kMostBytes) {
    begin = segment.end - static_cast<Off>(kMostBytes);
    // Not in the middle of a triplet.
    const std::size_t pct = subject.text.substr(0, begin + 1).rfind('%');
    if (pct != std::string_view::npos && pct + 3 > begin) begin = static_cast<Off>(pct) + 3;
  }
  const std::string_view text = subject.text.substr(0, segment.end);
  while (begin < segment.end) {
    const Octet octet = octet_at(text, begin, 1);
    tail.text[tail.size] = static_cast<char>(octet.byte);
    tail.at[tail.size++] = begin;
    begin = octet.end;
  }
  return tail;
}

std::string_view kind_of_ending(std::string_view ending) noexcept {
  if (ending.empty() || ending.size() > kLongestEnding) return {};
  const auto* row = find_row(tables::kExecutableExtensions, tables::kExecutableExtensionsIndex,
                             hash_lower(ending), ending,
                             [](const tables::ExecutableExtensionsRow& r) { return r.ending; });
  return row == nullptr ? std::string_view() : row->kind;
}

std::string_view without_blanks(std::string_view text) noexcept {
  while (!text.empty() && (text.back() == '.' || text.back() == ' ')) text.remove_suffix(1);
  return text;
}

}  // namespace path_executable

void detect_path_executable(const Subject& subject, Sink& sink) noexcept {
  using namespace path_executable;
  if (!subject.parts.has(Signal::scheme_special)) return;
  const UriSpan path = subject.span(Component::path);
  const std::string_view view = subject.view(path);
  const std::size_t slash = view.rfind('/');
  if (slash == std::string_view::npos || slash + 1 == view.size()) return;
  const Tail tail = tail_of(subject, {path.begin + static_cast<Off>(slash) + 1, path.end});
  const std::string_view name = without_blanks({tail.text.data(), tail.size});
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return;
  const std::string_view kind = kind_of_ending(name.substr(dot + 1));
  if (kind.empty() || kind == "document") return;
  const std::string_view before = without_blanks(name.substr(0, dot));
  const std::size_t first = before.rfind('.');
  const bool disguised =
      first != std::string_view::npos && kind_of_ending(before.substr(first + 1)) == "document";
  if (!disguised && kind == "behind") return;
  const UriSpan mark{tail.at[disguised ? first : dot], path.end};
  if (subject.touches_hole(mark)) return;
  sink.emit({.component = Component::path,
             .primary = mark,
             .variant = disguised ? std::string_view("disguised") : std::string_view("program")});
}

}  // namespace urilint::detect
