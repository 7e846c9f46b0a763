// The hazard class of the scheme in data/schemes.tsv is the variant. Image names such as `php:8.2`
// and streams of the process itself are no requests.
#include <algorithm>
#include <array>

#include "detect/common/mark_list.hpp"
#include "detect/syntax/common.hpp"

namespace urilint::detect {
namespace scheme_dangerous {

// php://stdout and the like: what the program reads and writes anyway.
bool is_standard_stream(const Subject& subject) noexcept {
  constexpr std::array<std::string_view, 8> kStreams = {"stdin",  "stdout", "stderr", "input",
                                                        "output", "memory", "temp",   "fd"};
  const std::string_view host = subject.view(Component::host);
  return std::any_of(kStreams.begin(), kStreams.end(),
                     [host](std::string_view name) { return equals_lower(host, name); });
}

}  // namespace scheme_dangerous

void detect_scheme_dangerous(const Subject& subject, Sink& sink) noexcept {
  const auto* row = scheme_row(subject);
  if (row == nullptr || row->hazard.empty() || row->hazard == "script" || row->hazard == "data" ||
      row->hazard == "defanged") {
    return;
  }
  // These are nothing without `//`: `php:8.2` is an image, `dict:` a key.
  const bool needs_slashes =
      row->hazard == "code-stream" || row->hazard == "raw-socket" || row->hazard == "file-transfer";
  if (needs_slashes && !subject.parts.has(Component::authority)) return;
  MarkList marks(subject);
  marks.add(subject.span(Component::scheme));
  const bool is_stream = row->scheme == "php" && scheme_dangerous::is_standard_stream(subject);
  marks.emit(sink, is_stream ? std::string_view("standard-stream") : row->hazard);
}

}  // namespace urilint::detect
