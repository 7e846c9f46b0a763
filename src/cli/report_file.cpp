// A regular file is written beside its place and renamed at the end; everything else in place.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "cli/cli.hpp"
#include "source/descriptor.hpp"
#include "source/paths.hpp"

namespace urilint::cli {
namespace {
constexpr std::size_t kBuffer = std::size_t{1} << 16;

// An open descriptor that a path stands for, or -1. Opened anew, a regular file behind it would be
// replaced, or overwritten from its beginning.
int descriptor_of(std::string_view path) noexcept {
  if (path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(folder)) continue;
    const std::string_view digits = path.substr(folder.size());
    int number = -1;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error == std::errc() && end == digits.data() + digits.size()) return number;
  }
  return -1;
}
}  // namespace

ReportFile::~ReportFile() {
  if (descriptor_ > STDERR_FILENO) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

bool ReportFile::open_beside(const std::string& target) {
  temporary_ = target + ".XXXXXX";
  descriptor_ = ::mkostemp(temporary_.data(), O_CLOEXEC);
  if (descriptor_ < 0) {
    temporary_.clear();
    return false;
  }
  struct stat existing {};
  const bool exists = ::stat(target.c_str(), &existing) == 0;
  const mode_t mode = exists ? existing.st_mode & 0777 : mode_of_new_files();
  return ::fchmod(descriptor_, mode) == 0;
}

bool ReportFile::open(const std::string& path) {
  path_ = path;
  if (path.empty() || path == "-") {
    path_.clear();
    descriptor_ = STDOUT_FILENO;
    return true;
  }
  bool good = false;
  struct stat info {};
  if (const int number = descriptor_of(path); number >= 0) {
    descriptor_ = ::fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    good = descriptor_ >= 0;
  } else if (::stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode)) {
    descriptor_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
    good = descriptor_ >= 0;
  } else {
    target_ = real_path(path);
    if (target_.empty()) target_ = path;  // not there yet
    good = open_beside(target_);
  }
  if (!good) complain(std::string(option_) + ": " + path + ": " + std::strerror(errno));
  return good;
}

void ReportFile::write(std::string_view bytes) {
  buffer_.append(bytes);
  if (buffer_.size() >= kBuffer) flush();
}

void ReportFile::flush() {
  if (!failed_ && !write_all(descriptor_, buffer_)) {
    failed_ = true;
    complain((path_.empty() ? "standard output" : path_) + ": " + std::strerror(errno));
  }
  buffer_.clear();
}

bool ReportFile::finish() {
  flush();
  if (temporary_.empty() || failed_) return !failed_;
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) {
    complain(std::string(option_) + ": " + path_ + ": " + std::strerror(errno));
    return false;
  }
  temporary_.clear();
  return true;
}

bool ReportFile::is_terminal() const noexcept { return ::isatty(descriptor_) == 1; }

}  // namespace urilint::cli
