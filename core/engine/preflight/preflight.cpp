#include "core/engine/preflight/preflight.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/base/text.hpp"
#include "core/engine/caustic_check.hpp"
#include "core/engine/fold_check.hpp"
#include "core/engine/horizon_setup.hpp"
#include "core/engine/location/image_setup.hpp"
#include "core/engine/speed_setup.hpp"
#include "core/engine/survey/survey_run.hpp"
#include "core/engine/velocity_setup.hpp"
#include "core/engine/wave_fields.hpp"
#include "core/engine/wave_setup.hpp"
#include "core/fold/pmm/varying_start.hpp"
#include "core/formats/segy/segy.hpp"
#include "core/model/scenario_check.hpp"
#include "core/volume/store/volume_queue.hpp"
#include "core/wave/density_limit.hpp"
#include "core/wave/dispersion.hpp"
#include "core/wave/run_control.hpp"
#include "core/wave/source/wavelet_file.hpp"

namespace foldwave {

namespace {

void check_memory(const Scenario& scenario, const Backend& backend, Findings& findings) {
  const MemoryNeed need = memory_need(scenario, backend);
  const bool is_host = backend.on_host();
  const auto device_has = static_cast<double>(backend.free_memory_bytes());
  if (need.on_cpu_instead)
    findings.push_back({Severity::warning, "/grid/nodes",
                        "the wave needs " + bytes_text(need.device) + " of memory, but the device has only " +
                            bytes_text(device_has) + " free: it will run on the CPU",
                        "use fewer nodes or a smaller pad to run it on the device"});
  // Named is what takes most of it: the grid, or the traces.
  const bool traces = 4.0 * need.gather > 0.5 * need.host;
  const auto refuse = [&](double wanted, double have, const std::string& where) {
    if (wanted <= have) return;
    findings.push_back(
        {Severity::error, traces ? "/survey/receivers" : "/grid/nodes",
         "the run needs " + bytes_text(wanted) + " of memory, but " + where + " has only " +
             bytes_text(have) + " free",
         (traces ? "use fewer receivers or a shorter duration" : "use fewer nodes or a smaller pad") +
             std::string(where == "the device" ? ", or --backend cpu" : "")});
  };
  refuse(need.host, static_cast<double>(cpu_backend()->free_memory_bytes()), "this machine");
  // Both may fall back on the CPU, except a fold whose start values are made beforehand.
  const bool fixed =
      need.fold_on_device > 0.0 && std::holds_alternative<MeshHorizon>(scenario.events.front().horizon);
  if (!is_host && !backend.falls_back()) refuse(need.device, device_has, "the device");
  if (!is_host && backend.falls_back() && fixed) refuse(need.fold_on_device, device_has, "the device");
}

// Where F, psi and a vary the fold is solved on a larger box, with four speeds a node.
void check_varying_memory(const Scenario& scenario, const Horizon& horizon, const SpeedModel& speeds,
                          Findings& findings) {
  const Grid3 larger = enlarged_box(horizon, scenario.grid, speeds).grid;
  const auto nodes = static_cast<double>(scenario.grid.size());
  const double solving =
      static_cast<double>(larger.size()) * (5 * sizeof(float) + sizeof(std::uint8_t)) + nodes * sizeof(float);
  // Where it breaks is looked for beforehand.
  const double need = std::max(solving, varying_caustics_bytes(larger)) + nodes * sizeof(std::uint8_t);
  const auto have = static_cast<double>(cpu_backend()->free_memory_bytes());
  if (need > have)
    findings.push_back({Severity::error, "/grid/nodes",
                        "the fold needs " + bytes_text(need) +
                            " of memory, as the front leans and F, psi or a "
                            "vary, but this machine has only " +
                            bytes_text(have) + " free",
                        "use fewer nodes, or a steeper shear direction"});
}

// More steps than anyone waits for; a count of steps stays far inside an int.
constexpr double most_steps = 1e7;

// The longest trace that SEG-Y holds at an interval that still carries the wavelet.
void check_gather_length(const Scenario& scenario, Findings& findings) {
  if (scenario.survey.receivers.empty()) return;
  const double highest = scenario.survey.wavelet.largest_frequency();
  const double interval = std::min(1e-6 * kSegyLongestInterval, 0.4 / highest);
  const double longest = interval * (kSegyMostSamples - 1);
  if (scenario.propagation.duration > longest)
    findings.push_back({Severity::error, "/propagation/duration",
                        number_text(scenario.propagation.duration) +
                            " s of traces are more than a SEG-Y gather of this frequency holds",
                        "give up to " + number_text(longest, 4) + " s, or no receivers"});
}

// An error that names a JSON path below `root` keeps it; one of a file stands under `file_key`, which names
// it.
Finding finding_of(const Error& e, const char* root, const std::string& file_key) {
  if (e.place().starts_with(root)) return {Severity::error, e.place(), e.problem(), e.remedy()};
  return {Severity::error, file_key, e.what(), ""};
}

void check_wavelet_file(const Scenario& scenario, Findings& findings) {
  const Wavelet& wavelet = scenario.survey.wavelet;
  try {
    read_wavelet(wavelet.file, scenario.folder, wavelet.interval);
  } catch (const Error& e) {
    findings.push_back(finding_of(e, "/survey/", "/survey/wavelet/file"));
  }
}

void check_wave_setup(const Scenario& scenario, const Job& job, Findings& findings) {
  const double fastest = limiting_velocity(scenario, job);
  double slowest = velocity_range(scenario, job).slowest;
  if (std::holds_alternative<ExplodingReflectors>(scenario.survey.start)) slowest *= 0.5;
  const TimeStep time = choose_time_step(scenario, stable_dt(scenario, job));
  const double steps = scenario.propagation.duration / time.dt;
  if (steps > most_steps)
    findings.push_back(
        {Severity::error, "/propagation/duration",
         number_text(scenario.propagation.duration) + " s in steps of " + number_text(time.dt) + " s are " +
             number_text(steps, 3) + " steps",
         "give a shorter duration or a longer step: at most " + number_text(most_steps) + " steps"});
  check_gather_length(scenario, findings);
  // A fold's own limit lies between that of any shapes of its layers and that of one density.
  const Stencil stencil = scenario_stencil(scenario.propagation);
  const bool dense = scenario.stack.layers.front().density > 0.0;
  const double most =
      dense ? density_stable_dt(scenario.grid, stencil.radius, {fastest}, scenario.propagation.time_order)
            : time.limit;
  if (time.dt > most)
    findings.push_back({Severity::error, "/propagation/dt",
                        number_text(time.dt) + " s is unstable: the limit for " + stencil.name + " and " +
                            number_text(fastest) + " m/s is " + number_text(most) + " s",
                        "give \"auto\" or a smaller step"});
  else if (time.dt > time.limit)
    findings.push_back(
        {Severity::warning, "/propagation/dt",
         number_text(time.dt) + " s may be unstable: stable wherever these densities meet is up to " +
             number_text(time.limit) + " s, and a wave that the fold makes unstable is refused",
         "give \"auto\" or a smaller step"});
  else if (time.estimated_error > 1.05 * scenario.propagation.error_budget)
    findings.push_back({Severity::warning, "/propagation/dt",
                        number_text(time.dt) + " s makes an error of about " +
                            number_text(100.0 * time.estimated_error, 2) +
                            " % of a trace by its end, over the budget of " +
                            number_text(100.0 * scenario.propagation.error_budget, 2) + " %",
                        "give \"auto\", a smaller step or a larger error_budget"});
  const double per_wavelength =
      points_per_wavelength(scenario.grid, slowest, scenario.survey.wavelet.largest_frequency());
  const double moment = moment_error(stencil);
  if (std::abs(moment) > 1e-3)
    findings.push_back({Severity::warning, "/propagation/window",
                        "the windowed stencil's moment error is " + number_text(100.0 * moment, 3) +
                            " %: long waves run " + number_text(50.0 * moment, 3) + " % wrong",
                        "use a larger beta, or leave the window out"});
  if (scenario.survey.wavelet.kind == WaveletKind::file) check_wavelet_file(scenario, findings);
  if (per_wavelength < 3.0)
    findings.push_back({Severity::warning, "/survey/wavelet/frequency",
                        "only " + number_text(per_wavelength, 3) + " nodes in the shortest wavelength",
                        "expect dispersion; use a lower frequency or a finer grid"});
}

void check_imaging_stage(const Scenario& scenario, const Backend& backend, const Job& job,
                         Findings& findings) {
  if (!scenario.imaging) return;
  if (!scenario.propagation.enabled) {
    findings.push_back({Severity::note, "/imaging", "is left alone, as /propagation/enabled is false", ""});
    return;
  }
  Findings more;
  if (scenario.imaging->purpose != ImagingPurpose::image) more = check_image_setup(scenario, backend, job);
  if (scenario.imaging->survey)
    for (Finding& finding : check_survey_setup(scenario, backend, job))
      more.push_back(std::move(finding));
  std::move(more.begin(), more.end(), std::back_inserter(findings));
}

// Snapshots that wait for the disk, packed or as they are, at most the queue's; one may be packed meanwhile.
// A snapshot is seldom larger than its values when it is packed.
double waiting_snapshots(const Scenario& scenario, const WaveModel& model) {
  const int count = snapshot_count(model);
  if (count == 0) return 0.0;
  const double snapshot = sizeof(float) * static_cast<double>(scenario.grid.size());
  const double all = snapshot * count;
  return std::min(all, snapshot + static_cast<double>(VolumeQueue::usual_bytes));
}

}  // namespace

MemoryNeed memory_need(const Scenario& scenario, const Backend& backend) {
  const auto nodes = static_cast<double>(scenario.grid.size());
  // T, layer, velocity, what is crossed and the heights over each cut stay; writing a volume takes a turned
  // copy of it, and an array of depths.
  double kept = nodes * (2 * sizeof(float) + 2 * sizeof(std::uint8_t));
  for (const FoldEvent& event : scenario.events)
    if (event.cuts()) kept += nodes * sizeof(float) * (event.deposits > 1 ? 2 : 1);
  const double written = nodes * 2 * sizeof(float);
  MemoryNeed need;
  need.host = kept + written;
  // Foot points leave a device in slabs; marching keeps the whole volume there.
  const FoldSpec& fold = scenario.events.front().fold;
  const bool marching = fold.method == FoldMethod::pmm || fold.varies;
  need.fold_on_device = marching ? nodes * (sizeof(float) + sizeof(std::uint8_t)) : 0.0;
  need.device = need.fold_on_device;
  if (!scenario.propagation.enabled) return need;

  const bool is_host = backend.on_host();
  WaveModel model = make_wave_model(scenario, choose_time_step(scenario, stable_dt(scenario)));
  // Memory is all that is asked: any field says that there is a density or a start.
  const Field<float> some;
  if (scenario.stack.layers.front().density > 0.0) model.density = borrowed(some);
  const bool start = !std::holds_alternative<std::monostate>(scenario.survey.start);
  need.host +=
      nodes * sizeof(float) *
      ((model.density != nullptr ? 1 : 0) + (averages_interfaces(scenario) ? 1 : 0) + (start ? 3 : 0));
  need.device = static_cast<double>(backend.make_wave_propagator()->memory_bytes(model));
  need.gather = sizeof(float) * static_cast<double>(model.receivers.size()) * (model.steps + 1.0);
  double on_host = is_host ? need.device : need.gather;
  need.on_cpu_instead =
      !is_host && backend.falls_back() && need.device > static_cast<double>(backend.free_memory_bytes());
  if (need.on_cpu_instead)
    on_host = static_cast<double>(cpu_backend()->make_wave_propagator()->memory_bytes(model));
  // The gather is turned and resampled when it is written; one snapshot waits for its picture.
  need.host += nodes * sizeof(float) + 3.0 * need.gather + on_host + waiting_snapshots(scenario, model);
  return need;
}

Findings preflight(const Scenario& scenario, const Backend& backend, const Job& job) {
  Findings findings = check_scenario(scenario);
  if (has_errors(findings)) return findings;
  for (Finding& finding : check_velocity_file(scenario, job))
    findings.push_back(std::move(finding));
  if (has_errors(findings)) return findings;
  if (scenario.propagation.enabled) check_wave_setup(scenario, job, findings);
  if (has_errors(findings)) return findings;
  check_imaging_stage(scenario, backend, job, findings);
  check_memory(scenario, backend, findings);
  if (has_errors(findings)) return findings;
  std::size_t event = 0;  // that is looked at
  try {
    Findings more;
    const auto add = [&more](const Findings& some) { more.insert(more.end(), some.begin(), some.end()); };
    MeshReport of_mesh;
    HorizonReport of_points;
    const auto mesh = build_mesh_horizon(scenario, &of_mesh, job);
    const auto horizon = mesh ? nullptr : build_horizon(scenario, &of_points, job);
    const auto speeds = mesh ? nullptr : build_speeds(scenario);
    more = mesh ? check_fold_setup(scenario, *mesh) : check_fold_setup(scenario, *horizon, speeds.get());
    if (speeds && !has_errors(more)) check_varying_memory(scenario, *horizon, *speeds, more);
    add(mesh ? mesh_findings(of_mesh) : horizon_findings(scenario, 0, of_points));
    std::vector<PastEvent> later;
    for (event = 1; event < scenario.events.size(); ++event) {
      HorizonReport fit;
      auto surface = build_horizon(scenario, &fit, job, event);
      add(check_fold_setup(scenario, *surface, nullptr, event));
      add(horizon_findings(scenario, event, fit));
      later.push_back(past_event(scenario, event, std::move(surface)));
    }
    if (!has_errors(more))
      add(check_caustics(scenario, {horizon.get(), mesh.get(), speeds.get()}, std::move(later), job));
    std::move(more.begin(), more.end(), std::back_inserter(findings));
  } catch (const Stopped&) {
    throw;
  } catch (const Error& e) {
    // An error that already names its JSON path keeps it; one of a file stands under what names the file.
    const auto& varies = scenario.events.front().fold.varies;
    const bool is_of_varies = varies && !varies->file.empty() && e.place().ends_with(varies->file);
    findings.push_back(finding_of(
        e, "/events/",
        is_of_varies ? "/events/0/fold/varies/file" : "/events/" + std::to_string(event) + "/horizon"));
  }
  return findings;
}

}  // namespace foldwave
