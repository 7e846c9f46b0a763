#include "source/input.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <thread>

#include "unit/source/files.hpp"

using namespace urilint;
using namespace urilint::testing;
using namespace std::string_literals;
using namespace std::string_view_literals;

namespace {

Collector read(const TempTree& tree, std::string_view bytes, const ReadOptions& options = {}) {
  Collector sink;
  read_input(file_input(tree.write("input", bytes)), options, sink);
  return sink;
}

ReadOptions as_list() {
  ReadOptions options;
  options.format = Format::list;
  return options;
}

std::string utf16(std::u16string_view text, bool little) {
  std::string out;
  for (const char16_t unit : text) {
    const char low = static_cast<char>(unit & 0xff);
    const char high = static_cast<char>(unit >> 8);
    out += little ? low : high;
    out += little ? high : low;
  }
  return out;
}

/// Puts `bytes` on standard input while it lives.
class StdinPipe {
 public:
  explicit StdinPipe(std::string bytes, std::size_t repeat = 1) {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    saved_ = ::dup(0);
    ::dup2(ends[0], 0);
    ::close(ends[0]);
    writer_ = std::thread([fd = ends[1], bytes = std::move(bytes), repeat] {
      for (std::size_t i = 0; i < repeat; ++i) {
        for (std::size_t done = 0; done < bytes.size();) {
          const ssize_t put = ::write(fd, bytes.data() + done, bytes.size() - done);
          if (put <= 0) break;
          done += static_cast<std::size_t>(put);
        }
      }
      ::close(fd);
    });
  }
  ~StdinPipe() {
    writer_.join();
    ::dup2(saved_, 0);
    ::close(saved_);
  }
  StdinPipe(const StdinPipe&) = delete;
  StdinPipe& operator=(const StdinPipe&) = delete;

 private:
  int saved_ = -1;
  std::thread writer_;
};

Input stdin_input() { return {"stdin", "-", true, true}; }

}  // namespace

TEST_CASE("a text is one segment of prose in one window") {
  const TempTree tree;
  const Collector sink = read(tree, "one\ntwo");
  REQUIRE(sink.windows.size() == 1);
  CHECK(sink.segments() == std::vector<std::string>{"one\ntwo"});
  CHECK(sink.last_segment.context == Segment::Context::prose);
  CHECK_FALSE(sink.last_segment.strict_list);
  const Window& window = sink.windows[0].window;
  CHECK(window.last);
  CHECK(window.report_begin == 0);
  CHECK(window.report_end == 7);
  CHECK(sink.notes.empty());
}

TEST_CASE("statistics count bytes and lines") {
  const TempTree tree;
  struct {
    std::string_view bytes;
    std::uint64_t lines;
  } const cases[] = {{"", 0},     {"a", 1},    {"a\n", 1},
                     {"a\nb", 2}, {"\n\n", 2}, {"\xef\xbb\xbfx\n", 1}};
  for (const auto& c : cases) {
    for (const Format format : {Format::text, Format::list}) {
      CAPTURE(c.bytes);
      ReadOptions options;
      options.format = format;
      Collector sink;
      const ReadStats stats = read_input(file_input(tree.write("f", c.bytes)), options, sink);
      CHECK(stats.bytes == c.bytes.size());
      CHECK(stats.lines == c.lines);
    }
  }
}

TEST_CASE("a byte order mark counts in offsets only") {
  const TempTree tree;
  const Collector sink = read(tree, "\xef\xbb\xbfurl: http://example.com/\n");
  REQUIRE(sink.windows.size() == 1);
  CHECK(sink.windows[0].text == "url: http://example.com/\n");
  CHECK(sink.windows[0].source == 3);
  CHECK(sink.windows[0].window.start.column == 1);
  CHECK(read(tree, "a\xef\xbb\xbf").windows[0].text == "a\xef\xbb\xbf");
}

TEST_CASE("UTF-16 and UTF-32 are decoded, with and without a mark") {
  const TempTree tree;
  const std::u16string text = u"http://ex\u00e4mple.\u4f8b/\U0001f600\n";
  const std::string utf8 = "http://ex\xc3\xa4mple.\xe4\xbe\x8b/\xf0\x9f\x98\x80\n";
  for (const bool little : {true, false}) {
    for (const bool mark : {true, false}) {
      CAPTURE(little, mark);
      const std::string bytes = utf16(mark ? u"\ufeff" + text : text, little);
      const Collector sink = read(tree, bytes);
      REQUIRE(sink.windows.size() == 1);
      CHECK(sink.windows[0].text == utf8);
      CHECK(sink.windows[0].source == (mark ? 2U : 0U));
      CHECK(sink.windows[0].sources[0].end == bytes.size());
    }
  }
  std::string utf32("\xff\xfe\0\0", 4);
  for (const char c : "a:b"sv) utf32 += std::string{c, '\0', '\0', '\0'};
  CHECK(read(tree, utf32).windows.at(0).text == "a:b");
}

TEST_CASE("positions in UTF-16 go back to the bytes") {
  const TempTree tree;
  class Probe : public Collector {
   public:
    bool segment(const Segment& segment) override {
      const auto at = [&](Off begin, Off end) {
        return document_->to_source({document_->base_text, begin, end});
      };
      CHECK(document_->text(segment.where.text).layer == Layer::charset);
      CHECK(at(0, 1) == SourceSpan{2, 4});    // a
      CHECK(at(1, 3) == SourceSpan{4, 6});    // é
      CHECK(at(2, 3) == SourceSpan{4, 6});    // half of it
      CHECK(at(3, 7) == SourceSpan{6, 10});   // an emoji, two surrogates
      CHECK(at(7, 8) == SourceSpan{10, 12});  // b
      return Collector::segment(segment);
    }
  } sink;
  read_input(file_input(tree.write("f", utf16(u"\ufeffa\u00e9\U0001f600b", true))), {}, sink);
  CHECK(sink.windows.size() == 1);
}

TEST_CASE("broken UTF-16 is repaired") {
  const TempTree tree;
  std::string bytes = utf16(u"\ufeffa", true) + std::string("\x00\xd8", 2) + utf16(u"b", true) +
                      std::string("\x00\xdc", 2) + "z";
  CHECK(read(tree, bytes).windows.at(0).text ==
        "a\xef\xbf\xbd"
        "b\xef\xbf\xbd\xef\xbf\xbd");
}

TEST_CASE("binary files are skipped, a later NUL is a character") {
  const TempTree tree;
  const Collector font =
      read(tree, "\0\1\0\0\0\x0e\0\x80\0\3\0`OS/2/2\x80\0\0\0\0\xec\0\0\0`\xff\xfeh\0t\0t\0p\0"sv);
  CHECK(font.windows.empty());
  REQUIRE(font.notes.size() == 1);
  CHECK(font.notes[0].reason == SkipReason::binary);
  CHECK_FALSE(font.notes[0].fatal);
  // What says that it is text is; and so is a text with few of them.
  CHECK(read(tree, "#!/bin/sh\nx\n\0\0"sv).notes.empty());
  const std::string few = std::string(200, 'a') + "\0\x01\x02"s;
  CHECK(read(tree, few).windows.at(0).text == few);
  CHECK(read(tree, few + "\x03"s).windows.empty());
  const std::string late = std::string(9000, 'a') + '\0' + "b";
  CHECK(read(tree, late).windows.at(0).text == late);
  CHECK(read(tree, "a\0b\n"sv, as_list()).segments() ==
        std::vector<std::string>{std::string("a\0b", 3)});
  CHECK(read(tree, "caf\xe9\n").windows.at(0).text == "caf\xe9\n");
}

TEST_CASE("each line of a list is a segment, exactly") {
  const TempTree tree;
  const Collector sink = read(tree, " http://a.example/ \r\n\n# b\n\rc\r\n\r\n\td\r", as_list());
  CHECK(sink.segments() == std::vector<std::string>{" http://a.example/ ", "# b", "\rc", "\td\r"});
  CHECK(sink.last_segment.strict_list);
  CHECK(read(tree, "", as_list()).segments().empty());
  CHECK(read(tree, "\xef\xbb\xbfx\n", as_list()).segments() == std::vector<std::string>{"x"});
  CHECK(read(tree, utf16(u"\ufeffa\r\nb", true), as_list()).segments() ==
        std::vector<std::string>{"a", "b"});
}

TEST_CASE("a list line above the limit is noted and skipped, the rest has its place") {
  const TempTree tree;
  for (const std::size_t length : {11U, 100U, 3U << 20}) {
    CAPTURE(length);
    ReadOptions options = as_list();
    options.line_limit = 10;
    const std::string long_line(length, 'x');
    const Collector sink = read(tree, "a\n" + long_line + "\r\nb\nc", options);
    CHECK(sink.segments() == std::vector<std::string>{"a", "b", "c"});
    REQUIRE(sink.notes.size() == 1);
    CHECK(sink.notes[0].reason == SkipReason::too_long);
    bool seen = false;
    for (const auto& window : sink.windows) {
      for (std::size_t i = 0; i < window.segments.size(); ++i) {
        if (window.segments[i] != "b") continue;
        seen = true;
        CHECK(window.sources[i].begin == length + 4);
        const auto offset = static_cast<Off>(window.sources[i].begin - window.source);
        CHECK(Locator(window.text, window.window.start).locate(offset).line == 3);
      }
    }
    CHECK(seen);
  }
}

TEST_CASE("a long list comes in windows of whole lines") {
  const TempTree tree;
  std::string bytes;
  std::vector<std::string> lines;
  for (int i = 0; i < 200000; ++i) {
    lines.push_back("http://example.com/" + std::to_string(i));
    bytes += lines.back() + "\n";
  }
  const Collector sink = read(tree, bytes, as_list());
  CHECK(sink.segments() == lines);
  CHECK(sink.windows.size() > 1);
  std::uint64_t line = 1;
  for (const auto& window : sink.windows) {
    REQUIRE(window.window.start.line == line);
    REQUIRE(window.window.start.column == 1);
    line += window.segments.size();
    for (std::size_t i = 0; i < window.segments.size(); ++i) {
      REQUIRE(bytes.substr(window.sources[i].begin, window.sources[i].size()) ==
              window.segments[i]);
    }
  }
}

TEST_CASE("windows overlap, and every place is reported exactly once") {
  const TempTree tree;
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    ReadOptions options;
    options.whole_limit = 200;
    options.window = 64 + random() % 400;
    options.overlap = 1 + random() % 200;
    std::string bytes;
    const std::string_view pieces[] = {"ab",  "\n",           " ",   "\"", "\xc3\xa9",
                                       "cde", "\xe2\x82\xac", "\r\n"};
    const std::size_t variety = random() % 8 + 1;
    const std::size_t size = 201 + random() % 3000;
    while (bytes.size() < size) bytes += pieces[random() % variety];
    const bool wide = random() % 4 == 0;
    const std::string stored = wide ? utf16(u"\ufeff", true) +
                                          [&] {
                                            std::string out;
                                            for (const char c : bytes) out += std::string{c, '\0'};
                                            return out;
                                          }()
                                    : bytes;
    const Collector sink = read(tree, stored, options);
    REQUIRE(sink.windows.size() >= std::max<std::size_t>(1, stored.size() / options.window));
    std::string rebuilt;
    Locator whole(bytes, {});
    for (std::size_t i = 0; i < sink.windows.size(); ++i) {
      const auto& [window, text, source, segments, sources] = sink.windows[i];
      REQUIRE(window.report_begin <= window.report_end);
      REQUIRE(window.report_end <= text.size());
      REQUIRE(window.last == (i + 1 == sink.windows.size()));
      if (!window.last) REQUIRE(window.report_begin < window.report_end);
      if (!wide) {
        REQUIRE(bytes.substr(source, text.size()) == text);
        REQUIRE(source + window.report_begin == rebuilt.size());
        const Position start = whole.locate(static_cast<Off>(source));
        REQUIRE(window.start.line == start.line);
        REQUIRE(window.start.column == start.column);
      }
      rebuilt += text.substr(window.report_begin, window.report_end - window.report_begin);
    }
    if (!wide) REQUIRE(rebuilt == bytes);
    std::string want;
    for (const char c : bytes) {
      const auto byte = static_cast<unsigned char>(c);
      if (byte < 0x80)
        want += c;
      else
        want += static_cast<char>(0xc0U | byte >> 6),
            want += static_cast<char>(0x80U | (byte & 0x3fU));
    }
    if (wide) REQUIRE(rebuilt == want);
  }
}

TEST_CASE("a URI longer than the overlap is noted once") {
  const TempTree tree;
  ReadOptions options;
  options.whole_limit = 1000;
  options.window = 1000;
  options.overlap = 100;
  const Collector sink =
      read(tree, "x http://example.com/" + std::string(8000, 'a') + " y", options);
  REQUIRE(sink.notes.size() == 1);
  CHECK(sink.notes[0].reason == SkipReason::too_long);
  CHECK_FALSE(sink.notes[0].fatal);
  CHECK(read(tree, std::string(9000, 'a'), options).notes.empty());
  std::string lines;
  while (lines.size() < 9000) lines += "http://example.com/ and so on\n";
  CHECK(read(tree, lines, options).notes.empty());
}

TEST_CASE("the reader stops when the sink does") {
  const TempTree tree;
  Collector sink;
  sink.segments_wanted = 2;
  read_input(file_input(tree.write("f", "a\nb\nc\n")), as_list(), sink);
  CHECK(sink.segments() == std::vector<std::string>{"a", "b"});
}

TEST_CASE("what cannot be read is a note, fatal if it was named") {
  const TempTree tree;
  REQUIRE(::mkfifo(tree.path("fifo").c_str(), 0600) == 0);
  struct {
    std::string path;
    SkipReason reason;
  } const cases[] = {{tree.path("fifo"), SkipReason::special_file},
                     {"/dev/null", SkipReason::special_file},
                     {tree.path("none"), SkipReason::missing},
                     {tree.path(), SkipReason::unreadable}};
  for (const auto& c : cases) {
    for (const bool named : {true, false}) {
      CAPTURE(c.path, named);
      Collector sink;
      Input input = file_input(c.path);
      input.named = named;
      read_input(input, {}, sink);
      CHECK(sink.windows.empty());
      REQUIRE(sink.notes.size() == 1);
      CHECK(sink.notes[0].reason == c.reason);
      CHECK(sink.notes[0].fatal == named);
      CHECK_FALSE(sink.notes[0].detail.empty());
    }
  }
  if (::geteuid() != 0) {
    const std::string secret = tree.write("secret");
    ::chmod(secret.c_str(), 0);
    Collector sink;
    read_input(file_input(secret), {}, sink);
    REQUIRE(sink.notes.size() == 1);
    CHECK(sink.notes[0].reason == SkipReason::unreadable);
  } else {
    WARN("run by root: nothing is unreadable, that case is skipped");
  }
}

TEST_CASE("standard input may be a pipe") {
  const StdinPipe pipe("see http://example.com/\n");
  Collector sink;
  read_input(stdin_input(), {}, sink);
  CHECK(sink.segments() == std::vector<std::string>{"see http://example.com/\n"});
}

TEST_CASE("standard input larger than the limit is read in windows") {
  const StdinPipe pipe(std::string(1000, 'a') + "\n", 5000);
  ReadOptions options;
  options.whole_limit = std::size_t{1} << 20;
  options.window = std::size_t{1} << 19;
  options.overlap = std::size_t{1} << 16;
  Collector sink;
  const ReadStats stats = read_input(stdin_input(), options, sink);
  CHECK(stats.bytes == 5005000);
  CHECK(stats.lines == 5000);
  CHECK(sink.windows.size() > 5);
}

TEST_CASE("lines of a list arrive as they are written") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const int saved = ::dup(0);
  ::dup2(ends[0], 0);
  ::close(ends[0]);
  class Answering : public Collector {
   public:
    explicit Answering(int fd) : fd_(fd) {}
    bool segment(const Segment& segment) override {
      const bool more = Collector::segment(segment);
      if (segments().size() == 1) {
        if (::write(fd_, "second\n", 7) != 7) return false;
        ::close(fd_);
      }
      return more;
    }

   private:
    int fd_;
  } sink(ends[1]);
  REQUIRE(::write(ends[1], "first\n", 6) == 6);
  read_input(stdin_input(), as_list(), sink);
  ::dup2(saved, 0);
  ::close(saved);
  CHECK(sink.segments() == std::vector<std::string>{"first", "second"});
}

TEST_CASE("every reason has the name that reports use") {
  CHECK(name_of(SkipReason::binary) == "binary");
  CHECK(name_of(SkipReason::special_file) == "special-file");
  CHECK(name_of(SkipReason::missing) == "missing");
}
