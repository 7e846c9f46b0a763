// The examples of docs/suppressions.md: every finding in them is silenced by a marker, and every
// marker silences one.
#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "engine/rules.hpp"
#include "report/recorder.hpp"
#include "silence/markers.hpp"

using namespace urilint;

namespace {

struct Block {
  std::string language;
  std::string text;
};

/// The blocks between fences.
std::vector<Block> blocks() {
  std::ifstream in(URILINT_SUPPRESSIONS_MD);
  REQUIRE(in);
  std::vector<Block> out;
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("```")) {
      inside = !inside;
      if (inside) out.push_back({line.substr(3), {}});
    } else if (inside) {
      out.back().text += line + "\n";
    }
  }
  return out;
}

/// Reads one text and keeps its findings until all markers are known.
class Checked final : public SegmentSink {
 public:
  Checked(Format format, std::string_view text, const Engine& engine, Markers& markers)
      : engine_(engine), markers_(markers), recorder_({}, "example", [this](Record&& record) {
          records.push_back(std::move(record));
        }) {
    document_.add({text, {}, Layer::raw});
    const auto size = static_cast<Off>(text.size());
    const Window window{.start = {}, .report_begin = 0, .report_end = size};
    markers.begin_window(document_, window);
    recorder_.begin_window(document_, window);
    read_document(format, document_, {kRawText, 0, size}, {}, *this);
    recorder_.end_window();
  }
  bool segment(const Segment& segment) override {
    markers_.comment(document_, segment);
    find_uris(document_, segment, {}, [this](const Candidate& candidate) {
      const Judgement judgement = engine_.judge(document_, candidate, scratch_);
      std::vector<const Finding*> shown;
      for (const Finding& finding : judgement.findings) {
        if (finding.severity >= Severity::warning) shown.push_back(&finding);
      }
      recorder_.add(candidate, judgement, shown);
      engine_.release(document_, scratch_);
      return true;
    });
    return true;
  }
  bool link(const Link& /*link*/) override { return true; }

  std::vector<Record> records;

 private:
  const Engine& engine_;
  Markers& markers_;
  Recorder recorder_;
  Document document_;
  Scratch scratch_;
};

}  // namespace

TEST_CASE("the documented markers do what the page says") {
  std::vector<const RuleInfo*> all;
  for (const RuleInfo& rule : builtin_rules()) all.push_back(&rule);
  const std::vector<ActiveRule> active = *select_rules(all, {.profile = Profile::repo});
  const MarkerRules rules(all, active, {});
  const Engine engine(active, {});
  std::set<std::string> seen;
  for (const Block& block : blocks()) {
    if (block.language == "text") continue;
    CAPTURE(block.language, block.text);
    const auto format = format_named(block.language);
    REQUIRE(format);
    seen.insert(block.language);
    Markers markers(rules, "example", false);
    const Checked checked(*format, block.text, engine, markers);
    CHECK(!checked.records.empty());
    for (const Record& record : checked.records) {
      CAPTURE(record.rule, record.location->line);
      CHECK(markers.decide(record) != nullptr);
    }
    CHECK(markers.finish().empty());
  }
  CHECK(seen.size() == 13);
}
