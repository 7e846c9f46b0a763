#include <algorithm>
#include <catch2/catch.hpp>

#include "source/input.hpp"
#include "unit/source/files.hpp"

using namespace urilint;
using urilint::testing::Collector;

namespace {

/// Gives its bytes in small pieces, and breaks off before the last `kept_back`.
class Pieces final : public ByteSource {
 public:
  Pieces(std::string bytes, std::size_t kept_back)
      : bytes_(std::move(bytes)), end_(bytes_.size() - kept_back) {}
  [[nodiscard]] std::uint64_t size() const noexcept override { return bytes_.size(); }
  [[nodiscard]] std::size_t read(char* to, std::size_t most) override {
    const std::size_t count = std::min({most, std::size_t{7}, end_ - at_});
    std::copy_n(bytes_.data() + at_, count, to);
    at_ += count;
    return count;
  }
  [[nodiscard]] std::string error() const override {
    return at_ == end_ && end_ != bytes_.size() ? "broke off" : "";
  }

 private:
  std::string bytes_;
  std::size_t end_;
  std::size_t at_ = 0;
};

Input input_of(const std::string& bytes, std::size_t kept_back = 0) {
  Input input{"a.txt", "/nonexistent", false, false, nullptr};
  input.source = [=] { return std::make_unique<Pieces>(bytes, kept_back); };
  return input;
}

}  // namespace

TEST_CASE("source/byte_source: the bytes come from there and no file is opened") {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "https://example.com/" + std::to_string(i) + '\n';
  for (const std::size_t limit : {std::size_t{1} << 20, std::size_t{1000}}) {
    ReadOptions options;
    options.whole_limit = limit;
    options.window = 4000;
    options.overlap = 500;
    const Input input = input_of(text);
    Collector seen;
    CHECK(read_input(input, options, seen).bytes == text.size());
    CHECK(seen.notes.empty());
    CHECK((seen.windows.size() == 1) == (limit > text.size()));
    CHECK(seen.windows.front().text.starts_with("https://example.com/0\n"));
    CHECK(seen.windows.back().text.ends_with("/999\n"));
  }
}

TEST_CASE("source/byte_source: what breaks off is said, what came before is read") {
  const Input input = input_of("https://example.com/a\nhttps://example.com/b\n", 22);
  Collector seen;
  read_input(input, {}, seen);
  REQUIRE(seen.windows.size() == 1);
  CHECK(seen.windows[0].text == "https://example.com/a\n");
  REQUIRE(seen.notes.size() == 1);
  CHECK(seen.notes[0].reason == SkipReason::unreadable);
  CHECK(seen.notes[0].detail == "broke off");
}

TEST_CASE("source/byte_source: a source that has nothing to give") {
  const Input input = input_of("x", 1);
  Collector seen;
  read_input(input, {}, seen);
  CHECK(seen.windows.empty());
  REQUIRE(seen.notes.size() == 1);
  CHECK(seen.notes[0].path == "a.txt");
  CHECK(seen.notes[0].fatal);
}
