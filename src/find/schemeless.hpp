// What people write for a URI without its scheme: `www.example.com/x`, `//example.com/x`, an e-mail
// address, `git@example.com:a/b`. Told apart by their shape; none of them is looked up.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "find/finder.hpp"

namespace urilint::find {

/// A reference without a scheme, as offsets into the text.
struct Schemeless {
  std::size_t begin = 0;
  std::size_t body =
      0;  ///< behind the host, where a path may begin: the end is looked for from here
  CandidateKind kind{};
  bool closed = false;  ///< ends at `body`: an e-mail address
};

/// The first one that begins in `text` from `begin` on and before `end`. What stands before `begin`
/// may be looked at. Linear in `end - begin`.
[[nodiscard]] std::optional<Schemeless> next_schemeless(std::string_view text, std::size_t begin,
                                                        std::size_t end) noexcept;

}  // namespace urilint::find
