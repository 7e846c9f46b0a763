// Puts the fixes of one file together and makes them in its bytes, whole or not at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fix/edit.hpp"
#include "fix/proof.hpp"

namespace urilint {

/// A stretch of a file, known by its hash.
struct ContentPiece {
  std::uint64_t begin = 0, end = 0;  ///< bytes of the file
  std::uint64_t high = 0, low = 0;
};
[[nodiscard]] ContentPiece piece_of(std::uint64_t offset, std::string_view bytes) noexcept;

/// Says whether a file is still what was read, window by window.
class ContentTag {
 public:
  /// Pieces in their order; where they overlap or leave a gap, nothing ever matches.
  void add(const ContentPiece& piece) { pieces_.push_back(piece); }
  /// True if `file` is what was read: all of it, but that a byte order mark may stand before.
  [[nodiscard]] bool matches(std::string_view file) const noexcept;

 private:
  std::vector<ContentPiece> pieces_;
};

struct MergedFixes {
  std::vector<const Fix*> taken;  ///< in the order given
  std::vector<Edit> edits;        ///< ascending, disjoint
};
/// Takes fixes in the order given. One that overlaps an earlier one is left for the next run; an
/// edit that two fixes share is made once.
[[nodiscard]] MergedFixes merge_fixes(std::span<const Fix> fixes);

/// `file` with the edits (ascending, disjoint) made in its charset, which its byte order mark or
/// its first bytes tell (`guess`: of a list only the mark does). Nothing if an edit leaves the file
/// or cannot be written in it.
[[nodiscard]] std::optional<std::string> edited(std::string_view file, std::span<const Edit> edits,
                                                bool guess);

enum class FixOutcome : std::uint8_t {
  ready,       ///< `after` may be written
  changed,     ///< the file is not what was read
  unreadable,  ///< `detail` has the system's words
  link,        ///< a symbolic link, or a file of several names
  too_long,    ///< longer than the limit
  unproved,    ///< reading the result would give more than the intended changes
};
/// One sentence for people, without the name of the file.
[[nodiscard]] std::string message_of(FixOutcome outcome, std::string_view detail);

struct FixedFile {
  FixOutcome outcome = FixOutcome::unproved;
  std::string before, after;  ///< the bytes, if `ready`
  std::vector<const Fix*> taken;
  std::string detail;
};
/// Reads the file anew and makes the fixes in memory. Symbolic links are not followed, and a file
/// with several names (hard links) is left alone: replacing it would part them, and writing into it
/// could leave half of it.
[[nodiscard]] FixedFile fix_file(const std::string& open_path, const FileKind& kind,
                                 const ContentTag& tag, std::span<const Fix> fixes,
                                 std::size_t longest = std::size_t{64} << 20);

/// Replaces the file by `after`, with its mode and its owner; nothing happens if it is no longer
/// `before`. Empty, or the system's words for what went wrong: the file is as it was then.
[[nodiscard]] std::string replace_file(const std::string& open_path, std::string_view before,
                                       std::string_view after);

}  // namespace urilint
