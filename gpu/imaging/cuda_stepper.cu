#include "gpu/imaging/cuda_stepper.cuh"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "core/wave/stepper_check.hpp"
#include "gpu/imaging/cuda_stepper.hpp"
#include "gpu/imaging/device_levels.cuh"
#include "gpu/wave/tensor_map.cuh"

namespace foldwave {

// What it works on must not go before its work has come to rest; others' sinks may still be at its levels.
template <class Real>
CudaStepper<Real>::~CudaStepper() {
  cudaDeviceSynchronize();
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
    if (!tiles_ || !tiles_->reflects() || pads.reads_images())
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

// The attached sums that a section's step adds to itself.
template <class Real>
SectionSums<Real> CudaStepper<Real>::section_sums() {
  SectionSums<Real> sums;
  for (Attached& attached : sinks_) {
    if (sums.count == most_section_sums || attached.sink->kind() == SinkKind::opposed) continue;
    if ((step_ + 1) % attached.every != 0) continue;
    attached.added = true;
    attached.sink->begin(stream_);
    sums.kind[sums.count] = attached.sink->kind();
    sums.values[sums.count] = attached.sink->sums();
    sums.when[sums.count++] = attached.sink->when();
  }
  return sums;
}

// The same of a section, with all that goes in, sums and late receivers.
template <class Real>
void CudaStepper<Real>::section_step() {
  const SectionSums<Real> sums = section_sums();
  SectionLevel<Real> pending;
  if (std::exchange(unread_, false)) pending = {present_field(), samples_.at(step_)};
  fields_.present = origin(present_);
  fields_.oldest = origin(1 - present_);
  section_->launch(fields_, step_, traces_, sums, samples_.table(), pending, *stream_);
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
void CudaStepper<Real>::read_receivers() {
  sampled_ = step_ + 1;
  if (samples_.empty()) return;
  unread_ = true;
  // The next step of a section reads them as well.
  if (!section_) read_late();
}

template <class Real>
void CudaStepper<Real>::read_late() const {
  if (!std::exchange(unread_, false)) return;
  launch_exact_receivers(present_field(), samples_.table(), samples_.at(step_), *stream_);
}

template <class Real>
std::vector<Real> CudaStepper<Real>::samples() const {
  read_late();
  check_cuda(cudaStreamSynchronize(*stream_), "the wave failed on the device");
  return samples_.read(sampled_);
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
  check_cuda(
      cudaMemcpyAsync(out.data(), part.data(), part.size() * sizeof(float), cudaMemcpyDeviceToHost, *stream_),
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
    copy_level(kept->fields.back().data(), from, size, *stream_);
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
    copy_level(fields[f].first, kept.fields[f].data(), fields[f].second, *stream_);
  step_ = reversed ? step - 1 : step;
  if (reversed) present_ = 1 - present_;
  if (back_ != nullptr) return;
  sampled_ = step + 1;
  if (!samples_.empty()) samples_.at(step);
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
std::unique_ptr<FieldRecord> CudaStepper<Real>::make_field_record(const FieldRecordOptions& options) const {
  return std::make_unique<DeviceFieldRecord>(padded_, options);
}

template <class Real>
void CudaStepper<Real>::keep(FieldRecord& record) const {
  same_device<DeviceFieldRecord>(record).keep(step_, present_field(), padded_, *stream_);
}

template <class Real>
void CudaStepper<Real>::show(const FieldRecord& record, int step) {
  read_late();
  same_device<const DeviceFieldRecord>(record).bring(step, levels_[present_].data(), padded_, *stream_);
  step_ = step;
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
