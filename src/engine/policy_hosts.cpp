// Names are found by their ends: a hash runs over the name from right to left, and at each dot a
// table is asked whether an entry ends there. Addresses are found by bisection.
#include <algorithm>

#include "engine/policy.hpp"
#include "host/address_key.hpp"

namespace urilint {
namespace {

constexpr std::uint64_t kHashStart = 0xcbf29ce484222325U;

constexpr std::uint64_t hash_step(std::uint64_t hash, char c) noexcept {
  return (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
}

constexpr std::size_t slot_of(std::uint64_t hash, std::size_t slots) noexcept {
  return static_cast<std::size_t>((hash ^ hash >> 29U) * 0x9e3779b97f4a7c15U >> 32U) & (slots - 1);
}

std::uint64_t hash_backward(std::string_view text) noexcept {
  std::uint64_t hash = kHashStart;
  for (std::size_t i = text.size(); i-- > 0;) hash = hash_step(hash, text[i]);
  return hash;
}

PolicyMatch better(PolicyMatch a, PolicyMatch b) noexcept { return std::max(a, b); }
PolicyMatch match_of(bool path) noexcept {
  return path ? PolicyMatch::whole : PolicyMatch::other_path;
}

}  // namespace

bool PolicyGlob::matches(std::string_view text) const noexcept {
  if (pieces_.size() == 1) return text == pieces_.front();
  const std::string_view last = pieces_.back();
  if (!text.starts_with(pieces_.front())) return false;
  text.remove_prefix(pieces_.front().size());
  if (!text.ends_with(last)) return false;
  text.remove_suffix(last.size());
  for (std::size_t i = 1; i + 1 < pieces_.size(); ++i) {
    const std::size_t at = text.find(pieces_[i]);
    if (at == std::string_view::npos) return false;
    text.remove_prefix(at + pieces_[i].size());
  }
  return true;
}

bool PolicyGlob::may_begin(std::string_view beginning) const noexcept {
  const std::string_view first = pieces_.front();
  const std::size_t size = std::min(first.size(), beginning.size());
  if (first.substr(0, size) != beginning.substr(0, size)) return false;
  return pieces_.size() > 1 || beginning.size() <= first.size();
}

bool PolicyGlob::covers(std::string_view beginning) const noexcept {
  return pieces_.size() > 1 && pieces_.back().empty() && matches(beginning);
}

bool PolicyHosts::Path::matches(const PolicyPath& path, Forms forms) const noexcept {
  if (any) return true;
  const auto compare = [&path, forms](const PolicyGlob& glob, std::string_view text) {
    if (path.is_whole()) return glob.matches(text);
    return forms == Forms::any ? glob.covers(text) : glob.may_begin(text);
  };
  const bool one = compare(strict, path.strict());
  if (one == (forms == Forms::any)) return one;
  return compare(loose, path.loose());
}

bool PolicyHosts::Name::matches(std::string_view left) const noexcept {
  bool more = !left.empty();
  for (const PolicyGlob& label : labels) {
    if (!more) return false;
    const std::size_t dot = left.rfind('.');
    more = dot != std::string_view::npos;
    if (!label.matches(more ? left.substr(dot + 1) : left)) return false;
    left = more ? left.substr(0, dot) : std::string_view();
  }
  return more == deep;
}

// Compared from both ends up to the first star: what lies between is given the benefit of the
// doubt.
bool PolicyHosts::Name::may_match(const PolicyHostAround& host) const noexcept {
  const std::size_t star = pattern.find('*');
  const auto same_until_star = [](auto a, auto a_end, auto b, auto b_end) {
    for (; b != b_end; ++a, ++b) {
      if (a == a_end) return false;
      if (*a == '*') return true;
      if (*a != *b) return false;
    }
    return true;
  };
  if (star == std::string::npos && pattern.size() < host.head.size() + host.tail.size()) {
    return false;
  }
  return same_until_star(pattern.begin(), pattern.end(), host.head.begin(), host.head.end()) &&
         same_until_star(pattern.rbegin(), pattern.rend(), host.tail.rbegin(), host.tail.rend());
}

void PolicyHosts::Ranges::finish() {
  std::sort(plain.begin(), plain.end(),
            [](const Range& a, const Range& b) { return a.first < b.first; });
  std::vector<Range> merged;
  for (Range& range : plain) {
    if (!merged.empty() && range.first <= merged.back().last) {
      merged.back().last = std::max(merged.back().last, range.last);
    } else {
      merged.push_back(std::move(range));
    }
  }
  plain = std::move(merged);
}

PolicyMatch PolicyHosts::Ranges::find(const host_tables::Key& key, const PolicyPath& path,
                                      Forms forms) const noexcept {
  const auto behind = std::upper_bound(
      plain.begin(), plain.end(), key,
      [](const host_tables::Key& k, const Range& range) { return k < range.first; });
  if (behind != plain.begin() && (behind - 1)->holds(key)) return PolicyMatch::whole;
  PolicyMatch found = PolicyMatch::none;
  for (const Range& range : with_path) {
    if (range.holds(key)) found = better(found, match_of(range.path.matches(path, forms)));
  }
  return found;
}

void PolicyHosts::add_to_suffix(std::string suffix, Name name) {
  const auto [known, is_new] = by_text_.try_emplace(suffix, suffixes_.size());
  if (is_new) {
    const std::uint64_t hash = hash_backward(suffix);
    suffixes_.push_back({std::move(suffix), hash, {}});
  }
  suffixes_[known->second].names.push_back(std::move(name));
}

void PolicyHosts::finish() {
  v4_.finish();
  v6_.finish();
  by_text_.clear();
  std::size_t slots = 2;
  while (slots < 2 * suffixes_.size()) slots *= 2;
  slots_.assign(slots, 0);
  for (std::size_t i = 0; i < suffixes_.size(); ++i) {
    std::size_t slot = slot_of(suffixes_[i].hash, slots);
    while (slots_[slot] != 0) slot = (slot + 1) & (slots - 1);
    slots_[slot] = static_cast<std::uint32_t>(i + 1);
  }
}

const PolicyHosts::Suffix* PolicyHosts::suffix_of(std::string_view text,
                                                  std::uint64_t hash) const noexcept {
  if (slots_.empty()) return nullptr;
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t slot = slot_of(hash, slots_.size()); slots_[slot] != 0;
       slot = (slot + 1) & mask) {
    const Suffix& suffix = suffixes_[slots_[slot] - 1];
    if (suffix.hash == hash && suffix.text == text) return &suffix;
  }
  return nullptr;
}

PolicyMatch PolicyHosts::find_name(std::string_view name, const PolicyPath& path,
                                   Forms forms) const noexcept {
  PolicyMatch found = PolicyMatch::none;
  const auto ask = [&](const Name& entry, std::string_view left) {
    if (entry.matches(left)) found = better(found, match_of(entry.path.matches(path, forms)));
  };
  for (const Name& entry : floating_) ask(entry, name);
  std::uint64_t hash = kHashStart;
  for (std::size_t i = name.size(); i-- > 0 && !suffixes_.empty();) {
    hash = hash_step(hash, name[i]);
    if (i != 0 && name[i - 1] != '.') continue;
    const Suffix* const suffix = suffix_of(name.substr(i), hash);
    if (suffix == nullptr) continue;
    for (const Name& entry : suffix->names) ask(entry, name.substr(0, i == 0 ? 0 : i - 1));
  }
  return found;
}

PolicyMatch PolicyHosts::find(const PolicyHost& host, const PolicyPath& path,
                              Forms forms) const noexcept {
  PolicyMatch found = PolicyMatch::none;
  for (const Path& entry : everywhere_) {
    found = better(found, match_of(entry.matches(path, forms)));
  }
  if (!host.address) {
    return host.name.empty() ? found : better(found, find_name(host.name, path, forms));
  }
  for (const auto& address : {host.address, host.inside}) {
    if (!address) continue;
    const Ranges& ranges = address->is_v6 ? v6_ : v4_;
    found = better(found, ranges.find(host_tables::key_of(*address), path, forms));
  }
  return found;
}

// Every entry is looked at: hosts with holes are few.
PolicyMatch PolicyHosts::may_find(const PolicyHostAround& host,
                                  const PolicyPath& path) const noexcept {
  PolicyMatch found = PolicyMatch::none;
  const auto add = [&found, &path](const Path& entry) {
    found = better(found, match_of(entry.matches(path, Forms::all)));
  };
  for (const Path& entry : everywhere_) add(entry);
  for (const Name& entry : floating_) {
    if (entry.may_match(host)) add(entry.path);
  }
  for (const Suffix& suffix : suffixes_) {
    for (const Name& entry : suffix.names) {
      if (entry.may_match(host)) add(entry.path);
    }
  }
  if (!host.may_be_address) return found;
  for (const Ranges* ranges : {&v4_, &v6_}) {
    for (const Range& range : ranges->with_path) add(range.path);
    if (!ranges->plain.empty()) found = PolicyMatch::whole;
  }
  return found;
}

}  // namespace urilint
