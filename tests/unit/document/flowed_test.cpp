#include "document/flowed.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "support/layer_invariants.hpp"

using namespace urilint;
using namespace urilint::testing;

namespace {

std::string flowed(std::string_view source, SoftBlank blank) {
  Document document;
  document.add({source, {}, Layer::raw});
  const TextSpan out =
      decode_flowed(document, {kRawText, 0, static_cast<Off>(source.size())}, blank);
  CHECK(layers_fault(document, out.text, [](const Text&) { return Respell{}; }) == "");
  return std::string(document.bytes(out));
}

}  // namespace

TEST_CASE("soft lines are joined") {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"one \r\ntwo\r\nthree", "one two\r\nthree"},
      {"one \ntwo \nthree\n", "one two three\n"},
      {"> one \r\n> two\r\nthree", "> one two\r\nthree"},
      {">> one \r\n> two \r\nthree", ">> one \r\n> two \r\nthree"},
      {">one \r\n>two", ">one two"},
      {" one\r\n  two", "one\r\n two"},
      {" > no quote \r\nmark", "> no quote mark"},
      {"one \r\n-- \r\nname \r\nfirm", "one \r\n-- \r\nname firm"},
      {"> one \r\n> -- \r\n> name", "> one \r\n> -- \r\n> name"},
      {"one ", "one "},
      {"one \r\n", "one \r\n"},
      {"one \r\n\r\ntwo", "one \r\ntwo"},
  };
  for (const auto& [source, text] : rows) {
    CAPTURE(source);
    CHECK(flowed(source, SoftBlank::keep) == text);
  }
}

TEST_CASE("delsp=yes deletes the blank of a soft line") {
  CHECK(flowed("https://exam \r\nple.com/ \r\nx\r\n", SoftBlank::drop) ==
        "https://example.com/x\r\n");
  CHECK(flowed("> a \r\n> b", SoftBlank::drop) == "> ab");
  CHECK(flowed("a \r\n> b", SoftBlank::drop) == "a \r\n> b");
  CHECK(flowed("a  \r\n b", SoftBlank::drop) == "a b");
}

TEST_CASE("text without soft lines is not copied") {
  Document document;
  const std::string source = "one\r\n> two\r\n-- \r\n";
  document.add({source, {}, Layer::raw});
  const TextSpan where{kRawText, 1, static_cast<Off>(source.size())};
  CHECK(decode_flowed(document, where, SoftBlank::drop) == where);
  CHECK(document.count() == 1);
}

TEST_CASE("a URL that was torn is mapped to all of its lines") {
  Document document;
  const std::string source = "> see https://exam \r\n> ple.com/ end";
  document.add({source, {}, Layer::raw});
  const TextSpan out =
      decode_flowed(document, {kRawText, 0, static_cast<Off>(source.size())}, SoftBlank::drop);
  const std::size_t at = document.bytes(out).find("https://example.com/");
  REQUIRE(at == 6);
  CHECK(document.to_source({out.text, 6, 26}) == SourceSpan{6, source.size() - 4});
}
