// Blanks, line ends and controls at either end: what the URL parser of browsers strips, and DEL.
#include "detect/common/mark_list.hpp"
#include "uri/bytes.hpp"

namespace urilint::detect {
namespace whitespace_edge {

bool is_edge(char c) noexcept {
  return (bytes::class_of(c) & (bytes::kSpace | bytes::kControl | bytes::kTabNewline)) != 0;
}

}  // namespace whitespace_edge

void detect_whitespace_edge(const Subject& subject, Sink& sink) noexcept {
  using namespace whitespace_edge;
  if (subject.depth > 0) return;
  const std::string_view text = subject.text;
  const auto size = static_cast<Off>(text.size());
  Off begin = 0;
  while (begin < size && is_edge(text[begin])) ++begin;
  Off end = size;
  while (end > begin && is_edge(text[end - 1])) --end;
  MarkList marks(subject);
  if (begin > 0) marks.add({0, begin});
  if (end < size) marks.add({end, size});
  marks.emit(sink, {});
}

}  // namespace urilint::detect
