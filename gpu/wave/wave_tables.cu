#include "gpu/wave/wave_tables.hpp"

#include <algorithm>
#include <map>

#include "core/wave/run_control.hpp"
#include "core/wave/taps.hpp"

namespace foldwave {

namespace {

template <class Real>
using EntriesByNode = std::map<Index, std::vector<SourceEntry<Real>>>;

template <class Real>
void put_in_lists(const EntriesByNode<Real>& by_node, SourceLists<Real>& lists) {
  for (const auto& [node, entries] : by_node) {
    lists.node.push_back(node);
    lists.entries.insert(lists.entries.end(), entries.begin(), entries.end());
    lists.start.push_back(static_cast<int>(lists.entries.size()));
  }
}

}  // namespace

template <class Real>
SourceLists<Real> list_sources(const PaddedGrid& padded, const WaveModel& model, const Field<Real>& v2dt2) {
  SourceLists<Real> lists;
  EntriesByNode<Real> by_node;
  for (const PointSource& source : model.sources) {
    const auto series = injected_series(source.series, model.time_order);
    const auto samples = static_cast<int>(series.size());
    if (samples == 0) continue;
    for (const Tap& tap : source_taps(padded, source.position, model.interpolation)) {
      const Real weight = static_cast<Real>(tap.weight / padded.cell_measure()) * v2dt2[tap.index];
      by_node[tap.index].push_back({weight, static_cast<Index>(lists.series.size()), samples});
    }
    lists.series.insert(lists.series.end(), series.begin(), series.end());
    lists.longest = std::max(lists.longest, samples);
  }
  put_in_lists(by_node, lists);
  return lists;
}

template <class Real>
SourceLists<Real> list_sources_after(const PaddedGrid& padded, const SourceLists<Real>& sources,
                                     const Field<Real>& v2dt2, const std::array<std::vector<double>, 3>& g) {
  const auto stencils = leapfrog_stencils<Real>(padded);
  const std::array<Index, 3> strides{1, padded.row(), padded.plane()};
  EntriesByNode<Real> by_node;
  // What a node is given of the field itself and of v^2 dt^2 L.
  const auto add = [&](Index node, Real of_field, Real of_laplacian, const SourceEntry<Real>& entry) {
    const int k = static_cast<int>(node / padded.plane()) - padded.lead[2];
    const int j = static_cast<int>(node % padded.plane() / padded.row()) - padded.lead[1];
    const int i = static_cast<int>(node % padded.row()) - padded.lead[0];
    if (!padded.updated(i, j, k)) return;
    const auto factor =
        static_cast<Real>(g[0][static_cast<std::size_t>(i)] * g[1][static_cast<std::size_t>(j)] *
                          g[2][static_cast<std::size_t>(k)]);
    const Real weight = factor * (of_field + of_laplacian * v2dt2[node]) * entry.weight;
    auto& entries = by_node[node];
    const auto same = std::find_if(entries.begin(), entries.end(),
                                   [&](const SourceEntry<Real>& e) { return e.series == entry.series; });
    if (same != entries.end())
      same->weight += weight;
    else
      entries.push_back({weight, entry.series, entry.samples});
  };
  for (std::size_t m = 0; m < sources.node.size(); ++m)
    for (int e = sources.start[m]; e < sources.start[m + 1]; ++e) {
      const SourceEntry<Real>& entry = sources.entries[static_cast<std::size_t>(e)];
      add(sources.node[m], 2, stencils.centre, entry);
      for (std::size_t axis = 0; axis < 3; ++axis)
        for (int k = 1; k <= padded.radius; ++k)
          for (const int side : {-k, k})
            if (!(padded.section && axis == 1))
              add(sources.node[m] + side * strides[axis], 0, stencils.side[axis][k - 1], entry);
    }
  SourceLists<Real> lists;
  lists.series = sources.series;
  lists.longest = sources.longest;
  put_in_lists(by_node, lists);
  return lists;
}

template <class Real>
ReceiverLists<Real> list_receivers(const PaddedGrid& padded, const WaveModel& model) {
  ReceiverLists<Real> lists;
  for (const Vec3& position : model.receivers) {
    for (const Tap& tap : receiver_taps(padded, position, model.interpolation)) {
      lists.index.push_back(tap.index);
      lists.weight.push_back(static_cast<Real>(tap.weight));
    }
    lists.start.push_back(static_cast<int>(lists.index.size()));
  }
  return lists;
}

#define FOLDWAVE_WAVE_TABLES(Real)                                                                        \
  template SourceLists<Real> list_sources<Real>(const PaddedGrid&, const WaveModel&, const Field<Real>&); \
  template SourceLists<Real> list_sources_after<Real>(const PaddedGrid&, const SourceLists<Real>&,        \
                                                      const Field<Real>&,                                 \
                                                      const std::array<std::vector<double>, 3>&);         \
  template ReceiverLists<Real> list_receivers<Real>(const PaddedGrid&, const WaveModel&)
FOLDWAVE_WAVE_TABLES(float);
FOLDWAVE_WAVE_TABLES(double);
#undef FOLDWAVE_WAVE_TABLES

}  // namespace foldwave
