#include "core/output/survey_files.hpp"

#include <cmath>
#include <span>

#include "core/base/system.hpp"
#include "core/base/text.hpp"
#include "core/engine/survey/section_model.hpp"
#include "core/formats/atomic_file.hpp"
#include "core/formats/segy/segy.hpp"
#include "core/output/csv_text.hpp"
#include "core/volume/store/volume_writer.hpp"

namespace foldwave {

namespace {

void write_survey_volume(const std::filesystem::path& file, const Grid3& grid, std::span<const float> values,
                         const char* array) {
  VolumeFacts facts;
  facts.codec = "deflate";
  facts.grid = grid;
  facts.array = array;
  write_volume_file(file, pack_volume(values, facts));
}

// x the offset or angle, y the place, z the depth.
void write_gathers(const std::filesystem::path& file, const SurveyResult& survey,
                   const std::vector<ImageGather>& gathers, double most) {
  const int classes = gathers.front().image.shape()[0], places = static_cast<int>(gathers.size());
  Grid3 grid;
  grid.n = {classes, places, survey.grid.n[2]};
  const double apart = survey.grid.extent().x / places;
  grid.h = {most / classes, apart, survey.grid.h[2]};
  grid.origin = {0.5 * grid.h[0], 0.5 * apart, survey.grid.origin.z};
  Field<float> values(grid.n);
  for (int j = 0; j < places; ++j)
    for (int k = 0; k < grid.n[2]; ++k)
      for (int i = 0; i < classes; ++i)
        values(i, j, k) = gathers[static_cast<std::size_t>(j)].image(i, 0, k);
  write_survey_volume(file, grid, values.values(), "gather");
}

// Of recorded shots, as wave/source/wavelet_file.hpp reads it.
void write_source(const std::filesystem::path& file, const SourceEstimate& source, double dt) {
  std::string text;
  for (std::size_t n = 0; n < source.series.size(); ++n)
    text += number_text(static_cast<double>(n) * dt, 9) + " " +
            number_text(static_cast<double>(source.series[n]), 9) + "\n";
  write_file_atomically(file, std::as_bytes(std::span(text)));
}

double mean_flatness(const std::vector<ImageGather>& gathers) {
  double sum = 0.0;
  for (const ImageGather& gather : gathers)
    sum += gather_flatness(gather);
  return sum / static_cast<double>(gathers.size());
}

std::vector<SegyTrace> column_places(const Scenario& scenario, const SurveyResult& survey) {
  std::vector<SegyTrace> geometry;
  const Grid3& grid = survey.grid;
  const bool along = grid.is_section() && !scenario.grid.is_section();
  for (int j = 0; j < grid.n[1]; ++j)
    for (int i = 0; i < grid.n[0]; ++i) {
      SegyTrace trace;
      trace.source = along ? section_place(grid, survey.line, i) : grid.origin + grid.local(i, j, 0);
      trace.receiver = trace.source;
      trace.field_record = j + 1;
      trace.trace_number = i + 1;
      trace.inline_number = j + 1;
      trace.crossline_number = i + 1;
      geometry.push_back(trace);
    }
  return geometry;
}

}  // namespace

std::string write_image_segy(const std::filesystem::path& file, const Scenario& scenario,
                             const SurveyResult& survey) {
  const Grid3& grid = survey.grid;
  // Seconds of the headers that stand for a metre.
  const double metre = grid.h[2] * 1e3 > kSegyLongestInterval ? 1e-4 : 1e-3;
  SegyGather segy;
  segy.dt = metre * grid.h[2];
  segy.samples = grid.n[2];
  segy.geometry = column_places(scenario, survey);
  std::vector<float> columns(static_cast<std::size_t>(grid.size()));
  std::size_t at = 0;
  for (int j = 0; j < grid.n[1]; ++j)
    for (int i = 0; i < grid.n[0]; ++i)
      for (int k = 0; k < grid.n[2]; ++k)
        columns[at++] = survey.image(i, j, k);
  segy.traces = columns;
  std::string warning;
  const double top = std::round(1e3 * metre * grid.origin.z);
  if (std::abs(1e3 * metre * grid.origin.z - top) < 1e-6 && std::abs(top) <= 32767.0)
    segy.delay = 1e-3 * top;
  else
    warning = "image.sgy: the first sample's depth, " + number_text(grid.origin.z, 9) +
              " m, does not fit the headers, which say 0";
  segy.text = {
      "Foldwave " + program_version() + ": seismic image of the scenario \"" + scenario.name + "\"",
      std::to_string(survey.shots_done) + " of " + std::to_string(survey.shots) + " shots, " + survey.data +
          (survey.source.series.empty()
               ? ", Ricker wavelet, " + number_text(survey.survey.frequency) + " Hz"
               : ", estimated wavelet, " + number_text(survey.source.frequency) + " Hz"),
      "Depth traces: " + number_text(1e3 * metre) + " ms of the headers stand for a metre; first depth " +
          number_text(grid.origin.z, 9) + " m",
      "x east, y north, metres"};
  const SegyInterval interval = segy_interval(segy.dt, segy.samples);
  SegyResampled resampled;
  if (!interval.representable) {
    resampled = resample_for_segy(segy.traces, segy.samples, segy.dt, interval.microseconds);
    segy.dt = resampled.dt;
    segy.samples = resampled.samples;
    segy.traces = resampled.traces;
    warning += std::string(warning.empty() ? "" : "; ") + "image.sgy: " + number_text(grid.h[2], 9) +
               " m between samples is resampled to " + number_text(resampled.dt / metre, 9) + " m";
  }
  write_segy(file, segy);
  return warning;
}

void write_image_volume(const std::filesystem::path& file, const SurveyResult& survey,
                        const std::string& what) {
  const Field<float>& values = what == "illumination" ? survey.illumination : survey.image;
  write_survey_volume(file, survey.grid, values.values(), what.c_str());
}

void write_survey(RunFolder& folder, const Scenario& scenario, const SurveyResult& survey,
                  StageReport& stage) {
  const std::string warning = write_image_segy(folder.add_output("image/image.sgy"), scenario, survey);
  if (!warning.empty()) stage.warnings.push_back(warning);
  if (!survey.residuals.empty()) {
    std::string text = "iteration,residual\n";
    for (std::size_t k = 0; k < survey.residuals.size(); ++k)
      text += std::to_string(k) + "," + number_text(survey.residuals[k], 9) + "\n";
    write_file_atomically(folder.add_output("image/residuals.csv"), text);
  }
  if (!survey.source.series.empty())
    write_source(folder.add_output("image/wavelet.txt"), survey.source, survey.dt);
  if (!has_volume_store()) {
    stage.warnings.push_back(
        "survey: this build has no HDF5: image.hdf, its illumination and gathers are left out");
    return;
  }
  write_image_volume(folder.add_output("image/image.hdf"), survey, "image");
  if (survey.survey.illumination)
    write_image_volume(folder.add_output("image/illumination.hdf"), survey, "illumination");
  if (survey.velocity)
    write_survey_volume(folder.add_output("image/resolution.hdf"), survey.grid,
                        image_resolution(survey).values(), "resolution");
  if (!survey.gathers.empty())
    write_gathers(folder.add_output("image/gathers.hdf"), survey, survey.gathers, survey.survey.most_offset);
  if (!survey.angle_gathers.empty())
    write_gathers(folder.add_output("image/angle-gathers.hdf"), survey, survey.angle_gathers,
                  survey.survey.most_angle);
}

std::string variant_folder(std::size_t number, const std::string& name) {
  std::string safe = std::to_string(number) + "-";
  for (const char c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    safe += plain ? c : '-';
  }
  return "variants/" + safe;
}

void write_compared_images(RunFolder& folder, const std::string& own, const std::vector<std::string>& folders,
                           const std::vector<ComparedImage>& variants) {
  AtomicFile file(folder.add_output("variants.csv"));
  CsvText text(file, "folder,name,correlation,difference");
  const auto row = [&](const std::string& where, const std::string& name, const ImageLikeness& likeness) {
    text << where << name << likeness.correlation << likeness.difference;
    text.end_row();
  };
  row(".", own, {1.0, 0.0});
  for (std::size_t v = 0; v < variants.size(); ++v)
    row(folders[v], variants[v].name, variants[v].likeness);
  text.finish();
  file.commit();
}

StageReport stage_report(const SurveyResult& survey) {
  StageReport stage{"survey", survey.seconds, survey.stopped, {}, survey.warnings};
  stage.figures = {
      {"shots", static_cast<std::int64_t>(survey.shots)},
      {"shots_done", static_cast<std::int64_t>(survey.shots_done)},
      {"shots_before", static_cast<std::int64_t>(survey.shots_before)},
      {"data", survey.data},
      {"traces_left_out", static_cast<std::int64_t>(survey.left_out.size())},
      {"peak_frequency", survey.survey.frequency},
      {"smoothing", survey.survey.smoothing},
      {"velocity_scale", survey.survey.velocity_scale},
      {"duration", survey.survey.duration},
      {"time_step", survey.dt},
      {"steps", static_cast<std::int64_t>(survey.steps)},
      {"source_field", std::string(source_field_words[static_cast<std::size_t>(survey.source_field)])},
      {"first_image_seconds", survey.first_seconds},
      {"backend", survey.made_by.backend},
      {"device", survey.made_by.device}};
  if (survey.survey.velocity) stage.figures.push_back({"velocity", survey.survey.velocity->file});
  const double correlation = image_correlation(survey);
  if (std::isfinite(correlation)) stage.figures.push_back({"correlation", correlation});
  if (!survey.source.series.empty()) {
    stage.figures.push_back({"wavelet_frequency", survey.source.frequency});
    stage.figures.push_back({"wavelet_delay", survey.source.peak_time});
    stage.figures.push_back({"wavelet_explained", survey.source.explained});
  }
  if (!survey.residuals.empty()) {
    stage.figures.push_back({"iterations", static_cast<std::int64_t>(survey.residuals.size()) - 1});
    stage.figures.push_back({"residual", survey.residuals.back()});
  }
  if (!survey.gathers.empty()) stage.figures.push_back({"gather_flatness", mean_flatness(survey.gathers)});
  if (!survey.angle_gathers.empty())
    stage.figures.push_back({"angle_flatness", mean_flatness(survey.angle_gathers)});
  return stage;
}

}  // namespace foldwave
