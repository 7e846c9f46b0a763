// Text inside XML: the attribute values and character data of checkstyle and JUnit reports.
#pragma once

#include <string>
#include <string_view>

namespace urilint {

/// `text` escaped as for a log, so that no character is left that XML 1.0 forbids, and then as an
/// attribute value in double quotes or as character data.
[[nodiscard]] std::string xml_text(std::string_view text);

/// ` name="value"`. `name` is our own; `value` may be anything.
[[nodiscard]] std::string xml_attribute(std::string_view name, std::string_view value);

}  // namespace urilint
