// A glob that is meant for directories holds for what lies below them.
#include "source/path_filter.hpp"

#include <algorithm>

namespace urilint {
namespace {

std::vector<Glob> compile(const std::vector<std::string>& patterns) {
  std::vector<Glob> globs;
  globs.reserve(patterns.size());
  for (const std::string& pattern : patterns) {
    std::string_view text = pattern;
    while (text.starts_with("./")) text.remove_prefix(2);
    if (!text.empty()) globs.emplace_back(text);
  }
  return globs;
}

bool matches(const std::vector<Glob>& globs, std::string_view path, bool is_directory) {
  if (path.starts_with('/')) path.remove_prefix(1);
  return std::any_of(globs.begin(), globs.end(), [&](const Glob& glob) {
    return (is_directory || !glob.directory_only()) && glob.matches(path);
  });
}

bool matches_above(const std::vector<Glob>& globs, std::string_view path) {
  for (std::size_t slash = path.find('/', 1); slash != std::string_view::npos;
       slash = path.find('/', slash + 1)) {
    if (matches(globs, path.substr(0, slash), true)) return true;
  }
  return false;
}

}  // namespace

PathFilter::PathFilter(const std::vector<std::string>& include,
                       const std::vector<std::string>& exclude)
    : include_(compile(include)), exclude_(compile(exclude)) {}

bool PathFilter::excludes(std::string_view path, bool is_directory) const {
  return !path.empty() && matches(exclude_, path, is_directory);
}

bool PathFilter::excludes_above(std::string_view path) const {
  return matches_above(exclude_, path);
}

bool PathFilter::includes(std::string_view path) const {
  return include_.empty() || matches(include_, path, false) || matches_above(include_, path);
}

}  // namespace urilint
