// What reads as a host to a person, at the beginning of a text that is none.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "engine/detector.hpp"

namespace urilint::detect {

/// What the text looks like, ascending by how hardly it is anything else.
enum class HostShape : std::uint8_t {
  none,
  local,    ///< `localhost`
  unknown,  ///< a dotted name with an ending that data/host-endings.tsv does not know
  word,     ///< … whose ending is also a surname, a file name's end or an ordinary word
  country,  ///< … whose ending is a country, which may be a region in an account's name
  known,    ///< … whose ending is hardly ever anything else
  address,  ///< four numbers, or an IPv6 address in brackets
  url,      ///< a web scheme with `://` behind it
};

/// What ends the text that looks like a host.
enum class HostStop : std::uint8_t {
  end,
  colon,
  at,        ///< `@`, raw or encoded: a mail address
  account,   ///< an encoded backslash and a name: a domain's account
  url_text,  ///< what goes on like a URL: an encoded delimiter, `&`, padding, non-ASCII …
  other,
};

struct HostLook {
  HostShape shape = HostShape::none;
  HostStop stop = HostStop::end;
  bool padded = false;            ///< blanks or delimiters stand before it
  bool www = false;               ///< begins with `www.` or `www2.` …
  std::uint8_t labels = 0;        ///< at most 127
  UriSpan head;                   ///< what looks like a host, in the URI
  std::array<char, 253> lower{};  ///< the name, decoded, in lower case; empty for a literal or URL
  std::uint8_t size = 0;
  [[nodiscard]] std::string_view name() const noexcept { return {lower.data(), size}; }
};

/// Looks at the beginning of `text`, which stands at `base` in the URI. Percent-encoded letters,
/// digits, dots and hyphens count as themselves. Reads a few hundred bytes at most.
[[nodiscard]] HostLook look_at_host(std::string_view text, Off base) noexcept;

/// True if the name that is shown is the host, or one of both is a subdomain of the other: then
/// nobody is led astray.
[[nodiscard]] bool is_same_site(const HostLook& look, std::string_view host) noexcept;

/// http, https, ws or wss, or no scheme: URIs that people look at in browsers.
[[nodiscard]] bool is_web(const Subject& subject) noexcept;

}  // namespace urilint::detect
