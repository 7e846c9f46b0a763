// zlib reads plain and compressed files alike; JSON literals are decoded by hand because the
// suites hold lone surrogates, which a JSON library refuses together with the rest of the file.
#include "conformance/shared_data.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <memory>
#include <utility>

namespace urilint::testing {
namespace {

void append_utf8(std::string& out, std::uint32_t code) {
  const auto put = [&out](std::uint32_t byte) { out += static_cast<char>(byte); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xc0 | code >> 6);
    put(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    put(0xe0 | code >> 12);
    put(0x80 | (code >> 6 & 0x3f));
    put(0x80 | (code & 0x3f));
  } else {
    put(0xf0 | code >> 18);
    put(0x80 | (code >> 12 & 0x3f));
    put(0x80 | (code >> 6 & 0x3f));
    put(0x80 | (code & 0x3f));
  }
}

std::uint32_t read_hex4(std::string_view json, std::size_t at) {
  return static_cast<std::uint32_t>(
      std::strtoul(std::string(json.substr(at, 4)).c_str(), nullptr, 16));
}

// `at` is behind `\u`; moves it behind the escape, or behind both halves of a pair.
std::uint32_t read_code_point(std::string_view json, std::size_t& at) {
  const std::uint32_t high = read_hex4(json, at);
  at += 4;
  if (high < 0xd800 || high > 0xdbff || json.substr(at, 2) != "\\u") return high;
  const std::uint32_t low = read_hex4(json, at + 2);
  if (low < 0xdc00 || low > 0xdfff) return high;
  at += 6;
  return 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
}

// `at` is behind the opening quote; moves it behind the closing one.
std::string read_literal(std::string_view json, std::size_t& at) {
  constexpr std::string_view kEscapes = "bfnrt";
  constexpr std::string_view kMeanings = "\b\f\n\r\t";
  std::string out;
  while (at < json.size() && json[at] != '"') {
    if (json[at] != '\\' || at + 1 == json.size()) {
      out += json[at++];
      continue;
    }
    const char escape = json[at + 1];
    at += 2;
    const std::size_t known = kEscapes.find(escape);
    if (escape == 'u') {
      append_utf8(out, read_code_point(json, at));
    } else {
      out += known == std::string_view::npos ? escape : kMeanings[known];
    }
  }
  ++at;
  return out;
}

bool is_high(unsigned unit) { return unit >= 0xd800 && unit <= 0xdbff; }
bool is_low(unsigned unit) { return unit >= 0xdc00 && unit <= 0xdfff; }

// The UTF-16 unit of the escape `\uXXXX` at `at`, or nothing.
std::optional<unsigned> unit_at(std::string_view json, std::size_t at) {
  if (json.size() < at + 6 || json[at] != '\\' || json[at + 1] != 'u') return std::nullopt;
  return static_cast<unsigned>(std::stoul(std::string(json.substr(at + 2, 4)), nullptr, 16));
}

void parse_json(const std::filesystem::path& path, const std::string& text,
                rapidjson::Document& out) {
  out.Parse<rapidjson::kParseIterativeFlag>(text.data(), text.size());
  CAPTURE(path.filename().string());
  REQUIRE_FALSE(out.HasParseError());
}

}  // namespace

// A lone surrogate cannot reach an interface of bytes: a caller would write U+FFFD.
std::string replace_lone_surrogates(std::string_view json) {
  std::string out;
  for (std::size_t at = 0; at < json.size();) {
    const std::optional<unsigned> unit = unit_at(json, at);
    std::size_t size = json[at] == '\\' ? 2 : 1;
    if (unit) size = 6;
    if (unit && is_high(*unit)) {
      const std::optional<unsigned> next = unit_at(json, at + 6);
      if (next && is_low(*next)) {
        out += json.substr(at, 12);
        at += 12;
        continue;
      }
    }
    out += unit && (is_high(*unit) || is_low(*unit)) ? "\\uFFFD" : json.substr(at, size);
    at += size;
  }
  return out;
}

std::optional<std::filesystem::path> shared_folder() {
  const char* const named = std::getenv("URILINT_SHARED");
  std::filesystem::path folder = named != nullptr ? named : URILINT_SHARED_DEFAULT;
  std::error_code error;
  if (!std::filesystem::is_directory(folder / "corpora", error)) return std::nullopt;
  return folder;
}

std::optional<std::string> try_read_file(const std::filesystem::path& path) {
  const std::unique_ptr<gzFile_s, int (*)(gzFile)> file(gzopen(path.c_str(), "rb"), gzclose);
  if (!file) return std::nullopt;
  std::string out;
  std::array<char, 1 << 16> block;
  int got = 0;
  while ((got = gzread(file.get(), block.data(), block.size())) > 0) {
    out.append(block.data(), static_cast<std::size_t>(got));
  }
  if (got != 0) return std::nullopt;
  return out;
}

std::string read_file(const std::filesystem::path& path) {
  std::optional<std::string> text = try_read_file(path);
  CAPTURE(path.filename().string());
  REQUIRE(text);
  return std::move(*text);
}

std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> out;
  std::error_code error;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, error)) {
    if (entry.is_regular_file()) out.push_back(entry.path());
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> out;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    out.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return out;
}

std::vector<std::string> json_strings_of(std::string_view json) {
  std::vector<std::string> out;
  std::size_t at = 0;
  while ((at = json.find('"', at)) != std::string_view::npos)
    out.push_back(read_literal(json, ++at));
  return out;
}

void read_json(const std::filesystem::path& path, rapidjson::Document& out) {
  parse_json(path, read_file(path), out);
}

void read_json_mended(const std::filesystem::path& path, rapidjson::Document& out) {
  parse_json(path, replace_lone_surrogates(read_file(path)), out);
}

}  // namespace urilint::testing
