// Test data outside the project: the folder `shared` beside the checkout, or wherever the variable
// URILINT_SHARED points. Tests that need it skip, and say so, where it is absent.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

namespace urilint {

/// The whole file, or nothing if it is not there.
inline std::optional<std::string> shared_file(std::string_view name) {
  const char* const named = std::getenv("URILINT_SHARED");
  const std::filesystem::path checkout =
      std::filesystem::path(__FILE__).parent_path().parent_path().parent_path().parent_path();
  const std::filesystem::path folder = named != nullptr ? named : checkout.parent_path() / "shared";
  std::ifstream in(folder / name, std::ios::binary);
  if (!in) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(in), {});
}

}  // namespace urilint
