// The first bytes end the look at most values. Then the authority is read label by label, and its
// last label is looked up: XPath, labels of build systems and file names have none of those.
#include "document/schemeless_value.hpp"

#include <algorithm>
#include <iterator>

#include "document/chars.hpp"
#include "tables/file-endings.hpp"
#include "tables/host-endings.hpp"
#include "tables/internal-names.hpp"
#include "uri/table_lookup.hpp"

namespace urilint::reading {
namespace {

constexpr std::size_t kNone = std::string_view::npos;
constexpr std::size_t kLongestPrefix = 64;
constexpr std::size_t kLongestUser = 128;
constexpr std::size_t kLongestName = 254;
constexpr std::size_t kLongestLiteral = 48;

/// RFC 2606: in examples, and in the tests of those who wrote them.
constexpr std::string_view kReserved[] = {"example", "test", "invalid"};

constexpr ByteSet kUser{[](char c) {
  return is_alnum(c) || !is_ascii(c) ||
         std::string_view("-._~!$&'*+,;=:%").find(c) != std::string_view::npos;
}};
constexpr ByteSet kLabel{
    [](char c) { return is_alnum(c) || c == '-' || c == '_' || !is_ascii(c); }};
/// What XPath, patterns and code have behind a name; in a URL they are rare.
constexpr ByteSet kCode("()[]*|<>^\"'`");

constexpr bool is_either_slash(char c) noexcept { return c == '/' || c == '\\'; }

/// Behind `NAME=`, `-o=` or `--option=`, or 0.
std::size_t prefix_end(std::string_view value) noexcept {
  std::size_t i = value.substr(0, 2) == "--" ? 2 : at(value, 0) == '-' ? 1 : 0;
  const bool option = i != 0;
  if (!is_alpha(at(value, i)) && at(value, i) != '_') return 0;
  const auto is_name = [option](char c) {
    return is_alnum(c) || c == '_' || (option && (c == '-' || c == '.'));
  };
  while (i < kLongestPrefix && is_name(at(value, i))) ++i;
  return at(value, i) == '=' ? i + 1 : 0;
}

/// The labels of a name, or what looks like one.
struct Name {
  std::size_t end = 0;     ///< 0: there is none; a full stop behind it belongs to it
  std::size_t labels = 0;  ///< …
  std::size_t last = 0;    ///< where the last one begins
  std::size_t stop = 0;    ///< … and ends
  bool numeric = true;     ///< all are numbers, decimal or hexadecimal
  bool hexadecimal = false;
};

bool is_hexadecimal(std::string_view label) noexcept {
  return label.size() > 2 && label[0] == '0' && (label[1] | 0x20) == 'x' &&
         std::all_of(label.begin() + 2, label.end(), is_hex);
}

bool add_label(std::string_view label, Name& name) noexcept {
  if (label.empty() || label.front() == '-' || label.back() == '-') return false;
  ++name.labels;
  const bool hexadecimal = is_hexadecimal(label);
  name.hexadecimal = name.hexadecimal || hexadecimal;
  name.numeric = name.numeric && (hexadecimal || std::all_of(label.begin(), label.end(), is_digit));
  return true;
}

Name name_at(std::string_view text, std::size_t begin) noexcept {
  Name name;
  const std::size_t limit = std::min(text.size(), begin + kLongestName);
  for (std::size_t i = begin;; ++i) {
    name.last = i;
    while (i < limit && kLabel.has(text[i])) ++i;
    if (!add_label(text.substr(name.last, i - name.last), name)) return {};
    name.stop = name.end = i;
    if (at(text, i) != '.') return name;
    if (i + 1 >= limit || !kLabel.has(text[i + 1])) {
      name.end = i + 1;
      return name;
    }
  }
}

/// The end of `[…]` with the bytes of an IPv6 address, or 0.
std::size_t literal_end(std::string_view text, std::size_t begin) noexcept {
  const std::size_t close = text.substr(begin, kLongestLiteral).find(']');
  if (close == kNone) return 0;
  const std::string_view inside = text.substr(begin + 1, close - 1);
  const bool fits = std::all_of(inside.begin(), inside.end(),
                                [](char c) { return is_hex(c) || c == ':' || c == '.'; });
  return fits && std::count(inside.begin(), inside.end(), ':') >= 2 ? begin + close + 1 : 0;
}

/// The end of the value, a port, a path, a query or a fragment.
bool ends_authority(std::string_view text, std::size_t i) noexcept {
  if (at(text, i) == ':') {
    const std::size_t port = i + 1;
    for (++i; is_digit(at(text, i));) ++i;
    if (i == port && i >= text.size()) return false;
  }
  return i >= text.size() || std::string_view("/?#\\").find(text[i]) != kNone;
}

bool is_file_ending(std::string_view ending) noexcept {
  return find_row(tables::kFileEndings, tables::kFileEndingsIndex, hash_lower(ending), ending,
                  [](const tables::FileEndingsRow& r) { return r.ending; }) != nullptr;
}

/// What is known of the last label: nothing, that it may be an ordinary word or short for one
/// (`id`, `is`), or that it ends names of hosts.
enum class Ending { unknown, word, known };

Ending ending_of(std::string_view ending) noexcept {
  if (ending.starts_with("xn--") || !is_ascii(ending[0])) return Ending::known;
  const std::uint32_t hash = hash_lower(ending);
  const auto* row = find_row(tables::kHostEndings, tables::kHostEndingsIndex, hash, ending,
                             [](const tables::HostEndingsRow& r) { return r.suffix; });
  if (row != nullptr) return row->kind == "known" ? Ending::known : Ending::word;
  const bool reserved =
      std::any_of(std::begin(kReserved), std::end(kReserved),
                  [ending](std::string_view one) { return equals_lower(ending, one); });
  if (reserved) return Ending::known;
  const auto* inner = find_row(tables::kInternalNames, tables::kInternalNamesIndex, hash, ending,
                               [](const tables::InternalNamesRow& r) { return r.host; });
  return inner != nullptr && inner->kind == "network" ? Ending::word : Ending::unknown;
}

/// True if the name at the end of an authority is a host by its looks. `rest`: what follows.
bool is_host(std::string_view text, const Name& name, std::string_view rest) noexcept {
  if (name.labels < 2) return false;
  if (name.numeric) return name.hexadecimal || name.labels == 4;
  const std::string_view last = text.substr(name.last, name.stop - name.last);
  const Ending ending = ending_of(last);
  if (ending == Ending::known) return true;
  if (ending == Ending::unknown) return false;
  // `//setup.py`, `//user.name/text()`
  if (name.labels == 2 && rest.empty() && is_file_ending(last)) return false;
  return kCode.find(rest, 0) == rest.size();
}

/// Behind the `@` of userinfo that begins at `begin`, or `begin`.
std::size_t user_end(std::string_view text, std::size_t begin) noexcept {
  const std::size_t limit = std::min(text.size(), begin + kLongestUser);
  std::size_t i = begin;
  while (i < limit && kUser.has(text[i])) ++i;
  return i > begin && at(text, i) == '@' ? i + 1 : begin;
}

/// One word, and no port.
bool is_scp_path(std::string_view path) noexcept {
  if (path.empty() || path.starts_with("//")) return false;
  if (kCode.find(path, 0) != path.size()) return false;
  if (std::any_of(path.begin(), path.end(), is_space)) return false;
  return !std::all_of(path.begin(), path.end(), is_digit);
}

}  // namespace

NetworkPath network_path_url(std::string_view value) noexcept {
  if (!is_either_slash(at(value, 0)) || !is_either_slash(at(value, 1))) return {};
  std::size_t i = 2;
  while (is_either_slash(at(value, i))) ++i;
  return i < value.size() && !is_space(value[i]) ? NetworkPath{0, 2} : NetworkPath{};
}

NetworkPath network_path_value(std::string_view value) noexcept {
  const std::size_t begin = at(value, 0) == '/' ? 0 : prefix_end(value);
  if (value.substr(begin, 2) != "//") return {};
  const std::size_t host = user_end(value, begin + 2);
  if (at(value, host) == '[') {
    const std::size_t end = literal_end(value, host);
    return end != 0 && ends_authority(value, end) ? NetworkPath{begin, end} : NetworkPath{};
  }
  const Name name = name_at(value, host);
  if (name.end == 0 || !ends_authority(value, name.end)) return {};
  const std::string_view rest = value.substr(name.end, kLongestName);
  return is_host(value, name, rest) ? NetworkPath{begin, name.end} : NetworkPath{};
}

std::size_t scp_colon(std::string_view value, std::string_view key) noexcept {
  static constexpr ByteSet kAccount{
      [](char c) { return is_alnum(c) || c == '-' || c == '_' || c == '.' || c == '+'; }};
  const std::size_t limit = std::min(value.size(), kLongestUser);
  std::size_t sign = 0;
  while (sign < limit && kAccount.has(value[sign])) ++sign;
  if (sign == 0 || at(value, sign) != '@') return 0;
  const bool literal = at(value, sign + 1) == '[';
  const Name name = literal ? Name{} : name_at(value, sign + 1);
  const std::size_t colon = literal ? literal_end(value, sign + 1) : name.end;
  if (colon == 0 || at(value, colon) != ':') return 0;
  const std::string_view path = value.substr(colon + 1);
  const bool slash = path.find('/') != kNone;
  const bool meant =
      value.substr(0, sign) == "git" || path.ends_with(".git") || (key.ends_with(".url") && slash);
  if (!meant || !is_scp_path(path)) return 0;
  return literal || is_host(value, name, path.substr(0, kLongestName)) ? colon : 0;
}

}  // namespace urilint::reading
