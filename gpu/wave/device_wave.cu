#include "gpu/wave/device_wave.cuh"

#include <algorithm>
#include <utility>

#include "core/base/clock.hpp"
#include "core/base/error.hpp"
#include "gpu/wave/tensor_map.cuh"
#include "gpu/wave/wave_tables.hpp"

namespace foldwave {

namespace {

// Samples of one receiver that the device keeps; the rest is copied out in between.
int trace_columns(const WaveModel& model) {
  constexpr Index most_values = Index{1} << 28;
  const auto receivers = std::max(Index{1}, static_cast<Index>(model.receivers.size()));
  return static_cast<int>(std::min(Index{model.steps} + 1, std::max(most_values / receivers, Index{256})));
}

template <class T>
DeviceArray<T> copied(const std::vector<T>& values) {
  return DeviceArray<T>(values.data(), values.size());
}

bool has_cpml(const PaddedGrid& padded) {
  for (std::size_t face = 0; face < 6; ++face)
    if (padded.pad[face] > 0 && padded.boundaries[face] == Boundary::cpml) return true;
  return false;
}

// Rungs are in single precision alone.
void launch_rung(const LeapfrogFields<float>& fields, const LadderStep& rung, cudaStream_t stream) {
  rung.launch(fields, stream);
}
void launch_rung(const LeapfrogFields<double>&, const LadderStep&, cudaStream_t) {}

[[noreturn]] void refuse_kernel(WaveKernel kernel, const char* why) {
  throw InputError("kernel", std::string("\"") + wave_kernel_name(kernel) + "\" " + why, "use auto");
}

// The fastest of those that every device takes: with free faces explicit edges save the images' own launches.
// By the whole grid's faces, so that its slabs take the same.
template <class Real>
WaveKernel portable_kernel(const PaddedGrid& padded) {
  if (sizeof(Real) == sizeof(double)) return WaveKernel::thread_a_node;
  if (!padded.section) return WaveKernel::register_queue;
  const bool is_free = std::ranges::find(padded.whole_faces, Boundary::free) != padded.whole_faces.end();
  return padded.radius <= 5 && is_free ? WaveKernel::explicit_edges : WaveKernel::thread_a_node;
}

}  // namespace

template <class Real>
WaveKernel device_kernel(const PaddedGrid& padded, const WaveModel& model) {
  constexpr bool single = sizeof(Real) == sizeof(float);
  const bool tiles_fit = single && tile_step_fits(padded) && has_tensor_copies();
  const bool pairs_fit = tiles_fit && two_step_fits(padded) && !has_cpml(padded);
  if (model.time_order != 2 || model.density != nullptr) {
    if (model.kernel != WaveKernel::automatic)
      refuse_kernel(model.kernel, "takes second order in time and constant density");
    return WaveKernel::thread_a_node;
  }
  switch (model.kernel) {
    case WaveKernel::automatic:
      return pairs_fit                   ? WaveKernel::two_steps
             : tiles_fit                 ? WaveKernel::tiles
             : section_step_fits(padded) ? WaveKernel::one_launch
                                         : portable_kernel<Real>(padded);
    case WaveKernel::tiles:
      if (!tiles_fit) refuse_kernel(model.kernel, "takes volumes in single precision, on Hopper or later");
      break;
    case WaveKernel::two_steps:
      if (!pairs_fit)
        refuse_kernel(
            model.kernel,
            "takes volumes in single precision, on Hopper or later, without CPML, of order 2, or of "
            "order 4 without free faces");
      break;
    case WaveKernel::one_launch:
      if (!section_step_fits(padded)) refuse_kernel(model.kernel, "takes sections without CPML");
      break;
    case WaveKernel::one_step:
    case WaveKernel::wavefront:
      refuse_kernel(model.kernel, "is the cpu's");
    default:
      if (is_ladder_kernel(model.kernel) && !single)
        refuse_kernel(model.kernel, "is in single precision alone");
      if (model.kernel == WaveKernel::register_queue && padded.section)
        refuse_kernel(model.kernel, "takes volumes alone");
      break;
  }
  return model.kernel;
}

template <class Real>
DeviceWave<Real>::DeviceWave(const PaddedGrid& padded, const WaveModel& model)
    : padded_(padded),
      origin_(padded.index(0, 0, 0)),
      kernel_(device_kernel<Real>(padded, model)),
      box_(updated_box(padded)),
      fields_(leapfrog_stencils<Real>(padded)),
      cpml_(padded, *model.velocity, model.dt, model.frequency),
      columns_(trace_columns(model)) {
  const auto v2dt2 = squared_velocity_steps<Real>(padded, *model.velocity, model.dt);
  const auto size = static_cast<std::size_t>(padded.size());
  v2dt2_ = DeviceArray<Real>(v2dt2.data(), size);
  for (std::size_t level = 0; level < (kernel_ == WaveKernel::two_steps ? 4 : 2); ++level) {
    levels_[level] = DeviceArray<Real>(size);
    levels_[level].clear();
  }
  const auto factors = sponge_factors(padded, *model.velocity, model.dt);
  bool sponge = false;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    sponge_[axis] = copied(std::vector<Real>(factors[axis].begin(), factors[axis].end()));
    sponge =
        sponge || std::any_of(factors[axis].begin(), factors[axis].end(), [](double g) { return g != 1.0; });
    images_[axis] = axis_images(padded, static_cast<int>(axis));
  }
  fields_.v2dt2 = v2dt2_.data() + origin_;
  fields_.gx = sponge_[0].data();
  fields_.gy = sponge_[1].data();
  fields_.gz = sponge_[2].data();
  if constexpr (sizeof(Real) == sizeof(float)) {
    const std::array<const float*, 3> g =
        sponge ? std::array<const float*, 3>{fields_.gx, fields_.gy, fields_.gz}
               : std::array<const float*, 3>{};
    if (kernel_ == WaveKernel::tiles || kernel_ == WaveKernel::two_steps)
      tiles_ = make_tile_step(padded, levels_[0].data(), levels_[1].data(), v2dt2_.data(), g);
    if (kernel_ == WaveKernel::two_steps)
      pairs_ =
          make_two_step(padded, {levels_[0].data(), levels_[1].data(), levels_[2].data(), levels_[3].data()},
                        v2dt2_.data(), g);
    if (!tiles_ && (kernel_ == WaveKernel::tiles || kernel_ == WaveKernel::two_steps)) {
      if (model.kernel != WaveKernel::automatic)
        refuse_kernel(kernel_, "is not in this build for this device");
      kernel_ = portable_kernel<Real>(padded);
    }
    if (is_ladder_kernel(kernel_)) ladder_ = std::make_unique<LadderStep>(kernel_, padded);
  }

  const auto sources = list_sources<Real>(padded, model, v2dt2);
  series_ = copied(sources.series);
  longest_ = sources.longest;
  sources_ = put_on_device(sources);
  if (kernel_ == WaveKernel::one_launch) section_ = std::make_unique<SectionStep<Real>>(padded, sources);
  if (GeneralStep<Real>::is_needed(model)) begin_from(model);
  if (kernel_ == WaveKernel::two_steps)
    sources_after_ = put_on_device(list_sources_after<Real>(padded, sources, v2dt2, factors));
  const auto receivers = list_receivers<Real>(padded, model);
  receiver_index_ = copied(receivers.index);
  receiver_weight_ = copied(receivers.weight);
  receiver_start_ = copied(receivers.start);
  receivers_ = {receiver_index_.data(), receiver_weight_.data(), receiver_start_.data(),
                static_cast<int>(model.receivers.size())};
  traces_ = DeviceArray<float>(model.receivers.size() * static_cast<std::size_t>(columns_));
}

template <class Real>
void DeviceWave<Real>::begin_from(const WaveModel& model) {
  general_ = std::make_unique<GeneralStep<Real>>(padded_, model);
  general_->begin(padded_, model, levels_[present_].data() + origin_, levels_[past_].data() + origin_,
                  fields_);
  // A start alone asks for no other steps than the usual ones.
  if (model.time_order == 2 && model.density == nullptr) general_.reset();
}

template <class Real>
std::int64_t DeviceWave<Real>::memory_bytes(const PaddedGrid& padded, const WaveModel& model) {
  constexpr std::int64_t real = sizeof(Real);
  const int levels = device_kernel<Real>(padded, model) == WaveKernel::two_steps ? 4 : 2;
  const std::int64_t lines = std::int64_t{padded.n[0]} + padded.n[1] + padded.n[2];
  std::int64_t bytes = real * ((levels + 1) * std::int64_t{padded.size()} + lines);
  // Taps at their most; lists of the second step are at most 1 + 6 R times as long.
  const std::int64_t taps = model.interpolation == Interpolation::sinc ? (padded.section ? 64 : 512) : 8;
  const std::int64_t each = sizeof(SourceEntry<Real>) + sizeof(Index) + sizeof(int);
  bytes += static_cast<std::int64_t>(model.sources.size()) * taps * each *
           (levels == 4 ? 2 + 6 * padded.radius : 1);
  for (const PointSource& source : model.sources)
    bytes += 4 * static_cast<std::int64_t>(source.series.size());
  bytes += DeviceCpml<Real>::memory_bytes(padded);
  if (padded.section) bytes += SectionStep<Real>::memory_bytes(padded, model);
  if (is_ladder_kernel(model.kernel)) bytes += LadderStep::memory_bytes(model.kernel, padded);
  bytes += GeneralStep<Real>::memory_bytes(padded, model);
  const auto receivers = static_cast<std::int64_t>(model.receivers.size());
  return bytes + receivers * (taps * (real + 8) + 4 + 4 * trace_columns(model));
}

template <class Real>
template <class Lists>
typename DeviceWave<Real>::Sources DeviceWave<Real>::put_on_device(const Lists& lists) {
  Sources sources{copied(lists.node), copied(lists.start), copied(lists.entries), {}};
  sources.table = {sources.node.data(), sources.start.data(), sources.entries.data(), series_.data(),
                   static_cast<int>(lists.node.size())};
  return sources;
}

template <class Real>
void DeviceWave<Real>::step(int n, cudaStream_t stream) {
  Real* const present = levels_[present_].data() + origin_;
  Real* const past = levels_[past_].data() + origin_;
  fields_.present = present;
  fields_.oldest = past;
  if (general_) {
    general_->launch(present, fields_, cpml_, stream);
    std::swap(present_, past_);
    if (n < longest_) launch_sources(levels_[present_].data(), sources_.table, n, stream);
    return;
  }
  if (section_) {
    section_->launch(fields_, n, n < longest_, series_.data(), receivers_, pending_, stream);
    pending_ = {};
    std::swap(present_, past_);
    return;
  }
  // The tiles know the first two levels alone.
  const bool in_tiles = tiles_ && present_ < 2 && past_ < 2;
  const bool halo_is_read =
      cpml_.reads_images() || (ladder_ ? ladder_->reads_halo() : !in_tiles || !tiles_->reflects());
  if (halo_is_read)
    for (const AxisImages& images : images_)
      launch_images(present, images, stream);
  if (in_tiles)
    tiles_->launch(present_ == 0, stream);
  else if (ladder_)
    launch_rung(fields_, *ladder_, stream);
  else
    launch_step(fields_, box_, padded_.radius, padded_.section, stream);
  cpml_.launch(present, past, fields_, stream);
  std::swap(present_, past_);
  if (n < longest_) launch_sources(levels_[present_].data(), sources_.table, n, stream);
}

template <class Real>
bool DeviceWave<Real>::goes_in_parts(int n, int first, int last) const {
  return kernel_ == WaveKernel::tiles && tiles_ && !general_ && n >= longest_ &&
         cpml_.has_ends_in(first, last);
}

template <class Real>
void DeviceWave<Real>::begin_parts(cudaStream_t stream) {
  fields_.present = levels_[present_].data() + origin_;
  fields_.oldest = levels_[past_].data() + origin_;
  if (tiles_->reflects() && !cpml_.reads_images()) return;
  for (const AxisImages& images : images_)
    launch_images(levels_[present_].data() + origin_, images, stream);
}

template <class Real>
void DeviceWave<Real>::step_planes(int first, int last, cudaStream_t stream) {
  tiles_->launch_planes(present_ == 0, first, last, stream);
  cpml_.launch_planes(levels_[present_].data() + origin_, levels_[past_].data() + origin_, fields_, first,
                      last, stream);
}

// What the source adds at step n reaches p(n+2) as one more step of it: linear, so it can be added
// afterwards.
template <class Real>
void DeviceWave<Real>::two_steps(int n, cudaStream_t stream) {
  std::size_t free_level[2];
  std::size_t found = 0;
  for (std::size_t level = 0; level < 4; ++level)
    if (level != present_ && level != past_) free_level[found++] = level;
  pairs_->launch(static_cast<int>(present_), static_cast<int>(past_), static_cast<int>(free_level[0]),
                 static_cast<int>(free_level[1]), stream);
  past_ = free_level[0];
  present_ = free_level[1];
  if (n >= longest_) return;
  launch_sources(levels_[past_].data(), sources_.table, n, stream);
  launch_sources(levels_[present_].data(), sources_after_.table, n, stream);
  launch_sources(levels_[present_].data(), sources_.table, n + 1, stream);
}

template <class Real>
int DeviceWave<Real>::advance(int n, int left, Gather& gather, cudaStream_t stream) {
  const int taken = go_on(n, left, stream);
  if (taken == 2) sample(levels_[past_].data(), n + 1, gather, stream);
  sample(levels_[present_].data(), n + taken, gather, stream);
  return taken;
}

template <class Real>
int DeviceWave<Real>::go_on(int n, int left, cudaStream_t stream) {
  if (!pairs_ || left < 2) {
    step(n, stream);
    return 1;
  }
  two_steps(n, stream);
  return 2;
}

template <class Real>
void DeviceWave<Real>::sample(const Real* field, int n, Gather& gather, cudaStream_t stream) {
  if (receivers_.receivers == 0) return;
  if (n - first_column_ == columns_) copy_traces(n - 1, gather, stream);
  pending_ = {field, traces_.data(), Index{columns_}, Index{n - first_column_}};
  sampled_ = n + 1;
  // The next step of a section reads them as well.
  if (!section_) read_pending(stream);
}

template <class Real>
void DeviceWave<Real>::read_pending(cudaStream_t stream) {
  if (pending_.field == nullptr) return;
  launch_receivers(pending_.field, receivers_, pending_.traces, pending_.row, pending_.column, stream);
  pending_ = {};
}

template <class Real>
void DeviceWave<Real>::copy_traces(int last, Gather& gather, cudaStream_t stream) {
  const int count = last + 1 - first_column_;
  if (receivers_.receivers == 0 || count <= 0) return;
  read_pending(stream);
  check_cuda(cudaStreamSynchronize(stream), "the wave failed on the device");
  const TimedScope timed(gather_.seconds);
  gather_.bytes += std::int64_t{4} * count * receivers_.receivers;
  check_cuda(cudaMemcpy2D(gather.traces.data() + first_column_,
                          static_cast<std::size_t>(gather.samples) * sizeof(float), traces_.data(),
                          static_cast<std::size_t>(columns_) * sizeof(float),
                          static_cast<std::size_t>(count) * sizeof(float),
                          static_cast<std::size_t>(receivers_.receivers), cudaMemcpyDeviceToHost),
             "cannot copy the traces");
  first_column_ = last + 1;
}

template class DeviceWave<float>;
template class DeviceWave<double>;
template WaveKernel device_kernel<float>(const PaddedGrid&, const WaveModel&);
template WaveKernel device_kernel<double>(const PaddedGrid&, const WaveModel&);

}  // namespace foldwave
