// Which lines of a text are new, as `git diff` sees it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "git/program.hpp"

namespace urilint::git {

/// Lines of a file, counted from 1, half open.
struct LineRange {
  std::uint64_t begin = 0, end = 0;
  friend bool operator==(const LineRange&, const LineRange&) = default;
};

/// The lines of a file that changed: all of them, or sorted ranges that do not touch.
struct ChangedLines {
  bool all = false;
  std::vector<LineRange> ranges;

  /// True if one of the lines `first` to `last`, both included, changed.
  [[nodiscard]] bool touches(std::uint64_t first, std::uint64_t last) const noexcept;
  [[nodiscard]] static ChangedLines everything() { return {true, {}}; }
};

/// `text` with one LF for every end of a line (CRLF, CR, LF) and behind the last: what only differs
/// there is the same, and lines count as urilint counts them.
[[nodiscard]] std::string with_plain_line_ends(std::string_view text);

/// True if lines can not be told from bytes: UTF-16 or UTF-32 by its mark, or NUL bytes at the
/// beginning.
[[nodiscard]] bool has_no_lines(std::string_view text) noexcept;

/// The ranges of the new text that hunks of a patch name; the patch of one file with `-U0`.
/// Linear; unexpected if it is no such patch.
[[nodiscard]] tl::expected<std::vector<LineRange>, Error> ranges_of_patch(std::string_view patch);

/// Compares texts in a private temporary folder, gone with the object. One thread at a time.
class LineDiff {
 public:
  explicit LineDiff(Program program) : program_(std::move(program)) {}
  ~LineDiff();
  LineDiff(const LineDiff&) = delete;
  LineDiff& operator=(const LineDiff&) = delete;

  /// What is new in `after`. Texts that only differ in how lines end are the same. Starts git only
  /// if they differ; no name, attribute or configuration of a repository takes part.
  [[nodiscard]] tl::expected<ChangedLines, Error> changed(std::string_view before,
                                                          std::string_view after);

 private:
  [[nodiscard]] tl::expected<ChangedLines, Error> compare(std::string_view before,
                                                          std::string_view after);
  [[nodiscard]] bool make_folder();
  [[nodiscard]] bool write(const std::string& name, std::string_view bytes) const;
  void remove_files() const;

  Program program_;
  std::string folder_;  // real path; empty: none yet
};

}  // namespace urilint::git
