// The back end of another machine, of which there is a calibration and nothing else: it tells what forecasts
// ask of a back end, and runs nothing. Of a device its memory is what its fields take (gpu/wave); a few small
// tables are left out.
#pragma once

#include <memory>

#include "core/engine/forecast/forecast.hpp"

namespace foldwave {

struct DistantMachine {
  std::shared_ptr<const Backend> backend;
  MachineRates machine;
};

// Of a calibration's file, taken as that machine's own. Throws InputError where it cannot be read or was
// never measured.
DistantMachine distant_machine(const std::filesystem::path& file);

// "NVIDIA H100 of gauss (AMD EPYC 9354)": whose times they are.
std::string stamp_text(const MachineStamp& stamp);

}  // namespace foldwave
