// What the mail module and those who open it agree on: plain C, so that the two may be built apart.
// The module holds GMime, which takes longer to load than everything else takes to start.
#pragma once

#include <cstddef>
#include <cstdint>

extern "C" {

/// Both sides must be of the same; another module is not used.
inline constexpr std::uint32_t kUrilintMailAbi = 1;

enum UrilintMailKind : std::uint32_t {
  kUrilintMailLeaf = 0,       ///< has a body of its own
  kUrilintMailMultipart = 1,  ///< its parts follow
  kUrilintMailMessage = 2,    ///< a message in a message, which follows
};

/// One part of a message. Offsets are bytes of the raw message, half open; texts are never null,
/// empty where nothing is said, as the message has them, ended by NUL, and live until the structure
/// is freed.
struct UrilintMailPart {
  std::uint64_t header_begin;  ///< of its header fields; empty range: it has none
  std::uint64_t header_end;    ///< behind the line end of the last one
  std::uint64_t body_begin;    ///< of a leaf; of others it is empty
  std::uint64_t body_end;
  std::int64_t parent;   ///< index, or -1: the message itself
  std::uint32_t kind;    ///< one of UrilintMailKind
  std::uint32_t number;  ///< among its siblings, from 1
  const char* type;      ///< media type and subtype: `text/html`
  const char* charset;   ///< parameters of Content-Type
  const char* boundary;
  const char* format;
  const char* delsp;
  const char* encoding;     ///< Content-Transfer-Encoding
  const char* disposition;  ///< Content-Disposition, without its parameters
  const char* file_name;    ///< of Content-Disposition, else of Content-Type; UTF-8
};

struct UrilintMailLimits {
  std::uint64_t parts;  ///< no more are told
  std::uint32_t depth;  ///< what is deeper is not told
};

/// The parts of one message in the order in which they begin; a parent stands before its children.
struct UrilintMailStructure {
  const UrilintMailPart* parts;
  std::uint64_t count;
  std::uint32_t limited;  ///< 1: a limit was hit, and the message holds more
  void* owner;
};

/// The functions of a module, found by the name `urilint_mail_module`. All may be called by several
/// threads at once.
struct UrilintMailModule {
  std::uint32_t abi;
  /// Reads `size` bytes. 0: done, `out` is to be freed; else nothing was made.
  int (*read)(const char* data, std::uint64_t size, const UrilintMailLimits* limits,
              UrilintMailStructure* out);
  void (*free)(UrilintMailStructure* structure);
};

}  // extern "C"

/// The name of the file, wherever it stands.
inline constexpr char kUrilintMailFile[] = "urilint-mail.so";
inline constexpr char kUrilintMailSymbol[] = "urilint_mail_module";
