// Only what is left in the end can fail the run.
#include "cli/settle.hpp"

namespace urilint::cli {

bool Settle::shows(Judged& judged) {
  const Record& record = judged.record;
  if (changed_ != nullptr && !changed_->touch(record)) {
    ++unchanged;
    return false;
  }
  ++(record.severity == Severity::error     ? errors
     : record.severity == Severity::warning ? warnings
                                            : notes);
  failed = failed || judged.setup->gate_of(record.rule).fails(record.severity);
  return true;
}

}  // namespace urilint::cli
