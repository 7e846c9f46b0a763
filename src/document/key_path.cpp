// The path is one string that is cut back and grown; an index is written only when it is asked for.
#include "document/key_path.hpp"

#include <algorithm>
#include <iterator>

#include "document/chars.hpp"

namespace urilint::reading {
namespace {

constexpr std::size_t kDeepest = 64;
constexpr std::size_t kLongestPath = 4096;
constexpr std::size_t kLongestKey = 256;

struct NamingKey {
  std::string_view name;
  Naming naming;
};
/// JSON Schema 2020-12 section 8, JSON-LD 1.1 section 9, and how XML is written in other formats.
constexpr NamingKey kNamingKeys[] = {
    {"$dynamicRef", Naming::value},
    {"$id", Naming::value},
    {"$ref", Naming::value},
    {"$schema", Naming::value},
    {"$vocabulary", Naming::all},
    {"@context", Naming::all},
    {"@id", Naming::value},
    {"@type", Naming::value},
    {"@vocab", Naming::value},
    {"namespace", Naming::value},
    {"targetNamespace", Naming::value},
    {"xmlns", Naming::value},
};

Naming naming_of(std::string_view key) noexcept {
  // Most keys end here.
  const char first = key.empty() ? '\0' : key.front();
  if (first != '$' && first != '@' && first != 'n' && first != 't' && first != 'x') {
    return Naming::none;
  }
  const auto* const found = std::find_if(std::begin(kNamingKeys), std::end(kNamingKeys),
                                         [key](const NamingKey& row) { return row.name == key; });
  return found == std::end(kNamingKeys) ? Naming::none : found->naming;
}

bool is_bare(std::string_view name) noexcept {
  return !name.empty() && std::all_of(name.begin(), name.end(),
                                      [](char c) { return is_alnum(c) || c == '_' || c == '-'; });
}

std::string component(std::string_view name) {
  if (name.size() > kLongestKey) return "…";
  if (is_bare(name)) return std::string(name);
  std::string out = "\"";
  for (const char c : name) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out += '"';
}

}  // namespace

KeyPath::KeyPath(std::string_view prefix) : path_(prefix), frames_{{.begin = prefix.size()}} {}

void KeyPath::open_mapping() { open(false, 0); }
void KeyPath::open_sequence(std::uint64_t index) { open(true, index); }

void KeyPath::open(bool sequence, std::uint64_t index) {
  settle();
  if (ignored_ > 0 || frames_.size() > kDeepest) {
    ++ignored_;
    return;
  }
  // A list of names is one, an object with members of its own is none.
  if (naming_ == Naming::value && !sequence) naming_ = Naming::none;
  frames_.push_back({path_.size(), index, sequence, naming_});
  stale_ = sequence;
}

void KeyPath::close() {
  if (ignored_ > 0) {
    --ignored_;
    return;
  }
  if (frames_.size() == 1) return;
  path_.resize(frames_.back().begin);
  frames_.pop_back();
  naming_ = frames_.back().naming;
  stale_ = false;
}

void KeyPath::key(std::string_view name) {
  if (ignored_ > 0 || frames_.back().sequence) return;
  const Naming around = frames_.back().naming;
  naming_ = around == Naming::all ? around : naming_of(name);
  path_.resize(frames_.back().begin);
  if (path_.size() + std::min(name.size(), kLongestKey) > kLongestPath) return;
  if (!path_.empty()) path_ += '.';
  path_ += component(name);
}

void KeyPath::next() {
  if (ignored_ > 0) return;
  Frame& frame = frames_.back();
  naming_ = frame.naming;
  if (frame.sequence) {
    ++frame.index;
    stale_ = true;
  } else {
    path_.resize(frame.begin);
  }
}

void KeyPath::reset() {
  path_.resize(frames_.front().begin);
  frames_.resize(1);
  ignored_ = 0;
  naming_ = Naming::none;
  stale_ = false;
}

void KeyPath::settle() {
  if (!stale_) return;
  stale_ = false;
  path_.resize(frames_.back().begin);
  if (path_.size() + 24 > kLongestPath) return;
  path_ += '[';
  path_ += std::to_string(frames_.back().index);
  path_ += ']';
}

std::string_view KeyPath::view() {
  settle();
  return path_;
}

}  // namespace urilint::reading
