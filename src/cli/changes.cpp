// Threads that read the index borrow readers of blobs from a pool: as many git processes as files
// that are open at a time. Which lines changed is asked once a file, where findings leave.
#include "cli/changes.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include "cli/cli.hpp"
#include "source/path_filter.hpp"
#include "source/paths.hpp"

namespace urilint::cli {
namespace {

class BlobPool {
 public:
  explicit BlobPool(std::shared_ptr<const git::Repository> repository)
      : repository_(std::move(repository)) {}

  std::unique_ptr<git::Blobs> take() {
    const std::scoped_lock lock(mutex_);
    if (free_.empty()) return std::make_unique<git::Blobs>(repository_->blobs());
    std::unique_ptr<git::Blobs> blobs = std::move(free_.back());
    free_.pop_back();
    return blobs;
  }
  void give_back(std::unique_ptr<git::Blobs> blobs) {
    const std::scoped_lock lock(mutex_);
    free_.push_back(std::move(blobs));
  }

 private:
  std::shared_ptr<const git::Repository> repository_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<git::Blobs>> free_;
};

/// A file of the index.
class IndexFile final : public ByteSource {
 public:
  IndexFile(std::shared_ptr<BlobPool> pool, const std::string& id)
      : pool_(std::move(pool)), blobs_(pool_->take()) {
    const auto size = blobs_->open(id);
    if (size) {
      size_ = *size;
    } else {
      error_ = size.error().message;
    }
  }
  ~IndexFile() override { pool_->give_back(std::move(blobs_)); }

  [[nodiscard]] std::uint64_t size() const noexcept override { return size_; }
  [[nodiscard]] std::size_t read(char* to, std::size_t most) override {
    const std::size_t got = blobs_->read(to, most);
    if (blobs_->broken()) error_ = "git broke off";
    return got;
  }
  [[nodiscard]] std::string error() const override { return error_; }

 private:
  std::shared_ptr<BlobPool> pool_;
  std::unique_ptr<git::Blobs> blobs_;
  std::uint64_t size_ = 0;
  std::string error_;
};

/// Whether the options let a staged file pass. `named`: the file itself was named.
bool passes(const PathFilter& filter, const WalkOptions& options, const std::string& path,
            bool named) {
  if (named && !options.force_exclude) return true;
  if (filter.excludes(path, false) || filter.excludes_above(path)) return false;
  return named || filter.includes(path);
}

bool is_regular(const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

}  // namespace

std::shared_ptr<const git::Repository> repository_here(std::string_view option) {
  auto repository = git::Repository::open(".");
  if (!repository) {
    complain(std::string(option) + ": " + repository.error().message);
    return nullptr;
  }
  if (!*repository) complain(std::string(option) + ": not inside a git repository");
  return std::move(*repository);
}

std::unique_ptr<ChangedLines> ChangedLines::since(const std::string& rev) {
  constexpr std::string_view kOption = "--changed-since";
  auto repository = repository_here(kOption);
  return repository ? since(std::move(repository), rev, kOption) : nullptr;
}

std::unique_ptr<ChangedLines> ChangedLines::since(std::shared_ptr<const git::Repository> repository,
                                                  const std::string& rev, std::string_view option) {
  std::unique_ptr<ChangedLines> out(new ChangedLines(repository));
  auto changes = git::Changes::since(std::move(repository), rev);
  if (!changes) {
    complain(std::string(option) + ": " + changes.error().message);
    return nullptr;
  }
  out->changes_ = std::move(*changes);
  return out;
}

std::unique_ptr<ChangedLines> ChangedLines::staged() {
  auto repository = repository_here("--staged");
  if (!repository) return nullptr;
  std::unique_ptr<ChangedLines> out(new ChangedLines(repository));
  auto staged = repository->staged();
  if (!staged) {
    complain("--staged: " + staged.error().message);
    return nullptr;
  }
  out->staged_ = std::move(*staged);
  out->changes_ = std::make_unique<git::Changes>(std::move(repository), out->staged_);
  return out;
}

void ChangedLines::collect(const std::vector<std::string>& paths, const WalkOptions& options,
                           std::vector<Input>& files, std::vector<SkipNote>& skipped) {
  const auto pool = std::make_shared<BlobPool>(repository_);
  const PathFilter filter(options.include, options.exclude);
  std::unordered_set<std::string> taken;
  const auto take = [&](const git::StagedFile& file, const std::string& path, bool named) {
    if (!passes(filter, options, path, named) || !taken.insert(file.path).second) return;
    staged_paths_.emplace(path, file.path);
    Input input{path, repository_->root() + '/' + file.path, named, false, nullptr};
    input.source = [pool, id = file.id] { return std::make_unique<IndexFile>(pool, id); };
    files.push_back(std::move(input));
  };
  for (const std::string& path : paths) {
    const auto place = repository_->would_be_inside(path);
    const std::string reported = reported_path(path);
    if (!place) {
      skipped.push_back({SkipReason::missing, path, "not inside the repository", true, true});
      continue;
    }
    const std::string below = place->empty() ? std::string() : *place + '/';
    const std::string above = reported.empty() ? std::string() : reported + '/';
    const auto& all = staged_.files;
    const auto by_path = [](const git::StagedFile& a, std::string_view b) { return a.path < b; };
    const auto exact = std::lower_bound(all.begin(), all.end(), *place, by_path);
    const bool named = exact != all.end() && exact->path == *place;
    if (named) take(*exact, reported, true);
    auto file = std::lower_bound(all.begin(), all.end(), below, by_path);
    for (; file != all.end() && file->path.starts_with(below); ++file) {
      take(*file, above + file->path.substr(below.size()), false);
    }
    for (const std::string& conflict : staged_.unmerged) {
      if (conflict != *place && !conflict.starts_with(below)) continue;
      skipped.push_back({SkipReason::unreadable, conflict, "in conflict, so that nothing is staged",
                         false, true});
    }
    if (!named && !exists(path)) {
      skipped.push_back({SkipReason::missing, path, "neither staged nor there", true, true});
    }
  }
}

/// Where the file that is reported as `path` lies in the repository.
std::optional<std::string> ChangedLines::in_repository(const std::string& path) const {
  if (const auto known = staged_paths_.find(path); known != staged_paths_.end()) {
    return known->second;
  }
  return whole_.contains(path) ? std::nullopt : repository_->inside(path);
}

void ChangedLines::look_at(const std::string& path) {
  if (path_ == path) return;
  path_ = path;
  lines_ = git::ChangedLines::everything();
  const auto place = in_repository(path);
  if (!place) return;
  git::Changes::Answer answer = changes_->lines_of(*place);
  lines_ = std::move(answer.lines);
  if (!answer.note.empty()) note_ = NoteRecord{"changed-lines", path, std::move(answer.note)};
}

bool ChangedLines::touch(const std::string& path, const Location& place) {
  look_at(path);
  return lines_.touches(place.line, place.end_line);
}

bool ChangedLines::touch(const Record& record) {
  if (!record.location && !record.uri_location) return true;
  const auto touches = [&](const std::optional<Location>& place) {
    return place && touch(record.path, *place);
  };
  return touches(record.location) || touches(record.uri_location) ||
         std::any_of(record.related.begin(), record.related.end(),
                     [&](const Related& mark) { return touches(mark.location); });
}

bool ChangedLines::is_mixed(const std::string& path) {
  look_at(path);
  return !lines_.all && !lines_.ranges.empty();
}

std::optional<NoteRecord> ChangedLines::take_note() {
  std::optional<NoteRecord> note = std::move(note_);
  note_.reset();
  return note;
}

bool collect_tracked(const git::Repository& repository, const std::vector<std::string>& paths,
                     const WalkOptions& options, std::vector<Input>& files) {
  const auto tracked = repository.list("HEAD");
  if (!tracked) {
    complain("--config-from: " + tracked.error().message);
    return false;
  }
  const PathFilter filter(options.include, options.exclude);
  std::unordered_set<std::string> known;
  for (const Input& input : files) known.insert(input.path);
  for (const std::string& path : paths) {
    const auto place = path == "-" ? std::nullopt : repository.would_be_inside(path);
    if (!place) continue;
    const std::string below = place->empty() ? std::string() : *place + '/';
    const std::string reported = reported_path(path);
    const std::string above = reported.empty() ? std::string() : reported + '/';
    for (const git::TreeFile& file : *tracked) {
      if (!file.is_regular() || !file.path.starts_with(below)) continue;
      const std::string name = above + file.path.substr(below.size());
      const std::string open_path = repository.root() + '/' + file.path;
      if (!passes(filter, options, name, false) || !is_regular(open_path)) continue;
      if (known.insert(name).second) files.push_back({name, open_path, false, false, nullptr});
    }
  }
  return true;
}

}  // namespace urilint::cli
