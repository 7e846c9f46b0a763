// Bodies, header values, parameters and charsets as Python's email, quopri and codecs read them.
#include <catch2/catch.hpp>
#include <map>
#include <sstream>
#include <string>

#include "conformance/documents/suites.hpp"
#include "document/encoded_word.hpp"
#include "document/transfer.hpp"
#include "source/named_charset.hpp"

using namespace urilint;
using namespace urilint::testing;

namespace {

std::string unhex(std::string_view digits) {
  const auto value = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  std::string out;
  for (std::size_t i = 0; digits != "-" && i + 1 < digits.size(); i += 2) {
    out += static_cast<char>(value(digits[i]) << 4 | value(digits[i + 1]));
  }
  return out;
}

std::string decoded(std::string_view decoder, const std::string& source) {
  constexpr std::string_view kCharset = "charset:";
  Document document;
  document.add({source, {}, Layer::raw});
  const TextSpan all{kRawText, 0, static_cast<Off>(source.size())};
  if (decoder.starts_with(kCharset)) {
    decoder.remove_prefix(kCharset.size());
    return std::string(document.bytes(decode_charset(document, all, decoder)));
  }
  if (decoder == "header") return std::string(document.bytes(decode_header(document, all)));
  if (decoder == "filename") {
    const auto value = decode_parameter(document, all, "filename");
    return value ? std::string(document.bytes(*value)) : "none";
  }
  const TransferEncoding encoding = transfer_encoding_named(decoder);
  REQUIRE(encoding != TransferEncoding::identity);
  std::string text(document.text(decode_transfer(document, all, encoding)).bytes);
  // The oracle ends its lines with LF.
  if (encoding == TransferEncoding::quoted_printable) std::erase(text, '\r');
  return text;
}

}  // namespace

TEST_CASE("mail is decoded as Python decodes it") {
  std::istringstream lines(oracle("mime_texts.py", "."));
  std::map<std::string, std::size_t> counts;
  std::map<std::string, std::size_t> faults;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string decoder;
    std::string source;
    std::string wanted;
    words >> decoder >> source >> wanted;
    ++counts[decoder];
    const std::string text = decoded(decoder, unhex(source));
    if (text == unhex(wanted)) continue;
    ++faults[decoder];
    UNSCOPED_INFO(decoder << " of " << unhex(source) << " is " << text);
    CHECK(text == unhex(wanted));
  }
  CHECK(counts.size() == 30);
  CHECK(faults.empty());
}
