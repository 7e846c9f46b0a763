// A regular file is written beside its place and renamed at the end; everything else in place.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "cli/cli.hpp"

namespace urilint::cli {
namespace {
constexpr std::size_t kBuffer = std::size_t{1} << 16;
}  // namespace

ReportFile::~ReportFile() {
  if (descriptor_ > STDERR_FILENO) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

bool ReportFile::open(const std::string& path) {
  path_ = path;
  if (path.empty()) {
    descriptor_ = STDOUT_FILENO;
    return true;
  }
  struct stat info {};
  if (::stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode)) {
    descriptor_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
  } else {
    temporary_ = path + ".XXXXXX";
    descriptor_ = ::mkostemp(temporary_.data(), O_CLOEXEC);
    if (descriptor_ < 0) temporary_.clear();
    const mode_t mask = ::umask(0);
    ::umask(mask);
    if (descriptor_ >= 0) ::fchmod(descriptor_, 0666 & ~mask);
  }
  if (descriptor_ >= 0) return true;
  complain("--output: " + path + ": " + std::strerror(errno));
  return false;
}

void ReportFile::write(std::string_view bytes) {
  buffer_.append(bytes);
  if (buffer_.size() >= kBuffer) flush();
}

void ReportFile::flush() {
  std::string_view rest = buffer_;
  while (!rest.empty() && !failed_) {
    const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      failed_ = true;
      complain((path_.empty() ? "standard output" : path_) + ": " + std::strerror(errno));
    } else {
      rest.remove_prefix(static_cast<std::size_t>(written));
    }
  }
  buffer_.clear();
}

bool ReportFile::finish() {
  flush();
  if (temporary_.empty() || failed_) return !failed_;
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) {
    complain("--output: " + path_ + ": " + std::strerror(errno));
    return false;
  }
  temporary_.clear();
  return true;
}

bool ReportFile::is_terminal() const noexcept { return ::isatty(descriptor_) == 1; }

}  // namespace urilint::cli
