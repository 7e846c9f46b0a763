// A file is read before any input; entries are compared in the order of the report.
#include "cli/known_findings.hpp"

namespace urilint::cli {
namespace {

constexpr std::size_t kMostShown = 5;  // stale entries that are named

}  // namespace

std::unique_ptr<KnownFindings> KnownFindings::open(const ConfigTree& tree, const std::string& path,
                                                   const std::string& shown, Use use) {
  const auto made = [&](Baseline baseline) {
    if (use == Use::write && !baseline.salt()) {
      if (const auto salt = random_salt()) baseline.add_salt(*salt);
    }
    return std::unique_ptr<KnownFindings>(new KnownFindings(path, shown, use, std::move(baseline)));
  };
  const auto bytes = tree.read(path, BaselineLimits{}.bytes);
  if (!bytes) {
    complain("the baseline " + shown + ": " + bytes.error());
    return nullptr;
  }
  if (!*bytes) {
    const auto salt = random_salt();
    if (use == Use::write && salt) return made(Baseline::fresh(*salt));
    complain(
        "the baseline " + shown +
        (salt ? " is not there; --write-baseline makes it" : ": the system has no randomness"));
    return nullptr;
  }
  auto baseline = Baseline::read(**bytes);
  if (!baseline) {
    complain("the baseline " + shown + ':' + std::to_string(baseline.error().line) + ": " +
             baseline.error().words);
    return nullptr;
  }
  return made(std::move(*baseline));
}

std::unique_ptr<KnownFindings> KnownFindings::fresh(const std::string& path) {
  const auto salt = random_salt();
  if (!salt) {
    complain("the baseline " + path + ": the system has no randomness");
    return nullptr;
  }
  return std::unique_ptr<KnownFindings>(
      new KnownFindings(path, path, Use::write, Baseline::fresh(*salt)));
}

bool KnownFindings::knows(const Record& record, const Place& place, Fingerprints& signed_last) {
  if (use_ == Use::read) {
    return entries_.give(baseline_, signed_last, record.secret_tag, place.old, place.line);
  }
  found_.push_back(baseline_entry(record, place.path));
  return true;
}

void KnownFindings::end_input(const std::string& path, Extent extent) {
  entries_.clear();
  if (extent == Extent::whole) checked_.insert(path);
}

std::vector<NoteRecord> KnownFindings::stale(const std::set<std::string_view>& ran,
                                             const Exists& exists) const {
  std::vector<NoteRecord> notes;
  if (use_ == Use::write) return notes;
  const auto entries = baseline_.stale([&](const BaselineEntry& entry) {
    return ran.contains(entry.rule) && (checked_.contains(entry.path) || !exists(entry.path));
  });
  for (const BaselineEntry* entry : entries) {
    if (notes.size() == kMostShown) {
      notes.push_back({"stale-baseline", shown_,
                       std::to_string(entries.size() - kMostShown) +
                           " more entries match nothing any more; --write-baseline removes them"});
      break;
    }
    const std::string finding = entry->rule + " of " + entry->path;
    notes.push_back(
        {"stale-baseline", shown_,
         baseline_.has_changed(*entry)
             ? "the secret of the known finding " + finding +
                   " has changed, so it counts as new; --write-baseline takes it in"
             : "known finding " + finding + " is gone; --write-baseline removes the entry"});
  }
  return notes;
}

bool KnownFindings::write(const std::set<std::string_view>& ran, const Exists& exists) const {
  std::vector<BaselineEntry> entries = found_;
  for (const BaselineEntry& entry : baseline_.entries()) {
    const bool unread = !checked_.contains(entry.path) && exists(entry.path);
    if (unread || !ran.contains(entry.rule)) entries.push_back(entry);
  }
  ReportFile file;
  if (!file.open(path_)) return false;
  file.write(baseline_.write(std::move(entries)));
  return file.finish();
}

}  // namespace urilint::cli
