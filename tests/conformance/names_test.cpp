// Published tables of IDNA, host names and IRIs against ToASCII, ToUnicode and the IRI grammar. A
// row that cannot hold is named with its reason, and must still fail.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/shared_data.hpp"
#include "conformance/vector_table.hpp"
#include "host/idna_newer.hpp"
#include "report/rapidjson.hpp"
#include "urilint/iri.hpp"
#include "urilint/names.hpp"
#include "urilint/reference.hpp"

using namespace urilint;
using urilint::testing::lines_of;
using urilint::testing::read_file;
using urilint::testing::read_json;
using urilint::testing::shared_folder;
using urilint::testing::string_of;

namespace {

struct Exception {
  std::string_view file;
  std::string_view input;
  std::string_view reason;
};

constexpr std::string_view kContext =
    "CONTEXTO of IDNA 2008 (RFC 5892 A.3 to A.9), which UTS 46 does not ask for";
constexpr std::string_view kDisallowed = "disallowed by IDNA 2008, valid in UTS 46";
constexpr std::string_view kRoot = "the empty label of the root, which VerifyDnsLength allows";
constexpr std::string_view kMapped = "no host name as it stands, but ToASCII makes one of it";
constexpr std::string_view kRelative = "6.2.2.3 of RFC 3986 is applied to relative paths, too";
constexpr std::string_view kCase = "6.2.2.1 of RFC 3986: letters of any host are lowered";

constexpr Exception kExceptions[] = {
    {"hostname.json", "example.", kRoot},
    {"hostname.json", "example\uff0ecom", kMapped},
    {"hostname.json", "\u212aelvin.example.com", kMapped},
    {"hostname.json", "xn--07jt112bpxg.xn--9t4b11yi5a", kDisallowed},
    {"hostname.json", "xn--chb89f", kDisallowed},
    {"hostname.json", "xn--07jceefgh4c", kDisallowed},
    {"hostname.json", "xn--al-0ea", kContext},
    {"hostname.json", "xn--l-fda", kContext},
    {"hostname.json", "xn--la-0ea", kContext},
    {"hostname.json", "xn--l-gda", kContext},
    {"hostname.json", "xn--S-jib3p", kContext},
    {"hostname.json", "xn--wva3j", kContext},
    {"hostname.json", "xn--5db1e", kContext},
    {"hostname.json", "xn--5db3e", kContext},
    {"hostname.json", "xn--defabc-k64e", kContext},
    {"hostname.json", "xn--vek", kContext},
    {"idn-hostname.json", "\uc2e4\u302e\ub840.\ud14c\uc2a4\ud2b8", kDisallowed},
    {"idn-hostname.json", "\u0640\u07fa", kDisallowed},
    {"idn-hostname.json", "\u3031\u3032\u3033\u3034\u3035\u302e\u302f\u303b", kDisallowed},
    {"idn-hostname.json", "a\u00b7l", kContext},
    {"idn-hostname.json", "\u00b7l", kContext},
    {"idn-hostname.json", "l\u00b7a", kContext},
    {"idn-hostname.json", "l\u00b7", kContext},
    {"idn-hostname.json", "\u03b1\u0375S", kContext},
    {"idn-hostname.json", "\u03b1\u0375", kContext},
    {"idn-hostname.json", "\u05f3\u05d1", kContext},
    {"idn-hostname.json", "\u05f4\u05d1", kContext},
    {"idn-hostname.json",
     "def\u30fb"
     "abc",
     kContext},
    {"idn-hostname.json", "\u30fb", kContext},
    {"idn-hostname.json", "xn--7a", kDisallowed},
    {"idn-hostname.json", "example.", kRoot},
    {"idn-hostname.json", "example\u3002", kRoot},
    {"idn-hostname.json", "example\uff0e", kRoot},
    {"idn-hostname.json", "example\uff61", kRoot},
    {"iri-string normalized_iri", "http://usER:passWORD@\u03b1.CoM/", kCase},
    {"iri-string normalized_iri", "SCHEME://Alpha%ce%b1/", kCase},
    {"iri-string normalized_iri", "..", kRelative},
    {"iri-string normalized_iri", "../foo/..", kRelative},
    {"iri-string normalized_iri", "foo/../p%61th", kRelative},
    {"iri-string normalized_iri", "https://example.com:/",
     "an empty port goes with the scheme's rules only (6.2.3 of RFC 3986)"},
};

// Prints `file, cases, passed, exceptions`, and the exceptions by reason.
class Tally {
 public:
  Tally(std::string file, testing::VectorUse use) : file_(std::move(file)), use_(std::move(use)) {}
  Tally(const Tally&) = delete;
  Tally& operator=(const Tally&) = delete;
  ~Tally() {
    std::cout << "names: " << file_ << ", " << cases_ << " cases, " << passed_ << " passed, "
              << exceptions_.size() << " exceptions\n";
    for (const std::string& text : exceptions_) std::cout << "    " << text << '\n';
    use_.vectors = static_cast<std::size_t>(cases_);
    use_.passed = static_cast<std::size_t>(passed_);
    use_.exceptions = exceptions_;
    testing::record(std::move(use_));
  }

  /// Judges one case. `fault` is empty if it passed; `excuse` is the reason of an exception.
  void judge(const std::string& input, const std::string& fault, std::string_view excuse = {}) {
    ++cases_;
    if (!excuse.empty() && !fault.empty()) {
      exceptions_.push_back(input + ": " + fault + ": " + std::string(excuse));
      return;
    }
    for (const Exception& exception : kExceptions) {
      if (exception.file != file_ || exception.input != input) continue;
      INFO(file_ << ": " << input << ": named as an exception, but it passes");
      CHECK_FALSE(fault.empty());
      exceptions_.push_back(input + ": " + std::string(exception.reason));
      return;
    }
    if (fault.empty()) {
      ++passed_;
      return;
    }
    INFO(file_ << ": " << input << ": " << fault);
    CHECK(fault.empty());
  }
  void leave_out(const char* reason) { ++use_.left_out[reason]; }
  [[nodiscard]] int cases() const noexcept { return cases_; }
  [[nodiscard]] std::size_t exceptions() const noexcept { return exceptions_.size(); }

 private:
  std::string file_;
  testing::VectorUse use_;
  int cases_ = 0;
  int passed_ = 0;
  std::vector<std::string> exceptions_;
};

std::optional<std::filesystem::path> corpus(std::string_view name) {
  const std::optional<std::filesystem::path> folder = shared_folder();
  if (!folder) {
    WARN("skipped: the extra data is absent (URILINT_SHARED names its folder)");
    return std::nullopt;
  }
  return *folder / "corpora" / name;
}

// --- IdnaTestV2.txt ------------------------------------------------------------------------------

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

// The seven columns; nothing for comments and empty lines.
std::optional<std::array<std::string, 7>> columns_of(std::string_view line) {
  line = trimmed(line.substr(0, line.find('#')));
  if (line.empty()) return std::nullopt;
  std::array<std::string, 7> out;
  for (std::string& column : out) {
    const std::size_t end = std::min(line.find(';'), line.size());
    // The escapes are those of JSON.
    const std::string quoted = '"' + std::string(trimmed(line.substr(0, end))) + '"';
    column = testing::json_strings_of(quoted).at(0);
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return out;
}

// Whether a status names an error other than X3 and X4_2, which are no errors of ToUnicode.
bool is_error(std::string_view status) {
  for (std::size_t at = 0; at < status.size();) {
    const std::size_t begin = status.find_first_not_of("[], ", at);
    if (begin == std::string_view::npos) return false;
    at = std::min(status.find_first_of("], ", begin), status.size());
    const std::string_view code = status.substr(begin, at - begin);
    if (code != "X3" && code != "X4_2") return true;
  }
  return false;
}

// The options of the file.
constexpr IdnaOptions kStrict{.check_hyphens = true,
                              .check_bidi = true,
                              .check_joiners = true,
                              .use_std3_ascii_rules = true,
                              .transitional = false,
                              .verify_dns_length = true};

std::string to_ascii_fault(std::string_view source, const IdnaOptions& options,
                           std::string_view wanted, std::string_view status) {
  const std::optional<std::string> got = to_ascii(source, options);
  if (is_error(status)) return got ? "accepted as " + *got + ", not " + std::string(status) : "";
  if (!got) return "refused, not " + std::string(wanted);
  return *got == wanted ? "" : *got + ", not " + std::string(wanted);
}

std::string to_unicode_fault(std::string_view source, std::string_view wanted,
                             std::string_view status) {
  const UnicodeDomain got = to_unicode(source, kStrict);
  if (got.error != is_error(status))
    return (got.error ? "error, not " : "no error, not ") + std::string(status);
  if (got.error || got.text == wanted) return {};
  return got.text + ", not " + std::string(wanted);
}

// The file is of Unicode 15.0. Why a row with that source may differ since; empty for all others.
std::string_view newer_excuse(std::string_view source) {
  if (map_newer(source) != source) return "mapped or ignored since 15.1 (data/idna-newer.tsv)";
  const std::string text = to_unicode(source).text;
  for (const std::string_view sign : {"\u2260", "\u226e", "\u226f"}) {
    if (text.find(sign) != std::string::npos) return "valid under UseSTD3ASCIIRules since 15.1";
  }
  return {};
}

bool read_table(std::string_view name, rapidjson::Document& out) {
  const auto path = corpus(name);
  if (!path) return false;
  read_json(*path, out);
  return true;
}

}  // namespace

TEST_CASE("names: IdnaTestV2.txt", "[vectors]") {
  const auto path = corpus("unicode/IdnaTestV2.txt");
  if (!path) return;
  Tally unicode("IdnaTestV2.txt toUnicode",
                {.file = "unicode/IdnaTestV2.txt", .what = "ToUnicode"});
  Tally ascii("IdnaTestV2.txt toAsciiN",
              {.file = "unicode/IdnaTestV2.txt", .what = "ToASCII", .again = true});
  Tally transitional(
      "IdnaTestV2.txt toAsciiT",
      {.file = "unicode/IdnaTestV2.txt", .what = "ToASCII, transitional", .again = true});
  IdnaOptions old = kStrict;
  old.transitional = true;
  for (const std::string& line : lines_of(read_file(*path))) {
    const auto columns = columns_of(line);
    if (!columns) continue;
    auto [source, to_u, u_status, to_n, n_status, to_t, t_status] = *columns;
    if (to_u.empty()) to_u = source;
    if (to_n.empty()) to_n = to_u;
    if (n_status.empty()) n_status = u_status;
    if (to_t.empty()) to_t = to_n;
    if (t_status.empty()) t_status = n_status;
    const std::string_view excuse = newer_excuse(source);
    unicode.judge(source, to_unicode_fault(source, to_u, u_status), excuse);
    ascii.judge(source, to_ascii_fault(source, kStrict, to_n, n_status), excuse);
    transitional.judge(source, to_ascii_fault(source, old, to_t, t_status), excuse);
  }
  CHECK(unicode.cases() == 6235);
  CHECK(unicode.exceptions() == 134);
  CHECK(ascii.exceptions() == 114);
  CHECK(transitional.exceptions() == 169);
}

TEST_CASE("names: hostname and idn-hostname of the JSON Schema suite", "[vectors]") {
  for (const std::string name : {"hostname", "idn-hostname"}) {
    rapidjson::Document groups;
    if (!read_table("json-schema/" + name + ".json", groups)) return;
    Tally tally(name + ".json", {.file = "json-schema/" + name + ".json", .what = "validity"});
    for (const rapidjson::Value& group : groups.GetArray()) {
      for (const rapidjson::Value& test : group["tests"].GetArray()) {
        if (!test["data"].IsString()) {
          tally.leave_out("formats ignore what is not a string");
          continue;
        }
        const std::string input = string_of(test["data"]);
        const bool accepted = to_ascii(input, kStrict).has_value();
        tally.judge(input, accepted == test["valid"].GetBool() ? ""
                           : accepted                          ? "accepted"
                                                               : "refused");
      }
    }
    CHECK(tally.cases() > 50);
  }
}

TEST_CASE("names: iri and iri-reference of the JSON Schema suite", "[vectors]") {
  for (const std::string name : {"iri", "iri-reference"}) {
    rapidjson::Document groups;
    if (!read_table("json-schema/" + name + ".json", groups)) return;
    Tally tally(name + ".json", {.file = "json-schema/" + name + ".json", .what = "validity"});
    for (const rapidjson::Value& group : groups.GetArray()) {
      for (const rapidjson::Value& test : group["tests"].GetArray()) {
        if (!test["data"].IsString()) {
          tally.leave_out("formats ignore what is not a string");
          continue;
        }
        const std::string input = string_of(test["data"]);
        const bool accepted = name == "iri" ? is_iri(input) : is_iri_reference(input);
        tally.judge(input, accepted == test["valid"].GetBool() ? ""
                           : accepted                          ? "accepted"
                                                               : "refused");
      }
    }
    CHECK(tally.cases() >= 7);
  }
}

TEST_CASE("names: validity in the tables of oxiri", "[vectors]") {
  rapidjson::Document file;
  if (!read_table("tables/oxiri.json", file)) return;
  const rapidjson::Value& tables = file["tables"];
  const auto judge_all = [&tables](const char* name, bool valid, auto accepts) {
    Tally tally(std::string("oxiri ") + name, {.file = "tables/oxiri.json",
                                               .part = name,
                                               .what = "IRI grammar (RFC 3987)",
                                               .again = true});
    for (const rapidjson::Value& row : tables[name].GetArray()) {
      const std::string input = string_of(row);
      tally.judge(input, accepts(input) == valid ? "" : valid ? "refused" : "accepted");
    }
    CHECK(tally.cases() >= 10);
  };
  judge_all("valid", true, [](const std::string& text) { return is_iri(text); });
  judge_all("relative_with_base_valid", true,
            [](const std::string& text) { return is_iri_reference(text); });
  judge_all("relative_invalid", false,
            [](const std::string& text) { return is_iri_reference(text); });
}

TEST_CASE("names: IRIs and their normal forms in the table of iri-string", "[vectors]") {
  rapidjson::Document file;
  if (!read_table("tables/iri-string.json", file)) return;
  Tally grammar("iri-string composed", {.file = "tables/iri-string.json",
                                        .part = "components",
                                        .what = "IRI grammar (RFC 3987)",
                                        .again = true});
  Tally to_iri("iri-string normalized_iri", {.file = "tables/iri-string.json",
                                             .part = "components",
                                             .what = "normal form as an IRI",
                                             .again = true});
  for (const rapidjson::Value& row : file["tables"]["components"].GetArray()) {
    const std::string composed = string_of(row["composed"]);
    grammar.judge(composed, is_iri_reference(composed) ? "" : "refused");
    const std::optional<std::string> uri = iri_to_uri(composed);
    if (!uri) continue;
    const auto wanted_iri = row.FindMember("normalized_iri");
    if (wanted_iri != row.MemberEnd() && wanted_iri->value.IsString()) {
      const std::string normal = uri_to_iri(normalize(split(*uri))).value_or("refused");
      to_iri.judge(composed, normal == string_of(wanted_iri->value) ? "" : normal);
    }
  }
  CHECK(grammar.cases() > 100);
}
