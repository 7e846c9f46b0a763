/// RFC 3986 section 5 and 6: reference resolution, recomposition, normalisation, the comparison
/// ladder. Functions that return text allocate it; nothing throws but for lack of memory.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "urilint/export.hpp"
#include "urilint/uri.hpp"

namespace urilint {

/// The five components of 3, ready to be put together (5.3). Absent differs from empty.
/// `authority` is the text between `//` and the path. Views are the caller's.
struct UriComponents {
  std::optional<std::string_view> scheme;
  std::optional<std::string_view> authority;
  std::string_view path;
  std::optional<std::string_view> query;
  std::optional<std::string_view> fragment;
};
[[nodiscard]] URILINT_API UriComponents components_of(const UriParts& parts) noexcept;

/// 5.3. The text of the components, exactly; nothing is added that 5.3 does not add, so that a path
/// that would be read as an authority or a scheme is the caller's affair (`resolve` and `normalize`
/// take care of it).
[[nodiscard]] URILINT_API std::string recompose(const UriComponents& components);

/// 5.2.4, to the letter: a path that begins without a slash may come to begin with one
/// (`a/../b` is `/b`), so that of a relative reference is for `normalize`. Linear.
[[nodiscard]] URILINT_API std::string remove_dot_segments(std::string_view path);

/// How 5.2.2 treats a reference that repeats the base's scheme.
enum class Resolution : std::uint8_t { strict, backward_compatible };

/// 5.2: the target URI of `reference` against `base`. `base` must have a scheme (5.1); its fragment
/// is ignored. Works for invalid text too: components are taken as the split gives them. A path
/// without authority that would begin with `//` gets `/.` before it. Nothing is normalised but the
/// dot segments; the target of valid references is valid. Nothing if the base has no scheme.
[[nodiscard]] URILINT_API std::optional<std::string> resolve(const UriParts& base,
                                                             const UriParts& reference,
                                                             Resolution how = Resolution::strict);

/// 4.3: a valid URI with a scheme and without a fragment.
[[nodiscard]] URILINT_API bool is_absolute_uri(const UriParts& parts) noexcept;
/// 4.4: the reference, resolved against the base, is the base but for the fragment, as written or
/// in the normal form of 6.2.2.
[[nodiscard]] URILINT_API bool is_same_document(const UriParts& base, const UriParts& reference);
/// 4.5: a suffix reference such as `www.example.com/a`: a relative reference whose first segment is
/// shaped as a host name (a dot and a letter), by heuristic.
[[nodiscard]] URILINT_API bool looks_like_suffix_reference(const UriParts& parts) noexcept;

enum class Normalization : std::uint8_t {
  syntax,  ///< 6.2.2: case, percent-encoding, dot segments
  scheme,  ///< and 6.2.3: default port, empty port, empty path, from data/schemes.tsv
};
/// The normal form. Components that are present stay present (6.2.3 may drop an empty or default
/// port and fill an empty path). Of invalid text, what is valid is normalised and the rest stays.
/// Idempotent; a valid reference stays valid and means the same: a relative path keeps the `..` at
/// its beginning, a dot segment at its end leaves a slash (`a/..` is `./`), and `./` or `/.` stands
/// where a path would be read as a scheme or an authority. Addresses are not rewritten (RFC 5952).
/// A triplet whose character would complete a malformed one stays encoded.
[[nodiscard]] URILINT_API std::string normalize(const UriParts& parts,
                                                Normalization how = Normalization::syntax);

/// The ladder of 6.2: the lowest rung on which two references are equal.
enum class Rung : std::uint8_t { identical, syntax, scheme, none };
[[nodiscard]] URILINT_API std::string_view name_of(Rung rung) noexcept;
[[nodiscard]] URILINT_API Rung compare(const UriParts& a, const UriParts& b);

/// Percent-encoding (2.1) for one component: what its ABNF set leaves out is encoded as UTF-8
/// octets with upper-case digits. `pct_encode` encodes `%` too; `pct_encode_keeping` keeps valid
/// triplets. An IP literal stays as a host; `authority` keeps the delimiters of its parts; scheme
/// and port have no triplets, so what is encoded there is not valid.
[[nodiscard]] URILINT_API std::string pct_encode(std::string_view text, Component component);
[[nodiscard]] URILINT_API std::string pct_encode_keeping(std::string_view text,
                                                         Component component);
/// Decodes every valid triplet once; anything else stays. The result is bytes.
[[nodiscard]] URILINT_API std::string pct_decode(std::string_view text);
/// The same, and `%uXXXX` (a UTF-16 unit; surrogate pairs join, lone ones become U+FFFD) to UTF-8.
[[nodiscard]] URILINT_API std::string pct_decode_u(std::string_view text);
/// application/x-www-form-urlencoded (WHATWG URL Standard, on bytes): pairs in order, `+` is a
/// space, invalid triplets stay, pieces without a byte are left out.
[[nodiscard]] URILINT_API std::vector<std::pair<std::string, std::string>> form_decode(
    std::string_view query);
[[nodiscard]] URILINT_API std::string form_encode(
    std::span<const std::pair<std::string, std::string>> pairs);

}  // namespace urilint
