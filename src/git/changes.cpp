// Ids that are equal, and bytes that are equal, need no diff. The old and the new text of a file
// are compared when somebody asks about it.
#include "git/changes.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <optional>
#include <utility>

namespace urilint::git {
namespace {

constexpr std::size_t kMostText = std::size_t{64} << 20;  // beyond, all lines count as changed

/// A regular file of at most kMostText bytes. Waits for nothing and follows no link.
std::optional<std::string> file_bytes(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW);
  if (fd < 0) return std::nullopt;
  std::optional<std::string> bytes;
  struct stat status {};
  if (::fstat(fd, &status) == 0 && S_ISREG(status.st_mode)) {
    bytes.emplace();
    std::array<char, 16384> chunk{};
    for (;;) {
      const ssize_t got = ::read(fd, chunk.data(), chunk.size());
      if (got < 0 && errno == EINTR) continue;
      if (got > 0) bytes->append(chunk.data(), static_cast<std::size_t>(got));
      if (got < 0 || bytes->size() > kMostText) bytes.reset();
      if (got <= 0 || !bytes) break;
    }
  }
  ::close(fd);
  return bytes;
}

}  // namespace

Changes::Changes(std::shared_ptr<const Repository> repository)
    : repository_(std::move(repository)),
      blobs_(repository_->blobs()),
      diff_(repository_->program()) {}

Changes::Changes(std::shared_ptr<const Repository> repository, const Staged& staged)
    : Changes(std::move(repository)) {
  for (const StagedFile& file : staged.files) pairs_[file.path] = {file.before, file.id};
}

tl::expected<std::unique_ptr<Changes>, Error> Changes::since(
    std::shared_ptr<const Repository> repository, std::string_view rev) {
  auto base = repository->resolve(rev);
  if (!base) return tl::unexpected(base.error());
  const auto head = repository->head();
  if (!head) return tl::unexpected(head.error());
  if (!head->empty()) {
    auto parting = repository->merge_base(*base, *head);
    if (!parting) return tl::unexpected(parting.error());
    if (!parting->empty()) base = std::move(parting);
  }
  const auto files = repository->list(*base);
  if (!files) return tl::unexpected(files.error());
  std::unique_ptr<Changes> out(new Changes(std::move(repository)));
  out->work_tree_ = true;
  for (const TreeFile& file : *files) {
    if (file.is_regular()) out->pairs_[file.path] = {file.id, {}};
  }
  return out;
}

Changes::Answer Changes::lines_of(const std::string& path) {
  const auto pair = pairs_.find(path);
  if (pair == pairs_.end() || pair->second.before.empty()) return {ChangedLines::everything(), {}};
  if (pair->second.before == pair->second.after) return {};
  return compare(path, pair->second);
}

Changes::Answer Changes::compare(const std::string& path, const Pair& pair) {
  const auto everything = [](std::string why) {
    return Answer{ChangedLines::everything(), "all lines count as changed: " + std::move(why)};
  };
  const auto before = blobs_.whole(pair.before, kMostText);
  if (!before) return everything(before.error().message);
  std::string after;
  if (work_tree_) {
    auto bytes = file_bytes(repository_->root() + '/' + path);
    if (!bytes) return everything("the file is too long, or no longer there");
    after = std::move(*bytes);
  } else {
    auto bytes = blobs_.whole(pair.after, kMostText);
    if (!bytes) return everything(bytes.error().message);
    after = std::move(*bytes);
  }
  auto lines = diff_.changed(*before, after);
  if (!lines) return everything(lines.error().message);
  return {std::move(*lines), {}};
}

}  // namespace urilint::git
