// Line folding is one atom from the last byte of a line to the first of the next: blanks around it
// belong to it. Escapes are those of YAML 1.2.2, 5.7; surrogate pairs are read as in JSON.
#include "document/yaml_scalar.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "document/chars.hpp"
#include "document/escapers.hpp"
#include "document/json_string.hpp"

namespace urilint {
namespace reading {
namespace {

struct Letter {
  char letter;
  std::uint32_t point;
};
constexpr Letter kLetters[] = {
    {'0', 0},  {'a', 7},   {'b', 8},    {'t', 9},    {'\t', 9},     {'n', 10},
    {'v', 11}, {'f', 12},  {'r', 13},   {'e', 27},   {' ', 32},     {'"', 34},
    {'/', 47}, {'\\', 92}, {'N', 0x85}, {'_', 0xa0}, {'L', 0x2028}, {'P', 0x2029},
};

}  // namespace

Fold fold_at(std::string_view text, std::size_t i) noexcept {
  Fold fold{i, 0, 0};
  while (fold.next < text.size() && is_line_end(text[fold.next])) {
    fold.next = behind_line_end(text, fold.next);
    ++fold.breaks;
    const std::size_t begin = fold.next;
    while (at(text, fold.next) == ' ') ++fold.next;
    fold.indent = fold.next - begin;
    while (is_blank(at(text, fold.next))) ++fold.next;
  }
  return fold;
}

bool is_document_marker(std::string_view text, std::size_t i) noexcept {
  const std::string_view sign = text.substr(std::min(i, text.size()), 3);
  if (sign != "---" && sign != "...") return false;
  return i + 3 == text.size() || is_space(text[i + 3]);
}

void fold_into(Decoder& decoder, std::size_t begin, const Fold& fold) {
  if (fold.breaks == 1) {
    decoder.atom(begin, fold.next, " ");
  } else {
    decoder.atom(begin, fold.next, std::string(fold.breaks - 1, '\n'));
  }
}

bool QuotedDecoder::step() {
  if (i_ >= text_.size()) return false;
  const std::size_t begin = i_;
  std::size_t blank = i_;  // behind the last byte that is no blank
  while (i_ < text_.size()) {
    const char c = text_[i_];
    if (is_line_end(c) || (c == '\\' && quote_ == '"') || c == quote_) break;
    ++i_;
    if (!is_blank(c)) blank = i_;
  }
  const bool breaks = i_ < text_.size() && is_line_end(text_[i_]);
  decoder_.verbatim(begin, breaks ? blank : i_);
  if (i_ >= text_.size()) return false;
  if (breaks) {
    const Fold fold = fold_at(text_, i_);
    fold_into(decoder_, blank, fold);
    i_ = fold.next;
  } else if (text_[i_] == '\\') {
    escape();
  } else {  // `''`, or a quote of a template
    const std::size_t size = quote_ == '\'' && at(text_, i_ + 1) == '\'' ? 2 : 1;
    decoder_.atom(i_, i_ + size, std::string_view(&quote_, 1));
    i_ += size;
  }
  return true;
}

void QuotedDecoder::escape() {
  const char letter = at(text_, i_ + 1);
  if (letter == 'u' || letter == 'x') {
    i_ = decode_json_escape(text_, i_, text_.size(), decoder_);
    return;
  }
  if (is_line_end(letter)) {
    const Fold fold = fold_at(text_, i_ + 1);
    decoder_.atom(i_, fold.next, std::string(fold.breaks - 1, '\n'));
    i_ = fold.next;
    return;
  }
  if (letter == 'U') {
    const std::int64_t point = hex_at(text_, i_ + 2, 8);
    if (point >= 0) {
      decoder_.atom(i_, i_ + 10, static_cast<std::uint32_t>(point));
      i_ += 10;
      return;
    }
  }
  const auto* const known = std::find_if(std::begin(kLetters), std::end(kLetters),
                                         [letter](Letter row) { return row.letter == letter; });
  const std::size_t end = std::min(i_ + 2, text_.size());
  if (end == i_ + 2 && known != std::end(kLetters)) {
    decoder_.atom(i_, end, known->point);
  } else {
    decoder_.verbatim(i_, end);
  }
  i_ = end;
}

}  // namespace reading

namespace {

bool has_control(std::string_view text) noexcept {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

class SingleQuoted final : public Escaper {
 public:
  [[nodiscard]] std::optional<std::string> write(std::string_view text) const override {
    if (has_control(text)) return std::nullopt;
    std::string out;
    for (const char c : text) {
      if (c == '\'') out += '\'';
      out += c;
    }
    return out;
  }
};

class Plain final : public Escaper {
 public:
  [[nodiscard]] std::optional<std::string> write(std::string_view text) const override {
    const bool ends = text.find(": ") != text.npos || text.find(" #") != text.npos ||
                      text.find_first_of(",[]{}") != text.npos ||
                      (!text.empty() && (text.back() == ':' || reading::is_blank(text.back())));
    if (ends || has_control(text)) return std::nullopt;
    return std::string(text);
  }
};

class Block final : public Escaper {
 public:
  [[nodiscard]] std::optional<std::string> write(std::string_view text) const override {
    if (has_control(text)) return std::nullopt;
    return std::string(text);
  }
};

}  // namespace

const Escaper& yaml_single_escaper() noexcept {
  static const SingleQuoted escaper;
  return escaper;
}
const Escaper& yaml_plain_escaper() noexcept {
  static const Plain escaper;
  return escaper;
}
const Escaper& yaml_block_escaper() noexcept {
  static const Block escaper;
  return escaper;
}

}  // namespace urilint
