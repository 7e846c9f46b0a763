// `%u` and four hexadecimal digits. The escape() of browsers writes it for what is above U+00FF and
// never below: an ASCII character spelt so is hidden on purpose, and so is a wide dot or slash.
#include <algorithm>
#include <array>

#include "detect/common/mark_list.hpp"
#include "uri/bytes.hpp"

namespace urilint::detect {
namespace pct_u_escape {

// Characters that a conversion to a single-byte charset turns into dots and slashes.
constexpr std::array<std::uint32_t, 9> kBestFit = {0x2024, 0x2044, 0x2215, 0x2216, 0x29f5,
                                                   0x29f8, 0xff0e, 0xff0f, 0xff3c};

// The code unit of the escape at `at`, or -1.
std::int32_t unit_at(std::string_view text, std::size_t at) noexcept {
  if (text.size() - at < 6 || text[at] != '%' || to_lower(text[at + 1]) != 'u') return -1;
  std::int32_t unit = 0;
  for (std::size_t i = at + 2; i < at + 6; ++i) {
    if (!bytes::is_hex(text[i])) return -1;
    unit = unit << 4 | static_cast<std::int32_t>(bytes::hex_value(text[i]));
  }
  return unit;
}

bool is_hidden(const Subject& subject, std::size_t at, std::int32_t unit) noexcept {
  if (unit < 0x100) return true;
  return component_at(subject.parts, static_cast<Off>(at)) == Component::path &&
         std::find(kBestFit.begin(), kBestFit.end(), static_cast<std::uint32_t>(unit)) !=
             kBestFit.end();
}

}  // namespace pct_u_escape

void detect_pct_u_escape(const Subject& subject, Sink& sink) noexcept {
  // A nested URI repeats those of the outer one.
  if (subject.depth > 0) return;
  MarkList hidden(subject);
  MarkList text(subject);
  const std::string_view all = subject.text;
  for (std::size_t at = all.find('%'); at != std::string_view::npos; at = all.find('%', at)) {
    const std::int32_t unit = pct_u_escape::unit_at(all, at);
    if (unit < 0) {
      ++at;
      continue;
    }
    const UriSpan span{static_cast<Off>(at), static_cast<Off>(at + 6)};
    (pct_u_escape::is_hidden(subject, at, unit) ? hidden : text).add(span);
    at += 6;
  }
  if (hidden.empty()) return text.emit(sink, "text");
  hidden.append(text);
  hidden.emit(sink, "hidden");
}

}  // namespace urilint::detect
