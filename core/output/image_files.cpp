#include "core/output/image_files.hpp"

#include <cmath>

#include "core/base/system.hpp"
#include "core/base/text.hpp"
#include "core/base/time/utc.hpp"
#include "core/formats/atomic_file.hpp"
#include "core/formats/quakeml.hpp"
#include "core/volume/store/volume_writer.hpp"

namespace foldwave {

namespace {

void add_cell(std::string& row, double value) {
  row += "," + (std::isfinite(value) ? number_text(value, 10) : std::string());
}

double deviation(const SpaceTimeCovariance& covariance, std::size_t axis) {
  return std::sqrt(std::max(0.0, covariance[axis][axis]));
}

void write_map(const std::filesystem::path& file, const Grid3& grid, const Field<float>& map,
               const char* array) {
  VolumeFacts facts;
  facts.codec = "deflate";
  facts.grid = grid;
  facts.array = array;
  write_volume_file(file, pack_volume(map.values(), facts));
}

}  // namespace

std::string events_csv(const ImageResult& image) {
  std::string text =
      "event,x_m,y_m,elevation_m,time_s,amplitude,focus_z,score,deviation_x_m,deviation_y_m,deviation_z_m,"
      "deviation_time_s";
  for (const char* const share : {"68", "95"})
    for (const char* const axis : {"1", "2", "3"})
      text += std::string(",half_axis_") + axis + "_" + share + "_m";
  text += ",axis_1_azimuth_deg,axis_1_plunge_deg,rotation_deg";
  text += image.began ? ",time_utc\n" : "\n";
  const bool section = image.grid.is_section();
  for (std::size_t e = 0; e < image.located.events.size(); ++e) {
    const LocatedEvent& event = image.located.events[e];
    const Vec3 map = image.grid.origin + event.state.position;
    const SpaceTimeCovariance& c = event.refined.covariance;
    std::string row = std::to_string(e + 1);
    for (const double value :
         {map.x, map.y, -map.z, event.state.time, event.state.amplitude, event.z, event.refined.score(),
          deviation(c, 0), deviation(c, 1), deviation(c, 2), deviation(c, 3)})
      add_cell(row, value);
    Ellipsoid ellipsoid;
    for (const double share : {0.68, 0.95}) {
      ellipsoid = confidence_ellipsoid(c, section, share);
      for (const double half : ellipsoid.half)
        add_cell(row, half);
    }
    const EllipsoidAngles angles = ellipsoid_angles(ellipsoid.along[0], ellipsoid.along[1]);
    for (const double angle : {angles.azimuth, angles.plunge, angles.rotation})
      add_cell(row, angle);
    if (image.began) row += "," + utc_text(*image.began + std::llround(1e6 * event.state.time));
    text += row + "\n";
  }
  return text;
}

std::string scan_csv(const ImageResult& image) {
  std::string text = "velocity_factor,x_m,y_m,elevation_m,time_s,focus_z,explained\n";
  for (const ScannedVelocity& one : image.scan) {
    std::string row = number_text(one.factor, 8);
    const double none = std::nan("");
    const Vec3 map = image.grid.origin + one.state.position;
    for (const double value : {map.x, map.y, -map.z, one.state.time, one.z, one.explained})
      add_cell(row, one.found ? value : none);
    text += row + "\n";
  }
  return text;
}

std::string events_quakeml(const ImageResult& image, const std::string& author) {
  std::vector<QuakeEvent> events;
  const bool section = image.grid.is_section();
  for (const LocatedEvent& event : image.located.events) {
    const SpaceTimeCovariance& c = event.refined.covariance;
    const Ellipsoid ellipsoid = confidence_ellipsoid(c, section, 0.68);
    QuakeEvent quake;
    quake.place = image.grid.origin + event.state.position;
    quake.local = event.state.position;
    quake.time = event.state.time;
    quake.time_deviation = deviation(c, 3);
    quake.deviation = {deviation(c, 0), deviation(c, 1), deviation(c, 2)};
    quake.half_axes = ellipsoid.half;
    quake.axes = ellipsoid.along;
    if (section) quake.axes[2] = {0.0, 1.0, 0.0};
    quake.traces = image.located.traces;
    events.push_back(quake);
  }
  return quakeml_text(events, author, image.began.value_or(0));
}

void write_image(RunFolder& folder, const Scenario& scenario, const ImageResult& image, StageReport& stage) {
  const ImagingPurpose purpose = scenario.imaging->purpose;
  if (purpose == ImagingPurpose::zero_offset) {
    if (has_volume_store())
      write_map(folder.add_output("image/reflectors.hdf"), image.grid, image.reflectors, "reflectors");
    else
      stage.warnings.push_back("image: this build has no HDF5: the image is left out");
    return;
  }
  write_file_atomically(folder.add_output("image/events.csv"), events_csv(image));
  if (purpose == ImagingPurpose::locate)
    write_file_atomically(folder.add_output("image/events.xml"),
                          events_quakeml(image, "Foldwave " + program_version() + ": " + scenario.name));
  if (!image.scan.empty()) write_file_atomically(folder.add_output("image/scan.csv"), scan_csv(image));
  if (!has_volume_store()) {
    stage.warnings.push_back("image: this build has no HDF5: focus and illumination are left out");
    return;
  }
  write_map(folder.add_output("image/focus.hdf"), image.grid, image.located.focus, "focus");
  write_map(folder.add_output("image/focus-illumination.hdf"), image.grid, *image.located.gain,
            "illumination");
}

StageReport stage_report(const ImageResult& image) {
  StageReport stage{"image", image.seconds, false, {}, image.warnings};
  const LocateResult& located = image.located;
  if (!image.reflectors.empty())
    stage.figures = {{"data", image.data},
                     {"traces", static_cast<std::int64_t>(located.traces)},
                     {"traces_left_out", static_cast<std::int64_t>(located.left_out.size())},
                     {"samples", static_cast<std::int64_t>(image.samples)},
                     {"sample_interval", image.dt},
                     {"backend", image.made_by.backend},
                     {"device", image.made_by.device}};
  else
    stage.figures = {{"events", static_cast<std::int64_t>(located.events.size())},
                     {"data", image.data},
                     {"traces", static_cast<std::int64_t>(located.traces)},
                     {"traces_left_out", static_cast<std::int64_t>(located.left_out.size())},
                     {"samples", static_cast<std::int64_t>(image.samples)},
                     {"sample_interval", image.dt},
                     {"noise", located.noise},
                     {"threshold", located.threshold},
                     {"explained", located.explained},
                     {"runs", static_cast<std::int64_t>(located.runs)},
                     {"backend", image.made_by.backend},
                     {"device", image.made_by.device}};
  if (image.reversed_snapshots > 0)
    stage.figures.push_back({"reversed_snapshots", static_cast<std::int64_t>(image.reversed_snapshots)});
  if (image.began) stage.figures.push_back({"began", utc_text(*image.began)});
  if (!image.scan.empty()) {
    stage.figures.push_back({"scanned_velocities", static_cast<std::int64_t>(image.scan.size())});
    stage.figures.push_back({"best_velocity_factor", best_factor(image.scan)});
  }
  return stage;
}

}  // namespace foldwave
