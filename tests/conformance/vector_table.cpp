// The rows of each file are counted here by its format alone, so that a test that loses rows is
// found out: what the uses and the lists below account for must add up to what the file holds.
#include "conformance/vector_table.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <iomanip>
#include <ostream>
#include <set>

#include "conformance/shared_data.hpp"

namespace urilint::testing {
namespace {

namespace fs = std::filesystem;

std::set<const VectorException*>& met_exceptions() {
  static std::set<const VectorException*> all;
  return all;
}

std::vector<VectorUse>& uses() {
  static std::vector<VectorUse> all;
  return all;
}

constexpr std::string_view kFolders[] = {"tables", "wpt", "json-schema", "trurl", "idn", "unicode"};

// Tables that no test uses.
struct NotApplicable {
  std::string_view file;
  std::string_view part;  // empty: every table of the file that is not used
  std::string_view reason;
};
constexpr std::string_view kPattern = "URLPattern, another standard";
constexpr std::string_view kDisplay = "how an address bar shortens or rewrites a URL for people";
constexpr std::string_view kInterface = "an interface of that program without a counterpart here";
constexpr std::string_view kMail = "addr-spec of RFC 5321 and 6531, no part of a URI";
constexpr std::string_view kParts = "pieces of a URL that its parser judges alone";
constexpr std::string_view kOwnForm =
    "forms of Chromium's own (drives of Windows, nested URLs, addresses), not the URL Standard's";
constexpr std::string_view kLater = "readings of that program: left for its model in src/interpret";
constexpr NotApplicable kNotApplicable[] = {
    {"tables/chromium-elide-url.json", "", kDisplay},
    {"tables/chromium-url-formatter.json", "", kDisplay},
    {"tables/chromium-url-fixer.json", "", "what an address bar makes of typed text"},
    {"tables/chromium-lookalike.json", "", "distances of names, no facts of a parser"},
    {"tables/chromium-safebrowsing-canon.json", "", "canonical forms of a list, not of a URL"},
    {"tables/chromium-gurl.json", "", kInterface},
    {"tables/chromium-net-url-util.json", "", kInterface},
    {"tables/chromium-net-ip-address.json", "IPAddressMatchesPrefix.tests", kInterface},
    {"tables/chromium-origin.json", "", kInterface},
    {"tables/chromium-url-canon.json", "CanonicalizeFileUrl.cases", kOwnForm},
    {"tables/chromium-url-canon.json", "CanonicalizeFileSystemUrl.cases", kOwnForm},
    {"tables/chromium-url-canon.json", "CanonicalizeMailtoUrl.cases", kOwnForm},
    {"tables/chromium-url-canon.json", "", kParts},
    {"tables/chromium-url-parse.json", "", "raw pieces before Chromium canonicalises them"},
    {"tables/curl-lib1560-7.88.1.json", "", kLater},
    {"tables/fluent-uri.json", "ip_strings", "the source does not tell its good rows from bad"},
    {"tables/glib-uri-2.74.6.json", "", kInterface},
    {"tables/go-net-url-1.19.8.json", "", kInterface},
    {"tables/haskell-network-uri.json", "relativize", "RFC 3986 does not define it"},
    {"tables/libsoup-uri-3.2.3.json", "", kInterface},
    {"tables/oxiri.json", "relativize", "RFC 3986 does not define it"},
    {"tables/php-parse_url-8.2.32.json", "inputs", "the inputs of `parse` once more"},
    {"tables/python-urllib-parse.json", "", kInterface},
    {"tables/uriparser.json", "list_BASE_URI", "the bases of the other tables"},
    {"tables/uriparser.json", "escape", kInterface},
    {"tables/uriparser.json", "filename", "paths of files to URIs, which nobody is offered here"},
    {"wpt/urlpatterntestdata.json", "", kPattern},
    {"wpt/urlpattern-compare-test-data.json", "", kPattern},
    {"wpt/urlpattern-generate-test-data.json", "", kPattern},
    {"json-schema/email.json", "", kMail},
    {"json-schema/idn-email.json", "", kMail},
    {"json-schema/uri-template.json", "", "RFC 6570: templates are holes here, not URIs"},
    {"trurl/testfiles/test0000.txt", "", "inputs of the commands in tests.json"},
    {"trurl/testfiles/test0001.txt", "", "inputs of the commands in tests.json"},
    {"trurl/testfiles/test0002.txt", "", "inputs of the commands in tests.json"},
    {"idn/chromium-top-idn_test_domains.list", "", "names that look-alikes are judged against"},
    {"idn/chromium-top-test_domains.list", "", "names that look-alikes are judged against"},
    {"unicode/confusables.txt", "", "data of a rule, no vectors"},
};

// --- the rows of a file
// ---------------------------------------------------------------------------

using Parts = std::map<std::string, std::size_t>;

std::size_t rows_of_array(const rapidjson::Value& array) {
  std::size_t rows = 0;
  for (const auto& row : array.GetArray()) {
    // A string among objects is a comment; an object of outputs is as many vectors.
    const bool comment = row.IsString() && array.Size() > 0 && !array[array.Size() - 1].IsString();
    if (comment) continue;
    const bool outputs = row.IsObject() && row.HasMember("output") && row["output"].IsObject();
    const bool tests = row.IsObject() && row.HasMember("tests");
    rows += outputs ? row["output"].MemberCount() : tests ? row["tests"].Size() : 1;
  }
  return rows;
}

Parts parts_of_json(const rapidjson::Value& file) {
  Parts out;
  if (file.IsArray()) {
    out[""] = rows_of_array(file);
    return out;
  }
  const bool tables = file.HasMember("tables");
  for (const auto& member : (tables ? file["tables"] : file).GetObject()) {
    const std::string name = string_of(member.name);
    if (!member.value.IsArray() || name == "comment") continue;
    out[tables ? name : ""] += rows_of_array(member.value);
  }
  return out;
}

Parts parts_of(const fs::path& path) {
  // Behind the tests: none of Catch's macros.
  const std::string text = try_read_file(path).value_or("");
  if (path.extension() == ".json") {
    rapidjson::Document file;
    const std::string mended = replace_lone_surrogates(text);
    file.Parse<rapidjson::kParseIterativeFlag>(mended.data(), mended.size());
    return file.HasParseError() ? Parts{} : parts_of_json(file);
  }
  Parts out{{"", 0}};
  for (const std::string& line : lines_of(text)) {
    if (!line.empty() && line[0] != '#') ++out[""];
  }
  return out;
}

// Some tables are named with the line of the source: `relative_tests@815`.
bool is_part(std::string_view part, std::string_view wanted) {
  return part == wanted ||
         (part.starts_with(wanted) && part.substr(wanted.size()).starts_with('@'));
}

// --- the table -----------------------------------------------------------------------------------

class Printer {
 public:
  explicit Printer(std::ostream& out) : out_(out) {
    line("file and table", "what is asked", "vectors", "passed", "except.", "n. a.");
  }

  void file(const fs::path& path, const std::string& name) {
    const Parts parts = parts_of(path);
    if (parts.empty()) fault(name + ": holds no rows, or cannot be read");
    for (const auto& [part, rows] : parts) table(name, part, rows);
  }

  [[nodiscard]] bool finish() {
    for (const VectorUse& use : uses()) {
      if (!met_.contains(&use)) fault(use.file + ' ' + use.part + ": used, but not there");
    }
    for (const NotApplicable& row : kNotApplicable) {
      if (!met_.contains(&row)) fault(std::string(row.file) + ": listed, but all of it is used");
    }
    if (met_exceptions().size() != vector_exceptions()) {
      fault(std::to_string(vector_exceptions() - met_exceptions().size()) +
            " exceptions are of rows that are not there");
    }
    line("all", "", std::to_string(vectors_), std::to_string(passed_), std::to_string(exceptions_),
         std::to_string(left_out_));
    if (!reasons_.empty()) out_ << "\nexceptions and what is not applicable:\n";
    for (const std::string& text : reasons_) out_ << "  " << text << '\n';
    for (const std::string& text : faults_) out_ << "FAULT: " << text << '\n';
    return faults_.empty();
  }

 private:
  void line(const std::string& where, const std::string& what, const std::string& vectors,
            const std::string& passed, const std::string& exceptions, const std::string& left_out) {
    out_ << std::left << std::setw(66) << where << ' ' << std::setw(34) << what << std::right
         << std::setw(8) << vectors << std::setw(8) << passed << std::setw(8) << exceptions
         << std::setw(7) << left_out << '\n';
  }
  void fault(const std::string& text) { faults_.push_back(text); }

  void table(const std::string& file, const std::string& part, std::size_t rows) {
    const std::string where = part.empty() ? file : file + ' ' + part;
    std::size_t accounted = 0;
    bool used = false;
    for (const VectorUse& use : uses()) {
      if (use.file != file || !is_part(part, use.part)) continue;
      met_.insert(&use);
      used = true;
      const std::size_t here = show(where, use);
      if (!use.again) accounted += here;
    }
    if (!used) {
      const NotApplicable* const listed = listed_as(file, part);
      if (listed == nullptr && rows == 0) return;
      if (listed == nullptr) return fault(where + ": neither used nor listed as not applicable");
      met_.insert(listed);
      line(where, "not applicable", "0", "0", "0", std::to_string(rows));
      reasons_.push_back(where + ", " + std::to_string(rows) +
                         " rows: " + std::string(listed->reason));
      left_out_ += rows;
      return;
    }
    if (accounted == rows) return;
    fault(where + ": " + std::to_string(rows) + " rows, but " + std::to_string(accounted) +
          " accounted for");
  }

  std::size_t show(const std::string& where, const VectorUse& use) {
    std::size_t left_out = 0;
    for (const auto& [reason, rows] : use.left_out) {
      left_out += rows;
      reasons_.push_back(where + ", " + use.what + ", " + std::to_string(rows) +
                         " rows: " + reason);
    }
    for (const std::string& text : use.exceptions)
      reasons_.push_back(where + ", exception: " + text);
    line(where, use.what, std::to_string(use.vectors), std::to_string(use.passed),
         std::to_string(use.exceptions.size()), std::to_string(left_out));
    if (use.vectors != use.passed + use.exceptions.size()) {
      fault(where + ", " + use.what + ": not every vector passes or is a named exception");
    }
    if (use.vectors == 0) fault(where + ", " + use.what + ": no vector at all");
    vectors_ += use.vectors;
    passed_ += use.passed;
    exceptions_ += use.exceptions.size();
    left_out_ += left_out;
    return use.vectors + left_out;
  }

  static const NotApplicable* listed_as(const std::string& file, const std::string& part) {
    for (const NotApplicable& row : kNotApplicable) {
      if (row.file == file && (row.part.empty() || is_part(part, row.part))) return &row;
    }
    return nullptr;
  }

  std::ostream& out_;
  std::set<const void*> met_;
  std::vector<std::string> reasons_;
  std::vector<std::string> faults_;
  std::size_t vectors_ = 0;
  std::size_t passed_ = 0;
  std::size_t exceptions_ = 0;
  std::size_t left_out_ = 0;
};

}  // namespace

void record(VectorUse use) { uses().push_back(std::move(use)); }

VectorTally::VectorTally(std::string file, std::string part, std::string what) {
  use_.file = std::move(file);
  use_.part = std::move(part);
  use_.what = std::move(what);
}

VectorTally::~VectorTally() { record(std::move(use_)); }

void VectorTally::judge(const std::string& input, const std::string& fault) {
  ++use_.vectors;
  const VectorException* const exception = vector_exception(use_.file, use_.part, input);
  INFO(use_.file << ' ' << use_.part << ": " << input << ": " << fault);
  if (exception != nullptr) {
    met_exceptions().insert(exception);
    INFO("named as an exception, but it passes");
    CHECK_FALSE(fault.empty());
    use_.exceptions.push_back(input + ": " + fault + ": " + std::string(exception->reason));
    return;
  }
  CHECK(fault.empty());
  if (fault.empty()) ++use_.passed;
}

bool print_vector_table(std::ostream& out) {
  const fs::path corpora = *shared_folder() / "corpora";
  Printer printer(out);
  for (const std::string_view folder : kFolders) {
    for (const fs::path& path : files_below(corpora / folder)) {
      if (path.extension() == ".md") continue;
      printer.file(path, fs::relative(path, corpora).string());
    }
  }
  return printer.finish();
}

}  // namespace urilint::testing
