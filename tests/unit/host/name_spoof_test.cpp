// What is found fault with in a host, and where.
#include "host/name_spoof.hpp"

#include <catch2/catch.hpp>
#include <string>

using namespace urilint;

namespace {

constexpr std::string_view kNames[] = {
    "mixed_script", "mixed_digits",   "misplaced",    "whole_script",   "restricted",
    "away",         "emoji",          "mark",         "invisible",      "joiner",
    "delimiter",    "nfkc_split",     "not_punycode", "punycode_ascii", "punycode_form",
    "deviation",    "deviation_home", "locale_case",  "bidi_order",     "bidi_rule",
};

// `flaw begin-end …`
std::string issues(std::string_view host) {
  NameFacts facts;
  examine_name(host, facts);
  std::string out;
  for (const NameIssue& issue : facts.issues) {
    if (!out.empty()) out += ' ';
    out += std::string(kNames[static_cast<std::size_t>(issue.flaw)]) + ' ' +
           std::to_string(issue.span.begin) + '-' + std::to_string(issue.span.end);
  }
  return out;
}

struct Row {
  std::string_view host;
  std::string_view issues;
};

}  // namespace

TEST_CASE("name_spoof: what each host has") {
  const Row rows[] = {
      {"", ""},
      {"example.com", ""},
      {"www.xn--bcher-kva.example", ""},
      {"ex\u0430mple.com", "mixed_script 2-4"},
      {"ex%D0%B0mple.com", "mixed_script 2-8"},
      {"www.xn--exmple-4nf.com", "mixed_script 4-18"},
      {"\u043f\u0440\u0438\u043c\u0435\u0440.com", ""},
      {"\u0455\u0441\u043e\u0440\u0435.com", "whole_script 0-10"},
      {"\u0455\u0441\u043e\u0440\u0435.ru", ""},
      {"\u0455\u0441\u043e\u0440\u0435.xn--p1ai", ""},
      {"\u0966\u0968.com", "whole_script 0-6"},
      {"\u0966\u0968.in", ""},
      {"a\u200bb.example", "invisible 1-4"},
      {"a\u200cb.example", "joiner 1-4"},
      {"a\u2044b.example", "delimiter 1-4"},
      {"a\u3002b", "delimiter 1-4"},
      {"a\u2100b", "nfkc_split 1-4"},
      {"xn--9.example", "not_punycode 0-5"},
      {"xn--.example", "punycode_ascii 0-4"},
      {"xn--example-.com", "punycode_ascii 0-12"},
      {"fa\u00df.example", "deviation 2-4"},
      {"fa\u00df.de", "deviation_home 2-4"},
      {"xn--fa-hia.example", ""},
      {"m\u0130n.example", "locale_case 1-3"},
      {"\u05d0.\u05d1.example", "bidi_order 0-5"},
      {"www.\u05d0.example", ""},
      {"\u05d0.\u05d1", ""},
      {"\xff.example", ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.host);
    CHECK(issues(row.host) == row.issues);
  }
}

TEST_CASE("name_spoof: hostile hosts cost little and break nothing") {
  NameFacts facts;
  for (const std::string_view unit :
       {std::string_view("xn--"), std::string_view("xn--a."), std::string_view("\u0430a."),
        std::string_view("\u0300"), std::string_view("%"), std::string_view("\xe2\x80"),
        std::string_view("\u05d0."), std::string_view("xn--99999999999.")}) {
    std::string host;
    while (host.size() < (std::size_t{1} << 20)) host += unit;
    examine_name(host, facts);
    CHECK(facts.issues.size() <= kNameIssuesMax);
    CHECK(facts.chars.size() <= kNameBytesMax);
    for (const NameIssue& issue : facts.issues) {
      CHECK(issue.span.begin < issue.span.end);
      CHECK(issue.span.end <= host.size());
    }
  }
}
