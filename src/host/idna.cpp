// UTS 46 through ICU, one instance a set of options, opened at first use. ASCII without A-labels
// needs no ICU. Long domains go to ICU in pieces: its work grows with the square of the labels.
#include <unicode/uchar.h>
#include <unicode/uidna.h>
#include <unicode/ustring.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

#include "host/idna_newer.hpp"
#include "uri/bytes.hpp"
#include "uri/count.hpp"
#include "urilint/names.hpp"

namespace urilint {
namespace {

// Pieces of a long domain end at a dot once they have this many bytes.
constexpr std::size_t kPiece = 1024;
// ICU refuses labels beyond ASCII with more UTF-16 units than this.
constexpr std::size_t kLabelUnits = 1000;
// Marks that may vanish into the letter before them.
constexpr std::size_t kMarkSlack = 8;
// An RTL label, so that every piece of a domain with RTL text is judged by the Bidi Rule.
constexpr std::string_view kRtlLabel = "\u05d0.";
constexpr std::string_view kRtlLabelAscii = "xn--4db.";

constexpr std::uint32_t kHyphenErrors =
    UIDNA_ERROR_LEADING_HYPHEN | UIDNA_ERROR_TRAILING_HYPHEN | UIDNA_ERROR_HYPHEN_3_4;
// Lengths are judged here, on the result.
constexpr std::uint32_t kLengthErrors =
    UIDNA_ERROR_EMPTY_LABEL | UIDNA_ERROR_LABEL_TOO_LONG | UIDNA_ERROR_DOMAIN_NAME_TOO_LONG;

// ICU's instances are immutable and safe from many threads.
class Engines {
 public:
  static constexpr std::size_t kCount = 8;

  const UIDNA* get(const IdnaOptions& options) {
    const std::size_t index = (options.check_bidi ? 1U : 0U) | (options.check_joiners ? 2U : 0U) |
                              (options.transitional ? 4U : 0U);
    std::call_once(once_[index], [&] { open(index); });
    return engines_[index];
  }

 private:
  void open(std::size_t index) {
    std::uint32_t flags = UIDNA_DEFAULT;
    if ((index & 1U) != 0) flags |= UIDNA_CHECK_BIDI;
    if ((index & 2U) != 0) flags |= UIDNA_CHECK_CONTEXTJ;
    if ((index & 4U) == 0)
      flags |= UIDNA_NONTRANSITIONAL_TO_ASCII | UIDNA_NONTRANSITIONAL_TO_UNICODE;
    UErrorCode status = U_ZERO_ERROR;
    UIDNA* const engine = uidna_openUTS46(flags, &status);
    engines_[index] = U_SUCCESS(status) != 0 ? engine : nullptr;
  }

  std::array<std::once_flag, kCount> once_;
  std::array<UIDNA*, kCount> engines_{};
};

const UIDNA* engine_for(const IdnaOptions& options) {
  // Never destroyed: other threads may still be reading at exit.
  static Engines* const engines = new Engines;
  return engines->get(options);
}

bool is_plain_ascii(std::string_view domain) {
  std::uint32_t seen = 0;
  for (const char c : domain) seen |= bytes::class_of(c);
  return (seen & bytes::kNonAscii) == 0;
}

bool is_a_label(std::string_view label) {
  return label.size() >= 4 && to_lower(label[0]) == 'x' && to_lower(label[1]) == 'n' &&
         label[2] == '-' && label[3] == '-';
}

// Calls `visit(label)` for each label; stops and returns false where it does.
template <typename Visit>
bool for_each_label(std::string_view domain, Visit visit) {
  for (std::size_t begin = 0;;) {
    const std::size_t dot = domain.find('.', begin);
    if (!visit(domain.substr(begin, dot == std::string_view::npos ? dot : dot - begin)))
      return false;
    if (dot == std::string_view::npos) return true;
    begin = dot + 1;
  }
}

bool has_a_label(std::string_view domain) {
  return !for_each_label(domain, [](std::string_view label) { return !is_a_label(label); });
}

bool hyphens_are_fine(std::string_view label) {
  if (label.empty()) return true;
  const bool third_and_fourth = label.size() >= 4 && label[2] == '-' && label[3] == '-';
  return label.front() != '-' && label.back() != '-' && !third_and_fourth;
}

// What UseSTD3ASCIIRules asks since Unicode 15.1; ICU 72 asks for more, so it is not told.
bool is_ascii_ldh(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char c) {
    const std::uint32_t bits = bytes::class_of(c);
    return (bits & bytes::kNotLdh) != 0 && (bits & bytes::kNonAscii) == 0;
  });
}

// UTS 46 4.2 step 4, and what CheckHyphens and UseSTD3ASCIIRules ask of ASCII labels.
bool obeys(std::string_view ascii, const IdnaOptions& options) {
  if (options.check_hyphens || options.use_std3_ascii_rules) {
    const bool fine = for_each_label(ascii, [&](std::string_view label) {
      return (!options.check_hyphens || is_a_label(label) || hyphens_are_fine(label)) &&
             (!options.use_std3_ascii_rules || is_ascii_ldh(label));
    });
    if (!fine) return false;
  }
  if (!options.verify_dns_length) return true;
  if (!ascii.empty() && ascii.back() == '.') ascii.remove_suffix(1);
  return ascii.size() <= 253 && for_each_label(ascii, [](std::string_view label) {
           return !label.empty() && label.size() <= 63;
         });
}

std::string lower_ascii(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), to_lower);
  return out;
}

enum class Direction : std::uint8_t { to_ascii, to_unicode };

// One call of ICU. Appends to `out`; the errors of UIDNAInfo, or all bits if ICU gave up.
std::uint32_t convert(std::string_view text, Direction direction, const UIDNA* engine,
                      std::string& out) {
  URILINT_COUNT(idna);
  const std::size_t start = out.size();
  std::size_t room = text.size() * 2 + 64;
  for (;;) {
    out.resize(start + room);
    UIDNAInfo info = UIDNA_INFO_INITIALIZER;
    UErrorCode status = U_ZERO_ERROR;
    auto* const call =
        direction == Direction::to_ascii ? uidna_nameToASCII_UTF8 : uidna_nameToUnicodeUTF8;
    const std::int32_t length =
        call(engine, text.data(), static_cast<std::int32_t>(text.size()), out.data() + start,
             static_cast<std::int32_t>(room), &info, &status);
    if (status == U_BUFFER_OVERFLOW_ERROR) {
      room = static_cast<std::size_t>(length) + 1;
      continue;
    }
    const bool failed = U_FAILURE(status) != 0;
    out.resize(start + (failed ? 0 : static_cast<std::size_t>(length)));
    return failed ? ~std::uint32_t{0} : info.errors;
  }
}

// The size of a full stop: `.`, or one of those that UTS 46 maps to it.
std::size_t dot_size(std::string_view rest) {
  if (rest.front() == '.') return 1;
  for (const std::string_view dot : {"\u3002", "\uff0e", "\uff61"}) {
    if (rest.starts_with(dot)) return dot.size();
  }
  return 0;
}

// The end of the piece that begins at `begin`: behind a dot, or the end of the text.
std::size_t piece_end(std::string_view text, std::size_t begin) {
  if (text.size() - begin <= kPiece) return text.size();
  for (std::size_t at = begin + kPiece; at < text.size(); ++at) {
    if (const std::size_t size = dot_size(text.substr(at)); size != 0) return at + size;
  }
  return text.size();
}

// Calls `visit(code point)` until it returns true; true if it did. What is no UTF-8 is U+FFFD.
template <typename Visit>
bool any_code_point(std::string_view utf8, Visit visit) {
  // UTF-16 never has more units than UTF-8 has bytes.
  std::u16string text(utf8.size(), u'\0');
  std::int32_t size = 0;
  UErrorCode status = U_ZERO_ERROR;
  u_strFromUTF8WithSub(text.data(), static_cast<std::int32_t>(text.size()), &size, utf8.data(),
                       static_cast<std::int32_t>(utf8.size()), 0xfffd, nullptr, &status);
  if (U_FAILURE(status) != 0) return true;
  text.resize(static_cast<std::size_t>(size));
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::uint32_t code = text[at];
    if (code >= 0xd800 && code <= 0xdbff && at + 1 < text.size()) {
      code = 0x10000 + ((code - 0xd800) << 10) + (std::uint32_t{text[++at]} - 0xdc00);
    }
    if (visit(static_cast<UChar32>(code))) return true;
  }
  return false;
}

bool has_rtl(std::string_view utf8) {
  return any_code_point(utf8, [](UChar32 code) {
    const UCharDirection direction = u_charDirection(code);
    return direction == U_RIGHT_TO_LEFT || direction == U_RIGHT_TO_LEFT_ARABIC ||
           direction == U_ARABIC_NUMBER;
  });
}

// A combining mark, or a code point that is mapped to something that begins with one.
bool is_mark(UChar32 code) {
  return u_getIntPropertyValue(code, UCHAR_LEAD_CANONICAL_COMBINING_CLASS) != 0 || code == 0xff9e ||
         code == 0xff9f;
}

// More marks in a row than ICU lets into a label. It would sort them first, in square time.
bool has_endless_marks(std::string_view utf8) {
  std::size_t marks = 0;
  return any_code_point(utf8, [&](UChar32 code) {
    if (is_mark(code)) return ++marks > kLabelUnits + kMarkSlack;
    // What is ignored does not end the row.
    if (u_hasBinaryProperty(code, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) == 0) marks = 0;
    return false;
  });
}

// Converts piece by piece; with `rtl` each piece behind an RTL label, which is taken away again.
std::uint32_t convert_pieces(std::string_view domain, Direction direction, const UIDNA* engine,
                             bool rtl, std::string& out) {
  std::uint32_t errors = 0;
  const std::size_t prefix =
      direction == Direction::to_ascii ? kRtlLabelAscii.size() : kRtlLabel.size();
  std::string with_label;
  for (std::size_t begin = 0; begin < domain.size();) {
    const std::size_t end = piece_end(domain, begin);
    std::string_view piece = domain.substr(begin, end - begin);
    begin = end;
    if (!rtl) {
      errors |= convert(piece, direction, engine, out);
      continue;
    }
    with_label.assign(kRtlLabel).append(piece);
    const std::size_t start = out.size();
    errors |= convert(with_label, direction, engine, out);
    out.erase(start, std::min(prefix, out.size() - start));
  }
  return errors;
}

std::uint32_t convert_domain(std::string_view given, Direction direction,
                             const IdnaOptions& options, std::string& out) {
  const std::string domain = map_newer(given);
  const UIDNA* const engine = engine_for(options);
  if (engine == nullptr || domain.size() > std::size_t{1} << 30) return ~std::uint32_t{0};
  if (domain.size() <= 2 * kPiece) return convert(domain, direction, engine, out);
  if (has_endless_marks(domain)) return ~std::uint32_t{0};
  bool rtl = false;
  if (options.check_bidi) {
    std::string text;
    convert_pieces(domain, Direction::to_unicode, engine, false, text);
    rtl = has_rtl(text);
  }
  return convert_pieces(domain, direction, engine, rtl, out);
}

std::uint32_t counted(std::uint32_t errors, const IdnaOptions& options) {
  return errors & ~(kLengthErrors | (options.check_hyphens ? 0U : kHyphenErrors));
}

}  // namespace

std::optional<std::string> to_ascii(std::string_view domain, const IdnaOptions& options) {
  std::string out;
  if (is_plain_ascii(domain) && !has_a_label(domain)) {
    out = lower_ascii(domain);
  } else if (counted(convert_domain(domain, Direction::to_ascii, options, out), options) != 0) {
    return std::nullopt;
  }
  if (!obeys(out, options)) return std::nullopt;
  return out;
}

UnicodeDomain to_unicode(std::string_view domain, const IdnaOptions& options) {
  UnicodeDomain out;
  if (is_plain_ascii(domain) && !has_a_label(domain)) {
    out.text = lower_ascii(domain);
    IdnaOptions asked = options;
    asked.verify_dns_length = false;
    out.error = !obeys(out.text, asked);
    return out;
  }
  out.error =
      counted(convert_domain(domain, Direction::to_unicode, options, out.text), options) != 0 ||
      (options.use_std3_ascii_rules && !is_ascii_ldh(out.text));
  // Where ICU gave up there is no text but the one given.
  if (out.error && out.text.empty()) out.text = domain;
  return out;
}

std::string unicode_version() { return U_UNICODE_VERSION; }

}  // namespace urilint
