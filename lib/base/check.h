// CHECK and DCHECK: what must hold unless we have a bug. Bad input is never checked with these.
#ifndef COHERENT_LIB_BASE_CHECK_H_
#define COHERENT_LIB_BASE_CHECK_H_

#include <cstdio>
#include <cstdlib>

namespace coherent {

// Names the place and the broken condition on stderr, and aborts.
[[noreturn]] inline void CheckFailed(const char* file, int line, const char* condition) {
  std::fprintf(stderr, "%s:%d: check failed: %s\n", file, line, condition);
  std::abort();
}

}  // namespace coherent

#define CHECK(condition) \
  ((condition) ? static_cast<void>(0) : ::coherent::CheckFailed(__FILE__, __LINE__, #condition))

// Like CHECK in debug builds; elsewhere `condition` is compiled but not evaluated.
#ifdef NDEBUG
#define DCHECK(condition) static_cast<void>(sizeof((condition) ? 1 : 0))
#else
#define DCHECK(condition) CHECK(condition)
#endif

#endif  // COHERENT_LIB_BASE_CHECK_H_
