// Each label alone: characters that should not be there first; what is left of the label then goes
// through ICU's checks of scripts and digits, and through the look-alikes of a whole script.
#include "host/name_spoof.hpp"

#include <unicode/ubidi.h>
#include <unicode/uchar.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <utility>

#include "host/name_places.hpp"
#include "host/name_tools.hpp"

namespace urilint {
namespace {

constexpr std::size_t kLabelsMax = 128;
constexpr char32_t kReplacement = 0xfffd, kZwnj = 0x200c, kZwj = 0x200d, kDotAbove = 0x307;

constexpr std::uint32_t kDisallowed =
    UIDNA_ERROR_DISALLOWED | UIDNA_ERROR_LEADING_COMBINING_MARK | UIDNA_ERROR_LABEL_HAS_DOT;
constexpr std::uint32_t kContext = UIDNA_ERROR_CONTEXTO_PUNCTUATION | UIDNA_ERROR_CONTEXTO_DIGITS;

bool is_ascii(std::span<const NameChar> chars) noexcept {
  return std::all_of(chars.begin(), chars.end(), [](const NameChar& c) { return c.code < 0x80; });
}

UScriptCode script_of(char32_t code) noexcept {
  UErrorCode status = U_ZERO_ERROR;
  return uscript_getScript(static_cast<UChar32>(code), &status);
}

bool is_real_script(UScriptCode script) noexcept {
  return script != USCRIPT_COMMON && script != USCRIPT_INHERITED && script != USCRIPT_UNKNOWN;
}

bool is_invisible(char32_t code) noexcept {
  return u_hasBinaryProperty(static_cast<UChar32>(code), UCHAR_DEFAULT_IGNORABLE_CODE_POINT) != 0;
}

// The top-level domain: its name in lower case if that is ASCII, and the script of its letters.
struct Ending {
  std::array<char, 64> name{};
  std::size_t size = 0;
  UScriptCode script = USCRIPT_COMMON;
  [[nodiscard]] std::string_view view() const noexcept { return {name.data(), size}; }
};

class Examiner {
 public:
  Examiner(const NameTools& tools, NameFacts& facts) : tools_(tools), f_(facts) {}

  void run() {
    read_ending();
    for_each_label([this](std::span<const NameChar> label) { examine(label); });
    bidi_order();
    std::stable_sort(
        f_.issues.begin(), f_.issues.end(),
        [](const NameIssue& a, const NameIssue& b) { return a.span.begin < b.span.begin; });
  }

 private:
  // The last labels, in order.
  template <typename Visit>
  void for_each_label(Visit visit) {
    const std::span<const NameChar> chars = f_.chars;
    std::size_t begin = chars.size(), left = kLabelsMax;
    while (begin > 0 && left > 0) {
      if (is_name_dot(chars[begin - 1].code) && --left == 0) break;
      --begin;
    }
    while (begin < chars.size()) {
      std::size_t end = begin;
      while (end < chars.size() && !is_name_dot(chars[end].code)) ++end;
      visit(chars.subspan(begin, end - begin));
      if (end < chars.size() && chars[end].code != U'.') dot(chars[end].span);
      begin = end + 1;
    }
  }

  void dot(UriSpan span) { add({NameFlaw::delimiter, span, span, ".", {}}); }

  void add(NameIssue issue) {
    if (f_.issues.size() < kNameIssuesMax) f_.issues.push_back(issue);
  }
  void add(NameFlaw flaw, UriSpan span) { add({flaw, span, where_, {}, {}}); }
  void add(NameFlaw flaw, const NameChar& c) { add({flaw, c.span, where_, {}, {}, c.code}); }

  void read_ending() {
    std::span<const NameChar> last;
    for_each_label_silently([&](std::span<const NameChar> label) {
      if (!label.empty()) last = label;
    });
    if (is_ascii(last) && last.size() < ending_.name.size()) {
      for (const NameChar& c : last) {
        ending_.name[ending_.size++] = to_lower(static_cast<char>(c.code));
      }
    }
    if (is_a_label(last)) {
      if (!decode_punycode(last.subspan(4), f_.decoded)) f_.decoded.clear();
      for (const char32_t code : f_.decoded) note_ending_script(code);
    } else {
      for (const NameChar& c : last) note_ending_script(c.code);
    }
  }
  void note_ending_script(char32_t code) noexcept {
    if (const UScriptCode script = script_of(code); is_real_script(script)) ending_.script = script;
  }
  template <typename Visit>
  void for_each_label_silently(Visit visit) {
    const std::span<const NameChar> chars = f_.chars;
    std::size_t end = chars.size();
    while (end > 0 && is_name_dot(chars[end - 1].code)) --end;
    std::size_t begin = end;
    while (begin > 0 && !is_name_dot(chars[begin - 1].code)) --begin;
    visit(chars.subspan(begin, end - begin));
  }

  // Below a domain in another script than Latin nobody expects a Latin name.
  [[nodiscard]] bool is_home(UScriptCode script) const noexcept {
    const bool latin = ending_.script == USCRIPT_LATIN || ending_.script == USCRIPT_COMMON;
    return !latin || is_script_home(ending_.view(), script);
  }

  void examine(std::span<const NameChar> label) {
    if (label.empty() || label.size() > kLabelCharsMax) return;
    // Bytes that are no UTF-8 are no name.
    if (std::any_of(label.begin(), label.end(),
                    [](const NameChar& c) { return c.code == kReplacement; })) {
      return;
    }
    where_ = {label.front().span.begin, label.back().span.end};
    const std::size_t before = f_.issues.size();
    if (is_ascii(label)) {
      if (is_a_label(label)) examine_a_label(label, before);
      return;
    }
    f_.label.assign(label.begin(), label.end());
    a_label_ = false;
    examine_chars(label_errors(label), before);
  }

  void examine_a_label(std::span<const NameChar> label, std::size_t before) {
    const std::span<const NameChar> encoded = label.subspan(4);
    if (!decode_punycode(encoded, f_.decoded)) {
      add(NameFlaw::not_punycode, where_);
      return;
    }
    f_.label.clear();
    for (const char32_t code : f_.decoded) f_.label.push_back({code, where_});
    if (is_ascii(f_.label)) {
      add(NameFlaw::punycode_ascii, where_);
      return;
    }
    a_label_ = true;
    const std::uint32_t errors = label_errors(label);
    f_.mapped.clear();  // what ICU makes of a wrong A-label is not what it decodes to
    for (const NameChar& c : f_.label) append_utf16(f_.mapped, c.code);
    examine_chars(errors, before);
    const bool wrong = (errors & (UIDNA_ERROR_INVALID_ACE_LABEL | UIDNA_ERROR_PUNYCODE)) != 0;
    if (wrong && f_.issues.size() == before) add(NameFlaw::punycode_form, where_);
  }

  // The errors of UTS 46 for one label; its mapped form goes to `mapped`.
  std::uint32_t label_errors(std::span<const NameChar> label) {
    f_.text.clear();
    for (const NameChar& c : label) append_utf16(f_.text, c.code);
    f_.mapped.resize(f_.text.size() * 4 + 32);
    UIDNAInfo info = UIDNA_INFO_INITIALIZER;
    UErrorCode status = U_ZERO_ERROR;
    std::int32_t size = uidna_labelToUnicode(
        tools_.idna, f_.text.data(), static_cast<std::int32_t>(f_.text.size()), f_.mapped.data(),
        static_cast<std::int32_t>(f_.mapped.size()), &info, &status);
    if (U_FAILURE(status) != 0) {
      f_.mapped = f_.text;
      return 0;
    }
    f_.mapped.resize(static_cast<std::size_t>(size));
    return info.errors;
  }

  // `label` holds the code points (decoded ones of an A-label), `mapped` the form to be judged.
  void examine_chars(std::uint32_t errors, std::size_t before) {
    keep_.assign(f_.label.size(), true);
    for (std::size_t at = 0; at < f_.label.size(); ++at) keep_[at] = !examine_char(at, errors);
    const bool clean = f_.issues.size() == before;
    if ((errors & kContext) != 0 && clean) context();
    if ((errors & kDisallowed) != 0 && f_.issues.size() == before) {
      add(NameFlaw::restricted, where_);
      return;
    }
    scripts();
    if ((errors & UIDNA_ERROR_BIDI) != 0 && f_.issues.size() == before) {
      add(NameFlaw::bidi_rule, where_);
    }
  }

  // Judges one character; true if there is an issue with it that takes it out of what follows.
  bool examine_char(std::size_t at, std::uint32_t errors) {
    const NameChar c = f_.label[at];
    if (c.code < 0x80) return false;
    if (c.code == kZwj || c.code == kZwnj) {
      joiner(c, errors);
      return true;
    }
    if (is_invisible(c.code)) {
      if (is_picture_selector(at)) return true;
      add(NameFlaw::invisible, c.span);
      return true;
    }
    if (locale_case(at)) return true;
    if (const DelimiterLook look = delimiter_look(c.code); look.kind == "always") {
      add({NameFlaw::delimiter, c.span, where_, look.like, {}});
      return true;
    }
    if (splits(c.code)) {
      add(NameFlaw::nfkc_split, c.span);
      return true;
    }
    if (place(at)) return true;
    return letter(c);
  }

  // The selector that asks for the picture form of an emoji; IDNA drops it.
  [[nodiscard]] bool is_picture_selector(std::size_t at) const noexcept {
    constexpr char32_t kSelector = 0xfe0f;
    return f_.label[at].code == kSelector && at > 0 && is_emoji(f_.label[at - 1].code);
  }
  static bool is_emoji(char32_t code) noexcept {
    return code >= 0x80 && u_hasBinaryProperty(static_cast<UChar32>(code), UCHAR_EMOJI) != 0;
  }

  // An emoji that is shown in colours, so that nobody takes it for a letter or a sign.
  [[nodiscard]] bool is_picture(char32_t code) const {
    return u_hasBinaryProperty(static_cast<UChar32>(code), UCHAR_EMOJI_PRESENTATION) != 0 &&
           !has_ascii_skeleton(tools_, code);
  }

  void joiner(const NameChar& c, std::uint32_t errors) {
    if ((errors & UIDNA_ERROR_CONTEXTJ) != 0) {
      add(NameFlaw::joiner, c.span);
    } else {
      deviation(c);
    }
  }

  // An A-label says which of both it is.
  void deviation(const NameChar& c) {
    const LetterHome home = letter_home(c.code);
    if (a_label_ || home.kind != "deviation") return;
    const bool at_home = has_word(home.endings, ending_.view());
    add(at_home ? NameFlaw::deviation_home : NameFlaw::deviation, c.span);
  }

  // U+0130, or the dot above an `i`, in a name that is still to be lower-cased.
  bool locale_case(std::size_t at) {
    const NameChar c = f_.label[at];
    constexpr char32_t kCapital = 0x130;
    if (a_label_) return false;
    if (c.code == kCapital) {
      add(NameFlaw::locale_case, c.span);
      return true;
    }
    const bool dotted = c.code == kDotAbove && at > 0 && lower_of(f_.label[at - 1].code) == U'i';
    if (!dotted) return false;
    add(NameFlaw::locale_case, UriSpan{f_.label[at - 1].span.begin, c.span.end});
    return true;
  }

  // NFKC makes several characters of it, and one of them is a delimiter.
  [[nodiscard]] bool splits(char32_t code) const noexcept {
    std::array<UChar, 32> out;
    UErrorCode status = U_ZERO_ERROR;
    const std::int32_t size =
        unorm2_getDecomposition(tools_.nfkc, static_cast<UChar32>(code), out.data(),
                                static_cast<std::int32_t>(out.size()), &status);
    if (U_FAILURE(status) != 0 || size < 2) return false;
    constexpr std::u16string_view kDelimiters = u"/\\?#@:.%[]";
    return std::u16string_view(out.data(), static_cast<std::size_t>(size))
               .find_first_of(kDelimiters) != std::u16string_view::npos;
  }

  bool place(std::size_t at) {
    const NameChar c = f_.label[at];
    switch (place_of(f_.label, at)) {
      case Place::right:
        return false;
      case Place::delimiter:
        add({NameFlaw::delimiter, c.span, where_, delimiter_look(c.code).like, {}});
        return true;
      case Place::misplaced:
        add(NameFlaw::misplaced, c.span);
        return true;
      case Place::hidden:
        add(NameFlaw::mark, c);
        return true;
    }
    return false;
  }

  bool letter(const NameChar& c) {
    const char32_t lower = lower_of(c.code);
    if (uset_contains(tools_.allowed, static_cast<UChar32>(lower)) == 0) {
      add(is_picture(c.code) ? NameFlaw::emoji : NameFlaw::restricted, c);
      return true;
    }
    const LetterHome home = letter_home(lower);
    if (home.kind == "home" && !has_word(home.endings, ending_.view())) {
      add(NameFlaw::away, c);
      return true;
    }
    if (home.kind == "deviation") deviation({lower, c.span});
    return false;
  }

  // Punctuation and digits that RFC 5892 allows in certain company only (A.3 to A.9). The katakana
  // middle dot was judged by its neighbours.
  void context() {
    constexpr char32_t kPunctuation[] = {0xb7, 0x375, 0x5f3, 0x5f4};
    for (const NameChar& c : f_.label) {
      const bool sign = std::find(std::begin(kPunctuation), std::end(kPunctuation), c.code) !=
                        std::end(kPunctuation);
      const bool digit =
          (c.code >= 0x660 && c.code <= 0x669) || (c.code >= 0x6f0 && c.code <= 0x6f9);
      if (!sign && !digit) continue;
      add(NameFlaw::restricted, c);
      return;
    }
  }

  // --- the label as a whole -------------------------------------------------------------------

  void scripts() {
    // What was found fault with is left out, so that one fact is said once.
    const bool whole = std::find(keep_.begin(), keep_.end(), false) == keep_.end();
    if (!whole) {
      f_.mapped.clear();
      for (std::size_t i = 0; i < f_.label.size(); ++i) {
        if (keep_[i]) append_utf16(f_.mapped, lower_of(f_.label[i].code));
      }
    }
    if (f_.mapped.empty()) return;
    UErrorCode status = U_ZERO_ERROR;
    const std::int32_t found =
        uspoof_check2(tools_.checker, f_.mapped.data(), static_cast<std::int32_t>(f_.mapped.size()),
                      nullptr, &status);
    if (U_FAILURE(status) != 0) return;
    const auto bits = static_cast<std::uint32_t>(found);
    if ((bits & USPOOF_RESTRICTION_LEVEL) != 0) {
      add({NameFlaw::mixed_script, odd_script(), where_, {}, name_of_odd_});
    } else if ((bits & USPOOF_MIXED_NUMBERS) != 0) {
      add(NameFlaw::mixed_digits, odd_digits());
    } else if ((bits & (USPOOF_INVISIBLE | USPOOF_HIDDEN_OVERLAY)) != 0) {
      add(NameFlaw::mark, last_mark());
    } else if (whole) {
      whole_script();
    }
  }

  // The letters of the script that has fewest in the label, the first stretch of them.
  UriSpan odd_script() {
    std::array<std::pair<UScriptCode, std::uint32_t>, 8> counts{};
    std::size_t scripts = 0;
    for (const NameChar& c : f_.label) {
      const UScriptCode script = script_of(c.code);
      if (!is_real_script(script)) continue;
      std::size_t i = 0;
      while (i < scripts && counts[i].first != script) ++i;
      if (i == counts.size()) continue;
      if (i == scripts) counts[scripts++] = {script, 0};
      ++counts[i].second;
    }
    // Of two with the same number, the one that is not Latin.
    const auto odder = [](const auto& a, const auto& b) {
      if (a.second != b.second) return a.second < b.second;
      return a.first != USCRIPT_LATIN && b.first == USCRIPT_LATIN;
    };
    if (scripts == 0) return where_;
    const UScriptCode odd =
        std::min_element(counts.begin(), counts.begin() + static_cast<std::ptrdiff_t>(scripts),
                         odder)
            ->first;
    const char* const name = uscript_getName(odd);
    name_of_odd_ = name == nullptr ? std::string_view{} : std::string_view(name);
    return stretch([odd](char32_t code) { return script_of(code) == odd; });
  }

  UriSpan odd_digits() {
    return stretch([](char32_t code) {
      return code >= 0x80 && u_charType(static_cast<UChar32>(code)) == U_DECIMAL_DIGIT_NUMBER;
    });
  }

  // The last mark that repeats the one before it, or hides in the letter before it.
  NameChar last_mark() {
    NameChar found{0, where_};
    for (std::size_t i = 0; i < f_.label.size(); ++i) {
      const bool mark = (U_GET_GC_MASK(static_cast<UChar32>(f_.label[i].code)) & U_GC_M_MASK) != 0;
      if (mark) found = f_.label[i];
    }
    return found;
  }

  template <typename Belongs>
  UriSpan stretch(Belongs belongs) {
    UriSpan found = where_;
    bool open = false;
    for (const NameChar& c : f_.label) {
      if (!belongs(c.code)) {
        if (open) return found;
        continue;
      }
      if (!open) found = c.span;
      found.end = c.span.end;
      open = true;
    }
    return found;
  }

  void whole_script() {
    UScriptCode only = USCRIPT_COMMON;
    bool digits = true, any = false;
    for (std::size_t at = 0; at < f_.mapped.size();) {
      const char32_t code = next_utf16(f_.mapped, at);
      if (u_charType(static_cast<UChar32>(code)) != U_DECIMAL_DIGIT_NUMBER) digits = false;
      if (code < 0x80) {
        if (to_lower(static_cast<char>(code)) >= 'a') return;
        continue;
      }
      any = true;
      const UScriptCode script = script_of(code);
      if (!is_real_script(script)) continue;
      if (only != USCRIPT_COMMON && only != script) return;
      only = script;
    }
    if (!any || only == USCRIPT_COMMON || only == USCRIPT_LATIN || is_home(only)) return;
    if (!digits && !looks_ascii()) return;
    const char* const name = uscript_getName(only);
    add({NameFlaw::whole_script, where_, where_, {}, name == nullptr ? "" : name});
  }

  [[nodiscard]] bool looks_ascii() const {
    for (std::size_t at = 0; at < f_.mapped.size();) {
      const char32_t code = next_utf16(f_.mapped, at);
      if (code >= 0x80 && exact_look(tools_, code).empty()) return false;
    }
    return true;
  }

  // --- the host as a whole --------------------------------------------------------------------

  struct LabelOrder {
    UriSpan span;
    std::int32_t begin = 0, end = 0;  // in UTF-16 units of `text`
    bool rtl = false;
    std::int32_t shown = 0;  // the leftmost place where it is displayed
  };

  static bool is_rtl(char32_t code) noexcept {
    const UCharDirection direction = u_charDirection(static_cast<UChar32>(code));
    return direction == U_RIGHT_TO_LEFT || direction == U_RIGHT_TO_LEFT_ARABIC;
  }

  // The host as it is shown, A-labels decoded: what browsers do.
  std::vector<LabelOrder> labels_in_text() {
    std::vector<LabelOrder> labels;
    f_.text.clear();
    for_each_label_quietly([&](std::span<const NameChar> label) {
      if (label.empty()) return;
      LabelOrder order;
      order.span = {label.front().span.begin, label.back().span.end};
      if (!f_.text.empty()) f_.text += u'.';
      order.begin = static_cast<std::int32_t>(f_.text.size());
      const auto put = [&](char32_t code) {
        order.rtl = order.rtl || is_rtl(code);
        append_utf16(f_.text, code);
      };
      if (is_a_label(label) && decode_punycode(label.subspan(4), f_.decoded)) {
        for (const char32_t code : f_.decoded) put(code);
      } else {
        for (const NameChar& c : label) put(c.code);
      }
      order.end = static_cast<std::int32_t>(f_.text.size());
      labels.push_back(order);
    });
    return labels;
  }
  template <typename Visit>
  void for_each_label_quietly(Visit visit) {
    const std::span<const NameChar> chars = f_.chars;
    for (std::size_t begin = 0; begin < chars.size();) {
      std::size_t end = begin;
      while (end < chars.size() && !is_name_dot(chars[end].code)) ++end;
      visit(chars.subspan(begin, end - begin));
      begin = end + 1;
    }
  }

  void bidi_order() {
    std::vector<LabelOrder> labels = labels_in_text();
    const auto rtl = std::count_if(labels.begin(), labels.end(),
                                   [](const LabelOrder& label) { return label.rtl; });
    if (rtl == 0 || static_cast<std::size_t>(rtl) == labels.size()) return;
    if (!show(labels)) return;
    const auto back = [](const LabelOrder& a, const LabelOrder& b) { return a.shown > b.shown; };
    const auto first = std::adjacent_find(labels.begin(), labels.end(), back);
    if (first == labels.end()) return;
    auto last = first + 1;
    while (last + 1 != labels.end() && back(*last, *(last + 1))) ++last;
    const UriSpan span{first->span.begin, last->span.end};
    add({NameFlaw::bidi_order, span, span, {}, {}});
  }

  // Where each label is displayed by UAX #9 in a left-to-right line.
  bool show(std::vector<LabelOrder>& labels) {
    UErrorCode status = U_ZERO_ERROR;
    UBiDi* const bidi = ubidi_open();
    if (bidi == nullptr) return false;
    std::vector<std::int32_t> places(f_.text.size());
    ubidi_setPara(bidi, f_.text.data(), static_cast<std::int32_t>(f_.text.size()), UBIDI_LTR,
                  nullptr, &status);
    ubidi_getLogicalMap(bidi, places.data(), &status);
    ubidi_close(bidi);
    if (U_FAILURE(status) != 0) return false;
    for (LabelOrder& label : labels) {
      label.shown = *std::min_element(places.begin() + label.begin, places.begin() + label.end);
    }
    return true;
  }

  const NameTools& tools_;
  NameFacts& f_;
  Ending ending_;
  UriSpan where_;  // the label
  bool a_label_ = false;
  std::vector<bool> keep_;
  std::string_view name_of_odd_;
};

bool is_plain(std::span<const NameChar> chars) noexcept {
  if (!is_ascii(chars)) return false;
  for (std::size_t at = 0; at < chars.size(); ++at) {
    if ((at == 0 || chars[at - 1].code == U'.') && is_a_label(chars.subspan(at))) return false;
  }
  return true;
}

}  // namespace

void examine_name(std::string_view host, NameFacts& facts) {
  facts.issues.clear();
  const std::size_t cut = host.size() - std::min(host.size(), kNameBytesMax);
  read_name_chars(host.substr(cut), facts.chars);
  for (NameChar& c : facts.chars) {
    c.span.begin += static_cast<Off>(cut);
    c.span.end += static_cast<Off>(cut);
  }
  if (is_plain(facts.chars)) return;
  const NameTools* const tools = NameTools::get();
  if (tools != nullptr) Examiner(*tools, facts).run();
}

}  // namespace urilint
