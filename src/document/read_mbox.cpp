// A line `From name date` begins a message; each is read as one. Quoted lines (`>From `) stay as
// they are: nobody sees a URI in them differently.
#include <string>

#include "document/chars.hpp"
#include "document/key_path.hpp"
#include "document/mail_structure.hpp"
#include "document/mbox_lines.hpp"
#include "document/readers.hpp"

namespace urilint {

bool read_mbox(Document& document, TextSpan where, const ReaderOptions& options,
               SegmentSink& sink) {
  const std::string_view text = document.bytes(where);
  const auto span = [&](std::size_t begin, std::size_t end) {
    return TextSpan{where.text, where.begin + static_cast<Off>(begin),
                    where.begin + static_cast<Off>(end)};
  };
  reading::KeyPath path(options.key);
  path.key("message");
  path.open_sequence(1);
  std::size_t begin = reading::next_from_line(text, 0);
  ReaderOptions message = options;
  if (!read_text(document, span(0, begin), options, sink)) return false;
  while (begin < text.size()) {
    const std::size_t body = reading::behind_from_line(text, begin);
    const std::size_t end = reading::next_from_line(text, body);
    const std::string key(path.view());
    message.key = key;
    if (!read_text(document, span(begin, body), message, sink)) return false;
    if (!read_eml(document, span(body, end), message, sink)) return false;
    path.next();
    begin = end;
  }
  return true;
}

}  // namespace urilint
