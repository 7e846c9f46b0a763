// Delimiters are found in the raw text, each part is decoded once and judged decoded. Reading goes
// on behind an error: mail programs do, too.
#include "urilint/mailto.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "uri/bytes.hpp"
#include "uri/percent.hpp"
#include "uri/table_lookup.hpp"
#include "uri/ucs.hpp"
#include "urilint/reference.hpp"

namespace urilint {
namespace {

constexpr std::array<std::string_view, 11> kErrorNames = {
    "none",  "not-mailto", "invalid-uri", "authority", "address",  "qchar",
    "field", "line-break", "control",     "not-utf8",  "duplicate"};

// RFC 5322 3.6, those of "max number" 1; and the body.
constexpr std::string_view kOnce[] = {"date", "from",       "sender",      "reply-to",
                                      "to",   "cc",         "bcc",         "message-id",
                                      "body", "references", "in-reply-to", "subject"};

// --- addresses (decoded) -------------------------------------------------------------------------

// atext, and what is outside ASCII
bool is_atext(char c) noexcept {
  const std::uint32_t bits = bytes::class_of(c);
  if ((bits & (bytes::kAlpha | bytes::kDigit | bytes::kNonAscii)) != 0) return true;
  return c != '\0' && std::string_view("!#$%&'*+-/=?^_`{|}~").find(c) != std::string_view::npos;
}

// dot-atom-text = 1*atext *("." 1*atext)
bool is_dot_atom(std::string_view text) noexcept {
  bool wants_atom = true;
  for (const char c : text) {
    if (c == '.' ? wants_atom : !is_atext(c)) return false;
    wants_atom = c == '.';
  }
  return !wants_atom;
}

bool is_vchar(char c) noexcept { return c >= 0x21 && c <= 0x7e; }

// The size of the quoted-string at the beginning, without raw white space; 0 if there is none.
std::size_t quoted_size(std::string_view text) noexcept {
  if (!text.starts_with('"')) return 0;
  for (std::size_t at = 1; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"') return at + 1;
    if (c == '\\') {
      // quoted-pair = "\" (VCHAR / WSP)
      if (++at == text.size()) return 0;
      if (is_vchar(text[at]) || text[at] == ' ' || text[at] == '\t') continue;
      return 0;
    }
    if (!is_vchar(c) && (bytes::class_of(c) & bytes::kNonAscii) == 0) return 0;
  }
  return 0;
}

// domain = dot-atom-text / "[" *dtext-no-obs "]"
bool is_mail_domain(std::string_view text) noexcept {
  if (!text.starts_with('[')) return is_dot_atom(text);
  if (text.size() < 2 || text.back() != ']') return false;
  const std::string_view inside = text.substr(1, text.size() - 2);
  return std::all_of(inside.begin(), inside.end(),
                     [](char c) { return is_vchar(c) && c != '[' && c != ']' && c != '\\'; });
}

// Where the `@` between local-part and domain stands; npos if it is no address.
std::size_t at_sign_of(std::string_view address) noexcept {
  const std::size_t quoted = quoted_size(address);
  const std::size_t at = quoted != 0 ? quoted : address.find('@');
  if (at >= address.size() || address[at] != '@') return std::string_view::npos;
  if (quoted == 0 && !is_dot_atom(address.substr(0, at))) return std::string_view::npos;
  return is_mail_domain(address.substr(at + 1)) ? at : std::string_view::npos;
}

// --- fields (decoded) ----------------------------------------------------------------------------

// field-name = 1*ftext, printable ASCII except ":"
bool is_field_name(std::string_view name) noexcept {
  return !name.empty() &&
         std::all_of(name.begin(), name.end(), [](char c) { return is_vchar(c) && c != ':'; });
}

bool is_body(std::string_view name) noexcept { return equals_lower(name, "body"); }

bool has_line_break(std::string_view text) noexcept {
  return text.find_first_of("\r\n") != std::string_view::npos;
}

// True if every CR and LF is a part of CR LF.
bool has_whole_line_breaks(std::string_view text) noexcept {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\n') return false;
    if (text[at] == '\r' && (++at == text.size() || text[at] != '\n')) return false;
  }
  return true;
}

bool has_control(std::string_view text) noexcept {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return (bytes::class_of(c) & bytes::kControl) != 0; });
}

MailtoError judge_text(std::string_view text) noexcept {
  if (!is_utf8(text)) return MailtoError::not_utf8;
  return has_control(text) ? MailtoError::control : MailtoError::none;
}

MailtoError judge_field(const MailtoField& field) noexcept {
  if (has_line_break(field.name)) return MailtoError::line_break;
  if (!is_field_name(field.name)) return MailtoError::field;
  if (!is_body(field.name) && has_line_break(field.value)) return MailtoError::line_break;
  return judge_text(field.value);
}

// True if the field at `index` repeats one before it that a message may have once. Which of kOnce
// have been seen is kept in `seen`.
bool repeats(std::string_view name, std::uint32_t& seen) noexcept {
  for (std::size_t i = 0; i < std::size(kOnce); ++i) {
    if (!equals_lower(name, kOnce[i])) continue;
    const std::uint32_t mark = std::uint32_t{1} << i;
    const bool again = (seen & mark) != 0;
    seen |= mark;
    return again;
  }
  return false;
}

// --- reading -------------------------------------------------------------------------------------

class Reader {
 public:
  explicit Reader(std::string_view uri) : parts_(split(uri)) {}

  MailtoReading read() {
    if (!equals_lower(text_of(parts_, Component::scheme), "mailto")) {
      out_.error = MailtoError::not_mailto;
      out_.where = span_of(parts_, Component::scheme);
      return std::move(out_);
    }
    if (parts_.has(Signal::invalid)) {
      std::array<Violation, 1> first{};
      static_cast<void>(violations(parts_, first));
      complain(MailtoError::invalid_uri, first[0].span);
    }
    if (parts_.has(Component::authority)) {
      complain(MailtoError::authority, span_of(parts_, Component::authority));
    }
    const UriSpan path = span_of(parts_, Component::path);
    if (!path.empty()) each_part(path, ',', [this](UriSpan span) { address(span); });
    if (parts_.has(Component::query)) {
      each_part(span_of(parts_, Component::query), '&', [this](UriSpan span) { field(span); });
    }
    return std::move(out_);
  }

 private:
  [[nodiscard]] std::string_view raw(UriSpan span) const noexcept {
    return parts_.text().substr(span.begin, span.size());
  }

  void complain(MailtoError error, UriSpan where) noexcept {
    if (out_.error != MailtoError::none || error == MailtoError::none) return;
    out_.error = error;
    out_.where = where;
  }

  template <typename Each>
  void each_part(UriSpan whole, char delimiter, Each each) {
    const std::string_view text = parts_.text().substr(0, whole.end);
    for (Off begin = whole.begin;;) {
      const std::size_t found = text.find(delimiter, begin);
      const Off end = found == std::string_view::npos ? whole.end : static_cast<Off>(found);
      each(UriSpan{begin, end});
      if (end == whole.end) return;
      begin = end + 1;
    }
  }

  void require_encoded(UriSpan span, std::string_view delimiters) noexcept {
    const std::size_t found = raw(span).find_first_of(delimiters);
    if (found == std::string_view::npos) return;
    const Off at = span.begin + static_cast<Off>(found);
    complain(MailtoError::qchar, {at, at + 1});
  }

  void address(UriSpan span) {
    require_encoded(span, "/&;=");
    std::string decoded = pct_decode(raw(span));
    if (has_line_break(decoded)) complain(MailtoError::line_break, span);
    complain(judge_text(decoded), span);
    if (!is_mail_address(decoded)) complain(MailtoError::address, span);
    if (!decoded.empty()) out_.mailto.to.push_back(std::move(decoded));
  }

  void field(UriSpan span) {
    const std::size_t equals = raw(span).find('=');
    if (span.empty() || equals == std::string_view::npos) complain(MailtoError::field, span);
    if (span.empty()) return;
    const Off name_end = span.begin + static_cast<Off>(std::min<std::size_t>(equals, span.size()));
    const UriSpan value{std::min(name_end + 1, span.end), span.end};
    MailtoField field{pct_decode(raw({span.begin, name_end})), pct_decode(raw(value))};
    require_encoded({span.begin, name_end}, "/?");
    require_encoded(value, "/?=");
    complain(judge_field(field), span);
    if (!has_whole_line_breaks(field.value)) complain(MailtoError::line_break, value);
    if (repeats(field.name, seen_)) complain(MailtoError::duplicate, span);
    out_.mailto.fields.push_back(std::move(field));
  }

  UriParts parts_;
  MailtoReading out_;
  std::uint32_t seen_ = 0;
};

// --- writing -------------------------------------------------------------------------------------

// qchar without ";" (which item 1 of section 2 has encoded), and without what `but` names.
void append_qchars(std::string& out, std::string_view text, std::string_view but) {
  for (const char c : text) {
    const bool some_delim =
        c != '\0' && std::string_view("!$'()*+,:@").find(c) != std::string_view::npos;
    if ((is_unreserved(c) || some_delim) && but.find(c) == std::string_view::npos) {
      out.push_back(c);
    } else {
      append_triplet(out, c);
    }
  }
}

void append_body(std::string& out, std::string_view text) {
  while (true) {
    const std::size_t end = text.find_first_of("\r\n");
    append_qchars(out, text.substr(0, end), "+");
    if (end == std::string_view::npos) return;
    out += "%0D%0A";
    text.remove_prefix(end + (text.substr(end).starts_with("\r\n") ? 2 : 1));
  }
}

MailtoError append_addresses(std::string& out, const std::vector<std::string>& addresses) {
  bool first = true;
  for (const std::string& address : addresses) {
    const std::size_t at = at_sign_of(address);
    if (!is_mail_address(address)) {
      return is_utf8(address) ? MailtoError::address : MailtoError::not_utf8;
    }
    if (!first) out += ',';
    first = false;
    const std::string_view whole = address;
    append_qchars(out, whole.substr(0, at), ",@");
    out += '@';
    append_qchars(out, whole.substr(at + 1), ",@");
  }
  return MailtoError::none;
}

MailtoError append_fields(std::string& out, const std::vector<MailtoField>& fields) {
  std::uint32_t seen = 0;
  char delimiter = '?';
  for (const MailtoField& field : fields) {
    const MailtoError error = judge_field(field);
    if (error != MailtoError::none) return error;
    if (repeats(field.name, seen)) return MailtoError::duplicate;
    out += delimiter;
    delimiter = '&';
    append_qchars(out, field.name, "+");
    out += '=';
    is_body(field.name) ? append_body(out, field.value) : append_qchars(out, field.value, "+");
  }
  return MailtoError::none;
}

// --- recipients ----------------------------------------------------------------------------------

std::string_view trimmed(std::string_view text) noexcept {
  constexpr std::string_view kSpace = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpace) + 1 - begin);
}

void append_mailbox(std::vector<std::string>& out, std::string_view text) {
  const std::string_view mailbox = trimmed(text);
  if (!mailbox.empty()) out.emplace_back(mailbox);
}

void append_mailboxes(std::vector<std::string>& out, std::string_view list) {
  bool quoted = false;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < list.size(); ++at) {
    if (list[at] == '"') quoted = !quoted;
    if (list[at] == '\\' && quoted) ++at;
    if (at >= list.size() || list[at] != ',' || quoted) continue;
    append_mailbox(out, list.substr(begin, at - begin));
    begin = at + 1;
  }
  append_mailbox(out, list.substr(begin));
}

}  // namespace

std::string_view name_of(MailtoError error) noexcept {
  static_assert(kErrorNames.size() == static_cast<std::size_t>(MailtoError::duplicate) + 1);
  return kErrorNames[static_cast<std::size_t>(error)];
}

MailtoReading parse_mailto(std::string_view uri) { return Reader(uri).read(); }

std::vector<std::string_view> values_of(const Mailto& mailto, std::string_view name) {
  std::vector<std::string_view> out;
  for (const MailtoField& field : mailto.fields) {
    const bool same = field.name.size() == name.size() &&
                      std::equal(name.begin(), name.end(), field.name.begin(),
                                 [](char a, char b) { return to_lower(a) == to_lower(b); });
    if (same) out.emplace_back(field.value);
  }
  return out;
}

std::vector<std::string> recipients_of(const Mailto& mailto) {
  std::vector<std::string> out = mailto.to;
  for (const std::string_view name : {"to", "cc", "bcc"}) {
    for (const std::string_view list : values_of(mailto, name)) append_mailboxes(out, list);
  }
  return out;
}

MailtoText compose_mailto(const Mailto& mailto) {
  MailtoText out{MailtoError::none, "mailto:"};
  out.error = append_addresses(out.uri, mailto.to);
  if (out.ok()) out.error = append_fields(out.uri, mailto.fields);
  if (!out.ok()) out.uri.clear();
  return out;
}

bool is_mail_address(std::string_view text) noexcept {
  return is_utf8(text) && at_sign_of(text) != std::string_view::npos;
}

}  // namespace urilint
