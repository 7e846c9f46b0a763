// A pattern becomes a row of tokens; a bit for each token says whether the path so far may stand
// before it. No backtracking: `a*a*a*a*b` costs what any pattern of its length does.
#include "source/glob.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "source/walk.hpp"

namespace urilint {
namespace {

struct NamedClass {
  std::string_view name;
  int (*holds)(int);
};
constexpr std::array<NamedClass, 8> kNamedClasses = {{{"alnum", std::isalnum},
                                                      {"alpha", std::isalpha},
                                                      {"digit", std::isdigit},
                                                      {"lower", std::islower},
                                                      {"punct", std::ispunct},
                                                      {"space", std::isspace},
                                                      {"upper", std::isupper},
                                                      {"xdigit", std::isxdigit}}};

}  // namespace

Glob::Glob(std::string_view pattern) {
  if (pattern.size() > 1 && pattern.back() == '/') {
    directory_only_ = true;
    pattern.remove_suffix(1);
  }
  base_name_only_ = pattern.find('/') == std::string_view::npos;
  if (pattern.starts_with('/')) pattern.remove_prefix(1);
  compile(pattern);
}

void Glob::compile(std::string_view pattern) {
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const char c = pattern[i];
    const bool part_begins = i == 0 || pattern[i - 1] == '/';
    if (c == '*') {
      std::size_t end = i;
      while (end < pattern.size() && pattern[end] == '*') ++end;
      const bool whole = end - i >= 2 && part_begins;
      is_literal_ = false;
      if (whole && end == pattern.size()) {
        tokens_.push_back({base_name_only_ ? Kind::star : Kind::everything});
      } else if (whole && pattern[end] == '/') {
        tokens_.push_back({Kind::directories});
        ++end;
      } else {
        tokens_.push_back({Kind::star});
      }
      i = end - 1;
    } else if (c == '?') {
      is_literal_ = false;
      tokens_.push_back({Kind::any});
    } else if (c == '[') {
      const std::size_t end = compile_set(pattern, i);
      if (end == 0) {
        has_open_set_ = true;
        tokens_.push_back({Kind::literal, c});
        literal_ += c;
      } else {
        is_literal_ = false;
        i = end - 1;
      }
    } else {
      if (c == '\\' && i + 1 < pattern.size()) ++i;
      tokens_.push_back({Kind::literal, pattern[i]});
      literal_ += pattern[i];
    }
  }
}

/// `[…]` at `begin`: its end, or 0 if it is not closed.
std::size_t Glob::compile_set(std::string_view pattern, std::size_t begin) {
  Set set;
  std::size_t i = begin + 1;
  const bool negated = i < pattern.size() && (pattern[i] == '!' || pattern[i] == '^');
  if (negated) ++i;
  const auto byte_at = [&](std::size_t& k) {
    if (pattern[k] == '\\' && k + 1 < pattern.size()) ++k;
    return static_cast<unsigned char>(pattern[k++]);
  };
  for (const std::size_t first = i; i < pattern.size();) {
    if (pattern[i] == ']' && i > first) {
      if (negated) set.flip();
      set.reset('/');
      tokens_.push_back({Kind::set, 0, static_cast<std::uint32_t>(sets_.size())});
      sets_.push_back(set);
      return i + 1;
    }
    if (pattern.substr(i, 2) == "[:") {
      const std::size_t close = pattern.find(":]", i + 2);
      const auto* named =
          std::find_if(kNamedClasses.begin(), kNamedClasses.end(), [&](const auto& n) {
            return close != std::string_view::npos &&
                   pattern.substr(i + 2, close - i - 2) == n.name;
          });
      if (named != kNamedClasses.end()) {
        for (int c = 0; c < 128; ++c) {
          if (named->holds(c) != 0) set.set(static_cast<std::size_t>(c));
        }
        i = close + 2;
        continue;
      }
    }
    const unsigned char low = byte_at(i);
    unsigned char high = low;
    if (i + 1 < pattern.size() && pattern[i] == '-' && pattern[i + 1] != ']') {
      ++i;
      high = byte_at(i);
    }
    for (unsigned c = low; c <= high; ++c) set.set(c);
  }
  return 0;
}

bool Glob::takes(const Token& token, char c) const noexcept {
  switch (token.kind) {
    case Kind::literal:
      return token.byte == c;
    case Kind::any:
    case Kind::star:
      return c != '/';
    case Kind::set:
      return sets_[token.set].test(static_cast<unsigned char>(c));
    case Kind::directories:
    case Kind::everything:
      return true;
  }
  return false;
}

bool Glob::run(std::string_view text) const {
  const std::size_t count = tokens_.size();
  std::vector<char> now(count + 1, 0);
  std::vector<char> next(count + 1, 0);
  // A star may stand for nothing, and so may `**/` where a part begins.
  const auto close = [&](std::vector<char>& states, bool part_begins) {
    for (std::size_t t = 0; t < count; ++t) {
      if (states[t] == 0) continue;
      const Kind kind = tokens_[t].kind;
      if (kind == Kind::star || (kind == Kind::directories && part_begins)) states[t + 1] = 1;
    }
  };
  now[0] = 1;
  close(now, true);
  for (const char c : text) {
    std::fill(next.begin(), next.end(), 0);
    for (std::size_t t = 0; t < count; ++t) {
      if (now[t] == 0 || !takes(tokens_[t], c)) continue;
      const Kind kind = tokens_[t].kind;
      const bool stays =
          kind == Kind::star || kind == Kind::directories || kind == Kind::everything;
      if (stays) next[t] = 1;
      if (!stays || kind == Kind::everything) next[t + 1] = 1;
    }
    close(next, c == '/');
    now.swap(next);
  }
  return now[count] != 0;
}

bool Glob::matches(std::string_view path) const {
  if (base_name_only_) {
    const std::size_t slash = path.rfind('/');
    if (slash != std::string_view::npos) path.remove_prefix(slash + 1);
  }
  return is_literal_ ? path == literal_ : run(path);
}

bool glob_match(std::string_view pattern, std::string_view path) {
  if (path.starts_with('/')) path.remove_prefix(1);
  if (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  return Glob(pattern).matches(path);
}

}  // namespace urilint
