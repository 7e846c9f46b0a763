// One walk makes the masked and the repaired text and a list of pieces: verbatim, a mask, or
// replacement characters of one length. Spans are mapped by a binary search over the pieces.
#include "report/redactor.hpp"

#include <algorithm>

#include "document/lines.hpp"
#include "report/escape.hpp"
#include "report/utf8.hpp"

namespace urilint {
namespace {

constexpr std::string_view kMask = "***";
constexpr std::string_view kDelimiters = ":/?#[]@\\&;=";

bool is_delimiter(char c) noexcept { return kDelimiters.find(c) != std::string_view::npos; }

}  // namespace

void Redactor::read(std::string_view text, std::span<const UriSpan> secrets, bool show_secrets) {
  was_utf8_ = is_utf8(text);
  const Off size = static_cast<Off>(text.size());
  pieces_.clear();
  masked_.clear();
  whole_.text_.clear();
  whole_.text_.reserve(text.size());
  Off at = 0;
  if (!show_secrets) {
    for (const UriSpan secret : secrets) {
      const UriSpan inside{std::clamp(secret.begin, at, size), std::min(secret.end, size)};
      if (inside.begin >= inside.end) continue;
      copy(text, at, inside.begin);
      mask(text, inside);
      at = inside.end;
    }
  }
  copy(text, at, size);
  add_piece(size, Kind::verbatim);
}

void Redactor::add_piece(Off begin, Kind kind, std::uint8_t unit) {
  pieces_.push_back({whole_.text_.size(), begin, kind, unit});
}

// Text that is no secret; ill-formed sequences become U+FFFD.
void Redactor::copy(std::string_view text, Off begin, Off end) {
  const std::string_view part = text.substr(0, end);
  if (!was_utf8_) masked_.append(part.substr(begin));
  bool verbatim = false;
  std::uint8_t repaired = 0;  // the unit of the piece that is open
  for (Off i = begin; i < end;) {
    if (const auto ascii = static_cast<Off>(ascii_length(part, i, end)); ascii != 0) {
      if (!verbatim) add_piece(i, Kind::verbatim);
      verbatim = true;
      repaired = 0;
      whole_.text_.append(part.substr(i, ascii));
      i += ascii;
      continue;
    }
    const Decoded decoded = decode_utf8(part, i);
    if (decoded.valid) {
      if (!verbatim) add_piece(i, Kind::verbatim);
      verbatim = true;
      repaired = 0;
      whole_.text_.append(part.substr(i, decoded.size));
    } else {
      if (repaired != decoded.size) add_piece(i, Kind::repaired, decoded.size);
      verbatim = false;
      repaired = decoded.size;
      whole_.text_.append(kReplacementUtf8);
    }
    i += decoded.size;
  }
}

void Redactor::mask(std::string_view text, UriSpan secret) {
  const auto put = [&](Off begin, Kind kind, std::string_view printed) {
    add_piece(begin, kind);
    if (!was_utf8_) masked_.append(printed);
    whole_.text_.append(printed);
  };
  bool any = false;
  for (Off i = secret.begin; i < secret.end; ++i) any = any || !is_delimiter(text[i]);
  if (!any) return put(secret.begin, Kind::mask, kMask);
  for (Off i = secret.begin; i < secret.end;) {
    const bool delimiters = is_delimiter(text[i]);
    Off end = i;
    while (end < secret.end && is_delimiter(text[end]) == delimiters) ++end;
    if (delimiters) {
      put(i, Kind::verbatim, text.substr(i, end - i));
    } else {
      put(i, Kind::mask, kMask);
    }
    i = end;
  }
}

std::size_t Redactor::piece_at(Off offset) const noexcept {
  const auto above = std::upper_bound(pieces_.begin(), pieces_.end(), offset,
                                      [](Off at, const Piece& piece) { return at < piece.begin; });
  return static_cast<std::size_t>(above - pieces_.begin()) - 1;
}

std::uint64_t Redactor::print_begin(Off offset) const noexcept {
  const Piece& last = pieces_.back();
  if (offset >= last.begin) return last.printed;
  const Piece& piece = pieces_[piece_at(offset)];
  const Off inside = offset - piece.begin;
  if (piece.kind == Kind::mask) return piece.printed;
  if (piece.kind == Kind::repaired) {
    return piece.printed + inside / piece.unit * kReplacementUtf8.size();
  }
  std::uint64_t printed = piece.printed + inside;
  while (printed > piece.printed && is_continuation(whole_.text_[printed])) --printed;
  return printed;
}

std::uint64_t Redactor::print_end(Off offset) const noexcept {
  const Piece& last = pieces_.back();
  if (offset == 0) return 0;
  if (offset >= last.begin) return last.printed;
  // The piece of the last byte inside decides.
  const std::size_t at = piece_at(offset - 1);
  const Piece& piece = pieces_[at];
  const std::uint64_t limit = pieces_[at + 1].printed;
  if (piece.kind == Kind::mask) return limit;
  const Off inside = offset - piece.begin;
  if (piece.kind == Kind::repaired) {
    const Off units = (inside + piece.unit - 1) / piece.unit;
    return std::min<std::uint64_t>(limit, piece.printed + units * kReplacementUtf8.size());
  }
  std::uint64_t printed = piece.printed + inside;
  while (printed < limit && is_continuation(whole_.text_[printed])) ++printed;
  return printed;
}

PrintedSpan Redactor::map(UriSpan span) const noexcept {
  const std::uint64_t begin = print_begin(span.begin);
  return {begin, std::max(begin, print_end(std::max(span.begin, span.end)))};
}

std::string_view Redactor::view(UriSpan span) const noexcept {
  const PrintedSpan printed = map(span);
  return whole_.view().substr(printed.begin, printed.end - printed.begin);
}

Redacted Redactor::plain(std::string_view words) { return Redacted(repair_utf8(words)); }

Redacted Redactor::join(std::span<const Redacted> parts) {
  std::string text;
  for (const Redacted& part : parts) text += part.view();
  return Redacted(std::move(text));
}

}  // namespace urilint
