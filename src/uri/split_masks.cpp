// The split with 64 bytes at a time: vector instructions classify them into one bit a byte, and
// components, dot segments and whatever is odd are read off those masks. An authority that is
// more than letters, digits, dots and hyphens goes the way of the Splitter, byte by byte.
#include "uri/mask_tables.hpp"
#include "uri/split_paths.hpp"
#include "uri/splitter.hpp"

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

// Inlining crosses no such border by itself, so helpers are forced into their callers.
#define URILINT_MASKS [[gnu::target("avx2,bmi,bmi2,popcnt")]]
#define URILINT_MASKS_INLINE [[gnu::always_inline, gnu::target("avx2,bmi,bmi2,popcnt")]] inline

namespace urilint {
namespace {

using namespace bytes;
using splitting::HostBytes;
using splitting::kAuthorityEnd;

// One bit a byte, the first byte lowest.
struct Masks {
  std::uint64_t slash;
  std::uint64_t stop;  // `?` and `#`
  std::uint64_t dot;
  std::uint64_t odd;       // what has a meaning in path, query or fragment, or none anywhere
  std::uint64_t host_odd;  // outside lower-case letters, digits, `.`
};
// The same of one vector of 32 bytes.
struct VectorMasks {
  std::uint32_t slash, stop, dot, odd, host_odd;
};

URILINT_MASKS_INLINE __m256i load(const VectorTable& rows) noexcept {
  return _mm256_load_si256(reinterpret_cast<const __m256i*>(rows.bytes.data()));
}
URILINT_MASKS_INLINE __m256i load(const char* at) noexcept {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at));
}
URILINT_MASKS_INLINE std::uint32_t to_bits(__m256i matches) noexcept {
  return static_cast<std::uint32_t>(_mm256_movemask_epi8(matches));
}
// A byte from 0x80 up has no high bit and finds an empty row: equal, a member.
URILINT_MASKS_INLINE std::uint32_t in_set(__m256i bytes, __m256i high,
                                          const VectorTable& rows) noexcept {
  const __m256i row = _mm256_shuffle_epi8(load(rows), bytes);
  return to_bits(_mm256_cmpeq_epi8(_mm256_and_si256(row, high), high));
}

URILINT_MASKS_INLINE VectorMasks classify(__m256i bytes) noexcept {
  const __m256i nibble = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), load(kMaskTables.nibbles));
  const __m256i high = _mm256_shuffle_epi8(load(kMaskTables.high_bits), nibble);
  const __m256i stops = _mm256_or_si256(_mm256_cmpeq_epi8(bytes, load(kMaskTables.questions)),
                                        _mm256_cmpeq_epi8(bytes, load(kMaskTables.hashes)));
  return {to_bits(_mm256_cmpeq_epi8(bytes, load(kMaskTables.slashes))), to_bits(stops),
          to_bits(_mm256_cmpeq_epi8(bytes, load(kMaskTables.dots))),
          in_set(bytes, high, kMaskTables.odd), in_set(bytes, high, kMaskTables.host_odd)};
}

URILINT_MASKS_INLINE std::uint64_t join(std::uint32_t low, std::uint32_t high, Off shift) noexcept {
  return low | std::uint64_t{high} << shift;
}

URILINT_MASKS_INLINE Masks join(const VectorMasks& low, const VectorMasks& high,
                                Off shift) noexcept {
  return {join(low.slash, high.slash, shift), join(low.stop, high.stop, shift),
          join(low.dot, high.dot, shift), join(low.odd, high.odd, shift),
          join(low.host_odd, high.host_odd, shift)};
}

// The bits from `at` on; `at` is at most 64.
URILINT_MASKS_INLINE std::uint64_t bits_from(Off at) noexcept {
  return at < 64 ? ~std::uint64_t{0} << at : 0;
}
URILINT_MASKS_INLINE Off first_of(std::uint64_t mask) noexcept {
  return static_cast<Off>(_tzcnt_u64(mask));
}

// One vector holds two pieces of `half` bytes that overlap in the text.
URILINT_MASKS_INLINE VectorMasks piece(const VectorMasks& both, Off at,
                                       std::uint32_t low) noexcept {
  return {both.slash >> at & low, both.stop >> at & low, both.dot >> at & low, both.odd >> at & low,
          both.host_odd >> at & low};
}

// A whole text of 8 to 31 bytes, by two reads that may overlap.
URILINT_MASKS_INLINE Masks short_text(const char* text, Off size) noexcept {
  Off half = 16;
  __m256i bytes{};
  if (size >= 16) {
    bytes = _mm256_loadu2_m128i(reinterpret_cast<const __m128i*>(text + size - 16),
                                reinterpret_cast<const __m128i*>(text));
  } else {
    half = 8;
    const __m128i first = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(text));
    const __m128i last = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(text + size - 8));
    bytes = _mm256_castsi128_si256(_mm_unpacklo_epi64(first, last));
  }
  const VectorMasks both = classify(bytes);
  const std::uint32_t low = (1U << half) - 1;
  return join(piece(both, 0, low), piece(both, half, low), size - half);
}

// Of the 64 bytes from `at` on, or as many as are left, at least one. A function of its own, so
// that no vector is kept across what follows.
[[gnu::noinline]] URILINT_MASKS void masks_at(const char* text, Off size, Off at,
                                              Masks& masks) noexcept {
  const Off left = size - at;
  if (left >= 32) {
    const Off shift = std::min<Off>(left, 64) - 32;
    masks = join(classify(load(text + at)), classify(load(text + at + shift)), shift);
  } else if (at == 0) {
    masks = short_text(text, size);
  } else {
    const VectorMasks last = classify(load(text + size - 32));
    masks = join(piece(last, 32 - left, ~0U), VectorMasks{}, 32);
  }
}

class MaskSplitter : public splitting::Splitter {
 public:
  MaskSplitter(const char* begin, Off length, UriParts& result) noexcept
      : Splitter{begin, length, result} {}

  URILINT_MASKS void run_masks() noexcept {
    parts.data = text;
    parts.size = size;
    masks_at(text, size, 0, masks_);
    Off at = web_scheme();
    if (at == 0) at = odd_scheme();
    if (two_slashes(at)) {
      at = authority_masks(at + 2);
    } else {
      no_authority(at);
    }
    tail_masks(at);
    finish();
  }

  [[gnu::noinline]] Off odd_scheme() noexcept { return scheme(); }

 private:
  // Where the authority ends. Only the first 64 bytes have masks.
  URILINT_MASKS_INLINE Off authority_masks(Off begin) noexcept {
    const std::uint64_t behind = bits_from(std::min<Off>(begin, 64));
    const std::uint64_t stops = (masks_.slash | masks_.stop) & behind;
    if (stops == 0 && size > 64) return authority(begin);
    const Off end = stops != 0 ? first_of(stops) : size;
    const std::uint64_t range = _bzhi_u64(behind, end);
    if ((masks_.odd & range) != 0) return authority(begin);
    parts.userinfo_end = begin;
    parts.host_end = end;
    HostBytes host;
    host.label = host.label_before = begin;
    if (const std::uint64_t dots = masks_.dot & range; dots != 0) {
      host.dots = static_cast<std::uint32_t>(_mm_popcnt_u64(dots));
      const auto last = static_cast<Off>(std::bit_width(dots));
      host.label = last;
      host.odd_label = (dots & (dots << 1 | _blsi_u64(behind))) != 0;
      const std::uint64_t before = _bzhi_u64(dots, last - 1);
      if (before != 0) host.label_before = static_cast<Off>(std::bit_width(before));
    }
    for (std::uint64_t odd = masks_.host_odd & range; odd != 0; odd = _blsr_u64(odd)) {
      const Off at = first_of(odd);
      if (text[at] == '-') {
        if (at >= begin + 2 && (at == begin + 2 || text[at - 3] == '.'))
          host.a_label |= is_a_label(text + at - 2, text + end);
        host.odd_label |=
            at == begin || text[at - 1] == '.' || at + 1 == end || text[at + 1] == '.';
      } else {
        host.classes |= class_of(text[at]);
      }
    }
    finish_authority(begin, host);
    return end;
  }

  URILINT_MASKS_INLINE void tail_masks(Off at) noexcept {
    parts.path_begin = at;
    present |= splitting::present_bit(Component::path);
    parts.path_end = parts.query_end = size;
    if (size > 64) return long_tail(at);
    const std::uint64_t live = bits_from(at);
    const std::uint64_t stops = masks_.stop & live;
    std::uint64_t range = live;
    if (stops != 0) {
      parts.path_end = first_of(stops);
      range = _bzhi_u64(live, parts.path_end);
    }
    path_slashes(masks_.slash & range, 0);
    if (const std::uint64_t odd = masks_.odd & range; odd != 0) finish_path(at, classes_of(odd));
    if (stops != 0) query_and_fragment(parts.path_end);
  }

  // Path, query and fragment from `at` on, 64 bytes after 64 bytes. `base_` is where the masks
  // begin.
  [[gnu::noinline]] URILINT_MASKS void long_tail(Off at) noexcept {
    if (at == size) return;
    Off inside = at;
    if (at >= 64) {
      start(at);
      inside = 0;
    }
    inside = path_masks(inside);
    if (parts.path_end < size) query_and_fragment(inside);
  }

  // `inside` is where the `?` or `#` stands, from `base_` on.
  [[gnu::noinline]] URILINT_MASKS void query_and_fragment(Off inside) noexcept {
    if (text[base_ + inside] == '?') {
      present |= splitting::present_bit(Component::query);
      set(Signal::query_present);
      inside = query_masks(inside + 1, false);
    } else {
      parts.query_end = base_ + inside;
    }
    if (parts.query_end == size) return;
    present |= splitting::present_bit(Component::fragment);
    set(Signal::fragment_present);
    query_masks(inside + 1, true);
  }

  URILINT_MASKS_INLINE void start(Off at) noexcept {
    base_ = at;
    masks_at(text, size, at, masks_);
  }
  // True if there are bytes behind the 64 of now.
  URILINT_MASKS_INLINE bool advance() noexcept {
    if (size - base_ <= 64) return false;
    start(base_ + 64);
    return true;
  }

  URILINT_MASKS_INLINE std::uint32_t classes_of(std::uint64_t odd) const noexcept {
    std::uint32_t classes = 0;
    for (; odd != 0; odd = _blsr_u64(odd)) classes |= class_of(text[base_ + first_of(odd)]);
    return classes;
  }

  // Dot segments and empty segments are seen behind slashes.
  URILINT_MASKS_INLINE void path_slashes(std::uint64_t slashes, std::uint64_t before) noexcept {
    const std::uint64_t behind = slashes << 1 | before;
    if ((behind & masks_.slash) != 0) signals |= bit(Signal::empty_segment) | bit(Signal::nested);
    for (std::uint64_t dots = behind & masks_.dot; dots != 0; dots = _blsr_u64(dots)) {
      dot_segment(base_ + first_of(dots));
    }
  }

  // Returns the end of the path, from `base_` on.
  URILINT_MASKS_INLINE Off path_masks(Off inside) noexcept {
    std::uint32_t classes = 0;
    std::uint64_t slash_before = 0;
    for (;;) {
      const std::uint64_t live = bits_from(inside);
      const std::uint64_t stops = masks_.stop & live;
      const Off stop = stops != 0 ? first_of(stops) : 64;
      const std::uint64_t range = _bzhi_u64(live, stop);
      const std::uint64_t slashes = masks_.slash & range;
      const std::uint64_t behind = slashes << 1 | slash_before;
      if ((behind & masks_.slash) != 0) signals |= bit(Signal::empty_segment) | bit(Signal::nested);
      for (std::uint64_t dots = behind & masks_.dot; dots != 0; dots = _blsr_u64(dots)) {
        dot_segment(base_ + first_of(dots));
      }
      classes |= classes_of(masks_.odd & range);
      inside = stop;
      if (stops != 0) break;
      if (!advance()) {
        inside = size - base_;
        break;
      }
      slash_before = slashes >> 63;
      inside = 0;
    }
    parts.path_end = base_ + inside;
    finish_path(parts.path_begin, classes);
    return inside;
  }

  // The query from `inside` on, up to the first `#`, or the fragment, to the end.
  URILINT_MASKS_INLINE Off query_masks(Off inside, bool fragment) noexcept {
    const Off begin = base_ + inside;
    std::uint32_t classes = 0;
    std::uint64_t slash_before = 0;
    for (;;) {
      const std::uint64_t live = bits_from(inside);
      std::uint64_t hash = masks_.stop & live;
      while (hash != 0 && text[base_ + first_of(hash)] != '#') hash = _blsr_u64(hash);
      if (fragment && hash != 0) {
        classes |= kHash;
        hash = 0;
      }
      const Off stop = hash != 0 ? first_of(hash) : 64;
      const std::uint64_t range = _bzhi_u64(live, stop);
      const std::uint64_t slashes = masks_.slash & range;
      if (((slashes << 1 | slash_before) & masks_.slash) != 0) set(Signal::nested);
      classes |= classes_of(masks_.odd & range);
      inside = stop;
      if (hash != 0) break;
      if (!advance()) {
        inside = size - base_;
        break;
      }
      slash_before = slashes >> 63;
      inside = 0;
    }
    if (!fragment) parts.query_end = base_ + inside;
    finish_query(begin, classes);
    return inside;
  }

  Masks masks_;  // set before it is read
  Off base_ = 0;
};

}  // namespace

bool has_masks() noexcept {
  return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi") != 0 &&
         __builtin_cpu_supports("bmi2") != 0 && __builtin_cpu_supports("popcnt") != 0;
}

URILINT_MASKS UriParts split_masks(std::string_view text) noexcept {
  UriParts parts;
  MaskSplitter(text.data(), splitting::size_of(text), parts).run_masks();
  return parts;
}

}  // namespace urilint

#else

namespace urilint {

bool has_masks() noexcept { return false; }

UriParts split_masks(std::string_view text) noexcept { return split_bytes(text); }

}  // namespace urilint

#endif
