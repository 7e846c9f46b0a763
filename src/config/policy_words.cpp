// One call of the builder an entry.
#include "config/policy_words.hpp"

namespace urilint {
namespace {

using Add = std::optional<std::string> (PolicyBuilder::*)(std::string_view);

struct List {
  const ConfigWords PolicyWords::*words;
  Add add;
};

constexpr List kLists[] = {
    {&PolicyWords::schemes, &PolicyBuilder::allow_scheme},
    {&PolicyWords::deny_schemes, &PolicyBuilder::deny_scheme},
    {&PolicyWords::hosts, &PolicyBuilder::allow_host},
    {&PolicyWords::deny_hosts, &PolicyBuilder::deny_host},
    {&PolicyWords::ports, &PolicyBuilder::allow_port},
    {&PolicyWords::deny_ports, &PolicyBuilder::deny_port},
};

}  // namespace

std::shared_ptr<const Policy> build_policy(
    const PolicyWords& words,
    const std::function<void(const ConfigWord&, const std::string&)>& wrong) {
  PolicyBuilder builder;
  for (const List& list : kLists) {
    for (const ConfigWord& word : words.*list.words) {
      if (const auto fault = (builder.*list.add)(word.text)) wrong(word, *fault);
    }
  }
  return builder.build();
}

void lay_over(const PolicyWords& over, PolicyWords& out) {
  const auto replace = [](const ConfigWords& list, ConfigWords& mine) {
    if (!list.empty()) mine = list;
  };
  const auto add = [](const ConfigWords& list, ConfigWords& mine) {
    mine.insert(mine.end(), list.begin(), list.end());
  };
  replace(over.schemes, out.schemes);
  replace(over.hosts, out.hosts);
  replace(over.ports, out.ports);
  add(over.deny_schemes, out.deny_schemes);
  add(over.deny_hosts, out.deny_hosts);
  add(over.deny_ports, out.deny_ports);
}

}  // namespace urilint
