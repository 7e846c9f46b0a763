// RapidJSON's reader without recursion; numbers stay as they are written.
#include "verdict/request.hpp"

#include "report/escape.hpp"
#include "report/rapidjson.hpp"
#include "report/text_buffer.hpp"

#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

namespace urilint {
namespace {

// Takes the members of the outermost object.
class Members {
 public:
  explicit Members(Request& out) noexcept : out_(out) {}

  bool Null() {
    if (depth_ != 1) return true;
    if (member_ == Member::id) out_.id = "null";
    return member_ != Member::uri || fail(kKind);
  }
  bool Bool(bool value) {
    return scalar([&] { out_.id = value ? "true" : "false"; });
  }
  bool RawNumber(const char* text, rapidjson::SizeType size, bool /*copy*/) {
    return scalar([&] { out_.id.assign(text, size); });
  }
  bool String(const char* text, rapidjson::SizeType size, bool /*copy*/) {
    if (depth_ != 1) return depth_ > 1 || fail(kObject);
    const std::string_view value(text, size);
    if (member_ == Member::id) {
      TextBuffer json;
      append_json_string(json, value);
      out_.id = json.view();
    } else if (std::optional<std::string>* const slot = text_slot()) {
      *slot = std::string(value);
    }
    return true;
  }
  bool StartObject() {
    ++depth_;
    return depth_ != 2 || member_ == Member::none || fail(kKind);
  }
  bool EndObject(rapidjson::SizeType /*count*/) {
    --depth_;
    return true;
  }
  bool StartArray() {
    if (depth_ == 0) return fail(kObject);
    ++depth_;
    return depth_ != 2 || member_ == Member::none || fail(kKind);
  }
  bool EndArray(rapidjson::SizeType /*count*/) {
    --depth_;
    return true;
  }
  bool Key(const char* text, rapidjson::SizeType size, bool /*copy*/) {
    if (depth_ != 1) return true;
    member_ = member_of({text, size});
    if (member_ == Member::none) return true;
    const unsigned bit = 1U << static_cast<unsigned>(member_);
    if ((seen_ & bit) != 0) return fail("a key stands twice");
    seen_ |= bit;
    return true;
  }
  // Never called: numbers are raw.
  bool Int(int) { return true; }
  bool Uint(unsigned) { return true; }
  bool Int64(std::int64_t) { return true; }
  bool Uint64(std::uint64_t) { return true; }
  bool Double(double) { return true; }

 private:
  enum class Member : std::uint8_t { none, id, uri, base, method };
  static constexpr std::string_view kKind = "a member is of the wrong kind";
  static constexpr std::string_view kObject = "it is no JSON object";

  static Member member_of(std::string_view key) noexcept {
    if (key == "id") return Member::id;
    if (key == "uri") return Member::uri;
    if (key == "base") return Member::base;
    return key == "method" ? Member::method : Member::none;
  }
  std::optional<std::string>* text_slot() noexcept {
    if (member_ == Member::uri) return &out_.uri;
    if (member_ == Member::base) return &out_.base;
    return member_ == Member::method ? &out_.method : nullptr;
  }
  template <typename TakeId>
  bool scalar(TakeId take_id) {
    if (depth_ != 1) return depth_ > 1 || fail(kObject);
    if (member_ == Member::id) {
      take_id();
      return true;
    }
    return member_ == Member::none || fail(kKind);
  }
  bool fail(std::string_view fault) {
    out_.fault = fault;
    return false;
  }

  Request& out_;
  std::size_t depth_ = 0;
  Member member_ = Member::none;
  unsigned seen_ = 0;
};

}  // namespace

Request parse_request(std::string_view line) {
  Request out;
  if (line.find('\0') != std::string_view::npos) {
    out.fault = "it holds a NUL byte";
    return out;
  }
  constexpr unsigned kFlags = rapidjson::kParseIterativeFlag |
                              rapidjson::kParseNumbersAsStringsFlag |
                              rapidjson::kParseValidateEncodingFlag;
  Members members(out);
  rapidjson::MemoryStream stream(line.data(), line.size());
  rapidjson::Reader reader;
  if (!reader.Parse<kFlags>(stream, members) && out.fault.empty()) out.fault = "it is no JSON";
  if (out.fault.empty() && !out.uri) out.fault = "it has no uri";
  return out;
}

}  // namespace urilint
