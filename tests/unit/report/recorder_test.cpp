// What identifies a finding from run to run: the fingerprint, and the tag of the secret it marks.
#include "report/recorder.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "engine/rules.hpp"
#include "report/fingerprint.hpp"

using namespace urilint;

namespace {

std::vector<ActiveRule> repo_rules() {
  std::vector<const RuleInfo*> all;
  for (const RuleInfo& rule : builtin_rules()) all.push_back(&rule);
  return *select_rules(all, {.profile = Profile::repo});
}

std::vector<Record> records(std::string_view text, const RecorderOptions& options,
                            const std::string& path = "conf/app.txt",
                            std::string_view root_path = {}) {
  static const Engine engine(repo_rules(), {});
  std::vector<Record> out;
  Scratch scratch;
  Document document;
  document.add({text, {}, Layer::raw});
  Recorder recorder(options, path, [&out](Record&& record) { out.push_back(std::move(record)); });
  recorder.begin_window(document, {.start = {}, .report_end = static_cast<Off>(text.size())});
  Segment segment;
  segment.where = {kRawText, 0, static_cast<Off>(text.size())};
  find_uris(document, segment, {}, [&](const Candidate& candidate) {
    const Judgement judgement = engine.judge(document, candidate, scratch);
    std::vector<const Finding*> shown;
    for (const Finding& finding : judgement.findings) shown.push_back(&finding);
    recorder.add(candidate, judgement, shown);
    engine.release(document, scratch);
    return true;
  });
  recorder.end_window();
  Fingerprints fingerprints;
  for (Record& record : out) {
    root_path.empty() ? fingerprints.sign(record) : fingerprints.sign(record, root_path);
  }
  return out;
}

RecorderOptions salted(std::uint64_t salt) {
  RecorderOptions options;
  options.secret_salt = salt;
  return options;
}

/// The findings with a tag, `rule tag` each.
std::vector<std::string> tags(std::string_view text, std::uint64_t salt) {
  std::vector<std::string> out;
  for (const Record& record : records(text, salted(salt))) {
    if (!record.secret_tag) continue;
    CHECK(*record.secret_tag < 4096);
    out.push_back(std::string(record.rule) + " " + std::to_string(*record.secret_tag));
  }
  return out;
}

}  // namespace

TEST_CASE("a replaced secret changes the tag and nothing else") {
  const std::string one = "https://joe:Vw7-kestrel-41@example.com/";
  const std::string two = "https://joe:Vw8-kestrel-42@example.com/";
  const auto before = records(one, salted(7));
  const auto after = records(two, salted(7));
  REQUIRE(before.size() == after.size());
  bool tagged = false;
  for (std::size_t i = 0; i < before.size(); ++i) {
    CHECK(before[i].fingerprint == after[i].fingerprint);
    CHECK(before[i].secret_tag.has_value() == after[i].secret_tag.has_value());
    if (!before[i].secret_tag) continue;
    tagged = true;
    CHECK(before[i].secret_tag != after[i].secret_tag);
  }
  CHECK(tagged);
  CHECK(tags(one, 7) == tags(one, 7));
  CHECK(tags(one, 7) != tags(one, 8));
}

TEST_CASE("a tag is about the bytes of the secret, not about where it stands") {
  CHECK(tags("https://joe:Vw7-kestrel-41@example.com/", 7) ==
        tags("see <https://joe:Vw7-kestrel-41@example.com/>", 7));
}

TEST_CASE("a finding that marks no secret has no tag") {
  for (const Record& record : records("http://user@192.0.2.1/", salted(7))) {
    CAPTURE(record.rule);
    CHECK(!record.secret_tag);
  }
  for (const Record& record : records("https://joe:Vw7-kestrel-41@example.com/", {})) {
    CHECK(!record.secret_tag);
  }
}

TEST_CASE("fingerprints hash the path that the caller gives") {
  const std::string uri = "https://joe:Vw7-kestrel-41@example.com/";
  const auto plain = records(uri, {});
  const auto elsewhere = records(uri, {}, "../conf/app.txt");
  const auto same = records(uri, {}, "../conf/app.txt", "conf/app.txt");
  REQUIRE(!plain.empty());
  REQUIRE(plain.size() == same.size());
  for (std::size_t i = 0; i < plain.size(); ++i) {
    CHECK(plain[i].fingerprint == same[i].fingerprint);
    CHECK(plain[i].fingerprint != elsewhere[i].fingerprint);
    CHECK(same[i].path == "../conf/app.txt");
  }
}

TEST_CASE("shown secrets are not in fingerprints") {
  const std::string uri = "https://joe:Vw7-kestrel-41@example.com/";
  RecorderOptions open;
  open.show_secrets = true;
  const auto masked = records(uri, {});
  const auto shown = records(uri, open);
  REQUIRE(masked.size() == shown.size());
  for (std::size_t i = 0; i < masked.size(); ++i) {
    CHECK(masked[i].fingerprint == shown[i].fingerprint);
  }
}
