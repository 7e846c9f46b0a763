// Words of our own around a few of the repository's, which are of plain characters and quoted for
// TOML (and paths for patterns) all the same.
#include "cli/first_config.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/policy.hpp"

namespace urilint::cli {
namespace {

constexpr std::size_t kLongestExample = 200;  // bytes
constexpr std::size_t kLongestHost = 253;     // bytes

constexpr std::string_view kHead =
    R"(# Configuration of urilint, written by `urilint init`. Keys: docs/configuration.md.
# A # directly before a setting turns it off: take it away to use the setting.

# How much a fact weighs: repo (files of colleagues), mail, proxy or review (everything).
)";

constexpr std::string_view kFailOn = R"(
# `urilint check` exits with 1 from this severity on: note, warning, error, or never.
fail-on = "warning"
)";

constexpr std::string_view kBaseline = R"(
# What was there when urilint came. It does not count; what is new does. To shrink it, mend a few
# findings and, once `urilint check` exits with 0, run `urilint check --write-baseline`: what is
# gone leaves the file. What is new would enter it.
)";

constexpr std::string_view kNoBaseline = R"(
# Nothing was found, so there are no known findings to name. If there will be:
# `urilint check --write-baseline --baseline .urilint-baseline`, and this setting.
#baseline = ".urilint-baseline"
)";

constexpr std::string_view kExclude = R"(
# What a walk leaves out: files that others made, or programs.
#exclude = ["vendor/", "*.min.js"]
)";

constexpr std::string_view kPolicy = R"(
# Hosts that may be named; all others are errors then. "*.example.com" is every host below
# example.com, deny-hosts is the opposite, and schemes and ports have lists, too (docs/policy.md).
)";

constexpr std::string_view kHosts =
    "# These hosts occur, most often first. The number says how many URIs lead there.\n";

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out += '"';
}

// A pattern that means this path and no other.
std::string pattern_of(std::string_view path) {
  std::string out = "/";
  for (const char c : path) {
    if (std::string_view("*?[]\\").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

void add_policy(const FirstConfig& config, ConfigText& out) {
  out.text += kPolicy;
  if (config.hosts.empty()) {
    out.text += "#[policy]\n#hosts = [\"*.example.com\"]\n";
    return;
  }
  out.text += kHosts;
  if (config.more_hosts != 0) {
    out.text += fmt::format(
        "# {} more{} are not listed, since they are rare, or findings speak of them.\n",
        config.more_hosts, config.uncounted ? ", and others that were not counted," : "");
  }
  out.text += "#[policy]\n#hosts = [\n";
  out.first_host =
      1 + static_cast<std::uint64_t>(std::count(out.text.begin(), out.text.end(), '\n'));
  for (const auto& [host, count] : config.hosts) {
    out.text += fmt::format("#  {},  # {}\n", quoted(host), count);
  }
  out.text += "#]\n";
}

void add_override(std::string_view selectors, std::string_view rule, std::string_view reason,
                  std::string& out) {
  out += fmt::format("#[[override]]\n{}#ignore = [{}]\n#reason = {}\n", selectors, quoted(rule),
                     quoted(reason));
}

void add_overrides(const FirstConfig& config, std::string& out) {
  const std::string_view rule =
      config.rule.empty() ? std::string_view("scheme-insecure") : std::string_view(config.rule);
  out +=
      config.rule.empty()
          ? std::string("\n# Where a rule is wrong about some files, by path:\n")
          : fmt::format("\n# {} has most findings. Where it is wrong about some files, by path:\n",
                        rule);
  const std::string path = config.path.empty() ? "docs/**" : pattern_of(config.path);
  add_override(fmt::format("#paths = [{}]\n", quoted(path)), rule, "samples for readers", out);

  out += "\n# … or about one value in them, by key:\n";
  const bool known = !config.key.empty() && !config.keyed_path.empty();
  const std::string keyed = known ? pattern_of(config.keyed_path) : "conf/*.json";
  const std::string_view key = known ? std::string_view(config.key) : "services.*.url";
  add_override(fmt::format("#paths = [{}]\n#keys = [{}]\n", quoted(keyed), quoted(key)), rule,
               "a server of the tests", out);
}

}  // namespace

ConfigText write_config(const FirstConfig& config) {
  ConfigText out;
  out.text = kHead;
  out.text += fmt::format("profile = {}\n", quoted(config.profile));
  out.text += kFailOn;
  if (config.baseline.empty()) {
    out.text += kNoBaseline;
  } else {
    out.text += fmt::format("{}baseline = {}\n", kBaseline, quoted(config.baseline));
  }
  out.text += kExclude;
  add_policy(config, out);
  add_overrides(config, out.text);
  return out;
}

bool fit_for_example(std::string_view text) noexcept {
  return !text.empty() && text.size() <= kLongestExample && text.back() != ' ' &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

bool fit_for_policy(std::string_view host) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
           std::string_view(".-_:[]").find(c) != std::string_view::npos;
  };
  if (host.empty() || host.size() > kLongestHost) return false;
  if (!std::all_of(host.begin(), host.end(), plain)) return false;
  PolicyBuilder builder;
  return !builder.allow_host(host);
}

}  // namespace urilint::cli
