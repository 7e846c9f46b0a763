// The setters of the URL class: what they change, and what they leave alone.
#include <catch2/catch.hpp>
#include <string_view>

#include "urilint/whatwg.hpp"

using namespace urilint;

TEST_CASE("whatwg setters: the URL afterwards") {
  struct Row {
    std::string_view href, name, value, wanted;
  };
  const Row rows[] = {
      {"http://h/a", "protocol", "https", "https://h/a"},
      {"http://h/a", "protocol", "https:x", "https://h/a"},
      {"http://h:443/a", "protocol", "https", "https://h/a"},
      {"http://h/a", "protocol", "a", "http://h/a"},
      {"http://h/a", "protocol", "1", "http://h/a"},
      {"http://u@h/a", "protocol", "file", "http://u@h/a"},
      {"http://h:81/a", "protocol", "file", "http://h:81/a"},
      {"file:///a", "protocol", "http", "file:///a"},
      {"a://h/", "protocol", "b", "b://h/"},
      {"http://h/", "username", "u@:\u00e4", "http://u%40%3A%C3%A4@h/"},
      {"http://h/", "password", "p", "http://:p@h/"},
      {"http://u:p@h/", "password", "", "http://u@h/"},
      {"file://h/", "username", "u", "file://h/"},
      {"a:b", "username", "u", "a:b"},
      {"http://h/", "username", "\xff\t", "http://%EF%BF%BD%09@h/"},
      {"http://h:81/", "host", "i", "http://i:81/"},
      {"http://h:81/", "host", "i:82", "http://i:82/"},
      {"http://h/", "host", "i:99999", "http://i/"},
      {"http://h/", "host", "", "http://h/"},
      {"http://h/", "host", "i/x?y", "http://i/"},
      {"http://h/", "host", "0x7f.1", "http://127.0.0.1/"},
      {"http://h/", "host", "a b", "http://h/"},
      {"a://u@h/", "host", "", "a://u@h/"},
      {"a://h/", "host", "", "a:///"},
      {"a:b", "host", "h", "a:b"},
      {"file:///x", "host", "localhost", "file:///x"},
      {"file:///x", "host", "h:81", "file:///x"},
      {"http://h:81/", "hostname", "i:82", "http://h:81/"},
      {"http://h:81/", "hostname", "i", "http://i:81/"},
      {"http://h/", "hostname", "[::1]", "http://[::1]/"},
      {"http://h/", "port", "81", "http://h:81/"},
      {"http://h/", "port", "81x", "http://h:81/"},
      {"http://h:81/", "port", "x", "http://h:81/"},
      {"http://h:81/", "port", "", "http://h/"},
      {"http://h:81/", "port", "80", "http://h/"},
      {"http://h:81/", "port", "65536", "http://h:81/"},
      {"file://h/", "port", "81", "file://h/"},
      {"http://h/a", "pathname", "b/../c?d#e", "http://h/c%3Fd%23e"},
      {"http://h/a", "pathname", "\\x", "http://h/x"},
      {"a://h/b", "pathname", "", "a://h"},
      {"a:/b", "pathname", "", "a:/"},
      {"a:/b", "pathname", "//c", "a:/.//c"},
      {"a:b", "pathname", "c", "a:b"},
      {"file:///C:/a", "pathname", "D|/b", "file:///D:/b"},
      {"http://h/", "search", "?a b'", "http://h/?a%20b%27"},
      {"http://h/", "search", "a#b", "http://h/?a%23b"},
      {"http://h/?q", "search", "", "http://h/"},
      {"http://h/?q", "search", "?", "http://h/?"},
      {"http://h/", "hash", "#a#`", "http://h/#a#%60"},
      {"http://h/#f", "hash", "", "http://h/"},
      {"http://h/", "nothing", "x", "http://h/"},
      {"http://h/", "href", "http://i/", "http://h/"},
  };
  for (const Row& row : rows) {
    INFO(row.href << ' ' << row.name << " = " << row.value);
    const std::optional<WhatwgUrl> url = parse_whatwg(row.href).url;
    REQUIRE(url);
    CHECK(set_whatwg(*url, row.name, row.value).href == row.wanted);
  }
}
