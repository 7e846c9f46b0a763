// Written at most five times a second, by whichever thread comes by.
#include "cli/progress.hpp"

#include <unistd.h>

#include <cstdio>

namespace urilint::cli {
namespace {

constexpr std::chrono::milliseconds kPause{200};
constexpr std::chrono::milliseconds kPatience{1000};
constexpr const char* kEraseLine = "\r\x1b[K";

}  // namespace

Progress::Progress(const std::string& when, bool report_on_terminal, std::size_t files)
    : on_(files > 0 && when != "never" && ::isatty(STDERR_FILENO) == 1 &&
          (when == "always" || !report_on_terminal)),
      files_(files),
      next_(Clock::now() + (when == "always" ? std::chrono::milliseconds{0} : kPatience)) {}

Progress::~Progress() { finish(); }

void Progress::tick() {
  const std::size_t done = ++done_;
  if (!on_) return;
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock || Clock::now() < next_) return;
  next_ = Clock::now() + kPause;
  shown_ = true;
  std::fprintf(stderr, "%s%zu of %zu files", kEraseLine, done, files_);
  std::fflush(stderr);
}

void Progress::finish() {
  const std::scoped_lock lock(mutex_);
  if (!shown_) return;
  shown_ = false;
  std::fputs(kEraseLine, stderr);
  std::fflush(stderr);
}

}  // namespace urilint::cli
