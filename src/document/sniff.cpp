// Looks at a few bytes behind blanks and asks for two tokens in a row that belong together.
#include "document/sniff.hpp"

#include <algorithm>
#include <iterator>

#include "document/chars.hpp"

namespace urilint {
namespace {

using reading::at;

std::size_t behind_blanks(std::string_view text, std::size_t i) noexcept {
  while (i < text.size() && reading::is_space(text[i])) ++i;
  return i;
}

/// `word` is in lower case; a blank, `>` or `/` follows it.
bool has_word(std::string_view text, std::size_t i, std::string_view word) noexcept {
  for (std::size_t k = 0; k < word.size(); ++k) {
    const char c = at(text, i + k);
    if ((reading::is_alpha(c) ? static_cast<char>(c | 0x20) : c) != word[k]) return false;
  }
  const char behind = at(text, i + word.size());
  return reading::is_space(behind) || behind == '>' || behind == '/';
}

/// Behind blanks and comments; at the end of the text if a comment does not end.
std::size_t behind_markup_comments(std::string_view text) noexcept {
  std::size_t i = behind_blanks(text, 0);
  while (text.substr(i, 4) == "<!--") {
    const std::size_t end = text.find("-->", i + 4);
    if (end == std::string_view::npos) return text.size();
    i = behind_blanks(text, end + 3);
  }
  return i;
}

constexpr std::string_view kWritten[] = {"from", "to", "subject", "date"};
constexpr std::string_view kAdded[] = {"received",     "return-path",  "message-id",
                                       "mime-version", "delivered-to", "dkim-signature",
                                       "x-mailer",     "content-type", "content-transfer-encoding"};

bool is_named(std::string_view name, std::string_view wanted) noexcept {
  return std::equal(name.begin(), name.end(), wanted.begin(), wanted.end(), [](char c, char w) {
    return (reading::is_alpha(c) ? static_cast<char>(c | 0x20) : c) == w;
  });
}

template <std::size_t kCount>
bool is_among(std::string_view name, const std::string_view (&names)[kCount]) noexcept {
  return std::any_of(std::begin(names), std::end(names),
                     [name](std::string_view wanted) { return is_named(name, wanted); });
}

}  // namespace

bool looks_like_eml(std::string_view head) noexcept {
  std::size_t written = 0;
  std::size_t added = 0;
  for (std::size_t i = 0; i < head.size();) {
    const std::size_t end = std::min(head.find('\n', i), head.size());
    std::string_view line = head.substr(i, end - i);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (line.empty()) break;
    i = end + 1;
    if (reading::is_blank(line.front()) && written + added > 0) continue;
    const std::string_view name = line.substr(0, line.find(':'));
    const bool good = !name.empty() && name.size() < line.size() &&
                      std::all_of(name.begin(), name.end(), [](char c) {
                        return reading::is_alnum(c) || c == '-' || c == '_' || c == '.';
                      });
    if (!good && end < head.size()) return false;  // the last line may be cut anywhere
    if (!good) break;
    if (is_among(name, kWritten)) ++written;
    if (is_among(name, kAdded)) ++added;
  }
  return written >= 2 && added >= 1;
}

bool looks_like_mbox(std::string_view head) noexcept {
  if (!head.starts_with("From ")) return false;
  std::string_view line = head.substr(0, reading::line_end(head, 0));
  // The date of every patch that git makes.
  if (line.ends_with(" Mon Sep 17 00:00:00 2001")) return false;
  // `From name Www Mmm dd hh:mm:ss yyyy`
  const std::size_t time = line.find(':');
  const std::size_t next = reading::behind_line_end(head, line.size());
  return time != std::string_view::npos && time >= 2 && reading::is_digit(line[time - 1]) &&
         line.find(" 19") + line.find(" 20") != 2 * std::string_view::npos &&
         looks_like_eml(head.substr(next));
}

bool looks_like_xml(std::string_view head) noexcept {
  const std::size_t end = head.find("?>");
  return has_word(head, 0, "<?xml") && end != std::string_view::npos &&
         !looks_like_html(head.substr(end + 2));
}

bool looks_like_html(std::string_view head) noexcept {
  const std::size_t declaration = has_word(head, 0, "<?xml") ? head.find("?>") : head.npos;
  if (declaration != head.npos) head.remove_prefix(declaration + 2);
  const std::size_t i = behind_markup_comments(head);
  return has_word(head, i, "<!doctype html") || has_word(head, i, "<html");
}

bool looks_like_json(std::string_view head) noexcept {
  const std::size_t first = behind_blanks(head, 0);
  const std::size_t second = behind_blanks(head, first + 1);
  if (at(head, first) == '{') {
    return (at(head, second) == '"' || at(head, second) == '}') && !looks_like_jsonl(head);
  }
  if (at(head, first) != '[') return false;
  if (at(head, second) == '{') return at(head, behind_blanks(head, second + 1)) == '"';
  return at(head, second) == '"';
}

bool looks_like_jsonl(std::string_view head) noexcept {
  for (std::size_t lines = 0;; ++lines) {
    const std::size_t end = head.find('\n');
    if (end == std::string_view::npos) return lines > 1;
    std::string_view line = head.substr(0, end);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    head.remove_prefix(end + 1);
    if (line.size() < 2 || line.front() != '{' || line.back() != '}') return false;
    const char second = at(line, behind_blanks(line, 1));
    if (second != '"' && second != '}') return false;
  }
}

bool looks_like_yaml(std::string_view head) noexcept {
  if (head.starts_with("%YAML ")) return true;
  const std::size_t next = reading::line_end(head, 0);
  if (head.substr(0, next) != "---") return false;
  const std::size_t begin = behind_blanks(head, next);
  const std::string_view line = head.substr(begin, reading::line_end(head, begin) - begin);
  if (line.starts_with("- ") || line.starts_with("# ")) return true;
  std::size_t i = 0;
  while (i < line.size() && (reading::is_alnum(line[i]) || at(line, i) == '_')) ++i;
  return i > 0 && at(line, i) == ':' && (i + 1 == line.size() || line[i + 1] == ' ');
}

bool looks_like_shell(std::string_view head) noexcept {
  if (!head.starts_with("#!")) return false;
  std::string_view line =
      head.substr(2, std::min<std::size_t>(reading::line_end(head, 0), 256) - 2);
  constexpr std::string_view kShells[] = {"sh", "bash", "dash", "zsh", "ksh", "ash"};
  // The program, or what `env` runs.
  for (int word = 0; word < 2; ++word) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    std::string_view program = line.substr(0, line.find_first_of(" \t"));
    line.remove_prefix(program.size());
    program.remove_prefix(program.rfind('/') + 1);
    if (std::find(std::begin(kShells), std::end(kShells), program) != std::end(kShells))
      return true;
    if (program != "env") return false;
  }
  return false;
}

}  // namespace urilint
