// Conditions: fields against operators, decoding, holes, marks. Rules are written as rule files, so
// that reader and evaluation are tested against docs/conditions.md together.
#include "engine/conditions.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <thread>
#include <vector>

#include "engine/rule_file.hpp"
#include "engine/subject.hpp"

using namespace urilint;

namespace {

// Notes what it is told: `component begin-end begin-end … (value)`.
class Notes final : public Sink {
 public:
  void emit(const Emission& emission) noexcept override {
    if (!text.empty()) text += " | ";
    text += std::string(name_of(emission.component)) + ' ' + dump(emission.primary);
    CHECK(emission.related.size() == 0);
    CHECK(emission.variant.empty());
    CHECK(emission.certain_despite_hole);
    for (const Mark& mark : emission.more) {
      CHECK(mark.role == Role::secondary);
      text += ' ' + dump(mark.span);
    }
    for (const Arg& arg : emission.args) {
      text += " (" + std::string(std::get<std::string_view>(arg)) + ')';
    }
  }
  std::string text;

 private:
  static std::string dump(UriSpan span) {
    return std::to_string(span.begin) + '-' + std::to_string(span.end);
  }
};

std::unique_ptr<RuleFile> rule_of(std::string_view match) {
  const std::string toml = R"(since = "0.1"
summary = "s"
severity = "note"
message = "m"
why = "w"
instead = "i"
wake = { any = ["pct"] }
[match]
)" + std::string(match) + R"(
[[bad]]
uri = "x"
mark = "x"
[[good]]
uri = "y"
)";
  auto file = parse_rule_file(toml, {"f", "syntax", "r"}, RuleOrigin::pack);
  if (!file) FAIL(to_string(file.error().front()));
  return std::move(*file);
}

std::string run(const RuleFile& rule, std::string_view uri, std::vector<UriSpan> holes = {}) {
  // Exactly sized blocks, so that a sanitizer sees every step outside.
  const std::vector<char> raw(uri.begin(), uri.end());
  std::vector<char> masked = raw;
  mask_holes(masked, holes);
  Subject::Cache cache;
  cache.reset();
  Subject subject;
  subject.text = {masked.data(), masked.size()};
  subject.raw = {raw.data(), raw.size()};
  subject.holes = holes;
  subject.parts = split(subject.text, holes);
  subject.cache = &cache;
  const RuleInfo* infos[] = {&rule.info};
  const Patterns patterns(infos);
  ConditionScratch scratch;
  Notes notes;
  const bool holds = evaluate(rule.info, subject, patterns, scratch, notes);
  CHECK(holds == !notes.text.empty());
  return notes.text;
}

// Where `${…}` and `{…}` stand.
std::vector<UriSpan> holes_of(std::string_view uri) {
  std::vector<UriSpan> holes;
  for (std::size_t at = uri.find('{'); at != std::string_view::npos; at = uri.find('{', at + 1)) {
    const std::size_t begin = at != 0 && uri[at - 1] == '$' ? at - 1 : at;
    holes.push_back({static_cast<Off>(begin), static_cast<Off>(uri.find('}', at) + 1)});
  }
  return holes;
}

bool leaf_holds(std::string_view leaf, std::string_view uri) {
  return !run(*rule_of("mark = \"uri\"\nall = [{ " + std::string(leaf) + " }]"), uri).empty();
}

struct Row {
  std::string_view leaf;
  std::string_view uri;
  bool holds;
};

constexpr std::string_view kFull =
    "Https://User:Pass@Host.example:0025/a/B%2Fc/?n=v&N2=V2&flag&=e#Frag";

}  // namespace

TEST_CASE("conditions: fields") {
  constexpr Row kRows[] = {
      {"field = 'scheme', op = 'equals', value = 'https', case = 'sensitive'", kFull, false},
      {"field = 'scheme', op = 'equals', value = 'HTTPS'", kFull, true},
      {"field = 'authority', op = 'equals', value = 'user:pass@host.example:0025'", kFull, true},
      {"field = 'userinfo', op = 'equals', value = 'user:pass'", kFull, true},
      {"field = 'user', op = 'equals', value = 'User', case = 'sensitive'", kFull, true},
      {"field = 'password', op = 'equals', value = 'Pass', case = 'sensitive'", kFull, true},
      {"field = 'host', op = 'equals', value = 'host.example'", kFull, true},
      {"field = 'port', op = 'equals', value = 25", kFull, true},
      {"field = 'path', op = 'equals', value = '/a/B%2Fc/', case = 'sensitive'", kFull, true},
      {"field = 'query', op = 'equals', value = 'n=v&N2=V2&flag&=e'", kFull, true},
      {"field = 'fragment', op = 'equals', value = 'Frag', case = 'sensitive'", kFull, true},
      {"field = 'uri', op = 'prefix', value = 'https://user'", kFull, true},
      {"field = 'last-segment', op = 'empty'", kFull, true},
      {"field = 'segment', op = 'equals', value = 'a'", kFull, true},
      {"field = 'segment', op = 'equals', value = 'b%2fc'", kFull, true},
      {"field = 'segment', op = 'equals', value = 'b'", kFull, false},
      {"field = 'segment', op = 'empty'", kFull, true},
      {"field = 'query-name', op = 'equals', value = 'n2'", kFull, true},
      {"field = 'query-name', op = 'equals', value = 'flag'", kFull, true},
      {"field = 'query-name', op = 'empty'", kFull, true},
      {"field = 'query-name', op = 'equals', value = 'v'", kFull, false},
      {"field = 'query-value', op = 'equals', value = 'v2'", kFull, true},
      {"field = 'query-value', op = 'equals', value = 'flag'", kFull, false},
      {"field = 'query-value', op = 'empty'", kFull, false},
      {"field = 'query-value', op = 'empty'", "?a=", true},
      {"field = 'query-value', op = 'equals', value = 'b=c'", "?a=b=c", true},
      {"field = 'query-name', op = 'equals', value = 'b'", "?a;b", false},
      {"field = 'query-name', op = 'present'", "?&&", false},
      {"field = 'query-name', op = 'present'", "?", false},
      {"field = 'query-name', op = 'present'", "?&a", true},
      {"field = 'query-value', op = 'absent'", "?a&b", true},
      {"field = 'user', op = 'equals', value = 'u'", "//u@h", true},
      {"field = 'user', op = 'empty'", "//:p@h", true},
      {"field = 'user', op = 'absent'", "//h", true},
      {"field = 'password', op = 'equals', value = 'p:q'", "//u:p:q@h", true},
      {"field = 'password', op = 'present'", "//u@h", false},
      {"field = 'password', op = 'empty'", "//u:@h", true},
      {"field = 'segment', op = 'absent'", "//h", true},
      {"field = 'segment', op = 'empty'", "//h/", true},
      {"field = 'segment', op = 'empty'", "//h/a", false},
      {"field = 'segment', op = 'empty'", "//h/a//b", true},
      {"field = 'segment', op = 'equals', value = 'a'", "a", true},
      {"field = 'segment', op = 'equals', value = 'b'", "a/b", true},
      {"field = 'last-segment', op = 'equals', value = 'b'", "a/b", true},
      {"field = 'last-segment', op = 'equals', value = 'a'", "a", true},
      {"field = 'last-segment', op = 'absent'", "?a", true},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.leaf, row.uri);
    CHECK(leaf_holds(row.leaf, row.uri) == row.holds);
  }
}

TEST_CASE("conditions: presence of every field") {
  struct PresenceRow {
    std::string_view field, with, without, empty;  // `empty`: present and empty, where it can be
  };
  constexpr PresenceRow kRows[] = {
      {"scheme", "a:b", "b", ""},
      {"authority", "//h", "h", "//"},
      {"userinfo", "//u@h", "//h", "//@h"},
      {"user", "//u@h", "//h", "//@h"},
      {"password", "//u:p@h", "//u@h", "//u:@h"},
      {"host", "//h", "h", "//"},
      {"port", "//h:1", "//h", "//h:"},
      {"query", "?q", "q", "?"},
      {"fragment", "#f", "f", "#"},
      {"segment", "a", "?a", "/"},
      {"last-segment", "a", "?a", "/"},
      {"query-name", "?a", "?", "?=a"},
      {"query-value", "?a=b", "?a", "?a="},
  };
  for (const PresenceRow& row : kRows) {
    CAPTURE(row.field);
    const std::string field = "field = '" + std::string(row.field) + "', op = ";
    CHECK(leaf_holds(field + "'present'", row.with));
    CHECK_FALSE(leaf_holds(field + "'absent'", row.with));
    CHECK_FALSE(leaf_holds(field + "'empty'", row.with));
    CHECK_FALSE(leaf_holds(field + "'present'", row.without));
    CHECK(leaf_holds(field + "'absent'", row.without));
    CHECK_FALSE(leaf_holds(field + "'empty'", row.without));
    if (row.empty.empty()) continue;
    CHECK(leaf_holds(field + "'present'", row.empty));
    CHECK(leaf_holds(field + "'empty'", row.empty));
  }
  CHECK(leaf_holds("field = 'path', op = 'present'", ""));
  CHECK(leaf_holds("field = 'path', op = 'empty'", "//h?q"));
  CHECK(leaf_holds("field = 'uri', op = 'present'", ""));
  CHECK(leaf_holds("field = 'uri', op = 'empty'", ""));
}

TEST_CASE("conditions: operators") {
  constexpr Row kRows[] = {
      {"field = 'host', op = 'in', values = ['c', 'b', 'a']", "//B", true},
      {"field = 'host', op = 'in', values = ['c', 'b', 'a']", "//ba", false},
      {"field = 'host', op = 'in', values = ['c', 'b', 'a']", "//", false},
      {"field = 'host', op = 'in', values = ['A', 'b'], case = 'sensitive'", "//A", true},
      {"field = 'host', op = 'in', values = ['A', 'b'], case = 'sensitive'", "//a", false},
      {"field = 'host', op = 'in', values = ['A', 'é']", "//é", true},
      {"field = 'host', op = 'prefix', values = ['x', 'ab']", "//Abc", true},
      {"field = 'host', op = 'prefix', value = 'abcd'", "//abc", false},
      {"field = 'host', op = 'suffix', value = '.example'", "//a.EXAMPLE", true},
      {"field = 'host', op = 'suffix', value = '.example'", "//example", false},
      {"field = 'host', op = 'contains', value = 'aab'", "//aaaab", true},
      {"field = 'host', op = 'contains', value = 'abab'", "//abacabab", true},
      {"field = 'host', op = 'contains', value = 'abab'", "//abaabba", false},
      {"field = 'host', op = 'contains', value = 'B', case = 'sensitive'", "//abc", false},
      {"field = 'host', op = 'contains', values = ['x', 'BC']", "//abc", true},
      {"field = 'path', op = 'matches', value = '\\.PHP$'", "/a.php", true},
      {"field = 'path', op = 'matches', value = '\\.PHP$', case = 'sensitive'", "/a.php", false},
      {"field = 'path', op = 'matches', value = '^a'", "/a", false},
      {"field = 'path', op = 'matches', value = '^.$', case = 'sensitive'", "\xff", true},
      {"field = 'path', op = 'matches', value = '\\xff', case = 'sensitive'", "a\xff", true},
      {"field = 'path', op = 'matches', value = 'a.b'", "a\nb", false},
      {"field = 'path', op = 'matches', value = '(?s)a.b'", "a\nb", true},
      {"field = 'port', op = 'in', values = [25, '80']", "//h:080", true},
      {"field = 'port', op = 'in', values = ['0025']", "//h:25", true},
      {"field = 'port', op = 'equals', value = 0", "//h:000", true},
      {"field = 'port', op = 'equals', value = 25", "//h:250", false},
      {"field = 'port', op = 'equals', value = 'x'", "//h:X", true},
      {"field = 'port', op = 'matches', value = '^0'", "//h:025", true},
      {"field = 'port', op = 'in-table', table = 'bad-ports'", "//h:25", true},
      {"field = 'port', op = 'in-table', table = 'bad-ports'", "//h:0025", true},
      {"field = 'port', op = 'in-table', table = 'bad-ports'", "//h:8080", false},
      {"field = 'port', op = 'in-table', table = 'bad-ports'", "//h:", false},
      {"field = 'scheme', op = 'in-table', table = 'schemes'", "HTTP:", true},
      {"field = 'port', op = 'less', value = 1024", "//h:1023", true},
      {"field = 'port', op = 'less', value = 1024", "//h:1024", false},
      {"field = 'port', op = 'greater', value = 1024", "//h:1025", true},
      {"field = 'port', op = 'greater', value = 1024", "//h:1024", false},
      {"field = 'port', op = 'greater', value = -1", "//h:", false},
      {"field = 'port', op = 'greater', value = -1", "//h:1x", false},
      {"field = 'port', op = 'greater', value = 1", "//h:000000000000000000000002", true},
      {"field = 'query-value', op = 'greater', value = 100", "?a=1&b=101", true},
      {"field = 'query-value', op = 'greater', value = 1", "?a=999999999999999999", true},
      {"field = 'query-value', op = 'greater', value = 1", "?a=9999999999999999999", false},
      {"field = 'violation', values = ['char-space', 'char-control']", "/a b", true},
      {"field = 'violation', value = 'char-control'", "/a b", false},
      {"field = 'violation', value = 'char-space'", "/ab", false},
      {"field = 'signal', values = ['pct-nul', 'space']", "/a%00", true},
      {"field = 'signal', values = ['pct-nul', 'space']", "/a%01", false},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.leaf, row.uri);
    CHECK(leaf_holds(row.leaf, row.uri) == row.holds);
  }
}

TEST_CASE("conditions: decoding") {
  constexpr Row kRows[] = {
      {"field = 'path', op = 'equals', value = '/../x'", "/%2e%2E/x", false},
      {"field = 'path', op = 'equals', value = '/../x', decode = 1", "/%2e%2E/x", true},
      {"field = 'path', op = 'equals', value = '/../x', decode = 1", "/%252e./x", false},
      {"field = 'path', op = 'equals', value = '/../x', decode = 2", "/%252e%2e/x", true},
      {"field = 'path', op = 'equals', value = '/%2e', decode = 1", "/%252e", true},
      {"field = 'path', op = 'equals', value = '/%', decode = 2", "/%", true},
      {"field = 'path', op = 'equals', value = '/%2', decode = 1", "/%2", true},
      {"field = 'path', op = 'equals', value = '/%zz', decode = 1", "/%zz", true},
      {"field = 'path', op = 'equals', value = '/a', decode = 2", "/%%36%31", true},
      {"field = 'path', op = 'matches', value = '\\x00', decode = 1", "/%00", true},
      {"field = 'segment', op = 'equals', value = 'a/b', decode = 1", "/a%2fb", true},
      {"field = 'query-name', op = 'equals', value = 'a=b', decode = 1", "?a%3Db=c", true},
      {"field = 'query-value', op = 'equals', value = 'c&d', decode = 1", "?a=c%26d", true},
      {"field = 'path', op = 'empty'", "/%20", false},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.leaf, row.uri);
    CHECK(leaf_holds(row.leaf, row.uri) == row.holds);
  }
}

TEST_CASE("conditions: trees") {
  struct TreeRow {
    std::string_view match;
    std::string_view uri;
    bool holds;
  };
  // T holds for `a`, F does not.
#define T "{ field = 'path', op = 'equals', value = 'a' }"
#define F "{ field = 'path', op = 'equals', value = 'b' }"
  constexpr TreeRow kRows[] = {
      {"field = 'path'\nop = 'equals'\nvalue = 'a'", "a", true},
      {"field = 'path'\nop = 'equals'\nvalue = 'a'", "b", false},
      {"all = [" T ", " T "]", "a", true},
      {"all = [" T ", " F "]", "a", false},
      {"any = [" F ", " T "]", "a", true},
      {"any = [" F ", " F "]", "a", false},
      {"none = [" F ", " F "]", "a", true},
      {"none = [" F ", " T "]", "a", false},
      {"all = [" T "]\nany = [" F "]", "a", false},
      {"all = [" T "]\nany = [" F ", " T "]\nnone = [" F "]", "a", true},
      {"all = [" T "]\nany = [" T "]\nnone = [" T "]", "a", false},
      {"all = [{ any = [" F ", { none = [" F "] }] }, " T "]", "a", true},
      {"all = [{ any = [" F ", { none = [" T "] }] }, " T "]", "a", false},
      {"none = [{ all = [" T ", " F "] }]", "a", true},
      {"any = [{ all = [" T ", " T "], none = [" F "] }, " F "]", "a", true},
  };
#undef T
#undef F
  for (const TreeRow& row : kRows) {
    CAPTURE(row.match);
    CHECK(!run(*rule_of("mark = 'uri'\n" + std::string(row.match)), row.uri).empty() == row.holds);
  }
}

TEST_CASE("conditions: holes are unknown, whichever way they are asked") {
  struct HoleRow {
    std::string_view match;
    std::string_view uri;
    bool holds;
  };
  constexpr HoleRow kRows[] = {
      {"all = [{ field = 'host', op = 'prefix', value = 'a' }]", "http://a{x}/", false},
      {"none = [{ field = 'host', op = 'prefix', value = 'b' }]", "http://a{x}/", false},
      {"none = [{ none = [{ field = 'host', op = 'prefix', value = 'a' }] }]", "http://a{x}/",
       false},
      {"all = [{ field = 'host', op = 'empty' }]", "http://{x}/", false},
      {"none = [{ field = 'host', op = 'empty' }]", "http://{x}/", false},
      {"all = [{ field = 'host', op = 'present' }]", "http://{x}/", true},
      {"all = [{ field = 'port', op = 'absent' }]", "http://{x}/", true},
      {"all = [{ field = 'path', op = 'equals', value = '/a' }]", "http://{x}/a", true},
      {"all = [{ field = 'segment', op = 'equals', value = 'a' }]", "http://h/a/{x}", false},
      {"all = [{ field = 'query-name', op = 'equals', value = 'a' }]", "http://h/{x}?a=b", true},
      {"all = [{ field = 'query-name', op = 'equals', value = 'a' }]", "http://h/?a={x}", false},
      {"all = [{ field = 'query-name', op = 'present' }]", "http://h/?a={x}", true},
      {"all = [{ field = 'uri', op = 'contains', value = 'a' }]", "http://h/a?{x}", false},
      {"all = [{ field = 'authority', op = 'contains', value = 'a' }]", "http://u:{x}@a/", false},
      {"all = [{ field = 'authority', op = 'contains', value = 'a' }]", "http://a:{x}/", false},
      {"all = [{ field = 'host', op = 'equals', value = 'a' }]", "http://u:{x}@a/", true},
      {"all = [{ field = 'password', op = 'present' }]", "http://u:{x}@a/", true},
      {"all = [{ field = 'password', op = 'absent' }]", "http://u:{x}@a/", false},
      {"all = [{ field = 'password', op = 'present' }]", "http://{x}@a/", false},
      {"all = [{ field = 'password', op = 'absent' }]", "http://{x}@a/", false},
      {"none = [{ field = 'password', op = 'present' }]", "http://{x}@a/", false},
      {"all = [{ field = 'user', op = 'equals', value = 'u' }]", "http://u:{x}@a/", false},
      {"any = [{ field = 'host', op = 'equals', value = 'a' }, { field = 'path', op = 'equals', "
       "value = '/' }]",
       "http://{x}/", true},
      {"all = [{ field = 'violation', value = 'char-space' }]", "http://{x}/a b", true},
      {"all = [{ field = 'violation', value = 'char-excluded' }]", "http://h/{x}", false},
      {"all = [{ field = 'signal', value = 'hole' }]", "http://h/{x}", true},
  };
  for (const HoleRow& row : kRows) {
    CAPTURE(row.match, row.uri);
    const auto rule = rule_of("mark = 'uri'\n" + std::string(row.match));
    CHECK(!run(*rule, row.uri, holes_of(row.uri)).empty() == row.holds);
  }
}

TEST_CASE("conditions: marks") {
  struct MarkRow {
    std::string_view match;
    std::string_view uri;
    std::string_view notes;
  };
  //                                     0         1         2         3
  //                                     0123456789012345678901234567890123456
  constexpr std::string_view kUri = "http://u:p@host.example:25/a/bc?d=e#f";
#define ANY "field = 'uri'\nop = 'present'"
  constexpr MarkRow kRows[] = {
      {"mark = 'scheme'\n" ANY, kUri, "scheme 0-4"},
      {"mark = 'authority'\n" ANY, kUri, "authority 7-26"},
      {"mark = 'userinfo'\n" ANY, kUri, "userinfo 7-10"},
      {"mark = 'user'\n" ANY, kUri, "userinfo 7-8"},
      {"mark = 'password'\n" ANY, kUri, "userinfo 9-10"},
      {"mark = 'host'\n" ANY, kUri, "host 11-23"},
      {"mark = 'port'\n" ANY, kUri, "port 24-26"},
      {"mark = 'path'\n" ANY, kUri, "path 26-31"},
      {"mark = 'last-segment'\n" ANY, kUri, "path 29-31"},
      {"mark = 'query'\n" ANY, kUri, "query 32-35"},
      {"mark = 'fragment'\n" ANY, kUri, "fragment 36-37"},
      {"mark = 'uri'\n" ANY, kUri, "uri 0-37"},
      {"mark = 'password'\n" ANY, "//u@h", "userinfo 3-3"},
      {"mark = 'user'\n" ANY, "//h", "userinfo 2-2"},
      {"mark = 'last-segment'\n" ANY, "//h", "path 3-3"},
      {"mark = 'port'\nfield = 'port'\nop = 'in-table'\ntable = 'bad-ports'", kUri,
       "port 24-26 (smtp)"},
      {"mark = 'port'\nany = [{ field = 'port', op = 'equals', value = 25 }, { field = 'port', op "
       "= 'in-table', table = 'bad-ports' }]",
       kUri, "port 24-26"},
      {"mark = 'match'\nfield = 'host'\nop = 'contains'\nvalue = 'EX'", kUri, "host 16-18"},
      {"mark = 'match'\nfield = 'host'\nop = 'contains'\nvalues = ['le', 'ho', 'hos']", kUri,
       "host 11-14"},
      {"mark = 'match'\nfield = 'host'\nop = 'suffix'\nvalues = ['e', 'example']", kUri,
       "host 16-23"},
      {"mark = 'match'\nfield = 'path'\nop = 'matches'\nvalue = '[b-d]+'", kUri, "path 29-31"},
      {"mark = 'match'\nfield = 'path'\nop = 'matches'\nvalue = '$'", kUri, "path 31-31"},
      {"mark = 'match'\nfield = 'segment'\nop = 'equals'\nvalue = 'bc'", kUri, "path 29-31"},
      {"mark = 'match'\nfield = 'segment'\nop = 'contains'\nvalue = 'c'", kUri, "path 30-31"},
      {"mark = 'match'\nfield = 'last-segment'\nop = 'present'", kUri, "path 29-31"},
      {"mark = 'match'\nfield = 'query-name'\nop = 'equals'\nvalue = 'd'", kUri, "query 32-33"},
      {"mark = 'match'\nfield = 'query-value'\nop = 'equals'\nvalue = 'e'", kUri, "query 34-35"},
      {"mark = 'match'\nfield = 'port'\nop = 'suffix'\nvalue = '5'", "//h:0025", "port 7-8"},
      // Several leaves, each place once; what does not mark; what is inside `none`.
      {"mark = 'match'\nall = [{ field = 'scheme', op = 'equals', value = 'http' }, { field = "
       "'segment', op = 'equals', value = 'bc' }, { field = 'host', op = 'prefix', value = 'host' "
       "}, { field = 'last-segment', op = 'equals', value = 'bc' }]\nnone = [{ field = 'segment', "
       "op = 'equals', value = 'x' }]",
       kUri, "path 29-31 11-15"},
      // A branch that found something and did not hold leaves nothing.
      {"mark = 'match'\nany = [{ all = [{ field = 'host', op = 'prefix', value = 'host' }, { field "
       "= 'port', op = 'in-table', table = 'bad-ports' }, { field = 'path', op = 'empty' }] }, { "
       "field = 'fragment', op = 'prefix', value = 'f' }]",
       kUri, "fragment 36-37"},
      {"mark = 'match'\nnone = [{ none = [{ field = 'host', op = 'prefix', value = 'host' }] }]\n"
       "all = [{ field = 'fragment', op = 'prefix', value = 'f' }]",
       kUri, "fragment 36-37"},
      {"mark = 'match'\nany = [{ field = 'port', op = 'equals', value = 25 }, { field = 'path', op "
       "= 'prefix', value = '/' }]",
       kUri, "uri 0-37"},
      // Decoded texts are marked where they are written, escapes whole.
      {"mark = 'match'\nfield = 'path'\nop = 'contains'\nvalue = '..'\ndecode = 1", "/a/%2e./b",
       "path 3-7"},
      {"mark = 'match'\nfield = 'path'\nop = 'contains'\nvalue = '..'\ndecode = 2", "/a/%252e./b",
       "path 3-9"},
      {"mark = 'match'\nfield = 'query-value'\nop = 'matches'\nvalue = '^/'\ndecode = 1",
       "?a=b&c=%2Fd", "query 7-10"},
      {"mark = 'match'\nfield = 'segment'\nop = 'equals'\nvalue = '.'\ndecode = 1", "/a/%2e/b",
       "path 3-6"},
      {"mark = 'match'\nfield = 'violation'\nvalue = 'char-space'", "/a b?c d#e f",
       "path 2-3 6-7 10-11"},
      {"mark = 'match'\nfield = 'violation'\nvalues = ['char-space', 'char-backslash']", "/a \\b",
       "path 2-3 3-4"},
  };
#undef ANY
  for (const MarkRow& row : kRows) {
    CAPTURE(row.match, row.uri);
    CHECK(run(*rule_of(row.match), row.uri) == row.notes);
  }
}

TEST_CASE("conditions: many violations") {
  std::string uri = "/";
  for (int i = 0; i < 300; ++i) uri += "a ";
  const auto space = rule_of("mark = 'match'\nfield = 'violation'\nvalue = 'char-space'");
  std::string expected = "path";
  for (int i = 0; i < 16; ++i) {
    expected += ' ' + std::to_string(2 + 2 * i) + '-' + std::to_string(3 + 2 * i);
  }
  CHECK(run(*space, uri) == expected);
  // The first 256 do not hide what stands behind them.
  const auto control = rule_of("mark = 'match'\nfield = 'violation'\nvalue = 'char-control'");
  CHECK(run(*control, uri) == "");
  CHECK(run(*control, uri + '\x01') == "path 601-602");
}

TEST_CASE("conditions: a mark with a hole is still certain") {
  const auto rule = rule_of("mark = 'userinfo'\nfield = 'userinfo'\nop = 'present'");
  const std::string_view uri = "http://u:${P}@h/";
  CHECK(run(*rule, uri, holes_of(uri)) == "userinfo 7-13");
}

TEST_CASE("conditions: patterns of a set, from several threads") {
  const auto a = rule_of("mark = 'uri'\nfield = 'uri'\nop = 'matches'\nvalue = 'a'");
  const auto b = rule_of(
      "mark = 'uri'\nall = [{ field = 'uri', op = 'matches', value = 'b' }, { field = 'uri', op = "
      "'matches', value = 'c' }]");
  const auto none = rule_of("mark = 'uri'\nfield = 'uri'\nop = 'present'");
  const RuleInfo* infos[] = {&b->info, &none->info, &a->info};
  const Patterns patterns(infos);
  CHECK(patterns.get(a->info, 0) != nullptr);
  CHECK(patterns.get(a->info, 1) == nullptr);
  CHECK(patterns.get(none->info, 0) == nullptr);
  std::vector<const re2::RE2*> seen(8);
  std::vector<std::thread> threads;
  for (auto& pattern : seen) {
    threads.emplace_back([&] { pattern = patterns.get(b->info, 1); });
  }
  for (auto& thread : threads) thread.join();
  for (const auto* pattern : seen) CHECK(pattern == seen[0]);
  CHECK(seen[0] != nullptr);
  // A pattern that is not of the set says neither yes nor no.
  const auto other =
      rule_of("mark = 'uri'\nnone = [{ field = 'uri', op = 'matches', value = 'x' }]");
  Subject subject;
  subject.text = subject.raw = "a";
  subject.parts = split("a");
  ConditionScratch scratch;
  Notes notes;
  CHECK_FALSE(evaluate(other->info, subject, patterns, scratch, notes));
}

TEST_CASE("conditions: long hostile texts") {
  const std::string slashes(1 << 20, '/');
  const std::string escapes = [] {
    std::string out;
    for (int i = 0; i < 300000; ++i) out += "%2525";
    return out;
  }();
  const std::string as = std::string(1 << 20, 'a');
  CHECK(run(*rule_of("mark = 'match'\nfield = 'segment'\nop = 'equals'\nvalue = 'x'\ndecode = 2"),
            slashes) == "");
  CHECK(run(*rule_of("mark = 'match'\nfield = 'path'\nop = 'contains'\nvalue = '%25'\ndecode = 1"),
            escapes) == "path 0-5");
  CHECK(run(*rule_of("mark = 'match'\nfield = 'path'\nop = 'contains'\nvalue = '" +
                     std::string(254, 'a') + "b'"),
            as) == "");
  CHECK(run(*rule_of("mark = 'match'\nfield = 'path'\nop = 'matches'\nvalue = '(a|aa)+b'"), as) ==
        "");
  CHECK(run(*rule_of("mark = 'match'\nfield = 'query-name'\nop = 'in-table'\ntable = 'schemes'"),
            '?' + as) == "");
}
