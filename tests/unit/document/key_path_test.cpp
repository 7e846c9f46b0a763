#include "document/key_path.hpp"

#include <catch2/catch.hpp>

using urilint::reading::KeyPath;

TEST_CASE("a path follows mappings and sequences") {
  KeyPath path;
  CHECK(path.view().empty());
  path.open_mapping();
  path.key("a");
  CHECK(path.view() == "a");
  path.open_sequence();
  CHECK(path.view() == "a[0]");
  path.next();
  path.next();
  CHECK(path.view() == "a[2]");
  path.open_mapping();
  path.key("b.c");
  CHECK(path.view() == "a[2].\"b.c\"");
  path.key("d");
  CHECK(path.view() == "a[2].d");
  path.next();
  CHECK(path.view() == "a[2]");
  path.close();
  path.close();
  CHECK(path.view() == "a");
  path.close();
  path.close();
  CHECK(path.view().empty());
}

TEST_CASE("a path has bounds") {
  KeyPath path("outer");
  path.key(std::string(257, 'k'));
  CHECK(path.view() == "outer.…");
  for (int i = 0; i < 100000; ++i) {
    path.open_mapping();
    path.key(std::string(200, 'x'));
  }
  CHECK(path.view().size() <= 4096 + 200);
  CHECK(path.depth() == 100000);
  for (int i = 0; i < 100000; ++i) path.close();
  CHECK(path.view() == "outer.…");
  path.reset();
  CHECK(path.view() == "outer");
}

TEST_CASE("quotes in keys are escaped") {
  KeyPath path;
  path.key("a\"\\");
  CHECK(path.view() == "\"a\\\"\\\\\"");
  path.key("");
  CHECK(path.view() == "\"\"");
}
