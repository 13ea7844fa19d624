#include "core/wave/cpu/cpu_stepper.hpp"

#include <algorithm>

#include "core/base/system.hpp"
#include "core/wave/run_control.hpp"
#include "core/wave/stepper_check.hpp"

namespace foldwave {

namespace {

template <class Real>
struct CpuKeptLevels final : WaveLevels {
  std::vector<Field<Real>> fields;
  std::int64_t bytes() const override {
    std::int64_t sum = 0;
    for (const auto& field : fields)
      sum += static_cast<std::int64_t>(sizeof(Real)) * field.size();
    return sum;
  }
};

}  // namespace

template <class Real>
CpuStepper<Real>::CpuStepper(const StepperSetup& setup)
    : model_(without_survey(setup.model)),
      padded_(setup.model),
      places_(setup.model.receivers),
      strips_(padded_, strip_reach(setup.model)),
      wave_(padded_, model_, this, setup.adjoint),
      sources_(padded_, setup.model, wave_.squared_velocity_steps()),
      receivers_(padded_, setup.model, wavefront_steps),
      scattering_(setup.scattering) {
  if (setup.traces) {
    const auto weight = [&](Index node) {
      Real of_node = wave_.squared_velocity_steps()[node];
      if (!setup.adjoint) return of_node;
      const int k = static_cast<int>(node / padded_.plane()) - padded_.lead[2];
      const int j = static_cast<int>(node % padded_.plane() / padded_.row()) - padded_.lead[1];
      const int i = static_cast<int>(node % padded_.row()) - padded_.lead[0];
      const LeapfrogFields<Real>& f = wave_.fields();
      if (wave_.density() != nullptr) of_node *= wave_.density()->density()[node];
      return of_node * f.gx[i] * f.gy[j] * f.gz[k];
    };
    traces_.emplace(padded_, *setup.traces, setup.model.interpolation, weight);
  }
  if (scattering_ != nullptr) rate_ = Field<Real>(padded_.grid.n);
  samples_.resize(places_.size());
  for (int z = 0; z < padded_.n[2]; ++z)
    receivers_.read(wave_.present().data(), 0, padded_.n[1], z, 0);
  receivers_.collect(0, samples_.data());
}

// The steps of the next pass, at most.
template <class Real>
int CpuStepper<Real>::at_once(int steps) const {
  if (back_ != nullptr) steps = std::min(steps, step_);
  return background_ != nullptr ? std::min(steps, 1) : std::min(steps, wavefront_steps);
}

template <class Real>
int CpuStepper<Real>::advance(int steps, const std::stop_token& stop) {
  int done = 0;
  while (done < steps) {
    const int most = at_once(steps - done);
    if (most <= 0 || stop.stop_requested()) break;
    if (back_ != nullptr)
      for (int level = 0; level < most; ++level)
        back_->bring(step_ - level - 1);
    const int taken = wave_.advance(step_, most, nothing_, stop);
    if (taken == 0) break;
    if (back_ == nullptr) {
      samples_.resize(places_.size() * static_cast<std::size_t>(step_ + taken + 1));
      for (int level = 0; level < taken; ++level) {
        receivers_.collect(level,
                           samples_.data() + places_.size() * static_cast<std::size_t>(step_ + level + 1));
        if (record_ != nullptr) record_->keep(step_ + level + 1);
      }
    }
    background_ = nullptr;
    done += taken;
    step_ += back_ != nullptr ? -taken : taken;
  }
  return done;
}

template <class Real>
void CpuStepper<Real>::made(Real* field, int y0, int y1, int z, int step, int level) {
  const int source_step = back_ != nullptr ? step - level : step + level;
  sources_.add(field, y0, y1, z, source_step);
  if (traces_) traces_->add(field, y0, y1, z, source_step);
  const int user_z = z - padded_.user[2];
  if (user_z < 0 || user_z >= padded_.grid.n[2]) return;
  CpuStripRecord<Real>* const strips = back_ != nullptr ? back_ : record_;
  Real* const values = strips != nullptr ? strips->level(level_at(step, level)) : nullptr;
  for (int y = std::max(y0 - padded_.user[1], 0); y < std::min(y1 - padded_.user[1], padded_.grid.n[1]);
       ++y) {
    if (background_ != nullptr) add_scattered(field, y, user_z);
    if (values != nullptr) copy_strips(field, values, y, user_z, back_ == nullptr);
  }
}

template <class Real>
void CpuStepper<Real>::add_scattered(Real* field, int y, int z) {
  const Index at = padded_.user_index(0, y, z);
  const CpuLevels<Real> levels = background_->levels_now();
  const Real* const now = levels.present + at;
  const Real* const before = levels.past + at;
  const float* const m = &(*scattering_)(0, y, z);
  Real* const rate = &rate_(0, y, z);
  Real* const to = field + at;
  for (int x = 0; x < padded_.grid.n[0]; ++x) {
    const Real new_rate = now[x] - before[x];
    to[x] -= static_cast<Real>(m[x]) * (new_rate - rate[x]);
    rate[x] = new_rate;
  }
}

// Between a row of the field and its strips.
template <class Real>
void CpuStepper<Real>::copy_strips(Real* field, Real* level, int y, int z, bool out) const {
  const StripRow& row = strips_.row(y, z);
  Real* const nodes = field + padded_.user_index(0, y, z);
  Real* const values = level + row.first;
  const int rest = strips_.width() - row.high_x;
  if (out) {
    std::copy_n(nodes, row.low, values);
    std::copy_n(nodes + row.high_x, rest, values + row.low);
  } else {
    std::copy_n(values, row.low, nodes);
    std::copy_n(values + row.low, rest, nodes + row.high_x);
  }
}

template <class Real>
void CpuStepper<Real>::finished(const Real* field, int y0, int y1, int z, int step, int level) {
  if (back_ == nullptr) receivers_.read(field, y0, y1, z, level);
  const int user_z = z - padded_.user[2];
  if (sinks_.empty() || user_z < 0 || user_z >= padded_.grid.n[2]) return;
  const Real* const one = wave_.present().data();
  const CpuLevels<Real> levels{field, field == one ? wave_.past().data() : one};
  const int number = level_at(step, level);
  for (const Attached& attached : sinks_)
    if (number % attached.every == 0)
      for (int y = std::max(y0 - padded_.user[1], 0); y < std::min(y1 - padded_.user[1], padded_.grid.n[1]);
           ++y)
        attached.sink->add_row({&levels, 1}, y, user_z, number);
}

template <class Real>
Gather CpuStepper<Real>::gather() const {
  return gather_of_samples(places_, model_.dt, samples_);
}

template <class Real>
std::vector<double> CpuStepper<Real>::exact_samples() const {
  return samples_by_receiver(places_.size(), samples_);
}

template <class Real>
void CpuStepper<Real>::pressure(Field<float>& out) const {
  const auto& n = padded_.grid.n;
#pragma omp parallel for collapse(2) schedule(static) if (padded_.nodes() >= 30000)
  for (int k = 0; k < n[2]; ++k)
    for (int j = 0; j < n[1]; ++j) {
      const Real* const from = wave_.present().data() + padded_.user_index(0, j, k);
      float* const to = &out(0, j, k);
      for (int i = 0; i < n[0]; ++i)
        to[i] = static_cast<float>(from[i]);
    }
}

template <class Real>
std::unique_ptr<WaveLevels> CpuStepper<Real>::levels() const {
  auto kept = std::make_unique<CpuKeptLevels<Real>>();
  for (const Field<Real>* const field : const_cast<CpuWave<Real>&>(wave_).memory())
    kept->fields.push_back(field->clone());
  return kept;
}

template <class Real>
void CpuStepper<Real>::restore(const WaveLevels& levels, int step, bool reversed) {
  const auto& kept = same_device<const CpuKeptLevels<Real>>(levels);
  const auto fields = wave_.memory();
  if (fields.size() != kept.fields.size()) throw_other_levels();
  for (std::size_t f = 0; f < fields.size(); ++f)
    std::copy_n(kept.fields[f].data(), kept.fields[f].size(), fields[f]->data());
  step_ = reversed ? step - 1 : step;
  if (reversed) wave_.exchange();
  if (back_ == nullptr) samples_.resize(places_.size() * static_cast<std::size_t>(step + 1));
}

template <class Real>
std::unique_ptr<StripRecord> CpuStepper<Real>::make_strip_record(const StripOptions& options) const {
  const bool exact = options.precision == StripPrecision::exact;
  const double each = exact ? sizeof(Real) : options.precision == StripPrecision::bits16 ? 2.1 : 1.1;
  const double levels = options.steps / (exact ? 1.0 : std::max(1, options.every));
  if (options.folder.empty())
    check_memory(static_cast<std::int64_t>(each * levels * static_cast<double>(strips_.values())),
                 available_memory_bytes());
  return std::make_unique<CpuStripRecord<Real>>(strips_.values(),
                                                strip_lags(strips_, padded().grid.n, strip_block), options);
}

template <class Real>
void CpuStepper<Real>::record(StripRecord& strips) {
  record_ = &same_device<CpuStripRecord<Real>>(strips);
  Real* const values = record_->level(step_);
  Real* const field = const_cast<Real*>(wave_.present().data());
  for (int z = 0; z < padded_.grid.n[2]; ++z)
    for (int y = 0; y < padded_.grid.n[1]; ++y)
      copy_strips(field, values, y, z, true);
  record_->keep(step_);
}

template <class Real>
void CpuStepper<Real>::turn_back(StripRecord& strips) {
  back_ = &same_device<CpuStripRecord<Real>>(strips);
  back_->end(step_);
  record_ = nullptr;
  wave_.turn_back();
  --step_;
}

template <class Real>
std::unique_ptr<FieldRecord> CpuStepper<Real>::make_field_record(const FieldRecordOptions& options) const {
  return std::make_unique<CpuFieldRecord>(padded_.grid.n, options);
}

template <class Real>
void CpuStepper<Real>::keep(FieldRecord& record) const {
  Field<float> level(padded_.grid.n);
  pressure(level);
  same_device<CpuFieldRecord>(record).keep(step_, std::move(level));
}

template <class Real>
void CpuStepper<Real>::show(const FieldRecord& record, int step) {
  Field<float> room;
  const Field<float>& level = same_device<const CpuFieldRecord>(record).level(step, room);
  Real* const present = const_cast<Real*>(wave_.present().data());
  const auto& n = padded_.grid.n;
#pragma omp parallel for collapse(2) schedule(static) if (padded_.nodes() >= 30000)
  for (int k = 0; k < n[2]; ++k)
    for (int j = 0; j < n[1]; ++j)
      std::copy_n(&level(0, j, k), n[0], present + padded_.user_index(0, j, k));
  step_ = step;
}

template <class Real>
std::unique_ptr<WaveSink> CpuStepper<Real>::make_sink(SinkKind kind) const {
  return std::make_unique<CpuSink<Real>>(padded_, kind);
}

template <class Real>
void CpuStepper<Real>::attach(WaveSink& sink, int every) {
  sinks_.push_back({&same_device<CpuSink<Real>>(sink), std::max(1, every)});
}

template <class Real>
void CpuStepper<Real>::scatter(const WaveStepper& background) {
  if (scattering_ == nullptr) throw_nothing_scatters();
  background_ = &same_device<const CpuStepper>(background);
}

template class CpuStepper<float>;
template class CpuStepper<double>;

std::unique_ptr<WaveStepper> make_cpu_stepper(const StepperSetup& setup) {
  check_stepper_setup(setup);
  if (setup.model.precision == Precision::binary64) return std::make_unique<CpuStepper<double>>(setup);
  return std::make_unique<CpuStepper<float>>(setup);
}

}  // namespace foldwave
