// Each pattern is tried on what it is made from before it is proposed.
#include "config/override_line.hpp"

#include <algorithm>

#include "config/config.hpp"
#include "detect/policy/common.hpp"
#include "engine/policy.hpp"
#include "source/glob.hpp"

namespace urilint {
namespace {

// `\u00e4` or `\U0001f600` for the UTF-8 sequence at `i`, which moves to its last byte; false if
// there is none.
bool append_escape(std::string_view text, std::size_t& i, std::string& out) {
  const auto byte = [&](std::size_t k) -> unsigned {
    return k < text.size() ? static_cast<unsigned char>(text[k]) : 0U;
  };
  const unsigned lead = byte(i);
  const unsigned more = lead < 0x80 ? 0 : lead < 0xc2 ? 4 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
  if (more == 4 || lead > 0xf4) return false;
  char32_t point = more == 0 ? lead : lead & (0x3fU >> more);
  for (unsigned k = 1; k <= more; ++k) {
    if ((byte(i + k) & 0xc0U) != 0x80) return false;
    point = point << 6 | (byte(i + k) & 0x3fU);
  }
  constexpr char32_t kSmallest[] = {0, 0x80, 0x800, 0x10000};
  if (point < kSmallest[more] || point > 0x10ffff || (point >= 0xd800 && point < 0xe000)) {
    return false;
  }
  i += more;
  out += point > 0xffff ? "\\U" : "\\u";
  for (int shift = point > 0xffff ? 28 : 12; shift >= 0; shift -= 4) {
    out += "0123456789abcdef"[point >> shift & 15U];
  }
  return true;
}

// A basic string of TOML. A second `:` or `#` in a row is escaped, too: logs obey such words.
std::optional<std::string> toml_string(std::string_view text) {
  std::string out = "\"";
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool again = (c == ':' || c == '#') && i > 0 && text[i - 1] == c;
    const bool plain =
        static_cast<unsigned char>(c) >= 0x20 && static_cast<unsigned char>(c) < 0x7f;
    if (c == '"' || c == '\\') {
      out.append(1, '\\') += c;
    } else if (plain && !again) {
      out += c;
    } else if (!append_escape(text, i, out)) {
      return std::nullopt;
    }
  }
  return out += '"';
}

// What no string of a configuration may hold: there, and in a name, a wildcard stands for it.
constexpr std::string_view kNoLine("\0\n\r", 3);

std::optional<std::string> path_pattern(std::string_view path) {
  std::string out;
  if (path.find('/') == std::string_view::npos) out += '/';  // else it holds at any depth
  for (const char c : path) {
    const bool special = std::string_view("*?[\\").find(c) != std::string_view::npos;
    const bool edge = out.empty() && (c == '!' || c == '#');
    if (special || edge) out += '\\';
    out += kNoLine.find(c) == std::string_view::npos ? c : '?';
  }
  if (out.ends_with(' ')) out.insert(out.size() - 1, 1, '\\');
  if (path.empty() || out.size() > kConfigTextMax || !Glob(out).matches(path)) return std::nullopt;
  return out;
}

// A name in quotes with a line end, as a pattern: no quotes, and `?` for what would end it.
std::string wild_name(std::string_view quoted) {
  std::string out;
  for (std::size_t i = 1; i + 1 < quoted.size(); ++i) {
    if (quoted[i] == '\\') ++i;
    const bool plain = std::string_view(".[*\"", 4).find(quoted[i]) == std::string_view::npos &&
                       kNoLine.find(quoted[i]) == std::string_view::npos;
    out += plain ? quoted[i] : '?';
  }
  return out;
}

// Names in quotes are exact already; of the others those with a wildcard are put in quotes.
std::optional<std::string> key_pattern(std::string_view key) {
  std::string out;
  for (std::size_t i = 0; i < key.size();) {
    if (key[i] == '"' || key[i] == '[') {
      const bool quoted = key[i] == '"';
      const std::size_t begin = i++;
      for (; i < key.size() && key[i] != (quoted ? '"' : ']'); ++i) {
        if (quoted && key[i] == '\\') ++i;
      }
      i = std::min(i + 1, key.size());
      const std::string_view part = key.substr(begin, i - begin);
      const bool one_line = part.find_first_of(kNoLine) == std::string_view::npos;
      out += quoted && !one_line ? wild_name(part) : std::string(part);
    } else if (key[i] == '.') {
      out += key[i++];
    } else {
      const std::size_t end = std::min(key.find_first_of(".[", i), key.size());
      const std::string_view name = key.substr(i, end - i);
      const bool wild = name.find_first_of("*?") != std::string_view::npos;
      if (wild) out += '"';
      out += name;
      if (wild) out += '"';
      i = end;
    }
  }
  if (key.empty() || out.size() > kConfigTextMax) return std::nullopt;
  // A long key is shown as `…`, a secret in one as `***`: no pattern has its bytes.
  for (const std::string_view hidden : {"***", "\xe2\x80\xa6"}) {
    if (key.find(hidden) != std::string_view::npos) return std::nullopt;
  }
  const auto glob = KeyGlob::parse(out);
  if (!glob || !glob->matches(key)) return std::nullopt;
  return out;
}

std::optional<std::string> host_pattern(std::string_view host) {
  if (host.empty() || host.size() > kConfigTextMax) return std::nullopt;
  if (host.find_first_of("*?/") != std::string_view::npos) return std::nullopt;
  PolicyHosts hosts;
  if (hosts.add(host)) return std::nullopt;
  hosts.finish();
  const detect::OwnedHost own{std::string(host)};
  const PolicyPath path("/");
  if (hosts.find(own.view(), path, PolicyHosts::Forms::any) != PolicyMatch::whole) {
    return std::nullopt;
  }
  return std::string(host);
}

// A selector of an override; empty without a pattern.
std::string selector(std::string_view name, const std::optional<std::string>& pattern) {
  const auto text = pattern ? toml_string(*pattern) : std::nullopt;
  if (!text) return {};
  return std::string(name) + " = [" + *text + "]";
}

}  // namespace

std::optional<std::string> override_line(const OverridePlace& place, std::string_view rule) {
  const std::string paths = selector(" paths", path_pattern(place.path));
  const auto ids = toml_string(rule);
  if (paths.empty() || !ids) return std::nullopt;
  std::string narrower = selector(" keys", key_pattern(place.key));
  if (narrower.empty()) narrower = selector(" hosts", host_pattern(place.host));
  return "[[override]]" + paths + narrower + " ignore = [" + *ids + "]";
}

}  // namespace urilint
