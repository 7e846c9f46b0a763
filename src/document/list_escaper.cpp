// A line holds everything but what ends it.
#include "document/escapers.hpp"

namespace urilint {
namespace {

class ListEscaper final : public Escaper {
 public:
  [[nodiscard]] std::optional<std::string> write(std::string_view text) const override {
    const bool fits = text.find_first_of("\r\n") == std::string_view::npos;
    return fits ? std::optional<std::string>(text) : std::nullopt;
  }
};

}  // namespace

const Escaper& list_escaper() noexcept {
  static const ListEscaper escaper;
  return escaper;
}

}  // namespace urilint
