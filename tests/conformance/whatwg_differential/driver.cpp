// Reads `base NUL input NUL …` from standard input and writes a line for each record: what the
// WHATWG reading makes of it, in the form that compare.py explains.
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "urilint/whatwg.hpp"

namespace {

using namespace urilint;

std::string names_of(const std::vector<WhatwgError>& errors) {
  std::vector<std::string_view> names;
  for (const WhatwgError& error : errors) names.push_back(error.name);
  std::sort(names.begin(), names.end());
  std::string out;
  for (const std::string_view name : names) {
    if (!out.empty()) out += ',';
    out += name;
  }
  return out;
}

std::string line_of(const WhatwgResult& result) {
  const std::string errors = names_of(result.errors);
  if (!result.url) return "-\t\t\t\t\t\t" + errors;
  const WhatwgUrl& url = *result.url;
  const std::string port = url.port ? std::to_string(*url.port) : "";
  return "+\t" + url.href + '\t' + url.scheme + '\t' + url.host.value_or("") + '\t' + port + '\t' +
         url.path + '\t' + errors;
}

// The text before the next NUL, which is taken away with it.
std::string_view next(std::string_view& rest) {
  const std::size_t end = rest.find('\0');
  const std::string_view text = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return text;
}

}  // namespace

int main() {
  std::ios::sync_with_stdio(false);
  const std::string all{std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()};
  for (std::string_view rest = all; !rest.empty();) {
    const std::string_view base_text = next(rest);
    const std::string_view input = next(rest);
    std::optional<WhatwgUrl> base;
    if (!base_text.empty()) base = parse_whatwg(base_text).url;
    std::cout << line_of(parse_whatwg(input, base ? &*base : nullptr)) << '\n';
  }
  return std::cout.good() ? 0 : 1;
}
