// Looks for colons with memchr, decides at each what kind of URI it may belong to, walks to the
// beginning and the end. Escaped stretches are decoded into a text of their own and searched there.
#include "find/finder.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "document/decoder.hpp"
#include "document/schemeless_value.hpp"
#include "document/templates.hpp"
#include "find/chars.hpp"
#include "find/cut_password.hpp"
#include "find/defanged.hpp"
#include "find/escaped.hpp"
#include "find/extent.hpp"
#include "find/holes.hpp"
#include "find/literal_login.hpp"
#include "find/login.hpp"
#include "find/scheme.hpp"
#include "find/schemeless.hpp"
#include "uri/table_lookup.hpp"

namespace urilint {
namespace {

using find::at;
using find::BareKind;

constexpr std::size_t kProof = 256;  // where a script or an address must show itself
constexpr std::size_t kLongestCandidate = std::size_t{2} << 20;
// What stands behind most colons of all texts, and behind none of a URI.
constexpr find::ByteSet kBehindOthers{
    [](char c) { return find::is_blank(c) || c == ':' || c == '"'; }};

constexpr std::string_view kDefangedSchemes[] = {"hxxp", "hxxps", "http", "https",
                                                 "fxp",  "fxps",  "ftp",  "ftps"};

/// An altered `://` around a colon; `end` is 0 if there is none.
struct Slashes {
  std::size_t begin = 0;
  std::size_t end = 0;
};

Slashes defanged_slashes(std::string_view text, std::size_t colon) noexcept {
  const char before = colon == 0 ? ' ' : text[colon - 1];
  if (before != '[' && before != '(' && at(text, colon + 1) != '[') return {};
  for (const std::string_view written : find::kDefangedSlashes) {
    const std::size_t inside = written.find(':');
    if (inside > colon) continue;
    const std::size_t begin = colon - inside;
    if (text.substr(begin).starts_with(written)) return {begin, begin + written.size()};
  }
  return {};
}

/// True if the URI stands behind a quotation mark, and yet may go on in its literal behind `end`,
/// or holds escapes; a login, as there is a colon and an `@`.
bool may_be_cut(std::string_view text, std::size_t begin, std::size_t body,
                std::size_t end) noexcept {
  constexpr std::size_t kReach = 384;
  if (begin == 0 || !find::is_quote(text[begin - 1])) return false;
  if (begin > 1 && text[begin - 2] == '\\') return false;  // a literal in a literal
  const std::string_view uri = text.substr(body, end - body);
  if (uri.find(':') == std::string_view::npos && at(text, end) != ':') return false;
  const char mark = text[begin - 1];
  const bool closed = at(text, end) == mark && at(text, end + 1) != mark && uri.back() != '`';
  if (closed && uri.find('\\') == std::string_view::npos) return false;
  return text.substr(body, kReach).find('@') != std::string_view::npos;
}

/// The search of one segment.
class Finder {
 public:
  Finder(Document& document, const Segment& segment, const FindOptions& options,
         const CandidateSink& sink)
      : document_(document), segment_(segment), options_(options), sink_(sink) {}

  void run() {
    find::Surroundings around;
    around.literals = segment_.context == Segment::Context::prose ||
                      segment_.context == Segment::Context::comment ||
                      segment_.context == Segment::Context::header ||
                      segment_.context == Segment::Context::line;
    around.whole_value = !around.literals;
    around.blanks = segment_.blanks || (segment_.url && !is_template(segment_.where));
    TextSpan where = around.literals ? segment_.where : without_edges(segment_.where);
    if (!around.literals && !reference(where, around)) return;
    search(where, around);
  }

 private:
  /// One text: the segment itself, or a decoded stretch of it.
  struct Scope {
    TextSpan where;
    std::string_view text;
    find::Surroundings around;
    find::HoleScanner scanner;
    find::HoleScanner* holes = nullptr;
    std::size_t floor = 0;    ///< everything before belongs to earlier candidates
    std::size_t no_sign = 0;  ///< from the last colon that asked up to here there is no `@`
  };

  static constexpr find::Surroundings kInLiteral{.literals = false, .whole_value = false};
  static constexpr find::Surroundings kValue{.literals = false, .whole_value = true};

  [[nodiscard]] TextSpan without_edges(TextSpan where) const noexcept;
  /// True if it is no URL yet, and nobody reads its holes.
  [[nodiscard]] bool is_template(TextSpan where) const noexcept {
    return !options_.holes && reading::holds_template(document_.bytes(where));
  }
  bool reference(TextSpan& where, find::Surroundings around);
  bool remote(TextSpan& where, find::Surroundings around);
  bool search(TextSpan where, find::Surroundings around);
  bool at_colon(Scope& scope, std::size_t colon);
  bool with_authority(Scope& scope, std::size_t colon);
  bool bare(Scope& scope, std::size_t colon);
  bool defanged(Scope& scope, Slashes slashes);
  bool login(Scope& scope, std::size_t colon);
  static bool sign_follows(Scope& scope, std::size_t colon) noexcept;
  bool decoded(Scope& scope, find::Unescaped stretch, find::Surroundings around = kInLiteral);
  bool in_literal(Scope& scope, std::size_t begin, find::LiteralLogin login);
  /// Not where the way of a message is traced: those hosts and addresses are no links.
  [[nodiscard]] bool wants_schemeless() const noexcept {
    return options_.schemeless && segment_.context != Segment::Context::header;
  }
  bool schemeless(Scope& scope, std::size_t end);
  bool emit(Scope& scope, std::size_t begin, std::size_t end,
            CandidateKind kind = CandidateKind::uri);
  bool give(Scope& scope, std::size_t begin, std::size_t end, CandidateKind kind);

  Document& document_;
  Off given_ = 0;  // of the segment's text: the end of the last candidate
  const Segment& segment_;
  const FindOptions& options_;
  const CandidateSink& sink_;
  std::vector<UriSpan> found_;
  std::uint64_t emitted_ = 0;
};

/// Without the blanks around it, and of a URL the controls, which a browser takes off as well.
TextSpan Finder::without_edges(TextSpan where) const noexcept {
  const bool url = segment_.url;
  const auto is_edge = [url](char c) {
    return url ? static_cast<unsigned char>(c) <= 0x20 : reading::is_space(c);
  };
  const std::string_view text = document_.bytes(where);
  while (where.size() > 0 && is_edge(text[where.begin - segment_.where.begin])) ++where.begin;
  while (where.size() > 0 && is_edge(text[where.end - segment_.where.begin - 1])) --where.end;
  return where;
}

/// Gives the network-path reference that a value is; `where` becomes what is left of it.
bool Finder::reference(TextSpan& where, find::Surroundings around) {
  const std::string_view text = document_.bytes(where);
  const reading::NetworkPath path =
      segment_.url ? reading::network_path_url(text) : reading::network_path_value(text);
  if (path.body != 0 && segment_.url && is_template(where)) return true;
  if (path.body == 0) return !options_.remotes || remote(where, around);
  Scope scope{where, text, around, find::HoleScanner(text), nullptr};
  if (options_.holes) scope.holes = &scope.scanner;
  found_.clear();
  const find::Extent extent =
      find::uri_extent(text, path.begin, path.body, around, scope.holes, found_);
  if (extent.end <= path.body && segment_.url) return true;
  const bool more =
      give(scope, path.begin, std::max(extent.end, path.body), CandidateKind::network_path);
  where.begin += static_cast<Off>(scope.floor);
  return more;
}

/// Gives the remote that a value is, as the URI that git reads.
bool Finder::remote(TextSpan& where, find::Surroundings around) {
  const std::string_view text = document_.bytes(where);
  const std::size_t colon = reading::scp_colon(text, segment_.key);
  if (colon == 0) return true;
  reading::Decoder decoder(text, where.begin);
  decoder.atom(0, 1, "ssh://" + std::string(text.substr(0, 1)));  // no byte spells the scheme
  decoder.verbatim(1, colon);
  if (at(text, colon + 1) != '/') decoder.atom(colon, colon + 1, "/");
  decoder.verbatim(colon + 1, text.size());
  const auto size = static_cast<Off>(decoder.bytes().size());
  const TextSpan made{decoder.take(document_, where.text, Layer::derived), 0, size};
  const std::string_view uri = document_.bytes(made);
  Scope scope{made, uri, around, find::HoleScanner(uri), nullptr};
  found_.clear();
  if (options_.holes) find_holes(uri, found_);
  where.begin = where.end;
  return give(scope, 0, size, CandidateKind::scp);
}

bool Finder::search(TextSpan where, find::Surroundings around) {
  const std::string_view text = document_.bytes(where);
  const char* const end = text.data() + text.size();
  const auto colon_from = [end](const char* begin) {
    return static_cast<const char*>(std::memchr(begin, ':', static_cast<std::size_t>(end - begin)));
  };
  const char* hit = text.empty() ? nullptr : colon_from(text.data());
  if (hit == nullptr && !options_.schemeless) return true;  // most values
  Scope scope{where, text, around, find::HoleScanner(text), nullptr};
  if (options_.holes) scope.holes = &scope.scanner;
  for (; hit != nullptr; hit = colon_from(hit)) {
    const auto colon = static_cast<std::size_t>(hit++ - text.data());
    if (kBehindOthers.has(at(text, colon + 1))) continue;
    if (!at_colon(scope, colon)) return false;
    hit = std::max(hit, text.data() + scope.floor);
  }
  return schemeless(scope, text.size());
}

/// False: the sink wants no more.
bool Finder::at_colon(Scope& scope, std::size_t colon) {
  const std::string_view text = scope.text;
  const char next = at(text, colon + 1);
  if (const Slashes slashes = defanged_slashes(text, colon); slashes.end != 0) {
    return defanged(scope, slashes);
  }
  if (next == '/' && at(text, colon + 2) == '/') return with_authority(scope, colon);
  const std::size_t body =
      next == '\\' && scope.around.literals ? find::escaped_slashes(text, colon) : 0;
  if (body != 0) {
    const std::size_t begin = find::scheme_begin(text, colon, scope.floor, nullptr);
    // One letter is a drive: `C:\\/x`.
    if (begin + 1 < colon) {
      const std::size_t stop = std::min(text.find_first_of(" \t\r\n\"", body), text.size());
      const std::string_view opener = text.substr(begin - (begin > 0 ? 1 : 0), begin > 0 ? 1 : 0);
      const std::size_t through = find::cut_password_end(text, body, stop, opener);
      return decoded(scope, find::unescape_literal(text, begin, through));
    }
  }
  return bare(scope, colon);
}

bool Finder::with_authority(Scope& scope, std::size_t colon) {
  const std::string_view text = scope.text;
  if (scope.around.literals && colon > scope.floor && text[colon - 1] == '\\') {
    const std::size_t begin = find::scheme_begin(text, colon - 1, scope.floor, nullptr);
    if (begin == colon - 1) return true;
    return decoded(scope, find::unescape_word(text, begin));
  }
  const std::size_t begin = find::scheme_begin(text, colon, scope.floor, scope.holes);
  const std::size_t body = colon + 3;
  if (begin == colon || find::is_placeholder(text.substr(body))) return true;
  found_.clear();
  std::size_t hole = begin;
  while (find::is_scheme_char(text[hole])) ++hole;
  if (hole < colon)
    found_.push_back({static_cast<Off>(hole - begin), static_cast<Off>(colon - begin)});
  const find::Extent extent =
      find::uri_extent(text, begin, body, scope.around, scope.holes, found_);
  if (extent.end <= body) return true;
  // `/^https:\/\//` is an expression; a plain `http:///` is a URI without a host.
  const bool inner = scope.where.text != segment_.where.text;
  if (inner && text.substr(body, extent.end - body).find_first_not_of('/') > extent.end)
    return true;
  if (scope.around.literals && may_be_cut(text, begin, body, extent.end)) {
    find::LiteralLogin login = find::literal_login(text, begin);
    if (login.found) return in_literal(scope, begin, std::move(login));
  }
  if (extent.escaped) return decoded(scope, find::unescape_literal(text, begin));
  return emit(scope, begin, extent.end);
}

/// `hxxps[:]//name`: only behind a scheme of the web, since `list[:]//2` is code.
bool Finder::defanged(Scope& scope, Slashes slashes) {
  const std::string_view text = scope.text;
  const std::size_t begin = find::scheme_begin(text, slashes.begin, scope.floor, nullptr);
  const std::string_view scheme = text.substr(begin, slashes.begin - begin);
  const bool web =
      std::any_of(std::begin(kDefangedSchemes), std::end(kDefangedSchemes),
                  [scheme](std::string_view one) { return equals_lower(scheme, one); });
  if (!web || !find::is_word(at(text, slashes.end))) return true;
  found_.clear();
  const find::Extent extent =
      find::uri_extent(text, begin, slashes.end, scope.around, scope.holes, found_);
  return extent.end <= slashes.end || emit(scope, begin, extent.end);
}

bool Finder::bare(Scope& scope, std::size_t colon) {
  const std::string_view text = scope.text;
  const find::BareScheme scheme = find::bare_scheme(text, colon, scope.floor);
  if (scheme.kind == BareKind::none) return login(scope, colon);
  if (!find::bare_body_fits(text, scheme, colon)) return true;
  const std::size_t body = colon + 1;
  found_.clear();
  const bool literal = scheme.kind == BareKind::script || scheme.kind == BareKind::data;
  const bool whole = scope.around.whole_value && scheme.begin == 0;
  const std::size_t quoted = !literal ? 0
                             : whole  ? text.size()
                                      : find::quoted_end(text, scheme.begin);
  if (quoted > body) return emit(scope, scheme.begin, quoted);
  const find::Extent extent =
      find::uri_extent(text, scheme.begin, body, scope.around, scope.holes, found_);
  if (extent.end <= body) return true;
  // What made it one may stand behind its end.
  const std::string_view rest = text.substr(body, std::min(extent.end - body, kProof));
  if (scheme.kind == BareKind::script && rest.find_first_of("(=;%[/`&'\"+#") == rest.npos)
    return true;
  if (scheme.kind == BareKind::mail && rest.find_first_of("@?%") == rest.npos) return true;
  const bool wraps = scheme.kind == BareKind::inner || scheme.kind == BareKind::driver;
  if (wraps && scope.around.literals && may_be_cut(text, scheme.begin, body, extent.end)) {
    find::LiteralLogin login = find::literal_login(text, scheme.begin);
    if (login.found) return in_literal(scope, scheme.begin, std::move(login));
  }
  if (extent.escaped) return decoded(scope, find::unescape_literal(text, scheme.begin));
  return emit(scope, scheme.begin, extent.end);
}

/// True if an `@` stands where that of a login could. No byte is looked at twice.
bool Finder::sign_follows(Scope& scope, std::size_t colon) noexcept {
  const std::size_t from = std::max(colon + 2, scope.no_sign);
  const std::size_t limit = std::min(scope.text.size(), colon + find::kLongestPassword);
  if (from >= limit) return false;
  const void* hit = std::memchr(scope.text.data() + from, '@', limit - from);
  scope.no_sign = hit == nullptr
                      ? limit
                      : static_cast<std::size_t>(static_cast<const char*>(hit) - scope.text.data());
  return hit != nullptr;
}

/// `//registry/:_authToken=…`, `//user:password@host`, `user:password@tcp(host)`: no scheme, and
/// yet sure.
bool Finder::login(Scope& scope, std::size_t colon) {
  if (at(scope.text, colon + 1) == '_') {
    const std::size_t begin = find::registry_key_begin(scope.text, colon, scope.floor);
    if (begin == colon) return true;
    found_.clear();
    const find::Extent extent =
        find::uri_extent(scope.text, begin, colon + 1, scope.around, scope.holes, found_);
    return extent.escaped || emit(scope, begin, extent.end, CandidateKind::network_path);
  }
  if (!sign_follows(scope, colon)) return true;
  const find::Login login = find::login_at(scope.text, colon, scope.floor);
  if (!login.found) return true;
  found_.clear();
  const find::Extent extent =
      find::uri_extent(scope.text, login.begin, colon + 1, scope.around, scope.holes, found_);
  if (extent.escaped || extent.end <= login.host) return true;
  const bool slashes = scope.text[login.begin] == '/';
  return emit(scope, login.begin, extent.end,
              slashes ? CandidateKind::network_path : CandidateKind::uri);
}

/// Searches a decoded stretch; what it held is done with in the text around.
bool Finder::decoded(Scope& scope, find::Unescaped stretch, find::Surroundings around) {
  const std::size_t end = stretch.end;
  if (!schemeless(scope, stretch.map.runs.empty() ? end : stretch.map.runs.front().source)) {
    return false;
  }
  for (Run& run : stretch.map.runs) run.source += scope.where.begin;
  stretch.map.source_end += scope.where.begin;
  stretch.map.parent = scope.where.text;
  const auto size = static_cast<Off>(stretch.bytes.size());
  const std::uint32_t before = document_.count();
  const std::uint64_t emitted = emitted_;
  const TextId id =
      document_.add_owned(std::move(stretch.bytes), std::move(stretch.map), stretch.layer);
  const bool more = search({id, 0, size}, around);
  if (emitted_ == emitted) document_.truncate(before);
  scope.floor = std::max(scope.floor, end);
  return more;
}

/// Searches a literal that is a login as the value that it spells.
bool Finder::in_literal(Scope& scope, std::size_t begin, find::LiteralLogin login) {
  if (login.escapes) return decoded(scope, std::move(login.decoded), kValue);
  if (!schemeless(scope, begin)) return false;
  const std::size_t end = login.decoded.end;
  scope.floor = end;
  return search({scope.where.text, scope.where.begin + static_cast<Off>(begin),
                 scope.where.begin + static_cast<Off>(end)},
                kValue);
}

/// Gives what has no scheme and begins behind the last URI and before `end`.
bool Finder::schemeless(Scope& scope, std::size_t end) {
  if (!wants_schemeless()) return true;
  while (const auto next = find::next_schemeless(scope.text, scope.floor, end)) {
    found_.clear();
    std::size_t last = next->body;
    if (!next->closed) {
      last =
          find::uri_extent(scope.text, next->begin, next->body, scope.around, scope.holes, found_)
              .end;
    }
    if (!give(scope, next->begin, std::max(last, next->body), next->kind)) return false;
  }
  return true;
}

bool Finder::emit(Scope& scope, std::size_t begin, std::size_t end, CandidateKind kind) {
  if (wants_schemeless()) {
    const std::vector<UriSpan> holes = found_;
    if (!schemeless(scope, begin)) return false;
    found_ = holes;
  }
  return give(scope, begin, end, kind);
}

bool Finder::give(Scope& scope, std::size_t begin, std::size_t end, CandidateKind kind) {
  scope.floor = end;
  ++emitted_;
  Candidate candidate;
  candidate.kind = kind;
  candidate.truncated = end - begin > kLongestCandidate;
  if (candidate.truncated) {
    end = begin + kLongestCandidate;
    while (!found_.empty() && begin + found_.back().end > end) found_.pop_back();
  }
  candidate.where = {scope.where.text, scope.where.begin + static_cast<Off>(begin),
                     scope.where.begin + static_cast<Off>(end)};
  candidate.context = segment_.context;
  candidate.key = segment_.key;
  candidate.identifier = segment_.identifier;
  candidate.stripped = document_.text(scope.where.text).layer == Layer::stripped;
  if (scope.where.text == segment_.where.text) candidate.escaper = segment_.escaper;
  candidate.holes = found_;
  // A decoded stretch may begin in what was given as it stands.
  const TextSpan place =
      scope.where.text == segment_.where.text
          ? candidate.where
          : document_.to_ancestor(candidate.where, segment_.where.text).value_or(candidate.where);
  if (place.begin < given_) return true;
  given_ = place.end;
  return sink_(candidate);
}

}  // namespace

std::string_view name_of(CandidateKind kind) noexcept {
  constexpr std::string_view kNames[] = {"uri", "network-path", "suffix", "scp", "email"};
  return kNames[static_cast<std::size_t>(kind)];
}

void find_uris(Document& document, const Segment& segment, const FindOptions& options,
               const CandidateSink& sink) {
  if (segment.strict_list) {
    Candidate candidate;
    candidate.where = segment.where;
    candidate.context = segment.context;
    candidate.key = segment.key;
    candidate.identifier = segment.identifier;
    candidate.escaper = segment.escaper;
    candidate.strict_list = true;
    sink(candidate);
    return;
  }
  Finder(document, segment, options, sink).run();
}

}  // namespace urilint
