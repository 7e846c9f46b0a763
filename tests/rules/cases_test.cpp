// tests/rules/cases.tsv: what people reported to tools of this kind, and the right answers.
#include <algorithm>
#include <catch2/catch.hpp>
#include <memory>
#include <set>

#include "document/format.hpp"
#include "engine/engine.hpp"
#include "engine/rules.hpp"
#include "find/finder.hpp"
#include "rules/tsv.hpp"
#include "urilint/reference.hpp"

using namespace urilint;

namespace {

// The columns.
struct Case {
  std::string number, how, profile, input, parse, where, says, never, note;
};

std::vector<Case> all_cases() {
  std::vector<Case> out;
  for (const auto& row : tsv::rows("cases.tsv")) {
    REQUIRE(row.size() == 9);
    out.push_back(
        {row[0], row[1], row[2], tsv::bytes(row[3]), row[4], row[5], row[6], row[7], row[8]});
  }
  return out;
}

struct Said {
  std::string rule;
  Severity severity;
  std::string mark;
};

// What was found in a text, and said of it.
struct Answer {
  std::vector<std::string> uris;
  std::vector<Said> said;
};

// Reads a document by its format, and judges its links as `check` does.
class Reading final : public SegmentSink {
 public:
  Reading(Document& document, Profile profile, CandidateSink judge, const CandidateSink& judge_link)
      : document_(document), profile_(profile), judge_(std::move(judge)), judge_link_(judge_link) {}
  bool segment(const Segment& segment) override {
    find_uris(document_, segment, {profile_ == Profile::repo}, judge_);
    return true;
  }
  bool link(const Link& link) override {
    shown = link.shown.where;
    Candidate target;
    target.where = link.target.where;
    return judge_link_(target);
  }
  TextSpan shown;  ///< of the link that is judged

 private:
  Document& document_;
  Profile profile_;
  CandidateSink judge_;
  const CandidateSink& judge_link_;
};

class Asker {
 public:
  explicit Asker(Profile profile) {
    std::vector<const RuleInfo*> infos;
    for (const RuleInfo& rule : builtin_rules()) infos.push_back(&rule);
    Selection selection;
    selection.profile = profile;
    engine_ = std::make_unique<Engine>(*select_rules(infos, selection), EngineOptions{});
  }

  Answer ask(const Case& asked, Profile profile) {
    Document document;
    document.add({asked.input, {}, Layer::raw});
    const TextSpan whole{kRawText, 0, static_cast<Off>(asked.input.size())};
    Answer answer;
    const auto judge = [&](const Candidate& candidate) {
      answer.uris.emplace_back(document.bytes(candidate.where));
      listen(engine_->judge(document, candidate, scratch_), answer);
      engine_->release(document, scratch_);
      return true;
    };
    if (asked.how == "uri") {
      Candidate candidate;
      candidate.where = whole;
      candidate.strict_list = true;
      judge(candidate);
    } else {
      Reading* reading = nullptr;
      const CandidateSink judge_link = [&](const Candidate& target) {
        listen(engine_->judge_link(document, target, reading->shown, scratch_), answer);
        engine_->release(document, scratch_);
        return true;
      };
      Reading sink(document, profile, judge, judge_link);
      reading = &sink;
      const auto format = format_named(asked.how);
      REQUIRE(format);
      read_document(*format, document, whole, {}, sink);
    }
    return answer;
  }

 private:
  static void listen(const Judgement& judgement, Answer& answer) {
    for (const Finding& finding : judgement.findings) {
      const Subject& subject = judgement.texts[finding.text].subject;
      const UriSpan mark = finding.marks.front().span;
      answer.said.push_back({std::string(finding.rule->info->id), finding.severity,
                             std::string(subject.raw.substr(mark.begin, mark.size()))});
    }
  }

  std::unique_ptr<Engine> engine_;
  Scratch scratch_;
};

// `rule`, `rule@text`, `error`, `>note`, `any`.
bool is_said(const Answer& answer, std::string_view what) {
  const std::size_t at = what.find('@');
  return std::any_of(answer.said.begin(), answer.said.end(), [&](const Said& said) {
    if (what == "any") return true;
    if (what == "error") return said.severity == Severity::error;
    if (what == ">note") return said.severity > Severity::note;
    if (at == std::string_view::npos) return said.rule == what;
    return said.rule == what.substr(0, at) && said.mark == what.substr(at + 1);
  });
}

std::vector<std::string> alternatives(std::string_view word) {
  std::string spaced(word);
  std::replace(spaced.begin(), spaced.end(), '|', ' ');
  return tsv::words(spaced);
}

bool exists(std::string_view rule) {
  const auto rules = builtin_rules();
  const std::string_view id = rule.substr(0, rule.find('@'));
  return std::any_of(rules.begin(), rules.end(), [id](const RuleInfo& r) { return r.id == id; });
}

void check_answer(const Case& asked, const Answer& answer) {
  for (const std::string& word : tsv::words(asked.says)) {
    CAPTURE(word);
    const bool pending = word.front() == '?';
    const auto names = alternatives(word.substr(pending ? 1 : 0));
    if (pending && std::none_of(names.begin(), names.end(), exists)) continue;
    CHECK(std::any_of(names.begin(), names.end(),
                      [&](const std::string& name) { return is_said(answer, name); }));
  }
  for (const std::string& word : tsv::words(asked.never)) {
    CAPTURE(word);
    CHECK_FALSE(is_said(answer, word));
  }
}

void check_split(const Case& asked) {
  const UriParts parts = split(asked.input);
  if (asked.parse != "-") {
    CHECK(std::string(parts.has(Signal::invalid) ? "invalid" : "valid") == asked.parse);
  }
  const bool authority = parts.has(Component::authority);
  if (asked.where == "-") {
    if (asked.parse == "valid") CHECK_FALSE(authority);
    return;
  }
  CHECK(authority);
  CHECK(std::string(text_of(parts, Component::host)) == tsv::bytes(asked.where));
}

std::string file_text(const std::string& path) {
  std::ifstream file(std::string(URILINT_SOURCE_DIR "/") + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("cases: each has the right answer") {
  std::size_t asked_for = 0;
  for (const Case& asked : all_cases()) {
    if (asked.how != "uri" && !format_named(asked.how)) continue;
    CAPTURE(asked.number, asked.input, asked.profile);
    const auto profile = profile_of(asked.profile);
    REQUIRE(profile);
    const Answer answer = Asker(*profile).ask(asked, *profile);
    std::string said;
    for (const Said& s : answer.said) said += s.rule + '@' + s.mark + ' ';
    CAPTURE(said);
    check_answer(asked, answer);
    if (asked.how == "uri") {
      check_split(asked);
    } else {
      std::vector<std::string> expected;
      for (const std::string& word : tsv::words(asked.where)) expected.push_back(tsv::bytes(word));
      CHECK(answer.uris == expected);
    }
    ++asked_for;
  }
  CHECK(asked_for > 70);
}

TEST_CASE("cases: the table is in order") {
  std::set<std::string> numbers;
  for (const Case& asked : all_cases()) {
    CAPTURE(asked.number, asked.how);
    numbers.insert(asked.number);
    if (asked.how == "later") {
      CHECK(asked.note.size() > 20);
    } else if (asked.how == "elsewhere") {
      const std::size_t hash = asked.note.find('#');
      REQUIRE(hash != std::string::npos);
      const std::string text = file_text(asked.note.substr(0, hash));
      CHECK(text.find(asked.note.substr(hash + 1)) != std::string::npos);
    } else {
      CHECK((asked.how == "uri" || format_named(asked.how)));
      for (const std::string& word : tsv::words(asked.says)) {
        if (word.front() == '?') continue;
        for (const std::string& name : alternatives(word)) {
          CAPTURE(name);
          CHECK(exists(name));
        }
      }
    }
  }
  CHECK(numbers.size() == 92);
}

// Case 56: the userinfo of a base is not carried over to another authority.
TEST_CASE("cases: resolving a network-path reference leaves the userinfo of the base behind") {
  const auto target =
      resolve(split("https://svc:S3cr3tPw9@api.example.org/v1/"), split("//www.example.com/next"));
  REQUIRE(target);
  CHECK(*target == "https://www.example.com/next");
}
