// Opens inputs and hands out windows: whole files up to a limit, overlapping windows beyond it.
// read(2), never mmap: a file truncated while it is read must not end in SIGBUS.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "document/document.hpp"
#include "document/format.hpp"

namespace urilint {

/// Why something was not read, or only in part.
enum class SkipReason : std::uint8_t {
  binary,        ///< NUL bytes, and no UTF-16 or UTF-32
  special_file,  ///< not a regular file (device, socket, pipe), and not standard input
  unreadable,    ///< open or read failed; `detail` has the system's words
  symlink,       ///< leads out of the tree that was named
  loop,          ///< a directory that was already visited
  too_long,      ///< a line of a list, or a URI, above the limit
  missing,       ///< a named path that does not exist
};
[[nodiscard]] std::string_view name_of(SkipReason reason) noexcept;

/// `fatal` (a named path that cannot be read) makes the exit status 2.
struct SkipNote {
  SkipReason reason{};
  std::string path;
  std::string detail;
  bool fatal = false;
  bool named = false;  ///< of an input that was given on the command line
};

struct Input {
  std::string path;       ///< as it is reported: bytes, `/` between parts, no leading `./`
  std::string open_path;  ///< what to open
  bool named = false;     ///< given on the command line: unreadable is fatal
  bool is_stdin = false;  ///< read standard input
};

struct ReadOptions {
  Format format = Format::automatic;
  std::size_t whole_limit = std::size_t{64} << 20;  ///< larger inputs are read in windows
  std::size_t window = std::size_t{16} << 20;
  std::size_t overlap = std::size_t{2} << 20;      ///< longest URI that is read whole
  std::size_t line_limit = std::size_t{16} << 20;  ///< longest line of a list
  /// Push nothing of a document in which no URI with a scheme can stand (document/prefilter.hpp).
  bool prefilter = false;
};

/// One window of an input. Candidates that begin at or after `report_end` (in the base text) come
/// again in the next window and must be left to it; those that begin before `report_begin` were
/// reported with the last one.
struct Window {
  Position start;  ///< of the first byte of the base text
  Off report_begin = 0;
  Off report_end = 0;  ///< the size of the base text in the last window
  bool last = true;
};

class WindowSink : public SegmentSink {
 public:
  /// A window with its segments to come. `document` lives until the next call.
  virtual void begin_window(Document& document, const Window& window) = 0;
  bool segment(const Segment& segment) override = 0;
  bool link(const Link& /*link*/) override { return true; }
  virtual void end_window() = 0;
  virtual void note(const SkipNote& note) = 0;
};

/// What was read, for `--stats`.
struct ReadStats {
  std::uint64_t bytes = 0;
  std::uint64_t lines = 0;
};

/// Reads one input to its end in bounded memory. Never throws; what cannot be read is a note.
ReadStats read_input(const Input& input, const ReadOptions& options, WindowSink& sink);

}  // namespace urilint
