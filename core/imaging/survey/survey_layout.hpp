// Where a survey's shots and receivers stand over a grid, and what it leaves to the program. "Line of 60
// shots" and "carpet" are what comes of a survey of which nothing is typed.
//
// With v_min the slowest velocity of model and migration, h the widest spacing, Z the box's depth, V = Z /
// (the time down the slowest column), f the frequency:
//
//   shots             of a line: 60, of a volume: 10 a line; at most one a node. By shot_spacing: as many as
//                     stand that far apart, about the line's middle
//   lines             10, likewise
//   receiver_spacing  a cell, of a volume two
//   most_offset       the box's length
//   depth             a cell; on a free surface there is no pressure
//   frequency         v_min / (10 h): four nodes in the shortest wavelength, of 2.5 f; two digits of it
//   duration          sqrt((2 Z / V)^2 + (x / V)^2) + 2.5 / f,  x = min(most_offset, Z)
//   smoothing         V / (4 f): a quarter of a wavelength; none of a velocity of the migration's own
//
// Positions are local to the grid; metres, seconds, hertz.
#pragma once

#include <cstdint>
#include <vector>

#include "core/imaging/rtm/shots.hpp"
#include "core/model/imaging/imaging_spec.hpp"

namespace foldwave {

struct SurveySpeeds {
  double slowest = 0.0;
  double mean = 0.0;  // V
};
SurveySpeeds survey_speeds(const Grid3& grid, const Field<float>& velocity);

// The survey with every automatic value filled in. A section's grid has one node in y. Throws InputError at
// /imaging/survey/shot_spacing for more than 10000 shots of a line.
ImageSurvey whole_survey(ImageSurvey survey, const Grid3& grid, const SurveySpeeds& speeds);

// How many there are before offsets choose among them.
std::int64_t receiver_count(const ImageSurvey& survey, const Grid3& grid);

// Of a whole survey: shots on nodes, line by line, each with the receivers within its offsets. Throws
// InputError at /imaging/survey/.. for a depth outside the grid, and for offsets that leave a shot without a
// receiver.
std::vector<Shot> survey_shots(const ImageSurvey& survey, const Grid3& grid,
                               const std::vector<float>& series);

}  // namespace foldwave
