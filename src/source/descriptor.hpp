// File descriptors: closed with their owner, read up to a limit, written to the end.
#pragma once

#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace urilint {

/// Owns a descriptor, or -1.
class Descriptor {
 public:
  explicit Descriptor(int fd) noexcept : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  [[nodiscard]] bool is_open() const noexcept { return fd_ >= 0; }
  [[nodiscard]] int get() const noexcept { return fd_; }

 private:
  int fd_;
};

[[nodiscard]] inline bool is_regular(const Descriptor& file) noexcept {
  struct stat status {};
  return ::fstat(file.get(), &status) == 0 && S_ISREG(status.st_mode);
}

/// What is left of a file, at most `most` bytes. Nothing if it cannot be read: errno says why.
[[nodiscard]] inline std::optional<std::string> read_all(const Descriptor& file, std::size_t most) {
  std::string bytes;
  std::array<char, 16384> buffer;
  while (bytes.size() < most) {
    const std::size_t wanted = std::min(buffer.size(), most - bytes.size());
    const ssize_t got = ::read(file.get(), buffer.data(), wanted);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return std::nullopt;
    if (got == 0) break;
    bytes.append(buffer.data(), static_cast<std::size_t>(got));
  }
  return bytes;
}

/// Writes all bytes, waiting for whoever reads them. False: errno says why.
[[nodiscard]] inline bool write_all(int fd, std::string_view bytes) noexcept {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
      pollfd wait{fd, POLLOUT, 0};
      if (::poll(&wait, 1, -1) < 0 && errno != EINTR) return false;
      continue;
    }
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

/// The mode that a new file gets where nobody asks for another. Not while other threads make files.
[[nodiscard]] inline mode_t mode_of_new_files() noexcept {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

}  // namespace urilint
