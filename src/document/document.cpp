// Texts stand in the order in which they were made, so a parent always has the smaller number:
// climbing ends.
#include "document/document.hpp"

#include <array>
#include <utility>

namespace urilint {
namespace {

constexpr std::array<std::string_view, 19> kLayerNames = {
    "raw",  "charset", "transfer", "json",     "yaml",    "toml",       "xml",
    "html", "css",     "markdown", "csv",      "shell",   "properties", "percent",
    "form", "wrapper", "defang",   "stripped", "derived",
};
static_assert(kLayerNames.size() == static_cast<std::size_t>(Layer::derived) + 1);

}  // namespace

std::string_view name_of(Layer layer) noexcept {
  return kLayerNames[static_cast<std::size_t>(layer)];
}

Document::Held& Document::next() {
  if (count_ == texts_.size()) texts_.push_back(std::make_unique<Held>());
  return *texts_[count_++];
}

TextId Document::add(Text text) {
  const TextId id{count_};
  Held& held = next();
  held.owned = {};
  held.text = std::move(text);
  return id;
}

TextId Document::add_owned(std::string bytes, SourceMap map, Layer layer) {
  const TextId id{count_};
  Held& held = next();
  held.owned = std::move(bytes);
  held.text = {held.owned, std::move(map), layer};
  return id;
}

SourceSpan Document::to_source(TextSpan span) const noexcept {
  for (;;) {
    const SourceMap& map = text(span.text).map;
    const SourceSpan up = map.to_parent(span.begin, span.end);
    if (span.text == kRawText || map.parent >= span.text) return up;
    span = {map.parent, static_cast<Off>(up.begin), static_cast<Off>(up.end)};
  }
}

std::optional<TextSpan> Document::to_ancestor(TextSpan span, TextId ancestor) const noexcept {
  while (span.text != ancestor) {
    const SourceMap& map = text(span.text).map;
    if (span.text == kRawText || map.parent >= span.text) return std::nullopt;
    const SourceSpan up = map.to_parent(span.begin, span.end);
    span = {map.parent, static_cast<Off>(up.begin), static_cast<Off>(up.end)};
  }
  return span;
}

}  // namespace urilint
