// Opens inputs and hands out windows: whole files up to a limit, overlapping windows beyond it.
// read(2), never mmap: a file truncated while it is read must not end in SIGBUS.
// An InputReader cuts an input into stretches, in order and by one thread; what is in a stretch may
// be looked at by any thread, whatever becomes of the others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

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
  mail,          ///< a message that is read as text: too large, or the mail module cannot be used
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

/// Bytes that are no file's. Read once, from their beginning, by one thread at a time.
class ByteSource {
 public:
  ByteSource() = default;
  virtual ~ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  [[nodiscard]] virtual std::uint64_t size() const noexcept = 0;
  /// Up to `most` bytes; 0 at the end, or where an error broke it off.
  [[nodiscard]] virtual std::size_t read(char* to, std::size_t most) = 0;
  /// Why it broke off, in plain words; empty if it did not.
  [[nodiscard]] virtual std::string error() const = 0;
};

struct Input {
  std::string path;       ///< as it is reported: bytes, `/` between parts, no leading `./`
  std::string open_path;  ///< what to open
  bool named = false;     ///< given on the command line: unreadable is fatal
  bool is_stdin = false;  ///< read standard input
  /// If set, the bytes come from there and `open_path` is not opened. Called on any thread. Never
  /// null: a source that has nothing to give has an error, which is fatal.
  std::function<std::unique_ptr<ByteSource>()> source;
};

struct ReadOptions {
  Format format = Format::automatic;
  std::size_t whole_limit = std::size_t{64} << 20;  ///< larger inputs are read in windows
  std::size_t window = std::size_t{16} << 20;
  std::size_t overlap = std::size_t{2} << 20;      ///< longest URI that is read whole
  std::size_t line_limit = std::size_t{16} << 20;  ///< longest line of a list
  std::size_t batch = std::size_t{256} << 10;      ///< a window of a list, but for longer lines
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

/// One window of an input, with all that is needed to look at it; or only notes. Views its Input
/// and its ReadOptions. Moved from, it may only be destroyed.
class Stretch {
 public:
  /// Pushes notes and window. False: the sink wants no more. To be called once.
  bool read(WindowSink& sink);
  /// Of the last one: what was read of the whole input.
  [[nodiscard]] const ReadStats& stats() const noexcept { return stats_; }
  [[nodiscard]] const Input& input() const noexcept { return *input_; }

  bool last = false;  ///< nothing of the input follows

 private:
  friend class InputReader;
  Stretch(const Input& input, const ReadOptions& options) : input_(&input), options_(&options) {}
  void note(std::vector<SkipNote>& notes, SkipReason reason, std::string detail,
            bool fatal = false) const;
  bool read_list(WindowSink& sink);
  bool read_text(WindowSink& sink);

  const Input* input_;
  const ReadOptions* options_;
  std::vector<SkipNote> before_, after_;  // the window
  bool has_window_ = false;
  std::unique_ptr<char[]> memory_;  // of the raw bytes
  Document document_;
  std::string_view text_;  // the base text
  Window window_;
  Format format_ = Format::text;
  ReadStats stats_;
};

/// Reads one input to its end in bounded memory. Never throws; what cannot be read is a note.
class InputReader {
 public:
  /// Both must outlive all stretches.
  InputReader(const Input& input, const ReadOptions& options);
  ~InputReader();
  InputReader(const InputReader&) = delete;
  InputReader& operator=(const InputReader&) = delete;

  /// The next stretch. Not to be called behind the last one, of which there is always one.
  [[nodiscard]] Stretch next();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

/// The same, all stretches one after the other.
ReadStats read_input(const Input& input, const ReadOptions& options, WindowSink& sink);

}  // namespace urilint
