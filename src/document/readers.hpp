// The readers: one a format, each in `read_FORMAT.cpp`, listed in the table of format.cpp.
#pragma once

#include <string_view>

#include "document/document.hpp"

namespace urilint {

struct ReaderOptions {
  /// The key path of a document that stands inside another one.
  std::string_view key;
  /// How many documents are around this one; readers embed others up to `kDeepestEmbedding`.
  unsigned depth = 0;
  /// Decode every text, also where it can hold no URI (for tests).
  bool decode_all = false;
};
inline constexpr unsigned kDeepestEmbedding = 6;
/// What a sink is told where a document stands deeper, and is read as text.
inline constexpr std::string_view kTooDeep =
    "documents stand in documents deeper than they are read";

/// Pushes the texts of `where` in ascending order. Every byte that is no syntax and no escape is in
/// some segment; what is not understood is prose. Never throws, never recurses, linear in the size;
/// texts that it adds to the document are gone when it returns, views live until the sink returns.
/// False: the sink wants no more.
using Reader = bool(Document& document, TextSpan where, const ReaderOptions& options,
                    SegmentSink& sink);

/// The whole span as one segment of prose.
Reader read_text;

/// RFC 8259 with comments, and what JSON5 adds: single quotes, keys without quotes, more escapes.
Reader read_json;

/// A JSON text a line; a line that is none harms no other.
Reader read_jsonl;

/// YAML 1.2, several documents in a file, with templates in it.
Reader read_yaml;

/// By the tokenizer of the WHATWG, with attribute values by element and name (`a.href`), scripts of
/// JSON, style sheets, and a Link for each `a` and `area`. PHP, ERB and Jinja are no syntax errors.
Reader read_html;

/// CSS Syntax 3: comments, strings, `url(…)`; what stands between them as it is.
Reader read_css;

/// TOML 1.0, and the escapes and inline tables of 1.1.
Reader read_toml;

/// Sections and keys: configparser's, git's, systemd's, editorconfig's, npm's.
Reader read_ini;

/// NAME=value, as dotenv and docker read it.
Reader read_env;

/// Java's properties.
Reader read_properties;

/// Instructions and what they hold: words of a shell, arrays of JSON, here-documents.
Reader read_dockerfile;

/// Words of sh, bash and zsh.
Reader read_shell;

/// Terraform's language: blocks, attributes, strings with templates.
Reader read_hcl;

/// RFC 4180, also with other separators.
Reader read_csv;

/// Lines, with JSON and colours in them.
Reader read_log;

/// CommonMark and GFM, with a Link for each link and each use of a definition; HTML inside is read
/// as such, front matter as YAML or TOML, code as it stands.
Reader read_markdown;

/// reStructuredText as prose, with a Link for each embedded URI (`` `text <https://…>`_ ``).
Reader read_rst;

/// XML 1.0 by the path of elements, with the five named references and the numeric ones; what names
/// a namespace, a schema or a document type is an identifier.
Reader read_xml;

/// A message (RFC 5322, MIME): its fields, and each of its parts as what it is, decoded. Keys name
/// the part by the numbers of IMAP and its type (`part[1][2]."text/html".a.href`), fields by their
/// name (`header.List-Unsubscribe`). What belongs to no part is prose. If the mail module cannot be
/// used (document/mail_structure.hpp), all of it is.
Reader read_eml;

/// Messages one after the other (RFC 4155), keys behind `message[1]`.
Reader read_mbox;

/// iCalendar (RFC 5545) and vCard: no format of its own, but a part of messages.
Reader read_calendar;

}  // namespace urilint
