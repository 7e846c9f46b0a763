#include "document/transfer.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "support/layer_invariants.hpp"

using namespace urilint;
using namespace urilint::testing;
using namespace std::string_literals;

namespace {

struct Row {
  std::string source;
  std::string text;
};

std::string decoded(TransferEncoding encoding, std::string_view source) {
  Document document;
  document.add({source, {}, Layer::raw});
  const TextSpan all{kRawText, 0, static_cast<Off>(source.size())};
  return std::string(document.text(decode_transfer(document, all, encoding)).bytes);
}

/// Decodes each row also from the middle of a text, follows the map, and decodes what it leads to.
void check_rows(TransferEncoding encoding, const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    CAPTURE(row.source);
    CHECK(decoded(encoding, row.source) == row.text);
    const std::string framed = "=41" + row.source + "QUJD";
    Document document;
    document.add({framed, {}, Layer::raw});
    const TextSpan where{kRawText, 3, static_cast<Off>(framed.size() - 4)};
    const TextId id = decode_transfer(document, where, encoding);
    CHECK(document.text(id).layer == Layer::transfer);
    CHECK(document.text(id).bytes == row.text);
    const Respell respell = [encoding](std::string_view source) {
      return decoded(encoding, source);
    };
    const bool alone = encoding != TransferEncoding::uuencode;
    CHECK(layer_fault(document, id, alone ? respell : Respell{}) == "");
  }
}

/// What spells the first `part` of the decoded text.
std::string spelling(TransferEncoding encoding, const std::string& source, std::string_view part) {
  Document document;
  document.add({source, {}, Layer::raw});
  const TextId id =
      decode_transfer(document, {kRawText, 0, static_cast<Off>(source.size())}, encoding);
  const std::size_t begin = document.text(id).bytes.find(part);
  REQUIRE(begin != std::string::npos);
  const SourceSpan span =
      document.to_source({id, static_cast<Off>(begin), static_cast<Off>(begin + part.size())});
  return source.substr(span.begin, span.size());
}

std::string repeated(std::string_view piece, std::size_t count) {
  std::string out;
  out.reserve(piece.size() * count);
  for (std::size_t i = 0; i < count; ++i) out += piece;
  return out;
}

}  // namespace

TEST_CASE("names of transfer encodings") {
  const std::pair<std::string_view, TransferEncoding> rows[] = {
      {"quoted-printable", TransferEncoding::quoted_printable},
      {" Quoted-Printable ; x=y", TransferEncoding::quoted_printable},
      {"\"base64\"", TransferEncoding::base64},
      {"(a (b\\)) c)\r\n BASE64 (d)", TransferEncoding::base64},
      {"x-uuencode", TransferEncoding::uuencode},
      {"UUENCODE", TransferEncoding::uuencode},
      {"7bit", TransferEncoding::identity},
      {"8bit", TransferEncoding::identity},
      {"base-64", TransferEncoding::identity},
      {"base64x", TransferEncoding::identity},
      {"(base64", TransferEncoding::identity},
      {"(\\", TransferEncoding::identity},
      {"", TransferEncoding::identity},
  };
  for (const auto& [name, encoding] : rows) {
    CAPTURE(std::string(name));
    CHECK(transfer_encoding_named(name) == encoding);
  }
}

TEST_CASE("quoted-printable") {
  check_rows(TransferEncoding::quoted_printable,
             {{"", ""},
              {"a=3Db", "a=b"},
              {"=c3=A9", "\xc3\xa9"},
              {"https://ex=\r\nample.com/", "https://example.com/"},
              {"ex= \t\r\nample", "example"},
              {"ex=\nam=\rple", "example"},
              {"one\r\ntwo\nthree\r", "one\r\ntwo\nthree\r"},
              {"a \t\r\nb  c ", "a\r\nb  c"},
              {"a=20\r\nb", "a \r\nb"},
              {"a=b=4", "a=b=4"},
              {"a=G1=1G", "a=G1=1G"},
              {"==41", "=A"},
              {"= =41", "= A"},
              {"=", ""},
              {"a= \t", "a"},
              {"=00=FF\xff", "\0\xff\xff"s},
              {"=\r\n=\r\n=41", "A"}});
}

TEST_CASE("base64") {
  check_rows(TransferEncoding::base64, {{"", ""},
                                        {"aHR0cHM6Ly9leGFtcGxlLmNvbS8=", "https://example.com/"},
                                        {"aHR0cHM6Ly9leGFtcGxlLmNvbS8", "https://example.com/"},
                                        {"aHR0\r\ncHM6\r\nLy8=\r\n", "https://"},
                                        {"aHR0c\r\nHM6Ly\r\n8=", "https://"},
                                        {"a!H*R-0_", "htt"},
                                        {"QQ==Qg==", "AB"},
                                        {"QUI=QQ==", "ABA"},
                                        {"QQ=QQ=", "AA"},
                                        {"Q", ""},
                                        {"Q=Q=", "A"},
                                        {"====", ""},
                                        {"=QUJD", "ABC"},
                                        {"QQ", "A"},
                                        {"QUJ", "AB"},
                                        {"/+8=", "\xff\xef"}});
}

TEST_CASE("uuencode") {
  check_rows(TransferEncoding::uuencode,
             {{"begin 644 a.txt\n#86)C\n`\nend\n", "abc"},
              {"words\r\nbegin 644 a\r\n#86)C\r\n$86)C9```\r\n`\r\nend\r\n#86)C\r\n",
               "words\r\nabcabcd#86)C\r\n"},
              {"begin 6 a\n#86)C\nend \nhttps://x\nbegin 6 b\n#86)C\nnot uu\nend",
               "abchttps://x\nabcnot uu\n"},
              {"#86)C\n", "abc"},
              {"begin 644 a\n#  ", "\0"s},
              {"begin 644 a\n\n\n#86)C", "abc"},
              {"begin 644 a\nM86)C\nend", "abc"},
              {"", ""}});
}

TEST_CASE("identity copies nothing") {
  Document document;
  const std::string source = "xabcx";
  document.add({source, {}, Layer::raw});
  const TextId id = decode_transfer(document, {kRawText, 1, 4}, TransferEncoding::identity);
  CHECK(document.text(id).bytes.data() == source.data() + 1);
  CHECK(document.text(id).bytes == "abc");
  CHECK(document.to_source({id, 1, 2}) == SourceSpan{2, 3});
}

TEST_CASE("a place in a decoded body is the very characters that spell it") {
  CHECK(spelling(TransferEncoding::quoted_printable, "a ht=74ps:=2F=2Fexam=\r\nple b", "//exam") ==
        "=2F=2Fexam");
  CHECK(spelling(TransferEncoding::quoted_printable, "a=\r\nb=\r\nc", "b") == "b");
  CHECK(spelling(TransferEncoding::quoted_printable, "=41=42=43", "B") == "=42");
  CHECK(spelling(TransferEncoding::base64, "QUJDREVGR0hJ\r\nSktM", "EF") == "REVG");
  CHECK(spelling(TransferEncoding::base64, "QUJDREVGR0hJ\r\nSktM", "IJ") == "R0hJ\r\nSktM");
  CHECK(spelling(TransferEncoding::base64, "QUJDRE\r\nVGR0hJ", "D") == "RE\r\nVG");
  CHECK(spelling(TransferEncoding::uuencode, "begin 6 a\n&86)C9&5F\nend", "def") == "9&5F");
}

TEST_CASE("lines of base64 are a run each") {
  const std::string line = repeated("QUJD", 19) + "\r\n";
  const std::string source = repeated(line, 1000);
  Document document;
  document.add({source, {}, Layer::raw});
  const TextId id = decode_transfer(document, {kRawText, 0, static_cast<Off>(source.size())},
                                    TransferEncoding::base64);
  CHECK(document.text(id).bytes.size() == 57U * 1000);
  CHECK(document.text(id).map.runs.size() == 1000);
}

TEST_CASE("a map that grew too large goes on coarsely") {
  const std::string source = repeated("a=41", 4000) + repeated("b", 200) + repeated("=42c", 400);
  reading::Decoder out(source, 5, 100);
  reading::decode_quoted_printable(source, 0, source.size(), out);
  CHECK(out.runs() < 100 + source.size() / 32);
  Document document;
  const std::string raw = "12345" + source;
  document.add({raw, {}, Layer::raw});
  const TextId id = out.take(document, kRawText, Layer::transfer);
  const std::string text = repeated("aA", 4000) + repeated("b", 200) + repeated("Bc", 400);
  REQUIRE(document.text(id).bytes == text);
  CHECK(layer_fault(document, id, [](std::string_view part) {
          return decoded(TransferEncoding::quoted_printable, part);
        }) == "");
  // Every byte is still in what it is mapped to, and that is short.
  for (Off i = 0; i < text.size(); ++i) {
    const SourceSpan span = document.to_source({id, i, i + 1});
    REQUIRE(span.size() <= 68);
    const std::string part =
        decoded(TransferEncoding::quoted_printable, raw.substr(span.begin, span.size()));
    REQUIRE(part.find(text[i]) != std::string::npos);
  }
}
