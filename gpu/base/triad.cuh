// How fast the device's memory is: the triad of core/base/bandwidth.hpp.
#pragma once

namespace foldwave {

double device_triad_bytes_per_second();  // the best of several runs; a few ms. Throws DeviceError

}  // namespace foldwave
