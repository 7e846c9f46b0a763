// The helpers behind the rules about targets: classes of addresses, the host that browsers cut out,
// and what other software takes for the host.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "detect/common/browser_host.hpp"
#include "detect/internal-target/common.hpp"
#include "engine/subject.hpp"
#include "tables/ipv4-special-purpose.hpp"
#include "tables/ipv6-special-purpose.hpp"
#include "tables/target-classes.hpp"
#include "urilint/names.hpp"
#include "urilint/whatwg.hpp"

using namespace urilint;
using namespace urilint::detect;

namespace {

bool has_class(std::string_view name) {
  return std::any_of(std::begin(tables::kTargetClasses), std::end(tables::kTargetClasses),
                     [name](const auto& row) { return row.klass == name; });
}

template <typename Rows>
bool names_class(const Rows& rows, std::string_view name) {
  return std::any_of(std::begin(rows), std::end(rows), [name](const auto& row) {
    return row.name == name && (!row.global || name == "ipv4-ipv6-translation");
  });
}

// A subject of one text without holes.
class One {
 public:
  explicit One(std::string_view text) {
    subject_.parts = split(text);
    subject_.text = subject_.raw = text;
    subject_.cache = &cache_;
  }
  [[nodiscard]] const Subject& subject() const { return subject_; }

 private:
  Subject::Cache cache_;
  Subject subject_;
};

std::string browsers(std::string_view text) {
  const One one(text);
  return std::string(one.subject().view(browser_host(one.subject())));
}

std::vector<std::string> readings(std::string_view text) {
  const One one(text);
  std::vector<std::string> out;
  const OtherReadings others(one.subject());
  for (const HostReading& reading : others.list()) {
    out.emplace_back(reading.text());
  }
  return out;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("target classes: every class that is not global has a kind, and no other") {
  for (const auto& row : tables::kIpv4SpecialPurpose) {
    CAPTURE(row.name);
    if (!row.global) CHECK(has_class(row.name));
  }
  for (const auto& row : tables::kIpv6SpecialPurpose) {
    CAPTURE(row.name);
    if (!row.global) CHECK(has_class(row.name));
  }
  for (const auto& row : tables::kTargetClasses) {
    CAPTURE(row.klass);
    CHECK((names_class(tables::kIpv4SpecialPurpose, row.klass) ||
           names_class(tables::kIpv6SpecialPurpose, row.klass)));
  }
}

TEST_CASE("target classes: kinds of addresses, on both sides of a border") {
  const auto v4 = [](std::uint32_t value) { return target_kind_of(Address::v4(value)); };
  CHECK(v4(0x00000000) == TargetKind::loopback);
  CHECK(v4(0x7fffffff) == TargetKind::loopback);
  CHECK(v4(0x80000000) == TargetKind::elsewhere);
  CHECK(v4(0x0affffff) == TargetKind::private_network);
  CHECK(v4(0x0b000000) == TargetKind::elsewhere);
  CHECK(v4(0x647fffff) == TargetKind::private_network);
  CHECK(v4(0x64800000) == TargetKind::elsewhere);
  CHECK(v4(0xa9fdffff) == TargetKind::elsewhere);
  CHECK(v4(0xa9fe0000) == TargetKind::link_local);
  CHECK(v4(0xc0000201) == TargetKind::elsewhere);
  CHECK(v4(0xdfffffff) == TargetKind::elsewhere);
  CHECK(v4(0xe0000000) == TargetKind::reserved);
  CHECK(v4(0xffffffff) == TargetKind::reserved);
}

TEST_CASE("browser_host: cuts where browsers cut") {
  CHECK(browsers("http://example.com/a") == "example.com");
  CHECK(browsers("http:example.com:80/") == "example.com");
  CHECK(browsers("https:/\\/a@b@example.com?x") == "example.com");
  CHECK(browsers("ws://[2001:db8::1]:80/") == "[2001:db8::1]");
  CHECK(browsers("http://example.com\\@example.net/") == "example.com");
  CHECK(browsers("http:/\t/example.com/") == "example.com");
  CHECK(browsers("/\\example.com/") == "example.com");
  CHECK(browsers("//user:a@example.com#b") == "example.com");
  CHECK(browsers("/example.com").empty());
  CHECK(browsers("file:///a").empty());
  CHECK(browsers("mailto:a@example.com").empty());
  CHECK(browsers("http:").empty());
  CHECK(browsers("http:////").empty());
  CHECK(browsers("").empty());
}

TEST_CASE("browser_host: it is the host that the reader of browsers finds") {
  constexpr std::string_view kPieces[] = {
      "/",  "\\", "//", "@",     ":",  ":80", "[::1]",   "?x",       "#", "a.b",
      "\t", ".",  "c",  "127.1", "u:", "p",   "%61.com", "\xc3\xa9", "-", "d.e:8080"};
  std::mt19937 random(20261130);
  int accepted = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string text = "http:";
    for (auto count = random() % 7 + 1; count != 0; --count) {
      text += kPieces[random() % std::size(kPieces)];
    }
    const WhatwgResult result = parse_whatwg(text);
    if (!result.url) continue;
    ++accepted;
    std::string host = browsers(text);
    std::erase(host, '\t');
    CAPTURE(text, host);
    CHECK(canonical_host(host) == canonical_host(*result.url->host));
  }
  CHECK(accepted > 3000);
}

TEST_CASE("other readings: none of an ordinary URI, each once") {
  CHECK(readings("http://example.com/").empty());
  CHECK(readings("http://user@127.0.0.1:80/").empty());
  CHECK(readings("http:a.example/b") == Texts{"a.example"});
  CHECK(readings("http:///a.example/b") == Texts{"a.example"});
  CHECK(readings("http://127.0.0.1\\@example.com/") == Texts{"127.0.0.1"});
  CHECK(readings("http://127.0\t.0.1/") == Texts{"127.0.0.1", "127.0"});
  CHECK(readings("http://127.0.0.1%00.example.com/") == Texts{"127.0.0.1"});
  CHECK(readings("http://127.0.0.1 .example.com/") == Texts{"127.0.0.1"});
  CHECK(readings("http://a_b.example/").empty());
  CHECK(readings("redis://a%20b/") == Texts{"a"});
  CHECK(readings("file:///127.0.0.1").empty());
}

TEST_CASE("other readings: a host beyond any name is no host") {
  const std::string text = "http:" + std::string(100000, 'a') + "/";
  CHECK(readings(text) == Texts{""});
}
