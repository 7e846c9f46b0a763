// A record is rendered at once, while the texts of its nest live; only its source line waits, until
// no further candidate can stand on the part of the line that is printed.
#include "report/recorder.hpp"

#include <xxhash.h>

#include <algorithm>
#include <array>

#include "engine/secrets.hpp"
#include "host/char_name.hpp"
#include "report/certain_host.hpp"
#include "report/escape.hpp"
#include "report/host_form.hpp"
#include "report/key.hpp"
#include "report/strays.hpp"
#include "uri/bytes.hpp"
#include "uri/spans.hpp"
#include "urilint/names.hpp"

namespace urilint {
namespace {

constexpr Off kSnippetReach = 120;    // bytes of the line shown before and behind the URI
constexpr Off kSnippetLongest = 400;  // of the URI itself
// A link's findings come when its text has ended: others that far behind its target wait for them.
constexpr Off kLinkReach = 8192;
constexpr Off kMaskReach = kStrayReach;  // masks farther than this from a snippet are forgotten
constexpr std::size_t kArgLongest = 96;

bool is_continuation(char c) noexcept { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80; }

// Drops what ends before `keep`, once it is worth the while.
void forget(std::vector<UriSpan>& spans, Off keep) {
  if (spans.size() < 512) return;
  const auto kept =
      std::find_if(spans.begin(), spans.end(), [keep](UriSpan span) { return span.end >= keep; });
  spans.erase(spans.begin(), kept);
}

// The largest prefix of at most `limit` bytes that ends on a code point.
std::size_t prefix_size(std::string_view text, std::size_t limit) noexcept {
  if (text.size() <= limit) return text.size();
  std::size_t end = limit;
  while (end > 0 && is_continuation(text[end])) --end;
  return end;
}

void append_shortened(std::string& out, std::string_view text) {
  out += text.substr(0, prefix_size(text, kArgLongest));
  if (text.size() > kArgLongest) out += "…";
}

std::string decoded(std::string_view text, int times) {
  std::string out(text);
  for (int round = 0; round < times; ++round) {
    std::string next;
    for (std::size_t i = 0; i < out.size(); ++i) {
      const int byte = bytes::pct_byte(out.data() + i, out.size() - i);
      if (byte < 0) {
        next += out[i];
      } else {
        next += static_cast<char>(byte);
        i += 2;
      }
    }
    out = std::move(next);
  }
  return repair_utf8(out);
}

// Where a character comes next, from ascending places on: each byte is looked at once.
class Next {
 public:
  Next(std::string_view text, char wanted) noexcept
      : text_(text), wanted_(wanted), at_(text.find(wanted)) {}
  // The end of the text if there is none.
  [[nodiscard]] std::size_t from(std::size_t begin) noexcept {
    if (at_ < begin) at_ = text_.find(wanted_, begin);
    return std::min(at_, text_.size());
  }

 private:
  std::string_view text_;
  char wanted_;
  std::size_t at_;
};

// Whether one of the marks in that text holds a byte of the secret. `link_text` is the text that is
// shown for a link; all other roles are in the URI itself.
bool touches(std::span<const Mark> marks, UriSpan secret, Role of) noexcept {
  return std::any_of(marks.begin(), marks.end(), [&](const Mark& mark) {
    return (mark.role == Role::link_text) == (of == Role::link_text) &&
           mark.span.begin < secret.end && secret.begin < mark.span.end;
  });
}

}  // namespace

std::string to_base64(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t word = 0;
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    for (std::size_t k = 0; k < 3; ++k) {
      word = word << 8 | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      out += k <= count ? kDigits[word >> (18 - 6 * k) & 63] : '=';
    }
  }
  return out;
}

// Everything that is printed about the URIs of one judgement.
class Recorder::Renderer {
 public:
  Renderer(const Document& document, const Judgement& judgement, bool show_secrets,
           RedactorPool& pool)
      : document_(document), judgement_(judgement), show_secrets_(show_secrets), pool_(pool) {
    pool.begin(judgement.texts.size());
  }

  const Redactor& redactor(std::size_t index) {
    RedactorPool::Slot& slot = pool_[index];
    if (!slot.known) {
      const NestedText& text = judgement_.texts[index];
      slot.redactor.read(document_.bytes(text.where), text.masks, show_secrets_);
      slot.known = true;
    }
    return slot.redactor;
  }

  /// The URI without its secrets, where `redactor` shows them.
  std::optional<Redacted> masked(std::size_t index) {
    if (!show_secrets_) return std::nullopt;
    const NestedText& text = judgement_.texts[index];
    return Redactor(document_.bytes(text.where), text.masks, false).whole();
  }

  /// Of the text that is shown for the link.
  const Redactor& shown_redactor() {
    if (!shown_redactor_) {
      const LinkText* const shown = judgement_.shown;
      shown_redactor_ = std::make_unique<Redactor>(
          shown != nullptr ? shown->text : std::string_view{},
          shown != nullptr ? std::span<const UriSpan>(shown->masks) : std::span<const UriSpan>{},
          show_secrets_);
    }
    return *shown_redactor_;
  }

  Redacted message(const Finding& finding) {
    const std::string_view form = finding.rule->info->variants[finding.variant].message;
    std::string out;
    out.reserve(form.size() + kArgLongest);
    Next open(form, '{');
    Next shut(form, '}');
    for (std::size_t i = 0; i < form.size(); ++i) {
      const std::size_t words = i;
      i = std::min(open.from(i), shut.from(i));
      out += form.substr(words, i - words);
      if (i == form.size()) break;
      const bool twice = i + 1 < form.size() && form[i + 1] == form[i];
      if (form[i] == '{' && !twice) {
        const std::size_t close = std::min(form.find('}', i), form.size());
        placeholder(out, finding, form.substr(i + 1, close - i - 1));
        i = close;
      } else {
        out += form[i];
        if ((form[i] == '{' || form[i] == '}') && twice) ++i;
      }
    }
    return Redacted(std::move(out));
  }

 private:
  void slice(std::string& out, const Finding& finding, UriSpan span) {
    append_shortened(out, redactor(finding.text).view(span));
  }

  // A character of a secret is not named.
  void named(std::string& out, const Finding& finding, const NamedChar& c) {
    const NestedText& text = judgement_.texts[finding.text];
    const std::string_view bytes = document_.bytes(text.where);
    const bool shown = redactor(finding.text).view(c.span) ==
                       bytes.substr(c.span.begin, c.span.end - c.span.begin);
    if (!shown) return slice(out, finding, c.span);
    out += char_name(c.code);
  }

  // A host that is printed otherwise than it stands there has a secret in it, or is no text.
  void canonical(std::string& out, const Finding& finding, UriSpan span) {
    const std::string_view printed = redactor(finding.text).view(span);
    const NestedText& text = judgement_.texts[finding.text];
    const std::string_view host = document_.bytes(text.where).substr(span.begin, span.size());
    if (printed != host || host.size() > kMostHostBytes) return append_shortened(out, printed);
    append_shortened(out, canonical_host(host).value_or(std::string(printed)));
  }

  void placeholder(std::string& out, const Finding& finding, std::string_view name) {
    if (name == "mark") return slice(out, finding, finding.marks.front().span);
    const bool numbered = !name.empty() && name.front() >= '0' && name.front() <= '9';
    if (numbered || name == "value") {
      const auto index = numbered ? static_cast<std::size_t>(name.front() - '0') : 0;
      if (index < finding.args.size()) argument(out, finding, finding.args[index]);
      return;
    }
    for (unsigned i = 0; i <= static_cast<unsigned>(Component::uri); ++i) {
      const auto component = static_cast<Component>(i);
      if (name == name_of(component)) {
        const UriParts& parts = judgement_.texts[finding.text].subject.parts;
        return slice(out, finding, span_of(parts, component));
      }
    }
  }

  void argument(std::string& out, const Finding& finding, const Arg& arg) {
    struct Visitor {
      Renderer& self;
      const Finding& finding;
      std::string& out;
      void operator()(std::int64_t number) const { out += std::to_string(number); }
      void operator()(std::string_view words) const { out += words; }
      void operator()(UriSpan span) const { self.slice(out, finding, span); }
      void operator()(const Address& address) const {
        const AddressText text = to_text(address);
        if (!address.is_v6) {
          out += text.view();
          return;
        }
        out += '[';  // as it stands in a URI
        out += text.view();
        out += ']';
      }
      void operator()(const NamedChars& chars) const {
        for (std::size_t i = 0; i < chars.count; ++i) {
          if (i != 0) out += ", ";
          self.named(out, finding, chars.list[i]);
        }
        if (chars.more) out += ", …";
      }
      void operator()(const ShownSpan& what) const {
        append_shortened(out, self.shown_redactor().view(what.span));
      }
      void operator()(const CanonicalHost& what) const { self.canonical(out, finding, what.span); }
      void operator()(const DecodedSpan& what) const {
        append_shortened(out, decoded(self.redactor(finding.text).view(what.span), what.times));
      }
    };
    std::visit(Visitor{*this, finding, out}, arg);
  }

  const Document& document_;
  const Judgement& judgement_;
  bool show_secrets_;
  RedactorPool& pool_;
  std::unique_ptr<Redactor> shown_redactor_;
};

Recorder::Recorder(RecorderOptions options, std::string path, Sink sink)
    : options_(options), path_(std::move(path)), sink_(std::move(sink)) {}
Recorder::~Recorder() = default;

void Recorder::begin_window(const Document& document, const Window& window) {
  document_ = &document;
  base_ = document.text(document.base_text).bytes;
  locator_ = std::make_unique<Locator>(base_, window.start);
  masks_.clear();
  candidates_.clear();
  forgotten_ = 0;
  plain_ = {};
}

TextSpan Recorder::in_base(TextSpan span) const noexcept {
  return document_->to_ancestor(span, document_->base_text)
      .value_or(TextSpan{document_->base_text, 0, 0});
}

Location Recorder::locate(TextSpan span) {
  const TextSpan base = in_base(span);
  const SourceSpan source = document_->to_source(span);
  const auto [begin, end] = positions({base.begin, base.end});
  Location location{begin.line, begin.column, end.line, end.column, source.begin, source.size()};
  if (options_.byte_columns) {
    location.byte_column = byte_column(base.begin, begin);
    location.end_byte_column = byte_column(base.end, end);
  }
  return location;
}

// The parts of a URI are asked for after it: where each byte of it is a column, they are counted.
std::pair<Position, Position> Recorder::positions(UriSpan span) {
  if (!plain_.span.empty() && plain_.span.contains(span)) {
    const auto at = [this](Off offset) {
      return Position{plain_.begin.line, plain_.begin.column + (offset - plain_.span.begin)};
    };
    return {at(span.begin), at(span.end)};
  }
  const Position begin = locator_->locate(span.begin);
  const Position end = locator_->locate(span.end);
  if (begin.line == end.line && end.column - begin.column == span.size()) plain_ = {span, begin};
  return {begin, end};
}

// A line has at least as many bytes as code points; less of it in the window means that it began
// before.
std::uint64_t Recorder::byte_column(Off offset, const Position& position) const noexcept {
  return std::max<std::uint64_t>(offset - locator_->line_of(offset).begin + 1, position.column);
}

Redacted Recorder::printable(const Document& document, const NestedText& text, bool show_secrets) {
  return Redactor(document.bytes(text.where), text.masks, show_secrets).whole();
}

void Recorder::remember(const Candidate& candidate, const Judgement& judgement) {
  const TextSpan whole = in_base(candidate.where);
  candidates_.push_back({whole.begin, whole.end});
  const NestedText& root = judgement.texts.front();
  for (const UriSpan mask : root.masks) {
    const TextSpan base =
        in_base({root.where.text, root.where.begin + mask.begin, root.where.begin + mask.end});
    masks_.push_back({base.begin, base.end});
  }
}

void Recorder::add(const Candidate& candidate, const Judgement& judgement,
                   std::span<const Finding* const> shown, const Fixer* fixer) {
  const bool located = !path_.empty();
  const TextSpan uri_base = in_base(candidate.where);
  if (located) {
    flush(uri_base.begin, false);
    if (options_.snippets) remember(candidate, judgement);
  }
  if (!shown.empty()) record(candidate, judgement, shown, Order::as_given, fixer);
}

void Recorder::add_link(const Candidate& target, const Judgement& judgement,
                        std::span<const Finding* const> shown) {
  if (options_.snippets && !path_.empty() && judgement.shown != nullptr) remember_text(judgement);
  if (!shown.empty()) record(target, judgement, shown, Order::by_place, nullptr);
}

// Tags inside of a URL hide its secrets from all but who reads the text without them.
void Recorder::remember_text(const Judgement& judgement) {
  const TextSpan where = judgement.shown_where;
  for (const UriSpan mask : judgement.shown->masks) {
    const TextSpan base = in_base({where.text, where.begin + mask.begin, where.begin + mask.end});
    const auto after =
        std::upper_bound(masks_.begin(), masks_.end(), base.begin,
                         [](Off begin, UriSpan other) { return begin < other.begin; });
    masks_.insert(after, {base.begin, base.end});
  }
}

void Recorder::record(const Candidate& candidate, const Judgement& judgement,
                      std::span<const Finding* const> shown, Order order, const Fixer* fixer) {
  const bool located = !path_.empty();
  const TextSpan uri_base = in_base(candidate.where);
  Renderer renderer(*document_, judgement, options_.show_secrets, redactors_);
  const std::vector<Layered> spelt = layers_of(judgement.texts.front());
  const Redacted key = redacted_key(candidate.key, options_.show_secrets);
  std::optional<Location> uri_location;
  if (located) uri_location = locate(candidate.where);
  for (const Finding* finding : shown) {
    const NestedText& text = judgement.texts[finding->text];
    const RuleInfo& info = *finding->rule->info;
    const Redactor& redactor = renderer.redactor(finding->text);
    const auto absolute = [&text](UriSpan span) {
      return TextSpan{text.where.text, text.where.begin + span.begin, text.where.begin + span.end};
    };
    const auto absolute_mark = [&](const Mark& mark) {
      if (mark.role != Role::link_text) return absolute(mark.span);
      const TextSpan where = judgement.shown_where;
      return TextSpan{where.text, where.begin + mark.span.begin, where.begin + mark.span.end};
    };

    Pending pending;
    pending.uri = {uri_base.begin, uri_base.end};
    Record& record = pending.record;
    record.rule = info.id;
    record.variant = info.variants[finding->variant].name;
    record.severity = finding->severity;
    record.confidence = finding->confidence;
    record.message = renderer.message(*finding);
    record.help = info.instead;
    record.references = info.references;
    record.uri = redactor.whole();
    if (!redactor.was_utf8()) record.uri_base64 = to_base64(redactor.masked_bytes());
    record.component = finding->component;
    record.span = redactor.map(finding->marks.front().span);
    if (finding->address) record.address = to_text(*finding->address).view();
    if (options_.hosts) record.host = certain_host(text);
    if (finding->component == Component::host || finding->component == Component::link_text) {
      record.host_form = other_host_form(text.subject, redactor);
    }
    record.path = path_;
    record.key = key;
    if (located) {
      record.location = locate(absolute(finding->marks.front().span));
      record.uri_location = uri_location;
    }
    record.related.reserve(finding->marks.size() - 1);
    for (std::size_t i = 1; i < finding->marks.size(); ++i) {
      const Mark& mark = finding->marks[i];
      const bool is_text = mark.role == Role::link_text;
      Related related{
          mark.role,
          std::string(mark.label),
          is_text ? Component::link_text : component_at(text.subject.parts, mark.span.begin),
          (is_text ? renderer.shown_redactor() : redactor).map(mark.span),
          {}};
      if (located) related.location = locate(absolute_mark(mark));
      record.related.push_back(std::move(related));
    }
    for (std::size_t inner = finding->text; inner != 0; inner = judgement.texts[inner].outer) {
      const NestedText& nested = judgement.texts[inner];
      const NestedText& outer = judgement.texts[nested.outer];
      const UriSpan slice{nested.slice.begin - outer.where.begin,
                          nested.slice.end - outer.where.begin};
      const Redactor& outside = renderer.redactor(nested.outer);
      record.within.insert(record.within.begin(),
                           Layered{nested.layer, outside.whole(), outside.map(slice)});
    }
    record.within.insert(record.within.begin(), spelt.begin(), spelt.end());
    record.owner = owner_;
    record.masked_uri = renderer.masked(finding->text);
    record.secret_tag = tag_of(*finding, judgement);
    if (fixer != nullptr && located) {
      record.fix = fixer->fix(*document_, candidate, judgement, *finding);
    }
    // No link stands in a list, so that nothing can come before it any more.
    const bool waits =
        located && (options_.snippets || !candidate.strict_list || !pending_.empty());
    if (!waits) {
      sink_(std::move(record));
      continue;
    }
    pending.place = in_base(absolute(finding->marks.front().span)).begin;
    // Of a line far behind, the secrets are no longer known.
    const bool known = forgotten_ == 0 || uri_base.begin >= forgotten_ + 2 * kSnippetReach;
    for (const Mark& mark : finding->marks) {
      if (!options_.snippets || !known) break;
      const TextSpan base = in_base(absolute_mark(mark));
      pending.ranges.push_back({{base.begin, base.end}, mark.role, std::string(mark.label)});
    }
    auto at = pending_.end();
    while (order == Order::by_place && at != pending_.begin() &&
           std::prev(at)->place > pending.place) {
      --at;
    }
    pending_.insert(at, std::move(pending));
  }
}

// How the document spells a URI that it escapes, outermost first; layers that change nothing of it
// are left out.
std::vector<Layered> Recorder::layers_of(const NestedText& root) const {
  std::vector<Layered> layers;
  TextSpan inner = root.where;
  if (inner.text == document_->base_text || inner.text == kRawText) return layers;
  std::vector<UriSpan> masks = root.masks;
  while (inner.text != document_->base_text && inner.text != kRawText) {
    const Text& text = document_->text(inner.text);
    const auto outer = document_->to_ancestor(inner, text.map.parent);
    if (!outer) break;
    for (UriSpan& mask : masks) {
      const SourceSpan up = text.map.to_parent(inner.begin + mask.begin, inner.begin + mask.end);
      mask = {static_cast<Off>(up.begin) - outer->begin, static_cast<Off>(up.end) - outer->begin};
    }
    const std::string_view spelling = document_->bytes(*outer);
    if (spelling != document_->bytes(inner)) {
      const Redactor redactor(spelling, masks, options_.show_secrets);
      layers.insert(layers.begin(), {text.layer, redactor.whole(),
                                     redactor.map({0, static_cast<Off>(spelling.size())})});
    }
    inner = *outer;
  }
  return layers;
}

// Each secret that a mark touches counts whole, in the bytes of the document, not of the report.
std::optional<std::uint16_t> Recorder::tag_of(const Finding& finding,
                                              const Judgement& judgement) const {
  if (!options_.secret_salt) return std::nullopt;
  const NestedText& text = judgement.texts[finding.text];
  XXH3_state_t hash;
  XXH3_INITSTATE(&hash);
  XXH3_64bits_reset_withSeed(&hash, *options_.secret_salt);
  bool any = false;
  const auto add = [&](std::string_view bytes, std::span<const UriSpan> masks, Role of) {
    for (const UriSpan mask : masks) {
      if (!touches(finding.marks, mask, of)) continue;
      const std::string_view secret = bytes.substr(mask.begin, mask.size());
      const std::uint64_t size = secret.size();
      XXH3_64bits_update(&hash, &size, sizeof size);
      XXH3_64bits_update(&hash, secret.data(), secret.size());
      any = true;
    }
  };
  add(document_->bytes(text.where), text.masks, Role::primary);
  if (judgement.shown != nullptr) {
    add(judgement.shown->text, judgement.shown->masks, Role::link_text);
  }
  if (!any) return std::nullopt;
  return static_cast<std::uint16_t>(XXH3_64bits_digest(&hash) & 0xfffU);
}

static_assert(kLinkReach >= kSnippetReach, "or a candidate comes on a line that was printed");

// A candidate that begins at `next_begin` comes: records that are far enough before it go out.
void Recorder::flush(Off next_begin, bool everything) {
  while (!pending_.empty() && (everything || pending_.front().uri.end + kLinkReach <= next_begin)) {
    Pending& first = pending_.front();
    if (!first.ranges.empty()) first.record.snippet = snippet_of(first);
    sink_(std::move(first.record));
    pending_.pop_front();
  }
  // What lies far behind every line that is still to be printed is forgotten.
  const Off first =
      pending_.empty() ? next_begin : std::min(next_begin, pending_.front().uri.begin);
  const Off keep = first > kMaskReach ? first - kMaskReach : 0;
  forgotten_ = std::max(forgotten_, keep);
  forget(masks_, keep);
  forget(candidates_, keep);
}

std::optional<Snippet> Recorder::snippet_of(const Pending& pending) {
  const Snippet::Range& primary = pending.ranges.front();
  const auto mark_begin = static_cast<Off>(primary.span.begin);
  // The stretch that is printed: around the URI, or around the mark if the URI is long.
  UriSpan around = pending.uri;
  if (around.size() > kSnippetLongest) {
    around.begin = std::max(around.begin, mark_begin - std::min(mark_begin, kSnippetReach));
    around.end = std::min<Off>(around.end, mark_begin + kSnippetLongest - kSnippetReach);
  }
  Snippet snippet;
  Off begin = around.begin;
  while (begin > 0 && around.begin - begin < kSnippetReach && base_[begin - 1] != '\n' &&
         base_[begin - 1] != '\r') {
    --begin;
  }
  Off end = around.end;
  const auto size = static_cast<Off>(base_.size());
  while (end < size && end - around.end < kSnippetReach && base_[end] != '\n' &&
         base_[end] != '\r') {
    ++end;
  }
  while (begin < around.begin && is_continuation(base_[begin])) ++begin;
  while (end < size && end > around.end && is_continuation(base_[end])) --end;
  snippet.cut_before = begin > 0 && base_[begin - 1] != '\n' && base_[begin - 1] != '\r';
  snippet.cut_after = end < size && base_[end] != '\n' && base_[end] != '\r';

  std::vector<UriSpan> strays;
  mask_strays({base_, candidates_, masks_}, {begin, end}, strays);
  std::vector<UriSpan> masks;
  for (const auto* list : {&masks_, &strays}) {
    for (const UriSpan mask : *list) {
      const UriSpan clipped{std::max(mask.begin, begin), std::min(mask.end, end)};
      if (clipped.begin < clipped.end) {
        masks.push_back({clipped.begin - begin, clipped.end - begin});
      }
    }
  }
  merge_spans(masks);
  const Redactor redactor(base_.substr(begin, end - begin), masks, options_.show_secrets);
  snippet.text = redactor.whole();
  snippet.line = locator_->locate(mark_begin).line;
  for (const Snippet::Range& range : pending.ranges) {
    const Off from = std::clamp(static_cast<Off>(range.span.begin), begin, end);
    const Off to = std::clamp(static_cast<Off>(range.span.end), begin, end);
    if (from == to && !(range.role == Role::primary)) continue;
    snippet.marks.push_back({redactor.map({from - begin, to - begin}), range.role, range.label});
  }
  return snippet;
}

void Recorder::end_window() {
  flush(static_cast<Off>(base_.size()), true);
  masks_.clear();
  candidates_.clear();
}

}  // namespace urilint
