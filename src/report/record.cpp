// Names that several formats print.
#include "report/record.hpp"

namespace urilint {

std::string_view name_of(Suppression::Kind kind) noexcept {
  return kind == Suppression::Kind::in_source ? "in-source" : "baseline";
}

}  // namespace urilint
