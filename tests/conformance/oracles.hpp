// Two judges that share nothing with the parser: the uriparser library, and the grammar of RFC
// 3986 appendix A written down as one regular expression.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace urilint::testing {

/// What a judge read: the components that are there, in the order scheme, userinfo, host (with its
/// brackets), port, path, query, fragment. They view the text that was judged.
using Reading = std::array<std::optional<std::string_view>, 7>;

/// True if uriparser takes `text` as a URI reference.
[[nodiscard]] bool uriparser_accepts(std::string_view text);
/// The same, and what it read. The path is left out: uriparser keeps segments.
[[nodiscard]] bool uriparser_reads(std::string_view text, Reading& out);

/// True if `URI-reference` of appendix A derives `text`.
[[nodiscard]] bool abnf_accepts(std::string_view text);
/// The components of any text by the expression of appendix B; of the authority only the whole,
/// in the place of the host.
void appendix_b_reads(std::string_view text, Reading& out);

}  // namespace urilint::testing
