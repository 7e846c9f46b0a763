// One function a state, as the standard names them; each eats as many bytes as it can. The path is
// kept as text, one `/` before each segment, so that shortening it cuts at the last `/`.
#include "interpret/whatwg_parser.hpp"

#include <algorithm>

#include "interpret/whatwg_encode.hpp"
#include "interpret/whatwg_host.hpp"
#include "uri/bytes.hpp"

namespace urilint::whatwg {
namespace {

struct SpecialScheme {
  std::string_view name;
  std::optional<std::uint16_t> port;
};
constexpr SpecialScheme kSpecialSchemes[] = {
    {"https", 443}, {"http", 80}, {"file", std::nullopt}, {"ws", 80}, {"wss", 443}, {"ftp", 21},
};

const SpecialScheme* find_special(std::string_view scheme) noexcept {
  for (const SpecialScheme& special : kSpecialSchemes) {
    if (special.name == scheme) return &special;
  }
  return nullptr;
}

bool is_alpha(char c) noexcept { return (bytes::class_of(c) & bytes::kAlpha) != 0; }
bool is_digit(char c) noexcept { return (bytes::class_of(c) & bytes::kDigit) != 0; }

bool is_drive_letter(std::string_view text) noexcept {
  return text.size() == 2 && is_alpha(text[0]) && (text[1] == ':' || text[1] == '|');
}
bool is_normalized_drive_letter(std::string_view text) noexcept {
  return is_drive_letter(text) && text[1] == ':';
}
bool starts_with_drive_letter(std::string_view text) noexcept {
  if (!is_drive_letter(text.substr(0, 2))) return false;
  return text.size() == 2 || std::string_view("/\\?#").find(text[2]) != std::string_view::npos;
}

// How many dots a segment stands for, `%2e` included, if it is nothing else; else 0.
std::size_t dots_of(std::string_view segment) noexcept {
  std::size_t dots = 0;
  if (segment.size() > 6) return 0;
  while (!segment.empty()) {
    if (segment.front() == '.') {
      segment.remove_prefix(1);
    } else if (segment.size() >= 3 && segment[0] == '%' && segment[1] == '2' &&
               to_lower(segment[2]) == 'e') {
      segment.remove_prefix(3);
    } else {
      return 0;
    }
    ++dots;
  }
  return dots <= 2 ? dots : 0;
}

std::string_view first_segment(std::string_view path) noexcept {
  if (path.empty()) return {};
  path.remove_prefix(1);
  return path.substr(0, path.find('/'));
}

bool has_credentials(const WhatwgUrl& url) noexcept {
  return !url.username.empty() || !url.password.empty();
}

class Parser {
 public:
  Parser(const CleanText& text, const WhatwgUrl* base, WhatwgUrl& url, Errors& errors)
      : in_(text.text()), base_(base), url_(&url), errors_(&errors) {}

  Outcome run(State state, bool override_given) {
    state_ = state;
    override_ = override_given;
    only_hostname_ = state == State::hostname;
    special_ = is_special(url_->scheme);
    Step step = Step::go_on;
    while (step == Step::go_on) step = run_state();
    return step == Step::failure ? Outcome::failure : Outcome::success;
  }

 private:
  enum class Step : std::uint8_t { go_on, done, failure };

  Step run_state() {
    switch (state_) {
      case State::scheme_start:
        return scheme();
      case State::no_scheme:
        return no_scheme();
      case State::special_relative_or_authority:
        return special_relative_or_authority();
      case State::path_or_authority:
        return path_or_authority();
      case State::relative:
        return relative();
      case State::relative_slash:
        return relative_slash();
      case State::special_authority_slashes:
        return special_authority_slashes();
      case State::special_authority_ignore_slashes:
        return special_authority_ignore_slashes();
      case State::authority:
        return authority();
      case State::host:
      case State::hostname:
        return host();
      case State::port:
        return port();
      case State::file:
        return file();
      case State::file_slash:
        return file_slash();
      case State::file_host:
        return file_host();
      case State::path_start:
        return path_start();
      case State::path:
        return path();
      case State::opaque_path:
        return opaque_path();
      case State::query:
        return query();
      case State::fragment:
        return fragment();
    }
    return Step::failure;
  }

  // --- reading ---
  [[nodiscard]] bool at_end(std::size_t at) const noexcept { return at >= in_.size(); }
  [[nodiscard]] bool is(std::size_t at, char c) const noexcept {
    return at < in_.size() && in_[at] == c;
  }
  [[nodiscard]] bool is_slash(std::size_t at) const noexcept {
    return is(at, '/') || (special_ && is(at, '\\'));
  }
  // The first byte of `set` from `at` on, or the end of the text.
  [[nodiscard]] std::size_t scan(std::size_t at, unsigned set) const noexcept {
    while (at < in_.size() && !is_in(in_[at], set)) ++at;
    return at;
  }
  [[nodiscard]] unsigned slashes() const noexcept {
    return special_ ? kSlash | kBackslash : static_cast<unsigned>(kSlash);
  }
  // The end of the authority, of the host …: a slash, `?`, `#` or the end of the text.
  [[nodiscard]] std::size_t delimiter_from(std::size_t at) const noexcept {
    return scan(at, slashes() | kQueryOrFragment);
  }
  [[nodiscard]] std::string_view slice(std::size_t begin, std::size_t end) const noexcept {
    return in_.substr(begin, end - begin);
  }

  // --- errors ---
  // The code point at `at`, or the end.
  [[nodiscard]] std::size_t unit_end(std::size_t at) const noexcept {
    return at_end(at) ? at : std::min(in_.size(), at + code_point_at(in_, at).size);
  }
  void note(std::string_view name, std::size_t at) { errors_->add(name, at, unit_end(at)); }
  Step fail(std::string_view name, std::size_t at) { return fail(name, at, unit_end(at)); }
  Step fail(std::string_view name, std::size_t begin, std::size_t end) {
    errors_->fail(name, begin, end);
    return Step::failure;
  }
  void note_bad_units(std::size_t begin, std::size_t end) {
    for (std::size_t at = begin; at < end;) {
      if (!is_in(in_[at], kNotUrlUnit) && in_[at] != '%') {
        ++at;
        continue;
      }
      const std::size_t size = bad_unit_at(in_, at);
      if (size != 0) errors_->add(error::kInvalidUrlUnit, at, at + size);
      at += size != 0 ? size : in_[at] == '%' ? 1 : code_point_at(in_, at).size;
    }
  }
  void note_if_backslash(std::size_t at) {
    if (is(at, '\\')) note(error::kInvalidReverseSolidus, at);
  }

  // --- steps ---
  Step go(State state, std::size_t at) {
    state_ = state;
    at_ = at;
    return Step::go_on;
  }
  void take_authority_of(const WhatwgUrl& other) {
    url_->username = other.username;
    url_->password = other.password;
    url_->host = other.host;
    url_->port = other.port;
  }
  void set_scheme(std::string_view scheme) {
    url_->scheme = scheme;
    special_ = is_special(scheme);
  }
  // Without the normalised drive letter that is all of a file URL's path.
  void shorten_path() {
    std::string& path = url_->path;
    if (url_->scheme == "file" && path.size() == 3 &&
        is_normalized_drive_letter(std::string_view(path).substr(1))) {
      return;
    }
    const std::size_t slash = path.rfind('/');
    if (slash != std::string::npos) path.resize(slash);
  }
  Step start_query(std::size_t at) {
    url_->query.emplace();
    return go(State::query, at);
  }
  Step start_fragment(std::size_t at) {
    url_->fragment.emplace();
    return go(State::fragment, at);
  }
  // What may follow a path.
  Step after_path(std::size_t at) {
    if (is(at, '?')) return start_query(at + 1);
    if (is(at, '#')) return start_fragment(at + 1);
    return Step::done;
  }

  // --- the states ---
  Step scheme() {
    std::size_t end = 0;
    if (!in_.empty() && is_alpha(in_[0])) {
      while (!at_end(end) && (bytes::class_of(in_[end]) & bytes::kNotScheme) == 0) ++end;
    }
    // Behind the value of a setter stands a `:`, which the setter adds.
    if (end == 0 || !is(end, ':')) return override_ ? Step::failure : go(State::no_scheme, 0);
    std::string name(slice(0, end));
    std::transform(name.begin(), name.end(), name.begin(), to_lower);
    if (override_) {
      change_scheme(name);
      return Step::done;
    }
    set_scheme(name);
    return after_scheme(end + 1);
  }

  void change_scheme(const std::string& name) {
    if (special_ != is_special(name)) return;
    if (name == "file" && (has_credentials(*url_) || url_->port)) return;
    if (url_->scheme == "file" && url_->host && url_->host->empty()) return;
    set_scheme(name);
    if (url_->port && url_->port == default_port(name)) url_->port.reset();
  }

  Step after_scheme(std::size_t at) {
    if (url_->scheme == "file") {
      if (!is(at, '/') || !is(at + 1, '/')) note(error::kMissingFollowingSolidus, at);
      return go(State::file, at);
    }
    if (special_) {
      const bool same = base_ != nullptr && base_->scheme == url_->scheme;
      return go(same ? State::special_relative_or_authority : State::special_authority_slashes, at);
    }
    if (is(at, '/')) return go(State::path_or_authority, at + 1);
    url_->opaque_path = true;
    return go(State::opaque_path, at);
  }

  Step no_scheme() {
    if (base_ == nullptr || (base_->opaque_path && !is(0, '#'))) {
      return fail(error::kMissingScheme, 0);
    }
    if (!base_->opaque_path) {
      return go(base_->scheme == "file" ? State::file : State::relative, 0);
    }
    set_scheme(base_->scheme);
    url_->path = base_->path;
    url_->opaque_path = true;
    url_->query = base_->query;
    return start_fragment(1);
  }

  Step special_relative_or_authority() {
    if (is(at_, '/') && is(at_ + 1, '/')) {
      return go(State::special_authority_ignore_slashes, at_ + 2);
    }
    note(error::kMissingFollowingSolidus, at_);
    return go(State::relative, at_);
  }

  Step path_or_authority() {
    return is(at_, '/') ? go(State::authority, at_ + 1) : go(State::path, at_);
  }

  Step relative() {
    set_scheme(base_->scheme);
    if (is_slash(at_)) {
      note_if_backslash(at_);
      return go(State::relative_slash, at_ + 1);
    }
    take_authority_of(*base_);
    url_->path = base_->path;
    if (is(at_, '?')) return start_query(at_ + 1);
    url_->query = base_->query;
    if (is(at_, '#')) return start_fragment(at_ + 1);
    if (at_end(at_)) return Step::done;
    url_->query.reset();
    shorten_path();
    return go(State::path, at_);
  }

  Step relative_slash() {
    if (is_slash(at_)) {
      if (!special_) return go(State::authority, at_ + 1);
      note_if_backslash(at_);
      return go(State::special_authority_ignore_slashes, at_ + 1);
    }
    take_authority_of(*base_);
    return go(State::path, at_);
  }

  Step special_authority_slashes() {
    const bool both = is(at_, '/') && is(at_ + 1, '/');
    if (!both) note(error::kMissingFollowingSolidus, at_);
    return go(State::special_authority_ignore_slashes, both ? at_ + 2 : at_);
  }

  Step special_authority_ignore_slashes() {
    std::size_t at = at_;
    for (; is(at, '/') || is(at, '\\'); ++at) note(error::kMissingFollowingSolidus, at);
    return go(State::authority, at);
  }

  // The last `@` ends the credentials; the others are part of them, percent-encoded.
  Step authority() {
    const std::size_t end = delimiter_from(at_);
    const std::string_view text = slice(at_, end);
    const std::size_t last = text.rfind('@');
    if (last == std::string_view::npos) return go(State::host, at_);
    for (std::size_t i = text.find('@'); i != std::string_view::npos; i = text.find('@', i + 1)) {
      note(error::kInvalidCredentials, at_ + i);
    }
    const std::string_view credentials = text.substr(0, last);
    const std::size_t colon = credentials.find(':');
    append_encoded(url_->username, credentials.substr(0, colon), kUserinfo);
    if (colon != std::string_view::npos) {
      append_encoded(url_->password, credentials.substr(colon + 1), kUserinfo);
    }
    if (last + 1 == text.size()) return fail(error::kHostMissing, end);
    return go(State::host, at_ + last + 1);
  }

  // The first `:` outside brackets, or `end`.
  [[nodiscard]] std::size_t port_colon(std::size_t begin, std::size_t end) const noexcept {
    bool inside = false;
    for (std::size_t at = begin; at < end; ++at) {
      if (in_[at] == '[') inside = true;
      if (in_[at] == ']') inside = false;
      if (in_[at] == ':' && !inside) return at;
    }
    return end;
  }

  Step host() {
    if (override_ && url_->scheme == "file") return go(State::file_host, at_);
    const std::size_t end = port_colon(at_, delimiter_from(at_));
    const bool colon = is(end, ':');
    if (end == at_ && (colon || special_)) return fail(error::kHostMissing, end);
    if (colon && only_hostname_) return Step::failure;
    if (end == at_ && override_ && (has_credentials(*url_) || url_->port)) return Step::failure;
    if (!set_host(end)) return Step::failure;
    if (colon) return go(State::port, end + 1);
    return override_ ? Step::done : go(State::path_start, end);
  }

  bool set_host(std::size_t end) {
    std::optional<std::string> parsed =
        parse_host(slice(at_, end), special_ ? HostRule::domain : HostRule::opaque,
                   HostErrors{errors_, at_, end});
    if (!parsed) return false;
    url_->host = std::move(parsed);
    return true;
  }

  Step port() {
    std::size_t end = at_;
    std::uint32_t value = 0;
    for (; !at_end(end) && is_digit(in_[end]); ++end) {
      value = std::min<std::uint32_t>(value * 10 + static_cast<unsigned>(in_[end] - '0'), 65536);
    }
    const bool ends = at_end(end) || is_slash(end) || is(end, '?') || is(end, '#');
    if (!ends && !override_) return fail(error::kPortInvalid, end);
    if (end != at_) {
      if (value > 65535) return fail(error::kPortOutOfRange, at_, end);
      const auto port = static_cast<std::uint16_t>(value);
      url_->port = port;
      if (url_->port == default_port(url_->scheme)) url_->port.reset();
    }
    return override_ ? Step::done : go(State::path_start, end);
  }

  Step file() {
    set_scheme("file");
    url_->host = "";
    if (is_slash(at_)) {
      note_if_backslash(at_);
      return go(State::file_slash, at_ + 1);
    }
    if (base_ == nullptr || base_->scheme != "file") return go(State::path, at_);
    url_->host = base_->host;
    url_->path = base_->path;
    if (is(at_, '?')) return start_query(at_ + 1);
    url_->query = base_->query;
    if (is(at_, '#')) return start_fragment(at_ + 1);
    if (at_end(at_)) return Step::done;
    url_->query.reset();
    if (starts_with_drive_letter(in_.substr(at_))) {
      note(error::kFileDriveLetter, at_);
      url_->path.clear();
    } else {
      shorten_path();
    }
    return go(State::path, at_);
  }

  Step file_slash() {
    if (is_slash(at_)) {
      note_if_backslash(at_);
      return go(State::file_host, at_ + 1);
    }
    if (base_ != nullptr && base_->scheme == "file") {
      url_->host = base_->host;
      const std::string_view first = first_segment(base_->path);
      if (!starts_with_drive_letter(in_.substr(std::min(at_, in_.size()))) &&
          is_normalized_drive_letter(first)) {
        url_->path.append("/").append(first);
      }
    }
    return go(State::path, at_);
  }

  Step file_host() {
    const std::size_t end = delimiter_from(at_);
    const std::string_view text = slice(at_, end);
    if (!override_ && is_drive_letter(text)) {
      errors_->add(error::kFileDriveLetterHost, at_, end);
      // The letter is the beginning of the path; the path state does not look at its units again.
      units_noted_ = end;
      return go(State::path, at_);
    }
    if (text.empty()) {
      url_->host = "";
    } else {
      if (!set_host(end)) return Step::failure;
      if (url_->host == "localhost") url_->host = "";
    }
    return override_ ? Step::done : go(State::path_start, end);
  }

  Step path_start() {
    if (special_) {
      note_if_backslash(at_);
      return go(State::path, is_slash(at_) ? at_ + 1 : at_);
    }
    if (!override_ && (is(at_, '?') || is(at_, '#'))) return after_path(at_);
    if (!at_end(at_)) return go(State::path, is(at_, '/') ? at_ + 1 : at_);
    if (override_ && !url_->host) url_->path += '/';
    return Step::done;
  }

  // The end of a segment. In a setter, `?` and `#` are part of it.
  [[nodiscard]] std::size_t segment_end(std::size_t at) const noexcept {
    return override_ ? scan(at, slashes()) : delimiter_from(at);
  }

  Step path() {
    for (;;) {
      const std::size_t end = segment_end(at_);
      note_bad_units(std::max(at_, units_noted_), end);
      const bool slash = is_slash(end);
      if (slash) note_if_backslash(end);
      add_segment(slice(at_, end), slash);
      if (!slash) return after_path(end);
      at_ = end + 1;
    }
  }

  void add_segment(std::string_view segment, bool slash_follows) {
    const std::size_t dots = dots_of(segment);
    if (dots == 2) shorten_path();
    if (dots != 0) {
      if (!slash_follows) url_->path += '/';
      return;
    }
    const bool drive = url_->scheme == "file" && url_->path.empty() && is_drive_letter(segment);
    url_->path += '/';
    append_encoded(url_->path, segment, kPath);
    if (drive) url_->path.back() = ':';
  }

  // A space right before `?` or `#` would be lost when the URL is taken apart.
  Step opaque_path() {
    const std::size_t end = scan(at_, kQueryOrFragment);
    note_bad_units(at_, end);
    append_encoded(url_->path, slice(at_, end), kC0Control);
    if (end != in_.size() && end != at_ && in_[end - 1] == ' ') {
      url_->path.back() = '%';
      url_->path += "20";
    }
    return after_path(end);
  }

  Step query() {
    const std::size_t found = override_ ? std::string_view::npos : in_.find('#', at_);
    const std::size_t end = found == std::string_view::npos ? in_.size() : found;
    note_bad_units(at_, end);
    append_encoded(*url_->query, slice(at_, end), special_ ? kSpecialQuery : kQuery);
    return end == in_.size() ? Step::done : start_fragment(end + 1);
  }

  Step fragment() {
    note_bad_units(at_, in_.size());
    append_encoded(*url_->fragment, in_.substr(at_), kFragment);
    return Step::done;
  }

  std::string_view in_;
  const WhatwgUrl* base_;
  WhatwgUrl* url_;
  Errors* errors_;
  State state_{};
  bool override_ = false;
  bool only_hostname_ = false;
  bool special_ = false;
  std::size_t at_ = 0;
  std::size_t units_noted_ = 0;
};

}  // namespace

bool is_special(std::string_view scheme) noexcept { return find_special(scheme) != nullptr; }

std::optional<std::uint16_t> default_port(std::string_view scheme) noexcept {
  const SpecialScheme* const special = find_special(scheme);
  return special != nullptr ? special->port : std::nullopt;
}

Outcome parse_basic(const CleanText& text, const WhatwgUrl* base, WhatwgUrl& url, Errors& errors) {
  errors.add_source(error::kInvalidUrlUnit, text.trimmed());
  errors.add_source(error::kInvalidUrlUnit, text.removed());
  return Parser(text, base, url, errors).run(State::scheme_start, false);
}

Outcome parse_override(const CleanText& text, State state, WhatwgUrl& url, Errors& errors) {
  return Parser(text, nullptr, url, errors).run(state, true);
}

}  // namespace urilint::whatwg
