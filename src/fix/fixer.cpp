// A plan is a list of replacements in the decoded URI. It becomes a fix only if splitting the new
// URI gives the old components but for what was meant to change, and if each replacement can be
// spelt, alone, at its place in the file.
#include "fix/fixer.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "document/escapers.hpp"
#include "engine/defang.hpp"
#include "engine/secrets.hpp"
#include "find/finder.hpp"
#include "tables/schemes.hpp"
#include "uri/bytes.hpp"
#include "uri/percent.hpp"
#include "uri/table_lookup.hpp"
#include "uri/ucs.hpp"
#include "urilint/reference.hpp"

namespace urilint {
namespace {

constexpr FixRow kRows[] = {
    {"char-non-ascii", "", FixKind::encode},
    {"char-raw-forbidden", "character", FixKind::encode},
    {"scheme-insecure", "", FixKind::https},
    {"uri-defanged", "", FixKind::undefang},
    {"uri-not-normalized", "", FixKind::normal_form},
};

// Elsewhere a port that looks needless may overrule a configuration (ssh), and programs read what
// they find as it stands.
constexpr std::string_view kWebSchemes[] = {"http", "https", "ws", "wss", "ftp"};

constexpr std::size_t kMostViolations = 4096;
constexpr std::size_t kMostEdits = 4096;
constexpr std::string_view kReplacement = "\xef\xbf\xbd";

std::optional<FixKind> kind_of(const Finding& finding) noexcept {
  const std::string_view rule = finding.rule->info->id;
  for (const FixRow& row : kRows) {
    if (row.rule != rule) continue;
    const std::string_view variant = finding.rule->info->variants[finding.variant].name;
    if (row.variant.empty() || row.variant == variant) return row.kind;
  }
  return std::nullopt;
}

bool is_web(const UriParts& parts) noexcept {
  const std::string_view scheme = text_of(parts, Component::scheme);
  return parts.has(Component::authority) && parts.host_kind != HostKind::empty &&
         std::any_of(std::begin(kWebSchemes), std::end(kWebSchemes),
                     [scheme](std::string_view one) { return equals_lower(scheme, one); });
}

// --- what is never touched ----------------------------------------------------------------------

bool is_open(const Candidate& candidate, const NestedTexts& texts, std::string_view text,
             std::size_t longest) {
  if (candidate.escaper == nullptr || candidate.kind != CandidateKind::uri) return false;
  if (candidate.identifier || candidate.truncated || text.size() > longest) return false;
  if (!candidate.holes.empty()) return false;
  // Holes are looked for in every profile: whoever edits a file must not break its templates.
  std::vector<UriSpan> holes;
  find_holes(text, holes);
  if (!holes.empty()) return false;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const NestedText& one = texts[i];
    if (!one.masks.empty() || one.layer == Layer::wrapper) return false;
    if (may_hold_secrets(one.subject.parts) && !one.subject.secrets().empty()) return false;
  }
  return true;
}

// --- encode -------------------------------------------------------------------------------------

bool is_tail(Component component) noexcept {
  return component == Component::path || component == Component::query ||
         component == Component::fragment;
}

bool is_raw_character(ViolationCode code) noexcept {
  return code == ViolationCode::char_space || code == ViolationCode::char_excluded ||
         code == ViolationCode::char_bracket || code == ViolationCode::fragment_hash;
}

// `[` or `]` of `tags[]` or `filter[name]`, as servers of the web know them, and not `[1-3]`, which
// programs expand.
bool is_parameter_bracket(std::string_view query, std::size_t at) noexcept {
  const std::size_t open = query.substr(0, at + 1).rfind('[');
  if (open == std::string_view::npos || open == 0 || query[open - 1] == '=') return false;
  std::size_t close = open + 1;
  while (close < query.size() &&
         ((bytes::class_of(query[close]) & bytes::kNotLdh) == 0 || query[close] == '_') &&
         query[close] != '-') {
    ++close;
  }
  return close < query.size() && query[close] == ']' && close >= at;
}

// Braces, brackets and stars may be a pattern, which an encoding would break.
bool may_be_encoded(const UriParts& parts, const Violation& violation) noexcept {
  const std::string_view text = parts.text();
  if (text.find_first_of("*()$^{}\\") != std::string_view::npos) return false;
  if (violation.code != ViolationCode::char_bracket) return true;
  if (violation.component != Component::query) return false;
  const std::string_view query = text_of(parts, Component::query);
  const Off begin = span_of(parts, Component::query).begin;
  for (Off at = violation.span.begin; at < violation.span.end; ++at) {
    if (!is_parameter_bracket(query, at - begin)) return false;
  }
  return true;
}

std::vector<Violation> violations_of(const UriParts& parts) {
  std::vector<Violation> all(std::min(violations(parts, {}), kMostViolations));
  if (violations(parts, all) > all.size()) all.clear();
  return all;
}

std::string triplets_of(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) append_triplet(out, c);
  return out;
}

// --- proofs -------------------------------------------------------------------------------------

// Where a place of the old URI is in the new one; that of a replacement is its end.
std::int64_t moved(Off place, const std::vector<UriChange>& changes) noexcept {
  std::int64_t at = place;
  for (const UriChange& change : changes) {
    if (change.span.end > place) break;
    at += static_cast<std::int64_t>(change.text.size()) - change.span.size();
  }
  return at;
}

// The components are where they were, but for those that the plan is about.
bool keeps_components(const UriParts& before, const UriParts& after,
                      const std::vector<UriChange>& changes,
                      std::initializer_list<Component> about) noexcept {
  for (const Component component :
       {Component::scheme, Component::authority, Component::userinfo, Component::host,
        Component::port, Component::path, Component::query, Component::fragment}) {
    if (std::find(about.begin(), about.end(), component) != about.end()) continue;
    if (before.has(component) != after.has(component)) return false;
    const UriSpan old_span = span_of(before, component);
    const UriSpan new_span = span_of(after, component);
    if (!before.has(component)) continue;
    if (moved(old_span.begin, changes) != new_span.begin) return false;
    if (moved(old_span.end, changes) != new_span.end) return false;
  }
  return true;
}

// An absent path and `/` are one, and no rule speaks of it.
bool is_normal(const UriParts& parts) {
  std::string text(parts.text());
  if (parts.path_begin == parts.path_end) text.insert(parts.path_begin, 1, '/');
  return normalize(split(text), Normalization::scheme) == text;
}

// --- spelling -----------------------------------------------------------------------------------

// Every layer maps the span to bytes that stand for nothing else.
bool is_exact(const Document& document, TextSpan span) noexcept {
  while (span.text != kRawText) {
    const SourceMap& map = document.text(span.text).map;
    if (map.parent >= span.text) return false;
    const SourceSpan up = map.to_parent(span.begin, span.end);
    const auto begin = static_cast<Off>(up.begin);
    const auto end = static_cast<Off>(up.end);
    if (begin != end && map.from_parent(begin, end) != UriSpan{span.begin, span.end}) return false;
    span = {map.parent, begin, end};
  }
  return true;
}

// `text` between neutral letters, so that what an escaper does at the ends of a value is not done.
std::optional<std::string> spelt(const Escaper& escaper, const std::string& text) {
  const auto written = escaper.write("x" + text + "x");
  if (!written || written->size() < 2 || written->front() != 'x' || written->back() != 'x') {
    return std::nullopt;
  }
  return written->substr(1, written->size() - 2);
}

// The document says where the URI ends. In running text a raw character may as well end it.
bool is_delimited(const Candidate& candidate) noexcept {
  return candidate.context == Segment::Context::value ||
         candidate.context == Segment::Context::attribute || candidate.strict_list;
}

// In a call of printf, `%20` would be a conversion.
bool is_in_format_call(const Document& document, TextSpan where) {
  constexpr Off kReach = 256;
  const auto base = document.to_ancestor(where, document.base_text);
  if (!base) return true;
  const std::string_view text = document.text(document.base_text).bytes;
  std::string_view before =
      text.substr(base->begin - std::min(base->begin, kReach), std::min(base->begin, kReach));
  const std::size_t line = before.find_last_of("\r\n");
  if (line != std::string_view::npos) before.remove_prefix(line + 1);
  constexpr std::string_view kCalls[] = {"printf", "format(", "strftime", "date +"};
  return std::any_of(std::begin(kCalls), std::end(kCalls), [before](std::string_view call) {
    return before.find(call) != std::string_view::npos;
  });
}

bool holds_line_end(const Document& document, TextSpan span) noexcept {
  const auto base = document.to_ancestor(span, document.base_text);
  return !base || document.bytes(*base).find_first_of("\r\n") != std::string_view::npos;
}

bool spell(const Document& document, const Candidate& candidate, Fix& fix) {
  for (const UriChange& change : fix.changes) {
    const TextSpan span{candidate.where.text, candidate.where.begin + change.span.begin,
                        candidate.where.begin + change.span.end};
    auto text = spelt(*candidate.escaper, change.text);
    if (!text || !is_exact(document, span) || holds_line_end(document, span)) return false;
    const SourceSpan source = document.to_source(span);
    if (!fix.edits.empty()) {
      const Edit& last = fix.edits.back();
      if (source.begin < last.byte_offset + last.byte_length) return false;
    }
    fix.edits.push_back({source.begin, source.size(), std::move(*text)});
  }
  fix.uri = document.to_source(candidate.where);
  return !fix.edits.empty();
}

}  // namespace

std::span<const FixRow> fix_rows() noexcept { return kRows; }

std::string changed(std::string_view text, const std::vector<UriChange>& changes) {
  std::string out;
  Off at = 0;
  for (const UriChange& change : changes) {
    out.append(text.substr(at, change.span.begin - at)).append(change.text);
    at = change.span.end;
  }
  return out.append(text.substr(at));
}

namespace {

/// What is to be done to the URI, proved.
struct Draft {
  std::string title;
  std::vector<UriChange> changes;
  bool settles = true;
};

bool has_needless_port(const UriParts& parts) noexcept {
  if (!parts.has(Component::port) || parts.host_kind == HostKind::empty) return false;
  const std::string_view port = text_of(parts, Component::port);
  if (port.empty()) return !text_of(parts, Component::path).starts_with("//");
  if (parts.scheme_id == 0 || !parts.has(Signal::port_valid)) return false;
  const std::uint32_t usual = tables::kSchemes[parts.scheme_id - 1].port;
  return usual != 0 && usual == parts.port;
}

void upper_case(const UriParts& parts, Component component, std::vector<UriChange>& out) {
  const UriSpan span = span_of(parts, component);
  const std::string_view text = parts.text().substr(0, span.end);
  for (std::size_t at = text.find('%', span.begin); at != text.npos; at = text.find('%', at + 1)) {
    const int octet = bytes::pct_byte(text.data() + at, text.size() - at);
    if (octet < 0) continue;
    if (is_unreserved(static_cast<char>(octet))) continue;
    for (std::size_t k = at + 1; k < at + 3; ++k) {
      if (text[k] < 'a') continue;
      const auto place = static_cast<Off>(k);
      out.push_back({{place, place + 1}, std::string(1, static_cast<char>(text[k] - 32))});
    }
  }
}

bool drops_port(const UriParts& parts) noexcept {
  return is_web(parts) && has_needless_port(parts);
}

std::vector<UriChange> normal_form_changes(const UriParts& parts) {
  std::vector<UriChange> out;
  if (drops_port(parts)) out.push_back({{parts.host_end, parts.path_begin}, ""});
  for (const Component component : {Component::path, Component::query, Component::fragment}) {
    upper_case(parts, component, out);
  }
  return out;
}

std::optional<Draft> draft_normal_form(const UriParts& parts) {
  if (parts.has(Signal::invalid)) return std::nullopt;
  Draft draft;
  draft.changes = normal_form_changes(parts);
  if (draft.changes.empty()) return std::nullopt;
  const std::string after = changed(parts.text(), draft.changes);
  const UriParts now = split(after);
  if (compare(parts, now) == Rung::none || now.has(Signal::invalid)) return std::nullopt;
  const bool port = drops_port(parts);
  const bool kept =
      port ? keeps_components(parts, now, draft.changes, {Component::port, Component::authority})
           : keeps_components(parts, now, draft.changes, {});
  if (!kept || (port && now.has(Component::port))) return std::nullopt;
  draft.settles = is_normal(now);
  const bool upper = draft.changes.size() > (port ? 1U : 0U);
  draft.title = port && upper ? "leave out the needless port, write triplets in upper case"
                : port        ? "leave out the needless port"
                              : "write the digits of triplets in upper case";
  return draft;
}

// The raw characters that a finding is about, or nothing where one of them is doubtful.
std::optional<std::vector<UriChange>> encodings(const UriParts& parts,
                                                std::span<const Violation> all, bool ascii) {
  std::vector<UriChange> out;
  for (const Violation& violation : all) {
    // What precedes the path is doubtful then, and a backslash is a slash to browsers.
    if (!is_tail(violation.component)) return std::nullopt;
    if (violation.code == ViolationCode::char_backslash) return std::nullopt;
    const bool ours =
        ascii ? is_raw_character(violation.code) : violation.code == ViolationCode::char_non_ascii;
    if (!ours) continue;
    if (ascii && !may_be_encoded(parts, violation)) return std::nullopt;
    const std::string_view raw = parts.text().substr(violation.span.begin, violation.span.size());
    if (!ascii && (!is_utf8(raw) || raw.find(kReplacement) != raw.npos)) return std::nullopt;
    out.push_back({violation.span, triplets_of(raw)});
  }
  return out;
}

bool starts_before(const UriChange& a, const UriChange& b) noexcept {
  return a.span.begin < b.span.begin;
}

void append(std::vector<UriChange>& changes, const std::vector<UriChange>& more) {
  changes.insert(changes.end(), more.begin(), more.end());
  std::sort(changes.begin(), changes.end(), starts_before);
}

std::optional<Draft> draft_encoding(const Finding& finding, const UriParts& parts,
                                    const FixOptions& options) {
  if (!is_web(parts)) return std::nullopt;
  const bool ascii = finding.rule->info->id != std::string_view("char-non-ascii");
  const std::vector<Violation> before = violations_of(parts);
  const auto ours = encodings(parts, before, ascii);
  if (!ours || ours->empty()) return std::nullopt;
  Draft draft;
  draft.changes = *ours;
  const std::string after = changed(parts.text(), draft.changes);
  const UriParts now = split(after);
  if (violations(now, {}) + draft.changes.size() != before.size()) return std::nullopt;
  if (!keeps_components(parts, now, draft.changes, {})) return std::nullopt;
  draft.title = ascii ? "percent-encode what no URI may hold"
                      : "percent-encode the bytes of what is not ASCII";
  if (!options.normal_form) return draft;
  // The others may come to be encoded by another finding of this run.
  std::vector<UriChange> all = *ours;
  if (ascii ? options.non_ascii : options.raw_characters) {
    if (const auto others = encodings(parts, before, !ascii)) append(all, *others);
  }
  std::vector<UriChange> normal = normal_form_changes(parts);
  append(all, normal);
  const std::string whole = changed(parts.text(), all);
  if (!normal.empty() && !split(whole).has(Signal::invalid)) {
    append(draft.changes, normal);
    const std::string final_text = changed(parts.text(), draft.changes);
    if (!keeps_components(parts, split(final_text), draft.changes,
                          {Component::port, Component::authority})) {
      return std::nullopt;
    }
    draft.title += ", write the normal form";
  }
  return draft;
}

std::optional<Draft> draft_undefang(const NestedTexts& texts, const UriParts& parts,
                                    const Document& document) {
  Draft draft;
  FangReader reader(parts.text());
  while (const auto fang = reader.next()) {
    draft.changes.push_back({fang->span, std::string(fang->meant)});
  }
  const std::string after = changed(parts.text(), draft.changes);
  const UriParts now = split(after);
  if (now.has(Signal::invalid) || !is_web(now) || is_defanged(now, after)) return std::nullopt;
  // It is what was judged.
  bool judged = false;
  for (std::size_t i = 1; i < texts.size(); ++i) {
    judged = judged || (texts[i].layer == Layer::defang && document.bytes(texts[i].where) == after);
  }
  if (!judged) return std::nullopt;
  draft.title = "undo what keeps the URI from being followed";
  return draft;
}

std::optional<Draft> draft_https(const UriParts& parts, const std::vector<Glob>& hosts) {
  constexpr std::string_view kHttp = "http";
  const std::string_view scheme = text_of(parts, Component::scheme);
  if (!equals_lower(scheme, kHttp) || !is_web(parts)) return std::nullopt;
  std::string host(text_of(parts, Component::host));
  std::transform(host.begin(), host.end(), host.begin(), to_lower);
  if (!host.empty() && host.back() == '.') host.pop_back();
  const bool listed = std::any_of(hosts.begin(), hosts.end(),
                                  [&host](const Glob& glob) { return glob.matches(host); });
  if (!listed) return std::nullopt;
  Draft draft;
  if (scheme == kHttp) {
    draft.changes.push_back({{kHttp.size(), kHttp.size()}, "s"});
  } else {
    draft.changes.push_back({{0, kHttp.size()}, "https"});
  }
  // Nobody answers by https at the port of http; at others nobody knows.
  const std::string_view port = text_of(parts, Component::port);
  if (!port.empty()) {
    if (!parts.has(Signal::port_valid) || parts.port != 80) return std::nullopt;
    draft.changes.push_back({{parts.host_end, parts.path_begin}, ""});
  }
  const std::string after = changed(parts.text(), draft.changes);
  const UriParts now = split(after);
  const bool kept = keeps_components(parts, now, draft.changes,
                                     {Component::scheme, Component::port, Component::authority});
  if (!kept || text_of(now, Component::scheme) != "https") return std::nullopt;
  if (!text_of(now, Component::port).empty()) return std::nullopt;
  if (violations(now, {}) != violations(parts, {})) return std::nullopt;
  draft.title = "use https";
  return draft;
}

}  // namespace

Fixer::Fixer(FixOptions options) : options_(std::move(options)) {
  for (std::string host : options_.https_hosts) {
    std::transform(host.begin(), host.end(), host.begin(), to_lower);
    hosts_.emplace_back(host);
  }
}

bool Fixer::is_asked_for(const Finding& finding) const noexcept {
  const auto kind = kind_of(finding);
  return (kind == FixKind::https && !hosts_.empty()) ||
         (kind == FixKind::undefang && options_.undefang);
}

std::optional<Fix> Fixer::fix(const Document& document, const Candidate& candidate,
                              const Judgement& judgement, const Finding& finding) const {
  const auto kind = kind_of(finding);
  if (!kind || finding.text != 0) return std::nullopt;
  if (kind == FixKind::undefang && !options_.undefang) return std::nullopt;
  const std::string_view text = document.bytes(candidate.where);
  if (!is_open(candidate, judgement.texts, text, options_.longest)) return std::nullopt;
  const UriParts parts = split(text);
  std::optional<Draft> draft;
  switch (*kind) {
    case FixKind::encode:
      if (is_delimited(candidate) && !is_in_format_call(document, candidate.where)) {
        draft = draft_encoding(finding, parts, options_);
      }
      break;
    case FixKind::normal_form:
      draft = draft_normal_form(parts);
      break;
    case FixKind::https:
      draft = draft_https(parts, hosts_);
      break;
    case FixKind::undefang:
      draft = draft_undefang(judgement.texts, parts, document);
      break;
  }
  if (!draft || draft->changes.empty() || draft->changes.size() > kMostEdits) return std::nullopt;
  Fix fix{std::move(draft->title), {}, std::move(draft->changes), {}, draft->settles};
  if (!spell(document, candidate, fix)) return std::nullopt;
  return fix;
}

}  // namespace urilint
