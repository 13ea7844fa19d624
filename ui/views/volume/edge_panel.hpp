// What is found in the volume that is seen: lines on one of its slices, live as that is moved, and planes in
// the whole; the votes beside them. What is chosen can be kept as a marker of the model.
#pragma once

#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "ui/jobs/volume/edge_search.hpp"
#include "ui/scene/volume/volume_scene.hpp"

class QComboBox;
class QLabel;
class QListWidget;
class QPushButton;
class QSlider;

namespace foldwave {

class AccumulatorPlot;

class EdgePanel : public QWidget {
  Q_OBJECT

 public:
  explicit EdgePanel(VolumeScene& scene, QWidget* parent = nullptr);

  // Null: none. Another one takes with it what was found.
  void show_volume(const Volume& volume);
  void planes_changed();     // of the scene: lines are found anew on the slice that is chosen
  void set_open(bool open);  // shut, nothing is found and nothing is drawn
  EdgeSearch& search() { return search_; }
  const std::vector<Marker>& found() const { return found_; }

 signals:
  void redraw_wished();
  void marker_kept(const foldwave::Marker& marker);  // without a name
  void refused(const QString& why);

 private:
  void make_choices();
  EdgeRules rules() const;
  int axis() const;
  void find_planes();
  void take_lines(const PlaneLines& lines);
  void show_found();
  void show_shapes();
  void choose(int entry);
  void keep();

  VolumeScene& scene_;
  Volume volume_;
  bool open_ = false;
  std::shared_ptr<const PlaneLines> lines_;
  std::shared_ptr<const HoughPlanes> planes_;
  std::optional<HoughLine> own_;  // chosen among the votes
  std::vector<Marker> found_;     // planes, lines, the own one; in the order of the list
  int chosen_ = -1;
  QComboBox *slice_, *by_;
  QSlider* strongest_;
  QLabel* count_;
  QListWidget* list_;
  QPushButton *planes_button_, *keep_;
  AccumulatorPlot* plot_;
  EdgeSearch search_;  // last: it tells this
};

}  // namespace foldwave
