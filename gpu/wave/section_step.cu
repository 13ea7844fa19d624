#include "gpu/wave/section_step.cuh"

#include <array>
#include <map>
#include <utility>
#include <vector>

namespace foldwave {

namespace {

constexpr int block_x = 64, block_z = 4;
constexpr int threads = block_x * block_z;

int blocks_along(int nodes, int block) {
  return (nodes + block - 1) / block;
}

template <class Real>
struct SectionWork {
  LeapfrogFields<Real> fields;
  StepBox box;
  bool low_x = false, high_x = false, low_z = false, high_z = false;  // free faces
  const int* start = nullptr;                                         // null: no sources now
  const Index* node = nullptr;
  const SourceEntry<Real>* entries = nullptr;
  const float* series = nullptr;
  int step = 0;
  int rows = 0;  // of blocks that hold nodes; those beyond read receivers
  ReceiverTable<Real> receivers;
  PendingSample<Real> pending;
};

template <int Radius, class Real>
__global__ __launch_bounds__(threads) void section_kernel(SectionWork<Real> w) {
  if (static_cast<int>(blockIdx.y) >= w.rows) {
    const int block =
        (static_cast<int>(blockIdx.y) - w.rows) * static_cast<int>(gridDim.x) + static_cast<int>(blockIdx.x);
    sample_receiver(w.pending.field, w.receivers, w.pending.traces, w.pending.row, w.pending.column,
                    block * threads + static_cast<int>(threadIdx.x));
    return;
  }
  const int x = static_cast<int>(blockIdx.x) * block_x + static_cast<int>(threadIdx.x) % block_x;
  const int z = static_cast<int>(blockIdx.y) * block_z + static_cast<int>(threadIdx.x) / block_x;
  if (x < w.box.first[0] || x >= w.box.last[0] || z < w.box.first[2] || z >= w.box.last[2]) return;
  const LeapfrogFields<Real>& f = w.fields;
  const Index m = x + z * f.plane;
  Real value =
      leapfrog_node<Radius, true>(f.present + m, f.oldest[m], f.v2dt2[m], f.gx[x] * f.gy[0] * f.gz[z], f.row,
                                  f.plane, axis_stencils<Radius>(f));
  if (w.start != nullptr) {
    const int block = static_cast<int>(blockIdx.y * gridDim.x + blockIdx.x);
    for (int e = w.start[block]; e < w.start[block + 1]; ++e) {
      const SourceEntry<Real> entry = w.entries[e];
      if (w.node[e] == m && w.step < entry.samples)
        value += entry.weight * static_cast<Real>(w.series[entry.series + w.step]);
    }
  }
  f.oldest[m] = value;
  // A face's own node is the one before the first or behind the last.
  const auto reflect = [&](bool is_free, int away, Index to_face) {
    if (is_free && away <= Radius) f.oldest[m + 2 * away * to_face] = -value;
  };
  reflect(w.low_x, x, -1);
  reflect(w.high_x, w.box.last[0] - x, 1);
  reflect(w.low_z, z, -f.plane);
  reflect(w.high_z, w.box.last[2] - z, f.plane);
}

template <int Radius, class Real>
void run_section(const SectionWork<Real>& work, const dim3& grid, cudaStream_t stream) {
  section_kernel<Radius><<<grid, threads, 0, stream>>>(work);
}

template <class Real, int... Below>
auto run_of_radius(int radius, std::integer_sequence<int, Below...>) {
  using Run = void (*)(const SectionWork<Real>&, const dim3&, cudaStream_t);
  constexpr std::array<Run, sizeof...(Below)> runs{run_section<Below + 1, Real>...};
  return runs.at(static_cast<std::size_t>(radius - 1));
}

}  // namespace

bool section_step_fits(const PaddedGrid& padded) {
  if (!padded.section) return false;
  for (std::size_t face = 0; face < 6; ++face) {
    if (face / 2 == 1) continue;
    if (padded.boundaries[face] == Boundary::cpml && padded.pad[face] > 0) return false;
    if (padded.boundaries[face] == Boundary::free && padded.n[face / 2] <= padded.radius + 1) return false;
  }
  return true;
}

template <class Real>
SectionStep<Real>::SectionStep(const PaddedGrid& padded, const SourceLists<Real>& sources)
    : radius_(padded.radius), box_(updated_box(padded)), row_(padded.plane()) {
  for (std::size_t a = 0; a < 3; ++a) {
    free_low_[a] = padded.boundaries[2 * a] == Boundary::free;
    free_high_[a] = padded.boundaries[2 * a + 1] == Boundary::free;
  }
  // Sources by the block that holds their node, so that the others need not look.
  const int wide = blocks_along(box_.last[0], block_x), deep = blocks_along(box_.last[2], block_z);
  std::map<int, std::vector<std::pair<Index, SourceEntry<Real>>>> by_block;
  const Index origin = padded.index(0, 0, 0);
  for (std::size_t m = 0; m < sources.node.size(); ++m) {
    const Index node = sources.node[m] - origin;
    const int z = static_cast<int>(node / row_), x = static_cast<int>(node % row_);
    for (int e = sources.start[m]; e < sources.start[m + 1]; ++e)
      by_block[z / block_z * wide + x / block_x].emplace_back(node,
                                                              sources.entries[static_cast<std::size_t>(e)]);
  }
  std::vector<int> start(static_cast<std::size_t>(wide * deep) + 1, 0);
  std::vector<Index> nodes;
  std::vector<SourceEntry<Real>> entries;
  for (int block = 0; block < wide * deep; ++block) {
    if (const auto found = by_block.find(block); found != by_block.end())
      for (const auto& [node, entry] : found->second) {
        nodes.push_back(node);
        entries.push_back(entry);
      }
    start[static_cast<std::size_t>(block) + 1] = static_cast<int>(entries.size());
  }
  start_ = DeviceArray<int>(start.data(), start.size());
  node_ = DeviceArray<Index>(nodes.data(), nodes.size());
  entries_ = DeviceArray<SourceEntry<Real>>(entries.data(), entries.size());
}

template <class Real>
std::int64_t SectionStep<Real>::memory_bytes(const PaddedGrid& padded, const WaveModel& model) {
  const std::int64_t entry = sizeof(SourceEntry<Real>) + sizeof(Index);
  const std::int64_t taps = model.interpolation == Interpolation::sinc ? 64 : 4;
  return taps * entry * static_cast<std::int64_t>(model.sources.size()) +
         4 * (std::int64_t{1} +
              blocks_along(padded.last[0], block_x) * blocks_along(padded.last[2], block_z));
}

template <class Real>
void SectionStep<Real>::launch(const LeapfrogFields<Real>& fields, int n, bool with_sources,
                               const float* series, const ReceiverTable<Real>& receivers,
                               const PendingSample<Real>& pending, cudaStream_t stream) const {
  SectionWork<Real> work;
  work.fields = fields;
  work.box = box_;
  work.low_x = free_low_[0];
  work.high_x = free_high_[0];
  work.low_z = free_low_[2];
  work.high_z = free_high_[2];
  if (with_sources) work.start = start_.data();
  work.node = node_.data();
  work.entries = entries_.data();
  work.series = series;
  work.step = n;
  work.rows = blocks_along(box_.last[2], block_z);
  work.receivers = receivers;
  work.pending = pending;
  const int wide = blocks_along(box_.last[0], block_x);
  const int reading = pending.field == nullptr ? 0 : blocks_along(8 * receivers.receivers, threads);
  const dim3 grid(static_cast<unsigned>(wide),
                  static_cast<unsigned>(work.rows + blocks_along(reading, wide)));
  run_of_radius<Real>(radius_, std::make_integer_sequence<int, 8>{})(work, grid, stream);
  check_cuda(cudaGetLastError(), "the section's step does not start");
}

template class SectionStep<float>;
template class SectionStep<double>;

}  // namespace foldwave
