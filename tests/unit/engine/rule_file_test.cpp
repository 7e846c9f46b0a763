// Rule files: what is read of a whole one, every fault with its line and key, and hostile input.
#include "engine/rule_file.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "engine/rule_file_words.hpp"

using namespace urilint;

namespace {

constexpr std::string_view kHead = R"(since = "0.1.0"
summary = "s"
severity = "warning"
message = "m {host}"
why = "w"
instead = "i"
wake = { any = ["port-valid"] }
)";
constexpr std::string_view kMatch = R"([match]
mark = "port"
field = "port"
op = "present"
)";
constexpr std::string_view kExamples = R"([[bad]]
uri = "http://192.0.2.9:25/"
mark = "25"
[[good]]
uri = "http://192.0.2.9/"
)";

RuleFileResult parse(std::string_view toml, RuleOrigin origin = RuleOrigin::builtin) {
  return parse_rule_file(toml, {"syntax/some-rule.toml", "syntax", "some-rule"}, origin);
}

// `line key code`, one a line; empty: no error.
std::string faults(const RuleFileResult& result) {
  std::string out;
  if (result) return out;
  for (const RuleFileError& error : result.error()) {
    CHECK(error.file == "syntax/some-rule.toml");
    CHECK_FALSE(error.words.empty());
    if (!out.empty()) out += '\n';
    out += std::to_string(error.line) + ' ' + (error.key.empty() ? "-" : error.key) + ' ' +
           std::string(name_of(error.code));
  }
  return out;
}

std::string joined(std::string_view a, std::string_view b, std::string_view c) {
  return std::string(a) + std::string(b) + std::string(c);
}

// The head with the line that begins with `key` replaced (or, without a key, with `line` added).
std::string head_with(std::string_view key, std::string_view line) {
  std::string head(kHead);
  if (key.empty()) return head + std::string(line) + '\n';
  const std::size_t at = head.find(std::string(key) + " = ");
  REQUIRE(at != std::string::npos);
  const std::size_t end = head.find('\n', at);
  return head.replace(at, end - at, line);
}

struct Row {
  std::string_view key;  // of the head, or empty
  std::string_view line;
  std::string_view fault;
};

}  // namespace

TEST_CASE("rule_file: a whole rule") {
  const auto rule = parse(R"(# a comment
since = "0.2"
summary = "one line"
severity = { repo = "off", mail = "note", proxy = "error", review = "warning" }
confidence = { repo = "low", mail = "medium", proxy = "high", review = "high" }
message = "{mark} {{x}} {value}"
why = """
two
lines"""
instead = 'that'
references = ["RFC 3986 7.2", "CWE-441", "CVE-2020-12345", "https://example.com/x", "UTS 46"]
wake = { any = ["port-valid", "pct"], all = ["scheme-present"], none = ["hole"] }
yields_to = ["other-rule"]
aliases = ["old-name"]
preview = true
[match]
mark = "match"
all = [
  { field = "port", op = "in-table", table = "bad-ports" },
  { any = [{ field = "host", op = "matches", value = '^A' }, { field = "path", op = "empty" }] },
]
none = [{ field = "query-name", op = "in", values = ["b", "A", "b"], decode = 2 },
        { field = "violation", values = ["char-space"] }]
[[bad]]
uri = "http://a.example:25/25"
profile = "proxy"
mark = "25"
at = 17
related = [{ mark = "a.example" }, { mark = "25", at = 20 }]
also = [{ rule = "third-rule", mark = "http", variant = "v" }]
secrets = ["example"]
[[bad]]
hex = "61 ff62"
findings = [{ mark_hex = "ff" }, { mark = "", at = 3 }]
[[good]]
text = "see ${X}"
profile = "repo"
)");
  REQUIRE(faults(rule) == "");
  const RuleInfo& info = (*rule)->info;
  CHECK(info.id == "some-rule");
  CHECK(info.family == "syntax");
  CHECK(info.file == "syntax/some-rule.toml");
  CHECK(info.since == "0.2");
  CHECK(info.why == "two\nlines");
  CHECK(info.references.size() == 5);
  CHECK(info.wake.any == (bit(Signal::port_valid) | bit(Signal::pct)));
  CHECK(info.wake.all == bit(Signal::scheme_present));
  CHECK(info.wake.none == bit(Signal::hole));
  CHECK(info.yields_to.front() == "other-rule");
  CHECK(info.aliases.front() == "old-name");
  CHECK(info.preview);
  CHECK(info.detector.empty());
  REQUIRE(info.variants.size() == 1);
  CHECK(info.variants[0].name.empty());
  CHECK(info.variants[0].severity ==
        std::array{Severity::off, Severity::note, Severity::error, Severity::warning});
  CHECK(info.variants[0].confidence ==
        std::array{Confidence::low, Confidence::medium, Confidence::high, Confidence::high});
  // all( all( in-table, any( matches, empty ) ), none( in, violation ) )
  REQUIRE(info.conditions.size() == 9);
  constexpr Op kOps[] = {Op::all,   Op::all,  Op::in_table, Op::any, Op::matches,
                         Op::empty, Op::none, Op::in,       Op::in};
  constexpr std::uint16_t kDescendants[] = {8, 4, 0, 2, 0, 0, 2, 0, 0};
  for (std::size_t i = 0; i < 9; ++i) {
    CAPTURE(i);
    CHECK(info.conditions[i].op == kOps[i]);
    CHECK(info.conditions[i].descendants == kDescendants[i]);
  }
  REQUIRE(info.patterns.size() == 1);
  CHECK(info.patterns[0] == "(?i)^A");
  CHECK(info.conditions[4].regex == 0);
  CHECK(info.conditions[2].values[0] == "bad-ports");
  CHECK(info.conditions[7].decode == 2);
  REQUIRE(info.conditions[7].values.size() == 2);  // lower case, sorted, each once
  CHECK(info.conditions[7].values[0] == "a");
  CHECK(info.conditions[7].values[1] == "b");
  CHECK(info.conditions[8].number == 1 << static_cast<int>(ViolationCode::char_space));
  CHECK(info.mark == "match");
}

TEST_CASE("rule_file: examples") {
  const auto rule = parse(joined(kHead, kMatch, R"([[bad]]
uri = "http://a.example:25/25"
profile = "proxy"
mark = "25"
at = 17
related = [{ mark = "a.example" }, { mark = "25", at = 20 }]
also = [{ rule = "third-rule", mark = "http", variant = "v" }]
secrets = ["example"]
[[bad]]
hex = "61 ff62"
findings = [{ mark_hex = "ff" }, { mark = "", at = 3 }]
[[good]]
text = "see ${X}"
profile = "repo"
also = [{ rule = "third-rule", mark = "X" }]
[[good]]
uri = "https://a.example/"
shown = "at b.example"
also = [{ rule = "third-rule", mark = "a.example", related = [{ mark_shown = "b.example" }] }]
)"));
  REQUIRE(faults(rule) == "");
  const auto examples = (*rule)->info.examples;
  REQUIRE(examples.size() == 4);
  CHECK(examples[3].shown == "at b.example");
  REQUIRE(examples[3].findings.size() == 1);
  CHECK_FALSE(examples[3].findings[0].marks[0].shown);
  CHECK(examples[3].findings[0].marks[1].shown);
  CHECK(examples[3].findings[0].marks[1].begin == 3);
  CHECK(examples[0].bad);
  CHECK(examples[0].profile == Profile::proxy);
  CHECK(examples[0].secrets.front() == "example");
  REQUIRE(examples[0].findings.size() == 2);
  CHECK(examples[0].findings[0].rule == "some-rule");
  REQUIRE(examples[0].findings[0].marks.size() == 3);
  CHECK(examples[0].findings[0].marks[0].begin == 17);
  CHECK(examples[0].findings[0].marks[0].end == 19);
  CHECK(examples[0].findings[0].marks[1].begin == 7);
  CHECK(examples[0].findings[0].marks[2].begin == 20);
  CHECK(examples[0].findings[1].rule == "third-rule");
  CHECK(examples[0].findings[1].variant == "v");
  CHECK(examples[1].uri ==
        "a\xff"
        "b");
  CHECK(examples[1].profile == Profile::review);
  REQUIRE(examples[1].findings.size() == 2);
  CHECK(examples[1].findings[0].marks[0].begin == 1);
  CHECK(examples[1].findings[1].marks[0].begin == 3);
  CHECK(examples[1].findings[1].marks[0].end == 3);
  CHECK_FALSE(examples[2].bad);
  CHECK(examples[2].text);
  CHECK(examples[2].profile == Profile::repo);
  CHECK(examples[2].findings.size() == 1);
}

TEST_CASE("rule_file: variants of a detector") {
  std::string toml(kHead);
  toml.replace(toml.find("severity"), std::string_view("severity = \"warning\"\n").size(), "");
  toml.replace(toml.find("message"), std::string_view("message = \"m {host}\"\n").size(), "");
  const auto rule = parse(toml + R"(detector = true
confidence = "low"
[[variants]]
name = "one"
severity = "error"
message = "{0} and {12}"
[[variants]]
name = "two"
severity = { repo = "off", mail = "off", proxy = "off", review = "note" }
confidence = "high"
message = "x"
[[bad]]
uri = "x"
mark = "x"
variant = "two"
[[good]]
uri = "y"
)");
  REQUIRE(faults(rule) == "");
  const RuleInfo& info = (*rule)->info;
  CHECK(info.detector == "some_rule");
  CHECK(info.conditions.empty());
  REQUIRE(info.variants.size() == 2);
  CHECK(info.variants[0].name == "one");
  CHECK(info.variants[0].confidence[2] == Confidence::low);
  CHECK(info.variants[1].severity[3] == Severity::note);
  CHECK(info.variants[1].confidence[0] == Confidence::high);
  CHECK(info.examples[0].findings[0].variant == "two");
}

TEST_CASE("rule_file: faults of the head") {
  // The head has seven lines; an added one is the eighth.
  constexpr Row kRows[] = {
      {"since", "", "1 since missing-key"},
      {"since", "since = \"1\"", "1 since bad-version"},
      {"since", "since = \"0.1.0.2\"", "1 since bad-version"},
      {"since", "since = 1", "1 since wrong-type"},
      {"summary", "summary = \" \"", "2 summary empty-text"},
      {"summary", "summary = \"a\\nb\"", "2 summary not-one-line"},
      {"summary", "sumary = \"s\"", "1 summary missing-key\n2 sumary unknown-key"},
      {"severity", "severity = \"warn\"", "3 severity unknown-severity"},
      {"severity", "severity = 3", "3 severity wrong-type"},
      {"severity", "severity = []", "3 severity wrong-type"},
      {"severity", "severity = { repo = \"off\", mail = \"off\", proxy = \"off\" }",
       "3 severity missing-profile"},
      {"severity", "severity = { repo = \"off\", mail = \"off\", proxy = \"off\", review = \"x\" }",
       "3 severity.review unknown-severity"},
      {"severity",
       "severity = { repo = \"off\", mail = \"off\", proxy = 1, review = \"off\", revew = \"off\" "
       "}",
       "3 severity.revew unknown-key\n3 severity.proxy wrong-type"},
      {"", "confidence = \"sure\"", "8 confidence unknown-confidence"},
      {"", "confidence = { repo = \"low\" }",
       "8 confidence missing-profile\n8 confidence missing-profile\n8 confidence missing-profile"},
      {"message", "message = \"{hots}\"", "4 message unknown-placeholder"},
      {"message", "message = \"{0}\"", "4 message unknown-placeholder"},
      {"message", "message = \"{value}\"", "4 message unknown-placeholder"},
      {"message", "message = \"{}\"", "4 message unknown-placeholder"},
      {"message", "message = \"a {host\"", "4 message unclosed-placeholder"},
      {"message", "message = \"a {{host} } {{\"", ""},
      {"why", "why = [\"x\"]", "5 why wrong-type"},
      {"instead", "", "1 instead missing-key"},
      {"wake", "", "1 wake missing-key"},
      {"wake", "wake = {}", "7 wake no-wake"},
      {"wake", "wake = { none = [\"pct\"] }", "7 wake no-wake"},
      {"wake", "wake = { any = [] }", "7 wake no-wake"},
      {"wake", "wake = [\"pct\"]", "7 wake wrong-type"},
      {"wake", "wake = { any = \"pct\" }", "7 wake.any wrong-type"},
      {"wake", "wake = { any = [\"pct\", \"pct_bad\"] }", "7 wake.any[1] unknown-signal"},
      {"wake", "wake = { all = [1] }", "7 wake.all[0] wrong-type"},
      {"wake", "wake = { al = [\"pct\"], any = [\"pct\"] }", "7 wake.al unknown-key"},
      {"wake", "wake = { all = [\"pct\"], none = [\"pct\"] }", "7 wake never-wakes"},
      {"wake", "wake = { any = [\"pct\"], none = [\"pct\", \"space\"] }", "7 wake never-wakes"},
      {"", "references = \"RFC 3986\"", "8 references wrong-type"},
      {"", "references = [\"RFC 3986\", \"RFC\", \"RFC x\", \"RFC 1x\"]",
       "8 references[1] bad-reference\n8 references[2] bad-reference\n"
       "8 references[3] bad-reference"},
      {"", "references = [\"CWE-\", \"CWE-1x\", \"CVE-20-1\", \"CVE-2020-\", \"CWE-12\"]",
       "8 references[0] bad-reference\n8 references[1] bad-reference\n"
       "8 references[2] bad-reference\n8 references[3] bad-reference"},
      {"", "references = [\"http://example.com/\", \"https:///x\", \"https://\", \"https://a b\"]",
       "8 references[0] bad-reference\n8 references[1] bad-reference\n"
       "8 references[2] bad-reference\n8 references[3] bad-reference"},
      {"", "references = [\"javascript:alert(1)\", \"WHATWG \", \"some words\"]",
       "8 references[0] bad-reference\n8 references[1] bad-reference\n"
       "8 references[2] bad-reference"},
      {"", "references = [\"WHATWG URL 4.4\", \"UTS 46\", \"CAPEC-33\", \"IANA port numbers\"]",
       ""},
      {"", "aliases = [\"Old\"]", "8 aliases[0] bad-id"},
      {"", "preview = \"yes\"", "8 preview wrong-type"},
      {"", "ambient = true", "8 ambient conflicting-keys"},
      {"", "link = true", "8 link conflicting-keys"},
      {"", "detector = true", "9 match detector-and-match"},
      {"", "id = \"x\"", "8 id unknown-key"},
      {"", "\"\\u0007 odd\" = 1", "8 \"\\x07 odd\" unknown-key"},
      {"", "since = \"0.1.0\"", "8 - syntax"},
      {"", "x = ", "8 - syntax"},
      {"", "x = \"a", "8 - syntax"},
      {"", "x = \"\xff\"", "8 - syntax"},
      {"", "[[variants]]\nname = \"a\"\nseverity = \"off\"\nmessage = \"m\"",
       "3 severity conflicting-keys\n4 message conflicting-keys\n8 variants conflicting-keys"},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.line);
    CHECK(faults(parse(joined(head_with(row.key, row.line), kMatch, kExamples))) == row.fault);
  }
}

TEST_CASE("rule_file: variants that are wrong") {
  std::string head(kHead);
  head.replace(head.find("severity"), std::string_view("severity = \"warning\"\n").size(), "");
  head.replace(head.find("message"), std::string_view("message = \"m {host}\"\n").size(), "");
  const auto with = [&](std::string_view variants) {
    return faults(parse(joined(head, "detector = true\n", variants) + std::string(kExamples)));
  };
  // The head has five lines, `detector` is the sixth.
  CHECK(with("") == "1 severity missing-key\n1 message missing-key");
  CHECK(with("variants = []\n") == "7 variants empty-text");
  CHECK(with("variants = 1\n") == "7 variants wrong-type");
  CHECK(with("[[variants]]\nseverity = \"off\"\nmessage = \"m\"\n") ==
        "7 variants[0].name missing-key");
  CHECK(with("[[variants]]\nname = \"A\"\nseverity = \"off\"\nmessage = \"m\"\n") ==
        "8 variants[0].name bad-id");
  CHECK(with("[[variants]]\nname = \"a\"\nmessage = \"{value}\"\n") ==
        "7 variants[0].severity missing-key\n9 variants[0].message unknown-placeholder");
  CHECK(with("[[variants]]\nname = \"a\"\nseverity = \"off\"\nmessage = \"m\"\n"
             "[[variants]]\nname = \"a\"\nseverity = \"off\"\nmessage = \"m\"\nwhy = \"x\"\n") ==
        "12 variants[1].name duplicate-variant\n15 variants[1].why unknown-key");
}

TEST_CASE("rule_file: detector or match") {
  CHECK(faults(parse(joined(kHead, "", kExamples))) == "1 - no-detector-no-match");
  CHECK(faults(parse(joined(kHead, "detector = true\n", kExamples))) == "");
  CHECK(faults(parse(joined(kHead, "detector = false\n", kExamples))) == "8 detector wrong-type");
  CHECK(faults(parse(joined(kHead, "detector = \"x\"\n", kExamples))) == "8 detector wrong-type");
  CHECK(faults(parse(joined(kHead, "detector = true\n", kExamples), RuleOrigin::pack)) ==
        "8 detector detector-in-pack");
  CHECK(faults(parse(joined(kHead, "match = 1\n", kExamples))) == "8 match wrong-type");
}

TEST_CASE("rule_file: names of files and folders") {
  const std::string toml = joined(kHead, kMatch, kExamples);
  struct NameRow {
    std::string_view family, id;
    RuleOrigin origin;
    std::string_view fault;
  };
  constexpr NameRow kRows[] = {
      {"syntax", "a-1", RuleOrigin::builtin, ""},
      {"sytax", "a-1", RuleOrigin::builtin, "unknown-family"},
      {"custom", "a-1", RuleOrigin::builtin, "unknown-family"},
      {"custom", "a-1", RuleOrigin::pack, ""},
      {"anything", "a-1", RuleOrigin::pack, ""},
      {"Any thing", "a-1", RuleOrigin::pack, "unknown-family"},
      {"syntax", "", RuleOrigin::pack, "bad-id"},
      {"syntax", "A", RuleOrigin::pack, "bad-id"},
      {"syntax", "-a", RuleOrigin::pack, "bad-id"},
      {"syntax", "a-", RuleOrigin::pack, "bad-id"},
      {"syntax", "a_b", RuleOrigin::pack, "bad-id"},
      {"syntax", "..", RuleOrigin::pack, "bad-id"},
      {"syntax", "policy", RuleOrigin::pack, "bad-id"},
      {"syntax", "custom", RuleOrigin::pack, "bad-id"},
  };
  for (const NameRow& row : kRows) {
    CAPTURE(row.family, row.id);
    const auto result = parse_rule_file(toml, {"f", row.family, row.id}, row.origin);
    CHECK((result ? "" : name_of(result.error().front().code)) == row.fault);
  }
}

TEST_CASE("rule_file: faults of conditions") {
  // `[match]` is line 8; what is given stands on line 9.
  struct MatchRow {
    std::string_view match;
    std::string_view fault;
  };
  constexpr MatchRow kRows[] = {
      {"field = \"host\"\nop = \"present\"", "8 match.mark missing-key"},
      {"mark = \"hots\"\nfield = \"host\"\nop = \"present\"", "9 match.mark unknown-mark"},
      {"mark = \"query-name\"\nfield = \"host\"\nop = \"present\"", "9 match.mark unknown-mark"},
      {"mark = \"last-segment\"\nfield = \"host\"\nop = \"present\"", ""},
      {"mark = \"match\"\nfield = \"host\"\nop = \"present\"", "9 match.mark mark-without-place"},
      {"mark = \"match\"\nnone = [{ field = \"segment\", op = \"empty\" }]",
       "9 match.mark mark-without-place"},
      {"mark = \"match\"\nfield = \"segment\"\nop = \"empty\"", ""},
      {"mark = \"uri\"", "8 match.field missing-key"},
      {"all = []\nmark = \"uri\"", "9 match.all empty-text"},
      {"all = {}\nmark = \"uri\"", "9 match.all wrong-type"},
      {"all = [1]\nmark = \"uri\"", "9 match.all[0] wrong-type"},
      {"all = [{ field = \"x\" }]\nmark = \"uri\"", "9 match.all[0].field unknown-field"},
      {"all = [{ field = \"last_segment\", op = \"empty\" }]\nmark = \"uri\"",
       "9 match.all[0].field unknown-field"},
      {"all = [{ field = \"host\" }]\nmark = \"uri\"", "9 match.all[0].op missing-key"},
      {"all = [{ field = \"host\", op = \"is\" }]\nmark = \"uri\"", "9 match.all[0].op unknown-op"},
      {"all = [{ field = \"host\", op = \"all\" }]\nmark = \"uri\"",
       "9 match.all[0].op unknown-op"},
      {"any = [{ field = \"host\", op = \"present\", value = \"x\" }]\nmark = \"uri\"",
       "9 match.any[0].value unknown-key"},
      {"any = [{ field = \"host\", op = \"empty\", decode = 1 }]\nmark = \"uri\"",
       "9 match.any[0].decode unknown-key"},
      {"any = [{ field = \"host\", op = \"present\", all = [] }]\nmark = \"uri\"",
       "9 match.any[0].field unknown-key\n9 match.any[0].op unknown-key\n"
       "9 match.any[0].all empty-text"},
      {"none = [{ field = \"host\", op = \"equals\" }]\nmark = \"uri\"",
       "9 match.none[0].value missing-key"},
      {"none = [{ field = \"host\", op = \"in\" }]\nmark = \"uri\"",
       "9 match.none[0].values missing-key"},
      {"none = [{ field = \"host\", op = \"in\", values = [] }]\nmark = \"uri\"",
       "9 match.none[0].values empty-text"},
      {"none = [{ field = \"host\", op = \"in\", values = \"x\" }]\nmark = \"uri\"",
       "9 match.none[0].values wrong-type"},
      {"none = [{ field = \"host\", op = \"in\", values = [\"a\", 1] }]\nmark = \"uri\"",
       "9 match.none[0].values[1] wrong-type"},
      {"none = [{ field = \"port\", op = \"in\", values = [\"a\", 1] }]\nmark = \"uri\"", ""},
      {"none = [{ field = \"host\", op = \"equals\", value = \"\" }]\nmark = \"uri\"",
       "9 match.none[0].value empty-text"},
      {"none = [{ field = \"host\", op = \"in\", value = \"a\", values = [\"a\"] }]\nmark = "
       "\"uri\"",
       "9 match.none[0].values conflicting-keys"},
      {"none = [{ field = \"host\", op = \"prefix\", value = \"a\", decode = 3 }]\nmark = \"uri\"",
       "9 match.none[0].decode bad-decode"},
      {"none = [{ field = \"host\", op = \"prefix\", value = \"a\", decode = \"1\" }]\n"
       "mark = \"uri\"",
       "9 match.none[0].decode bad-decode"},
      {"none = [{ field = \"host\", op = \"prefix\", value = \"a\", case = \"no\" }]\nmark = "
       "\"uri\"",
       "9 match.none[0].case wrong-type"},
      {"all = [{ field = \"host\", op = \"in-table\", table = \"bad-port\" }]\nmark = \"uri\"",
       "9 match.all[0].table unknown-table"},
      {"all = [{ field = \"host\", op = \"in-table\", value = \"x\" }]\nmark = \"uri\"",
       "9 match.all[0].value unknown-key\n9 match.all[0].table missing-key"},
      {"all = [{ field = \"port\", op = \"less\", value = \"1\" }]\nmark = \"uri\"",
       "9 match.all[0].value wrong-type"},
      {"all = [{ field = \"port\", op = \"greater\" }]\nmark = \"uri\"",
       "9 match.all[0].value missing-key"},
      {"all = [{ field = \"violation\", value = \"char\" }]\nmark = \"uri\"",
       "9 match.all[0].value unknown-violation"},
      {"all = [{ field = \"violation\", op = \"present\" }]\nmark = \"uri\"",
       "9 match.all[0].op wrong-op"},
      {"all = [{ field = \"signal\", values = [\"pct\", \"x\"] }]\nmark = \"uri\"",
       "9 match.all[0].values unknown-signal"},
      {"all = [{ field = \"signal\", op = \"in\", value = \"pct\" }]\nmark = \"uri\"", ""},
      {"all = [{ field = \"path\", op = \"matches\", value = \"(\" }]\nmark = \"uri\"",
       "9 match.all[0].value bad-pattern"},
      {"all = [{ field = \"path\", op = \"matches\", value = \"(?=x)\" }]\nmark = \"uri\"",
       "9 match.all[0].value bad-pattern"},
      {"all = [{ field = \"path\", op = \"matches\", value = \"é\" }]\nmark = \"uri\"",
       "9 match.all[0].value pattern-not-ascii"},
      {"all = [{ field = \"path\", op = \"matches\", value = '\\xc3\\xa9' }]\nmark = \"uri\"", ""},
  };
  for (const MatchRow& row : kRows) {
    CAPTURE(row.match);
    const std::string match = "[match]\n" + std::string(row.match) + '\n';
    CHECK(faults(parse(joined(kHead, match, kExamples))) == row.fault);
  }
}

TEST_CASE("rule_file: faults of examples") {
  // The head has seven lines, the match four; `[[bad]]` is line 12, what is given stands on 13.
  struct ExampleRow {
    std::string_view bad;
    std::string_view fault;
  };
  constexpr ExampleRow kRows[] = {
      {"uri = \"http://a/\"", "12 bad[0].mark missing-key"},
      {"mark = \"a\"", "12 bad[0].uri missing-key"},
      {"uri = \"x\"\ntext = \"x\"\nmark = \"x\"", "14 bad[0].text conflicting-keys"},
      {"uri = \"aXbX\"\nmark = \"x\"", "14 bad[0].mark mark-not-found"},
      {"uri = \"axbx\"\nmark = \"x\"", "14 bad[0].mark mark-ambiguous"},
      {"uri = \"aaa\"\nmark = \"aa\"", "14 bad[0].mark mark-ambiguous"},
      {"uri = \"axbx\"\nmark = \"\"", "14 bad[0].mark mark-ambiguous"},
      {"uri = \"axbx\"\nmark = \"x\"\nat = 2", "15 bad[0].at mark-not-found"},
      {"uri = \"axbx\"\nmark = \"x\"\nat = 3", ""},
      {"uri = \"axbx\"\nmark = \"\"\nat = 4", ""},
      {"uri = \"axbx\"\nmark = \"\"\nat = 5", "15 bad[0].at mark-not-found"},
      {"uri = \"axbx\"\nmark = \"x\"\nat = -1", "15 bad[0].at mark-not-found"},
      {"uri = \"axbx\"\nmark = \"x\"\nat = \"3\"", "15 bad[0].at wrong-type"},
      {"uri = \"ab\"\nmark = \"a\"\nmark_hex = \"61\"", "15 bad[0].mark_hex conflicting-keys"},
      {"hex = \"6\"\nmark = \"a\"", "13 bad[0].hex bad-hex"},
      {"hex = \"6g\"\nmark = \"a\"", "13 bad[0].hex bad-hex"},
      {"hex = \"61ff\"\nmark_hex = \"FF\"", ""},
      {"uri = \"ab\"\nmark = \"a\"\nvariant = \"x\"", "15 bad[0].variant unknown-variant"},
      {"uri = \"ab\"\nmark = \"a\"\nprofile = \"web\"", "15 bad[0].profile unknown-profile"},
      {"uri = \"ab\"\nmark = \"a\"\nrelated = [{ mark = \"b\" }, { mark = \"c\" }]",
       "15 bad[0].related[1].mark mark-not-found"},
      {"uri = \"ab\"\nmark = \"a\"\nrelated = [{}]", "15 bad[0].related[0].mark missing-key"},
      {"uri = \"ab\"\nmark = \"a\"\nfindings = [{ mark = \"b\" }]",
       "14 bad[0].mark conflicting-keys"},
      {"uri = \"ab\"\nfindings = []", "14 bad[0].findings empty-text"},
      {"uri = \"ab\"\nfindings = [{ mark = \"b\", rule = \"x\" }]",
       "14 bad[0].findings[0].rule unknown-key"},
      {"uri = \"ab\"\nmark = \"a\"\nalso = [{ mark = \"b\" }]",
       "15 bad[0].also[0].rule missing-key"},
      {"uri = \"ab\"\nmark = \"a\"\nalso = [{ rule = \"some-rule\", mark = \"b\" }]",
       "15 bad[0].also[0].rule conflicting-keys"},
      {"uri = \"ab\"\nmark = \"a\"\nsecrets = [\"S3cr3t\"]",
       "15 bad[0].secrets[0] secret-not-found"},
      {"uri = \"ab\"\nmark = \"a\"\nmarks = \"a\"", "15 bad[0].marks unknown-key"},
      {"text = \"ab\"\nshown = \"x\"\nmark = \"a\"", "14 bad[0].shown conflicting-keys"},
      {"uri = \"ab\"\nmark = \"a\"\nmark_shown = \"x\"",
       "15 bad[0].mark_shown unknown-key\n15 bad[0].mark_shown conflicting-keys"},
      {"uri = \"ab\"\nmark = \"a\"\nshown = \"x\"\nrelated = [{ mark_shown = \"a\" }]",
       "16 bad[0].related[0].mark_shown mark-not-found"},
      {"uri = \"ab\"\nmark = \"a\"\nrelated = [{ mark = \"b\", mark_shown = \"a\" }]",
       "15 bad[0].related[0].mark_shown conflicting-keys"},
  };
  for (const ExampleRow& row : kRows) {
    CAPTURE(row.bad);
    const std::string examples = "[[bad]]\n" + std::string(row.bad) + "\n[[good]]\nuri = \"x\"\n";
    CHECK(faults(parse(joined(kHead, kMatch, examples))) == row.fault);
  }
  CHECK(faults(parse(joined(kHead, kMatch, "[[good]]\nuri = \"x\"\n"))) == "1 bad no-bad-example");
  CHECK(faults(parse(joined(kHead, kMatch, "[[bad]]\nuri = \"x\"\nmark = \"x\"\n"))) ==
        "1 good no-good-example");
  CHECK(faults(parse(joined(kHead, "bad = []\ngood = []\n", kMatch))) ==
        "8 bad no-bad-example\n9 good no-good-example");
  CHECK(faults(parse(joined(kHead, kMatch, kExamples) + "mark = \"x\"\n")) ==
        "17 good[0].mark unknown-key");
}

TEST_CASE("rule_file: errors suggest what is near") {
  const auto result = parse(joined(head_with("summary", "sumary = \"s\""), kMatch, kExamples));
  REQUIRE(!result);
  CHECK(to_string(result.error()[1]) ==
        "syntax/some-rule.toml:2: sumary: unknown key \"sumary\", did you mean \"summary\"?");
  constexpr std::string_view kNames[] = {"scheme", "host", "port"};
  CHECK(nearest("prot", kNames) == "port");
  CHECK(nearest("hosts", kNames) == "host");
  CHECK(nearest("zzzz", kNames).empty());
  CHECK(nearest("", kNames).empty());
  CHECK(quoted("a\x1b[31m\xff") == "\"a\\x1b[31m\\xff\"");
  CHECK(quoted(std::string(61, 'a')) == '"' + std::string(60, 'a') + "\"...");
}

TEST_CASE("rule_file: patterns") {
  struct PatternRow {
    std::string_view pattern;
    std::string_view fault;
  };
  constexpr PatternRow kRows[] = {
      {"a{64}", ""},
      {"a{65}", "pattern-repeat"},
      {"a{1,65}", "pattern-repeat"},
      {"a{65,}", "pattern-repeat"},
      {"a{99999999999999999999}", "pattern-repeat"},
      {"a{,65}", ""},  // no repeat to RE2, but the text itself
      {"\\{65}", ""},
      {"[{65}]", ""},
      {"[^]{65}]", ""},
      {"[]a{65}]b{65}", "pattern-repeat"},
      {"[[:alpha:]{65}]", ""},
      {"[[:alpha:][]a{65}", "pattern-repeat"},
      {"\\x{65}", ""},
      {"\\x{65}{65}", "pattern-repeat"},
      {"\\Q{65}\\E", ""},
      {"\\Q{65}\\E{65}", "pattern-repeat"},
      {"(a{60}){60}", "bad-pattern"},
      {"((a{9}){9}){9}", ""},
      {"((\\pL{9}){9}){9}", "pattern-too-big"},
      {"(a|b", "bad-pattern"},
      {"a**", "bad-pattern"},
      {"\\C", ""},
      {"(a)\\1", "bad-pattern"},
      {"\\", "bad-pattern"},
  };
  for (const PatternRow& row : kRows) {
    CAPTURE(row.pattern);
    const auto fault = check_pattern(row.pattern);
    CHECK((fault ? name_of(fault->code) : "") == row.fault);
  }
  CHECK(check_pattern(std::string(kRulePatternSizeMax, 'a')).has_value());  // too many instructions
  CHECK(check_pattern(std::string(kRulePatternSizeMax + 1, 'a'))->code == RuleFault::too_long);
  CHECK(check_pattern(std::string(1000, 'a')) == std::nullopt);
}

// The parser's character tests had undefined behaviour for these (found by pack_fuzz).
TEST_CASE("rule_file: letters where TOML has none") {
  for (const std::string_view letter :
       {"\u3042", "\u00bc", "\u1681", "\u2010", "\ufefe", "\u00a0", "\u3000", "\u0085", "\u2028"}) {
    CAPTURE(letter);
    const std::string c(letter);
    CHECK(faults(parse("a" + c + " = 1")) == "1 - syntax");
    CHECK(faults(parse(c + " = 1")) == "1 - syntax");
    CHECK(faults(parse("a =" + c)) == "1 - syntax");
    CHECK(faults(parse("a = 1" + c)) == "1 - syntax");
    CHECK(faults(parse("a = true" + c)) == "1 - syntax");
    CHECK(faults(parse("a = \"\"\"\\" + c + "\"\"\"")) == "1 - syntax");
    const std::string text = head_with("why", "why = \"\"\"x\\\n  " + c + "y\"\"\" # " + c);
    CHECK(faults(parse(joined(text, kMatch, kExamples))) == "");
  }
}

TEST_CASE("rule_file: hostile size and depth") {
  const std::string good = joined(kHead, kMatch, kExamples);
  const auto repeat = [](std::string_view text, std::size_t times) {
    std::string out;
    for (std::size_t i = 0; i < times; ++i) out += text;
    return out;
  };
  SECTION("a file that is too large") {
    std::string toml = good + '#' + std::string(kRuleFileMax - good.size() - 1, 'x');
    CHECK(faults(parse(toml)) == "");
    toml += 'x';
    CHECK(faults(parse(toml)) == "1 - too-large");
  }
  SECTION("brackets") {
    CHECK(faults(parse("x = " + repeat("[", 100000))) == "1 - too-deep");
    CHECK(faults(parse("\n\nx = " + repeat("{a=", 60000))) == "3 - too-deep");
    CHECK(faults(parse("x = " + repeat("[", 64) + repeat("]", 64))).find("too-deep") ==
          std::string::npos);
    CHECK(faults(parse("x = " + repeat("[", 65) + repeat("]", 65))) == "1 - too-deep");
  }
  SECTION("brackets in strings and comments do not count") {
    for (const std::string& hidden :
         {'"' + repeat("[", 100) + '"', '\'' + repeat("[", 100) + '\'',
          "\"\"\"\n" + repeat("[\n", 100) + "\"\"\"", "'''" + repeat("[", 100) + "'''",
          "\"\\\"" + repeat("[", 100) + '"', "\"\"\"\"" + repeat("[", 100) + "\"\"\"\"\"",
          "1 # " + repeat("[", 100)}) {
      CAPTURE(hidden);
      CHECK(faults(parse(good + "\n[x]\ny = " + hidden)).find("too-deep") == std::string::npos);
    }
  }
  SECTION("nothing hides brackets") {
    const std::string deep = repeat("[", 100);
    for (const std::string& toml :
         {"x = \"\"\"a\"\"\"\"\ny = " + deep, "x = ''\ny = " + deep, "x = \"\"\ny = " + deep,
          "x = \"\\\\\"\ny = " + deep, "# \"\"\"\ny = " + deep, "x = '\\'\ny = " + deep,
          "x = \"a\ny = " + deep, "x = '''a'''''\ny = " + deep,
          "x = \"\"\"\\\\\"\"\"\ny = " + deep}) {
      CAPTURE(toml);
      CHECK(faults(parse(toml)).find("too-deep") != std::string::npos);
    }
  }
  SECTION("dotted keys") {
    CHECK(faults(parse(repeat("a.", 100000) + "b = 1")) == "1 - too-deep");
    CHECK(faults(parse("[" + repeat("a.", 100000) + "b]")) == "1 - too-deep");
    CHECK(faults(parse(repeat("\"a\" . ", 100) + "b = 1")) == "1 - too-deep");
    CHECK(faults(parse(repeat("a.b = 1\n", 5000))).find("too-deep") != std::string::npos);
    CHECK(faults(parse(repeat("[[x]]\n", 5000))).find("too-deep") != std::string::npos);
    CHECK(faults(parse(repeat("a.", 15) + "b = 1")).find("too-deep") == std::string::npos);
  }
  SECTION("long lists") {
    const std::string numbers = "references = [" + repeat("1,", 100000) + "]\n";
    CHECK(faults(parse(joined(kHead, numbers, kMatch) + std::string(kExamples))) ==
          "8 references too-many");
    const std::string tables = "all = [" + repeat("{},", 50000) + "]\nmark = \"uri\"\n";
    CHECK(faults(parse(joined(kHead, "[match]\n" + tables, kExamples))) == "9 match.all too-many");
    CHECK(faults(parse(joined(kHead, kMatch, kExamples) +
                       repeat("[[bad]]\nuri=\"x\"\nmark=\"x\"\n", 256))) == "12 bad too-many");
  }
  SECTION("many errors are cut") {
    const auto result = parse(repeat("a = 1\n", 1) + [&] {
      std::string out;
      for (int i = 0; i < 5000; ++i) out += "k" + std::to_string(i) + " = 1\n";
      return out;
    }());
    REQUIRE(!result);
    CHECK(result.error().size() == kRuleErrorsMax);
  }
  SECTION("conditions") {
    const std::string leaf = "{ field = \"host\", op = \"present\" }";
    const auto nested = [&](std::size_t depth) {
      return "[match]\nmark = \"uri\"\nall = [" + repeat("{ any = [", depth - 2) + leaf +
             repeat("] }", depth - 2) + "]\n";
    };
    CHECK(faults(parse(joined(kHead, nested(kRuleDepthMax), kExamples))) == "");
    CHECK(
        faults(parse(joined(kHead, nested(kRuleDepthMax + 1), kExamples))).ends_with(" too-deep"));
    const auto wide = [&](std::size_t leaves) {
      return "[match]\nmark = \"uri\"\nall = [" + repeat(leaf + ',', leaves) + "]\n";
    };
    CHECK(faults(parse(joined(kHead, wide(kRuleConditionsMax - 1), kExamples))) == "");
    CHECK(faults(parse(joined(kHead, wide(kRuleConditionsMax), kExamples))) ==
          "10 match.all[511] too-many");
  }
  SECTION("long texts") {
    const std::string line(kRuleLineMax + 1, 'x');
    CHECK(faults(parse(joined(head_with("summary", "summary = \"" + line + '"'), kMatch,
                              kExamples))) == "2 summary too-long");
    const std::string text(kRuleStringMax + 1, 'x');
    CHECK(faults(parse(joined(head_with("why", "why = \"" + text + '"'), kMatch, kExamples))) ==
          "5 why too-long");
    const std::string match =
        "[match]\nmark = \"uri\"\nfield = \"uri\"\nop = \"contains\"\nvalue = \"" +
        std::string(kRuleNeedleMax + 1, 'x') + "\"\n";
    CHECK(faults(parse(joined(kHead, match, kExamples))) == "12 match.value too-long");
  }
}

TEST_CASE("rule_file: sets of rules") {
  const std::string toml = joined(kHead, kMatch, kExamples);
  const auto rule = [&](std::string_view id, std::string_view extra) {
    auto file = parse_rule_file(std::string(extra) + toml, {id, "syntax", id}, RuleOrigin::pack);
    REQUIRE(file);
    return std::move(*file);
  };
  const auto check = [](std::vector<std::unique_ptr<RuleFile>> rules) {
    constexpr std::string_view kAliases[] = {"known-alias"};
    const KnownRule known[] = {{"known", kAliases}};
    std::vector<RuleFileError> errors;
    check_rule_set(rules, known, errors);
    std::string out;
    for (const RuleFileError& e : errors) {
      out += e.file + ' ' + std::to_string(e.line) + ' ' + e.key + ' ' +
             std::string(name_of(e.code)) + ';';
    }
    return out;
  };
  const auto set = [&](std::initializer_list<std::pair<std::string_view, std::string_view>> rows) {
    std::vector<std::unique_ptr<RuleFile>> rules;
    for (const auto& [id, extra] : rows) rules.push_back(rule(id, extra));
    return rules;
  };
  CHECK(check(set({{"a", "yields_to = [\"b\", \"known\"]\n"}, {"b", ""}})).empty());
  CHECK(check(set({{"a", ""}, {"a", ""}})) == "a 1  duplicate-id;");
  CHECK(check(set({{"known", ""}})) == "known 1  duplicate-id;");
  CHECK(check(set({{"known-alias", ""}})) == "known-alias 1  duplicate-id;");
  CHECK(check(set({{"a", "\naliases = [\"x\", \"known\"]\n"}})) == "a 2 aliases[1] duplicate-id;");
  CHECK(check(set({{"a", "aliases = [\"a\"]\n"}})) == "a 1 aliases[0] duplicate-id;");
  CHECK(check(set({{"a", "\n\nyields_to = [\"b\"]\n"}})) == "a 3 yields_to[0] unknown-rule;");
  CHECK(check(set({{"a", "yields_to = [\"known-alias\"]\n"}})) == "a 1 yields_to[0] unknown-rule;");
  CHECK(check(set({{"a", "yields_to = [\"a\"]\n"}})) == "a 1 yields_to yields-cycle;");
  CHECK(check(set({{"a", "yields_to = [\"b\"]\n"},
                   {"b", "yields_to = [\"c\"]\n"},
                   {"c", "yields_to = [\"a\"]\n"}})) == "c 1 yields_to yields-cycle;");
  CHECK(
      check(set({{"a", "yields_to = [\"b\", \"c\"]\n"}, {"b", "yields_to = [\"c\"]\n"}, {"c", ""}}))
          .empty());
}

TEST_CASE("rule_file: every fault has a name") {
  for (std::size_t i = 0; i < kRuleFaults; ++i) {
    const std::string_view name = name_of(static_cast<RuleFault>(i));
    CAPTURE(i, name);
    CHECK(is_kebab(name));
    for (std::size_t j = 0; j < i; ++j) CHECK(name != name_of(static_cast<RuleFault>(j)));
  }
}
