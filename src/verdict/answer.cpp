// Words of our own go out as they are; messages and URIs have passed the redactor and the writer.
#include "verdict/answer.hpp"

#include <algorithm>
#include <vector>

#include "urilint/names.hpp"

namespace urilint {
namespace {

template <typename Each>
void for_each_code(const Decision& decision, const Each& each) {
  std::vector<std::string_view> seen;
  for (const Reason& reason : decision.reasons) {
    if (std::find(seen.begin(), seen.end(), reason.code) != seen.end()) continue;
    seen.push_back(reason.code);
    each(reason.code);
  }
}

void write_reason(JsonWriter& json, const Reason& reason) {
  json.begin_object();
  json.member("reason", reason.code);
  json.member("verdict", name_of(reason.verdict));
  json.member("message", reason.message);
  if (reason.record) {
    const Record& record = *reason.record;
    json.member("severity", name_of(record.severity));
    json.member("confidence", name_of(record.confidence));
    json.member("uri", record.uri.view());
    json.member("component", name_of(record.component));
    json.key("span");
    write_span(json, record.span);
    if (record.location) {
      json.key("location");
      write_place(json, record.path, *record.location, record.key);
    }
  }
  json.end_object();
}

}  // namespace

void append_codes(std::string& out, const Decision& decision, std::string_view separator) {
  bool first = true;
  for_each_code(decision, [&](std::string_view code) {
    if (!first) out += separator;
    first = false;
    out += code;
  });
}

void append_line(std::string& out, const Decision& decision) {
  out += name_of(decision.verdict);
  if (decision.reasons.empty()) return;
  out += ' ';
  append_codes(out, decision, ",");
}

void write_members(JsonWriter& json, const Decision& decision) {
  json.member("verdict", name_of(decision.verdict));
  if (decision.reasons.empty()) return;
  json.key("reasons");
  json.begin_array();
  for (const Reason& reason : decision.reasons) write_reason(json, reason);
  json.end_array();
  json.member("more", decision.more);
}

std::string header_of(const Decision& decision) {
  constexpr std::size_t kLine = 78;
  std::string out = "X-Urilint-Verdict: ";
  out += name_of(decision.verdict);
  std::size_t line = 0;
  char before = ';';
  for_each_code(decision, [&](std::string_view code) {
    out += before;
    before = ',';
    if (out.size() - line + code.size() + 2 > kLine) {
      out += '\n';
      line = out.size();
    }
    out += ' ';
    out += code;
  });
  out += '\n';
  return out;
}

}  // namespace urilint
