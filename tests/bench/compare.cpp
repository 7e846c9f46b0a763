// Every parser passes over the same blocks in one process, interleaved at random; the best of
// several repetitions counts, because what else the machine does only ever adds. Prints Markdown.
#include <benchmark/benchmark.h>
#include <uriparser/Uri.h>

#include <algorithm>
#include <array>
#include <boost/url/parse.hpp>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/allocations.hpp"
#include "bench/inputs.hpp"
#include "bench/judge.hpp"
#include "document/document.hpp"
#include "find/finder.hpp"
#include "urilint/severity.hpp"
#include "urilint/uri.hpp"
#include "urilint/whatwg.hpp"

namespace {

using urilint::Profile;
using urilint::bench::Block;
using urilint::bench::Judge;

// --- what is measured
// -----------------------------------------------------------------------------

struct Input {
  std::string name;
  std::size_t total;  ///< texts before those with findings were left out
  Profile profile;
  std::vector<Block> blocks;
  Judge judge;
  std::size_t bytes = 0;

  Input(std::string_view input, std::size_t all, std::vector<Block> texts, Profile by)
      : name(input), total(all), profile(by), blocks(std::move(texts)), judge(blocks, by) {
    for (const Block& block : blocks) bytes += block.size;
  }
};

bool split_text(std::string_view text) {
  const urilint::UriParts parts = urilint::split(text);
  benchmark::DoNotOptimize(parts);
  return !parts.has(urilint::Signal::invalid);
}

bool split_and_validate(std::string_view text) {
  static std::array<urilint::Violation, 16> found;  // not cleared for every text
  const urilint::UriParts parts = urilint::split(text);
  const std::size_t count = urilint::violations(parts, found);
  benchmark::DoNotOptimize(parts);
  benchmark::DoNotOptimize(found);
  return count == 0;
}

bool uriparser_accepts(std::string_view text) {
  UriUriA uri;
  const char* error = nullptr;
  if (uriParseSingleUriExA(&uri, text.data(), text.data() + text.size(), &error) != URI_SUCCESS) {
    return false;  // it has freed what it had
  }
  benchmark::DoNotOptimize(uri);
  uriFreeUriMembersA(&uri);
  return true;
}

bool boost_accepts(std::string_view text) {
  const auto result = boost::urls::parse_uri_reference({text.data(), text.size()});
  benchmark::DoNotOptimize(result);
  return result.has_value();
}

/// One pass over an input; how many texts were accepted.
using Pass = std::size_t (*)(Input&);

template <bool (*kParse)(std::string_view)>
std::size_t pass(Input& input) {
  std::size_t accepted = 0;
  for (const Block& block : input.blocks) accepted += std::size_t{kParse(block.view())};
  return accepted;
}

// A browser resolves what has no scheme; without a base it gives up at once.
std::size_t whatwg_pass(Input& input) {
  const urilint::WhatwgResult base = urilint::parse_whatwg("http://example.com/");
  std::size_t accepted = 0;
  for (const Block& block : input.blocks) {
    const urilint::WhatwgResult result = urilint::parse_whatwg(block.view(), &*base.url);
    benchmark::DoNotOptimize(result);
    accepted += std::size_t{result.url.has_value()};
  }
  return accepted;
}

std::size_t judge_pass(Input& input) {
  std::size_t clean = 0;
  for (std::size_t i = 0; i < input.blocks.size(); ++i)
    clean += std::size_t{input.judge.findings(i) == 0};
  return clean;
}

std::size_t memchr_pass(Input& input) {
  std::size_t colons = 0;
  for (const Block& block : input.blocks) {
    const std::string_view text = block.view();
    for (std::size_t at = text.find(':'); at != std::string_view::npos;
         at = text.find(':', at + 1)) {
      ++colons;
    }
  }
  return colons;
}

std::size_t find_pass(Input& input) {
  std::size_t found = 0;
  for (const Block& block : input.blocks) {
    urilint::Document document;
    urilint::Segment segment;
    segment.where.text = document.add({block.view(), {}, urilint::Layer::raw});
    segment.where.end = static_cast<urilint::Off>(block.size);
    urilint::find_uris(document, segment, {}, [&found](const urilint::Candidate&) {
      ++found;
      return true;
    });
  }
  return found;
}

enum Work : std::size_t {
  kSplit,
  kViolations,
  kUriparser,
  kBoost,
  kWhatwg,
  kJudge,
  kMemchr,
  kFind,
  kWorks
};

struct WorkRow {
  const char* name;
  Pass pass;
};
constexpr std::array<WorkRow, kWorks> kWorkRows = {{
    {"split", pass<split_text>},
    {"violations", pass<split_and_validate>},
    {"uriparser", pass<uriparser_accepts>},
    {"boost", pass<boost_accepts>},
    {"whatwg", whatwg_pass},
    {"judge", judge_pass},
    {"memchr", memchr_pass},
    {"find", find_pass},
}};

// --- inputs
// ---------------------------------------------------------------------------------------

constexpr std::string_view kLists[] = {"mixed-kasztp-48k", "benign-package-metadata",
                                       "file-urls-node-43k"};
constexpr std::string_view kShapes[] = {"slashes",  "dot-dot", "percent", "colon-at",
                                        "brackets", "labels",  "digits"};

constexpr std::string_view kProse = "gfm-spec";
constexpr Profile kProfiles[] = {Profile::repo, Profile::mail, Profile::proxy};

struct Inputs {
  std::deque<Input> lists, clean, shapes, prose;
  std::vector<std::string> remarks;

  void add_list(std::string_view name, const std::string& source) {
    std::vector<Block> blocks = urilint::bench::read_input(source);
    if (blocks.empty()) return absent(name);
    const std::size_t total = blocks.size();
    lists.emplace_back(name, total, std::move(blocks), Profile::repo);
    for (const Profile profile : kProfiles) {
      blocks = urilint::bench::without_findings(urilint::bench::read_input(source), profile);
      if (!blocks.empty()) {
        clean.emplace_back(name, total, std::move(blocks), profile);
        continue;
      }
      remarks.push_back(std::string(name) + ", profile " + std::string(urilint::name_of(profile)) +
                        ": every text has a finding, were it one that is not shown");
    }
  }

  // The lines of a file as one text; or URLs, which is the most that a text can hold.
  void add_prose(std::string_view name, const std::string& source) {
    std::string text;
    for (const Block& line : urilint::bench::read_input(source)) {
      text.append(line.view()).push_back('\n');
    }
    if (text.empty()) return absent(name);
    std::vector<Block> blocks;
    blocks.emplace_back(text);
    prose.emplace_back(name, 1, std::move(blocks), Profile::repo);
  }

  void absent(std::string_view name) {
    remarks.push_back("skipped: " + std::string(name) +
                      " is absent (URILINT_SHARED names the folder above corpora/)");
  }
};

void read_inputs(Inputs& inputs) {
  const char* const shared = std::getenv("URILINT_SHARED");
  const std::string corpora = std::string(shared == nullptr ? "" : shared) + "/corpora/";
  for (const std::string_view name : kLists) {
    inputs.add_list(name, corpora + "urls/" + std::string(name) + ".txt.gz");
  }
  inputs.add_list("generated", "generated");
  for (const std::string_view name : kShapes) {
    inputs.shapes.emplace_back(name, 1, urilint::bench::read_input(name), Profile::repo);
  }
  inputs.add_prose(kProse, corpora + "documents/finder/" + std::string(kProse) + ".txt");
  inputs.add_prose("generated URLs", "generated");
}

// --- measuring
// ------------------------------------------------------------------------------------

struct Facts {
  std::size_t accepted = 0;
  std::uint64_t allocations = 0;  // of a pass, when warm
};

Facts facts_of(Input& input, std::size_t work) {
  Facts facts;
  facts.accepted = kWorkRows[work].pass(input);
  const std::uint64_t before = urilint::bench::allocations();
  benchmark::DoNotOptimize(kWorkRows[work].pass(input));
  facts.allocations = urilint::bench::allocations() - before;
  return facts;
}

/// Keeps the best time of each benchmark; prints nothing but signs of life.
class Best final : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type != Run::RT_Iteration || run.error_occurred) continue;
      const std::string name = run.run_name.function_name;
      const double time = run.GetAdjustedCPUTime();
      const auto [place, added] = times_.try_emplace(name, time);
      if (!added) place->second = std::min(place->second, time);
    }
  }
  /// Nanoseconds of a pass; nothing if it was filtered out.
  [[nodiscard]] std::optional<double> of(const std::string& name) const {
    const auto found = times_.find(name);
    return found == times_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  std::map<std::string, double> times_;
};

class Comparison {
 public:
  void add(std::string_view group, Input& input, std::size_t work) {
    std::string name(group);
    for (const std::string_view part :
         {urilint::name_of(input.profile), std::string_view(input.name),
          std::string_view(kWorkRows[work].name)}) {
      name.append("/").append(part);
    }
    names_[{&input, work}] = name;
    facts_[{&input, work}] = facts_of(input, work);
    benchmark::RegisterBenchmark(name.c_str(), [&input, work](benchmark::State& state) {
      for ([[maybe_unused]] const auto step : state) {
        std::size_t accepted = kWorkRows[work].pass(input);
        benchmark::DoNotOptimize(accepted);
      }
    });
  }

  void run() { benchmark::RunSpecifiedBenchmarks(&best_); }

  [[nodiscard]] std::optional<double> time(const Input& input, std::size_t work) const {
    return best_.of(names_.at({&input, work}));
  }
  [[nodiscard]] Facts facts(const Input& input, std::size_t work) const {
    return facts_.at({&input, work});
  }

 private:
  using Key = std::pair<const Input*, std::size_t>;
  std::map<Key, std::string> names_;
  std::map<Key, Facts> facts_;
  Best best_;
};

// --- tables
// ---------------------------------------------------------------------------------------

std::string number(std::optional<double> value, int digits) {
  if (!value) return "-";
  char out[64];
  std::snprintf(out, sizeof out, "%.*f", digits, *value);
  return out;
}

std::optional<double> ratio(std::optional<double> above, std::optional<double> below) {
  if (!above || !below || *below == 0) return std::nullopt;
  return *above / *below;
}

std::optional<double> minus(std::optional<double> all, std::optional<double> part) {
  if (!all || !part) return std::nullopt;
  return std::max(*all - *part, 0.0);
}

std::optional<double> each(std::optional<double> time, std::size_t parts) {
  return ratio(time, static_cast<double>(parts));
}

void row(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) line += ' ' + cell + " |";
  std::puts(line.c_str());
}

void head(const char* title, const std::vector<std::string>& cells) {
  std::printf("\n%s\n\n", title);
  row(cells);
  std::string line = "|---|";
  for (std::size_t i = 1; i < cells.size(); ++i) line += "---:|";
  std::puts(line.c_str());
}

void print_times(const Comparison& comparison, const Inputs& inputs) {
  head("Nanoseconds a text, and how many times as long as the split the others take",
       {"input", "texts", "bytes each", "split + signals", "split + violations", "uriparser",
        "Boost.URL", "WHATWG reading", "uriparser / split", "Boost.URL / split"});
  for (const Input& input : inputs.lists) {
    std::vector<std::string> cells = {
        input.name, std::to_string(input.blocks.size()),
        number(each(static_cast<double>(input.bytes), input.blocks.size()), 1)};
    for (std::size_t work = kSplit; work <= kWhatwg; ++work) {
      cells.push_back(number(each(comparison.time(input, work), input.blocks.size()), 1));
    }
    for (const std::size_t work : {kUriparser, kBoost}) {
      cells.push_back(
          number(ratio(comparison.time(input, work), comparison.time(input, kSplit)), 2));
    }
    row(cells);
  }
}

void print_facts(const Comparison& comparison, const Inputs& inputs) {
  head("Texts accepted, and allocations a text",
       {"input", "urilint (no violation)", "uriparser", "Boost.URL", "WHATWG reading",
        "allocations: split + violations", "uriparser", "Boost.URL", "WHATWG reading"});
  for (const Input& input : inputs.lists) {
    std::vector<std::string> cells = {input.name};
    for (std::size_t work = kViolations; work <= kWhatwg; ++work) {
      cells.push_back(std::to_string(comparison.facts(input, work).accepted));
    }
    for (std::size_t work = kViolations; work <= kWhatwg; ++work) {
      const auto count = static_cast<double>(comparison.facts(input, work).allocations);
      cells.push_back(number(each(count, input.blocks.size()), 2));
    }
    row(cells);
  }
}

void print_shapes(const Comparison& comparison, const Inputs& inputs) {
  head("Hostile shapes of 1 MiB: nanoseconds a byte (x: not accepted, perhaps not read to the end)",
       {"shape", "split + signals", "split + violations", "rules of `repo`", "WHATWG reading",
        "uriparser", "Boost.URL"});
  for (const Input& input : inputs.shapes) {
    const auto cell = [&](std::size_t work) {
      return number(each(comparison.time(input, work), input.bytes), 2);
    };
    const auto marked = [&](std::size_t work) {
      return cell(work) + (comparison.facts(input, work).accepted == 0 ? " x" : "");
    };
    row({input.name, cell(kSplit), cell(kViolations),
         number(each(minus(comparison.time(input, kJudge), comparison.time(input, kSplit)),
                     input.bytes),
                2),
         marked(kWhatwg), marked(kUriparser), marked(kBoost)});
  }
}

void print_rules(const Comparison& comparison, const Inputs& inputs) {
  head("All rules of a profile on the texts without findings: nanoseconds a text",
       {"input", "profile", "without findings", "of", "split + signals", "split + rules",
        "rules / split", "allocations a text"});
  for (const Input& input : inputs.clean) {
    const std::optional<double> split = comparison.time(input, kSplit);
    const std::optional<double> all = comparison.time(input, kJudge);
    row({input.name, std::string(urilint::name_of(input.profile)),
         std::to_string(input.blocks.size()), std::to_string(input.total),
         number(each(split, input.blocks.size()), 1), number(each(all, input.blocks.size()), 1),
         number(ratio(minus(all, split), split), 2),
         number(each(static_cast<double>(comparison.facts(input, kJudge).allocations),
                     input.blocks.size()),
                2)});
  }
}

void print_prose(const Comparison& comparison, const Inputs& inputs) {
  head("Finding candidates in a text: nanoseconds a byte",
       {"text", "bytes", "colons", "candidates", "memchr for `:`", "find", "find / memchr"});
  for (const Input& input : inputs.prose) {
    const std::optional<double> loop = comparison.time(input, kMemchr);
    const std::optional<double> find = comparison.time(input, kFind);
    row({input.name, std::to_string(input.bytes),
         std::to_string(comparison.facts(input, kMemchr).accepted),
         std::to_string(comparison.facts(input, kFind).accepted),
         number(each(loop, input.bytes), 3), number(each(find, input.bytes), 3),
         number(ratio(find, loop), 2)});
  }
}

}  // namespace

int main(int argc, char** argv) {
  // What the caller says comes later and wins.
  std::vector<std::string> flags = {argv[0], "--benchmark_repetitions=5",
                                    "--benchmark_min_time=0.1",
                                    "--benchmark_enable_random_interleaving=true"};
  flags.insert(flags.end(), argv + 1, argv + argc);
  std::vector<char*> pointers;
  for (std::string& flag : flags) pointers.push_back(flag.data());
  int count = static_cast<int>(pointers.size());
  benchmark::Initialize(&count, pointers.data());
  if (benchmark::ReportUnrecognizedArguments(count, pointers.data())) return 2;

  Inputs inputs;
  read_inputs(inputs);
  Comparison comparison;
  for (Input& input : inputs.lists) {
    for (std::size_t work = kSplit; work <= kWhatwg; ++work) comparison.add("list", input, work);
  }
  for (Input& input : inputs.clean) {
    for (const std::size_t work : {kSplit, kJudge}) comparison.add("clean", input, work);
  }
  for (Input& input : inputs.shapes) {
    for (std::size_t work = kSplit; work <= kJudge; ++work) comparison.add("shape", input, work);
  }
  for (Input& input : inputs.prose) {
    for (const std::size_t work : {kMemchr, kFind}) comparison.add("prose", input, work);
  }
  comparison.run();
  for (const std::string& remark : inputs.remarks) std::puts(remark.c_str());
  print_times(comparison, inputs);
  print_facts(comparison, inputs);
  print_rules(comparison, inputs);
  print_shapes(comparison, inputs);
  print_prose(comparison, inputs);
  return 0;
}
