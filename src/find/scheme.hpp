// Where a URI begins: the scheme before a colon, and what must follow when there is no `//`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "find/holes.hpp"

namespace urilint::find {

/// What a scheme without `//` needs behind its colon (`data/finder-schemes.tsv`).
enum class BareKind : std::uint8_t {
  none,
  host,
  path,
  script,
  data,
  mail,
  inner,
  driver,
  number,
  name,
  word,
  query,
  page,
};

/// The beginning of the scheme that ends at `colon`, not before `floor`; `colon` if there is none.
/// With `holes`, the scheme may be a template (`${SCHEME}://`).
[[nodiscard]] std::size_t scheme_begin(std::string_view text, std::size_t colon, std::size_t floor,
                                       HoleScanner* holes) noexcept;

/// The row of `data/finder-schemes.tsv` for the whole word before `colon`, if it stands alone.
struct BareScheme {
  std::size_t begin = 0;
  BareKind kind = BareKind::none;
};
[[nodiscard]] BareScheme bare_scheme(std::string_view text, std::size_t colon,
                                     std::size_t floor) noexcept;

/// True if the text behind `colon` is what `kind` needs.
[[nodiscard]] bool bare_body_fits(std::string_view text, BareScheme scheme,
                                  std::size_t colon) noexcept;

/// The scheme that ends at `colon` if it is glued to the word that begins at `floor`: `https` in
/// `example.comhttps:`; its beginning, or `colon` if there is none.
[[nodiscard]] std::size_t glued_scheme(std::string_view text, std::size_t colon,
                                       std::size_t floor) noexcept;

/// True if `scheme://` stands at `i`.
[[nodiscard]] bool begins_uri(std::string_view text, std::size_t i) noexcept;

}  // namespace urilint::find
