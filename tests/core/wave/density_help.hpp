// The operator of variable density on a whole field, for tests.
#pragma once

#include "core/wave/cpu/cpu_density.hpp"

namespace foldwave {

// out = v2dt2 rho div((1/rho) grad p) at the updated nodes; images of p are made.
inline void apply_density(const PaddedGrid& padded, CpuDensity<double>& density, Field<double>& p,
                          const Field<double>& v2dt2, Field<double>& out) {
  const Index origin = padded.index(0, 0, 0);
  for (int z = 0; z < padded.n[2]; ++z)
    fill_images(padded, p.data() + origin, 0, padded.n[1], z);
  LeapfrogFields<double> fields;
  fields.row = padded.row();
  fields.plane = padded.plane();
  fields.v2dt2 = v2dt2.data() + origin;
  const RowRange all{{padded.first[1], padded.first[2]}, {padded.last[1], padded.last[2]}};
  density.make_flux(p.data() + origin, all);
  density.update(RowEnd::terms, fields, p.data() + origin, p.data() + origin, out.data() + origin, all);
}

inline CpuDensity<double> make_density(const PaddedGrid& padded, const Field<float>& values) {
  return {padded, values, row_kernels<double>(best_instruction_set(), padded.radius, padded.section)};
}

}  // namespace foldwave
