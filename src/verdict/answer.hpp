// Decisions in words, as a header field, and as JSON.
#pragma once

#include <string>
#include <string_view>

#include "report/json_writer.hpp"
#include "verdict/reasons.hpp"

namespace urilint {

/// Appends the codes of the reasons, each once, in order, separated by `separator`. No bytes of the
/// input are in it.
void append_codes(std::string& out, const Decision& decision, std::string_view separator);

/// `block userinfo-looks-like-host,port-invalid` or `pass`, without a line feed.
void append_line(std::string& out, const Decision& decision);

/// Writes the members `verdict` and, unless there are none, `reasons` and `more`.
void write_members(JsonWriter& json, const Decision& decision);

/// `X-Urilint-Verdict: block; port-invalid, userinfo-looks-like-host`, folded at 78 characters,
/// with a line feed.
[[nodiscard]] std::string header_of(const Decision& decision);

}  // namespace urilint
