// dlopen by absolute paths that are made from the place of this code, so that no folder of the
// environment is asked before them. The module stays open.
#include "document/mail_structure.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <array>
#include <climits>
#include <cstdlib>
#include <memory>

namespace urilint {
namespace {

struct Opened {
  const UrilintMailModule* module = nullptr;
  std::string fault;
};

struct Free {
  void operator()(char* text) const noexcept { std::free(text); }
};

/// The folder of the program or shared library that holds this code; empty if nobody knows.
std::string own_folder() {
  static const char inside = 0;
  Dl_info info{};
  if (dladdr(&inside, &info) == 0 || info.dli_fname == nullptr) return {};
  // For a program it is the word that it was called by, which may be no path.
  std::unique_ptr<char, Free> path(realpath(info.dli_fname, nullptr));
  std::array<char, 2> probe{};
  const bool plain = std::string_view(info.dli_fname).find('/') == std::string_view::npos;
  if ((plain || !path) && readlink("/proc/self/exe", probe.data(), probe.size()) > 0) {
    path.reset(realpath("/proc/self/exe", nullptr));
  }
  if (!path) return {};
  const std::string_view whole(path.get());
  return std::string(whole.substr(0, whole.rfind('/') + 1));
}

/// False: not this one.
bool open_at(const std::string& path, Opened& out) {
  void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* const why = dlerror();
    if (out.fault.empty() || (path.front() == '/' && access(path.c_str(), F_OK) == 0)) {
      out.fault = why == nullptr ? "it cannot be opened" : why;
    }
    return false;
  }
  const auto* const module =
      static_cast<const UrilintMailModule*>(dlsym(library, kUrilintMailSymbol));
  if (module == nullptr || module->abi != kUrilintMailAbi) {
    out.fault = "it is of another version";
    dlclose(library);
    return false;
  }
  out.module = module;
  out.fault.clear();
  return true;
}

Opened open_module() {
  Opened out;
  const std::string folder = own_folder();
  if (!folder.empty()) {
    for (const std::string_view place : {"", "../lib/urilint/"}) {
      const std::string path = folder + std::string(place) + kUrilintMailFile;
      if (open_at(path, out)) return out;
    }
  }
  if (open_at(kUrilintMailFile, out)) return out;
  out.fault = "the module that reads mail cannot be used: " + out.fault;
  return out;
}

const Opened& opened() {
  static const Opened module = open_module();
  return module;
}

}  // namespace

const std::string& why_no_mail() { return opened().fault; }

MailStructure::MailStructure(std::string_view message, const MailLimits& limits) {
  const UrilintMailModule* const module = opened().module;
  if (module == nullptr) return;
  const UrilintMailLimits given{limits.parts, limits.depth};
  if (module->read(message.data(), message.size(), &given, &structure_) != 0) {
    structure_ = {};
    structure_.limited = 1;
  }
}

MailStructure::~MailStructure() {
  if (structure_.owner != nullptr) opened().module->free(&structure_);
}

}  // namespace urilint
