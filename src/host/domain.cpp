// libpsl with its built-in list, asked about canonical names only. No suffix has more than a few
// labels, so the end of a long name is enough: libpsl's work grows with labels times bytes.
#include <libpsl.h>

#include <cstddef>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>

#include "uri/count.hpp"
#include "urilint/host.hpp"
#include "urilint/names.hpp"

namespace urilint {
namespace {

// More labels than any rule of the list has, and one.
constexpr std::size_t kLabels = 16;

// Where the last `kLabels` labels begin.
std::size_t tail_begin(std::string_view name) noexcept {
  std::size_t at = name.size();
  for (std::size_t label = 0; label < kLabels; ++label) {
    if (at == 0) return 0;
    const std::size_t dot = name.rfind('.', at - 1);
    if (dot == std::string_view::npos) return 0;
    at = dot;
  }
  return at + 1;
}

bool is_address(std::string_view canonical) noexcept {
  return canonical.front() == '[' || read_ipv4(canonical).status == Ipv4Status::address;
}

}  // namespace

std::optional<std::string> registrable_domain(std::string_view host) {
  const std::optional<std::string> name = canonical_host(host);
  if (!name || is_address(*name)) return std::nullopt;
  URILINT_COUNT(suffixes);
  const char* const found =
      psl_registrable_domain(psl_builtin(), name->c_str() + tail_begin(*name));
  if (found == nullptr) return std::nullopt;
  return std::string(found);
}

std::string suffix_list_date() {
  const std::time_t seconds = psl_builtin_file_time();
  std::tm date{};
  if (seconds <= 0 || gmtime_r(&seconds, &date) == nullptr) return {};
  char text[16];
  const std::size_t size = std::strftime(text, sizeof text, "%Y-%m-%d", &date);
  return {text, size};
}

}  // namespace urilint
