// Looks before it opens, opens without waiting, and looks again at what was opened. A descriptor
// that says "not now" (standard input may be non-blocking) is waited for with poll(2).
#include "source/byte_stream.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

namespace urilint {
namespace {

constexpr std::size_t kStep = std::size_t{1} << 18;

std::string words(int error) { return std::generic_category().message(error); }

SkipReason reason_of(int error) noexcept {
  return error == ENOENT || error == ENOTDIR ? SkipReason::missing : SkipReason::unreadable;
}

std::optional<SkipNote> refuse(const Input& input, const struct stat& status) {
  if (S_ISREG(status.st_mode)) return std::nullopt;
  if (S_ISDIR(status.st_mode)) {
    return SkipNote{SkipReason::unreadable, input.path, words(EISDIR), input.named};
  }
  return SkipNote{SkipReason::special_file, input.path, "not a regular file", input.named};
}

}  // namespace

void Buffer::reserve(std::size_t wanted) {
  if (begin_ + wanted <= capacity_) return;
  const std::size_t kept = size();
  if (wanted <= capacity_) {
    std::memmove(data_.get(), data_.get() + begin_, kept);
  } else {
    std::unique_ptr<char[]> bigger(new char[wanted]);
    if (kept != 0) std::memcpy(bigger.get(), data_.get() + begin_, kept);
    data_ = std::move(bigger);
    capacity_ = wanted;
  }
  begin_ = 0;
  end_ = kept;
}

std::unique_ptr<char[]> Buffer::release(std::size_t count) {
  const std::string_view rest = view().substr(count);
  std::unique_ptr<char[]> kept;
  if (!rest.empty()) {
    kept.reset(new char[rest.size()]);
    std::memcpy(kept.get(), rest.data(), rest.size());
  }
  begin_ = 0;
  end_ = capacity_ = rest.size();
  data_.swap(kept);
  return kept;
}

ByteStream::~ByteStream() {
  if (owned_) ::close(fd_);
}

std::optional<SkipNote> ByteStream::open(const Input& input) {
  if (input.is_stdin) {
    fd_ = STDIN_FILENO;
    return std::nullopt;
  }
  if (input.source) {
    source_ = input.source();
    size_ = source_->size();
    if (source_->error().empty()) return std::nullopt;
    // Whoever names a source wants it read: silence would pass for a good answer.
    return SkipNote{SkipReason::unreadable, input.path, source_->error(), true};
  }
  struct stat status {};
  if (::stat(input.open_path.c_str(), &status) != 0) {
    return SkipNote{reason_of(errno), input.path, words(errno), input.named};
  }
  if (auto note = refuse(input, status)) return note;
  fd_ = ::open(input.open_path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd_ < 0) return SkipNote{reason_of(errno), input.path, words(errno), input.named};
  owned_ = true;
  if (::fstat(fd_, &status) != 0) {
    return SkipNote{SkipReason::unreadable, input.path, words(errno), input.named};
  }
  if (auto note = refuse(input, status)) return note;
  size_ = status.st_size > 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
  return std::nullopt;
}

void ByteStream::fill(Buffer& buffer, std::size_t wanted) {
  while (!ended_ && buffer.size() < wanted) {
    // One byte more than the file has, so that the end shows in the read that follows.
    const std::size_t hint =
        size_ != 0 && buffer.size() <= size_ ? static_cast<std::size_t>(size_) + 1 : 0;
    const std::size_t doubled = std::max(buffer.size() * 2, kStep);
    buffer.reserve(std::min(wanted, hint != 0 ? hint : doubled));
    if (buffer.room() == 0) buffer.reserve(std::min(wanted, doubled));
    read(buffer, wanted - buffer.size());
  }
}

std::size_t ByteStream::read(Buffer& buffer, std::size_t most) {
  if (ended_) return 0;
  if (buffer.room() == 0) {
    buffer.reserve(buffer.size() + std::max(buffer.size(), std::min(most, kStep)));
  }
  const std::size_t wanted = std::min(most, buffer.room());
  const std::size_t got =
      source_ ? read_source(buffer.tail(), wanted) : read_descriptor(buffer.tail(), wanted);
  ended_ = got == 0;
  buffer.grew(got);
  return got;
}

std::size_t ByteStream::read_source(char* to, std::size_t most) {
  const std::size_t got = source_->read(to, most);
  if (got == 0) error_ = source_->error();
  return got;
}

std::size_t ByteStream::read_descriptor(char* to, std::size_t most) {
  for (;;) {
    const ssize_t got = ::read(fd_, to, most);
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno == EINTR) continue;
    if (errno != EAGAIN && errno != EWOULDBLOCK) break;
    pollfd wait{fd_, POLLIN, 0};
    if (::poll(&wait, 1, -1) < 0 && errno != EINTR) break;
  }
  error_ = words(errno);
  return 0;
}

bool ByteStream::is_ready() const noexcept {
  if (source_) return true;
  pollfd now{fd_, POLLIN, 0};
  return ::poll(&now, 1, 0) != 0;
}

}  // namespace urilint
