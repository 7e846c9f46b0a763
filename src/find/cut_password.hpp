// Passwords with a byte that ends URIs in text: a blank, a quotation mark, a bracket.
#pragma once

#include <cstddef>
#include <string_view>

namespace urilint::find {

/// The `@` that ends the password of the authority at `body`, if the text up to `stop` is the
/// beginning of `user:password` and the rest of it and a full name of a host clearly follow on the
/// line. `opener` stands before the URI. 0 if nothing of that kind is there. Reads a bounded
/// stretch.
[[nodiscard]] std::size_t cut_password_end(std::string_view text, std::size_t body,
                                           std::size_t stop, std::string_view opener) noexcept;

}  // namespace urilint::find
