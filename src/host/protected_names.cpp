// Equal skeletons look alike. Plain ASCII hosts are folded and hashed from the end, so that one
// pass asks the filter about every suffix and every label; only what it lets through costs more.
#include "host/protected_names.hpp"

#include <unicode/uchar.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "host/name_tools.hpp"
#include "urilint/names.hpp"

namespace urilint {
namespace {

// More labels than a host needs that is meant to be read.
constexpr std::size_t kLabelsMax = 16;
// Short names look like too many labels of other hosts.
constexpr std::size_t kLabelCharsMin = 5;
constexpr std::size_t kFilterWords = 1U << 12;

// Appends what a reader may take an ASCII character for; equals `rough_skeleton` on ASCII.
template <typename Put>
void fold_ascii(char c, const Put& put) {
  switch (c) {
    case '0':
      return put('o');
    case '1':
      return put('l');
    case 'm':
      put('r');
      return put('n');
    case 'w':
      put('v');
      return put('v');
    default:
      return put(c);
  }
}

// The parts of 'm' and 'w' from the end.
template <typename Put>
void fold_ascii_backwards(char c, const Put& put) {
  if (c == 'm') {
    put('n');
    return put('r');
  }
  fold_ascii(c, put);
}

std::u16string fold(const NameTools& tools, std::u16string_view label) {
  std::u16string out;
  for (const char16_t unit : rough_skeleton(tools, label)) {
    if (unit >= 0x80) {
      out += unit;
    } else {
      fold_ascii(static_cast<char>(unit), [&out](char c) { out += static_cast<char16_t>(c); });
    }
  }
  return out;
}

// FNV-1a, byte by byte: suffixes are hashed from the end.
constexpr std::uint32_t kSeed = 2166136261U;
constexpr std::uint32_t step(std::uint32_t hash, char c) noexcept {
  return (hash ^ static_cast<unsigned char>(c)) * 16777619U;
}

// Two positions in the filter.
struct Place {
  std::size_t first, second;
};
Place place_of(std::uint32_t hash) noexcept {
  const std::uint32_t other = hash * 2654435769U;
  return {hash % (kFilterWords * 64), (other >> 14) % (kFilterWords * 64)};
}

// A letter of the alphabets that European languages and Vietnamese are written in, without its
// diacritic; others as they are. Marks that stand for themselves are no ordinary spelling.
char32_t without_diacritic(const NameTools& tools, char32_t code) noexcept {
  const bool ordinary = (code >= 0xc0 && code <= 0x17f) || (code >= 0x218 && code <= 0x21b) ||
                        (code >= 0x386 && code <= 0x45f) || (code >= 0x1ea0 && code <= 0x1ef9);
  if (!ordinary) return code;
  std::array<UChar, 8> out;
  UErrorCode status = U_ZERO_ERROR;
  const std::int32_t size =
      unorm2_getDecomposition(tools.nfd, static_cast<UChar32>(code), out.data(),
                              static_cast<std::int32_t>(out.size()), &status);
  return U_SUCCESS(status) != 0 && size > 0 ? out[0] : code;
}

bool differ_in_diacritics(const NameTools& tools, std::u16string_view a, std::u16string_view b) {
  std::size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    if (without_diacritic(tools, next_utf16(a, i)) != without_diacritic(tools, next_utf16(b, j))) {
      return false;
    }
  }
  return i == a.size() && j == b.size();
}

}  // namespace

struct ProtectedNames::Label {
  std::vector<NameChar> chars;  // decoded; those of an A-label span it all
  std::u16string text;          // lower case
  UriSpan span;
  std::u16string folded;
  std::u16string seen;  // folded with a capital I as what people see
};

void ProtectedNames::note_hash(std::u16string_view folded) {
  std::uint32_t hash = kSeed;
  for (auto unit = folded.rbegin(); unit != folded.rend(); ++unit) {
    if (*unit >= 0x80) return;  // no ASCII host looks like it
    hash = step(hash, static_cast<char>(*unit));
  }
  const Place place = place_of(hash);
  bits_[place.first / 64] |= std::uint64_t{1} << place.first % 64;
  bits_[place.second / 64] |= std::uint64_t{1} << place.second % 64;
}

bool ProtectedNames::add(std::string_view given) {
  const NameTools* const tools = NameTools::get();
  const std::optional<std::string> canonical = canonical_host(given);
  if (!canonical || tools == nullptr || canonical->find('.') == std::string::npos) return false;
  const std::vector<Label> labels = labels_of(*canonical);
  if (labels.size() < 2 || labels.size() == kLabelsMax) return false;
  if (!by_text_.emplace(*canonical, names_.size()).second) return true;
  if (bits_.empty()) bits_.resize(kFilterWords);
  Name name;
  name.text = *canonical;
  std::u16string folded;
  for (const Label& label : labels) {
    if (!name.unicode.empty()) name.unicode += u'.';
    name.unicode += label.text;
    if (!folded.empty()) folded += u'.';
    folded += label.folded;
  }
  name.label = labels.front().text;
  note_hash(folded);
  by_skeleton_.emplace(folded, names_.size());
  if (labels.front().chars.size() >= kLabelCharsMin) {
    note_hash(labels.front().folded);
    by_label_.emplace(labels.front().folded, names_.size());
  }
  names_.push_back(std::move(name));
  return true;
}

bool ProtectedNames::may_concern(std::string_view host) const noexcept {
  if (host.ends_with('.')) host.remove_suffix(1);
  constexpr std::size_t kMost = 512;
  if (host.size() > kMost) host.remove_prefix(host.size() - kMost);
  std::uint32_t whole = kSeed, label = kSeed;
  // Once as it is read by machines, once as by people, who take a capital I for a small l.
  std::uint32_t seen = kSeed, seen_label = kSeed;
  const auto has = [this](std::uint32_t hash) {
    const Place place = place_of(hash);
    return (bits_[place.first / 64] >> place.first % 64 & 1U) != 0 &&
           (bits_[place.second / 64] >> place.second % 64 & 1U) != 0;
  };
  for (std::size_t at = host.size(); at > 0; --at) {
    const char c = host[at - 1];
    if (c == '.') {
      if (has(whole) || has(label) || has(seen) || has(seen_label)) return true;
      label = seen_label = kSeed;
      whole = step(whole, c);
      seen = step(seen, c);
      continue;
    }
    fold_ascii_backwards(to_lower(c), [&](char folded) {
      whole = step(whole, folded);
      label = step(label, folded);
    });
    fold_ascii_backwards(c == 'I' ? 'l' : to_lower(c), [&](char folded) {
      seen = step(seen, folded);
      seen_label = step(seen_label, folded);
    });
  }
  return has(whole) || has(label) || has(seen) || has(seen_label);
}

std::vector<ProtectedNames::Label> ProtectedNames::labels_of(std::string_view host) const {
  std::vector<Label> out;
  const NameTools* const tools = NameTools::get();
  std::vector<NameChar> chars;
  std::vector<char32_t> decoded;
  if (tools == nullptr || host.size() > 4096) return out;
  read_name_chars(host, chars);
  while (!chars.empty() && is_name_dot(chars.back().code)) chars.pop_back();
  std::size_t end = chars.size();
  while (out.size() < kLabelsMax && end > 0) {
    std::size_t begin = end;
    while (begin > 0 && !is_name_dot(chars[begin - 1].code)) --begin;
    Label label;
    if (begin == end || end - begin > kLabelCharsMax) break;
    label.chars.assign(chars.begin() + static_cast<std::ptrdiff_t>(begin),
                       chars.begin() + static_cast<std::ptrdiff_t>(end));
    label.span = {label.chars.front().span.begin, label.chars.back().span.end};
    const std::span<const NameChar> all = label.chars;
    if (is_a_label(all) && decode_punycode(all.subspan(4), decoded)) {
      label.chars.clear();
      for (const char32_t code : decoded) label.chars.push_back({code, label.span});
    }
    std::u16string seen;
    for (const NameChar& c : label.chars) {
      append_utf16(label.text, lower_of(c.code));
      append_utf16(seen, c.code == U'I' ? U'l' : lower_of(c.code));
    }
    label.folded = fold(*tools, label.text);
    label.seen = fold(*tools, seen);
    out.push_back(std::move(label));
    end = begin == 0 ? 0 : begin - 1;
  }
  std::reverse(out.begin(), out.end());
  return out;
}

bool ProtectedNames::is_protected(std::string_view host) const {
  const std::optional<std::string> canonical = canonical_host(host);
  if (!canonical) return false;
  std::string_view rest = *canonical;
  for (;;) {
    if (by_text_.contains(std::string(rest))) return true;
    const std::size_t dot = rest.find('.');
    if (dot == std::string_view::npos) return false;
    rest.remove_prefix(dot + 1);
  }
}

namespace {

// Where `chars` is another text than `name`: from the first to the last difference.
UriSpan difference(const std::vector<NameChar>& chars, std::u16string_view name) {
  std::size_t front = 0, at = 0;
  while (front < chars.size() && at < name.size()) {
    std::size_t next = at;
    if (next_utf16(name, next) != lower_of(chars[front].code)) break;
    at = next;
    ++front;
  }
  front = std::min(front, chars.size() - 1);
  std::size_t back = chars.size() - 1, end = name.size();
  while (back > front && end > at && name[end - 1] == lower_of(chars[back].code)) {
    --back;
    --end;
  }
  return {chars[front].span.begin, chars[back].span.end};
}

}  // namespace

std::optional<ProtectedMatch> ProtectedNames::match(const std::vector<Label>& labels,
                                                    std::size_t first) const {
  const NameTools* const tools = NameTools::get();
  std::u16string text, folded, seen;
  std::vector<NameChar> chars;
  for (std::size_t i = first; i < labels.size(); ++i) {
    if (i != first) {
      const Off dot = labels[i].span.begin;
      chars.push_back({U'.', {dot, dot}});
      for (std::u16string* out : {&text, &folded, &seen}) *out += u'.';
    }
    chars.insert(chars.end(), labels[i].chars.begin(), labels[i].chars.end());
    text += labels[i].text;
    folded += labels[i].folded;
    seen += labels[i].seen;
  }
  for (const std::u16string* skeleton : {&folded, &seen}) {
    const auto [begin, end] = by_skeleton_.equal_range(*skeleton);
    for (auto it = begin; it != end; ++it) {
      const Name& name = names_[it->second];
      if (differ_in_diacritics(*tools, text, name.unicode)) continue;
      return ProtectedMatch{name.text,
                            {labels[first].span.begin, labels.back().span.end},
                            difference(chars, name.unicode),
                            false};
    }
  }
  return std::nullopt;
}

std::optional<ProtectedMatch> ProtectedNames::match_label(const Label& label) const {
  const NameTools* const tools = NameTools::get();
  for (const std::u16string* skeleton : {&label.folded, &label.seen}) {
    const auto [begin, end] = by_label_.equal_range(*skeleton);
    for (auto it = begin; it != end; ++it) {
      const Name& name = names_[it->second];
      if (differ_in_diacritics(*tools, label.text, name.label)) continue;
      return ProtectedMatch{name.text, label.span, difference(label.chars, name.label), true};
    }
  }
  return std::nullopt;
}

std::optional<ProtectedMatch> ProtectedNames::find(std::string_view host) const {
  if (names_.empty() || is_protected(host)) return std::nullopt;
  const std::vector<Label> labels = labels_of(host);
  for (std::size_t first = 0; first + 1 < labels.size(); ++first) {
    if (auto found = match(labels, first)) return found;
  }
  for (std::size_t i = 0; i + 1 < labels.size(); ++i) {
    if (auto found = match_label(labels[i])) return found;
  }
  return std::nullopt;
}

std::optional<ProtectedMatch> ProtectedNames::find_inside(std::string_view host) const {
  if (names_.empty() || is_protected(host)) return std::nullopt;
  std::vector<UriSpan> labels;
  for (std::size_t begin = 0; begin < host.size() && labels.size() < kLabelsMax;) {
    const std::size_t end = std::min(host.find('.', begin), host.size());
    labels.push_back({static_cast<Off>(begin), static_cast<Off>(end)});
    begin = end + 1;
  }
  for (std::size_t first = 0; first < labels.size(); ++first) {
    for (std::size_t last = first + 1; last + 1 < labels.size(); ++last) {
      const UriSpan span{labels[first].begin, labels[last].end};
      std::string text(host.substr(span.begin, span.size()));
      std::transform(text.begin(), text.end(), text.begin(), [](char c) { return to_lower(c); });
      const auto found = by_text_.find(text);
      if (found != by_text_.end()) return ProtectedMatch{names_[found->second].text, span, span};
    }
  }
  return std::nullopt;
}

}  // namespace urilint
