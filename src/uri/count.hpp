// Counts how often costly code is entered, in the build of tests/bench/bench_shares only: there
// URILINT_COUNTERS is defined. Elsewhere it is nothing.
#pragma once

#ifdef URILINT_COUNTERS
namespace urilint::counters {
/// Entries since the start of the program, which has one thread.
inline unsigned long rules = 0;     ///< a rule was asked
inline unsigned long patterns = 0;  ///< RE2 was asked
inline unsigned long suffixes = 0;  ///< libpsl was asked
inline unsigned long idna = 0;      ///< ICU was asked about a domain
inline unsigned long whatwg = 0;    ///< the WHATWG reader ran
}  // namespace urilint::counters
#define URILINT_COUNT(what) static_cast<void>(++::urilint::counters::what)
#else
#define URILINT_COUNT(what) static_cast<void>(0)
#endif
