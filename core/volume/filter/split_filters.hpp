// Filters of one volume by several devices. A kernel, and a direct Gaussian of a volume without gaps, is
// taken over layers, each device's with those that it reaches into, and gives the bits of one device; what
// looks further (other Gaussians, stencils that bend at the ends, votes) is done by the first alone. Shapes
// and errors: filters.hpp.
#pragma once

#include <functional>
#include <memory>

#include "core/base/devices/work_devices.hpp"
#include "core/volume/filter/filters.hpp"

namespace foldwave {

// `make` is called on each device's thread.
std::unique_ptr<VolumeFilters> make_split_filters(WorkDevices devices,
                                                  std::function<std::unique_ptr<VolumeFilters>()> make);

}  // namespace foldwave
