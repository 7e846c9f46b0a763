// How patterns of rules are compiled; the same for checking them and for running them.
#pragma once

#include <re2/re2.h>

namespace urilint {

/// Bytes are characters (Latin-1): UTF-8 mode would skip what is no UTF-8.
[[nodiscard]] inline RE2::Options pattern_options() {
  RE2::Options options(RE2::Latin1);
  options.set_max_mem(1 << 20);
  options.set_never_nl(false);
  options.set_log_errors(false);
  return options;
}

}  // namespace urilint
