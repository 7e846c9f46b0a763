// RapidJSON, usable under Clang's undefined-behaviour sanitizer: its stack adds an offset to a null
// pointer before the first growth (and only compares the result), which -fsanitize=pointer-overflow
// takes for a fault of the program.
#pragma once

#include <rapidjson/allocators.h>

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpragma-clang-attribute"  // the header may be there already
#pragma clang attribute push(__attribute__((no_sanitize("pointer-overflow"))), apply_to = function)
#endif
#include <rapidjson/internal/stack.h>
#if defined(__clang__)
#pragma clang attribute pop
#pragma clang diagnostic pop
#endif

#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>
