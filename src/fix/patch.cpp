// Edits never add or remove a line, so line N of one file is line N of the other: a hunk is a run
// of lines that differ, with what stands around them.
#include "fix/patch.hpp"

#include <algorithm>
#include <vector>

namespace urilint {
namespace {

constexpr std::size_t kContext = 3;
constexpr std::string_view kNoNewline = "\\ No newline at end of file\n";

using Lines = std::vector<std::string_view>;

// Each with its LF.
Lines lines_of(std::string_view text) {
  Lines out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t lf = text.find('\n', at);
    const std::size_t end = lf == std::string_view::npos ? text.size() : lf + 1;
    out.push_back(text.substr(at, end - at));
    at = end;
  }
  return out;
}

struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// Lines that differ, with their context; ranges that meet are one.
std::vector<Range> hunks_of(const Lines& before, const Lines& after) {
  std::vector<Range> out;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before[i] == after[i]) continue;
    const Range range{i - std::min(i, kContext), std::min(i + kContext + 1, before.size())};
    if (!out.empty() && range.begin <= out.back().end) {
      out.back().end = range.end;
    } else {
      out.push_back(range);
    }
  }
  return out;
}

UriSpan bytes_of(std::string_view text, const Lines& lines, Range range) noexcept {
  const std::string_view last = lines[range.end - 1];
  return {static_cast<Off>(lines[range.begin].data() - text.data()),
          static_cast<Off>(last.data() + last.size() - text.data())};
}

void append_line(char sign, std::string_view line, std::string& out) {
  out += sign;
  out += line;
  if (line.empty() || line.back() != '\n') out.append("\n").append(kNoNewline);
}

// Of a run of lines that differ the old ones come first.
void append_hunk(const Lines& before, const Lines& after, Range range, std::string& out) {
  const std::string place =
      std::to_string(range.begin + 1) + ',' + std::to_string(range.end - range.begin);
  out += "@@ -" + place + " +" + place + " @@\n";
  for (std::size_t i = range.begin; i < range.end;) {
    if (before[i] == after[i]) {
      append_line(' ', before[i++], out);
      continue;
    }
    std::size_t end = i;
    while (end < range.end && before[end] != after[end]) ++end;
    for (std::size_t k = i; k < end; ++k) append_line('-', before[k], out);
    for (std::size_t k = i; k < end; ++k) append_line('+', after[k], out);
    i = end;
  }
}

bool needs_quotes(std::string_view name) noexcept {
  return std::any_of(name.begin(), name.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte >= 0x7f || c == '"' || c == '\\';
  });
}

void append_quoted(char c, std::string& out) {
  constexpr std::string_view kBytes = "\a\b\t\n\v\f\r\"\\";
  constexpr std::string_view kLetters = "abtnvfr\"\\";
  const auto byte = static_cast<unsigned char>(c);
  const std::size_t known = kBytes.find(c);
  if (known != std::string_view::npos) {
    out += '\\';
    out += kLetters[known];
  } else if (byte < 0x20 || byte >= 0x7f) {
    out += '\\';
    for (const unsigned shift : {6U, 3U, 0U}) out += static_cast<char>('0' + (byte >> shift & 7U));
  } else {
    out += c;
  }
}

}  // namespace

std::string patch_name(std::string_view prefix, std::string_view path) {
  std::string name(prefix);
  name += path.substr(std::min(path.find_first_not_of('/'), path.size()));
  if (!needs_quotes(name)) {
    // Behind a name with a blank git writes a tab, so that its end is known.
    return name.find(' ') == std::string::npos ? name : name + '\t';
  }
  std::string out = "\"";
  for (const char c : name) append_quoted(c, out);
  return out + '"';
}

Patch make_patch(std::string_view path, std::string_view before, std::string_view after,
                 const std::function<bool(const HunkLines&)>& may_show) {
  Patch out;
  const Lines old_lines = lines_of(before);
  const Lines new_lines = lines_of(after);
  if (old_lines.size() != new_lines.size()) {
    out.hidden = 1;
    return out;
  }
  for (const Range hunk : hunks_of(old_lines, new_lines)) {
    if (!may_show({bytes_of(before, old_lines, hunk), bytes_of(after, new_lines, hunk)})) {
      ++out.hidden;
      continue;
    }
    if (out.text.empty()) {
      out.text = "--- " + patch_name("a/", path) + "\n+++ " + patch_name("b/", path) + "\n";
    }
    append_hunk(old_lines, new_lines, hunk, out.text);
  }
  return out;
}

}  // namespace urilint
