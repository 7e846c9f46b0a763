// A parameter's name is cut into words, and the longest tail that data/secret-parameters.tsv knows
// decides. Every row's last word is a row too, so that one look-up ends most names.
#include "engine/secrets_steps.hpp"
#include "tables/secret-parameters.hpp"
#include "uri/bytes.hpp"
#include "uri/table_lookup.hpp"

namespace urilint::secrets {
namespace {

using bytes::class_of;

constexpr std::size_t kMaxWords = 5;      // of a row
constexpr std::size_t kLongestTail = 40;  // bytes of a name that are looked at

constexpr bool is_upper(char c) noexcept { return (class_of(c) & bytes::kUpper) != 0; }
constexpr bool is_digit(char c) noexcept { return (class_of(c) & bytes::kDigit) != 0; }
constexpr bool is_word_byte(char c) noexcept {
  return (class_of(c) & (bytes::kAlpha | bytes::kDigit | bytes::kNonAscii)) != 0;
}

// Words of the end of a name, last first, each in front of the one before: `accessToken` is
// `access-token` with the tails `token` and `access-token`.
struct Words {
  std::array<char, kLongestTail + kMaxWords> text;  // filled from its end
  std::array<std::size_t, kMaxWords> begin{};
  std::size_t count = 0;

  [[nodiscard]] std::string_view tail(std::size_t words) const noexcept {
    return {text.data() + begin[words - 1], text.size() - begin[words - 1]};
  }
};

// True if a word begins at `at`: after punctuation, at `aB`, and at the `B` of `ABc`.
bool begins_word(std::string_view name, std::size_t at) noexcept {
  if (at == 0 || !is_word_byte(name[at - 1])) return true;
  if (!is_upper(name[at])) return false;
  if (!is_upper(name[at - 1])) return true;
  return at + 1 < name.size() && is_word_byte(name[at + 1]) && !is_upper(name[at + 1]) &&
         !is_digit(name[at + 1]);
}

void cut(std::string_view name, Words& words) noexcept {
  std::size_t to = words.text.size();
  std::size_t at = name.size();
  while (words.count < kMaxWords) {
    while (at > 0 && !is_word_byte(name[at - 1])) --at;
    if (at == 0) return;
    if (words.count > 0) words.text[--to] = '-';
    do {
      words.text[--to] = to_lower(name[--at]);
    } while (!begins_word(name, at));
    words.begin[words.count++] = to;
  }
}

const tables::SecretParametersRow* row_of(std::string_view tail) noexcept {
  return find_row(tables::kSecretParameters, tables::kSecretParametersIndex, hash_lower(tail), tail,
                  [](const tables::SecretParametersRow& r) { return r.name; });
}

NameClass class_of_row(const tables::SecretParametersRow& row) noexcept {
  if (row.role == "certain") return NameClass::certain;
  if (row.role == "likely") return NameClass::likely;
  if (row.role == "doubtful") return NameClass::doubtful;
  if (row.role == "signature") return NameClass::signature;
  return row.role == "session" ? NameClass::session : NameClass::harmless;
}

// `password2` is `password`.
std::string_view without_number(std::string_view name) noexcept {
  while (!name.empty() && (is_digit(name.back()) || !is_word_byte(name.back()))) {
    name.remove_suffix(1);
  }
  return name;
}

NameClass class_of_decoded(std::string_view name) noexcept {
  if (name.size() > kLongestTail) name.remove_prefix(name.size() - kLongestTail);
  Words words;
  cut(name, words);
  if (words.count == 0) return NameClass::none;
  const auto* row = row_of(words.tail(1));
  if (row == nullptr) return NameClass::none;
  for (std::size_t count = 2; count <= words.count; ++count) {
    if (const auto* longer = row_of(words.tail(count)); longer != nullptr) row = longer;
  }
  return class_of_row(*row);
}

// No token and no key has so few bytes; a password may.
bool is_too_short(std::string_view name, std::string_view value) noexcept {
  constexpr std::size_t kShortest = 4;
  if (value == "0" || value == "1") return true;
  if (value.size() >= kShortest) return false;
  for (const std::string_view word : {std::string_view("token"), std::string_view("key")}) {
    if (name.size() >= word.size() && equals_lower(name.substr(name.size() - word.size()), word)) {
      return true;
    }
  }
  return false;
}

}  // namespace

NameClass class_of_name(std::string_view name, unsigned depth) noexcept {
  // A long name is known by its end.
  constexpr std::size_t kLongest = 3 * kLongestTail;
  if (name.size() > kLongest) name.remove_prefix(name.size() - kLongest);
  SmallText decoded;
  if (name.find('%') != std::string_view::npos && decode_small(name, depth, decoded)) {
    name = decoded.view();
  }
  const NameClass known = class_of_decoded(name);
  const std::string_view bare = without_number(name);
  return known == NameClass::none && bare.size() != name.size() ? class_of_decoded(bare) : known;
}

bool is_variable(std::string_view text) noexcept {
  constexpr std::size_t kLongestVariable = 64;
  if (text.size() < 2 || text.size() > kLongestVariable || text[0] != '$') return false;
  const std::string_view name = text.substr(1);
  bool joined = false;
  for (const char c : name) {
    if ((class_of(c) & (bytes::kAlpha | bytes::kDigit)) == 0 && c != '_') return false;
    joined = joined || c == '_';
  }
  if (is_digit(name[0])) return name.size() <= 2;  // `$1`, an argument of a script
  return joined || promises(class_of_name(name));
}

std::optional<SecretFact> judge_parameter(const Input& in, UriSpan name, UriSpan value,
                                          SecretKind kind, unsigned depth) noexcept {
  if (value.empty()) return std::nullopt;
  const NameClass promise = class_of_name(in.text_of(name), depth);
  if (!promises(promise)) return std::nullopt;
  const std::string_view text = in.raw_of(value);
  // First, since it is bounded: a walk over pairs must not read one long value again and again.
  if (promise == NameClass::doubtful && randomness_of(text) != Randomness::high &&
      !has_token_shape(text)) {
    return std::nullopt;
  }
  SecretFact fact{.kind = kind,
                  .state = state_of(in, value, depth),
                  .value = value,
                  .name = name,
                  .strength = 2};
  if (!fact.masked()) return fact;
  const bool literal = fact.state == ValueState::literal;
  switch (promise) {
    case NameClass::certain:
      if (literal && word_class(text) == WordClass::no_value) return std::nullopt;
      if (literal && is_too_short(in.text_of(name), text)) return std::nullopt;
      if (is_variable(text)) fact.strength = 0;
      return fact;
    case NameClass::likely:
      if (literal && (text.size() < 4 || is_ordinary(text))) return std::nullopt;
      fact.strength = randomness_of(text) == Randomness::none || is_variable(text) ? 0 : 1;
      break;
    case NameClass::doubtful:
      fact.strength = 0;
      break;
    case NameClass::signature:
      if (text.size() < 6) return std::nullopt;
      fact.kind = SecretKind::signature;
      fact.strength = 1;
      return fact;
    case NameClass::session:
      if (randomness_of(text) == Randomness::none) return std::nullopt;
      fact.kind = SecretKind::session;
      fact.strength = 1;
      return fact;
    case NameClass::none:
    case NameClass::harmless:
      return std::nullopt;
  }
  if (literal && has_token_shape(text)) fact.strength = 2;
  return fact;
}

}  // namespace urilint::secrets
