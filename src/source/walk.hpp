// Which files a run reads: named paths, directories walked, lists of paths, globs, git's ignores.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "source/input.hpp"

namespace urilint {

struct WalkOptions {
  std::vector<std::string> include;  ///< globs; empty: everything
  std::vector<std::string> exclude;  ///< globs
  bool force_exclude = false;        ///< excludes hold for named files too
  bool no_ignore = false;            ///< take what .gitignore, .git/info/exclude … exclude
};

/// Expands `paths` (`-`: standard input) into inputs, in a deterministic order: by the order of
/// `paths`, then by path bytes within a directory. A file named twice comes once. Hidden files are
/// taken, `.git` is not. Symbolic links are followed only if they stay inside the named tree; loops
/// end. Notes: what was skipped and why.
void collect_inputs(const std::vector<std::string>& paths, const WalkOptions& options,
                    const std::function<void(Input)>& found,
                    const std::function<void(SkipNote)>& skipped);

/// A path as it is reported: no `./` in front, one `/` between parts, none at the end; the current
/// directory is empty.
[[nodiscard]] std::string reported_path(std::string_view path);

/// git's pattern language on `/`-separated paths: `*` `?` `[…]` stay within a part, `**` crosses
/// parts; a pattern without `/` matches at any depth. Linear: no exponential backtracking.
[[nodiscard]] bool glob_match(std::string_view pattern, std::string_view path);

}  // namespace urilint
