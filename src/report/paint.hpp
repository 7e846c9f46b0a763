// Colours of the text formats.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/rule.hpp"

namespace urilint {

enum class Ink : std::uint8_t { plain, error, warning, note, frame, strong, dim };

[[nodiscard]] constexpr Ink ink_of(Severity severity) noexcept {
  switch (severity) {
    case Severity::error:
      return Ink::error;
    case Severity::warning:
      return Ink::warning;
    default:
      return Ink::note;
  }
}

/// Wraps words in ANSI colours, or leaves them as they are. The words must have been escaped.
class Painter {
 public:
  explicit Painter(bool color) noexcept : color_(color) {}
  [[nodiscard]] std::string operator()(Ink ink, std::string_view escaped) const {
    if (!color_ || ink == Ink::plain || escaped.empty()) return std::string(escaped);
    constexpr std::string_view kCodes[] = {"",         "\x1b[1;31m", "\x1b[1;33m", "\x1b[1;36m",
                                           "\x1b[34m", "\x1b[1m",    "\x1b[2m"};
    return std::string(kCodes[static_cast<std::size_t>(ink)]).append(escaped).append("\x1b[0m");
  }

 private:
  bool color_;
};

}  // namespace urilint
