// Cuts HTML into tokens by the states of the WHATWG. A token names places only; nothing is decoded
// and nothing grows with the input: the attributes of a tag are tokens of their own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace urilint::reading {

/// What stands between tags: text with references (data, rcdata), text as it is, a script.
enum class HtmlContent : std::uint8_t { data, rcdata, rawtext, script, plaintext, cdata };

struct HtmlToken {
  enum class Kind : std::uint8_t {
    text,
    comment,    ///< also `<?…>`, `<!…>` and other bogus ones
    doctype,    ///< with that word
    start_tag,  ///< the name; attributes follow, then `tag_end`
    end_tag,    ///< the same
    attribute,  ///< `name` and, behind `=`, a value
    tag_end,    ///< `>`; there is none where the text ends within a tag
    program,    ///< `<?php … ?>`, `<% … %>`, in tags `{{ … }}` as well
  };
  Kind kind = Kind::text;
  std::size_t begin = 0;  ///< what matters: text, comment, name of a tag, value
  std::size_t end = 0;
  std::size_t name_begin = 0;  ///< of an attribute
  std::size_t name_end = 0;
  std::size_t next = 0;       ///< behind the token, with its signs
  bool has_value = false;     ///< there is a `=`
  char quote = '\0';          ///< around the value
  bool self_closing = false;  ///< of `tag_end`
};

class HtmlTokenizer {
 public:
  explicit HtmlTokenizer(std::string_view text) noexcept : text_(text) {}

  /// False at the end of the text.
  [[nodiscard]] bool next(HtmlToken& token);
  /// Goes on at `place`, between tags.
  void seek(std::size_t place) noexcept {
    i_ = place;
    in_tag_ = false;
  }
  /// What follows up to `</element`, for an element of that name in lower case.
  void enter(HtmlContent content, std::string_view element);
  [[nodiscard]] HtmlContent content() const noexcept { return content_; }

 private:
  void next_text(HtmlToken& token);
  void markup(HtmlToken& token);
  void open_tag(HtmlToken& token, HtmlToken::Kind kind, std::size_t name);
  void comment(HtmlToken& token, std::size_t begin);
  void bogus_comment(HtmlToken& token, std::size_t begin);
  void program(HtmlToken& token, std::size_t end);
  [[nodiscard]] bool next_in_tag(HtmlToken& token);
  void attribute(HtmlToken& token);
  void value(HtmlToken& token);
  [[nodiscard]] std::size_t quoted_end(std::size_t i, char quote);
  [[nodiscard]] std::size_t unquoted_end(std::size_t i);
  [[nodiscard]] bool opens_markup(std::size_t i) const noexcept;
  [[nodiscard]] bool is_end_tag(std::size_t i) const noexcept;
  [[nodiscard]] std::size_t text_end(std::size_t i);
  [[nodiscard]] std::size_t script_end(std::size_t i) const noexcept;
  [[nodiscard]] std::size_t program_end(std::size_t i);
  [[nodiscard]] std::size_t php_end(std::size_t i);

  std::string_view text_;
  std::size_t i_ = 0;
  HtmlContent content_ = HtmlContent::data;
  std::string element_;  // whose end tag ends `content_`
  bool in_tag_ = false;
  bool no_more_php_ends_ = false;  // no `?>` follows
};

}  // namespace urilint::reading
