// glibc lets a program replace malloc, for itself and for the shared libraries it loads; its own is
// still there under another name. Elsewhere only operator new is counted.
#include "bench/allocations.hpp"

#include <cstdlib>
#include <new>

namespace {
thread_local std::uint64_t count = 0;
}  // namespace

namespace urilint::bench {
std::uint64_t allocations() noexcept { return count; }
}  // namespace urilint::bench

#if defined(__GLIBC__)

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t number, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);

[[gnu::visibility("default")]] void* malloc(std::size_t size) noexcept {
  ++count;
  return __libc_malloc(size);
}
[[gnu::visibility("default")]] void* calloc(std::size_t number, std::size_t size) noexcept {
  ++count;
  return __libc_calloc(number, size);
}
[[gnu::visibility("default")]] void* realloc(void* old, std::size_t size) noexcept {
  ++count;
  return __libc_realloc(old, size);
}
}

#else

void* operator new(std::size_t size) {
  ++count;
  if (void* const block = std::malloc(size == 0 ? 1 : size)) return block;
  throw std::bad_alloc();
}
void operator delete(void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t) noexcept { std::free(block); }

#endif
