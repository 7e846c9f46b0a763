// ICU's objects for judging names, and the tables of data/ about letters. Opened at first use, then
// immutable and shared by all threads.
#pragma once

#include <unicode/uidna.h>
#include <unicode/unorm2.h>
#include <unicode/uscript.h>
#include <unicode/uset.h>
#include <unicode/uspoof.h>

#include <string>
#include <string_view>

#include "host/delimiter_look.hpp"

namespace urilint {

struct NameTools {
  USpoofChecker* checker = nullptr;  ///< restriction level, digits, hidden and repeated marks
  UIDNA* idna = nullptr;             ///< non-transitional, all context and Bidi checks
  USet* allowed = nullptr;           ///< UTS 39 recommended and inclusion, less name-letters.tsv
  const UNormalizer2* nfkc = nullptr;
  const UNormalizer2* nfd = nullptr;

  /// Null if ICU's data is missing.
  [[nodiscard]] static const NameTools* get() noexcept;
};

/// `data/name-letters.tsv`: the endings (words between spaces) where a letter is at home.
struct LetterHome {
  std::string_view kind;  ///< `home`, `deviation`, `removed`; empty: the letter is not listed
  std::string_view endings;
};
[[nodiscard]] LetterHome letter_home(char32_t code) noexcept;
/// True if `word` is one of the words of `list`, which are separated by spaces.
[[nodiscard]] bool has_word(std::string_view list, std::string_view word) noexcept;

/// True if names in `script` are ordinary below the top-level domain `ending` (lower case).
[[nodiscard]] bool is_script_home(std::string_view ending, UScriptCode script) noexcept;

/// `code` with what ICU's simple case mapping makes of it.
[[nodiscard]] char32_t lower_of(char32_t code) noexcept;
void append_utf16(std::u16string& out, char32_t code);
/// The code point at `at`, which moves behind it.
[[nodiscard]] char32_t next_utf16(std::u16string_view text, std::size_t& at) noexcept;

/// ASCII letters and digits that `code` reads as in running text: of UTS 39, or an `exact` row of
/// `data/name-lookalikes.tsv`. Empty if there are none.
[[nodiscard]] std::string exact_look(const NameTools& tools, char32_t code);
/// True if UTS 39 lists ASCII characters of any kind that `code` is confused with.
[[nodiscard]] bool has_ascii_skeleton(const NameTools& tools, char32_t code);
/// The letters and digits of `data/name-lookalikes.tsv` alone, `near` rows too. Static storage.
[[nodiscard]] std::string_view listed_look(char32_t code) noexcept;

/// What a reader may take `label` (UTF-16, after IDNA mapping) for: UTS 39 skeleton, all rows of
/// the table, no marks, in lower case. Equal skeletons look alike.
[[nodiscard]] std::u16string rough_skeleton(const NameTools& tools, std::u16string_view label);

}  // namespace urilint
