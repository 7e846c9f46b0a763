// The scheme as a browser reads it: without leading controls and spaces, tabs and line breaks taken
// out. Then `javascript:` and its kind, documents in `data:` that run script, and both in values.
#include <algorithm>
#include <array>

#include "detect/common/mark_list.hpp"
#include "detect/common/octets.hpp"
#include "detect/common/scope.hpp"
#include "detect/syntax/common.hpp"
#include "uri/bytes.hpp"

namespace urilint::detect {
namespace scheme_script {

bool is_tab_or_newline(char c) noexcept { return c == '\t' || c == '\n' || c == '\r'; }
bool is_leading(char c) noexcept { return static_cast<unsigned char>(c) <= 0x20; }

// A short lower-case word that is collected byte by byte; too long a one is no word of ours.
class Word {
 public:
  void add(char c) noexcept {
    if (size_ < data_.size()) data_[size_] = to_lower(c);
    ++size_;
  }
  [[nodiscard]] std::string_view view() const noexcept {
    return size_ > data_.size() ? std::string_view() : std::string_view(data_.data(), size_);
  }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] bool overflowed() const noexcept { return size_ > data_.size(); }

 private:
  std::array<char, 32> data_{};
  std::size_t size_ = 0;
};

Word browsers_word(std::string_view text) noexcept {
  Word word;
  for (const char c : text) {
    if (is_tab_or_newline(c) || (word.empty() && is_leading(c))) continue;
    word.add(c);
    if (word.overflowed()) break;
  }
  return word;
}

// --- javascript:

// Bodies that do nothing: what pages wrote where no link was wanted.
bool does_nothing(std::string_view body) noexcept {
  constexpr std::array<std::string_view, 12> kNothing = {
      "",          ";",           "//",           "#",     "void(0)", "void(0);", "void(null)",
      "undefined", "returnfalse", "returnfalse;", "false", "void0"};
  Word word;
  for (Off at = 0; at < body.size() && !word.overflowed();) {
    const Octet octet = octet_at(body, at, 1);
    at = octet.end;
    if (octet.byte > 0x20) word.add(static_cast<char>(octet.byte));
  }
  return !word.overflowed() &&
         std::find(kNothing.begin(), kNothing.end(), word.view()) != kNothing.end();
}

void judge_script(const Subject& subject, Sink& sink) noexcept {
  MarkList marks(subject);
  marks.add(subject.span(Component::scheme));
  const std::string_view body = subject.text.substr(subject.parts.scheme_end + 1);
  if (does_nothing(body)) return marks.emit(sink, "void");
  const UriSpan host = subject.span(Component::host);
  if (subject.parts.has(Component::host) && !host.empty()) {
    return marks.emit(sink, "with-host", {}, {{host, Role::secondary, "this is a comment"}});
  }
  marks.emit(sink, "script");
}

// --- data:

// True if a byte stream holds markup that runs script. `next(byte)` gives the next byte, or false.
template <typename Next>
bool holds_script(Next next) noexcept {
  constexpr std::array<std::string_view, 5> kNeedles = {
      "<script", "javascript:", "onload=", "onerror=", "onbegin="};
  constexpr std::size_t kWindow = 11;  // the longest needle
  std::array<char, kWindow * 2> tail{};
  std::size_t size = 0;
  unsigned char byte = 0;
  while (next(byte)) {
    if (size == tail.size()) {
      std::copy(tail.end() - kWindow, tail.end(), tail.begin());
      size = kWindow;
    }
    tail[size++] = to_lower(static_cast<char>(byte));
    const std::string_view seen(tail.data(), size);
    if (std::any_of(kNeedles.begin(), kNeedles.end(),
                    [seen](std::string_view needle) { return seen.ends_with(needle); })) {
      return true;
    }
  }
  return false;
}

int base64_value(unsigned char c) noexcept {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+' || c == '-') return 62;
  return c == '/' || c == '_' ? 63 : -1;
}

bool body_holds_script(std::string_view body, bool base64) noexcept {
  Off at = 0;
  const auto text = [&](unsigned char& byte) {
    if (at >= body.size()) return false;
    const Octet octet = octet_at(body, at, 1);
    byte = octet.byte;
    at = octet.end;
    return true;
  };
  if (!base64) return holds_script(text);
  std::uint32_t bits = 0;
  int held = 0;
  return holds_script([&](unsigned char& byte) {
    unsigned char c = 0;
    while (held < 8) {
      if (!text(c) || c == '=') return false;
      const int value = base64_value(c);
      if (value < 0) continue;
      bits = (bits << 6 | static_cast<std::uint32_t>(value)) & 0xffff;
      held += 6;
    }
    held -= 8;
    byte = static_cast<unsigned char>(bits >> held);
    return true;
  });
}

enum class Media : std::uint8_t { harmless, document, maybe_document };

Media media_of(std::string_view type) noexcept {
  if (type == "text/html" || type == "application/xhtml+xml") return Media::document;
  const bool is_xml = type == "image/svg+xml" || type == "text/xml" || type == "application/xml";
  return is_xml ? Media::maybe_document : Media::harmless;
}

// data:[<mediatype>][;base64],<data> (RFC 2397)
void judge_data(const Subject& subject, Sink& sink) noexcept {
  const Off begin = subject.parts.scheme_end + 1;
  const std::string_view rest = subject.text.substr(begin);
  const std::size_t comma = rest.find(',');
  if (comma == std::string_view::npos) return;
  const std::size_t type_end = std::min(rest.find(';'), comma);
  const Media media = media_of(browsers_word(rest.substr(0, type_end)).view());
  if (media == Media::harmless) return;
  if (media == Media::maybe_document) {
    const std::string_view parameters = rest.substr(0, comma);
    const bool base64 =
        parameters.size() >= 7 && equals_lower(parameters.substr(parameters.size() - 7), ";base64");
    if (!body_holds_script(rest.substr(comma + 1), base64)) return;
  }
  MarkList marks(subject);
  marks.add({0, begin + static_cast<Off>(type_end)});
  marks.emit(sink, "document");
}

// --- in a value of another URI

// Where `text` stops to be a script scheme and its colon, or a data document's media type; 0: it is
// none. One decoding, as the server makes.
Off script_prefix(std::string_view text, Off begin) noexcept {
  Word word;
  for (Off at = begin; at < text.size() && !word.overflowed();) {
    const Octet octet = octet_at(text, at, 1);
    at = octet.end;
    const char c = static_cast<char>(octet.byte);
    if (is_tab_or_newline(c) || (word.empty() && is_leading(c))) continue;
    if (c == ':' && word.view() != "data") {
      const auto* row = scheme_row(word.view());
      return row != nullptr && row->hazard == "script" ? at : 0;
    }
    if ((c == ',' || c == ';') && word.view() == "data:text/html") return at;
    word.add(c);
  }
  return 0;
}

// A call, an assignment or a template literal: prose that begins with `javascript:` has none.
bool looks_like_code(std::string_view text, Off at) noexcept {
  while (at < text.size()) {
    const Octet octet = octet_at(text, at, 1);
    at = octet.end;
    if (octet.byte == '(' || octet.byte == '`' || octet.byte == '=' || octet.byte == '<') {
      return true;
    }
  }
  return false;
}

void judge_values(const Subject& subject, Sink& sink) noexcept {
  MarkList marks(subject);
  const auto visit = [&](const Pair& pair) {
    const std::string_view text = subject.text.substr(0, pair.value.end);
    const Off end = script_prefix(text, pair.value.begin);
    if (end != 0 && looks_like_code(text, end)) marks.add({pair.value.begin, end});
  };
  for_each_pair(subject, Component::query, visit);
  for_each_pair(subject, Component::fragment, visit);
  marks.emit(sink, "value");
}

}  // namespace scheme_script

void detect_scheme_script(const Subject& subject, Sink& sink) noexcept {
  using namespace scheme_script;
  if (subject.parts.has(Component::scheme) && !subject.has_hole(Component::scheme)) {
    const Word scheme = browsers_word(subject.view(Component::scheme));
    const auto* row = scheme_row(scheme.view());
    if (row != nullptr && row->hazard == "script") return judge_script(subject, sink);
    if (row != nullptr && row->hazard == "data") return judge_data(subject, sink);
  }
  if (subject.parts.has(Signal::nested) && !shares_outer_bytes(subject)) {
    judge_values(subject, sink);
  }
}

}  // namespace urilint::detect
