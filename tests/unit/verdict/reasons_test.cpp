#include "verdict/reasons.hpp"

#include <catch2/catch.hpp>

#include "verdict/answer.hpp"

using namespace urilint;

namespace {

void found(Reasons& reasons, Verdict verdict, std::string_view code) {
  if (reasons.wants(verdict)) reasons.add({verdict, code, "", Record{}});
}

std::string line_of(Reasons& reasons) {
  std::string out;
  const Decision decision = reasons.take();
  append_line(out, decision);
  if (decision.more != 0) out += " +" + std::to_string(decision.more);
  return out;
}

}  // namespace

TEST_CASE("reasons: the gravest come first, each code once") {
  Reasons reasons(10);
  CHECK(line_of(reasons) == "pass");
  found(reasons, Verdict::flag, "a");
  found(reasons, Verdict::block, "b");
  found(reasons, Verdict::flag, "c");
  found(reasons, Verdict::block, "b");
  CHECK(line_of(reasons) == "block b,a,c");
  CHECK(line_of(reasons) == "pass");
}

TEST_CASE("reasons: a graver one takes the place of another") {
  Reasons reasons(2);
  found(reasons, Verdict::flag, "a");
  found(reasons, Verdict::flag, "b");
  found(reasons, Verdict::flag, "c");
  reasons.add_limit("limit-links", "");
  reasons.add_limit("limit-links", "");
  found(reasons, Verdict::block, "d");
  CHECK(line_of(reasons) == "block d,a,limit-links +2");
  found(reasons, Verdict::block, "a");
  found(reasons, Verdict::block, "b");
  found(reasons, Verdict::block, "c");
  found(reasons, Verdict::flag, "d");
  CHECK(line_of(reasons) == "block a,b +2");
}

TEST_CASE("reasons: what is wanted may come later") {
  Reasons reasons(2);
  CHECK(reasons.wants(Verdict::flag));
  CHECK(reasons.wants(Verdict::flag));
  CHECK_FALSE(reasons.wants(Verdict::flag));
  CHECK(reasons.wants(Verdict::block));
  for (const std::string_view code : {"a", "b"}) reasons.add({Verdict::flag, code, "", Record{}});
  reasons.add({Verdict::block, "c", "", Record{}});
  CHECK(line_of(reasons) == "block c,a +2");
}

TEST_CASE("reasons: a bound alone flags") {
  Reasons reasons(0);
  reasons.add_limit("limit-size", "");
  CHECK(line_of(reasons) == "flag limit-size");
}

TEST_CASE("verdict policy: rules before severities") {
  VerdictPolicy policy;
  CHECK(policy.of("x", Severity::error, Confidence::high) == Verdict::block);
  CHECK(policy.of("x", Severity::warning, Confidence::high) == Verdict::flag);
  CHECK(policy.of("x", Severity::note, Confidence::high) == Verdict::pass);
  CHECK(policy.of("x", Severity::error, Confidence::low) == Verdict::pass);
  CHECK(policy.of("x", Severity::off, Confidence::high) == Verdict::pass);
  policy.rules = {{"b", Verdict::pass}, {"x", Verdict::block}};
  CHECK(policy.of("b", Severity::error, Confidence::high) == Verdict::pass);
  CHECK(policy.of("x", Severity::note, Confidence::high) == Verdict::block);
  CHECK(policy.of("x", Severity::note, Confidence::low) == Verdict::pass);
  policy.block_on = std::nullopt;
  CHECK(policy.of("c", Severity::error, Confidence::high) == Verdict::flag);
  policy.flag_on = std::nullopt;
  CHECK(policy.of("c", Severity::error, Confidence::high) == Verdict::pass);
}
