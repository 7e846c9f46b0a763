// Any bytes as a rule file of a pack. It is either refused, with words, or a rule whose numbers
// stay inside what they index; then it is evaluated on a few URIs. The first line that begins with
// `##` ends the file and begins a URI to try as well.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/conditions.hpp"
#include "engine/pack.hpp"
#include "engine/rule_file.hpp"
#include "engine/subject.hpp"

namespace {

using namespace urilint;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

// Marks of a finding stay inside the URI.
class CheckingSink final : public Sink {
 public:
  explicit CheckingSink(std::string_view text) : text_(text) {}
  void emit(const Emission& emission) noexcept override {
    ++count;
    check(emission.primary);
    require(emission.more.size() < 16, "at most 16 marks");
    for (const Mark& mark : emission.more) check(mark.span);
    require(emission.args.size() <= 1, "at most one argument");
  }
  int count = 0;

 private:
  void check(UriSpan span) const {
    require(span.begin <= span.end && span.end <= text_.size(), "a mark is inside the URI");
  }
  std::string_view text_;
};

void check_errors(const std::vector<RuleFileError>& errors) {
  require(!errors.empty() && errors.size() <= kRuleErrorsMax, "a refusal has errors");
  for (const RuleFileError& error : errors) {
    require(error.line >= 1, "lines count from 1");
    require(error.file == "pack/rule.toml", "errors name the file");
    require(!error.words.empty(), "errors have words");
    const std::string text = to_string(error);
    const bool plain = std::all_of(text.begin(), text.end(), [](char c) {
      return static_cast<unsigned char>(c) >= 0x20 && static_cast<unsigned char>(c) < 0x7f;
    });
    require(plain, "errors are printable");
  }
}

void check_conditions(const RuleInfo& rule) {
  require(!rule.conditions.empty() && rule.conditions.size() <= kRuleConditionsMax,
          "a rule of a pack has conditions");
  require(rule.conditions[0].descendants == rule.conditions.size() - 1, "they are one tree");
  for (std::size_t i = 0; i < rule.conditions.size(); ++i) {
    const Condition& c = rule.conditions[i];
    require(i + c.descendants < rule.conditions.size(), "a subtree ends inside the tree");
    require(c.op <= Op::greater && c.field <= Field::signal && c.decode <= 2, "enumerators exist");
    require((c.op == Op::matches) == (c.regex != 0xffff), "`matches` has a pattern");
    require(c.op != Op::matches || c.regex < rule.patterns.size(), "the pattern exists");
  }
}

void check_rule(const RuleInfo& rule) {
  require(rule.wake.any != 0 || rule.wake.all != 0, "a rule wakes");
  require(rule.variants.size() == 1 && !rule.variants[0].message.empty(), "a rule has a message");
  require(!rule.summary.empty() && !rule.why.empty() && !rule.instead.empty(), "and words");
  require(rule.detect == nullptr && rule.detector.empty(), "and no detector");
  check_conditions(rule);
  bool bad = false;
  bool good = false;
  for (const Example& example : rule.examples) {
    (example.bad ? bad : good) = true;
    require(!example.bad || !example.findings.empty(), "a bad example has findings");
    for (const ExpectedFinding& finding : example.findings) {
      require(!finding.marks.empty(), "a finding has marks");
      for (const ExpectedMark mark : finding.marks) {
        const std::string_view marked = mark.shown ? example.shown : example.uri;
        require(mark.begin <= mark.end && mark.end <= marked.size(),
                "a mark is inside the example");
      }
    }
  }
  require(bad && good, "a rule has both kinds of examples");
}

bool try_uri(const RuleInfo& rule, const Patterns& patterns, ConditionScratch& scratch,
             std::string_view uri, std::span<const UriSpan> holes) {
  std::vector<char> masked(uri.begin(), uri.end());  // an exactly sized block
  mask_holes(masked, holes);
  auto cache = std::make_unique<Subject::Cache>();
  cache->reset();
  Subject subject;
  subject.text = {masked.data(), masked.size()};
  subject.raw = uri;
  subject.holes = holes;
  subject.parts = split(subject.text, holes);
  subject.cache = cache.get();
  CheckingSink sink(subject.text);
  const bool holds = evaluate(rule, subject, patterns, scratch, sink);
  require(sink.count == (holds ? 1 : 0), "one finding if the conditions hold, else none");
  return holds;
}

void try_rule(const RuleInfo& rule, std::string_view extra) {
  constexpr std::string_view kUris[] = {
      "",
      "/",
      "http://User:P%40ss@host.example:0025/a//%2e%252e/B%2Fc?n=v&flag&=e&x=%zz#frag",
      "//[2001:db8::1]:x/\xff \\<\x01?a;b=c",
      "mailto:a@example.com",
  };
  const RuleInfo* infos[] = {&rule};
  const Patterns patterns(infos);
  ConditionScratch scratch;
  for (const std::string_view uri : kUris) {
    try_uri(rule, patterns, scratch, uri, {});
  }
  const bool first = try_uri(rule, patterns, scratch, extra, {});
  require(first == try_uri(rule, patterns, scratch, extra, {}), "the same again");
  if (extra.size() < 2) return;
  const auto middle = static_cast<Off>(extra.size() / 2);
  const UriSpan hole[] = {{middle, middle + 1}};
  try_uri(rule, patterns, scratch, extra, hole);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::size_t cut = std::min(input.find("\n##"), input.size());
  const std::string_view uri = cut == input.size() ? std::string_view() : input.substr(cut + 3);
  const auto pack = load_pack_files("pack", {{"rule.toml", std::string(input.substr(0, cut))}}, {});
  if (!pack) {
    check_errors(pack.error());
    return 0;
  }
  require((*pack)->rules().size() == 1, "one file is one rule");
  check_rule(*(*pack)->rules()[0]);
  try_rule(*(*pack)->rules()[0], uri);
  return 0;
}
