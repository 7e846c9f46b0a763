// What a judgement contributes to a verdict.
#pragma once

#include <span>
#include <vector>

#include "config/setups.hpp"
#include "report/record.hpp"
#include "verdict/reasons.hpp"

namespace urilint {

/// The findings that are reasons, in `scratch`, in their order. Findings that the engine dropped,
/// and URIs inside that it did not look at, are a bound that was hit.
std::span<const Finding* const> choose(const Setup& setup, const Judgement& judgement,
                                       Reasons& reasons, std::vector<const Finding*>& scratch);

/// What a record of such a finding says.
[[nodiscard]] Reason reason_of(const Setup& setup, Record&& record);

/// The span without blanks and controls at its ends, which browsers take off a target.
[[nodiscard]] TextSpan without_blanks(const Document& document, TextSpan where) noexcept;

}  // namespace urilint
