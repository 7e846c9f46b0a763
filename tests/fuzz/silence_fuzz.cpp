// Any bytes in every format: a marker silences findings of its own line, of the line below the
// block of markers that it stands in, or of a file in whose head it stands, and nothing else. Any
// bytes as a baseline: what is read and written reads back. Bytes 1 to 5 stand for markers.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "silence/baseline.hpp"
#include "unit/silence/reading.hpp"

namespace {

using namespace urilint;

constexpr std::string_view kWord = "urilint:";

void require(bool holds, const char* what, std::string_view where) {
  if (holds) return;
  std::fprintf(stderr, "does not hold (%s): %s\n", std::string(where).c_str(), what);
  std::abort();
}

std::string with_markers(std::string_view bytes) {
  constexpr std::string_view kMarkers[] = {
      "urilint: ignore[rule-one]", "urilint: ignore[rule-two] why", "urilint:ignore-file[rule-one]",
      "\n# urilint: ignore[rule-one, old-two]\n", "urilint: "};
  std::string out;
  for (const char c : bytes) {
    const auto index = static_cast<std::size_t>(static_cast<unsigned char>(c)) - 1;
    if (index < std::size(kMarkers)) {
      out += kMarkers[index];
    } else {
      out += c;
    }
  }
  return out;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\n' && text[i] != '\r') continue;
    lines.push_back(text.substr(begin, i - begin));
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') ++i;
    begin = i + 1;
  }
  lines.push_back(text.substr(begin));
  return lines;
}

bool holds_word(const std::vector<std::string_view>& lines, std::uint64_t line) {
  return line >= 1 && line <= lines.size() && lines[line - 1].find(kWord) != std::string_view::npos;
}

void check_hit(const Marker& marker, std::uint64_t line, std::string_view text,
               const std::vector<std::string_view>& lines, std::string_view format) {
  const Location& place = marker.location;
  require(text.substr(place.byte_offset).starts_with(kWord), "a marker stands where it says",
          format);
  require(holds_word(lines, place.line), "a marker is on the line that it says", format);
  if (marker.whole_file) return require(place.line <= 10, "ignore-file is in the head", format);
  if (place.line == line) return;
  require(marker.alone && place.line < line, "a marker silences no other line", format);
  for (std::uint64_t i = place.line; i < line; ++i) {
    require(holds_word(lines, i), "only markers stand between", format);
  }
}

void check_markers(Format format, std::string_view text) {
  testing::ReadMarkers read(format, text);
  const std::vector<std::string_view> lines = lines_of(text);
  const std::uint64_t last = std::min<std::uint64_t>(lines.size() + 1, 64);
  bool any = false;
  for (std::uint64_t line = 1; line <= last; ++line) {
    for (const std::string_view rule : {"rule-one", "rule-two"}) {
      const Marker* const marker = read.decide(rule, line);
      if (marker == nullptr) continue;
      any = true;
      check_hit(*marker, line, text, lines, name_of(format));
    }
    require(read.decide("rule-fixed", line) == nullptr, "what is locked is not silenced",
            name_of(format));
  }
  require(!any || Markers::may_hold_markers(text), "a marker is seen before it is read",
          name_of(format));
  const bool outside = format == Format::text || format == Format::csv || format == Format::log;
  require(!any || !outside, "there are no comments", name_of(format));
  for (const NoteRecord& note : read.finish()) {
    if (!note.location) continue;
    require(holds_word(lines, note.location->line), "a note names the line of a marker",
            name_of(format));
  }
}

void check_baseline(std::string_view bytes) {
  const auto first = Baseline::read(bytes);
  if (!first) return require(first.error().line >= 1, "an error has a line", "baseline");
  const std::string written = first->write(first->entries());
  auto again = Baseline::read(written);
  require(again.has_value(), "what is written can be read", "baseline");
  require(again->entries() == first->entries(), "read(write(x)) == x", "baseline");
  require(again->salt() == first->salt(), "the salt is kept", "baseline");
  require(again->write(again->entries()) == written, "the same bytes are written", "baseline");
  for (const BaselineEntry& entry : first->entries()) {
    require(again->matches(entry.fingerprint, entry.tag), "every entry matches", "baseline");
  }
  const auto all = [](const BaselineEntry&) { return true; };
  require(again->stale(all).empty(), "what matched is not stale", "baseline");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string bytes;
  for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>(data[i]);
  const std::string text = with_markers(bytes);
  for (const std::string_view name : format_names()) {
    const Format format = format_named(name).value_or(Format::text);
    if (format != Format::automatic && format != Format::list) check_markers(format, text);
  }
  check_baseline(bytes);
  check_baseline("# urilint baseline\n# version: 1\n# salt: 0123456789abcdef\n" + bytes);
  return 0;
}
