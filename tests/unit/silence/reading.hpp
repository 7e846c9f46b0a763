// Reads a text in a format and gives its comments to Markers; rules of our own that they may name.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "silence/markers.hpp"

namespace urilint::testing {

/// `rule-one`, `rule-two` (once `old-two`), `rule-idle` (does not run), `rule-fixed` (locked).
inline const MarkerRules& marker_rules() {
  static constexpr std::string_view kOld[] = {"old-two"};
  static const std::array<RuleInfo, 4> kRules = {
      RuleInfo{.id = "rule-fixed"}, RuleInfo{.id = "rule-idle"}, RuleInfo{.id = "rule-one"},
      RuleInfo{.id = "rule-two", .aliases = kOld}};
  static const MarkerRules kMarkerRules = [] {
    std::vector<const RuleInfo*> all;
    std::vector<ActiveRule> active;
    for (const RuleInfo& rule : kRules) {
      all.push_back(&rule);
      if (rule.id != "rule-idle")
        active.push_back({.info = &rule, .severity = {}, .confidence = {}});
    }
    const std::string locked[] = {"rule-fixed", "no-rule-at-all"};
    return MarkerRules(all, active, locked);
  }();
  return kMarkerRules;
}

/// Gives every segment to the markers.
class MarkerReader final : public SegmentSink {
 public:
  MarkerReader(Markers& markers, Format format, std::string_view text) : markers_(markers) {
    document_.add({text, {}, Layer::raw});
    const auto size = static_cast<Off>(text.size());
    markers.begin_window(document_, {.start = {}, .report_begin = 0, .report_end = size});
    read_document(format, document_, {kRawText, 0, size}, {}, *this);
  }
  bool segment(const Segment& segment) override {
    markers_.comment(document_, segment);
    return true;
  }
  bool link(const Link& /*link*/) override { return true; }

 private:
  Markers& markers_;
  Document document_;
};

/// The markers of one text.
class ReadMarkers {
 public:
  ReadMarkers(Format format, std::string_view text, MarkerLimits limits = {})
      : markers_(marker_rules(), "conf/a.txt", false, limits) {
    MarkerReader(markers_, format, text);
  }
  /// Whether a finding of the rule on these lines is silenced.
  bool hits(std::string_view rule, std::uint64_t first, std::uint64_t last = 0) {
    return markers_.decide(rule, first, last == 0 ? first : last) != nullptr;
  }
  const Marker* decide(std::string_view rule, std::uint64_t line) {
    return markers_.decide(rule, line, line);
  }
  const Marker* decide(const Record& record) { return markers_.decide(record); }
  std::vector<NoteRecord> finish() const { return markers_.finish(); }
  /// `line:column code` of each note.
  std::vector<std::string> codes() const {
    std::vector<std::string> out;
    for (const NoteRecord& note : finish()) {
      std::string line;
      if (note.location) {
        line =
            std::to_string(note.location->line) + ":" + std::to_string(note.location->column) + " ";
      }
      out.push_back(line.append(note.code));
    }
    return out;
  }

 private:
  Markers markers_;
};

}  // namespace urilint::testing
