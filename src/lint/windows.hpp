// Cuts a long text into windows: each URI is reported by the one window in which it begins, and is
// seen there whole, with what stands before it.
#pragma once

#include <algorithm>
#include <cstdint>

namespace urilint {

/// Bytes `begin` to `end` are searched, and URIs that begin from `report_begin` up to `report_end`
/// told.
struct TextWindow {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t report_begin = 0;
  std::uint64_t report_end = 0;

  [[nodiscard]] constexpr bool reports(std::uint64_t at) const noexcept {
    return report_begin <= at && at < report_end;
  }
  [[nodiscard]] constexpr bool last(std::uint64_t size) const noexcept {
    return report_end >= size;
  }
};

inline constexpr std::uint64_t kWindowReports = std::uint64_t{64} << 20;
inline constexpr std::uint64_t kWindowOverlap = std::uint64_t{2} << 20;  // the longest URI

/// The window that reports from `at` on.
[[nodiscard]] constexpr TextWindow window_from(std::uint64_t at, std::uint64_t size) noexcept {
  const std::uint64_t report_end = std::min(size, at + kWindowReports);
  return {at - std::min(at, kWindowOverlap), std::min(size, report_end + kWindowOverlap), at,
          report_end};
}
[[nodiscard]] constexpr TextWindow first_window(std::uint64_t size) noexcept {
  return window_from(0, size);
}
[[nodiscard]] constexpr TextWindow next_window(const TextWindow& window,
                                               std::uint64_t size) noexcept {
  return window_from(window.report_end, size);
}

}  // namespace urilint
