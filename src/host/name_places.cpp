// Each sign asks for its neighbours: a slash-like letter of Japanese is a letter beside Japanese,
// and a slash between Latin ones. A mark belongs to the scripts that Unicode lists for it.
#include "host/name_places.hpp"

#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include <algorithm>

#include "host/name_tools.hpp"

namespace urilint {
namespace {

constexpr char32_t kMiddleDot = 0x30fb, kLongSound = 0x30fc, kDotlessI = 0x131, kDotlessJ = 0x237;

bool has_script(char32_t code, UScriptCode script) noexcept {
  return uscript_hasScript(static_cast<UChar32>(code), script) != 0;
}

UScriptCode script_of(char32_t code) noexcept {
  UErrorCode status = U_ZERO_ERROR;
  return uscript_getScript(static_cast<UChar32>(code), &status);
}

bool is_kana(char32_t code) noexcept {
  return has_script(code, USCRIPT_KATAKANA) || has_script(code, USCRIPT_HIRAGANA);
}

bool is_east_asian(char32_t code) noexcept {
  return is_kana(code) || has_script(code, USCRIPT_HAN) || has_script(code, USCRIPT_BOPOMOFO) ||
         has_script(code, USCRIPT_HANGUL);
}

bool is_mark(char32_t code) noexcept {
  return (U_GET_GC_MASK(static_cast<UChar32>(code)) & (U_GC_MN_MASK | U_GC_ME_MASK)) != 0;
}

// The neighbours of a character; 0 at either end of the label.
struct Neighbours {
  char32_t before = 0;
  char32_t after = 0;
};

Neighbours neighbours(std::span<const NameChar> label, std::size_t at) noexcept {
  return {at > 0 ? label[at - 1].code : U'\0', at + 1 < label.size() ? label[at + 1].code : U'\0'};
}

bool has_latin(std::span<const NameChar> label) noexcept {
  return std::any_of(label.begin(), label.end(),
                     [](const NameChar& c) { return script_of(c.code) == USCRIPT_LATIN; });
}

// A middle dot stands between letters of the same family, or at one end of them.
bool is_middle_dot_right(Neighbours beside) noexcept {
  const bool before = beside.before == 0 || is_east_asian(beside.before);
  const bool after = beside.after == 0 || is_east_asian(beside.after);
  return before && after && (beside.before != 0 || beside.after != 0);
}

Place kana_sign(char32_t code, Neighbours beside) noexcept {
  const auto after = [&](bool right) { return right ? Place::right : Place::misplaced; };
  switch (code) {
    case kMiddleDot:
      return is_middle_dot_right(beside) ? Place::right : Place::delimiter;
    case kLongSound:
      return after(beside.before != 0 && is_kana(beside.before) && beside.before != kMiddleDot);
    case 0x30fd:
    case 0x30fe:
      return after(beside.before != 0 && script_of(beside.before) == USCRIPT_KATAKANA);
    case 0x309d:
    case 0x309e:
      return after(beside.before != 0 && script_of(beside.before) == USCRIPT_HIRAGANA);
    default:
      return Place::right;
  }
}

// The syllables he, be, pe look the same in both kana. One of them alone among the other kana is
// out of place; a particle between words (beside Han, or more of its own kind) is not.
bool is_lone_he(std::span<const NameChar> label, std::size_t at) noexcept {
  const char32_t code = label[at].code;
  const bool hiragana = code >= 0x3078 && code <= 0x307a;
  const bool katakana = code >= 0x30d8 && code <= 0x30da;
  if (!hiragana && !katakana) return false;
  const UScriptCode other = hiragana ? USCRIPT_KATAKANA : USCRIPT_HIRAGANA;
  bool any = false;
  for (std::size_t i = 0; i < label.size(); ++i) {
    if (i == at || script_of(label[i].code) == USCRIPT_COMMON) continue;
    const char32_t c = label[i].code;
    const bool same_shape = (c >= 0x3078 && c <= 0x307a) || (c >= 0x30d8 && c <= 0x30da);
    if (same_shape) continue;
    if (!has_script(c, other)) return false;
    any = true;
  }
  return any;
}

Place stroke(std::span<const NameChar> label, std::size_t at, std::string_view kind) noexcept {
  const Neighbours beside = neighbours(label, at);
  const bool among = (beside.before != 0 && is_east_asian(beside.before)) ||
                     (beside.after != 0 && is_east_asian(beside.after));
  if (among || !has_latin(label)) return Place::right;
  return kind == "letter" ? Place::misplaced : Place::delimiter;
}

// The scripts whose letters carry the general diacritics.
bool takes_diacritics(UScriptCode script) noexcept {
  return script == USCRIPT_LATIN || script == USCRIPT_GREEK || script == USCRIPT_CYRILLIC ||
         script == USCRIPT_COMMON || script == USCRIPT_INHERITED;
}

Place mark(std::span<const NameChar> label, std::size_t at) noexcept {
  std::size_t base = at;
  while (base > 0 && is_mark(label[base].code)) --base;
  if (is_mark(label[base].code)) return Place::misplaced;
  const char32_t letter = label[base].code;
  if (letter == kDotlessI || letter == kDotlessJ) return Place::hidden;
  const char32_t code = label[at].code;
  const UScriptCode script = script_of(letter);
  if (script == USCRIPT_INHERITED) return Place::right;
  if (has_script(code, USCRIPT_INHERITED)) {
    return takes_diacritics(script) ? Place::right : Place::misplaced;
  }
  return has_script(code, script) ? Place::right : Place::misplaced;
}

}  // namespace

Place place_of(std::span<const NameChar> label, std::size_t at) noexcept {
  const char32_t code = label[at].code;
  if (code < 0x300) return Place::right;
  if (is_mark(code)) return mark(label, at);
  if (code < 0x3000) return Place::right;
  if (is_lone_he(label, at)) return Place::misplaced;
  if (const Place place = kana_sign(code, neighbours(label, at)); place != Place::right) {
    return place;
  }
  const DelimiterLook look = delimiter_look(code);
  if (look.kind.empty() || look.kind == "always" || code == kMiddleDot) return Place::right;
  return stroke(label, at, look.kind);
}

}  // namespace urilint
