// The wave view with its slices, the time slider and play.
#pragma once

#include <QElapsedTimer>
#include <QPointer>
#include <QTimer>
#include <functional>
#include <memory>
#include <vector>

#include "core/model/scenario.hpp"
#include "ui/jobs/outcomes.hpp"
#include "ui/jobs/snapshot_reader.hpp"
#include "ui/scene/wave/wave_scene.hpp"
#include "ui/views/pane.hpp"

class QAction;
class QLabel;
class QSlider;

namespace foldwave {

struct RecordingPlan;
class PlayControls;
class RecordDialog;
class RockColorChoice;
class SliceBar;
class WaveRecorder;

class WavePane : public Pane {
  Q_OBJECT

 public:
  using Snapshots = std::vector<std::shared_ptr<const Snapshot>>;

  WavePane(const QString& why_no_opengl, QWidget* parent);
  ~WavePane() override;

  void show_scenario(const Scenario& scenario);
  void show_fold(std::shared_ptr<const FoldResult> fold, const LayerStack& stack);
  // What the snapshots were made of: a recording shows them there, whatever has been edited since.
  void set_made_of(const Scenario& scenario, std::shared_ptr<const FoldOutcome> fold);
  void show_snapshots(Snapshots snapshots);  // follows the newest while the slider stands at the end
  // Frames of a run in progress stand behind the newest snapshot, at the slider's end; null: it has ended,
  // and the last frame goes as soon as there is a snapshot.
  void show_live(std::shared_ptr<const LiveFrame> frame);

  void set_exaggeration(double times);
  void follow_colors(RockColorChoice& choice);
  void set_pinned(const std::optional<Vec3>& local) { pinned_ = local; }  // the cursor: recordings mark it
  // What a recording of the view as it stands now would be, in the size of the view.
  RecordingPlan recording() const;

  bool is_watched() const;                   // while it runs, if the user will
  std::array<int, 3> wished_planes() const;  // of live frames
  WaveScene& scene() { return scene_; }
  QSlider* time_slider() const { return time_; }
  PlayControls& playing() const { return *play_; }
  SnapshotReader& reader() { return reader_; }

 signals:
  void time_shown(double seconds);  // negative: none
  void rock_pointed(const foldwave::Vec3& local);
  void rock_left();
  void wish_changed();             // of what is to be seen of a run
  void limit_shown(double limit);  // where the colours end; 0: nothing is shown
  void recorder_made(foldwave::WaveRecorder& recorder);
  void refused(const QString& why);

 private:
  int last() const;  // place of the slider
  void set_range();
  void show_at(int index);
  void show_unpacked(int index, Pressure pressure);
  void show_late(const std::shared_ptr<const Snapshot>& snapshot, const Pressure& pressure);
  double fixed_limit() const;
  void show_live_frame();
  void show_newest();
  void ask_recording();
  void add_show_menu(QHBoxLayout* line);
  void add_looks();
  void change(const std::function<void(WaveOptions&)>& how);
  bool is_playing() const;

  WaveScene scene_;
  Snapshots snapshots_;
  std::shared_ptr<const LiveFrame> live_;
  bool running_ = false;
  SliceBar* slices_ = nullptr;
  QSlider* time_ = nullptr;
  PlayControls* play_ = nullptr;
  QAction *watch_ = nullptr, *record_ = nullptr;
  QMenu* show_ = nullptr;
  std::optional<Vec3> pinned_;
  QPointer<RecordDialog> record_dialog_;
  QLabel* count_ = nullptr;
  QWidget* looks_ = nullptr;  // opacities and clip
  QTimer newest_;
  QElapsedTimer shown_;
  bool follow_ = true;
  bool fixed_ = true;  // the same colours for all snapshots
  Scenario scenario_;
  std::shared_ptr<const FoldResult> fold_;
  LayerStack stack_;
  std::shared_ptr<const FoldOutcome> made_of_fold_;  // null: of what is shown
  Scenario made_of_;
  std::string recorded_name_;  // the scenario's, when the dialog was made
  SnapshotReader reader_;
};

}  // namespace foldwave
