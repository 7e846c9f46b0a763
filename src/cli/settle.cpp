// Only what is left in the end can fail the run.
#include "cli/settle.hpp"

namespace urilint::cli {

bool Settle::shows(Judged& judged) {
  Record& record = judged.record;
  if (asks_baseline(judged) && is_known(judged)) {
    record.suppressed = Suppression{Suppression::Kind::baseline, {}};
  }
  if (record.suppressed) {
    ++suppressed;
    return false;
  }
  if (lines_.changed != nullptr && !lines_.changed->touch(record)) {
    ++unchanged;
    return false;
  }
  ++(record.severity == Severity::error     ? errors
     : record.severity == Severity::warning ? warnings
                                            : notes);
  failed = failed || judged.setup().gate_of(record.rule).fails(record.severity);
  return true;
}

// Signs the finding, and takes a marker from it that is not trusted.
bool Settle::asks_baseline(Judged& judged) {
  Record& record = judged.record;
  fingerprints_.sign(record, judged.place->path);
  if (record.suppressed && !trusts(judged)) record.suppressed.reset();
  return !record.suppressed && judged.place->known != nullptr &&
         !judged.setup().is_locked(record.rule);
}

bool Settle::is_known(const Judged& judged) {
  KnownFindings::Place place{judged.place->path};
  if (lines_.old != nullptr) {
    const auto found = lines_.old->find(place.path);
    if (found != lines_.old->end()) place.old = &found->second;
  }
  if (place.old != nullptr) place.line = line_of(judged.record);
  return judged.place->known->knows(judged.record, place, fingerprints_);
}

void Settle::count(Judged& judged, OldFindings& old) {
  if (asks_baseline(judged)) {
    old.add(fingerprints_.sameness(), judged.record.secret_tag, line_of(judged.record));
  } else {
    old.add(fingerprints_.sameness());
  }
}

OldFindings::Line Settle::line_of(const Record& record) {
  ChangedLines* const lines = lines_.compared();
  return lines != nullptr && lines->touch(record) ? OldFindings::Line::changed
                                                  : OldFindings::Line::old;
}

// Whoever proposes a change must not silence what it brings: neither by a new marker nor beside an
// old one. An old marker for a whole file goes on.
bool Settle::trusts(const Judged& judged) {
  if (lines_.distrusted == nullptr || !judged.marker) return true;
  if (lines_.distrusted->touch(judged.record.path, *judged.marker)) return false;
  return judged.marker_of_file || !lines_.distrusted->touch(judged.record);
}

void Settle::end_input(const InputPlace& place) {
  fingerprints_.clear();
  if (place.known != nullptr) {
    using Extent = KnownFindings::Extent;
    place.known->end_input(place.path, whole_ ? Extent::whole : Extent::part);
  }
  whole_ = true;
}

}  // namespace urilint::cli
