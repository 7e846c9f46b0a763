// Where a comment can stand beside a line of a file, so that it is a comment to whoever reads the
// file and changes nothing else in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "document/format.hpp"

namespace urilint {

/// Lines from 1, the last one included.
struct LineRange {
  std::uint64_t first = 1, last = 1;
  friend bool operator==(const LineRange&, const LineRange&) noexcept = default;
};

struct CommentPlace {
  enum class Where : std::uint8_t {
    beside,  ///< at the end of the last line
    above,   ///< alone on the line before the first one
  } where{};
  std::string_view opener, closer;  ///< static; both empty: a comment is there already
};

struct CommentLimits {
  std::size_t longest = std::size_t{1} << 20;  ///< bytes of text; in a longer one nothing is tried
  std::size_t readings = 24;  ///< of the whole text; what is not proven by then has no place
};

/// The first place, of those that the format has, which is proven for each of `lines`: the text is
/// read again with a comment there, which must come as one, while all else stays as it was. `path`
/// tells the dialect. `text` is the whole file in UTF-8; linear in it and in `lines`.
[[nodiscard]] std::vector<std::optional<CommentPlace>> comment_places(
    std::string_view text, Format format, std::string_view path, std::span<const LineRange> lines,
    CommentLimits limits = {});

}  // namespace urilint
