// What can go wrong with git.
#pragma once

#include <cstdint>
#include <string>

namespace urilint::git {

enum class ErrorCode : std::uint8_t {
  no_program,        ///< there is no git in PATH
  not_started,       ///< the system refused to start it
  timed_out,         ///< it gave no sign of life within the time that the options name
  too_much,          ///< it printed more than the options allow
  refused,           ///< it ended with a failure; the message has its own words
  unknown_revision,  ///< the name is that of no commit here
  missing_object,    ///< named by a tree, but not in this (partial or damaged) clone
  unexpected,        ///< its output does not look as documented
  io,                ///< a file of our own could not be written or read
};

struct Error {
  ErrorCode code{};
  std::string message;  ///< for people; may hold bytes of hostile names: escape before printing
};

}  // namespace urilint::git
