#include <algorithm>
#include <catch2/catch.hpp>

#include "document/format.hpp"
#include "document/sniff.hpp"

using namespace urilint;

TEST_CASE("a name tells the format") {
  CHECK(format_of("a/b/package.json", "") == Format::json);
  CHECK(format_of("A.JSON", "") == Format::json);
  CHECK(format_of("composer.lock", "") == Format::json);
  CHECK(format_of("events.ndjson", "") == Format::jsonl);
  CHECK(format_of("Cargo.lock", "") == Format::toml);
  CHECK(format_of(".env.local", "") == Format::env);
  CHECK(format_of("Dockerfile.dev", "") == Format::dockerfile);
  CHECK(format_of("main.tf", "") == Format::hcl);
  CHECK(format_of("a.tsv", "") == Format::csv);
  CHECK(format_of("build.log", "") == Format::log);
  CHECK(format_of("index.rst", "{}") == Format::rst);
  CHECK(format_of(".envrc", "") == Format::shell);
  CHECK(format_of("configure", "#!/bin/sh\n") == Format::shell);
  CHECK(format_of("gradle.properties", "") == Format::properties);
  CHECK(format_of("a.service", "") == Format::ini);
  CHECK(format_of("json", "") == Format::text);
  CHECK(format_of("dir.json/readme", "") == Format::text);
  // The name wins over the content.
  CHECK(format_of("notes.txt", "{\"a\": 1}") == Format::text);
}

TEST_CASE("content tells the format where the name does not") {
  CHECK(format_of("stdin", "{\"a\": 1}") == Format::json);
  CHECK(format_of("stdin", "\n [ {\"a\"") == Format::json);
  CHECK(format_of("stdin", "[\"a\"]") == Format::json);
  CHECK(format_of("stdin", "{\"a\": 1}\n{\"a\": 2}\n") == Format::jsonl);
  CHECK(format_of("stdin", "{ }") == Format::json);
  for (const char* text :
       {"", "{", "[section]", "[1]", "{{ template }}", "{a}", "[[x]]", "https:"}) {
    CHECK(format_of("stdin", text) == Format::text);
  }
}

TEST_CASE("names of formats") {
  CHECK(format_named("auto") == Format::automatic);
  CHECK(format_named("list") == Format::list);
  CHECK(format_named("json") == Format::json);
  CHECK_FALSE(format_named("JSON"));
  CHECK_FALSE(format_named(""));
  for (const std::string_view name : format_names()) {
    REQUIRE(format_named(name));
    CHECK(name_of(*format_named(name)) == name);
  }
}
