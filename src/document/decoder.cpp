// Bytes and runs grow together; nothing is searched for afterwards.
#include "document/decoder.hpp"

#include <utility>

namespace urilint::reading {
namespace {

/// Bytes of the parent that one run of a coarse map covers.
constexpr Off kCoarse = 64;

}  // namespace

void append_utf8(std::string& out, std::uint32_t point) {
  if ((point >= 0xd800 && point < 0xe000) || point > 0x10ffff) point = 0xfffd;
  const auto tail = [&out, point](unsigned shift) {
    out += static_cast<char>(0x80U | (point >> shift & 0x3fU));
  };
  if (point < 0x80) {
    out += static_cast<char>(point);
  } else if (point < 0x800) {
    out += static_cast<char>(0xc0U | point >> 6);
    tail(0);
  } else if (point < 0x10000) {
    out += static_cast<char>(0xe0U | point >> 12);
    tail(6);
    tail(0);
  } else {
    out += static_cast<char>(0xf0U | point >> 18);
    tail(12);
    tail(6);
    tail(0);
  }
}

void Decoder::verbatim(std::size_t begin, std::size_t end) {
  if (begin >= end) return;
  bytes_.append(source_.substr(begin, end - begin));
  if (add_coarsely(begin, end, end - begin)) return;
  map_.add_verbatim(base_ + static_cast<Off>(begin), static_cast<Off>(end - begin));
}

void Decoder::atom(std::size_t begin, std::size_t end, std::string_view bytes) {
  bytes_.append(bytes);
  if (add_coarsely(begin, end, bytes.size())) return;
  map_.add_atom(base_ + static_cast<Off>(begin), static_cast<Off>(end - begin),
                static_cast<Off>(bytes.size()));
}

void Decoder::atom(std::size_t begin, std::size_t end, std::uint32_t point) {
  const std::size_t before = bytes_.size();
  append_utf8(bytes_, point);
  if (add_coarsely(begin, end, bytes_.size() - before)) return;
  map_.add_atom(base_ + static_cast<Off>(begin), static_cast<Off>(end - begin),
                static_cast<Off>(bytes_.size() - before));
}

void Decoder::units(std::size_t begin, std::string_view bytes, std::uint8_t text_unit,
                    std::uint8_t source_unit) {
  const std::size_t count = bytes.size() / text_unit;
  bytes_.append(bytes);
  if (add_coarsely(begin, begin + count * source_unit, bytes.size())) return;
  map_.add_units(base_ + static_cast<Off>(begin), static_cast<Off>(count), text_unit, source_unit);
}

/// True if the map is full and the stretch has become part of an atom. What is long stands alone.
bool Decoder::add_coarsely(std::size_t begin, std::size_t end, std::size_t length) {
  if (map_.runs.size() < most_runs_ || end - begin >= kCoarse) return false;
  const Off source_end = base_ + static_cast<Off>(end);
  if (map_.runs.back().atom && source_end - map_.runs.back().source <= kCoarse) {
    map_.text_end += static_cast<Off>(length);
    map_.source_end = source_end;
  } else {
    map_.add_atom(base_ + static_cast<Off>(begin), static_cast<Off>(end - begin),
                  static_cast<Off>(length));
  }
  return true;
}

TextId Decoder::take(Document& document, TextId parent, Layer layer) {
  map_.parent = parent;
  const TextId id = document.add_owned(std::exchange(bytes_, {}), std::exchange(map_, {}), layer);
  return id;
}

}  // namespace urilint::reading
