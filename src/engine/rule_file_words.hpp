// The words of rule files: names, what is near to them, references, messages, patterns. No TOML.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rule.hpp"
#include "engine/rule_file.hpp"

namespace urilint {

/// What a check found wrong.
struct Fault {
  RuleFault code{};
  std::string words;
};

/// The text in quotes, shortened to 60 bytes, control and non-ASCII bytes as `\xNN`.
[[nodiscard]] std::string quoted(std::string_view text);

/// The name that is at most two edits (a third of its length) away, or empty.
[[nodiscard]] std::string_view nearest(std::string_view text,
                                       std::span<const std::string_view> names) noexcept;
/// `, did you mean "…"?`, or empty.
[[nodiscard]] std::string suggestion(std::string_view text,
                                     std::span<const std::string_view> names);

/// Lower-case letters, digits and hyphens, not at either end, at most 64 bytes.
[[nodiscard]] bool is_kebab(std::string_view name) noexcept;
/// `0.1`, `1.12.3`.
[[nodiscard]] bool is_version(std::string_view text) noexcept;

/// Nothing if it is a reference that rules may give.
[[nodiscard]] std::optional<Fault> check_reference(std::string_view reference);

/// Which placeholders a message may use besides `{mark}` and the components.
struct Placeholders {
  bool value = false;    ///< `{value}`: there is an `in-table` condition
  bool numbers = false;  ///< `{0}`, `{1}` …: there is a detector
};
/// Everything that is wrong with the message, in its order.
[[nodiscard]] std::vector<Fault> check_message(std::string_view message, Placeholders allowed);

/// Nothing if RE2 takes it and it is small enough. `source` is the pattern as written.
[[nodiscard]] std::optional<Fault> check_pattern(std::string_view source);

/// Nothing if brackets and dotted keys are shallow enough for a recursive parser.
struct ScanFault {
  std::uint32_t line = 1;
  Fault fault;
};
[[nodiscard]] std::optional<ScanFault> check_toml_depth(std::string_view toml);

/// The names of rule files, by their enumerator's number.
[[nodiscard]] std::span<const std::string_view> field_names() noexcept;
[[nodiscard]] std::span<const std::string_view> op_names() noexcept;
[[nodiscard]] std::optional<Field> field_of(std::string_view name) noexcept;
[[nodiscard]] std::optional<Op> op_of(std::string_view name) noexcept;

}  // namespace urilint
