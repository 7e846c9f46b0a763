// The published tests of the URL Standard (web-platform-tests, and those that ada adds), whole. A
// row that cannot hold here is named in kExceptions with its reason, and must still fail.
#include <array>
#include <catch2/catch.hpp>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/shared_data.hpp"
#include "conformance/vector_table.hpp"
#include "report/rapidjson.hpp"
#include "urilint/names.hpp"
#include "urilint/whatwg.hpp"

using namespace urilint;
using urilint::testing::read_json_mended;
using urilint::testing::shared_folder;
using urilint::testing::string_of;

namespace {

constexpr std::string_view kUnassigned =
    "a code point of Unicode 17.0, which ICU 72 (Unicode 15.0) does not know";

struct Exception {
  std::string_view file;  ///< the beginning of the name of a table
  std::string_view input;
  std::string_view reason;
};
constexpr Exception kExceptions[] = {
    {"IdnaTestV2.json URL", "", "the empty domain is a domain, but no host of a URL"},
    {"IdnaTestV2.json", "\U0003293120.\u97f3.\ua8661.", kUnassigned},
    {"IdnaTestV2.json", "\U00032b9a9\ua369\u17d3.ss", kUnassigned},
    {"IdnaTestV2.json", "\U00032b9a9\ua369\u17d3.SS", kUnassigned},
};

const Exception* exception_for(std::string_view file, std::string_view input) {
  for (const Exception& exception : kExceptions) {
    if (file.starts_with(exception.file) && exception.input == input) return &exception;
  }
  return nullptr;
}

// A table of the files, printed at the end of each test case.
class Tally {
 public:
  Tally(std::string name, testing::VectorUse use) : name_(std::move(name)), use_(std::move(use)) {}
  Tally(const Tally&) = delete;
  Tally& operator=(const Tally&) = delete;
  ~Tally() {
    std::cout << "whatwg: " << std::left << std::setw(44) << name_ << std::right << std::setw(6)
              << cases_ << " cases " << std::setw(6) << passed_ << " passed " << std::setw(3)
              << exceptions_.size() << " exceptions\n";
    for (const std::string& text : exceptions_) std::cout << "    " << text << '\n';
    use_.vectors = static_cast<std::size_t>(cases_);
    use_.passed = static_cast<std::size_t>(passed_);
    testing::record(std::move(use_));
  }

  /// Judges one case. `fault` is empty if it passed.
  void judge(const std::string& input, const std::string& fault) {
    ++cases_;
    const Exception* const exception = exception_for(name_, input);
    if (exception != nullptr) {
      // An exception that has become needless must go.
      INFO(name_ << ": " << input << ": named as an exception, but it passes");
      CHECK_FALSE(fault.empty());
      exceptions_.push_back(input + ": " + std::string(exception->reason));
      use_.exceptions.push_back(exceptions_.back());
      return;
    }
    INFO(name_ << ": " << input << ": " << fault);
    CHECK(fault.empty());
    if (fault.empty()) ++passed_;
  }
  /// `rows` are no vectors for us.
  void leave_out(const std::string& what, const std::string& reason, std::size_t rows = 1) {
    exceptions_.push_back(what + ": " + reason);
    use_.left_out[reason] += rows;
  }

 private:
  std::string name_;
  testing::VectorUse use_;
  int cases_ = 0;
  int passed_ = 0;
  std::vector<std::string> exceptions_;
};

// The file, or nothing where the extra data is absent.
std::optional<std::filesystem::path> wpt_file(std::string_view name) {
  const std::optional<std::filesystem::path> folder = shared_folder();
  if (!folder) {
    WARN("skipped: the extra data is absent (URILINT_SHARED names its folder)");
    return std::nullopt;
  }
  return *folder / "corpora" / "wpt" / name;
}

bool read_wpt(std::string_view name, rapidjson::Document& out) {
  const std::optional<std::filesystem::path> path = wpt_file(name);
  if (!path) return false;
  read_json_mended(*path, out);
  return true;
}

std::optional<std::string> member(const rapidjson::Value& value, const char* name) {
  const auto found = value.FindMember(name);
  if (found == value.MemberEnd() || !found->value.IsString()) return std::nullopt;
  return string_of(found->value);
}

// What the URL class of browsers shows.
std::string attribute(const WhatwgUrl& url, std::string_view name) {
  const std::string hostname = url.host.value_or("");
  const std::string port = url.port ? std::to_string(*url.port) : "";
  if (name == "href") return url.href;
  if (name == "origin") return url.origin;
  if (name == "protocol") return url.scheme + ':';
  if (name == "username") return url.username;
  if (name == "password") return url.password;
  if (name == "host") return url.port ? hostname + ':' + port : hostname;
  if (name == "hostname") return hostname;
  if (name == "port") return port;
  if (name == "pathname") return url.path;
  if (name == "search") return url.query.value_or("").empty() ? "" : '?' + *url.query;
  if (name == "hash") return url.fragment.value_or("").empty() ? "" : '#' + *url.fragment;
  return "no such attribute";
}
constexpr std::array kAttributes = {"href", "origin",   "protocol", "username", "password", "host",
                                    "port", "hostname", "pathname", "search",   "hash"};

std::string differences(const WhatwgUrl& url, const rapidjson::Value& wanted) {
  std::string out;
  for (const char* const name : kAttributes) {
    const std::optional<std::string> value = member(wanted, name);
    if (!value || *value == attribute(url, name)) continue;
    out += std::string(name) + " is " + attribute(url, name) + ", not " + *value + "; ";
  }
  return out;
}

// Everything that holds for any result.
std::string broken_promise(std::string_view input, const WhatwgResult& result) {
  int failures = 0;
  for (const WhatwgError& error : result.errors) {
    if (error.failure) ++failures;
    if (error.span.begin > error.span.end || error.span.end > input.size()) return "bad span";
  }
  if (failures != (result.url ? 0 : 1)) return "not one failure exactly where it failed";
  if (!result.url) return {};
  const WhatwgResult again = parse_whatwg(result.url->href);
  if (!again.url || again.url->href != result.url->href) return "href is not read as itself";
  return {};
}

std::string judge_url(const rapidjson::Value& row) {
  const std::string input = string_of(row["input"]);
  const std::optional<std::string> base_text = member(row, "base");
  const bool failure = row.HasMember("failure") && row["failure"].IsTrue();
  std::optional<WhatwgUrl> base;
  if (base_text) {
    base = parse_whatwg(*base_text).url;
    if (!base) return failure ? "" : "the base is refused";
  }
  const WhatwgResult result = parse_whatwg(input, base ? &*base : nullptr);
  if (std::string fault = broken_promise(input, result); !fault.empty()) return fault;
  if (failure) return result.url ? "accepted as " + result.url->href : "";
  return result.url ? differences(*result.url, row) : "refused";
}

void run_url_file(const char* name, int at_least) {
  rapidjson::Document rows;
  if (!read_wpt(name, rows)) return;
  Tally tally(name, {.file = std::string("wpt/") + name, .what = "URL records, all attributes"});
  int cases = 0;
  for (const rapidjson::Value& row : rows.GetArray()) {
    if (!row.IsObject()) continue;
    ++cases;
    tally.judge(string_of(row["input"]), judge_url(row));
  }
  CHECK(cases >= at_least);
}

std::string shown(const std::optional<std::string>& text) { return text ? *text : "failure"; }

// The domain as the host of a URL. What the host parser does before is undone: `%` and delimiters
// of the host never get through, in either.
std::optional<std::string> through_url(std::string_view domain) {
  const WhatwgResult result = parse_whatwg("https://" + std::string(domain) + "/x");
  if (!result.url || result.url->path != "/x" || !result.url->username.empty()) return std::nullopt;
  return result.url->host;
}

bool is_ascii_with_a_label(std::string_view domain) {
  for (const char c : domain) {
    if (static_cast<unsigned char>(c) >= 0x80) return false;
  }
  std::string lower(domain);
  for (char& c : lower) c = to_lower(c);
  return ('.' + lower).find(".xn--") != std::string::npos;
}

void run_domain_file(const char* name, int at_least) {
  rapidjson::Document rows;
  if (!read_wpt(name, rows)) return;
  const std::string file = std::string("wpt/") + name;
  Tally by_url(std::string(name) + " URL", {.file = file, .what = "the host of a URL"});
  Tally by_function(std::string(name) + " to_ascii",
                    {.file = file, .what = "ToASCII", .again = true});
  int cases = 0;
  int passed_by_parser_only = 0;
  for (const rapidjson::Value& row : rows.GetArray()) {
    if (!row.IsObject()) continue;
    ++cases;
    const std::string input = string_of(row["input"]);
    const std::optional<std::string> wanted = member(row, "output");
    const auto fault = [&](const std::optional<std::string>& got) {
      return got == wanted ? std::string() : shown(got) + ", not " + shown(wanted);
    };
    by_url.judge(input, fault(through_url(input)));
    if (row.HasMember("urlStandardOnly")) {
      by_function.leave_out(input, "marked as a matter of the URL Standard only");
    } else if (is_ascii_with_a_label(input) && !to_ascii(input)) {
      ++passed_by_parser_only;
    } else {
      by_function.judge(input, fault(to_ascii(input)));
    }
  }
  CHECK(cases >= at_least);
  // Not a question of UTS 46: the file says what the parser does, which is judged above.
  if (passed_by_parser_only == 0) return;
  by_function.leave_out(std::to_string(passed_by_parser_only) + " rows",
                        "ASCII with A-labels that ToASCII refuses and the parser keeps",
                        static_cast<std::size_t>(passed_by_parser_only));
}

WhatwgUrl after_setting(const WhatwgUrl& url, const std::string& name, const std::string& value) {
  if (name != "href") return set_whatwg(url, name, value);
  return parse_whatwg(value).url.value_or(url);
}

void run_setter_file(const char* name, int at_least) {
  rapidjson::Document groups;
  if (!read_wpt(name, groups)) return;
  Tally tally(name, {.file = std::string("wpt/") + name, .what = "URLs after a setter"});
  int cases = 0;
  for (rapidjson::SizeType i = 0; i < groups.MemberCount(); ++i) {
    const auto& group = *(groups.MemberBegin() + static_cast<std::ptrdiff_t>(i));
    const std::string setter = string_of(group.name);
    if (setter == "comment") continue;
    for (const rapidjson::Value& row : group.value.GetArray()) {
      const std::string href = string_of(row["href"]);
      const std::string value = string_of(row["new_value"]);
      const std::optional<WhatwgUrl> url = parse_whatwg(href).url;
      REQUIRE(url);
      ++cases;
      tally.judge(setter + " of " + href + " = " + value,
                  differences(after_setting(*url, setter, value), row["expected"]));
    }
  }
  CHECK(cases >= at_least);
}

}  // namespace

TEST_CASE("whatwg: the published URLs are read as published", "[vectors]") {
  run_url_file("urltestdata.json", 891);
  run_url_file("urltestdata-javascript-only.json", 1);
  run_url_file("ada_extra_urltestdata.json", 28);
  run_url_file("ada_long_urltestdata.json", 1);
}

TEST_CASE("whatwg: the published domains are mapped as published", "[vectors]") {
  run_domain_file("toascii.json", 87);
  run_domain_file("IdnaTestV2.json", 2671);
  run_domain_file("IdnaTestV2-removed.json", 20);
}

TEST_CASE("whatwg: the setters change what is published", "[vectors]") {
  run_setter_file("setters_tests.json", 270);
  run_setter_file("ada_extra_setters_tests.json", 17);
}

TEST_CASE("whatwg: queries and fragments are percent-encoded as published", "[vectors]") {
  rapidjson::Document rows;
  if (!read_wpt("percent-encoding.json", rows)) return;
  Tally tally("percent-encoding.json",
              {.file = "wpt/percent-encoding.json", .what = "queries and fragments"});
  for (const rapidjson::Value& row : rows.GetArray()) {
    if (!row.IsObject()) continue;
    const std::string input = string_of(row["input"]);
    for (const auto& output : row["output"].GetObject()) {
      const std::string encoding = string_of(output.name);
      if (encoding != "utf-8") {
        // The query of a document in a legacy encoding: there is no document here.
        tally.leave_out(input + " in " + encoding,
                        "only documents have another encoding than UTF-8");
        continue;
      }
      const std::string wanted = string_of(output.value);
      const std::optional<WhatwgUrl> url =
          parse_whatwg("https://example.com/?" + input + '#' + input).url;
      REQUIRE(url);
      tally.judge(input, url->query == wanted && url->fragment == wanted
                             ? ""
                             : *url->query + ", not " + wanted);
    }
  }
}

TEST_CASE("whatwg: names longer than DNS allows are told apart", "[vectors]") {
  rapidjson::Document rows;
  if (!read_wpt("verifydnslength_tests.json", rows)) return;
  Tally tally("verifydnslength_tests.json",
              {.file = "wpt/verifydnslength_tests.json", .what = "the length of a domain"});
  for (const rapidjson::Value& row : rows.GetArray()) {
    if (!row.IsObject()) continue;
    const std::string input = string_of(row["input"]);
    const WhatwgResult result = parse_whatwg(input);
    REQUIRE(result.url);
    IdnaOptions options;
    options.verify_dns_length = true;
    const bool refused = !to_ascii(*result.url->host, options);
    tally.judge(input, refused == row["failure"].GetBool() ? "" : "judged otherwise");
  }
}
