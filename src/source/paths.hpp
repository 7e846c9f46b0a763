// Paths, by what the system says of them now.
#pragma once

#include <sys/stat.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

namespace urilint {

/// Absolute, without links; empty if there is nothing by that name.
[[nodiscard]] inline std::string real_path(const std::string& path) {
  struct Free {
    void operator()(char* p) const noexcept { std::free(p); }
  };
  const std::unique_ptr<char, Free> resolved(::realpath(path.c_str(), nullptr));
  return resolved ? std::string(resolved.get()) : std::string();
}

/// Whether something has that name, a link that leads nowhere as well.
[[nodiscard]] inline bool exists(const std::string& path) noexcept {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0;
}

/// The name in an absolute folder.
[[nodiscard]] inline std::string joined(const std::string& folder, std::string_view name) {
  std::string out = folder == "/" ? folder : folder + '/';
  return out.append(name);
}

}  // namespace urilint
