// Tokens become segments as they come; only the text of an open `a` is kept, up to a bound. What a
// tag holds that is no attribute (a URL in angle brackets, templates) is read as it stands.
#include <algorithm>
#include <iterator>
#include <optional>

#include "document/chars.hpp"
#include "document/escapers.hpp"
#include "document/html_reference.hpp"
#include "document/html_tokenizer.hpp"
#include "document/key_path.hpp"
#include "document/naming.hpp"
#include "document/readers.hpp"
#include "document/segment_writer.hpp"
#include "document/templates.hpp"

namespace urilint {
namespace {

using namespace reading;
using Kind = HtmlToken::Kind;

constexpr std::size_t kLongestName = 64;
constexpr std::size_t kLongestShown = 4096;
constexpr std::size_t kLongestDescriptor = 16;

struct Special {
  std::string_view element;
  HtmlContent content;
};
constexpr Special kSpecial[] = {
    {"title", HtmlContent::rcdata},       {"textarea", HtmlContent::rcdata},
    {"style", HtmlContent::rawtext},      {"xmp", HtmlContent::rawtext},
    {"iframe", HtmlContent::rawtext},     {"noembed", HtmlContent::rawtext},
    {"noframes", HtmlContent::rawtext},   {"script", HtmlContent::script},
    {"plaintext", HtmlContent::plaintext}};

/// Elements that part what stands before and behind them, in the text of a link.
constexpr std::string_view kApart[] = {
    "address", "article", "aside",  "blockquote", "br",    "button", "dd", "div", "dl",
    "dt",      "figure",  "footer", "form",       "h1",    "h2",     "h3", "h4",  "h5",
    "h6",      "header",  "hr",     "img",        "input", "li",     "ol", "p",   "pre",
    "section", "table",   "td",     "th",         "tr",    "ul"};

/// Attributes that are one URL, exactly, whatever it looks like.
constexpr std::string_view kUrls[] = {"action",     "background", "cite",      "data",
                                      "formaction", "href",       "longdesc",  "poster",
                                      "profile",    "src",        "xlink:href"};

template <std::size_t kSize>
bool is_one_of(std::string_view name, const std::string_view (&names)[kSize]) noexcept {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

std::string lower_name(std::string_view name) {
  std::string out(name.substr(0, kLongestName));
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
  }
  return out;
}

bool is_plain_name(std::string_view name) noexcept {
  static constexpr std::string_view kSigns = "-_.:@#*()[]$";  // also those of Vue and Angular
  return std::all_of(name.begin(), name.end(), [](char c) {
    return is_alnum(c) || !is_ascii(c) || kSigns.find(c) != std::string_view::npos;
  });
}

bool is_html_space(char c) noexcept { return is_blank(c) || is_line_end(c) || c == '\f'; }

class HtmlReader {
 public:
  HtmlReader(Document& document, TextSpan where, const ReaderOptions& options, SegmentSink& sink)
      : document_(document),
        where_(where),
        options_(options),
        sink_(sink),
        writer_(document, where, sink),
        text_(writer_.text()),
        tokenizer_(text_),
        path_(options.key),
        shown_(writer_.decoder()) {}

  bool run() {
    xml_ = text_.substr(0, 5) == "<?xml";
    HtmlToken token;
    while (more() && tokenizer_.next(token)) step(token);
    end_stretch();
    end_link();
    return more();
  }

 private:
  /// Whether what is pushed may be more than a URL.
  enum class Wording : std::uint8_t { words, url };

  /// Where the target of an open link stands.
  struct Value {
    std::size_t begin = 0;
    std::size_t end = 0;
    char quote = '\0';
  };

  [[nodiscard]] bool more() const noexcept { return more_ && writer_.more(); }
  void step(const HtmlToken& token);
  void open_tag(const HtmlToken& token);
  void attribute(const HtmlToken& token);
  void end_tag(const HtmlToken& token);
  void text(const HtmlToken& token);
  void raw_text(const HtmlToken& token);
  void doctype(const HtmlToken& token);

  void push_value(const HtmlToken& token, std::string_view name);
  template <typename Read>
  void with_value(const Value& value, Read read);
  void embed(Reader& read, TextSpan where);
  void push_part(TextSpan whole, std::size_t begin, std::size_t end, Segment segment);
  void source_set(TextSpan whole, const Segment& segment);
  void refresh(TextSpan whole, const Segment& segment);
  void push_references(std::size_t begin, std::size_t end, ReferencePlace place, Wording wording,
                       Segment segment);

  void add_stretch(std::size_t begin, std::size_t end);
  void end_stretch();
  void show(std::size_t begin, std::size_t end, std::optional<ReferencePlace> place);
  void show_space(std::size_t begin, std::size_t end);
  void end_link();
  void link(const Value& target, TextSpan shown);
  [[nodiscard]] Segment segment(Segment::Context context);
  [[nodiscard]] Segment text_segment() const;

  Document& document_;
  TextSpan where_;
  const ReaderOptions& options_;
  SegmentSink& sink_;
  SegmentWriter writer_;
  std::string_view text_;
  HtmlTokenizer tokenizer_;
  KeyPath path_;
  bool more_ = true;
  bool xml_ = false;  // `<script/>` is empty

  std::string element_;            // of the tag that is read, or whose raw text is
  std::string type_;               // of a script
  bool start_ = false;             // a start tag is read
  bool odd_tag_ = false;           // a tag that is none: all of it is read as it stands
  std::size_t stretch_begin_ = 0;  // of what a tag holds that is no attribute
  std::size_t stretch_end_ = 0;

  bool in_link_ = false;
  bool has_target_ = false;
  Value target_;
  bool has_alternative_ = false;
  Value alternative_;  // `alt` of an area
  Decoder shown_;
};

Segment HtmlReader::segment(Segment::Context context) {
  Segment out;
  out.context = context;
  out.key = path_.view();
  out.element = element_;
  return out;
}

Segment HtmlReader::text_segment() const {
  Segment out;
  out.key = options_.key;
  return out;
}

void HtmlReader::step(const HtmlToken& token) {
  switch (token.kind) {
    case Kind::text:
      return tokenizer_.content() == HtmlContent::data ? text(token) : raw_text(token);
    case Kind::comment: {
      Segment comment;
      comment.context = Segment::Context::comment;
      comment.key = options_.key;
      return writer_.raw(token.begin, token.end, comment);
    }
    case Kind::doctype:
      return doctype(token);
    case Kind::start_tag:
    case Kind::end_tag:
      return open_tag(token);
    case Kind::attribute:
      return attribute(token);
    case Kind::tag_end:
      return end_tag(token);
    case Kind::program:
      end_stretch();
      return writer_.raw(token.begin, token.end, {.key = options_.key});
  }
}

void HtmlReader::doctype(const HtmlToken& token) {
  Segment segment{.key = options_.key, .element = "!doctype"};
  segment.identifier = true;
  writer_.raw(token.begin, token.end, segment);
}

void HtmlReader::open_tag(const HtmlToken& token) {
  const std::string_view name = text_.substr(token.begin, token.end - token.begin);
  start_ = token.kind == Kind::start_tag;
  element_ = lower_name(name);
  type_.clear();
  odd_tag_ = !is_plain_name(name) || name.back() == ':' || name.find('@') != name.npos;
  if (odd_tag_) add_stretch(token.begin, token.next);
  path_.reset();
  path_.key(element_);
  if (element_ == "a" || element_ == "area") end_link();
  if (start_ && (element_ == "a" || element_ == "area")) {
    in_link_ = true;
    has_target_ = has_alternative_ = false;
  }
  if (in_link_ && is_one_of(element_, kApart)) show_space(token.begin, token.end);
}

/// A name that is none, and what stands close to it, is read as it stands.
void HtmlReader::attribute(const HtmlToken& token) {
  const std::string_view name = text_.substr(token.name_begin, token.name_end - token.name_begin);
  const bool goes_on =
      stretch_begin_ != stretch_end_ &&
      text_.substr(stretch_end_, token.name_begin - stretch_end_).find_first_not_of('/') ==
          std::string_view::npos;
  const bool odd = !is_plain_name(name) ||
                   (!token.has_value && name.find_first_of(":@") != std::string_view::npos);
  if (odd_tag_ || goes_on || odd) {
    add_stretch(token.name_begin, token.has_value ? token.next : token.name_end);
    return;
  }
  end_stretch();
  if (token.begin == token.end) return;
  path_.reset();
  path_.key(element_);
  path_.open_mapping();
  path_.key(lower_name(name));
  push_value(token, lower_name(name));
}

void HtmlReader::add_stretch(std::size_t begin, std::size_t end) {
  if (stretch_begin_ == stretch_end_) stretch_begin_ = begin;
  stretch_end_ = end;
}

void HtmlReader::end_stretch() {
  writer_.raw(stretch_begin_, stretch_end_, {.key = options_.key});
  stretch_begin_ = stretch_end_ = 0;
}

void HtmlReader::end_tag(const HtmlToken& token) {
  end_stretch();
  if (!start_ || odd_tag_) return;
  if (element_ == "area") end_link();
  if (in_link_ && element_ == "img") show_space(token.begin, token.next);
  if (xml_ && token.self_closing) return;
  for (const Special& special : kSpecial) {
    if (special.element == element_) tokenizer_.enter(special.content, element_);
  }
}

void HtmlReader::push_value(const HtmlToken& token, std::string_view name) {
  const Value value{token.begin, token.end, token.quote};
  const bool target = name == "href" || (element_ == "a" && name == "xlink:href");  // of SVG
  if (start_ && in_link_ && target && !has_target_) {
    has_target_ = true;
    target_ = value;
  }
  if (start_ && element_ == "area" && name == "alt" && !has_alternative_) {
    has_alternative_ = true;
    alternative_ = value;
  }
  // Readers of mail see it in place of the image.
  if (start_ && in_link_ && element_ == "img" && name == "alt") {
    show(token.begin, token.end, ReferencePlace::attribute);
  }
  if (element_ == "script" && name == "type") {
    type_ = lower_name(text_.substr(token.begin, token.end - token.begin));
  }
  Segment prototype = segment(Segment::Context::attribute);
  prototype.escaper = token.quote == '\0' ? &html_unquoted_escaper() : &html_escaper();
  prototype.identifier =
      is_html_name(element_, name, text_.substr(token.begin, token.end - token.begin));
  const bool set = name == "srcset" || name == "imagesrcset";
  const bool parts =
      set || name == "style" || name == "srcdoc" || (element_ == "meta" && name == "content");
  if (!parts) {
    const Wording wording = is_one_of(name, kUrls) ? Wording::url : Wording::words;
    prototype.url = wording == Wording::url;
    if (name.starts_with("on")) prototype.context = Segment::Context::prose;  // a program
    return push_references(token.begin, token.end, ReferencePlace::attribute, wording, prototype);
  }
  with_value(value, [&](TextSpan whole) {
    if (set) return source_set(whole, prototype);
    if (name == "content") return refresh(whole, prototype);
    embed(name == "style" ? read_css : read_html, whole);
  });
}

/// Calls with the value in a text of its own if it has references.
template <typename Read>
void HtmlReader::with_value(const Value& value, Read read) {
  if (!holds_html_reference(text_, value.begin, value.end, ReferencePlace::attribute)) {
    return read(writer_.span(value.begin, value.end));
  }
  Decoder decoder = writer_.decoder();
  for (std::size_t i = value.begin; i < value.end;) {
    i = decode_html(text_, i, value.end, ReferencePlace::attribute, decoder);
  }
  const std::uint32_t before = document_.count();
  const auto size = static_cast<Off>(decoder.bytes().size());
  read({decoder.take(document_, where_.text, Layer::html), 0, size});
  document_.truncate(before);
}

void HtmlReader::embed(Reader& read, TextSpan where) {
  const std::string key(path_.view());
  ReaderOptions options = options_;
  options.key = key;
  ++options.depth;
  const bool deep = options.depth > kDeepestEmbedding;
  if (deep && &read != &read_css) sink_.cut(kTooDeep);  // few style sheets have escapes
  Reader& fitting = deep ? read_text : read;
  more_ = more() && fitting(document_, where, options, sink_);
}

void HtmlReader::push_part(TextSpan whole, std::size_t begin, std::size_t end, Segment part) {
  if (begin >= end || !more()) return;
  part.where = {whole.text, whole.begin + static_cast<Off>(begin),
                whole.begin + static_cast<Off>(end)};
  more_ = sink_.segment(part);
}

/// Candidates of `srcset`: WHATWG HTML 4.8.4.3.10.
void HtmlReader::source_set(TextSpan whole, const Segment& part) {
  const std::string_view set = document_.bytes(whole);
  Segment url = part;
  url.url = true;
  if (holds_template(set)) return push_part(whole, 0, set.size(), part);
  std::size_t i = 0;
  while (i < set.size()) {
    while (i < set.size() && (is_html_space(set[i]) || set[i] == ',')) ++i;
    const std::size_t begin = i;
    while (i < set.size() && !is_html_space(set[i])) ++i;
    std::size_t end = i;
    while (end > begin && set[end - 1] == ',') --end;
    push_part(whole, begin, end, url);
    if (end != i) continue;
    const std::size_t descriptor = i;
    bool inside = false;
    for (; i < set.size() && (inside || set[i] != ','); ++i) {
      inside = set[i] == '(' || (inside && set[i] != ')');
    }
    // `2x`, `300w`: anything else may hold a URL.
    const bool odd = set.substr(descriptor, i - descriptor).find(':') != set.npos;
    if (odd || i - descriptor > kLongestDescriptor) push_part(whole, descriptor, i, part);
  }
}

/// `5; url=https://…`: WHATWG HTML 4.2.5.3; anything else is one value.
void HtmlReader::refresh(TextSpan whole, const Segment& part) {
  const std::string_view content = document_.bytes(whole);
  std::size_t i = 0;
  const auto skip = [&](auto matches) {
    const std::size_t begin = i;
    while (i < content.size() && matches(content[i])) ++i;
    return i - begin;
  };
  skip(is_html_space);
  const bool seconds = skip([](char c) { return is_digit(c) || c == '.'; }) != 0;
  skip(is_html_space);
  const bool separator = skip([](char c) { return c == ';' || c == ','; }) != 0;
  skip(is_html_space);
  const bool named = i + 3 < content.size() && lower_name(content.substr(i, 3)) == "url";
  if (named) i += 3;
  skip(is_html_space);
  if (!seconds || !separator || !named || skip([](char c) { return c == '='; }) == 0) {
    return push_part(whole, 0, content.size(), part);
  }
  skip(is_html_space);
  std::size_t end = content.size();
  const char quote = at(content, i);
  if (quote == '"' || quote == '\'') end = std::min(content.find(quote, ++i), end);
  Segment url = part;
  url.url = true;
  push_part(whole, i, end, url);
  push_part(whole, end, content.size(), part);
}

/// As it stands if there is no reference; a map of very many is handed out in pieces.
void HtmlReader::push_references(std::size_t begin, std::size_t end, ReferencePlace place,
                                 Wording wording, Segment prototype) {
  const Segment::Context context = prototype.context;
  const auto context_of = [=](std::string_view value) {
    const bool exact = wording == Wording::url || value_context(value) == Segment::Context::value;
    return exact ? context : Segment::Context::prose;
  };
  if (!holds_html_reference(text_, begin, end, place)) {
    prototype.context = context_of(text_.substr(begin, end - begin));
    return writer_.raw(begin, end, prototype);
  }
  Decoder decoder = writer_.decoder();
  const auto push = [&] {
    prototype.context = context_of(decoder.bytes());
    writer_.decoded(decoder, Layer::html, prototype);
  };
  for (std::size_t i = begin; i < end;) {
    i = decode_html(text_, i, end, place, decoder);
    if (SegmentWriter::is_cut(decoder)) push();
  }
  push();
}

void HtmlReader::text(const HtmlToken& token) {
  push_references(token.begin, token.end, ReferencePlace::text, Wording::words, text_segment());
  show(token.begin, token.end, ReferencePlace::text);
}

/// What stands in an element without tags: `element_` is still its name.
void HtmlReader::raw_text(const HtmlToken& token) {
  path_.reset();
  path_.key(element_);
  if (tokenizer_.content() == HtmlContent::rcdata) {
    Segment prototype = segment(Segment::Context::prose);
    return push_references(token.begin, token.end, ReferencePlace::text, Wording::words, prototype);
  }
  const TextSpan where = writer_.span(token.begin, token.end);
  if (element_ == "style") return embed(read_css, where);
  const bool script = element_ == "script";
  if (script && (type_.find("json") != type_.npos || type_ == "importmap")) {
    return embed(read_json, where);
  }
  const bool page = script && (type_ == "text/html" || type_.find("template") != type_.npos ||
                               type_.find("handlebars") != type_.npos);
  if (page || element_ == "noframes" || element_ == "noembed" || element_ == "iframe") {
    return embed(read_html, where);
  }
  writer_.raw(token.begin, token.end, segment(Segment::Context::prose));
}

/// The text of an open link; it does not grow beyond a bound.
void HtmlReader::show(std::size_t begin, std::size_t end, std::optional<ReferencePlace> place) {
  if (!in_link_ || element_ == "area") return;
  while (begin < end && shown_.bytes().size() < kLongestShown) {
    const std::size_t most = std::min(end, begin + kLongestShown - shown_.bytes().size());
    if (place) {
      begin = decode_html(text_, begin, std::max(most, std::min(end, begin + 40)), *place, shown_);
    } else {
      shown_.verbatim(begin, most);
      begin = most;
    }
  }
}

void HtmlReader::show_space(std::size_t begin, std::size_t end) {
  if (shown_.bytes().size() < kLongestShown) shown_.atom(begin, end, " ");
}

/// An `area` shows its `alt`.
void HtmlReader::end_link() {
  if (!in_link_) return;
  in_link_ = false;
  const std::uint32_t before = document_.count();
  if (has_alternative_) {
    shown_ = writer_.decoder();
    for (std::size_t i = alternative_.begin; i < alternative_.end;) {
      const bool room = shown_.bytes().size() < kLongestShown;
      i = room ? decode_html(text_, i, alternative_.end, ReferencePlace::attribute, shown_)
               : alternative_.end;
    }
  }
  if (has_target_ && more()) {
    const auto size = static_cast<Off>(shown_.bytes().size());
    link(target_, {shown_.take(document_, where_.text, Layer::html), 0, size});
  }
  document_.truncate(before);
  shown_ = writer_.decoder();
  has_alternative_ = has_target_ = false;
}

void HtmlReader::link(const Value& target, TextSpan shown) {
  path_.reset();
  path_.key(has_alternative_ ? "area" : "a");
  path_.open_mapping();
  path_.key("href");
  with_value(target, [&](TextSpan whole) {
    Link out;
    out.target.where = without_line_breaks(document_, whole, UrlPlace::url);
    out.target.context = Segment::Context::attribute;
    out.target.element = out.shown.element = has_alternative_ ? "area" : "a";
    out.target.key = path_.view();
    out.shown.key = options_.key;
    out.target.escaper = target.quote == '\0' ? &html_unquoted_escaper() : &html_escaper();
    out.shown.where = shown;
    out.shown.escaper = &html_escaper();
    more_ = sink_.link(out);
  });
}

class HtmlEscaper final : public Escaper {
 public:
  explicit HtmlEscaper(std::string_view specials) : specials_(specials) {}
  [[nodiscard]] std::optional<std::string> write(std::string_view text) const override {
    std::string out;
    for (const char c : text) {
      if (c == '\0' || c == '\r') return std::nullopt;  // no reader would give them back
      if (specials_.find(c) == std::string_view::npos) {
        out += c;
      } else if (c == '&') {
        out += "&amp;";
      } else {
        out += "&#" + std::to_string(static_cast<unsigned char>(c)) + ';';
      }
    }
    return out;
  }

 private:
  std::string_view specials_;
};

}  // namespace

bool read_html(Document& document, TextSpan where, const ReaderOptions& options,
               SegmentSink& sink) {
  return HtmlReader(document, where, options, sink).run();
}

const Escaper& html_escaper() noexcept {
  static const HtmlEscaper kEscaper("&<>\"'");
  return kEscaper;
}
const Escaper& html_unquoted_escaper() noexcept {
  static const HtmlEscaper kEscaper("&<>\"'`= \t\n\f");
  return kEscaper;
}

}  // namespace urilint
