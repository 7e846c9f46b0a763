// Two tables name the hosts and say where the original stands: that of gateways here, the other in
// redirectors.cpp. Each decoder walks it once and maps every escape as an atom, so that findings
// inside are marked in the link as it is written.
#include "engine/wrappers.hpp"

#include <algorithm>
#include <array>

#include "engine/host_lists.hpp"
#include "engine/nesting.hpp"
#include "engine/redirectors.hpp"
#include "tables/link-wrappers.hpp"
#include "uri/bytes.hpp"
#include "uri/ucs.hpp"

namespace urilint {
namespace {

using Row = tables::LinkWrappersRow;

const Row* row_of(const UriParts& parts) noexcept {
  const Row* const row =
      find_host_row(tables::kLinkWrappers, tables::kLinkWrappersIndex,
                    text_of(parts, Component::host), [](const Row& r) { return r.host; });
  return row != nullptr && text_of(parts, Component::path).starts_with(row->path) ? row : nullptr;
}

// What stands between `open` and `close` behind the beginning of the path, whatever else it holds.
UriSpan between(const UriParts& parts, std::string_view open, std::string_view close) noexcept {
  const std::string_view text = parts.text();
  const std::size_t begin = text.find(open, parts.path_begin);
  if (begin == std::string_view::npos) return {};
  const std::size_t end = text.find(close, begin + open.size());
  if (end == std::string_view::npos) return {};
  return {static_cast<Off>(begin + open.size()), static_cast<Off>(end)};
}

void proofpoint(const UriParts& parts, const Row& row, WrappedLink& link) noexcept {
  const std::string_view path = text_of(parts, Component::path);
  if (path.starts_with("/v3/__")) {
    link.span = between(parts, "/v3/__", "__;");
    if (link.span.empty()) return;
    link.wrapping = Wrapping::proofpoint_3;
    const Off begin = link.span.end + 3;
    const std::size_t bang = parts.text().find('!', begin);
    link.extras = {begin, bang == std::string_view::npos ? begin : static_cast<Off>(bang)};
  } else if (path.starts_with("/v2/") || path.starts_with("/v1/")) {
    link.span = parameter_value(parts, row.parameter);
    link.wrapping = path[2] == '2' ? Wrapping::proofpoint_2 : Wrapping::percent;
  }
}

UriSpan last_segment(const UriParts& parts) noexcept {
  const UriSpan path = span_of(parts, Component::path);
  const std::size_t slash = text_of(parts, Component::path).rfind('/');
  if (slash == std::string_view::npos) return {};
  return {path.begin + static_cast<Off>(slash) + 1, path.end};
}

constexpr int base64_value(char c) noexcept {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+' || c == '-') return 62;
  return c == '/' || c == '_' ? 63 : -1;
}

// Calls `visit(offset, digits, bytes)` for each group of up to four digits, up to what is no digit.
template <typename Visit>
void for_each_base64_group(std::string_view text, Visit visit) {
  for (std::size_t at = 0; at < text.size();) {
    std::uint32_t bits = 0;
    std::size_t digits = 0;
    while (digits < 4 && at + digits < text.size() && base64_value(text[at + digits]) >= 0) {
      bits = bits << 6 | static_cast<std::uint32_t>(base64_value(text[at + digits]));
      ++digits;
    }
    if (digits < 2) return;
    bits <<= 6 * (4 - digits);
    const std::array<char, 3> bytes = {static_cast<char>(bits >> 16 & 0xff),
                                       static_cast<char>(bits >> 8 & 0xff),
                                       static_cast<char>(bits & 0xff)};
    visit(at, digits, std::string_view(bytes.data(), digits - 1));
    if (digits < 4) return;
    at += 4;
  }
}

struct Writer {
  Off base;
  SourceMap& map;
  std::string out{};

  void verbatim(std::size_t at, std::string_view text) {
    map.add_verbatim(base + static_cast<Off>(at), static_cast<Off>(text.size()));
    out.append(text);
  }
  void atom(std::size_t at, std::size_t length, std::string_view text) {
    map.add_atom(base + static_cast<Off>(at), static_cast<Off>(length),
                 static_cast<Off>(text.size()));
    out.append(text);
  }
};

void from_base64(std::string_view text, Writer& writer) {
  for_each_base64_group(text,
                        [&writer](std::size_t at, std::size_t digits, std::string_view bytes) {
                          writer.atom(at, digits, bytes);
                        });
}

// `-3A` is `:`, `_` is `/`; everything else is itself.
void from_proofpoint_2(std::string_view text, Writer& writer) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t stop = std::min(text.find_first_of("-_", at), text.size());
    if (stop > at) writer.verbatim(at, text.substr(at, stop - at));
    at = stop;
    if (at == text.size()) return;
    if (text[at] == '_') {
      writer.atom(at++, 1, "/");
    } else if (at + 2 < text.size() && bytes::is_hex(text[at + 1]) && bytes::is_hex(text[at + 2])) {
      const char byte =
          static_cast<char>(bytes::hex_value(text[at + 1]) << 4 | bytes::hex_value(text[at + 2]));
      writer.atom(at, 3, std::string_view(&byte, 1));
      at += 3;
    } else {
      writer.verbatim(at++, "-");
    }
  }
}

// Takes the next `count` characters off `extras`; fewer if there are no more.
std::string_view take(std::string_view& extras, std::size_t count) noexcept {
  std::size_t size = 0;
  for (; count > 0 && size < extras.size(); --count) {
    size += std::max<std::size_t>(first_code_point(extras.substr(size)).size, 1);
  }
  const std::string_view taken = extras.substr(0, size);
  extras.remove_prefix(size);
  return taken;
}

// `*` is the next of the extra characters, `**X` the next 2 (X = A), 3 (B) and so on. The gateway
// keeps one slash of `https://`.
void from_proofpoint_3(std::string_view text, std::string_view extras, Writer& writer) {
  std::size_t at = 0;
  const std::size_t colon = text.find(":/");
  if (colon != std::string_view::npos && colon + 2 < text.size() && text[colon + 2] != '/' &&
      text.find_first_of("/*") > colon) {
    writer.verbatim(0, text.substr(0, colon + 1));
    writer.atom(colon + 1, 1, "//");
    at = colon + 2;
  }
  while (at < text.size()) {
    const std::size_t star = std::min(text.find('*', at), text.size());
    if (star > at) writer.verbatim(at, text.substr(at, star - at));
    at = star;
    if (at == text.size()) return;
    const bool run = at + 2 < text.size() && text[at + 1] == '*' && base64_value(text[at + 2]) >= 0;
    const std::size_t length = run ? 3 : 1;
    const std::size_t count =
        run ? static_cast<std::size_t>(base64_value(text[at + 2])) + 2 : std::size_t{1};
    const std::string_view taken = take(extras, count);
    if (taken.empty()) {
      writer.verbatim(at, text.substr(at, length));
    } else {
      writer.atom(at, length, taken);
    }
    at += length;
  }
}

// `s/example.com/a`, `/example.com/a`.
void from_amp(std::string_view text, Writer& writer) {
  const bool secure = text.starts_with("s/");
  const std::size_t size = secure ? 2 : 1;
  writer.atom(0, size, secure ? "https://" : "http://");
  if (text.size() > size) writer.verbatim(size, text.substr(size));
}

std::optional<WrappedLink> gateway_link(const UriParts& parts) noexcept {
  const Row* const row = row_of(parts);
  if (row == nullptr) return std::nullopt;
  WrappedLink link;
  link.service = row->service;
  link.opaque = row->form == "opaque";
  if (link.opaque) return link;
  if (row->form == "percent" || row->form == "base64") {
    link.span = parameter_value(parts, row->parameter);
    link.wrapping = row->form == "percent" ? Wrapping::percent : Wrapping::base64;
  } else if (row->form == "proofpoint") {
    proofpoint(parts, *row, link);
  } else if (row->form == "segment") {
    link.span = last_segment(parts);
    link.wrapping = Wrapping::percent;
  } else if (row->form == "underscores") {
    link.span = between(parts, "___", "___.");
  } else {
    link.span = {parts.path_begin + static_cast<Off>(row->path.size()), parts.size};
  }
  if (link.span.empty()) return std::nullopt;
  return link;
}

}  // namespace

UriSpan parameter_value(const UriParts& parts, std::string_view name) noexcept {
  const UriSpan query = span_of(parts, Component::query);
  const std::string_view text = parts.text().substr(0, query.end);
  for (std::size_t begin = query.begin; begin < text.size();) {
    const std::size_t end = std::min(text.find('&', begin), text.size());
    const std::string_view pair = text.substr(begin, end - begin);
    if (pair.size() > name.size() && pair[name.size()] == '=' &&
        equals_lower(pair.substr(0, name.size()), name)) {
      return {static_cast<Off>(begin + name.size() + 1), static_cast<Off>(end)};
    }
    begin = end + 1;
  }
  return {query.end, query.end};
}

std::string base64_beginning(std::string_view digits) {
  std::string out;
  for_each_base64_group(digits.substr(0, 12),
                        [&out](std::size_t, std::size_t, std::string_view bytes) { out += bytes; });
  return out;
}

std::optional<WrappedLink> wrapped_link(const UriParts& parts) noexcept {
  if (const std::optional<WrappedLink> link = gateway_link(parts)) return link;
  return redirector_link(parts);
}

std::string unwrap(std::string_view uri, const WrappedLink& link, Off base, SourceMap& map) {
  const auto part = [uri](UriSpan span) { return uri.substr(span.begin, span.size()); };
  Writer writer{base + link.span.begin, map};
  switch (link.wrapping) {
    case Wrapping::none:
      break;
    case Wrapping::percent:
      return percent_decode(part(link.span), writer.base, map);
    case Wrapping::proofpoint_2:
      from_proofpoint_2(part(link.span), writer);
      break;
    case Wrapping::proofpoint_3: {
      std::string extras;
      for_each_base64_group(
          part(link.extras),
          [&extras](std::size_t, std::size_t, std::string_view bytes) { extras.append(bytes); });
      from_proofpoint_3(part(link.span), extras, writer);
      break;
    }
    case Wrapping::base64:
      from_base64(part(link.span), writer);
      break;
    case Wrapping::amp:
      from_amp(part(link.span), writer);
      break;
  }
  return writer.out;
}

}  // namespace urilint
