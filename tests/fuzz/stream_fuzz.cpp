// Any bytes as a stream of requests: there is one answer for each line, in its form, however the
// bytes are cut; each answer begins with a verdict, and each of JSON is one that reads back.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "engine/rules.hpp"
#include "report/escape.hpp"
#include "report/rapidjson.hpp"
#include "verdict/stream.hpp"

namespace {

using namespace urilint;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

const Setup& proxy() {
  static Setups setups(
      [] {
        SetupOptions options;
        options.default_profile = Profile::proxy;
        options.search = false;
        options.working_directory = "/";
        for (const RuleInfo& rule : builtin_rules()) options.rules.push_back(&rule);
        return options;
      }(),
      std::make_shared<DiskTree>());
  return setups.of("/x").whole();
}

std::string answers_to(std::string_view bytes, std::size_t step) {
  VerdictLimits limits;
  limits.size = 200;
  RequestStream stream(proxy(), limits, false);
  std::string answers;
  while (!bytes.empty()) {
    const std::string_view piece = bytes.substr(0, step);
    // A block of its own, so that a sanitizer sees a view of it that is kept.
    const auto block = std::make_unique<std::string>(piece);
    stream.feed(*block, answers);
    bytes.remove_prefix(piece.size());
  }
  stream.finish(answers);
  return answers;
}

bool is_word(std::string_view answer) {
  for (const std::string_view verdict : {"pass", "flag", "block"}) {
    if (answer.starts_with(verdict)) {
      answer.remove_prefix(verdict.size());
      return answer.empty() || answer.front() == ' ';
    }
  }
  return false;
}

bool is_object(std::string_view answer) {
  rapidjson::Document value;
  value.Parse<rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag>(
      answer.data(), answer.size());
  return !value.HasParseError() && value.IsObject() && value.HasMember("id") &&
         value.HasMember("verdict");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::size_t step = data[0] % 64 + 1U;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::string answers = answers_to(text, size);
  require(answers == answers_to(text, step), "answers do not depend on how the bytes come");
  require(is_utf8(answers), "answers are UTF-8");
  std::string_view left = answers;
  for (std::string_view lines = text; !lines.empty();) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    const std::size_t stop = left.find('\n');
    require(stop != std::string_view::npos, "there is an answer for each line");
    const std::string_view answer = left.substr(0, stop);
    require(lines.front() == '{' ? is_object(answer) : is_word(answer), "an answer has its form");
    left.remove_prefix(stop + 1);
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  require(left.empty(), "there is no answer without a line");
  return 0;
}
