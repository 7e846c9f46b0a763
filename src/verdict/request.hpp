// A request of JSON: one object a line.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace urilint {

/// What one object asks. Texts are decoded.
struct Request {
  std::string id;  ///< JSON, to be repeated in the answer; empty: there was none
  std::optional<std::string> uri;
  std::optional<std::string> base;
  std::optional<std::string> method;
  std::string_view fault;  ///< what is wrong with it, in words; empty: nothing. Static.
};

/// Reads `line` (RFC 8259, UTF-8). Keys that are not known are passed over; one that stands twice,
/// a value of another kind, an `id` that is a list or an object, and no `uri` are faults. Linear;
/// nothing recurses.
[[nodiscard]] Request parse_request(std::string_view line);

}  // namespace urilint
