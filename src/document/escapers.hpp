// How texts are spelt in each format, for fixes. Static objects.
#pragma once

#include "document/document.hpp"

namespace urilint {

/// Inside a string of JSON, in double or (JSON5) single quotes.
[[nodiscard]] const Escaper& json_escaper() noexcept;
[[nodiscard]] const Escaper& json5_escaper() noexcept;

}  // namespace urilint
