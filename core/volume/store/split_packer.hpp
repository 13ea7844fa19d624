// One volume packed and unpacked by several devices, each with some of its layers of bricks: the bytes of one
// alone. Shapes and errors: volume_packer.hpp.
#pragma once

#include <functional>
#include <memory>

#include "core/base/devices/work_devices.hpp"
#include "core/volume/store/volume_packer.hpp"

namespace foldwave {

// `make` is called on each device's thread; null where it gives null.
std::unique_ptr<VolumePacker> make_split_packer(WorkDevices devices,
                                                std::function<std::unique_ptr<VolumePacker>()> make);

}  // namespace foldwave
