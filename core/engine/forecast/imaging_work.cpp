#include <algorithm>
#include <cmath>

#include "core/engine/forecast/bytes/disk_bytes.hpp"
#include "core/engine/forecast/wave_parts.hpp"
#include "core/engine/survey/survey_setup.hpp"
#include "core/engine/velocity_setup.hpp"
#include "core/imaging/locate/scheme_time.hpp"
#include "core/imaging/rtm/shot_window.hpp"
#include "core/imaging/rtm/shots.hpp"
#include "core/imaging/rtm/source_history.hpp"

namespace foldwave {

namespace {

// Waves of a location or of exploding reflectors: those whose field is looked at at every step, and others.
struct ImageWaves {
  double looked_at = 0.0, others = 0.0, refinements = 0.0;
};

// Waves by which an event is refined (imaging/locate/refine.hpp): mostly those of the first step and one
// more, and in a volume those of the second. What lies on one line sees badly around itself, and takes
// longer.
double refinement_of(const Scenario& scenario) {
  if (scenario.grid.is_section()) return 4.5;
  const std::vector<ReceiverSet>& sets = scenario.survey.receivers;
  return sets.size() == 1 && std::holds_alternative<ReceiverLine>(sets.front()) ? 18.0 : 9.0;
}

ImageWaves waves_of(const Scenario& scenario) {
  const Imaging& imaging = *scenario.imaging;
  if (imaging.purpose == ImagingPurpose::zero_offset) return {0.0, 1.0, 0.0};
  const bool is_located = imaging.purpose == ImagingPurpose::locate;
  const double events = is_located ? imaging.most_events : 1.0;
  // The illumination's, whose second half is looked at, and one that goes back for each event.
  ImageWaves waves{events + 0.5, 0.5, 0.0};
  // Events are refined anew with each that is found after them.
  if (is_located) waves.refinements = 0.5 * events * (events + 1.0) * refinement_of(scenario);
  if (imaging.condition == FocusCondition::geometric_mean) waves.others += events * imaging.groups;
  return waves;
}

// Frequencies by which traces come to the scheme's clock and band (imaging/locate/scheme_time.hpp).
double frequencies_of(const Wavelet& wavelet, double duration) {
  const Band band = wavelet_band(wavelet);
  return band.none * (duration + 4.0 / (band.none - band.full));
}

void add_terms(std::vector<WorkTerm> terms, double times, const char* rate, StagePart& part) {
  for (WorkTerm& term : terms) {
    term.amount *= times;
    if (rate != nullptr) term.rates.push_back({rate});
    part.work.terms.push_back(std::move(term));
  }
}

}  // namespace

StageWork image_work(const Scenario& scenario, const Backend& backend, bool files) {
  const Imaging& imaging = *scenario.imaging;
  const TimeStep time = choose_time_step(scenario, stable_dt(scenario));
  const Wavelet& wavelet = scenario.survey.wavelet;
  StepCount count = counted_steps(scenario, time);
  // Traces sound to the end, and the wavelet's half and what rings of the band is before them.
  count.silent = 0.0;
  count.steps += 1.0 / (wavelet.ricker_frequency() * time.dt);
  const double nodes = static_cast<double>(scenario.grid.size());
  const bool is_zero_offset = imaging.purpose == ImagingPurpose::zero_offset;
  const std::string name =
      std::string("image.") + imaging_purpose_names[static_cast<std::size_t>(imaging.purpose)];
  StagePart part{{name, {{1.0, {{"image.once"}}}}}};
  part.measured_as = "image.passes";
  add_terms(model_part(scenario, nodes).work.terms, 1.0, nullptr, part);

  const ImageWaves waves = waves_of(scenario);
  // Velocities of a scan are located as the first.
  const double tried = 1.0 + (imaging.scan_range > 0.0 ? imaging.scan_count : 0.0);
  // What is seen of the wave that goes back is a wave of its own, but where that is the image.
  const bool is_seen = imaging.snapshots && takes_snapshots(scenario.outputs);
  const double plain = tried * (waves.looked_at + waves.others) + (is_seen && !is_zero_offset ? 1.0 : 0.0);
  const std::vector<WorkTerm> set_up = set_up_part(scenario, count).work.terms;
  if (waves.refinements > 0.0)
    for (const std::vector<WorkTerm>& terms : {step_terms(count, backend), set_up})
      add_terms(terms, tried * waves.refinements,
                scenario.grid.is_section() ? "image.section.refine" : "image.volume.refine", part);
  // Traces go in where receivers of others read.
  part.work.terms.push_back({plain * count.taps * count.steps,
                             {{scenario.grid.is_section() ? "image.section.tap" : "image.volume.tap"}}});
  count.taps = 0.0;
  for (const std::vector<WorkTerm>& terms : {step_terms(count, backend), set_up})
    add_terms(terms, plain, nullptr, part);
  part.work.terms.push_back({tried * waves.looked_at * nodes * count.steps, {{"image.look"}}});
  // What is done of a whole field on the processor, wherever waves run: it is fetched, weighed and searched.
  part.work.terms.push_back({plain * nodes, {{"image.map"}}});
  const double traces =
      receivers_of(scenario.survey) * time.steps * frequencies_of(wavelet, scenario.propagation.duration);
  part.work.terms.push_back({tried * (is_zero_offset ? 1.0 : 2.0) * traces, {{"image.traces"}}});
  StepCount all = count;
  all.steps *= plain + tried * waves.refinements;
  add_step_bounds(all, part);
  // Of its snapshots, too, the seconds of an image are told in one.
  if (is_seen) {
    const StagePart seen = snapshot_part(scenario, snapshot_steps(scenario.outputs, time).count, files);
    add_terms(seen.work.terms, 1.0, nullptr, part);
    part.bytes += seen.bytes;
    part.operations += seen.operations;
    part.disk += seen.disk;
  }

  StageWork stage{"image", {std::move(part)}};
  tell_kernel(count, backend, stage);
  if (files)
    stage.parts.push_back({{"image.file", {{1.0, {{"file.once"}}}, {2.0 * nodes, {{"snapshot.pack"}}}}}});
  return stage;
}

namespace {

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
  const double all = all_shots(foretold);
  StepCount count;
  double shots = std::ceil(all / backend.devices().count);  // devices take them in turn
  // So do the threads where shots are small (imaging/rtm/shots.hpp): a last turn may leave some idle.
  const Index nodes_of_one = PaddedGrid(foretold.medium).nodes();
  if (backend.on_host()) {
    count.side_by_side = static_cast<int>(std::min<double>(all, shots_at_once(nodes_of_one)));
    shots = std::ceil(all / count.side_by_side) * count.side_by_side;
  } else if (nodes_of_one < large_shot) {
    // Those of small shots are queued side by side.
    const int threads_each = std::max(1, shots_at_once(nodes_of_one) / backend.devices().count);
    count.side_by_side = static_cast<int>(std::min<double>(shots, threads_each));
  }
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
  part.disk = all * source_field_disk_bytes(window, foretold.source_field);
  if (part.disk > 0.0) part.work.terms.push_back({part.disk, {{"survey.strip"}}});
  // Data and the first gradient, then both Born waves, the receivers' and the source's again.
  if (const int iterations = foretold.survey.iterations; iterations > 0)
    add_waves(foretold.medium, 5.0 + 5.0 * iterations);
  stage.parts.push_back(std::move(part));
  if (!files) return stage;
  const double nodes = static_cast<double>(foretold.medium.grid.size());
  stage.parts.push_back({{"survey.file", {{1.0, {{"file.once"}}}, {3.0 * nodes, {{"snapshot.pack"}}}}}});
  if (scenario.outputs.pictures && writes_vtk())
    stage.parts.push_back(
        {{"survey.picture", {{1.0, {{"survey.picture.once"}}}, {nodes, {{"survey.picture.node"}}}}}});
  return stage;
}

}  // namespace foldwave
