#include "core/wave/leapfrog_block.hpp"

#include <array>
#include <cstddef>
#include <utility>

namespace foldwave {

namespace {

enum class InstructionSet { baseline, avx2, avx512 };

InstructionSet instruction_set() {
#if defined(__x86_64__) && defined(__GNUC__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl")) return InstructionSet::avx512;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return InstructionSet::avx2;
#endif
  return InstructionSet::baseline;
}

template <int Radius, bool Section, class Real>
FOLDWAVE_INLINE void update_rows(const LeapfrogFields<Real>& f, const BlockRange& b) {
  const auto c = axis_stencils<Radius>(f);
  const Index row = f.row, plane = f.plane;
  const Real* __restrict const gx = f.gx;
  for (int z = b.z0; z < b.z1; ++z)
    for (int y = b.y0; y < b.y1; ++y) {
      const Index start = y * row + z * plane;
      const Real* __restrict const p = f.present + start;
      Real* __restrict const q = f.oldest + start;
      const Real* __restrict const v = f.v2dt2 + start;
      const Real g = f.gy[y] * f.gz[z];
      const int x1 = b.x1;
#pragma GCC ivdep
      for (int x = b.x0; x < x1; ++x)
        q[x] = leapfrog_node<Radius, Section>(p + x, q[x], v[x], g * gx[x], row, plane, c);
    }
}

template <int Radius, bool Section, class Real>
void update_baseline(const LeapfrogFields<Real>& f, const BlockRange& b) {
  update_rows<Radius, Section>(f, b);
}

#if defined(__x86_64__) && defined(__GNUC__)
template <int Radius, bool Section, class Real>
__attribute__((target("avx2,fma"))) void update_avx2(const LeapfrogFields<Real>& f, const BlockRange& b) {
  update_rows<Radius, Section>(f, b);
}
template <int Radius, bool Section, class Real>
__attribute__((target("avx512f,avx512vl,avx2,fma,prefer-vector-width=512"))) void update_avx512(
    const LeapfrogFields<Real>& f, const BlockRange& b) {
  update_rows<Radius, Section>(f, b);
}
#endif

template <int Radius, bool Section, class Real>
LeapfrogBlock<Real> best_block() {
#if defined(__x86_64__) && defined(__GNUC__)
  if (instruction_set() == InstructionSet::avx512) return update_avx512<Radius, Section, Real>;
  if (instruction_set() == InstructionSet::avx2) return update_avx2<Radius, Section, Real>;
#endif
  return update_baseline<Radius, Section, Real>;
}

template <bool Section, class Real, int... Below>
LeapfrogBlock<Real> block_of_radius(int radius, std::integer_sequence<int, Below...>) {
  const std::array<LeapfrogBlock<Real>, sizeof...(Below)> blocks{best_block<Below + 1, Section, Real>()...};
  return blocks.at(static_cast<std::size_t>(radius - 1));
}

}  // namespace

template <class Real>
LeapfrogBlock<Real> leapfrog_block(int radius, bool section) {
  const auto radii = std::make_integer_sequence<int, 8>{};
  return section ? block_of_radius<true, Real>(radius, radii) : block_of_radius<false, Real>(radius, radii);
}
template LeapfrogBlock<float> leapfrog_block<float>(int, bool);
template LeapfrogBlock<double> leapfrog_block<double>(int, bool);

const char* leapfrog_instruction_set() {
  switch (instruction_set()) {
    case InstructionSet::avx512:
      return "avx512";
    case InstructionSet::avx2:
      return "avx2";
    case InstructionSet::baseline:
      return "baseline";
  }
  return "baseline";
}

}  // namespace foldwave
