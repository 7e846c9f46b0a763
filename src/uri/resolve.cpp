// The pseudo-code of RFC 3986 section 5.2.2 and 5.2.4, on views; only the target is built. A path
// that begins with "//" where no authority is gets "/." before it, since 5.3 would make it one.
#include "uri/resolve.hpp"

#include <algorithm>

#include "uri/bytes.hpp"
#include "urilint/reference.hpp"

namespace urilint {
namespace {

// scheme is case-insensitive (3.1).
bool same_scheme(std::string_view a, std::string_view b) noexcept {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (to_lower(a[i]) != to_lower(b[i])) return false;
  }
  return true;
}

// 5.2.3
std::string merge(const UriComponents& base, std::string_view reference_path) {
  std::string merged;
  if (base.authority && base.path.empty()) {
    merged = "/";
  } else {
    const std::size_t slash = base.path.rfind('/');
    if (slash != std::string_view::npos) merged = base.path.substr(0, slash + 1);
  }
  return merged.append(reference_path);
}

// 5.3, up to the path.
void append_front(std::string& out, const UriComponents& c) {
  if (c.scheme) out.append(*c.scheme).push_back(':');
  if (c.authority) out.append("//").append(*c.authority);
}

// 5.3, behind the path.
void append_back(std::string& out, const UriComponents& c) {
  if (c.query) out.append("?").append(*c.query);
  if (c.fragment) out.append("#").append(*c.fragment);
}

std::optional<std::string_view> optional_text(const UriParts& parts, Component component) noexcept {
  if (!parts.has(component)) return std::nullopt;
  return text_of(parts, component);
}

}  // namespace

void append_without_dot_segments(std::string& out, std::string_view path) {
  const std::size_t floor = out.size();
  const auto drop_segment = [&] {
    const std::size_t slash = out.rfind('/');
    out.resize(slash == std::string::npos || slash < floor ? floor : slash);
  };
  std::string_view in = path;
  while (!in.empty()) {
    if (in.starts_with("../")) {  // A
      in.remove_prefix(3);
    } else if (in.starts_with("./")) {  // A
      in.remove_prefix(2);
    } else if (in.starts_with("/./")) {  // B
      in.remove_prefix(2);
    } else if (in == "/.") {  // B
      in = "/";
    } else if (in.starts_with("/../")) {  // C
      in.remove_prefix(3);
      drop_segment();
    } else if (in == "/..") {  // C
      in = "/";
      drop_segment();
    } else if (in == "." || in == "..") {  // D
      in = {};
    } else {  // E
      const std::size_t end = std::min(in.find('/', 1), in.size());
      out.append(in.substr(0, end));
      in.remove_prefix(end);
    }
  }
}

void guard_path(std::string& uri, std::size_t path) {
  if (std::string_view(uri).substr(path).starts_with("//")) uri.insert(path, "/.");
}

UriComponents components_of(const UriParts& parts) noexcept {
  return {optional_text(parts, Component::scheme), optional_text(parts, Component::authority),
          text_of(parts, Component::path), optional_text(parts, Component::query),
          optional_text(parts, Component::fragment)};
}

std::string recompose(const UriComponents& components) {
  std::string out;
  append_front(out, components);
  out.append(components.path);
  append_back(out, components);
  return out;
}

std::string remove_dot_segments(std::string_view path) {
  std::string out;
  out.reserve(path.size());
  append_without_dot_segments(out, path);
  return out;
}

std::optional<std::string> resolve(const UriParts& base, const UriParts& reference,
                                   Resolution how) {
  if (!base.has(Component::scheme)) return std::nullopt;
  const UriComponents b = components_of(base);
  const UriComponents r = components_of(reference);
  const bool own_scheme =
      r.scheme && !(how == Resolution::backward_compatible && same_scheme(*r.scheme, *b.scheme));

  UriComponents target;
  target.scheme = own_scheme ? r.scheme : b.scheme;
  target.query = r.query;
  target.fragment = r.fragment;
  std::string merged;
  bool as_it_is = false;  // the base's path, dot segments and all
  if (own_scheme || r.authority) {
    target.authority = r.authority;
    target.path = r.path;
  } else {
    target.authority = b.authority;
    if (r.path.empty()) {
      target.path = b.path;
      as_it_is = true;
      if (!r.query) target.query = b.query;
    } else if (r.path.front() == '/') {
      target.path = r.path;
    } else {
      merged = merge(b, r.path);
      target.path = merged;
    }
  }

  std::string out;
  out.reserve(base.size + std::size_t{reference.size} + 2);
  append_front(out, target);
  const std::size_t path_begin = out.size();
  if (as_it_is) {
    out.append(target.path);
  } else {
    append_without_dot_segments(out, target.path);
  }
  if (!target.authority) guard_path(out, path_begin);
  append_back(out, target);
  return out;
}

bool is_absolute_uri(const UriParts& parts) noexcept {
  return kind_of(parts) == ReferenceKind::uri && !parts.has(Component::fragment);
}

bool looks_like_suffix_reference(const UriParts& parts) noexcept {
  if (parts.has(Component::scheme) || parts.path_kind != PathKind::rootless) return false;
  const std::string_view path = text_of(parts, Component::path);
  const std::string_view name = path.substr(0, path.find('/'));
  bool dot = false;
  bool letter = false;  // in the last label
  char before = '.';
  for (const char c : name) {
    const std::uint32_t bits = bytes::class_of(c);
    if ((bits & bytes::kNotLdh) != 0 && c != '_') return false;
    if (c == '.') {
      if (before == '.') return false;  // no empty label
      dot = true;
      letter = false;
    } else if ((bits & bytes::kAlpha) != 0) {
      letter = true;
    }
    before = c;
  }
  return dot && letter && before != '-';
}

}  // namespace urilint
