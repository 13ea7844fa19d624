// A survey's shots as values, their modelling, and what is taken off their data before they are migrated.
//
// Positions are local to the grid, metres. Data of a shot are its gather (wave/wave_model.hpp).
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/base/devices/work_devices.hpp"
#include "core/base/progress.hpp"
#include "core/wave/stepper.hpp"

namespace foldwave {

struct Shot {
  PointSource source;
  std::vector<Vec3> receivers;
};

// `count` shots evenly over a section's or volume's x, from half an interval inside, all at one depth and in
// the middle of y, each seen by all receivers `every` cells apart.
struct LineSurvey {
  int shots = 1;
  double source_depth = 0.0, receiver_depth = 0.0;
  int receiver_every = 1;  // cells
};
std::vector<Shot> line_of_shots(const Grid3& grid, const LineSurvey& line, const std::vector<float>& series);

using ShotData = std::shared_ptr<const Gather>;

// A wave model for a shot: `model` with the shot's source and, where they are read, its receivers.
WaveModel model_of_shot(const WaveModel& model, const Shot& shot, bool receivers);

// A shot whose levels lie in the caches gains little from a second thread: then one a thread.
inline constexpr Index large_shot = 1'000'000;  // nodes
int shots_at_once(Index nodes_of_one);

// The same where shots go to devices in turn: of large ones as many on each as are to be together there.
int shots_at_once(Index nodes_of_one, const WorkDevices& devices);

// The work of many shots: independent ones run side by side where a shot is too small for all threads, or
// where there are several devices. `work` is called by several threads at once, each bound to its shot's
// device, `done` by the caller's alone, in the order of the shots. What `work` throws ends it. Throws
// Stopped.
void for_each_shot(int shots, Index nodes_of_one, const Job& job, const std::function<void(int)>& work,
                   const std::function<void(int)>& done, const WorkDevices& devices = {});

std::vector<ShotData> model_shots(const StepperMaker& make, const WaveModel& model,
                                  const std::vector<Shot>& shots, const Job& job);

// Throws InputError that names the trace: samples that are not one a step of the model, another interval,
// values that are no numbers; places off the grid are found when the wave is made.
void check_shot_data(const WaveModel& model, const Gather& data);

// Takes the direct wave out: samples before offset / velocity + delay are silenced, with a cosine of `taper`
// seconds behind.
struct DirectMute {
  double velocity = 1500.0;
  double delay = 0.0;
  double taper = 0.05;
};
Gather without_direct_wave(const Gather& data, Vec3 source, const DirectMute& mute);

// The same samples less others of the same shape.
Gather difference_of(const Gather& data, const Gather& less);

}  // namespace foldwave
