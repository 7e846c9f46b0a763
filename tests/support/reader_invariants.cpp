// Follows the maps run by run, and compares what the finder finds in the segments with what it
// finds in the text as it stands.
#include "support/reader_invariants.hpp"

#include <algorithm>
#include <vector>

#include "document/prefilter.hpp"
#include "find/finder.hpp"

namespace urilint::testing {
namespace {

constexpr std::size_t kMostAtoms = 64;  // of one input that are read again

/// Whether a character reference may be in the candidate or reach into it.
bool near_reference(std::string_view text, TextSpan where) {
  constexpr std::size_t kLongestReference = 40;
  const std::size_t begin = where.begin - std::min<std::size_t>(where.begin, kLongestReference);
  return text.substr(begin, where.end - begin).find('&') != std::string_view::npos;
}

/// A text of nothing but an escape, as it may stand in a document of the format.
struct Frame {
  Format format;
  std::string_view before;
  std::string_view behind;
  char sign = '\\';          ///< what its escapes begin with
  Layer layer = Layer::raw;  ///< whose escapes; raw: any
};
constexpr Frame kFrames[] = {
    // One a line.
    {Format::json, "\"", "\""},
    {Format::jsonl, "\"", "\""},
    {Format::yaml, "\"", "\""},
    {Format::toml, "a = \"", "\""},
    {Format::ini, "a = \"", "\""},
    {Format::env, "a=\"", "\""},
    {Format::hcl, "a = \"", "\""},
    {Format::css, "\"", "\""},
    {Format::html, "", "", '&', Layer::html},
    {Format::markdown, "", "", '\\', Layer::markdown},
    {Format::xml, "", "", '&', Layer::xml},
};

class FirstText final : public SegmentSink {
 public:
  explicit FirstText(const Document& document) : document_(document) {}
  bool segment(const Segment& segment) override {
    text = document_.bytes(segment.where);
    return false;
  }
  bool link(const Link& /*link*/) override { return true; }
  std::string text;

 private:
  const Document& document_;
};

std::string reread(const Frame& frame, std::string_view escape) {
  const std::string framed =
      std::string(frame.before) + std::string(escape) + std::string(frame.behind);
  Document document;
  document.add({framed, {}, Layer::raw});
  FirstText first(document);
  ReaderOptions options;
  options.decode_all = true;
  read_document(frame.format, document, {kRawText, 0, static_cast<Off>(framed.size())}, options,
                first);
  return first.text;
}

class Checker final : public SegmentSink {
 public:
  Checker(Document& document, Format format) : document_(document) {
    const auto* const row = std::find_if(std::begin(kFrames), std::end(kFrames),
                                         [format](const Frame& f) { return f.format == format; });
    frame_ = row == std::end(kFrames) ? nullptr : row;
  }

  bool segment(const Segment& segment) override {
    const TextSpan where = segment.where;
    if (where.begin >= where.end || where.end > document_.text(where.text).bytes.size()) {
      return fail("a segment outside of its text");
    }
    const SourceSpan source = document_.to_source(where);
    if (source.begin < floor_) return fail("segments do not ascend");
    if (source.end > document_.text(kRawText).bytes.size()) return fail("a place behind the end");
    floor_ = source.begin;
    key_ = segment.key;  // read, so that a sanitizer sees a view that outlived its path
    for (TextId id = where.text; id != kRawText; id = document_.text(id).map.parent) {
      if (!check_map(document_.text(id))) return false;
    }
    find_uris(document_, segment, {false}, [this](const Candidate& candidate) {
      found_.push_back(document_.to_source(candidate.where));
      return true;
    });
    return true;
  }
  bool link(const Link& /*link*/) override { return true; }

  [[nodiscard]] bool found() const noexcept { return !found_.empty(); }
  /// True if a URI that was found covers the place.
  [[nodiscard]] bool covers(std::uint64_t place) const {
    return std::any_of(found_.begin(), found_.end(), [place](SourceSpan span) {
      return span.begin <= place && place < span.end;
    });
  }
  std::string fault;

 private:
  bool fail(std::string what) {
    fault = std::move(what);
    return false;
  }

  [[nodiscard]] bool is_of_frame(const Text& text) const {
    return frame_->layer == Layer::raw || frame_->layer == text.layer;
  }

  bool check_map(const Text& text) {
    const SourceMap& map = text.map;
    const std::string_view parent = document_.text(map.parent).bytes;
    if (map.runs.empty() || map.text_end != text.bytes.size()) return fail("a map of another size");
    for (std::size_t i = 0; i < map.runs.size(); ++i) {
      const Run& run = map.runs[i];
      const bool last = i + 1 == map.runs.size();
      const Off end = last ? map.text_end : map.runs[i + 1].text;
      const Off source_end = last ? map.source_end : map.runs[i + 1].source;
      if (end < run.text || source_end < run.source || source_end > parent.size()) {
        return fail("runs do not ascend");
      }
      const std::string_view here = text.bytes.substr(run.text, end - run.text);
      if (!run.atom && run.text_unit == 1 && run.source_unit == 1) {
        if (parent.substr(run.source, here.size()) != here) return fail("bytes differ");
      } else if (run.atom && !here.empty() && frame_ != nullptr && map.parent == kRawText &&
                 parent[run.source] == frame_->sign && is_of_frame(text) && atoms_ < kMostAtoms) {
        ++atoms_;
        if (reread(*frame_, parent.substr(run.source, source_end - run.source)) != here) {
          return fail("an escape read again differs: " +
                      std::string(parent.substr(run.source, source_end - run.source)));
        }
      }
    }
    return true;
  }

  Document& document_;
  const Frame* frame_ = nullptr;
  std::string key_;
  std::uint64_t floor_ = 0;
  std::size_t atoms_ = 0;
  std::vector<SourceSpan> found_;
};

bool is_shell(Format format) { return format == Format::shell || format == Format::dockerfile; }

/// A shell joins what stands before a quote to what follows it, and ends words at operators.
bool joined_or_ended(std::string_view text, TextSpan uri, char host) {
  if (std::string_view(";|&()<>`").find(host) != std::string_view::npos) return true;
  if (uri.begin < 2) return false;
  const bool quote = text[uri.begin - 1] == '"' || text[uri.begin - 1] == '\'';
  return quote && std::string_view(" \t\r\n=(").find(text[uri.begin - 2]) == std::string_view::npos;
}

/// True if what stands in the message is what its reader sees: nothing is encoded, and no field is
/// an identifier or a signature.
bool shows_as_it_stands(std::string_view message) {
  constexpr std::string_view kHiding[] = {"content-",    "=?",        "message-id", "references",
                                          "in-reply-to", "signature", "arc-",       "face",
                                          "autocrypt",   "x-gm-",     "x-google-"};
  std::string text(message);
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
  return std::none_of(std::begin(kHiding), std::end(kHiding), [&text](std::string_view word) {
    return text.find(word) != std::string::npos;
  });
}

bool is_mail(Format format) { return format == Format::eml || format == Format::mbox; }

std::string fault_in(Format format, std::string_view text, bool decode_all) {
  Document document;
  document.add({text, {}, Layer::raw});
  const TextSpan all{kRawText, 0, static_cast<Off>(text.size())};
  Checker checker(document, format);
  ReaderOptions options;
  options.decode_all = decode_all;
  read_document(format, document, all, options, checker);
  if (!checker.fault.empty()) return checker.fault;
  if (checker.found() && !may_hold_uris(format, text)) return "the prefilter loses URIs";
  if (is_mail(format) && !shows_as_it_stands(text)) return {};
  Segment prose;
  prose.where = all;
  std::string fault;
  find_uris(document, prose, {false}, [&](const Candidate& candidate) {
    const std::string_view uri = document.bytes(candidate.where);
    const std::size_t colon = uri.find(':');
    if (candidate.where.text != kRawText || uri.substr(colon, 3) != "://") return true;
    // With escapes in it or before it (`\\ude00://`) it is not what the text says.
    const std::size_t begin = candidate.where.begin - std::min<Off>(candidate.where.begin, 1);
    const std::string_view around = text.substr(begin, candidate.where.end - begin);
    if (around.find('\\') != std::string_view::npos) return true;
    if (format != Format::json && near_reference(text, candidate.where)) return true;
    // What ends a comment or a part of a flow may stand where the host should.
    if (around.find("*/") != std::string_view::npos) return true;
    // A third slash begins a comment (`/*`), or ends a name in a tag.
    if (std::string_view(",;[]{}:\"'`()|*!/").find(uri[colon + 3]) != std::string_view::npos)
      return true;
    if (format == Format::csv && std::string_view(";|").find(uri[colon + 3]) < 2) return true;
    if (is_shell(format) && joined_or_ended(text, candidate.where, uri[colon + 3])) return true;
    if (checker.covers(candidate.where.begin + colon)) return true;
    fault = "lost: " + std::string(uri);
    return false;
  });
  return fault;
}

}  // namespace

std::string reader_fault(Format format, std::string_view text) {
  const std::string fault = fault_in(format, text, true);
  return fault.empty() ? fault_in(format, text, false) : fault;
}

}  // namespace urilint::testing
