// The protocol of `verdict --stream`: a request a line, an answer a line, in order.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "config/setups.hpp"
#include "engine/verdict.hpp"

namespace urilint {

/// Answers requests. A line that begins with `{` is a JSON object with `uri` and, as they like,
/// `id`, `base`, `method`; it is answered by one. Any other line is a request target (RFC 9112 3.2)
/// or another URI reference, exactly, and answered in words: `pass`, `flag limit-size`,
/// `block userinfo-looks-like-host,port-invalid`. LF or CRLF ends a line.
///
/// For every line there is one answer, whatever the line holds, and the answers do not depend on
/// how the bytes are cut into pieces. Memory is bounded by the longest line that is read. Used by
/// one thread at a time.
class RequestStream {
 public:
  /// `setup` must outlive this.
  RequestStream(const Setup& setup, const VerdictLimits& limits, bool show_secrets);
  ~RequestStream();
  RequestStream(const RequestStream&) = delete;
  RequestStream& operator=(const RequestStream&) = delete;

  /// Takes more bytes, less than 2^31, and appends the answers to all lines that ended.
  void feed(std::string_view bytes, std::string& answers);
  /// The input ended: answers what stands behind the last line end, if anything does.
  void finish(std::string& answers);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

/// How a request names its target (RFC 9112 3.2); `reference` is none of the others.
enum class RequestForm : std::uint8_t { reference, authority, origin, asterisk };
/// By the text alone. `localhost:8080` is an authority, `tel:112` is not: its scheme is known.
[[nodiscard]] RequestForm request_form(std::string_view text) noexcept;

}  // namespace urilint
