// Logins that stand in text without a scheme.
#pragma once

#include <cstddef>
#include <string_view>

namespace urilint::find {

/// The `@` stands less than so many bytes behind the colon.
inline constexpr std::size_t kLongestPassword = 128;

struct Login {
  bool found = false;
  std::size_t begin = 0;  ///< of the URI: `//`, or the user name
  std::size_t host = 0;   ///< behind the `@`
};

/// `//user:password@host` or `user:password@tcp(…)` (Go's MySQL driver) whose first colon is at
/// `colon`, not before `floor`. Only to be asked if an `@` follows (`kLongestPassword`): hardly a
/// colon has one.
[[nodiscard]] Login login_at(std::string_view text, std::size_t colon, std::size_t floor) noexcept;

/// The beginning of `//registry/:_authToken=…`, npm's key and value, whose last colon is at
/// `colon`; `colon` if it is none. Not before `floor`.
[[nodiscard]] std::size_t registry_key_begin(std::string_view text, std::size_t colon,
                                             std::size_t floor) noexcept;

}  // namespace urilint::find
