// The words of rule files, each with its own small check; names stand in tables.
#include "engine/rule_file_words.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <vector>

#include "engine/rule_file_pattern.hpp"

namespace urilint {
namespace {

constexpr std::string_view kFaultNames[kRuleFaults] = {
    "unreadable",
    "not-a-folder",
    "not-a-file",
    "outside-pack",
    "wrong-place",
    "no-files",
    "too-many-files",
    "pack-too-large",
    "too-large",
    "too-deep",
    "syntax",
    "unknown-key",
    "missing-key",
    "conflicting-keys",
    "wrong-type",
    "empty-text",
    "not-one-line",
    "too-long",
    "too-many",
    "bad-id",
    "unknown-family",
    "duplicate-id",
    "unknown-rule",
    "yields-cycle",
    "bad-version",
    "bad-reference",
    "no-wake",
    "never-wakes",
    "unknown-signal",
    "unknown-severity",
    "unknown-confidence",
    "unknown-profile",
    "missing-profile",
    "unknown-placeholder",
    "unclosed-placeholder",
    "detector-and-match",
    "no-detector-no-match",
    "detector-in-pack",
    "duplicate-variant",
    "unknown-variant",
    "unknown-field",
    "unknown-op",
    "wrong-op",
    "unknown-violation",
    "unknown-table",
    "unknown-mark",
    "mark-without-place",
    "bad-decode",
    "bad-pattern",
    "pattern-not-ascii",
    "pattern-repeat",
    "pattern-too-big",
    "no-bad-example",
    "no-good-example",
    "bad-hex",
    "mark-not-found",
    "mark-ambiguous",
    "secret-not-found",
};

// By the numbers of Field and Op.
constexpr std::string_view kFieldNames[] = {
    "scheme",  "authority",  "userinfo",    "user",      "password", "host",
    "port",    "path",       "query",       "fragment",  "uri",      "last-segment",
    "segment", "query-name", "query-value", "violation", "signal",
};
constexpr std::string_view kOpNames[] = {
    "all",    "any",    "none",     "present", "absent",   "empty", "equals",  "in",
    "prefix", "suffix", "contains", "matches", "in-table", "less",  "greater",
};

constexpr std::string_view kFamilies[] = {
    "syntax",
    "consistency",
    "malicious-construction",
    "transcoding",
    "rare-ip",
    "internal-target",
    "sensitive-information",
    "semantic-attack",
    "differential",
    "wrapper",
    "transport",
    "policy",
};

// What a reference may begin with, besides the forms that are checked further.
constexpr std::string_view kReferencePrefixes[] = {
    "BCP ", "STD ",  "WHATWG ", "W3C ",  "IANA ",  "Unicode ", "UTS ",  "UAX ",   "UTR ",
    "ISO ", "ECMA-", "POSIX ",  "NIST ", "OWASP ", "CAPEC-",   "GHSA-", "draft-",
};

constexpr std::string_view kPlaceholderNames[] = {
    "mark", "value", "scheme", "userinfo", "host", "port", "path", "query", "fragment",
};

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

// Digits at the beginning of `text`.
std::size_t digits(std::string_view text) {
  std::size_t n = 0;
  while (n < text.size() && is_digit(text[n])) ++n;
  return n;
}

// Levenshtein distance of two short texts.
std::size_t distance(std::string_view a, std::string_view b) {
  std::array<std::size_t, 65> row{};
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      const std::size_t change = diagonal + (a[i - 1] == b[j - 1] ? 0U : 1U);
      row[j] = std::min({above + 1, row[j - 1] + 1, change});
      diagonal = above;
    }
  }
  return row[b.size()];
}

template <typename Enum, std::size_t kCount>
std::optional<Enum> find(const std::string_view (&names)[kCount], std::string_view name) {
  const auto* at = std::find(std::begin(names), std::end(names), name);
  if (at == std::end(names)) return std::nullopt;
  return static_cast<Enum>(at - std::begin(names));
}

std::optional<Fault> check_url_reference(std::string_view url) {
  const std::string_view rest = url.substr(std::string_view("https://").size());
  const bool plain =
      std::all_of(rest.begin(), rest.end(), [](char c) { return c > ' ' && c < 0x7f; });
  if (rest.empty() || rest[0] == '/' || !plain) {
    return Fault{RuleFault::bad_reference, quoted(url) + " is no https URL"};
  }
  return std::nullopt;
}

// `text` after `prefix`, or nothing.
std::optional<std::string_view> after(std::string_view text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return std::nullopt;
  return text.substr(prefix.size());
}

// `RFC n …`, `CWE-n`, `CVE-y-n`.
bool is_numbered_reference(std::string_view text) {
  if (const auto rfc = after(text, "RFC ")) {
    const std::size_t n = digits(*rfc);
    return n != 0 && (n == rfc->size() || (*rfc)[n] == ' ');
  }
  if (const auto cwe = after(text, "CWE-")) return !cwe->empty() && digits(*cwe) == cwe->size();
  if (const auto cve = after(text, "CVE-")) {
    return digits(*cve) == 4 && cve->size() > 5 && (*cve)[4] == '-' &&
           digits(cve->substr(5)) == cve->size() - 5;
  }
  return false;
}

bool is_placeholder(std::string_view name, Placeholders allowed) {
  if (name == "value") return allowed.value;
  if (!name.empty() && digits(name) == name.size()) return allowed.numbers && name.size() <= 2;
  return std::find(std::begin(kPlaceholderNames), std::end(kPlaceholderNames), name) !=
         std::end(kPlaceholderNames);
}

// Why `{name}` cannot be filled in.
std::string placeholder_words(std::string_view name, Placeholders allowed) {
  const std::string written = quoted("{" + std::string(name) + "}");
  if (name == "value") return written + " needs a condition with `in-table`";
  if (!name.empty() && digits(name) == name.size()) {
    return written + (allowed.numbers ? " has more than two digits"
                                      : " is filled in by a detector, and this rule has none");
  }
  const std::string_view near = nearest(name, kPlaceholderNames);
  if (!near.empty()) {
    return written + " is no placeholder; did you mean {" + std::string(near) + "}?";
  }
  std::string out = written + " is no placeholder; a brace itself is written `{{`; there are";
  for (const std::string_view one : kPlaceholderNames) out += " {" + std::string(one) + "}";
  return out;
}

// The largest number of a repeat `{n}`, `{n,}`, `{n,m}` at the beginning of `text`; 0: none is
// there.
std::size_t repeat_of(std::string_view text) {
  std::size_t largest = 0;
  std::size_t at = 1;
  for (int part = 0; part < 2; ++part) {
    const std::size_t n = digits(text.substr(at));
    if (n == 0 && part == 0) return 0;
    std::size_t number = 0;
    for (const char c : text.substr(at, n)) {
      number = std::min<std::size_t>(number * 10 + static_cast<std::size_t>(c - '0'), 1'000'000);
    }
    largest = std::max(largest, number);
    at += n;
    if (at >= text.size()) return 0;
    if (text[at] == '}') return largest;
    if (text[at] != ',') return 0;
    ++at;
  }
  return 0;
}

// Where the escape at `at` (a backslash) ends.
std::size_t skip_escape(std::string_view source, std::size_t at) {
  if (at + 1 >= source.size()) return source.size();
  const char kind = source[at + 1];
  if (kind == 'Q') {
    const std::size_t end = source.find("\\E", at + 2);
    return end == std::string_view::npos ? source.size() : end + 2;
  }
  if ((kind == 'x' || kind == 'p' || kind == 'P') && at + 2 < source.size() &&
      source[at + 2] == '{') {
    const std::size_t end = source.find('}', at + 3);
    return end == std::string_view::npos ? source.size() : end + 1;
  }
  return at + 2;
}

// The largest repeat that is written in the pattern.
std::size_t largest_repeat(std::string_view source) {
  std::size_t largest = 0;
  bool in_class = false;
  for (std::size_t at = 0; at < source.size();) {
    const char c = source[at];
    if (c == '\\') {
      at = skip_escape(source, at);
      continue;
    }
    if (in_class) {
      const std::size_t named =
          source.substr(at, 2) == "[:" ? source.find(":]", at + 2) : std::string_view::npos;
      if (named != std::string_view::npos) {
        at = named + 1;
      } else if (c == ']') {
        in_class = false;
      }
    } else if (c == '[') {
      in_class = true;
      if (at + 1 < source.size() && source[at + 1] == '^') ++at;
      if (at + 1 < source.size() && source[at + 1] == ']') ++at;  // a literal at the first place
    } else if (c == '{') {
      largest = std::max(largest, repeat_of(source.substr(at)));
    }
    ++at;
  }
  return largest;
}

// RE2 says -1 of a program that did not fit into its memory.
bool is_too_big(int program_size) {
  return program_size < 0 || program_size > static_cast<int>(kRuleProgramMax);
}

}  // namespace

std::string_view name_of(RuleFault fault) noexcept {
  return kFaultNames[static_cast<std::size_t>(fault)];
}

std::string to_string(const RuleFileError& error) {
  std::string out = error.file + ": ";
  if (error.line != 0) out.insert(out.size() - 1, std::to_string(error.line) + ':');
  if (!error.key.empty()) out += error.key + ": ";
  return out + error.words;
}

std::span<const std::string_view> rule_families() noexcept { return kFamilies; }
std::span<const std::string_view> field_names() noexcept { return kFieldNames; }
std::span<const std::string_view> op_names() noexcept { return kOpNames; }
std::optional<Field> field_of(std::string_view name) noexcept {
  return find<Field>(kFieldNames, name);
}
std::optional<Op> op_of(std::string_view name) noexcept { return find<Op>(kOpNames, name); }

std::string quoted(std::string_view text) {
  constexpr std::size_t kShown = 60;
  constexpr char kHex[] = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text.substr(0, kShown)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte >= 0x7f) {
      out += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
    } else {
      out += c;
    }
  }
  out += '"';
  if (text.size() > kShown) out += "...";
  return out;
}

std::string_view nearest(std::string_view text, std::span<const std::string_view> names) noexcept {
  if (text.empty() || text.size() > 64) return {};
  std::size_t best = std::min<std::size_t>(2, (text.size() + 2) / 3) + 1;
  std::string_view found;
  for (const std::string_view name : names) {
    if (name.size() > 64) continue;
    const std::size_t edits = distance(text, name);
    if (edits < best) {
      best = edits;
      found = name;
    }
  }
  return found;
}

std::string suggestion(std::string_view text, std::span<const std::string_view> names) {
  const std::string_view name = nearest(text, names);
  if (name.empty()) return {};
  return ", did you mean " + quoted(name) + "?";
}

bool is_kebab(std::string_view name) noexcept {
  if (name.empty() || name.size() > 64 || name.front() == '-' || name.back() == '-') return false;
  return std::all_of(name.begin(), name.end(),
                     [](char c) { return is_lower(c) || is_digit(c) || c == '-'; });
}

bool is_version(std::string_view text) noexcept {
  int parts = 0;
  for (;;) {
    const std::size_t n = digits(text);
    if (n == 0 || n > 6) return false;
    ++parts;
    text.remove_prefix(n);
    if (text.empty()) return parts == 2 || parts == 3;
    if (text[0] != '.') return false;
    text.remove_prefix(1);
  }
}

std::optional<Fault> check_reference(std::string_view reference) {
  if (reference.starts_with("https://")) return check_url_reference(reference);
  const bool known = std::any_of(
      std::begin(kReferencePrefixes), std::end(kReferencePrefixes), [&](std::string_view prefix) {
        return reference.size() > prefix.size() && reference.starts_with(prefix);
      });
  if (known || is_numbered_reference(reference)) return std::nullopt;
  return Fault{RuleFault::bad_reference,
               quoted(reference) +
                   " is neither `RFC n`, `CWE-n`, `CVE-year-n`, an https URL, nor "
                   "one of the documents that docs/rules-format.md lists"};
}

std::vector<Fault> check_message(std::string_view message, Placeholders allowed) {
  std::vector<Fault> faults;
  for (std::size_t at = message.find('{'); at != std::string_view::npos;
       at = message.find('{', at)) {
    if (at + 1 < message.size() && message[at + 1] == '{') {
      at += 2;
      continue;
    }
    const std::size_t end = message.find('}', at);
    if (end == std::string_view::npos) {
      faults.push_back(
          {RuleFault::unclosed_placeholder,
           quoted(message.substr(at)) + " has no closing brace; a brace itself is written `{{`"});
      break;
    }
    const std::string_view name = message.substr(at + 1, end - at - 1);
    if (!is_placeholder(name, allowed)) {
      faults.push_back({RuleFault::unknown_placeholder, placeholder_words(name, allowed)});
    }
    at = end + 1;
  }
  return faults;
}

std::optional<Fault> check_pattern(std::string_view source) {
  if (source.size() > kRulePatternSizeMax) {
    return Fault{RuleFault::too_long,
                 "a pattern has at most " + std::to_string(kRulePatternSizeMax) + " bytes"};
  }
  const bool ascii = std::all_of(source.begin(), source.end(),
                                 [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (!ascii) {
    return Fault{RuleFault::pattern_not_ascii,
                 "patterns match bytes: write " + quoted(source) + " with \\xNN for each byte"};
  }
  if (largest_repeat(source) > kRuleRepeatMax) {
    return Fault{RuleFault::pattern_repeat,
                 "a repeat in " + quoted(source) + " is above " + std::to_string(kRuleRepeatMax)};
  }
  const RE2 pattern(source, pattern_options());
  if (pattern.error_code() == RE2::ErrorPatternTooLarge ||
      (pattern.ok() &&
       (is_too_big(pattern.ProgramSize()) || is_too_big(pattern.ReverseProgramSize())))) {
    return Fault{RuleFault::pattern_too_big, quoted(source) + " compiles to more than " +
                                                 std::to_string(kRuleProgramMax) + " instructions"};
  }
  if (!pattern.ok()) {
    return Fault{RuleFault::bad_pattern,
                 "RE2 refuses " + quoted(source) + " at " + quoted(pattern.error_arg())};
  }
  return std::nullopt;
}

}  // namespace urilint
