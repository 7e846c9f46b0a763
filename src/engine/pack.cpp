// Lists the folder and its folders (no deeper), reads what ends in `.toml`, parses it, and checks
// the set as a whole. Every step counts before it allocates.
#include "engine/pack.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "engine/rule_file_words.hpp"
#include "source/descriptor.hpp"

namespace urilint {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSuffix = ".toml";

bool is_hidden(std::string_view name) { return name.empty() || name.front() == '.'; }

// True if every part of `path` is one of the first parts of it: `path` is `root` or below it.
bool is_below(const fs::path& path, const fs::path& root) {
  return std::mismatch(root.begin(), root.end(), path.begin(), path.end()).first == root.end();
}

// Finds and reads the files of a folder.
class FolderReader {
 public:
  FolderReader(const std::string& directory, std::vector<RuleFileError>& errors)
      : directory_(directory), errors_(errors) {}

  std::vector<PackFile> read() {
    std::error_code error;
    root_ = fs::canonical(directory_, error);
    if (error) {
      fail({}, RuleFault::unreadable, "cannot be read: " + error.message());
      return {};
    }
    if (!fs::is_directory(root_, error)) {
      fail({}, RuleFault::not_a_folder, "is no folder");
      return {};
    }
    list(root_, {});
    std::sort(names_.begin(), names_.end());
    std::vector<PackFile> files;
    for (const std::string& name : names_) {
      if (!read_file(name, files)) break;
    }
    return files;
  }

 private:
  void fail(const std::string& name, RuleFault code, std::string words) {
    if (errors_.size() >= kRuleErrorsMax) return;
    errors_.push_back(
        {name.empty() ? directory_ : directory_ + '/' + name, 0, {}, code, std::move(words)});
  }

  // The names in `folder`, which is the pack (no `family`) or a family's folder.
  void list(const fs::path& folder, const std::string& family) {
    std::error_code error;
    fs::directory_iterator entry(folder, error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
      if (++entries_ > kPackEntriesMax) {
        if (entries_ == kPackEntriesMax + 1) {
          fail({}, RuleFault::too_many_files,
               "holds more than " + std::to_string(kPackEntriesMax) + " names");
        }
        return;
      }
      const std::string name = entry->path().filename().string();
      if (!is_hidden(name)) take(name, family);
    }
    if (error) fail(family, RuleFault::unreadable, "cannot be listed: " + error.message());
  }

  void take(const std::string& name, const std::string& family) {
    const std::string below = family.empty() ? name : family + '/' + name;
    std::error_code error;
    const fs::path real = fs::canonical(root_ / below, error);
    const bool is_rule = name.ends_with(kSuffix);
    if (error) {
      if (is_rule) fail(below, RuleFault::unreadable, "cannot be read: " + error.message());
      return;
    }
    const bool is_folder = fs::is_directory(real, error);
    if (!is_rule && !is_folder) return;
    if (!is_below(real, root_)) {
      return fail(below, RuleFault::outside_pack, "is a link that leads out of the pack");
    }
    if (is_rule) {
      names_.push_back(below);
    } else if (family.empty()) {
      list(real, name);
    } else {
      fail(below, RuleFault::wrong_place, "a family has no folders of its own");
    }
  }

  // False: no more files are read.
  bool read_file(const std::string& name, std::vector<PackFile>& files) {
    if (files.size() == kPackFilesMax) {
      fail({}, RuleFault::too_many_files,
           "has more than " + std::to_string(kPackFilesMax) + " rule files");
      return false;
    }
    std::error_code error;
    const fs::path real = fs::canonical(root_ / name, error);
    if (error || !is_below(real, root_)) {
      fail(name, RuleFault::unreadable, "changed while it was read");
      return true;
    }
    // A pipe would block without O_NONBLOCK; it is refused by its type afterwards.
    const Descriptor file(::open(real.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW));
    if (!file.is_open()) {
      fail(name, RuleFault::unreadable, "cannot be opened");
      return true;
    }
    if (!is_regular(file)) {
      fail(name, RuleFault::not_a_file, "is no regular file");
      return true;
    }
    auto bytes = read_all(file, kRuleFileMax + 1);
    if (!bytes) {
      fail(name, RuleFault::unreadable, "cannot be read");
      return true;
    }
    bytes_ += bytes->size();
    if (bytes_ > kPackBytesMax) {
      fail({}, RuleFault::pack_too_large,
           "has more than " + std::to_string(kPackBytesMax >> 20) + " MiB of rule files");
      return false;
    }
    files.push_back({name, std::move(*bytes)});
    return true;
  }

  const std::string& directory_;
  std::vector<RuleFileError>& errors_;
  fs::path root_;
  std::vector<std::string> names_;
  std::size_t entries_ = 0;
  std::size_t bytes_ = 0;
};

// True for `family/id.toml` and `id.toml`, nothing hidden.
bool is_rule_name(std::string_view name) {
  const std::size_t slash = name.find('/');
  if (!name.ends_with(kSuffix) || is_hidden(name)) return false;
  return slash == std::string_view::npos || !is_hidden(name.substr(slash + 1));
}

}  // namespace

// Parses the files of a pack.
class PackReader {
 public:
  PackReader(const std::string& directory, std::vector<RuleFileError>& errors)
      : directory_(directory), errors_(errors) {}

  std::unique_ptr<Pack> read(std::vector<PackFile> files, std::span<const RuleInfo* const> known) {
    auto pack = std::make_unique<Pack>();
    pack->names_.reserve(files.size());  // rules view them
    for (PackFile& file : files) {
      pack->names_.push_back(std::move(file.name));
      if (!read_file(*pack, pack->names_.back(), file.bytes)) break;
    }
    std::vector<KnownRule> others;
    for (const RuleInfo* rule : known) others.push_back({rule->id, rule->aliases});
    check_set(*pack, others);
    for (const auto& file : pack->files_) pack->rules_.push_back(&file->info);
    std::sort(pack->rules_.begin(), pack->rules_.end(),
              [](const RuleInfo* a, const RuleInfo* b) { return a->id < b->id; });
    return pack;
  }

 private:
  // False: no more files are read.
  bool read_file(Pack& pack, const std::string& name, const std::string& bytes) {
    const std::string_view view = name;
    const std::size_t slash = view.find('/');
    const bool has_family = slash != std::string_view::npos;
    std::string_view id = view.substr(has_family ? slash + 1 : 0);
    id.remove_suffix(kSuffix.size());
    const RuleFileName rule{name, has_family ? view.substr(0, slash) : "custom", id};
    auto file = parse_rule_file(bytes, rule, RuleOrigin::pack);
    if (!file) {
      for (RuleFileError& error : file.error()) add(std::move(error));
      return errors_.size() < kRuleErrorsMax;
    }
    patterns_ += (*file)->patterns.size();
    pack.files_.push_back(std::move(*file));
    if (patterns_ <= kPackPatternsMax) return true;
    errors_.push_back({directory_ + '/' + name,
                       0,
                       {},
                       RuleFault::too_many,
                       "the pack has more than " + std::to_string(kPackPatternsMax) + " patterns"});
    return false;
  }

  void check_set(const Pack& pack, std::span<const KnownRule> known) {
    std::vector<RuleFileError> found;
    check_rule_set(pack.files_, known, found);
    const bool is_whole = errors_.empty();
    for (RuleFileError& error : found) {
      // A rule that could not be read is no reason to call others' `yields_to` wrong.
      if (!is_whole && error.code == RuleFault::unknown_rule) continue;
      add(std::move(error));
    }
  }

  void add(RuleFileError error) {
    if (errors_.size() >= kRuleErrorsMax) return;
    error.file = directory_ + '/' + error.file;
    errors_.push_back(std::move(error));
  }

  const std::string& directory_;
  std::vector<RuleFileError>& errors_;
  std::size_t patterns_ = 0;
};

namespace {

PackResult load(const std::string& directory, std::vector<PackFile> files,
                std::span<const RuleInfo* const> known, std::vector<RuleFileError> errors) {
  if (files.empty() && errors.empty()) {
    errors.push_back({directory, 0, {}, RuleFault::no_files, "has no rule files"});
  }
  auto pack = PackReader(directory, errors).read(std::move(files), known);
  if (errors.empty()) return pack;
  std::stable_sort(errors.begin(), errors.end(),
                   [](const auto& a, const auto& b) { return a.file < b.file; });
  return tl::unexpected(std::move(errors));
}

}  // namespace

PackResult load_pack(const std::string& given, std::span<const RuleInfo* const> known) {
  std::string directory = given;
  while (directory.size() > 1 && directory.back() == '/') directory.pop_back();
  std::vector<RuleFileError> errors;
  auto files = FolderReader(directory, errors).read();
  return load(directory, std::move(files), known, std::move(errors));
}

PackResult load_pack_files(const std::string& directory, std::vector<PackFile> files,
                           std::span<const RuleInfo* const> known) {
  std::vector<RuleFileError> errors;
  const auto refuse = [&](RuleFault code, std::string words) -> PackResult {
    errors.push_back({directory, 0, {}, code, std::move(words)});
    return tl::unexpected(std::move(errors));
  };
  std::erase_if(files, [](const PackFile& file) { return !is_rule_name(file.name); });
  std::size_t bytes = 0;
  for (const PackFile& file : files) bytes += file.bytes.size();
  if (files.size() > kPackFilesMax) {
    return refuse(RuleFault::too_many_files,
                  "has more than " + std::to_string(kPackFilesMax) + " rule files");
  }
  if (bytes > kPackBytesMax) {
    return refuse(RuleFault::pack_too_large,
                  "has more than " + std::to_string(kPackBytesMax >> 20) + " MiB of rule files");
  }
  for (const PackFile& file : files) {
    if (std::count(file.name.begin(), file.name.end(), '/') < 2) continue;
    errors.push_back({directory + '/' + file.name,
                      0,
                      {},
                      RuleFault::wrong_place,
                      "a family has no folders of its own"});
  }
  std::erase_if(files, [](const PackFile& file) {
    return std::count(file.name.begin(), file.name.end(), '/') > 1;
  });
  return load(directory, std::move(files), known, std::move(errors));
}

}  // namespace urilint
