// Resolution and normal forms on the published tables in `../shared`. Every row either gives the
// source's answer or stands in kDecided with our answer and the paragraph of RFC 3986 behind it.
#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <iomanip>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "conformance/shared_data.hpp"
#include "conformance/vector_table.hpp"
#include "urilint/reference.hpp"

using namespace urilint;
using namespace urilint::testing;
namespace fs = std::filesystem;

namespace {

struct Decided {
  std::string_view table;
  std::string_view base;  // empty for normal forms
  std::string_view input;
  std::string_view ours;
  std::string_view paragraph;
};
constexpr Decided kDecided[] = {
    {"uriparser resolve", "foo:a/b", "../c", "foo:/c",
     "5.2.3: merge leaves `a/../c`, whose `/..` 5.2.4 2C replaces by `/`"},
    {"uriparser resolve", "zz:abc", "foo/../../../bar", "zz:/bar",
     "5.2.3: merge leaves `a/../c`, whose `/..` 5.2.4 2C replaces by `/`"},
    {"uriparser resolve", "zz:abc", "foo/../bar", "zz:/bar",
     "5.2.3: merge leaves `a/../c`, whose `/..` 5.2.4 2C replaces by `/`"},
    {"uriparser resolve", "http://a/b/c/d;p?q=1/2", "?y", "http://a/b/c/d;p?y",
     "5.4.1: an empty path takes the base's whole path; the source is RFC 2396"},
    {"uriparser resolve", "f:/a", ".//g", "f:/.//g",
     "3: without an authority a path can not begin with //; 4.2 has the dot segment before it"},
    {"uriparser normalize", "", "abc/..", "./",
     "4.4, 5.2.2: an empty reference is the base itself, `./` is its folder"},
    {"uriparser normalize", "", "abc/../", "./",
     "4.4, 5.2.2: an empty reference is the base itself, `./` is its folder"},
    {"uriparser normalize", "", "a/b/c/../../..", "./",
     "4.4, 5.2.2: an empty reference is the base itself, `./` is its folder"},
    {"uriparser normalize", "", "a/b/../../c/..", "./",
     "4.4, 5.2.2: an empty reference is the base itself, `./` is its folder"},
    {"uriparser normalize", "", "HTTP://%41@EXAMPLE.ORG/../a?%41#%41", "http://A@example.org/a?A#A",
     "6.2.2: all of it; the source normalises one component a row"},
    {"uriparser normalize", "", "HTTP://EXAMPLE.ORG:00080/", "http://example.org:00080/",
     "6.2.2 leaves the port alone; one component a row"},
    {"uriparser normalize", "", "scheme://host:00/", "scheme://host:00/",
     "6.2.2 leaves the port alone: zeros have their meaning from the scheme"},
    {"uriparser normalize", "", "scheme://host:00080/", "scheme://host:00080/",
     "6.2.2 leaves the port alone: zeros have their meaning from the scheme"},
    {"oxiri", "http://a/bb/ccc/./d;p?q", "?y", "http://a/bb/ccc/./d;p?y",
     "5.2.2: T.path = Base.path where the reference has none, dot segments too"},
    {"oxiri", "http://a/bb/ccc/./d;p?q", "#s", "http://a/bb/ccc/./d;p?q#s",
     "5.2.2: T.path = Base.path where the reference has none, dot segments too"},
    {"oxiri", "http://a/bb/ccc/./d;p?q", "", "http://a/bb/ccc/./d;p?q",
     "5.2.2: T.path = Base.path where the reference has none, dot segments too"},
    {"oxiri", "http://a/bb/ccc/../d;p?q", "?y", "http://a/bb/ccc/../d;p?y",
     "5.2.2: T.path = Base.path where the reference has none, dot segments too"},
    {"oxiri", "http://a/bb/ccc/../d;p?q", "#s", "http://a/bb/ccc/../d;p?q#s",
     "5.2.2: T.path = Base.path where the reference has none, dot segments too"},
    {"oxiri", "http://a/bb/ccc/../d;p?q", "", "http://a/bb/ccc/../d;p?q",
     "5.2.2: T.path = Base.path where the reference has none, dot segments too"},
    {"oxiri", "http://a/bb/ccc/.", "?y", "http://a/bb/ccc/.?y",
     "5.2.2: T.path = Base.path where the reference has none, dot segments too"},
    {"oxiri", "http://a/bb/ccc/.", "#s", "http://a/bb/ccc/.#s",
     "5.2.2: T.path = Base.path where the reference has none, dot segments too"},
    {"oxiri", "http://a/bb/ccc/.", "", "http://a/bb/ccc/.",
     "5.2.2: T.path = Base.path where the reference has none, dot segments too"},
    {"oxiri", "http://a/bb/ccc/..", "?y", "http://a/bb/ccc/..?y",
     "5.2.2: T.path = Base.path where the reference has none, dot segments too"},
    {"oxiri", "http://a/bb/ccc/..", "#s", "http://a/bb/ccc/..#s",
     "5.2.2: T.path = Base.path where the reference has none, dot segments too"},
    {"oxiri", "http://a/bb/ccc/..", "", "http://a/bb/ccc/..",
     "5.2.2: T.path = Base.path where the reference has none, dot segments too"},
    {"fluent-uri resolve", "foo:/bar/baz/.%2E/", "..", "foo:/bar/baz/",
     "5.2.4 takes segments as written; `.%2E` is none of its dot segments"},
    {"fluent-uri resolve", "foo:/bar/..", ".", "foo:/bar/",
     "5.2.3: the last segment of the base, whatever it is, is left out"},
    {"fluent-uri normalize", "", "http://example.com:/", "http://example.com:/",
     "6.2.3: an empty port is dropped by the scheme's rules, not by 6.2.2"},
    {"fluent-uri normalize", "", "foo/../bar", "bar",
     "6.2.2.3: normalizers should remove dot segments"},
    {"fluent-uri normalize", "", "/foo/../bar", "/bar",
     "6.2.2.3: normalizers should remove dot segments"},
    {"fluent-uri normalize", "", "foo:bar/../baz", "foo:/baz", "5.2.4, applied by 6.2.2.3"},
    {"fluent-uri normalize", "", "//[0000:0000:0000::1]", "//[0000:0000:0000::1]",
     "6.2.2 does not rewrite addresses; RFC 5952 is about text, not URIs"},
    {"fluent-uri normalize", "", "//[0:0:0:0:0:ffff:192.0.2.1]", "//[0:0:0:0:0:ffff:192.0.2.1]",
     "6.2.2 does not rewrite addresses; RFC 5952 is about text, not URIs"},
    {"fluent-uri normalize", "", "//[::192.0.2.1]", "//[::192.0.2.1]",
     "6.2.2 does not rewrite addresses; RFC 5952 is about text, not URIs"},
    {"fluent-uri normalize", "", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d/ros%C3%A9",
     "example://a/b/c/%7Bfoo%7D/ros%C3%A9",
     "6.2.2.2: only unreserved characters; the row is an IRI (RFC 3987)"},
    {"iri-string", "", "..", "../",
     "5.2.4 2D: a dot segment at the end leaves the slash before it"},
    {"iri-string", "", "../foo/..", "../",
     "5.2.4 2D: a dot segment at the end leaves the slash before it"},
    {"iri-string", "", "foo/../p%61th", "path", "6.2.2.3: normalizers should remove dot segments"},
    {"iri-string", "", "SCHEME://Alpha%ce%b1/", "scheme://alpha%CE%B1/",
     "6.2.2.1: the host is case-insensitive"},
    {"iri-string", "", "https://example.com:/", "https://example.com:/",
     "6.2.3: an empty port is dropped by the scheme's rules, not by 6.2.2"},
    {"haskell", "f:/a", ".//g", "f:/.//g",
     "3: without an authority a path can not begin with //; 4.2 has the dot segment before it"},
    {"haskell", "f:/a/", "..//g", "f:/.//g",
     "3: without an authority a path can not begin with //; 4.2 has the dot segment before it"},
    {"python", "http://a/b/c/d;p?q#f", "", "http://a/b/c/d;p?q",
     "5.1: the fragment of a base is ignored"},
    {"python", "", "http://a/b/c/g?y/./x", "(nothing)", "5.1: a base has a scheme"},
    {"python", "", "http://a/./g", "(nothing)", "5.1: a base has a scheme"},
    {"python", "a", "b", "(nothing)", "5.1: a base has a scheme"},
    {"java", "http://a/b/c/d;p?q", "?y", "http://a/b/c/d;p?y", "5.4: the source is RFC 2396"},
    {"java", "http://a/b/c/d;p?q", "../../../g", "http://a/g", "5.4: the source is RFC 2396"},
    {"java", "http://a/b/c/d;p?q", "../../../../g", "http://a/g", "5.4: the source is RFC 2396"},
    {"java", "http://a/b/c/d;p?q", "/./g", "http://a/g", "5.4: the source is RFC 2396"},
    {"java", "http://a/b/c/d;p?q", "/../g", "http://a/g", "5.4: the source is RFC 2396"},
    {"java", "s://h/a/b", "", "s://h/a/b", "5.4: the source is RFC 2396"},
    {"java", "s://h/a/b", "?q", "s://h/a/b?q", "5.4: the source is RFC 2396"},
    {"glib-uri relative", "http://a/b/c/d;p?q",
     "ScHeMe://User:P%61ss@HOST.%63om:1234/path/./from/../to%7d/"
     "item%2dobj?qu%65ry=something#fr%61gment",
     "ScHeMe://User:P%61ss@HOST.%63om:1234/path/to%7d/item%2dobj?qu%65ry=something#fr%61gment",
     "5.2 removes dot segments and normalises nothing else"},
    {"glib-uri normalize", "", "ftp://foo", "ftp://foo/",
     "6.2.3: an empty path behind an authority should be normalised to `/`"},
    {"glib-uri normalize", "", "ftp://foo:21", "ftp://foo/",
     "6.2.3: an empty path behind an authority should be normalised to `/`"},
    {"glib-uri normalize", "", "ftp://foo:2100", "ftp://foo:2100/",
     "6.2.3: an empty path behind an authority should be normalised to `/`"},
    {"chromium", "filesystem:http://www.google.com/type/", "../foo.html",
     "filesystem:http://www.google.com/foo.html",
     "5.2.4 knows no nested URL that it must not leave"},
};

struct Vector {
  std::string base;
  std::string input;
  std::string expected;
};
using Vectors = std::vector<Vector>;
using Answer = std::function<std::string(const Vector&)>;

const rapidjson::Value& table_of(const rapidjson::Document& document, std::string_view name) {
  const auto tables = document.FindMember("tables");
  REQUIRE(tables != document.MemberEnd());
  for (const auto& member : tables->value.GetObject()) {
    // Some names end in the line of the source: `relative_tests@815`.
    const std::string full = string_of(member.name);
    if (full == name || full.starts_with(std::string(name) + "@")) return member.value;
  }
  FAIL("no table " << name);
  return document;
}

/// Runs tables and prints how many rows of each pass.
class Ledger {
 public:
  /// `use` says which rows of the corpora these are; its counts are filled in here.
  void run(const std::string& name, const Vectors& vectors, const Answer& answer, VectorUse use) {
    std::size_t as_published = 0;
    std::size_t decided = 0;
    use.vectors = vectors.size();
    for (const Vector& vector : vectors) {
      const std::string ours = answer(vector);
      if (ours == vector.expected) {
        ++as_published;
        continue;
      }
      const std::size_t row = decided_row(name, vector, ours);
      if (row == std::size(kDecided)) {
        FAIL_CHECK(name << ": " << vector.base << " + " << vector.input << " is " << ours
                        << ", published as " << vector.expected);
        continue;
      }
      used_.insert(row);
      ++decided;
      use.exceptions.push_back(vector.base + " + " + vector.input + ": " +
                               std::string(kDecided[row].paragraph));
    }
    use.passed = as_published;
    record(std::move(use));
    std::cout << "  " << std::left << std::setw(50) << name << std::right << std::setw(6)
              << vectors.size() << std::setw(6) << as_published << std::setw(6) << decided << '\n';
    CHECK_FALSE(vectors.empty());
  }

  void check_all_decided_were_met() const {
    for (std::size_t i = 0; i < std::size(kDecided); ++i) {
      CAPTURE(kDecided[i].table, kDecided[i].base, kDecided[i].input);
      CHECK(used_.contains(i));
    }
  }

 private:
  static std::size_t decided_row(const std::string& name, const Vector& vector,
                                 const std::string& ours) {
    const auto* const row =
        std::find_if(std::begin(kDecided), std::end(kDecided), [&](const Decided& d) {
          return name.starts_with(d.table) && d.base == vector.base && d.input == vector.input &&
                 d.ours == ours;
        });
    return static_cast<std::size_t>(row - std::begin(kDecided));
  }

  std::set<std::size_t> used_;
};

std::string resolved(const Vector& vector, Resolution how) {
  return resolve(split(vector.base), split(vector.input), how).value_or("(nothing)");
}
std::string strictly(const Vector& vector) { return resolved(vector, Resolution::strict); }
std::string backward(const Vector& vector) {
  return resolved(vector, Resolution::backward_compatible);
}
std::string syntax(const Vector& vector) { return normalize(split(vector.input)); }
std::string by_scheme(const Vector& vector) {
  return normalize(split(vector.input), Normalization::scheme);
}

/// The tables of one folder, file by file.
class Tables {
 public:
  explicit Tables(fs::path folder) : folder_(std::move(folder)) {}

  /// Rows of objects with `base`, `ref`, `expected`.
  Vectors objects(const char* file, std::string_view table) {
    Vectors out;
    each(file, table, [&](const rapidjson::Value& row) {
      out.push_back({string_of(row["base"]), string_of(row["ref"]), string_of(row["expected"])});
    });
    return out;
  }
  void each(const char* file, std::string_view table,
            const std::function<void(const rapidjson::Value&)>& visit) {
    rapidjson::Document document;
    read_json(folder_ / file, document);
    for (const auto& row : table_of(document, table).GetArray()) visit(row);
  }
  [[nodiscard]] const fs::path& folder() const noexcept { return folder_; }

 private:
  fs::path folder_;
};

void rfc3986(Ledger& ledger, Tables& tables) {
  rapidjson::Document document;
  read_json(tables.folder() / "rfc3986-section5.4.json", document);
  Vectors rows;
  for (const char* name : {"normal", "abnormal"}) {
    for (const auto& row : document[name].GetArray()) {
      rows.push_back(
          {string_of(document["base"]), string_of(row["ref"]), string_of(row["expected"])});
    }
  }
  CHECK(rows.size() == 42);
  ledger.run("rfc3986-section5.4", rows, strictly,
             {.file = "tables/rfc3986-section5.4.json", .part = "", .what = "resolution (5.2)"});
  ledger.run("rfc3986-section5.4, backward compatible",
             {{string_of(document["base"]), "http:g", "http://a/b/c/g"}}, backward,
             {.file = "tables/rfc3986-section5.4.json",
              .part = "",
              .what = "resolution, backward compatible",
              .again = true});
}

void uriparser(Ledger& ledger, Tables& tables) {
  ledger.run(
      "uriparser resolve_4suite", tables.objects("uriparser.json", "resolve_4suite"), strictly,
      {.file = "tables/uriparser.json", .part = "resolve_4suite", .what = "resolution (5.2)"});
  Vectors strict;
  Vectors compatible;
  tables.each("uriparser.json", "add_base", [&](const rapidjson::Value& row) {
    const auto raw = row["raw"].GetArray();
    const bool old = raw.Size() == 1 && string_of(raw[0]) == "@true";
    (old ? compatible : strict)
        .push_back({string_of(row["base"]), string_of(row["ref"]), string_of(row["expected"])});
  });
  ledger.run("uriparser add_base", strict, strictly,
             {.file = "tables/uriparser.json", .part = "add_base", .what = "resolution (5.2)"});
  ledger.run("uriparser add_base, backward compatible", compatible, backward,
             {.file = "tables/uriparser.json",
              .part = "add_base",
              .what = "resolution, backward compatible"});
  Vectors normal;
  tables.each("uriparser.json", "normalize", [&](const rapidjson::Value& row) {
    normal.push_back({"", string_of(row["in"]), string_of(row["out"])});
  });
  ledger.run("uriparser normalize", normal, syntax,
             {.file = "tables/uriparser.json", .part = "normalize", .what = "normal form (6.2.2)"});
}

void rust(Ledger& ledger, Tables& tables) {
  Vectors triples;
  tables.each("oxiri.json", "resolve", [&](const rapidjson::Value& row) {
    triples.push_back({string_of(row[1]), string_of(row[0]), string_of(row[2])});
  });
  ledger.run("oxiri resolve", triples, strictly,
             {.file = "tables/oxiri.json", .part = "resolve", .what = "resolution (5.2)"});
  // 5.1: a base has a scheme; what oxiri answers without one is its own.
  Vectors without;
  tables.each("oxiri.json", "resolve_relative_base", [&](const rapidjson::Value& row) {
    without.push_back({string_of(row[1]), string_of(row[0]), "(nothing)"});
  });
  ledger.run("oxiri resolve_relative_base: refused (5.1)", without, strictly,
             {.file = "tables/oxiri.json",
              .part = "resolve_relative_base",
              .what = "refused: a base has a scheme (5.1)"});
  std::cout << "  oxiri relativize: RFC 3986 does not define it\n";

  ledger.run("fluent-uri resolve", tables.objects("fluent-uri.json", "resolve"), strictly,
             {.file = "tables/fluent-uri.json", .part = "resolve", .what = "resolution (5.2)"});
  std::vector<std::string> strings;
  tables.each("fluent-uri.json", "normalize_strings_in_order",
              [&](const rapidjson::Value& value) { strings.push_back(string_of(value)); });
  Vectors pairs;
  for (std::size_t i = 0; i + 1 < strings.size(); i += 2) {
    // Two that the source checks to be normal already stand side by side.
    const bool normal = strings[i].starts_with("%3A%2F");
    if (normal) pairs.push_back({"", strings[i], strings[i]});
    pairs.push_back({"", strings[i + (normal ? 1 : 0)], strings[i + 1]});
  }
  ledger.run("fluent-uri normalize", pairs, syntax,
             {.file = "tables/fluent-uri.json",
              .part = "normalize_strings_in_order",
              .what = "normal form (6.2.2)",
              .left_out = {{"the answers to other rows", strings.size() - pairs.size()}}});

  Vectors normal;
  tables.each("iri-string.json", "components", [&](const rapidjson::Value& row) {
    const std::string text = string_of(row["composed"]);
    const bool ascii = std::all_of(text.begin(), text.end(),
                                   [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    if (ascii && row.HasMember("normalized_uri") && row["normalized_uri"].IsString()) {
      normal.push_back({"", text, string_of(row["normalized_uri"])});
    }
  });
  ledger.run("iri-string components, ASCII", normal, syntax,
             {.file = "tables/iri-string.json",
              .part = "components",
              .what = "normal form (6.2.2)",
              .again = true});
}

bool has_scheme(const std::string& text) { return split(text).has(Component::scheme); }

// The source loses which strings belong together: bases, each followed by pairs of a reference and
// its target, which has a scheme. Behind the base named here rows have further answers.
void iri_string(Ledger& ledger, Tables& tables) {
  std::vector<std::string> strings;
  std::size_t total = 0;
  tables.each("iri-string.json", "resolve_strings_in_order", [&](const rapidjson::Value& value) {
    strings.push_back(string_of(value));
    ++total;
  });
  const auto end = std::find(strings.begin(), strings.end(), "http://a/b/c/d/e/../..");
  strings.erase(end, strings.end());
  Vectors rows;
  std::string base;
  for (std::size_t i = 0; i < strings.size();) {
    const bool pair = !base.empty() && i + 1 < strings.size() && has_scheme(strings[i + 1]) &&
                      !(has_scheme(strings[i]) && i + 2 < strings.size() &&
                        strings[i] != strings[i + 1] && has_scheme(strings[i + 2]));
    if (pair) {
      rows.push_back({base, strings[i], strings[i + 1]});
      i += 2;
    } else {
      base = strings[i++];
    }
  }
  const std::size_t others = total - rows.size();
  ledger.run(
      "iri-string resolve_strings_in_order", rows, strictly,
      {.file = "tables/iri-string.json",
       .part = "resolve_strings_in_order",
       .what = "resolution (5.2)",
       .left_out = {{"bases, targets, and rows that the source does not tell apart", others}}});
}

// Paths of relative bases, as resolved below an authority.
void go(Ledger& ledger, Tables& tables) {
  ledger.run("go-net-url resolve_reference",
             tables.objects("go-net-url-1.19.8.json", "resolve_reference"), strictly,
             {.file = "tables/go-net-url-1.19.8.json",
              .part = "resolve_reference",
              .what = "resolution (5.2)"});
  Vectors paths = tables.objects("go-net-url-1.19.8.json", "resolve_path");
  for (Vector& row : paths) {
    row.base.insert(0, "x://h/");
    row.expected.insert(0, "x://h");
  }
  ledger.run("go-net-url resolve_path", paths, strictly,
             {.file = "tables/go-net-url-1.19.8.json",
              .part = "resolve_path",
              .what = "resolution (5.2)"});
}

void python(Ledger& ledger, Tables& tables) {
  Vectors rows;
  tables.each("python-urllib-parse.json", "urljoin", [&](const rapidjson::Value& row) {
    const auto args = row["args"].GetArray();
    rows.push_back({string_of(args[0]), string_of(args[1]), string_of(row["out"])});
  });
  ledger.run(
      "python-urllib-parse urljoin", rows, backward,
      {.file = "tables/python-urllib-parse.json", .part = "urljoin", .what = "resolution (5.2)"});
}

// A row checks components one by one; a `p` or `o` is always among them.
void java(Ledger& ledger, Tables& tables) {
  Vectors resolutions;
  Vectors normal;
  tables.each("java-net-uri-17.json", "cases", [&](const rapidjson::Value& row) {
    std::string target;
    bool resolves = false;
    bool normalizes = false;
    for (const auto& step : row["steps"].GetArray()) {
      const std::string name = string_of(step[0]);
      if (name == "rslv") resolves = step[1].IsString() && string_of(step[1]) == "base";
      if (name == "norm") normalizes = true;
      if ((!resolves && !normalizes) || step.Size() != 2 || name == "rslv") continue;
      if (name == "s") target += string_of(step[1]) + ":";
      if (name == "h") target += "//" + string_of(step[1]);
      if (name == "p" || name == "o") target += string_of(step[1]);
      // The rows name the fragment before the query, so both are put at their place below.
      if (name == "q") {
        target.insert(std::min(target.find('#'), target.size()), "?" + string_of(step[1]));
      }
      if (name == "f") target += "#" + string_of(step[1]);
    }
    const std::string input = string_of(row["in"]);
    if (resolves) {
      resolutions.push_back(
          {target.starts_with("s:") ? "s://h/a/b" : "http://a/b/c/d;p?q", input, target});
    } else if (normalizes) {
      normal.push_back({"", input, target});
    }
  });
  ledger.run("java-net-uri resolve", resolutions, strictly,
             {.file = "tables/java-net-uri-17.json",
              .part = "cases",
              .what = "resolution (5.2)",
              .again = true});
  ledger.run("java-net-uri normalize", normal, syntax,
             {.file = "tables/java-net-uri-17.json",
              .part = "cases",
              .what = "normal form (6.2.2)",
              .again = true});
}

void glib(Ledger& ledger, Tables& tables) {
  Vectors relative;
  tables.each("glib-uri-2.74.6.json", "relative_tests", [&](const rapidjson::Value& row) {
    relative.push_back({"http://a/b/c/d;p?q", string_of(row[0]), string_of(row[1])});
  });
  ledger.run("glib-uri relative_tests", relative, strictly,
             {.file = "tables/glib-uri-2.74.6.json",
              .part = "relative_tests",
              .what = "resolution (5.2)"});
  Vectors normal;
  std::size_t others = 0;
  tables.each("glib-uri-2.74.6.json", "normalize_parse_tests", [&](const rapidjson::Value& row) {
    if (string_of(row[2]) != "@G_URI_FLAGS_SCHEME_NORMALIZE" || !row[0].IsNull()) {
      ++others;
      return;
    }
    normal.push_back({"", string_of(row[1]), string_of(row[3])});
  });
  ledger.run("glib-uri normalize_parse_tests, by scheme", normal, by_scheme,
             {.file = "tables/glib-uri-2.74.6.json",
              .part = "normalize_parse_tests",
              .what = "normal form (6.2.3)",
              .left_out = {{"asks for a base, or for less than 6.2.3", others}}});
}

void libsoup(Ledger& ledger, Tables& tables) {
  Vectors rows;
  std::size_t others = 0;
  tables.each("libsoup-uri-3.2.3.json", "eq_tests", [&](const rapidjson::Value& row) {
    // Rows of different flags ask about the flags.
    if (string_of(row[3]) != string_of(row[4])) {
      ++others;
      return;
    }
    rows.push_back({string_of(row[0]), string_of(row[1]),
                    string_of(row[2]) == "@TRUE" ? "equal" : "different"});
  });
  const auto verdict = [](const Vector& row) -> std::string {
    return compare(split(row.base), split(row.input)) == Rung::none ? "different" : "equal";
  };
  ledger.run("libsoup-uri eq_tests", rows, verdict,
             {.file = "tables/libsoup-uri-3.2.3.json",
              .part = "eq_tests",
              .what = "comparison (6.2)",
              .left_out = {{"parsed with different flags", others}}});
}

// Chromium follows the URL Standard. Rows about schemes that it treats generically speak of 5.2
// too.
void chromium(Ledger& ledger, Tables& tables) {
  Vectors rows;
  tables.each("chromium-gurl.json", "Resolve.resolve_cases", [&](const rapidjson::Value& row) {
    const Vector vector{string_of(row[0]), string_of(row[1]), string_of(row[3])};
    const UriParts base = split(vector.base);
    const UriParts reference = split(vector.input);
    const bool generic =
        !base.has(Signal::scheme_special) && !reference.has(Signal::scheme_special);
    if (row[2].IsTrue() && generic && !reference.has(Signal::invalid)) rows.push_back(vector);
  });
  ledger.run("chromium-gurl Resolve, schemes not special", rows, strictly,
             {.file = "tables/chromium-gurl.json",
              .part = "Resolve.resolve_cases",
              .what = "resolution (5.2)",
              .again = true});
}

}  // namespace

TEST_CASE("reference: the published tables", "[vectors]") {
  const auto shared = shared_folder();
  if (!shared) {
    WARN("skipped: no shared test data beside the checkout");
    return;
  }
  std::cout << "RFC 3986 sections 5 and 6: rows, as published, decided by RFC 3986\n";
  Tables tables(*shared / "corpora" / "tables");
  Ledger ledger;
  rfc3986(ledger, tables);
  uriparser(ledger, tables);
  rust(ledger, tables);
  iri_string(ledger, tables);
  ledger.run(
      "haskell-network-uri resolve", tables.objects("haskell-network-uri.json", "resolve"),
      strictly,
      {.file = "tables/haskell-network-uri.json", .part = "resolve", .what = "resolution (5.2)"});
  go(ledger, tables);
  python(ledger, tables);
  java(ledger, tables);
  ledger.run("ruby-uri resolve", tables.objects("ruby-uri-3.1.2.json", "resolve"), strictly,
             {.file = "tables/ruby-uri-3.1.2.json", .part = "resolve", .what = "resolution (5.2)"});
  glib(ledger, tables);
  libsoup(ledger, tables);
  chromium(ledger, tables);
  ledger.check_all_decided_were_met();
}
