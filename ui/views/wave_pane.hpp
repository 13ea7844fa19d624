// The wave view with its slices, the time slider and play.
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <memory>
#include <vector>

#include "ui/scene/wave_scene.hpp"
#include "ui/views/pane.hpp"

class QLabel;
class QSlider;
class QToolButton;

namespace foldwave {

class SliceBar;

class WavePane : public Pane {
  Q_OBJECT

 public:
  using Snapshots = std::vector<std::shared_ptr<const Snapshot>>;

  WavePane(const QString& why_no_opengl, QWidget* parent);
  ~WavePane() override;

  void show_scenario(const Scenario& scenario);
  void show_fold(std::shared_ptr<const FoldResult> fold, const LayerStack& stack);
  void show_snapshots(Snapshots snapshots);  // follows the newest while the slider stands at the end

  WaveScene& scene() { return scene_; }
  QSlider* time_slider() const { return time_; }

 signals:
  void time_shown(double seconds);  // negative: none

 private:
  void show_at(int index);
  void show_newest();
  void set_playing(bool playing);
  void step(int by);

  WaveScene scene_;
  Snapshots snapshots_;
  SliceBar* slices_ = nullptr;
  QSlider* time_ = nullptr;
  QToolButton* play_ = nullptr;
  QLabel* count_ = nullptr;
  QTimer playing_, newest_;
  QElapsedTimer shown_;
  bool follow_ = true;
  bool fixed_ = false;
  Grid3 grid_;
};

}  // namespace foldwave
