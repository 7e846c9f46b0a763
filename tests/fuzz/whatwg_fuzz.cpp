// Any bytes as a URL, or `base NL reference`, or `url NL setter NL value`. What is asserted holds
// for every input: the href is read as itself, everything is ASCII, spans stay inside the input.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "urilint/names.hpp"
#include "urilint/whatwg.hpp"

namespace {

using namespace urilint;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

bool is_graphic(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

void check_errors(const WhatwgResult& result, std::string_view input) {
  require(result.errors.size() <= 256, "at most 256 errors");
  for (const WhatwgError& error : result.errors) {
    require(error.span.begin <= error.span.end && error.span.end <= input.size(),
            "an error is inside the input");
    require(!error.name.empty(), "an error has a name");
  }
  const auto failures = std::count_if(result.errors.begin(), result.errors.end(),
                                      [](const WhatwgError& error) { return error.failure; });
  require(failures == (result.url ? 0 : 1), "one failure exactly where it failed");
  require(result.url || result.errors.back().failure, "failure is the last error");
}

void check_url(const WhatwgUrl& url) {
  require(is_graphic(url.href) && is_graphic(url.origin), "href and origin are ASCII");
  require(url.opaque_path || url.path.empty() || url.path[0] == '/', "a path begins with a slash");
  require(!url.opaque_path || !url.host, "an opaque path has no host");
  require(!url.port || (url.host && !url.host->empty()), "a port has a host");
  require(url.username.empty() || (url.host && !url.host->empty()), "credentials have a host");
  require(url.href.starts_with(url.scheme + ':'), "href begins with the scheme");
}

void check_read_again(const WhatwgUrl& url) {
  const WhatwgResult again = parse_whatwg(url.href);
  require(again.url.has_value(), "an href is a URL");
  require(again.url->href == url.href, "an href is read as itself");
  require(again.url->origin == url.origin, "with the same origin");
  require(again.url->host == url.host && again.url->port == url.port, "the same host and port");
  require(again.url->path == url.path, "and the same path");
}

std::string_view cut_line(std::string_view& rest) {
  const std::size_t end = rest.find('\n');
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return line;
}

void check_parse(std::string_view input, const WhatwgUrl* base) {
  const WhatwgResult result = parse_whatwg(input, base);
  check_errors(result, input);
  if (!result.url) return;
  check_url(*result.url);
  check_read_again(*result.url);
  if (base != nullptr) {
    const WhatwgResult without = parse_whatwg(result.url->href, base);
    require(without.url && without.url->href == result.url->href, "an href needs no base");
  }
}

// A URL that setters made may be one that the parser would not: only its form is promised.
void check_setter(const WhatwgUrl& url, std::string_view name, std::string_view value) {
  const WhatwgUrl after = set_whatwg(url, name, value);
  check_url(after);
  if (!after.opaque_path) check_read_again(after);
}

void check_idna(std::string_view domain) {
  const std::optional<std::string> ascii = to_ascii(domain);
  if (!ascii) return;
  require(std::none_of(ascii->begin(), ascii->end(),
                       [](char c) { return static_cast<unsigned char>(c) >= 0x80; }),
          "a domain is ASCII");
  require(to_ascii(*ascii) == ascii, "ToASCII is idempotent");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // An exactly sized block, so that a sanitizer sees every step behind the end.
  const std::unique_ptr<char[]> block(new char[size]);
  if (size != 0) std::memcpy(block.get(), data, size);
  const std::string_view all(block.get(), size);
  check_parse(all, nullptr);
  check_idna(all);
  std::string_view rest = all;
  const std::string_view first = cut_line(rest);
  if (rest.empty()) return 0;
  const WhatwgResult base = parse_whatwg(first);
  if (!base.url) return 0;
  check_parse(rest, &*base.url);
  const std::string_view name = cut_line(rest);
  for (const std::string_view setter : {"protocol", "username", "password", "host", "hostname",
                                        "port", "pathname", "search", "hash"}) {
    if (name == setter) check_setter(*base.url, setter, rest);
  }
  return 0;
}
