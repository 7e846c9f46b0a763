// A new name is made with link(2), which takes no place that is taken; an old file is replaced with
// rename(2), which replaces a link and not what it leads to.
#include "cli/new_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "cli/cli.hpp"
#include "source/descriptor.hpp"

namespace urilint::cli {
namespace {

std::string words_of(int error) { return std::generic_category().message(error); }

enum class Place : std::uint8_t { free, file, link, other };

Place place_at(const std::string& path) noexcept {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) return errno == ENOENT ? Place::free : Place::other;
  if (S_ISLNK(status.st_mode)) return Place::link;
  return S_ISREG(status.st_mode) ? Place::file : Place::other;
}

}  // namespace

NewFile::~NewFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

bool NewFile::fails(std::string_view words) const {
  complain(path_ + std::string(words));
  return false;
}

bool NewFile::place_is_free() const {
  switch (place_at(path_)) {
    case Place::free:
      return true;
    case Place::file:
      return over_ == Over::file || fails(" is there already; --force replaces it");
    case Place::link:
      return fails(" is a symbolic link, which is not followed");
    case Place::other:
      break;
  }
  return fails(" is no regular file");
}

bool NewFile::prepare(std::string_view bytes) {
  temporary_ = path_ + ".XXXXXX";
  const int descriptor = ::mkostemp(temporary_.data(), O_CLOEXEC);
  if (descriptor < 0) {
    temporary_.clear();
    return fails(": " + words_of(errno));
  }
  const bool written =
      ::fchmod(descriptor, mode_of_new_files()) == 0 && write_all(descriptor, bytes);
  const int error = errno;
  const bool closed = ::close(descriptor) == 0;
  if (!written) return fails(": " + words_of(error));
  return closed || fails(": " + words_of(errno));
}

bool NewFile::appear() {
  if (!place_is_free()) return false;
  if (over_ == Over::nothing) {
    if (::link(temporary_.c_str(), path_.c_str()) == 0) {
      ::unlink(temporary_.c_str());
      temporary_.clear();
      appeared_ = true;
      return true;
    }
    if (errno == EEXIST) return fails(" is there already; --force replaces it");
    // A file system without hard links.
  }
  const bool fresh = place_at(path_) == Place::free;
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) return fails(": " + words_of(errno));
  temporary_.clear();
  appeared_ = fresh;
  return true;
}

void NewFile::take_back() {
  if (appeared_) ::unlink(path_.c_str());
  appeared_ = false;
}

bool NewFile::remove_old() const {
  if (place_at(path_) != Place::file) return false;
  return ::unlink(path_.c_str()) == 0 || fails(": " + words_of(errno));
}

}  // namespace urilint::cli
