// Lines are judged where they stand; only those that are cut, and requests of JSON, are copied.
#include "verdict/stream.hpp"

#include <algorithm>
#include <utility>

#include "report/recorder.hpp"
#include "report/words.hpp"
#include "uri/bytes.hpp"
#include "urilint/reference.hpp"
#include "verdict/answer.hpp"
#include "verdict/judged.hpp"
#include "verdict/request.hpp"

namespace urilint {
namespace {

// Behind a tunnel is TLS, nearly always; the host and the port are what there is to judge.
constexpr std::string_view kTunnel = "https://";

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

Candidate whole(TextSpan where) {
  Candidate candidate;
  candidate.where = where;
  candidate.context = Segment::Context::line;
  candidate.strict_list = true;
  return candidate;
}

}  // namespace

RequestForm request_form(std::string_view text) noexcept {
  constexpr std::size_t kLongestPort = 5;
  if (text == "*") return RequestForm::asterisk;
  if (text.empty()) return RequestForm::reference;
  if (text.front() == '/') return RequestForm::origin;
  if (!is_digit(text.back())) return RequestForm::reference;
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0) return RequestForm::reference;
  const std::string_view port = text.substr(colon + 1);
  if (port.size() > kLongestPort || !std::all_of(port.begin(), port.end(), is_digit)) {
    return RequestForm::reference;
  }
  const std::string_view host = text.substr(0, colon);
  if (host.find_first_of("/?#@\\") != std::string_view::npos) return RequestForm::reference;
  // A colon in the host is that of an address in brackets, or of a scheme.
  const bool brackets = host.front() == '[' && host.back() == ']';
  if (!brackets && host.find(':') != std::string_view::npos) return RequestForm::reference;
  const UriParts parts = split(text);
  return parts.has(Component::scheme) && parts.scheme_id != 0 ? RequestForm::reference
                                                              : RequestForm::authority;
}

class RequestStream::Impl {
 public:
  Impl(const Setup& setup, const VerdictLimits& limits, bool show_secrets)
      : setup_(setup),
        longest_(limits.size.value_or(VerdictLimits::kRequest)),
        most_reasons_(limits.reasons),
        show_secrets_(show_secrets) {}

  void feed(std::string_view bytes, std::string& answers) {
    lines_.truncate(0);
    Text text;
    text.bytes = bytes;
    lines_.add(std::move(text));
    std::size_t begin = 0;
    while (begin < bytes.size()) {
      const std::size_t end = bytes.find('\n', begin);
      if (end == std::string_view::npos) return keep(bytes.substr(begin));
      if (kept_size_ != 0) {
        keep(bytes.substr(begin, end - begin));
        answer_kept(answers);
      } else {
        std::size_t stop = end;
        if (stop > begin && bytes[stop - 1] == '\r') --stop;
        answer(lines_, {kRawText, static_cast<Off>(begin), static_cast<Off>(stop)}, answers);
      }
      begin = end + 1;
    }
  }

  void finish(std::string& answers) {
    if (kept_size_ != 0) answer_kept(answers);
  }

 private:
  // The beginning of a line that goes on. One byte more than the longest line, and its CR.
  void keep(std::string_view bytes) {
    kept_size_ += bytes.size();
    const std::uint64_t room = longest_ + 2 - kept_.size();
    kept_ += bytes.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), room)));
  }

  void answer_kept(std::string& answers) {
    const bool cut = kept_size_ != kept_.size();
    if (!cut && kept_.ends_with('\r')) kept_.pop_back();
    single_.truncate(0);
    Text text;
    text.bytes = kept_;
    single_.add(std::move(text));
    answer(single_, {kRawText, 0, static_cast<Off>(kept_.size())}, answers);
    kept_size_ = 0;
    kept_.clear();
    // One long line must not hold its memory for ever.
    constexpr std::size_t kKept = std::size_t{1} << 16;
    if (kept_.capacity() > kKept) kept_.shrink_to_fit();
  }

  void answer(Document& document, TextSpan where, std::string& answers) {
    const std::string_view line = document.bytes(where);
    const bool json = line.starts_with('{');
    if (line.size() > longest_) return answer_fault(json, {}, "limit-size", too_long(), answers);
    if (json) return answer_json(line, answers);
    switch (request_form(line)) {
      case RequestForm::asterisk:
        answers += "pass\n";
        break;
      case RequestForm::authority:
        answer_line(made_, made(std::string(kTunnel).append(line)), answers);
        break;
      case RequestForm::origin:
      case RequestForm::reference:
        answer_line(document, where, answers);
        break;
    }
  }

  // A text of its own in `made_`.
  TextSpan made(std::string text) {
    made_.truncate(0);
    made_text_ = std::move(text);
    Text holder;
    holder.bytes = made_text_;
    made_.add(std::move(holder));
    return {kRawText, 0, static_cast<Off>(made_text_.size())};
  }

  // In words: nobody reads messages, so none are made.
  void answer_line(Document& document, TextSpan where, std::string& answers) {
    const Judgement judgement = setup_.engine->judge(document, whole(where), scratch_);
    if (judgement.findings.empty() && !judgement.cut) {
      answers += "pass\n";
    } else {
      Reasons reasons(most_reasons_);
      for (const Finding* finding : choose(setup_, judgement, reasons, chosen_)) {
        const std::string_view id = finding->rule->info->id;
        reasons.add({setup_.verdict_of(id, finding->severity, finding->confidence), id, {}, {}});
      }
      append_line(answers, reasons.take());
      answers += '\n';
    }
    setup_.engine->release(document, scratch_);
  }

  void answer_json(std::string_view line, std::string& answers) {
    const Request request = parse_request(line);
    if (!request.fault.empty()) {
      return answer_fault(true, request.id, "bad-request", std::string(request.fault), answers);
    }
    Reasons reasons(most_reasons_);
    if (request.base && !judge_with_base(request, reasons)) {
      return answer_fault(true, request.id, "bad-request", "the base has no scheme", answers);
    }
    if (!request.base) judge(target_of(request), reasons);
    write(request.id, reasons.take(), answers);
  }

  // The URI of a request that stands for itself; empty: there is none to judge.
  static std::string target_of(const Request& request) {
    const bool tunnel = request.method == "CONNECT";
    const RequestForm form = request_form(*request.uri);
    if (tunnel || (!request.method && form == RequestForm::authority)) {
      return std::string(kTunnel) + *request.uri;
    }
    if (request.method && form == RequestForm::asterisk) return {};
    return *request.uri;
  }

  // RFC 3986 5.2, and for the target of a request RFC 9112 3.3: there `//a/b` is a path. What the
  // reference itself shows counts as well: `..` is gone from the target. False: a bad base.
  bool judge_with_base(const Request& request, Reasons& reasons) {
    const UriParts base = split(std::string_view(*request.base));
    if (!base.has(Component::scheme)) return false;
    if (request.method == "CONNECT" || (request.method && *request.uri == "*")) {
      judge(target_of(request), reasons);
      return true;
    }
    const bool origin = request.method && request_form(*request.uri) == RequestForm::origin;
    if (origin) {
      judge(std::string(base.text().substr(0, base.path_begin)) + *request.uri, reasons);
      return true;
    }
    judge(*request.uri, reasons);
    auto target = resolve(base, split(std::string_view(*request.uri)));
    if (target && *target != *request.uri) judge(std::move(*target), reasons);
    return true;
  }

  void judge(std::string uri, Reasons& reasons) {
    if (uri.empty()) return;
    const TextSpan where = made(std::move(uri));
    const Candidate candidate = whole(where);
    const Judgement judgement = setup_.engine->judge(made_, candidate, scratch_);
    choose(setup_, judgement, reasons, chosen_);
    // What a reference shows is told once, although its target shows it as well.
    std::erase_if(chosen_, [&reasons](const Finding* finding) {
      return reasons.has(finding->rule->info->id);
    });
    if (!chosen_.empty()) {
      Recorder recorder({show_secrets_}, "", [&](Record&& record) {
        reasons.add(reason_of(setup_, std::move(record)));
      });
      recorder.begin_window(made_, Window{});
      recorder.add(candidate, judgement, chosen_);
      recorder.end_window();
    }
    setup_.engine->release(made_, scratch_);
  }

  void answer_fault(bool json, std::string_view id, std::string_view code, std::string message,
                    std::string& answers) {
    Reasons reasons(most_reasons_);
    reasons.add_limit(code, std::move(message));
    const Decision decision = reasons.take();
    if (json) return write(id, decision, answers);
    append_line(answers, decision);
    answers += '\n';
  }

  void write(std::string_view id, const Decision& decision, std::string& answers) {
    json_.begin_object();
    json_.key("id");
    json_.raw(id.empty() ? "null" : id);
    write_members(json_, decision);
    json_.end_object();
    json_.finish(out_);
    answers += out_.text;
    out_.text.clear();
  }

  [[nodiscard]] std::string too_long() const {
    return "the line is longer than " + counted(longest_, "byte");
  }

  const Setup& setup_;
  std::uint64_t longest_;
  std::size_t most_reasons_;
  bool show_secrets_;
  Scratch scratch_;
  Document lines_, single_, made_;
  std::string kept_;             // of a line that goes on, no more than is read of one
  std::uint64_t kept_size_ = 0;  // how long it is
  std::string made_text_;
  std::vector<const Finding*> chosen_;
  JsonWriter json_;
  StringOutput out_;
};

RequestStream::RequestStream(const Setup& setup, const VerdictLimits& limits, bool show_secrets)
    : impl_(std::make_unique<Impl>(setup, limits, show_secrets)) {}
RequestStream::~RequestStream() = default;

void RequestStream::feed(std::string_view bytes, std::string& answers) {
  impl_->feed(bytes, answers);
}
void RequestStream::finish(std::string& answers) { impl_->finish(answers); }

}  // namespace urilint
