// The filters of volumes (core/volume/filter/filters.hpp) on a CUDA device. It holds no CUDA type. Volumes go
// over whole: a filter takes two fields of the device's memory, the recursion and gaps three.
#pragma once

#include <memory>

#include "core/volume/filter/filters.hpp"

namespace foldwave {

std::unique_ptr<VolumeFilters> make_cuda_filters();

}  // namespace foldwave
