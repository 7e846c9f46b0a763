// Four words a line: fingerprint, tag, rule, path. The path escapes what is no visible ASCII, so
// that no name of a file breaks a line and no tool that strips blanks changes one.
#include "silence/baseline.hpp"
#include "report/words.hpp"

#include <unistd.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

namespace urilint {
namespace {

using Code = BaselineError::Code;

constexpr std::string_view kTitle = "# urilint baseline";
constexpr std::string_view kAbout =
    "# Findings that were known when this was written. Made by urilint check --write-baseline.";
constexpr std::string_view kVersion = "# version: ";
constexpr std::string_view kThisVersion = "1";
constexpr std::string_view kSalt = "# salt: ";
constexpr std::string_view kFingerprint = "v1:";
constexpr std::size_t kFingerprintDigits = 32;
constexpr std::size_t kSaltDigits = 16;
constexpr std::size_t kTagDigits = 3;
constexpr std::size_t kLongestRule = 128;
constexpr std::string_view kConflicts[] = {"<<<<<<<", "|||||||", "=======", ">>>>>>>"};

constexpr std::string_view kHex = "0123456789abcdef";

bool is_lower_hex(std::string_view text) noexcept {
  return text.find_first_not_of(kHex) == std::string_view::npos;
}

int hex_value(char c) noexcept {
  const auto digit = kHex.find(c >= 'A' && c <= 'F' ? static_cast<char>(c | 0x20) : c);
  return digit == std::string_view::npos ? -1 : static_cast<int>(digit);
}

// Lower-case hexadecimal digits, exactly as many; nothing for anything else.
std::optional<std::uint64_t> hex_number(std::string_view text, std::size_t digits) noexcept {
  if (text.size() != digits || !is_lower_hex(text)) return std::nullopt;
  std::uint64_t number = 0;
  for (const char c : text) number = number << 4U | static_cast<std::uint64_t>(hex_value(c));
  return number;
}

void append_path(std::string& out, std::string_view path) {
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > 0x20 && byte < 0x7f && c != '%') {
      out += c;
    } else {
      out += '%';
      append_hex(out, byte, 2);
    }
  }
}

std::optional<std::string> path_of(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (static_cast<unsigned char>(text[i]) <= 0x20 || text[i] == '\x7f') return std::nullopt;
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    if (i + 2 >= text.size()) return std::nullopt;
    const int high = hex_value(text[i + 1]);
    const int low = hex_value(text[i + 2]);
    if (high < 0 || low < 0) return std::nullopt;
    out += static_cast<char>(high * 16 + low);
    i += 2;
  }
  if (out.empty()) return std::nullopt;
  return out;
}

bool is_rule_id(std::string_view text) noexcept {
  return !text.empty() && text.size() <= kLongestRule &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
         });
}

bool is_fingerprint(std::string_view text) noexcept {
  return text.size() == kFingerprint.size() + kFingerprintDigits &&
         text.starts_with(kFingerprint) && is_lower_hex(text.substr(kFingerprint.size()));
}

// The next word of a line, which loses it and the blank behind it.
std::string_view take_word(std::string_view& line) noexcept {
  const std::size_t end = std::min(line.find(' '), line.size());
  const std::string_view word = line.substr(0, end);
  line.remove_prefix(std::min(end + 1, line.size()));
  return word;
}

auto sort_key(const BaselineEntry& entry) noexcept {
  return std::tie(entry.path, entry.rule, entry.fingerprint, entry.tag);
}

auto like_key(const BaselineEntry& entry) noexcept {
  return std::pair(std::string_view(entry.fingerprint), entry.tag);
}

void sort_and_join(std::vector<BaselineEntry>& entries) {
  std::sort(entries.begin(), entries.end(), [](const BaselineEntry& a, const BaselineEntry& b) {
    return sort_key(a) < sort_key(b);
  });
  entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
}

}  // namespace

BaselineEntry baseline_entry(const Record& record, std::string path) {
  return {record.fingerprint, record.secret_tag, std::string(record.rule), std::move(path)};
}

/// One pass over the lines of a file.
class Baseline::Reader {
 public:
  Reader(std::string_view bytes, BaselineLimits limits, Salts salts)
      : rest_(bytes), limits_(limits), salts_(salts) {}

  tl::expected<Baseline, BaselineError> run() {
    if (rest_.size() > limits_.bytes) return fail(Code::too_large, "the baseline is too large");
    if (rest_.starts_with("\xef\xbb\xbf")) rest_.remove_prefix(3);
    while (!rest_.empty()) {
      const std::string_view line = next_line();
      ++line_;
      if (!take(line)) return tl::unexpected(std::move(error_));
    }
    if (line_ == 0) return fail(Code::not_a_baseline, "this is no baseline of urilint");
    if (!has_version_) return fail(Code::version, "the baseline does not say its version");
    if (first_tag_ != 0 && !out_.salt_) {
      line_ = first_tag_;
      return fail(Code::salt, "an entry has a tag but the baseline has no salt");
    }
    if (out_.lost_salt_) out_.salt_.reset();
    sort_and_join(out_.entries_);
    out_.order_.resize(out_.entries_.size());
    std::iota(out_.order_.begin(), out_.order_.end(), 0U);
    std::sort(out_.order_.begin(), out_.order_.end(), [this](std::uint32_t a, std::uint32_t b) {
      return like_key(out_.entries_[a]) < like_key(out_.entries_[b]);
    });
    out_.matched_.assign(out_.order_.size(), false);
    return std::move(out_);
  }

 private:
  std::string_view next_line() noexcept {
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t')) {
      line.remove_suffix(1);
    }
    return line;
  }

  bool take(std::string_view line) {
    for (const std::string_view sign : kConflicts) {
      if (line.starts_with(sign)) {
        return refuse(Code::conflict,
                      "a merge conflict is not resolved; keep the entries of both sides");
      }
    }
    if (line_ == 1 && line != kTitle) {
      return refuse(Code::not_a_baseline, "this is no baseline of urilint");
    }
    if (line.empty() || line == kTitle || line == kAbout) return true;
    if (line.starts_with(kVersion)) return version(line.substr(kVersion.size()));
    if (line.starts_with(kSalt)) return salt(line.substr(kSalt.size()));
    if (line.front() == '#') return other(line);
    return entry(line);
  }

  bool version(std::string_view number) {
    if (number != kThisVersion) {
      return refuse(Code::version, "the baseline has a version that this program cannot read");
    }
    has_version_ = true;
    return true;
  }

  bool salt(std::string_view digits) {
    const auto number = hex_number(digits, kSaltDigits);
    if (!number) return refuse(Code::salt, "the salt is not 16 hexadecimal digits");
    const bool differs = out_.salt_ && out_.salt_ != number;
    if (differs && salts_ == Salts::one) {
      return refuse(Code::salt,
                    "two baselines with different salts were joined; --write-baseline mends it");
    }
    out_.lost_salt_ = out_.lost_salt_ || differs;
    out_.salt_ = number;
    return true;
  }

  bool other(std::string_view line) {
    if (++lines_kept_ > limits_.entries) return refuse(Code::too_large, "too many lines");
    if (seen_.insert(line).second) out_.head_.emplace_back(line);
    return true;
  }

  bool entry(std::string_view line) {
    if (out_.entries_.size() >= limits_.entries) {
      return refuse(Code::too_large, "the baseline has too many entries");
    }
    const std::string_view fingerprint = take_word(line);
    const std::string_view tag = take_word(line);
    const std::string_view rule = take_word(line);
    const std::optional<std::string> path = path_of(line);
    const auto number = hex_number(tag, kTagDigits);
    if (!is_fingerprint(fingerprint) || (!number && tag != "-") || !is_rule_id(rule) || !path) {
      return refuse(Code::entry, "the line is not `fingerprint tag rule path`");
    }
    BaselineEntry entry{std::string(fingerprint), std::nullopt, std::string(rule), *path};
    if (number) {
      entry.tag = static_cast<std::uint16_t>(*number);
      if (first_tag_ == 0) first_tag_ = line_;
    }
    out_.entries_.push_back(std::move(entry));
    return true;
  }

  bool refuse(Code code, std::string words) {
    error_ = {code, line_, std::move(words)};
    return false;
  }
  tl::unexpected<BaselineError> fail(Code code, std::string words) {
    return tl::unexpected(BaselineError{code, std::max<std::uint64_t>(line_, 1), std::move(words)});
  }

  std::string_view rest_;
  BaselineLimits limits_;
  Salts salts_;
  Baseline out_;
  BaselineError error_;
  std::uint64_t line_ = 0;
  std::uint64_t first_tag_ = 0;  // line of the first entry with a tag
  std::size_t lines_kept_ = 0;
  bool has_version_ = false;
  std::set<std::string_view> seen_;  // of these
};

tl::expected<Baseline, BaselineError> Baseline::read(std::string_view bytes, BaselineLimits limits,
                                                     Salts salts) {
  return Reader(bytes, limits, salts).run();
}

Baseline Baseline::fresh(std::uint64_t salt) {
  Baseline out;
  out.salt_ = salt;
  return out;
}

// The place in `order_` of the first entry with both, or where it would be.
std::size_t Baseline::first_like(std::string_view fingerprint,
                                 std::optional<std::uint16_t> tag) const noexcept {
  const auto found = std::lower_bound(
      order_.begin(), order_.end(), std::pair(fingerprint, tag),
      [this](std::uint32_t i, const auto& key) { return like_key(entries_[i]) < key; });
  return static_cast<std::size_t>(found - order_.begin());
}

bool Baseline::matches(std::string_view fingerprint, std::optional<std::uint16_t> tag) {
  const std::size_t place = first_like(fingerprint, tag);
  if (place == order_.size() || like_key(entries_[order_[place]]) != std::pair(fingerprint, tag)) {
    const std::size_t other = tag ? first_like(fingerprint, std::nullopt) : order_.size();
    if (other < order_.size() && entries_[order_[other]].fingerprint == fingerprint) {
      changed_.emplace(fingerprint);
    }
    return false;
  }
  matched_[place] = true;
  return true;
}

std::vector<std::optional<std::uint16_t>> Baseline::tags_of(std::string_view fingerprint) const {
  std::vector<std::optional<std::uint16_t>> out;
  for (std::size_t i = first_like(fingerprint, std::nullopt); i < order_.size(); ++i) {
    const BaselineEntry& entry = entries_[order_[i]];
    if (entry.fingerprint != fingerprint) break;
    if (out.empty() || out.back() != entry.tag) out.push_back(entry.tag);
  }
  return out;
}

bool Baseline::names(std::string_view path) const noexcept {
  const auto found = std::lower_bound(
      entries_.begin(), entries_.end(), path,
      [](const BaselineEntry& entry, std::string_view p) { return entry.path < p; });
  return found != entries_.end() && found->path == path;
}

std::vector<const BaselineEntry*> Baseline::stale(
    const std::function<bool(const BaselineEntry&)>& expected) const {
  std::vector<const BaselineEntry*> out;
  for (const BaselineEntry& entry : entries_) {
    if (matched_[first_like(entry.fingerprint, entry.tag)]) continue;
    if (expected(entry)) out.push_back(&entry);
  }
  return out;
}

std::string Baseline::write(std::vector<BaselineEntry> entries) const {
  if (!salt_) {
    for (BaselineEntry& entry : entries) entry.tag.reset();
  }
  sort_and_join(entries);
  std::string out;
  const auto line = [&out](std::string_view name, std::string_view value = {}) {
    out.append(name).append(value) += '\n';
  };
  line(kTitle);
  line(kAbout);
  line(kVersion, kThisVersion);
  if (salt_) {
    out += kSalt;
    append_hex(out, *salt_, kSaltDigits);
    out += '\n';
  }
  for (const std::string& kept : head_) line(kept);
  for (const BaselineEntry& entry : entries) {
    out += entry.fingerprint;
    out += ' ';
    if (entry.tag) {
      append_hex(out, *entry.tag, kTagDigits);
    } else {
      out += '-';
    }
    out.append(" ").append(entry.rule) += ' ';
    append_path(out, entry.path);
    out += '\n';
  }
  return out;
}

std::optional<std::uint64_t> random_salt() noexcept {
  std::uint64_t salt = 0;
  if (::getentropy(&salt, sizeof salt) != 0) return std::nullopt;
  return salt;
}

}  // namespace urilint
