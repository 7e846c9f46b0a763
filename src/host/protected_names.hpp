// Names that a user watches over, and hosts that pass for one of them. A list is immutable and
// shared by threads.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "host/name_chars.hpp"
#include "urilint/uri.hpp"

namespace urilint {

/// A part of a host that looks like a protected name.
struct ProtectedMatch {
  std::string_view name;    ///< the protected name; lives as long as the list
  UriSpan span;             ///< the labels of the host that look like it
  UriSpan differs;          ///< where they are written otherwise: characters, or a whole A-label
  bool label_only = false;  ///< one label looks like the first one of the name, the rest does not
};

class ProtectedNames {
 public:
  /// Adds a host name (UTF-8 or A-labels, any case). False if it is no name with a dot in it.
  [[nodiscard]] bool add(std::string_view name);
  [[nodiscard]] bool empty() const noexcept { return names_.empty(); }
  [[nodiscard]] std::size_t size() const noexcept { return names_.size(); }

  /// False if a plain ASCII host (no A-labels, no escapes) certainly looks like none of the names,
  /// and has none of their first labels. Does not allocate.
  [[nodiscard]] bool may_concern(std::string_view host) const noexcept;

  /// What `host` passes for. Nothing if it is a protected name or below one, or differs in ordinary
  /// diacritics alone.
  [[nodiscard]] std::optional<ProtectedMatch> find(std::string_view host) const;

  /// The protected name whose labels stand in `host` as they are, left of its last labels: nothing
  /// if it is at the end.
  [[nodiscard]] std::optional<ProtectedMatch> find_inside(std::string_view host) const;

 private:
  struct Name {
    std::string text;        // canonical
    std::u16string unicode;  // lower case, decoded
    std::u16string label;    // the first label of it
  };
  struct Label;

  [[nodiscard]] std::vector<Label> labels_of(std::string_view host) const;
  [[nodiscard]] bool is_protected(std::string_view host) const;
  [[nodiscard]] std::optional<ProtectedMatch> match(const std::vector<Label>& labels,
                                                    std::size_t first) const;
  [[nodiscard]] std::optional<ProtectedMatch> match_label(const Label& label) const;
  void note_hash(std::u16string_view folded);

  std::vector<Name> names_;
  std::unordered_multimap<std::u16string, std::size_t> by_skeleton_;
  std::unordered_multimap<std::u16string, std::size_t> by_label_;
  std::unordered_map<std::string, std::size_t> by_text_;
  std::vector<std::uint64_t> bits_;  // a Bloom filter of both, reversed, by two hashes
};

}  // namespace urilint
