// Host tables: parents and itself, exact and suffix rows, and a filter that loses no name of any
// table.
#include "engine/host_depth.hpp"
#include "engine/listed_host.hpp"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <string>

#include "engine/data_table.hpp"

using namespace urilint;

namespace {

struct Row {
  std::string_view host;
  std::string_view match;
};
constexpr Row kRows[] = {{"a.example", "suffix"}, {"b.a.example", "exact"}, {"c.example", "exact"}};

consteval auto make_index() {
  std::array<std::uint16_t, 8> index{};
  for (std::size_t i = 0; i < std::size(kRows); ++i) {
    std::size_t slot = slot_of(hash_lower(kRows[i].host), index.size());
    while (index[slot] != 0) slot = (slot + 1) % index.size();
    index[slot] = static_cast<std::uint16_t>(i + 1);
  }
  return index;
}

std::string_view find(std::string_view host) {
  static constexpr auto kMade = make_index();
  std::uint16_t index[kMade.size()];
  std::copy(kMade.begin(), kMade.end(), index);
  const Row* row = find_host_row(kRows, index, host, [](const Row& r) { return r.host; });
  return row == nullptr ? std::string_view() : row->host;
}

std::string parents_of(std::string_view host) {
  std::string out;
  for_each_parent(host, [&](std::string_view name, Parent parent) {
    out += std::string(name) + (parent == Parent::itself ? "! " : " ");
  });
  return out;
}

}  // namespace

TEST_CASE("host lists: parents, the shortest first") {
  CHECK(parents_of("a.b.c") == "c b.c a.b.c! ");
  CHECK(parents_of("a.b.") == "b a.b! ");
  CHECK(parents_of("a") == "a! ");
  CHECK(parents_of("").empty());
  CHECK(parents_of(".").empty());
  CHECK(parents_of("..") == " .! ");
  CHECK(parents_of(".a") == "a .a! ");
  CHECK(parents_of("1.2.3.4.5.6.7.8.9") ==
        "9 8.9 7.8.9 6.7.8.9 5.6.7.8.9 4.5.6.7.8.9 3.4.5.6.7.8.9 2.3.4.5.6.7.8.9 ");
  CHECK(parents_of(std::string(300, 'a')).empty());
  CHECK(parents_of(std::string(300, 'a') + ".b") == "b ");
}

TEST_CASE("host lists: a suffix row covers what is below it, an exact one does not") {
  CHECK(find("a.example") == "a.example");
  CHECK(find("x.y.A.example.") == "a.example");
  CHECK(find("b.a.example") == "b.a.example");
  CHECK(find("x.b.a.example") == "a.example");
  CHECK(find("c.EXAMPLE") == "c.example");
  CHECK(find("x.c.example").empty());
  CHECK(find("xa.example").empty());
  CHECK(find("example").empty());
}

TEST_CASE("host lists: every name of every host table is listed, in any case") {
  std::size_t names = 0;
  for (const DataTable& table : data_tables()) {
    if (!table.hosts) continue;
    for (const DataTable::Row& row : table.rows) {
      ++names;
      std::string host(row.key);
      CAPTURE(host);
      CHECK(is_listed_host(host));
      CHECK(is_listed_host(host + '.'));
      if (row.suffix) CHECK(is_listed_host("a.b." + host));
      for (char& c : host) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
      CHECK(is_listed_host(host));
      CHECK(table.find_host(row.key) == &row);
    }
  }
  CHECK(names > 10);
}

TEST_CASE("host lists: what no table names is not listed") {
  for (const std::string_view host :
       {"", ".", "..", "a", "example.com", "www.example.org", "metadata.example.com",
        "xinstance-data", "[::1]", "metadata..", "\xff\xfe\xfd\xfc\xfb\xfa\xf9\xf8"}) {
    CAPTURE(host);
    CHECK_FALSE(is_listed_host(host));
  }
  CHECK_FALSE(is_listed_host(std::string(100000, '.')));
  CHECK_FALSE(is_listed_host(std::string(100000, 'a')));
}

TEST_CASE("host depth: long hosts, many labels, an ending amid them") {
  const auto deep = [](std::string_view host) {
    const auto dots = static_cast<std::size_t>(std::count(host.begin(), host.end(), '.'));
    return is_deep_host(host, dots + (host.ends_with('.') ? 0U : 1U));
  };
  for (const std::string_view host : {"www.example.com.example.net", "a.com.b.cc", "a.COM.b.cc.",
                                      "x.y.org.b.c.de", "a.com.net.b.c", "0123456789abcdef.a.b.cc",
                                      "a.b.c.d.e.f.g", "an-example-with-a-long-label.example"}) {
    CAPTURE(host);
    CHECK(deep(host));
  }
  for (const std::string_view host :
       {"", ".", "....", "www.example.com", "com", "www.example.co.uk", "com.a.b.c", "a.b.com.au",
        "www.foo.a.com", "a.comb.c.d", "a.com", "a.b.c.d.e.f", "a.com."}) {
    CAPTURE(host);
    CHECK_FALSE(deep(host));
  }
}

TEST_CASE("host lists: names that differ in their last letters alone do not crowd the table") {
  constexpr std::size_t kSlots = std::size(tables::kHostListsIndex);
  std::size_t longest = 0;
  for (std::size_t begin = 0; begin < kSlots; ++begin) {
    std::size_t size = 0;
    while (tables::kHostListsIndex[(begin + size) % kSlots] != 0) ++size;
    longest = std::max(longest, size);
  }
  CAPTURE(longest);
  CHECK(longest > 0);
  CHECK(longest <= 32);  // 350 when the slot was made of the low bits of the hash
}
