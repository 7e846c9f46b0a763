// Splits each line of standard input and prints its components and every violation of RFC 3986.
#include <algorithm>
#include <array>
#include <cstddef>
#include <iomanip>
#include <iostream>
#include <string>
#include <urilint/uri.hpp>

#include "printable.hpp"

using urilint::Component;

namespace {

constexpr std::array kComponents = {Component::scheme,  Component::userinfo, Component::host,
                                    Component::port,    Component::path,     Component::query,
                                    Component::fragment};

void print_components(const urilint::UriParts& parts) {
  for (const Component component : kComponents) {
    if (!parts.has(component)) continue;  // absent; an empty component is there
    const std::string text = printable(text_of(parts, component));
    std::cout << "  " << std::left << std::setw(10) << name_of(component)
              << (text.empty() ? "(empty)" : text) << '\n';
  }
}

void print_violations(const urilint::UriParts& parts) {
  std::array<urilint::Violation, 16> found;
  const std::size_t total = urilint::violations(parts, found);
  for (std::size_t i = 0; i < std::min(total, found.size()); ++i) {
    std::cout << "  " << name_of(found[i].code) << " in bytes " << found[i].span.begin << " to "
              << found[i].span.end << " (RFC 3986, " << section_of(found[i].code) << ")\n";
  }
}

}  // namespace

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    const urilint::UriParts parts = urilint::split(line);  // views `line`
    std::cout << name_of(kind_of(parts)) << ' ' << printable(line) << '\n';
    print_components(parts);
    print_violations(parts);
  }
  return 0;
}
