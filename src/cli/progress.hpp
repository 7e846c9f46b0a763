// How far a long run is, on standard error.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>

namespace urilint::cli {

/// A line that is written over; threads may call `tick`. Nothing is written where standard error is
/// no terminal.
class Progress {
 public:
  /// `when`: `auto` (from the first second on, and only if the report does not go to a terminal,
  /// too), `always` (at once) or `never`.
  Progress(const std::string& when, bool report_on_terminal, std::size_t files);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// One more file is done.
  void tick();
  /// Takes the line away.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;

  bool on_;
  std::size_t files_;
  std::atomic<std::size_t> done_{0};
  std::mutex mutex_;
  Clock::time_point next_;  // when the line is written again
  bool shown_ = false;
};

}  // namespace urilint::cli
