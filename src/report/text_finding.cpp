// The place and the message on one line that editors can follow, then the drawing, then what to do.
// Every text passes an escape exactly once.
#include "report/text_finding.hpp"

#include <algorithm>

#include "report/escape.hpp"
#include "report/marked_line.hpp"
#include "report/paint.hpp"

namespace urilint {
namespace {

MarkedLine line_of_snippet(const Snippet& snippet) {
  return {.text = snippet.text.view(),
          .number = snippet.line,
          .cut_before = snippet.cut_before,
          .cut_after = snippet.cut_after,
          .marks = snippet.marks};
}

/// Without a source line the URI itself is the line.
MarkedLine line_of_uri(const Record& record) {
  MarkedLine line{.text = record.uri.view()};
  line.marks.push_back({record.span, Role::primary, {}});
  for (const Related& related : record.related) {
    if (related.location || related.role == Role::link_text) continue;
    line.marks.push_back({related.span, related.role, related.message});
  }
  return line;
}

class Notes {
 public:
  Notes(std::size_t indent, const Painter& paint, std::string& out)
      : indent_(indent), paint_(paint), out_(out) {}
  void add(std::string_view name, std::string_view escaped) {
    out_.append(indent_, ' ').append(paint_(Ink::frame, "= "));
    out_.append(paint_(Ink::strong, name)).append(": ").append(escaped) += '\n';
  }
  /// What few readers need.
  void add_aside(std::string_view name, std::string_view escaped) {
    std::string words = "= ";
    words.append(name).append(": ").append(escaped);
    out_.append(indent_, ' ').append(paint_(Ink::dim, words)) += '\n';
  }

 private:
  std::size_t indent_;
  const Painter& paint_;
  std::string& out_;
};

bool is_drawn(const Related& related, const MarkedLine& line) {
  return std::any_of(line.marks.begin(), line.marks.end(), [&related](const auto& mark) {
    return mark.role == related.role && mark.label == related.message;
  });
}

void add_related(const Record& record, const MarkedLine& line, Notes& notes) {
  for (const Related& related : record.related) {
    if (related.message.empty() || is_drawn(related, line)) continue;
    std::string words = escape_for_log(related.message);
    if (related.location) {
      words += " (line " + std::to_string(related.location->line) + ", column " +
               std::to_string(related.location->column) + ")";
    }
    notes.add("note", words);
  }
}

// `inspect` shows the host of the URI itself above the findings.
void add_host_form(const Record& record, Notes& notes) {
  if (!record.host_form || (!record.snippet && record.within.empty())) return;
  const bool unicode = record.host_form->kind == HostForm::Kind::unicode;
  notes.add("note", std::string("the host in ") + (unicode ? "Unicode" : "ASCII") + " is `" +
                        escape_for_log(record.host_form->text.view(), Edge::closed) + "`");
}

void add_within(const Record& record, std::size_t limit, Notes& notes) {
  if (record.within.empty()) return;
  for (const Layered& layered : record.within) {
    std::string words = "inside `" + excerpt(layered.uri.view(), layered.span, limit) + "` (";
    notes.add("note", words.append(name_of(layered.layer)).append(")"));
  }
  if (record.snippet) {
    notes.add("note", "the URI is `" + excerpt(record.uri.view(), record.span, limit) + "`");
  }
}

void append_heading(const Record& record, const Painter& paint, std::string& out) {
  std::string place = escape_for_log(record.path);
  if (!place.empty() && record.location) {
    place +=
        ":" + std::to_string(record.location->line) + ":" + std::to_string(record.location->column);
  }
  if (!place.empty()) out.append(paint(Ink::strong, place)).append(": ");
  std::string tag(name_of(record.severity));
  tag += "[" + escape_for_log(record.rule) + "]";
  out.append(paint(ink_of(record.severity), tag)).append(" ");
  out.append(escape_for_log(record.message.view(), Edge::closed)) += '\n';
}

}  // namespace

std::string note_line(const NoteRecord& note, const Painter& paint) {
  std::string text;
  if (note.location) {
    text = escape_for_log(note.path) + ":" + std::to_string(note.location->line) + ":" +
           std::to_string(note.location->column) + ": " + paint(Ink::note, "note") + ": ";
  } else {
    text = paint(Ink::note, "note") + ": ";
    if (!note.path.empty()) text += escape_for_log(note.path) + ": ";
  }
  return text.append(one_line(note.message)) += '\n';
}

std::string one_line(std::string_view words) {
  std::string joined;
  for (const char c : words) {
    const bool blank = c == ' ' || c == '\n' || c == '\r' || c == '\t';
    if (!blank) {
      joined += c;
    } else if (!joined.empty() && joined.back() != ' ') {
      joined += ' ';
    }
  }
  if (!joined.empty() && joined.back() == ' ') joined.pop_back();
  return escape_words(joined);
}

void append_finding_text(const Record& record, const TextStyle& style, std::string& out) {
  const Painter paint(style.color);
  append_heading(record, paint, out);
  const MarkedLine line = record.snippet ? line_of_snippet(*record.snippet) : line_of_uri(record);
  draw(line, {.paint = paint, .primary = ink_of(record.severity), .width = style.width}, out);
  Notes notes(gutter_of(line) + 1, paint, out);
  add_related(record, line, notes);
  add_host_form(record, notes);
  add_within(record, std::max<std::size_t>(style.width, 40) - 20, notes);
  if (!record.help.empty()) notes.add("help", one_line(record.help));
  if (record.fix) notes.add("fix", one_line(record.fix->title));
  if (!record.silence.empty() && !style.quiet) {
    notes.add_aside("silence", escape_for_log(record.silence, Edge::closed));
  }
  out += '\n';
}

}  // namespace urilint
