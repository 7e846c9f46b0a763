// Judging inputs: stretches on worker threads, each with its scratch; what is found leaves in the
// order of the inputs. `check` reports it, `init` counts it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "cli/configured.hpp"
#include "cli/fix.hpp"
#include "cli/inputs.hpp"
#include "cli/ordered.hpp"
#include "cli/settle.hpp"
#include "report/recorder.hpp"

namespace urilint::cli {

struct InputEnd {
  const InputPlace* place = nullptr;
};
/// What a run hands on: ContentPiece only if it collects fixes.
using Item = std::variant<Judged, SkipNote, NoteRecord, InputEnd, ContentPiece>;

/// What was read, and why some of it was not.
struct Counts {
  std::uint64_t files = 0, uris = 0, bytes = 0;
  std::uint64_t hidden = 0;  ///< findings below a threshold
  std::map<std::string, std::uint64_t, std::less<>> skipped;
  std::map<std::string, std::uint64_t> hosts;  ///< canonical, without secrets; if Job asks
  bool more_hosts = false;                     ///< than are counted
  bool trouble = false;                        ///< a named input could not be read

  void add(const Counts& other);
};

constexpr std::size_t kMostHostsCounted = 100'000;  ///< of one thread, different ones

struct Job {
  RecorderOptions recorder;
  const std::vector<Input>& inputs;
  const std::vector<InputPlace>& places;  ///< by input
  const FixFlags& fix;
  Format format = Format::automatic;  ///< as the command line gives it
  bool collects_fixes = false;  ///< also of findings that are not shown, if they are asked for
  bool counts_hosts = false;
  bool hints = false;  ///< findings say how they are silenced

  /// Nothing is offered for what is a record of something, or a list that is no file.
  [[nodiscard]] bool offers_for(const Input& input) const;
  [[nodiscard]] const InputPlace& place_of(const Input& input) const {
    return places[static_cast<std::size_t>(&input - inputs.data())];
  }
};

/// Judges all inputs. `consume` is called on this thread, in the order of the inputs; `tick` on any
/// thread when one has ended.
Counts judge_inputs(const Job& job, const Inputs& inputs,
                    const std::function<void(Item&&)>& consume, const std::function<void()>& tick);

}  // namespace urilint::cli
