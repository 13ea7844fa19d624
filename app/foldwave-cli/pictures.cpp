#include "app/foldwave-cli/pictures.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "core/formats/atomic_file.hpp"
#include "core/output/geometry_files.hpp"
#include "core/output/html_report.hpp"
#include "core/volume/store/unpack_volume.hpp"

#ifdef FOLDWAVE_HAS_VTK
#include "core/formats/vtk/image_reader.hpp"
#include "ui/scene/picture/image_picture.hpp"
#include "ui/scene/picture/picture.hpp"
#include "ui/scene/picture/report_pictures.hpp"
#include "ui/scene/stage/color.hpp"
#endif

namespace foldwave::cli {

namespace {

[[maybe_unused]] constexpr int width = 1600;
[[maybe_unused]] constexpr int height = 1000;

bool can_draw(StageReport& stage) {
  std::string why_not = "this build has no VTK";
#ifdef FOLDWAVE_HAS_VTK
  if (picture_available(why_not)) return true;
#endif
  stage.warnings.push_back(stage.name + ": no picture: " + why_not);
  return false;
}

// A picture that cannot be drawn is no reason to lose the run.
template <class Write>
[[maybe_unused]] void draw(StageReport& stage, const Write& write) {
  try {
    write();
  } catch (const Error& e) {
    stage.warnings.push_back(stage.name + ": no picture: " + e.what());
  }
}

}  // namespace

void KeepSnapshot::snapshot(int step, double time, const Field<float>& pressure) {
  if (next_ != nullptr) next_->snapshot(step, time, pressure);
  if (!is_wanted(time)) return;
  packed_ = nullptr;
  // Into the same memory: what is new costs more than the copy.
  if (field_.shape() != pressure.shape()) field_ = Field<float>(pressure.shape());
  const Index size = pressure.size();
#pragma omp parallel for schedule(static)
  for (Index m = 0; m < size; ++m)
    field_[m] = pressure[m];
  time_ = time;
}

void KeepSnapshot::packed_snapshot(int step, double time, const PackedSnapshot& pressure) {
  next_->packed()->packed_snapshot(step, time, pressure);
  if (!is_wanted(time)) return;
  packed_ = pressure;
  time_ = time;
}

void KeepSnapshot::brick_snapshot(PackedVolume&& pressure) {
  const double time = *pressure.facts.time;
  if (is_wanted(time)) {
    bricks_ = pressure;
    time_ = time;
  }
  next_->bricks()->brick_snapshot(std::move(pressure));
}

void KeepSnapshot::parts_written(int step, double time, std::span<const PlaneRange> parts) {
  next_->parts()->parts_written(step, time, parts);
  if (!is_wanted(time)) return;
  part_files_ = next_files_;
  time_ = time;
}

#ifdef FOLDWAVE_HAS_VTK

namespace {

// Neighbours share a plane.
Field<float> joined(const std::vector<std::string>& files) {
  std::vector<Field<float>> parts;
  int planes = 1;
  for (const std::string& file : files) {
    parts.push_back(std::move(read_image(file, {"pressure"}).arrays.at(0).components.at(0)));
    planes += parts.back().shape()[2] - 1;
  }
  const auto [nx, ny, unused] = parts.front().shape();
  Field<float> whole(std::array{nx, ny, planes});
  float* to = whole.data();
  for (const Field<float>& part : parts)
    to = std::ranges::copy(part.values(), to).out - Index{1} * nx * ny;
  return whole;
}

}  // namespace

#endif

Field<float> KeepSnapshot::field() const {
#ifdef FOLDWAVE_HAS_VTK
  if (!part_files_.empty()) return joined(part_files_);
#endif
  return packed_ ? unpack_volume(*packed_) : bricks_.bricks.empty() ? field_.clone() : unpack_volume(bricks_);
}

void draw_on_white() {
#ifdef FOLDWAVE_HAS_VTK
  set_look(paper_look());
#endif
}

void draw_fold([[maybe_unused]] RunFolder& folder, [[maybe_unused]] const Scenario& scenario,
               [[maybe_unused]] const FoldResult& fold, StageReport& stage) {
  if (!can_draw(stage)) return;
#ifdef FOLDWAVE_HAS_VTK
  draw(stage, [&] {
    write_structure_picture(scenario, fold, folder.add_output("pictures/structure.png").string(), width,
                            height);
  });
#endif
}

void draw_wave([[maybe_unused]] RunFolder& folder, [[maybe_unused]] const Scenario& scenario,
               [[maybe_unused]] const FoldResult& fold, [[maybe_unused]] const WaveResult& wave,
               [[maybe_unused]] const KeepSnapshot& kept, StageReport& stage) {
  if (!can_draw(stage)) return;
#ifdef FOLDWAVE_HAS_VTK
  if (kept.empty())
    stage.warnings.push_back("/outputs/snapshots: there are none, so there is no picture of the wave");
  else
    draw(stage, [&] {
      write_wave_picture(scenario, fold, kept.field(), kept.time(), 0.0,
                         folder.add_output("pictures/wave.png").string(), width, height);
    });
  if (!wave.run.gather.receivers.empty())
    draw(stage, [&] {
      write_gather_picture(scenario, wave.run.gather, folder.add_output("pictures/gather.png").string(),
                           width, height);
    });
#endif
}

void draw_located([[maybe_unused]] RunFolder& folder, [[maybe_unused]] const Scenario& scenario,
                  [[maybe_unused]] const FoldResult& fold, [[maybe_unused]] const ImageResult& located,
                  StageReport& stage) {
  if (!can_draw(stage)) return;
#ifdef FOLDWAVE_HAS_VTK
  draw(stage, [&] {
    const char* const name = located.reflectors.empty() ? "pictures/events.png" : "pictures/reflectors.png";
    write_located_picture(scenario, fold, located, folder.add_output(name).string(), width, height);
  });
#endif
}

void draw_survey([[maybe_unused]] RunFolder& folder, [[maybe_unused]] const Scenario& scenario,
                 [[maybe_unused]] const FoldResult& fold, [[maybe_unused]] const SurveyResult& survey,
                 StageReport& stage) {
  if (!can_draw(stage)) return;
#ifdef FOLDWAVE_HAS_VTK
  draw(stage, [&] {
    write_image_picture(scenario, fold, survey, folder.add_output("pictures/image.png").string(), width,
                        height);
  });
#endif
}

std::vector<std::string> write_report_page(const std::string& html, const Scenario& scenario,
                                           const FoldResult& fold, const Job& job) {
  std::string why_not = "this build has no VTK";
  std::vector<ReportPicture> pictures;
#ifdef FOLDWAVE_HAS_VTK
  why_not.clear();
  for (const DrawnPicture& picture : report_pictures(scenario, fold, why_not))
    pictures.push_back({picture.title, png_data_uri(picture.png)});
#endif
  std::optional<FoldGeometry> geometry;
  if (fold.folded) geometry = measure_fold(scenario, fold, {}, job);
  write_file_atomically(html, html_report(scenario, fold, geometry ? &*geometry : nullptr, pictures));
  if (why_not.empty()) return {};
  return {"the report has not all its pictures: " + why_not};
}

void write_picture(const std::string& png, [[maybe_unused]] const std::string& what,
                   [[maybe_unused]] const Scenario& scenario, [[maybe_unused]] const FoldResult& fold) {
#ifdef FOLDWAVE_HAS_VTK
  if (what == "thumbnail") return write_thumbnail(scenario, fold, png);
  return write_structure_picture(scenario, fold, png, width, height);
#else
  throw ResourceError(png, "this build has no VTK, which draws pictures", "build it with VTK");
#endif
}

}  // namespace foldwave::cli
