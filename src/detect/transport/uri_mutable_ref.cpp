// Shapes of paths by host, and `@main` or `:latest` at the end of what names a repository or an
// image.
#include <algorithm>
#include <iterator>

#include "engine/detector.hpp"
#include "tables/moving-refs.hpp"
#include "uri/table_lookup.hpp"

namespace urilint::detect {
namespace {

constexpr std::string_view kMovingNames[] = {"main",    "master", "HEAD",    "head", "trunk",
                                             "develop", "dev",    "nightly", "edge", "latest"};

bool is_moving(std::string_view name) noexcept {
  return std::find(std::begin(kMovingNames), std::end(kMovingNames), name) !=
         std::end(kMovingNames);
}

bool names_host(std::string_view host, std::string_view wanted) noexcept {
  if (!wanted.ends_with('.')) return equals_lower(host, wanted);
  return host.size() > wanted.size() && equals_lower(host.substr(0, wanted.size()), wanted);
}

// `master.tar.gz` is `master`.
std::string_view without_archive(std::string_view name) noexcept {
  for (const std::string_view end : {".tar.gz", ".tar.bz2", ".zip", ".tgz"}) {
    if (name.ends_with(end)) name.remove_suffix(end.size());
  }
  return name;
}

// The moving name of a path that begins as the pattern says, or nothing.
UriSpan moving_name(std::string_view path, Off base, std::string_view pattern) noexcept {
  UriSpan found;
  std::size_t at = 0;
  for (const char p : pattern) {
    if (p == '*' || p == '!') {
      const std::size_t end = std::min(path.find('/', at), path.size());
      const std::string_view name =
          p == '!' ? without_archive(path.substr(at, end - at)) : path.substr(at, end - at);
      if (name.empty() || (p == '!' && !is_moving(name))) return {};
      const Off begin = base + static_cast<Off>(at);
      if (p == '!') found = {begin, begin + static_cast<Off>(name.size())};
      at = end;
    } else if (at < path.size() && path[at] == p) {
      ++at;
    } else {
      return {};
    }
  }
  return found;
}

UriSpan moving_in_path(const Subject& subject) noexcept {
  const std::string_view host = subject.view(Component::host);
  for (const tables::MovingRefsRow& row : tables::kMovingRefs) {
    const std::size_t slash = row.shape.find('/');
    if (!names_host(host, row.shape.substr(0, slash))) continue;
    const UriSpan name = moving_name(subject.view(Component::path), subject.parts.path_begin,
                                     row.shape.substr(slash));
    if (!name.empty()) return name;
  }
  return {};
}

// `git+https://…@main`, `docker://…:latest`
UriSpan moving_at_end(const Subject& subject) noexcept {
  const std::string_view scheme = subject.view(Component::scheme);
  const bool git = scheme.starts_with("git+") || scheme == "git";
  const bool image = scheme == "docker" || scheme == "oci" || scheme == "docker-image";
  if (!git && !image) return {};
  const std::string_view path = subject.view(Component::path);
  const std::size_t mark = path.find_last_of(git ? "@" : ":/");
  if (mark == std::string_view::npos || path[mark] == '/') return {};
  const Off begin = subject.parts.path_begin + static_cast<Off>(mark) + 1;
  const UriSpan name{begin, subject.parts.path_end};
  return is_moving(subject.view(name)) ? name : UriSpan{};
}

}  // namespace

void detect_uri_mutable_ref(const Subject& subject, Sink& sink) noexcept {
  if (!subject.parts.has(Component::authority) || subject.parts.has(Component::query)) return;
  UriSpan name = moving_at_end(subject);
  if (name.empty()) name = moving_in_path(subject);
  if (name.empty()) return;
  sink.emit({.component = Component::path, .primary = name});
}

}  // namespace urilint::detect
