// What a template says itself: the text that a variable defaults to, quoted alternatives, and URIs
// with a password. Quotation marks count only behind a word that makes the text the value, since
// most of them hold names (`env "PASSWORD"`).
#include <algorithm>
#include <array>

#include "engine/secrets_steps.hpp"
#include "uri/bytes.hpp"

namespace urilint::secrets {
namespace {

using bytes::class_of;

// Fewer letters and digits give nothing away.
constexpr std::size_t kHarmless = 3;

constexpr bool is_alnum(char c) noexcept {
  return (class_of(c) & (bytes::kAlpha | bytes::kDigit)) != 0;
}
constexpr bool is_word(char c) noexcept { return is_alnum(c) || c == '_'; }
constexpr bool is_quote(char c) noexcept { return c == '"' || c == '\'' || c == '`'; }

// A word of small letters is what developers begin with (`${PW:-postgres}`): masked, and no more
// than an example. What names something (`${PW:-DB_PASSWORD}`) is none.
ValueState state_of_default(std::string_view text) noexcept {
  const auto letters = std::count_if(text.begin(), text.end(), is_alnum);
  if (static_cast<std::size_t>(letters) <= kHarmless || is_template(text) || is_redacted(text)) {
    return ValueState::template_;
  }
  if (text.find_first_of("${") != std::string_view::npos) return ValueState::template_;
  if (word_class(text) != WordClass::none) return ValueState::example_word;
  const auto has = [text](std::uint32_t bits) {
    return std::any_of(text.begin(), text.end(), [&](char c) { return (class_of(c) & bits) != 0; });
  };
  const bool small = std::any_of(text.begin(), text.end(), [](char c) {
    return (class_of(c) & bytes::kAlpha) != 0 && (class_of(c) & bytes::kUpper) == 0;
  });
  const bool mixed = small && (has(bytes::kUpper) || has(bytes::kDigit));
  return mixed ? ValueState::literal : ValueState::example_word;
}

// What `${env:NAME}` and its kind look a name up in.
constexpr std::array<std::string_view, 14> kLookups = {
    "env", "sys",   "file",   "opt",     "self",  "ssm", "cf",
    "kms", "vault", "secret", "secrets", "param", "ctx", "script"};

// `${NAME:-text}`, and Spring's `${name:text}` if the text is nothing that anybody would name.
std::string_view variable_default(std::string_view hole) noexcept {
  if (!hole.starts_with("${") || !hole.ends_with('}')) return {};
  std::size_t name = 2;
  while (name < hole.size() && (is_word(hole[name]) || hole[name] == '.')) ++name;
  if (name == 2 || name + 2 >= hole.size() || hole[name] != ':') return {};
  const bool shell = std::string_view("-=+").find(hole[name + 1]) != std::string_view::npos;
  const std::size_t begin = name + (shell ? 2U : 1U);
  const std::string_view text = hole.substr(begin, hole.size() - 1 - begin);
  if (shell) return text;
  const std::string_view prefix = hole.substr(2, name - 2);
  const bool named = std::find(kLookups.begin(), kLookups.end(), prefix) != kLookups.end() ||
                     !std::all_of(text.begin(), text.end(), is_alnum);
  return named || randomness_of(text) == Randomness::none ? std::string_view{} : text;
}

// True if what stands before a quotation mark makes the quoted text the value.
bool makes_value(std::string_view before) noexcept {
  constexpr std::array<std::string_view, 8> kMakers = {"default", "default:", "||", "??",
                                                       "?",       ":",        "or", "else"};
  while (!before.empty() && (before.back() == ' ' || before.back() == '(')) before.remove_suffix(1);
  return std::any_of(kMakers.begin(), kMakers.end(), [before](std::string_view maker) {
    if (!before.ends_with(maker)) return false;
    const std::size_t begin = before.size() - maker.size();
    return !is_word(maker[0]) || begin == 0 || !is_word(before[begin - 1]);
  });
}

struct Quoted {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool value = false;
};

// Calls `take` for each quoted text of a hole.
template <typename Take>
void each_quoted(std::string_view hole, Take take) {
  for (std::size_t i = 0; i < hole.size(); ++i) {
    if (!is_quote(hole[i])) continue;
    const std::size_t end = hole.find(hole[i], i + 1);
    if (end == std::string_view::npos) return;
    take(Quoted{i + 1, end, makes_value(hole.substr(0, i))});
    i = end;
  }
}

// `user:password@` that the text ends with or a delimiter follows; the password, or nothing.
UriSpan login_password(std::string_view text) noexcept {
  const std::size_t end = std::min(text.find_first_of("/?#\"'`<> \\"), text.size());
  const std::size_t at = text.substr(0, end).rfind('@');
  const std::size_t colon = text.find(':');
  if (at == std::string_view::npos || colon >= at || colon + 1 == at) return {};
  return {static_cast<Off>(colon) + 1, static_cast<Off>(at)};
}

}  // namespace

ValueState state_in_hole(std::string_view hole) noexcept {
  ValueState state = ValueState::template_;
  const auto take = [&state](std::string_view text) {
    const ValueState found = state_of_default(text);
    if (found == ValueState::literal || state == ValueState::template_) state = found;
  };
  if (const std::string_view text = variable_default(hole); !text.empty()) take(text);
  each_quoted(hole, [&](const Quoted& quoted) {
    if (quoted.value) take(hole.substr(quoted.begin, quoted.end - quoted.begin));
  });
  // `{Zk9…}` is no name that anybody gives.
  const bool braces = hole.size() > 2 && hole[0] == '{' && hole.ends_with('}');
  const std::string_view inside = braces ? hole.substr(1, hole.size() - 2) : std::string_view{};
  if (std::all_of(inside.begin(), inside.end(), is_alnum) &&
      randomness_of(inside) == Randomness::high) {
    return ValueState::literal;
  }
  return state;
}

void find_in_holes(const Input& in, Facts& facts) {
  for (const UriSpan span : in.holes) {
    const std::string_view hole = in.raw_of(span);
    const auto add = [&](std::size_t from, UriSpan password) {
      if (password.empty()) return;
      const auto begin = span.begin + static_cast<Off>(from) + password.begin;
      const UriSpan value{begin, begin + password.size()};
      const ValueState state = state_of_default(in.raw_of(value));
      if (state == ValueState::template_) return;
      facts.add({.kind = SecretKind::nested, .state = state, .value = value, .strength = 2});
    };
    for (std::size_t at = hole.find("://"); at != std::string_view::npos;
         at = hole.find("://", at + 3)) {
      add(at + 3, login_password(hole.substr(at + 3)));
    }
    each_quoted(hole, [&](const Quoted& quoted) {
      const std::string_view text = hole.substr(quoted.begin, quoted.end - quoted.begin);
      if (quoted.value && text.ends_with('@')) add(quoted.begin, login_password(text));
    });
  }
}

}  // namespace urilint::secrets
