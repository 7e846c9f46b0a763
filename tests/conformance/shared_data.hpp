// Reads the extra test data that may lie beside the project (`../shared`, or where the environment
// variable URILINT_SHARED points). Nothing of it is part of the project.
#pragma once

#include <rapidjson/document.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace urilint::testing {

/// The folder of the extra data, or nothing where it is absent.
[[nodiscard]] std::optional<std::filesystem::path> shared_folder();

/// The whole file, decompressed if its name ends in `.gz`.
[[nodiscard]] std::string read_file(const std::filesystem::path& path);

/// The same; nothing where that fails. For use outside of a test.
[[nodiscard]] std::optional<std::string> try_read_file(const std::filesystem::path& path);

/// A JSON text whose lone surrogates are U+FFFD.
[[nodiscard]] std::string replace_lone_surrogates(std::string_view json);

/// The files below `folder` in the order of their names. No folder, no files.
[[nodiscard]] std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder);

/// The lines without their line feed; a carriage return stays.
[[nodiscard]] std::vector<std::string> lines_of(const std::string& text);

/// Every string literal of a JSON text, keys too, decoded. Lone surrogates come as three bytes.
[[nodiscard]] std::vector<std::string> json_strings_of(std::string_view json);

/// Parses a JSON file; fails the test on an error.
void read_json(const std::filesystem::path& path, rapidjson::Document& out);

/// The same; lone surrogates become U+FFFD, as a caller of an interface of bytes would write them.
void read_json_mended(const std::filesystem::path& path, rapidjson::Document& out);

/// The bytes of a string value.
[[nodiscard]] inline std::string string_of(const rapidjson::Value& value) {
  return {value.GetString(), value.GetStringLength()};
}

}  // namespace urilint::testing
