// The basic URL parser of the URL Standard, over clean text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "interpret/whatwg_errors.hpp"
#include "interpret/whatwg_text.hpp"
#include "urilint/whatwg.hpp"

namespace urilint::whatwg {

/// The states of the standard.
enum class State : std::uint8_t {
  scheme_start,
  no_scheme,
  special_relative_or_authority,
  path_or_authority,
  relative,
  relative_slash,
  special_authority_slashes,
  special_authority_ignore_slashes,
  authority,
  host,
  hostname,
  port,
  file,
  file_slash,
  file_host,
  path_start,
  path,
  opaque_path,
  query,
  fragment,
};

[[nodiscard]] bool is_special(std::string_view scheme) noexcept;
/// Of a special scheme; `file` has none.
[[nodiscard]] std::optional<std::uint16_t> default_port(std::string_view scheme) noexcept;

enum class Outcome : std::uint8_t { success, failure };

/// Parses `text` into `url`, which must be empty; `href` and `origin` are not filled.
Outcome parse_basic(const CleanText& text, const WhatwgUrl* base, WhatwgUrl& url, Errors& errors);

/// The same with a state override: changes a part of `url`, which failure may leave half done.
Outcome parse_override(const CleanText& text, State state, WhatwgUrl& url, Errors& errors);

}  // namespace urilint::whatwg
