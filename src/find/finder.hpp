// Finds URIs in segments: prose and code rules (RFC 3986 appendix C), template holes.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "document/document.hpp"

namespace urilint {

/// What was found, by its spelling.
enum class CandidateKind : std::uint8_t {
  uri,           ///< with a scheme
  network_path,  ///< `//host/path` (RFC 3986 4.2)
  suffix,        ///< `www.host/path` (RFC 3986 4.5)
  scp,           ///< `user@host:path`, as scp and git read it; see FindOptions::remotes
  email,         ///< `user@host`
};
/// `uri`, `network-path`, `suffix`, `scp`, `email`.
[[nodiscard]] std::string_view name_of(CandidateKind kind) noexcept;

/// A URI reference in a text. `holes` are offsets relative to `where.begin`, ascending, disjoint;
/// the view lives until the callback returns.
struct Candidate {
  TextSpan where;
  Segment::Context context = Segment::Context::prose;
  CandidateKind kind = CandidateKind::uri;
  std::string_view key;
  std::span<const UriSpan> holes;
  bool strict_list = false;
  bool identifier = false;  ///< see Segment
  bool stripped = false;    ///< its text is one of Layer::stripped
  bool truncated = false;   ///< longer than the limit: only its beginning
  /// How `where.text` is spelt there; null: unknown, also where the finder decoded it itself.
  const Escaper* escaper = nullptr;
};

struct FindOptions {
  bool holes = true;        ///< recognise template holes (profile `repo` only, never in lists)
  bool schemeless = false;  ///< also give what has no scheme
  /// Also give values that are scp-like remotes: as `ssh://user@host/path`, in a text of their own.
  bool remotes = false;
};

/// Called for each candidate in ascending order; false stops.
using CandidateSink = std::function<bool(const Candidate&)>;

/// Finds candidates in the segment. May add texts (escaped URIs such as `https:\/\/…` are decoded
/// through a layer) to `document`. Linear in the size of the segment.
void find_uris(Document& document, const Segment& segment, const FindOptions& options,
               const CandidateSink& sink);

/// The template holes of `text`: `${…}`, `$(…)`, `{{…}}`, `{…}`, `#{…}`, `<%…%>`, `%s` and the
/// like, `%(x)s`, `%NAME%`, `<name>`, `@@x@@`, `$NAME` in upper case, and those of find/tool_holes.
/// `%HH` is never one. Ascending and disjoint; appended to `out`.
void find_holes(std::string_view text, std::vector<UriSpan>& out);

}  // namespace urilint
