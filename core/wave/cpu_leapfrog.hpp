// The wave's two time levels on the CPU and the step between them, with OpenMP. The propagator runs it in
// single precision; the standing-wave test in double. Every node is one sum of fixed order, so the result
// does not depend on the number of threads.
#pragma once

#include <array>
#include <cstdint>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/base/field.hpp"
#include "core/wave/leapfrog_block.hpp"
#include "core/wave/padded_grid.hpp"

namespace foldwave {

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
  const Field<Real>& squared_velocity_steps() const { return v2dt2_; }
  const LeapfrogFields<Real>& fields() const { return fields_; }
  LeapfrogFields<Real> undamped_fields() const;  // with the sponge's factors all 1
  const Field<Real>& past() const { return past_; }

  // One step without sources. False when the stop token was set before the end: the fields are then of no
  // use.
  bool step(const std::stop_token& stop);

  // out = v^2 dt^2 Laplacian p at the updated nodes, for schemes that are made of it; images of p are filled.
  void apply(Field<Real>& p, Field<Real>& out, const std::stop_token& stop);

  void exchange() { std::swap(present_, past_); }  // past becomes present

  // Largest magnitude at the padded nodes; infinity when a value is not a number.
  Real largest() const;

 private:
  void fill_images(Field<Real>& p);

  PaddedGrid padded_;
  Field<Real> present_, past_, v2dt2_;
  std::array<std::vector<Real>, 3> sponge_;
  std::vector<Real> ones_;
  LeapfrogFields<Real> fields_;
  LeapfrogBlock<Real> block_ = nullptr;
  std::vector<BlockRange> blocks_;
};

extern template class CpuLeapfrog<float>;
extern template class CpuLeapfrog<double>;

}  // namespace foldwave
