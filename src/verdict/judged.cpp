// A policy sees rule, severity and confidence; the rest of a finding is for whoever reads why.
#include "verdict/judged.hpp"

namespace urilint {

std::span<const Finding* const> choose(const Setup& setup, const Judgement& judgement,
                                       Reasons& reasons, std::vector<const Finding*>& scratch) {
  scratch.clear();
  for (const Finding& finding : judgement.findings) {
    const Verdict verdict =
        setup.verdict_of(finding.rule->info->id, finding.severity, finding.confidence);
    if (verdict != Verdict::pass && reasons.wants(verdict)) scratch.push_back(&finding);
  }
  if (judgement.dropped != 0) {
    reasons.add_limit("limit-findings", "a URI has more findings than are kept");
  }
  if (judgement.cut) {
    reasons.add_limit("limit-nesting",
                      "URIs inside others stand deeper, or are more, than was looked for");
  }
  return scratch;
}

Reason reason_of(const Setup& setup, Record&& record) {
  Reason out;
  out.verdict = setup.verdict_of(record.rule, record.severity, record.confidence);
  out.code = record.rule;
  out.message = record.message.str();
  out.record = std::move(record);
  return out;
}

TextSpan without_blanks(const Document& document, TextSpan where) noexcept {
  const auto is_blank = [](char c) { return static_cast<unsigned char>(c) <= 0x20; };
  const std::string_view text = document.bytes(where);
  Off begin = 0;
  auto end = static_cast<Off>(text.size());
  while (begin < end && is_blank(text[begin])) ++begin;
  while (begin < end && is_blank(text[end - 1])) --end;
  return {where.text, where.begin + begin, where.begin + end};
}

}  // namespace urilint
