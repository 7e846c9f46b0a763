// Entries and what they match, disguises of what is denied, harmless things, templates; and that
// random spellings of a host get the verdict of its canonical spelling.
#include "engine/policy.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.hpp"
#include "engine/rules.hpp"

using namespace urilint;

namespace {

struct Lists {
  std::vector<std::string_view> allow_hosts{}, deny_hosts{}, allow_schemes{}, deny_schemes{},
      allow_ports{}, deny_ports{};
};

std::shared_ptr<const Policy> policy_of(const Lists& lists) {
  PolicyBuilder builder;
  for (const auto entry : lists.allow_hosts) CHECK(builder.allow_host(entry) == std::nullopt);
  for (const auto entry : lists.deny_hosts) CHECK(builder.deny_host(entry) == std::nullopt);
  for (const auto entry : lists.allow_schemes) CHECK(builder.allow_scheme(entry) == std::nullopt);
  for (const auto entry : lists.deny_schemes) CHECK(builder.deny_scheme(entry) == std::nullopt);
  for (const auto entry : lists.allow_ports) CHECK(builder.allow_port(entry) == std::nullopt);
  for (const auto entry : lists.deny_ports) CHECK(builder.deny_port(entry) == std::nullopt);
  return builder.build();
}

std::vector<ActiveRule> policy_rules() {
  std::vector<const RuleInfo*> infos;
  for (const RuleInfo& rule : builtin_rules()) infos.push_back(&rule);
  Selection selection;
  selection.select = {"policy-scheme", "policy-host", "policy-port"};
  return *select_rules(infos, selection);
}

EngineOptions options_with(std::shared_ptr<const Policy> policy) {
  EngineOptions options;
  options.policy = std::move(policy);
  return options;
}

class PolicyJudge {
 public:
  explicit PolicyJudge(std::shared_ptr<const Policy> policy)
      : engine_(policy_rules(), options_with(std::move(policy))) {}
  explicit PolicyJudge(const Lists& lists) : PolicyJudge(policy_of(lists)) {}

  // `rule[variant] ` for each finding; the URI may be a template.
  std::string judge(std::string_view uri, bool identifier = false) {
    Document document;
    document.add({uri, {}, Layer::raw});
    std::vector<UriSpan> holes;
    if (uri.find("${") != std::string_view::npos) find_holes(uri, holes);
    Candidate candidate;
    candidate.where = {kRawText, 0, static_cast<Off>(uri.size())};
    candidate.holes = holes;
    candidate.identifier = identifier;
    std::string out;
    for (const Finding& finding : engine_.judge(document, candidate, scratch_).findings) {
      out += std::string(finding.rule->info->id) + '[' +
             std::string(finding.rule->info->variants[finding.variant].name) + "] ";
    }
    engine_.release(document, scratch_);
    return out;
  }

  [[nodiscard]] std::size_t rules() const { return engine_.rules().size(); }

 private:
  Engine engine_;
  Scratch scratch_;
};

Lists denied() {
  return {.deny_hosts = {"evil.example", "*.evil.example", "192.0.2.0/24", "2001:db8:bad::/48",
                         "b\u00fccher.example", "files.example.net/private/*"},
          .deny_schemes = {"javascript", "gopher"},
          .deny_ports = {"22", "6000-6063"}};
}

}  // namespace

TEST_CASE("policy: disguises of what is denied") {
  PolicyJudge judge(denied());
  constexpr std::string_view kUris[] = {
      // names
      "https://evil.example/",
      "https://EVIL.Example/",
      "https://evil.example./",
      "https://evil.example.:443/",
      "https://%65vil.example/",
      "https://%65%76%69%6c%2e%65xample/",
      "https://evil%2eexample/",
      "https://evil%2Eexample%2e/",
      "https://%45VIL.example/",
      "https://%2565vil.example/",
      "https://ev\u00adil.example/",
      "https://ev%C2%ADil.example/",
      "https://\uff45\uff56\uff49\uff4c.example/",
      "https://%EF%BD%85vil.example/",
      "https://evil\u3002example/",
      "https://evil\uff0eexample/",
      "https://evil%E3%80%82example/",
      "https://\U0001d41evil.example/",
      "https://ev\u200bil.example/",
      "https://ev\u2060il.example/",
      "https://\u24d4vil.example/",
      "https://evil.example%00.good.example/",
      "https://evil.example%2f.good.example/",
      "https://evil.example%23.good.example/",
      "https://evil..example/",
      "https://.evil.example/",
      "https://www.evil.example/",
      "https://a.b.c.evil.example/",
      "https://WWW%2eEVIL.example/",
      "https://good.example\\.evil.example/",
      "https://a%20b.evil.example/",
      "https://ev\til.example/",
      "https://ev\nil.example/",
      "https://evil.example\r\n/",
      // user information, slashes
      "https://good.example@evil.example/",
      "https://good.example:443@evil.example:443/",
      "https://good.example%40evil.example/",
      "https://evil.example\\@good.example/",
      "https://good.example\\@evil.example/",
      "https://evil.example\\good.example/",
      "https:evil.example/",
      "https:/evil.example/",
      "https:\\\\evil.example/",
      "https:///evil.example/",
      "https:////evil.example/",
      "https:/\\evil.example/",
      "//evil.example/",
      "/\\evil.example/",
      "\\\\evil.example/a",
      "ws://evil.example/",
      "git://%65vil.example/a.git",
      "svn://EVIL.example/",
      "foo://evil.example./",
      // names beyond ASCII
      "https://b\u00fccher.example/",
      "https://B\u00dcCHER.example/",
      "https://xn--bcher-kva.example/",
      "https://XN--BCHER-KVA.example/",
      "https://b%C3%BCcher.example/",
      "https://bu\u0308cher.example/",
      // addresses
      "https://192.0.2.7/",
      "https://3221225991/",
      "https://0xc0000207/",
      "https://0xC0.0.2.7/",
      "https://0300.0.02.07/",
      "https://192.0.519/",
      "https://192.519/",
      "https://192.0.2.7./",
      "https://192%2e0%2e2%2e7/",
      "https://\u2460\u2468\u2461.0.2.7/",
      "https://\uff11\uff19\uff12.0.2.7/",
      "https://[::ffff:192.0.2.7]/",
      "https://[::ffff:c000:207]/",
      "https://[::FFFF:C000:0207]/",
      "https://[64:ff9b::192.0.2.7]/",
      "https://[::192.0.2.7]/",
      "https://[2002:c000:207::1]/",
      "https://[2001:db8:bad::1]/",
      "https://[2001:0DB8:0BAD:0:0:0:0:1]/",
      "https://[2001:db8:bad::1%25eth0]/",
      "https://x@[2001:db8:bad:0::]:8080/",
      // paths
      "https://files.example.net/private/a",
      "https://files.example.net//private/a",
      "https://files.example.net/%70rivate/a",
      "https://files.example.net/private%2fa",
      "https://files.example.net/x/../private/a",
      "https://files.example.net/x/%2e%2e/private/a",
      "https://files.example.net/x\\..\\private\\a",
      "https://files.example.net/./private//a",
      "https://files.example.net/x/..;p=1/private/a",
      "https://files.example.net/x%2f..%2fprivate/a",
      "https://files.example.net/%2570rivate/a",
      // schemes
      "javascript:alert(1)",
      "JavaScript:alert(1)",
      "java\tscript:alert(1)",
      "java\r\nscript:alert(1)",
      " javascript:alert(1)",
      "\x01javascript:alert(1)",
      "java%73cript:alert(1)",
      "gopher://example.com/",
      // ports
      "https://example.com:22/",
      "https://example.com:0022/",
      "https://example.com:65558/",
      "https://example.com:2\t2/",
      "https://example.com:%32%32/",
      "ssh://example.com/",
      "sftp://example.com:/",
      "https://example.com:6001/",
      "http:\\\\example.com:22\\a",
      // nested
      "https://example.com/?u=https%3A%2F%2Fevil.example%2F",
      "https://example.com/web/https://evil.example/",
      "jdbc:postgresql://evil.example/db",
      "hxxps://evil[.]example/",
      // templates
      "https://${NAME}.evil.example/",
      "https://a.${NAME}.evil.example/x",
      "https://${NAME}.EVIL.example/",
      "https://${USER}@evil.example/",
      "https://evil.example/${PATH}",
      "https://files.example.net/private/${NAME}",
      "${SCHEME}://evil.example/",
      "https://${HOST}:22/",
  };
  for (const std::string_view uri : kUris) {
    CAPTURE(uri);
    CHECK(judge.judge(uri).find("[denied") != std::string::npos);
  }
}

TEST_CASE("policy: harmless beside what is denied") {
  PolicyJudge judge(denied());
  constexpr std::string_view kUris[] = {
      "https://good.example/",
      "https://notevil.example/",
      "https://evil.example.net/",
      "https://evil-example.net/",
      "https://evil.examples/",
      "https://example/evil.example",
      "https://good.example/?q=evil.example",
      "https://good.example/#evil.example",
      "https://good.example/evil.example/",
      "https://evil.example@good.example/",
      "https://bucher.example/",
      "https://b\u00f6cher.example/",
      "https://192.0.3.7/",
      "https://192.0.1.255/",
      "https://198.51.100.7/",
      "https://[2001:db8:bae::1]/",
      "https://[2001:db8::bad]/",
      "https://[::1]/",
      "https://[::ffff:198.51.100.7]/",
      "https://3325256711/",
      "https://files.example.net/",
      "https://files.example.net/private",
      "https://files.example.net/public/private/",
      "https://files.example.net/private/../public/a",
      "https://files.example.net/privat%65x/a",
      "https://files.example.com/private/a",
      "https://example.com:443/",
      "https://example.com:2222/",
      "https://example.com:22000/",
      "https://example.com/22",
      "https://example.com:/",
      "https://example.com:5999/",
      "https://example.com:6064/",
      "mailto:jane@evil.example",
      "urn:evil.example:a",
      "data:text/plain,evil.example",
      "tel:+1-555-0100",
      "news:evil.example",
      "/evil.example/a",
      "a/b/evil.example",
      "?u=evil.example",
      "#javascript",
      "",
      "//20261130/report",
      "s3://evil.example/a",
      "x-javascript:a",
      "https://javascript.example/",
      "https://${HOST}/",
      "https://${NAME}evil.example/",
      "https://evil.${TLD}/",
      "https://evil.example${SUFFIX}/",
      "https://192.0.2.${N}/",
      "https://[${ADDRESS}]/",
      "https://example.com:${PORT}/",
      "https://${HOST}/private/a",
      "https://files.example.net/${NAME}/a",
      "https://files.example.net/private/${NAME}/../../public",
      "ssh:a",
      "https://...",
  };
  for (const std::string_view uri : kUris) {
    CAPTURE(uri);
    CHECK(judge.judge(uri).empty());
  }
}

TEST_CASE("policy: lists of what is allowed") {
  PolicyJudge judge(
      {.allow_hosts = {"example.com", "*.example.org", "api-*.example.net", "a.*.example.net",
                       "198.51.100.0/24", "2001:db8:1::/48", "registry.example.net/team/*"},
       .deny_hosts = {"secret.example.org"},
       .allow_schemes = {"https", "mailto", "jdbc", "postgresql"},
       .allow_ports = {"443", "5432", "8000-8999"}});
  struct Row {
    std::string_view uri, found;
  };
  constexpr Row kRows[] = {
      {"https://example.com/", ""},
      {"https://EXAMPLE.com./a", ""},
      {"https://ex%61mple.com/", ""},
      {"https://www.example.com/", "policy-host[outside] "},
      {"https://example.org/", "policy-host[outside] "},
      {"https://www.example.org/", ""},
      {"https://a.b.example.org/", ""},
      {"https://x.example.org@evil.example/", "policy-host[outside] "},
      {"https://secret.example.org/", "policy-host[denied] "},
      {"https://SECRET%2eexample.org/", "policy-host[denied-spelling] "},
      {"https://api-1.example.net/", ""},
      {"https://api-.example.net/", ""},
      {"https://x.api-1.example.net/", "policy-host[outside] "},
      {"https://api-1.x.example.net/", "policy-host[outside] "},
      {"https://a.x.example.net/", ""},
      {"https://a.example.net/", "policy-host[outside] "},
      {"https://a.x.y.example.net/", "policy-host[outside] "},
      {"https://198.51.100.7/", ""},
      {"https://0xc6336407/", ""},
      {"https://[::ffff:198.51.100.7]/", ""},
      {"https://[64:ff9b::198.51.100.7]/", ""},
      {"https://198.51.101.7/", "policy-host[outside] "},
      {"https://[2001:db8:1::5]/", ""},
      {"https://[2001:db8:2::5]/", "policy-host[outside] "},
      {"https://[v1.x]/", "policy-host[outside] "},
      {"https://registry.example.net/team/a/-/a.tgz", ""},
      {"https://registry.example.net/other/a.tgz", "policy-host[outside-path] "},
      {"https://registry.example.net/team/../other", "policy-host[outside-path] "},
      {"https://registry.example.net/team/%2e%2e/other", "policy-host[outside-path] "},
      {"https://registry.example.net/team/..%2fother", "policy-host[outside-path] "},
      {"https://registry.example.net/team/%252e%252e/other", "policy-host[outside-path] "},
      {"https://registry.example.net/team//../../other", "policy-host[outside-path] "},
      {"https://registry.example.net/team\\..\\other", "policy-host[outside-path] "},
      {"https://registry.example.net/team/a\\..\\..\\other", "policy-host[outside-path] "},
      {"https://registry.example.net/te%61m/a%20b", ""},
      {"https://registry.example.net", "policy-host[outside-path] "},
      {"https://example.com\\@evil.example/", "policy-host[outside] "},
      {"https://evil.example\\@example.com/", "policy-host[outside] "},
      {"http://example.com/", "policy-port[outside-default] policy-scheme[outside] "},
      {"https://example.com:8080/", ""},
      {"https://example.com:80/", "policy-port[outside] "},
      {"jdbc:postgresql://example.com/db", ""},
      {"mailto:jane@example.net", ""},
      {"localhost:8080/a", ""},
      {"C:\\a", ""},
      {"https://example.com/?u=https%3A%2F%2Fexample.org%2F", "policy-host[outside] "},
      {"https://${X}.example.org/", ""},
      {"https://${X}.example.com/", "policy-host[outside] "},
      {"https://${X}.evil.example/", "policy-host[outside] "},
      {"https://${X}/", ""},
      {"https://${X}example.com/", ""},
      {"https://evil.${X}/", ""},
      {"https://198.51.100.${X}/", ""},
      {"https://registry.example.net/${X}/a", ""},
      {"https://registry.example.net/team${X}", ""},
      {"https://registry.example.net/other/${X}", "policy-host[outside-path] "},
      {"https://registry.example.net${X}", ""},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.uri);
    CHECK(judge.judge(row.uri) == row.found);
  }
  CHECK(judge.judge("https://evil.example/ns", true).empty());
}

TEST_CASE("policy: without one its rules are left out") {
  CHECK(PolicyBuilder().build() == nullptr);
  CHECK(PolicyJudge(std::shared_ptr<const Policy>()).rules() == 0);
  CHECK(PolicyJudge({.deny_hosts = {"evil.example"}}).rules() == 3);
}

TEST_CASE("policy: every path and every host by a star") {
  PolicyJudge judge({.allow_hosts = {"*/team/*", "*.*.example"}});
  CHECK(judge.judge("https://example.com/team/a").empty());
  CHECK(judge.judge("https://[2001:db8::1]/team/a").empty());
  CHECK(judge.judge("https://a.b.example/").empty());
  CHECK(judge.judge("https://b.example/") == "policy-host[outside-path] ");
  CHECK(judge.judge("https://example.com/other") == "policy-host[outside-path] ");
}

TEST_CASE("policy: entries that are none are refused with words") {
  constexpr std::string_view kHosts[] = {
      "",
      "https://example.com",
      "example.com:443",
      "example.com/",
      "a b",
      "jane@example.com",
      "example.com/a?b",
      "example.com/../a",
      "a..b",
      ".example.com",
      "**.example.com",
      "b\u00fc*.example",
      "192.0.2.1/24",
      "192.0.2.0/33",
      "192.168.*",
      "0x7f.1",
      "127.1",
      "256.0.0.1",
      "2001:db8::1/32",
      "2001:db8::/129",
      "[::1",
      "2001:db8::%25eth0",
      "%65vil.example",
      "example.com/%2e%2e/a",
      "(a).example",
      "example.com//a",
  };
  for (const std::string_view host : kHosts) {
    CAPTURE(host);
    PolicyBuilder builder;
    const auto error = builder.deny_host(host);
    REQUIRE(error);
    CHECK(error->find('\n') == std::string::npos);
    CHECK(error->size() > 5);
    CHECK(builder.build() == nullptr);
  }
  PolicyBuilder builder;
  CHECK(builder.deny_host(std::string(2000, 'a')));
  for (const std::string_view port : {"", "x", "65536", "2-1", "1-", "-1", "1-2-3", " 1"}) {
    CAPTURE(port);
    CHECK(builder.allow_port(port));
  }
  for (const std::string_view scheme : {"", "https:", "https://", "1a", "a b"}) {
    CAPTURE(scheme);
    CHECK(builder.allow_scheme(scheme));
  }
}

// --- any spelling gets the verdict of the canonical one ---

namespace {

constexpr std::string_view kPropertyHosts[] = {
    "evil.example",     "www.evil.example",   "good.example",     "a.b.good.example",
    "xevil.example",    "192.0.2.7",          "192.0.3.7",        "198.51.100.255",
    "evil.example.com", "api-7.good.example", "api.good.example",
};

class Speller {
 public:
  explicit Speller(unsigned seed) : random_(seed) {}

  std::string spell(std::string_view host) {
    const bool is_address = host.find_first_not_of("0123456789.") == std::string_view::npos;
    std::string out = is_address && one_of(2) == 0 ? number(host) : characters(host);
    if (one_of(4) == 0) out += one_of(2) == 0 ? "." : "%2e";
    return out;
  }

 private:
  std::size_t one_of(std::size_t count) {
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(random_);
  }

  std::string characters(std::string_view host) {
    std::string out;
    for (const char c : host) {
      if (one_of(6) == 0 && !out.empty()) out += one_of(2) == 0 ? "\u00ad" : "%C2%AD";
      out += character(c);
    }
    return out;
  }

  std::string character(char c) {
    switch (one_of(6)) {
      case 0:
        return encoded(static_cast<unsigned char>(c));
      case 1:
        return c >= 'a' && c <= 'z' ? std::string(1, static_cast<char>(c - 32)) : std::string(1, c);
      case 2:
        return wide(c);
      case 3: {
        std::string out;
        for (const char byte : wide(c)) out += encoded(static_cast<unsigned char>(byte));
        return out;
      }
      default:
        return std::string(1, c);
    }
  }

  std::string encoded(unsigned char byte) {
    const std::string_view digits = one_of(2) == 0 ? "0123456789abcdef" : "0123456789ABCDEF";
    return {'%', digits[byte >> 4U], digits[byte & 15U]};
  }

  // U+FF01 to U+FF5E are the characters from `!` on.
  static std::string wide(char c) {
    const auto code = static_cast<unsigned>(c) - 0x20U + 0xff00U;
    return {static_cast<char>(0xe0U | code >> 12U), static_cast<char>(0x80U | (code >> 6U & 0x3fU)),
            static_cast<char>(0x80U | (code & 0x3fU))};
  }

  std::string number(std::string_view host) {
    const Ipv4Reading reading = read_ipv4(host);
    const std::uint32_t value = reading.address;
    switch (one_of(4)) {
      case 0:
        return std::to_string(value);
      case 1:
        return hex(value);
      case 2:
        return std::to_string(value >> 24U) + '.' + std::to_string(value & 0xffffffU);
      default:
        return hex(value >> 24U) + '.' + std::to_string(value >> 16U & 0xffU) + '.' +
               hex(value & 0xffffU);
    }
  }

  static std::string hex(std::uint32_t value) {
    std::string out;
    do {
      out.insert(out.begin(), "0123456789abcdef"[value & 15U]);
      value >>= 4U;
    } while (value != 0);
    return "0x" + out;
  }

  std::mt19937 random_;
};

// Without the part that says how it was found.
std::string verdict_of(std::string found) {
  const std::size_t spelling = found.find("-spelling");
  if (spelling != std::string::npos) found.erase(spelling, std::string_view("-spelling").size());
  return found;
}

}  // namespace

TEST_CASE("policy: a spelling gets the verdict of the canonical host") {
  PolicyJudge denies({.deny_hosts = {"evil.example", "*.evil.example", "192.0.2.0/24"}});
  PolicyJudge allows({.allow_hosts = {"*.good.example", "good.example", "192.0.2.0/24"},
                      .deny_hosts = {"api-*.good.example"}});
  Speller speller(20261130);
  for (int round = 0; round < 300; ++round) {
    for (const std::string_view host : kPropertyHosts) {
      const std::string uri = "https://" + speller.spell(host) + "/a";
      const std::string plain = "https://" + std::string(host) + "/a";
      CAPTURE(uri);
      CHECK(verdict_of(denies.judge(uri)) == denies.judge(plain));
      CHECK(verdict_of(allows.judge(uri)) == allows.judge(plain));
    }
  }
}

TEST_CASE("policy: hostile texts are judged in linear time and memory") {
  PolicyJudge judge({.allow_hosts = {"*.good.example/team/*"}, .deny_hosts = {"*.evil.example"}});
  for (const std::string_view piece : {"a.", "%2e", "../", "@", "%25", "[", "\u00ad", "/\\", ";"}) {
    std::string text = "https://";
    while (text.size() < 200'000) text += piece;
    static_cast<void>(judge.judge(text));
    static_cast<void>(judge.judge("https://a.good.example/team/" + text));
  }
  SUCCEED("nothing broke");
}
