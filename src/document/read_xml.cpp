// Text, comments, sections and declarations by their signs, tags by the tokenizer of HTML, which is
// as forgiving as it must be. A construct that is not closed is text. No entity is expanded but the
// five that everybody has: what a DTD declares stays as it is named.
#include <algorithm>
#include <iterator>

#include "document/chars.hpp"
#include "document/escapers.hpp"
#include "document/html_tokenizer.hpp"
#include "document/key_path.hpp"
#include "document/login_value.hpp"
#include "document/naming.hpp"
#include "document/readers.hpp"
#include "document/segment_writer.hpp"

namespace urilint {
namespace {

using namespace reading;
using Kind = HtmlToken::Kind;

constexpr std::size_t kNone = std::string_view::npos;
constexpr std::size_t kMostDigits = 12;  // of a reference, with zeros in front

struct Named {
  std::string_view name;
  std::string_view bytes;
};
constexpr Named kNamed[] = {
    {"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&apos;", "'"}};

/// The reference at `i`: behind it, or 0, and what it stands for.
struct XmlReference {
  std::size_t end = 0;
  std::string_view bytes;   // of a name
  std::uint32_t point = 0;  // else
};

XmlReference reference_at(std::string_view text, std::size_t i, std::size_t end) noexcept {
  const std::string_view here = text.substr(i, end - i);
  for (const Named& named : kNamed) {
    if (here.starts_with(named.name)) return {i + named.name.size(), named.bytes, 0};
  }
  if (!here.starts_with("&#")) return {};
  const bool hex = at(here, 2) == 'x';
  const std::size_t first = hex ? 3 : 2;
  std::size_t k = first;
  std::uint32_t value = 0;
  for (; k < here.size() && k - first < kMostDigits; ++k) {
    if (!(hex ? is_hex(here[k]) : is_digit(here[k]))) break;
    value = std::min<std::uint32_t>(value * (hex ? 16 : 10) + hex_value(here[k]), 0x110000);
  }
  if (k == first || at(here, k) != ';') return {};
  return {i + k + 1, {}, value == 0 ? 0xfffdU : value};
}

bool holds_reference(std::string_view text, std::size_t begin, std::size_t end) noexcept {
  text = text.substr(0, end);
  for (std::size_t i = text.find('&', begin); i < end; i = text.find('&', i + 1)) {
    if (reference_at(text, i, end).end != 0) return true;
  }
  return false;
}

std::size_t decode(std::string_view text, std::size_t i, std::size_t end, Decoder& out) {
  if (text[i] == '&') {
    const XmlReference reference = reference_at(text, i, end);
    if (reference.end != 0 && reference.bytes.empty()) {
      out.atom(i, reference.end, reference.point);
      return reference.end;
    }
    if (reference.end != 0) {
      out.atom(i, reference.end, reference.bytes);
      return reference.end;
    }
  }
  const std::size_t next = std::min(text.substr(0, end).find('&', i + 1), end);
  out.verbatim(i, next);
  return next;
}

bool is_plain_name(std::string_view name) noexcept {
  static constexpr std::string_view kSigns = "-_.:";
  return !name.empty() && name.back() != ':' && std::all_of(name.begin(), name.end(), [](char c) {
    return is_alnum(c) || !is_ascii(c) || kSigns.find(c) != kNone;
  });
}

class XmlReader {
 public:
  XmlReader(Document& document, TextSpan where, const ReaderOptions& options, SegmentSink& sink)
      : document_(document),
        options_(options),
        sink_(sink),
        writer_(document, where, sink),
        text_(writer_.text()),
        tokenizer_(text_),
        path_(options.key) {}

  bool run() {
    while (more()) {
      i_ = text_.find('<', i_);
      if (i_ == kNone) break;
      markup();
    }
    end_text(text_.size());
    return more();
  }

 private:
  /// What is between two signs; the search for the second is not tried again in vain.
  struct Section {
    std::string_view open;
    std::string_view close;
    Segment::Context context;
    bool none = false;
  };

  [[nodiscard]] bool more() const noexcept { return more_ && writer_.more(); }
  void markup();
  [[nodiscard]] bool section(Section& section);
  [[nodiscard]] bool spliced_login();
  [[nodiscard]] std::size_t splice(std::size_t begin, std::size_t limit, Decoder& out) const;
  void doctype();
  void tag();
  void attribute(const HtmlToken& token);
  void end_odd();
  void push(std::size_t begin, std::size_t end, Segment segment);
  void push_section(std::size_t begin, std::size_t end, Segment::Context context);
  void end_text(std::size_t end);
  [[nodiscard]] Segment segment(Segment::Context context);

  Document& document_;
  const ReaderOptions& options_;
  SegmentSink& sink_;
  SegmentWriter writer_;
  std::string_view text_;
  HtmlTokenizer tokenizer_;
  KeyPath path_;
  bool more_ = true;
  std::size_t i_ = 0;
  std::size_t text_begin_ = 0;
  std::size_t tried_ = 0;  // no login begins before
  std::string_view element_;
  bool names_ = false;         // what stands directly behind a start tag names something
  std::size_t odd_begin_ = 0;  // of what a tag holds that is no attribute
  std::size_t odd_end_ = 0;
  Section sections_[3] = {{"<!--", "-->", Segment::Context::comment},
                          {"<![CDATA[", "]]>", Segment::Context::prose},
                          {"<?", "?>", Segment::Context::prose}};
};

Segment XmlReader::segment(Segment::Context context) {
  Segment out;
  out.context = context;
  out.key = path_.view();
  return out;
}

void XmlReader::markup() {
  for (Section& one : sections_) {
    if (text_.substr(i_, one.open.size()) != one.open) continue;
    if (!section(one)) ++i_;
    return;
  }
  if (text_.substr(i_, 9) == "<!DOCTYPE") return doctype();
  const std::size_t name = at(text_, i_ + 1) == '/' ? i_ + 2 : i_ + 1;
  const char c = at(text_, name);
  if (is_alpha(c)) return tag();
  ++i_;
}

bool XmlReader::section(Section& section) {
  if (section.open != "<?" && spliced_login()) return true;
  const std::size_t begin = i_ + section.open.size();
  const std::size_t end = section.none ? kNone : text_.find(section.close, begin);
  section.none = end == kNone;
  if (section.none) return false;
  end_text(i_);
  push_section(begin, end, section.context);
  text_begin_ = i_ = end + section.close.size();
  return true;
}

/// Puts together the text of an element, its sections and what stands between its comments. Behind
/// it, or 0: it is too long, or a comment may hold a URI of its own.
std::size_t XmlReader::splice(std::size_t begin, std::size_t limit, Decoder& out) const {
  const std::string_view text = text_.substr(0, limit);
  const Section& comment = sections_[0];
  const Section& cdata = sections_[1];
  std::size_t i = begin;
  while (i < text.size()) {
    if (text[i] != '<') {
      i = decode(text, i, std::min(text.find('<', i), text.size()), out);
      continue;
    }
    const bool is_comment = text.substr(i, comment.open.size()) == comment.open;
    if (!is_comment && text.substr(i, cdata.open.size()) != cdata.open) return i;
    const Section& one = is_comment ? comment : cdata;
    const std::size_t inside = i + one.open.size();
    const std::size_t close = text.find(one.close, inside);
    if (close == kNone) return 0;
    if (!is_comment) out.verbatim(inside, close);
    if (is_comment && text.substr(inside, close - inside).find(':') != kNone) return 0;
    i = close + one.close.size();
  }
  return i == text_.size() ? i : 0;
}

/// Sections and comments may cut a password as well.
bool XmlReader::spliced_login() {
  constexpr std::size_t kLongest = 1024;
  constexpr std::size_t kLongestScheme = 64;
  std::size_t begin = text_begin_;
  while (begin < i_ && is_space(text_[begin])) ++begin;
  const bool in_section = begin == i_;
  if (in_section && text_.substr(i_, sections_[1].open.size()) != sections_[1].open) return false;
  const std::size_t first = in_section ? i_ + sections_[1].open.size() : begin;
  if (begin < tried_ || text_.substr(first, kLongestScheme).find("://") == kNone) return false;
  Decoder decoder = writer_.decoder();
  tried_ = std::min(text_.size(), begin + kLongest);
  const std::size_t end = splice(begin, tried_, decoder);
  if (end != 0) tried_ = end;
  // What stands in one section alone is pushed as it is.
  if (end == 0 || decoder.runs() < 2 || login_value(decoder.bytes()).end == 0) return false;
  Segment login = segment(Segment::Context::value);
  login.escaper = &xml_escaper();
  writer_.decoded(decoder, Layer::xml, login);
  text_begin_ = i_ = end;
  return true;
}

/// A section may hold anything; where it is but a login, its end is known.
void XmlReader::push_section(std::size_t begin, std::size_t end, Segment::Context context) {
  std::size_t first = begin;
  while (first < end && is_space(text_[first])) ++first;
  std::size_t last = end;
  while (last > first && is_space(text_[last - 1])) --last;
  const bool login =
      context == Segment::Context::prose && login_value(text_.substr(first, last - first)).end != 0;
  if (login) {
    writer_.raw(first, last, segment(Segment::Context::value));
  } else {
    Segment all = segment(context);
    all.identifier = names_ && context == Segment::Context::prose;
    writer_.raw(begin, end, all);
  }
}

/// The identifiers of the document type; then, in brackets, its declarations, which are read as
/// they stand.
void XmlReader::doctype() {
  end_text(i_);
  const std::size_t begin = i_ + 2;
  std::size_t i = begin;
  std::size_t subset = 0;
  for (; i < text_.size(); ++i) {
    const char c = text_[i];
    if (c == '"' || c == '\'') {
      const std::size_t close = text_.find(c, i + 1);
      if (close == kNone) break;
      i = close;
    } else if (c == '[' && subset == 0) {
      subset = i;
    } else if (c == '<' && text_.substr(i, 4) == "<!--") {
      const std::size_t close = text_.find("-->", i + 4);
      if (close == kNone) break;
      i = close + 2;
    } else if ((c == ']' && subset != 0 && at(text_, i + 1) == '>') || (c == '>' && subset == 0)) {
      break;
    }
  }
  i = std::min(text_.find('>', i), text_.size());
  Segment head = segment(Segment::Context::prose);
  head.element = "!DOCTYPE";
  head.identifier = true;
  writer_.raw(begin, subset == 0 ? i : subset, head);
  if (subset != 0) writer_.raw(subset, i, segment(Segment::Context::prose));
  text_begin_ = i_ = std::min(i + 1, text_.size());
}

void XmlReader::tag() {
  const std::size_t begin = i_;
  tokenizer_.seek(i_);
  HtmlToken token;
  if (!tokenizer_.next(token)) return;
  const std::string_view name = text_.substr(token.begin, token.end - token.begin);
  if (!is_plain_name(name)) {
    ++i_;  // `<https://example.com>`: text
    return;
  }
  end_text(begin);
  const bool start = token.kind == Kind::start_tag;
  i_ = text_begin_ = token.next;
  if (start) {
    element_ = name;
    path_.key(name);
    path_.open_mapping();
  }
  while (more() && tokenizer_.next(token)) {
    if (token.kind == Kind::tag_end) break;
    attribute(token);
    i_ = text_begin_ = token.next;
  }
  end_odd();
  i_ = text_begin_ = std::max(i_, token.next);
  names_ = start && !token.self_closing && is_xml_name_text(name, path_.view());
  element_ = {};
  if (!start || token.self_closing) path_.close();
}

void XmlReader::attribute(const HtmlToken& token) {
  const std::string_view name = text_.substr(token.name_begin, token.name_end - token.name_begin);
  const bool program = token.kind != Kind::attribute;
  const bool goes_on =
      odd_begin_ != odd_end_ && !program &&
      text_.substr(odd_end_, token.name_begin - odd_end_).find_first_not_of('/') == kNone;
  if (program || goes_on || !token.has_value || !is_plain_name(name)) {
    if (!goes_on) end_odd();
    if (!goes_on) odd_begin_ = program ? token.begin : token.name_begin;
    odd_end_ = program || token.has_value ? token.next : token.name_end;
    return;
  }
  end_odd();
  path_.key(name);
  Segment value = segment(Segment::Context::attribute);
  value.element = element_;
  value.escaper = &xml_escaper();
  value.identifier = is_xml_name(element_, name);
  if (name == "style" && options_.depth < kDeepestEmbedding) {
    const std::string key(path_.view());
    ReaderOptions options = options_;
    options.key = key;
    ++options.depth;
    more_ = more() && read_css(document_, writer_.span(token.begin, token.end), options, sink_);
    return;
  }
  push(token.begin, token.end, value);
}

/// A template, or what nobody understands, as it stands.
void XmlReader::end_odd() {
  path_.next();
  writer_.raw(odd_begin_, odd_end_, segment(Segment::Context::prose));
  odd_begin_ = odd_end_ = 0;
}

/// Blanks around a text are none of it.
void XmlReader::end_text(std::size_t end) {
  std::size_t begin = text_begin_;
  while (begin < end && is_space(text_[begin])) ++begin;
  while (end > begin && is_space(text_[end - 1])) --end;
  Segment text = segment(Segment::Context::value);
  text.identifier = names_;
  text.escaper = &xml_escaper();
  push(begin, end, text);
}

void XmlReader::push(std::size_t begin, std::size_t end, Segment prototype) {
  if (begin >= end) return;
  const Segment::Context context = prototype.context;
  const auto context_of = [context](std::string_view value) {
    const bool prose = value_context(value) == Segment::Context::prose;
    return prose ? Segment::Context::prose : context;
  };
  if (!holds_reference(text_, begin, end)) {
    prototype.context = context_of(text_.substr(begin, end - begin));
    return writer_.raw(begin, end, prototype);
  }
  Decoder decoder = writer_.decoder();
  const auto out = [&] {
    prototype.context = context_of(decoder.bytes());
    writer_.decoded(decoder, Layer::xml, prototype);
  };
  for (std::size_t i = begin; i < end;) {
    i = decode(text_, i, end, decoder);
    if (SegmentWriter::is_cut(decoder)) out();
  }
  out();
}

class XmlEscaper final : public Escaper {
 public:
  [[nodiscard]] std::optional<std::string> write(std::string_view text) const override {
    std::string out;
    for (const char c : text) {
      const std::string_view byte(&c, 1);
      const auto* const named = std::find_if(std::begin(kNamed), std::end(kNamed),
                                             [byte](const Named& n) { return n.bytes == byte; });
      if (named != std::end(kNamed)) {
        out += named->name;
      } else if (c == '\t' || is_line_end(c)) {
        out += "&#" + std::to_string(static_cast<unsigned char>(c)) + ';';
      } else if (static_cast<unsigned char>(c) < 0x20) {
        return std::nullopt;  // XML has no such character
      } else {
        out += c;
      }
    }
    return out;
  }
};

}  // namespace

bool read_xml(Document& document, TextSpan where, const ReaderOptions& options, SegmentSink& sink) {
  return XmlReader(document, where, options, sink).run();
}

const Escaper& xml_escaper() noexcept {
  static const XmlEscaper kEscaper;
  return kEscaper;
}

}  // namespace urilint
