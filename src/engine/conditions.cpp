// Walks the tree in three values (a template hole makes a leaf unknown) and collects on its way
// what `mark = "match"` marks. Texts are views into the URI, or into the scratch when decoded.
#include "engine/conditions.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <functional>
#include <initializer_list>
#include <mutex>
#include <optional>

#include "engine/data_table.hpp"
#include "engine/host_filter.hpp"
#include "engine/rule_file_pattern.hpp"
#include "uri/count.hpp"

namespace urilint {

struct Patterns::Slot {
  std::once_flag once;
  std::unique_ptr<RE2> pattern;
};

Patterns::Patterns(std::span<const RuleInfo* const> rules) {
  std::size_t slots = 0;
  for (const RuleInfo* rule : rules) {
    if (rule->patterns.empty()) continue;
    entries_.push_back({rule->patterns, slots});
    slots += rule->patterns.size();
  }
  std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
    return std::less<>()(a.sources.data(), b.sources.data());
  });
  slots_ = std::make_unique<Slot[]>(slots);
}

Patterns::~Patterns() = default;

const RE2* Patterns::get(const RuleInfo& rule, std::uint16_t index) const noexcept {
  const auto* address = rule.patterns.data();
  const auto at = std::lower_bound(entries_.begin(), entries_.end(), address,
                                   [](const Entry& entry, const std::string_view* wanted) {
                                     return std::less<>()(entry.sources.data(), wanted);
                                   });
  if (at == entries_.end() || at->sources.data() != address || index >= at->sources.size()) {
    return nullptr;
  }
  Slot& slot = slots_[at->first_slot + index];
  std::call_once(slot.once, [&] {
    slot.pattern = std::make_unique<RE2>(at->sources[index], pattern_options());
  });
  return slot.pattern->ok() ? slot.pattern.get() : nullptr;
}

namespace {

enum class Truth : std::uint8_t { no, unknown, yes };

constexpr Truth truth_of(bool holds) noexcept { return holds ? Truth::yes : Truth::no; }
constexpr Truth inverse(Truth truth) noexcept {
  return truth == Truth::yes ? Truth::no : truth == Truth::no ? Truth::yes : Truth::unknown;
}

constexpr std::size_t kPlacesMax = 16;
// Longer than any key of a table.
constexpr std::size_t kTableKeyMax = 256;

// The component that a field is a part of.
constexpr Component component_of(Field field) noexcept {
  switch (field) {
    case Field::scheme:
      return Component::scheme;
    case Field::authority:
      return Component::authority;
    case Field::userinfo:
    case Field::user:
    case Field::password:
      return Component::userinfo;
    case Field::host:
      return Component::host;
    case Field::port:
      return Component::port;
    case Field::path:
    case Field::segment:
    case Field::last_segment:
      return Component::path;
    case Field::query:
    case Field::query_name:
    case Field::query_value:
      return Component::query;
    case Field::fragment:
      return Component::fragment;
    case Field::uri:
    case Field::violation:
    case Field::signal:
      break;
  }
  return Component::uri;
}

constexpr bool is_component(Field field) noexcept {
  return field <= Field::userinfo || (field >= Field::host && field <= Field::uri);
}

// A range of a text, half open.
struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
};

bool same(char a, char b, bool ignore_case) noexcept {
  return (ignore_case ? to_lower(a) : a) == b;
}

// The order of `text` and `value` by bytes; `value` is in lower case if case is ignored.
int compare(std::string_view text, std::string_view value, bool ignore_case) noexcept {
  const std::size_t both = std::min(text.size(), value.size());
  for (std::size_t i = 0; i < both; ++i) {
    const char c = ignore_case ? to_lower(text[i]) : text[i];
    if (c != value[i]) {
      return static_cast<unsigned char>(c) < static_cast<unsigned char>(value[i]) ? -1 : 1;
    }
  }
  return text.size() == value.size() ? 0 : text.size() < value.size() ? -1 : 1;
}

// Where `needle` first occurs (Knuth, Morris and Pratt: linear whatever the text).
std::optional<Range> find_text(std::string_view text, std::string_view needle,
                               bool ignore_case) noexcept {
  if (needle.empty() || needle.size() > text.size() || needle.size() > 255) return std::nullopt;
  std::array<std::uint8_t, 256> border;
  border[0] = 0;
  for (std::size_t i = 1, k = 0; i < needle.size(); ++i) {
    while (k != 0 && needle[i] != needle[k]) k = border[k - 1];
    if (needle[i] == needle[k]) ++k;
    border[i] = static_cast<std::uint8_t>(k);
  }
  for (std::size_t i = 0, k = 0; i < text.size(); ++i) {
    while (k != 0 && !same(text[i], needle[k], ignore_case)) k = border[k - 1];
    if (same(text[i], needle[k], ignore_case)) ++k;
    if (k == needle.size()) return Range{i + 1 - k, i + 1};
  }
  return std::nullopt;
}

std::optional<Range> find_part(Op op, std::string_view text, std::string_view value,
                               bool ignore_case) noexcept {
  if (op == Op::contains) return find_text(text, value, ignore_case);
  if (value.size() > text.size()) return std::nullopt;
  const std::size_t begin = op == Op::prefix ? 0 : text.size() - value.size();
  if (compare(text.substr(begin, value.size()), value, ignore_case) != 0) return std::nullopt;
  return Range{begin, begin + value.size()};
}

// 1 to 18 digits.
std::optional<std::int64_t> number_of(std::string_view text) noexcept {
  if (text.empty() || text.size() > 18) return std::nullopt;
  std::int64_t number = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    number = number * 10 + (c - '0');
  }
  return number;
}

constexpr int hex_value(char c) noexcept {
  const char lower = to_lower(c);
  if (lower >= '0' && lower <= '9') return lower - '0';
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// Decodes in place; `origin` keeps saying where each byte came from.
void decode_once(std::string& text, std::vector<Off>& origin) noexcept {
  std::size_t out = 0;
  std::size_t in = 0;
  while (in < text.size()) {
    origin[out] = origin[in];
    const int high = text[in] == '%' && in + 2 < text.size() ? hex_value(text[in + 1]) : -1;
    const int low = high < 0 ? -1 : hex_value(text[in + 2]);
    text[out++] = low < 0 ? text[in] : static_cast<char>(high * 16 + low);
    in += low < 0 ? 1 : 3;
  }
  origin[out] = origin[in];
  text.resize(out);
  origin.resize(out + 1);
}

// A text that a leaf looks at, and the way back into the URI.
struct Text {
  std::string_view bytes;
  Off begin = 0;                             // in the URI, if nothing was decoded
  const std::vector<Off>* origin = nullptr;  // else
  [[nodiscard]] UriSpan to_uri(Range range) const noexcept {
    if (origin != nullptr) return {(*origin)[range.begin], (*origin)[range.end]};
    return {begin + static_cast<Off>(range.begin), begin + static_cast<Off>(range.end)};
  }
};

struct Place {
  UriSpan span;
  Component component{};
};

class Evaluator {
 public:
  Evaluator(const RuleInfo& rule, const Subject& subject, const Patterns& patterns,
            ConditionScratch& scratch) noexcept
      : rule_(rule), subject_(subject), patterns_(patterns), scratch_(scratch) {}

  bool run(Sink& sink) noexcept {
    if (rule_.conditions.empty() || node(0) != Truth::yes) return false;
    emit(sink);
    return true;
  }

 private:
  // --- the tree ---
  Truth node(std::size_t at) noexcept;
  Truth children(std::size_t at, Truth neutral, Truth decisive) noexcept;
  Truth leaf(const Condition& c) noexcept;
  Truth present(const Condition& c) noexcept;
  Truth has_violation(const Condition& c) noexcept;

  // --- texts ---
  [[nodiscard]] bool has_hole(Field field) const noexcept;
  [[nodiscard]] UriSpan userinfo_part(Field field, bool& is_there) const noexcept;
  template <typename Visit>
  bool any_text(Field field, Visit visit) const noexcept;
  template <typename Visit>
  bool any_segment(bool last, Visit visit) const noexcept;
  template <typename Visit>
  bool any_parameter(bool value, Visit visit) const noexcept;
  Text prepared(const Condition& c, UriSpan span) noexcept;
  std::optional<Range> found_in(const Condition& c, std::string_view text) noexcept;
  std::optional<Range> found_value(const Condition& c, std::string_view text) const noexcept;
  std::optional<Range> found_pattern(const Condition& c, std::string_view text) const noexcept;
  bool found_row(const Condition& c, std::string_view text) noexcept;

  // --- marks ---
  void add_place(UriSpan span, Component component) noexcept;
  [[nodiscard]] Place named_place() const noexcept;
  void emit(Sink& sink) const noexcept;

  const RuleInfo& rule_;
  const Subject& subject_;
  const Patterns& patterns_;
  ConditionScratch& scratch_;
  std::array<Place, kPlacesMax> places_;
  std::size_t place_count_ = 0;
  const DataTable::Row* row_ = nullptr;  // the first that an `in-table` found
};

// --- the tree
// -------------------------------------------------------------------------------------

// Rule files are at most kRuleDepthMax deep, so recursion is.
Truth Evaluator::node(std::size_t at) noexcept {
  const Condition& c = rule_.conditions[at];
  const std::size_t places = place_count_;
  const DataTable::Row* row = row_;
  Truth truth{};
  if (c.op == Op::all) {
    truth = children(at, Truth::yes, Truth::no);
  } else if (c.op == Op::any) {
    truth = children(at, Truth::no, Truth::yes);
  } else if (c.op == Op::none) {
    truth = inverse(children(at, Truth::no, Truth::yes));
  } else {
    return leaf(c);
  }
  // What a branch found that did not hold, or that must not be, is no place to mark.
  if (truth != Truth::yes || c.op == Op::none) {
    place_count_ = places;
    row_ = row;
  }
  return truth;
}

// `decisive` ends the walk; without it the result is unknown if a child was, else `neutral`.
Truth Evaluator::children(std::size_t at, Truth neutral, Truth decisive) noexcept {
  const std::size_t end = at + 1 + rule_.conditions[at].descendants;
  Truth result = neutral;
  for (std::size_t child = at + 1; child < end;
       child += 1 + std::size_t{rule_.conditions[child].descendants}) {
    const Truth truth = node(child);
    if (truth == decisive) return decisive;
    if (truth == Truth::unknown) result = Truth::unknown;
  }
  return result;
}

Truth Evaluator::leaf(const Condition& c) noexcept {
  if (c.field == Field::violation) return has_violation(c);
  if (c.field == Field::signal) {
    const auto signals = static_cast<std::uint64_t>(subject_.parts.signals);
    return truth_of((signals & static_cast<std::uint64_t>(c.number)) != 0);
  }
  if (c.op == Op::present) return present(c);
  if (c.op == Op::absent) return inverse(present(c));
  if (has_hole(c.field)) return Truth::unknown;
  if (c.op == Op::matches && patterns_.get(rule_, c.regex) == nullptr) return Truth::unknown;
  return truth_of(any_text(c.field, [&](UriSpan span) {
    const Text text = prepared(c, span);
    const auto found = found_in(c, text.bytes);
    if (found && marks_place(c)) add_place(text.to_uri(*found), component_of(c.field));
    return found.has_value();
  }));
}

Truth Evaluator::present(const Condition& c) noexcept {
  const bool is_there = any_text(c.field, [&](UriSpan span) {
    if (c.op == Op::present && marks_place(c)) add_place(span, component_of(c.field));
    return true;
  });
  if (!is_there && !is_component(c.field) && has_hole(c.field)) return Truth::unknown;
  return truth_of(is_there);
}

Truth Evaluator::has_violation(const Condition& c) noexcept {
  if (!subject_.parts.has(Signal::invalid)) return Truth::no;
  std::span<const Violation> all = subject_.violations();
  // A Subject keeps the first ones only; what stands behind them must not go unseen.
  constexpr std::size_t kKept = 256;
  if (all.size() >= kKept) {
    scratch_.violations.resize(violations(subject_.parts, {}, subject_.holes));
    const std::size_t total = violations(subject_.parts, scratch_.violations, subject_.holes);
    all = std::span<const Violation>(scratch_.violations).first(total);
  }
  bool found = false;
  for (const Violation& violation : all) {
    const auto mask = static_cast<std::uint64_t>(c.number);
    if ((mask >> static_cast<unsigned>(violation.code) & 1U) == 0) continue;
    found = true;
    add_place(violation.span, violation.component);
    if (place_count_ == kPlacesMax) break;
  }
  return truth_of(found);
}

// --- texts
// ----------------------------------------------------------------------------------------

bool Evaluator::has_hole(Field field) const noexcept {
  if (subject_.holes.empty()) return false;
  const Component component = component_of(field);
  if (component == Component::uri) return true;
  if (component == Component::authority) {
    return subject_.has_hole(Component::authority) || subject_.has_hole(Component::userinfo) ||
           subject_.has_hole(Component::host) || subject_.has_hole(Component::port);
  }
  return subject_.has_hole(component);
}

UriSpan Evaluator::userinfo_part(Field field, bool& is_there) const noexcept {
  const UriSpan userinfo = subject_.span(Component::userinfo);
  const std::size_t colon = subject_.view(userinfo).find(':');
  const bool has_colon = colon != std::string_view::npos;
  const bool is_password = field == Field::password;
  is_there = subject_.parts.has(Component::userinfo) && (!is_password || has_colon);
  const Off at = has_colon ? userinfo.begin + static_cast<Off>(colon) : userinfo.end;
  if (!is_password) return {userinfo.begin, at};
  return {has_colon ? at + 1 : at, userinfo.end};
}

// True if `visit` says so of one of the field's texts.
template <typename Visit>
bool Evaluator::any_text(Field field, Visit visit) const noexcept {
  switch (field) {
    case Field::user:
    case Field::password: {
      bool is_there = false;
      const UriSpan span = userinfo_part(field, is_there);
      return is_there && visit(span);
    }
    case Field::segment:
      return any_segment(false, visit);
    case Field::last_segment:
      return any_segment(true, visit);
    case Field::query_name:
      return any_parameter(false, visit);
    case Field::query_value:
      return any_parameter(true, visit);
    case Field::uri:
      return visit(subject_.span(Component::uri));
    default:
      break;
  }
  const Component component = component_of(field);
  // A path is always there (RFC 3986 section 3.3), be it empty.
  const bool is_there = component == Component::path || subject_.parts.has(component);
  return is_there && visit(subject_.span(component));
}

template <typename Visit>
bool Evaluator::any_segment(bool last, Visit visit) const noexcept {
  const UriSpan path = subject_.span(Component::path);
  const std::string_view text = subject_.view(path);
  if (text.empty()) return false;
  const auto span = [&](std::size_t begin, std::size_t end) {
    return UriSpan{path.begin + static_cast<Off>(begin), path.begin + static_cast<Off>(end)};
  };
  if (last) {
    const std::size_t slash = text.rfind('/');
    return visit(span(slash == std::string_view::npos ? 0 : slash + 1, text.size()));
  }
  for (std::size_t begin = text[0] == '/' ? 1 : 0;;) {
    const std::size_t end = std::min(text.find('/', begin), text.size());
    if (visit(span(begin, end))) return true;
    if (end == text.size()) return false;
    begin = end + 1;
  }
}

template <typename Visit>
bool Evaluator::any_parameter(bool value, Visit visit) const noexcept {
  const UriSpan query = subject_.span(Component::query);
  const std::string_view text = subject_.view(query);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('&', begin), text.size());
    const std::string_view piece = text.substr(begin, end - begin);
    const auto equals = std::min(piece.find('='), piece.size());
    const bool is_there = !piece.empty() && (!value || equals < piece.size());
    const std::size_t from = value ? begin + equals + 1 : begin;
    const std::size_t to = value ? end : begin + equals;
    if (is_there &&
        visit(UriSpan{query.begin + static_cast<Off>(from), query.begin + static_cast<Off>(to)})) {
      return true;
    }
    begin = end + 1;
  }
  return false;
}

Text Evaluator::prepared(const Condition& c, UriSpan span) noexcept {
  Text text{subject_.view(span), span.begin};
  if (c.decode != 0 && text.bytes.find('%') != std::string_view::npos) {
    scratch_.decoded.assign(text.bytes);
    scratch_.origin.resize(text.bytes.size() + 1);
    for (std::size_t i = 0; i <= text.bytes.size(); ++i) {
      scratch_.origin[i] = span.begin + static_cast<Off>(i);
    }
    for (int i = 0; i < c.decode; ++i) decode_once(scratch_.decoded, scratch_.origin);
    return {scratch_.decoded, span.begin, &scratch_.origin};
  }
  if (c.field == Field::port && c.op != Op::matches && !text.bytes.empty()) {
    const std::size_t zeros = std::min(text.bytes.find_first_not_of('0'), text.bytes.size() - 1);
    text.bytes.remove_prefix(zeros);
    text.begin += static_cast<Off>(zeros);
  }
  return text;
}

// The part of `text` that satisfies the leaf, or nothing.
std::optional<Range> Evaluator::found_in(const Condition& c, std::string_view text) noexcept {
  const Range whole{0, text.size()};
  const auto if_so = [&](bool holds) { return holds ? std::optional(whole) : std::nullopt; };
  switch (c.op) {
    case Op::empty:
      return if_so(text.empty());
    case Op::equals:
    case Op::in: {
      const auto at = std::lower_bound(c.values.begin(), c.values.end(), text,
                                       [&](std::string_view value, std::string_view t) {
                                         return compare(t, value, c.ignore_case) > 0;
                                       });
      return if_so(at != c.values.end() && compare(text, *at, c.ignore_case) == 0);
    }
    case Op::prefix:
    case Op::suffix:
    case Op::contains:
      return found_value(c, text);
    case Op::matches:
      return found_pattern(c, text);
    case Op::in_table:
      return if_so(found_row(c, text));
    case Op::less:
    case Op::greater: {
      const auto number = number_of(text);
      return if_so(number && (c.op == Op::less ? *number < c.number : *number > c.number));
    }
    default:
      return std::nullopt;
  }
}

// The first place of any of the values, the longest of those that begin there.
std::optional<Range> Evaluator::found_value(const Condition& c,
                                            std::string_view text) const noexcept {
  std::optional<Range> best;
  for (const std::string_view value : c.values) {
    const auto found = find_part(c.op, text, value, c.ignore_case);
    if (!found) continue;
    if (!best || found->begin < best->begin ||
        (found->begin == best->begin && found->end > best->end)) {
      best = found;
    }
  }
  return best;
}

std::optional<Range> Evaluator::found_pattern(const Condition& c,
                                              std::string_view text) const noexcept {
  URILINT_COUNT(patterns);
  const RE2* pattern = patterns_.get(rule_, c.regex);
  re2::StringPiece found;
  const re2::StringPiece bytes(text.data(), text.size());
  if (!pattern->Match(bytes, 0, bytes.size(), RE2::UNANCHORED, &found, 1)) return std::nullopt;
  const auto begin = static_cast<std::size_t>(found.data() - bytes.data());
  return Range{begin, begin + found.size()};
}

bool Evaluator::found_row(const Condition& c, std::string_view text) noexcept {
  const DataTable* table = c.values.empty() ? nullptr : data_table(c.values[0]);
  if (table == nullptr) return false;
  const bool is_host = c.field == Field::host && table->hosts;
  static_assert(kTableKeyMax > kLongestListedHost);
  if (text.size() > kTableKeyMax) {
    if (!is_host) return false;
    text.remove_prefix(text.size() - kTableKeyMax);  // its parents may be listed
  }
  std::array<char, kTableKeyMax> lower;
  std::transform(text.begin(), text.end(), lower.begin(), [](char ch) { return to_lower(ch); });
  const std::string_view key(lower.data(), text.size());
  const DataTable::Row* row = is_host ? table->find_host(key) : table->find(key);
  if (row_ == nullptr) row_ = row;
  return row != nullptr;
}

// --- marks
// ----------------------------------------------------------------------------------------

void Evaluator::add_place(UriSpan span, Component component) noexcept {
  if (place_count_ == kPlacesMax) return;
  const auto known = std::span<const Place>(places_).first(place_count_);
  if (std::any_of(known.begin(), known.end(), [&](const Place& p) { return p.span == span; })) {
    return;
  }
  places_[place_count_++] = {span, component};
}

Place Evaluator::named_place() const noexcept {
  for (auto field = Field::scheme; field <= Field::uri;
       field = static_cast<Field>(static_cast<int>(field) + 1)) {
    const Component component = component_of(field);
    if (is_component(field) && name_of(component) == rule_.mark) {
      return {subject_.span(component), component};
    }
  }
  bool is_there = false;
  if (rule_.mark == "user") return {userinfo_part(Field::user, is_there), Component::userinfo};
  if (rule_.mark == "password") {
    return {userinfo_part(Field::password, is_there), Component::userinfo};
  }
  Place place{subject_.span(Component::uri), Component::uri};
  if (rule_.mark == "last-segment") {
    const Off end = subject_.span(Component::path).end;
    place = {{end, end}, Component::path};
    any_segment(true, [&](UriSpan span) {
      place.span = span;
      return true;
    });
  }
  return place;
}

void Evaluator::emit(Sink& sink) const noexcept {
  const bool is_match = rule_.mark == "match" && place_count_ != 0;
  const Place primary = is_match ? places_[0] : named_place();
  std::array<Mark, kPlacesMax> more;
  std::size_t count = 0;
  for (std::size_t i = 1; is_match && i < place_count_; ++i) {
    more[count++] = {places_[i].span, Role::secondary};
  }
  const std::initializer_list<Arg> value = {row_ == nullptr ? std::string_view() : row_->value};
  Emission emission;
  emission.component = primary.component;
  emission.primary = primary.span;
  emission.more = std::span<const Mark>(more).first(count);
  if (row_ != nullptr) emission.args = value;
  // The tree is true whatever the holes hold, even if what is marked has one.
  emission.certain_despite_hole = true;
  sink.emit(emission);
}

}  // namespace

bool evaluate(const RuleInfo& rule, const Subject& subject, const Patterns& patterns,
              ConditionScratch& scratch, Sink& sink) noexcept {
  return Evaluator(rule, subject, patterns, scratch).run(sink);
}

}  // namespace urilint
