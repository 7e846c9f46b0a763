// Resolves each line of standard input against a base (RFC 3986, 5.2): resolve BASE.
#include <iostream>
#include <optional>
#include <string>
#include <urilint/reference.hpp>
#include <urilint/uri.hpp>

#include "printable.hpp"

int main(int argc, char** argv) {
  const urilint::UriParts base = urilint::split(argc > 1 ? argv[1] : "");
  if (!base.has(urilint::Component::scheme)) {
    std::cerr << "usage: resolve BASE, which has a scheme\n";
    return 2;
  }
  for (std::string line; std::getline(std::cin, line);) {
    const std::optional<std::string> target = urilint::resolve(base, urilint::split(line));
    std::cout << printable(line) << " -> " << (target ? printable(*target) : "nothing") << '\n';
  }
  return 0;
}
