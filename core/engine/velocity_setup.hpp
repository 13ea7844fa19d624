// From a scenario to the velocity of its wave where a file gives it (docs/scenario.md, `velocity`), or to the
// one that its survey migrates in (`imaging.survey.velocity`), which is read in the same way.
//
// Smoothing is a Gaussian on slowness, 1 / v, not on v: what a wave adds up on its way is slowness. The mean
// slowness of the whole volume stays what it was. The travel time down a vertical does only where the model
// is layered; elsewhere it takes in what lies beside it. Shapes: metres a second, one value a node. Errors:
// InputError naming the JSON path or the file, the value and the remedy; ResourceError when it does not fit
// in memory; Stopped.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/field.hpp"
#include "core/base/file_stamp.hpp"
#include "core/base/progress.hpp"
#include "core/model/findings.hpp"
#include "core/model/scenario.hpp"

namespace foldwave {

struct VelocityVolume {
  Grid3 grid;
  Field<float> values;                         // m/s, smoothed
  std::vector<std::string> assumed, warnings;  // of the file, in words (formats/scalar_volume.hpp)
};

// Which state of the file is there now, and of a header beside it; of neither when there is no file.
struct VelocityStamp {
  FileStamp file, header;
  bool operator==(const VelocityStamp&) const = default;
};
VelocityStamp velocity_stamp(const Scenario& scenario);

// Null when there is no file. The last one is kept: it is read again only when it or what is asked of it
// changes.
std::shared_ptr<const VelocityVolume> build_velocity(const Scenario& scenario, const Job& job = {});
std::shared_ptr<const VelocityVolume> build_migration_velocity(const Scenario& scenario, const Job& job = {});

// Of either, what a run may not be begun with, and what is worth telling: under /velocity/file or
// /imaging/survey/velocity/file where the file itself is at fault. Empty where there is no file.
Findings check_velocity_file(const Scenario& scenario, const Job& job);
Findings check_migration_velocity(const Scenario& scenario, const Job& job);

// "marmousi.vti, smoothed over 30 m"; empty where there is no file.
std::string velocity_file_text(const Scenario& scenario);

// The slowest and the fastest in the scenario's box, of its file or of its layers, before exploding
// reflectors halve them. The last few are kept, as the volume is.
struct VelocityRange {
  double slowest = 0.0, fastest = 0.0;
};
VelocityRange velocity_range(const Scenario& scenario, const Job& job = {});

// The same of all that the survey's waves run through: the model, and the velocity that migrates.
VelocityRange survey_velocity_range(const Scenario& scenario, const Job& job = {});

}  // namespace foldwave
