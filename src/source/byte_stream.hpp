// A file or standard input as a stream of bytes, and the buffer it is read into.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "source/input.hpp"

namespace urilint {

/// Bytes of a stream that are still needed; what was consumed is overwritten when room is wanted.
class Buffer {
 public:
  [[nodiscard]] std::string_view view() const noexcept { return {data_.get() + begin_, size()}; }
  [[nodiscard]] std::size_t size() const noexcept { return end_ - begin_; }
  void consume(std::size_t count) noexcept { begin_ += count; }
  /// Consumes `count` bytes and gives away the memory in which they and all others stand: views of
  /// them live as long as what is returned. The bytes behind them are kept as a copy.
  [[nodiscard]] std::unique_ptr<char[]> release(std::size_t count);
  /// Room for `wanted` bytes in all, uninitialised behind `size()`.
  void reserve(std::size_t wanted);
  [[nodiscard]] char* tail() noexcept { return data_.get() + end_; }
  [[nodiscard]] std::size_t room() const noexcept { return capacity_ - end_; }
  void grew(std::size_t count) noexcept { end_ += count; }

 private:
  std::unique_ptr<char[]> data_;
  std::size_t capacity_ = 0;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

/// An open input. Opening never blocks (a FIFO is refused), reading is read(2).
class ByteStream {
 public:
  ByteStream() = default;
  ~ByteStream();
  ByteStream(const ByteStream&) = delete;
  ByteStream& operator=(const ByteStream&) = delete;

  /// Nothing if it is open, else why it is not.
  [[nodiscard]] std::optional<SkipNote> open(const Input& input);
  /// Reads until `buffer` holds `wanted` bytes, or to the end. Grows the buffer by steps: memory
  /// follows what is there, not what is asked for.
  void fill(Buffer& buffer, std::size_t wanted);
  /// One read(2) of at most `most` bytes, waiting if need be; 0 at the end.
  std::size_t read(Buffer& buffer, std::size_t most);
  /// True if reading now would not wait.
  [[nodiscard]] bool is_ready() const noexcept;
  [[nodiscard]] bool ended() const noexcept { return ended_; }
  /// Size of a regular file as the system gives it, or of a source; 0 if unknown.
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  /// The system's words for the error that ended it, or empty.
  [[nodiscard]] const std::string& error() const noexcept { return error_; }

 private:
  [[nodiscard]] std::size_t read_source(char* to, std::size_t most);
  [[nodiscard]] std::size_t read_descriptor(char* to, std::size_t most);

  std::unique_ptr<ByteSource> source_;  // else the descriptor
  int fd_ = -1;
  bool owned_ = false;
  bool ended_ = false;
  std::uint64_t size_ = 0;
  std::string error_;
};

}  // namespace urilint
