#include "verdict/stream.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "engine/rules.hpp"
#include "verdict/request.hpp"

using namespace urilint;

namespace {

// A setup without configuration, in profile `proxy`.
const Setup& proxy() {
  static Setups setups(
      [] {
        SetupOptions options;
        options.default_profile = Profile::proxy;
        options.search = false;
        options.working_directory = "/";
        for (const RuleInfo& rule : builtin_rules()) options.rules.push_back(&rule);
        return options;
      }(),
      std::make_shared<DiskTree>());
  return setups.of("/x").whole();
}

std::string answers_to(std::string_view bytes, std::size_t step, std::uint64_t longest = 64) {
  VerdictLimits limits;
  limits.size = longest;
  RequestStream stream(proxy(), limits, false);
  std::string answers;
  for (std::size_t i = 0; i < bytes.size(); i += step) stream.feed(bytes.substr(i, step), answers);
  stream.finish(answers);
  return answers;
}

}  // namespace

TEST_CASE("stream: the form of a request") {
  struct Row {
    std::string_view text;
    RequestForm form;
  };
  const Row rows[] = {
      {"", RequestForm::reference},
      {"*", RequestForm::asterisk},
      {"**", RequestForm::reference},
      {"/", RequestForm::origin},
      {"//example.com/", RequestForm::origin},
      {"/a:80", RequestForm::origin},
      {"https://example.com:80", RequestForm::reference},
      {"example.com:443", RequestForm::authority},
      {"example.com:0", RequestForm::authority},
      {"example.com:99999", RequestForm::authority},
      {"example.com:100000", RequestForm::reference},
      {"example.com:", RequestForm::reference},
      {":80", RequestForm::reference},
      {"localhost:80", RequestForm::authority},
      {"192.0.2.1:80", RequestForm::authority},
      {"[2001:db8::1]:443", RequestForm::authority},
      {"2001:db8::1:443", RequestForm::reference},
      {"user@example.com:443", RequestForm::reference},
      {"a/b:443", RequestForm::reference},
      {"a?b:443", RequestForm::reference},
      {"tel:112", RequestForm::reference},
      {"TEL:112", RequestForm::reference},
      {"mailto:1", RequestForm::reference},
      {"x:y:80", RequestForm::reference},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(request_form(row.text) == row.form);
  }
}

TEST_CASE("stream: answers do not depend on how the bytes come") {
  const std::string long_line(65, 'x');
  const std::string text = "https://example.com/\r\n\n\r\nhttp://127.1/\n" + long_line + "\n" +
                           long_line + "\r\n" + long_line.substr(1) +
                           "\r\n{\"id\":1,\"uri\":\"*\"}\n{" + long_line + "\n[::1]:80\r\n*";
  const std::string whole = answers_to(text, text.size());
  CHECK(whole ==
        "pass\npass\npass\nblock ipv4-short,target-loopback\nflag limit-size\nflag limit-size\n"
        "pass\n{\"id\":1,\"verdict\":\"pass\"}\n"
        "{\"id\":null,\"verdict\":\"flag\",\"reasons\":[{\"reason\":\"limit-size\",\"verdict\":"
        "\"flag\","
        "\"message\":\"the line is longer than 64 bytes\"}],\"more\":0}\n"
        "block target-loopback\npass\n");
  for (std::size_t step = 1; step < 80; ++step) {
    CAPTURE(step);
    CHECK(answers_to(text, step) == whole);
  }
}

TEST_CASE("stream: an input without a last line end") {
  CHECK(answers_to("", 1).empty());
  CHECK(answers_to("\n", 1) == "pass\n");
  CHECK(answers_to("/a", 1) == "pass\n");
  CHECK(answers_to("/a\r", 1) == "pass\n");
  CHECK(answers_to("/a\n\r", 1) == "pass\npass\n");
}

TEST_CASE("stream: requests of JSON") {
  struct Row {
    std::string_view line, id, uri, fault;
  };
  const Row rows[] = {
      {R"({"id": 1, "uri": "a"})", "1", "a", ""},
      {R"({"uri": "a\u002f\/", "id": "x\"y"})", R"("x\"y")", "a//", ""},
      {R"({"id": 12345678901234567890123, "uri": ""})", "12345678901234567890123", "", ""},
      {R"({"id": false, "uri": "a", "id2": {"uri": "b"}})", "false", "a", ""},
      {R"({"a": [{"uri": "b"}], "uri": "c"})", "", "c", ""},
      {R"({"id": null, "uri": "c"})", "null", "c", ""},
      {R"({"uri": null})", "", "", "a member is of the wrong kind"},
      {R"({"id": {}, "uri": "a"})", "", "", "a member is of the wrong kind"},
      {R"({"uri": ["a"]})", "", "", "a member is of the wrong kind"},
      {R"({"uri": true})", "", "", "a member is of the wrong kind"},
      {R"({"id": 1, "uri": "a", "uri": "a"})", "1", "a", "a key stands twice"},
      {R"({"id": 1})", "1", "", "it has no uri"},
      {R"({})", "", "", "it has no uri"},
      {R"([])", "", "", "it is no JSON object"},
      {R"("a")", "", "", "it is no JSON object"},
      {R"({"uri": "a"} x)", "", "a", "it is no JSON"},
      {"{\"uri\": \"a\xff\"}", "", "", "it is no JSON"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.line);
    const Request request = parse_request(row.line);
    CHECK(request.id == row.id);
    CHECK(request.uri.value_or("") == row.uri);
    CHECK(request.fault == row.fault);
  }
}
