// A page is put together from the rule's own words; its examples are judged as `inspect` does, and
// drawn with the marks of what was found. Nothing of an example is printed but through the
// redactor.
#include "report/rule_pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "engine/engine.hpp"
#include "engine/example_runner.hpp"
#include "report/escape.hpp"
#include "report/marked_line.hpp"
#include "report/recorder.hpp"
#include "uri/spans.hpp"

namespace urilint {
namespace {

constexpr std::string_view kMarkup = "\\`*_[]<>#|&~";
constexpr std::size_t kExampleWidth = 96;

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

// A `-`, `+` or `1.` at the beginning of a line would make a list, `=` a heading.
std::string safe_start(std::string line) {
  const std::size_t first = line.find_first_not_of(" \t");
  if (first == std::string::npos) return line;
  std::size_t at = first;
  while (at < line.size() && is_digit(line[at])) ++at;
  const bool numbered = at > first && at < line.size() && (line[at] == '.' || line[at] == ')');
  const bool marked = std::string_view("-+=").find(line[first]) != std::string_view::npos;
  if (numbered) return line.insert(at, 1, '\\');
  return marked ? line.insert(first, 1, '\\') : line;
}

// Text outside of code.
std::string escaped_words(std::string_view words) {
  std::string out;
  for (const char c : words) {
    if (kMarkup.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string code_in(std::string_view code, Place place) {
  std::string out = "`";
  for (const char c : code) {
    if (c == '|' && place == Place::cell) out += '\\';
    out += c;
  }
  return out + '`';
}

// One paragraph without line ends: code between pairs of single backticks stays.
std::string inline_words(std::string_view words, Place place) {
  std::string out;
  while (!words.empty()) {
    const std::size_t open = words.find('`');
    const std::size_t close = open == std::string_view::npos ? open : words.find('`', open + 1);
    if (close == std::string_view::npos || close == open + 1) return out + escaped_words(words);
    out += escaped_words(words.substr(0, open));
    out += code_in(words.substr(open + 1, close - open - 1), place);
    words.remove_prefix(close + 1);
  }
  return out;
}

// The longest run of backticks, so that a fence can be longer.
std::size_t longest_ticks(std::string_view text) noexcept {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

std::string fenced(std::string_view lines) {
  const std::string fence(std::max<std::size_t>(3, longest_ticks(lines) + 1), '`');
  return fmt::format("{}text\n{}{}\n\n", fence, lines, fence);
}

std::string linked(std::string_view words, std::string_view address) {
  return fmt::format("[{}]({})", escaped_words(words), address);
}

// `RFC 3986 7.2`: the section behind the number, if it is one.
std::string rfc_link(std::string_view reference) {
  const std::string_view rest = reference.substr(4);
  const std::string_view number = rest.substr(0, rest.find_first_not_of("0123456789"));
  std::string address = fmt::format("https://www.rfc-editor.org/rfc/rfc{}", number);
  std::string_view section = rest.substr(number.size());
  if (section.starts_with(' ')) section.remove_prefix(1);
  if (!section.empty() && is_digit(section.front()) &&
      section.find_first_not_of("0123456789.") == std::string_view::npos) {
    address += fmt::format("#section-{}", section);
  }
  return linked(reference, address);
}

std::string reference_link(std::string_view reference) {
  if (reference.starts_with("RFC ")) return rfc_link(reference);
  if (reference.starts_with("CWE-")) {
    const auto address =
        fmt::format("https://cwe.mitre.org/data/definitions/{}.html", reference.substr(4));
    return linked(reference, address);
  }
  if (reference.starts_with("CVE-")) {
    return linked(reference, fmt::format("https://www.cve.org/CVERecord?id={}", reference));
  }
  return escaped_words(escape_hidden(reference));
}

// What the engine says of an example, by its profile.
class Examples {
 public:
  explicit Examples(std::span<const RuleInfo* const> rules) : engines_(rules) {}

  struct Judged {
    Redacted text;                ///< the example
    Redacted shown;               ///< the text that is shown for it
    std::vector<Record> records;  ///< what `rule` says
  };

  Judged judge(const RuleInfo& rule, const Example& example) {
    Document document;
    document.add({example.uri, {}, Layer::raw});
    Judged out;
    std::vector<UriSpan> masks;
    Recorder recorder({}, {},
                      [&out](Record&& record) { out.records.push_back(std::move(record)); });
    recorder.begin_window(document, {});
    const Engine& engine = engines_.engine_for(example);
    const auto visit = [&](const Candidate& candidate) {
      const Judgement judgement = engine.judge(document, candidate, scratch_);
      add_secrets(document, judgement.texts.front(), masks);
      recorder.add(candidate, judgement, findings_of(rule, judgement));
      engine.release(document, scratch_);
      return true;
    };
    for_each_candidate(document, example, visit);
    if (!example.shown.empty()) {
      judge_link(document, example, engine, scratch_, [&](const Judgement& judgement) {
        recorder.add_link({}, judgement, findings_of(rule, judgement));
        out.shown = printable_text(example, judgement);
      });
    }
    recorder.end_window();
    add_declared_secrets(example, masks);
    merge_spans(masks);
    out.text = Redactor(example.uri, masks, false).whole();
    return out;
  }

 private:
  static std::vector<const Finding*> findings_of(const RuleInfo& rule, const Judgement& judgement) {
    std::vector<const Finding*> out;
    for (const Finding& finding : judgement.findings) {
      if (finding.rule->info == &rule) out.push_back(&finding);
    }
    return out;
  }

  static Redacted printable_text(const Example& example, const Judgement& judgement) {
    std::vector<UriSpan> masks;
    if (judgement.shown != nullptr) masks = judgement.shown->masks;
    for (const std::string_view secret : example.secrets) {
      const std::size_t at = example.shown.find(secret);
      if (at == std::string_view::npos || secret.empty()) continue;
      masks.push_back({static_cast<Off>(at), static_cast<Off>(at + secret.size())});
    }
    merge_spans(masks);
    return Redactor(example.shown, masks, false).whole();
  }

  ExampleEngines engines_;
  Scratch scratch_;
};

std::string one_example_line(const Redacted& text) { return escape_hidden(text.view()) + '\n'; }

// The URI with its marks, and before it the texts that it was nested in.
std::string drawing(const Record& record) {
  std::string out;
  for (const Layered& layer : record.within) {
    out += fmt::format("inside {}", one_example_line(layer.uri));
  }
  MarkedLine line{.text = record.uri.view()};
  line.marks.push_back({record.span, Role::primary, {}});
  for (const Related& related : record.related) {
    if (related.role == Role::link_text) continue;
    line.marks.push_back({related.span, related.role, related.message});
  }
  draw(line, {.paint = Painter(false), .width = kExampleWidth}, out);
  return out;
}

std::string policy_words(const ExamplePolicy& policy) {
  const std::pair<std::string_view, std::span<const std::string_view>> lists[] = {
      {"allows the scheme", policy.allow_schemes}, {"denies the scheme", policy.deny_schemes},
      {"allows the host", policy.allow_hosts},     {"denies the host", policy.deny_hosts},
      {"allows the port", policy.allow_ports},     {"denies the port", policy.deny_ports},
  };
  std::string out;
  for (const auto& [words, entries] : lists) {
    for (const std::string_view entry : entries) {
      out += fmt::format("With a policy that {} `{}`:\n\n", words, entry);
    }
  }
  return out;
}

std::string reported(const RuleInfo& rule, const Example& example, Examples& examples) {
  const Examples::Judged judged = examples.judge(rule, example);
  std::string out;
  for (const std::string_view name : example.protected_names) {
    out += fmt::format("With `{}` as a protected name:\n\n", name);
  }
  out += policy_words(example.policy);
  if (example.text) out += fenced(one_example_line(judged.text));
  if (!judged.shown.empty()) {
    out += fmt::format("A link with this text:\n\n{}", fenced(one_example_line(judged.shown)));
  }
  for (const Record& record : judged.records) {
    const std::string profile =
        example.profile == Profile::review ? "" : fmt::format(" in {}", name_of(example.profile));
    out += fenced(fmt::format("{}{}: {}\n{}", name_of(record.severity), profile,
                              escape_hidden(record.message.view()), drawing(record)));
  }
  return out;
}

template <typename Names>
std::string joined(const Names& names, std::string_view between) {
  std::string out;
  for (const auto& name : names) {
    if (!out.empty()) out += between;
    out += name;
  }
  return out;
}

std::string severity_cells(const Variant& variant) {
  std::string out;
  for (const Severity severity : variant.severity) out += fmt::format(" {} |", name_of(severity));
  return out;
}

std::string confidence_words(const Variant& variant) {
  const auto same = [&variant](Confidence c) { return c == variant.confidence.front(); };
  if (std::all_of(variant.confidence.begin(), variant.confidence.end(), same)) {
    return std::string(name_of(variant.confidence.front()));
  }
  std::vector<std::string_view> names;
  for (const Confidence confidence : variant.confidence) names.push_back(name_of(confidence));
  return joined(names, " / ");
}

std::string severity_table(const RuleInfo& rule) {
  std::string out =
      "| says | repo | mail | proxy | review | confidence |\n|---|---|---|---|---|---|\n";
  for (const Variant& variant : rule.variants) {
    out += fmt::format("| {} |{} {} |\n", markdown_words(variant.message, Place::cell),
                       severity_cells(variant), confidence_words(variant));
  }
  return out + '\n';
}

std::string facts_line(const RuleInfo& rule) {
  std::string out = fmt::format("Family [{0}](README.md#{0}), since {1}", rule.family, rule.since);
  if (rule.preview) out += ", preview";
  if (!rule.aliases.empty()) out += fmt::format(", formerly `{}`", joined(rule.aliases, "`, `"));
  return out + ".\n\n";
}

std::string examples_section(const RuleInfo& rule, Examples& examples) {
  std::string out = "## Reported\n\n";
  for (const Example& example : rule.examples) {
    if (example.bad) out += reported(rule, example, examples);
  }
  out += "## Not reported\n\n";
  std::string good;
  for (const Example& example : rule.examples) {
    if (example.bad) continue;
    const Examples::Judged judged = examples.judge(rule, example);
    good += one_example_line(judged.text);
    if (!judged.shown.empty()) good += "  with the text: " + one_example_line(judged.shown);
  }
  return out + fenced(good);
}

std::string references_section(const RuleInfo& rule) {
  if (rule.references.empty()) return {};
  std::string out = "## References\n\n";
  for (const std::string_view reference : rule.references) {
    out += fmt::format("- {}\n", reference_link(reference));
  }
  return out + '\n';
}

// Rules of packs may yield to built-in ones, which have no page beside them.
std::string yields_section(const RuleInfo& rule, std::span<const RuleInfo* const> rules) {
  if (rule.yields_to.empty()) return {};
  std::string out = "## Silent where another rule speaks of the same bytes\n\n";
  for (const std::string_view id : rule.yields_to) {
    const bool has_page = std::any_of(rules.begin(), rules.end(),
                                      [id](const RuleInfo* other) { return other->id == id; });
    out += has_page ? fmt::format("- [{0}]({0}.md)\n", id) : fmt::format("- {}\n", id);
  }
  return out + '\n';
}

// In code, so that the page does not silence itself.
std::string silence_section(const RuleInfo& rule) {
  return fmt::format(
      "## Silence\n\nA comment beside the URI: `urilint: ignore[{0}] why`. By path, key or host: "
      "`ignore = [\"{0}\"]` in an `[[override]]` of `.urilint.toml`; everywhere: the same above "
      "all "
      "tables. For one run: `--ignore {0}`.\n\n",
      rule.id);
}

Page page_of(const RuleInfo& rule, std::span<const RuleInfo* const> rules, Examples& examples) {
  Page page{fmt::format("{}.md", rule.id), {}};
  page.text =
      fmt::format("# {}\n\nFinds {}.\n\n", rule.id, markdown_words(rule.summary, Place::text));
  page.text += facts_line(rule);
  page.text += severity_table(rule);
  page.text += fmt::format("## Why\n\n{}\n\n", markdown_words(rule.why, Place::text));
  page.text += fmt::format("## Instead\n\n{}\n\n", markdown_words(rule.instead, Place::text));
  page.text += examples_section(rule, examples);
  page.text += references_section(rule);
  page.text += yields_section(rule, rules);
  page.text += silence_section(rule);
  page.text.pop_back();  // no empty line at the end
  return page;
}

std::string index_row(const RuleInfo& rule) {
  // A rule with variants: the worst that it can say.
  std::array<Severity, kProfiles> worst = rule.variants.front().severity;
  for (const Variant& variant : rule.variants) {
    for (std::size_t i = 0; i < kProfiles; ++i) worst[i] = std::max(worst[i], variant.severity[i]);
  }
  Variant shown = rule.variants.front();
  shown.severity = worst;
  return fmt::format("| [{0}]({0}.md) | {1} |{2}\n", rule.id,
                     markdown_words(rule.summary, Place::cell), severity_cells(shown));
}

Page index_of(std::span<const RuleInfo* const> rules) {
  std::map<std::string_view, std::string> families;
  for (const RuleInfo* rule : rules) families[rule->family] += index_row(*rule);
  Page page{"README.md", fmt::format("# Rules\n\n{} rules, by family. The severities are the "
                                     "highest that a rule uses in a profile.\n",
                                     rules.size())};
  for (const auto& [family, rows] : families) {
    page.text += fmt::format(
        "\n## {}\n\n| rule | finds | repo | mail | proxy | review |\n|---|---|---|---|---|---|\n{}",
        family, rows);
  }
  return page;
}

}  // namespace

std::string markdown_words(std::string_view words, Place place) {
  std::string out;
  std::string paragraph;
  const auto flush = [&] {
    if (paragraph.empty()) return;
    if (!out.empty()) out += place == Place::text ? "\n\n" : " ";
    out += safe_start(inline_words(escape_hidden(paragraph), place));
    paragraph.clear();
  };
  while (!words.empty()) {
    const std::size_t end = std::min(words.find('\n'), words.size());
    const std::string_view line = words.substr(0, end);
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) {
      flush();
    } else {
      if (!paragraph.empty()) paragraph += ' ';
      paragraph += line.substr(first, line.find_last_not_of(" \t\r") + 1 - first);
    }
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  flush();
  return out;
}

std::vector<Page> rule_pages(std::span<const RuleInfo* const> rules) {
  std::vector<const RuleInfo*> sorted(rules.begin(), rules.end());
  std::sort(sorted.begin(), sorted.end(),
            [](const RuleInfo* a, const RuleInfo* b) { return a->id < b->id; });
  Examples examples(sorted);
  std::vector<Page> pages{index_of(sorted)};
  for (const RuleInfo* rule : sorted) pages.push_back(page_of(*rule, sorted, examples));
  return pages;
}

}  // namespace urilint
