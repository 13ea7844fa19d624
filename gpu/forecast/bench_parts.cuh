// The parts of measure_device, each with a file of its own.
#pragma once

#include "gpu/forecast/device_bench.hpp"

namespace foldwave {

void measure_operations(const DeviceBenchPlan& plan, const Job& job, DeviceFigures& figures);
void measure_levels(const DeviceBenchPlan& plan, const Job& job, DeviceFigures& figures);
void measure_requests(DeviceFigures& figures);
void measure_bandwidths(const Job& job, DeviceFigures& figures);
void measure_launches(DeviceFigures& figures);
void measure_copies(DeviceFigures& figures);

}  // namespace foldwave
