// Logins that fill a value whose extent its reader knows.
#pragma once

#include <cstddef>
#include <string_view>

namespace urilint::reading {

/// The `@` that ends the password of `value` = `scheme://user:password@host/path`, whatever bytes
/// the password has: quotation marks, brackets, a few blanks, a line end. The last one of the
/// authority counts. 0 if the value is another. Reads a bounded stretch.
[[nodiscard]] std::size_t login_value_end(std::string_view value) noexcept;

}  // namespace urilint::reading
