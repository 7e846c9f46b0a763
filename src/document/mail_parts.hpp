// What a part of a message is read as: by its media type, by the name of its file.
#pragma once

#include <cstdint>
#include <string_view>

#include "document/format.hpp"

namespace urilint::reading {

enum class MailContent : std::uint8_t {
  plain,     ///< text for people
  calendar,  ///< RFC 5545 and its kin: content lines
  message,   ///< a message that the structure does not open: it is encoded
  document,  ///< in a format of its own
  unread,    ///< pictures, archives: nothing to read, unless it stands there as text
};

struct MailPartKind {
  MailContent content = MailContent::plain;
  Format format = Format::text;  ///< of a document
};

/// `type` is a media type in any case, `file_name` empty or a name that the message gives. A name
/// tells what a media type does not: programs open attachments by it.
[[nodiscard]] MailPartKind mail_part_kind(std::string_view type, std::string_view file_name);

}  // namespace urilint::reading
