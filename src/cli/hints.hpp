// What each finding says of how to silence it.
#pragma once

#include <span>
#include <string_view>

#include "cli/checking.hpp"
#include "cli/settle.hpp"

namespace urilint::cli {

/// Sets `Record::silence` of findings of one input that nobody knew. `text` is all of the input in
/// UTF-8 if comments may silence them, else empty. Nothing is said in profiles other than `repo`,
/// and of lists: whoever wrote those must not be told to write more into them.
void add_hints(const Job& job, std::string_view text, std::span<Judged> findings);

}  // namespace urilint::cli
