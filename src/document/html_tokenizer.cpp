// WHATWG HTML 13.2.5, states folded into searches for what ends them: each is a bounded look ahead
// or moves on behind what it saw. Programs in pages (PHP, ERB, Jinja) are taken whole.
#include "document/html_tokenizer.hpp"

#include <algorithm>

#include "document/chars.hpp"
#include "document/templates.hpp"

namespace urilint::reading {
namespace {

using Kind = HtmlToken::Kind;

constexpr std::size_t kNone = std::string_view::npos;

/// The white space of HTML: no vertical tab.
constexpr bool is_html_space(char c) noexcept { return is_blank(c) || is_line_end(c) || c == '\f'; }

constexpr bool ends_name(char c) noexcept { return is_html_space(c) || c == '/' || c == '>'; }

constexpr char lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
}

/// `word` is in lower case.
bool begins_with(std::string_view text, std::size_t i, std::string_view word) noexcept {
  if (i > text.size() || text.size() - i < word.size()) return false;
  return std::equal(word.begin(), word.end(), text.begin() + static_cast<std::ptrdiff_t>(i),
                    [](char a, char b) { return a == lower(b); });
}

bool is_php(std::string_view text, std::size_t i) noexcept {
  return begins_with(text, i, "<?php") || begins_with(text, i, "<?=");
}

}  // namespace

void HtmlTokenizer::enter(HtmlContent content, std::string_view element) {
  content_ = content;
  element_ = element;
}

bool HtmlTokenizer::next(HtmlToken& token) {
  token = {};
  if (in_tag_ && next_in_tag(token)) return true;
  if (i_ >= text_.size()) return false;
  next_text(token);
  return true;
}

void HtmlTokenizer::next_text(HtmlToken& token) {
  const std::size_t end = text_end(i_);
  if (end == i_ && content_ != HtmlContent::cdata) return markup(token);
  token.begin = i_;
  token.end = token.next = i_ = end;
  if (content_ == HtmlContent::cdata && text_.substr(end, 3) == "]]>") {
    token.next = i_ = end + 3;
    content_ = HtmlContent::data;
  }
}

/// Where the text that begins at `i` ends; `i` itself: there is markup.
std::size_t HtmlTokenizer::text_end(std::size_t i) {
  if (content_ == HtmlContent::plaintext) return text_.size();
  if (content_ == HtmlContent::cdata) return std::min(text_.find("]]>", i), text_.size());
  if (content_ == HtmlContent::script) return script_end(i);
  for (i = text_.find('<', i); i != kNone; i = text_.find('<', i + 1)) {
    if (content_ == HtmlContent::data ? opens_markup(i) : is_end_tag(i)) return i;
  }
  return text_.size();
}

bool HtmlTokenizer::opens_markup(std::size_t i) const noexcept {
  const char c = at(text_, i + 1);
  if (c == '!' || c == '?' || is_alpha(c)) return true;
  if (c == '/') return i + 2 < text_.size();
  return template_end(text_, i) != 0;
}

/// The end tag of `element_`: where the tokenizer itself is not in charge of its name, none is.
bool HtmlTokenizer::is_end_tag(std::size_t i) const noexcept {
  return !element_.empty() && at(text_, i + 1) == '/' && begins_with(text_, i + 2, element_) &&
         i + 2 + element_.size() < text_.size() && ends_name(text_[i + 2 + element_.size()]);
}

/// A `<script>` in a comment of a script takes the next end tag for itself.
std::size_t HtmlTokenizer::script_end(std::size_t i) const noexcept {
  constexpr std::string_view kScript = "script";
  enum class State : std::uint8_t { plain, escaped, twice } state = State::plain;
  std::size_t dashes = 0;  // of `-->`: not before here
  for (;;) {
    i = state == State::plain ? text_.find('<', i) : text_.find_first_of("<>", i);
    if (i == kNone) return text_.size();
    if (text_[i] == '>') {
      if (i >= dashes + 2 && text_[i - 1] == '-' && text_[i - 2] == '-') state = State::plain;
    } else if (state != State::twice && is_end_tag(i)) {
      return i;
    } else if (state == State::plain && text_.substr(i, 4) == "<!--") {
      state = State::escaped;
      dashes = i + 2;
      i += 3;
    } else if (state != State::plain) {
      const bool closes = at(text_, i + 1) == '/';
      const std::size_t name = i + (closes ? 2 : 1);
      const std::size_t behind = name + kScript.size();
      if (closes == (state == State::twice) && begins_with(text_, name, kScript) &&
          behind < text_.size() && ends_name(text_[behind])) {
        state = closes ? State::escaped : State::twice;
      }
    }
    ++i;
  }
}

void HtmlTokenizer::markup(HtmlToken& token) {
  const std::size_t behind = program_end(i_);
  if (behind != 0) return program(token, behind);
  const char c = at(text_, i_ + 1);
  if (c == '!') {
    if (text_.substr(i_ + 2, 2) == "--") return comment(token, i_ + 4);
    const bool doctype = begins_with(text_, i_ + 2, "doctype");
    bogus_comment(token, i_ + 2);
    if (doctype) token.kind = Kind::doctype;
    return;
  }
  if (c == '?') return bogus_comment(token, i_ + 1);
  if (c != '/') return open_tag(token, Kind::start_tag, i_ + 1);
  if (is_alpha(text_[i_ + 2])) return open_tag(token, Kind::end_tag, i_ + 2);
  bogus_comment(token, i_ + 2);
}

void HtmlTokenizer::program(HtmlToken& token, std::size_t end) {
  token.kind = Kind::program;
  token.begin = i_;
  token.end = token.next = i_ = end;
}

void HtmlTokenizer::open_tag(HtmlToken& token, Kind kind, std::size_t name) {
  token.kind = kind;
  token.begin = i_ = name;
  while (i_ < text_.size() && !ends_name(text_[i_])) ++i_;
  token.end = token.next = i_;
  in_tag_ = true;
  content_ = HtmlContent::data;
}

void HtmlTokenizer::bogus_comment(HtmlToken& token, std::size_t begin) {
  token.kind = Kind::comment;
  token.begin = begin;
  token.end = std::min(text_.find('>', begin), text_.size());
  token.next = i_ = std::min(token.end + 1, text_.size());
}

void HtmlTokenizer::comment(HtmlToken& token, std::size_t begin) {
  token.kind = Kind::comment;
  token.begin = token.end = begin;
  if (at(text_, begin) == '>' || text_.substr(begin, 2) == "->") {
    token.next = i_ = begin + (text_[begin] == '>' ? 1 : 2);
    return;
  }
  for (std::size_t i = text_.find("--", begin); i != kNone; i = text_.find("--", i + 1)) {
    const std::size_t close = at(text_, i + 2) == '!' ? i + 3 : i + 2;
    if (at(text_, close) != '>') continue;
    token.end = i;
    token.next = i_ = close + 1;
    return;
  }
  // Not closed: the beginning of an end is no part of it.
  const std::string_view rest = text_.substr(begin);
  std::size_t cut = 0;
  for (const std::string_view ending : {"--!", "--", "-"}) {
    if (cut == 0 && rest.ends_with(ending)) cut = ending.size();
  }
  token.end = text_.size() - cut;
  token.next = i_ = text_.size();
}

/// False: the text ended within the tag.
bool HtmlTokenizer::next_in_tag(HtmlToken& token) {
  while (i_ < text_.size() && (is_html_space(text_[i_]) || text_[i_] == '/')) {
    if (text_[i_] == '/' && at(text_, i_ + 1) == '>') {
      token.self_closing = true;
      ++i_;
      break;
    }
    ++i_;
  }
  in_tag_ = i_ < text_.size();
  if (!in_tag_) return false;
  if (text_[i_] == '>') {
    token.kind = Kind::tag_end;
    token.begin = token.end = i_;
    token.next = ++i_;
    in_tag_ = false;
    return true;
  }
  const std::size_t behind = program_end(i_);
  if (behind != 0) {
    program(token, behind);
  } else {
    attribute(token);
  }
  return true;
}

void HtmlTokenizer::attribute(HtmlToken& token) {
  token.kind = Kind::attribute;
  token.name_begin = i_++;  // also a `=`
  while (i_ < text_.size() && !ends_name(text_[i_]) && text_[i_] != '=') ++i_;
  token.name_end = token.begin = token.end = token.next = i_;
  std::size_t i = i_;
  while (i < text_.size() && is_html_space(text_[i])) ++i;
  if (at(text_, i) == '=') {
    i_ = i + 1;
    value(token);
  } else {
    i_ = i;
  }
  token.next = i_;
}

void HtmlTokenizer::value(HtmlToken& token) {
  token.has_value = true;
  while (i_ < text_.size() && is_html_space(text_[i_])) ++i_;
  const char c = at(text_, i_);
  if (c == '"' || c == '\'') {
    token.quote = c;
    token.begin = i_ + 1;
    token.end = quoted_end(token.begin, c);
    i_ = std::min(token.end + 1, text_.size());
    in_tag_ = token.end < text_.size();
  } else {
    token.begin = i_;
    token.end = i_ = unquoted_end(i_);
  }
}

/// At the quote that ends the value, which a template expression may use as well.
std::size_t HtmlTokenizer::quoted_end(std::size_t i, char quote) {
  const char signs[] = {quote, '{', '<', '\0'};
  for (;;) {
    i = text_.find_first_of(signs, i);
    if (i == kNone) return text_.size();
    if (text_[i] == quote) return i;
    const std::size_t php = is_php(text_, i) ? php_end(i) : 0;
    const std::size_t behind = php != 0 ? php : quoting_template_end(text_, i, quote);
    i = behind != 0 ? behind : i + 1;
  }
}

std::size_t HtmlTokenizer::unquoted_end(std::size_t i) {
  while (i < text_.size() && !is_html_space(text_[i]) && text_[i] != '>') {
    const std::size_t behind = program_end(i);
    i = behind != 0 ? behind : i + 1;
  }
  return i;
}

/// Behind the program that begins at `i`, or 0. `{{ … }}` counts in tags only: elsewhere it is
/// text like any other.
std::size_t HtmlTokenizer::program_end(std::size_t i) {
  if (text_[i] != '<' && text_[i] != '{') return 0;
  return is_php(text_, i) ? php_end(i) : template_end(text_, i);
}

std::size_t HtmlTokenizer::php_end(std::size_t i) {
  if (no_more_php_ends_) return 0;
  const std::size_t end = text_.find("?>", i);
  no_more_php_ends_ = end == kNone;
  return no_more_php_ends_ ? 0 : end + 2;
}

}  // namespace urilint::reading
