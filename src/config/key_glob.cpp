// Path and pattern are split alike; then one row of "the first n parts match" for each part.
#include "config/key_glob.hpp"

#include <algorithm>

#include "engine/selection.hpp"

namespace urilint {
namespace {

constexpr std::size_t kMostPathParts = 256;

}  // namespace

KeyGlob::Kind KeyGlob::kind_of(const Part& part, bool quoted) noexcept {
  if (quoted) return Kind::name;
  if (part.text == "**") return Kind::parts;
  if (part.text == "*") return Kind::any;
  return part.text.find_first_of("*?") == std::string::npos ? Kind::name : Kind::wildcard;
}

bool KeyGlob::split(std::string_view text, std::size_t most, std::vector<Part>& out) {
  std::size_t i = 0;
  while (i < text.size()) {
    if (out.size() == most) return false;
    Part part;
    if (text[i] == '[') {
      const std::size_t close = text.find(']', i);
      if (close == std::string_view::npos || close == i + 1) return false;
      part.text = text.substr(i + 1, close - i - 1);
      part.kind = part.text == "*" ? Kind::any_index : Kind::index;
      i = close + 1;
    } else if (text[i] == '"') {
      for (++i; i < text.size() && text[i] != '"'; ++i) {
        if (text[i] == '\\' && i + 1 < text.size()) ++i;
        part.text += text[i];
      }
      if (i == text.size()) return false;
      ++i;
    } else {
      const std::size_t end = std::min(text.find_first_of(".[", i), text.size());
      if (end == i) return false;
      part.text = text.substr(i, end - i);
      part.kind = kind_of(part, false);
      i = end;
    }
    out.push_back(std::move(part));
    if (i == text.size()) return true;
    if (text[i] == '[') continue;
    if (text[i] != '.' || ++i == text.size()) return false;
  }
  return !out.empty();
}

std::optional<KeyGlob> KeyGlob::parse(std::string_view pattern) {
  KeyGlob glob;
  if (!split(pattern, kMostParts, glob.parts_)) return std::nullopt;
  for (const Part& part : glob.parts_) {
    if (part.kind == Kind::index &&
        part.text.find_first_not_of("0123456789") != std::string::npos) {
      return std::nullopt;
    }
  }
  return glob;
}

bool KeyGlob::part_matches(const Part& pattern, const Part& part) {
  const bool index = part.kind == Kind::index || part.kind == Kind::any_index;
  switch (pattern.kind) {
    case Kind::name:
      return !index && pattern.text == part.text;
    case Kind::wildcard:
      return !index && wildcard_match(pattern.text, part.text);
    case Kind::index:
      return index && pattern.text == part.text;
    case Kind::any_index:
      return index;
    case Kind::any:
    case Kind::parts:
      return true;
  }
  return false;
}

KeyGlob::Path::Path(std::string_view key) : good_(split(key, kMostPathParts, parts_)) {}

bool KeyGlob::matches(const Path& path) const {
  if (!path.good_) return false;
  // Most patterns and keys part at the end.
  if (parts_.back().kind != Kind::parts && !part_matches(parts_.back(), path.parts_.back())) {
    return false;
  }
  // state[n]: the first n parts of the pattern match what has been read.
  std::vector<bool> state(parts_.size() + 1, false);
  const auto skip_empty = [&] {
    for (std::size_t n = 0; n < parts_.size(); ++n) {
      if (state[n] && parts_[n].kind == Kind::parts) state[n + 1] = true;
    }
  };
  state[0] = true;
  skip_empty();
  for (const Part& part : path.parts_) {
    std::vector<bool> next(state.size(), false);
    for (std::size_t n = 0; n < parts_.size(); ++n) {
      if (!state[n] || !part_matches(parts_[n], part)) continue;
      next[parts_[n].kind == Kind::parts ? n : n + 1] = true;
    }
    state = std::move(next);
    skip_empty();
  }
  return state.back();
}

}  // namespace urilint
