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

TEST_CASE("a path knows where names stand") {
  KeyPath path;
  path.open_mapping();
  path.key("$id");
  CHECK(path.names());
  path.key("url");
  CHECK_FALSE(path.names());
  path.key("@type");
  path.open_sequence();
  path.next();
  CHECK(path.names());
  path.close();
  CHECK_FALSE(path.names());
  path.key("$ref");
  path.open_mapping();  // a property that is called so
  path.key("type");
  CHECK_FALSE(path.names());
  path.close();
  path.key("@context");
  path.open_mapping();
  path.key("term");
  path.open_mapping();
  path.key("@container");
  CHECK(path.names());
  path.close();
  path.next();
  CHECK(path.names());
  path.reset();
  CHECK_FALSE(path.names());
}

TEST_CASE("below the deepest level nothing is a name") {
  KeyPath path;
  path.key("$id");
  for (int i = 0; i < 100; ++i) path.open_sequence();
  CHECK_FALSE(path.names());
  for (int i = 0; i < 100; ++i) path.close();
  path.key("$id");
  CHECK(path.names());
}
