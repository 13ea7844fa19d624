// One picture a stage, drawn off screen; says on the stage's report why when there is none.
#pragma once

#include "core/engine/location/image_result.hpp"
#include "core/engine/survey/survey_run.hpp"
#include "core/output/run_folder.hpp"
#include "core/volume/store/volume_writer.hpp"

namespace foldwave::cli {

// Passes snapshots on, and keeps the last one up to a time for the wave's picture.
class KeepSnapshot final : public SnapshotSink,
                           public PackedSnapshotSink,
                           public BrickSnapshotSink,
                           public PartSnapshotSink {
 public:
  KeepSnapshot(SnapshotSink* next, double wanted_time) : next_(next), wanted_(wanted_time) {}
  void snapshot(int step, double time, const Field<float>& pressure) override;
  PackedSnapshotSink* packed() override {
    return next_ != nullptr && next_->packed() != nullptr ? this : nullptr;
  }
  QuickSteps steps(float largest) override { return next_->packed()->steps(largest); }
  void packed_snapshot(int step, double time, const PackedSnapshot& pressure) override;

  BrickSnapshotSink* bricks() override {
    return next_ != nullptr && next_->bricks() != nullptr ? this : nullptr;
  }
  VolumeFacts brick_facts(int step, double time, float largest) override {
    return next_->bricks()->brick_facts(step, time, largest);
  }
  void brick_snapshot(PackedVolume&& pressure) override;

  PartSnapshotSink* parts() override {
    return next_ != nullptr && next_->parts() != nullptr ? this : nullptr;
  }
  std::vector<std::string> part_files(int step, std::size_t count) override {
    return next_files_ = next_->parts()->part_files(step, count);
  }
  void parts_written(int step, double time, std::span<const PlaneRange> parts) override;

  bool empty() const { return field_.empty() && !packed_ && bricks_.bricks.empty() && part_files_.empty(); }
  Field<float> field() const;
  double time() const { return time_; }

 private:
  bool is_wanted(double time) const { return time <= wanted_ || empty(); }

  SnapshotSink* next_;
  double wanted_;  // s
  Field<float> field_;
  PackedSnapshot packed_;                             // or this
  PackedVolume bricks_;                               // or these
  std::vector<std::string> next_files_, part_files_;  // or what stands in the latter
  double time_ = 0.0;
};

void draw_on_white();  // all pictures from now on, for print

void draw_fold(RunFolder& folder, const Scenario& scenario, const FoldResult& fold, StageReport& stage);
void draw_wave(RunFolder& folder, const Scenario& scenario, const FoldResult& fold, const WaveResult& wave,
               const KeepSnapshot& kept, StageReport& stage);
void draw_located(RunFolder& folder, const Scenario& scenario, const FoldResult& fold,
                  const ImageResult& located, StageReport& stage);
void draw_survey(RunFolder& folder, const Scenario& scenario, const FoldResult& fold,
                 const SurveyResult& survey, StageReport& stage);

// All numbers of a scenario on a page of HTML, with its pictures where they can be drawn. Gives warnings.
std::vector<std::string> write_report_page(const std::string& html, const Scenario& scenario,
                                           const FoldResult& fold, const Job& job);

// "structure", as a run has it, or "thumbnail". Throws ResourceError where nothing can draw.
void write_picture(const std::string& png, const std::string& what, const Scenario& scenario,
                   const FoldResult& fold);

}  // namespace foldwave::cli
