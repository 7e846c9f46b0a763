// One candidate: nest of URIs → secrets of all of them, up and down the nest → rules by signals →
// yields_to, mark by mark → order.
#include "engine/engine.hpp"

#include <algorithm>
#include <new>
#include <tuple>
#include <utility>

#include "engine/defang.hpp"
#include "engine/host_depth.hpp"
#include "engine/listed_host.hpp"
#include "engine/nesting.hpp"
#include "tables/cleartext-schemes.hpp"
#include "tables/schemes.hpp"
#include "uri/count.hpp"
#include "uri/spans.hpp"
#include "uri/table_lookup.hpp"

namespace urilint {
namespace {

bool any_overlap(UriSpan span, std::span<const UriSpan> others) noexcept {
  return std::any_of(others.begin(), others.end(), [span](UriSpan other) {
    return span.overlaps(other) ||
           (span.empty() && other.begin <= span.begin && span.begin <= other.end);
  });
}

// What `text_of` gives, without the detour over any component.
std::string_view host_of(const UriParts& parts) noexcept {
  const Off begin = parts.userinfo_end + (parts.has(Component::userinfo) ? 1U : 0U);
  return {parts.data + begin, parts.host_end - begin};
}

void add(UriParts& parts, std::uint64_t signals) noexcept {
  parts.signals = static_cast<Signals>(static_cast<std::uint64_t>(parts.signals) | signals);
}

constexpr std::uint8_t scheme_id(std::string_view scheme) noexcept {
  const auto* const row =
      std::find_if(std::begin(tables::kSchemes), std::end(tables::kSchemes),
                   [scheme](const tables::SchemesRow& r) { return r.scheme == scheme; });
  return static_cast<std::uint8_t>(row - tables::kSchemes + 1);
}

// The two schemes of nearly every list are told by their number.
bool is_cleartext(const UriParts& parts) noexcept {
  constexpr std::uint8_t kHttp = scheme_id("http");
  constexpr std::uint8_t kHttps = scheme_id("https");
  if (parts.scheme_id == kHttps || !parts.has(Component::scheme)) return false;
  if (parts.scheme_id == kHttp) return true;
  const std::string_view scheme = parts.text().substr(0, parts.scheme_end);
  return find_row(tables::kCleartextSchemes, tables::kCleartextSchemesIndex, hash_lower(scheme),
                  scheme, [](const tables::CleartextSchemesRow& r) { return r.scheme; }) != nullptr;
}

bool is_absolute(std::string_view text) noexcept {
  const UriParts parts = split(text);
  return parts.has(Component::scheme) || parts.has(Component::authority);
}

// What `split` leaves to the engine, but secrets.
[[gnu::always_inline]] inline std::uint64_t more_signals(const UriParts& parts) noexcept {
  std::uint64_t found = 0;
  if (parts.has(Component::host)) {
    const std::string_view host = host_of(parts);
    if (is_listed_host(host)) found |= bit(Signal::host_listed);
    if (is_deep_host(host, parts.labels)) found |= bit(Signal::host_deep);
  }
  if (parts.size > 2048) found |= bit(Signal::long_text);
  if (is_cleartext(parts)) found |= bit(Signal::scheme_cleartext);
  return found;
}

bool may_hold_uris(const UriParts& parts) noexcept {
  return parts.has(Signal::nested) || parts.has(Signal::host_listed);
}

}  // namespace

struct Scratch::Impl {
  NestedTexts texts;
  std::vector<NestedSlice> slices;
  std::vector<Finding> findings;  // those behind `found` are of earlier candidates: memory
  std::size_t found = 0;
  std::vector<char> silent;       // by finding
  std::vector<UriSpan> stronger;  // what a finding yields to
  std::size_t dropped = 0;
  bool cut = false;
  std::uint32_t document_texts = 0;
  ConditionScratch conditions;
  WakeMemo awake;
  LinkText shown;

  [[nodiscard]] std::span<Finding> all_found() noexcept { return std::span(findings).first(found); }
};

Scratch::Scratch() : impl_(std::make_unique<Impl>()) {}
Scratch::~Scratch() = default;

// One judgement in progress.
class Engine::Run final : public Sink {
 public:
  Run(const Engine& engine, Document& document, Scratch::Impl& scratch,
      CandidateKind kind = CandidateKind::uri)
      : engine_(engine), document_(document), s_(scratch), kind_(kind) {}

  // Splits the candidate into the first text. False if there is nothing more to do: nearly every
  // candidate is one text that has no secrets and wakes no rule.
  [[gnu::always_inline]] static bool begin(const Engine& engine, const Document& document,
                                           const Candidate& candidate, Scratch::Impl& s) {
    s.document_texts = document.count();
    NestedText& root = s.texts.restart();
    if (root.cache->used) reset(root);
    root.where = candidate.where;
    root.subject.identifier = candidate.identifier;
    const bool plain = split_text(root, document.bytes(candidate.where), candidate.holes);
    if (candidate.stripped) find_left_out(root, document.text(candidate.where.text).map);
    if (plain && engine.by_memo_ &&
        !WakeTable::wakes_any(engine.wakes_, root.subject.parts.signals, s.awake)) {
      return false;
    }
    root.cache->used = true;
    return true;
  }

  // What follows if there is more to do.
  void judge() {
    prepare();
    for (std::size_t i = 0; i < s_.texts.size(); ++i) run_rules(i);
    if (s_.found > 1) settle();
  }

  // The target of a link, whatever it wakes; gateways that rewrote it are undone. A defanged one is
  // no target.
  void judge_link(const Candidate& candidate) {
    static_cast<void>(begin(engine_, document_, candidate, s_));
    s_.texts.front().cache->used = true;
    prepare();
    std::size_t index = 0;
    for (std::size_t i = 1; i < s_.texts.size(); ++i) {
      if (s_.texts[i].outer == index && s_.texts[i].layer == Layer::wrapper) index = i;
    }
    if (s_.texts[index].replaced) return;
    Subject& subject = s_.texts[index].subject;
    subject.as_of = engine_.options_.as_of;
    subject.protected_names = engine_.options_.protected_names.get();
    subject.shown = &s_.shown;
    current_text_ = index;
    for (const std::uint32_t rule : engine_.link_rules_) {
      const Wake& wake = engine_.rules_[rule].info->wake;
      if (engine_.options_.ignore_wake || wake.wakes(subject.parts.signals)) {
        run_rule(rule, subject);
      }
    }
    subject.shown = nullptr;
    if (s_.found > 1) settle();
  }

  void emit(const Emission& emission) noexcept override {
    const ActiveRule& rule = *current_rule_;
    std::size_t variant = 0;
    for (std::size_t i = 0; i < rule.info->variants.size(); ++i) {
      if (rule.info->variants[i].name == emission.variant) variant = i;
    }
    const Subject& subject = s_.texts[current_text_].subject;
    const SeverityTuning* const tuning = engine_.options_.tuning.get();
    const Severity severity =
        tuning != nullptr ? tuning->severity(rule, variant, subject) : rule.severity[variant];
    if (severity == Severity::off) return;
    if (!emission.certain_despite_hole && subject.touches_hole(emission.primary)) return;
    Finding* const place = place_for(severity);
    if (place == nullptr) return;
    Finding& finding = *place;
    finding.rule = &rule;
    finding.variant = static_cast<std::uint8_t>(variant);
    finding.severity = severity;
    finding.confidence = rule.confidence[variant];
    finding.component = emission.component;
    finding.text = static_cast<std::uint16_t>(current_text_);
    finding.marks.assign(1, {emission.primary, Role::primary, {}});
    finding.marks.insert(finding.marks.end(), emission.related.begin(), emission.related.end());
    finding.marks.insert(finding.marks.end(), emission.more.begin(), emission.more.end());
    finding.args.assign(emission.args.begin(), emission.args.end());
    finding.address = emission.address;
  }

 private:
  void prepare() {
    s_.found = 0;
    s_.dropped = 0;
    s_.cut = false;
    Subject& root = s_.texts.front().subject;
    find_secrets(root);
    if (may_hold_uris(root.parts) || may_be_defanged(root.parts)) nest();
    if (s_.texts.size() > 1 || !root.cache->secrets.empty()) masks();
  }

  // Where the next finding goes: behind the others, or in the place of a less severe one, or
  // nowhere.
  Finding* place_for(Severity severity) {
    const EngineOptions& options = engine_.options_;
    const std::size_t size = std::max<std::size_t>(s_.texts.front().subject.text.size(), 1);
    const std::size_t most = std::max<std::size_t>(4, options.max_repeated_bytes / size);
    if (s_.found < std::min(options.max_findings, most)) {
      if (s_.found == s_.findings.size()) s_.findings.emplace_back();
      return &s_.findings[s_.found++];
    }
    ++s_.dropped;
    const std::span<Finding> all = s_.all_found();
    const auto least = std::min_element(
        all.begin(), all.end(),
        [](const Finding& a, const Finding& b) { return a.severity < b.severity; });
    return least != all.end() && least->severity < severity ? &*least : nullptr;
  }

  [[gnu::noinline]] static void reset(NestedText& text) {
    text.masks.clear();
    text.extras = {};
    text.replaced = false;
    text.outer = 0;
    text.layer = Layer::raw;
    text.subject.outer = nullptr;
    text.subject.left_out = {};
    text.subject.depth = 0;
    text.cache->reset();
    text.subject.cache = text.cache.get();
  }

  // Splits, and adds the signals of the engine. True if there are no secrets for sure, no URIs
  // inside, and nothing to undo.
  [[gnu::always_inline]] static bool split_text(NestedText& text, std::string_view raw,
                                                std::span<const UriSpan> holes) {
    Subject& subject = text.subject;
    subject.raw = raw;
    subject.text = raw;
    if (holes.empty()) {
      subject.holes = {};
      ::new (static_cast<void*>(&subject.parts))
          UriParts(split(raw));  // in place, not copied there
    } else {
      split_between(subject, holes);
    }
    add(subject.parts, more_signals(subject.parts));
    constexpr std::uint64_t kMore =
        kSecretWake | kDefangWake | bit(Signal::nested) | bit(Signal::host_listed);
    return (static_cast<std::uint64_t>(subject.parts.signals) & kMore) == 0 &&
           !may_hold_bare_secret(subject.parts);
  }

  [[gnu::noinline]] static void split_between(Subject& subject, std::span<const UriSpan> holes) {
    Subject::Cache& cache = *subject.cache;
    cache.used = true;
    cache.holes.assign(holes.begin(), holes.end());
    cache.masked.assign(subject.raw);
    mask_holes(cache.masked, cache.holes);
    subject.holes = cache.holes;
    subject.text = cache.masked;
    subject.parts = split(subject.text, subject.holes);
  }

  [[gnu::noinline]] static void split_inner(NestedText& text, std::string_view raw,
                                            std::span<const UriSpan> holes) {
    static_cast<void>(split_text(text, raw, holes));
  }

  // A reader left out what a browser deletes: a rule may speak of the places.
  [[gnu::noinline]] static void find_left_out(NestedText& text, const SourceMap& map) {
    Subject& subject = text.subject;
    std::vector<Off>& left_out = subject.cache->left_out;
    for (const urilint::Run& run : map.runs) {
      if (run.text > text.where.begin && run.text < text.where.end) {
        left_out.push_back(run.text - text.where.begin);
      }
    }
    subject.left_out = left_out;
    if (!left_out.empty()) add(subject.parts, bit(Signal::tab_newline));
  }

  static void find_secrets(Subject& subject) {
    if (!may_hold_secrets(subject.parts)) return;
    classify_secrets(subject.parts, subject.raw, subject.holes, subject.cache->secrets);
    if (!subject.cache->secrets.empty()) add(subject.parts, bit(Signal::secret));
  }

  NestedText& add_text(TextSpan where, std::size_t outer, Layer layer, TextSpan slice) {
    NestedText& text = s_.texts.add();
    reset(text);
    text.cache->used = true;
    text.where = where;
    text.outer = static_cast<std::uint16_t>(outer);
    text.layer = layer;
    text.slice = slice;
    text.subject.layer = layer;
    return text;
  }

  static void fill(NestedText& text, std::string_view raw, std::span<const UriSpan> holes,
                   const Subject* outer) {
    Subject& subject = text.subject;
    subject.outer = outer;
    if (outer != nullptr) subject.depth = static_cast<std::uint8_t>(outer->depth + 1);
    split_inner(text, raw, holes);
    find_secrets(subject);
  }

  // Breadth first, so that the bound on texts cuts the deepest.
  void nest() {
    for (std::size_t i = 0; i < s_.texts.size(); ++i) {
      NestedText& outer = s_.texts[i];
      const bool full = s_.texts.size() >= engine_.options_.max_texts;
      if ((!full || !s_.cut) && is_defanged(outer.subject.parts, outer.subject.text)) {
        s_.cut = s_.cut || full;
        if (!full) undo_defanging(i);
        continue;
      }
      if (!may_hold_uris(outer.subject.parts)) continue;
      const std::size_t most = outer.subject.depth >= engine_.options_.max_depth
                                   ? 0
                                   : engine_.options_.max_texts - s_.texts.size();
      s_.slices.clear();
      find_nested(outer.subject, most + 1, s_.slices);
      if (s_.slices.size() > most) leave_one_out();
      for (const NestedSlice& slice : s_.slices) derive(i, slice);
      if (s_.cut && full) return;
    }
  }

  // The last one, but never the original of a gateway's link.
  void leave_one_out() {
    s_.cut = true;
    auto last = std::prev(s_.slices.end());
    if (last->wrapped && last != s_.slices.begin()) --last;
    s_.slices.erase(last);
  }

  void derive(std::size_t outer_index, const NestedSlice& slice) {
    const NestedText& outer = s_.texts[outer_index];
    const TextSpan source{outer.where.text, outer.where.begin + slice.span.begin,
                          outer.where.begin + slice.span.end};
    std::vector<UriSpan> holes;
    const Layer layer = slice.wrapped  ? Layer::wrapper
                        : slice.decode ? Layer::percent
                                       : Layer::derived;
    if (!slice.decode) {
      if (slice.wrapped && !is_absolute(document_.bytes(source))) return;
      for (const UriSpan hole : outer.subject.holes) {
        if (hole.end <= slice.span.begin || hole.begin >= slice.span.end) continue;
        holes.push_back({std::max(hole.begin, slice.span.begin) - slice.span.begin,
                         std::min(hole.end, slice.span.end) - slice.span.begin});
      }
      NestedText& inner = add_text(source, outer_index, layer, source);
      fill(inner, document_.bytes(source), holes, &s_.texts[outer_index].subject);
      remember(outer_index, slice.span, inner);
      return;
    }
    SourceMap map;
    map.parent = source.text;
    std::string decoded =
        slice.wrapped ? unwrap(document_.bytes(outer.where), *slice.wrapped, outer.where.begin, map)
                      : percent_decode(document_.bytes(source), source.begin, map);
    if (slice.wrapped && !is_absolute(decoded)) return;
    NestedText& inner = add_made(outer_index, slice.span, std::move(decoded), std::move(map), layer,
                                 &outer.subject);
    if (slice.wrapped) inner.extras = slice.wrapped->extras;
  }

  // The URI that a defanged one stands for takes its place: it is at the same depth, inside none.
  void undo_defanging(std::size_t index) {
    NestedText& outer = s_.texts[index];
    outer.replaced = true;
    const UriSpan whole{0, outer.where.size()};
    SourceMap map;
    map.parent = outer.where.text;
    std::string meant = refang(document_.bytes(outer.where), outer.where.begin, map);
    const std::uint8_t depth = outer.subject.depth;
    NestedText& inner =
        add_made(index, whole, std::move(meant), std::move(map), Layer::defang, nullptr);
    inner.subject.depth = depth;
  }

  // A text that was made of a slice of an outer one.
  NestedText& add_made(std::size_t outer_index, UriSpan slice, std::string made, SourceMap map,
                       Layer layer, const Subject* subject) {
    const NestedText& outer = s_.texts[outer_index];
    const TextSpan source{outer.where.text, outer.where.begin + slice.begin,
                          outer.where.begin + slice.end};
    const auto size = static_cast<Off>(made.size());
    std::vector<UriSpan> holes;
    for (const UriSpan hole : outer.subject.holes) {
      if (hole.end <= slice.begin || hole.begin >= slice.end) continue;
      const UriSpan inside = map.from_parent(outer.where.begin + std::max(hole.begin, slice.begin),
                                             outer.where.begin + std::min(hole.end, slice.end));
      if (!inside.empty()) holes.push_back(inside);
    }
    const TextId id = document_.add_owned(std::move(made), std::move(map), layer);
    NestedText& inner = add_text({id, 0, size}, outer_index, layer, source);
    fill(inner, document_.text(id).bytes, holes, subject);
    remember(outer_index, slice, inner);
    return inner;
  }

  void remember(std::size_t outer_index, UriSpan slice, const NestedText& inner) {
    s_.texts[outer_index].subject.cache->inner.push_back({slice, &inner.subject});
  }

  // The secrets of every URI of the nest, in each text that shows them.
  void masks() {
    bool any = false;
    for (std::size_t i = 0; i < s_.texts.size(); ++i) {
      NestedText& text = s_.texts[i];
      for (const SecretFact& fact : text.subject.cache->secrets) {
        if (fact.masked()) text.masks.push_back(fact.value);
      }
      any = any || !text.masks.empty();
    }
    if (!any) return;
    for (std::size_t i = s_.texts.size() - 1; i > 0; --i) masks_to_outer(s_.texts[i]);
    for (std::size_t i = 1; i < s_.texts.size(); ++i) masks_to_inner(s_.texts[i]);
    for (std::size_t i = 0; i < s_.texts.size(); ++i) merge_spans(s_.texts[i].masks);
  }

  void masks_to_outer(const NestedText& inner) {
    NestedText& outer = s_.texts[inner.outer];
    // A secret may have characters from there.
    if (!inner.masks.empty() && !inner.extras.empty()) outer.masks.push_back(inner.extras);
    for (const UriSpan mask : inner.masks) {
      const TextSpan there{inner.where.text, inner.where.begin + mask.begin,
                           inner.where.begin + mask.end};
      const auto above = document_.to_ancestor(there, outer.where.text);
      if (!above) continue;
      outer.masks.push_back({above->begin - outer.where.begin, above->end - outer.where.begin});
    }
  }

  void masks_to_inner(NestedText& inner) {
    const NestedText& outer = s_.texts[inner.outer];
    for (const UriSpan mask : outer.masks) {
      const Off begin = std::max(mask.begin + outer.where.begin, inner.slice.begin);
      const Off end = std::min(mask.end + outer.where.begin, inner.slice.end);
      if (begin >= end) continue;
      UriSpan inside{begin - inner.slice.begin, end - inner.slice.begin};
      if (inner.where.text != outer.where.text) {
        inside = document_.text(inner.where.text).map.from_parent(begin, end);
      }
      if (!inside.empty()) inner.masks.push_back(inside);
    }
  }

  void run_rules(std::size_t index) {
    Subject& subject = s_.texts[index].subject;
    subject.as_of = engine_.options_.as_of;
    subject.protected_names = engine_.options_.protected_names.get();
    subject.policy = engine_.options_.policy.get();
    if (subject.protected_names != nullptr) watch(subject);
    current_text_ = index;
    if (engine_.options_.ignore_wake) {
      for (std::size_t i = 0; i < engine_.rules_.size(); ++i) {
        if (!engine_.rules_[i].info->link) run_rule(i, subject);
      }
      return;
    }
    WakeTable::for_each(engine_.wakes_, subject.parts.signals, s_.awake,
                        [&](std::size_t i) { run_rule(i, subject); });
  }

  void run_rule(std::size_t index, const Subject& subject) {
    URILINT_COUNT(rules);
    current_rule_ = &engine_.rules_[index];
    const RuleInfo& info = *current_rule_->info;
    // Nobody wrote the URI that a remote is judged as: only its host is a fact.
    if (kind_ == CandidateKind::scp && !info.policy) return;
    if (s_.texts[current_text_].replaced && info.id != kDefangRule) return;
    if (info.detect != nullptr) {
      info.detect(subject, *this);
    } else {
      evaluate(info, subject, *engine_.patterns_, s_.conditions, *this);
    }
  }

  // Says to the rules whether the host may concern a protected name.
  void watch(Subject& subject) const {
    const UriParts& parts = subject.parts;
    if (!parts.has(Component::host) || parts.has(Signal::host_brackets)) return;
    const bool plain = !parts.has(Signal::host_non_ascii) && !parts.has(Signal::host_xn) &&
                       !parts.has(Signal::host_pct);
    if (plain && !subject.protected_names->may_concern(subject.view(Component::host))) return;
    add(subject.parts, bit(Signal::host_lookalike));
  }

  // Marks without a label are the fact itself; a finding loses those that lie on bytes which a rule
  // it yields to has marked so, and goes with its last one.
  void settle() {
    const std::span<Finding> all = s_.all_found();
    s_.silent.assign(all.size(), 0);
    for (std::size_t i = 0; i < all.size(); ++i) s_.silent[i] = yields(i) ? 1 : 0;
    s_.found = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (s_.silent[i] != 0) continue;
      if (s_.found != i) std::swap(all[s_.found], all[i]);
      ++s_.found;
    }
    if (s_.found < 2) return;
    const std::span<Finding> kept = s_.all_found();
    const auto is_before = [](const Finding& a, const Finding& b) {
      return std::tie(a.text, a.marks.front().span.begin, a.rule->info->id) <
             std::tie(b.text, b.marks.front().span.begin, b.rule->info->id);
    };
    constexpr std::size_t kFew = 8;  // are put in their places without memory
    if (kept.size() > kFew) return std::stable_sort(kept.begin(), kept.end(), is_before);
    for (auto next = kept.begin() + 1; next != kept.end(); ++next) {
      std::rotate(std::upper_bound(kept.begin(), next, *next, is_before), next, next + 1);
    }
  }

  bool yields(std::size_t index) {
    Finding& finding = s_.findings[index];
    const auto rule = static_cast<std::size_t>(finding.rule - engine_.rules_.data());
    const std::vector<std::uint32_t>& to = engine_.yields_[rule];
    if (to.empty()) return false;
    std::vector<UriSpan>& stronger = s_.stronger;
    stronger.clear();
    for (const Finding& other : s_.all_found()) {
      const auto other_rule = static_cast<std::uint32_t>(other.rule - engine_.rules_.data());
      if (other.text != finding.text || std::find(to.begin(), to.end(), other_rule) == to.end()) {
        continue;
      }
      for (const Mark& mark : other.marks) {
        if (mark.label.empty() && mark.role != Role::link_text) stronger.push_back(mark.span);
      }
    }
    if (stronger.empty()) return false;
    std::erase_if(finding.marks, [&stronger](const Mark& mark) {
      return mark.label.empty() && any_overlap(mark.span, stronger);
    });
    const auto first = std::find_if(finding.marks.begin(), finding.marks.end(),
                                    [](const Mark& mark) { return mark.label.empty(); });
    if (first == finding.marks.end()) return true;
    first->role = Role::primary;
    std::rotate(finding.marks.begin(), first, first + 1);
    return false;
  }

  const Engine& engine_;
  Document& document_;
  Scratch::Impl& s_;
  const CandidateKind kind_;
  const ActiveRule* current_rule_ = nullptr;
  std::size_t current_text_ = 0;
};

namespace {

// A rule that judges by a policy has nothing to say without one.
std::vector<ActiveRule> without_idle(std::vector<ActiveRule> rules, const EngineOptions& options) {
  if (options.policy == nullptr) {
    std::erase_if(rules, [](const ActiveRule& rule) { return rule.info->policy; });
  }
  return rules;
}

}  // namespace

Engine::Engine(std::vector<ActiveRule> rules, EngineOptions options)
    : rules_(without_idle(std::move(rules), options)),
      options_(std::move(options)),
      by_memo_(options_.protected_names == nullptr && !options_.ignore_wake) {
  std::vector<const RuleInfo*> infos;
  for (const ActiveRule& rule : rules_) infos.push_back(rule.info);
  patterns_ = std::make_unique<Patterns>(infos);
  yields_.resize(rules_.size());
  std::vector<Wake> wakes;
  for (std::uint32_t i = 0; i < rules_.size(); ++i) {
    const RuleInfo& info = *rules_[i].info;
    wakes.push_back(info.link ? Wake{} : info.wake);  // that of nothing wakes never
    if (info.link) link_rules_.push_back(i);
    for (const std::string_view id : info.yields_to) {
      for (std::uint32_t j = 0; j < rules_.size(); ++j) {
        if (rules_[j].info->id == id) yields_[i].push_back(j);
      }
    }
  }
  wakes_ = std::make_shared<const WakeTable>(wakes);
  by_memo_ = by_memo_ && wakes_->fits_memo();
}

Engine::~Engine() = default;

Judgement Engine::judge(Document& document, const Candidate& candidate, Scratch& scratch) const {
  Scratch::Impl& s = *scratch.impl_;
  if (!Run::begin(*this, document, candidate, s)) return {s.texts, {}, 0};
  Run(*this, document, s, candidate.kind).judge();
  return {s.texts, s.all_found(), s.dropped, s.cut};
}

Judgement Engine::judge_link(Document& document, const Candidate& target, TextSpan shown,
                             Scratch& scratch) const {
  Scratch::Impl& s = *scratch.impl_;
  s.document_texts = document.count();
  read_link_text(document.bytes(shown), s.shown);
  if (!s.shown.names_host()) return {s.texts, {}, 0};
  Run(*this, document, s).judge_link(target);
  return {s.texts, s.all_found(), s.dropped, false, &s.shown, shown};
}

void Engine::release(Document& document, Scratch& scratch) const {
  document.truncate(scratch.impl_->document_texts);
}

}  // namespace urilint
