// Formats of documents: their names (`--as`), how a file is known to be one, who reads it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "document/readers.hpp"

namespace urilint {

/// The names of `--as`, in the order of the contract.
enum class Format : std::uint8_t {
  automatic,  ///< by name, then by content; never `list`
  list,       ///< each line is one URI reference, exactly
  text,       ///< any text
  json,
  jsonl,
  yaml,
  toml,
  ini,
  env,
  properties,
  xml,
  html,
  css,
  markdown,
  rst,
  dockerfile,
  shell,
  hcl,
  csv,
  log,
  eml,
  mbox,
};

[[nodiscard]] std::string_view name_of(Format format) noexcept;

/// The format of that name; nothing if there is none, or none that can be read yet.
[[nodiscard]] std::optional<Format> format_named(std::string_view name) noexcept;

/// The names that `format_named` knows, in the order of the contract. Static storage.
[[nodiscard]] std::vector<std::string_view> format_names();

/// What a file is, by the last part of its path, else by its first bytes (decoded to UTF-8, without
/// a BOM). `text` where nothing is known, and for formats that cannot be read yet.
[[nodiscard]] Format format_of(std::string_view path, std::string_view head) noexcept;

/// Reads `where` in that format; formats without a reader are one segment of prose. False: the sink
/// wants no more.
bool read_document(Format format, Document& document, TextSpan where, const ReaderOptions& options,
                   SegmentSink& sink);

}  // namespace urilint
