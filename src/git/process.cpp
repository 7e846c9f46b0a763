// posix_spawn, so that a program with threads is safe. Standard input is a socket: writing to a
// child that is gone is an error then, and not a signal. Both outputs are polled together.
#include "git/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <utility>

namespace urilint::git {
namespace {

constexpr std::size_t kErrorsKept = 4096;

std::string words(int error) { return std::generic_category().message(error); }

void close_one(int& fd) noexcept {
  if (fd >= 0) ::close(fd);
  fd = -1;
}

/// Both ends of a pipe or a socket, closed with the object.
struct Ends {
  int ours = -1, theirs = -1;

  Ends() = default;
  ~Ends() {
    close_one(ours);
    close_one(theirs);
  }
  Ends(const Ends&) = delete;
  Ends& operator=(const Ends&) = delete;

  bool open_pipe() {
    std::array<int, 2> fds{};
    if (::pipe2(fds.data(), O_CLOEXEC) != 0) return false;
    ours = fds[0];
    theirs = fds[1];
    return true;
  }
  bool open_socket() {
    std::array<int, 2> fds{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds.data()) != 0) return false;
    ours = fds[0];
    theirs = fds[1];
    return true;
  }
  int take() noexcept { return std::exchange(ours, -1); }
};

/// What posix_spawn is told besides the program.
class SpawnPlan {
 public:
  SpawnPlan() {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawnattr_init(&attributes_);
    sigset_t none, defaults;
    ::sigemptyset(&none);
    ::sigemptyset(&defaults);
    ::sigaddset(&defaults, SIGPIPE);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setsigdefault(&attributes_, &defaults);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~SpawnPlan() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  void use(int fd, int as) { ::posix_spawn_file_actions_adddup2(&actions_, fd, as); }
  void read_nothing() {
    ::posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  }
  int start(pid_t& pid, const Command& command) const {
    std::vector<std::string> words{command.program};
    words.insert(words.end(), command.arguments.begin(), command.arguments.end());
    std::vector<std::string> environment = command.environment;
    return ::posix_spawn(&pid, command.program.c_str(), &actions_, &attributes_,
                         pointers(words).data(), pointers(environment).data());
  }

 private:
  static std::vector<char*> pointers(std::vector<std::string>& strings) {
    std::vector<char*> out;
    for (std::string& string : strings) out.push_back(string.data());
    out.push_back(nullptr);
    return out;
  }

  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

bool is_program(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

std::string find_program(std::string_view name) {
  const char* given = std::getenv("PATH");
  const std::string_view folders = given != nullptr ? given : "/usr/local/bin:/usr/bin:/bin";
  for (std::size_t begin = 0; begin <= folders.size();) {
    const std::size_t end = std::min(folders.find(':', begin), folders.size());
    const std::string_view folder = folders.substr(begin, end - begin);
    begin = end + 1;
    if (!folder.starts_with('/')) continue;
    std::string path = std::string(folder).append("/").append(name);
    if (is_program(path)) return path;
  }
  return {};
}

tl::expected<Process, Error> Process::start(const Command& command) {
  const auto failed = [&](int error) {
    return tl::unexpected(
        Error{ErrorCode::not_started, command.program + ": can not be started: " + words(error)});
  };
  for (const std::string& argument : command.arguments) {
    if (argument.find('\0') != std::string::npos) return failed(EINVAL);
  }
  Ends in, out, err;
  if (!out.open_pipe() || !err.open_pipe()) return failed(errno);
  if (command.feeds && !in.open_socket()) return failed(errno);
  SpawnPlan plan;
  if (command.feeds) {
    plan.use(in.theirs, STDIN_FILENO);
  } else {
    plan.read_nothing();
  }
  plan.use(out.theirs, STDOUT_FILENO);
  plan.use(err.theirs, STDERR_FILENO);
  Process process;
  if (const int error = plan.start(process.pid_, command); error != 0) {
    process.pid_ = -1;
    return failed(error);
  }
  process.in_ = in.take();
  process.out_ = out.take();
  process.err_ = err.take();
  process.patience_ = command.patience;
  return process;
}

Process::Process(Process&& other) noexcept { *this = std::move(other); }

Process& Process::operator=(Process&& other) noexcept {
  if (this == &other) return *this;
  kill();
  pid_ = std::exchange(other.pid_, -1);
  in_ = std::exchange(other.in_, -1);
  out_ = std::exchange(other.out_, -1);
  err_ = std::exchange(other.err_, -1);
  timed_out_ = other.timed_out_;
  patience_ = other.patience_;
  errors_ = std::move(other.errors_);
  return *this;
}

Process::~Process() { kill(); }

void Process::close_all() noexcept {
  close_one(in_);
  close_one(out_);
  close_one(err_);
}

void Process::kill() noexcept {
  if (pid_ > 0) ::kill(pid_, SIGKILL);
  close_all();
  while (pid_ > 0 && ::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
}

bool Process::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(in_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

/// One read of standard error; false at its end.
bool Process::read_errors() {
  std::array<char, 1024> chunk{};
  const ssize_t got = ::read(err_, chunk.data(), chunk.size());
  if (got < 0 && errno == EINTR) return true;
  if (got <= 0) {
    close_one(err_);
    return false;
  }
  const std::size_t room = kErrorsKept - std::min(kErrorsKept, errors_.size());
  errors_.append(chunk.data(), std::min(room, static_cast<std::size_t>(got)));
  return true;
}

std::size_t Process::read(char* to, std::size_t most) {
  while (out_ >= 0 && !timed_out_) {
    std::array<pollfd, 2> ends{{{out_, POLLIN, 0}, {err_, POLLIN, 0}}};
    const int ready = ::poll(ends.data(), ends.size(), static_cast<int>(patience_.count()));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) {
      timed_out_ = true;
      break;
    }
    if (ends[1].revents != 0) (void)read_errors();
    if (ends[0].revents == 0) continue;
    const ssize_t got = ::read(out_, to, most);
    if (got < 0 && errno == EINTR) continue;
    if (got > 0) return static_cast<std::size_t>(got);
    close_one(out_);
  }
  return 0;
}

int Process::wait() {
  close_one(in_);
  close_one(out_);
  while (err_ >= 0 && !timed_out_) {
    pollfd end{err_, POLLIN, 0};
    const int ready = ::poll(&end, 1, static_cast<int>(patience_.count()));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) timed_out_ = true;
    if (ready > 0) (void)read_errors();
  }
  if (timed_out_) {
    kill();
    return -1;
  }
  int status = 0;
  pid_t gone = -1;
  do {
    gone = ::waitpid(pid_, &status, 0);
  } while (gone < 0 && errno == EINTR);
  pid_ = -1;
  if (gone < 0) return -1;  // somebody made the system forget its children
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

tl::expected<Output, Error> run(const Command& command, std::size_t most) {
  auto process = Process::start(command);
  if (!process) return tl::unexpected(process.error());
  Output output;
  std::array<char, 16384> chunk{};
  while (const std::size_t got = process->read(chunk.data(), chunk.size())) {
    if (output.out.size() + got > most) {
      return tl::unexpected(
          Error{ErrorCode::too_much, "git printed more than " + std::to_string(most) + " bytes"});
    }
    output.out.append(chunk.data(), got);
  }
  output.status = process->wait();
  if (process->timed_out()) {
    return tl::unexpected(Error{
        ErrorCode::timed_out,
        "git did not answer within " + std::to_string(command.patience.count() / 1000) + " s"});
  }
  output.errors = process->errors();
  return output;
}

}  // namespace urilint::git
