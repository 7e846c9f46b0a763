// Targets in every spelling, under profile proxy: each address once as a table of spellings that
// the test writes itself, and the list of `../shared` where that is there.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "urilint/host.hpp"
#include "urilint/lint.hpp"

using namespace urilint;

namespace {

class Proxy {
 public:
  [[nodiscard]] std::vector<LintFinding> lint(std::string_view uri) {
    const auto findings = session_.lint(uri);
    return {findings.begin(), findings.end()};
  }

 private:
  static Linter make() {
    LintOptions options;
    options.profile = Profile::proxy;
    options.min_severity = Severity::note;
    const LinterResult made = Linter::create(options);
    REQUIRE(made.ok());
    return *made.linter;
  }

  Session session_{make()};
};

bool is_target(const LintFinding& finding) { return finding.rule.starts_with("target-"); }

std::string dump(const std::vector<LintFinding>& findings) {
  std::string out;
  for (const LintFinding& finding : findings) {
    out +=
        finding.rule + ' ' + std::string(name_of(finding.severity)) + ' ' + finding.address + "; ";
  }
  return out;
}

bool speaks(const std::vector<LintFinding>& findings, std::string_view rule, Severity severity,
            std::string_view address) {
  return std::any_of(findings.begin(), findings.end(), [&](const LintFinding& finding) {
    return finding.rule == rule && finding.severity == severity && finding.address == address;
  });
}

template <typename... Values>
std::string print(const char* form, Values... values) {
  std::array<char, 128> out{};
  const int size = std::snprintf(out.data(), out.size(), form, values...);
  REQUIRE(size > 0);
  return {out.data(), static_cast<std::size_t>(size)};
}

// Every digit of a host in fullwidth form (U+FF10 and on).
std::string fullwidth(std::string_view host) {
  std::string out;
  for (const char c : host) {
    if (c < '0' || c > '9') {
      out += c;
    } else {
      out += "\xef\xbc";
      out += static_cast<char>(0x90 + (c - '0'));
    }
  }
  return out;
}

std::string replace_dots(std::string_view host, std::string_view by) {
  std::string out;
  for (const char c : host) {
    if (c == '.') {
      out += by;
    } else {
      out += c;
    }
  }
  return out;
}

std::string encode_digits(std::string_view host) {
  std::string out;
  for (const char c : host) {
    out += c >= '0' && c <= '9' ? print("%%%02x", static_cast<unsigned>(c)) : std::string(1, c);
  }
  return out;
}

struct Spelling {
  std::string uri;
  std::string_view rule;  ///< speaks of the spelling; empty: none
};

std::vector<Spelling> spellings_of(std::uint32_t address) {
  const unsigned a = address >> 24;
  const unsigned b = address >> 16 & 255;
  const unsigned c = address >> 8 & 255;
  const unsigned d = address & 255;
  const std::string dotted = print("%u.%u.%u.%u", a, b, c, d);
  const std::pair<std::string, std::string_view> hosts[] = {
      {dotted, ""},
      {dotted + '.', ""},
      {print("%u", address), "ipv4-dotless"},
      {print("0x%x", address), "ipv4-hex"},
      {print("0X%08X", address), "ipv4-hex"},
      {print("0%o", address), "ipv4-octal"},
      {print("%u.%u", a, address & 0xffffff), "ipv4-short"},
      {print("%u.%u.%u", a, b, address & 0xffff), "ipv4-short"},
      {print("0x%x.%u.%u.%u", a, b, c, d), "ipv4-hex"},
      {print("%u.%u.%u.0x%x", a, b, c, d), "ipv4-hex"},
      {print("0%o.0%o.0%o.0%o", a, b, c, d), "ipv4-octal"},
      {print("%u.%u.%u.00000%o", a, b, c, d), "ipv4-octal"},
      {print("0x%x.0%o.%u", a, b, address & 0xffff), "ipv4-octal"},
      {fullwidth(dotted), "ipv4-unicode-digits"},
      {fullwidth(print("%u", address)), "ipv4-unicode-digits"},
      {replace_dots(dotted, "\u3002"), "ipv4-unicode-digits"},
      {replace_dots(dotted, "\u3164.\u200b"), "ipv4-unicode-digits"},
      {encode_digits(dotted), "host-pct-encoded"},
      {print("[::ffff:%x:%x]", address >> 16, address & 0xffff), "ipv6-embeds-ipv4"},
      {"[0:0:0:0:0:ffff:" + dotted + ']', "ipv6-embeds-ipv4"},
      {"[::" + dotted + ']', "ipv6-embeds-ipv4"},
      {print("[64:ff9b::%x:%x]", address >> 16, address & 0xffff), "ipv6-embeds-ipv4"},
      {print("[64:ff9b:1::%x:%x]", address >> 16, address & 0xffff), "ipv6-embeds-ipv4"},
      {print("[2002:%x:%x::1]", address >> 16, address & 0xffff), "ipv6-embeds-ipv4"},
      {print("[2001:0:cb00:7101::%x:%x]", ~address >> 16, ~address & 0xffff), "ipv6-embeds-ipv4"},
  };
  std::vector<Spelling> out;
  for (const auto& [host, rule] : hosts) {
    out.push_back({"http://" + host + "/a", rule});
    out.push_back({"https://svc@" + host + ":8443", rule});
  }
  out.push_back({"http:" + dotted + "/a", "scheme-missing-slashes"});
  out.push_back({"http:/" + dotted + "/a", "scheme-missing-slashes"});
  out.push_back({"http:////" + dotted + "/a", "scheme-extra-slashes"});
  out.push_back({"http://" + dotted + "\\@example.com/", "authority-backslash"});
  out.push_back({"http:\\\\" + dotted + "/", "authority-backslash"});
  out.push_back({"http://" + dotted + "\t.example.com/", "char-tab-newline"});
  out.push_back({"//" + dotted + "/a", ""});
  return out;
}

// Whether the rule of a spelling is about the address, and says which it is.
bool names_address(std::string_view rule) {
  return rule.starts_with("ipv4-") || rule.starts_with("ipv6-");
}

void check_spelling(const std::vector<LintFinding>& findings, const Spelling& spelling,
                    std::string_view address) {
  if (spelling.rule.empty()) return;
  CHECK(std::any_of(findings.begin(), findings.end(), [&](const LintFinding& finding) {
    const std::string_view said = names_address(spelling.rule) ? address : "";
    return finding.rule == spelling.rule && finding.address == said;
  }));
}

struct Row {
  std::uint32_t address;
  std::string_view rule;  ///< empty: no target of its own
};

constexpr Row kRows[] = {
    {0x7f000001, "target-loopback"},
    {0x7f1e0a63, "target-loopback"},
    {0x0a010203, "target-private"},
    {0xac1f1e0a, "target-private"},
    {0xc0a80101, "target-private"},
    {0x64400001, "target-private"},
    {0xc6130203, "target-private"},
    {0xa9fe0102, "target-link-local"},
    {0xa9fea9fe, "target-cloud-metadata"},
    {0x646464c8, "target-cloud-metadata"},
    {0xa83f8110, "target-cloud-metadata"},
    {0xc00000c0, "target-cloud-metadata"},
    {0xe0000001, "target-private"},
    {0xf0010203, "target-private"},
    {0xc0000201, ""},
    {0xcb00714d, ""},
    {0x08080808, ""},
};

}  // namespace

TEST_CASE("internal targets: the address decides, in every spelling, and is said") {
  Proxy proxy;
  for (const Row& row : kRows) {
    const std::string address(to_text(Address::v4(row.address)).view());
    for (const Spelling& spelling : spellings_of(row.address)) {
      const std::vector<LintFinding> findings = proxy.lint(spelling.uri);
      CAPTURE(spelling.uri, spelling.rule, row.rule, dump(findings));
      check_spelling(findings, spelling, address);
      const auto targets = std::count_if(findings.begin(), findings.end(), is_target);
      CHECK(targets == (row.rule.empty() ? 0 : 1));
      if (!row.rule.empty()) CHECK(speaks(findings, row.rule, Severity::error, address));
    }
  }
}

TEST_CASE("internal targets: IPv6 addresses and names") {
  struct Case {
    std::string_view uri;
    std::string_view rule;
    std::string_view address;
  };
  constexpr Case kCases[] = {
      {"http://[::1]/", "target-loopback", "::1"},
      {"http://[0:0::0:1]/", "target-loopback", "::1"},
      {"http://[::]/", "target-loopback", "::"},
      {"http://[fc00::1]/", "target-private", "fc00::1"},
      {"http://[fdff:ffff::]/", "target-private", "fdff:ffff::"},
      {"http://[fec0:0:0:ffff::1]/", "target-private", "fec0:0:0:ffff::1"},
      {"http://[febf::1%25lo]/", "target-link-local", "febf::1"},
      {"http://[FD00:EC2::254]/", "target-cloud-metadata", "fd00:ec2::254"},
      {"http://metadata.google.internal./", "target-cloud-metadata", ""},
      {"http:metadata/", "target-cloud-metadata", ""},
      {"http://localhost/", "target-internal-name", ""},
      {"http://a.b.LocalHost/", "target-internal-name", ""},
      {"http://%6c%6fcalhost/", "target-internal-name", ""},
      {"http://localhost\\@example.com/", "target-internal-name", ""},
      {"http://db/", "target-internal-name", ""},
      {"http://app-10-0-0-7.nip.io/", "target-wildcard-dns", "10.0.0.7"},
      {"http://a.10.0.0.7.b.sslip.io./", "target-wildcard-dns", "10.0.0.7"},
      {"http://fd00--1.sslip.io/", "target-wildcard-dns", "fd00::1"},
      {"http://lvh.me/", "target-wildcard-dns", "127.0.0.1"},
      {"view-source:http://127.1/", "target-loopback", "127.0.0.1"},
      {"jar:http://127.0.0.1!/a", "target-loopback", "127.0.0.1"},
  };
  Proxy proxy;
  for (const Case& c : kCases) {
    const std::vector<LintFinding> findings = proxy.lint(c.uri);
    CAPTURE(c.uri, c.rule, dump(findings));
    CHECK(speaks(findings, c.rule, Severity::error, c.address));
    CHECK(std::count_if(findings.begin(), findings.end(), is_target) == 1);
  }
}

TEST_CASE("internal targets: what only looks like one") {
  constexpr std::string_view kUris[] = {
      "http://127.0.0.1.example.com/",
      "http://localhost.example.com/",
      "http://10.example.com/",
      "http://0xcafe.example.com/",
      "http://example.com/127.0.0.1",
      "http://example.com/?a=localhost",
      "http://172.32.0.1/",
      "http://100.128.0.1/",
      "http://198.20.0.1/",
      "http://[2001:db8::7f00:1]/",
      "http://[64:ff9b::808:808]/",
      "http://nip.io/",
      "s3://bucket/key",
      "http://256.0.0.1/",
  };
  Proxy proxy;
  for (const std::string_view uri : kUris) {
    const std::vector<LintFinding> findings = proxy.lint(uri);
    CAPTURE(uri, dump(findings));
    CHECK(std::none_of(findings.begin(), findings.end(), is_target));
  }
}

namespace {

// The address that each row of the list stands for, where it is not 127.0.0.1; `-` has none.
struct Answer {
  std::string_view what;
  std::string_view address;
};
constexpr Answer kAnswers[] = {
    {"other 127/8", "127.127.127.127"},
    {"zero", "0.0.0.0"},
    {"0.0.0.0", "0.0.0.0"},
    {"private 10/8", "10.0.0.1"},
    {"private 172.16", "172.16.5.4"},
    {"private 192.168", "192.168.1.1"},
    {"private dotless", "192.168.1.1"},
    {"CGNAT", "100.64.0.1"},
    {"benchmark 198.18", "198.18.0.1"},
    {"link-local meta", "169.254.169.254"},
    {"meta decimal", "169.254.169.254"},
    {"meta 3-part", "169.254.169.254"},
    {"meta 2-part", "169.254.169.254"},
    {"Alibaba meta", "100.100.100.200"},
    {"Azure wire", "168.63.129.16"},
    {"Oracle meta", "192.0.0.192"},
    {"v6 loopback", "::1"},
    {"v6 unspecified", "::"},
    {"NAT64 local", "10.0.0.1"},
    {"ULA", "fd00::1"},
    {"site-local", "fec0::1"},
    {"link-local zone", "fe80::1"},
    {"AWS v6 meta", "fd00:ec2::254"},
    {"localhost", "-"},
    {"LOCALHOST.", "-"},
    {"sub.localhost", "-"},
    {"ip6-localhost", "-"},
    {"google meta", "-"},
    {"metadata bare", "-"},
    {"k8s svc", "-"},
    {"docker host", "-"},
};

std::string answer_for(std::string_view what) {
  for (const Answer& answer : kAnswers) {
    if (answer.what == what) return answer.address == "-" ? "" : std::string(answer.address);
  }
  return "127.0.0.1";
}

std::filesystem::path list_of_spellings() {
  const char* const named = std::getenv("URILINT_SHARED");
  const std::filesystem::path folder = named != nullptr ? named : URILINT_SOURCE_DIR "/../shared";
  return folder / "cases" / "ssrf-spellings.tsv";
}

void check_internal(std::string_view what, const std::vector<LintFinding>& findings) {
  // A number that is too large names no address, and a file is on no network.
  if (what.starts_with("overflow")) {
    CHECK(speaks(findings, "ipv4-overflow", Severity::error, ""));
  } else if (what == "file") {
    CHECK(speaks(findings, "scheme-dangerous", Severity::error, ""));
  } else {
    const std::string address = answer_for(what);
    CHECK(std::any_of(findings.begin(), findings.end(), [&](const LintFinding& finding) {
      return is_target(finding) && finding.severity == Severity::error &&
             finding.address == address;
    }));
  }
}

}  // namespace

TEST_CASE("internal targets: the list of spellings") {
  std::ifstream file(list_of_spellings());
  if (!file) {
    std::cout << "skipped: ../shared/cases/ssrf-spellings.tsv is not there\n";
    return;
  }
  Proxy proxy;
  int internal = 0;
  int harmless = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    const std::size_t first = line.find('\t');
    const std::size_t second = line.find('\t', first + 1);
    REQUIRE(second != std::string::npos);
    const std::string what = line.substr(first + 1, second - first - 1);
    std::string uri = line.substr(second + 1);
    if (const std::size_t tab = uri.find("<TAB>"); tab != std::string::npos) {
      uri.replace(tab, 5, "\t");
    }
    const std::vector<LintFinding> findings = proxy.lint(uri);
    CAPTURE(what, uri, dump(findings));
    if (line.starts_with("internal\t")) {
      ++internal;
      check_internal(what, findings);
    } else {
      ++harmless;
      CHECK(std::all_of(findings.begin(), findings.end(), [](const LintFinding& finding) {
        return finding.severity == Severity::note;
      }));
    }
  }
  CHECK(internal == 68);
  CHECK(harmless == 10);
}
