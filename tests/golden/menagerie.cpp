// Built by hand: spans are found by the words that they mark, so that a reader sees what is meant.
#include "golden/menagerie.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>

namespace urilint::golden {
namespace {

using namespace std::string_literals;

Redacted redacted(std::string text) { return RedactedForTests::make(std::move(text)); }

constexpr std::string_view kReferences[] = {"RFC 3986 7.6", "CWE-451"};
constexpr std::string_view kHostileReferences[] = {"https://example.com/\"::error::\""};

constexpr Variant kUserinfoVariants[] = {
    {.name = "",
     .message = "the userinfo looks like a host",
     .severity = {Severity::error, Severity::error, Severity::warning, Severity::error},
     .confidence = {Confidence::high, Confidence::high, Confidence::medium, Confidence::high}}};
constexpr Variant kBidiVariants[] = {
    {.name = "bidi",
     .message = "a bidirectional control",
     .severity = {Severity::warning, Severity::error, Severity::error, Severity::error},
     .confidence = {Confidence::medium, Confidence::high, Confidence::high, Confidence::high}}};
constexpr Variant kOffVariants[] = {
    {.name = "",
     .message = "off here",
     .severity = {Severity::off, Severity::note, Severity::off, Severity::note},
     .confidence = {Confidence::low, Confidence::low, Confidence::low, Confidence::low}}};

const RuleInfo kUserinfoRule = {.id = "userinfo-looks-like-host",
                                .family = "semantic-attack",
                                .since = "0.1.0",
                                .summary = "Userinfo that reads as a host",
                                .why = "People take what stands first for the host.",
                                .instead = "Remove the userinfo,\nor write the real host first.",
                                .variants = kUserinfoVariants,
                                .references = kReferences};
const RuleInfo kBidiRule = {.id = "bidi-control",
                            .family = "semantic-attack",
                            .since = "0.1.0",
                            .summary = "Bidirectional control in a URI",
                            .why = "It shows in another order than it is read.",
                            .instead = "Percent-encode it, or leave it out.",
                            .variants = kBidiVariants,
                            .references = {}};
const RuleInfo kOffRule = {.id = "path-empty-segment",
                           .family = "syntax",
                           .since = "0.1.0",
                           .summary = "Empty path segment",
                           .why = "Servers disagree about it.",
                           .instead = "Write one slash.",
                           .variants = kOffVariants,
                           .references = {}};

/// A location on one line, of ASCII text.
Location at(std::uint64_t line, std::uint64_t column, std::uint64_t length,
            std::uint64_t byte_offset) {
  return {.line = line,
          .column = column,
          .end_line = line,
          .end_column = column + length,
          .byte_offset = byte_offset,
          .byte_length = length};
}

std::string fingerprint(char digit) { return "v1:" + std::string(32, digit); }

Record base(std::string uri, std::string_view marked) {
  Record record;
  record.rule = kUserinfoRule.id;
  record.severity = Severity::error;
  record.confidence = Confidence::high;
  record.message = redacted("the userinfo `cnn.example.com` looks like a host");
  record.help = kUserinfoRule.instead;
  record.uri = redacted(std::move(uri));
  record.component = Component::userinfo;
  record.span = span_in(record.uri.view(), marked);
  record.references = kReferences;
  return record;
}

Snippet snippet(std::uint64_t line, std::string text) {
  Snippet out;
  out.line = line;
  out.text = redacted(std::move(text));
  return out;
}

void mark(Snippet& in, std::string_view part, Role role, std::string label = {}) {
  in.marks.push_back({span_in(in.text.view(), part), role, std::move(label)});
}

Record ordinary() {
  Record record =
      base("ftp://cnn.example.com&story=news@192.0.2.1/top.htm", "cnn.example.com&story=news");
  record.related.push_back({.role = Role::secondary,
                            .message = "the host",
                            .component = Component::host,
                            .span = span_in(record.uri.view(), "192.0.2.1"),
                            .location = {}});
  record.path = "conf/app.yaml";
  record.location = at(12, 18, 26, 301);
  record.uri_location = at(12, 12, 50, 295);
  record.key = redacted("services.\"db.main\"[0].url");
  record.fingerprint = fingerprint('1');
  Snippet line = snippet(12, "      url: ftp://cnn.example.com&story=news@192.0.2.1/top.htm");
  mark(line, "cnn.example.com&story=news", Role::primary);
  mark(line, "192.0.2.1", Role::secondary, "the host");
  record.snippet = line;
  record.silence = "# urilint: ignore[userinfo-looks-like-host] why";
  return record;
}

Record hostile() {
  const std::string uri =
      "http://a\xe2\x80\xae::error::b@example.com/\x1b[31m##vso[task.x]?q=\xc2\x9b#\n"s;
  Record record = base(uri, "\xe2\x80\xae");
  record.rule = kBidiRule.id;
  record.severity = Severity::warning;
  record.confidence = Confidence::medium;
  record.message = redacted(
      "`\xe2\x80\xae::error::` [click](https://example.net/) ##teamcity[x] {0}\r\n::warning::two");
  record.help = "do\x1b[2Jthis:";
  record.component = Component::uri;
  record.references = kHostileReferences;
  record.path = "evil\n::error::name\x1b[31m\xe2\x80\xae##[x]:";
  record.location = at(3, 9, 1, 40);
  record.uri_location = at(3, 1, 50, 32);
  record.key = redacted("a.\"\xe2\x80\x8b\"");
  record.fingerprint = fingerprint('2');
  Snippet line = snippet(3, uri);
  mark(line, "\xe2\x80\xae", Role::primary);
  mark(line, "::error::", Role::secondary, "first ::error::");
  mark(line, "##vso[", Role::secondary, "second");
  record.snippet = line;
  return record;
}

Record not_utf8() {
  Record record = base("http://u\xef\xbf\xbd@example.com/", "u\xef\xbf\xbd");
  record.uri_base64 = "aHR0cDovL3X/QGV4YW1wbGUuY29tLw==";
  record.severity = Severity::note;
  record.confidence = Confidence::low;
  record.path = "latin1/\xff\xc3\xa4.txt";
  record.location = at(1, 8, 2, 7);
  record.uri_location = at(1, 1, 22, 0);
  record.fingerprint = fingerprint('3');
  Snippet line = snippet(1, "http://u\xef\xbf\xbd@example.com/");
  mark(line, "u\xef\xbf\xbd", Role::primary);
  record.snippet = line;
  return record;
}

Record nested() {
  Record record = base("https://s:***@example.net/", "***");
  record.message = redacted("a password in a URI that another URI carries");
  const std::string outer = "https://example.com/?next=https%3A%2F%2Fs%3A***%40example.net%2F";
  record.within.push_back({.layer = Layer::json,
                           .uri = redacted("https://example.org/r?u=" + outer),
                           .span = {24, 24 + outer.size()}});
  record.within.push_back({.layer = Layer::percent,
                           .uri = redacted(outer),
                           .span = span_in(outer, "https%3A%2F%2Fs%3A***%40example.net%2F")});
  record.path = "conf dir/\xc3\xa4#1 100%.yml";
  record.location = at(104, 40, 9, 5000);
  record.uri_location = at(104, 14, 64, 4974);
  record.fingerprint = fingerprint('4');
  Snippet line = snippet(104, "go: " + outer + " and then some more words that were cut");
  line.cut_before = line.cut_after = true;
  mark(line, "***", Role::primary);
  record.snippet = line;
  return record;
}

Record with_fix() {
  Record record = base("http://user@example.com//a", "user");
  record.rule = "pack-rule-unknown";
  record.severity = Severity::warning;
  record.message = redacted("the link says one host and goes to another");
  record.component = Component::link_text;
  record.related.push_back({.role = Role::link_text,
                            .message = "the text that is shown",
                            .component = Component::link_text,
                            .span = {0, 4},
                            .location = at(8, 2, 4, 77)});
  record.related.push_back({.role = Role::reading,
                            .message = "some parsers read this as the host",
                            .component = Component::host,
                            .span = span_in(record.uri.view(), "example.com"),
                            .location = {}});
  record.path = "a:b.yml";
  record.location = at(9, 8, 4, 90);
  record.uri_location = at(9, 1, 26, 83);
  record.fingerprint = fingerprint('5');
  record.fix = Fix{.title = "remove the userinfo", .edits = {{90, 5, ""}, {106, 1, "\"\n"}}};
  Snippet line = snippet(9, "http://user@example.com//a");
  mark(line, "user", Role::primary, "this");
  record.snippet = line;
  return record;
}

Record wide() {
  Record record = base("https://\xe4\xbe\x8b\xe3\x81\x88.example/", "\xe4\xbe\x8b\xe3\x81\x88");
  record.message = redacted("wide and combining characters");
  record.component = Component::host;
  record.path = "/abs/olute/\xe4\xbe\x8b.md";
  record.location = Location{2, 20, 2, 22, 44, 6};
  record.fingerprint = fingerprint('6');
  Snippet line = snippet(
      2, "\xe6\x97\xa5\xe6\x9c\xac e\xcc\x81 \t https://\xe4\xbe\x8b\xe3\x81\x88.example/ x");
  mark(line, "\xe4\xbe\x8b\xe3\x81\x88", Role::primary);
  mark(line, "https", Role::secondary, "the scheme");
  mark(line, ".example", Role::secondary, "the domain");
  mark(line, "\xe4\xbe\x8b\xe3\x81\x88.example", Role::secondary, "the host");
  record.snippet = line;
  return record;
}

Record very_long() {
  std::string uri = "https://example.com/" + std::string(3000, 'a') + "/../" +
                    std::string(3000, 'b') + "?" + std::string(500, 'c');
  Record record = base(std::move(uri), "/../");
  record.message = redacted("dots deep inside");
  record.component = Component::path;
  record.related.push_back({.role = Role::secondary,
                            .message = "the query",
                            .component = Component::query,
                            .span = span_in(record.uri.view(), "ccc"),
                            .location = {}});
  record.path = "stdin";
  record.location = at(1, 3021, 4, 3020);
  record.uri_location = at(1, 1, 6525, 0);
  record.fingerprint = fingerprint('7');
  return record;
}

Record placeless() {
  Record record = base("mailto:", "mailto");
  record.rule = kOffRule.id;
  record.severity = Severity::note;
  record.message = redacted("nothing behind the scheme");
  record.help = {};
  record.component = Component::scheme;
  record.span = {7, 7};
  record.references = {};
  record.fingerprint = fingerprint('8');
  return record;
}

Record suppressed() {
  Record record = base("http://user@example.com/", "user");
  record.path = "conf/known.yml";
  record.location = at(3, 8, 4, 60);
  record.uri_location = at(3, 1, 24, 53);
  record.fingerprint = fingerprint('9');
  record.suppressed = Suppression{.kind = Suppression::Kind::in_source,
                                  .reason = redacted("a test host, see [x](y) ##[x] ::error::")};
  return record;
}

Record known() {
  Record record = suppressed();
  record.fingerprint = fingerprint('b');
  record.suppressed = Suppression{.kind = Suppression::Kind::baseline, .reason = {}};
  return record;
}

InspectRecord::Part part(const Redacted& uri, std::string_view text) {
  return {redacted(std::string(text)), span_in(uri.view(), text)};
}

InspectRecord inspect_semantic() {
  InspectRecord record;
  record.uri = redacted("ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm");
  record.kind = ReferenceKind::uri;
  record.scheme = part(record.uri, "ftp");
  record.userinfo = part(record.uri, "cnn.example.com&story=breaking_news");
  record.host = part(record.uri, "10.0.0.1");
  record.path = part(record.uri, "/top_story.htm");
  record.host_info = InspectRecord::HostInfo{.kind = "ipv4",
                                             .ascii = {},
                                             .unicode = {},
                                             .registrable_domain = {},
                                             .address = "10.0.0.1",
                                             .address_class = "private-use"};
  Record finding = base(record.uri.str(), "cnn.example.com&story=breaking_news");
  finding.related.push_back({.role = Role::secondary,
                             .message = "the host",
                             .component = Component::host,
                             .span = span_in(record.uri.view(), "10.0.0.1"),
                             .location = {}});
  finding.fingerprint = fingerprint('a');
  record.findings.push_back(finding);
  return record;
}

InspectRecord inspect_ipv6() {
  InspectRecord record;
  record.uri = redacted("http://a@[2001:db8::1]:/p?#");
  record.kind = ReferenceKind::uri;
  record.scheme = part(record.uri, "http");
  record.userinfo = part(record.uri, "a");
  record.host = part(record.uri, "[2001:db8::1]");
  record.port = InspectRecord::Part{{}, {23, 23}};
  record.path = part(record.uri, "/p");
  record.query = InspectRecord::Part{{}, {26, 26}};
  record.fragment = InspectRecord::Part{{}, {27, 27}};
  record.host_info = InspectRecord::HostInfo{.kind = "ipv6",
                                             .ascii = {},
                                             .unicode = {},
                                             .registrable_domain = {},
                                             .address = "2001:db8::1",
                                             .address_class = "documentation"};
  record.normalized = redacted("http://a@[2001:db8::1]/p?#");
  return record;
}

InspectRecord inspect_hostile() {
  InspectRecord record;
  record.uri = redacted("//x::error::\xe2\x80\xae/\xe4\xbe\x8b%zz{h}\n");
  record.kind = ReferenceKind::invalid;
  record.host = part(record.uri, "x::error::\xe2\x80\xae");
  record.path = part(record.uri, "/\xe4\xbe\x8b%zz{h}\n");
  record.host_info = InspectRecord::HostInfo{.kind = "reg-name",
                                             .ascii = redacted("x--::error::"),
                                             .unicode = redacted("\xe2\x80\xae##vso[x]"),
                                             .registrable_domain = redacted("example.com\x1b[m"),
                                             .address = {},
                                             .address_class = {}};
  record.holes.push_back(span_in(record.uri.view(), "{h}"));
  record.violations.push_back({.code = ViolationCode::host_colon,
                               .component = Component::host,
                               .production = Production::reg_name,
                               .span = {3, 5}});
  record.violations.push_back({.code = ViolationCode::pct_encoded_incomplete,
                               .component = Component::path,
                               .production = Production::pct_encoded,
                               .span = span_in(record.uri.view(), "%")});
  record.violations_total = 300;
  return record;
}

InspectRecord inspect_long() {
  InspectRecord record;
  record.uri = redacted("https://example.com/" + std::string(4000, 'a') + "?q");
  record.kind = ReferenceKind::uri;
  record.scheme = part(record.uri, "https");
  record.host = part(record.uri, "example.com");
  record.path = part(record.uri, "/" + std::string(4000, 'a'));
  record.query = part(record.uri, "q");
  record.host_info = InspectRecord::HostInfo{.kind = "reg-name",
                                             .ascii = {},
                                             .unicode = {},
                                             .registrable_domain = {},
                                             .address = {},
                                             .address_class = {}};
  return record;
}

InspectRecord inspect_empty() {
  InspectRecord record;
  record.kind = ReferenceKind::relative_ref;
  record.path = InspectRecord::Part{};
  return record;
}

}  // namespace

PrintedSpan span_in(std::string_view text, std::string_view words) {
  const std::size_t begin = text.find(words);
  if (begin == std::string_view::npos) {
    std::fprintf(stderr, "the menagerie marks words that are not there\n");
    std::abort();
  }
  return {begin, begin + words.size()};
}

RunInfo run_info() {
  static const std::array<const RuleInfo*, 3> kRules = {&kBidiRule, &kOffRule, &kUserinfoRule};
  return {.version = "0.1.0",
          .profile = Profile::repo,
          .data = {.suffixes = "2024-01-01", .address_registries = "2024-02-02", .unicode = "15.0"},
          .rules = kRules};
}

std::vector<Record> findings() {
  return {ordinary(), hostile(),   not_utf8(), nested(),
          with_fix(), very_long(), wide(),     placeless()};
}

std::vector<Record> suppressed_findings() { return {suppressed(), known()}; }

std::vector<NoteRecord> notes() {
  return {{.code = "binary", .path = "img/a\x1b[1m\n::error::.png", .message = "is binary"},
          {.code = "unreadable", .path = "\xff", .message = "Permission\ndenied ##[x]"},
          {.code = "general", .path = "", .message = "said without a place"},
          {.code = "unused-suppression",
           .path = "conf/a:b\n::error::.yml",
           .message = "nothing to suppress ##[x]",
           .location = at(31, 7, 8, 900)}};
}

Summary summary() {
  return {.files = 7,
          .uris = 120,
          .bytes = 12345,
          .errors = 4,
          .warnings = 2,
          .notes = 2,
          .hidden = 5,
          .suppressed = 1,
          .unchanged = 3,
          .fixed = 3,
          .skipped = {{"binary", 1}, {"unreadable", 1}},
          .failed = true};
}

std::vector<InspectRecord> inspected() {
  return {inspect_semantic(), inspect_ipv6(), inspect_hostile(), inspect_long(), inspect_empty()};
}

std::vector<ExtractRecord> extracted() {
  ExtractRecord plain;
  plain.path = "conf/app.yaml";
  plain.location = at(12, 12, 23, 295);
  plain.uri = redacted("https://${HOST}/v1?t=%s");
  plain.layers = {Layer::yaml};
  plain.key = redacted("a.\"b.c\"[0]");
  plain.holes = {span_in(plain.uri.view(), "${HOST}"), span_in(plain.uri.view(), "%s")};
  ExtractRecord bad;
  bad.path = "x\n::error::\xff:";
  bad.location = at(1, 1, 20, 0);
  bad.uri = redacted("http://\xef\xbf\xbd\xe2\x80\xae::debug::/##[x]");
  bad.uri_base64 = "aHR0cDov//8=";
  return {plain, bad};
}

}  // namespace urilint::golden
