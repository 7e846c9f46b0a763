// What is wrong with a host as a name that people read: per label, the checks of UTS 39 and what
// browsers add to them. ICU is opened when the first name beyond ASCII (or with an A-label) comes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "host/name_chars.hpp"
#include "urilint/uri.hpp"

namespace urilint {

enum class NameFlaw : std::uint8_t {
  mixed_script,  ///< one label in scripts that are not written together (below Highly Restrictive)
  mixed_digits,  ///< digits of several systems in one label
  misplaced,     ///< a mark or a sign beside letters of a script that it does not belong to
  whole_script,  ///< a label wholly in look-alikes of ASCII, from one script, not at home here
  restricted,    ///< outside the characters that UTS 39 allows, or disallowed by IDNA
  away,          ///< a letter that passes for another one where its alphabet is not at home
  emoji,         ///< outside as well, but nothing else than a picture
  mark,          ///< a combining mark that hides in the letter before it, or repeats
  invisible,     ///< shows nothing
  joiner,        ///< a joiner outside the contexts of RFC 5892
  delimiter,     ///< passes for a delimiter of a URI
  nfkc_split,    ///< becomes several characters, a delimiter or dot among them
  not_punycode,  ///< `xn--` in front of what is no Punycode
  punycode_ascii,  ///< an A-label that decodes to ASCII
  punycode_form,   ///< an A-label that decodes to what no A-label is made of
  deviation,       ///< IDNA 2003 and 2008 lead to different hosts
  deviation_home,  ///< the same, below a top-level domain where the letter is an ordinary one
  locale_case,     ///< lower-cases to another name in Turkish and Azeri locales
  bidi_order,      ///< labels display in another order than they are stored
  bidi_rule,       ///< breaks the Bidi Rule of RFC 5893
};

struct NameIssue {
  NameFlaw flaw{};
  UriSpan span;   ///< bytes of the host: the character, or the label if that is an A-label
  UriSpan label;  ///< the label
  std::string_view like{};    ///< static: `delimiter`: the ASCII delimiter
  std::string_view script{};  ///< static: mixed_script, whole_script: `Cyrillic`
  char32_t code = 0;  ///< restricted, away, emoji, mark: the character, if it is a certain one
};

/// The issues of one host, and the memory to find them in. Reused from host to host.
struct NameFacts {
  std::vector<NameIssue> issues;  ///< ascending by place; at most 64
  std::vector<NameChar> chars;
  std::vector<char32_t> decoded;
  std::vector<NameChar> label;
  std::u16string text;
  std::u16string mapped;
};

/// At most so many issues are kept, and only so much of the end of a host is looked at: more than
/// any name that resolves.
inline constexpr std::size_t kNameIssuesMax = 64;
inline constexpr std::size_t kNameBytesMax = 8192;

/// Examines `host`, as it stands in the URI.
void examine_name(std::string_view host, NameFacts& facts);

}  // namespace urilint
