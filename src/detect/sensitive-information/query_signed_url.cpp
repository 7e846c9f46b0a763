// One walk over the pairs of the query. What the signature's row in data/signed-urls.tsv wants must
// stand beside it; when it ends is read only if the caller said which day it is.
#include <array>
#include <optional>

#include "detect/sensitive-information/common.hpp"
#include "engine/instant.hpp"
#include "tables/signed-urls.hpp"
#include "uri/bytes.hpp"
#include "uri/table_lookup.hpp"

namespace urilint::detect {
namespace {

using SignedRow = tables::SignedUrlsRow;

const SignedRow* signed_row_of(std::string_view name) noexcept {
  return find_row(tables::kSignedUrls, tables::kSignedUrlsIndex, hash_lower(name), name,
                  [](const SignedRow& row) { return row.signature; });
}

// `&amp;` of HTML that nobody decoded is one more way to write `&`.
std::string_view without_amp(std::string_view name) noexcept {
  constexpr std::string_view kAmp = "amp;";
  if (name.starts_with(kAmp)) name.remove_prefix(kAmp.size());
  return name;
}

bool is_listed(std::string_view list, std::string_view name) noexcept {
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    if (equals_lower(name, list.substr(0, comma))) return true;
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return false;
}

struct Signature {
  const SignedRow* row = nullptr;  // null: a signature that says not what it is good for
  SecretFact fact;
  bool beside = false;
  UriSpan from{};
  UriSpan ends{};
};

class SignedUrl {
 public:
  SignedUrl(const Subject& subject, Sink& sink) noexcept : subject_(subject), sink_(sink) {}

  void run() noexcept {
    ToldOutside outside(subject_);
    for (const SecretFact& fact : subject_.secrets()) {
      if (fact.kind != SecretKind::signature || !fact.masked() || outside.contains(fact.value)) {
        continue;
      }
      // A second signature of one URL (`X-Amz-Security-Token`) is a further mark of the first.
      if (!first_.row) {
        const SignedRow* row = signed_row_of(without_amp(subject_.view(fact.name)));
        if (row != nullptr || first_.fact.value.empty()) first_ = {.row = row, .fact = fact};
      }
      if (count_ < all_.size()) all_[count_++] = fact;
    }
    if (first_.fact.value.empty()) return;
    read_pairs();
    emit();
  }

 private:
  void read_pairs() noexcept {
    if (first_.row == nullptr) return;
    first_.beside = first_.row->beside.empty();
    const Component where = component_of(subject_, first_.fact);
    for_each_pair(subject_, where, [&](const Pair& pair) {
      const std::string_view name = without_amp(subject_.view(pair.name));
      first_.beside = first_.beside || is_listed(first_.row->beside, name);
      if (equals_lower(name, first_.row->ends)) first_.ends = pair.value;
      if (equals_lower(name, first_.row->from)) first_.from = pair.value;
    });
  }

  // The value, decoded as far as dates and times need it.
  [[nodiscard]] std::string_view value(UriSpan span, std::array<char, 32>& buffer) const noexcept {
    std::size_t size = 0;
    for (Off at = span.begin; at < span.end && size < buffer.size();) {
      const int byte = bytes::pct_byte(subject_.text.data() + at, span.end - at);
      buffer[size++] = byte < 0 ? subject_.text[at] : static_cast<char>(byte);
      at += byte < 0 ? 1 : 3;
    }
    return {buffer.data(), size};
  }

  [[nodiscard]] std::optional<std::int64_t> end() const noexcept {
    constexpr std::size_t kMostDigits = 12;
    if (first_.ends.empty() || subject_.touches_hole(first_.ends)) return std::nullopt;
    std::array<char, 32> buffer;
    std::string_view text = value(first_.ends, buffer);
    const std::string_view expiry = first_.row->expiry;
    if (expiry == "instant") return read_instant(text);
    if (expiry == "range") {
      if (!take_digits(text, kMostDigits)) return std::nullopt;
      if (text.starts_with(';')) text.remove_prefix(1);
    }
    const auto number = take_digits(text, kMostDigits);
    if (!number || expiry != "lifetime") return number;
    if (subject_.touches_hole(first_.from)) return std::nullopt;
    const auto from = read_instant(value(first_.from, buffer));
    return from ? std::optional(*from + *number) : std::nullopt;
  }

  [[nodiscard]] std::string_view variant() const noexcept {
    if (first_.row == nullptr || !first_.beside) return "unnamed";
    if (first_.fact.state == ValueState::example_word) return "example-word";
    if (subject_.as_of) {
      if (const auto ends = end(); ends && *ends < *subject_.as_of) return "expired";
    }
    return "signed";
  }

  void emit() noexcept {
    std::array<Mark, kMost + 1> marks;
    std::size_t count = 0;
    marks[count++] = {first_.fact.name, Role::secondary, "the name of the parameter"};
    for (std::size_t i = 0; i < count_; ++i) {
      if (all_[i].value != first_.fact.value) marks[count++] = {all_[i].value, Role::secondary, {}};
    }
    sink_.emit({.component = component_of(subject_, first_.fact),
                .primary = first_.fact.value,
                .args = {first_.fact.name},
                .variant = variant(),
                .more = std::span<const Mark>(marks).first(count),
                .certain_despite_hole = true});
  }

  static constexpr std::size_t kMost = 8;  // signatures of one URL
  const Subject& subject_;
  Sink& sink_;
  Signature first_;
  std::array<SecretFact, kMost> all_{};
  std::size_t count_ = 0;
};

}  // namespace

void detect_query_signed_url(const Subject& subject, Sink& sink) noexcept {
  SignedUrl(subject, sink).run();
}

}  // namespace urilint::detect
