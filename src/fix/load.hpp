// Reads a file from memory, as the program reads it from a disk.
#pragma once

#include <string>
#include <string_view>

#include "document/format.hpp"

namespace urilint {

/// How the program reads a file.
struct FileKind {
  std::string path;                   ///< decides what `automatic` is
  Format format = Format::automatic;  ///< as `--as` gives it
  bool holes = false;                 ///< template holes are recognised
};

/// Loads `bytes`, which live as long as the document, into the empty `document` and pushes what a
/// reader finds: offsets of sources count a byte order mark. The file is one window.
void read_bytes(Document& document, std::string_view bytes, const FileKind& kind,
                SegmentSink& sink);

}  // namespace urilint
