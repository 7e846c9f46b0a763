// The cache behind a Subject: one for each text of a nest, reused from URI to URI.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "engine/detector.hpp"

namespace urilint {

struct Subject::Cache {
  bool used = true;  ///< has to be reset before the next text
  HostFacts host;
  bool host_known = false;
  bool violations_known = false;
  bool browser_host_known = false;
  UriSpan browser_host;  ///< see detect/common/browser_host.hpp
  bool readings_known = false;
  Readings readings;  ///< see detect/differential/readings.hpp
  bool name_known = false;
  std::size_t violations_total = 0;
  std::array<Violation, 256> violations;
  NameFacts name;
  std::vector<SecretFact> secrets;  ///< filled by the engine before any rule runs
  std::string masked;               ///< the text with its holes masked, if it has any
  std::vector<UriSpan> holes;
  std::vector<Off> left_out;
  std::vector<Inner> inner;  ///< the texts made from this one

  void reset() noexcept {
    used = false;
    host_known = false;
    violations_known = false;
    browser_host_known = false;
    readings_known = false;
    name_known = false;
    secrets.clear();
    holes.clear();
    left_out.clear();
    inner.clear();
  }
};

}  // namespace urilint
