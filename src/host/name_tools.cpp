// The allowed set is built from an empty one: the sets that ICU returns are frozen and ignore
// changes without a word. Skeletons are ICU's, with the look-alikes of data/ applied before and
// behind.
#include "host/name_tools.hpp"

#include <unicode/uchar.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include "tables/delimiter-lookalikes.hpp"
#include "tables/name-letters.hpp"
#include "tables/name-lookalikes.hpp"
#include "tables/script-endings.hpp"
#include "uri/table_lookup.hpp"

namespace urilint {
namespace {

template <typename Row, std::size_t kRows>
consteval bool is_ascending(const Row (&rows)[kRows]) noexcept {
  for (std::size_t i = 1; i < kRows; ++i) {
    if (rows[i - 1].code >= rows[i].code) return false;
  }
  return true;
}
static_assert(is_ascending(tables::kNameLetters), "data/name-letters.tsv");
static_assert(is_ascending(tables::kNameLookalikes), "data/name-lookalikes.tsv");
static_assert(is_ascending(tables::kDelimiterLookalikes), "data/delimiter-lookalikes.tsv");

template <typename Row, std::size_t kRows>
const Row* row_of(const Row (&rows)[kRows], char32_t code) noexcept {
  const Row* const found =
      std::lower_bound(std::begin(rows), std::end(rows), code,
                       [](const Row& row, char32_t wanted) { return row.code < wanted; });
  return found != std::end(rows) && found->code == code ? found : nullptr;
}

USet* make_allowed(UErrorCode& status) {
  USet* const set = uset_openEmpty();
  uset_addAll(set, uspoof_getRecommendedSet(&status));
  uset_addAll(set, uspoof_getInclusionSet(&status));
  for (const auto& row : tables::kNameLetters) {
    if (row.kind == "removed") uset_remove(set, static_cast<UChar32>(row.code));
  }
  uset_freeze(set);
  return set;
}

USpoofChecker* make_checker(UErrorCode& status) {
  USpoofChecker* const checker = uspoof_open(&status);
  if (U_FAILURE(status) != 0) return nullptr;
  uspoof_setRestrictionLevel(checker, USPOOF_HIGHLY_RESTRICTIVE);
  uspoof_setChecks(
      checker,
      USPOOF_RESTRICTION_LEVEL | USPOOF_MIXED_NUMBERS | USPOOF_INVISIBLE | USPOOF_HIDDEN_OVERLAY,
      &status);
  return checker;
}

const NameTools* open_tools() {
  auto* const tools = new NameTools;
  UErrorCode status = U_ZERO_ERROR;
  tools->checker = make_checker(status);
  tools->allowed = make_allowed(status);
  tools->idna = uidna_openUTS46(UIDNA_NONTRANSITIONAL_TO_ASCII | UIDNA_NONTRANSITIONAL_TO_UNICODE |
                                    UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ | UIDNA_CHECK_CONTEXTO,
                                &status);
  tools->nfkc = unorm2_getNFKCInstance(&status);
  tools->nfd = unorm2_getNFDInstance(&status);
  return U_SUCCESS(status) != 0 ? tools : nullptr;
}

bool is_plain(char16_t unit) noexcept {
  return (unit >= u'a' && unit <= u'z') || (unit >= u'A' && unit <= u'Z') ||
         (unit >= u'0' && unit <= u'9');
}

std::u16string skeleton_of(const NameTools& tools, std::u16string_view text) {
  std::u16string out(text.size() * 4 + 16, u'\0');
  for (;;) {
    UErrorCode status = U_ZERO_ERROR;
    const std::int32_t size =
        uspoof_getSkeleton(tools.checker, 0, text.data(), static_cast<std::int32_t>(text.size()),
                           out.data(), static_cast<std::int32_t>(out.size()), &status);
    if (status == U_BUFFER_OVERFLOW_ERROR) {
      out.resize(static_cast<std::size_t>(size) + 1);
      continue;
    }
    out.resize(U_SUCCESS(status) != 0 ? static_cast<std::size_t>(size) : 0);
    return out;
  }
}

bool is_mark(char32_t code) noexcept {
  return (U_GET_GC_MASK(static_cast<UChar32>(code)) & (U_GC_MN_MASK | U_GC_ME_MASK)) != 0;
}

// Appends `text` with listed letters replaced; without marks.
void replace_listed(std::u16string_view text, std::u16string& out) {
  for (std::size_t at = 0; at < text.size();) {
    const char32_t code = lower_of(next_utf16(text, at));
    if (is_mark(code)) continue;
    const std::string_view look = listed_look(code);
    if (look.empty()) append_utf16(out, code);
    for (const char c : look) out += static_cast<char16_t>(c);
  }
}

}  // namespace

const NameTools* NameTools::get() noexcept {
  // Never destroyed: other threads may still be reading at exit.
  static const NameTools* const tools = open_tools();
  return tools;
}

LetterHome letter_home(char32_t code) noexcept {
  const auto* const row = row_of(tables::kNameLetters, code);
  return row == nullptr ? LetterHome{} : LetterHome{row->kind, row->endings};
}

bool has_word(std::string_view list, std::string_view word) noexcept {
  while (!list.empty()) {
    const std::size_t space = list.find(' ');
    if (list.substr(0, space) == word) return true;
    if (space == std::string_view::npos) return false;
    list.remove_prefix(space + 1);
  }
  return false;
}

DelimiterLook delimiter_look(char32_t code) noexcept {
  const auto* const row = row_of(tables::kDelimiterLookalikes, code);
  return row == nullptr ? DelimiterLook{} : DelimiterLook{row->like, row->kind};
}

bool is_script_home(std::string_view ending, UScriptCode script) noexcept {
  const auto* const row =
      find_row(tables::kScriptEndings, tables::kScriptEndingsIndex, hash_lower(ending), ending,
               [](const tables::ScriptEndingsRow& r) { return r.ending; });
  const char* const name = uscript_getShortName(script);
  return row != nullptr && name != nullptr && has_word(row->scripts, name);
}

char32_t lower_of(char32_t code) noexcept {
  if (code < 0x80) return static_cast<unsigned char>(to_lower(static_cast<char>(code)));
  return static_cast<char32_t>(u_tolower(static_cast<UChar32>(code)));
}

void append_utf16(std::u16string& out, char32_t code) {
  if (code < 0x10000) {
    out += static_cast<char16_t>(code);
    return;
  }
  out += static_cast<char16_t>(0xd7c0 + (code >> 10));
  out += static_cast<char16_t>(0xdc00 | (code & 0x3ff));
}

char32_t next_utf16(std::u16string_view text, std::size_t& at) noexcept {
  const char32_t lead = text[at++];
  if (lead < 0xd800 || lead > 0xdbff || at == text.size()) return lead;
  const char32_t trail = text[at];
  if (trail < 0xdc00 || trail > 0xdfff) return lead;
  ++at;
  return 0x10000 + ((lead - 0xd800) << 10) + (trail - 0xdc00);
}

std::string exact_look(const NameTools& tools, char32_t code) {
  const auto* const row = row_of(tables::kNameLookalikes, code);
  if (row != nullptr && row->kind == "exact") return std::string(row->ascii);
  std::u16string text;
  append_utf16(text, code);
  std::string out;
  for (const char16_t unit : skeleton_of(tools, text)) {
    if (!is_plain(unit)) return {};
    out += to_lower(static_cast<char>(unit));
  }
  return out;
}

bool has_ascii_skeleton(const NameTools& tools, char32_t code) {
  std::u16string text;
  append_utf16(text, code);
  const std::u16string skeleton = skeleton_of(tools, text);
  // The prototype of signs like a hyphen is U+02D7.
  constexpr char16_t kHyphenLike = 0x2d7;
  return std::all_of(skeleton.begin(), skeleton.end(),
                     [](char16_t unit) { return unit < 0x80 || unit == kHyphenLike; });
}

std::string_view listed_look(char32_t code) noexcept {
  const auto* const row = row_of(tables::kNameLookalikes, code);
  return row == nullptr ? std::string_view{} : row->ascii;
}

std::u16string rough_skeleton(const NameTools& tools, std::u16string_view label) {
  std::u16string before;
  replace_listed(label, before);
  std::u16string out;
  replace_listed(skeleton_of(tools, before), out);
  return out;
}

}  // namespace urilint
