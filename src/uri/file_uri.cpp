// The URI is split, judged component by component, and its path decoded segment by segment, so that
// nothing decoded can act as a separator.
#include "urilint/file_uri.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>

#include "uri/bytes.hpp"
#include "uri/ip_literal.hpp"
#include "uri/table_lookup.hpp"
#include "uri/ucs.hpp"
#include "urilint/reference.hpp"

namespace urilint {
namespace {

constexpr std::array<std::string_view, 16> kErrorNames = {
    "none",     "not-file",    "invalid-uri",       "not-absolute", "userinfo",
    "port",     "query",       "fragment",          "remote-host",  "bad-host",
    "no-share", "device-path", "encoded-separator", "encoded-nul",  "forbidden-character",
    "not-utf8"};

bool is_letter(char c) noexcept { return (bytes::class_of(c) & bytes::kAlpha) != 0; }

// drive-letter = ALPHA ":" / ALPHA "|"
bool begins_with_drive(std::string_view path) noexcept {
  return path.size() >= 2 && is_letter(path[0]) && (path[1] == ':' || path[1] == '|');
}

bool is_file_scheme(const UriParts& parts) noexcept {
  return parts.has(Component::scheme) && equals_lower(text_of(parts, Component::scheme), "file");
}

bool is_local_name(std::string_view host) noexcept {
  return host.empty() || equals_lower(host, "localhost");
}

// The drive's `|` as `:` (RFC 8089 E.2.2); everything else is judged as it stands.
std::string with_colon_drive(const UriParts& parts) {
  std::string out(parts.text());
  const std::string_view path = text_of(parts, Component::path);
  const std::size_t slash = path.starts_with('/') ? 1 : 0;
  if (begins_with_drive(path.substr(slash))) {
    out[span_of(parts, Component::path).begin + slash + 1] = ':';
  }
  return out;
}

FileUriError judge_components(const UriParts& parts) noexcept {
  if (!is_file_scheme(parts)) return FileUriError::not_file;
  if (parts.has(Signal::invalid)) return FileUriError::invalid_uri;
  if (parts.has(Component::userinfo)) return FileUriError::userinfo;
  if (parts.has(Component::port)) return FileUriError::port;
  if (parts.has(Component::query)) return FileUriError::query;
  if (parts.has(Component::fragment)) return FileUriError::fragment;
  return FileUriError::none;
}

// --- Windows names ------------------------------------------------------------------------------

constexpr bool is_windows_separator(char c) noexcept { return c == '/' || c == '\\'; }

FileUriError judge_windows_segment(std::string_view name, bool last) noexcept {
  if (!is_utf8(name)) return FileUriError::not_utf8;
  for (const char c : name) {
    if (c == '\0') return FileUriError::encoded_nul;
    if (is_windows_separator(c)) return FileUriError::encoded_separator;
    const bool stream = c == ':' && last;
    if (static_cast<unsigned char>(c) < 0x20 ||
        (!stream && std::string_view("\"*:<>?|").find(c) != std::string_view::npos)) {
      return FileUriError::forbidden_character;
    }
  }
  return FileUriError::none;
}

bool is_dots(std::string_view name) noexcept { return name == "." || name == ".."; }

// A server: letters, digits, `-`, `_`, `.` and UTF-8; not `.`, which would name devices.
bool is_server_name(std::string_view host) noexcept {
  const bool fits = std::all_of(host.begin(), host.end(), [](char c) {
    const std::uint32_t bits = bytes::class_of(c);
    return (bits & bytes::kNotLdh) == 0 || c == '_' || (bits & bytes::kNonAscii) != 0;
  });
  const bool only_dots = host.find_first_not_of('.') == std::string_view::npos;
  return fits && !only_dots && is_utf8(host);
}

bool is_ipv6_literal(std::string_view host) noexcept {
  return host.size() > 2 && host.front() == '[' && host.back() == ']' &&
         is_ipv6_address(host.substr(1, host.size() - 2));
}

// `[2001:db8::1]` as `2001-db8--1.ipv6-literal.net`; empty if it is no server.
std::string server_of(std::string_view host, HostKind kind) {
  if (kind == HostKind::ipv6) {
    std::string out(host.substr(1, host.size() - 2));
    std::replace(out.begin(), out.end(), ':', '-');
    return out + ".ipv6-literal.net";
  }
  std::string out = pct_decode(host);
  return is_server_name(out) ? out : std::string();
}

// Appends the segments of `path` (which begins with its first segment), decoded and judged.
FileUriError append_windows(std::string& out, std::string_view path) {
  for (bool more = true; more;) {
    const std::size_t end = path.find('/');
    more = end != std::string_view::npos;
    const std::string name = pct_decode(path.substr(0, end));
    const FileUriError error = judge_windows_segment(name, !more);
    if (error != FileUriError::none) return error;
    out += name;
    if (more) {
      out += '\\';
      path.remove_prefix(end + 1);
    }
  }
  return FileUriError::none;
}

FilePath failed(FileUriError error, std::string host = {}) { return {error, {}, std::move(host)}; }

// `path` begins with the drive letter.
FilePath drive_path(std::string_view path) {
  if (path.size() < 3 || path[2] != '/') return failed(FileUriError::not_absolute);
  FilePath out;
  out.path.assign({path[0], ':', '\\'});
  out.error = append_windows(out.path, path.substr(3));
  return out.ok() ? out : failed(out.error);
}

// `path` begins with the slash behind the host.
FilePath unc_path(std::string_view host, HostKind kind, std::string_view path) {
  FilePath out;
  out.host = server_of(host, kind);
  if (out.host.empty()) return failed(FileUriError::bad_host);
  if (path.starts_with('/')) path.remove_prefix(1);
  const std::string share = pct_decode(path.substr(0, path.find('/')));
  if (share.empty() || is_dots(share)) return failed(FileUriError::no_share, out.host);
  out.path = "\\\\" + out.host + '\\';
  // A share has no streams.
  out.error = judge_windows_segment(share, false);
  if (out.ok()) out.error = append_windows(out.path, path);
  return out.ok() ? out : failed(out.error, out.host);
}

FilePath windows_path(const UriParts& parts) {
  const std::string_view host = text_of(parts, Component::host);
  std::string_view path = text_of(parts, Component::path);
  if (!is_local_name(host)) return unc_path(host, parts.host_kind, path);
  if (begins_with_drive(path)) return drive_path(path);
  if (!path.starts_with('/')) return failed(FileUriError::not_absolute);
  path.remove_prefix(1);
  if (begins_with_drive(path)) return drive_path(path);
  // unc-authority = 2*3"/" file-host, of which the split has taken one pair, or none
  const std::size_t slashes = std::min(path.find_first_not_of('/'), path.size());
  if (slashes == 0 || slashes > 2) return failed(FileUriError::not_absolute);
  path.remove_prefix(slashes);
  const std::size_t end = std::min(path.find('/'), path.size());
  // file-host writes the brackets of an address as %5B and %5D
  const std::string literal = pct_decode(path.substr(0, end));
  if (is_ipv6_literal(literal)) return unc_path(literal, HostKind::ipv6, path.substr(end));
  return unc_path(path.substr(0, end), HostKind::reg_name, path.substr(end));
}

FilePath posix_path(const UriParts& parts) {
  const std::string_view host = text_of(parts, Component::host);
  if (!is_local_name(host)) return failed(FileUriError::remote_host, std::string(host));
  std::string_view path = text_of(parts, Component::path);
  if (!path.starts_with('/')) return failed(FileUriError::not_absolute);
  path.remove_prefix(std::min(path.find_first_not_of('/'), path.size()));
  FilePath out;
  out.path = '/';
  const std::string decoded = pct_decode(path);
  if (decoded.find('\0') != std::string::npos) return failed(FileUriError::encoded_nul);
  if (std::count(decoded.begin(), decoded.end(), '/') != std::count(path.begin(), path.end(), '/'))
    return failed(FileUriError::encoded_separator);
  out.path += decoded;
  return out;
}

// --- paths to URIs ------------------------------------------------------------------------------

FileUri posix_uri(std::string_view path) {
  if (!path.starts_with('/')) return {FileUriError::not_absolute, {}};
  if (path.find('\0') != std::string_view::npos) return {FileUriError::encoded_nul, {}};
  path.remove_prefix(std::min(path.find_first_not_of('/'), path.size()));
  return {FileUriError::none, "file:///" + pct_encode(path, Component::path)};
}

FileUriError judge_windows_names(std::string_view path) noexcept {
  for (bool more = true; more;) {
    const std::size_t end = path.find('/');
    more = end != std::string_view::npos;
    const FileUriError error = judge_windows_segment(path.substr(0, end), !more);
    if (error != FileUriError::none) return error;
    if (more) path.remove_prefix(end + 1);
  }
  return FileUriError::none;
}

// `path` is what stands behind the two separators.
FileUri unc_uri(std::string_view path) {
  const std::size_t end = std::min(path.find('/'), path.size());
  const std::string_view host = path.substr(0, end);
  if (host == "." || host == "?") return {FileUriError::device_path, {}};
  // Read back, `localhost` would be this machine and its share a directory.
  if (host.empty() || !is_server_name(host) || is_local_name(host)) {
    return {FileUriError::bad_host, {}};
  }
  path.remove_prefix(std::min(end + 1, path.size()));
  const std::string_view share = path.substr(0, path.find('/'));
  if (share.empty() || is_dots(share)) return {FileUriError::no_share, {}};
  FileUriError error = judge_windows_segment(share, false);
  if (error == FileUriError::none) error = judge_windows_names(path);
  if (error != FileUriError::none) return {error, {}};
  return {FileUriError::none,
          "file://" + pct_encode(host, Component::host) + '/' + pct_encode(path, Component::path)};
}

FileUri windows_uri(std::string_view given) {
  std::string path(given);
  std::replace(path.begin(), path.end(), '\\', '/');
  if (path.starts_with("//")) return unc_uri(std::string_view(path).substr(2));
  if (path.size() < 3 || !is_letter(path[0]) || path[1] != ':' || path[2] != '/') {
    return {FileUriError::not_absolute, {}};
  }
  const std::string_view behind = std::string_view(path).substr(3);
  const FileUriError error = judge_windows_names(behind);
  if (error != FileUriError::none) return {error, {}};
  return {FileUriError::none, "file:///" + path.substr(0, 3) + pct_encode(behind, Component::path)};
}

}  // namespace

std::string_view name_of(FileUriError error) noexcept {
  static_assert(kErrorNames.size() == static_cast<std::size_t>(FileUriError::not_utf8) + 1);
  return kErrorNames[static_cast<std::size_t>(error)];
}

FilePath file_uri_to_path(std::string_view uri, PathStyle style) {
  std::string forgiven;
  UriParts parts = split(uri);
  if (style == PathStyle::windows && is_file_scheme(parts)) {
    forgiven = with_colon_drive(parts);
    parts = split(std::string_view(forgiven));
  }
  const FileUriError error = judge_components(parts);
  if (error != FileUriError::none) return failed(error);
  return style == PathStyle::windows ? windows_path(parts) : posix_path(parts);
}

FileUri path_to_file_uri(std::string_view path, PathStyle style) {
  return style == PathStyle::windows ? windows_uri(path) : posix_uri(path);
}

std::string_view remote_file_host(const UriParts& parts, PathStyle style) noexcept {
  if (!is_file_scheme(parts)) return {};
  const std::string_view host = text_of(parts, Component::host);
  if (!is_local_name(host)) return host;
  if (style == PathStyle::posix) return {};
  const std::string_view path = text_of(parts, Component::path);
  const std::size_t begin = std::min(path.find_first_not_of("/\\"), path.size());
  // `file:////host` and `file://///host`; `file:\\host` and `file:///\\host`
  if (begin < 2 || begin > 3) return {};
  const std::string_view rest = path.substr(begin);
  if (begins_with_drive(rest)) return {};
  const std::string_view name = rest.substr(0, rest.find_first_of("/\\"));
  return is_local_name(name) ? std::string_view() : name;
}

}  // namespace urilint
