// A ruler of brackets under the URI shows each component where it stands, the host in capitals.
// Columns come from the escaped text; where the URI is too wide for that, a list says the same.
#include <algorithm>
#include <array>
#include <vector>

#include "report/escape.hpp"
#include "report/inspect.hpp"
#include "report/marked_line.hpp"
#include "report/paint.hpp"
#include "report/text_finding.hpp"

namespace urilint {
namespace {

constexpr std::size_t kLongestUri = 2000;  // bytes that are printed of a URI that has no ruler
constexpr std::size_t kNameWidth = 12;

/// A component as it is called here, in the order of the text.
struct NamedPart {
  std::string_view name;
  const InspectRecord::Part* part = nullptr;
  [[nodiscard]] bool is_host() const noexcept { return name == "HOST"; }
};

std::vector<NamedPart> parts_of(const InspectRecord& record) {
  const auto get = [](const std::optional<InspectRecord::Part>& part) {
    return part ? &*part : nullptr;
  };
  const std::array<NamedPart, 7> all = {{{"scheme", get(record.scheme)},
                                         {"userinfo", get(record.userinfo)},
                                         {"HOST", get(record.host)},
                                         {"port", get(record.port)},
                                         {"path", get(record.path)},
                                         {"query", get(record.query)},
                                         {"fragment", get(record.fragment)}}};
  std::vector<NamedPart> present;
  for (const NamedPart& named : all) {
    if (named.part != nullptr) present.push_back(named);
  }
  return present;
}

std::string padded(std::string_view name, std::size_t width) {
  std::string out(name);
  out.resize(std::max(out.size(), width), ' ');
  return out;
}

Ink ink_of_part(const NamedPart& part) noexcept {
  return part.is_host() ? Ink::strong : Ink::frame;
}

/// One row of the ruler: cells of one column each, painted in runs.
class Row {
 public:
  void put(std::size_t column, std::string_view cell, Ink ink) {
    if (cells_.size() <= column) cells_.resize(column + 1);
    cells_[column] = {cell, ink};
  }
  void print(const Painter& paint, std::string& out) const {
    for (std::size_t i = 0; i < cells_.size();) {
      std::string run;
      const Ink ink = cells_[i].ink;
      for (; i < cells_.size() && cells_[i].ink == ink; ++i) run += cells_[i].text;
      out += paint(ink, run);
    }
  }

 private:
  struct Cell {
    std::string_view text = " ";
    Ink ink = Ink::plain;
  };
  std::vector<Cell> cells_;
};

struct Bracket {
  NamedPart part;
  std::size_t begin = 0;
  std::size_t width = 0;
  [[nodiscard]] std::size_t stem() const noexcept { return begin + (width - 1) / 2; }
};

std::vector<Bracket> brackets_of(const std::vector<NamedPart>& parts, const EscapedText& uri) {
  std::vector<Bracket> brackets;
  std::size_t free = 0;  // The first column that no bracket has taken.
  for (const NamedPart& named : parts) {
    const std::size_t last = uri.at.size() - 1;
    const auto column = [&](std::uint64_t offset) {
      const std::size_t at = uri.at[std::min<std::uint64_t>(offset, last)];
      return display_width(std::string_view(uri.text).substr(0, at));
    };
    const std::size_t begin = column(named.part->span.begin);
    const std::size_t end = column(named.part->span.end);
    if (begin < free || end <= begin) continue;
    brackets.push_back({named, begin, end - begin});
    free = end;
  }
  return brackets;
}

void draw_bracket(const Bracket& bracket, Row& row) {
  const Ink ink = ink_of_part(bracket.part);
  const std::size_t last = bracket.begin + bracket.width - 1;
  for (std::size_t column = bracket.begin; column <= last; ++column) row.put(column, "─", ink);
  row.put(bracket.begin, "└", ink);
  row.put(last, "┘", ink);
  const std::string_view stem = bracket.width == 1                ? "│"
                                : bracket.stem() == bracket.begin ? "├"
                                                                  : "┬";
  row.put(bracket.stem(), stem, ink);
}

void draw_ruler(const std::vector<Bracket>& brackets, const Painter& paint, std::string& out) {
  Row row;
  for (const Bracket& bracket : brackets) draw_bracket(bracket, row);
  row.print(paint, out);
  out += '\n';
  for (std::size_t label = brackets.size(); label-- > 0;) {
    Row stems;
    for (std::size_t i = 0; i < label; ++i) {
      stems.put(brackets[i].stem(), "│", ink_of_part(brackets[i].part));
    }
    const std::string_view name = brackets[label].part.name;
    for (std::size_t i = 0; i < name.size(); ++i) {
      stems.put(brackets[label].stem() + i, name.substr(i, 1), ink_of_part(brackets[label].part));
    }
    stems.print(paint, out);
    out += '\n';
  }
}

/// The URI with its host emphasised.
void draw_uri(const InspectRecord& record, const EscapedText& uri, const Painter& paint,
              std::string& out) {
  std::size_t begin = 0;
  std::size_t end = 0;
  if (record.host) {
    const std::size_t last = uri.at.size() - 1;
    begin = uri.at[std::min<std::uint64_t>(record.host->span.begin, last)];
    end = std::max(begin, uri.at[std::min<std::uint64_t>(record.host->span.end, last)]);
  }
  out += uri.text.substr(0, begin);
  out += paint(Ink::strong, std::string_view(uri.text).substr(begin, end - begin));
  out.append(uri.text, end) += '\n';
}

void list_part(const NamedPart& named, const TextStyle& style, const Painter& paint,
               std::string& out) {
  const InspectRecord::Part& part = *named.part;
  const std::string where = std::to_string(part.span.begin) + ".." + std::to_string(part.span.end);
  const std::size_t limit = std::max<std::size_t>(style.width, 60) - 30;
  out.append("  ").append(paint(ink_of_part(named), padded(named.name, kNameWidth - 2)));
  out.append(padded(where, 14)).append(excerpt(part.text.view(), {}, limit)) += '\n';
}

void draw_components(const InspectRecord& record, const TextStyle& style, std::string& out) {
  const Painter paint(style.color);
  const std::vector<NamedPart> parts = parts_of(record);
  // No character is printed in less than a column for each four bytes, combining marks aside.
  const std::size_t most_bytes = style.width * 4;
  const std::string_view text = record.uri.view();
  const EscapedText uri = text.size() <= most_bytes ? escape_with_places(text) : EscapedText{};
  if (text.empty()) {
    out += "(an empty reference)\n";
  } else if (text.size() <= most_bytes && display_width(uri.text) <= style.width) {
    draw_uri(record, uri, paint, out);
    draw_ruler(brackets_of(parts, uri), paint, out);
  } else {
    out.append(excerpt(text, {}, kLongestUri)) += '\n';
    for (const NamedPart& named : parts) {
      if (!named.part->text.empty()) list_part(named, style, paint, out);
    }
  }
  for (const NamedPart& named : parts) {
    if (!named.part->text.empty() || named.name == "path") continue;
    out.append(paint(ink_of_part(named), padded(named.name, kNameWidth))).append("(empty)\n");
  }
}

void append_fact(std::string_view name, std::string_view escaped, std::string& out) {
  out.append(padded(name, kNameWidth)).append(escaped) += '\n';
}

/// The words for the host; an IPv6 address in brackets, so that `::` in it stays.
std::string host_words(const InspectRecord::HostInfo& info) {
  std::string out = escape_for_log(info.kind);
  if (!info.address.empty()) {
    const bool is_v6 = info.address.find(':') != std::string::npos;
    out += ", address " +
           escape_for_log(is_v6 ? "[" + info.address + "]" : info.address, Edge::closed);
    if (!info.address_class.empty()) out += " (" + escape_for_log(info.address_class) + ")";
  }
  if (info.registrable_domain) {
    out += ", registrable domain " + escape_for_log(info.registrable_domain->view(), Edge::closed);
  }
  const bool same = info.unicode && info.ascii && info.unicode->view() == info.ascii->view();
  if (info.unicode && !same)
    out += ", shown as " + escape_for_log(info.unicode->view(), Edge::closed);
  return out;
}

void append_violations(const InspectRecord& record, std::string& out) {
  if (record.violations_total == 0) return;
  append_fact("violations", std::to_string(record.violations_total), out);
  for (const auto& violation : record.violations) {
    out.append("  ").append(name_of(violation.code)).append(" at ");
    out.append(std::to_string(violation.span.begin)).append("..");
    out.append(std::to_string(violation.span.end)).append(" in ");
    out.append(name_of(violation.component)).append(" (RFC 3986 ");
    out.append(section_of(violation.code)).append("): ");
    out.append(one_line(message_of(violation.code))) += '\n';
  }
  if (record.violations_total > record.violations.size()) {
    out +=
        "  and " + std::to_string(record.violations_total - record.violations.size()) + " more\n";
  }
}

void append_holes(const InspectRecord& record, std::string& out) {
  if (record.holes.empty()) return;
  std::string words;
  for (const PrintedSpan hole : record.holes) {
    if (!words.empty()) words += ", ";
    words += std::to_string(hole.begin) + ".." + std::to_string(hole.end);
  }
  append_fact("holes", words, out);
}

// Each reader on a line, side by side: what it takes for scheme, host, port and path.
void append_readings(const InspectRecord& record, std::string& text) {
  for (const InspectRecord::Reading& reading : record.readings) {
    std::string words;
    const auto add = [&words](std::string_view name, std::string_view value) {
      if (!words.empty()) words += "  ";
      words += name;
      words += ' ';
      words += escape_for_log(value);
    };
    if (!reading.accepted) {
      words = "refuses it";
    } else {
      if (reading.scheme) add("scheme", reading.scheme->view());
      add("host", reading.host ? reading.host->view() : "(none)");
      if (reading.port) add("port", std::to_string(*reading.port));
      if (reading.path) add("path", reading.path->view());
    }
    append_fact(reading.name, words, text);
  }
}

}  // namespace

void write_inspect_text(Output& out, const InspectRecord& record, const TextStyle& style) {
  std::string text;
  draw_components(record, style, text);
  append_fact("kind", name_of(record.kind), text);
  if (record.host_info) append_fact("host", host_words(*record.host_info), text);
  if (record.normalized) {
    append_fact("normalized", escape_for_log(record.normalized->view(), Edge::closed), text);
  }
  append_readings(record, text);
  append_holes(record, text);
  append_violations(record, text);
  text += '\n';
  for (const Record& finding : record.findings) append_finding_text(finding, style, text);
  out.write(text);
}

}  // namespace urilint
