// Reads the violations of the parser and sorts them: controls, and what splits a host, weigh more
// than a bar or a bracket that was not encoded.
#include "detect/common/mark_list.hpp"

namespace urilint::detect {

void detect_authority_backslash(const Subject& subject, Sink& sink) noexcept;

namespace char_raw_forbidden {

bool is_raw_character(ViolationCode code) noexcept {
  switch (code) {
    case ViolationCode::char_control:
    case ViolationCode::char_space:
    case ViolationCode::char_excluded:
    case ViolationCode::char_backslash:
    case ViolationCode::char_bracket:
    case ViolationCode::fragment_hash:
      return true;
    default:
      return false;
  }
}

// Braces and angle brackets in a host are how documents write a name that is to be filled in.
bool breaks_host(const Subject& subject, const Violation& violation) noexcept {
  if (violation.component != Component::host) return false;
  if (violation.code == ViolationCode::char_space) return true;
  return violation.code == ViolationCode::char_excluded &&
         subject.view(violation.span).find_first_of("\"^`|") != std::string_view::npos;
}

// Whether a detector says anything.
class Probe final : public Sink {
 public:
  void emit(const Emission& /*emission*/) noexcept override { spoke = true; }
  bool spoke = false;
};

// authority-backslash marks one backslash and means them all: the further ones are no news then.
bool is_told_elsewhere(const Subject& subject) noexcept {
  if (!subject.parts.has(Signal::authority_backslash)) return false;
  Probe probe;
  detect_authority_backslash(subject, probe);
  return probe.spoke;
}

}  // namespace char_raw_forbidden

void detect_char_raw_forbidden(const Subject& subject, Sink& sink) noexcept {
  using namespace char_raw_forbidden;
  // In a nested URI they are those of the outer one, or were encoded there.
  if (subject.depth > 0) return;
  MarkList characters(subject);
  MarkList controls(subject);
  MarkList in_host(subject);
  const bool is_told = is_told_elsewhere(subject);
  bool backslash = false;
  for (const Violation& violation : subject.violations()) {
    if (!is_raw_character(violation.code)) continue;
    if (violation.code == ViolationCode::char_backslash) {
      if (backslash && is_told) continue;
      backslash = true;
    }
    if (violation.code == ViolationCode::char_control) {
      controls.add(violation.span);
    } else if (breaks_host(subject, violation)) {
      in_host.add(violation.span);
    } else {
      characters.add(violation.span);
    }
  }
  characters.emit(sink, "character");
  controls.emit(sink, "control");
  in_host.emit(sink, "host");
}

}  // namespace urilint::detect
