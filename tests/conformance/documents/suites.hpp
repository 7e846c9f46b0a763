// What the tests of published documents share: where they are, what their names are, how many pass.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace urilint::testing {

/// `corpora/documents/NAME` of the extra data; says so and returns nothing where it is absent.
[[nodiscard]] std::optional<std::filesystem::path> suite(std::string_view name);

/// The regular files of the folder in the order of their names.
[[nodiscard]] std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder);
[[nodiscard]] std::string bytes_of(const std::filesystem::path& path);

/// What `python3 SCRIPT ARGUMENT` (a script of this folder) prints; fails the test on an error.
[[nodiscard]] std::string oracle(std::string_view script, const std::filesystem::path& argument);

/// A document that does not read as its suite says, and why that is right, or left.
struct Exception {
  std::string_view name;
  std::string_view reason;
};

/// Counts documents. One that fails must be a named exception, and an exception must fail. At the
/// end the share of those that pass is printed, and checked.
class Tally {
 public:
  Tally(std::string name, std::span<const Exception> exceptions, double least_share);
  Tally(const Tally&) = delete;
  Tally& operator=(const Tally&) = delete;
  ~Tally();

  /// `fault` is empty if the document passed.
  void judge(const std::string& document, const std::string& fault);

 private:
  std::string name_;
  std::span<const Exception> exceptions_;
  double least_share_;
  std::size_t documents_ = 0;
  std::size_t passed_ = 0;
  std::size_t met_ = 0;
};

}  // namespace urilint::testing
