// One buffer that is appended to, and one bit of structure: whether a comma is due. Strings are
// escaped so that no terminal obeys them. One function an object of the schema.
#include "report/json_writer.hpp"

#include <array>
#include <charconv>
#include <cstring>

#include "report/escape.hpp"

namespace urilint {
namespace {

void write_location_members(JsonWriter& json, const Location& location) {
  json.member("line", location.line);
  json.member("column", location.column);
  json.member("end_line", location.end_line);
  json.member("end_column", location.end_column);
  json.member("byte_offset", location.byte_offset);
  json.member("byte_length", location.byte_length);
}

void write_location(JsonWriter& json, const std::optional<Location>& location) {
  if (!location) return json.null();
  json.begin_object();
  write_location_members(json, *location);
  json.end_object();
}

void write_or_null(JsonWriter& json, std::optional<std::uint64_t> number) {
  if (!number) return json.null();
  json.number(*number);
}

void write_related(JsonWriter& json, const Related& related) {
  json.begin_object();
  json.member_word("role", name_of(related.role));
  json.member("message", related.message);
  json.member_word("component", name_of(related.component));
  json.key("span");
  write_span(json, related.span);
  json.key("location");
  write_location(json, related.location);
  json.end_object();
}

void write_layered(JsonWriter& json, const Layered& layered) {
  json.begin_object();
  json.member_word("layer", name_of(layered.layer));
  json.member("uri", layered.uri.view());
  json.key("span");
  write_span(json, layered.span);
  json.end_object();
}

void write_fix(JsonWriter& json, const std::optional<Fix>& fix) {
  if (!fix) return json.null();
  json.begin_object();
  json.member("title", fix->title);
  json.key("edits");
  json.begin_array();
  for (const Edit& edit : fix->edits) {
    json.begin_object();
    json.member("byte_offset", edit.byte_offset);
    json.member("byte_length", edit.byte_length);
    json.member("text", edit.text);
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

void write_suppression(JsonWriter& json, const std::optional<Suppression>& suppression) {
  if (!suppression) return json.null();
  json.begin_object();
  json.member_word("kind", name_of(suppression->kind));
  json.member("reason", suppression->reason.view());
  json.end_object();
}

void write_uri_members(JsonWriter& json, const Record& record) {
  json.member("uri", record.uri.view());
  json.key("uri_base64");
  if (record.uri_base64) {
    json.string(*record.uri_base64);
  } else {
    json.null();
  }
  json.member_word("component", name_of(record.component));
  json.key("span");
  write_span(json, record.span);
  json.member_or_null("address", record.address);
}

void write_lists(JsonWriter& json, const Record& record) {
  json.key("related");
  json.begin_array();
  for (const Related& related : record.related) write_related(json, related);
  json.end_array();
  json.key("within");
  json.begin_array();
  for (const Layered& layered : record.within) write_layered(json, layered);
  json.end_array();
}

void write_locations(JsonWriter& json, const Record& record) {
  json.key("location");
  if (record.location) {
    write_place(json, record.path, *record.location, record.key);
  } else {
    json.null();
  }
  json.key("uri_location");
  write_location(json, record.uri_location);
}

// `00` to `99`.
constexpr auto kPairs = [] {
  std::array<std::array<char, 2>, 100> pairs{};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    pairs[i] = {static_cast<char>('0' + i / 10), static_cast<char>('0' + i % 10)};
  }
  return pairs;
}();

}  // namespace

void JsonWriter::string(std::string_view text) {
  separate();
  append_json_string(buffer_, text);
}

void JsonWriter::word(std::string_view text) {
  char* at = buffer_.room(text.size() + 3);
  if (comma_) *at++ = ',';
  *at++ = '"';
  at = TextBuffer::put(at, text);
  *at++ = '"';
  buffer_.end_at(at);
  comma_ = true;
}

void JsonWriter::number(std::uint64_t value) {
  separate();
  buffer_.end_at(put_number(buffer_.room(kMostDigits), value));
}

char* JsonWriter::put_long(char* at, std::uint64_t value) noexcept {
  if (value > 999999) return std::to_chars(at, at + kMostDigits, value).ptr;
  auto number = static_cast<std::uint32_t>(value);
  char* const end = at + (number < 100      ? 2
                          : number < 1000   ? 3
                          : number < 10000  ? 4
                          : number < 100000 ? 5
                                            : 6);
  char* to = end;
  for (; number >= 10; number /= 100) {
    to -= 2;
    std::memcpy(to, kPairs[number % 100].data(), 2);
  }
  if (to > at) *at = static_cast<char>('0' + number);
  return end;
}

void JsonWriter::member_or_null(std::string_view name, std::string_view text) {
  key(name);
  if (text.empty()) return null();
  string(text);
}

void JsonWriter::flush(Output& out) {
  out.write(buffer_.view());
  buffer_.clear();
}

void JsonWriter::finish(Output& out) {
  buffer_.append('\n');
  flush(out);
  comma_ = false;
}

void JsonList::add(const NoteRecord& note) {
  if (!elements_.text.empty()) elements_.write(",");
  write_(json_, note);
  json_.finish(elements_);
  elements_.text.pop_back();  // The line feed.
}

void write_span(JsonWriter& json, PrintedSpan span) {
  json.begin_object();
  json.member("start", span.begin);
  json.member("end", span.end);
  json.end_object();
}

void write_place(JsonWriter& json, std::string_view path, const Location& location,
                 const Redacted& key) {
  json.begin_object();
  json.member("path", path);
  write_location_members(json, location);
  json.member_or_null("key", key.view());
  json.end_object();
}

void write_finding(JsonWriter& json, const Record& record) {
  json.begin_object();
  json.member_word("type", "finding");
  json.member("rule", record.rule);
  json.member_word("severity", name_of(record.severity));
  json.member_word("confidence", name_of(record.confidence));
  json.member("message", record.message.view());
  json.member("help", record.help);
  write_uri_members(json, record);
  write_lists(json, record);
  write_locations(json, record);
  json.key("references");
  json.begin_array();
  for (const std::string_view reference : record.references) json.string(reference);
  json.end_array();
  json.member("fingerprint", record.fingerprint);
  json.key("suppressed");
  write_suppression(json, record.suppressed);
  json.key("fix");
  write_fix(json, record.fix);
  json.end_object();
}

void write_note(JsonWriter& json, const NoteRecord& note) {
  json.begin_object();
  json.member("type", "note");
  json.member("code", note.code);
  json.member("path", note.path);
  json.member("message", note.message);
  json.key("line");
  write_or_null(json, note.location ? std::optional(note.location->line) : std::nullopt);
  json.key("column");
  write_or_null(json, note.location ? std::optional(note.location->column) : std::nullopt);
  json.end_object();
}

void write_tool_members(JsonWriter& json, std::string_view version) {
  json.member("schema", kJsonSchema);
  json.member("tool", "urilint");
  json.member("version", version);
}

void write_run_members(JsonWriter& json, const RunInfo& run) {
  json.member("profile", name_of(run.profile));
  json.key("data");
  json.begin_object();
  json.member("suffixes", run.data.suffixes);
  json.member("address_registries", run.data.address_registries);
  json.member("unicode", run.data.unicode);
  json.end_object();
}

void write_stats(JsonWriter& json, const Summary& summary, StatsDetail detail) {
  json.begin_object();
  json.member("files", summary.files);
  json.member("uris", summary.uris);
  json.member("errors", summary.errors);
  json.member("warnings", summary.warnings);
  json.member("notes", summary.notes);
  json.member("hidden", summary.hidden);
  json.member("suppressed", summary.suppressed);
  json.member("unchanged", summary.unchanged);
  json.member("fixed", summary.fixed);
  json.key("failed");
  json.boolean(summary.failed);
  if (detail == StatsDetail::full) {
    json.member("bytes", summary.bytes);
    json.key("skipped");
    json.begin_object();
    for (const auto& [reason, count] : summary.skipped) json.member(reason, count);
    json.end_object();
  }
  json.end_object();
}

}  // namespace urilint
