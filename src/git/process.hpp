// A child process without a shell: arguments as a vector, pipes, bounded errors, no waiting for
// ever.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "git/error.hpp"

namespace urilint::git {

struct Command {
  std::string program;                   ///< absolute path
  std::vector<std::string> arguments;    ///< without the program's name
  std::vector<std::string> environment;  ///< `NAME=value`; nothing else is handed on
  bool feeds = false;                    ///< `write` is going to be called; else it reads /dev/null
  std::chrono::milliseconds patience{60'000};  ///< longest silence before it is killed
};

/// The program of that name in an absolute folder of PATH, or empty. Relative entries are passed
/// over: they would find what a repository brings along.
[[nodiscard]] std::string find_program(std::string_view name);

/// A running child. One thread at a time. Killed and waited for when the object goes.
class Process {
 public:
  [[nodiscard]] static tl::expected<Process, Error> start(const Command& command);
  Process() = default;
  ~Process();
  Process(Process&& other) noexcept;
  Process& operator=(Process&& other) noexcept;
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// All of `bytes` to its standard input; false if it no longer reads. Raises no SIGPIPE. Meant
  /// for requests that are short: what it prints in the meantime has to fit into a pipe.
  [[nodiscard]] bool write(std::string_view bytes);
  /// Up to `most` bytes of its standard output; 0 at the end, and when patience ran out (then
  /// `timed_out`). What it says on standard error is read along.
  [[nodiscard]] std::size_t read(char* to, std::size_t most);
  /// Closes all pipes and waits. Its exit status, 128 + signal if one ended it, -1 if unknown.
  [[nodiscard]] int wait();
  [[nodiscard]] bool timed_out() const noexcept { return timed_out_; }
  /// The first few KiB that it said on standard error.
  [[nodiscard]] const std::string& errors() const noexcept { return errors_; }

 private:
  [[nodiscard]] bool read_errors();
  void close_all() noexcept;
  void kill() noexcept;

  pid_t pid_ = -1;
  int in_ = -1, out_ = -1, err_ = -1;
  bool timed_out_ = false;
  std::chrono::milliseconds patience_{0};
  std::string errors_;
};

struct Output {
  int status = 0;
  std::string out;
  std::string errors;
};
/// Runs it to its end. `most`: bytes of standard output that are kept before it is killed
/// (too_much).
[[nodiscard]] tl::expected<Output, Error> run(const Command& command, std::size_t most);

}  // namespace urilint::git
