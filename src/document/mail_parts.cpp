// A table of media types; what it calls plain or unknown, the name of a file may make more precise.
#include "document/mail_parts.hpp"

#include <algorithm>
#include <array>

#include "document/chars.hpp"

namespace urilint::reading {
namespace {

constexpr char lower(char c) noexcept { return is_alpha(c) ? static_cast<char>(c | 0x20) : c; }

bool same(std::string_view a, std::string_view b) noexcept {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

bool ends_with(std::string_view text, std::string_view end) noexcept {
  return text.size() >= end.size() && same(text.substr(text.size() - end.size()), end);
}

struct TypeRow {
  std::string_view type;
  MailPartKind kind;
};
constexpr MailPartKind document(Format format) noexcept { return {MailContent::document, format}; }
constexpr std::array kTypes = {
    // Text for people or for their programs.
    TypeRow{"text/html", document(Format::html)},
    TypeRow{"text/x-amp-html", document(Format::html)},
    TypeRow{"text/watch-html", document(Format::html)},
    TypeRow{"application/xhtml+xml", document(Format::html)},
    TypeRow{"text/calendar", {MailContent::calendar}},
    TypeRow{"application/ics", {MailContent::calendar}},
    TypeRow{"text/x-vcalendar", {MailContent::calendar}},
    TypeRow{"text/vcard", {MailContent::calendar}},
    TypeRow{"text/x-vcard", {MailContent::calendar}},
    TypeRow{"text/directory", {MailContent::calendar}},
    TypeRow{"text/csv", document(Format::csv)},
    TypeRow{"text/tab-separated-values", document(Format::csv)},
    TypeRow{"text/xml", document(Format::xml)},
    TypeRow{"application/xml", document(Format::xml)},
    TypeRow{"text/css", document(Format::css)},
    TypeRow{"text/markdown", document(Format::markdown)},
    TypeRow{"text/json", document(Format::json)},
    TypeRow{"application/json", document(Format::json)},
    TypeRow{"application/x-ndjson", document(Format::jsonl)},
    TypeRow{"application/yaml", document(Format::yaml)},
    TypeRow{"application/x-yaml", document(Format::yaml)},
    TypeRow{"application/toml", document(Format::toml)},
    TypeRow{"application/x-sh", document(Format::shell)},
    TypeRow{"text/x-sh", document(Format::shell)},
    TypeRow{"text/x-shellscript", document(Format::shell)},
    TypeRow{"text/rtf", {MailContent::unread}},
    // Messages that are encoded, which no RFC allows and clients read.
    TypeRow{"message/rfc822", {MailContent::message}},
    TypeRow{"message/global", {MailContent::message}},
    TypeRow{"message/news", {MailContent::message}},
};

/// Types in which a name decides, since they say nothing.
bool is_vague(std::string_view type) noexcept {
  constexpr std::string_view kVague[] = {"",
                                         "text/plain",
                                         "application/octet-stream",
                                         "application/x-download",
                                         "application/download",
                                         "application/force-download",
                                         "binary/octet-stream",
                                         "application/unknown"};
  return std::any_of(std::begin(kVague), std::end(kVague),
                     [type](std::string_view one) { return same(type, one); });
}

struct EndingRow {
  std::string_view ending;
  MailContent content;
};
constexpr std::array kEndings = {
    EndingRow{".ics", MailContent::calendar}, EndingRow{".vcf", MailContent::calendar},
    EndingRow{".vcs", MailContent::calendar}, EndingRow{".eml", MailContent::message},
    EndingRow{".txt", MailContent::plain},    EndingRow{".text", MailContent::plain},
};

MailPartKind by_type(std::string_view type) noexcept {
  for (const TypeRow& row : kTypes) {
    if (same(row.type, type)) return row.kind;
  }
  if (ends_with(type, "+xml")) return document(Format::xml);
  if (ends_with(type, "+json")) return document(Format::json);
  if (type.empty() || same(type.substr(0, 5), "text/") || same(type.substr(0, 8), "message/")) {
    return {MailContent::plain};
  }
  return {MailContent::unread};
}

}  // namespace

MailPartKind mail_part_kind(std::string_view type, std::string_view file_name) {
  const MailPartKind kind = by_type(type);
  const bool text = kind.content == MailContent::plain && same(type.substr(0, 5), "text/");
  if (file_name.empty() || !(text || is_vague(type))) return kind;
  for (const EndingRow& row : kEndings) {
    if (ends_with(file_name, row.ending)) return {row.content};
  }
  const Format format = format_of(file_name, {});
  if (format == Format::text) return kind;
  if (format == Format::eml || format == Format::mbox) return {MailContent::message};
  return document(format);
}

}  // namespace urilint::reading
