// Only what is left in the end can fail the run.
#include "cli/settle.hpp"

namespace urilint::cli {

bool Settle::shows(Judged& judged) {
  Record& record = judged.record;
  fingerprints_.sign(record, judged.place->path);
  const bool locked = judged.setup().is_locked(record.rule);
  if (record.suppressed && !trusts(judged)) record.suppressed.reset();
  if (!record.suppressed && !locked && judged.place->known != nullptr &&
      judged.place->known->knows(record, judged.place->path)) {
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

// Whoever proposes a change must not silence what it brings: neither by a new marker nor beside an
// old one. An old marker for a whole file goes on.
bool Settle::trusts(const Judged& judged) {
  if (lines_.distrusted == nullptr || !judged.marker) return true;
  if (lines_.distrusted->touch(judged.record.path, *judged.marker)) return false;
  return judged.marker_of_file || !lines_.distrusted->touch(judged.record);
}

void Settle::end_input(const InputPlace& place) {
  fingerprints_.clear();
  if (place.known != nullptr && whole_) place.known->checked(place.path);
  whole_ = true;
}

}  // namespace urilint::cli
