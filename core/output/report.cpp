#include "core/output/report.hpp"

#include <nlohmann/json.hpp>

#include "core/base/system.hpp"
#include "core/geology/attitude.hpp"
#include "core/geology/ramsay.hpp"

namespace foldwave {

namespace {

using Json = nlohmann::ordered_json;

Json thickness_json(const ThicknessRange& t) {
  return {{"least", t.least}, {"mean", t.mean}, {"greatest", t.greatest}, {"share_of_columns", t.share}};
}

Json class_json(const ClassFit& fit) {
  if (!fit.known()) return nullptr;
  return {{"class", fit.name}, {"lambda", fit.lambda}, {"standard_error", fit.uncertainty}};
}

Json geometry_json(const FoldGeometry& geometry) {
  Json j{{"fold_axis", nullptr},
         {"foretold", nullptr},
         {"measured", class_json(geometry.measured)},
         {"profile", geometry.chosen.remark.empty() ? "normal to the fold axis" : geometry.chosen.remark},
         {"layers", Json::array()},
         {"unreached_volume", geometry.unreached_volume}};
  if (const FoldAxis& axis = geometry.chosen.axis; axis.found()) {
    const TrendPlunge line = trend_plunge_of(axis.axis);
    j["fold_axis"] = {{"trend", line.trend}, {"plunge", line.plunge}, {"cylindricity", axis.cylindricity()}};
  }
  if (geometry.foretold)
    j["foretold"] = {{"class", class_of_lambda(geometry.foretold->lambda())},
                     {"lambda", geometry.foretold->lambda()}};
  for (const LayerGeometry& layer : geometry.layers)
    j["layers"].push_back({{"name", layer.name},
                           {"volume", layer.volume},
                           {"vertical_thickness", thickness_json(layer.vertical)},
                           {"orthogonal_thickness", thickness_json(layer.orthogonal)},
                           {"share_thinner_than_cell", layer.thin_share},
                           {"measured", class_json(layer.dips.fit)}});
  for (const TopMisfit& top : geometry.tops) {
    const bool met = top.layer >= 0;
    j["well_tops"].push_back(
        {{"well", top.well},
         {"top", top.top},
         {"layer", met ? Json(geometry.layers[static_cast<std::size_t>(top.layer)].name) : Json(nullptr)},
         {"named", top.named},
         {"boundary_below", top.below}});
  }
  return j;
}

ReportValue or_null(const std::optional<double>& value) {
  return value ? ReportValue(*value) : ReportValue(nullptr);
}

}  // namespace

StageReport stage_report(const FoldResult& fold) {
  const auto nodes = static_cast<std::int64_t>(fold.grid.size());
  StageReport stage{"fold", fold.seconds, false, {}, fold.warnings};
  stage.figures = {{"nodes", nodes},
                   {"method", fold.method},
                   {"backend", fold.made_by.backend},
                   {"device", fold.made_by.device},
                   {"sweeps", static_cast<std::int64_t>(fold.sweeps)},
                   {"unreached_nodes", static_cast<std::int64_t>(fold.unreached)},
                   {"layers", static_cast<std::int64_t>(fold.layering().count())},
                   {"crossed_nodes", static_cast<std::int64_t>(fold.caustics.nodes)},
                   {"crossed_columns", static_cast<std::int64_t>(fold.caustics.columns)},
                   {"tightest_bend_radius",
                    fold.caustics.any() ? ReportValue(fold.caustics.radius) : ReportValue(nullptr)},
                   {"solve_seconds", fold.solve_seconds},
                   {"start_seconds", fold.start_seconds},
                   {"device_seconds", or_null(fold.device_seconds)},
                   {"transfer_seconds", or_null(fold.transfer_seconds)},
                   {"velocity_from", fold.velocity_file.empty() ? "the layers" : fold.velocity_file}};
  return stage;
}

StageReport stage_report(const WaveResult& wave) {
  const WaveParts& parts = wave.run.parts;
  StageReport stage{"wave", wave.seconds, wave.run.stopped, {}, wave.warnings};
  stage.figures = {{"steps", static_cast<std::int64_t>(wave.run.steps_done)},
                   {"dt", wave.dt},
                   {"stable_dt", wave.stable_dt},
                   {"dt_chosen_by", wave.dt_chosen_by},
                   {"error_budget", wave.error_budget},
                   {"estimated_relative_error_of_dt", wave.estimated_error},
                   {"stencil", wave.stencil},
                   {"moment_error", wave.moment_error},
                   {"time_order", static_cast<std::int64_t>(wave.time_order)},
                   {"points_per_wavelength", wave.points_per_wavelength},
                   {"snapshots", static_cast<std::int64_t>(wave.run.snapshots)},
                   {"snapshot_every_steps", static_cast<std::int64_t>(wave.snapshot_every)},
                   {"receivers", static_cast<std::int64_t>(wave.run.gather.receivers.size())},
                   {"propagator", wave.propagator},
                   {"backend", wave.made_by.backend},
                   {"device", wave.made_by.device},
                   {"points_per_second", wave.run.points_per_second},
                   {"solver_seconds", wave.run.seconds},
                   {"set_up_seconds", wave.model_seconds + parts.set_up_seconds},
                   {"step_seconds", parts.step_seconds},
                   {"snapshot_seconds", parts.snapshots.seconds},
                   {"snapshot_bytes", parts.snapshots.bytes},
                   {"live_seconds", parts.live.seconds},
                   {"live_bytes", parts.live.bytes},
                   {"gather_seconds", parts.gather.seconds},
                   {"gather_bytes", parts.gather.bytes}};
  return stage;
}

std::string report_text(const RunReport& report) {
  Json j{{"format", "foldwave-report"},
         {"version", 1},
         {"program", "Foldwave " + program_version()},
         {"scenario", report.scenario},
         {"backend", report.backend},
         {"device", report.device},
         {"threads", thread_count()},
         {"stages", Json::array()}};
  if (!report.backend_reason.empty()) j["backend_reason"] = report.backend_reason;
  for (const StageReport& stage : report.stages) {
    Json s{{"name", stage.name}, {"seconds", stage.seconds}};
    if (stage.stopped) s["stopped"] = true;
    for (const auto& [key, value] : stage.figures)
      std::visit([&, &name = key](const auto& v) { s[name] = v; }, value);
    if (const auto& f = stage.foretold)
      s["forecast"] = {
          {"seconds", f->seconds}, {"low", f->low}, {"high", f->high}, {"actual_seconds", f->actual}};
    s["warnings"] = stage.warnings;
    j["stages"].push_back(std::move(s));
  }
  if (report.geometry) j["geometry"] = geometry_json(*report.geometry);
  j["peak_memory_bytes"] = peak_memory_bytes();
  j["outputs"] = report.outputs;
  if (!report.earlier_outputs.empty()) j["earlier_outputs"] = report.earlier_outputs;
  // A file name that is not UTF-8 must not lose the report.
  return j.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace foldwave
