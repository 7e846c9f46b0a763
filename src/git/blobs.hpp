// Contents of blobs, by one `git cat-file --batch`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "git/program.hpp"

namespace urilint::git {

/// Reads blobs by id, one after the other. The process starts with the first, and anew if it is
/// lost. One thread at a time.
class Blobs {
 public:
  Blobs(Program program, Place place) : program_(std::move(program)), place_(std::move(place)) {}

  /// Begins to read a blob: its size in bytes. What is left of the one before is passed over.
  /// missing_object: this clone does not hold it (nothing is fetched), or it is no blob.
  [[nodiscard]] tl::expected<std::uint64_t, Error> open(std::string_view id);
  /// Up to `most` bytes more of it; 0 at its end, or if git broke off (then `broken`).
  [[nodiscard]] std::size_t read(char* to, std::size_t most);
  [[nodiscard]] bool broken() const noexcept { return broken_; }

  /// All of a blob of at most `most` bytes; too_much beyond.
  [[nodiscard]] tl::expected<std::string, Error> whole(std::string_view id, std::uint64_t most);

 private:
  [[nodiscard]] tl::expected<std::uint64_t, Error> ask(std::string_view id);
  [[nodiscard]] bool start();
  [[nodiscard]] bool header(std::string& line);
  void pass_over();
  void stop();

  Program program_;
  Place place_;
  Process process_;
  bool running_ = false;
  bool broken_ = false;
  std::uint64_t left_ = 0;  // bytes of the blob, its LF at the end not counted
  bool tail_ = false;       // that LF is still to come
  Error start_error_;
};

}  // namespace urilint::git
