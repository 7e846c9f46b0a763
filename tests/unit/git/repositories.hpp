// Repositories made by the real git in temporary folders.
#pragma once

#include <stdlib.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>

#include "git/process.hpp"

namespace urilint::testing {

/// False, aloud, where there is no git.
inline bool have_git() {
  if (!git::find_program("git").empty()) return true;
  WARN("skipped: there is no git");
  return false;
}

/// A variable of the environment, as long as the object lives.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    ::setenv(name, value.c_str(), 1);
  }
  ~Variable() {
    if (before_) {
      ::setenv(name_, before_->c_str(), 1);
    } else {
      ::unsetenv(name_);
    }
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

/// The current directory, as long as the object lives.
class Inside {
 public:
  explicit Inside(const std::string& folder) : before_(std::filesystem::current_path()) {
    std::filesystem::current_path(folder);
  }
  ~Inside() { std::filesystem::current_path(before_); }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;

 private:
  std::filesystem::path before_;
};

/// A folder that is gone with its object.
class Folder {
 public:
  Folder() {
    std::string pattern =
        (std::filesystem::canonical(std::filesystem::temp_directory_path()) / "urilint-test-XXXXXX")
            .string();
    root_ = ::mkdtemp(pattern.data());
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(root_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  [[nodiscard]] std::string path(std::string_view name = {}) const {
    return name.empty() ? root_ : root_ + "/" + std::string(name);
  }
  void write(std::string_view name, std::string_view bytes) const {
    const std::filesystem::path file = path(name);
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
  [[nodiscard]] bool has(std::string_view name) const {
    return std::filesystem::exists(path(name));
  }
  /// Runs a line of shell here. It has to succeed.
  void sh(const std::string& line) const {
    const std::string all =
        "cd '" + root_ +
        "' && export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 HOME=/nonexistent"
        " GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.com GIT_COMMITTER_NAME=a"
        " GIT_COMMITTER_EMAIL=a@example.com && { " +
        line + "; } >/dev/null 2>&1";
    INFO(line);
    REQUIRE(std::system(all.c_str()) == 0);
  }
  /// A script that leaves the file `ran` here, and then is as good as `cat`.
  [[nodiscard]] std::string trap() const {
    const std::string script = path("trap.sh");
    std::ofstream(script) << "#!/bin/sh\ntouch '" << path("ran") << "'\nexec cat\n";
    std::filesystem::permissions(script, std::filesystem::perms::owner_all);
    return script;
  }

 private:
  std::string root_;
};

}  // namespace urilint::testing
