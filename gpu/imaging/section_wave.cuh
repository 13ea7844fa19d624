// A whole step of a section in one launch: small fields live in the cache, so what counts is how often the
// device is started. The kernel takes the leapfrog and the CPML, adds the traces, writes the odd images
// behind free faces for the step to come, and adds the new level to attached sums; further blocks read the
// receivers of the level before.
//
// psi goes to and fro between two arrays.
#pragma once

#include <utility>
#include <vector>

#include "core/wave/cpml_slabs.hpp"
#include "core/wave/stepper.hpp"
#include "gpu/base/device_array.cuh"
#include "gpu/imaging/stepper_kernels.cuh"
#include "gpu/imaging/trace_tables.hpp"

namespace foldwave {

// Second order in time, constant density; free faces not closer than the stencil is wide; fewer values than
// an int counts.
bool section_wave_fits(const PaddedGrid& padded);

inline constexpr int most_section_sums = 2;
template <class Real>
struct SectionSums {
  int count = 0;
  SinkKind kind[most_section_sums]{};
  Real* values[most_section_sums]{};
  int* when[most_section_sums]{};
};

template <class Real>
struct SectionLevel {  // of which receivers are still to be read
  const Real* field = nullptr;
  Real* samples = nullptr;
};

template <class Real>
class SectionWave {
 public:
  SectionWave(const PaddedGrid& padded, const Field<float>& velocity, double dt, double frequency,
              const TraceLists<Real>& traces);

  // Step `step` to the next; `fields.present` has its images.
  void launch(const LeapfrogFields<Real>& fields, int step, const TraceTable<Real>& traces,
              const SectionSums<Real>& sums, const ReceiverTable<Real>& receivers,
              const SectionLevel<Real>& pending, cudaStream_t stream);

  std::vector<std::pair<Real*, std::size_t>> memory();  // psi and zeta of every pad

 private:
  // Those at both ends of an axis (gpu/imaging/section_pads.cuh).
  struct Pads {
    CpmlStencil<Real> stencil;
    DeviceArray<Real> b, c, psi[2], zeta;
    int low_end = 0, high_begin = 0;
  };
  static Pads pads_of(const PaddedGrid& padded, const std::vector<CpmlSlab>& slabs, std::size_t axis);

  int radius_ = 0, present_psi_ = 0;
  StepBox box_;
  UserBox user_;
  int user_first_[2]{}, nodes_[2]{};  // padded coordinates of x and z
  bool free_[4]{};                    // low and high of x, of z
  Pads across_x_, across_z_;
  DeviceArray<int2> slot_;  // of each padded node its traces' entries
  int slot_first_ = 0, slot_last_ = 0;
};

extern template class SectionWave<float>;
extern template class SectionWave<double>;

}  // namespace foldwave
