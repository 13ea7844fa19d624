// The wave's two time levels on the CPU and the leapfrog between them, row by row. Every node is one sum of
// fixed order, so the result does not depend on the number of threads, nor on the order of rows.
#pragma once

#include <array>
#include <cstdint>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/base/field.hpp"
#include "core/wave/cpu/row_kernels.hpp"
#include "core/wave/cpu/sweep.hpp"
#include "core/wave/padded_grid.hpp"

namespace foldwave {

// Where the spans of a section's planes begin, and the end: one for each thread, or fewer where the levels of
// a pass would leave nothing between two gaps, or a gap meet a CPML pad, whose memory goes with the spans.
std::vector<int> section_spans(const PaddedGrid& padded, const SweepPlan& plan, int threads);

template <class Real>
class CpuLeapfrog {
 public:
  // Both time levels start at zero. Shapes and dt are taken as checked.
  CpuLeapfrog(const PaddedGrid& padded, const Field<float>& velocity, double dt);

  static std::int64_t memory_bytes(const PaddedGrid& padded);

  const PaddedGrid& padded() const { return padded_; }
  Field<Real>& present() { return present_; }
  const Field<Real>& present() const { return present_; }
  Field<Real>& past() { return past_; }
  const Field<Real>& past() const { return past_; }
  const Field<Real>& squared_velocity_steps() const { return v2dt2_; }
  const RowKernels<Real>& kernels() const { return kernels_; }
  const LeapfrogFields<Real>& fields() const { return fields_; }
  LeapfrogFields<Real> undamped_fields() const;  // with the sponge's factors all 1

  // One step without sources, of fields that were set from outside. False when the stop token was set before
  // the end: the fields are then of no use.
  bool step(const std::stop_token& stop);

  // The fields of a step that begins `level` steps from now.
  LeapfrogFields<Real> fields_at(int level);

  // Rows and planes in parts that stay in the cache; CPML on the axes of rows and of planes. Beyond a cut
  // each level goes as far as those that come need it: `after` more of them after these.
  SweepPlan plan(int levels, std::array<bool, 2> cpml, int after = 0) const;

  // Rows y0 .. y1 - 1 of plane z go one step on; sources and images are left to the caller.
  void update(const LeapfrogFields<Real>& fields, int y0, int y1, int z) const {
    kernels_.leapfrog(fields, width_, y0, y1, z);
  }

  // A f of these rows, the field f at fields.present, for `end` terms or fourth.
  void update_with(RowEnd end, const LeapfrogFields<Real>& fields, const Real* p, int y0, int y1,
                   int z) const {
    kernels_.laplacian[end == RowEnd::fourth](fields, p, width_, y0, y1, z);
  }

  void fill_images(Field<Real>& p) const;  // of all rows

  void exchange() { std::swap(present_, past_); }  // past becomes present

  // Largest magnitude at the padded nodes; infinity when a value is not a number.
  Real largest() const;

 private:
  PaddedGrid padded_;
  Field<Real> present_, past_, v2dt2_;
  std::array<std::vector<Real>, 3> sponge_;
  std::vector<Real> ones_;
  LeapfrogFields<Real> fields_;
  RowKernels<Real> kernels_;
  int width_ = 0;
};

extern template class CpuLeapfrog<float>;
extern template class CpuLeapfrog<double>;

}  // namespace foldwave
