// Tags with their attributes, text and comments as the html5lib tokenizer suite gives them.
#include <catch2/catch.hpp>
#include <iostream>
#include <map>
#include <sstream>

#include "conformance/documents/suites.hpp"
#include "document/decoder.hpp"
#include "document/html_reference.hpp"
#include "document/html_tokenizer.hpp"
#include "support/reader_invariants.hpp"

using namespace urilint;
using namespace urilint::reading;
using namespace urilint::testing;

namespace {

using testing::Exception;
using Kind = HtmlToken::Kind;

std::string from_hex(std::string_view hex) {
  std::string out;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    out += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
  }
  return out;
}

std::string visible(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '\x01' ? '~' : c == '\0' ? '0' : c;
  return out;
}

/// NUL is U+FFFD to browsers, except between tags.
std::string without_nul(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '\0' ? std::string("\xef\xbf\xbd") : std::string(1, c);
  return out;
}

/// What a source of bytes says; the reader keeps NUL, which is worth a look where it stands.
class Writer {
 public:
  Writer(std::string_view html, HtmlContent content, std::string_view element)
      : html_(html), tokenizer_(html) {
    if (content != HtmlContent::data) tokenizer_.enter(content, element);
  }

  std::string write() {
    for (;;) {
      content_ = tokenizer_.content();
      HtmlToken token;
      if (!tokenizer_.next(token)) return out_;
      add(token);
    }
  }

 private:
  void add(const HtmlToken& token) {
    const std::string_view bytes = html_.substr(token.begin, token.end - token.begin);
    switch (token.kind) {
      case Kind::text:
        out_ += text(token, bytes);
        break;
      case Kind::comment:
        // `</>` is nothing at all.
        if (html_.substr(0, token.begin).ends_with("</") && bytes.empty() &&
            token.next == token.end + 1) {
          break;
        }
        out_ += "<!--" + without_nul(bytes) + "-->";
        break;
      case Kind::start_tag:
      case Kind::end_tag:
        tag_ = std::string(token.kind == Kind::end_tag ? "\x01</" : "\x01<") + lower(bytes);
        start_ = token.kind == Kind::start_tag;
        attributes_.clear();
        break;
      case Kind::attribute:
        attributes_.emplace(
            lower(html_.substr(token.name_begin, token.name_end - token.name_begin)),
            without_nul(decoded(token, ReferencePlace::attribute)));
        break;
      case Kind::tag_end:
        if (start_) {
          for (const auto& [name, value] : attributes_) tag_ += "\x01" + name + "=" + value;
        }
        out_ += tag_ + "\x01>";
        break;
      case Kind::program:
        out_ += bytes;
        break;
      case Kind::doctype:
        break;
    }
  }

  std::string text(const HtmlToken& token, std::string_view bytes) const {
    if (content_ == HtmlContent::data) return decoded(token, ReferencePlace::text);
    if (content_ == HtmlContent::cdata) return std::string(bytes);
    const bool references = content_ == HtmlContent::rcdata;
    return without_nul(references ? decoded(token, ReferencePlace::text) : std::string(bytes));
  }

  std::string decoded(const HtmlToken& token, ReferencePlace place) const {
    Decoder decoder(html_, 0);
    for (std::size_t i = token.begin; i < token.end;) {
      i = decode_html(html_, i, token.end, place, decoder);
    }
    return std::string(decoder.bytes());
  }

  static std::string lower(std::string_view name) {
    std::string out;
    for (const char c : name) out += c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
    return without_nul(out);
  }

  std::string_view html_;
  HtmlTokenizer tokenizer_;
  HtmlContent content_ = HtmlContent::data;
  std::string tag_;
  bool start_ = false;
  std::map<std::string, std::string> attributes_;
  std::string out_;
};

const std::map<std::string, HtmlContent> kStates = {
    {"data", HtmlContent::data},           {"rcdata", HtmlContent::rcdata},
    {"rawtext", HtmlContent::rawtext},     {"script", HtmlContent::script},
    {"plaintext", HtmlContent::plaintext}, {"cdata", HtmlContent::cdata}};

constexpr std::span<const Exception> kExceptions{};

}  // namespace

TEST_CASE("tokens of HTML are those of the suite") {
  const auto folder = suite("html5lib-tokenizer");
  if (!folder) return;
  std::istringstream lines(oracle("html_tokens.py", *folder));
  Tally tally("html5lib-tokenizer, tags, text and comments", kExceptions, 0.98);
  std::size_t surrogates = 0;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name, state, element, input, wanted;
    words >> name >> state >> element >> input >> wanted;
    REQUIRE(kStates.contains(state));
    if (input == ".-" || wanted == ".-") {
      ++surrogates;
      continue;
    }
    const std::string html = from_hex(std::string_view(input).substr(1));
    const std::string tokens = from_hex(std::string_view(wanted).substr(1));
    const std::string found =
        Writer(html, kStates.at(state), element == "-" ? "" : element).write();
    tally.judge(name, found == tokens ? ""
                                      : visible(html) + "\n  read: " + visible(found) +
                                            "\nwanted: " + visible(tokens));
  }
  std::cout << "  left out: " << surrogates << " with lone surrogates, which no text has\n";
}

TEST_CASE("no bytes of the HTML suite break an invariant") {
  const auto folder = suite("html5lib-tokenizer");
  if (!folder) return;
  std::istringstream lines(oracle("html_tokens.py", *folder));
  Tally tally("html5lib-tokenizer, invariants", {}, 1.0);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name, state, element, input;
    words >> name >> state >> element >> input;
    tally.judge(name, reader_fault(Format::html, from_hex(std::string_view(input).substr(1))));
  }
}
