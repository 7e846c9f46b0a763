// An ordinary path is compared as it stands. Of others two forms are made, each by one pass over
// the bytes and one over the segments.
#include "engine/policy_path.hpp"

#include <algorithm>

#include "engine/policy.hpp"
#include "uri/bytes.hpp"
#include "urilint/reference.hpp"

namespace urilint {
namespace {

// More layers of percent-encoding than any chain of servers undoes.
constexpr int kMostDecodings = 3;

bool keeps_its_triplet(int octet) noexcept { return octet == '/' || octet == '\\' || octet == '%'; }

bool is_dots(std::string_view segment) noexcept { return segment == "." || segment == ".."; }

// Joins slashes, and takes `..;a=b` for `..`.
std::string with_single_slashes(std::string_view path) {
  std::string out;
  out.reserve(path.size() + 1);
  std::size_t begin = 0;
  while (begin < path.size()) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    std::string_view segment = path.substr(begin, end - begin);
    const std::string_view bare = segment.substr(0, segment.find(';'));
    if (is_dots(bare)) segment = bare;
    if (!segment.empty()) {
      out += '/';
      out += segment;
    }
    if (end + 1 == path.size()) out += '/';
    begin = end + 1;
  }
  return out.empty() ? "/" : out;
}

// A segment that a hole completes may become a dot segment.
std::string_view whole_segments(std::string_view beginning) noexcept {
  const std::size_t slash = beginning.rfind('/');
  const std::size_t segment = slash == std::string_view::npos ? 0 : slash + 1;
  const bool may_be_dots =
      segment < beginning.size() && (beginning[segment] == '.' || beginning[segment] == '%');
  return may_be_dots ? beginning.substr(0, segment) : beginning;
}

}  // namespace

bool is_ordinary_path(std::string_view path) noexcept {
  if (path.empty() || path.front() != '/') return false;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const char c = path[i];
    if (c == '%' || c == '\\') return false;
    if (c == '/' && i + 1 < path.size() && (path[i + 1] == '/' || path[i + 1] == '.')) return false;
  }
  return true;
}

std::string decoded_but_separators(std::string_view path) {
  std::string out;
  out.reserve(path.size());
  for (std::size_t at = 0; at < path.size(); ++at) {
    const int octet = bytes::pct_byte(path.data() + at, path.size() - at);
    if (octet < 0) {
      out += path[at];
    } else if (keeps_its_triplet(octet)) {
      constexpr std::string_view kDigits = "0123456789ABCDEF";
      out += '%';
      out += kDigits[static_cast<unsigned>(octet) >> 4U];
      out += kDigits[static_cast<unsigned>(octet) & 15U];
      at += 2;
    } else {
      out += static_cast<char>(octet);
      at += 2;
    }
  }
  return out;
}

std::string decoded_throughout(std::string_view path) {
  std::string out(path);
  for (int i = 0; i < kMostDecodings && out.find('%') != std::string::npos; ++i) {
    out = pct_decode(out);
  }
  std::replace(out.begin(), out.end(), '\\', '/');
  return out;
}

PolicyPath::PolicyPath(std::string_view path, Known known) noexcept
    : path_(known == Known::beginning ? whole_segments(path) : path), known_(known) {
  if (path_.empty() && known == Known::whole) path_ = "/";
  ordinary_ = path_.empty() || is_ordinary_path(path_);
}

std::string_view PolicyPath::strict() const {
  if (ordinary_) return path_;
  if (!strict_) strict_ = remove_dot_segments(decoded_but_separators(path_));
  return *strict_;
}

std::string_view PolicyPath::loose() const {
  if (ordinary_) return path_;
  if (!loose_) loose_ = remove_dot_segments(with_single_slashes(decoded_throughout(path_)));
  return *loose_;
}

}  // namespace urilint
