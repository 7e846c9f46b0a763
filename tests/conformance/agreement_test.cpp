// Without a gating signal the readings agree: over every short string, and over the real lists in
// `../shared`, of which the mask must leave nearly everything alone.
#include <catch2/catch.hpp>
#include <iomanip>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/shared_data.hpp"
#include "fuzz/readings.hpp"

using namespace urilint;
using namespace urilint::testing;

namespace {

// The cheap half of the promise first: most short strings are gated, and those need no reading.
struct Count {
  std::size_t texts = 0;
  std::size_t compared = 0;
  std::size_t faults = 0;

  void judge(std::string_view text) {
    ++texts;
    if (!readings_may_differ(split(text))) ++compared;
    const char* const fault = broken_agreement(text);
    if (fault == nullptr) return;
    if (++faults < 20) FAIL_CHECK(fault << ": " << text);
  }
};

struct Space {
  const char* name;
  std::string_view before;
  std::string_view alphabet;
  std::size_t longest;
  std::string_view behind;
};
constexpr Space kSpaces[] = {
    {"anything", "", "a1:/?#[]@%.\\ ", 4, ""},
    {"behind a special scheme", "http:", "a1:/?#@%.[]\\", 4, ""},
    {"behind file", "file:", "ac:/?#@%.|", 5, ""},
    {"behind another scheme", "foo:", "a1:/?#@.[]", 5, ""},
    {"host", "http://", "ax0.-_9~!", 5, "/"},
    {"numbers", "ws://", "018x.f", 6, ":80"},
    {"numbers behind dots", "ftp://1.2.3.", "0256.x", 4, ""},
    {"authority", "https://", "a1:@.443", 5, "/x"},
    {"addresses", "http://[", "1:a.%v", 6, "]"},
    {"addresses at their full length", "http://[1:2:3:4:5:", ":1.f2", 6, "]"},
    {"path", "http://h", "/a.%2e", 7, ""},
    {"path of a file", "file://", "/C:.|", 8, ""},
    {"path without authority", "foo:", "/a.", 9, ""},
    {"relative path", "", "/a.%2e", 6, ""},
};

Count run(const Space& space) {
  Count count;
  std::string text;
  std::vector<std::size_t> digits;
  for (std::size_t size = 0; size <= space.longest; ++size) {
    digits.assign(size, 0);
    for (bool more = true; more;) {
      text = space.before;
      for (const std::size_t digit : digits) text += space.alphabet[digit];
      text += space.behind;
      count.judge(text);
      more = false;
      for (std::size_t& digit : digits) {
        more = ++digit < space.alphabet.size();
        if (more) break;
        digit = 0;
      }
    }
  }
  return count;
}

// One URL a line; the lists by feature have it in the last of their columns.
struct List {
  std::string_view file;
  double most_gated;  // share that may have a gating signal; 1: odd on purpose
};
constexpr List kLists[] = {
    {"mixed-kasztp-48k.txt.gz", 0.03},          {"benign-package-metadata.txt.gz", 0.01},
    {"benign-phishstorm-schemeless.txt.gz", 1}, {"malicious-maltrail-schemeless-20k.txt.gz", 1},
    {"malicious-tweetfeed-100k.txt.gz", 1},     {"file-urls-node-43k.txt.gz", 1},
    {"by-feature-backslash.tsv.gz", 1},         {"by-feature-bad_pct.tsv.gz", 1},
    {"by-feature-dot_segments.tsv.gz", 1},      {"by-feature-embedded_url.tsv.gz", 1},
    {"by-feature-ipv6_host.tsv.gz", 1},         {"by-feature-non_ascii.tsv.gz", 1},
    {"by-feature-not_rfc3986_char.tsv.gz", 1},  {"by-feature-odd_ip_host.tsv.gz", 1},
    {"by-feature-userinfo.tsv.gz", 1},
};

void judge_list(const std::filesystem::path& folder, const List& list) {
  std::size_t lines = 0;
  std::size_t gated = 0;
  std::size_t may_differ = 0;
  std::size_t differ = 0;
  Count count;
  for (const std::string& line : lines_of(read_file(folder / list.file))) {
    const std::string_view text =
        list.file.ends_with(".tsv.gz") ? std::string_view(line).substr(line.rfind('\t') + 1) : line;
    const UriParts parts = split(text);
    ++lines;
    if ((static_cast<std::uint64_t>(parts.signals) & kGating) != 0) ++gated;
    if (readings_may_differ(parts)) {
      ++may_differ;
      if (read_as_rfc3986(parts) != read_as_whatwg(parts)) ++differ;
    } else {
      count.judge(text);
    }
  }
  std::cout << "  " << std::left << std::setw(44) << list.file << std::right << std::setw(8)
            << lines << std::setw(8) << gated << std::setw(8) << may_differ << std::setw(8)
            << differ << '\n';
  CAPTURE(list.file);
  CHECK(lines > 0);
  CHECK(count.faults == 0);
  CHECK(static_cast<double>(gated) <= list.most_gated * static_cast<double>(lines));
}

}  // namespace

TEST_CASE("agreement: the readings agree on every short string without a gating signal") {
  std::cout << "agreement: strings, compared, faults\n";
  for (const Space& space : kSpaces) {
    const Count count = run(space);
    std::cout << "  " << std::left << std::setw(32) << space.name << std::right << std::setw(9)
              << count.texts << std::setw(9) << count.compared << std::setw(5) << count.faults
              << '\n';
    CAPTURE(space.name);
    CHECK(count.compared > 0);
    CHECK(count.faults == 0);
  }
}

TEST_CASE("agreement: the readings agree on the real lists") {
  const auto folder = shared_folder();
  if (!folder) {
    WARN("skipped: the extra data is absent (URILINT_SHARED names its folder)");
    return;
  }
  std::cout << "agreement: lines, with a gating signal, may differ, do differ\n";
  for (const List& list : kLists) judge_list(*folder / "corpora" / "urls", list);
}
