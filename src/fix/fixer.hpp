// Which findings can be mended without a doubt, and by which replacements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.hpp"
#include "fix/edit.hpp"
#include "source/glob.hpp"

namespace urilint {

struct FixOptions {
  /// Globs of hosts that answer by https as well (`example.com`, `*.example.com`).
  std::vector<std::string> https_hosts;
  bool undefang = false;                         ///< make links of defanged URIs again
  std::size_t longest = std::size_t{64} * 1024;  ///< bytes of the longest URI that is touched
  /// Which rules have a say in this run. While a URI is invalid nobody speaks of its normal form;
  /// what makes it valid makes it normal as well then, so that nothing is left for the next run.
  bool raw_characters = true;
  bool non_ascii = true;
  bool normal_form = true;
};

enum class FixKind : std::uint8_t {
  encode,       ///< percent-encode raw characters of path, query and fragment
  normal_form,  ///< no default and no empty port, upper-case digits in triplets
  https,        ///< `http` to `https`, for the hosts of the options
  undefang,     ///< only if the options ask for it
};

/// What is done about the findings of a rule.
struct FixRow {
  std::string_view rule;
  std::string_view variant;  ///< empty: every one
  FixKind kind{};
};
[[nodiscard]] std::span<const FixRow> fix_rows() noexcept;

/// Computes fixes. Immutable, shared by threads.
class Fixer {
 public:
  explicit Fixer(FixOptions options);

  /// The fix of a finding of `judgement`, or nothing: where it is not certain that the fixed URI
  /// means the same (or what was asked for), that nothing else changes, or how it is spelt. Nothing
  /// is ever offered for a URI that holds a secret, a template hole or a wrapped link, that names
  /// something, that was found inside another one, or that was cut off. Linear in the URI.
  [[nodiscard]] std::optional<Fix> fix(const Document& document, const Candidate& candidate,
                                       const Judgement& judgement, const Finding& finding) const;

  /// True if the options name what is done about the rule of the finding: it is mended even if it
  /// is not shown.
  [[nodiscard]] bool is_asked_for(const Finding& finding) const noexcept;

 private:
  FixOptions options_;
  std::vector<Glob> hosts_;
};

}  // namespace urilint
