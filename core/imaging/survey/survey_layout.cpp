#include "core/imaging/survey/survey_layout.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "core/base/text.hpp"

namespace foldwave {

namespace {

constexpr std::int64_t most_of_a_line = 10000;  // of a line

// Seconds one way down the slowest column.
double slowest_way_down(const Grid3& grid, const Field<float>& velocity) {
  double longest = 0.0;
  for (int j = 0; j < grid.n[1]; ++j)
    for (int i = 0; i < grid.n[0]; ++i) {
      double time = 0.0;
      for (int k = 0; k + 1 < grid.n[2]; ++k)
        time +=
            0.5 * grid.h[2] *
            (1.0 / static_cast<double>(velocity(i, j, k)) + 1.0 / static_cast<double>(velocity(i, j, k + 1)));
      longest = std::max(longest, time);
    }
  return longest;
}

double two_digits_down(double value) {
  const int digits = 1 - static_cast<int>(std::floor(std::log10(value)));
  const double scale = std::pow(10.0, std::abs(digits));
  const double whole = std::floor((digits > 0 ? value * scale : value / scale) * (1.0 + 1e-12));
  return digits > 0 ? whole / scale : whole * scale;
}

// `count` nodes evenly among `nodes`, each the nearest to the middle of its interval.
std::vector<int> spread_nodes(int nodes, int count) {
  std::vector<int> at;
  for (int s = 0; s < count; ++s)
    at.push_back(std::clamp(static_cast<int>(std::lround((s + 0.5) / count * (nodes - 1))), 0, nodes - 1));
  return at;
}

// The nodes nearest to places `spacing` apart, as many as the line holds, about its middle; halves of a cell
// all go one way, so that whole cells stay whole cells.
std::vector<int> spaced_nodes(int nodes, double h, double spacing, int count) {
  const double apart = std::max(spacing / h, 1.0), first = 0.5 * ((nodes - 1) - (count - 1) * apart);
  std::vector<int> at;
  for (int s = 0; s < count; ++s)
    at.push_back(std::clamp(static_cast<int>(std::floor(first + s * apart + 0.5 + 1e-6)), 0, nodes - 1));
  return at;
}

std::int64_t places_along(double length, double spacing) {
  return static_cast<std::int64_t>(std::min(std::floor(length / spacing * (1.0 + 1e-12)), 1e9)) + 1;
}

// Of a line, at most one a node.
int shots_along(const Grid3& grid, double spacing) {
  const std::int64_t shots = places_along(grid.extent().x, std::max(spacing, grid.h[0]));
  if (shots > most_of_a_line)
    throw InputError("/imaging/survey/shot_spacing",
                     number_text(spacing) + " m makes " + std::to_string(shots) + " shots of a line of " +
                         number_text(grid.extent().x) + " m",
                     "give a wider spacing: at most " + std::to_string(most_of_a_line) + " shots");
  return static_cast<int>(shots);
}

// Local coordinates from 0 to the length, `spacing` apart.
std::vector<double> spread_places(double length, double spacing) {
  std::vector<double> at;
  for (std::int64_t r = 0; r < places_along(length, spacing); ++r)
    at.push_back(std::min(static_cast<double>(r) * spacing, length));
  return at;
}

}  // namespace

SurveySpeeds survey_speeds(const Grid3& grid, const Field<float>& velocity) {
  const double slowest = static_cast<double>(std::ranges::min(velocity.values()));
  const double down = slowest_way_down(grid, velocity);
  return {slowest, down > 0.0 ? grid.extent().z / down : slowest};
}

ImageSurvey whole_survey(ImageSurvey survey, const Grid3& grid, const SurveySpeeds& speeds) {
  const bool section = grid.is_section();
  const Vec3 size = grid.extent();
  const double widest = section ? std::max(grid.h[0], grid.h[2]) : std::ranges::max(grid.h);
  if (survey.shot_spacing > 0.0) survey.shots = shots_along(grid, survey.shot_spacing);
  if (survey.shots <= 0) survey.shots = section ? 60 : 10;
  survey.shots = std::min(survey.shots, grid.n[0]);
  if (survey.lines <= 0) survey.lines = 10;
  survey.lines = section ? 1 : std::min(survey.lines, grid.n[1]);
  if (!(survey.receiver_spacing > 0.0)) survey.receiver_spacing = (section ? 1.0 : 2.0) * grid.h[0];
  if (!(survey.most_offset > 0.0)) survey.most_offset = std::hypot(size.x, size.y);
  if (!(survey.depth > 0.0)) survey.depth = grid.h[2];
  if (!(survey.frequency > 0.0)) survey.frequency = two_digits_down(speeds.slowest / (10.0 * widest));
  if (!(survey.duration > 0.0))
    survey.duration =
        std::hypot(2.0 * size.z, std::min(survey.most_offset, size.z)) / speeds.mean + 2.5 / survey.frequency;
  if (!(survey.smoothing > 0.0) && !survey.velocity) survey.smoothing = 0.25 * speeds.mean / survey.frequency;
  if (survey.direct_wave == DirectWave::automatic)
    survey.direct_wave = survey.data.empty() ? DirectWave::subtract : DirectWave::mute;
  return survey;
}

std::int64_t receiver_count(const ImageSurvey& survey, const Grid3& grid) {
  const Vec3 size = grid.extent();
  return places_along(size.x, survey.receiver_spacing) * places_along(size.y, survey.receiver_spacing);
}

std::vector<Shot> survey_shots(const ImageSurvey& survey, const Grid3& grid,
                               const std::vector<float>& series) {
  const Vec3 size = grid.extent();
  if (survey.depth > size.z)
    throw InputError(
        "/imaging/survey/depth",
        number_text(survey.depth) + " m is below the model, which ends at " + number_text(size.z) + " m",
        "give a depth within the model");
  std::vector<Vec3> receivers;
  for (const double y : spread_places(size.y, survey.receiver_spacing))
    for (const double x : spread_places(size.x, survey.receiver_spacing))
      receivers.push_back({x, y, survey.depth});
  std::vector<Shot> shots;
  const std::vector<int> along = survey.shot_spacing > 0.0
                                     ? spaced_nodes(grid.n[0], grid.h[0], survey.shot_spacing, survey.shots)
                                     : spread_nodes(grid.n[0], survey.shots);
  for (const int j : spread_nodes(grid.n[1], survey.lines))
    for (const int i : along) {
      Shot shot{{{i * grid.h[0], j * grid.h[1], survey.depth}, series}, {}};
      for (const Vec3& receiver : receivers) {
        const double offset = norm(receiver - shot.source.position);
        if (offset >= survey.least_offset && offset <= survey.most_offset * (1.0 + 1e-9))
          shot.receivers.push_back(receiver);
      }
      if (shot.receivers.empty())
        throw InputError("/imaging/survey/most_offset",
                         "no receiver lies " + number_text(survey.least_offset) + " to " +
                             number_text(survey.most_offset) +
                             " m from the shot at x = " + number_text(shot.source.position.x) + " m",
                         "give a wider range of offsets, or receivers nearer to each other");
      shots.push_back(std::move(shot));
    }
  return shots;
}

}  // namespace foldwave
