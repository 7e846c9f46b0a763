// Markers are read while comments pass, and sorted by rule and line before the first finding asks.
// Nothing is searched twice: a marker ends where the next one begins, or its line ends.
#include "silence/markers.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "document/chars.hpp"
#include "engine/secrets.hpp"
#include "report/key.hpp"

namespace urilint {
namespace {

using reading::at;
using reading::is_alnum;
using reading::is_blank;
using reading::is_line_end;

constexpr std::string_view kWord = "urilint:";
constexpr std::string_view kKeyword = "ignore";
constexpr std::string_view kWholeFile = "-file";

// What may stand around a comment that is alone on its line. Readers push what is between them.
constexpr std::string_view kOpeners[] = {"", "#", "//", "/*", "<!--", ";", "!", "<!", "<?"};
constexpr std::string_view kClosers[] = {"", "*/", "-->", "--!>", ">"};

constexpr std::size_t kMostNamed = 3;  // names in one note

std::string_view trimmed(std::string_view text) noexcept {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// Behind these the word is a part of another one, or only mentioned.
bool may_precede(char c) noexcept {
  return !is_alnum(c) && std::string_view("_-.`'\"").find(c) == std::string_view::npos;
}

bool goes_on(char c) noexcept { return is_alnum(c) || c == '_' || c == '-'; }

// An id, a glob or a family, and nothing that could be a secret, may be repeated in a note.
bool is_printable_name(std::string_view name) noexcept {
  constexpr std::size_t kLongest = 48;
  std::size_t digits = 0;
  for (const char c : name) {
    if (c >= '0' && c <= '9') ++digits;
    const bool good = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '*';
    if (!good) return false;
  }
  return name.size() <= kLongest && digits <= 3 && !has_token_shape(name);
}

// `a`, `b`, `c` and 2 more.
class NameList {
 public:
  void add(std::string_view name) {
    if (count_++ >= kMostNamed) return;
    if (!text_.empty()) text_ += ", ";
    if (is_printable_name(name)) {
      text_.append("`").append(name) += '`';
    } else {
      text_ += "a name that is not printed";
    }
  }
  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  [[nodiscard]] std::string text() const {
    if (count_ <= kMostNamed) return text_;
    return text_ + " and " + std::to_string(count_ - kMostNamed) + " more";
  }
  [[nodiscard]] std::string_view verb() const noexcept { return count_ == 1 ? "is" : "are"; }

 private:
  std::string text_;
  std::size_t count_ = 0;
};

// What follows the bracket; a sign may stand between. A long one is cut at a blank, so that no part
// of a URI is taken for the whole.
std::string reason_of(std::string_view text, std::size_t limit) {
  text = trimmed(text);
  while (!text.empty() && (text.front() == ':' || text.front() == '-')) text.remove_prefix(1);
  text = trimmed(text);
  if (text.size() <= limit) return std::string(text);
  std::size_t end = limit;
  while (end > 0 && !is_blank(text[end])) --end;
  return std::string(trimmed(text.substr(0, end))) + " …";
}

bool is_one_of(std::string_view text, std::span<const std::string_view> list) noexcept {
  return std::find(list.begin(), list.end(), text) != list.end();
}

}  // namespace

bool honours_markers(Profile profile, Format format) noexcept {
  if (profile != Profile::repo) return false;
  switch (format) {
    case Format::list:
    case Format::csv:
    case Format::log:
    case Format::eml:
    case Format::mbox:
      return false;
    default:
      return true;
  }
}

LineRange lines_of(const Record& record) noexcept {
  const auto last_line = [](const Location& place) {
    const bool before_first = place.end_column == 1 && place.end_line > place.line;
    return before_first ? place.end_line - 1 : place.end_line;
  };
  LineRange lines{record.location->line, last_line(*record.location)};
  if (record.uri_location) {
    lines.first = std::min(lines.first, record.uri_location->line);
    lines.last = std::max(lines.last, last_line(*record.uri_location));
  }
  return lines;
}

MarkerRules::MarkerRules(std::span<const RuleInfo* const> all, std::span<const ActiveRule> active,
                         std::span<const std::string> locked) {
  for (const RuleInfo* rule : all) {
    const auto index = static_cast<Index>(rules_.size());
    rules_.push_back({rule->id});
    names_.emplace(rule->id, index);
  }
  for (const RuleInfo* rule : all) {
    for (const std::string_view alias : rule->aliases) names_.emplace(alias, find(rule->id));
  }
  for (const ActiveRule& rule : active) {
    if (const Index index = find(rule.info->id); index != kNone) rules_[index].ran = true;
  }
  for (const std::string& name : locked) {
    if (const Index index = find(name); index != kNone) rules_[index].locked = true;
  }
}

MarkerRules::Index MarkerRules::find(std::string_view name) const noexcept {
  const auto found = names_.find(name);
  return found == names_.end() ? kNone : found->second;
}

/// A marker as it stands in the text of a comment: offsets from the beginning of the comment.
struct Markers::Spelling {
  std::size_t begin = 0;   // of the word
  std::size_t end = 0;     // behind the bracket, or behind the keyword
  std::size_t next = 0;    // where the next word begins, or the line ends
  bool is_marker = false;  // else the word is followed by something else
  bool whole_file = false;
  bool listed = false;     // there are brackets
  std::string_view names;  // between them
  std::string_view reason;

  Spelling(std::string_view text, std::size_t word, std::size_t next_word, std::size_t line_end)
      : begin(word), end(word + kWord.size()), next(std::min(next_word, line_end)) {
    if (word > 0 && !may_precede(text[word - 1])) return;
    const std::string_view own = text.substr(0, next);
    std::size_t i = std::min(end, own.size());
    const auto skip_blanks = [&] {
      while (is_blank(at(own, i))) ++i;
    };
    skip_blanks();
    if (!own.substr(i).starts_with(kKeyword)) return;
    i += kKeyword.size();
    whole_file = own.substr(i).starts_with(kWholeFile);
    if (whole_file) i += kWholeFile.size();
    if (goes_on(at(own, i))) return;
    is_marker = true;
    end = i;
    skip_blanks();
    if (at(own, i) != '[') return;
    const std::size_t close = own.find(']', i);
    if (close == std::string_view::npos) return;
    listed = true;
    names = own.substr(i + 1, close - i - 1);
    end = close + 1;
    reason = own.substr(end);
  }
};

Markers::Markers(const MarkerRules& rules, std::string path, bool show_secrets, MarkerLimits limits)
    : rules_(rules),
      path_(std::move(path)),
      show_secrets_(show_secrets),
      limits_(limits),
      last_claim_(rules.size()) {}
Markers::~Markers() = default;

bool Markers::may_hold_markers(std::string_view base_text) noexcept {
  return base_text.find(kWord) != std::string_view::npos;
}

void Markers::begin_window(const Document& document, const Window& window) {
  const std::string_view base = document.text(document.base_text).bytes;
  locator_.reset();
  window_ = window;
  if (may_hold_markers(base)) locator_ = std::make_unique<Locator>(base, window.start);
}

void Markers::comment(const Document& document, const Segment& segment) {
  if (locator_ == nullptr || segment.context != Segment::Context::comment) return;
  const std::string_view text = document.bytes(segment.where);
  const std::size_t first = markers_.size();
  std::size_t line_end = 0;
  for (std::size_t word = text.find(kWord); word != std::string_view::npos;) {
    const std::size_t next = text.find(kWord, word + kWord.size());
    if (line_end <= word) {
      line_end = word;
      while (line_end < text.size() && !is_line_end(text[line_end])) ++line_end;
    }
    const Spelling spelling(text, word, next, line_end);
    if (spelling.is_marker) take(document, segment.where.text, segment.where.begin, spelling);
    word = next;
  }
  if (markers_.size() > first) settle_alone(first, document, segment.where);
}

void Markers::take(const Document& document, TextId text, Off begin, const Spelling& spelling) {
  const auto place = [&](std::size_t from, std::size_t to) {
    return TextSpan{text, begin + static_cast<Off>(from), begin + static_cast<Off>(to)};
  };
  const TextSpan whole = place(spelling.begin, spelling.end);
  const auto base = document.to_ancestor(whole, document.base_text);
  const auto word = document.to_ancestor(place(spelling.begin, spelling.begin + kWord.size()),
                                         document.base_text);
  if (!base || !word || document.bytes(*word) != kWord) return;
  if (base->begin < window_.report_begin || base->begin >= window_.report_end) return;
  if (markers_.size() >= limits_.max_markers) {
    overflow_ = true;
    return;
  }
  const Position from = locator_->locate(base->begin);
  const Position to = locator_->locate(base->end);
  const SourceSpan source = document.to_source(whole);
  const auto index = static_cast<std::uint32_t>(markers_.size());
  Marker& marker = markers_.emplace_back();
  marker.location = {from.line, from.column, to.line, to.column, source.begin, source.size()};
  marker.whole_file = spelling.whole_file;
  if (!spelling.listed) {
    faults_.push_back({index, "suppression-without-rules",
                       "the marker names no rules in brackets, so it suppresses nothing"});
  } else if (marker.whole_file && from.line > limits_.head_lines) {
    faults_.push_back({index, "suppression-misplaced",
                       "`ignore-file` counts in the first " + std::to_string(limits_.head_lines) +
                           " lines only"});
  } else {
    marker.reason = redacted_words(reason_of(spelling.reason, limits_.max_reason), show_secrets_);
    claim(index, spelling.names);
  }
}

void Markers::claim(std::uint32_t marker, std::string_view names) {
  NameList unknown;
  NameList locked;
  bool any = false;
  while (!names.empty()) {
    const std::size_t comma = std::min(names.find(','), names.size());
    const std::string_view name = trimmed(names.substr(0, comma));
    names.remove_prefix(std::min(comma + 1, names.size()));
    if (name.empty()) continue;
    any = true;
    const MarkerRules::Index rule = rules_.find(name);
    if (rule == MarkerRules::kNone) {
      unknown.add(name);
      continue;
    }
    if (std::exchange(last_claim_[rule], marker + 1) == marker + 1) continue;
    if (rules_.locked(rule)) {
      locked.add(rules_.id(rule));
    } else if (claims_.size() < limits_.max_claims) {
      claims_.push_back({rule, marker});
    } else {
      overflow_ = true;
    }
  }
  if (!any) {
    faults_.push_back({marker, "suppression-without-rules",
                       "the marker names no rules in brackets, so it suppresses nothing"});
  }
  if (unknown.count() != 0) {
    faults_.push_back({marker, "suppression-unknown-rule",
                       unknown.text() + " " + std::string(unknown.verb()) +
                           " no rule; only exact ids are honoured"});
  }
  if (locked.count() != 0) {
    faults_.push_back({marker, "suppression-locked",
                       locked.text() + " " + std::string(locked.verb()) +
                           " locked by the configuration and cannot be suppressed"});
  }
}

// Markers between the first and the last line of a comment are alone anyway; what stands before and
// behind it is looked at once, up to its first byte that is no blank.
void Markers::settle_alone(std::size_t first, const Document& document, TextSpan comment) {
  const auto span = document.to_ancestor(comment, document.base_text);
  if (!span) return;
  const std::string_view base = document.text(document.base_text).bytes;
  constexpr std::size_t kLongestSign = 4;
  const auto opens = [&](std::string_view sign) {
    const std::string_view before = base.substr(0, span->begin);
    std::size_t i = before.size();
    while (i > 0 && is_blank(before[i - 1])) --i;
    if (!before.substr(0, i).ends_with(sign)) return false;
    i -= sign.size();
    while (i > 0 && is_blank(before[i - 1])) --i;
    return i == 0 || is_line_end(before[i - 1]);
  };
  const auto closed = [&] {
    std::size_t i = span->end;
    while (is_blank(at(base, i))) ++i;
    const std::size_t sign = i;
    while (i < base.size() && i - sign <= kLongestSign && !is_line_end(base[i]) &&
           !is_blank(base[i])) {
      ++i;
    }
    const std::string_view found = base.substr(sign, i - sign);
    while (is_blank(at(base, i))) ++i;
    return (i == base.size() || is_line_end(base[i])) && is_one_of(found, kClosers);
  };
  const std::uint64_t first_line = locator_->locate(span->begin).line;
  const std::uint64_t last_line = locator_->locate(span->end).line;
  const bool before_free = std::any_of(std::begin(kOpeners), std::end(kOpeners), opens);
  const bool behind_free = closed();
  for (std::size_t i = first; i < markers_.size(); ++i) {
    const std::uint64_t line = markers_[i].location.line;
    markers_[i].alone = (line != first_line || before_free) && (line != last_line || behind_free);
  }
}

// An alone marker is about the line behind the block of such lines that it stands in.
void Markers::prepare() {
  prepared_ = true;
  std::vector<std::uint64_t> lines;
  for (const Marker& marker : markers_) {
    if (marker.alone) lines.push_back(marker.location.line);
  }
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  std::vector<std::uint64_t> below(lines.size());
  for (std::size_t i = lines.size(); i-- > 0;) {
    const bool goes_on = i + 1 < lines.size() && lines[i + 1] == lines[i] + 1;
    below[i] = goes_on ? below[i + 1] : lines[i] + 1;
  }
  for (std::size_t i = 0; i < claims_.size(); ++i) {
    const Marker& marker = markers_[claims_[i].marker];
    const Place place{claims_[i].rule, static_cast<std::uint32_t>(i), marker.location.line};
    if (marker.whole_file) {
      everywhere_.push_back({place.rule, place.claim, 0});
      continue;
    }
    beside_.push_back(place);
    if (!marker.alone) continue;
    const auto found = std::lower_bound(lines.begin(), lines.end(), marker.location.line);
    below_.push_back(
        {place.rule, place.claim, below[static_cast<std::size_t>(found - lines.begin())]});
  }
  for (auto* places : {&beside_, &below_, &everywhere_}) {
    std::sort(places->begin(), places->end(), [](const Place& a, const Place& b) {
      return std::tie(a.rule, a.line, a.claim) < std::tie(b.rule, b.line, b.claim);
    });
  }
}

const Marker* Markers::hit(std::span<const Place> places, MarkerRules::Index rule,
                           std::uint64_t first, std::uint64_t last) {
  const auto found =
      std::lower_bound(places.begin(), places.end(), std::pair(rule, first),
                       [](const Place& place, const auto& key) {
                         return std::tie(place.rule, place.line) < std::tie(key.first, key.second);
                       });
  if (found == places.end() || found->rule != rule || found->line > last) return nullptr;
  Claim& claim = claims_[found->claim];
  claim.used = true;
  return &markers_[claim.marker];
}

const Marker* Markers::decide(const Record& record) {
  if (claims_.empty() || !record.location) return nullptr;
  const LineRange lines = lines_of(record);
  return decide(record.rule, lines.first, lines.last);
}

const Marker* Markers::decide(std::string_view rule, std::uint64_t first, std::uint64_t last) {
  const MarkerRules::Index index = rules_.find(rule);
  if (claims_.empty() || index == MarkerRules::kNone) return nullptr;
  if (!prepared_) prepare();
  if (const Marker* marker = hit(beside_, index, first, last)) return marker;
  if (const Marker* marker = hit(below_, index, first, first)) return marker;
  return hit(everywhere_, index, 0, 0);
}

void Markers::add_note(std::vector<NoteRecord>& notes, std::uint32_t marker, std::string_view code,
                       std::string message) const {
  notes.push_back({code, path_, std::move(message), markers_[marker].location});
}

std::vector<NoteRecord> Markers::finish() const {
  std::vector<NoteRecord> notes;
  for (const Fault& fault : faults_) add_note(notes, fault.marker, fault.code, fault.message);
  for (std::size_t i = 0; i < claims_.size();) {
    const std::uint32_t marker = claims_[i].marker;
    NameList unused;
    for (; i < claims_.size() && claims_[i].marker == marker; ++i) {
      const Claim& claim = claims_[i];
      if (!claim.used && rules_.ran(claim.rule)) unused.add(rules_.id(claim.rule));
    }
    if (unused.count() == 0) continue;
    add_note(notes, marker, "unused-suppression",
             "the marker suppresses nothing of " + unused.text());
  }
  std::stable_sort(notes.begin(), notes.end(), [](const NoteRecord& a, const NoteRecord& b) {
    return std::tie(a.location->line, a.location->column) <
           std::tie(b.location->line, b.location->column);
  });
  if (notes.size() > limits_.max_notes) {
    const std::size_t more = notes.size() - limits_.max_notes;
    notes.erase(notes.begin() + static_cast<std::ptrdiff_t>(limits_.max_notes), notes.end());
    notes.push_back({"suppression-limit", path_,
                     std::to_string(more) + " more remarks about markers are left out"});
  }
  if (overflow_) {
    notes.push_back({"suppression-limit", path_,
                     "only the first " + std::to_string(markers_.size()) +
                         " markers of the file, or what they name first, are honoured"});
  }
  return notes;
}

}  // namespace urilint
