// A request is an id and LF, the answer `ID blob SIZE`, LF, the bytes, LF. In a partial clone git
// ends itself over an object that it may not fetch; that costs a new process, nothing else.
#include "git/blobs.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace urilint::git {
namespace {

constexpr std::size_t kLongestHeader = 256;
constexpr std::uint64_t kWorthReading = std::uint64_t{1} << 20;  // beyond, a new process is cheaper

bool is_id(std::string_view text) {
  return (text.size() == 40 || text.size() == 64) &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace

bool Blobs::start() {
  Command command = program_.inside(place_, {"cat-file", "--batch"});
  command.feeds = true;
  auto process = Process::start(command);
  if (!process) {
    start_error_ = process.error();
    return false;
  }
  process_ = std::move(*process);
  running_ = true;
  return true;
}

void Blobs::stop() {
  process_ = Process();
  running_ = false;
  left_ = 0;
  tail_ = false;
}

void Blobs::pass_over() {
  if (left_ > kWorthReading) return stop();
  std::array<char, 4096> chunk{};
  // Each step takes bytes, or the LF behind them, or ends the process.
  while (running_ && tail_) (void)read(chunk.data(), chunk.size());
}

/// The first line of an answer; false if there is none.
bool Blobs::header(std::string& line) {
  // Byte by byte, so that nothing of the blob is taken.
  for (char c = 0; line.size() < kLongestHeader;) {
    if (process_.read(&c, 1) != 1) return false;
    if (c == '\n') return true;
    line += c;
  }
  return false;
}

tl::expected<std::uint64_t, Error> Blobs::open(std::string_view id) {
  if (!is_id(id)) return tl::unexpected(Error{ErrorCode::missing_object, "not an object id"});
  broken_ = false;
  pass_over();
  if (running_) {
    // It may have ended itself over the object before.
    if (auto size = ask(id); size || running_) return size;
  }
  if (!start()) return tl::unexpected(start_error_);
  return ask(id);
}

tl::expected<std::uint64_t, Error> Blobs::ask(std::string_view id) {
  const auto missing = [&id] {
    return tl::unexpected(
        Error{ErrorCode::missing_object, "object " + std::string(id) + " is not in this clone"});
  };
  std::string line;
  if (!process_.write(std::string(id) + '\n') || !header(line)) {
    stop();
    return missing();
  }
  std::string_view rest = line;
  if (!rest.starts_with(id) || rest.size() == id.size()) {
    stop();
    return tl::unexpected(Error{ErrorCode::unexpected, "git cat-file answers something else"});
  }
  rest.remove_prefix(id.size() + 1);
  if (rest == "missing") return missing();
  const bool blob = rest.starts_with("blob ");
  rest.remove_prefix(std::min(rest.find(' ') + 1, rest.size()));
  std::uint64_t size = 0;
  if (std::from_chars(rest.data(), rest.data() + rest.size(), size).ec != std::errc()) {
    stop();
    return tl::unexpected(Error{ErrorCode::unexpected, "git cat-file names no size"});
  }
  left_ = size;
  tail_ = true;
  if (blob) {
    if (size == 0) pass_over();
    return size;
  }
  pass_over();
  return missing();
}

std::size_t Blobs::read(char* to, std::size_t most) {
  std::size_t got = 0;
  if (left_ != 0) {
    got = process_.read(to, static_cast<std::size_t>(std::min<std::uint64_t>(most, left_)));
    left_ -= got;
    broken_ = got == 0;
  }
  if (left_ == 0 && tail_) {
    char lf = 0;
    tail_ = false;
    if (process_.read(&lf, 1) != 1) stop();
  }
  if (broken_) stop();
  return got;
}

tl::expected<std::string, Error> Blobs::whole(std::string_view id, std::uint64_t most) {
  const auto size = open(id);
  if (!size) return tl::unexpected(size.error());
  if (*size > most) {
    return tl::unexpected(
        Error{ErrorCode::too_much, "a blob of " + std::to_string(*size) + " bytes"});
  }
  std::string bytes;
  std::array<char, 16384> chunk{};
  while (const std::size_t got = read(chunk.data(), chunk.size())) bytes.append(chunk.data(), got);
  if (broken_) return tl::unexpected(Error{ErrorCode::missing_object, "git broke off"});
  return bytes;
}

}  // namespace urilint::git
