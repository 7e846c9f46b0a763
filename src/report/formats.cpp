// The formats by name.
#include "report/reporter.hpp"

namespace urilint {
namespace {

using Make = std::unique_ptr<Reporter> (*)(Output&, const TextStyle&);

template <std::unique_ptr<Reporter> (*kMake)(Output&)>
std::unique_ptr<Reporter> plain(Output& out, const TextStyle& /*style*/) {
  return kMake(out);
}

std::unique_ptr<Reporter> json(Output& out, const TextStyle& style) {
  return make_json_reporter(out, style.stats);
}

constexpr std::string_view kNames[] = {"text",   "json",       "jsonl", "sarif",  "github",
                                       "gitlab", "checkstyle", "junit", "rdjson", "csv"};
constexpr Make kMakers[] = {make_text_reporter,
                            json,
                            plain<make_jsonl_reporter>,
                            plain<make_sarif_reporter>,
                            plain<make_github_reporter>,
                            plain<make_gitlab_reporter>,
                            plain<make_checkstyle_reporter>,
                            plain<make_junit_reporter>,
                            plain<make_rdjson_reporter>,
                            plain<make_csv_reporter>};
static_assert(std::size(kNames) == std::size(kMakers));

}  // namespace

std::span<const std::string_view> report_formats() noexcept { return kNames; }

std::unique_ptr<Reporter> make_reporter(std::string_view format, Output& out,
                                        const TextStyle& style) {
  for (std::size_t i = 0; i < std::size(kNames); ++i) {
    if (kNames[i] == format) return kMakers[i](out, style);
  }
  return nullptr;
}

}  // namespace urilint
