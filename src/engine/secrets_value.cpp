// What a value is: its placeholders are recognised after percent-decoding, and whether it looks
// random by its character classes. Only short values are decoded; no placeholder is long.
#include <algorithm>

#include "engine/secrets_steps.hpp"
#include "tables/placeholder-words.hpp"
#include "tables/token-shapes.hpp"
#include "uri/bytes.hpp"
#include "uri/table_lookup.hpp"

namespace urilint {
namespace secrets {
namespace {

using bytes::class_of;

constexpr bool is_letter(char c) noexcept { return (class_of(c) & bytes::kAlpha) != 0; }
constexpr bool is_upper(char c) noexcept { return (class_of(c) & bytes::kUpper) != 0; }
constexpr bool is_digit(char c) noexcept { return (class_of(c) & bytes::kDigit) != 0; }
constexpr bool is_alnum(char c) noexcept { return is_letter(c) || is_digit(c); }
constexpr bool is_filler(char c) noexcept { return c == '-' || c == '_' || c == '.' || c == ' '; }

// Literal text of so few letters and digits beside a template gives nothing away.
constexpr std::size_t kHarmlessRest = 3;
// Letters left of a secret that was masked in its middle.
constexpr std::size_t kHarmlessEnds = 4;
// Bytes of a value that its character classes are counted in.
constexpr std::size_t kLongestJudged = 256;

constexpr std::string_view kBullets[] = {"\xe2\x80\xa2", "\xe2\x80\xa6", "\xe2\x97\x8f",
                                         "\xe2\x96\x88", "\xe2\x88\x97", "\xc2\xb7"};

std::size_t bullet_at(std::string_view text, std::size_t at) noexcept {
  if ((class_of(text[at]) & bytes::kNonAscii) == 0) return 0;
  for (const std::string_view bullet : kBullets) {
    if (text.compare(at, bullet.size(), bullet) == 0) return bullet.size();
  }
  return 0;
}

// Masks throughout: stars and bullets, or three times `x` or `.`.
bool is_masks(std::string_view text) noexcept {
  std::size_t stars = 0;
  std::size_t crosses = 0;
  std::size_t dots = 0;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (const std::size_t size = bullet_at(text, i); size != 0) {
      ++stars;
      i += size;
      continue;
    }
    if (c == '*') {
      ++stars;
    } else if (c == 'x' || c == 'X') {
      ++crosses;
    } else if (c == '.') {
      ++dots;
    } else if (!is_filler(c) && c != '#' && c != '?') {
      return false;
    }
    ++i;
  }
  return stars > 0 || crosses >= 3 || dots >= 3;
}

// `ab***`: masked in part, and what shows is no more than an end of it.
bool is_partly_masked(std::string_view text) noexcept {
  const auto may_mask = [](char c) { return c == '*' || (class_of(c) & bytes::kNonAscii) != 0; };
  if (std::none_of(text.begin(), text.end(), may_mask)) return false;
  std::size_t shown = 0;
  std::size_t run = 0;
  bool masked = false;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t bullet = bullet_at(text, i);
    run = bullet != 0 || text[i] == '*' ? run + 1 : 0;
    masked = masked || run >= 3;
    if (run == 0) ++shown;
    i += std::max<std::size_t>(bullet, 1);
  }
  return masked && shown <= kHarmlessEnds;
}

std::string_view without_brackets(std::string_view text) noexcept {
  constexpr std::string_view kPairs[] = {"[]", "<>", "()", "{}"};
  for (const std::string_view pair : kPairs) {
    if (text.size() > 2 && text.front() == pair[0] && text.back() == pair[1]) {
      return text.substr(1, text.size() - 2);
    }
  }
  // The end of an optional part, as manuals write it: `[[USER:]PASSWORD@]HOST`.
  if (text.size() > 1 && text.front() == ']') text.remove_prefix(1);
  return text;
}

// Lower case, without `-`, `_`, `.` and spaces. False if another byte than letters and digits is
// there, since then it is no word, or nothing.
bool read_word(std::string_view text, SmallText& word) noexcept {
  for (const char c : text) {
    if (is_alnum(c)) {
      word.push(to_lower(c));
    } else if (!is_filler(c)) {
      return false;
    }
  }
  return word.size != 0;
}

WordClass lookup(std::string_view word) noexcept {
  const auto* row =
      find_row(tables::kPlaceholderWords, tables::kPlaceholderWordsIndex, hash_lower(word), word,
               [](const tables::PlaceholderWordsRow& r) { return r.word; });
  if (row == nullptr) return WordClass::none;
  if (row->role == "redacted") return WordClass::redacted;
  if (row->role == "example") return WordClass::example;
  return row->role == "switch" ? WordClass::no_value : WordClass::plain;
}

// `yourpassword`, `my-secret-here`, `insert_token`.
WordClass lookup_dressed(std::string_view word) noexcept {
  constexpr std::string_view kBefore[] = {"your",  "my",   "the",    "some",  "example", "sample",
                                          "dummy", "fake", "insert", "enter", "replace", "put"};
  constexpr std::string_view kBehind[] = {"goeshere", "here", "example", "value"};
  bool dressed = false;
  for (const std::string_view behind : kBehind) {
    if (word.back() != behind.back()) continue;  // cheap, and nearly always so
    if (word.size() > behind.size() && word.ends_with(behind)) {
      word.remove_suffix(behind.size());
      dressed = true;
      break;
    }
  }
  for (int layers = 0; layers < 2; ++layers) {
    for (const std::string_view before : kBefore) {
      if (word.front() != before.front()) continue;
      if (word.size() <= before.size() || !word.starts_with(before)) continue;
      word.remove_prefix(before.size());
      dressed = true;
      break;
    }
  }
  return dressed && lookup(word) == WordClass::example ? WordClass::example : WordClass::none;
}

// `Zq7`: no word, however short.
bool is_mixed(std::string_view text) noexcept {
  const auto is_lower = [](char c) { return is_letter(c) && !is_upper(c); };
  return std::any_of(text.begin(), text.end(), is_digit) &&
         std::any_of(text.begin(), text.end(), is_upper) &&
         std::any_of(text.begin(), text.end(), is_lower);
}

// What is left of a value beside its holes, and what they say themselves.
ValueState state_beside_holes(const Input& in, UriSpan value,
                              std::span<const UriSpan> holes) noexcept {
  SmallText rest;
  std::size_t counted = 0;
  Off at = value.begin;
  const auto take = [&](Off end) {
    for (; at < end; ++at) {
      if (bytes::pct_byte(in.raw.data() + at, end - at) >= 0) at += 2;
      if (!is_alnum(in.raw[at])) continue;
      ++counted;
      rest.push(in.raw[at]);
    }
  };
  ValueState inside = ValueState::template_;
  for (const UriSpan hole : holes) {
    if (hole.begin > at) take(hole.begin);
    at = std::max(at, std::min(hole.end, value.end));
    const ValueState state = state_in_hole(in.raw_of(hole));
    if (state == ValueState::literal || inside == ValueState::template_) inside = state;
  }
  take(value.end);
  const std::string_view word = rest.view();
  const bool scheme_word =
      equals_lower(word, "bearer") || equals_lower(word, "basic") || equals_lower(word, "token");
  const bool harmless = (counted <= kHarmlessRest && !is_mixed(word)) || scheme_word;
  return harmless ? inside : ValueState::literal;
}

// Only a hole is a template for sure, and only files of a repository have holes: what looks like a
// template elsewhere may be the value itself. It is masked, and told as an example where a name is
// in its brackets.
ValueState state_of_syntax(const Input& in, UriSpan value, std::string_view text) noexcept {
  const std::string_view word = bracketed_word(text);
  if (word.empty() || promises(class_of_name(word)) || word_class(word) != WordClass::none) {
    return ValueState::example_word;
  }
  const auto is_lower = [](char c) { return is_letter(c) && !is_upper(c); };
  if (std::none_of(word.begin(), word.end(), is_lower)) return ValueState::example_word;
  if (randomness_of(word) != Randomness::none) return ValueState::literal;
  // `{user}:{p}@{host}`: a format string.
  const bool format = in.raw.substr(0, value.begin).find('{') != std::string_view::npos ||
                      in.raw.find('{', value.end) != std::string_view::npos;
  return format ? ValueState::example_word : ValueState::literal;
}

// `word` is the class of the text.
bool is_redacted(std::string_view text, WordClass word) noexcept {
  if (is_masks(text) || is_partly_masked(text)) return true;
  const std::string_view inside = without_brackets(text);
  if (inside.size() == text.size()) return word == WordClass::redacted;
  const WordClass word_inside = word_class(inside);
  return is_masks(inside) || word_inside == WordClass::redacted ||
         word_inside == WordClass::example;
}

}  // namespace

bool decode_small(std::string_view text, unsigned times, SmallText& out) noexcept {
  // Three bytes become one, and the bytes that `%25` adds vanish with each time.
  if (text.size() > out.data.size() * 3) return false;
  if (text.size() <= out.data.size() && text.find('%') == std::string_view::npos) {
    std::copy(text.begin(), text.end(), out.data.begin());
    out.size = text.size();
    return true;
  }
  std::array<char, 768> from;
  std::size_t size = text.size();
  std::copy(text.begin(), text.end(), from.begin());
  for (unsigned time = 0; time < times; ++time) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const int byte = bytes::pct_byte(from.data() + i, size - i);
      from[kept++] = byte < 0 ? from[i] : static_cast<char>(byte);
      if (byte >= 0) i += 2;
    }
    if (kept == size) break;
    size = kept;
  }
  if (size > out.data.size()) return false;
  std::copy_n(from.begin(), size, out.data.begin());
  out.size = size;
  return true;
}

WordClass word_class(std::string_view text) noexcept {
  SmallText word;
  if (!read_word(text, word)) return WordClass::none;
  const WordClass known = lookup(word.view());
  return known != WordClass::none ? known : lookup_dressed(word.view());
}

bool is_redacted(std::string_view text) noexcept { return is_redacted(text, word_class(text)); }

ValueState state_of(const Input& in, UriSpan value, unsigned depth) noexcept {
  const auto holes = in.holes_in(value);
  if (!holes.empty()) return state_beside_holes(in, value, holes);
  const std::string_view raw = in.raw_of(value);
  SmallText decoded;
  if (!decode_small(raw, depth, decoded)) return ValueState::literal;
  const std::string_view text = decoded.view();
  const bool braces = text.starts_with('{') && text.ends_with('}');
  const WordClass word = word_class(text);
  if (is_redacted(text, word)) return braces ? ValueState::example_word : ValueState::redacted;
  if (is_template(text)) return state_of_syntax(in, value, text);
  const bool differs = raw.size() != text.size();  // decoded, or it is the same text
  if (differs && raw.size() <= decoded.data.size() && is_template(raw)) {
    return ValueState::example_word;
  }
  return word == WordClass::example ? ValueState::example_word : ValueState::literal;
}

Randomness randomness_of(std::string_view text) noexcept {
  text = text.substr(0, kLongestJudged);
  std::size_t digits = 0;
  std::size_t upper = 0;
  std::size_t lower = 0;
  std::size_t changes = 0;  // between letters and digits, or from lower case to upper case
  char before = '\0';
  for (const char c : text) {
    digits += is_digit(c) ? 1U : 0U;
    upper += is_upper(c) ? 1U : 0U;
    lower += is_letter(c) && !is_upper(c) ? 1U : 0U;
    const bool both = is_alnum(c) && is_alnum(before);
    if (both && (is_digit(c) != is_digit(before) || (is_upper(c) && !is_upper(before)))) ++changes;
    before = c;
  }
  const std::size_t letters = upper + lower;
  if (digits + letters < 8) return Randomness::none;
  const bool mixed_case = upper > 0 && lower > 0;
  const bool mixed = digits > 0 && letters > 0;
  if (!mixed && !(mixed_case && changes > 0)) return Randomness::none;
  return digits + letters >= 16 && changes >= 4 ? Randomness::high : Randomness::some;
}

bool is_ordinary(std::string_view text) noexcept {
  if (text.size() > kLongestJudged) return false;
  std::size_t digits = 0;
  std::size_t letters = 0;
  std::size_t dots = 0;
  for (const char c : text) {
    digits += is_digit(c) ? 1U : 0U;
    letters += is_letter(c) ? 1U : 0U;
    dots += c == '.' ? 1U : 0U;
  }
  if (letters == 0 && digits < 10) return true;
  const WordClass word = word_class(text);
  if (word == WordClass::no_value || word == WordClass::plain) return true;
  if (dots != 1 || digits > 2) return false;
  // A file name: `logo.png`.
  const std::string_view extension = text.substr(text.find('.') + 1);
  return extension.size() >= 2 && extension.size() <= 5 &&
         std::all_of(extension.begin(), extension.end(),
                     [](char c) { return is_letter(c) && !is_upper(c); });
}

}  // namespace secrets

std::string_view token_service(std::string_view text) noexcept {
  for (const tables::TokenShapesRow& shape : tables::kTokenShapes) {
    if (text.starts_with(shape.prefix)) return shape.service;
  }
  return {};
}

bool has_token_shape(std::string_view text) noexcept {
  for (const tables::TokenShapesRow& shape : tables::kTokenShapes) {
    if (!text.starts_with(shape.prefix)) continue;
    std::size_t rest = 0;
    for (const char c : text.substr(shape.prefix.size())) {
      const bool fits = (bytes::class_of(c) & (bytes::kAlpha | bytes::kDigit)) != 0 || c == '-' ||
                        c == '_' || c == '.' || c == '=' || c == '+' || c == '/';
      if (!fits) break;
      if (++rest >= shape.rest) return true;
    }
  }
  return false;
}

}  // namespace urilint
