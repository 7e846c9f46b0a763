// The verdict on everything in `../shared` is uriparser's and the grammar's; then the verdicts that
// the tables themselves assert. A row that RFC 3986 decides otherwise stands in kDecided.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <functional>
#include <iomanip>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "conformance/oracles.hpp"
#include "conformance/shared_data.hpp"
#include "conformance/vector_table.hpp"
#include "urilint/uri.hpp"

using namespace urilint;
using namespace urilint::testing;
namespace fs = std::filesystem;

namespace {

struct Decided {
  std::string_view input;
  bool valid;
  std::string_view paragraph;
};
/// Rows whose source says something else than RFC 3986, with what decides.
constexpr Decided kDecided[] = {
    {"http://##", false, "3.5: fragment = *( pchar / \"/\" / \"?\" ); the source parses a prefix"},
    {"http://[fe80::ff:fe00:1%25eth0]", false,
     "3.2.2: IPv6address has no zone; RFC 6874 added one"},
    {"http://example.com/test123/\u4865\u6c6c\u6f2c\u2057\u6f72\u6c64/index.html", false,
     "2: a URI is written in US-ASCII"},
    {"http://example.com/test124/\u041c\u043e\u0441\u043a\u0432\u0430/index.html", false,
     "2: a URI is written in US-ASCII"},
};

bool valid(std::string_view text) { return !split(text).has(Signal::invalid); }

const Decided* decided(std::string_view text) {
  const auto* row = std::find_if(std::begin(kDecided), std::end(kDecided),
                                 [&](const Decided& d) { return d.input == text; });
  return row == std::end(kDecided) ? nullptr : row;
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

struct Count {
  std::uint64_t inputs = 0;
  std::uint64_t valid = 0;
  std::uint64_t disagreements = 0;

  void operator+=(const Count& other) {
    inputs += other.inputs;
    valid += other.valid;
    disagreements += other.disagreements;
  }
};

void print(const std::string& name, const Count& count) {
  std::cout << "  " << std::left << std::setw(58) << name << std::right << std::setw(8)
            << count.inputs << std::setw(8) << count.valid << std::setw(8)
            << count.inputs - count.valid << std::setw(5) << count.disagreements << '\n';
}

// Both split a valid authority alike.
bool same_authority(std::string_view text) {
  const UriParts parts = split(text);
  Reading other;
  if (!uriparser_reads(text, other)) return true;
  if (!parts.has(Component::authority)) return !other[1] && !other[2] && !other[3];
  const auto ours = [&](Component which) -> std::optional<std::string_view> {
    if (!parts.has(which)) return std::nullopt;
    return text_of(parts, which);
  };
  return ours(Component::userinfo) == other[1] && ours(Component::host) == other[2] &&
         ours(Component::port) == other[3];
}

// An exactly sized block, so that a sanitizer sees every byte read past the end.
bool valid_in_a_block(const std::string& text) {
  const std::vector<char> block(text.begin(), text.end());
  return valid({block.data(), block.size()});
}

void compare(const std::string& text, Count& count) {
  const bool ours = valid_in_a_block(text);
  ++count.inputs;
  count.valid += ours ? 1U : 0U;
  const bool agreed = ours == uriparser_accepts(text) && ours == abnf_accepts(text);
  if (agreed && same_authority(text)) return;
  ++count.disagreements;
  UNSCOPED_INFO("disagreement on: " << text);
}

// `#label`, source, URL: the third column.
std::vector<std::string> third_column(const std::vector<std::string>& lines) {
  std::vector<std::string> out;
  for (const std::string& line : lines) {
    const std::size_t first = line.find('\t');
    if (line.empty() || line[0] == '#' || first == std::string::npos) continue;
    const std::size_t second = line.find('\t', first + 1);
    if (second != std::string::npos) out.push_back(line.substr(second + 1));
  }
  return out;
}

std::vector<std::string> inputs_of(const fs::path& path) {
  const std::string name = path.filename().string();
  const std::string text = read_file(path);
  if (name.ends_with(".json") || name.ends_with(".jsonl")) return json_strings_of(text);
  std::vector<std::string> lines = lines_of(text);
  if (name.find(".tsv") != std::string::npos) return third_column(lines);
  // A list that was made on Windows: with and without its carriage returns.
  const std::size_t count = lines.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (lines[i].ends_with('\r')) lines.push_back(lines[i].substr(0, lines[i].size() - 1));
  }
  return lines;
}

std::optional<fs::path> shared_or_say_so() {
  const std::optional<fs::path> folder = shared_folder();
  if (!folder) {
    std::cout << "skipped: conformance on ../shared, which is absent\n";
    WARN("skipped: the extra data is absent (URILINT_SHARED names its folder)");
  }
  return folder;
}

/// A table's claim about one input.
struct Claim {
  std::string input;
  bool valid;
  std::string part = {};  ///< the table of the file that makes it
};

/// Records the claims about `file` of the corpora, table by table.
class Uses {
 public:
  explicit Uses(std::string file) : file_(std::move(file)) {}

  void count(const Claim& claim, const Decided* exception, bool passed) {
    VectorUse& use = uses_[claim.part];
    ++use.vectors;
    if (exception != nullptr && passed) {
      use.exceptions.push_back(claim.input + ": " + std::string(exception->paragraph));
    } else if (passed) {
      ++use.passed;
    }
  }
  void record_all() {
    for (auto& [part, use] : uses_) {
      use.file = file_;
      use.part = part;
      use.what = "validity";
      record(std::move(use));
    }
  }

 private:
  std::string file_;
  std::map<std::string, VectorUse> uses_;
};

Count check_claims(const std::string& name, const std::vector<Claim>& claims,
                   const std::string& file) {
  Count count;
  Uses uses(file);
  for (const Claim& claim : claims) {
    const bool ours = valid_in_a_block(claim.input);
    const Decided* const row = decided(claim.input);
    const bool wanted = row != nullptr ? row->valid : claim.valid;
    ++count.inputs;
    count.valid += ours ? 1U : 0U;
    uses.count(claim, wanted == claim.valid ? nullptr : row, ours == wanted);
    if (ours == wanted) continue;
    ++count.disagreements;
    UNSCOPED_INFO(name << ", wanted " << (wanted ? "valid: " : "invalid: ") << claim.input);
  }
  if (!file.empty()) uses.record_all();
  print(name, count);
  CHECK(count.disagreements == 0);
  CHECK(count.inputs > 0);
  return count;
}

using Rows = std::vector<Claim>;

const rapidjson::Value& table_of(const rapidjson::Document& file, const char* name) {
  REQUIRE(file["tables"].HasMember(name));
  return file["tables"][name];
}

// Strings, or arrays whose first member is the string, as claims of one verdict.
void add_rows(const rapidjson::Document& file, const char* name, bool verdict, Rows& out,
              std::string_view before = "", std::string_view behind = "") {
  for (const auto& row : table_of(file, name).GetArray()) {
    const rapidjson::Value& value = row.IsArray() ? row[0] : row;
    if (value.IsString()) {
      out.push_back({std::string(before) + string_of(value) + std::string(behind), verdict, name});
    }
  }
}

}  // namespace

TEST_CASE("conformance: the strict verdict is uriparser's on all extra data") {
  const auto shared = shared_or_say_so();
  if (!shared) return;
  std::cout << "against uriparser and appendix A" << std::setw(41) << "inputs" << std::setw(8)
            << "valid" << std::setw(8) << "invalid" << std::setw(5) << "diff" << '\n';
  Count total;
  for (const char* folder :
       {"corpora/urls", "corpora/json-schema", "corpora/wpt", "corpora/trurl", "corpora/payloads",
        "corpora/secrets", "corpora/tables", "corpora/idn", "cases"}) {
    for (const fs::path& path : files_below(*shared / folder)) {
      if (path.extension() == ".md") continue;
      Count count;
      for (const std::string& input : inputs_of(path)) compare(input, count);
      const std::string name = fs::relative(path, *shared).string();
      print(name, count);
      CAPTURE(name);
      CHECK(count.disagreements == 0);
      total += count;
    }
  }
  print("all", total);
  CHECK(total.inputs > 300000);
  CHECK(total.valid > 0);
  CHECK(total.valid < total.inputs);
}

TEST_CASE("conformance: the verdicts of the JSON Schema suite", "[vectors]") {
  const auto shared = shared_or_say_so();
  if (!shared) return;
  for (const bool needs_scheme : {true, false}) {
    const std::string name = needs_scheme ? "uri.json" : "uri-reference.json";
    rapidjson::Document file;
    read_json(*shared / "corpora/json-schema" / name, file);
    Count count;
    VectorTally tally("json-schema/" + name, "", "validity");
    for (const auto& group : file.GetArray()) {
      for (const auto& test : group["tests"].GetArray()) {
        if (!test["data"].IsString()) {
          tally.leave_out("formats ignore what is not a string");
          continue;
        }
        const std::string input = string_of(test["data"]);
        const ReferenceKind kind = kind_of(split(input));
        const bool ours =
            needs_scheme ? kind == ReferenceKind::uri : kind != ReferenceKind::invalid;
        tally.judge(input, ours == test["valid"].GetBool() ? "" : "judged otherwise");
        ++count.inputs;
        count.valid += ours ? 1U : 0U;
        count.disagreements += ours == test["valid"].GetBool() ? 0U : 1U;
      }
    }
    print("json-schema/" + name, count);
    CHECK(count.inputs > 20);
  }
}

TEST_CASE("conformance: the verdicts of uriparser's own tests", "[vectors]") {
  const auto shared = shared_or_say_so();
  if (!shared) return;
  rapidjson::Document file;
  read_json(*shared / "corpora/tables/uriparser.json", file);
  Rows references;
  add_rows(file, "good_4suite", true, references);
  add_rows(file, "bad_4suite", false, references);
  check_claims("uriparser good, bad", references, "tables/uriparser.json");

  // In brackets an IPv4address counts only as the end of an IPv6address (ls32).
  Rows literals;
  add_rows(file, "uri_test_ip_six_pass", true, literals, "//[", "]");
  add_rows(file, "uri_test_ip_six_fail", false, literals, "//[", "]");
  add_rows(file, "uri_test_ip_four_pass", true, literals, "//[::", "]");
  add_rows(file, "uri_test_ip_four_fail", false, literals, "//[::", "]");
  check_claims("uriparser IP literals", literals, "tables/uriparser.json");

  // Outside brackets each is a host all the same: an IPv4address or, if not, a reg-name (3.2.2).
  for (const char* const name : {"uri_test_ip_four_pass", "uri_test_ip_four_fail"}) {
    Rows hosts;
    add_rows(file, name, true, hosts, "//");
    for (const Claim& host : hosts) {
      CAPTURE(host.input);
      const bool pass = std::string_view(name).ends_with("pass");
      CHECK((split(host.input).host_kind == HostKind::ipv4) == pass);
    }
  }
}

TEST_CASE("conformance: the verdicts of Haskell network-uri", "[vectors]") {
  const auto shared = shared_or_say_so();
  if (!shared) return;
  rapidjson::Document file;
  read_json(*shared / "corpora/tables/haskell-network-uri.json", file);
  Count count;
  Uses uses("tables/haskell-network-uri.json");
  for (const auto& row : table_of(file, "validity").GetArray()) {
    const std::string input = string_of(row["in"]);
    const bool is_decided = decided(input) != nullptr;
    const std::string wanted = is_decided ? "InvRf" : string_of(row["class"]);
    const UriParts parts = split(input);
    const ReferenceKind kind = kind_of(parts);
    const std::string ours = kind == ReferenceKind::invalid        ? "InvRf"
                             : kind == ReferenceKind::relative_ref ? "RelRf"
                             : parts.has(Component::fragment)      ? "AbsRf"
                                                                   : "AbsId";
    CAPTURE(input);
    CHECK(ours == wanted);
    uses.count({input, true, "validity"}, decided(input), ours == wanted);
    ++count.inputs;
    count.valid += kind != ReferenceKind::invalid ? 1U : 0U;
    count.disagreements += ours == wanted ? 0U : 1U;
  }
  uses.record_all();
  print("haskell-network-uri validity", count);
  CHECK(count.inputs > 100);
}

TEST_CASE("conformance: the verdicts of oxiri on its ASCII rows", "[vectors]") {
  const auto shared = shared_or_say_so();
  if (!shared) return;
  rapidjson::Document file;
  read_json(*shared / "corpora/tables/oxiri.json", file);
  Rows rows;
  add_rows(file, "valid", true, rows);
  add_rows(file, "relative_with_base_valid", true, rows);
  add_rows(file, "relative_invalid", false, rows);
  // RFC 3987 section 2.2 lets ucschar and iprivate in, RFC 3986 section 2 does not.
  const auto iris = std::stable_partition(rows.begin(), rows.end(),
                                          [](const Claim& row) { return is_ascii(row.input); });
  for (auto row = iris; row != rows.end(); ++row) row->valid = false;
  CHECK(iris != rows.end());
  check_claims("oxiri valid, relative valid, relative invalid", rows, "tables/oxiri.json");

  // What oxiri refuses here is the join with one base (it would not be parsed back as it was, RFC
  // 3986 errata on 5.3); the references themselves are valid.
  Rows joined;
  add_rows(file, "invalid_with_specific_bases", true, joined);
  check_claims("oxiri invalid with specific bases", joined, "tables/oxiri.json");
}

TEST_CASE("conformance: components and verdicts of iri-string", "[vectors]") {
  const auto shared = shared_or_say_so();
  if (!shared) return;
  rapidjson::Document file;
  read_json(*shared / "corpora/tables/iri-string.json", file);
  Rows rows;
  for (const auto& row : table_of(file, "components").GetArray()) {
    const std::string input = string_of(row["composed"]);
    rows.push_back({input, is_ascii(input), "components"});
    const UriParts parts = split(input);
    const auto wanted = [&](const char* name) -> std::string {
      const auto& components = row["components"];
      return components.HasMember(name) ? string_of(components[name]) : "(absent)";
    };
    const auto ours = [&](Component which) -> std::string {
      return parts.has(which) ? std::string(text_of(parts, which)) : "(absent)";
    };
    std::string userinfo = wanted("user");
    if (row["components"].HasMember("password")) userinfo += ":" + wanted("password");
    CAPTURE(input);
    CHECK(ours(Component::scheme) == wanted("scheme"));
    CHECK(ours(Component::userinfo) == userinfo);
    CHECK(ours(Component::host) == wanted("host"));
    CHECK(ours(Component::port) == wanted("port"));
    const std::string path = wanted("path");  // never absent in the grammar, only empty
    CHECK(ours(Component::path) == (path == "(absent)" ? "" : path));
    CHECK(ours(Component::query) == wanted("query"));
    CHECK(ours(Component::fragment) == wanted("fragment"));
  }
  check_claims("iri-string components", rows, "tables/iri-string.json");
}

TEST_CASE("conformance: the verdicts of fluent-uri and Boost.URL", "[vectors]") {
  const auto shared = shared_or_say_so();
  if (!shared) return;
  rapidjson::Document fluent;
  read_json(*shared / "corpora/tables/fluent-uri.json", fluent);
  Rows rows;
  add_rows(fluent, "valid_references", true, rows);
  check_claims("fluent-uri valid references", rows, "tables/fluent-uri.json");

  rapidjson::Document boost;
  read_json(*shared / "corpora/tables/boost-url.json", boost);
  rows.clear();
  add_rows(boost, "test/unit/rfc/absolute_uri_rule.cpp:ok", true, rows);
  add_rows(boost, "test/unit/rfc/uri_rule.cpp:ok", true, rows);
  add_rows(boost, "test/unit/url_view.cpp:ok", true, rows);
  add_rows(boost, "test/unit/url_view.cpp:bad", false, rows);
  add_rows(boost, "test/unit/ipv6_address.cpp:bad", false, rows, "//[", "]");
  add_rows(boost, "test/unit/ipv4_address.cpp:bad", false, rows, "//[0:0:0:0:0:0:", "]");
  check_claims("Boost.URL ok, bad", rows, "tables/boost-url.json");
}

TEST_CASE("conformance: the verdicts of the cases from bug reports") {
  const auto shared = shared_or_say_so();
  if (!shared) return;
  Rows rows;
  for (const std::string& line : lines_of(read_file(*shared / "cases/cases.jsonl"))) {
    if (line.empty()) continue;
    rapidjson::Document record;
    record.Parse<rapidjson::kParseIterativeFlag>(line.data(), line.size());
    REQUIRE_FALSE(record.HasParseError());
    const std::string verdict = string_of(record["expect"]["parse"]);
    const std::string input = string_of(record["input"]);
    if (input.starts_with("base64:") || (verdict != "valid" && verdict != "invalid")) continue;
    if (string_of(record["input_kind"]) == "uri") rows.push_back({input, verdict == "valid"});
    if (string_of(record["input_kind"]) != "uri-list" || verdict != "valid") continue;
    for (std::string one : lines_of(input)) {
      if (one.ends_with('\r')) one.pop_back();  // `list` lines end in LF or CRLF
      if (!one.empty()) rows.push_back({one, true});
    }
  }
  check_claims("cases.jsonl uri, uri-list", rows, "");
}
