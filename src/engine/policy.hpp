// What a user allows: schemes, hosts (with paths) and ports. docs/policy.md is the specification of
// the entries. A Policy is immutable and shared by threads; nothing in it throws or keeps a view.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "host/prefix.hpp"
#include "urilint/host.hpp"

namespace urilint {

/// Longest entry of a policy in bytes.
inline constexpr std::size_t kPolicyEntryMax = 1024;

/// A text with `*` for any bytes, none included.
class PolicyGlob {
 public:
  PolicyGlob() = default;
  /// `pieces` stand between the stars: one is a text without any.
  explicit PolicyGlob(std::vector<std::string> pieces) : pieces_(std::move(pieces)) {}
  [[nodiscard]] bool matches(std::string_view text) const noexcept;
  /// True if it may match a text that begins so.
  [[nodiscard]] bool may_begin(std::string_view beginning) const noexcept;
  /// True if it matches every text that begins so.
  [[nodiscard]] bool covers(std::string_view beginning) const noexcept;

 private:
  std::vector<std::string> pieces_;
};

/// The path of one reading, as it stands, in the two forms that entries are compared with: with
/// triplets undone but those of `/`, `\` and `%`, and without dot segments (RFC 3986 6.2.2); and
/// as a server may take it that decodes all, more than once, takes `\` for `/`, joins slashes, and
/// drops parameters of dot segments. Text is made when it is asked for, and only of paths that need
/// it. Views `path`; belongs to one thread.
class PolicyPath {
 public:
  enum class Known : std::uint8_t { whole, beginning };
  explicit PolicyPath(std::string_view path, Known known = Known::whole) noexcept;
  PolicyPath(const PolicyPath&) = delete;
  PolicyPath& operator=(const PolicyPath&) = delete;

  [[nodiscard]] std::string_view strict() const;
  [[nodiscard]] std::string_view loose() const;
  [[nodiscard]] bool is_whole() const noexcept { return known_ == Known::whole; }

 private:
  std::string_view path_;
  Known known_;
  bool ordinary_;
  mutable std::optional<std::string> strict_, loose_;  // unless the path is ordinary
};

/// The host of one reading: a name in lower-case ASCII without a trailing dot; or an address, which
/// is IPv4 where it is IPv4-mapped.
struct PolicyHost {
  std::string_view name;
  std::optional<Address> address = std::nullopt;
  /// The IPv4 address that an IPv6 address of another kind carries: an entry may name either.
  std::optional<Address> inside = std::nullopt;
};

/// A host with template holes: what certainly stands before the first and behind the last one, in
/// lower-case ASCII.
struct PolicyHostAround {
  std::string_view head, tail;
  /// The whole may turn out to be an address.
  bool may_be_address = false;
};

/// How far a list names a host.
enum class PolicyMatch : std::uint8_t { none, other_path, whole };

/// One list of hosts.
class PolicyHosts {
 public:
  /// Nothing, or what is wrong with the entry.
  [[nodiscard]] std::optional<std::string> add(std::string_view entry);
  void finish();
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }

  /// How many forms of the path an entry has to match.
  enum class Forms : std::uint8_t { any, all };
  /// Of a path whose beginning alone is known: `any` asks whether an entry certainly matches, `all`
  /// whether one may match.
  [[nodiscard]] PolicyMatch find(const PolicyHost& host, const PolicyPath& path,
                                 Forms forms) const noexcept;
  /// `none` only if no text in the place of the holes makes an entry match.
  [[nodiscard]] PolicyMatch may_find(const PolicyHostAround& host,
                                     const PolicyPath& path) const noexcept;

 private:
  struct Path {
    bool any = true;  // the entry names none
    PolicyGlob strict, loose;
    [[nodiscard]] bool matches(const PolicyPath& path, Forms forms) const noexcept;
  };
  // The labels left of a fixed suffix. `*.example.com` is deep.
  struct Name {
    std::string pattern;             // as it was written, canonical
    std::vector<PolicyGlob> labels;  // from right to left
    bool deep = false;               // one or more labels stand left of them
    Path path;
    [[nodiscard]] bool matches(std::string_view left) const noexcept;
    [[nodiscard]] bool may_match(const PolicyHostAround& host) const noexcept;
  };
  struct Suffix {
    std::string text;
    std::uint64_t hash = 0;
    std::vector<Name> names;
  };
  struct Range {
    host_tables::Key first, last;
    Path path;
    [[nodiscard]] bool holds(const host_tables::Key& key) const noexcept {
      return first <= key && key <= last;
    }
  };
  struct Ranges {
    std::vector<Range> plain;  // without paths; ascending and disjoint after `finish`
    std::vector<Range> with_path;
    void finish();
    [[nodiscard]] PolicyMatch find(const host_tables::Key& key, const PolicyPath& path,
                                   Forms forms) const noexcept;
  };

  [[nodiscard]] std::optional<std::string> add_address(std::string_view host, Path path);
  [[nodiscard]] std::optional<std::string> add_range(std::string_view address,
                                                     std::string_view bits);
  void add_range(Address address, std::uint32_t length, Path path);
  [[nodiscard]] std::optional<std::string> add_name(std::string_view host, Path path);
  void add_to_suffix(std::string suffix, Name name);
  [[nodiscard]] const Suffix* suffix_of(std::string_view text, std::uint64_t hash) const noexcept;
  [[nodiscard]] std::optional<std::string> add_pattern(std::string_view host, Path path);
  [[nodiscard]] PolicyMatch find_name(std::string_view name, const PolicyPath& path,
                                      Forms forms) const noexcept;

  std::size_t size_ = 0;
  std::vector<Path> everywhere_;                          // `*`
  std::vector<Name> floating_;                            // no label behind the last star is fixed
  std::vector<Suffix> suffixes_;                          // by `slots_`
  std::vector<std::uint32_t> slots_;                      // open addressing: index + 1
  std::unordered_map<std::string, std::size_t> by_text_;  // of suffixes, until `finish`
  Ranges v4_, v6_;
};

enum class PolicyVerdict : std::uint8_t { inside, outside, denied };
struct PolicyAnswer {
  PolicyVerdict verdict = PolicyVerdict::inside;
  bool by_path = false;  ///< an entry names the host, and the path decided
};

/// Deny wins over allow; an empty list of what is allowed allows everything.
class Policy {
 public:
  [[nodiscard]] bool judges_schemes() const noexcept;
  [[nodiscard]] bool judges_hosts() const noexcept;
  [[nodiscard]] bool judges_ports() const noexcept;
  [[nodiscard]] bool denies_hosts() const noexcept { return !denied_hosts_.empty(); }

  /// Letter case is ignored.
  [[nodiscard]] PolicyVerdict scheme(std::string_view scheme) const noexcept;
  [[nodiscard]] PolicyVerdict port(std::uint32_t port) const noexcept;
  [[nodiscard]] PolicyAnswer host(const PolicyHost& host, const PolicyPath& path) const noexcept;
  /// Only whether it is denied: for readings that not every program makes.
  [[nodiscard]] PolicyAnswer denies(const PolicyHost& host, const PolicyPath& path) const noexcept;
  /// `outside` and `denied` only where that is certain whatever stands in the holes.
  [[nodiscard]] PolicyAnswer host(const PolicyHostAround& host,
                                  const PolicyPath& path) const noexcept;
  /// A host that is neither a name nor an address.
  [[nodiscard]] PolicyVerdict no_host() const noexcept;

 private:
  friend class PolicyBuilder;
  struct PortRange {
    std::uint32_t first = 0, last = 0;
  };
  static bool holds(const std::vector<PortRange>& ranges, std::uint32_t port) noexcept;

  std::vector<std::string> allowed_schemes_, denied_schemes_;
  std::vector<PortRange> allowed_ports_, denied_ports_;
  PolicyHosts allowed_hosts_, denied_hosts_;
};

/// Reads the entries of a policy one by one. Each gives nothing, or one line that says what is
/// wrong with the entry and how to write it; such an entry is left out.
class PolicyBuilder {
 public:
  PolicyBuilder();

  [[nodiscard]] std::optional<std::string> allow_scheme(std::string_view scheme);
  [[nodiscard]] std::optional<std::string> deny_scheme(std::string_view scheme);
  [[nodiscard]] std::optional<std::string> allow_host(std::string_view host);
  [[nodiscard]] std::optional<std::string> deny_host(std::string_view host);
  /// `443` or `8000-8999`.
  [[nodiscard]] std::optional<std::string> allow_port(std::string_view port);
  [[nodiscard]] std::optional<std::string> deny_port(std::string_view port);

  /// The policy; null if no entry was taken. The builder is empty afterwards.
  [[nodiscard]] std::shared_ptr<const Policy> build();

 private:
  std::unique_ptr<Policy> policy_;
};

}  // namespace urilint
