// Dates in all the spellings that signed URLs use, and what is no date.
#include "engine/instant.hpp"

#include <catch2/catch.hpp>

using namespace urilint;

TEST_CASE("instant: spellings of one moment") {
  constexpr std::int64_t kMoment = 1900000000;  // 2030-03-17T17:46:40Z
  CHECK(parse_instant("2030-03-17T17:46:40Z") == kMoment);
  CHECK(parse_instant("2030-03-17 17:46:40") == kMoment);
  CHECK(parse_instant("20300317T174640Z") == kMoment);
  CHECK(parse_instant("2030-03-17T17:46") == kMoment - 40);
  CHECK(parse_instant("2030-03-17") == kMoment - 17 * 3600 - 46 * 60 - 40);
}

TEST_CASE("instant: days around leap days") {
  CHECK(days_from_date(1970, 1, 1) == 0);
  CHECK(*days_from_date(2000, 2, 29) + 1 == days_from_date(2000, 3, 1));
  CHECK(*days_from_date(2100, 2, 28) + 1 == days_from_date(2100, 3, 1));
  CHECK(*days_from_date(2024, 12, 31) + 1 == days_from_date(2025, 1, 1));
  CHECK(days_from_date(2026, 11, 30) == 20787);
}

TEST_CASE("instant: what is no date") {
  for (const char* text : {"", "x", "2030", "2030-13-01", "2030-00-01", "2030-01-32", "2030-02-29",
                           "2026-02-31T00:00:00", "2030-01-01x", "2030-01-01T25:00:00Z",
                           "99999999999999999999", "-1-1-1"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_instant(text));
  }
  CHECK(read_instant("2030-01-01&x") == parse_instant("2030-01-01"));
}
