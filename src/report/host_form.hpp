// The other spelling of an internationalised host, so that people see which name it is.
#pragma once

#include <optional>

#include "engine/detector.hpp"
#include "report/record.hpp"
#include "report/redactor.hpp"

namespace urilint {

/// The host in Unicode if it is written with A-labels, in ASCII if it is written beyond ASCII or
/// percent-encoded. Nothing for other hosts, for those that decode to no name, and where a part of
/// the host is a secret.
[[nodiscard]] std::optional<HostForm> other_host_form(const Subject& subject,
                                                      const Redactor& redactor);

}  // namespace urilint
