#include "core/engine/forecast/bytes/disk_bytes.hpp"

#include <algorithm>
#include <cmath>

#include "core/engine/forecast/bytes/packed_bytes.hpp"
#include "core/engine/velocity_setup.hpp"
#include "core/engine/wave_fields.hpp"
#include "core/engine/wave_setup.hpp"
#include "core/volume/store/volume_writer.hpp"

namespace foldwave {

namespace {

// Full floats in a .vti, and where rows or traces repeat but for their last bits.
constexpr double vti_value = 4.94, repeated_row = 0.9, repeated_trace = 0.8;
// Velocities and layers are runs of one value.
constexpr double runs_of_layers = 0.11;
constexpr double most_receivers_looked_at = 400.0;

// Whether the fold is the same in all sections across y, so that rows of its volumes repeat.
bool repeats_along_y(const Scenario& scenario) {
  const auto along_x = [](double azimuth) { return std::abs(std::remainder(azimuth - 90.0, 180.0)) < 1e-6; };
  return std::ranges::all_of(scenario.events, [&](const FoldEvent& event) {
    if (event.fold.varies) return false;
    if (const auto* const plane = std::get_if<PlaneHorizon>(&event.horizon))
      return plane->dip == 0.0 || along_x(plane->dip_direction);
    const auto* const horizon = std::get_if<TrainsHorizon>(&event.horizon);
    return horizon != nullptr && (horizon->dip == 0.0 || along_x(horizon->dip_direction)) &&
           std::ranges::all_of(horizon->trains, [&](const FoldTrain& train) {
             return along_x(train.azimuth) && train.plunge == 0.0 && train.shape != FoldShape::dome;
           });
  });
}

// Whether what is on one side of the middle section is on the other, too, as far as sources tell.
bool is_mirrored(const Scenario& scenario) {
  const double middle = scenario.grid.origin.y + 0.5 * scenario.grid.extent().y;
  return repeats_along_y(scenario) && std::ranges::all_of(scenario.survey.sources, [&](const Source& source) {
           return std::abs(source.position.y - middle) < 0.01 * scenario.grid.h[1];
         });
}

bool has_carpet(const Survey& survey) {
  return std::ranges::any_of(
      survey.receivers, [](const ReceiverSet& set) { return std::holds_alternative<ReceiverCarpet>(set); });
}

// Of the record's steps those in which traces are not zero: rounding runs ahead of the wave, a stencil's
// reach a step at first and then a quarter faster than it, until it is below the least float.
double sounding_share(const Scenario& scenario, const TimeStep& time) {
  constexpr double cells_at_once = 20.0, ahead = 1.25;
  const std::vector<Vec3> receivers = scenario.survey.receiver_positions();
  const bool starts_anywhere = !std::holds_alternative<std::monostate>(scenario.survey.start);
  if (scenario.survey.sources.empty() || starts_anywhere || receivers.empty()) return 1.0;
  const double h = *std::ranges::min_element(scenario.grid.h);
  const double speed = ahead * velocity_range(scenario).fastest;
  const double all = time.steps * time.dt;
  const auto stride =
      static_cast<std::size_t>(std::ceil(static_cast<double>(receivers.size()) / most_receivers_looked_at));
  double silent = 0.0, count = 0.0;
  for (std::size_t r = 0; r < receivers.size(); r += stride) {
    double first = all;
    for (const Source& source : scenario.survey.sources)
      first = std::min(
          first,
          source.delay + std::max(0.0, norm(receivers[r] - source.position) - cells_at_once * h) / speed);
    silent += first / all;
    count += 1.0;
  }
  return 1.0 - silent / count;
}

double snapshot_file_bytes(const Scenario& scenario, const TimeStep& time, double packed_factor) {
  const int count = snapshot_steps(scenario.outputs, time).count;
  if (count == 0) return 0.0;
  const bool hdf = scenario.outputs.snapshot_format == SnapshotFormat::hdf && has_volume_store();
  return hdf ? packed_factor * packed_snapshot_bytes(scenario)
             : static_cast<double>(scenario.grid.size()) * count * (writes_vtk() ? 4.7 : 0.0);
}

}  // namespace

bool writes_vtk() {
#ifdef FOLDWAVE_HAS_VTK
  return true;
#else
  return false;
#endif
}

double fold_disk_bytes(const Scenario& scenario) {
  if (!writes_vtk()) return 0.0;
  const Grid3& grid = scenario.grid;
  const double nodes = static_cast<double>(grid.size());
  const double columns = 1.0 * grid.n[0] * grid.n[1];
  const double tops = columns * static_cast<double>(scenario.stack.layers.size() - 1);
  // A file's velocities are no runs of one value.
  const double velocities = scenario.velocity ? vti_value * nodes : 0.0;
  if (!has_fold(scenario)) return velocities > 0.0 ? velocities : 0.2 * nodes;
  if (scenario.events.size() == 1 && std::holds_alternative<PlaneHorizon>(scenario.events.front().horizon))
    return velocities + 0.2 * nodes + 12.0 * (columns + tops);
  if (grid.is_section()) return velocities + (4.74 + runs_of_layers) * nodes + 34.0 * columns + 41.0 * tops;
  // Of a fold that changes along y neither rows nor places of surfaces repeat.
  if (!repeats_along_y(scenario))
    return velocities + (4.6 + runs_of_layers) * nodes + 53.0 * (columns + tops);
  return velocities + (repeated_row + runs_of_layers) * nodes + 18.4 * columns +
         (18.0 + 0.17 * grid.n[2]) * tops;
}

double wave_disk_bytes(const Scenario& scenario, double packed_factor) {
  const TimeStep time = choose_time_step(scenario, stable_dt(scenario));
  const double traces = static_cast<double>(scenario.survey.receiver_positions().size());
  double gather = 0.0;
  if (traces > 0.0) {
    const double samples = traces * (time.steps + 1.0);
    // SEG-Y: 3600 bytes, and 240 and the samples a trace.
    gather = 3600.0 + 240.0 * traces + 4.0 * samples;
    const bool repeats = has_carpet(scenario.survey) && is_mirrored(scenario);
    if (writes_vtk())
      gather += (repeats ? repeated_trace : 1.0) * vti_value * sounding_share(scenario, time) * samples;
  }
  return gather + snapshot_file_bytes(scenario, time, packed_factor);
}

double image_disk_bytes(const Scenario& scenario, double packed_factor) {
  // The focus and its illumination, or the image of reflectors; and what is seen of the wave that goes back.
  const double maps = scenario.imaging->purpose == ImagingPurpose::zero_offset ? 1.0 : 2.0;
  const bool mirrored = !has_carpet(scenario.survey) && is_mirrored(scenario);
  const double value = scenario.grid.is_section() ? 3.8 : mirrored ? 2.1 : 2.95;
  const double bytes =
      has_volume_store() ? maps * value * static_cast<double>(scenario.grid.size()) + 2400.0 : 0.0;
  if (!scenario.imaging->snapshots) return bytes;
  return bytes +
         snapshot_file_bytes(scenario, choose_time_step(scenario, stable_dt(scenario)), packed_factor);
}

double survey_image_bytes(const ForetoldSurvey& foretold) {
  const ImageSurvey& survey = foretold.survey;
  const Grid3& grid = foretold.medium.grid;
  const double nodes = static_cast<double>(grid.size()), traces = 1.0 * grid.n[0] * grid.n[1];
  const double segy = 3600.0 + 240.0 * traces + 4.0 * nodes;
  if (!has_volume_store()) return segy;
  // Image, resolution and illumination, and gathers of so many places, by offset and by angle.
  const double maps = (survey.illumination ? 3.0 : 2.0) * nodes;
  const double gathers = 1.0 * survey.gathers * (survey.offsets + survey.angles) * grid.n[2];
  return segy + 3.8 * (maps + gathers) + 5000.0;
}

double picture_bytes(const std::string& stage, const Scenario& scenario) {
  if (!writes_vtk() || !scenario.outputs.pictures) return 0.0;
  const bool section = scenario.grid.is_section();
  if (stage == "fold") return section ? 50e3 : 113e3;
  if (stage == "image") return section ? 600e3 : 250e3;
  if (stage == "survey") return 500e3;
  double bytes = scenario.survey.receivers.empty() ? 0.0 : 200e3;
  if (takes_snapshots(scenario.outputs)) bytes += section ? 600e3 : 150e3;
  return bytes;
}

}  // namespace foldwave
