#include "unit/document/reading.hpp"

namespace urilint::testing {
namespace {

class Keeper final : public SegmentSink {
 public:
  Keeper(const Document& document, std::vector<Pushed>& out) : document_(document), out_(out) {}
  bool segment(const Segment& segment) override {
    Pushed pushed;
    pushed.text = document_.bytes(segment.where);
    pushed.key = segment.key;
    pushed.element = segment.element;
    pushed.context = segment.context;
    pushed.identifier = segment.identifier;
    pushed.source = document_.to_source(segment.where);
    pushed.escaper = segment.escaper;
    for (TextId id = segment.where.text; id != kRawText; id = document_.text(id).map.parent) {
      pushed.layers.emplace_back(name_of(document_.text(id).layer));
    }
    out_.push_back(std::move(pushed));
    return true;
  }
  bool link(const Link& /*link*/) override { return true; }

 private:
  const Document& document_;
  std::vector<Pushed>& out_;
};

class LinkKeeper final : public SegmentSink {
 public:
  LinkKeeper(const Document& document, std::vector<std::string>& out)
      : document_(document), out_(out) {}
  bool segment(const Segment& /*segment*/) override { return true; }
  bool link(const Link& link) override {
    out_.emplace_back(document_.bytes(link.target.where));
    out_.emplace_back(document_.bytes(link.shown.where));
    return true;
  }

 private:
  const Document& document_;
  std::vector<std::string>& out_;
};

std::string visible(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (byte < 0x20 || byte == 0x7f) {
      out += "\\x";
      out += kDigits[byte >> 4U];
      out += kDigits[byte & 0xfU];
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

std::string_view word_of(Segment::Context context) noexcept {
  constexpr std::string_view kWords[] = {"prose",     "value",  "comment",
                                         "attribute", "header", "line"};
  return kWords[static_cast<std::size_t>(context)];
}

std::vector<Pushed> read_segments(Format format, std::string_view text) {
  std::vector<Pushed> out;
  Document document;
  document.add({text, {}, Layer::raw});
  Keeper keeper(document, out);
  ReaderOptions options;
  options.decode_all = true;
  read_document(format, document, {kRawText, 0, static_cast<Off>(text.size())}, options, keeper);
  return out;
}

std::string dump(Format format, std::string_view text) {
  std::string out;
  for (const Pushed& pushed : read_segments(format, text)) {
    out += word_of(pushed.context);
    if (pushed.identifier) out += " identifier";
    for (const std::string& layer : pushed.layers) out += " " + layer;
    if (!pushed.element.empty()) out += " <" + pushed.element + ">";
    if (!pushed.key.empty()) out += " " + pushed.key;
    out += ": " + visible(pushed.text) + "\n";
  }
  return out;
}

std::string dump_links(Format format, std::string_view text) {
  std::vector<std::string> links;
  Document document;
  document.add({text, {}, Layer::raw});
  LinkKeeper keeper(document, links);
  read_document(format, document, {kRawText, 0, static_cast<Off>(text.size())}, {}, keeper);
  std::string out;
  for (std::size_t i = 0; i + 1 < links.size(); i += 2) {
    out += visible(links[i]) + " | " + visible(links[i + 1]) + "\n";
  }
  return out;
}

}  // namespace urilint::testing
