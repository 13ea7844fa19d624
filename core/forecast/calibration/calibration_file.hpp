// The calibration as a JSON file, in the user's cache folder ($XDG_CACHE_HOME, else ~/.cache):
// foldwave/forecast-<machine>-<back end>-<device>-<threads>.json. A file that is not there, that is damaged,
// or of another machine, device or count of threads is no error: what is wrong is a finding, and the forecast
// goes on with what there is, less sure. Errors of writing and locking: those of formats/atomic_file.hpp.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "core/forecast/calibration/calibration.hpp"
#include "core/model/findings.hpp"

namespace foldwave {

inline constexpr const char* calibrate_command = "foldwave-cli forecast --calibrate";  // the remedy's words

std::filesystem::path cache_folder();
std::filesystem::path calibration_path(const MachineStamp& stamp);

// Where `foldwave-cli bench device` or `bench kernel-models` keeps what it told of a machine's device:
// <bench>-<machine>-<device>.json of the same folder; `bench` is "device" or "kernel-models".
std::filesystem::path figures_path(const char* bench, const MachineStamp& stamp);

std::string calibration_text(const Calibration& calibration);
// Throws InputError at `file`, with the place in it, for what is no calibration.
Calibration parse_calibration(const std::string& text, const std::string& file);

// How a calibration stands to the machine and the day on which it is used.
enum class CalibrationState { good, missing, damaged, foreign, old, busy };

struct FoundCalibration {
  Calibration calibration;  // with this machine's stamp where there was none to read
  CalibrationState state = CalibrationState::missing;
  Findings findings;
};
FoundCalibration find_calibration(const std::filesystem::path& file, const MachineStamp& here);

// What is added to the scatter of a forecast (cost/estimate.hpp) for that state.
double widening_of(CalibrationState state, const Calibration& calibration);
const char* calibration_state_name(CalibrationState state);  // "good", "missing", ..

void write_calibration(const std::filesystem::path& file, const Calibration& calibration);

// The two below change the file in the cache as it lies there by then, whoever has written meanwhile, and one
// process at a time, by a lock in NAME.json.lock.
// What runs have shown is added to what there is of this machine. One of another stays as it is, and false is
// given; a damaged one is kept as NAME.json.before.
bool mend_calibration(const MachineStamp& here, const std::function<void(Calibration&)>& change);
// A fresh one in place of what is there, whose runs it takes over where they are of the same machine and
// program. What is damaged or of another is kept as NAME.json.before, whose place is given; else nothing.
std::filesystem::path replace_calibration(Calibration fresh);

}  // namespace foldwave
