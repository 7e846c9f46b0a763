// Here-documents of shells, Dockerfiles and HCL.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace urilint::reading {

/// `<<NAME`, `<<-NAME`, `<<'NAME'`, `<<"NAME"`, `<<\NAME`.
struct HeredocMark {
  std::string_view name;
  std::size_t next = 0;   ///< behind the mark
  bool indented = false;  ///< with `-`: blanks may stand before the line that ends it
};

/// The mark at `i`, if there is one: its name begins with a letter or `_`.
[[nodiscard]] std::optional<HeredocMark> heredoc_mark(std::string_view text,
                                                      std::size_t i) noexcept;

struct HeredocBody {
  std::size_t end = 0;   ///< where the line that ends it begins
  std::size_t next = 0;  ///< at the end of that line
};

/// Looks for the lines that end here-documents of one text. What is looked for in vain costs a
/// share of a budget, so that the work stays linear.
class HeredocSearch {
 public:
  explicit HeredocSearch(std::string_view text) noexcept
      : text_(text), budget_(text.size() * 8 + 4096) {}
  /// The body that begins at `begin`, or nothing if no line is just the name.
  [[nodiscard]] std::optional<HeredocBody> body(std::size_t begin, const HeredocMark& mark);

 private:
  std::string_view text_;
  std::size_t budget_;
};

}  // namespace urilint::reading
