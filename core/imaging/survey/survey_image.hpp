// The image of a survey, shot by shot: each shot is modelled in the true velocity, or recorded; its direct
// wave is taken away; it migrates in the smoothed velocity (rtm/rtm.hpp), and is stacked in the order of the
// shots, so that the image does not depend on threads, nor on where a run was stopped and went on.
//
//   I(x) = C[ sum over shots of sum over t of s r ] / (E(x) + d max E),   E = sum over shots, t of s^2
//
// C is the condition: v^2 / 2 Laplacian, Laplacian, or nothing. Subtracted is what the source's wave in the
// smoothed velocity, which migrates anyway, brings to the receivers.
//
// Gathers by offset and by angle: gathers/image_gathers.hpp. Errors: those of rtm.hpp.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/imaging/gathers/image_gathers.hpp"
#include "core/imaging/rtm/rtm.hpp"
#include "core/model/imaging/imaging_spec.hpp"

namespace foldwave {

struct SurveySetup {
  WaveModel medium;  // grid, scheme, the migration's velocity; no sources, no receivers
  NodeField truth;   // the velocity that models; null: data are recorded
  NodeField true_density;
  std::vector<Shot> shots;
  std::vector<ShotData> recorded;  // one a shot, with the shot's receivers, on the medium's clock
  ImageCondition condition = ImageCondition::inverse_scattering;
  bool illumination = true;                  // divided by
  double damping = 1e-3;                     // of it, as a share of its largest value
  DirectWave direct = DirectWave::subtract;  // not automatic
  DirectMute mute;
  int correlate_every = 1;
  SourceField source_field = SourceField::strips;
  std::string strip_folder;  // of a strip_file
  GatherPlan gathers;        // of a section
  double aperture = 0.0;     // of a shot's image (rtm.hpp); 0: all
  int iterations = 0;        // of least squares, once all shots are stacked
  double stop_at = 0.0;      // of these: the residual over the data's norm
};

// Sums of the first `shots` shots, before any condition.
struct SurveyStack {
  int shots = 0;
  ShotImage sums;
  std::vector<ImageGather> gathers, angle_gathers;
};

SurveyStack empty_stack(const SurveySetup& setup);  // zeros

// What is seen of a stack: under its condition, over its illumination.
Field<float> image_of(const SurveySetup& setup, const SurveyStack& stack);
std::vector<ImageGather> gathers_of(const SurveySetup& setup, const std::vector<ImageGather>& sums);

// What one shot brings to a stack. It hangs on the setup and the shot alone, so that shots may be imaged
// anywhere and in any order.
struct ImagedShot {
  ShotImage image;
  Field<float> angles;  // incidence_angles; empty: no gathers by angle
};
ImagedShot image_shot(const StepperMaker& make, const SurveySetup& setup, int shot, const Job& job);

// The data of all shots, modelled or recorded, less the direct wave where that is subtracted.
std::vector<ShotData> reflected_data(const StepperMaker& make, const SurveySetup& setup, const Job& job);

// Adds shot number stack.shots.
void add_shot(const SurveySetup& setup, const ImagedShot& one, SurveyStack& stack);

// Adds the shots that the stack, which may be empty, has not. Throws Stopped or an error: what was stacked by
// then is there. `seen` may be null; it is called after each shot, on the caller's thread. Shots go to the
// devices in turn.
void stack_survey(const StepperMaker& make, const SurveySetup& setup, SurveyStack& stack,
                  const std::function<void(const SurveyStack&)>& seen, const Job& job,
                  const WorkDevices& devices = {});

// How the sources' waves are kept on a machine of so many bytes: exactly where the shots that run at once
// then take no more than half of them. It does not hang on what is free, so that a survey goes on as it
// began.
SourceField survey_source_field(const WaveModel& medium, int every, ImageCondition condition, double machine);

// What a run takes: `wave` bytes for each of the two waves of a shot (WavePropagator::memory_bytes), what is
// kept of the source's, and traces, as many shots as run at once, and the images.
double survey_bytes(const WaveModel& medium, int shots, std::int64_t receivers, double wave,
                    SourceField field, int every);
double survey_disk_bytes(const WaveModel& medium, SourceField field);  // while its shots run

}  // namespace foldwave
