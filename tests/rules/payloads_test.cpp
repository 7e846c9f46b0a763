// Lists of attack payloads, each line put behind a host. A decoder of the test's own says which of
// them hold a dot segment or a line break after at most two decodings; rules about that must speak.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "rules/judging.hpp"

using namespace urilint;

namespace {

struct Facts {
  bool dot_segment = false;
  bool line_break = false;
  [[nodiscard]] bool any() const { return dot_segment || line_break; }
};

int hex(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// What a server reads that takes a malformed triplet as it stands.
std::string decode(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool triplet =
        text[i] == '%' && i + 2 < text.size() && hex(text[i + 1]) >= 0 && hex(text[i + 2]) >= 0;
    out += triplet ? static_cast<char>(hex(text[i + 1]) * 16 + hex(text[i + 2])) : text[i];
    if (triplet) i += 2;
  }
  return out;
}

bool has_dot_segment(std::string_view path) {
  std::size_t begin = 0;
  for (;;) {
    const std::size_t end = std::min(path.find_first_of("/\\", begin), path.size());
    const std::string_view segment = path.substr(begin, end - begin);
    if (segment == "." || segment == "..") return true;
    if (end == path.size()) return false;
    begin = end + 1;
  }
}

Facts facts_of(std::string_view path_and_more) {
  Facts facts;
  std::string path(path_and_more.substr(0, path_and_more.find_first_of("?#")));
  std::string sent(path_and_more.substr(0, path_and_more.find('#')));
  for (int decodings = 0; decodings <= 2; ++decodings) {
    facts.dot_segment = facts.dot_segment || has_dot_segment(path);
    if (decodings > 0) {
      facts.line_break = facts.line_break || sent.find_first_of("\r\n") != std::string::npos;
    }
    path = decode(path);
    sent = decode(sent);
  }
  return facts;
}

// Which of the two kinds of rules spoke.
Facts told(const std::vector<std::string>& lines) {
  constexpr std::array<std::string_view, 3> kDots = {"dot-segment-", "utf8-overlong[dot-segment]",
                                                     "pct-u-escape[hidden]"};
  Facts facts;
  for (const std::string& line : lines) {
    facts.dot_segment = facts.dot_segment ||
                        std::any_of(kDots.begin(), kDots.end(), [&line](std::string_view rule) {
                          return std::string_view(line).starts_with(rule);
                        });
    facts.line_break = facts.line_break || line.starts_with("crlf-encoded[");
  }
  return facts;
}

bool covers(const Facts& told, const Facts& wanted) {
  return (told.dot_segment || !wanted.dot_segment) && (told.line_break || !wanted.line_break);
}

struct Tally {
  std::size_t lines = 0;
  std::size_t flagged = 0;  // by any rule
  std::size_t wanted = 0;   // with a dot segment or a line break
  std::size_t found = 0;    // of those, by rules about it
  std::vector<std::string> missed;
};

void judge_line(judging::Judge& judge, std::string_view line, Tally& tally) {
  constexpr std::string_view kHost = "https://example.com";
  const std::string path = (line.starts_with('/') ? "" : "/") + std::string(line);
  const auto result = judge.judge(std::string(kHost) + path, {});
  REQUIRE(result.broken == nullptr);
  ++tally.lines;
  tally.flagged += result.lines.empty() ? 0U : 1U;
  const Facts wanted = facts_of(path);
  if (!wanted.any()) return;
  ++tally.wanted;
  if (covers(told(result.lines), wanted)) {
    ++tally.found;
  } else {
    tally.missed.push_back(path);
  }
}

}  // namespace

TEST_CASE("payloads: each spelling of a dot segment or a line break has its rule") {
  constexpr std::array<std::string_view, 20> kSpellings = {
      "a/../b",
      "../../etc",
      "%2e%2e/etc",
      ".%2E/%2e./x",
      "..%2fetc",
      "..%5c..%5cetc",
      "%252e%252e%252fetc",
      "%25%32%65%25%32%65/x",
      "%%32%65%%32%65/x",
      "..\\..\\etc",
      "a\\../b",
      "x/.\\./y",
      "a/./b",
      "a/.",
      "%2e",
      "x%0d%0aSet-Cookie:a=1",
      "?to=b%0aLocation:c",
      "x%250d%250ay",
      "%25%30%61",
      "..%2f%0d%0aX-A:b",
  };
  judging::Judge judge(Profile::review, {});
  for (const std::string_view spelling : kSpellings) {
    CAPTURE(spelling);
    Tally tally;
    judge_line(judge, spelling, tally);
    CHECK(tally.wanted == 1);
    CHECK(tally.found == 1);
  }
  for (const std::string_view harmless : {"a..b/...", "1%2e2/%2e%2e%2e", "a%20b?c=%2e%2e%2f", ""}) {
    CAPTURE(harmless);
    Tally tally;
    judge_line(judge, harmless, tally);
    CHECK(tally.wanted == 0);
  }
}

TEST_CASE("payloads: lists of others") {
  const char* const shared = std::getenv("URILINT_SHARED");
  const std::filesystem::path folder =
      std::filesystem::path(shared == nullptr ? "" : shared) / "corpora" / "payloads";
  if (shared == nullptr || !std::filesystem::is_directory(folder)) {
    WARN("skipped: URILINT_SHARED does not name the folder with the lists");
    return;
  }
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".txt") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  REQUIRE_FALSE(files.empty());
  judging::Judge judge(Profile::review, {});
  std::ostringstream table;
  table << "| list | lines | with a finding | with a dot segment or line break | found |\n"
        << "|---|---:|---:|---:|---:|\n";
  Tally all;
  for (const auto& file : files) {
    Tally tally;
    std::ifstream in(file, std::ios::binary);
    for (std::string line; std::getline(in, line);) {
      if (line.ends_with('\r')) line.pop_back();
      if (!line.empty()) judge_line(judge, line, tally);
    }
    table << "| " << file.stem().string() << " | " << tally.lines << " | " << tally.flagged << " | "
          << tally.wanted << " | " << tally.found << " |\n";
    all.wanted += tally.wanted;
    all.found += tally.found;
    all.missed.insert(all.missed.end(), tally.missed.begin(), tally.missed.end());
  }
  table << all.found << " of " << all.wanted << " found; the others:\n";
  constexpr std::size_t kShown = 20;
  for (std::size_t i = 0; i < std::min(all.missed.size(), kShown); ++i) {
    table << "  " << all.missed[i].substr(0, 100) << '\n';
  }
  WARN(table.str());
  CHECK(all.wanted > 1000);
  CHECK(all.found * 100 >= all.wanted * 95);
}
