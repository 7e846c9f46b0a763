// The steps that bring a path, or a piece of an entry's path, to the forms of PolicyPath.
#pragma once

#include <string>
#include <string_view>

namespace urilint {

/// Undoes triplets but those of `/`, `\` and `%`, which get digits in upper case.
[[nodiscard]] std::string decoded_but_separators(std::string_view path);
/// Undoes triplets as often as a chain of servers might, and makes slashes of backslashes.
[[nodiscard]] std::string decoded_throughout(std::string_view path);
/// True if no byte of it is written in two ways, and no segment is empty or begins with a dot.
[[nodiscard]] bool is_ordinary_path(std::string_view path) noexcept;

}  // namespace urilint
