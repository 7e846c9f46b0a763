// What hosts the text of a link names: URLs, `www.` names and bare names, among other words.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "urilint/uri.hpp"

namespace urilint {

/// How surely a name in a text is meant as a host.
enum class NamedBy : std::uint8_t {
  hint,  ///< only good to agree with: `setup.py`, a URL inside another one
  name,  ///< `example.com`, `bank.example.co.uk/login`
  url,   ///< with a web scheme, or with `www.`
};

struct NamedHost {
  UriSpan host;  ///< in the text, as it stands there; with everything invisible inside
  NamedBy by = NamedBy::hint;
  bool https = false;
  bool http = false;
  std::string name;  ///< `canonical_host`
  std::string site;  ///< `site_of(name)`
};

/// The text that is shown for a link, and the hosts that it names.
struct LinkText {
  std::string_view text;         ///< at most `kLongest` bytes; the rest is not read
  std::vector<NamedHost> hosts;  ///< in the order of the text, at most `kMost`
  std::vector<UriSpan> masks;    ///< secrets of the URLs in the text; ascending, disjoint
  bool one_word = false;         ///< there is nothing but one URL or name, and punctuation

  static constexpr std::size_t kLongest = 4096;
  static constexpr std::size_t kMost = 16;

  [[nodiscard]] bool names_host() const noexcept;
  [[nodiscard]] std::string_view view(UriSpan span) const noexcept {
    return text.substr(span.begin, span.end - span.begin);
  }
};

/// The registrable domain of a canonical host; of one without, and of an address, itself.
[[nodiscard]] std::string site_of(std::string_view canonical);

/// Reads a text, of which the view stays. Defanged and truncated URLs, templates, mail addresses,
/// file names and version numbers name no host. Linear in the text; `out` keeps its memory.
void read_link_text(std::string_view text, LinkText& out);

}  // namespace urilint
