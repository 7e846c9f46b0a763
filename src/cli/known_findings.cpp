// A file is read before any input; entries are compared in the order of the report.
#include "cli/known_findings.hpp"

#include "report/key.hpp"

namespace urilint::cli {
namespace {

constexpr std::size_t kMostShown = 5;  // stale entries that are named

}  // namespace

std::unique_ptr<KnownFindings> KnownFindings::open(const ConfigTree& tree, const Source& source,
                                                   Use use) {
  const auto fail = [&source](const std::string& words) {
    const std::string all = source.named_by + "the baseline " + source.shown + words;
    complain(redacted_words(all, false).view());
    return nullptr;
  };
  const auto made = [&](Baseline baseline) {
    if (use == Use::write && !baseline.salt()) {
      if (const auto salt = random_salt()) baseline.add_salt(*salt);
    }
    return std::unique_ptr<KnownFindings>(
        new KnownFindings(source.path, source.shown, use, std::move(baseline)));
  };
  const auto bytes = tree.read(source.path, BaselineLimits{}.bytes);
  if (!bytes) return fail(": " + bytes.error());
  if (!*bytes) {
    if (use == Use::read) return fail(" is not there; --write-baseline makes it");
    const auto salt = random_salt();
    return salt ? made(Baseline::fresh(*salt)) : fail(": the system has no randomness");
  }
  auto baseline = Baseline::read(**bytes, {}, use == Use::write ? Salts::joined : Salts::one);
  if (!baseline) {
    return fail(':' + std::to_string(baseline.error().line) + ": " + baseline.error().words);
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

std::vector<BaselineEntry> KnownFindings::kept(const std::set<std::string_view>& ran,
                                               const Exists& exists, Kept which) const {
  std::vector<BaselineEntry> out;
  for (const BaselineEntry& entry : baseline_.entries()) {
    const bool unread = !checked_.contains(entry.path) && exists(entry.path);
    if (!unread && ran.contains(entry.rule)) continue;
    const bool lost = baseline_.has_lost_salt() && entry.tag;
    if (lost == (which == Kept::lost)) out.push_back(entry);
  }
  return out;
}

std::optional<NoteRecord> KnownFindings::lost(const std::set<std::string_view>& ran,
                                              const Exists& exists) const {
  if (use_ == Use::read || !baseline_.has_lost_salt()) return std::nullopt;
  const std::size_t count = kept(ran, exists, Kept::lost).size();
  if (count == 0) return std::nullopt;
  return NoteRecord{
      "lost-baseline", shown_,
      "known findings of secrets that were not looked for, and that are dropped since "
      "their salt is lost: " +
          std::to_string(count)};
}

bool KnownFindings::write(const std::set<std::string_view>& ran, const Exists& exists) const {
  std::vector<BaselineEntry> entries = kept(ran, exists, Kept::known);
  entries.insert(entries.end(), found_.begin(), found_.end());
  ReportFile file;
  if (!file.open(path_)) return false;
  file.write(baseline_.write(std::move(entries)));
  return file.finish();
}

}  // namespace urilint::cli
