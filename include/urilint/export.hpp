/// Visibility and lifetime annotations of the public headers.
#pragma once

#if defined(__GNUC__) || defined(__clang__)
#define URILINT_API __attribute__((visibility("default")))
#else
#define URILINT_API
#endif

#if defined(__clang__)
#define URILINT_LIFETIMEBOUND [[clang::lifetimebound]]
#else
#define URILINT_LIFETIMEBOUND
#endif
