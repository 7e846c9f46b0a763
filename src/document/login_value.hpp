// Logins that fill a value whose extent its reader knows.
#pragma once

#include <cstddef>
#include <string_view>

namespace urilint::reading {

/// Where a login stands in its value.
struct LoginValue {
  std::size_t begin = 0;  ///< of its URI: behind blanks, `NAME=` or `--option=`
  std::size_t end = 0;    ///< the `@` that ends the password; 0: there is no login
};

/// The login of `value` = `scheme://user:password@host/path`, whatever bytes the password has:
/// quotation marks, brackets, a few blanks, a line end. A name and `=`, and `jdbc:`, may stand
/// before. The last `@` of the authority counts. Reads a bounded stretch.
[[nodiscard]] LoginValue login_value(std::string_view value) noexcept;

}  // namespace urilint::reading
