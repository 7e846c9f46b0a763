// GMime reads the message over the memory as it stands and keeps where each body begins and ends.
// Its tree is walked with a stack of our own. What could make it slow is measured before.
#include "mail/mail_module.hpp"

#include <gmime/gmime.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <limits>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <vector>

namespace {

// GMime compares each line that begins with two dashes with every boundary around it.
constexpr std::uint64_t kMostComparisons = std::uint64_t{1} << 26;
constexpr std::uint64_t kDeepestOfGmime = 1024;
constexpr std::size_t kLongest = std::numeric_limits<guint>::max() / 2;
// It keeps half a KiB of each field, and a tenth of that of each parameter.
constexpr std::uint64_t kMostFields = std::uint64_t{1} << 19;

struct Unref {
  void operator()(gpointer object) const noexcept { g_object_unref(object); }
};
template <typename T>
using Owned = std::unique_ptr<T, Unref>;

/// Memory of somebody else as the array that a stream of GMime reads; not copied, not freed.
class BorrowedBytes {
 public:
  explicit BorrowedBytes(std::string_view text)
      : array_(g_byte_array_new_take(
            // GMime takes no pointer to const, and writes only to streams that are written to.
            reinterpret_cast<guint8*>(const_cast<char*>(text.data())), text.size())) {}
  ~BorrowedBytes() {
    g_byte_array_steal(array_, nullptr);
    g_byte_array_unref(array_);
  }
  BorrowedBytes(const BorrowedBytes&) = delete;
  BorrowedBytes& operator=(const BorrowedBytes&) = delete;
  [[nodiscard]] GByteArray* get() const noexcept { return array_; }

 private:
  GByteArray* array_;
};

struct Range {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  [[nodiscard]] bool empty() const noexcept { return begin >= end; }
  void cover(Range other) noexcept {
    if (other.empty()) return;
    *this = empty() ? other : Range{std::min(begin, other.begin), std::max(end, other.end)};
  }
};

char lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; }

/// Adds up what GMime would do about a message, line by line.
class Budget {
 public:
  explicit Budget(std::string_view text) noexcept : text_(text) {}

  /// Where the message is to be cut so that its price stays in proportion; its size, if it need
  /// not.
  [[nodiscard]] std::size_t affordable() noexcept {
    for (std::size_t begin = 0; begin < text_.size();) {
      const std::size_t end = std::min(text_.find('\n', begin), text_.size());
      add(text_.substr(begin, end - begin));
      const bool spent = fields_ > kMostFields || dashes_ * boundaries_ > kMostComparisons;
      if (spent) return begin;
      begin = end + 1;
    }
    return text_.size();
  }

 private:
  void add(std::string_view line) noexcept {
    if (line.substr(0, 2) == "--") ++dashes_;
    const bool goes_on = !line.empty() && (line[0] == ' ' || line[0] == '\t');
    field_ = goes_on ? field_ : begins_field(line);
    if (!field_) return;
    fields_ += 1 + static_cast<std::uint64_t>(std::count(line.begin(), line.end(), ';'));
    boundaries_ = std::min(kDeepestOfGmime, boundaries_ + count_boundaries(line));
  }

  /// Wherever it stands: any block of lines may turn out to be a header.
  static bool begins_field(std::string_view line) noexcept {
    return line.find(':') != std::string_view::npos;
  }

  static std::uint64_t count_boundaries(std::string_view line) noexcept {
    constexpr std::string_view kWord = "boundary";
    std::uint64_t count = 0;
    std::size_t matched = 0;
    for (const char c : line) {
      // No letter of the word but the first begins it again.
      matched = lower(c) == kWord[matched] ? matched + 1 : lower(c) == kWord[0] ? 1 : 0;
      if (matched < kWord.size()) continue;
      ++count;
      matched = 0;
    }
    return count;
  }

  std::string_view text_;
  bool field_ = false;  // the line belongs to what may be a field
  std::uint64_t fields_ = 0;
  std::uint64_t dashes_ = 0;
  std::uint64_t boundaries_ = 1;
};

struct Structure {
  std::vector<UrilintMailPart> parts;
  std::deque<std::string> texts;

  const char* keep(const char* text) {
    if (text == nullptr || *text == '\0') return "";
    return texts.emplace_back(text).c_str();
  }
};

class Walk {
 public:
  Walk(std::string_view text, const UrilintMailLimits& limits, Structure& out)
      : text_(text), limits_(limits), out_(out) {}

  /// True if all was told.
  bool run(GMimeMessage* message) {
    push_message(message, {-1, 1, 0});
    while (!stack_.empty()) {
      const Item item = stack_.back();
      stack_.pop_back();
      visit(item);
    }
    return complete_;
  }

 private:
  struct Place {
    std::int64_t parent = -1;
    std::uint32_t number = 1;
    std::uint32_t depth = 0;
  };
  struct Item {
    GMimeObject* object = nullptr;
    Range headers;  // of the message whose content it is
    Place place;
  };

  void push_message(GMimeMessage* message, Place place) {
    if (message == nullptr || message->mime_part == nullptr) return;
    stack_.push_back({message->mime_part, headers_of(GMIME_OBJECT(message)), place});
  }

  void visit(const Item& item) {
    if (out_.parts.size() >= limits_.parts || item.place.depth > limits_.depth) {
      complete_ = false;
      return;
    }
    const auto index = static_cast<std::int64_t>(out_.parts.size());
    Range headers = item.headers;
    headers.cover(headers_of(item.object));
    UrilintMailPart& part = out_.parts.emplace_back();
    part.header_begin = headers.begin;
    part.header_end = headers.end;
    part.body_begin = part.body_end = headers.end;
    part.parent = item.place.parent;
    part.number = item.place.number;
    describe(item.object, part);
    const std::uint32_t depth = item.place.depth + 1;
    if (GMIME_IS_MULTIPART(item.object)) {
      part.kind = kUrilintMailMultipart;
      auto* const multipart = GMIME_MULTIPART(item.object);
      // The last one first, so that the first comes off the stack first.
      for (int i = g_mime_multipart_get_count(multipart); i > 0; --i) {
        stack_.push_back({g_mime_multipart_get_part(multipart, i - 1),
                          {},
                          {index, static_cast<std::uint32_t>(i), depth}});
      }
    } else if (GMIME_IS_MESSAGE_PART(item.object)) {
      part.kind = kUrilintMailMessage;
      push_message(g_mime_message_part_get_message(GMIME_MESSAGE_PART(item.object)),
                   {index, 1, depth});
    } else if (GMIME_IS_PART(item.object)) {
      set_body(GMIME_PART(item.object), part);
    }
  }

  void set_body(GMimePart* leaf, UrilintMailPart& part) const {
    GMimeDataWrapper* const content = g_mime_part_get_content(leaf);
    if (content == nullptr) return;
    const GMimeStream* const stream = g_mime_data_wrapper_get_stream(content);
    if (stream == nullptr || stream->bound_start < 0) return;
    const auto size = static_cast<std::uint64_t>(text_.size());
    part.body_begin = std::min(size, static_cast<std::uint64_t>(stream->bound_start));
    part.body_end = stream->bound_end < 0
                        ? size
                        : std::min(size, static_cast<std::uint64_t>(stream->bound_end));
    part.body_end = std::max(part.body_begin, part.body_end);
  }

  void describe(GMimeObject* object, UrilintMailPart& part) {
    GMimeContentType* const type = g_mime_object_get_content_type(object);
    part.type = part.charset = part.boundary = part.format = part.delsp = "";
    if (type != nullptr) {
      gchar* const name = g_mime_content_type_get_mime_type(type);
      part.type = out_.keep(name);
      g_free(name);
      const auto parameter = [&](const char* which) {
        return out_.keep(g_mime_content_type_get_parameter(type, which));
      };
      part.charset = parameter("charset");
      part.boundary = parameter("boundary");
      part.format = parameter("format");
      part.delsp = parameter("delsp");
    }
    part.encoding = out_.keep(g_mime_object_get_header(object, "Content-Transfer-Encoding"));
    part.disposition = out_.keep(g_mime_object_get_disposition(object));
    const char* name = g_mime_object_get_content_disposition_parameter(object, "filename");
    if (name == nullptr && type != nullptr) name = g_mime_content_type_get_parameter(type, "name");
    part.file_name = out_.keep(name);
  }

  /// Where the header fields stand that GMime keeps for an object.
  [[nodiscard]] Range headers_of(GMimeObject* object) const {
    GMimeHeaderList* const list = g_mime_object_get_header_list(object);
    Range range{std::numeric_limits<std::uint64_t>::max(), 0};
    const int count = list == nullptr ? 0 : g_mime_header_list_get_count(list);
    for (int i = 0; i < count; i = i + 1 < count ? count - 1 : count) {  // the first and the last
      const gint64 offset = g_mime_header_get_offset(g_mime_header_list_get_header_at(list, i));
      if (offset < 0 || static_cast<std::uint64_t>(offset) >= text_.size()) continue;
      const auto begin = static_cast<std::uint64_t>(offset);
      range.begin = std::min(range.begin, begin);
      range.end = std::max(range.end, field_end(begin));
    }
    return range.empty() ? Range{} : range;
  }

  /// Behind the field at `begin`: its first line, and those that begin with a blank.
  [[nodiscard]] std::uint64_t field_end(std::uint64_t begin) const noexcept {
    for (std::size_t i = begin;;) {
      i = text_.find('\n', i);
      if (i == std::string_view::npos) return text_.size();
      ++i;
      if (i == text_.size() || (text_[i] != ' ' && text_[i] != '\t')) return i;
    }
  }

  std::string_view text_;
  const UrilintMailLimits& limits_;
  Structure& out_;
  std::vector<Item> stack_;
  bool complete_ = true;
};

void start_gmime() {
  // Once, by whoever comes first; the others wait.
  static const bool started = (g_mime_init(), true);
  static_cast<void>(started);
}

Owned<GMimeMessage> parse(GByteArray* bytes) {
  const Owned<GMimeStream> stream(g_mime_stream_mem_new());
  auto* const memory = GMIME_STREAM_MEM(stream.get());
  g_mime_stream_mem_set_owner(memory, FALSE);
  g_mime_stream_mem_set_byte_array(memory, bytes);
  const Owned<GMimeParser> parser(g_mime_parser_new_with_stream(stream.get()));
  g_mime_parser_set_persist_stream(parser.get(), TRUE);
  return Owned<GMimeMessage>(g_mime_parser_construct_message(parser.get(), nullptr));
}

int read_message(const char* data, std::uint64_t size, const UrilintMailLimits* limits,
                 UrilintMailStructure* out) {
  try {
    const std::string_view text(data, size);
    auto structure = std::make_unique<Structure>();
    const std::string_view read = text.substr(0, Budget(text.substr(0, kLongest)).affordable());
    bool complete = read.size() == text.size();
    if (!read.empty()) {
      start_gmime();
      const BorrowedBytes bytes(read);
      const Owned<GMimeMessage> message = parse(bytes.get());
      const bool all = !message || Walk(read, *limits, *structure).run(message.get());
      complete = complete && all;
    }
    out->parts = structure->parts.data();
    out->count = structure->parts.size();
    out->limited = complete ? 0 : 1;
    out->owner = structure.release();
    return 0;
  } catch (const std::bad_alloc&) {
    return 1;
  }
}

void free_structure(UrilintMailStructure* structure) {
  delete static_cast<Structure*>(structure->owner);
  *structure = {};
}

}  // namespace

extern "C" __attribute__((visibility("default")))
const UrilintMailModule urilint_mail_module = {kUrilintMailAbi, read_message, free_structure};
