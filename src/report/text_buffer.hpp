// Memory that output is put together in. Keeps its size when it is emptied.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

namespace urilint {

class TextBuffer {
 public:
  TextBuffer() = default;
  TextBuffer(const TextBuffer&) = delete;
  TextBuffer& operator=(const TextBuffer&) = delete;

  /// Where the next `most` bytes may be written; `end_at` says how many there are. Until the next
  /// call that is not const.
  [[nodiscard, gnu::always_inline]] inline char* room(std::size_t most) {
    if (memory_.size() - size_ < most) grow(most);
    return memory_.data() + size_;
  }
  /// One past the last byte, in what `room` gave.
  void end_at(const char* end) noexcept { size_ = static_cast<std::size_t>(end - memory_.data()); }

  void append(std::string_view bytes) { end_at(put(room(bytes.size()), bytes)); }
  [[gnu::always_inline]] inline void append(char byte) {
    *room(1) = byte;
    ++size_;
  }
  /// Copies to what `room` gave; one past the copy.
  static char* put(char* to, std::string_view bytes) noexcept {
    if (!bytes.empty()) std::memcpy(to, bytes.data(), bytes.size());
    return to + bytes.size();
  }

  /// Until the next call that is not const.
  [[nodiscard]] std::string_view view() const noexcept { return {memory_.data(), size_}; }
  void clear() noexcept { size_ = 0; }

 private:
  [[gnu::noinline]] void grow(std::size_t most) {
    memory_.resize(std::max(size_ + most, 2 * memory_.size() + 256));
  }

  std::string memory_;  // its size is what there is room for
  std::size_t size_ = 0;
};

}  // namespace urilint
