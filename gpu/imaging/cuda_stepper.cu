#include "gpu/imaging/cuda_stepper.cuh"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "core/wave/density_line.hpp"
#include "core/wave/run_control.hpp"
#include "core/wave/stepper_check.hpp"
#include "core/wave/taps.hpp"
#include "gpu/imaging/cuda_stepper.hpp"
#include "gpu/wave/tensor_map.cuh"
#include "gpu/wave/wave_tables.hpp"

namespace foldwave {

namespace {

template <class T>
DeviceArray<T> to_device(const std::vector<T>& values) {
  return DeviceArray<T>(values.data(), values.size());
}

template <class Real>
struct DeviceLevels final : WaveLevels {
  std::vector<DeviceArray<Real>> fields;
  std::shared_ptr<const DeviceStream> stream;  // that they were copied on
  DeviceEvent copied{cudaEventDisableTiming};
  std::int64_t bytes() const override {
    std::int64_t sum = 0;
    for (const auto& field : fields)
      sum += static_cast<std::int64_t>(field.size() * sizeof(Real));
    return sum;
  }
};

template <class Real>
void copy_on_device(Real* to, const Real* from, std::size_t size, cudaStream_t stream) {
  if (size == 0) return;
  check_cuda(cudaMemcpyAsync(to, from, size * sizeof(Real), cudaMemcpyDeviceToDevice, stream),
             "cannot copy levels");
}

// The user's grid alone is updated on the way back.
PaddedGrid inner_grid(const PaddedGrid& padded) {
  PaddedGrid inner = padded;
  for (std::size_t a = 0; a < 3; ++a) {
    inner.first[a] = std::max(padded.first[a], padded.user[a]);
    inner.last[a] = std::min(padded.last[a], padded.user[a] + padded.grid.n[a]);
  }
  return inner;
}

// The entries of traces at their nodes.
template <class Real>
struct TraceLists {
  struct Placed {
    Index node;
    TraceEntry<Real> entry;
  };
  std::vector<Placed> placed;  // in the traces' order
  std::vector<Index> nodes;
  std::vector<int> start;
  std::vector<TraceEntry<Real>> entries;

  void finish() {
    std::ranges::stable_sort(placed, {}, &Placed::node);
    for (const Placed& one : placed) {
      if (nodes.empty() || nodes.back() != one.node) {
        nodes.push_back(one.node);
        start.push_back(static_cast<int>(entries.size()));
      }
      entries.push_back(one.entry);
    }
    start.push_back(static_cast<int>(entries.size()));
  }
};

// Sources first, traces fastest.
std::vector<float> samples_by_step(const std::vector<std::vector<float>>& series, const SentTraces& sent,
                                   int& steps) {
  const std::size_t sources = series.size(), count = sources + sent.receivers.size();
  std::size_t longest = sent.receivers.empty() ? 0 : static_cast<std::size_t>(sent.steps);
  for (const auto& one : series)
    longest = std::max(longest, one.size());
  steps = static_cast<int>(longest);
  std::vector<float> samples(count * longest, 0.0F);
  for (std::size_t s = 0; s < sources; ++s)
    for (std::size_t n = 0; n < series[s].size(); ++n)
      samples[s + count * n] = series[s][n];
  const std::size_t each = sent.receivers.size();
  for (std::size_t n = 0; n < (each == 0 ? 0 : sent.samples.size() / each); ++n)
    std::copy_n(sent.samples.data() + each * n, each, samples.data() + count * n + sources);
  return samples;
}

}  // namespace

template <class Real>
CudaStepper<Real>::CudaStepper(const StepperSetup& setup)
    : model_(without_survey(setup.model)),
      padded_(setup.model),
      inner_(inner_grid(padded_)),
      places_(setup.model.receivers),
      strips_(padded_, strip_reach(setup.model)),
      stream_(std::make_shared<const DeviceStream>()),
      origin_(padded_.index(0, 0, 0)),
      box_(updated_box(padded_)),
      fields_(leapfrog_stencils<Real>(padded_)),
      largest_bits_(1) {
  const auto size = static_cast<std::size_t>(padded_.size());
  for (DeviceArray<Real>* const field : {&v2dt2_, &levels_[0], &levels_[1]}) {
    *field = DeviceArray<Real>(size);
    field->clear();
  }
  {
    const DeviceArray<float> velocity(model_.velocity->data(), static_cast<std::size_t>(padded_.grid.size()));
    launch_squared_steps(velocity.data(), padded_, model_.dt, v2dt2_.data(), *stream_);
    check_cuda(cudaStreamSynchronize(*stream_), "the velocity cannot be set up");
  }
  const auto factors = sponge_factors(padded_, *model_.velocity, model_.dt);
  bool sponge = false;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    sponge_[axis] = to_device(std::vector<Real>(factors[axis].begin(), factors[axis].end()));
    sponge =
        sponge || std::any_of(factors[axis].begin(), factors[axis].end(), [](double g) { return g != 1.0; });
    images_[axis] = axis_images(padded_, static_cast<int>(axis));
  }
  ones_ = to_device(std::vector<Real>(
      static_cast<std::size_t>(std::max({padded_.n[0], padded_.n[1], padded_.n[2]})), Real(1)));
  fields_.v2dt2 = v2dt2_.data() + origin_;
  fields_.gx = sponge_[0].data();
  fields_.gy = sponge_[1].data();
  fields_.gz = sponge_[2].data();
  put_receivers(setup.model);
  put_traces(setup, factors);
  make_steps(setup, sponge);
  if (setup.scattering != nullptr) {
    const auto nodes = static_cast<std::size_t>(padded_.grid.size());
    scattering_ = DeviceArray<float>(setup.scattering->data(), nodes);
    rate_ = DeviceArray<Real>(nodes);
    rate_.clear();
  }
  // Batches of some hundredths of a second.
  batch_ = static_cast<int>(std::clamp<Index>(2'000'000'000 / std::max<Index>(1, padded_.nodes()), 2, 64));
  check_cuda(cudaDeviceSynchronize(), "the wave cannot be set up on the device");
  read_receivers();
}

// What it works on must not go before its work has come to rest; others' sinks may still be at its levels.
template <class Real>
CudaStepper<Real>::~CudaStepper() {
  cudaDeviceSynchronize();
}

template <class Real>
void CudaStepper<Real>::make_steps(const StepperSetup& setup, bool sponge) {
  if (GeneralStep<Real>::is_needed(model_)) begin_from(model_);
  // Born's source comes after the images that this one makes.
  if (!general_ && !setup.adjoint && setup.scattering == nullptr && section_wave_fits(padded_)) {
    section_ = std::make_unique<SectionWave<Real>>(padded_, *model_.velocity, model_.dt, model_.frequency,
                                                   trace_nodes_);
    return;
  }
  if (setup.adjoint)
    adjoint_ = std::make_unique<DeviceCpmlAdjoint<Real>>(padded_, *model_.velocity, model_.density.get(),
                                                         model_.dt, model_.frequency);
  else
    cpml_ = DeviceCpml<Real>(padded_, *model_.velocity, model_.dt, model_.frequency);
  if constexpr (sizeof(Real) == sizeof(float)) {
    if (general_ || !tile_step_fits(padded_) || !has_tensor_copies()) return;
    const std::array<const float*, 3> g =
        sponge ? std::array<const float*, 3>{fields_.gx, fields_.gy, fields_.gz}
               : std::array<const float*, 3>{};
    tiles_ = make_tile_step(padded_, levels_[0].data(), levels_[1].data(), v2dt2_.data(), g);
  }
}

template <class Real>
void CudaStepper<Real>::begin_from(const WaveModel& model) {
  general_ = std::make_unique<GeneralStep<Real>>(padded_, model);
  general_->begin(padded_, model, origin(present_), origin(1 - present_), fields_);
  // A start alone asks for no other steps than the usual ones.
  if (model.time_order == 2 && model.density == nullptr) general_.reset();
}

template <class Real>
void CudaStepper<Real>::put_receivers(const WaveModel& model) {
  const auto receivers = list_receivers<Real>(padded_, model);
  receiver_index_ = to_device(receivers.index);
  receiver_weight_ = to_device(receivers.weight);
  receiver_start_ = to_device(receivers.start);
  receivers_ = {receiver_index_.data(), receiver_weight_.data(), receiver_start_.data(),
                static_cast<int>(places_.size())};
  columns_ = static_cast<int>(
      std::clamp<Index>((Index{1} << 22) / std::max<Index>(1, std::ssize(places_)), 64, 4096));
}

// Sources are traces that nothing weighs but the medium.
template <class Real>
void CudaStepper<Real>::put_traces(const StepperSetup& setup,
                                   const std::array<std::vector<double>, 3>& factors) {
  SentTraces sent;
  if (setup.traces) sent = sent_traces(*setup.traces);
  Field<Real> density;
  if (setup.adjoint && model_.density != nullptr) density = padded_density<Real>(padded_, *model_.density);
  const auto place_of = [&](Index node) {
    return std::array{static_cast<int>(node % padded_.row()) - padded_.lead[0],
                      static_cast<int>(node % padded_.plane() / padded_.row()) - padded_.lead[1],
                      static_cast<int>(node / padded_.plane()) - padded_.lead[2]};
  };
  const auto squared_step = [&](Index node) {
    std::array<int, 3> user = place_of(node);
    for (std::size_t a = 0; a < 3; ++a)
      user[a] = std::clamp(user[a] - padded_.user[a], 0, padded_.grid.n[a] - 1);
    const double v_dt = (*model_.velocity)(user[0], user[1], user[2]) * model_.dt;
    return static_cast<Real>(v_dt * v_dt);
  };
  // What a node makes of a trace of the adjoint, beside that: density and sponge.
  const auto adjoint_weight = [&](Index node) {
    if (!setup.adjoint) return Real(1);
    Real weight = density.empty() ? Real(1) : density[node];
    const std::array<int, 3> place = place_of(node);
    for (std::size_t a = 0; a < 3; ++a)
      weight *= static_cast<Real>(factors[a][static_cast<std::size_t>(place[a])]);
    return weight;
  };
  TraceLists<Real> lists;
  const double cell = 1.0 / padded_.cell_measure();
  const auto place = [&](Vec3 position, double scale, int trace, const auto& weight) {
    for (const Tap& tap : source_taps(padded_, position, model_.interpolation))
      lists.placed.push_back(
          {tap.index, {static_cast<Real>(tap.weight * scale) * squared_step(tap.index) * weight(tap.index), trace}});
  };
  const auto& sources = setup.model.sources;
  std::vector<std::vector<float>> series;
  for (std::size_t s = 0; s < sources.size(); ++s) {
    series.push_back(injected_series(sources[s].series, model_.time_order));
    place(sources[s].position, cell, static_cast<int>(s), [](Index) { return Real(1); });
  }
  for (std::size_t t = 0; t < sent.receivers.size(); ++t)
    place(setup.traces->gather->receivers[static_cast<std::size_t>(sent.receivers[t])],
          setup.traces->scale * cell, static_cast<int>(sources.size() + t), adjoint_weight);
  lists.finish();
  trace_nodes_ = lists.nodes;
  trace_node_ = to_device(lists.nodes);
  trace_start_ = to_device(lists.start);
  trace_entries_ = to_device(lists.entries);
  int steps = sent.steps;
  trace_samples_ = to_device(sources.empty() ? sent.samples : samples_by_step(series, sent, steps));
  traces_ = {trace_node_.data(),
             trace_start_.data(),
             trace_entries_.data(),
             trace_samples_.data(),
             static_cast<int>(lists.nodes.size()),
             static_cast<int>(series.size() + sent.receivers.size()),
             steps};
}

template <class Real>
double CudaStepper<Real>::largest() const {
  // Images of an older level may still lie behind free faces.
  Real* const present = const_cast<Real*>(present_field()) + origin_;
  for (const AxisImages& images : images_)
    launch_images(present, images, *stream_);
  check_cuda(cudaMemsetAsync(largest_bits_.data(), 0, sizeof(int), *stream_), "cannot clear device memory");
  launch_largest(present_field(), padded_.size(), largest_bits_.data(), *stream_);
  int bits = 0;
  check_cuda(cudaMemcpyAsync(&bits, largest_bits_.data(), sizeof(int), cudaMemcpyDeviceToHost, *stream_),
             "cannot look at the field");
  check_cuda(cudaStreamSynchronize(*stream_), "the wave failed on the device");
  const auto most = std::bit_cast<float>(bits);
  return std::isfinite(most) ? static_cast<double>(most) : std::numeric_limits<double>::infinity();
}

template <class Real>
void CudaStepper<Real>::wait_for(const CudaStepper& other) const {
  if (&other == this) return;
  other.reached_.record(*other.stream_);
  other.reached_.hold_back(*stream_);
}

template <class Real>
void CudaStepper<Real>::keep_pace() {
  if (++in_batch_ < batch_) return;
  in_batch_ = 0;
  paces_[batches_ % 2].record(*stream_);
  if (batches_++ > 0) paces_[batches_ % 2].wait();
}

template <class Real>
int CudaStepper<Real>::advance(int steps, const std::stop_token& stop) {
  int done = 0;
  while (done < steps && !stop.stop_requested()) {
    if (back_ != nullptr && step_ == 0) break;
    one_step();
    ++done;
    keep_pace();
  }
  return done;
}

// The level after the present one, which it becomes, without what goes in.
template <class Real>
void CudaStepper<Real>::leapfrog() {
  Real* const present = origin(present_);
  fields_.present = present;
  fields_.oldest = origin(1 - present_);
  DeviceCpml<Real>& pads = back_ != nullptr ? no_cpml_ : cpml_;
  if (general_) {
    general_->launch(present, fields_, pads, *stream_);
  } else {
    if (!tiles_ || !tiles_->reflects())
      for (const AxisImages& images : images_)
        launch_images(present, images, *stream_);
    if (tiles_)
      tiles_->launch(present_ == 0, *stream_);
    else
      launch_step(fields_, box_, padded_.radius, padded_.section, *stream_);
    if (!pads.empty()) pads.launch(present, fields_.oldest, fields_, *stream_);
  }
  if (adjoint_ && back_ == nullptr) adjoint_->launch(present, fields_.oldest, fields_, *stream_);
  present_ = 1 - present_;
}

// The same of a section, with all that goes in, sums and late receivers.
template <class Real>
void CudaStepper<Real>::section_step() {
  SectionSums<Real> sums;
  for (Attached& attached : sinks_) {
    if ((step_ + 1) % attached.every != 0 || sums.count == most_section_sums ||
        attached.sink->kind() == SinkKind::opposed)
      continue;
    attached.added = true;
    attached.sink->begin(stream_);
    sums.kind[sums.count] = attached.sink->kind();
    sums.values[sums.count] = attached.sink->sums();
    sums.when[sums.count++] = attached.sink->when();
  }
  SectionLevel<Real> pending;
  if (std::exchange(unread_, false)) pending = {present_field(), samples_at(step_)};
  fields_.present = origin(present_);
  fields_.oldest = origin(1 - present_);
  section_->launch(fields_, step_, traces_, sums, receivers_, pending, *stream_);
  present_ = 1 - present_;
}

template <class Real>
void CudaStepper<Real>::one_step() {
  if (section_ && back_ == nullptr) {
    section_step();
  } else {
    leapfrog();
    launch_traces(levels_[present_].data(), traces_, step_, *stream_);
  }
  Real* const made = levels_[present_].data();
  if (background_ != nullptr) {
    wait_for(*background_);
    launch_scattered(made, background_->present_field(), background_->past_field(), scattering_.data(),
                     rate_.data(), user_box(padded_), *stream_);
    background_->wait_for(*this);
    background_ = nullptr;
  }
  step_ += back_ != nullptr ? -1 : 1;
  if (back_ != nullptr)
    back_->bring(step_, made, *stream_);
  else if (record_ != nullptr)
    record_->keep(step_, made, *stream_);
  if (back_ == nullptr) read_receivers();
  for (Attached& attached : sinks_)
    if (step_ % attached.every == 0 && !std::exchange(attached.added, false))
      attached.sink->add_levels(present_field(), past_field(), step_, stream_);
}

template <class Real>
Real* CudaStepper<Real>::samples_at(int step) {
  const auto part = static_cast<std::size_t>(step / columns_);
  while (samples_.size() <= part) {
    samples_.emplace_back(places_.size() * static_cast<std::size_t>(columns_));
    samples_.back().clear();
  }
  return samples_[part].data() + places_.size() * static_cast<std::size_t>(step % columns_);
}

template <class Real>
void CudaStepper<Real>::read_receivers() {
  sampled_ = step_ + 1;
  if (places_.empty()) return;
  unread_ = true;
  // The next step of a section reads them as well.
  if (!section_) read_late();
}

template <class Real>
void CudaStepper<Real>::read_late() const {
  if (!std::exchange(unread_, false)) return;
  launch_exact_receivers(present_field(), receivers_, const_cast<CudaStepper&>(*this).samples_at(step_),
                         *stream_);
}

template <class Real>
std::vector<Real> CudaStepper<Real>::samples() const {
  read_late();
  check_cuda(cudaStreamSynchronize(*stream_), "the wave failed on the device");
  const std::size_t each = places_.size(), wanted = each * static_cast<std::size_t>(sampled_);
  std::vector<Real> all(wanted);
  const std::size_t in_part = each * static_cast<std::size_t>(columns_);
  for (std::size_t part = 0; part * in_part < wanted; ++part)
    check_cuda(cudaMemcpy(all.data() + part * in_part, samples_[part].data(),
                          sizeof(Real) * std::min(in_part, wanted - part * in_part), cudaMemcpyDeviceToHost),
               "cannot copy the traces");
  return all;
}

template <class Real>
Gather CudaStepper<Real>::gather() const {
  return gather_of_samples(places_, model_.dt, samples());
}

template <class Real>
std::vector<double> CudaStepper<Real>::exact_samples() const {
  return samples_by_receiver(places_.size(), samples());
}

template <class Real>
void CudaStepper<Real>::pressure(Field<float>& out) const {
  DeviceArray<float> part(static_cast<std::size_t>(padded_.grid.size()));
  launch_user_part(present_field(), padded_, part.data(), *stream_);
  check_cuda(cudaMemcpyAsync(out.data(), part.data(), part.size() * sizeof(float), cudaMemcpyDeviceToHost,
                             *stream_),
             "cannot read the device");
  check_cuda(cudaStreamSynchronize(*stream_), "the wave failed on the device");
}

// Present, past and what the pads remember.
template <class Real>
typename CudaStepper<Real>::Memory CudaStepper<Real>::memory() const {
  auto& self = const_cast<CudaStepper&>(*this);
  Memory all;
  for (const std::size_t level : {present_, 1 - present_})
    all.emplace_back(self.levels_[level].data(), self.levels_[level].size());
  for (const auto& part : section_ ? section_->memory() : self.cpml_.memory())
    all.push_back(part);
  if (adjoint_)
    for (const auto& part : self.adjoint_->memory())
      all.push_back(part);
  return all;
}

template <class Real>
std::unique_ptr<WaveLevels> CudaStepper<Real>::levels() const {
  auto kept = std::make_unique<DeviceLevels<Real>>();
  kept->stream = stream_;
  for (const auto& [from, size] : memory()) {
    kept->fields.emplace_back(size);
    copy_on_device(kept->fields.back().data(), from, size, *stream_);
  }
  kept->copied.record(*stream_);
  return kept;
}

template <class Real>
void CudaStepper<Real>::restore(const WaveLevels& levels, int step, bool reversed) {
  const auto& kept = same_device<const DeviceLevels<Real>>(levels);
  const Memory fields = memory();
  if (fields.size() != kept.fields.size()) throw_other_levels();
  for (std::size_t f = 0; f < fields.size(); ++f)
    if (fields[f].second != kept.fields[f].size()) throw_other_levels();
  read_late();
  kept.copied.hold_back(*stream_);
  for (std::size_t f = 0; f < fields.size(); ++f)
    copy_on_device(fields[f].first, kept.fields[f].data(), fields[f].second, *stream_);
  step_ = reversed ? step - 1 : step;
  if (reversed) present_ = 1 - present_;
  if (back_ != nullptr) return;
  sampled_ = step + 1;
  if (!places_.empty()) samples_at(step);
}

template <class Real>
std::unique_ptr<StripRecord> CudaStepper<Real>::make_strip_record(const StripOptions& options) const {
  return std::make_unique<DeviceStripRecord<Real>>(padded_, strips_, options);
}

template <class Real>
void CudaStepper<Real>::record(StripRecord& strips) {
  record_ = &same_device<DeviceStripRecord<Real>>(strips);
  record_->keep(step_, present_field(), *stream_);
}

// From here on the past is what comes next, the pads are silent, and steps go over the user's nodes alone.
template <class Real>
void CudaStepper<Real>::turn_back(StripRecord& strips) {
  read_late();
  back_ = &same_device<DeviceStripRecord<Real>>(strips);
  back_->end(step_);
  record_ = nullptr;
  for (DeviceArray<Real>& level : levels_)
    launch_silence(level.data(), padded_, *stream_);
  fields_.gx = fields_.gy = fields_.gz = ones_.data();
  box_ = updated_box(inner_);
  if (general_) general_->restrict_to(box_);
  if constexpr (sizeof(Real) == sizeof(float))
    if (tiles_) tiles_ = make_tile_step(inner_, levels_[0].data(), levels_[1].data(), v2dt2_.data(), {});
  present_ = 1 - present_;
  --step_;
}

template <class Real>
std::unique_ptr<WaveSink> CudaStepper<Real>::make_sink(SinkKind kind) const {
  return std::make_unique<DeviceSink<Real>>(padded_, kind);
}

template <class Real>
void CudaStepper<Real>::attach(WaveSink& sink, int every) {
  sinks_.push_back({&same_device<DeviceSink<Real>>(sink), std::max(1, every)});
}

template <class Real>
void CudaStepper<Real>::scatter(const WaveStepper& background) {
  if (scattering_.size() == 0) throw_nothing_scatters();
  background_ = &same_device<const CudaStepper>(background);
}

template class CudaStepper<float>;
template class CudaStepper<double>;

std::unique_ptr<WaveStepper> make_cuda_stepper(const StepperSetup& setup) {
  check_stepper_setup(setup);
  if (setup.model.precision == Precision::binary64) return std::make_unique<CudaStepper<double>>(setup);
  return std::make_unique<CudaStepper<float>>(setup);
}

}  // namespace foldwave
