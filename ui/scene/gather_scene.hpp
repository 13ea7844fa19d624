// The gather as a variable-density picture: one column a receiver, time in seconds downwards.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <vtkSmartPointer.h>

#include "core/wave/wave_model.hpp"
#include "ui/scene/scene.hpp"

class vtkActor;
class vtkImageData;
class vtkPolyData;

namespace foldwave {

struct GatherOptions {
  double time_power = 1.0;     // samples times t^power: makes up for spreading
  double agc_window = 0.0;     // seconds of automatic gain; 0: none
  double clip_percent = 98.0;  // of the absolute values that keep their own colour
  bool by_offset = false;      // title of the axis: distance from the source; else receiver number
  bool gray = false;           // black and white instead of blue and red
  bool operator==(const GatherOptions&) const = default;
};

class GatherScene : public Scene {
 public:
  GatherScene();

  void show_gather(std::shared_ptr<const Gather> gather, const Vec3& source_local);  // null: none
  // That of a run in progress, made up to its first `samples`: the rest is left empty.
  void show_live(std::shared_ptr<const Gather> gather, const Vec3& source_local, int samples);
  int samples() const { return samples_; }  // that are there
  const Gather* gather() const { return gather_.get(); }
  void set_options(const GatherOptions& options);
  const GatherOptions& options() const { return options_; }
  void mark_time(double seconds);  // a line at the time of the snapshot; negative: none

  // The window shown, as parts of the whole; for zoom and pan.
  void zoom_at(double x, double y, double factor) override;
  void pan_by(double dx, double dy) override;
  bool is_flat() const override { return true; }
  void reset_camera() override;

  // What lies under the pointer, in words; empty outside the traces.
  std::string read_out(double x, double y) const;

 protected:
  void layout(Overlay& overlay) override;

 private:
  struct Plot {
    double x = 0, y = 0, width = 0, height = 0;  // pixels
  };
  struct Window {
    double left = 0, right = 1, top = 0, bottom = 1;
    bool operator==(const Window&) const = default;
  };
  void paint();
  void keep_inside();
  double offset(int receiver) const;

  std::shared_ptr<const Gather> gather_;
  Vec3 source_{};
  int samples_ = 0;
  GatherOptions options_;
  Window window_;
  Plot plot_;
  double marked_ = -1.0;
  double limit_ = 0.0;
  bool dirty_ = true;
  FrameSize painted_;
  vtkSmartPointer<vtkImageData> image_;
  vtkSmartPointer<vtkPolyData> quad_;
  vtkSmartPointer<vtkActor> actor_;
};

}  // namespace foldwave
