// Files are fixed one after the other, each by itself: what goes wrong with one harms no other.
#include "cli/fix.hpp"

#include <algorithm>

#include "cli/cli.hpp"
#include "fix/patch.hpp"
#include "report/escape.hpp"
#include "report/file_secrets.hpp"

namespace urilint::cli {
namespace {

constexpr std::string_view kNotFixed = "not-fixed";

bool overlaps_any(UriSpan span, const std::vector<UriSpan>& sorted) noexcept {
  const auto next = std::lower_bound(sorted.begin(), sorted.end(), span.begin,
                                     [](UriSpan one, Off at) { return one.end <= at; });
  return next != sorted.end() && next->begin < span.end;
}

// Terminals obey hidden characters, and readers of logs what begins with these words.
bool is_plain_line(std::string_view line) {
  constexpr std::string_view kCommands[] = {"##[", "##vso[", "##teamcity["};
  std::string text;
  for (const char c : line) {
    if (c != '\t') text += c;
  }
  if (!text.empty() && text.back() == '\r') text.pop_back();
  if (escape_hidden(text) != text) return false;
  const std::size_t first = text.find_first_not_of(' ');
  if (first != std::string::npos && text.compare(first, 2, "::") == 0) return false;
  return std::none_of(std::begin(kCommands), std::end(kCommands), [&text](std::string_view word) {
    return text.find(word) != std::string::npos;
  });
}

bool is_plain(std::string_view lines) {
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    if (!is_plain_line(lines.substr(0, end))) return false;
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return true;
}

// True if findings of the rule are shown.
bool is_reported(const Setup& setup, std::string_view id) {
  for (const ActiveRule& rule : setup.engine->rules()) {
    for (std::size_t i = 0; rule.info->id == id && i < rule.severity.size(); ++i) {
      Finding finding;
      finding.rule = &rule;
      finding.severity = rule.severity[i];
      finding.confidence = rule.confidence[i];
      if (rule.severity[i] != Severity::off && setup.gate_of(id).lets_through(finding)) return true;
    }
  }
  return false;
}

std::string hidden_message(std::size_t hidden) {
  return (hidden == 1 ? std::string("a hunk is") : std::to_string(hidden) + " hunks are") +
         " not shown: secrets, another charset than UTF-8, or hidden characters on their lines";
}

}  // namespace

void FixFlags::add_to(CLI::App& app, std::vector<std::string>& https_hosts) {
  app.add_flag("--fix", fix, "Mend in the files what can be mended without a doubt");
  app.add_flag("--diff", diff, "Show what --fix would do as a patch, and write nothing");
  app.add_flag("--undefang", undefang, "Let --fix make links of defanged URIs again");
  add_values(app, "--https-hosts", https_hosts, "Hosts whose http URIs --fix turns into https",
             "GLOB");
}

FixOptions FixFlags::options_for(const Setup& setup) const {
  FixOptions out;
  out.https_hosts = setup.https_hosts;
  out.undefang = undefang;
  out.raw_characters = is_reported(setup, "char-raw-forbidden");
  out.non_ascii = is_reported(setup, "char-non-ascii");
  out.normal_form = is_reported(setup, "uri-not-normalized");
  return out;
}

void FixRun::add(const Input& input, const Setup& setup, const ContentPiece& piece) {
  if (files_.empty() || files_.back().open_path != input.open_path) {
    // Of most files nothing is to be kept.
    if (!files_.empty() && files_.back().fixes.empty()) files_.pop_back();
    files_.push_back({input.path, input.open_path, &setup, {}, {}});
  }
  files_.back().tag.add(piece);
}

void FixRun::add(const Record& record) {
  if (record.fix) files_.back().fixes.push_back(*record.fix);
}

FixRun::Outcome FixRun::apply() const {
  Outcome out;
  for (const File& file : files_) {
    if (file.fixes.empty()) continue;
    const FixedFile fixed = fix_file(file.open_path, kind_of(file), file.tag, file.fixes);
    std::string trouble;
    if (fixed.outcome != FixOutcome::ready) {
      trouble = message_of(fixed.outcome, fixed.detail);
    } else if (const std::string words = replace_file(file.open_path, fixed.before, fixed.after);
               !words.empty()) {
      trouble = message_of(FixOutcome::unreadable, words);
    }
    if (!trouble.empty()) {
      out.notes.push_back({kNotFixed, file.path, trouble});
      continue;
    }
    out.fixed += static_cast<std::uint64_t>(std::count_if(
        fixed.taken.begin(), fixed.taken.end(), [](const Fix* fix) { return fix->settles; }));
  }
  return out;
}

FixRun::Shown FixRun::show(bool show_secrets) const {
  Shown out;
  for (const File& file : files_) {
    if (file.fixes.empty()) continue;
    const FileKind kind = kind_of(file);
    const FixedFile fixed = fix_file(file.open_path, kind, file.tag, file.fixes);
    if (fixed.outcome != FixOutcome::ready) {
      out.notes.push_back({kNotFixed, file.path, message_of(fixed.outcome, fixed.detail)});
      continue;
    }
    Scratch scratch;
    const Engine& engine = *file.setup->engine;
    std::vector<UriSpan> old_secrets = secrets_of_file(fixed.before, kind, engine, scratch);
    std::vector<UriSpan> new_secrets = secrets_of_file(fixed.after, kind, engine, scratch);
    if (show_secrets) {
      old_secrets.clear();
      new_secrets.clear();
    }
    const auto may_show = [&](const HunkLines& hunk) {
      const std::string_view before = fixed.before;
      const std::string_view after = fixed.after;
      return !overlaps_any(hunk.before, old_secrets) && !overlaps_any(hunk.after, new_secrets) &&
             is_plain(before.substr(hunk.before.begin, hunk.before.size())) &&
             is_plain(after.substr(hunk.after.begin, hunk.after.size()));
    };
    const Patch patch = make_patch(file.path, fixed.before, fixed.after, may_show);
    out.patch += patch.text;
    out.any = out.any || !patch.text.empty() || patch.hidden != 0;
    if (patch.hidden != 0) {
      out.notes.push_back({kNotFixed, file.path, hidden_message(patch.hidden)});
    }
  }
  return out;
}

}  // namespace urilint::cli
