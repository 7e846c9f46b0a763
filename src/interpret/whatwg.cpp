// Parses, then serialises. The setters run the parser from the state that the standard names, on a
// copy of the URL.
#include "urilint/whatwg.hpp"

#include <limits>
#include <utility>

#include "interpret/whatwg_encode.hpp"
#include "interpret/whatwg_errors.hpp"
#include "interpret/whatwg_parser.hpp"
#include "interpret/whatwg_text.hpp"
#include "uri/count.hpp"

namespace urilint {
namespace {

using whatwg::CleanText;
using whatwg::Edges;
using whatwg::Errors;
using whatwg::Outcome;
using whatwg::State;

std::string serialize(const WhatwgUrl& url) {
  std::string out = url.scheme + ':';
  if (url.host) {
    out += "//";
    if (!url.username.empty() || !url.password.empty()) {
      out += url.username;
      if (!url.password.empty()) out.append(":").append(url.password);
      out += '@';
    }
    out += *url.host;
    if (url.port) out.append(":").append(std::to_string(*url.port));
  } else if (!url.opaque_path && url.path.starts_with("//")) {
    // Else the path would be read as an authority.
    out += "/.";
  }
  out += url.path;
  if (url.query) out.append("?").append(*url.query);
  if (url.fragment) out.append("#").append(*url.fragment);
  return out;
}

std::string tuple_origin(const WhatwgUrl& url) {
  std::string out = url.scheme + "://" + url.host.value_or("");
  if (url.port) out.append(":").append(std::to_string(*url.port));
  return out;
}

bool is_http(std::string_view scheme) noexcept { return scheme == "http" || scheme == "https"; }

// The URL inside a blob URL counts if it is one of http or https.
std::string blob_origin(const WhatwgUrl& url) {
  std::vector<WhatwgError> ignored;
  const CleanText text(url.path, Edges::trim);
  Errors errors(ignored, text);
  WhatwgUrl inner;
  if (whatwg::parse_basic(text, nullptr, inner, errors) == Outcome::failure) return "null";
  return is_http(inner.scheme) ? tuple_origin(inner) : "null";
}

std::string origin_of(const WhatwgUrl& url) {
  if (url.scheme == "blob") return blob_origin(url);
  if (url.scheme == "file" || !whatwg::is_special(url.scheme)) return "null";
  return tuple_origin(url);
}

void finish(WhatwgUrl& url) {
  url.href = serialize(url);
  url.origin = origin_of(url);
}

bool cannot_have_credentials_or_port(const WhatwgUrl& url) noexcept {
  return !url.host || url.host->empty() || url.scheme == "file";
}

void run_override(WhatwgUrl& url, std::string_view value, State state) {
  std::vector<WhatwgError> ignored;
  const CleanText text(value, Edges::keep);
  Errors errors(ignored, text);
  // A setter keeps what was changed before a failure.
  static_cast<void>(whatwg::parse_override(text, state, url, errors));
}

void set_protocol(WhatwgUrl& url, std::string_view value) {
  run_override(url, std::string(value) + ':', State::scheme_start);
}
void set_credentials(WhatwgUrl& url, std::string& part, std::string_view value) {
  if (cannot_have_credentials_or_port(url)) return;
  part.clear();
  whatwg::append_encoded(part, whatwg::repair_utf8(value), whatwg::kUserinfo);
}
void set_username(WhatwgUrl& url, std::string_view value) {
  set_credentials(url, url.username, value);
}
void set_password(WhatwgUrl& url, std::string_view value) {
  set_credentials(url, url.password, value);
}
void set_host(WhatwgUrl& url, std::string_view value) {
  if (!url.opaque_path) run_override(url, value, State::host);
}
void set_hostname(WhatwgUrl& url, std::string_view value) {
  if (!url.opaque_path) run_override(url, value, State::hostname);
}
void set_port(WhatwgUrl& url, std::string_view value) {
  if (cannot_have_credentials_or_port(url)) return;
  if (value.empty()) {
    url.port.reset();
  } else {
    run_override(url, value, State::port);
  }
}
void set_pathname(WhatwgUrl& url, std::string_view value) {
  if (url.opaque_path) return;
  url.path.clear();
  run_override(url, value, State::path_start);
}
void set_search(WhatwgUrl& url, std::string_view value) {
  url.query.reset();
  if (value.empty()) return;
  if (value.front() == '?') value.remove_prefix(1);
  url.query.emplace();
  run_override(url, value, State::query);
}
void set_hash(WhatwgUrl& url, std::string_view value) {
  url.fragment.reset();
  if (value.empty()) return;
  if (value.front() == '#') value.remove_prefix(1);
  url.fragment.emplace();
  run_override(url, value, State::fragment);
}

struct Setter {
  std::string_view name;
  void (*set)(WhatwgUrl&, std::string_view);
};
constexpr Setter kSetters[] = {
    {"protocol", set_protocol}, {"username", set_username}, {"password", set_password},
    {"host", set_host},         {"hostname", set_hostname}, {"port", set_port},
    {"pathname", set_pathname}, {"search", set_search},     {"hash", set_hash},
};

}  // namespace

WhatwgResult parse_whatwg(std::string_view input, const WhatwgUrl* base) {
  URILINT_COUNT(whatwg);
  WhatwgResult result;
  // As for `split`: offsets have 32 bits, the rest of a longer text is ignored.
  const CleanText text(input.substr(0, std::numeric_limits<Off>::max() - 1), Edges::trim);
  Errors errors(result.errors, text);
  WhatwgUrl url;
  if (whatwg::parse_basic(text, base, url, errors) == Outcome::success) {
    finish(url);
    result.url = std::move(url);
  }
  return result;
}

WhatwgUrl set_whatwg(const WhatwgUrl& url, std::string_view name, std::string_view value) {
  WhatwgUrl out = url;
  for (const Setter& setter : kSetters) {
    if (setter.name != name) continue;
    setter.set(out, value);
    finish(out);
  }
  return out;
}

}  // namespace urilint
