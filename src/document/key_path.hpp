// Where in a tree of keys a value stands: `a."b.c"[0]`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace urilint::reading {

/// What the value of a key names by itself: nothing, something (`$id`), or something in all that is
/// below it, keys too (`@context`).
enum class Naming : std::uint8_t { none, value, all };

/// Follows a reader through mappings and sequences. Best effort: what is nested deeper than 64, and
/// what would make the path longer than 4 KiB, is left out; a key longer than 256 bytes is `…`, so
/// that no part of a key is ever shown.
class KeyPath {
 public:
  /// `prefix` is the path of the document itself.
  explicit KeyPath(std::string_view prefix = {});

  /// Goes into the value that the path names now.
  void open_mapping();
  void open_sequence(std::uint64_t index = 0);
  /// Leaves the innermost one; nothing happens outside of all.
  void close();
  /// The member that follows, in a mapping or outside of all.
  void key(std::string_view name);
  /// To the next element of a sequence; in a mapping no key is known until `key`.
  void next();
  /// Out of everything.
  void reset();

  [[nodiscard]] std::size_t depth() const noexcept { return frames_.size() - 1 + ignored_; }
  [[nodiscard]] bool in_sequence() const noexcept {
    return ignored_ == 0 && frames_.back().sequence;
  }
  /// True if what stands here names something and is not opened: `Segment::identifier`.
  [[nodiscard]] bool names() const noexcept { return ignored_ == 0 && naming_ != Naming::none; }
  /// Lives until the next call.
  [[nodiscard]] std::string_view view();

 private:
  struct Frame {
    std::size_t begin = 0;  // the path of the container itself ends here
    std::uint64_t index = 0;
    bool sequence = false;
    Naming naming = Naming::none;  // of what is in it, before a key says more
  };
  void open(bool sequence, std::uint64_t index);
  void settle();

  std::string path_;
  std::vector<Frame> frames_;  // the first is the document
  std::size_t ignored_ = 0;    // levels below the deepest frame
  Naming naming_ = Naming::none;
  bool stale_ = false;  // the index of the innermost sequence is not yet in the path
};

}  // namespace urilint::reading
