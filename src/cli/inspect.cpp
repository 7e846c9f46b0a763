// inspect: one URI reference an argument, exactly as given; mutes nothing, holes are only shown.
#include "report/inspect.hpp"
#include <fmt/format.h>
#include "cli/cli.hpp"
#include "cli/lines.hpp"
#include "report/fingerprint.hpp"
#include "report/recorder.hpp"
#include "urilint/names.hpp"
#include "urilint/reference.hpp"
#include "urilint/whatwg.hpp"

namespace urilint::cli {
namespace {

struct InspectOptions {
  RuleOptions rules;
  std::string format = "text";
  std::string color = "auto";
  bool show_secrets = false;
};

std::string_view kind_name(HostKind kind) noexcept {
  switch (kind) {
    case HostKind::empty:
      return "empty";
    case HostKind::ipv4:
      return "ipv4";
    case HostKind::ipv6:
      return "ipv6";
    case HostKind::ipvfuture:
      return "ipvfuture";
    case HostKind::malformed:
      return "malformed";
    default:
      return "reg-name";
  }
}

class Inspector {
 public:
  Inspector(const InspectOptions& options, RuleSet& rules)
      : options_(options),
        gate_(rules.thresholds()),
        engine_(rules.take_active(), rules.engine_options()) {}

  InspectRecord inspect(const std::string& uri) {
    Document document;
    document.add({uri, {}, Layer::raw});
    Candidate candidate;
    candidate.where = {kRawText, 0, static_cast<Off>(uri.size())};
    candidate.strict_list = true;
    const Judgement judgement = engine_.judge(document, candidate, scratch_);
    const NestedText& text = judgement.texts.front();
    const Subject& subject = text.subject;
    const Redactor redactor(uri, text.masks, options_.show_secrets);

    InspectRecord record;
    record.uri = redactor.whole();
    record.kind = kind_of(subject.parts);
    components(record, subject, redactor);
    for (const Violation& v : subject.violations()) {
      record.violations.push_back({v.code, v.component, v.production, redactor.map(v.span)});
    }
    record.violations_total = violations(subject.parts, {});
    if (subject.parts.has(Component::authority)) record.host_info = host_info(subject, redactor);
    std::vector<UriSpan> holes;
    find_holes(uri, holes);
    for (const UriSpan hole : holes) record.holes.push_back(redactor.map(hole));
    record.normalized = normal_form(subject.parts, record.uri);
    record.readings.push_back(rfc3986_reading(subject, redactor));
    record.readings.push_back(whatwg_reading(uri, record.uri));
    findings(record, document, candidate, judgement);
    engine_.release(document, scratch_);
    return record;
  }

 private:
  // Of an invalid reference too: what the split takes.
  static InspectRecord::Reading rfc3986_reading(const Subject& subject, const Redactor& redactor) {
    InspectRecord::Reading reading;
    reading.name = "rfc3986";
    reading.accepted = !subject.parts.has(Signal::invalid);
    if (!reading.accepted) return reading;
    const auto text = [&](Component component) -> std::optional<Redacted> {
      if (!subject.parts.has(component)) return std::nullopt;
      return redactor.slice(subject.span(component));
    };
    reading.scheme = text(Component::scheme);
    reading.host = text(Component::host);
    reading.path = text(Component::path);
    if (subject.parts.has(Signal::port_valid)) reading.port = subject.parts.port;
    return reading;
  }

  // Made from the masked text, so that no secret can come back in another spelling. Masks keep the
  // delimiters; where the reading differs all the same, only what is equal is printed.
  static InspectRecord::Reading whatwg_reading(const std::string& uri, const Redacted& printed) {
    InspectRecord::Reading reading;
    reading.name = "whatwg";
    const WhatwgResult original = parse_whatwg(uri);
    reading.accepted = original.url.has_value();
    if (!reading.accepted) return reading;
    const WhatwgResult masked = parse_whatwg(printed.view());
    if (!masked.url) return reading;
    const WhatwgUrl& url = *masked.url;
    if (url.scheme != original.url->scheme || url.host != original.url->host ||
        url.port != original.url->port) {
      return reading;
    }
    reading.href = Redactor::plain(url.href);
    reading.scheme = Redactor::plain(url.scheme);
    if (url.host) reading.host = Redactor::plain(*url.host);
    reading.path = Redactor::plain(url.path);
    reading.port = url.port;
    return reading;
  }

  static void components(InspectRecord& record, const Subject& subject, const Redactor& redactor) {
    const std::pair<Component, std::optional<InspectRecord::Part>*> parts[] = {
        {Component::scheme, &record.scheme},     {Component::userinfo, &record.userinfo},
        {Component::host, &record.host},         {Component::port, &record.port},
        {Component::path, &record.path},         {Component::query, &record.query},
        {Component::fragment, &record.fragment},
    };
    for (const auto& [component, part] : parts) {
      if (!subject.parts.has(component)) continue;
      const UriSpan span = subject.span(component);
      *part = InspectRecord::Part{redactor.slice(span), redactor.map(span)};
    }
  }

  // Made of the printed URI, so that it can not show more. Masks keep delimiters, so the structure
  // is the original's; should one not be, no normal form is better than that of another URI.
  static std::optional<Redacted> normal_form(const UriParts& original, const Redacted& printed) {
    const UriParts parts = split(printed.view());
    if (parts.present != original.present) return std::nullopt;
    return Redactor::plain(normalize(parts));
  }

  // The host's forms as a name. A host that is printed otherwise than it is has a secret in it (or
  // is no text): then none of them is shown.
  static void name_forms(InspectRecord::HostInfo& info, const Subject& subject,
                         const Redactor& redactor) {
    const UriSpan span = subject.span(Component::host);
    const std::string_view host = subject.view(span);
    if (redactor.slice(span).view() != host) return;
    const std::optional<std::string> ascii = canonical_host(host);
    if (!ascii) return;
    info.ascii = Redactor::plain(*ascii);
    if (UnicodeDomain unicode = to_unicode(*ascii); !unicode.error) {
      info.unicode = Redactor::plain(unicode.text);
    }
    if (const auto domain = registrable_domain(*ascii)) {
      info.registrable_domain = Redactor::plain(*domain);
    }
  }

  static InspectRecord::HostInfo host_info(const Subject& subject, const Redactor& redactor) {
    InspectRecord::HostInfo info;
    info.kind = kind_name(subject.parts.host_kind);
    const HostFacts& facts = subject.host();
    if (facts.has_address) {
      info.address = std::string(to_text(facts.address).view());
      info.address_class = facts.address_class;
    } else if (subject.parts.host_kind == HostKind::reg_name) {
      name_forms(info, subject, redactor);
    }
    return info;
  }

  void findings(InspectRecord& record, const Document& document, const Candidate& candidate,
                const Judgement& judgement) {
    std::vector<const Finding*> shown;
    for (const Finding& finding : judgement.findings) {
      if (gate_.show(finding)) shown.push_back(&finding);
    }
    Fingerprints fingerprints;
    Recorder recorder({options_.show_secrets, false}, "", [&](Record&& finding) {
      fingerprints.sign(finding);
      record.findings.push_back(std::move(finding));
    });
    recorder.begin_window(document, Window{});
    recorder.add(candidate, judgement, shown);
    recorder.end_window();
  }

  const InspectOptions& options_;
  Gate gate_;
  Engine engine_;
  Scratch scratch_;
};

Exit run_inspect(const InspectOptions& options, const Operands& operands) {
  if (operands.empty()) {
    complain("inspect: no URI is given (- reads them from standard input)");
    return Exit::trouble;
  }
  RuleSet rules;
  if (!rules.load(options.rules)) return Exit::trouble;
  ReportFile out;
  if (!out.open("")) return Exit::trouble;
  Inspector inspector(options, rules);
  const TextStyle style = text_style(options.color, out.is_terminal());
  std::vector<InspectRecord> all;
  bool first = true;
  for_each_reference(operands, EmptyLine::skipped, [&](const std::string& uri) {
    InspectRecord record = inspector.inspect(uri);
    if (options.format == "json") {
      all.push_back(std::move(record));
    } else if (options.format == "jsonl") {
      write_inspect_jsonl(out, record);
    } else {
      if (!first) out.write("\n");
      first = false;
      write_inspect_text(out, record, style);
    }
  });
  if (options.format == "json") write_inspect_json(out, all);
  return out.finish() ? Exit::ok : Exit::trouble;
}

}  // namespace

void add_inspect(CLI::App& app, std::vector<Command>& commands) {
  const auto options = std::make_shared<InspectOptions>();
  options->rules.profile = "review";
  options->rules.min_severity = "note";
  options->rules.fail_on = "never";
  options->rules.min_confidence = "low";
  CLI::App* sub =
      app.add_subcommand("inspect", "Take URIs apart: components, violations, findings");
  options->rules.add_to(*sub);
  sub->add_option("--format", options->format, "text, json or jsonl")
      ->option_text("F")
      ->check(CLI::IsMember({"text", "json", "jsonl"}));
  add_color(*sub, options->color);
  sub->add_flag("--show-secrets", options->show_secrets, "Do not mask secrets");
  commands.push_back(
      {sub, [options](const Operands& operands) { return run_inspect(*options, operands); }});
}

}  // namespace urilint::cli
