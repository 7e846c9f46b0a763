// The standard's validation errors: their names, and the list that a parse fills.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "interpret/whatwg_text.hpp"
#include "urilint/whatwg.hpp"

namespace urilint::whatwg {

namespace error {
inline constexpr std::string_view kDomainToAscii = "domain-to-ASCII";
inline constexpr std::string_view kDomainInvalidCodePoint = "domain-invalid-code-point";
inline constexpr std::string_view kDomainPercentEncoded = "domain-percent-encoded";
inline constexpr std::string_view kHostInvalidCodePoint = "host-invalid-code-point";
inline constexpr std::string_view kIpv4EmptyPart = "IPv4-empty-part";
inline constexpr std::string_view kIpv4TooManyParts = "IPv4-too-many-parts";
inline constexpr std::string_view kIpv4TooFewParts = "IPv4-too-few-parts";
inline constexpr std::string_view kIpv4NonNumericPart = "IPv4-non-numeric-part";
inline constexpr std::string_view kIpv4NonDecimalPart = "IPv4-non-decimal-part";
inline constexpr std::string_view kIpv4NonAsciiInput = "IPv4-non-ASCII-input";
inline constexpr std::string_view kIpv4OutOfRangePart = "IPv4-out-of-range-part";
inline constexpr std::string_view kIpv6Unclosed = "IPv6-unclosed";
inline constexpr std::string_view kIpv6InvalidCompression = "IPv6-invalid-compression";
inline constexpr std::string_view kIpv6TooManyPieces = "IPv6-too-many-pieces";
inline constexpr std::string_view kIpv6MultipleCompression = "IPv6-multiple-compression";
inline constexpr std::string_view kIpv6InvalidCodePoint = "IPv6-invalid-code-point";
inline constexpr std::string_view kIpv6TooFewPieces = "IPv6-too-few-pieces";
inline constexpr std::string_view kIpv6PieceLeadingZero = "IPv6-piece-leading-zero";
inline constexpr std::string_view kIpv4InIpv6TooManyPieces = "IPv4-in-IPv6-too-many-pieces";
inline constexpr std::string_view kIpv4InIpv6InvalidCodePoint = "IPv4-in-IPv6-invalid-code-point";
inline constexpr std::string_view kIpv4InIpv6OutOfRangePart = "IPv4-in-IPv6-out-of-range-part";
inline constexpr std::string_view kIpv4InIpv6TooFewParts = "IPv4-in-IPv6-too-few-parts";
inline constexpr std::string_view kInvalidUrlUnit = "invalid-URL-unit";
inline constexpr std::string_view kMissingFollowingSolidus =
    "special-scheme-missing-following-solidus";
inline constexpr std::string_view kMissingScheme = "missing-scheme-non-relative-URL";
inline constexpr std::string_view kInvalidReverseSolidus = "invalid-reverse-solidus";
inline constexpr std::string_view kInvalidCredentials = "invalid-credentials";
inline constexpr std::string_view kHostMissing = "host-missing";
inline constexpr std::string_view kPortOutOfRange = "port-out-of-range";
inline constexpr std::string_view kPortInvalid = "port-invalid";
inline constexpr std::string_view kFileDriveLetter = "file-invalid-Windows-drive-letter";
inline constexpr std::string_view kFileDriveLetterHost = "file-invalid-Windows-drive-letter-host";
}  // namespace error

/// Collects at most `kMax` errors; the one that ends the parsing always finds a place.
class Errors {
 public:
  static constexpr std::size_t kMax = 256;
  Errors(std::vector<WhatwgError>& out, const CleanText& text) : out_(&out), text_(&text) {}

  /// An error at `[begin, end)` of the clean text.
  void add(std::string_view name, std::size_t begin, std::size_t end) {
    if (out_->size() < kMax) out_->push_back({name, text_->source_of(begin, end), false});
  }
  void fail(std::string_view name, std::size_t begin, std::size_t end) {
    if (out_->size() == kMax) out_->pop_back();
    out_->push_back({name, text_->source_of(begin, end), true});
  }
  /// An error at bytes of the input.
  void add_source(std::string_view name, UriSpan span) {
    if (!span.empty() && out_->size() < kMax) out_->push_back({name, span, false});
  }

 private:
  std::vector<WhatwgError>* out_;
  const CleanText* text_;
};

/// The same for one host, which all its errors speak of.
struct HostErrors {
  Errors* errors = nullptr;
  std::size_t begin = 0;
  std::size_t end = 0;
  void add(std::string_view name) const { errors->add(name, begin, end); }
  /// Returns nothing, for `return errors.fail(…)`.
  [[nodiscard]] std::nullopt_t fail(std::string_view name) const {
    errors->fail(name, begin, end);
    return std::nullopt;
  }
};

}  // namespace urilint::whatwg
