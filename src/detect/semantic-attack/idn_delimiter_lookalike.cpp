// In a host by the character alone or by its neighbours; in a user name only signs that end a host
// for the eye, since passwords and names may hold the rest.
#include <algorithm>

#include "detect/common/code_points.hpp"
#include "detect/common/mark_list.hpp"
#include "detect/semantic-attack/common.hpp"
#include "detect/semantic-attack/names.hpp"
#include "host/delimiter_look.hpp"

namespace urilint::detect {
namespace {

void emit_lookalikes_in_userinfo(const Subject& subject, Sink& sink) noexcept {
  // None of them is ASCII.
  if (!subject.parts.has(Signal::non_ascii) && !subject.parts.has(Signal::pct_high)) return;
  if (!subject.parts.has(Component::userinfo) || !is_web(subject)) return;
  const UriSpan userinfo = subject.span(Component::userinfo);
  const std::string_view text = subject.text.substr(0, userinfo.end);
  const auto colon = std::min<std::size_t>(text.find(':', userinfo.begin), userinfo.end);
  MarkList marks(subject);
  std::string_view first;
  for (Off at = userinfo.begin; at < colon;) {
    const DecodedPoint point = point_at(text, at, 1);
    const DelimiterLook look = delimiter_look(point.valid ? point.value : 0);
    constexpr std::string_view kEnds = "/?#@\\";
    if (look.kind == "always" && kEnds.find(look.like) != std::string_view::npos) {
      if (marks.empty()) first = look.like;
      marks.add({at, point.end});
    }
    at = point.end;
  }
  marks.emit(sink, "userinfo", {first},
             {{subject.span(Component::host), Role::secondary, "the host"}});
}

}  // namespace

void detect_idn_delimiter_lookalike(const Subject& subject, Sink& sink) noexcept {
  emit_name_issues(subject, sink, NameFlaw::delimiter, "host");
  emit_lookalikes_in_userinfo(subject, sink);
}

}  // namespace urilint::detect
