// The structure of a message, from the mail module, which is opened when the first one is read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "mail/mail_module.hpp"

namespace urilint {

/// Empty if messages can be read; else why not, in plain words. Opens the module at the first call,
/// of any thread. It is looked for beside the program (or the shared library that holds this code),
/// in `../lib/urilint/` from there, then where the system keeps its libraries.
[[nodiscard]] const std::string& why_no_mail();

struct MailLimits {
  std::size_t parts = 10000;
  std::uint32_t depth = 64;
};

/// The parts of one message. Their texts live as long as this.
class MailStructure {
 public:
  /// `message` is looked at here and no longer. No parts if mail cannot be read, or `message` is
  /// too hostile to be read in a time in proportion to its size.
  explicit MailStructure(std::string_view message, const MailLimits& limits = {});
  ~MailStructure();
  MailStructure(const MailStructure&) = delete;
  MailStructure& operator=(const MailStructure&) = delete;

  /// In the order in which they begin; a parent stands before its children.
  [[nodiscard]] std::span<const UrilintMailPart> parts() const noexcept {
    return {structure_.parts, structure_.parts == nullptr ? 0 : structure_.count};
  }
  /// A limit was hit: the message has more parts.
  [[nodiscard]] bool limited() const noexcept { return structure_.limited != 0; }

 private:
  UrilintMailStructure structure_{};
};

}  // namespace urilint
