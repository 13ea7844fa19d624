#include "core/wave/cpu/cpu_sinks.hpp"

#include <algorithm>
#include <cmath>

#include "core/wave/cpu/cpu_stepper.hpp"
#include "core/wave/stepper_check.hpp"

namespace foldwave {

namespace {

template <class Real>
Real geometric_mean(std::span<const CpuLevels<Real>> levels, Index at) {
  bool positive = false, negative = false;
  // Eight groups of a weak wave leave single precision's range.
  double product = 1.0;
  for (const auto& level : levels) {
    const Real p = level.present[at];
    (p > Real(0) ? positive : negative) = true;
    product *= std::abs(static_cast<double>(p));
  }
  if (positive && negative) return Real(0);
  return static_cast<Real>(std::pow(product, 1.0 / static_cast<double>(levels.size())));
}

}  // namespace

template <class Real>
CpuSink<Real>::CpuSink(const PaddedGrid& padded, SinkKind kind)
    : padded_(padded),
      kind_(kind),
      kernels_(row_kernels<Real>(best_instruction_set(), padded.radius, padded.section)),
      shape_{whole_lanes(padded.grid.n[0]), padded.grid.n[1], padded.grid.n[2]} {
  clear();
}

template <class Real>
void CpuSink<Real>::clear() {
  values_ = Field<Real>(shape_);
  if (kind_ == SinkKind::largest) steps_ = Field<Real>(shape_, Real(-1));
}

template <class Real>
void CpuSink<Real>::add(std::span<const WaveStepper* const> steppers) {
  std::vector<CpuLevels<Real>> levels;
  for (const WaveStepper* const stepper : steppers) {
    const auto* const mine = dynamic_cast<const CpuStepper<Real>*>(stepper);
    if (mine == nullptr || mine->padded().shape != padded_.shape) throw_waves_do_not_meet();
    levels.push_back(mine->levels_now());
  }
  if (levels.empty()) return;
  const int step = steppers.front()->step();
  const auto& n = padded_.grid.n;
#pragma omp parallel for collapse(2) schedule(static) if (padded_.nodes() >= 30000)
  for (int z = 0; z < n[2]; ++z)
    for (int y = 0; y < n[1]; ++y)
      add_row(levels, y, z, step);
}

template <class Real>
void CpuSink<Real>::add_row(std::span<const CpuLevels<Real>> levels, int y, int z, int step) {
  const Index at = shape_[0] * (y + Index{1} * shape_[1] * z);
  const Index from = padded_.user_index(0, y, z);
  SinkRow<Real> row;
  row.width = shape_[0];
  row.p = row.q = levels.front().present + from;
  row.p_past = row.q_past = levels.front().past + from;
  row.step = static_cast<Real>(step);
  row.to = values_.data() + at;
  const auto add = [&](SinkRowKind kind) { kernels_.sinks[static_cast<std::size_t>(kind)](row); };
  switch (kind_) {
    case SinkKind::largest:
      if (levels.size() > 1) return add_largest(levels, at, from, step);
      row.steps = steps_.data() + at;
      return add(SinkRowKind::largest);
    case SinkKind::product:
      if (levels.size() > 2) return add_product(levels, at, from);
      row.q = levels.back().present + from;
      return add(SinkRowKind::product);
    case SinkKind::rates:
      row.q = levels.back().present + from;
      row.q_past = levels.back().past + from;
      return add(SinkRowKind::rates);
    case SinkKind::energy:
      return add(SinkRowKind::product);
    case SinkKind::rate_energy:
      return add(SinkRowKind::rates);
    case SinkKind::opposed:
      return add_opposed(levels, at, from);
  }
}

template <class Real>
void CpuSink<Real>::add_product(std::span<const CpuLevels<Real>> levels, Index at, Index from) {
  for (int x = 0; x < padded_.grid.n[0]; ++x) {
    Real product = 1;
    for (const auto& level : levels)
      product *= level.present[from + x];
    values_[at + x] += product;
  }
}

template <class Real>
void CpuSink<Real>::add_largest(std::span<const CpuLevels<Real>> levels, Index at, Index from, int step) {
  Real* const to = values_.data() + at;
  const int n = padded_.grid.n[0];
  for (int x = 0; x < n; ++x) {
    const Real size = geometric_mean(levels, from + x);
    if (!(size > to[x])) continue;
    to[x] = size;
    steps_[at + x] = static_cast<Real>(step);
  }
}

template <class Real>
void CpuSink<Real>::add_opposed(std::span<const CpuLevels<Real>> levels, Index at, Index from) {
  const auto& h = padded_.grid.h;
  const std::array<Index, 3> stride{1, padded_.row(), padded_.plane()};
  for (int x = 0; x < padded_.grid.n[0]; ++x) {
    Real slopes{};
    const Index m = from + x;
    const CpuLevels<Real>& a = levels.front();
    const CpuLevels<Real>& b = levels.back();
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (padded_.section && axis == 1) continue;
      const Real weight = static_cast<Real>(0.25 / (h[axis] * h[axis]));
      slopes += weight * (a.present[m + stride[axis]] - a.present[m - stride[axis]]) *
                (b.present[m + stride[axis]] - b.present[m - stride[axis]]);
    }
    const Real rates = (a.present[m] - a.past[m]) * (b.present[m] - b.past[m]);
    if (slopes * rates < Real(0)) values_[at + x] += a.present[m] * b.present[m];
  }
}

template <class Real>
template <class To>
Field<To> CpuSink<Real>::user_part(const Field<Real>& rows) const {
  Field<To> out(rows.empty() ? std::array<int, 3>{} : padded_.grid.n);
  for (Index m = 0; m < out.size(); ++m)
    out[m] = static_cast<To>(rows[m / padded_.grid.n[0] * shape_[0] + m % padded_.grid.n[0]]);
  return out;
}

template <class Real>
Field<float> CpuSink<Real>::values() const {
  return user_part<float>(values_);
}

template <class Real>
Field<double> CpuSink<Real>::exact_values() const {
  return user_part<double>(values_);
}

template <class Real>
Field<int> CpuSink<Real>::steps() const {
  return user_part<int>(steps_);
}

template class CpuSink<float>;
template class CpuSink<double>;

}  // namespace foldwave
