// Findings of single URIs and of texts: what is told, what is masked, and where it stands.
#include <catch2/catch.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "urilint/lint.hpp"

using namespace urilint;

namespace {

Linter make(LintOptions options) {
  const LinterResult result = Linter::create(options);
  REQUIRE(result.ok());
  return *result.linter;
}

Linter review() {
  LintOptions options;
  options.profile = Profile::review;
  return make(options);
}

std::string slice(std::string_view text, LintSpan span) {
  return std::string(text.substr(span.begin, span.end - span.begin));
}

// Everything that a finding can show.
std::string shown(const LintFinding& finding) {
  std::string out = finding.message + '\n' + finding.uri + '\n' + finding.help;
  for (const LintMark& mark : finding.related) out += '\n' + mark.message;
  for (const LintLayer& layer : finding.within) out += '\n' + layer.uri;
  return out;
}

const LintFinding* find(std::span<const LintFinding> findings, std::string_view rule) {
  for (const LintFinding& finding : findings) {
    if (finding.rule == rule) return &finding;
  }
  return nullptr;
}

}  // namespace

TEST_CASE("a finding carries everything that the program reports") {
  Session session(review());
  const std::string_view uri = "ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm";
  const auto findings = session.lint(uri);
  const LintFinding* finding = find(findings, "userinfo-looks-like-host");
  REQUIRE(finding != nullptr);
  CHECK(finding->variant == "host");
  CHECK(finding->severity == Severity::error);
  CHECK(finding->confidence == Confidence::high);
  CHECK(finding->component == Component::userinfo);
  CHECK(finding->uri == uri);
  CHECK(slice(finding->uri, finding->span) == "cnn.example.com&story=breaking_news");
  CHECK(finding->source == finding->span);
  CHECK(finding->source_uri == LintSpan{0, uri.size()});
  CHECK(finding->message.find("10.0.0.1") != std::string::npos);
  CHECK(!finding->help.empty());
  CHECK(finding->within.empty());
  REQUIRE(finding->related.size() == 1);
  CHECK(finding->related[0].role == "secondary");
  CHECK(finding->related[0].component == Component::host);
  CHECK(slice(finding->uri, finding->related[0].span) == "10.0.0.1");
}

TEST_CASE("secrets are masked wherever a finding could show them") {
  LintOptions options;
  options.profile = Profile::review;
  // Switching off the rules about secrets unmasks nothing.
  options.ignore = {"sensitive-information"};
  Session session(make(options));
  const std::string secret = "S3cr3tPw9zQ";
  for (const std::string& uri :
       {"https://ada:" + secret + "@0x0a.1:99999/%zz", "https://0x0a.1/?password=" + secret,
        "https://0x0a.1/?u=https%3A%2F%2Fada%3A" + secret + "%400x0a.2%2F"}) {
    INFO(uri);
    const auto findings = session.lint(uri);
    CHECK(!findings.empty());
    for (const LintFinding& finding : findings) {
      CHECK(shown(finding).find(secret) == std::string::npos);
      CHECK(shown(finding).find("***") != std::string::npos);
    }
  }
}

TEST_CASE("spans index the masked text, and source the original") {
  Session session(review());
  const std::string_view uri = "https://ada:S3cr3tPw9@0x0a.1/";
  const LintFinding* finding = find(session.lint(uri), "ipv4-hex");
  REQUIRE(finding != nullptr);
  CHECK(finding->uri == "https://ada:***@0x0a.1/");
  CHECK(slice(finding->uri, finding->span) == "0x0a.1");
  CHECK(slice(uri, finding->source) == "0x0a.1");
  CHECK(finding->source != finding->span);
}

TEST_CASE("a nested URI is told with the URIs around it, outermost first") {
  Session session(review());
  const std::string_view uri =
      "https://a.example/?u=https%3A%2F%2Fb.example%2F%3Fv%3Dhttps%253A%252F%252F0x0a.1%252F";
  const LintFinding* finding = find(session.lint(uri), "ipv4-hex");
  REQUIRE(finding != nullptr);
  CHECK(finding->uri == "https://0x0a.1/");
  CHECK(slice(uri, finding->source) == "0x0a.1");
  REQUIRE(finding->within.size() == 2);
  CHECK(finding->within[0].uri == uri);
  CHECK(finding->within[0].layer == "percent");
  CHECK(slice(finding->within[0].uri, finding->within[0].span) == uri.substr(21));
  CHECK(finding->within[1].uri == "https://b.example/?v=https%3A%2F%2F0x0a.1%2F");
  CHECK(slice(finding->within[1].uri, finding->within[1].span) == "https%3A%2F%2F0x0a.1%2F");
}

TEST_CASE("texts of findings are valid UTF-8 whatever the bytes are") {
  Session session(review());
  const std::string uri("http://0x0a.1/\xff\x00\xc3", 17);
  const LintFinding* finding = find(session.lint(uri), "ipv4-hex");
  REQUIRE(finding != nullptr);
  CHECK(finding->uri == std::string("http://0x0a.1/\xef\xbf\xbd\x00\xef\xbf\xbd", 21));
}

TEST_CASE("thresholds hide and count") {
  LintOptions options;
  options.profile = Profile::review;
  const std::string_view uri = "https://ada:S3cr3tPw9@0x0a.1:99999/%zz";
  const std::size_t all = Session(make(options)).lint(uri).size();
  REQUIRE(all > 2);
  options.limits.findings = 1;
  Session limited(make(options));
  CHECK(limited.lint(uri).size() == 1);
  CHECK(limited.hidden() >= 1);
  CHECK(limited.lint("urn:isbn:0451450523").empty());
  CHECK(limited.hidden() == 0);
  options.limits = {};
  options.limits.bytes = 0;
  Session small(make(options));
  CHECK(small.lint(uri).size() == 1);
  CHECK(small.hidden() == all - 1);
  std::size_t told = 0;
  small.lint(uri, [&told](const LintFinding&) {
    ++told;
    return true;
  });
  CHECK(told == all);
  options.limits = {};
  options.min_severity = Severity::error;
  options.min_confidence = Confidence::high;
  Session severe(make(options));
  for (const LintFinding& finding : severe.lint(uri)) {
    CHECK(finding.severity == Severity::error);
    CHECK(finding.confidence == Confidence::high);
  }
  CHECK(severe.hidden() > 0);
}

TEST_CASE("a sink that wants no more gets no more") {
  Session session(review());
  std::size_t told = 0;
  const auto once = [&told](const LintFinding&) { return ++told, false; };
  session.lint("https://ada:S3cr3tPw9@0x0a.1:99999/%zz", once);
  CHECK(told == 1);
  CHECK(session.lint_text("http://0x0a.1/ http://0x0a.2/ http://0x0a.3/", once) == 1);
  CHECK(told == 2);
}

TEST_CASE("a sink that throws leaves a session that works") {
  Session session(review());
  const auto fail = [](const LintFinding&) -> bool { throw std::runtime_error("enough"); };
  CHECK_THROWS_AS(session.lint("http://0x0a.1/?u=http%3A%2F%2F0x0a.2%2F", fail),
                  std::runtime_error);
  CHECK_THROWS_AS(session.lint_text("http://0x0a.1/", fail), std::runtime_error);
  CHECK(find(session.lint("http://0x0a.1/"), "ipv4-hex") != nullptr);
}

TEST_CASE("a session may be moved") {
  Session first(review());
  CHECK(!first.lint("http://0x0a.1/").empty());
  Session second(std::move(first));
  CHECK(!second.lint("http://0x0a.1/").empty());
  first = std::move(second);
  CHECK(!first.lint("http://0x0a.1/").empty());
}

TEST_CASE("URIs of a text are found, through escapes, and told by their places") {
  LintOptions options;
  options.select = {"ipv4-hex"};
  options.min_severity = Severity::note;
  Session session(make(options));
  const std::string text =
      "see http://0x0a.1/, {\"next\": \"http:\\/\\/0x0a.2\\/\"} and https://example.com/.\n";
  std::vector<std::string> uris;
  std::vector<std::string> sources;
  const auto count = session.lint_text(text, [&](const LintFinding& finding) {
    uris.push_back(finding.uri);
    sources.push_back(slice(text, finding.source_uri));
    CHECK(slice(text, finding.source).starts_with("0x0a."));
    return true;
  });
  CHECK(count == 3);
  CHECK(uris == std::vector<std::string>{"http://0x0a.1/", "http://0x0a.2/"});
  CHECK(sources == std::vector<std::string>{"http://0x0a.1/", "http:\\/\\/0x0a.2\\/"});
}

TEST_CASE("template holes are unknown text in profile repo only, and never in single URIs") {
  const std::string_view text = "https://${HOST}/v1";
  for (const auto& [profile, silent] :
       {std::pair(Profile::repo, true), std::pair(Profile::mail, false),
        std::pair(Profile::proxy, false)}) {
    LintOptions options;
    options.profile = profile;
    options.select = {"char-raw-forbidden"};
    options.min_severity = Severity::note;
    options.min_confidence = Confidence::low;
    Session session(make(options));
    std::size_t told = 0;
    session.lint_text(text, [&told](const LintFinding&) { return ++told, true; });
    INFO(name_of(profile));
    CHECK((told == 0) == silent);
    CHECK(!session.lint(text).empty());
  }
}

TEST_CASE("nothing to lint is nothing") {
  Session session(review());
  CHECK(session.lint("").empty());
  CHECK(session.lint({}).empty());
  CHECK(session.lint_text({}, [](const LintFinding&) { return true; }) == 0);
}
