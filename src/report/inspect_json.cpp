// The members stand in the order of docs/cli.md; what is not known is null, never left out.
#include "report/inspect.hpp"
#include "report/json_writer.hpp"

namespace urilint {
namespace {

struct NamedPart {
  std::string_view name;
  std::optional<InspectRecord::Part> InspectRecord::*part;
};
constexpr NamedPart kParts[] = {
    {"scheme", &InspectRecord::scheme},     {"userinfo", &InspectRecord::userinfo},
    {"host", &InspectRecord::host},         {"port", &InspectRecord::port},
    {"path", &InspectRecord::path},         {"query", &InspectRecord::query},
    {"fragment", &InspectRecord::fragment},
};

void write_components(JsonWriter& json, const InspectRecord& record) {
  json.key("components");
  json.begin_object();
  for (const NamedPart& named : kParts) {
    json.key(named.name);
    const auto& part = record.*named.part;
    if (!part) {
      json.null();
      continue;
    }
    json.begin_object();
    json.member("text", part->text.view());
    json.key("span");
    write_span(json, part->span);
    json.end_object();
  }
  json.end_object();
}

void write_violations(JsonWriter& json, const InspectRecord& record) {
  json.key("violations");
  json.begin_array();
  for (const auto& violation : record.violations) {
    json.begin_object();
    json.member("code", name_of(violation.code));
    json.key("span");
    write_span(json, violation.span);
    json.member("component", name_of(violation.component));
    json.member("production", name_of(violation.production));
    json.member("section", section_of(violation.code));
    json.member("message", message_of(violation.code));
    json.end_object();
  }
  json.end_array();
}

void write_optional(JsonWriter& json, std::string_view name, const std::optional<Redacted>& text) {
  json.key(name);
  if (!text) return json.null();
  json.string(text->view());
}

void write_host_info(JsonWriter& json, const InspectRecord& record) {
  json.key("host_info");
  if (!record.host_info) return json.null();
  const InspectRecord::HostInfo& info = *record.host_info;
  json.begin_object();
  json.member("kind", info.kind);
  write_optional(json, "ascii", info.ascii);
  write_optional(json, "unicode", info.unicode);
  write_optional(json, "registrable_domain", info.registrable_domain);
  json.member_or_null("address", info.address);
  json.member_or_null("address_class", info.address_class);
  json.end_object();
}

void write_holes(JsonWriter& json, const InspectRecord& record) {
  json.key("holes");
  json.begin_array();
  for (const PrintedSpan hole : record.holes) {
    json.begin_object();
    json.key("span");
    write_span(json, hole);
    json.end_object();
  }
  json.end_array();
}

void write_readings(JsonWriter& json, const InspectRecord& record) {
  json.key("interpretations");
  if (record.readings.empty()) return json.null();
  json.begin_object();
  for (const InspectRecord::Reading& reading : record.readings) {
    json.key(reading.name);
    json.begin_object();
    json.key("accepted");
    json.boolean(reading.accepted);
    if (reading.name != "rfc3986") write_optional(json, "href", reading.href);
    write_optional(json, "scheme", reading.scheme);
    write_optional(json, "host", reading.host);
    json.key("port");
    if (reading.port) {
      json.number(*reading.port);
    } else {
      json.null();
    }
    write_optional(json, "path", reading.path);
    json.end_object();
  }
  json.end_object();
}

void write_record(JsonWriter& json, const InspectRecord& record) {
  json.begin_object();
  json.member("schema", kJsonSchema);
  json.member("uri", record.uri.view());
  json.member("kind", name_of(record.kind));
  write_components(json, record);
  write_violations(json, record);
  write_host_info(json, record);
  write_holes(json, record);
  json.member("violations_total", record.violations_total);
  write_optional(json, "normalized", record.normalized);
  write_readings(json, record);
  json.key("findings");
  json.begin_array();
  for (const Record& finding : record.findings) write_finding(json, finding);
  json.end_array();
  json.end_object();
}

}  // namespace

void write_inspect_json(Output& out, std::span<const InspectRecord> records) {
  JsonWriter json;
  if (records.size() == 1) {
    write_record(json, records.front());
    return json.finish(out);
  }
  json.begin_array();
  for (const InspectRecord& record : records) {
    write_record(json, record);
    json.flush(out);
  }
  json.end_array();
  json.finish(out);
}

void write_inspect_jsonl(Output& out, const InspectRecord& record) {
  JsonWriter json;
  write_record(json, record);
  json.finish(out);
}

}  // namespace urilint
