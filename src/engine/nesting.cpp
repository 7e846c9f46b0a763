// A value counts as a URI only if it begins with a scheme and `//` (raw or percent-encoded) and
// something follows; what merely contains one somewhere is left alone.
#include "engine/nesting.hpp"

#include <algorithm>

#include "uri/bytes.hpp"
#include "uri/table_lookup.hpp"

namespace urilint {
namespace {

using namespace bytes;

// Steps over `c` or its percent-encoded form; false if neither stands at `at`.
bool step(std::string_view text, std::size_t& at, char c) noexcept {
  if (at < text.size() && text[at] == c) {
    ++at;
    return true;
  }
  if (at < text.size() && pct_byte(text.data() + at, text.size() - at) == c) {
    at += 3;
    return true;
  }
  return false;
}

bool has_more(std::string_view text, std::size_t at) noexcept {
  return at < text.size() && (class_of(text[at]) & (kSlash | kQuestion | kHash | kSpace)) == 0;
}

}  // namespace

bool looks_like_uri(std::string_view text) noexcept {
  std::size_t at = 0;
  if (text.empty()) return false;
  if ((class_of(text[0]) & kAlpha) != 0) {
    while (at < text.size() && at < 32 && (class_of(text[at]) & kNotScheme) == 0) ++at;
    const std::string_view scheme = text.substr(0, at);
    if (!step(text, at, ':')) return false;
    // A driver's string needs no slashes: `jdbc:oracle:thin:…`.
    if (equals_lower(scheme, "jdbc")) return at < text.size();
    return step(text, at, '/') && step(text, at, '/') && has_more(text, at);
  }
  if (!step(text, at, '/') || !step(text, at, '/') || !has_more(text, at)) return false;
  return text.find('@') != std::string_view::npos || text.find("%40") != std::string_view::npos;
}

namespace {

class Finder {
 public:
  Finder(const Subject& subject, std::size_t limit, std::vector<NestedSlice>& out)
      : subject_(subject), limit_(limit), out_(out) {}

  void run() {
    const UriParts& parts = subject_.parts;
    wrapped(parts);
    if (wrapped_.empty() && (opaque(parts) || in_path(parts))) return;
    if (parts.has(Component::query)) values(span_of(parts, Component::query));
    if (parts.has(Component::fragment)) values(span_of(parts, Component::fragment));
    std::sort(out_.begin(), out_.end(), [](const NestedSlice& a, const NestedSlice& b) {
      return a.span.begin < b.span.begin;
    });
  }

 private:
  // The original of a wrapped link; nothing else is looked for inside of it here.
  void wrapped(const UriParts& parts) {
    if (!parts.has(Signal::host_listed) || limit_ == 0) return;
    const std::optional<WrappedLink> link = wrapped_link(parts);
    if (!link || link->opaque) return;
    out_.push_back({link->span, link->wrapping != Wrapping::none, link});
    wrapped_ = link->span;
  }

  void add(UriSpan span, bool decode) {
    if (out_.size() < limit_ && !span.overlaps(wrapped_)) out_.push_back({span, decode, {}});
  }

  // jdbc:postgresql://…, view-source:http://…: all that follows the outer scheme.
  bool opaque(const UriParts& parts) {
    if (!parts.has(Component::scheme) || parts.has(Component::authority)) return false;
    const UriSpan rest{parts.path_begin, parts.size};
    if (!looks_like_uri(subject_.view(rest)) || subject_.view(rest).front() == '/') return false;
    UriSpan inner = rest;
    // jar:http://host/a.jar!/entry: the entry is no part of the inner URI.
    const std::size_t bang = subject_.view(rest).find("!/");
    if (bang != std::string_view::npos) inner.end = inner.begin + static_cast<Off>(bang);
    add(inner, false);
    return true;
  }

  // /web/2020/http://…: from the scheme on, query included.
  bool in_path(const UriParts& parts) {
    const UriSpan path = span_of(parts, Component::path);
    const std::string_view text = subject_.view(path);
    const std::size_t colon = text.find("://");
    if (colon == std::string_view::npos) return false;
    std::size_t begin = colon;
    while (begin > 0 && colon - begin < 32 && (class_of(text[begin - 1]) & kNotScheme) == 0)
      --begin;
    while (begin < colon && (class_of(text[begin]) & kAlpha) == 0) ++begin;
    if (begin == 0 || begin == colon || !looks_like_uri(text.substr(begin))) return false;
    add({path.begin + static_cast<Off>(begin), parts.size}, false);
    return true;
  }

  // name=value pairs, separated by `&`; a piece without `=` is a value.
  void values(UriSpan component) {
    const std::string_view text = subject_.view(component);
    std::size_t begin = 0;
    while (begin <= text.size() && out_.size() < limit_) {
      const std::size_t end = std::min(text.find('&', begin), text.size());
      value(component.begin + static_cast<Off>(begin), text.substr(begin, end - begin));
      begin = end + 1;
    }
  }

  void value(Off offset, std::string_view pair) {
    const std::size_t equals = pair.find('=');
    const std::size_t skip = equals == std::string_view::npos ? 0 : equals + 1;
    const std::string_view text = pair.substr(skip);
    if (!looks_like_uri(text)) return;
    const Off begin = offset + static_cast<Off>(skip);
    add({begin, begin + static_cast<Off>(text.size())}, text.find('%') != std::string_view::npos);
  }

  const Subject& subject_;
  std::size_t limit_;
  std::vector<NestedSlice>& out_;
  UriSpan wrapped_{};
};

}  // namespace

void find_nested(const Subject& subject, std::size_t limit, std::vector<NestedSlice>& out) {
  Finder(subject, limit, out).run();
}

std::string percent_decode(std::string_view text, Off base, SourceMap& map) {
  std::string out;
  out.reserve(text.size());
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t pct = std::min(text.find('%', at), text.size());
    if (pct > at) {
      map.add_verbatim(base + static_cast<Off>(at), static_cast<Off>(pct - at));
      out.append(text.substr(at, pct - at));
      at = pct;
      continue;
    }
    const int byte = pct_byte(text.data() + at, text.size() - at);
    if (byte < 0) {
      map.add_verbatim(base + static_cast<Off>(at), 1);
      out += text[at++];
    } else {
      map.add_atom(base + static_cast<Off>(at), 3, 1);
      out += static_cast<char>(byte);
      at += 3;
    }
  }
  return out;
}

}  // namespace urilint
