// Instruction by instruction, each a line with those that continue it; comments and empty lines may
// stand between. What follows its name is words of a shell or an array of JSON, and is read as
// such. Lines that begin with no instruction are prose.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "document/chars.hpp"
#include "document/heredoc.hpp"
#include "document/key_path.hpp"
#include "document/readers.hpp"
#include "document/segment_writer.hpp"

namespace urilint {
namespace {

using namespace reading;

constexpr std::array<std::string_view, 18> kInstructions = {
    "ADD",    "ARG",   "CMD",         "COPY",  "ENTRYPOINT", "ENV",
    "EXPOSE", "FROM",  "HEALTHCHECK", "LABEL", "MAINTAINER", "ONBUILD",
    "RUN",    "SHELL", "STOPSIGNAL",  "USER",  "VOLUME",     "WORKDIR",
};
constexpr std::size_t kMostHeredocs = 16;

class DockerfileReader {
 public:
  DockerfileReader(Document& document, TextSpan where, const ReaderOptions& options,
                   SegmentSink& sink)
      : document_(document),
        sink_(sink),
        writer_(document, where, sink),
        text_(writer_.text()),
        options_(options),
        path_(options.key),
        heredocs_(text_) {}

  bool run() {
    while (i_ < text_.size() && more_ && writer_.more()) line();
    return more_ && writer_.more();
  }

 private:
  void line();
  void comment(std::size_t begin, std::size_t end);
  void prose(std::size_t begin, std::size_t end);
  void arguments(std::string_view name, std::size_t begin, std::size_t end);
  void bodies(bool runs, std::size_t begin, std::size_t end);
  void embed(Reader* read, std::size_t begin, std::size_t end);
  [[nodiscard]] std::string_view instruction_at(std::size_t i) const;
  [[nodiscard]] std::size_t logical_end(std::size_t begin) const;
  [[nodiscard]] std::size_t behind_blanks(std::size_t i) const {
    while (is_blank(at(text_, i))) ++i;
    return i;
  }

  Document& document_;
  SegmentSink& sink_;
  SegmentWriter writer_;
  std::string_view text_;
  const ReaderOptions& options_;
  KeyPath path_;
  HeredocSearch heredocs_;
  std::size_t i_ = 0;
  bool more_ = true;
  bool directives_ = true;  // a comment may still be one
  char escape_ = '\\';
};

/// The instruction whose name stands at `i`, in any case; empty if none does.
std::string_view DockerfileReader::instruction_at(std::size_t i) const {
  std::size_t end = i;
  while (is_alpha(at(text_, end)) && end - i < 16) ++end;
  const std::string_view word = text_.substr(i, end - i);
  const char behind = at(text_, end);
  if (end < text_.size() && !is_space(behind) && behind != escape_) return {};
  const auto same = [word](std::string_view name) {
    return std::equal(word.begin(), word.end(), name.begin(), name.end(),
                      [](char a, char b) { return (a & ~0x20) == b; });
  };
  const auto* const known = std::find_if(kInstructions.begin(), kInstructions.end(), same);
  return known == kInstructions.end() ? std::string_view() : *known;
}

void DockerfileReader::line() {
  path_.reset();
  const std::size_t begin = behind_blanks(i_);
  std::size_t end = line_end(text_, begin);
  if (at(text_, begin) == '#') {
    comment(begin, end);
  } else {
    if (begin < end) directives_ = false;
    const std::string_view name = instruction_at(begin);
    if (name.empty()) {
      prose(begin, end);
    } else {
      end = logical_end(begin);
      path_.key(name);
      arguments(name, begin + name.size(), end);
      i_ = behind_line_end(text_, end);
      return bodies(name == "RUN", begin, end);
    }
  }
  i_ = behind_line_end(text_, end);
}

/// `# escape=` before anything else says what continues a line.
void DockerfileReader::comment(std::size_t begin, std::size_t end) {
  constexpr std::string_view kEscape = "escape";
  std::size_t i = behind_blanks(begin + 1);
  if (directives_ && text_.substr(i, kEscape.size()) == kEscape) {
    i = behind_blanks(i + kEscape.size());
    if (at(text_, i) == '=' && at(text_, behind_blanks(i + 1)) == '`') escape_ = '`';
  }
  Segment segment;
  segment.context = Segment::Context::comment;
  segment.key = path_.view();
  writer_.raw(begin + 1, end, segment);
}

void DockerfileReader::prose(std::size_t begin, std::size_t end) {
  Segment segment;
  segment.key = path_.view();
  writer_.raw(begin, end, segment);
}

std::size_t DockerfileReader::logical_end(std::size_t begin) const {
  std::size_t end = line_end(text_, begin);
  bool continues = true;
  for (std::size_t line = begin; continues;) {
    end = line_end(text_, line);
    const std::size_t first = behind_blanks(line);
    std::size_t last = end;
    while (last > first && is_blank(text_[last - 1])) --last;
    const bool nothing = line != begin && (first >= last || text_[first] == '#');
    continues = nothing || (last > first && text_[last - 1] == escape_);
    line = behind_line_end(text_, end);
    if (line >= text_.size() || line == end) break;
  }
  return end;
}

void DockerfileReader::arguments(std::string_view name, std::size_t begin, std::size_t end) {
  std::size_t i = behind_blanks(begin);
  while (name == "ONBUILD") {
    name = instruction_at(i);
    if (name.empty()) break;
    path_.open_mapping();
    path_.key(name);
    i = behind_blanks(i + name.size());
  }
  if (name == "MAINTAINER") return prose(i, end);
  std::size_t first = i;
  while (text_.substr(first, 2) == "--") {  // `--chown=x ["a", "b"]`
    while (first < end && !is_space(text_[first])) ++first;
    first = behind_blanks(first);
  }
  const bool continued = text_.substr(i, end - i).find_first_of("\r\n") < end - i;
  if (at(text_, first) == '[' && first < end) {
    embed(read_shell, i, first);
    return embed(read_json, first, end);
  }
  if (escape_ != '\\' && continued) return prose(i, end);
  embed(read_shell, i, end);
}

/// The here-documents that the instruction asks for follow it.
void DockerfileReader::bodies(bool runs, std::size_t begin, std::size_t end) {
  std::vector<HeredocMark> marks;
  for (std::size_t i = begin; marks.size() < kMostHeredocs;) {
    i = text_.substr(0, end).find("<<", i);
    if (i == std::string_view::npos) break;
    const auto mark = heredoc_mark(text_.substr(0, end), i);
    if (mark) marks.push_back(*mark);
    i = mark ? mark->next : i + 3;
  }
  for (const HeredocMark& mark : marks) {
    const auto body = heredocs_.body(i_, mark);
    if (!body) continue;
    if (runs) {
      embed(read_shell, i_, body->end);
    } else {
      prose(i_, body->end);
    }
    i_ = behind_line_end(text_, body->next);
  }
}

void DockerfileReader::embed(Reader* read, std::size_t begin, std::size_t end) {
  if (begin >= end || !more_) return;
  const std::string key(path_.view());
  ReaderOptions options = options_;
  options.key = key;
  more_ = read(document_, writer_.span(begin, end), options, sink_);
}

}  // namespace

bool read_dockerfile(Document& document, TextSpan where, const ReaderOptions& options,
                     SegmentSink& sink) {
  return DockerfileReader(document, where, options, sink).run();
}

}  // namespace urilint
