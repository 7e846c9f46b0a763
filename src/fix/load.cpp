// The charset by its mark or a guess, then the format by name or content, as source/input.cpp does.
#include "fix/load.hpp"

#include <algorithm>
#include <utility>

#include "document/escapers.hpp"
#include "source/charset.hpp"

namespace urilint {
namespace {

constexpr std::size_t kHead = std::size_t{8} << 10;  // what both are guessed by

void read_lines(const Document& document, SegmentSink& sink) {
  const std::string_view text = document.text(document.base_text).bytes;
  Segment line;
  line.context = Segment::Context::line;
  line.strict_list = true;
  line.escaper = &list_escaper();
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t lf = std::min(text.find('\n', begin), text.size());
    const bool crlf = lf < text.size() && lf > begin && text[lf - 1] == '\r';
    const std::size_t end = crlf ? lf - 1 : lf;
    line.where = {document.base_text, static_cast<Off>(begin), static_cast<Off>(end)};
    if (begin < end && !sink.segment(line)) return;
    begin = lf + 1;
  }
}

}  // namespace

void read_bytes(Document& document, std::string_view bytes, const FileKind& kind,
                SegmentSink& sink) {
  const bool list = kind.format == Format::list;
  const CharsetGuess guess = charset_of(bytes.substr(0, kHead), !list);
  Text raw;
  raw.bytes = bytes.substr(guess.bom);
  raw.map.base = guess.bom;
  document.add(std::move(raw));
  if (guess.charset != Charset::utf8) {
    DecodedText decoded = decode_text(bytes.substr(guess.bom), guess.charset);
    document.base_text =
        document.add_owned(std::move(decoded.bytes), std::move(decoded.map), Layer::charset);
  }
  if (list) return read_lines(document, sink);
  const std::string_view text = document.text(document.base_text).bytes;
  const Format format =
      kind.format == Format::automatic ? format_of(kind.path, text.substr(0, kHead)) : kind.format;
  const TextSpan all{document.base_text, 0, static_cast<Off>(text.size())};
  read_document(format, document, all, {}, sink);
}

}  // namespace urilint
