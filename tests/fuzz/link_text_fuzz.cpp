// A target, a line end, and any bytes as the text that is shown for it. Spans stay inside,
// canonical names stay as they are, `wake` changes nothing, and a link's rules speak of nothing but
// links.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "engine/link_text.hpp"
#include "rules/judging.hpp"
#include "urilint/names.hpp"

namespace {

using namespace urilint;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

void check_text(std::string_view shown) {
  LinkText out;
  read_link_text(shown, out);
  require(out.text.size() <= LinkText::kLongest, "a bound on the text");
  require(out.hosts.size() <= 2 * LinkText::kMost, "a bound on hosts");
  for (const NamedHost& host : out.hosts) {
    require(host.host.begin < host.host.end && host.host.end <= out.text.size(),
            "a host is inside");
    require(canonical_host(host.name) == host.name, "a name is canonical");
    require(host.name.ends_with(host.site), "a site ends a name");
  }
  Off end = 0;
  for (const UriSpan mask : out.masks) {
    require(mask.begin >= end && mask.end >= mask.begin, "masks ascend");
    require(mask.end <= out.text.size(), "a mask is inside");
    end = mask.end;
  }
}

class Links {
 public:
  explicit Links(bool ignore_wake)
      : engine_(judging::all_rules(Profile::mail), options(ignore_wake)) {}

  std::string judge(std::string_view target, std::string_view shown) {
    Document document;
    document.add({target, {}, Layer::raw});
    const TextId text = document.add({shown, {}, Layer::raw});
    Candidate candidate;
    candidate.where = {kRawText, 0, static_cast<Off>(target.size())};
    const Judgement judgement = engine_.judge_link(
        document, candidate, {text, 0, static_cast<Off>(shown.size())}, scratch_);
    std::string lines;
    for (const Finding& finding : judgement.findings) add(judgement, finding, lines);
    engine_.release(document, scratch_);
    const Judgement alone = engine_.judge(document, candidate, scratch_);
    for (const Finding& finding : alone.findings) {
      require(!finding.rule->info->link, "a link's rule speaks of links only");
    }
    engine_.release(document, scratch_);
    require(document.count() == 2, "nothing is left in the document");
    return lines;
  }

 private:
  static EngineOptions options(bool ignore_wake) {
    EngineOptions out;
    out.ignore_wake = ignore_wake;
    return out;
  }

  static void add(const Judgement& judgement, const Finding& finding, std::string& lines) {
    require(finding.rule->info->link, "only a link's rules speak of links");
    require(judgement.shown != nullptr, "the text is there");
    const NestedText& text = judgement.texts[finding.text];
    lines += std::string(finding.rule->info->id) + ' ' + std::to_string(finding.variant);
    for (const Mark& mark : finding.marks) {
      const bool in_text = mark.role == Role::link_text;
      const std::size_t size = in_text ? judgement.shown->text.size() : text.subject.text.size();
      require(mark.span.begin <= mark.span.end && mark.span.end <= size, "a mark is inside");
      lines += ' ' + std::to_string(mark.span.begin) + '-' + std::to_string(mark.span.end);
    }
    lines += '\n';
  }

  Engine engine_;
  Scratch scratch_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Links woken(false);
  static Links asked(true);
  // Exactly sized blocks, so that a sanitizer sees every step behind the end.
  const std::string_view all(reinterpret_cast<const char*>(data), size);
  const std::size_t line = std::min(all.find('\n'), size);
  const std::size_t rest = std::min(line + 1, size);
  const std::unique_ptr<char[]> target(new char[line]);
  const std::unique_ptr<char[]> shown(new char[size - rest]);
  if (line != 0) std::memcpy(target.get(), data, line);
  if (size != rest) std::memcpy(shown.get(), data + rest, size - rest);
  const std::string_view target_text(target.get(), line);
  const std::string_view shown_text(shown.get(), size - rest);
  check_text(shown_text);
  require(woken.judge(target_text, shown_text) == asked.judge(target_text, shown_text),
          "no rule that sleeps would have spoken");
  return 0;
}
