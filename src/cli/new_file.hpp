// Files that `init` makes: each whole or not at all, and never through a symbolic link.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace urilint::cli {

/// A file that waits beside its place until it may appear.
class NewFile {
 public:
  /// What may be at the place before.
  enum class Over : std::uint8_t {
    nothing,
    file,  ///< a regular file, which is replaced; still no link to one, no folder, no device
  };
  NewFile(std::string path, Over over) : path_(std::move(path)), over_(over) {}
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  /// Whether the place may be taken. Complains if not.
  [[nodiscard]] bool place_is_free() const;
  /// Writes the bytes beside the place. Complains and returns false if it cannot.
  [[nodiscard]] bool prepare(std::string_view bytes);
  /// Puts the file in its place. Complains and returns false if it cannot, and if the place is
  /// taken by now.
  [[nodiscard]] bool appear();
  /// Removes what appeared, if nothing was there before.
  void take_back();
  /// Removes the regular file that is at the place. True if there was one. Complains if it stays.
  [[nodiscard]] bool remove_old() const;
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

 private:
  [[nodiscard]] bool fails(std::string_view words) const;

  std::string path_;
  Over over_;
  std::string temporary_;  // empty: there is none
  bool appeared_ = false;
};

}  // namespace urilint::cli
