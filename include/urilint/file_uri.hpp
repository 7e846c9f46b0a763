/// RFC 8089: file URIs, to paths of POSIX and Windows and back. No file system is asked.
///
/// Strict where a lenient reading would name another file: what cannot be said in the other
/// notation is an error, never dropped. Paths are bytes (POSIX) or UTF-8 (Windows).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "urilint/export.hpp"
#include "urilint/uri.hpp"

namespace urilint {

enum class PathStyle : std::uint8_t { posix, windows };

enum class FileUriError : std::uint8_t {
  none,
  not_file,             ///< the scheme is not `file`
  invalid_uri,          ///< no RFC 3986 URI; only `|` in a drive letter is forgiven (8089 E.2.2)
  not_absolute,         ///< the path does not begin at a root, or (Windows) has no drive
  userinfo,             ///< a user before the host (8089 E.1)
  port,                 ///< a port, also an empty one, as in `file://c:/x`
  query,                ///< a query; a `?` of a file name must be encoded
  fragment,             ///< a fragment; a `#` of a file name must be encoded
  remote_host,          ///< POSIX: a host other than localhost
  bad_host,             ///< Windows: a host that is no name or address (`.` is a device prefix)
  no_share,             ///< Windows: a host without a share
  device_path,          ///< Windows: `\\?\` or `\\.\`
  encoded_separator,    ///< `%2F`, on Windows also `%5C`, inside a segment
  encoded_nul,          ///< `%00`, or a NUL byte in a path
  forbidden_character,  ///< Windows: `" * < > ? |`, a control, or `:` before the last segment
  not_utf8,             ///< Windows: a name that is not UTF-8
};
/// The name that reports use: `not-file`, `encoded-separator` …
[[nodiscard]] URILINT_API std::string_view name_of(FileUriError error) noexcept;

struct FilePath {
  FileUriError error = FileUriError::none;
  std::string path;  ///< empty with an error
  /// The host: of a UNC path, or with `remote_host`. Empty: the file is local.
  std::string host;
  [[nodiscard]] bool ok() const noexcept { return error == FileUriError::none; }
};
/// The path that a file URI names. Local are no authority, an empty one, and `localhost`.
///
/// POSIX: `file:/p`, `file:///p`, `file://localhost/p` are `/p`; more slashes at the beginning are
/// one. Windows: `file:///c:/x`, `file:c:/x` and both with `c|` are `c:\x`; `file://host/share/x`,
/// `file:////host/share/x` and `file://///host/share/x` are `\\host\share\x` (8089 E.3), an IPv6
/// literal its `ipv6-literal.net` name. Letter case stays, dot segments stay.
[[nodiscard]] URILINT_API FilePath file_uri_to_path(std::string_view uri, PathStyle style);

struct FileUri {
  FileUriError error = FileUriError::none;
  std::string uri;  ///< empty with an error
  [[nodiscard]] bool ok() const noexcept { return error == FileUriError::none; }
};
/// The file URI of an absolute path: `/p` is `file:///p`, `C:\x` (or `C:/x`) is `file:///C:/x`,
/// `\\host\share\x` is `file://host/share/x`. Reading it back gives the same path, but for
/// repeated slashes at the beginning (POSIX) and `/` for `\` (Windows).
[[nodiscard]] URILINT_API FileUri path_to_file_uri(std::string_view path, PathStyle style);

/// The host that would be asked for the file, as it stands in the URI: an authority other than
/// empty and `localhost`, or for Windows also that of a UNC path inside the path, with `/`, `\` or
/// both. Empty for local files and for other schemes. Works for invalid text too.
[[nodiscard]] URILINT_API std::string_view remote_file_host(const UriParts& parts,
                                                            PathStyle style) noexcept;

}  // namespace urilint
