#include "gpu/imaging/device_samples.cuh"

#include <algorithm>

#include "gpu/wave/wave_tables.hpp"

namespace foldwave {

template <class Real>
DeviceSamples<Real>::DeviceSamples(const PaddedGrid& padded, const WaveModel& model) {
  const auto lists = list_receivers<Real>(padded, model);
  index_ = DeviceArray<Index>(lists.index.data(), lists.index.size());
  weight_ = DeviceArray<Real>(lists.weight.data(), lists.weight.size());
  start_ = DeviceArray<int>(lists.start.data(), lists.start.size());
  table_ = {index_.data(), weight_.data(), start_.data(), static_cast<int>(model.receivers.size())};
  columns_ = 64 * static_cast<int>(std::clamp<Index>(
                      (Index{1} << 16) / std::max<Index>(1, std::ssize(model.receivers)), 1, 64));
}

template <class Real>
Real* DeviceSamples<Real>::at(int step) {
  const auto part = static_cast<std::size_t>(step / columns_);
  const auto each = static_cast<std::size_t>(table_.receivers);
  while (parts_.size() <= part) {
    parts_.emplace_back(each * static_cast<std::size_t>(columns_));
    parts_.back().clear();
  }
  return parts_[part].data() + each * static_cast<std::size_t>(step % columns_);
}

template <class Real>
std::vector<Real> DeviceSamples<Real>::read(int steps) const {
  const auto each = static_cast<std::size_t>(table_.receivers);
  const std::size_t wanted = each * static_cast<std::size_t>(steps);
  std::vector<Real> all(wanted);
  const std::size_t in_part = each * static_cast<std::size_t>(columns_);
  for (std::size_t part = 0; part * in_part < wanted; ++part)
    check_cuda(cudaMemcpy(all.data() + part * in_part, parts_[part].data(),
                          sizeof(Real) * std::min(in_part, wanted - part * in_part), cudaMemcpyDeviceToHost),
               "cannot copy the traces");
  return all;
}

template class DeviceSamples<float>;
template class DeviceSamples<double>;

}  // namespace foldwave
