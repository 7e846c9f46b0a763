// Run by run, from the map alone: what the decoder meant is not asked.
#include "support/layer_invariants.hpp"

#include <algorithm>

namespace urilint::testing {
namespace {

/// One run with both its ends.
struct Stretch {
  const Run* run;
  std::string_view text;
  std::string_view source;
};

std::string quoted(std::string_view bytes) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : bytes.substr(0, 80)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f) {
      out += c;
    } else {
      out += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15U]};
    }
  }
  return out + '"';
}

/// Several marks in a row as one: how many stand for bytes that are no characters depends on what
/// follows them.
std::string with_single_marks(std::string_view text) {
  constexpr std::string_view kMark = "\xef\xbf\xbd";
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const bool mark = text.substr(i).starts_with(kMark);
    if (!mark || !out.ends_with(kMark)) out += text.substr(i, mark ? kMark.size() : 1);
    i += mark ? kMark.size() : 1;
  }
  return out;
}

std::string fault_of(const Stretch& stretch, const Respell& respell) {
  const Run& run = *stretch.run;
  if (!run.atom && run.text_unit == 1 && run.source_unit == 1) {
    return stretch.text == stretch.source ? "" : "bytes differ: " + quoted(stretch.text);
  }
  if (!respell || stretch.text.empty()) return {};
  const std::string again = respell(stretch.source);
  if (with_single_marks(again) == with_single_marks(stretch.text)) return {};
  return quoted(stretch.source) + " spells " + quoted(again) + ", not " + quoted(stretch.text);
}

}  // namespace

std::string layer_fault(const Document& document, TextId id, const Respell& respell) {
  const Text& text = document.text(id);
  const SourceMap& map = text.map;
  const std::string_view parent = document.text(map.parent).bytes;
  if (map.text_end != text.bytes.size()) return "a map of another size";
  for (std::size_t i = 0; i < map.runs.size(); ++i) {
    const Run& run = map.runs[i];
    const bool last = i + 1 == map.runs.size();
    const Off end = last ? map.text_end : map.runs[i + 1].text;
    const Off source_end = last ? map.source_end : map.runs[i + 1].source;
    if (end < run.text || source_end < run.source || source_end > parent.size()) {
      return "runs do not ascend";
    }
    if (i == 0 && run.text != 0) return "text without a run";
    if (run.text_unit == 0 || run.source_unit == 0) return "a unit of nothing";
    Stretch stretch{&run, text.bytes.substr(run.text, end - run.text), {}};
    std::size_t length = source_end - run.source;
    if (!run.atom) {
      if (stretch.text.empty() || stretch.text.size() % run.text_unit != 0) return "half a unit";
      const std::size_t exact = stretch.text.size() / run.text_unit * run.source_unit;
      if (exact > length) return "a run that reaches into the next";
      length = exact;
    }
    stretch.source = parent.substr(run.source, length);
    if (!stretch.text.empty() && stretch.source.empty()) return "text that nothing spells";
    if (std::string fault = fault_of(stretch, respell); !fault.empty()) return fault;
  }
  return {};
}

std::string layers_fault(const Document& document, TextId id, const RespellOf& respell_of) {
  while (id != kRawText) {
    const Text& text = document.text(id);
    if (text.map.parent >= id) return "a parent behind its child";
    if (std::string fault = layer_fault(document, id, respell_of(text)); !fault.empty()) {
      return std::string(name_of(text.layer)) + ": " + fault;
    }
    id = text.map.parent;
  }
  return {};
}

}  // namespace urilint::testing
