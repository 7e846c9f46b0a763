// Any bytes, in every transfer encoding, as header values, as flowed text and in a charset that the
// first line names: maps that lead to what spells the text, and sizes that grow with the input.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "document/encoded_word.hpp"
#include "document/flowed.hpp"
#include "document/transfer.hpp"
#include "source/named_charset.hpp"
#include "support/layer_invariants.hpp"
#include "uri/ucs.hpp"

namespace {

using namespace urilint;
using testing::Respell;

[[noreturn]] void fail(const char* decoder, const std::string& fault) {
  std::fprintf(stderr, "%s: %s\n", decoder, fault.c_str());
  std::abort();
}

/// The bytes as a text of their own, and as a part of one.
struct Input {
  explicit Input(std::string_view bytes) : text(bytes) { document.add({text, {}, Layer::raw}); }
  [[nodiscard]] TextSpan all() const { return {kRawText, 0, static_cast<Off>(text.size())}; }
  [[nodiscard]] TextSpan inner() const {
    const auto size = static_cast<Off>(text.size());
    return size < 3 ? all() : TextSpan{kRawText, 1, size - 1};
  }
  std::string_view text;
  Document document;
};

/// No text and no map is larger than its bytes allow.
void check_size(const char* decoder, const Document& document, TextId id, std::size_t growth) {
  for (; id != kRawText; id = document.text(id).map.parent) {
    const Text& text = document.text(id);
    const std::size_t parent = document.text(text.map.parent).bytes.size();
    if (text.bytes.size() > growth * parent + 8) fail(decoder, "a text that grew");
    if (text.map.runs.size() > 2 * parent + 8) fail(decoder, "a map that grew");
  }
}

/// What was decoded leads to no place outside of what was to be decoded.
void check_inside(const char* decoder, const Input& input, TextSpan where, TextSpan out) {
  const SourceSpan source = input.document.to_source(out);
  if (source.begin < where.begin || source.end > where.end) fail(decoder, "a place outside");
}

std::string transferred(std::string_view source, TransferEncoding encoding) {
  Input input(source);
  const TextId id = decode_transfer(input.document, input.all(), encoding);
  return std::string(input.document.text(id).bytes);
}

void check_transfer(std::string_view bytes) {
  for (const TransferEncoding encoding :
       {TransferEncoding::identity, TransferEncoding::quoted_printable, TransferEncoding::base64,
        TransferEncoding::uuencode}) {
    Input input(bytes);
    const TextId id = decode_transfer(input.document, input.inner(), encoding);
    const Respell respell = [encoding](std::string_view part) {
      return transferred(part, encoding);
    };
    const bool alone = encoding != TransferEncoding::uuencode;
    const std::string fault = testing::layer_fault(input.document, id, alone ? respell : Respell{});
    if (!fault.empty()) fail("transfer", fault);
    check_size("transfer", input.document, id, 1);
    const auto size = static_cast<Off>(input.document.text(id).bytes.size());
    if (size > 0) check_inside("transfer", input, input.inner(), {id, 0, size});
  }
  static_cast<void>(transfer_encoding_named(bytes));
}

void check_charset(std::string_view charset, std::string_view bytes, bool alone) {
  Input input(bytes);
  const TextSpan where = input.inner();
  const TextSpan out = decode_charset(input.document, where, charset);
  if (is_utf8_in(input.document.bytes(where), charset) != (out.text == kRawText)) {
    fail("charset", "a copy of what needs none");
  }
  const Respell respell = [charset](std::string_view part) {
    // A mark in front, so that one within the text is not taken for it.
    const std::string_view mark = charset == "utf-16le"   ? "\xff\xfe"
                                  : charset == "utf-16be" ? "\xfe\xff"
                                                          : "";
    const std::string marked = std::string(mark) + std::string(part);
    Input again(marked);
    return std::string(again.document.bytes(decode_charset(again.document, again.all(), charset)));
  };
  const std::string fault = testing::layers_fault(
      input.document, out.text, [&](const Text&) { return alone ? respell : Respell{}; });
  if (!fault.empty()) fail("charset", std::string(charset) + ": " + fault);
  check_size("charset", input.document, out.text, 6);
  if (out.size() > 0) check_inside("charset", input, where, out);
  if (out.text != kRawText && !is_utf8(input.document.bytes(out))) fail("charset", "no UTF-8");
}

/// Charsets whose characters can be read by themselves, and others.
void check_charsets(std::string_view bytes) {
  for (const std::string_view charset :
       {"windows-1252", "koi8-r", "euc-jp", "gb18030", "big5-hkscs", "utf-16le", "utf-16be"}) {
    check_charset(charset, bytes, true);
  }
  for (const std::string_view charset :
       {"utf-8", "", "shift_jis", "iso-2022-jp", "iso-2022-kr", "hz-gb-2312", "utf-7", "utf-16"}) {
    check_charset(charset, bytes, false);
  }
  const std::size_t line = bytes.find('\n');
  if (line != std::string_view::npos) {
    check_charset(bytes.substr(0, line), bytes.substr(line + 1), false);
  }
}

/// An escape, a blank or digits of base64, as encoded words have them.
std::string respell_word(std::string_view part) {
  if (part == "_") return " ";
  const bool escape = part.starts_with("=");
  return transferred(part, escape ? TransferEncoding::quoted_printable : TransferEncoding::base64);
}

void check_text(const char* decoder, const Input& input, TextSpan where, TextSpan out,
                std::size_t growth) {
  const bool words = std::string_view(decoder) == "header";
  const std::string fault =
      testing::layers_fault(input.document, out.text, [words](const Text& text) {
        return words && text.layer == Layer::transfer ? Respell(respell_word) : Respell{};
      });
  if (!fault.empty()) fail(decoder, fault);
  check_size(decoder, input.document, out.text, growth);
  if (out.size() > 0) check_inside(decoder, input, where, out);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // A block of exactly this size, so that a sanitizer sees every byte read too far.
  const auto block = std::make_unique<char[]>(size);
  for (std::size_t i = 0; i < size; ++i) block[i] = static_cast<char>(data[i]);
  const std::string_view bytes(block.get(), size);
  check_transfer(bytes);
  check_charsets(bytes);
  {
    Input input(bytes);
    check_text("header", input, input.inner(), decode_header(input.document, input.inner()), 6);
  }
  for (const std::string_view name : {"filename", "a"}) {
    Input input(bytes);
    const auto out = decode_parameter(input.document, input.inner(), name);
    if (out) check_text("parameter", input, input.inner(), *out, 6);
  }
  for (const SoftBlank blank : {SoftBlank::keep, SoftBlank::drop}) {
    Input input(bytes);
    check_text("flowed", input, input.inner(), decode_flowed(input.document, input.inner(), blank),
               1);
  }
  return 0;
}
