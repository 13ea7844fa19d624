// The Marmousi section (Versteeg 1994) as a survey for migration: the file's nodes of 7.5 m taken on 15 m or
// as they are, absorbing all round, shots and receivers one cell below its top.
//
// An image is judged by Pearson's correlation, below 300 m, with ln(v / v_smooth) in the band of the wavelet
// in time: the phase that an image has, as shots and receivers in a section integrate.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/imaging/rtm/least_squares.hpp"
#include "core/imaging/rtm/rtm.hpp"

namespace foldwave {

struct MarmousiPlan {
  int every = 2;  // nodes of the file
  int shots = 24;
  double frequency = 10.0, smoothing = 150.0, seconds = 3.2;
};

struct MarmousiSurvey {
  WaveModel model;  // of the smooth velocity
  std::shared_ptr<const Field<float>> truth, smooth;
  std::vector<Shot> shots;
  Field<float> wanted;  // ln(v / v_smooth) in the band

  // Of the truth, less what the smooth velocity gives.
  std::vector<ShotData> data(const StepperMaker& make, const Job& job) const;
  DirectMute mute() const;  // of the wave through the water and just below
  double judged(const Field<float>& image) const;
  double judged_with_gain(const Field<float>& image) const;  // both over 300 m of depth
};

// Of the file of 1601 x 401 floats, depth fastest, km/s. Throws InputError where it is not that.
MarmousiSurvey marmousi_survey(const std::filesystem::path& file, const MarmousiPlan& plan);

}  // namespace foldwave
