// What other programs' tests state of RFC 3986: which components a valid reference has. Rows that
// RFC 3986 refuses, or that the program refuses, state no such fact.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/shared_data.hpp"
#include "conformance/vector_table.hpp"
#include "urilint/reference.hpp"
#include "urilint/uri.hpp"

using namespace urilint;
using namespace urilint::testing;

namespace {

using Json = rapidjson::Value;

constexpr std::array kComponents = {Component::scheme,  Component::userinfo, Component::host,
                                    Component::port,    Component::path,     Component::query,
                                    Component::fragment};
enum Index : std::size_t { kScheme, kUserinfo, kHost, kPort, kPath, kQuery, kFragment };

/// The texts of the components. Absent is empty: few of the programs tell them apart.
using Texts = std::array<std::string, 7>;

Texts texts_of(std::string_view uri) {
  const UriParts parts = split(uri);
  Texts out;
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = text_of(parts, kComponents[i]);
  for (char& c : out[kScheme]) c = to_lower(c);
  return out;
}

std::string difference(const Texts& ours, const Texts& wanted) {
  for (std::size_t i = 0; i < ours.size(); ++i) {
    if (ours[i] == wanted[i]) continue;
    return std::string(name_of(kComponents[i])) + " is " + ours[i] + ", not " + wanted[i];
  }
  return {};
}

std::string member(const Json& row, const char* name) {
  const auto found = row.FindMember(name);
  if (found == row.MemberEnd()) return {};
  if (found->value.IsString()) return string_of(found->value);
  return found->value.IsInt() ? std::to_string(found->value.GetInt()) : "";
}
std::string text(const Json& value) {
  if (value.IsInt()) return value.GetInt() < 0 ? "" : std::to_string(value.GetInt());
  return value.IsString() ? string_of(value) : "";
}

constexpr const char* kInvalid = "no reference of RFC 3986";
constexpr const char* kRefused = "the program refuses it: a fact of the program";

bool valid(std::string_view uri) { return !split(uri).has(Signal::invalid); }

/// The rows of one table of one file.
class Table {
 public:
  Table(const char* file, const char* part) : file_(std::string("tables/") + file), part_(part) {}

  void each(const char* what, const std::function<void(const Json&, VectorTally&)>& judge) const {
    const auto shared = shared_folder();
    if (!shared) {
      WARN("skipped: the extra data is absent (URILINT_SHARED names its folder)");
      return;
    }
    rapidjson::Document document;
    read_json_mended(*shared / "corpora" / file_, document);
    VectorTally tally(file_, part_, what);
    std::size_t rows = 0;
    const Json& tables = document["tables"];
    for (const auto& table : tables.GetObject()) {
      const std::string name = string_of(table.name);
      if (name != part_ && !name.starts_with(part_ + '@')) continue;
      for (const Json& row : table.value.GetArray()) {
        judge(row, tally);
        ++rows;
      }
    }
    CHECK(rows > 0);
  }

 private:
  std::string file_;
  std::string part_;
};

Texts php_texts(const Json& out) {
  Texts wanted = {member(out, "scheme"),  member(out, "user"), member(out, "host"),
                  member(out, "port"),    member(out, "path"), member(out, "query"),
                  member(out, "fragment")};
  if (out.HasMember("pass")) wanted[kUserinfo] += ':' + member(out, "pass");
  return wanted;
}

// The authority of a row of Python, which keeps it whole.
std::string authority_of(std::string_view uri) {
  const UriParts parts = split(uri);
  return std::string(text_of(parts, Component::authority));
}

void judge_python(const Json& row, VectorTally& tally, bool parameters) {
  const std::string input = text(row["args"][0]);
  if (row["args"].Size() != 1 || !row["kw"].ObjectEmpty() || !row["args"][0].IsString()) {
    return tally.leave_out("called with further arguments, or with bytes");
  }
  if (!valid(input)) return tally.leave_out(kInvalid);
  if (!row["out"].IsArray()) return tally.leave_out(kRefused);
  const Json& out = row["out"];
  std::string path = text(out[2]);
  if (parameters && !text(out[3]).empty()) path += ';' + text(out[3]);
  const rapidjson::SizeType query = parameters ? 4 : 3;
  const Texts ours = texts_of(input);
  const Texts wanted = {text(out[0]),        {}, text(out[1]), {}, path, text(out[query]),
                        text(out[query + 1])};
  const Texts compared = {ours[kScheme], {},           authority_of(input), {},
                          ours[kPath],   ours[kQuery], ours[kFragment]};
  tally.judge(input, difference(compared, wanted));
}

// The steps of a Java row up to the first that makes another URI; nothing if it is refused.
std::optional<Texts> java_texts(const Json& steps) {
  static constexpr std::array<std::pair<std::string_view, Index>, 8> kNames = {{{"s", kScheme},
                                                                                {"u", kUserinfo},
                                                                                {"h", kHost},
                                                                                {"g", kHost},
                                                                                {"n", kPort},
                                                                                {"p", kPath},
                                                                                {"q", kQuery},
                                                                                {"f", kFragment}}};
  Texts out;
  for (const Json& step : steps.GetArray()) {
    const std::string name = string_of(step[0]);
    if (name == "x") return std::nullopt;
    if (name == "rslv" || name == "norm") break;
    if (name == "o") out[kPath] = text(step[1]);
    for (const auto& [key, index] : kNames) {
      if (name == key) out[index] = text(step[1]);
    }
  }
  return out;
}

// `scheme | user | password | options | host | port | path | query | fragment`; `[11]` … is absent.
std::vector<std::string> curl_fields(std::string_view out) {
  std::vector<std::string> fields;
  while (!out.empty()) {
    const std::size_t end = std::min(out.find(" | "), out.size());
    std::string field(out.substr(0, end));
    if (field.size() == 4 && field.starts_with("[1") && field.ends_with("]")) field.clear();
    fields.push_back(std::move(field));
    out.remove_prefix(std::min(end + 3, out.size()));
  }
  return fields;
}

void judge_curl(const Json& row, VectorTally& tally) {
  if (!row["in"].IsString()) return tally.leave_out("the end of the list in the source");
  const std::string input = string_of(row["in"]);
  const UriParts parts = split(input);
  const bool plain = row["getflags"].IsInt() && row["getflags"].GetInt() == 0;
  if (!parts.has(Component::authority) || !valid(input)) return tally.leave_out(kInvalid);
  if (!plain) return tally.leave_out("asked to decode, or to add a default");
  if (member(row, "ucode") != "@CURLUE_OK") return tally.leave_out(kRefused);
  const std::vector<std::string> fields = curl_fields(string_of(row["out"]));
  REQUIRE(fields.size() == 9);
  Texts wanted = {fields[0], fields[1], fields[4], fields[5], fields[6], fields[7], fields[8]};
  if (!fields[2].empty()) wanted[kUserinfo] += ':' + fields[2];
  if (!fields[3].empty()) wanted[kUserinfo] += ';' + fields[3];
  // curl decodes the host, and gives what 5.2.4 and 6.2.3 make of the path.
  Texts ours = texts_of(input);
  ours[kHost] = pct_decode(ours[kHost]);
  ours[kPath] = ours[kPath].empty() ? "/" : remove_dot_segments(ours[kPath]);
  tally.judge(input, difference(ours, wanted));
}

void judge_glib(const Json& row, VectorTally& tally) {
  const std::string input = string_of(row[0]);
  if (!valid(input)) return tally.leave_out(kInvalid);
  if (text(row[2]) != "@TRUE") return tally.leave_out(kRefused);
  Texts wanted;
  for (rapidjson::SizeType i = 0; i < wanted.size(); ++i) wanted[i] = text(row[4][i]);
  Texts ours = texts_of(input);
  for (const Index i : {kUserinfo, kHost, kPath, kQuery, kFragment}) ours[i] = pct_decode(ours[i]);
  // The source keeps addresses without their brackets.
  if (ours[kHost].starts_with('[')) ours[kHost] = ours[kHost].substr(1, ours[kHost].size() - 2);
  tally.judge(input, difference(ours, wanted));
}

void judge_go(const Json& row, VectorTally& tally) {
  const std::string input = string_of(row["in"]);
  if (!valid(input)) return tally.leave_out(kInvalid);
  const Json& url = row["url"];
  Texts ours = texts_of(input);
  std::string host = pct_decode(ours[kHost]);
  if (split(input).has(Component::port)) host += ':' + ours[kPort];
  const std::string opaque = member(url, "Opaque");
  const Texts compared = {ours[kScheme],
                          {},
                          host,
                          {},
                          opaque.empty() ? pct_decode(ours[kPath]) : ours[kPath],
                          ours[kQuery],
                          pct_decode(ours[kFragment])};
  tally.judge(input, difference(compared, {member(url, "Scheme"),
                                           {},
                                           member(url, "Host"),
                                           {},
                                           opaque.empty() ? member(url, "Path") : opaque,
                                           member(url, "RawQuery"),
                                           member(url, "Fragment")}));
}

// Raw pieces: scheme, user, password, host, port, path, query, fragment.
enum class Slashes : std::uint8_t { two, any };
void judge_chromium(const Json& row, VectorTally& tally, Slashes slashes) {
  const std::string input = text(row[0]);
  const UriParts parts = split(input);
  if (parts.has(Signal::invalid) || !parts.has(Component::scheme)) return tally.leave_out(kInvalid);
  if (slashes == Slashes::two &&
      (!parts.has(Component::authority) || parts.has(Signal::host_empty))) {
    return tally.leave_out("read as if any number of slashes opened an authority");
  }
  Texts wanted = {text(row[1]), text(row[2]), text(row[4]), text(row[5]),
                  text(row[6]), text(row[7]), text(row[8])};
  for (char& c : wanted[kScheme]) c = to_lower(c);
  if (row[3].IsString()) wanted[kUserinfo] += ':' + string_of(row[3]);
  tally.judge(input, difference(texts_of(input), wanted));
}

}  // namespace

TEST_CASE("programs: components in the tests of PHP and Python", "[vectors]") {
  Table("php-parse_url-8.2.32.json", "parse")
      .each("components", [](const Json& row, VectorTally& tally) {
        const std::string input = string_of(row["in"]);
        if (!valid(input)) return tally.leave_out(kInvalid);
        if (!row["out"].IsObject()) return tally.leave_out(kRefused);
        tally.judge(input, difference(texts_of(input), php_texts(row["out"])));
      });
  Table("python-urllib-parse.json", "urlsplit")
      .each("components",
            [](const Json& row, VectorTally& tally) { judge_python(row, tally, false); });
  Table("python-urllib-parse.json", "urlparse")
      .each("components",
            [](const Json& row, VectorTally& tally) { judge_python(row, tally, true); });
  Table("python-urllib-parse.json", "urldefrag")
      .each("the fragment", [](const Json& row, VectorTally& tally) {
        if (!row["args"][0].IsString()) return tally.leave_out("called with bytes");
        const std::string input = text(row["args"][0]);
        const bool same = texts_of(input)[kFragment] == text(row["out"][1]);
        tally.judge(input, same ? "" : "another fragment");
      });
}

TEST_CASE("programs: components in the tests of Java, GLib and Go", "[vectors]") {
  Table("java-net-uri-17.json", "cases")
      .each("components", [](const Json& row, VectorTally& tally) {
        const std::string input = string_of(row["in"]);
        if (!valid(input)) return tally.leave_out(kInvalid);
        if (string_of(row["steps"][0][0]) == "rslv")
          return tally.leave_out("states its resolution only");
        const std::optional<Texts> wanted = java_texts(row["steps"]);
        if (!wanted) return tally.leave_out(kRefused);
        tally.judge(input, difference(texts_of(input), *wanted));
      });
  Table("glib-uri-2.74.6.json", "absolute_tests").each("components", judge_glib);
  Table("go-net-url-1.19.8.json", "parse").each("components", judge_go);
}

TEST_CASE("programs: components in the tests of curl and Chromium", "[vectors]") {
  Table("curl-lib1560-7.88.1.json", "get_parts").each("components", judge_curl);
  // The parser of special URLs, whatever the scheme, and the one of all others.
  const auto special = [](const Json& row, VectorTally& tally) {
    judge_chromium(row, tally, Slashes::two);
  };
  const auto other = [](const Json& row, VectorTally& tally) {
    judge_chromium(row, tally, Slashes::any);
  };
  Table("chromium-url-parse.json", "CountCharactersBefore.cases").each("components", special);
  Table("chromium-url-parse.json", "FileSystemUrl.non_special_cases").each("components", other);
  Table("chromium-url-parse.json", "NonSpecial.non_special_opaque_path_cases")
      .each("components", other);
}

TEST_CASE("programs: what Boost.URL, fluent-uri and uriparser refuse or decode", "[vectors]") {
  Table("boost-url.json", "test/unit/rfc/absolute_uri_rule.cpp:bad")
      .each("no absolute-URI (4.3)", [](const Json& row, VectorTally& tally) {
        const std::string input = text(row.IsArray() ? row[0] : row);
        tally.judge(input, is_absolute_uri(split(input)) ? "accepted" : "");
      });
  Table("boost-url.json", "test/unit/rfc/uri_rule.cpp:bad")
      .each("no URI (3)", [](const Json& row, VectorTally& tally) {
        const std::string input = text(row.IsArray() ? row[0] : row);
        tally.judge(input, kind_of(split(input)) == ReferenceKind::uri ? "accepted" : "");
      });
  Table("fluent-uri.json", "parse_fail")
      .each("no URI (3)", [](const Json& row, VectorTally& tally) {
        const std::string input = text(row[0]);
        if (input.starts_with("@input")) return tally.leave_out("the names of the columns");
        tally.judge(input, kind_of(split(input)) == ReferenceKind::uri ? "accepted" : "");
      });
  Table("uriparser.json", "equals")
      .each("comparison (6.2)", [](const Json& row, VectorTally& tally) {
        const std::string input = text(row[0]);
        if (input.starts_with("@const")) return tally.leave_out("the names of the columns");
        const std::string copy = input;
        tally.judge(input,
                    compare(split(input), split(copy)) == Rung::identical ? "" : "different");
      });
  Table("uriparser.json", "unescape")
      .each("decoding (2.1)", [](const Json& row, VectorTally& tally) {
        if (row.Size() != 2) return tally.leave_out("asks for `+` or line breaks to be replaced");
        tally.judge(text(row[0]),
                    pct_decode(text(row[0])) == text(row[1]) ? "" : "decoded otherwise");
      });
}

TEST_CASE("programs: what trurl prints for one URL is its normal form", "[vectors]") {
  const auto shared = shared_folder();
  if (!shared) {
    WARN("skipped: the extra data is absent (URILINT_SHARED names its folder)");
    return;
  }
  rapidjson::Document file;
  read_json_mended(*shared / "corpora/trurl/tests.json", file);
  VectorTally tally("trurl/tests.json", "", "normal form (6.2.3)");
  for (const Json& row : file.GetArray()) {
    const Json& arguments = row["input"]["arguments"];
    const bool one = arguments.Size() == 1 && row["expected"]["stdout"].IsString();
    const std::string input = one ? string_of(arguments[0]) : "";
    if (!one || input.starts_with('-') || input.starts_with("@")) {
      tally.leave_out("an option of the command");
      continue;
    }
    const UriParts parts = split(input);
    if (parts.has(Signal::invalid) || !parts.has(Component::authority) ||
        !parts.has(Component::scheme)) {
      tally.leave_out(kInvalid);
      continue;
    }
    std::string printed = string_of(row["expected"]["stdout"]);
    while (printed.ends_with('\n')) printed.pop_back();
    if (printed.empty()) {
      tally.leave_out(kRefused);
      continue;
    }
    // curl has a path behind every authority, and writes addresses and triplets in its own way.
    const Rung rung = compare(parts, split(printed));
    tally.judge(input, rung == Rung::none ? "differs from " + printed : "");
  }
}
