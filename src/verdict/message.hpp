// Judges a message, or any other document, as a whole.
#pragma once

#include "config/setups.hpp"
#include "engine/verdict.hpp"
#include "source/input.hpp"
#include "verdict/reasons.hpp"

namespace urilint {

/// Judges documents one after the other, by one setup whatever their keys: who writes a message
/// chooses its keys. Markers in comments count for nothing. Used by one thread at a time.
class MessageJudge {
 public:
  /// `setup` must outlive this. `show_secrets`: reasons show them.
  MessageJudge(const Setup& setup, const VerdictLimits& limits, bool show_secrets);
  ~MessageJudge();
  MessageJudge(const MessageJudge&) = delete;
  MessageJudge& operator=(const MessageJudge&) = delete;

  /// Reads the input once, to its end or to a bound. `format` as in ReadOptions. An input that
  /// cannot be read, or is binary, is flagged, `not-read`; `unreadable` then says that a named
  /// input failed. Does not throw but for lack of memory.
  [[nodiscard]] Decision judge(const Input& input, Format format, bool& unreadable);

 private:
  class Sink;
  const Setup& setup_;
  VerdictLimits limits_;
  bool show_secrets_;
  Scratch scratch_;
};

}  // namespace urilint
