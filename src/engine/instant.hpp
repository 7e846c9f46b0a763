// Dates as signed URLs and the command line write them. No clock is read anywhere.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace urilint {

/// Takes digits, at most `most`, from the beginning of the text; nothing if there is none.
[[nodiscard]] constexpr std::optional<std::int64_t> take_digits(std::string_view& text,
                                                                std::size_t most) noexcept {
  std::int64_t number = 0;
  std::size_t size = 0;
  while (size < text.size() && size < most && text[size] >= '0' && text[size] <= '9') {
    number = number * 10 + (text[size++] - '0');
  }
  if (size == 0) return std::nullopt;
  text.remove_prefix(size);
  return number;
}

/// Days since 1970-01-01 of the proleptic Gregorian calendar; nothing if it has no such day.
[[nodiscard]] constexpr std::optional<std::int64_t> days_from_date(std::int64_t year,
                                                                   std::int64_t month,
                                                                   std::int64_t day) noexcept {
  const std::chrono::year_month_day date{std::chrono::year{static_cast<int>(year)},
                                         std::chrono::month{static_cast<unsigned>(month)},
                                         std::chrono::day{static_cast<unsigned>(day)}};
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days{date}.time_since_epoch().count();
}

/// Seconds since 1970-01-01 UTC of `2030-01-01`, `2030-01-01T10:00:00Z` or `20300101T100000Z`; what
/// is missing is 0. Takes what it reads from the text, or returns nothing if that is no date.
[[nodiscard]] constexpr std::optional<std::int64_t> take_instant(std::string_view& text) noexcept {
  std::array<std::int64_t, 6> field{};
  constexpr std::array<std::string_view, 6> kBehind = {"-", "-", "Tt ", ":", ":", "Zz"};
  for (std::size_t i = 0; i < field.size(); ++i) {
    const auto number = take_digits(text, i == 0 ? 4 : 2);
    if (!number && i < 3) return std::nullopt;
    field[i] = number.value_or(0);
    if (!text.empty() && kBehind[i].find(text[0]) != std::string_view::npos) text.remove_prefix(1);
  }
  const auto days = days_from_date(field[0], field[1], field[2]);
  if (!days || field[3] > 24 || field[4] > 59 || field[5] > 60) return std::nullopt;
  return *days * 86400 + field[3] * 3600 + field[4] * 60 + field[5];
}

/// The same of a text whose rest does not matter.
[[nodiscard]] constexpr std::optional<std::int64_t> read_instant(std::string_view text) noexcept {
  return take_instant(text);
}
/// The same of a text that is a date and nothing else.
[[nodiscard]] constexpr std::optional<std::int64_t> parse_instant(std::string_view text) noexcept {
  const auto instant = take_instant(text);
  return text.empty() ? instant : std::nullopt;
}

}  // namespace urilint
