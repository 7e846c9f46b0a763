// The new file is written beside the old one and renamed, so that there is always a whole one.
#include "fix/apply.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "source/charset.hpp"
#include "source/descriptor.hpp"

namespace urilint {
namespace {

constexpr std::size_t kHead = std::size_t{8} << 10;  // what a charset is guessed by
constexpr mode_t kModeBits = 07777;

bool touches(const Edit& a, const Edit& b) noexcept {
  const std::uint64_t a_end = a.byte_offset + a.byte_length;
  const std::uint64_t b_end = b.byte_offset + b.byte_length;
  if (a.byte_offset == b.byte_offset) return true;
  return a.byte_offset < b_end && b.byte_offset < a_end;
}

bool is_before(const Edit& a, const Edit& b) noexcept { return a.byte_offset < b.byte_offset; }

// The neighbours of an edit among ascending ones decide.
bool fits(const Edit& edit, const std::vector<Edit>& edits) noexcept {
  const auto next = std::lower_bound(edits.begin(), edits.end(), edit, is_before);
  if (next != edits.end() && *next == edit) return true;
  if (next != edits.end() && touches(*next, edit)) return false;
  return next == edits.begin() || !touches(*std::prev(next), edit);
}

void insert(const Edit& edit, std::vector<Edit>& edits) {
  const auto next = std::lower_bound(edits.begin(), edits.end(), edit, is_before);
  if (next == edits.end() || *next != edit) edits.insert(next, edit);
}

// Every text of a fix is ASCII: one unit a character.
bool append_in(Charset charset, std::string_view text, std::string& out) {
  const std::size_t unit = unit_of(charset);
  const bool big = charset == Charset::utf16be || charset == Charset::utf32be;
  for (const char c : text) {
    if (static_cast<unsigned char>(c) >= 0x80) return false;
    if (big) out.append(unit - 1, '\0');
    out += c;
    if (!big) out.append(unit - 1, '\0');
  }
  return true;
}

std::string words_of(int error) { return std::strerror(error); }

struct Loaded {
  FixOutcome outcome = FixOutcome::ready;
  std::string bytes;
  std::string detail;
  struct stat info {};
};

// All of a regular file of one name.
Loaded load(const std::string& path, std::size_t longest) {
  Loaded out;
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  if (file.get() < 0 || ::fstat(file.get(), &out.info) != 0) {
    out.outcome = errno == ELOOP ? FixOutcome::link : FixOutcome::unreadable;
    out.detail = words_of(errno);
    return out;
  }
  if (!S_ISREG(out.info.st_mode) || out.info.st_nlink != 1) {
    out.outcome = FixOutcome::link;
    return out;
  }
  if (out.info.st_size < 0 || static_cast<std::uint64_t>(out.info.st_size) > longest) {
    out.outcome = FixOutcome::too_long;
    return out;
  }
  auto bytes = read_all(file, longest + 1);
  if (!bytes) {
    out.outcome = FixOutcome::unreadable;
    out.detail = words_of(errno);
  } else if (bytes->size() > longest) {
    out.outcome = FixOutcome::too_long;
  } else {
    out.bytes = std::move(*bytes);
  }
  return out;
}

// Mode and owner first: no byte stands in a file that others may read.
bool write_like(int fd, const struct stat& like, std::string_view bytes) noexcept {
  struct stat own {};
  if (::fstat(fd, &own) != 0) return false;
  const bool same_owner = own.st_uid == like.st_uid && own.st_gid == like.st_gid;
  if (!same_owner && ::fchown(fd, like.st_uid, like.st_gid) != 0) return false;
  return ::fchmod(fd, like.st_mode & kModeBits) == 0 && write_all(fd, bytes) && ::fsync(fd) == 0;
}

}  // namespace

// --- content ------------------------------------------------------------------------------------

ContentPiece piece_of(std::uint64_t offset, std::string_view bytes) noexcept {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return {offset, offset + bytes.size(), hash.high64, hash.low64};
}

bool ContentTag::matches(std::string_view file) const noexcept {
  constexpr std::uint64_t kLongestMark = 4;
  if (pieces_.empty() || pieces_.front().begin > kLongestMark) return false;
  std::uint64_t at = pieces_.front().begin;
  for (const ContentPiece& piece : pieces_) {
    if (piece.begin != at || piece.end > file.size()) return false;
    const ContentPiece found =
        piece_of(at, file.substr(static_cast<std::size_t>(at),
                                 static_cast<std::size_t>(piece.end - piece.begin)));
    if (found.high != piece.high || found.low != piece.low) return false;
    at = piece.end;
  }
  return at == file.size();
}

// --- edits --------------------------------------------------------------------------------------

MergedFixes merge_fixes(std::span<const Fix> fixes) {
  MergedFixes out;
  for (const Fix& fix : fixes) {
    const bool good = !fix.edits.empty() &&
                      std::all_of(fix.edits.begin(), fix.edits.end(),
                                  [&out](const Edit& edit) { return fits(edit, out.edits); });
    if (!good) continue;
    for (const Edit& edit : fix.edits) insert(edit, out.edits);
    out.taken.push_back(&fix);
  }
  return out;
}

std::optional<std::string> edited(std::string_view file, std::span<const Edit> edits, bool guess) {
  const Charset charset = charset_of(file.substr(0, kHead), guess).charset;
  std::string out;
  out.reserve(file.size() + edits.size() * 8);
  std::uint64_t at = 0;
  for (const Edit& edit : edits) {
    if (edit.byte_offset < at || edit.byte_offset > file.size()) return std::nullopt;
    if (edit.byte_length > file.size() - edit.byte_offset) return std::nullopt;
    out.append(
        file.substr(static_cast<std::size_t>(at), static_cast<std::size_t>(edit.byte_offset - at)));
    if (!append_in(charset, edit.text, out)) return std::nullopt;
    at = edit.byte_offset + edit.byte_length;
  }
  return out.append(file.substr(static_cast<std::size_t>(at)));
}

// --- files --------------------------------------------------------------------------------------

std::string message_of(FixOutcome outcome, std::string_view detail) {
  switch (outcome) {
    case FixOutcome::ready:
      return "fixed";
    case FixOutcome::changed:
      return "not fixed: the file is no longer what was read";
    case FixOutcome::unreadable:
      return std::string("not fixed: ").append(detail);
    case FixOutcome::link:
      return "not fixed: a link, or a file of several names";
    case FixOutcome::too_long:
      return "not fixed: the file is too long";
    case FixOutcome::unproved:
      return "not fixed: the edits might change more than the URIs";
  }
  return {};
}

FixedFile fix_file(const std::string& open_path, const FileKind& kind, const ContentTag& tag,
                   std::span<const Fix> fixes, std::size_t longest) {
  FixedFile out;
  Loaded file = load(open_path, longest);
  out.outcome = file.outcome;
  out.detail = std::move(file.detail);
  if (file.outcome != FixOutcome::ready) return out;
  if (!tag.matches(file.bytes)) {
    out.outcome = FixOutcome::changed;
    return out;
  }
  MergedFixes merged = merge_fixes(fixes);
  auto after = edited(file.bytes, merged.edits, kind.format != Format::list);
  if (!after || !proves(file.bytes, *after, kind, merged.taken)) {
    out.outcome = FixOutcome::unproved;
    return out;
  }
  out.before = std::move(file.bytes);
  out.after = std::move(*after);
  out.taken = std::move(merged.taken);
  return out;
}

std::string replace_file(const std::string& open_path, std::string_view before,
                         std::string_view after) {
  const std::string folder = open_path.substr(0, open_path.find_last_of('/') + 1);
  std::string temporary = folder + ".urilint.XXXXXX";
  const Descriptor file(::mkostemp(temporary.data(), O_CLOEXEC));
  if (file.get() < 0) return words_of(errno);
  std::string trouble;
  const Loaded now = load(open_path, before.size());
  if (now.outcome != FixOutcome::ready || now.bytes != before) {
    trouble = "the file is no longer what was read";
  } else if (!write_like(file.get(), now.info, after) ||
             ::rename(temporary.c_str(), open_path.c_str()) != 0) {
    trouble = words_of(errno);
  }
  if (!trouble.empty()) ::unlink(temporary.c_str());
  return trouble;
}

}  // namespace urilint
