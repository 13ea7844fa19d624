#include <algorithm>
#include <cmath>

#include "core/engine/forecast/stage_work.hpp"
#include "core/engine/forecast/step_kernel.hpp"
#include "core/engine/survey/survey_setup.hpp"
#include "core/engine/velocity_setup.hpp"
#include "core/engine/wave_fields.hpp"
#include "core/engine/wave_setup.hpp"
#include "core/imaging/rtm/shot_window.hpp"
#include "core/imaging/rtm/source_history.hpp"
#include "core/volume/store/volume_writer.hpp"
#include "core/wave/cpml_slabs.hpp"
#include "core/wave/padded_grid.hpp"

namespace foldwave {

namespace {

void tell_kernel(const StepCount& count, const Backend& backend, StageWork& stage) {
  StepKernel kernel = step_kernel(count, backend);
  stage.kernel = std::move(kernel.name);
  stage.kernel_shape = std::move(kernel.shape);
}

double receivers_of(const Survey& survey) {
  double count = 0.0;
  for (const ReceiverSet& set : survey.receivers)
    if (const auto* const carpet = std::get_if<ReceiverCarpet>(&set))
      count += 1.0 * carpet->count[0] * carpet->count[1];
    else
      count += std::get<ReceiverLine>(set).count;
  return count;
}

// Nodes that a set of receivers reads at a step: along an axis on which it lies on nodes one, else as many as
// the interpolation is wide (wave/taps.hpp); and the rows that these lie in.
struct TapCount {
  double taps = 0.0, rows = 0.0;
};
TapCount taps_of(const Scenario& scenario) {
  const Grid3& grid = scenario.grid;
  const double wide = scenario.propagation.interpolation == Interpolation::sinc ? 8.0 : 2.0;
  const auto along = [&](int axis, double from, double to) {
    const auto a = static_cast<std::size_t>(axis);
    if (grid.n[a] == 1) return 1.0;
    const double place = (from - grid.origin[axis]) / grid.h[a];
    return from == to && std::abs(place - std::round(place)) < 1e-6 ? 1.0 : wide;
  };
  TapCount all;
  const auto add = [&](double count, double x, double y, double z) {
    all.taps += count * x * y * z;
    all.rows += count * y * z;
  };
  for (const ReceiverSet& set : scenario.survey.receivers)
    if (const auto* const carpet = std::get_if<ReceiverCarpet>(&set))
      add(1.0 * carpet->count[0] * carpet->count[1], along(0, carpet->from[0], carpet->to[0]),
          along(1, carpet->from[1], carpet->to[1]), along(2, carpet->depth, carpet->depth));
    else if (const auto& line = std::get<ReceiverLine>(set); line.count > 0)
      add(line.count, along(0, line.from.x, line.to.x), along(1, line.from.y, line.to.y),
          along(2, line.from.z, line.to.z));
  return all;
}

bool has_density(const Scenario& scenario) {
  return scenario.stack.layers.front().density > 0.0;
}

// As wave/source/wavelet.cpp ends them; a file's may sound to the end.
double silent_steps(const Survey& survey, const TimeStep& time) {
  const Wavelet& wavelet = survey.wavelet;
  if (wavelet.kind == WaveletKind::file || !(wavelet.frequency > 0.0)) return 0.0;
  double latest = 0.0;
  for (const Source& source : survey.sources)
    latest = std::max(latest, wavelet.peak_time() + source.delay + 2.0 / wavelet.frequency);
  return std::max(0.0, time.steps - std::floor(latest / time.dt) - 1.0);
}

// The wave's scheme without what takes time to make: velocity, sources, positions.
StepCount counted_steps(const Scenario& scenario, const TimeStep& time) {
  const Propagation& p = scenario.propagation;
  StepCount count;
  count.model.grid = scenario.grid;
  count.model.stencil = scenario_stencil(p);
  count.model.time_order = p.time_order;
  count.model.precision = p.precision;
  count.model.interpolation = p.interpolation;
  count.model.boundaries = p.boundaries;
  count.model.pad_cells = p.pad_cells;
  count.model.steps = time.steps;
  count.density = has_density(scenario);
  count.steps = time.steps;
  count.silent = silent_steps(scenario.survey, time);
  count.taps = taps_of(scenario).taps;
  return count;
}

int planes_of_share(const WaveModel& model, int shares) {
  return (model.grid.n[2] + shares - 1) / shares;
}

// Of a wave that is cut into slabs, one that ends at a face: across a cut there are no pads. What is too thin
// stays whole.
StepCount count_of_share(StepCount count, int shares) {
  if (!is_cut(count.model, shares)) return count;
  count.cuts = std::min(2, shares - 1);
  count.model.grid.n[2] = planes_of_share(count.model, shares);
  count.model.boundaries[5] = Boundary::free;
  return count;
}

StagePart model_part(const Scenario& scenario, double padded_nodes) {
  const Grid3& grid = scenario.grid;
  const double nodes = static_cast<double>(grid.size());
  const double columns = 1.0 * grid.n[0] * grid.n[1];
  StagePart part{{"wave.model", {{1.0, {{"wave.model.once"}}}, {nodes, {{"wave.model.node"}}}}}};
  if (averages_interfaces(scenario)) {
    part.work.terms.push_back({nodes, {{"wave.model.mean"}}});
    part.work.terms.push_back(
        {columns * static_cast<double>(scenario.stack.layers.size() - 1), {{"wave.model.boundary"}}});
  }
  // The stability limit of a density is found by going over the field with its stencil.
  if (has_density(scenario)) {
    part.work.terms.push_back({padded_nodes, {{"wave.model.density"}}});
    const double radius = scenario_stencil(scenario.propagation).radius;
    part.work.terms.push_back({padded_nodes * radius, {{"wave.model.density.tap"}}});
  }
  if (!std::holds_alternative<std::monostate>(scenario.survey.start))
    part.work.terms.push_back({nodes, {{"wave.model.start"}}});
  part.bytes = 12.0 * nodes;
  return part;
}

// The user's nodes once a snapshot, in the format that this build has.
StagePart snapshot_part(const Scenario& scenario, double snapshots, bool files) {
  const double nodes = snapshots * static_cast<double>(scenario.grid.size());
  const bool hdf = scenario.outputs.snapshot_format == SnapshotFormat::hdf && has_volume_store();
  if (!files) {
    // Packed and kept in memory.
    StagePart kept{{"wave.kept", {{nodes, {{"snapshot.keep"}}}, {snapshots, {{"snapshot.once"}}}}}};
    kept.measured_as = "wave.snapshots";
    kept.bytes = 12.0 * nodes;
    kept.operations = 60.0 * nodes;
    return kept;
  }
  StagePart part{{"wave.snapshots",
                  {{nodes, {{hdf ? "snapshot.pack" : "snapshot.vti"}}},
                   {snapshots, {{hdf ? "snapshot.once" : "file.once"}}}}}};
  part.bytes = 12.0 * nodes;
  part.operations = hdf ? 60.0 * nodes : 200.0 * nodes;
  part.disk = hdf ? 0.8 * nodes : 3.6 * nodes;
  return part;
}

}  // namespace

bool is_cut(const WaveModel& model, int shares) {
  return shares > 1 && planes_of_share(model, shares) >= 4 * model.stencil.radius;
}

StageWork wave_work(const Scenario& scenario, const Backend& backend, bool files) {
  const TimeStep time = choose_time_step(scenario, stable_dt(scenario));
  const StepCount count = counted_steps(scenario, time);
  const PaddedGrid padded(count.model);
  const double receivers = receivers_of(scenario.survey);
  const double nodes = static_cast<double>(scenario.grid.size());
  const double padded_nodes = static_cast<double>(padded.nodes());
  StageWork stage{"wave", {model_part(scenario, padded_nodes)}};
  tell_kernel(count, backend, stage);
  StagePart set_up{{"wave.set_up", {{1.0, {{"wave.set_up.once"}}}, {padded_nodes, {{"wave.set_up.node"}}}}}};
  if (count.model.precision == Precision::binary64)
    set_up.work.terms.back().rates.push_back({"wave.set_up.double"});
  double pads = 0.0;
  for (const CpmlSlab& slab : cpml_slab_layouts(padded))
    pads += static_cast<double>(slab.size());
  if (pads > 0.0) set_up.work.terms.push_back({pads, {{"wave.set_up.pads"}}});
  if (count.density) set_up.work.terms.push_back({padded_nodes, {{"wave.set_up.density"}}});
  const TapCount taps = taps_of(scenario);
  if (receivers > 0.0) {
    set_up.work.terms.push_back({receivers, {{"wave.set_up.receiver"}}});
    set_up.work.terms.push_back({taps.taps, {{"wave.set_up.tap"}}});
  }
  set_up.bytes = 16.0 * padded_nodes;
  stage.parts.push_back(std::move(set_up));
  // Memory that is asked for and given back, mostly.
  StagePart rest{{"wave.rest", {{1.0, {{"wave.rest.once"}}}, {padded_nodes, {{"wave.rest.node"}}}}}};
  if (count.density) rest.work.terms.back().rates.push_back({"wave.rest.density"});
  stage.parts.push_back(std::move(rest));
  const StepCount share = count_of_share(count, backend.wave_shares());
  StagePart steps{{"wave.steps." + step_kind(share, backend), step_terms(share, backend)}};
  steps.measured_as = "wave.steps";
  add_step_bounds(share, steps);
  stage.parts.push_back(std::move(steps));
  if (receivers > 0.0)
    stage.parts.push_back({{"wave.gather",
                            {{receivers * count.steps, {{"wave.gather"}}},
                             {taps.rows * count.steps, {{"wave.gather.part"}}}}}});
  if (const int count = snapshot_steps(scenario.outputs, time).count; count > 0)
    stage.parts.push_back(snapshot_part(scenario, count, files));
  if (!files) return stage;
  stage.parts.push_back(
      {{"wave.file", {{1.0, {{"file.once"}}}, {receivers * (count.steps + 1.0), {{"file.trace"}}}}}});
  if (scenario.outputs.pictures)
    stage.parts.push_back(
        {{"wave.picture", {{1.0, {{"wave.picture.once"}}}, {nodes, {{"wave.picture.node"}}}}}});
  return stage;
}

StageWork image_work(const Scenario& scenario, const Backend& backend, bool files) {
  const Imaging& imaging = *scenario.imaging;
  const TimeStep time = choose_time_step(scenario, stable_dt(scenario));
  StepCount count = counted_steps(scenario, time);
  // Velocities of a scan are passes of their own.
  const double scanned = imaging.scan_range > 0.0 ? imaging.scan_count : 0.0;
  count.steps *= 1.0 + scanned;
  count.silent = count.taps = 0.0;  // traces sound to the end
  const auto passes = [&](const char* name, const char* many) {
    StagePart part{{name, step_terms(count, backend)}};
    for (WorkTerm& term : part.work.terms)
      if (many != nullptr) term.rates.push_back({many});
    add_step_bounds(count, part);
    return part;
  };
  const bool is_seen = imaging.snapshots && takes_snapshots(scenario.outputs);
  StageWork stage{"image", {}};
  if (imaging.purpose == ImagingPurpose::zero_offset)
    stage.parts.push_back(passes("image.passes", nullptr));
  else
    stage.parts.push_back(
        passes("image.passes", imaging.purpose == ImagingPurpose::focus ? "image.focus" : "image.locate"));
  // What is seen of the wave that goes back is a wave of its own, but where that is the image.
  if (is_seen && imaging.purpose != ImagingPurpose::zero_offset) {
    count = counted_steps(scenario, time);
    count.silent = count.taps = 0.0;
    stage.parts.push_back(passes("image.reversed", nullptr));
  }
  if (files && is_seen)
    stage.parts.push_back(snapshot_part(scenario, snapshot_steps(scenario.outputs, time).count, files));
  tell_kernel(count, backend, stage);
  if (files)
    stage.parts.push_back(
        {{"image.file",
          {{1.0, {{"file.once"}}}, {2.0 * static_cast<double>(scenario.grid.size()), {{"snapshot.pack"}}}}}});
  return stage;
}

namespace {

// With the wave that is modelled for it, where none is run before.
StageWork lone_image_work(const Scenario& scenario, const Backend& backend, bool files) {
  StageWork image = image_work(scenario, backend, files);
  if (!scenario.imaging->data.empty()) return image;
  Scenario unseen = scenario;
  take_no_snapshots(unseen.outputs);
  StageWork wave = wave_work(unseen, backend, false);
  image.parts.insert(image.parts.begin(), wave.parts.begin(), wave.parts.end());
  return image;
}

// The source's and, where levels of it are not kept, that once more, and the receivers'.
double migrating_waves(const ForetoldSurvey& survey) {
  return (keeps_levels(survey.source_field) ? 1.0 : 2.0) + 1.0;
}

// In which shots migrate, in the mean.
WaveModel model_of_window(const ForetoldSurvey& survey) {
  WaveModel window = survey.medium;
  window.grid.n = mean_window(window.grid, window.stencil.radius, survey.survey.aperture).n;
  return window;
}

}  // namespace

StageWork survey_work(const Scenario& scenario, const Backend& backend, bool files) {
  const VelocityRange range = survey_velocity_range(scenario);
  const ForetoldSurvey foretold = foretold_survey(scenario, range.slowest, range.fastest);
  const double lines = foretold.survey.layout == SurveyLayout::volume ? foretold.survey.lines : 1.0;
  // Devices take them in turn.
  const double shots = std::ceil(foretold.survey.shots * lines / backend.devices().count);
  StepCount count;
  count.density = has_density(scenario);
  StagePart part{{"survey.shots", {}}};
  const auto add_waves = [&](const WaveModel& model, double waves) {
    count.model = model;
    count.steps = shots * model.steps * waves;
    for (WorkTerm& term : step_terms(count, backend)) {
      term.rates.push_back({"survey.wave"});
      part.work.terms.push_back(std::move(term));
    }
    add_step_bounds(count, part);
  };
  const WaveModel window = model_of_window(foretold);
  add_waves(window, migrating_waves(foretold));
  StageWork stage{"survey", {}};
  tell_kernel(count, backend, stage);
  // The data's where they are modelled.
  if (foretold.survey.data.empty()) add_waves(foretold.medium, 1.0);
  part.work.terms.push_back({shots, {{"survey.shot"}}});
  // Strips that lie in a file are written and read once a shot.
  part.disk = shots * source_field_disk_bytes(window, foretold.source_field);
  if (part.disk > 0.0) part.work.terms.push_back({part.disk, {{"survey.strip"}}});
  // Data and the first gradient, then both Born waves, the receivers' and the source's again.
  if (const int iterations = foretold.survey.iterations; iterations > 0)
    add_waves(foretold.medium, 5.0 + 5.0 * iterations);
  stage.parts.push_back(std::move(part));
  if (!files) return stage;
  const double nodes = static_cast<double>(foretold.medium.grid.size());
  stage.parts.push_back({{"survey.file", {{1.0, {{"file.once"}}}, {3.0 * nodes, {{"snapshot.pack"}}}}}});
  if (scenario.outputs.pictures)
    stage.parts.push_back(
        {{"survey.picture", {{1.0, {{"survey.picture.once"}}}, {nodes, {{"survey.picture.node"}}}}}});
  return stage;
}

std::vector<StageWork> stage_works(const Scenario& scenario, const Backend& backend,
                                   const ForecastOptions& options, Findings& findings) {
  const auto wanted = [&](const char* stage) {
    return options.stages.empty() ||
           std::find(options.stages.begin(), options.stages.end(), stage) != options.stages.end();
  };
  std::vector<StageWork> stages;
  const auto add = [&](StageWork (*work)(const Scenario&, const Backend&, bool)) {
    try {
      stages.push_back(work(scenario, backend, options.files));
    } catch (const Error& e) {
      findings.push_back({Severity::error, e.place(), e.problem(), e.remedy()});
    }
  };
  add(fold_work);
  if (!scenario.propagation.enabled) return stages;
  if (wanted("wave")) add(wave_work);
  if (!scenario.imaging || !wanted("image")) return stages;
  if (scenario.imaging->purpose != ImagingPurpose::image) add(wanted("wave") ? image_work : lone_image_work);
  if (scenario.imaging->survey) add(survey_work);
  return stages;
}

}  // namespace foldwave
