// data/redirectors.tsv gives each host its links as FORM:PATH:PARAMETER; the first that fits and
// holds a URI is the one. Only the beginning of what stands there is decoded.
#include "engine/redirectors.hpp"

#include <algorithm>
#include <array>

#include "engine/host_lists.hpp"
#include "engine/nesting.hpp"
#include "tables/redirectors.hpp"
#include "uri/bytes.hpp"

namespace urilint {
namespace {

using Row = tables::RedirectorsRow;

// What stands before the next `separator`, which goes as well.
std::string_view next(std::string_view& text, char separator) noexcept {
  const std::size_t end = std::min(text.find(separator), text.size());
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

// One of the links of a row.
struct Shape {
  std::string_view form;
  std::string_view path;
  std::string_view parameter;
  bool whole = true;  // `path` is all of it
};

Shape shape_of(std::string_view text) noexcept {
  Shape shape;
  shape.form = next(text, ':');
  shape.path = next(text, ':');
  shape.parameter = text;
  if (shape.path.ends_with('*')) {
    shape.path.remove_suffix(1);
    shape.whole = false;
  }
  return shape;
}

std::string_view without_slash(std::string_view path) noexcept {
  return path.ends_with('/') ? path.substr(0, path.size() - 1) : path;
}

bool fits(const Shape& shape, std::string_view path) noexcept {
  if (shape.whole) return without_slash(path) == without_slash(shape.path);
  return path.size() > shape.path.size() && path.starts_with(shape.path);
}

// A scheme, two slashes and more, perhaps percent-encoded.
bool names_uri(std::string_view text) noexcept {
  return !text.empty() && (bytes::class_of(text.front()) & bytes::kAlpha) != 0 &&
         looks_like_uri(text);
}

// `example.com/a`: a name with a dot, or an address.
bool names_host(std::string_view text) noexcept {
  const std::string_view host = text.substr(0, text.find_first_of("/?#"));
  return !host.empty() && host.front() != '.' &&
         (host.front() == '[' || host.find('.') != std::string_view::npos);
}

class Reader {
 public:
  explicit Reader(const UriParts& parts) noexcept
      : parts_(parts), path_(span_of(parts, Component::path)) {}

  // Sets the span and the wrapping; false: no URI stands there.
  bool read(const Shape& shape, WrappedLink& link) const noexcept {
    if (shape.form == "opaque") {
      link.opaque = shape.parameter.empty() || !parameter_value(parts_, shape.parameter).empty();
      return link.opaque;
    }
    if (shape.form == "percent") return parameters(shape.parameter, link);
    if (shape.form == "bing") return bing(shape.parameter, link);
    if (shape.form == "query") return query(link);
    if (shape.form == "label") return labelled(shape.parameter, link);
    if (shape.form == "base64") return base64(last_segment(), link);
    const Off behind = path_.begin + static_cast<Off>(shape.path.size());
    if (shape.form == "segment") return percent({behind, end_of_segment(behind)}, link);
    if (shape.form == "tail") {
      return percent({std::min(end_of_segment(behind) + 1, parts_.size), parts_.size}, link);
    }
    return amp(behind, link);
  }

 private:
  [[nodiscard]] std::string_view view(UriSpan span) const noexcept {
    return parts_.text().substr(span.begin, span.size());
  }

  [[nodiscard]] Off end_of_segment(Off begin) const noexcept {
    const std::size_t slash = parts_.text().substr(0, path_.end).find('/', begin);
    return slash == std::string_view::npos ? path_.end : static_cast<Off>(slash);
  }

  [[nodiscard]] UriSpan last_segment() const noexcept {
    const std::size_t slash = view(path_).rfind('/');
    if (slash == std::string_view::npos) return path_;
    return {path_.begin + static_cast<Off>(slash) + 1, path_.end};
  }

  bool percent(UriSpan span, WrappedLink& link) const noexcept {
    if (!names_uri(view(span))) return false;
    link.span = span;
    link.wrapping = Wrapping::percent;
    return true;
  }

  bool base64(UriSpan span, WrappedLink& link) const noexcept {
    if (!names_uri(base64_beginning(view(span)))) return false;
    link.span = span;
    link.wrapping = Wrapping::base64;
    return true;
  }

  bool parameters(std::string_view names, WrappedLink& link) const noexcept {
    while (!names.empty()) {
      if (percent(parameter_value(parts_, next(names, '|')), link)) return true;
    }
    return false;
  }

  bool bing(std::string_view name, WrappedLink& link) const noexcept {
    const UriSpan value = parameter_value(parts_, name);
    return view(value).starts_with("a1") && base64({value.begin + 2, value.end}, link);
  }

  // The fragment goes along: browsers keep it when they are sent elsewhere.
  bool query(WrappedLink& link) const noexcept {
    const UriSpan query = span_of(parts_, Component::query);
    if (!percent({query.begin, parts_.size}, link)) return false;
    const std::string_view text = view(query);
    if (text.substr(0, text.find('%')).find("://") != std::string_view::npos) {
      link.wrapping = Wrapping::none;
    }
    return true;
  }

  bool labelled(std::string_view label, WrappedLink& link) const noexcept {
    for (Off begin = path_.begin; begin < path_.end;) {
      const Off end = end_of_segment(begin);
      if (view({begin, end}).starts_with(label)) {
        return percent({begin + static_cast<Off>(label.size()), end}, link);
      }
      begin = end + 1;
    }
    return false;
  }

  bool amp(Off behind, WrappedLink& link) const noexcept {
    const bool secure = view({behind, path_.end}).starts_with("s/");
    const Off host = secure ? behind + 2 : behind;
    if (host >= path_.end || !names_host(view({host, path_.end}))) return false;
    link.span = {secure ? behind : behind - 1, parts_.size};
    link.wrapping = Wrapping::amp;
    return true;
  }

  const UriParts& parts_;
  UriSpan path_;
};

}  // namespace

std::optional<WrappedLink> redirector_link(const UriParts& parts) noexcept {
  const Row* const row =
      find_host_row(tables::kRedirectors, tables::kRedirectorsIndex,
                    text_of(parts, Component::host), [](const Row& r) { return r.host; });
  if (row == nullptr) return std::nullopt;
  const std::string_view path = text_of(parts, Component::path);
  const Reader reader(parts);
  for (std::string_view links = row->links; !links.empty();) {
    const Shape shape = shape_of(next(links, ' '));
    if (!fits(shape, path)) continue;
    WrappedLink link;
    link.service = row->service;
    link.by = WrappedBy::redirector;
    if (reader.read(shape, link)) return link;
  }
  return std::nullopt;
}

}  // namespace urilint
