// Where a marker counts, what it silences, and what is said of those that silence nothing.
#include "silence/markers.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "unit/silence/reading.hpp"

using namespace urilint;
using testing::ReadMarkers;

namespace {

using Codes = std::vector<std::string>;

constexpr std::string_view kIgnore = "urilint: ignore[rule-one] why";
constexpr std::string_view kIgnoreFile = "urilint: ignore-file[rule-one] why";

/// `form` with `marker` for its `@`.
std::string with(std::string_view form, std::string_view marker) {
  std::string out;
  for (const char c : form) {
    if (c == '@') {
      out += marker;
    } else {
      out += c;
    }
  }
  return out;
}

struct Place {
  Format format;
  const char* form;
};

}  // namespace

TEST_CASE("a comment alone on the line before counts in every format that has comments") {
  const Place places[] = {
      {Format::yaml, "# @\nu: v\n"},
      {Format::yaml, "a:\n  - b\n  # @\n  - c\n"},
      {Format::toml, "# @\nu = \"v\"\n"},
      {Format::ini, "# @\nu = v\n"},
      {Format::ini, "; @\nu = v\n"},
      {Format::env, "# @\nU=v\n"},
      {Format::properties, "# @\nu=v\n"},
      {Format::properties, "! @\nu=v\n"},
      {Format::xml, "<!-- @ -->\n<u>v</u>\n"},
      {Format::html, "<!-- @ -->\n<p>v</p>\n"},
      {Format::html, "<style>\n/* @ */\nu{}\n</style>\n"},
      {Format::css, "/* @ */\nu{}\n"},
      {Format::markdown, "<!-- @ -->\nv\n"},
      {Format::markdown, "v\n\n<!-- @ -->\n[u](v)\n"},
      {Format::markdown, "---\n# @\nu: v\n---\n"},
      {Format::dockerfile, "# @\nFROM v\n"},
      {Format::dockerfile, "RUN u \\\n# @\n  v\n"},
      {Format::shell, "# @\nu v\n"},
      {Format::shell, "  #@  \r\nu v\n"},
      {Format::hcl, "# @\nu = \"v\"\n"},
      {Format::hcl, "// @\nu = \"v\"\n"},
      {Format::hcl, "/* @ */\nu = \"v\"\n"},
      {Format::json, "// @\n{\"u\": \"v\"}\n"},
      {Format::json, "{ \"u\": 1,\n/* @ */\n\"v\": 2}\n"},
      {Format::json, "{ \"u\": 1,\n/* some\n@\n*/ \"v\": 2}\n"},
  };
  for (const Place& place : places) {
    const std::string text = with(place.form, kIgnore);
    CAPTURE(name_of(place.format), text);
    const std::string before = text.substr(0, text.find("urilint:"));
    const auto line =
        1 + static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'));
    ReadMarkers read(place.format, text);
    CHECK(read.hits("rule-one", line + 1));
    CHECK(read.hits("rule-one", line));
    CHECK(!read.hits("rule-one", line + 2));
    CHECK(!read.hits("rule-two", line + 1));
    if (line > 1) CHECK(!read.hits("rule-one", line - 1));
    CHECK(read.codes().empty());
  }
}

TEST_CASE("a comment behind something counts for its own line only") {
  const Place places[] = {
      {Format::yaml, "u: v # @\nw: x\n"},
      {Format::yaml, "- # @\n- x\n"},
      {Format::toml, "u = \"v\" # @\nw = 1\n"},
      {Format::ini, "u = v ; @\nw = x\n"},
      {Format::env, "U=v # @\nW=x\n"},
      {Format::xml, "<u>v</u> <!-- @ -->\n<w/>\n"},
      {Format::html, "<p>v</p> <!-- @ -->\n<p>w</p>\n"},
      {Format::html, "<!-- @ --> <p>v</p>\n<p>w</p>\n"},
      {Format::css, "u{} /* @ */\nw{}\n"},
      {Format::css, "/* @ */ u{}\nw{}\n"},
      {Format::markdown, "v <!-- @ -->\nw\n"},
      {Format::shell, "u v # @\nw\n"},
      {Format::hcl, "u = \"v\" # @\nw = 1\n"},
      {Format::hcl, "u = \"v\" // @\nw = 1\n"},
      {Format::json, "{\"u\": 1, // @\n\"w\": 2}\n"},
      {Format::json, "{\"u\": 1, /* @ */ \"v\": 3,\n\"w\": 2}\n"},
      {Format::jsonl, "{\"u\": 1} // @\n{\"w\": 2}\n"},
      {Format::json, "{\"u\": 1, /* @\n*/\"w\": 2}\n"},
  };
  for (const Place& place : places) {
    const std::string text = with(place.form, kIgnore);
    CAPTURE(name_of(place.format), text);
    ReadMarkers read(place.format, text);
    CHECK(read.hits("rule-one", 1));
    CHECK(!read.hits("rule-one", 2));
  }
}

TEST_CASE("what is no comment holds no marker") {
  const Place places[] = {
      {Format::yaml, "u: \"# @\"\n"},
      {Format::yaml, "u: '# @'\n"},
      {Format::yaml, "u: |\n  # @\n"},
      {Format::yaml, "u: >\n  # @\n  v\n"},
      {Format::yaml, "u#@: v\n"},
      {Format::yaml, "\"# @\": v\n"},
      {Format::toml, "u = \"# @\"\n"},
      {Format::toml, "u = '''\n# @\n'''\n"},
      {Format::toml, "u = \"\"\"\n# @\n\"\"\"\n"},
      {Format::toml, "\"# @\" = 1\n"},
      {Format::ini, "u = \"x ; @\"\n"},
      {Format::env, "U=\"# @\"\n"},
      {Format::env, "U='a # @'\n"},
      {Format::env, "U=\"\n# @\n\"\n"},
      {Format::properties, "u=# @\n"},
      {Format::properties, "u=\\\n# @\n"},
      {Format::xml, "<u>@</u>\n"},
      {Format::xml, "<u v=\"&lt;!-- @ --&gt;\"/>\n"},
      {Format::xml, "<u><![CDATA[<!-- @ -->]]></u>\n"},
      {Format::html, "<p>@</p>\n"},
      {Format::html, "<p title=\"<!-- @ -->\">u</p>\n"},
      {Format::html, "<script>\"<!-- @ -->\"</script>\n"},
      {Format::html, "<textarea><!-- @ --></textarea>\n"},
      {Format::css, "u{content: \"/* @ */\"}\n"},
      {Format::markdown, "@\n"},
      {Format::markdown, "`<!-- @ -->`\n"},
      {Format::markdown, "```\n<!-- @ -->\n```\n"},
      {Format::markdown, "    <!-- @ -->\n"},
      {Format::markdown, "```yaml\n# @\n```\n"},
      {Format::dockerfile, "ENV U=\"# @\"\n"},
      {Format::dockerfile, "RUN echo '# @'\n"},
      {Format::shell, "u '# @'\n"},
      {Format::shell, "u \"# @\"\n"},
      {Format::shell, "u#@\n"},
      {Format::shell, "cat <<E\n# @\nE\n"},
      {Format::hcl, "u = \"# @\"\n"},
      {Format::hcl, "u = <<E\n# @\nE\n"},
      {Format::json, "{\"u\": \"// @\"}\n"},
      {Format::json, "{\"/* @ */\": 1}\n"},
      {Format::csv, "# @\nu,v\n1,2\n"},
      {Format::csv, "u,v # @\n1,2\n"},
      {Format::log, "# @\n"},
      {Format::log, "u {\"v\": 1} // @\n"},
      {Format::log, "u {\"v\": 1 /* @ */, \"w\": 2}\n"},
      {Format::text, "# @\n// @\n/* @ */\n<!-- @ -->\n"},
  };
  for (const Place& place : places) {
    for (const std::string_view marker : {kIgnore, kIgnoreFile}) {
      const std::string text = with(place.form, marker);
      CAPTURE(name_of(place.format), text);
      ReadMarkers read(place.format, text);
      for (std::uint64_t line = 1; line < 5; ++line) CHECK(!read.hits("rule-one", line));
      CHECK(read.codes().empty());
    }
  }
}

TEST_CASE("profiles and formats in which nobody may silence anything") {
  CHECK(honours_markers(Profile::repo, Format::automatic));
  CHECK(honours_markers(Profile::repo, Format::yaml));
  for (const Profile profile : {Profile::mail, Profile::proxy, Profile::review}) {
    CHECK(!honours_markers(profile, Format::yaml));
  }
  for (const Format format : {Format::list, Format::csv, Format::log, Format::eml, Format::mbox}) {
    CHECK(!honours_markers(Profile::repo, format));
  }
}

TEST_CASE("spellings of a marker") {
  struct Case {
    const char* comment;
    bool one;
    bool two;
    Codes codes;  // after both rules were found on the line
  };
  const Case cases[] = {
      {"urilint: ignore[rule-one]", true, false, {}},
      {"urilint:ignore[rule-one]", true, false, {}},
      {"urilint:  ignore \t[ rule-one ] why", true, false, {}},
      {"urilint: ignore[rule-one, rule-two] why", true, true, {}},
      {"urilint: ignore[rule-one,,rule-two,]", true, true, {}},
      {"urilint: ignore[rule-one, rule-one]", true, false, {}},
      {"urilint: ignore[old-two]", false, true, {}},
      {"urilint: ignore[old-two, rule-two]", false, true, {}},
      {"urilint: ignore[rule-one] a urilint: ignore[rule-two] b", true, true, {}},
      {"words before urilint: ignore[rule-one]", true, false, {}},
      {"(urilint: ignore[rule-one])", true, false, {}},
      {"urilint: ignore-file[rule-one]", true, false, {}},
      {"urilint: ignore", false, false, {"1:3 suppression-without-rules"}},
      {"urilint: ignore all of it", false, false, {"1:3 suppression-without-rules"}},
      {"urilint: ignore[]", false, false, {"1:3 suppression-without-rules"}},
      {"urilint: ignore[ , ]", false, false, {"1:3 suppression-without-rules"}},
      {"urilint: ignore[rule-one", false, false, {"1:3 suppression-without-rules"}},
      {"urilint: ignore-file", false, false, {"1:3 suppression-without-rules"}},
      {"urilint: ignore[rule-on]", false, false, {"1:3 suppression-unknown-rule"}},
      {"urilint: ignore[rule-*]", false, false, {"1:3 suppression-unknown-rule"}},
      {"urilint: ignore[*]", false, false, {"1:3 suppression-unknown-rule"}},
      {"urilint: ignore[Rule-One]", false, false, {"1:3 suppression-unknown-rule"}},
      {"urilint: ignore[rule-one rule-two]", false, false, {"1:3 suppression-unknown-rule"}},
      {"urilint: ignore[rule-on, rule-two]", false, true, {"1:3 suppression-unknown-rule"}},
      {"urilint: ignore[rule-fixed]", false, false, {"1:3 suppression-locked"}},
      {"urilint: ignore[rule-fixed, rule-one]", true, false, {"1:3 suppression-locked"}},
      {"urilint: ignore[rule-idle]", false, false, {}},
      // No markers.
      {"Urilint: ignore[rule-one]", false, false, {}},
      {"urilint: Ignore[rule-one]", false, false, {}},
      {"urilint : ignore[rule-one]", false, false, {}},
      {"myurilint: ignore[rule-one]", false, false, {}},
      {"not-urilint: ignore[rule-one]", false, false, {}},
      {"write `urilint: ignore[rule-one]` here", false, false, {}},
      {"write \"urilint: ignore[rule-one]\" here", false, false, {}},
      {"urilint: ignored[rule-one]", false, false, {}},
      {"urilint: ignore-line[rule-one]", false, false, {}},
      {"urilint: see the documentation", false, false, {}},
      {"urilint:", false, false, {}},
  };
  for (const Case& c : cases) {
    CAPTURE(c.comment);
    ReadMarkers read(Format::shell, "# " + std::string(c.comment) + "\n");
    CHECK(read.hits("rule-one", 1) == c.one);
    CHECK(read.hits("rule-two", 1) == c.two);
    CHECK(read.codes() == c.codes);
  }
}

TEST_CASE("lines of one marker each stack before the line that they are about") {
  ReadMarkers read(Format::yaml,
                   "# urilint: ignore[rule-one]\n"
                   "# urilint: ignore[rule-two]\n"
                   "u: v\n"
                   "# urilint: ignore[rule-one]\n"
                   "\n"
                   "u: v\n"
                   "# urilint: ignore[rule-one]\n"
                   "# words\n"
                   "u: v\n");
  CHECK(read.hits("rule-one", 3));
  CHECK(read.hits("rule-two", 3));
  CHECK(!read.hits("rule-one", 6));
  CHECK(!read.hits("rule-one", 9));
  CHECK(read.codes() == Codes{"4:3 unused-suppression", "7:3 unused-suppression"});
}

TEST_CASE("a finding is silenced by a marker on any of its lines") {
  const std::string text = "u: \"v\n  w\" # urilint: ignore[rule-one]\nx: y\n";
  ReadMarkers read(Format::yaml, text);
  CHECK(read.hits("rule-one", 1, 2));
  CHECK(read.hits("rule-one", 2));
  CHECK(!read.hits("rule-one", 1));
  CHECK(!read.hits("rule-one", 3, 9));

  Record record;
  record.rule = "rule-one";
  CHECK(read.decide(record) == nullptr);
  record.location = Location{.line = 1, .column = 5, .end_line = 1, .end_column = 6};
  CHECK(read.decide(record) == nullptr);
  record.uri_location = Location{.line = 1, .column = 4, .end_line = 2, .end_column = 4};
  CHECK(read.decide(record) != nullptr);
  // A place that ends before the first column of a line holds nothing of it.
  record.uri_location = Location{.line = 1, .column = 4, .end_line = 2, .end_column = 1};
  CHECK(read.decide(record) == nullptr);
}

TEST_CASE("the nearest marker is the one that is used") {
  ReadMarkers read(Format::yaml,
                   "# urilint: ignore-file[rule-one] all\n"
                   "# urilint: ignore[rule-one] above\n"
                   "u: v # urilint: ignore[rule-one] beside\n");
  REQUIRE(read.decide("rule-one", 3) != nullptr);
  CHECK(read.decide("rule-one", 3)->reason.view() == "beside");
  CHECK(read.codes() == Codes{"1:3 unused-suppression", "2:3 unused-suppression"});
  CHECK(read.decide("rule-one", 5)->reason.view() == "all");
  CHECK(read.decide("rule-one", 5)->whole_file);
  CHECK(read.codes() == Codes{"2:3 unused-suppression"});
}

TEST_CASE("ignore-file counts in the first ten lines") {
  for (const std::uint64_t line : {1U, 10U, 11U}) {
    CAPTURE(line);
    const std::string text =
        std::string(line - 1, '\n') + "# urilint: ignore-file[rule-one]\nu: v\n";
    ReadMarkers read(Format::yaml, text);
    CHECK(read.hits("rule-one", 40) == (line <= 10));
    CHECK(read.hits("rule-one", line + 1) == (line <= 10));
    CHECK(read.codes() ==
          (line <= 10 ? Codes{} : Codes{std::to_string(line) + ":3 suppression-misplaced"}));
  }
}

TEST_CASE("lines end as the locator says") {
  ReadMarkers read(Format::shell,
                   "u\r\n# urilint: ignore[rule-one] a\r\nv\r# urilint: ignore[rule-two]\rw");
  CHECK(read.hits("rule-one", 3));
  CHECK(read.decide("rule-one", 3)->reason.view() == "a");
  CHECK(read.hits("rule-two", 5));
}

TEST_CASE("notes name the place and the rules") {
  ReadMarkers read(Format::yaml, "\xc3\xa4: v # urilint: ignore[rule-one, rule-two] why\n");
  const auto notes = read.finish();
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].code == "unused-suppression");
  CHECK(notes[0].path == "conf/a.txt");
  CHECK(notes[0].message == "the marker suppresses nothing of `rule-one`, `rule-two`");
  REQUIRE(notes[0].location);
  CHECK(notes[0].location->line == 1);
  CHECK(notes[0].location->column == 8);
  CHECK(notes[0].location->end_column == 43);
  CHECK(notes[0].location->byte_offset == 8);
  CHECK(notes[0].location->byte_length == 35);
  CHECK(read.hits("rule-two", 1));
  REQUIRE(read.finish().size() == 1);
  CHECK(read.finish()[0].message == "the marker suppresses nothing of `rule-one`");
}

TEST_CASE("reasons") {
  struct Case {
    const char* written;
    const char* kept;
  };
  const Case cases[] = {
      {"", ""},
      {"  a test host \t", "a test host"},
      {": why", "why"},
      {" - why", "why"},
      {" see https://joe:Vw7-kestrel-41@example.com/x", "see https://joe:***@example.com/x"},
      {" password=Vw7-kestrel-41", "password=***"},
      {" //joe:Vw7-kestrel-41@example.com/x", "//joe:***@example.com/x"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.written);
    ReadMarkers read(Format::shell, "# urilint: ignore[rule-one]" + std::string(c.written) + "\n");
    REQUIRE(read.hits("rule-one", 1));
    CHECK(read.decide("rule-one", 1)->reason.view() == c.kept);
  }
  ReadMarkers html(Format::html, "<!-- urilint: ignore[rule-one] why -->\n");
  CHECK(html.decide("rule-one", 1)->reason.view() == "why");
}

TEST_CASE("a long reason is cut between words") {
  const std::string uri = "https://joe:Vw7-kestrel-41@example.com/";
  ReadMarkers read(Format::shell,
                   "# urilint: ignore[rule-one] " + std::string(500, 'a') + " " + uri + "\n");
  CHECK(read.decide("rule-one", 1)->reason.view() == std::string(500, 'a') + " …");
  ReadMarkers word(Format::shell,
                   "# urilint: ignore[rule-one] " + std::string(1 << 20, 'a') + "\n");
  CHECK(word.decide("rule-one", 1)->reason.view() == " …");
}

TEST_CASE("names that could be secrets are not repeated") {
  for (const char* name : {"https://joe:Vw7-kestrel-41@example.com/",
                           "8c6976e5b5410415bde908bd4dee15df", "password=kestrel", "KESTREL"}) {
    CAPTURE(name);
    ReadMarkers read(Format::shell, "# urilint: ignore[" + std::string(name) + "]\n");
    const auto notes = read.finish();
    REQUIRE(notes.size() == 1);
    CHECK(notes[0].message == "a name that is not printed is no rule; only exact ids are honoured");
  }
  ReadMarkers read(Format::shell, "# urilint: ignore[a, b-c, d*, e, f]\n");
  CHECK(read.finish()[0].message ==
        "`a`, `b-c`, `d*` and 2 more are no rule; only exact ids are honoured");
}

TEST_CASE("the word of a marker must stand in the file as such") {
  // The text of the attribute is decoded; its comment is one of the inner document.
  ReadMarkers as_such(Format::html,
                      "<iframe srcdoc=\"<!-- urilint: ignore[rule-one] -->\"></iframe>");
  ReadMarkers spelt(
      Format::html,
      "<!-- urilint: --><iframe srcdoc=\"<!-- urilin&#116;: ignore[rule-one] -->\"></iframe>");
  CHECK(as_such.hits("rule-one", 1));
  CHECK(!spelt.hits("rule-one", 1));
}

TEST_CASE("windows of a large file") {
  const std::string first = "# urilint: ignore[rule-one]\nu: v\n";
  const std::string second = "# urilint: ignore[rule-two]\nw: x\n";
  const std::string both = first + second;
  Markers markers(testing::marker_rules(), "a", false);
  const auto window = [&](std::string_view text, const Window& where) {
    Document document;
    document.add({text, {}, Layer::raw});
    markers.begin_window(document, where);
    for (std::size_t at = text.find('#'); at < text.size(); at = text.find('#', at + 1)) {
      Segment segment;
      segment.where = {kRawText, static_cast<Off>(at + 1), static_cast<Off>(text.find('\n', at))};
      segment.context = Segment::Context::comment;
      markers.comment(document, segment);
    }
  };
  const auto size = [](std::string_view text) { return static_cast<Off>(text.size()); };
  window(both, {.start = {}, .report_begin = 0, .report_end = size(first), .last = false});
  window(second, {.start = {3, 1}, .report_begin = 0, .report_end = size(second)});
  CHECK(markers.decide("rule-one", 2, 2) != nullptr);
  CHECK(markers.decide("rule-two", 4, 4) != nullptr);
  CHECK(markers.finish().empty());
}

TEST_CASE("texts without a marker are passed over") {
  CHECK(!Markers::may_hold_markers("u: v # lint: ignore[a]\n"));
  CHECK(Markers::may_hold_markers("u: v # urilint: ignore[a]\n"));
}

TEST_CASE("a hostile number of markers costs little and is told") {
  std::string text;
  for (int i = 0; i < 300'000; ++i) text += "/* urilint: ignore[rule-one] */";
  MarkerLimits limits;
  limits.max_markers = 1000;
  limits.max_notes = 10;
  ReadMarkers read(Format::css, text, limits);
  for (int i = 0; i < 100'000; ++i) REQUIRE(read.hits("rule-one", 1));
  const auto notes = read.finish();
  REQUIRE(notes.size() == 12);
  CHECK(notes[0].code == "unused-suppression");
  CHECK(notes[10].message == "989 more remarks about markers are left out");
  CHECK(notes[11].message ==
        "only the first 1000 markers of the file, or what they name first, are honoured");
}

TEST_CASE("hostile markers are read once") {
  const std::string open = "urilint: ignore[";
  std::string text = "# ";
  for (int i = 0; i < 200'000; ++i) text += open;
  ReadMarkers unclosed(Format::shell, text + "\n");
  CHECK(unclosed.codes().back() == "suppression-limit");

  text = "# " + open;
  for (int i = 0; i < 300'000; ++i) text += "rule-one,old-two,";
  ReadMarkers many(Format::shell, text + "]\n");
  CHECK(many.hits("rule-one", 1));
  CHECK(many.hits("rule-two", 1));
  CHECK(many.codes().empty());

  text = "/*" + std::string(1 << 20, ' ');
  for (int i = 0; i < 50'000; ++i) text += " urilint: ignore[rule-one]";
  ReadMarkers blanks(Format::css, text + std::string(1 << 20, ' ') + "*/\nu{}");
  CHECK(blanks.hits("rule-one", 2));
  CHECK(!blanks.hits("rule-one", 3));
}
