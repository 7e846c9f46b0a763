// One-line forms of what the URL parser says, for tables.
#pragma once

#include <string>
#include <string_view>

#include "urilint/whatwg.hpp"

namespace urilint::testing {

/// `scheme user:password @host :port path ?query #fragment`, what is absent left out; `opaque`
/// before an opaque path.
inline std::string dump(const WhatwgUrl& url) {
  std::string out = url.scheme;
  if (!url.username.empty() || !url.password.empty())
    out += ' ' + url.username + ':' + url.password;
  if (url.host) out += " @" + *url.host;
  if (url.port) out += " :" + std::to_string(*url.port);
  out += url.opaque_path ? " opaque " : " ";
  out += url.path;
  if (url.query) out += " ?" + *url.query;
  if (url.fragment) out += " #" + *url.fragment;
  return out;
}

/// `name@begin-end`, with `!` behind the one that ended the parsing.
inline std::string dump(const std::vector<WhatwgError>& errors) {
  std::string out;
  for (const WhatwgError& error : errors) {
    if (!out.empty()) out += ' ';
    out += error.name;
    out += '@' + std::to_string(error.span.begin) + '-' + std::to_string(error.span.end);
    if (error.failure) out += '!';
  }
  return out;
}

}  // namespace urilint::testing
