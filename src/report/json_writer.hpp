// A JSON writer for hostile strings, and the objects that several formats share.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "report/record.hpp"
#include "report/reporter.hpp"
#include "report/text_buffer.hpp"

namespace urilint {

/// The version of all JSON outputs (`"schema"`). Members may be added without a new version.
inline constexpr std::uint64_t kJsonSchema = 1;

/// Writes JSON piece by piece; what was written waits in memory until `flush`. Only commas are
/// thought of: whoever calls opens, names and closes in the right order.
class JsonWriter {
 public:
  JsonWriter() = default;
  JsonWriter(const JsonWriter&) = delete;
  JsonWriter& operator=(const JsonWriter&) = delete;

  void begin_object() { open('{'); }
  void end_object() { close('}'); }
  void begin_array() { open('['); }
  void end_array() { close(']'); }
  /// `name`: words of the schema, nothing to escape. Inline, since most are constants.
  [[gnu::always_inline]] inline void key(std::string_view name) {
    buffer_.end_at(put_key(buffer_.room(name.size() + kAroundKey), name));
    comma_ = false;
  }
  /// Any bytes; see append_json_string.
  void string(std::string_view text);
  /// As `string`, of words of the schema: nothing to escape.
  void word(std::string_view text);
  void number(std::uint64_t value);
  void boolean(bool value) { raw(value ? "true" : "false"); }
  void null() { raw("null"); }
  /// A complete value that another writer made.
  void raw(std::string_view json) {
    separate();
    buffer_.append(json);
  }

  void member(std::string_view name, std::string_view text) {
    key(name);
    string(text);
  }
  [[gnu::always_inline]] inline void member(std::string_view name, std::uint64_t value) {
    char* const at = buffer_.room(name.size() + kAroundKey + kMostDigits);
    buffer_.end_at(put_number(put_key(at, name), value));
    comma_ = true;
  }
  void member_word(std::string_view name, std::string_view text) {
    key(name);
    word(text);
  }
  /// A member that is null where there is no text.
  void member_or_null(std::string_view name, std::string_view text);

  /// Hands over what was written so far.
  void flush(Output& out);
  /// Hands over a finished value and a line feed; the next value starts afresh.
  void finish(Output& out);

 private:
  static constexpr std::size_t kAroundKey = 4;  // a comma, quotation marks and a colon
  static constexpr std::size_t kMostDigits = 20;

  [[gnu::always_inline]] inline char* put_key(char* at, std::string_view name) const noexcept {
    if (comma_) *at++ = ',';
    *at++ = '"';
    return TextBuffer::put(TextBuffer::put(at, name), "\":");
  }
  [[gnu::always_inline]] static inline char* put_number(char* at, std::uint64_t value) noexcept {
    if (value >= 10) return put_long(at, value);
    *at = static_cast<char>('0' + value);
    return at + 1;
  }
  static char* put_long(char* at, std::uint64_t value) noexcept;

  [[gnu::always_inline]] inline void separate() {
    if (comma_) buffer_.append(',');
    comma_ = true;
  }
  void open(char bracket) {
    separate();
    buffer_.append(bracket);
    comma_ = false;
  }
  void close(char bracket) {
    buffer_.append(bracket);
    comma_ = true;
  }

  TextBuffer buffer_;
  bool comma_ = false;  // before the next value or key
};

/// Each writes one value; docs/schema/urilint-output.schema.json describes them.
void write_span(JsonWriter& json, PrintedSpan span);
void write_finding(JsonWriter& json, const Record& record);
void write_note(JsonWriter& json, const NoteRecord& note);
/// `location` of something in a file: with path and key.
void write_place(JsonWriter& json, std::string_view path, const Location& location,
                 const Redacted& key);
/// Members `schema`, `tool`, `version`.
void write_tool_members(JsonWriter& json, std::string_view version);
/// Members `profile`, `data`.
void write_run_members(JsonWriter& json, const RunInfo& run);

/// Notes that are kept until their array is written.
class JsonList {
 public:
  using WriteNote = void (*)(JsonWriter&, const NoteRecord&);
  explicit JsonList(WriteNote write) noexcept : write_(write) {}
  void add(const NoteRecord& note);
  /// `[…]`
  [[nodiscard]] std::string array() const { return "[" + elements_.text + "]"; }

 private:
  WriteNote write_;
  JsonWriter json_;
  StringOutput elements_;
};

/// Which numbers of a summary are written.
enum class StatsDetail : std::uint8_t {
  counts,  ///< files, URIs and findings
  full,    ///< also bytes, and what was skipped by reason
};
void write_stats(JsonWriter& json, const Summary& summary, StatsDetail detail);

}  // namespace urilint
