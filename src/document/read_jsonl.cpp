// Each line is a document of its own; a string that is not closed ends with its line.
#include "document/chars.hpp"
#include "document/readers.hpp"

namespace urilint {

bool read_jsonl(Document& document, TextSpan where, const ReaderOptions& options,
                SegmentSink& sink) {
  const std::string_view text = document.bytes(where);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = reading::line_end(text, begin);
    const TextSpan line{where.text, where.begin + static_cast<Off>(begin),
                        where.begin + static_cast<Off>(end)};
    if (line.size() > 0 && !read_json(document, line, options, sink)) return false;
    begin = reading::behind_line_end(text, end);
  }
  return true;
}

}  // namespace urilint
