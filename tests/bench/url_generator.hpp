// URLs as lists hold them, made up from a seed: the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace urilint::bench {

/// `count` URLs under example names, 46 bytes long in the mean.
[[nodiscard]] std::vector<std::string> generate_urls(std::size_t count, std::uint64_t seed);

/// A text of `size` bytes that repeats `unit`, behind `prefix`.
[[nodiscard]] std::string hostile_shape(const std::string& prefix, const std::string& unit,
                                        std::size_t size);

}  // namespace urilint::bench
