// RFC 3986 sections 6.2.2 and 6.2.3, component by component into one string: triplets first, then
// dot segments, then the guards that keep a path from being read as something else.
#include "tables/schemes.hpp"
#include "uri/percent.hpp"
#include "uri/resolve.hpp"
#include "urilint/reference.hpp"

namespace urilint {
namespace {

// 6.2.2.1, of what is a scheme by 3.1.
void append_scheme(std::string& out, std::string_view scheme) {
  bool valid = !scheme.empty() && (bytes::class_of(scheme.front()) & bytes::kAlpha) != 0;
  for (const char c : scheme) valid = valid && (bytes::class_of(c) & bytes::kNotScheme) == 0;
  for (const char c : scheme) out.push_back(valid ? to_lower(c) : c);
}

// An IP literal has no triplets (3.2.2); those of an invalid one are not touched but for their
// case, so that it is not turned into another host.
void append_bracketed_host(std::string& out, std::string_view host) {
  for (std::size_t at = 0; at < host.size(); ++at) {
    const int octet = bytes::pct_byte(host.data() + at, host.size() - at);
    if (octet < 0) {
      out.push_back(to_lower(host[at]));
    } else {
      append_triplet(out, static_cast<char>(octet));
      at += 2;
    }
  }
}

void append_host(std::string& out, const UriParts& parts) {
  const std::string_view host = text_of(parts, Component::host);
  if (parts.has(Signal::host_brackets)) return append_bracketed_host(out, host);
  append_normal_triplets(out, host, LetterCase::lowered);
}

const tables::SchemesRow* scheme_row(const UriParts& parts) noexcept {
  return parts.scheme_id == 0 ? nullptr : &tables::kSchemes[parts.scheme_id - 1];
}

// 6.2.3 speaks of hosts that a port can follow.
bool has_valid_host(const UriParts& parts) noexcept {
  return parts.host_kind != HostKind::absent && parts.host_kind != HostKind::empty &&
         parts.host_kind != HostKind::malformed;
}

bool drops_port(const UriParts& parts) noexcept {
  if (!has_valid_host(parts)) return false;
  if (text_of(parts, Component::port).empty()) return true;
  const tables::SchemesRow* const row = scheme_row(parts);
  return row != nullptr && row->port != 0 && parts.has(Signal::port_valid) &&
         parts.port == row->port;
}

// The schemes of the web and ftp: their empty path is `/` (RFC 9110 4.2.3). `file` has no port, and
// its path may not be empty.
bool fills_path(const UriParts& parts) noexcept {
  const tables::SchemesRow* const row = scheme_row(parts);
  return row != nullptr && row->special && row->port != 0 && has_valid_host(parts);
}

void append_authority(std::string& out, const UriParts& parts, Normalization how) {
  out.append("//");
  if (parts.has(Component::userinfo)) {
    append_normal_triplets(out, text_of(parts, Component::userinfo), LetterCase::kept);
    out.push_back('@');
  }
  append_host(out, parts);
  if (!parts.has(Component::port)) return;
  if (how == Normalization::scheme && drops_port(parts)) return;
  out.append(":").append(text_of(parts, Component::port));
}

// A path that a base stands before: `..` at its beginning stays, and it does not become empty,
// absolute, or a scheme. Appends to `out`.
void append_relative_path(std::string& out, std::string_view path) {
  const std::size_t floor = out.size();
  std::size_t top = floor;  // behind the `../` that stay
  bool own_first = false;   // the first segment behind `top` is the first one of `path`
  std::size_t begin = 0;
  for (;;) {
    const std::size_t slash = path.find('/', begin);
    const bool last = slash == std::string_view::npos;
    const std::string_view segment = path.substr(begin, last ? slash : slash - begin);
    if (segment == "..") {
      if (out.size() == top) {
        out.append("../");
        top = out.size();
      } else {
        out.pop_back();  // the slash behind the segment that goes
        const std::size_t before = out.rfind('/');
        out.resize(before == std::string::npos || before < top ? top : before + 1);
      }
    } else if (segment != ".") {
      if (out.size() == top) own_first = begin == 0;
      out.append(segment);
      if (!last) out.push_back('/');
    }
    if (last) break;
    begin = slash + 1;
  }
  if (top != floor) return;
  const std::string_view made = std::string_view(out).substr(floor);
  const std::string_view first = made.substr(0, made.find('/'));
  const bool needs_dot = first.empty() || (!own_first && first.find(':') != std::string_view::npos);
  if (needs_dot) out.insert(floor, "./");
}

void append_path(std::string& out, const UriParts& parts, Normalization how) {
  const std::string_view text = text_of(parts, Component::path);
  if (text.empty()) {
    if (how == Normalization::scheme && fills_path(parts)) out.push_back('/');
    return;
  }
  std::string path;
  path.reserve(text.size());
  append_normal_triplets(path, text, LetterCase::kept);
  const std::size_t begin = out.size();
  if (!parts.has(Component::scheme) && parts.path_kind == PathKind::rootless) {
    append_relative_path(out, path);
    return;
  }
  append_without_dot_segments(out, path);
  if (!parts.has(Component::authority)) guard_path(out, begin);
}

}  // namespace

std::string normalize(const UriParts& parts, Normalization how) {
  std::string out;
  out.reserve(parts.size + std::size_t{3});
  if (parts.has(Component::scheme)) {
    append_scheme(out, text_of(parts, Component::scheme));
    out.push_back(':');
  }
  if (parts.has(Component::authority)) append_authority(out, parts, how);
  append_path(out, parts, how);
  if (parts.has(Component::query)) {
    out.push_back('?');
    append_normal_triplets(out, text_of(parts, Component::query), LetterCase::kept);
  }
  if (parts.has(Component::fragment)) {
    out.push_back('#');
    append_normal_triplets(out, text_of(parts, Component::fragment), LetterCase::kept);
  }
  return out;
}

}  // namespace urilint
