// How texts are spelt in each format, for fixes. Static objects.
#pragma once

#include "document/document.hpp"

namespace urilint {

/// A line of a list.
[[nodiscard]] const Escaper& list_escaper() noexcept;

/// Inside a string of JSON, in double or (JSON5) single quotes.
[[nodiscard]] const Escaper& json_escaper() noexcept;
[[nodiscard]] const Escaper& json5_escaper() noexcept;

/// YAML: in single quotes, without quotes, in a block scalar. In double quotes it is JSON's.
[[nodiscard]] const Escaper& yaml_single_escaper() noexcept;
[[nodiscard]] const Escaper& yaml_plain_escaper() noexcept;
[[nodiscard]] const Escaper& yaml_block_escaper() noexcept;

/// In a quoted value of HTML; in a value without quotes.
[[nodiscard]] const Escaper& html_escaper() noexcept;
[[nodiscard]] const Escaper& html_unquoted_escaper() noexcept;

/// In a string of CSS, in double or single quotes, or in `url(…)`.
[[nodiscard]] const Escaper& css_escaper() noexcept;

/// Inside a basic string of TOML, of one line or of more; inside a literal one.
[[nodiscard]] const Escaper& toml_escaper() noexcept;
[[nodiscard]] const Escaper& toml_literal_escaper() noexcept;

/// Without quotes in any flavour of INI; nothing can be escaped, and `%` is no plain character.
[[nodiscard]] const Escaper& ini_escaper() noexcept;

/// In double quotes of an env file; in single ones or in none.
[[nodiscard]] const Escaper& env_escaper() noexcept;
[[nodiscard]] const Escaper& env_raw_escaper() noexcept;

/// A value of properties. What is not ASCII depends on the charset.
[[nodiscard]] const Escaper& properties_escaper() noexcept;

/// A word of a shell: without quotes, in double and in single ones.
[[nodiscard]] const Escaper& shell_word_escaper() noexcept;
[[nodiscard]] const Escaper& shell_double_escaper() noexcept;
[[nodiscard]] const Escaper& shell_single_escaper() noexcept;

/// Inside a string of HCL.
[[nodiscard]] const Escaper& hcl_escaper() noexcept;

/// A field of CSV: without quotes, and in them.
[[nodiscard]] const Escaper& csv_escaper() noexcept;
[[nodiscard]] const Escaper& csv_quoted_escaper() noexcept;

/// In the target of a link of Markdown; in an autolink (`<https://…>`). No blanks.
[[nodiscard]] const Escaper& markdown_escaper() noexcept;
[[nodiscard]] const Escaper& markdown_autolink_escaper() noexcept;

/// In text of XML or a value in quotes of either kind.
[[nodiscard]] const Escaper& xml_escaper() noexcept;

}  // namespace urilint
