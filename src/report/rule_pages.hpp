// The pages of `urilint rules docs`: one a rule, and an index. Markdown, the same every time.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rule.hpp"

namespace urilint {

/// A file of the folder of pages.
struct Page {
  std::string name;  ///< `port-invalid.md`; the index is `README.md`
  std::string text;  ///< ends in a line feed
};

/// A page for each of `rules` (ids are unique), ascending by id, and the index first. Examples are
/// judged by all of `rules`, and show what the finding says and marks. Everything in them is
/// redacted and escaped; prose of a rule is Markdown only in its `code`.
[[nodiscard]] std::vector<Page> rule_pages(std::span<const RuleInfo* const> rules);

/// Words of a rule as Markdown that shows them: `code` stays, every other character that would
/// mark something up is escaped. In a cell of a table, bars are escaped in code as well.
enum class Place : std::uint8_t { text, cell };
[[nodiscard]] std::string markdown_words(std::string_view words, Place place);

}  // namespace urilint
