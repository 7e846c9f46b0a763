// The baseline files of a run: what was known before, and what is written anew.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "cli/cli.hpp"
#include "config/config_tree.hpp"
#include "silence/baseline.hpp"
#include "silence/known_entries.hpp"

namespace urilint::cli {

/// One file. For the thread that writes.
class KnownFindings {
 public:
  enum class Use : std::uint8_t { read, write };
  /// Whether the file that an entry names is there.
  using Exists = std::function<bool(const std::string&)>;
  struct Source {
    std::string path;      ///< absolute
    std::string shown;     ///< as notes and errors name it
    std::string named_by;  ///< what errors begin with: the place in a configuration, or nothing
  };
  /// Complains and returns null if the file is none, or (to be read) not there. One that is to be
  /// written may have lost its salt.
  [[nodiscard]] static std::unique_ptr<KnownFindings> open(const ConfigTree& tree,
                                                           const Source& source, Use use);
  /// One that nothing is known in yet, to be written. Complains and returns null if the system has
  /// no randomness for its salt.
  [[nodiscard]] static std::unique_ptr<KnownFindings> fresh(const std::string& path);

  /// Key of Record::secret_tag.
  [[nodiscard]] std::optional<std::uint64_t> salt() const noexcept { return baseline_.salt(); }
  /// Where a finding stands, for `knows`.
  struct Place {
    const std::string& path;
    const OldFindings* old = nullptr;  ///< null: all lines are alike
    OldFindings::Line line{};
  };
  /// Whether the finding that `signed_last` signed last is known. To be written: it is from now on,
  /// and always is.
  [[nodiscard]] bool knows(const Record& record, const Place& place, Fingerprints& signed_last);
  /// False: `knows` knows nothing of the file, or everything.
  [[nodiscard]] bool chooses(const std::string& path) const noexcept {
    return use_ == Use::read && baseline_.names(path);
  }
  /// The input by that name has ended, and was read as a whole or not.
  enum class Extent : std::uint8_t { whole, part };
  void end_input(const std::string& path, Extent extent);

  /// About entries of rules that ran which match nothing any more.
  [[nodiscard]] std::vector<NoteRecord> stale(const std::set<std::string_view>& ran,
                                              const Exists& exists) const;
  /// About entries that `write` drops although nobody looked for their findings: those with the tag
  /// of a salt that is lost, which nothing would ever match.
  [[nodiscard]] std::optional<NoteRecord> lost(const std::set<std::string_view>& ran,
                                               const Exists& exists) const;
  /// Writes the file: what was found, and what is known of rules that did not run and of files that
  /// were not checked and are there, but for what is `lost`. Complains and returns false if it
  /// cannot.
  [[nodiscard]] bool write(const std::set<std::string_view>& ran, const Exists& exists) const;
  /// The bytes of a file of what was found, and nothing else.
  [[nodiscard]] std::string contents() const { return baseline_.write(found_); }

 private:
  enum class Kept : std::uint8_t { known, lost };
  [[nodiscard]] std::vector<BaselineEntry> kept(const std::set<std::string_view>& ran,
                                                const Exists& exists, Kept which) const;
  KnownFindings(std::string path, std::string shown, Use use, Baseline baseline)
      : path_(std::move(path)),
        shown_(std::move(shown)),
        use_(use),
        baseline_(std::move(baseline)) {}

  std::string path_, shown_;
  Use use_;
  Baseline baseline_;
  KnownEntries entries_;
  std::set<std::string> checked_;
  std::vector<BaselineEntry> found_;
};

}  // namespace urilint::cli
