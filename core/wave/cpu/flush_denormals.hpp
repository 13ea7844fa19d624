// Waves die away into denormal numbers, which cost a hundred times as much: on this thread they are taken as
// zero while a FlushDenormals lives.
#pragma once

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace foldwave {

class FlushDenormals {
 public:
#if defined(__SSE2__)
  FlushDenormals() : saved_(_mm_getcsr()) {
    _mm_setcsr(saved_ | 0x8040U);
  }
  ~FlushDenormals() {
    _mm_setcsr(saved_);
  }

 private:
  unsigned saved_;
#else
  FlushDenormals() {}
  ~FlushDenormals() {}
#endif
 public:
  FlushDenormals(const FlushDenormals&) = delete;
  FlushDenormals& operator=(const FlushDenormals&) = delete;
};

}  // namespace foldwave
