// Counts calls of operator new: a warm session lints clean URLs without any.
#include <array>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <new>
#include <string>
#include <string_view>

#include "urilint/lint.hpp"

namespace {
thread_local std::size_t allocations = 0;

void* allocate(std::size_t size) noexcept {
  ++allocations;
  return std::malloc(size == 0 ? 1 : size);
}
}  // namespace

// The other forms of the standard library end in these.
void* operator new(std::size_t size) {
  if (void* memory = allocate(size)) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return allocate(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }

using namespace urilint;

namespace {

constexpr std::array<std::string_view, 8> kClean = {
    "https://example.com/",
    "https://www.example.com/a/b/c.html?id=17&page=2#part-3",
    "https://example.com/path;v=1/x",
    "https://sub.domain.example.co.uk/caf%C3%A9?q=a%20b+c",
    "mailto:ada@example.com",
    "urn:isbn:0451450523",
    "../images/logo.png",
    "https://example.com/a-rather-long-path/with-many-segments/that-is-longer-than-any-small-"
    "string/2026/11/30/index.html?utm_source=newsletter&utm_medium=email#comments",
};

}  // namespace

TEST_CASE("the counter counts") {
  const std::size_t before = allocations;
  const std::string text(100, 'x');
  CHECK(text.size() == 100);
  CHECK(allocations > before);
}

TEST_CASE("a warm session lints clean URLs without an allocation") {
  for (const Profile profile : {Profile::repo, Profile::proxy}) {
    LintOptions options;
    options.profile = profile;
    const LinterResult made = Linter::create(options);
    REQUIRE(made.ok());
    Session session(*made.linter);
    for (const std::string_view uri : kClean) {
      INFO(uri);
      CHECK(session.lint(uri).empty());
    }
    // A finding in between must not cost the warmth.
    CHECK(!session.lint("https://www.example.com@192.0.2.7/?u=http%3A%2F%2Fexample.com").empty());
    CHECK(session.lint(kClean[0]).empty());
    for (int round = 0; round < 3; ++round) {
      for (const std::string_view uri : kClean) {
        const std::size_t before = allocations;
        const bool clean = session.lint(uri).empty();
        const std::size_t cost = allocations - before;
        INFO(name_of(profile) << ' ' << uri);
        CHECK(clean);
        CHECK(cost == 0);
      }
    }
  }
}
