// The gather view: how its traces are drawn and in which order, the gains, the clip.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "core/base/clock.hpp"
#include "core/base/frame_pace.hpp"
#include "ui/scene/gather/gather_scene.hpp"
#include "ui/views/pane.hpp"

class QSlider;

namespace foldwave {

class NumberEdit;

class GatherPane : public Pane {
  Q_OBJECT

 public:
  GatherPane(const QString& why_no_opengl, QWidget* parent);
  ~GatherPane() override;

  void show_gather(std::shared_ptr<const Gather> gather, const Vec3& source_local);
  // That of a run in progress, up to its first `samples`: drawn a few times a second at most.
  void show_live(std::shared_ptr<const Gather> gather, const Vec3& source_local, int samples);
  void mark_time(double seconds);
  void set_wave_limit(double limit);  // where the wave view's colours end
  void choose(int trace);             // negative: none
  GatherScene& scene() { return scene_; }

 signals:
  void read(const QString& words);
  void chosen(int trace);

 private:
  using Change = std::function<void(GatherOptions&)>;
  void change(const Change& how);
  NumberEdit* add_number(QHBoxLayout* line, const QString& before, const QString& after, const QString& tip,
                         const char* name);
  void add_gains(QHBoxLayout* line, QHBoxLayout* numbers);
  void add_clip(QHBoxLayout* line);
  void show_options();  // in the fields

  GatherScene scene_;
  NumberEdit *power_ = nullptr, *window_ = nullptr, *clip_ = nullptr;
  QAction* as_wave_ = nullptr;
  QSlider* clip_slider_ = nullptr;
  bool live_ = false;
  Clock clock_;
  FramePace pace_;
  std::optional<double> asked_;  // when a live picture was, that is not drawn yet
};

}  // namespace foldwave
