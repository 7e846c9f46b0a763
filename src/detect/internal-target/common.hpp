// Where a request goes that is made for a URI: what the rules about internal targets share.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/detector.hpp"

namespace urilint::detect {

/// What an address is to a machine that sends a request there.
enum class TargetKind : std::uint8_t { elsewhere, loopback, private_network, link_local, reserved };

/// By the class of the address (`data/target-classes.tsv`).
[[nodiscard]] TargetKind target_kind_of(const Address& address) noexcept;

/// A text that some software takes for the host though RFC 3986 does not, with tabs and line breaks
/// deleted.
class HostReading {
 public:
  HostReading() = default;
  HostReading(const Subject& subject, UriSpan where) noexcept;

  [[nodiscard]] UriSpan where() const noexcept { return where_; }
  /// Empty if it is longer than any name or address.
  [[nodiscard]] std::string_view text() const noexcept { return {text_.data(), size_}; }

 private:
  UriSpan where_{};
  std::size_t size_ = 0;
  std::array<char, 256> text_{};
};

/// The readings other than that of RFC 3986: of browsers, which take backslashes for slashes, need
/// none behind the scheme and delete tabs; of software that ends a host at a blank or control.
class OtherReadings {
 public:
  explicit OtherReadings(const Subject& subject) noexcept;
  [[nodiscard]] std::span<const HostReading> list() const noexcept {
    return std::span<const HostReading>(readings_).first(count_);
  }

 private:
  void add(const Subject& subject, UriSpan where) noexcept;

  std::array<HostReading, 2> readings_;
  std::size_t count_ = 0;
};

/// An address that the host leads to, by some reading.
struct Target {
  UriSpan where{};
  Address address{};          ///< of an IPv6 address that carries an IPv4 address the latter
  bool is_canonical = false;  ///< the text is the address in canonical form
  bool is_disputed = false;   ///< not the reading of RFC 3986
};

/// The addresses of all readings, that of RFC 3986 first.
class Targets {
 public:
  explicit Targets(const Subject& subject) noexcept;
  [[nodiscard]] std::span<const Target> list() const noexcept {
    return std::span<const Target>(targets_).first(count_);
  }

 private:
  void add_own(const Subject& subject) noexcept;
  void add_other(const Subject& subject, const HostReading& reading) noexcept;

  std::array<Target, 3> targets_;
  std::size_t count_ = 0;
};

/// Emits the first target of that kind, as variant `address`, `spelling` or `reading`, with the
/// address and its class as arguments.
void emit_target(const Subject& subject, TargetKind kind, Sink& sink) noexcept;

}  // namespace urilint::detect
