#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/base/text.hpp"
#include "core/formats/stations/miniseed.hpp"
#include "core/model/checker.hpp"

namespace foldwave {

namespace {

// A position a hair outside by rounding still counts as on the face.
bool inside(const Grid3& grid, const Vec3& map) {
  const Vec3 local = map - grid.origin;
  const Vec3 extent = grid.extent();
  for (int a = 0; a < 3; ++a) {
    // A section stands for half a cell on either side of its plane.
    const bool across = a == 1 && grid.is_section();
    const double slack = across ? 0.5 * grid.h[1] : 1e-9 * (1.0 + std::abs(extent[a]));
    if (!(local[a] >= -slack && local[a] <= extent[a] + slack)) return false;
  }
  return true;
}

std::string box_text(const Grid3& g) {
  const Vec3 lo = g.origin;
  const Vec3 hi = g.origin + g.extent();
  const auto range = [](const char* axis, double a, double b) {
    return std::string(axis) + " " + number_text(a, 10) + " to " + number_text(b, 10);
  };
  return range("x", lo.x, hi.x) + ", " + range("y", lo.y, hi.y) + ", " + range("depth", lo.z, hi.z);
}

std::string position_text(const Vec3& p) {
  return "(" + number_text(p.x, 10) + ", " + number_text(p.y, 10) + ", " + number_text(p.z, 10) + ")";
}

// The free face that a position lies on, or none: the pressure there is zero, so a source is silent and a
// receiver records nothing.
const char* free_face(const Scenario& s, const Vec3& map) {
  const Vec3 local = map - s.grid.origin;
  const Vec3 extent = s.grid.extent();
  for (int a = 0; a < 3; ++a) {
    if (a == 1 && s.grid.is_section()) continue;
    const auto axis = static_cast<std::size_t>(a);
    const double near = 1e-6 * s.grid.h[axis];
    const auto& boundaries = s.propagation.boundaries;
    if (boundaries[2 * axis] == Boundary::free && std::abs(local[a]) < near) return face_names[2 * axis];
    if (boundaries[2 * axis + 1] == Boundary::free && std::abs(local[a] - extent[a]) < near)
      return face_names[2 * axis + 1];
  }
  return nullptr;
}

// More receivers than a gather of any use has.
constexpr std::int64_t most_receivers = 1000000;

void check_wavelet(Checker& c, const Wavelet& w) {
  if (w.kind == WaveletKind::file && w.file.empty())
    c.error("/survey/wavelet/file", "is empty", "name a file of samples");
}

void check_start(Checker& c, const Scenario& s) {
  const auto* const wave = std::get_if<PlaneWaveStart>(&s.survey.start);
  if (wave == nullptr) return;
  if (!inside(s.grid, wave->at))
    c.error("/survey/start/at", position_text(wave->at) + " is outside the grid", "give " + box_text(s.grid));
  if (s.survey.wavelet.kind == WaveletKind::file)
    c.error("/survey/start/type", "a plane wave needs a wavelet by formula",
            "give ricker or gaussian_derivative");
}

void check_sources(Checker& c, const Scenario& s) {
  if (s.survey.sources.empty() && std::holds_alternative<std::monostate>(s.survey.start))
    c.error("/survey/sources", "there is no source",
            "add one or a start, or set /propagation/enabled to false");
  for (std::size_t i = 0; i < s.survey.sources.size(); ++i) {
    const Source& source = s.survey.sources[i];
    const std::string path = "/survey/sources/" + std::to_string(i);
    if (!inside(s.grid, source.position))
      c.error(path + "/position",
              position_text(source.position) + " is outside the grid (pads are no part of it)",
              "give " + box_text(s.grid));
    else if (const char* face = free_face(s, source.position))
      c.error(path + "/position",
              position_text(source.position) + " is on the free face " + face +
                  ", where the pressure is zero: it would be silent",
              "move it inside by a cell, or make the face absorbing");
  }
}

void check_receivers(Checker& c, const Scenario& s) {
  std::int64_t total = 0;
  for (std::size_t i = 0; i < s.survey.receivers.size(); ++i) {
    const std::string path = "/survey/receivers/" + std::to_string(i);
    Survey one;
    one.receivers = {s.survey.receivers[i]};
    if (const auto* line = std::get_if<ReceiverLine>(&one.receivers[0])) {
      if (!c.count(path + "/count", line->count, most_receivers)) continue;
      total += line->count;
    } else {
      const auto& columns_rows = std::get<ReceiverCarpet>(one.receivers[0]).count;
      const bool columns = c.count(path + "/count/0", columns_rows[0], 10000);
      const bool rows = c.count(path + "/count/1", columns_rows[1], 10000);
      if (!columns || !rows) continue;
      total += std::int64_t{columns_rows[0]} * columns_rows[1];
    }
    if (total > most_receivers) {
      c.error(path + "/count", std::to_string(total) + " receivers are too many",
              "give at most " + std::to_string(most_receivers) + " in all");
      return;
    }
    for (const Vec3& p : one.receiver_positions()) {
      const char* face = inside(s.grid, p) ? free_face(s, p) : nullptr;
      if (face != nullptr) {
        c.findings.push_back(
            {Severity::warning, path,
             "a receiver at " + position_text(p) + " is on the free face " + face + " and records zero",
             "move it inside by a cell"});
        break;
      }
      if (inside(s.grid, p)) continue;
      c.error(path, "a receiver at " + position_text(p) + " is outside the grid (pads are no part of it)",
              "give " + box_text(s.grid));
      break;
    }
  }
}

void check_image_survey(Checker& c, const Scenario& s, const ImageSurvey& survey) {
  const std::string path = "/imaging/survey";
  const bool volume = survey.layout == SurveyLayout::volume;
  if (volume && s.grid.is_section())
    c.error(path + "/layout", "\"volume\" needs one, and the grid is a section", "give \"section\"");
  if (survey.most_offset > 0.0 && survey.most_offset < survey.least_offset)
    c.error(path + "/most_offset",
            number_text(survey.most_offset) + " m is less than least_offset, " +
                number_text(survey.least_offset) + " m",
            "give more, or \"auto\"");
  if (survey.shots > 0 && survey.shot_spacing > 0.0)
    c.error(path + "/shot_spacing", "stands beside shots", "give one of them");
  if (survey.velocity) check_velocity(c, path + "/velocity", *survey.velocity);
  const bool levels =
      survey.source_field == SourceFieldKey::levels || survey.source_field == SourceFieldKey::packed;
  if (levels && survey.condition == ImageCondition::opposed)
    c.error(path + "/source_field", "levels tell no rates, which the condition \"opposed\" asks for",
            "give strips, checkpoints, file or auto, or another condition");
  c.finite(path + "/headers/offset", survey.headers.offset);
  if (survey.depth > s.grid.extent().z)
    c.error(path + "/depth",
            number_text(survey.depth) + " m is below the model, which is " + number_text(s.grid.extent().z) +
                " m deep",
            "give less, or \"auto\"");
  for (std::size_t a = 0; a < 3; ++a)
    if (!(a == 1 && !volume) && s.grid.n[a] <= survey.order / 2)
      c.error(path + "/order",
              "the stencil reaches " + std::to_string(survey.order / 2) + " nodes and the grid has " +
                  std::to_string(s.grid.n[a]) + " along " + "xyz"[a],
              "lower it or enlarge the grid");
}

}  // namespace

void check_survey(Checker& c, const Scenario& s) {
  c.ranges("/survey", s.survey);
  check_wavelet(c, s.survey.wavelet);
  check_start(c, s);
  check_sources(c, s);
  check_receivers(c, s);
}

void check_propagation(Checker& c, const Scenario& s) {
  const Propagation& p = s.propagation;
  c.ranges("/propagation", p);
  if (p.window && !s.stack.layers.empty() && s.stack.layers.front().density > 0.0)
    c.error("/propagation/window", "is not made for layers with a density",
            "leave the window or the densities out");
  const int radius = p.window ? p.window->half_length : p.order / 2;
  for (std::size_t a = 0; a < 3; ++a)
    if (!(a == 1 && s.grid.is_section()) && s.grid.n[a] <= radius)
      c.error(p.window ? "/propagation/window/half_length" : "/propagation/order",
              "the stencil reaches " + std::to_string(radius) + " nodes and the grid has " +
                  std::to_string(s.grid.n[a]) + " along " + "xyz"[a],
              "lower it or enlarge the grid");
}

void check_imaging(Checker& c, const Scenario& s) {
  const Imaging& imaging = *s.imaging;
  c.ranges("/imaging", imaging);
  // Without waves nothing is located, and a fold goes its way.
  if (!s.propagation.enabled) return;
  if (imaging.survey) check_image_survey(c, s, *imaging.survey);
  if (imaging.purpose == ImagingPurpose::image) {
    if (!imaging.survey)
      c.error("/imaging/survey", "is not there, and /imaging/purpose is \"image\"",
              "add it, {} for a line of 60 shots, or give another purpose");
    return;
  }
  const bool exploded = std::holds_alternative<ExplodingReflectors>(s.survey.start);
  const bool zero_offset = imaging.purpose == ImagingPurpose::zero_offset;
  if (zero_offset && !exploded)
    c.error("/imaging/purpose", "is \"zero_offset\", and /survey/start is not that of exploding reflectors",
            "give the start {\"type\": \"exploding_reflectors\"}, or another purpose");
  if (exploded && !zero_offset)
    c.error("/imaging/purpose", "looks for sources, and /survey/start is that of exploding reflectors",
            "give \"zero_offset\", or take the start away");
  if (imaging.stations.empty() && is_miniseed_name(imaging.data))
    c.error("/imaging/stations", "is empty, and /imaging/data is miniSEED, which tells no places",
            "name a table of the stations");
  if (!imaging.stations.empty() && imaging.data.empty())
    c.error("/imaging/data", "is empty, and /imaging/stations tells where traces were recorded",
            "name their miniSEED file, or leave the stations out");
  if (!imaging.data.empty() || !imaging.stations.empty()) return;
  if (s.survey.receivers.empty())
    c.error("/imaging/data", "is empty, and the survey has no receivers to model it at",
            "name a gather, or add receivers");
  if (std::holds_alternative<PlaneWaveStart>(s.survey.start))
    c.error("/imaging", "looks for sources, and the wave begins from /survey/start",
            "take the start away, or leave the imaging out");
}

}  // namespace foldwave
