// Sources and receivers as the lists that the device's kernels take, made in the host's memory.
#pragma once

#include <vector>

#include "core/wave/padded_grid.hpp"
#include "gpu/wave/wave_kernels.cuh"

namespace foldwave {

template <class Real>
struct SourceLists {
  std::vector<Index> node;
  std::vector<int> start{0};
  std::vector<SourceEntry<Real>> entries;
  std::vector<float> series;
  int longest = 0;  // samples of the longest series
};
template <class Real>
struct ReceiverLists {
  std::vector<Index> index;
  std::vector<Real> weight;
  std::vector<int> start{0};
};

// What a source adds to the field at every step; v2dt2 laid out by `padded`.
template <class Real>
SourceLists<Real> list_sources(const PaddedGrid& padded, const WaveModel& model, const Field<Real>& v2dt2);

// What the same adds one step later: the leapfrog of it, without what is added then; g: the sponge's factors.
template <class Real>
SourceLists<Real> list_sources_after(const PaddedGrid& padded, const SourceLists<Real>& sources,
                                     const Field<Real>& v2dt2, const std::array<std::vector<double>, 3>& g);

template <class Real>
ReceiverLists<Real> list_receivers(const PaddedGrid& padded, const WaveModel& model);

}  // namespace foldwave
