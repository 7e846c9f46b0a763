// Walks over TOML without building anything, to keep hostile nesting from the recursive parser.
// Where it may disagree with the parser about strings it takes text to be outside of them.
#include <algorithm>

#include "engine/rule_file_words.hpp"

namespace urilint {
namespace {

constexpr std::size_t kBracketsMax = 64;
constexpr std::size_t kKeyDotsMax = 16;
// toml++ looks tables up in lists, one step an entry: these keep that from becoming quadratic.
constexpr std::size_t kDotsMax = 4096;
constexpr std::size_t kHeadersMax = 4096;

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::optional<ScanFault> run() {
    while (at_ < text_.size() && !fault_) step();
    return std::move(fault_);
  }

 private:
  // Everything that toml++ takes for the end of a line.
  static bool ends_line(char c) { return c >= '\n' && c <= '\r'; }

  void fail(std::string words) {
    fault_ = ScanFault{line_, Fault{RuleFault::too_deep, std::move(words)}};
  }

  void step() {
    const char c = text_[at_];
    if (c == '"' || c == '\'') return skip_string(c);
    if (c == '#') return skip_comment();
    ++at_;
    if (ends_line(c)) {
      if (c == '\n') ++line_;
      dots_ = 0;
      line_is_empty_ = true;
    } else if (c == '[' || c == '{') {
      open(c);
    } else if (c == ']' || c == '}') {
      if (depth_ != 0) --depth_;
      dots_ = 0;
    } else if (c == ',' || c == '=') {
      dots_ = 0;
    } else if (c == '.') {
      dot();
    }
    if (c != ' ' && c != '\t' && !ends_line(c)) line_is_empty_ = false;
  }

  void open(char c) {
    dots_ = 0;
    if (c == '[' && line_is_empty_ && ++headers_ > kHeadersMax) {
      fail("more than " + std::to_string(kHeadersMax) + " lines that begin with a bracket");
    }
    if (++depth_ > kBracketsMax) {
      fail("brackets are nested more than " + std::to_string(kBracketsMax) + " deep");
    }
  }

  void dot() {
    if (++dots_ > kKeyDotsMax) {
      fail("a key has more than " + std::to_string(kKeyDotsMax) + " dots");
    } else if (++all_dots_ > kDotsMax) {
      fail("more than " + std::to_string(kDotsMax) + " dots in keys");
    }
  }

  void skip_comment() {
    while (at_ < text_.size() && !ends_line(text_[at_])) ++at_;
  }

  void skip_string(char quote) {
    line_is_empty_ = false;
    const std::string_view rest = text_.substr(at_);
    if (rest.size() >= 3 && rest[1] == quote && rest[2] == quote) {
      skip_long_string(quote);
    } else {
      skip_short_string(quote);
    }
  }

  void skip_short_string(char quote) {
    for (++at_; at_ < text_.size() && !ends_line(text_[at_]); ++at_) {
      if (quote == '"' && text_[at_] == '\\') {
        if (at_ + 1 < text_.size() && !ends_line(text_[at_ + 1])) ++at_;
      } else if (text_[at_] == quote) {
        ++at_;
        return;
      }
    }
  }

  void skip_long_string(char quote) {
    std::size_t quotes = 0;
    for (at_ += 3; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '\n') ++line_;
      if (quote == '"' && c == '\\') {
        if (at_ + 1 < text_.size() && text_[at_ + 1] != '\n') ++at_;
        quotes = 0;
      } else if (c != quote) {
        quotes = 0;
      } else if (++quotes == 3) {
        ++at_;
        // Up to two more quotes belong to the string.
        for (int i = 0; i < 2 && at_ < text_.size() && text_[at_] == quote; ++i) ++at_;
        return;
      }
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  std::size_t depth_ = 0;
  std::size_t dots_ = 0;
  std::size_t all_dots_ = 0;
  std::size_t headers_ = 0;
  bool line_is_empty_ = true;
  std::optional<ScanFault> fault_;
};

}  // namespace

std::optional<ScanFault> check_toml_depth(std::string_view toml) { return Scanner(toml).run(); }

}  // namespace urilint
