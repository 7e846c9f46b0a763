// The percent-encode sets, written out.
#include "interpret/whatwg_encode.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <string_view>

using namespace urilint::whatwg;

namespace {

std::string printable_in(unsigned set) {
  std::string out;
  for (char c = ' '; c <= '~'; ++c) {
    if (is_in(c, set)) out += c;
  }
  return out;
}

std::string encoded(std::string_view text, unsigned set) {
  std::string out = ">";
  append_encoded(out, text, set);
  return out;
}

}  // namespace

TEST_CASE("whatwg sets: the printable characters of each") {
  CHECK(printable_in(kC0Control).empty());
  CHECK(printable_in(kFragment) == " \"<>`");
  CHECK(printable_in(kQuery) == " \"#<>");
  CHECK(printable_in(kSpecialQuery) == " \"#'<>");
  CHECK(printable_in(kPath) == " \"#<>?^`{}");
  CHECK(printable_in(kUserinfo) == " \"#/:;<=>?@[\\]^`{|}");
  CHECK(printable_in(kComponent) == " \"#$%&+,/:;<=>?@[\\]^`{|}");
  CHECK(printable_in(kForbiddenHost) == " #/:<>?@[\\]^|");
  CHECK(printable_in(kForbiddenDomain) == " #%/:<>?@[\\]^|");
  CHECK(printable_in(kNotUrlUnit) == " \"#<>[\\]^`{|}");
}

TEST_CASE("whatwg sets: controls and bytes above ASCII are in all of them") {
  for (const unsigned set :
       {kC0Control, kFragment, kQuery, kSpecialQuery, kPath, kUserinfo, kComponent}) {
    for (unsigned c = 0; c < 256; ++c) {
      if (c < 0x20 || c > 0x7e) CHECK(is_in(static_cast<char>(c), set));
    }
  }
  CHECK(is_in('\x1f', kForbiddenDomain));
  CHECK_FALSE(is_in('\x1f', kForbiddenHost));
  CHECK(is_in('\0', kForbiddenHost));
  CHECK_FALSE(is_in('\xff', kForbiddenDomain));
}

TEST_CASE("whatwg sets: encoding") {
  CHECK(encoded("", kPath) == ">");
  CHECK(encoded("ab", kPath) == ">ab");
  CHECK(encoded(" a b\x7f", kPath) == ">%20a%20b%7F");
  CHECK(encoded("\u00e4%zz", kC0Control) == ">%C3%A4%zz");
}

TEST_CASE("whatwg sets: what is no URL unit") {
  struct Row {
    std::string_view text;
    std::size_t size;
  };
  const Row rows[] = {
      {"a", 0},      {" ", 1},      {"%41", 0},    {"%4", 1},         {"%", 1},
      {"%g1", 1},    {"#", 1},      {"\u00e4", 0}, {"\u0085", 2},     {"\u00a0", 0},
      {"\ufdd0", 3}, {"\ufffe", 3}, {"\ufffd", 0}, {"\U0001fffe", 4}, {"\U0010fffd", 0},
      {"\x7f", 1},   {"\x01", 1},
  };
  for (const Row& row : rows) {
    INFO(row.text);
    CHECK(bad_unit_at(row.text, 0) == row.size);
  }
}
