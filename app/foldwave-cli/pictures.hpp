// One picture a stage, drawn off screen; says on the stage's report why when there is none.
#pragma once

#include "core/output/run_folder.hpp"

namespace foldwave::cli {

// Passes snapshots on, and keeps the last one up to a time for the wave's picture.
class KeepSnapshot final : public SnapshotSink {
 public:
  KeepSnapshot(SnapshotSink* next, double wanted_time) : next_(next), wanted_(wanted_time) {}
  void snapshot(int step, double time, const Field<float>& pressure) override;

  const Field<float>& field() const { return field_; }
  double time() const { return time_; }

 private:
  SnapshotSink* next_;
  double wanted_;  // s
  Field<float> field_;
  double time_ = 0.0;
};

void draw_fold(RunFolder& folder, const Scenario& scenario, const FoldResult& fold, StageReport& stage);
void draw_wave(RunFolder& folder, const Scenario& scenario, const FoldResult& fold, const WaveResult& wave,
               const KeepSnapshot& kept, StageReport& stage);

// "structure", as a run has it, or "thumbnail". Throws ResourceError where nothing can draw.
void write_picture(const std::string& png, const std::string& what, const Scenario& scenario,
                   const FoldResult& fold);

}  // namespace foldwave::cli
