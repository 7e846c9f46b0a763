// Template expressions in files that are not yet what they will be: `{{ … }}`, `{% … %}`, `<% …
// %>`.
#pragma once

#include <cstddef>
#include <string_view>

namespace urilint::reading {

/// Behind the expression that begins at `i`, if it ends on the same line, within 1 KiB; else 0.
[[nodiscard]] std::size_t template_end(std::string_view text, std::size_t i) noexcept;

/// The same inside a string that `quote` ends: 0 also where the expression holds no such quote (it
/// needs no care), or where the quote rather ends the string (`"{{", "}}"`).
[[nodiscard]] std::size_t quoting_template_end(std::string_view text, std::size_t i,
                                               char quote) noexcept;

/// True if a template expression, or a program, begins anywhere in the text.
[[nodiscard]] bool holds_template(std::string_view text) noexcept;

}  // namespace urilint::reading
