#include "conformance/documents/suites.hpp"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>

namespace urilint::testing {

namespace fs = std::filesystem;

std::optional<fs::path> suite(std::string_view name) {
  const char* const named = std::getenv("URILINT_SHARED");
  const fs::path folder =
      fs::path(named == nullptr ? URILINT_SHARED_DEFAULT : named) / "corpora/documents" / name;
  if (fs::is_directory(folder)) return folder;
  WARN("skipped: the extra data is absent (URILINT_SHARED names its folder)");
  return std::nullopt;
}

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string bytes_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  REQUIRE(in);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string oracle(std::string_view script, const fs::path& argument) {
  const std::string command = "'" URILINT_PYTHON "' '" URILINT_ORACLES "/" + std::string(script) +
                              "' '" + argument.string() + "'";
  FILE* const pipe = ::popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string out;
  std::array<char, 4096> block{};
  for (std::size_t got; (got = std::fread(block.data(), 1, block.size(), pipe)) > 0;) {
    out.append(block.data(), got);
  }
  REQUIRE(::pclose(pipe) == 0);
  return out;
}

Tally::Tally(std::string name, std::span<const Exception> exceptions, double least_share)
    : name_(std::move(name)), exceptions_(exceptions), least_share_(least_share) {}

void Tally::judge(const std::string& document, const std::string& fault) {
  ++documents_;
  const auto named = std::find_if(exceptions_.begin(), exceptions_.end(),
                                  [&](const Exception& row) { return row.name == document; });
  INFO(name_ << ' ' << document << ": " << fault);
  if (named == exceptions_.end()) {
    CHECK(fault.empty());
    if (fault.empty()) ++passed_;
    return;
  }
  INFO("named as an exception, but it passes");
  CHECK_FALSE(fault.empty());
  ++met_;
}

Tally::~Tally() {
  std::cout << name_ << ": " << passed_ << " of " << documents_ << " pass, " << exceptions_.size()
            << " named exceptions\n";
  for (const Exception& row : exceptions_) {
    std::cout << "  " << row.name << ": " << row.reason << '\n';
  }
  CHECK(met_ == exceptions_.size());
  CHECK(static_cast<double>(passed_) >= least_share_ * static_cast<double>(documents_));
  CHECK(documents_ > 0);
}

}  // namespace urilint::testing
