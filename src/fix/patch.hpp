// Unified diffs, as git and patch(1) read them.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "urilint/uri.hpp"

namespace urilint {

/// `prefix` and a path as git writes them in the header of a patch: in double quotes with C escapes
/// if there is a quote, a backslash, a control or a byte from 0x80 up.
[[nodiscard]] std::string patch_name(std::string_view prefix, std::string_view path);

/// The lines of a hunk, without what marks them: bytes of the old file and of the new one.
struct HunkLines {
  UriSpan before;
  UriSpan after;
};

struct Patch {
  std::string text;        ///< empty if there is no hunk to show
  std::size_t hidden = 0;  ///< hunks that may not be shown
};

/// The patch that makes `after` of `before`: three lines of context, `\ No newline at end of file`.
/// Lines end at LF, and edits leave their number as it is: otherwise everything is one hunk that is
/// not shown. `may_show` is asked about each hunk. Linear.
[[nodiscard]] Patch make_patch(std::string_view path, std::string_view before,
                               std::string_view after,
                               const std::function<bool(const HunkLines&)>& may_show);

}  // namespace urilint
