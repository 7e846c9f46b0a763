// RFC 8089: paths of POSIX and Windows. A URI that names a file in one notation only has an error.
#include <catch2/catch.hpp>
#include <string>
#include <string_view>

#include "urilint/file_uri.hpp"

using namespace urilint;

namespace {

// `path`, `path @host`, or `!error`, `!error @host`.
std::string shown(const FilePath& result) {
  std::string out = result.ok() ? result.path : '!' + std::string(name_of(result.error));
  if (!result.host.empty()) out += " @" + result.host;
  CHECK(result.ok() != result.path.empty());
  return out;
}
std::string posix(std::string_view uri) { return shown(file_uri_to_path(uri, PathStyle::posix)); }
std::string windows(std::string_view uri) {
  return shown(file_uri_to_path(uri, PathStyle::windows));
}

std::string uri_of(std::string_view path, PathStyle style) {
  const FileUri result = path_to_file_uri(path, style);
  CHECK(result.ok() != result.uri.empty());
  return result.ok() ? result.uri : '!' + std::string(name_of(result.error));
}

struct Row {
  std::string_view in;
  std::string_view out;
};

}  // namespace

TEST_CASE("file uri: POSIX paths") {
  const Row rows[] = {
      {"file:///etc/hosts", "/etc/hosts"},
      {"file:/etc/hosts", "/etc/hosts"},
      {"FILE://LocalHost/etc/hosts", "/etc/hosts"},
      {"file:////etc/hosts", "/etc/hosts"},
      {"file://///etc//hosts/", "/etc//hosts/"},
      {"file:///", "/"},
      {"file:///a%20b%25%3F%C3%A9%FF", "/a b%?\u00e9\xff"},
      {"file:///a%2541", "/a%41"},
      {"file:///c:/x", "/c:/x"},
      {"file:///%2e%2e/a", "/../a"},
      {"file://server/share", "!remote-host @server"},
      {"file://192.0.2.1/x", "!remote-host @192.0.2.1"},
      {"file://127.0.0.1/x", "!remote-host @127.0.0.1"},
      {"file:a/b", "!not-absolute"},
      {"file:", "!not-absolute"},
      {"file://", "!not-absolute"},
      {"file:///a%2Fb", "!encoded-separator"},
      {"file:///a%5Cb", "/a\\b"},
      {"file:///a%00b", "!encoded-nul"},
      {"file:///a?b", "!query"},
      {"file:///a#b", "!fragment"},
      {"file://u@localhost/a", "!userinfo"},
      {"file://localhost:80/a", "!port"},
      {"file://c:/a", "!port"},
      {"file:///a b", "!invalid-uri"},
      {"file:///c|/a", "!invalid-uri"},
      {"file:///%zz", "!invalid-uri"},
      {"http://localhost/a", "!not-file"},
      {"/etc/hosts", "!not-file"},
      {"", "!not-file"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.in);
    CHECK(posix(row.in) == row.out);
  }
}

TEST_CASE("file uri: Windows paths") {
  const Row rows[] = {
      {"file:///c:/path/to/file", "c:\\path\\to\\file"},
      {"file:///C:/path%20to/", "C:\\path to\\"},
      {"file:///c:/", "c:\\"},
      {"file:c:/x", "c:\\x"},
      {"file:/c:/x", "c:\\x"},
      {"file://localhost/c:/x", "c:\\x"},
      {"file:///c|/x", "c:\\x"},
      {"file:/c|/x", "c:\\x"},
      {"file:c|/x", "c:\\x"},
      {"file:///c:/%C3%A9", "c:\\\u00e9"},
      {"file:///c:/x:stream", "c:\\x:stream"},
      {"file:///c:/../x", "c:\\..\\x"},
      // UNC, by authority and in the path (8089 E.3).
      {"file://host.example.com/Share/path/to/file.txt",
       "\\\\host.example.com\\Share\\path\\to\\file.txt @host.example.com"},
      {"file:////host.example.com/share/f", "\\\\host.example.com\\share\\f @host.example.com"},
      {"file://///host.example.com/share/f", "\\\\host.example.com\\share\\f @host.example.com"},
      {"file://192.0.2.1/share", "\\\\192.0.2.1\\share @192.0.2.1"},
      {"file://h%C3%A9/share/", "\\\\h\u00e9\\share\\ @h\u00e9"},
      {"file://[2001:db8::1]/s/f",
       "\\\\2001-db8--1.ipv6-literal.net\\s\\f @2001-db8--1.ipv6-literal.net"},
      {"file:////%5B2001:db8::1%5D/s/f",
       "\\\\2001-db8--1.ipv6-literal.net\\s\\f @2001-db8--1.ipv6-literal.net"},
      {"file:////u@%5B2001:db8::1%5D/s", "!bad-host"},
      {"file://[v1.a]/s", "!bad-host"},
      {"file://host", "!no-share @host"},
      {"file://host/", "!no-share @host"},
      {"file://host//x", "!no-share @host"},
      {"file://host/../x", "!no-share @host"},
      {"file://host/%2e/x", "!no-share @host"},
      {"file://./c:/x", "!bad-host"},
      {"file://%3F/c:/x", "!bad-host"},
      {"file://%2e/pipe/x", "!bad-host"},
      {"file:////./pipe/x", "!bad-host"},
      {"file:////%3f/c:/x", "!bad-host"},
      {"file://a%5Cb/x", "!bad-host"},
      {"file:////c:/x", "!bad-host"},
      {"file:////////host/share", "!not-absolute"},
      {"file:///x/y", "!not-absolute"},
      {"file:///c:", "!not-absolute"},
      {"file:///c:x", "!not-absolute"},
      {"file:c:", "!not-absolute"},
      {"file:x/y", "!not-absolute"},
      {"file:", "!not-absolute"},
      {"file:///c:/a%2Fb", "!encoded-separator"},
      {"file:///c:/a%5Cb", "!encoded-separator"},
      {"file:///c:/a%00", "!encoded-nul"},
      {"file:///c:/a*", "!forbidden-character"},
      {"file:///c:/a%3Fb", "!forbidden-character"},
      {"file:///c:/a%7Cb", "!forbidden-character"},
      {"file:///c:/a%0Ab", "!forbidden-character"},
      {"file:///c:/a:b/c", "!forbidden-character"},
      {"file://h/s:x", "!forbidden-character @h"},
      {"file:///c:/%FF", "!not-utf8"},
      {"file:///c:\\x", "!invalid-uri"},
      {"file:///c:/a|b", "!invalid-uri"},
      {"file://c|/x", "!invalid-uri"},
      {"file://c:/x", "!port"},
      {"file://u@h/s", "!userinfo"},
      {"file:///c:/x?", "!query"},
      {"file:///c:/x#", "!fragment"},
      {"ftp:///c:/x", "!not-file"},
      {"c:/x", "!not-file"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.in);
    CHECK(windows(row.in) == row.out);
  }
}

TEST_CASE("file uri: from POSIX paths") {
  const Row rows[] = {
      {"/etc/hosts", "file:///etc/hosts"},
      {"/", "file:///"},
      {"//etc", "file:///etc"},
      {"/a b%?#\u00e9\xff\n[:@", "file:///a%20b%25%3F%23%C3%A9%FF%0A%5B:@"},
      {"/a\\b", "file:///a%5Cb"},
      {"/../a/", "file:///../a/"},
      {"a", "!not-absolute"},
      {"", "!not-absolute"},
      {std::string_view("/a\0b", 4), "!encoded-nul"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.in);
    CHECK(uri_of(row.in, PathStyle::posix) == row.out);
    if (row.out.starts_with('!') || row.in.starts_with("//")) continue;
    CHECK(file_uri_to_path(row.out, PathStyle::posix).path == row.in);
  }
}

TEST_CASE("file uri: from Windows paths") {
  const Row rows[] = {
      {"C:\\path\\to file", "file:///C:/path/to%20file"},
      {"c:\\", "file:///c:/"},
      {"c:\\a\\..\\b%", "file:///c:/a/../b%25"},
      {"c:\\x:s", "file:///c:/x:s"},
      {"\\\\host.example.com\\Share\\path\\to\\file.txt",
       "file://host.example.com/Share/path/to/file.txt"},
      {"\\\\h\u00e9\\s", "file://h%C3%A9/s"},
      {"\\\\?\\C:\\x", "!device-path"},
      {"\\\\.\\pipe\\x", "!device-path"},
      {"\\\\localhost\\c$\\x", "!bad-host"},
      {"\\\\..\\s", "!bad-host"},
      {"\\\\a:b\\s", "!bad-host"},
      {"\\\\\\s", "!bad-host"},
      {"\\\\h", "!no-share"},
      {"\\\\h\\", "!no-share"},
      {"\\\\h\\..\\x", "!no-share"},
      {"\\x", "!not-absolute"},
      {"c:x", "!not-absolute"},
      {"c:", "!not-absolute"},
      {"x", "!not-absolute"},
      {"", "!not-absolute"},
      {"c:\\a?", "!forbidden-character"},
      {"c:\\a:b\\c", "!forbidden-character"},
      {"c:\\a\x01", "!forbidden-character"},
      {"c:\\\xff", "!not-utf8"},
      {std::string_view("c:\\a\0", 5), "!encoded-nul"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.in);
    CHECK(uri_of(row.in, PathStyle::windows) == row.out);
    if (row.out.starts_with('!')) continue;
    CHECK(file_uri_to_path(row.out, PathStyle::windows).path == row.in);
  }
  CHECK(uri_of("C:/a/b", PathStyle::windows) == "file:///C:/a/b");
}

TEST_CASE("file uri: whose file it is") {
  struct HostRow {
    std::string_view uri;
    std::string_view posix, windows;
  };
  const HostRow rows[] = {
      {"file:///x", "", ""},
      {"file:/x", "", ""},
      {"file://localhost/x", "", ""},
      {"file://LOCALHOST", "", ""},
      {"file://server/x", "server", "server"},
      {"file://192.0.2.1/x", "192.0.2.1", "192.0.2.1"},
      {"file:////server/x", "", "server"},
      {"file://///server/x", "", "server"},
      {"file://////server/x", "", ""},
      {"file:////etc", "", "etc"},
      {"file:////c:/x", "", ""},
      {"file:////localhost/x", "", ""},
      {"file:\\\\server\\x", "", "server"},
      {"file:///\\\\server\\x", "", "server"},
      {"file:", "", ""},
      {"http://server/x", "", ""},
      {"//server/x", "", ""},
  };
  for (const HostRow& row : rows) {
    CAPTURE(row.uri);
    CHECK(remote_file_host(split(row.uri), PathStyle::posix) == row.posix);
    CHECK(remote_file_host(split(row.uri), PathStyle::windows) == row.windows);
  }
}
