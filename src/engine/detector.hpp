// What a detector sees (Subject) and says (Sink). Detectors never build strings: they emit spans,
// numbers and static words; text is rendered, and redacted, when the report is made.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <variant>

#include "engine/secrets.hpp"
#include "host/name_spoof.hpp"
#include "host/protected_names.hpp"
#include "uri/component_span.hpp"
#include "urilint/host.hpp"
#include "urilint/uri.hpp"

namespace urilint {

enum class Layer : std::uint8_t;  // document/document.hpp
struct LinkText;                  // engine/link_text.hpp
class Policy;                     // engine/policy.hpp

/// No name of a host is longer than 253 characters, which are at most four bytes each and three
/// times as many encoded. Longer hosts are no names and no addresses to anybody.
inline constexpr Off kMostHostBytes = 253 * 12;

/// What is known of the host, computed at first use.
struct HostFacts {
  Ipv4Reading ipv4;          ///< of a host without brackets
  Ipv6Reading ipv6;          ///< of what is between brackets
  bool has_address = false;  ///< `address` is set: some spelling names one address
  Address address;
  std::string_view address_class;             ///< empty without an address
  const MetadataService* metadata = nullptr;  ///< by address or by name
};

/// How the host of RFC 3986 and that of browsers relate.
enum class HostVerdict : std::uint8_t {
  same,             ///< or nobody finds one
  two_hosts,        ///< both find one, not the same
  browsers_only,    ///< RFC 3986 has none, or none that can be looked up
  browsers_refuse,  ///< RFC 3986 accepts the text, browsers do not
};

/// What both read under a scheme of the web other than `file`, or without one.
struct Readings {
  HostVerdict host = HostVerdict::same;
  bool same_path = true;  ///< not judged (true) where the hosts differ or one reader refuses
};

/// One URI with its facts. `parts` and everything else speak of `text`, in which template holes
/// are masked by `x` so that a component with a hole has no accidental delimiters; `raw` is the
/// same text unmasked, byte for byte as long.
class Subject {
 public:
  UriParts parts;
  std::string_view text;
  std::string_view raw;
  std::span<const UriSpan> holes;
  /// Ascending offsets before which the document has tabs or line breaks that are not in `text`.
  std::span<const Off> left_out;
  const Subject* outer = nullptr;                   ///< the URI this one was nested in
  std::uint8_t depth = 0;                           ///< 0: found in the document
  bool identifier = false;                          ///< names something where it stands
  Layer layer{};                                    ///< how it stood in the outer one
  const ProtectedNames* protected_names = nullptr;  ///< null: the user names none
  /// What the user allows. Not null for rules with `policy = true`.
  const Policy* policy = nullptr;
  /// The day that the caller asks about, as seconds since 1970-01-01 UTC; no clock is read.
  std::optional<std::int64_t> as_of;
  /// What is shown for the link that this is the target of. Null but for rules with `link = true`,
  /// which are asked about nothing else.
  const LinkText* shown = nullptr;

  [[nodiscard]] const HostFacts& host() const noexcept;
  /// What is wrong with the host as a name; nothing of a host in brackets or with a hole. Spans are
  /// offsets into the URI.
  [[nodiscard]] std::span<const NameIssue> name_issues() const noexcept;
  /// At most the first 256 violations.
  [[nodiscard]] std::span<const Violation> violations() const noexcept;
  /// What the classifier says of this URI: every value that is, or could be, a secret.
  [[nodiscard]] std::span<const SecretFact> secrets() const noexcept;

  [[nodiscard]] std::string_view view(UriSpan span) const noexcept {
    return text.substr(span.begin, span.end - span.begin);
  }
  [[nodiscard]] UriSpan span(Component component) const noexcept {
    return component_span(parts, component);
  }
  [[nodiscard]] std::string_view view(Component component) const noexcept {
    const UriSpan of = component_span(parts, component);
    return {parts.data + of.begin, of.size()};
  }
  [[nodiscard]] bool has_hole(Component component) const noexcept {
    return (parts.holes >> static_cast<unsigned>(component) & 1U) != 0;
  }
  [[nodiscard]] bool touches_hole(UriSpan span) const noexcept;

  /// A URI inside this one, and the bytes of `text` that it was made from.
  struct Inner {
    UriSpan slice;
    const Subject* subject = nullptr;
  };
  /// The URIs directly inside this one, ascending.
  [[nodiscard]] std::span<const Inner> inner() const noexcept;

  struct Cache;            // engine/subject.cpp
  Cache* cache = nullptr;  // belongs to the Scratch
};

enum class Role : std::uint8_t { primary, secondary, link_text, link_target, nested, reading };
[[nodiscard]] std::string_view name_of(Role role) noexcept;

/// A marked range of the subject's text; with `Role::link_text`, of the text that is shown for it.
struct Mark {
  UriSpan span;
  Role role = Role::secondary;
  std::string_view label{};  ///< static: what it is (`the host`)
};

/// The text of a span after `times` percent-decodings.
struct DecodedSpan {
  UriSpan span;
  int times = 1;
};
/// A character of the host, by its place; that of an A-label is the whole label.
struct NamedChar {
  UriSpan span;
  char32_t code = 0;
};
/// Characters by number and name: `U+0262 LATIN LETTER SMALL CAPITAL G`.
struct NamedChars {
  std::array<NamedChar, 3> list{};
  std::uint8_t count = 0;
  bool more = false;  ///< there are others
};
/// A host by the name that a resolver would be asked for; as it stands where there is none.
struct CanonicalHost {
  UriSpan span;
};
/// A stretch of the text that is shown for a link.
struct ShownSpan {
  UriSpan span;
};
/// A value for a message: `{0}`, `{1}` …
using Arg = std::variant<std::int64_t, std::string_view, UriSpan, DecodedSpan, Address, NamedChars,
                         ShownSpan, CanonicalHost>;

/// What a detector says: `{.component, .primary, .related, .args, .variant}`.
struct Emission {
  Component component{};
  UriSpan primary{};
  std::initializer_list<Mark> related{};
  std::initializer_list<Arg> args{};
  std::string_view variant{};  ///< static; empty: the first
  /// The address that the finding is about, however it is spelt.
  std::optional<Address> address{};
  /// A further list of marks, for detectors that count them at run time.
  std::span<const Mark> more{};
  /// The finding holds although a mark touches a template hole.
  bool certain_despite_hole = false;
};

class Sink {
 public:
  virtual ~Sink() = default;
  virtual void emit(const Emission& emission) noexcept = 0;
};

using Detect = void (*)(const Subject&, Sink&) noexcept;

}  // namespace urilint
