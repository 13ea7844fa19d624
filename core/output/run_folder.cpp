#include "core/output/run_folder.hpp"

#include <algorithm>
#include <array>

#include "core/base/system.hpp"
#include "core/base/text.hpp"
#include "core/formats/atomic_file.hpp"
#include "core/formats/segy/segy.hpp"
#include "core/output/earlier_files.hpp"
#include "core/output/surface_files.hpp"
#include "core/volume/store/volume_writer.hpp"
#ifdef FOLDWAVE_HAS_VTK
#include "core/formats/vtk/image_writer.hpp"
#include "core/formats/vtk/poly_writer.hpp"
#endif

namespace foldwave {

namespace {

#ifdef FOLDWAVE_HAS_VTK

void write_layer_surfaces(RunFolder& folder, const Scenario& scenario, const FoldResult& fold,
                          StageReport& stage) {
  const std::vector<LayerBoundary> boundaries = fold.layering().boundaries();
  for (std::size_t i = 0; i < boundaries.size(); ++i) {
    const std::string name = boundary_file_name(scenario, fold, i) + ".vtp";
    bool empty = false;
    if (fold.grid.is_section()) {
      const Polylines lines = boundary_lines(fold.grid, boundaries[i]);
      empty = lines.lines.empty();
      if (!empty) write_polylines(folder.add_output("fold/layers/" + name), lines);
    } else {
      const TriangleMesh mesh = welded_boundary_mesh(fold.grid, boundaries[i]);
      empty = mesh.triangles.empty();
      if (!empty) write_mesh(folder.add_output("fold/layers/" + name), mesh);
    }
    if (empty)
      stage.warnings.push_back("/layers/list/" + std::to_string(i + 1) + ": " + boundary_title(scenario, i) +
                               " lies outside the box" + (fold.cuts.empty() ? "" : " or was cut away") +
                               "; it has no surface");
  }
}

#endif

}  // namespace

RunFolder::RunFolder(std::filesystem::path folder) : folder_(std::move(folder)) {
  require_folder(folder_);
  earlier_ = files_of_run(folder_);
}

std::filesystem::path RunFolder::add_output(const std::filesystem::path& relative) {
  const auto file = folder_ / relative;
  require_folder(file.parent_path());
  if (std::find(outputs_.begin(), outputs_.end(), relative.generic_string()) == outputs_.end())
    outputs_.push_back(relative.generic_string());
  return file;
}

std::int64_t RunFolder::output_bytes(std::size_t first) const {
  std::int64_t bytes = 0;
  for (std::size_t m = first; m < outputs_.size(); ++m) {
    std::error_code missing;
    const auto size = std::filesystem::file_size(folder_ / outputs_[m], missing);
    if (!missing) bytes += static_cast<std::int64_t>(size);
  }
  return bytes;
}

void RunFolder::write_fold([[maybe_unused]] const Scenario& scenario, [[maybe_unused]] const FoldResult& fold,
                           StageReport& stage) {
#ifdef FOLDWAVE_HAS_VTK
  if (!has_fold(scenario)) {
    write_volume(add_output("fold/velocity.vti"), fold, "velocity");
    return;
  }
  if (fold.horizon || fold.mesh) write_horizon(add_output("fold/horizon.vtp"), scenario, fold);
  for (const char* what : {"arrival", "layers", "velocity"})
    write_volume(add_output(std::string("fold/") + what + ".vti"), fold, what);
  write_layer_surfaces(*this, scenario, fold, stage);
#else
  stage.warnings.push_back("fold: this build has no VTK: volumes and surfaces are left out");
#endif
}

void RunFolder::write_wave(const Scenario& scenario, const WaveResult& wave, StageReport& stage) {
  const Gather& gather = wave.run.gather;
  if (gather.receivers.empty() || gather.samples < 1) {
    stage.warnings.push_back("/survey/receivers: there is none, so there is no gather");
    return;
  }
  const std::string resampled = write_gather_segy(add_output("wave/gather.sgy"), scenario, wave);
  if (!resampled.empty()) stage.warnings.push_back(resampled);
#ifdef FOLDWAVE_HAS_VTK
  // An image of receiver number against milliseconds, time down.
  const auto receivers = static_cast<int>(gather.receivers.size());
  const Grid3 image{{receivers, 1, gather.samples}, {1.0, 1.0, 1e3 * gather.dt}, {}, {}, {}, 0};
  std::vector<float> by_time(gather.traces.size());
  for (int r = 0; r < receivers; ++r)
    for (int n = 0; n < gather.samples; ++n)
      by_time[static_cast<std::size_t>(n) * static_cast<std::size_t>(receivers) +
              static_cast<std::size_t>(r)] = gather.trace(r)[n];
  write_image(add_output("wave/gather.vti"), image, {{"pressure", by_time}});
#else
  stage.warnings.push_back("wave: this build has no VTK: gather.vti is left out");
#endif
}

void RunFolder::write_report(RunReport report) {
  report.outputs = outputs_;
  report.earlier_outputs = files_there(folder_, earlier_);
  std::erase_if(report.earlier_outputs, [this](const std::string& name) {
    return std::find(outputs_.begin(), outputs_.end(), name) != outputs_.end();
  });
  write_file_atomically(folder_ / "report.json", report_text(report));
}

std::vector<std::string> RunFolder::finish(const RunReport& report) {
  // A run that was stopped before it wrote anything takes nothing away.
  if (outputs_.empty()) {
    write_report(report);
    return {};
  }
  std::erase_if(earlier_, [this](const std::string& name) {
    return std::find(outputs_.begin(), outputs_.end(), name) != outputs_.end();
  });
  std::vector<std::string> removed = remove_files(folder_, earlier_);
  write_report(report);
  return removed;
}

namespace {

void write_hdf_volume(const std::filesystem::path& file, const FoldResult& fold, const std::string& what) {
  VolumeFacts facts;
  // What every HDF5 has: Debian's ParaView finds no plugins of others.
  facts.codec = "deflate";
  facts.grid = fold.grid;
  facts.array = what == "arrival" ? "T" : what == "layers" ? "layer" : "velocity";
  const auto write = [&](std::span<const float> values) {
    write_volume_file(file, pack_volume(values, facts));
  };
  if (what == "arrival") return write(fold.arrival.values());
  if (what != "layers") return write(fold.velocity.values());
  // The store has floats alone.
  Field<float> layers(fold.grid.n);
  std::ranges::copy(fold.layer_index.values(), layers.data());
  write(layers.values());
}

}  // namespace

void write_volume(const std::filesystem::path& file, [[maybe_unused]] const FoldResult& fold,
                  [[maybe_unused]] const std::string& what) {
  if (file.extension() == ".hdf") return write_hdf_volume(file, fold, what);
#ifdef FOLDWAVE_HAS_VTK
  ImageOptions options;
  if (what == "arrival") {
    options.depth_array = true;
    write_image(file, fold.grid, {{"T", fold.arrival.values()}}, options);
  } else if (what == "layers") {
    write_image(file, fold.grid, {{"layer", fold.layer_index.values()}}, options);
  } else {
    write_image(file, fold.grid, {{"velocity", fold.velocity.values()}}, options);
  }
#else
  throw_no_vtk(file);
#endif
}

std::string write_gather_segy(const std::filesystem::path& file, const Scenario& scenario,
                              const WaveResult& wave, bool ibm_floats) {
  const Gather& gather = wave.run.gather;
  const Vec3 origin = scenario.grid.origin;
  SegyGather segy;
  segy.dt = gather.dt;
  segy.samples = gather.samples;
  segy.traces = gather.traces;
  for (const Vec3& receiver : gather.receivers) {
    SegyTrace trace;
    if (!scenario.survey.sources.empty()) trace.source = scenario.survey.sources.front().position;
    trace.receiver = origin + receiver;
    segy.geometry.push_back(trace);
  }
  segy.text = {
      "Foldwave " + program_version() + ": acoustic pressure of the scenario \"" + scenario.name + "\"",
      std::string(wavelet_kind_names[static_cast<std::size_t>(scenario.survey.wavelet.kind)]) + " wavelet, " +
          number_text(scenario.survey.wavelet.frequency) + " Hz, " +
          std::to_string(scenario.survey.sources.size()) + " source(s); headers give the first",
      "Time step of the run " + number_text(gather.dt, 9) + " s, stencil of order " +
          std::to_string(scenario.propagation.order),
      "x east, y north, metres; source depth and -receiver elevation are positive down"};
  const SegyInterval interval = segy_interval(gather.dt, gather.samples);
  SegyResampled resampled;
  std::string warning;
  if (!interval.representable) {
    resampled = resample_for_segy(gather.traces, gather.samples, gather.dt, interval.microseconds);
    segy.dt = resampled.dt;
    segy.samples = resampled.samples;
    segy.traces = resampled.traces;
    const std::string why = gather.samples > kSegyMostSamples
                                ? " s makes " + std::to_string(gather.samples) +
                                      " samples, and SEG-Y holds " + std::to_string(kSegyMostSamples)
                                : std::string(" s is no whole number of microseconds");
    warning = "/propagation/dt: " + number_text(gather.dt, 9) + why + ": the SEG-Y gather is resampled to " +
              std::to_string(interval.microseconds) + " us";
  }
  write_segy(file, segy, ibm_floats ? SegyFormat::ibm : SegyFormat::ieee);
  return warning;
}

}  // namespace foldwave
