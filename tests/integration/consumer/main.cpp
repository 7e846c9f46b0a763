// Uses the public headers as their comments say; exits with the number of the step that failed.
#include <array>
#include <cstdio>
#include <string_view>
#include <urilint/host.hpp>
#include <urilint/uri.hpp>

int main() {
  using urilint::Component;
  constexpr std::string_view kUri =
      "ftp://cnn.example.com&story=breaking_news@0x0a.1/top_story.htm";
  const urilint::UriParts parts = urilint::split(kUri);
  if (urilint::text_of(parts, Component::scheme) != "ftp") return 1;
  if (urilint::text_of(parts, Component::host) != "0x0a.1") return 2;
  if (urilint::span_of(parts, Component::userinfo) != urilint::UriSpan{6, 41}) return 3;

  const urilint::Ipv4Reading reading = urilint::read_ipv4(urilint::text_of(parts, Component::host));
  if (reading.status != urilint::Ipv4Status::address) return 4;
  if (!reading.spelt(urilint::Ipv4Spelling::hex)) return 5;
  const urilint::Address address = urilint::Address::v4(reading.address);
  if (urilint::to_text(address).view() != "10.0.0.1") return 6;
  if (urilint::class_of(address) != "private-use") return 7;

  std::array<urilint::Violation, 4> found{};
  if (urilint::violations(urilint::split("http://example.com/%zz"), found) != 1) return 8;
  if (urilint::violations(parts, found) != 0) return 9;
  const std::string_view host = urilint::text_of(parts, Component::host);
  std::printf("%.*s is %s\n", static_cast<int>(host.size()), host.data(),
              urilint::to_text(address).data.data());
  return 0;
}
