// What the stages of a scenario do, part by part, in numbers that hang on the scenario and the back end
// alone: nothing is solved and no horizon is built. The rates by which they become seconds are named here and
// expected in expected_rates.hpp.
//
//   fold      rest: horizon, checks, layers, velocity; solve: foot points, or start values and sub-sweeps
//   wave      model: time step, density, start; set_up; steps.KIND: nodes, CPML, receivers, loops; gather;
//             snapshots: copied, packed, written; rest: memory
//   image     passes of a wave over the gather's steps
//   survey    shots, each some passes of a wave
//   each      files, pictures
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/engine/backend.hpp"
#include "core/forecast/cost/work.hpp"
#include "core/model/findings.hpp"
#include "core/model/scenario.hpp"

namespace foldwave {

struct ForecastOptions {
  std::vector<std::string> stages;  // of fold, wave, image; empty: all that the scenario asks for
  bool files = true;  // those of a run folder, and with them geometry and, if asked for, pictures
  std::filesystem::path folder{};  // whose disk would take these files, counted then even without `files`
  bool elsewhere = false;          // on another machine: what this one has is not asked
  bool leaves_files() const { return files || !folder.empty(); }
};

// A part with what bounds it from below.
struct StagePart {
  PartWork work;
  std::string measured_as{};  // where several kinds of work are measured as one; empty: as it is called
  double bytes = 0.0;         // through memory
  double operations = 0.0;    // in floating point
  double loops = 0.0;         // over all threads, or launches
  double disk = 0.0;          // bytes written
};

struct StageWork {
  std::string name;  // "fold", "wave", "image", "survey"
  std::vector<StagePart> parts;
  // What is taken of several that can do it: a fold's method, a wave's kernel, and its block in words.
  std::string kernel{}, kernel_shape{};
};

// The scenario has passed its checks. A stage that cannot be foretold, as its velocity file is not there, is
// left out and told.
std::vector<StageWork> stage_works(const Scenario& scenario, const Backend& backend,
                                   const ForecastOptions& options, Findings& findings);

// Of one stage. Errors: those of engine/velocity_setup.hpp and, for a survey, of
// engine/survey/survey_setup.hpp.
StageWork fold_work(const Scenario& scenario, const Backend& backend, bool files);
StageWork wave_work(const Scenario& scenario, const Backend& backend, bool files);
StageWork image_work(const Scenario& scenario, const Backend& backend, bool files);
StageWork survey_work(const Scenario& scenario, const Backend& backend, bool files);

// What a run of its own does beside its stages: it starts, reads, checks, reports and ends.
PartWork program_work(const Scenario& scenario);

// Steps of a wave as they are counted in every stage: `steps` over the padded nodes of a model without
// velocity, on this back end.
struct StepCount {
  WaveModel model;  // grid, stencil, time order, precision, boundaries
  bool density = false;
  double steps = 0.0;
  double silent = 0.0;   // steps after the sources' end
  double taps = 0.0;     // of all receivers: nodes that are read at a step
  int side_by_side = 1;  // waves that run at once, each on its share of the threads or of the device
  int cuts = 0;          // of a slab: sides on which a neighbour needs its planes
};
// Whether a wave of so many planes is cut into slabs, which what is too thin is not.
bool is_cut(const WaveModel& model, int shares);
std::string step_kind(const StepCount& count, const Backend& backend);  // "section", "cached", "volume"
std::vector<WorkTerm> step_terms(const StepCount& count, const Backend& backend);
void add_step_bounds(const StepCount& count, StagePart& part);

}  // namespace foldwave
