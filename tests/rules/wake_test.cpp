// `wake` only saves time: asking every rule about everything finds nothing more. Tried on the
// examples of all rules, on mutations of them, and on URIs put together from odd pieces.
#include <array>
#include <catch2/catch.hpp>
#include <random>

#include "rules/judging.hpp"

using namespace urilint;
using judging::Judge;

namespace {

constexpr std::string_view kSchemes[] = {
    "http",     "https", "ftp",   "file", "redis",      "postgres", "gopher", "jdbc:x",
    "jar:http", "HTTP",  "h ttp", "1x",   "javascript", "data",     "mailto", "x-unknown"};
constexpr std::string_view kStarts[] = {"://",   "://",  "://",     "://", ":",   ":/",
                                        ":\\\\", ":///", ":\\/\\/", "//",  "/\\", ""};
constexpr std::string_view kUsers[] = {"",
                                       "",
                                       "",
                                       "svc@",
                                       "a:b@",
                                       "a@b@",
                                       "www.example.com@",
                                       "x:S3cr3t/Pw9@",
                                       "a\\b@",
                                       "a%40b.example:p@",
                                       "example.com%2f@",
                                       "0123456789abcdefABCDEF01@",
                                       ":@",
                                       "a%0d@",
                                       "\xc3\xa9@"};
constexpr std::string_view kHosts[] = {"example.com",
                                       "192.0.2.1",
                                       "2130706433",
                                       "0x7f.1",
                                       "0177.0.0.1",
                                       "256.1.1.1",
                                       "[2001:db8::1]",
                                       "[::1",
                                       "a]b",
                                       "",
                                       "localhost",
                                       "metadata",
                                       "metadata.google.internal",
                                       "xn--bcher-kva.example",
                                       "b\xc3\xbc"
                                       "cher.example",
                                       "%31%32%37.1",
                                       "example.com%2f.example.net",
                                       "example.com\\.example.net",
                                       "ex\tample.com",
                                       "a_b.example.",
                                       "\xe2\x91\xa0.1",
                                       "https",
                                       "[fe80::1%25eth0]",
                                       "-x-.example",
                                       "a..b",
                                       "EXAMPLE.com",
                                       "urldefense.com",
                                       "a.safelinks.protection.outlook.com",
                                       "x.translate.goog"};
constexpr std::string_view kPorts[] = {"", "", "", ":80", ":0", ":25", ":99999", ":0x50", ":"};
constexpr std::string_view kPaths[] = {"",
                                       "/",
                                       "/a/../b",
                                       "/%2e%2e/x",
                                       "/a//b",
                                       "/..;/x",
                                       "/a%2Fb",
                                       "/%00",
                                       "/%0d%0ax",
                                       "/%252e",
                                       "/100%",
                                       "/%u0041",
                                       "/%c0%ae",
                                       "/a b",
                                       "/<x>",
                                       "/\xe2\x80\xae",
                                       "/a\\b",
                                       "/;jsessionid=1A530637289A",
                                       "/x@y",
                                       "/http://example.org/",
                                       "/a\x01",
                                       "/%1b",
                                       "/a\nb",
                                       "/%7euser",
                                       "/%e9",
                                       "/[x]",
                                       "/a.asp%20",
                                       "/x::$DATA",
                                       "/\xe5\x98\x8a",
                                       "/..\xc2\xa5x",
                                       "/..\\x",
                                       "/%61%5c&amp;b",
                                       "/v3/__https:/s:S3cr3t*example.org/__;QA!!x"};
constexpr std::string_view kTails[] = {"",
                                       "",
                                       "?a=1&a=2",
                                       "?api_key=9f8e7d6c5b4a3928",
                                       "?next=https%3A%2F%2Fs%3AS3cr3t%40example.net",
                                       "?u=http://0x7f.1/",
                                       "#access_token=9f8e7d6c5b4a",
                                       "#a#b",
                                       "?x=%0a",
                                       "?q=${x}",
                                       "?x=%s",
                                       "?a[]=1",
                                       "?u=//a@b@c/",
                                       "?url=https%3A%2F%2Fs%3AS3cr3t%40example.net&data=x",
                                       "?%00"};

using Random = std::mt19937;

template <std::size_t kCount>
std::string_view pick(Random& random, const std::string_view (&list)[kCount]) {
  return list[random() % kCount];
}

std::string put_together(Random& random) {
  std::string out;
  const std::string_view start = pick(random, kStarts);
  if (start.starts_with(':')) out += pick(random, kSchemes);
  out += start;
  for (const std::string_view part :
       {pick(random, kUsers), pick(random, kHosts), pick(random, kPorts), pick(random, kPaths),
        pick(random, kTails)}) {
    out += part;
  }
  return out;
}

// One to three bytes are replaced, inserted or deleted, most of them by what delimits something.
std::string mutate(std::string text, Random& random) {
  constexpr std::string_view kBytes = "%:/?#[]@\\.;=&25efx0 \t\n\r{}<>|^`\"~+\x7f\x01\x80\xc3\xff";
  for (auto count = random() % 3 + 1; count != 0; --count) {
    const std::size_t at = random() % (text.size() + 1);
    const char byte = kBytes[random() % kBytes.size()];
    switch (random() % 3) {
      case 0:
        text.insert(at, 1, byte);
        break;
      case 1:
        if (at < text.size()) text[at] = byte;
        break;
      default:
        text.erase(at, 1);
        break;
    }
  }
  return text;
}

// Engines with every rule, woken by signals and asked about everything.
class Pair {
 public:
  Pair() : woken_(Profile::review, options(false)), asked_(Profile::review, options(true)) {}

  void compare(std::string_view text) {
    compare(text, {});
    std::vector<UriSpan> holes;
    find_holes(text, holes);
    if (!holes.empty()) compare(text, holes);
  }

  std::size_t findings = 0;

 private:
  static std::shared_ptr<const Policy> policy() {
    PolicyBuilder builder;
    CHECK(builder.allow_scheme("https") == std::nullopt);
    CHECK(builder.allow_host("*.example.net") == std::nullopt);
    CHECK(builder.deny_port("80") == std::nullopt);
    return builder.build();
  }

  static EngineOptions options(bool ignore_wake) {
    EngineOptions out;
    out.policy = policy();
    out.max_findings = 4096;  // nothing must be dropped, or the order would decide
    out.ignore_wake = ignore_wake;
    return out;
  }

  void compare(std::string_view text, std::span<const UriSpan> holes) {
    const Judge::Result woken = woken_.judge(text, holes);
    const Judge::Result asked = asked_.judge(text, holes);
    findings += asked.lines.size();
    if (woken.lines == asked.lines && woken.broken == nullptr && asked.broken == nullptr &&
        asked.dropped == 0) {
      return;
    }
    CAPTURE(text, holes.size());
    CHECK(woken.lines == asked.lines);
    CHECK(std::string(woken.broken == nullptr ? "" : woken.broken).empty());
    CHECK(std::string(asked.broken == nullptr ? "" : asked.broken).empty());
    CHECK(asked.dropped == 0);
  }

  Judge woken_;
  Judge asked_;
};

}  // namespace

TEST_CASE("wake: no rule would have said more if it had been asked, about any example") {
  Pair pair;
  Random random(20261130);
  for (const RuleInfo& rule : builtin_rules()) {
    for (const Example& example : rule.examples) {
      pair.compare(example.uri);
      for (int i = 0; i < 8; ++i) pair.compare(mutate(std::string(example.uri), random));
    }
  }
  CHECK(pair.findings > builtin_rules().size());
}

TEST_CASE("wake: no rule would have said more if it had been asked, about made-up URIs") {
  Pair pair;
  Random random(3986);
  for (int i = 0; i < 6000; ++i) {
    const std::string text = put_together(random);
    pair.compare(text);
    pair.compare(mutate(text, random));
  }
  CHECK(pair.findings > 6000);
}

TEST_CASE("wake: plain URIs ask few rules") {
  constexpr std::string_view kPlain[] = {
      "https://example.com/", "https://www.example.org/docs/index.html?q=uri&page=2#top",
      "http://example.net:8080/a-b_c/d.e", "ftp://ftp.example.com/pub/file.tar.gz"};
  for (const std::string_view text : kPlain) {
    const Signals signals = split(text).signals;
    std::string awake;
    std::size_t count = 0;
    for (const RuleInfo& rule : builtin_rules()) {
      if (!rule.wake.wakes(signals)) continue;
      ++count;
      awake += std::string(rule.id) + ' ';
    }
    CAPTURE(text, awake);
    CHECK(count * 8 <= builtin_rules().size() + 8);
  }
}
