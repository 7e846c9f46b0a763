// What the published examples of two linkifiers ask for: those links that have a scheme, and none
// where they want none. GFM's are read as Markdown, linkify-it's as text.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "conformance/documents/suites.hpp"
#include "document/format.hpp"
#include "find/finder.hpp"

using namespace urilint;
using namespace urilint::testing;

namespace {

constexpr std::string_view kQuoteEnds = "a quotation mark ends a URI in text (RFC 3986 appendix C)";
constexpr std::string_view kAsItStands = "what is wrong with a URI is for the rules to say";
constexpr std::string_view kEmphasis = "a URI may stand between marks of emphasis";
constexpr std::string_view kName = "`<a:b>` is a name of XML where nobody knows the scheme";

constexpr Exception kLinks[] = {{"http://foo.com/blah_blah_\"doublequoted\"", kQuoteEnds}};
constexpr Exception kNoLinks[] = {
    {"http://.example.com", kAsItStands}, {"http://-example.com", kAsItStands},
    {"hppt://example.com", kAsItStands},  {"http://#", kAsItStands},
    {"http://##", kAsItStands},           {"_http://example.com", kEmphasis},
    {"http://example.com_", kEmphasis},
};
constexpr Exception kAutolinks[] = {{"localhost:5001/foo", kName}};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

class Collector final : public SegmentSink {
 public:
  explicit Collector(Document& document) : document_(document) {}
  bool segment(const Segment& segment) override {
    find_uris(document_, segment, {.holes = false}, [this](const Candidate& candidate) {
      found.emplace_back(document_.bytes(candidate.where));
      return true;
    });
    return true;
  }
  bool link(const Link& /*link*/) override { return true; }
  std::vector<std::string> found;

 private:
  Document& document_;
};

std::vector<std::string> find(Format format, std::string_view text) {
  Document document;
  document.add({text, {}, Layer::raw});
  Collector collector(document);
  read_document(format, document, {kRawText, 0, static_cast<Off>(text.size())}, {}, collector);
  return collector.found;
}

std::string joined(const std::vector<std::string>& all) {
  std::string out = "[";
  for (const std::string& one : all) out += " " + one;
  return out + " ]";
}

bool has_scheme(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0) return false;
  return std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(colon), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '+';
  });
}

/// Without the remark behind ` %`.
std::string without_remark(const std::string& line) {
  const std::size_t remark = line.find(" %");
  const std::string text = line.substr(0, remark);
  return text.substr(0, text.find_last_not_of(" \t\r") + 1);
}

bool is_row(const std::string& line) { return !without_remark(line).empty() && line[0] != '%'; }

void judge(Tally& tally, Format format, const std::string& text, const std::string& wanted) {
  const std::vector<std::string> found = find(format, text);
  const bool there = std::find(found.begin(), found.end(), wanted) != found.end();
  tally.judge(wanted, there ? "" : "found " + joined(found));
}

/// The stretches of `text` between `begin` and `end`, without them.
std::vector<std::string> between(std::string_view text, std::string_view begin,
                                 std::string_view end) {
  std::vector<std::string> out;
  for (std::size_t at = text.find(begin); at != std::string_view::npos; at = text.find(begin, at)) {
    at += begin.size();
    const std::size_t stop = text.find(end, at);
    if (stop == std::string_view::npos) break;
    out.emplace_back(text.substr(at, stop - at));
    at = stop;
  }
  return out;
}

std::string unescaped(std::string text) {
  for (const auto& [reference, meant] : std::vector<std::pair<std::string, std::string>>{
           {"&quot;", "\""}, {"&lt;", "<"}, {"&gt;", ">"}, {"&amp;", "&"}}) {
    for (std::size_t at = text.find(reference); at != std::string::npos;
         at = text.find(reference, at + 1)) {
      text.replace(at, reference.size(), meant);
    }
  }
  return text;
}

struct Example {
  bool autolink = false;
  std::string markdown, html;
};

std::vector<Example> examples_of(const std::string& text) {
  const std::string fence(32, '`');
  std::vector<Example> out;
  for (const std::string& body : between(text, fence + " example", "\n" + fence)) {
    const std::size_t line = body.find('\n');
    const std::size_t dot = body.find("\n.\n", line);
    if (line == std::string::npos || dot == std::string::npos) continue;
    out.push_back({body.substr(0, line).find("autolink") != std::string::npos,
                   body.substr(line + 1, dot - line - 1), body.substr(dot + 3)});
  }
  return out;
}

/// The texts of links that show their target: what was written, up to an e-mail's scheme.
std::vector<std::string> shown_targets(const Example& example) {
  std::vector<std::string> out;
  for (const std::string& link : between(example.html, "<a href=\"", "</a>")) {
    const std::string shown = unescaped(link.substr(std::min(link.find('>') + 1, link.size())));
    const bool bracketed = example.markdown.find("<" + shown + ">") != std::string::npos;
    if (has_scheme(shown) && (example.autolink || bracketed)) out.push_back(shown);
  }
  return out;
}

}  // namespace

TEST_CASE("finder: the links of linkify-it") {
  const auto folder = suite("finder");
  if (!folder) return;
  Tally tally("linkify-it links with a scheme", kLinks, 0.97);
  const std::vector<std::string> lines = lines_of(bytes_of(*folder / "linkify-it-links.txt"));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!is_row(lines[i])) continue;
    const std::string text = without_remark(lines[i]);
    const bool pair = i + 1 < lines.size() && is_row(lines[i + 1]);
    const std::string wanted = pair ? without_remark(lines[++i]) : text;
    if (has_scheme(wanted)) judge(tally, Format::text, text, wanted);
  }
}

TEST_CASE("finder: what linkify-it wants no link in") {
  const auto folder = suite("finder");
  if (!folder) return;
  Tally tally("linkify-it texts without links", kNoLinks, 0.8);
  for (const std::string& line : lines_of(bytes_of(*folder / "linkify-it-not_links.txt"))) {
    if (!is_row(line)) continue;
    const std::string text = without_remark(line);
    const std::vector<std::string> found = find(Format::text, text);
    tally.judge(text, found.empty() ? "" : "found " + joined(found));
  }
}

TEST_CASE("finder: the autolinks of GFM") {
  const auto folder = suite("finder");
  if (!folder) return;
  Tally tally("GFM autolinks with a scheme", kAutolinks, 0.8);
  for (const char* const name : {"gfm-spec.txt", "gfm-regression.txt"}) {
    for (const Example& example : examples_of(bytes_of(*folder / name))) {
      for (const std::string& target : shown_targets(example)) {
        judge(tally, Format::markdown, example.markdown, target);
      }
    }
  }
}
