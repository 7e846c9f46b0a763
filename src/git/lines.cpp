// Two files in a folder of their own and `git diff --no-index`: a diff against a work tree would
// run the filters that its attributes name. Within a hunk lines are counted, never interpreted.
#include "git/lines.hpp"
#include "source/paths.hpp"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>

namespace urilint::git {
namespace {

constexpr std::size_t kHead = 8192;  // where NUL bytes are looked for
constexpr std::string_view kBefore = "0";
constexpr std::string_view kAfter = "1";

/// Takes a number from the front.
std::optional<std::uint64_t> take_number(std::string_view& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

struct Side {
  std::uint64_t line = 0, count = 1;
};
/// `SIGN LINE[,COUNT]`.
std::optional<Side> take_side(std::string_view& text, char sign) {
  if (!text.starts_with(sign)) return std::nullopt;
  text.remove_prefix(1);
  const auto line = take_number(text);
  if (!line) return std::nullopt;
  Side side{*line, 1};
  if (!text.starts_with(',')) return side;
  text.remove_prefix(1);
  const auto count = take_number(text);
  if (!count) return std::nullopt;
  side.count = *count;
  return side;
}

struct Hunk {
  Side before, after;
};
/// `@@ -LINE[,COUNT] +LINE[,COUNT] @@` and whatever.
std::optional<Hunk> hunk_of(std::string_view line) {
  if (!line.starts_with("@@ ")) return std::nullopt;
  line.remove_prefix(3);
  const auto before = take_side(line, '-');
  if (!before || !line.starts_with(' ')) return std::nullopt;
  line.remove_prefix(1);
  const auto after = take_side(line, '+');
  if (!after || !line.starts_with(" @@")) return std::nullopt;
  return Hunk{*before, *after};
}

std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

/// Passes over the lines of a hunk; false if there are too few.
bool skip_lines(std::string_view& patch, char sign, std::uint64_t count) {
  for (; count != 0; --count) {
    if (!patch.starts_with(sign)) return false;
    take_line(patch);
    if (patch.starts_with("\\ ")) take_line(patch);  // no LF at the end of the file
  }
  return true;
}

}  // namespace

bool ChangedLines::touches(std::uint64_t first, std::uint64_t last) const noexcept {
  if (all) return true;
  const auto range = std::partition_point(
      ranges.begin(), ranges.end(), [first](const LineRange& one) { return one.end <= first; });
  return range != ranges.end() && range->begin <= last;
}

std::string with_plain_line_ends(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 1);
  while (!text.empty()) {
    const std::size_t cr = std::min(text.find('\r'), text.size());
    out.append(text.substr(0, cr));
    text.remove_prefix(cr);
    if (text.empty()) break;
    out += '\n';
    text.remove_prefix(text.starts_with("\r\n") ? 2 : 1);
  }
  if (!out.empty() && out.back() != '\n') out += '\n';
  return out;
}

bool has_no_lines(std::string_view text) noexcept {
  using namespace std::string_view_literals;
  return text.starts_with("\xff\xfe"sv) || text.starts_with("\xfe\xff"sv) ||
         text.substr(0, kHead).find('\0') != std::string_view::npos;
}

tl::expected<std::vector<LineRange>, Error> ranges_of_patch(std::string_view patch) {
  const auto unexpected = [] {
    return tl::unexpected(Error{ErrorCode::unexpected, "git diff printed no patch"});
  };
  std::vector<LineRange> ranges;
  while (!patch.empty() && !patch.starts_with("@@ ")) take_line(patch);
  while (!patch.empty()) {
    const auto hunk = hunk_of(take_line(patch));
    if (!hunk) return unexpected();
    if (!skip_lines(patch, '-', hunk->before.count)) return unexpected();
    if (!skip_lines(patch, '+', hunk->after.count)) return unexpected();
    const LineRange range{hunk->after.line, hunk->after.line + hunk->after.count};
    if (range.begin == range.end) continue;
    if (range.end < range.begin) return unexpected();
    if (!ranges.empty() && range.begin < ranges.back().end) return unexpected();
    if (!ranges.empty() && range.begin == ranges.back().end) {
      ranges.back().end = range.end;
    } else {
      ranges.push_back(range);
    }
  }
  return ranges;
}

LineDiff::~LineDiff() {
  if (folder_.empty()) return;
  remove_files();
  ::rmdir(folder_.c_str());
}

void LineDiff::remove_files() const {
  for (const std::string_view name : {kBefore, kAfter}) {
    ::unlink((folder_ + '/').append(name).c_str());
  }
}

bool LineDiff::make_folder() {
  if (!folder_.empty()) return true;
  std::error_code failed;
  const std::filesystem::path parent = std::filesystem::temp_directory_path(failed);
  if (failed) return false;
  std::string pattern = (parent / "urilint-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) return false;  // for nobody else's eyes
  folder_ = real_path(pattern);
  return !folder_.empty();
}

bool LineDiff::write(const std::string& name, std::string_view bytes) const {
  const int fd = ::open((folder_ + '/' + name).c_str(),
                        O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR);
  if (fd < 0) return false;
  while (!bytes.empty()) {
    const ssize_t wrote = ::write(fd, bytes.data(), bytes.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) break;
    bytes.remove_prefix(static_cast<std::size_t>(wrote));
  }
  return ::close(fd) == 0 && bytes.empty();
}

tl::expected<ChangedLines, Error> LineDiff::changed(std::string_view before,
                                                    std::string_view after) {
  if (before == after) return ChangedLines{};
  if (has_no_lines(before) || has_no_lines(after)) return ChangedLines::everything();
  const std::string old_text = with_plain_line_ends(before);
  const std::string new_text = with_plain_line_ends(after);
  if (old_text == new_text) return ChangedLines{};
  if (!make_folder()) {
    return tl::unexpected(Error{ErrorCode::io, "a temporary folder can not be made"});
  }
  auto lines = compare(old_text, new_text);
  remove_files();  // the texts may hold secrets
  return lines;
}

tl::expected<ChangedLines, Error> LineDiff::compare(std::string_view before,
                                                    std::string_view after) {
  if (!write(std::string(kBefore), before) || !write(std::string(kAfter), after)) {
    return tl::unexpected(Error{ErrorCode::io, "a temporary file can not be written"});
  }
  const Command command = program_.outside(
      folder_, {"diff", "--no-index", "--no-ext-diff", "--no-textconv", "--text", "--no-color",
                "--no-renames", "--diff-algorithm=myers", "--inter-hunk-context=0", "-U0", "--",
                std::string(kBefore), std::string(kAfter)});
  const auto output = run(command, kMostOutput);
  if (!output) return tl::unexpected(output.error());
  // 1: they differ.
  if (output->status != 1) {
    return tl::unexpected(Error{ErrorCode::refused, words_of(output->errors)});
  }
  auto ranges = ranges_of_patch(output->out);
  if (!ranges) return tl::unexpected(ranges.error());
  return ChangedLines{false, std::move(*ranges)};
}

}  // namespace urilint::git
