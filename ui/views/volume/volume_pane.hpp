// The volume view: three slices through a volume of the run or of a file, through another one to compare, or
// through their difference under a lens, with the numbers of both. Files are read as far as they are seen.
#pragma once

#include <QString>
#include <QTimer>
#include <optional>
#include <vector>

#include "ui/jobs/volume/volume_planes.hpp"
#include "ui/scene/volume/volume_scene.hpp"
#include "ui/views/pane.hpp"
#include "ui/views/volume/volume_looks.hpp"

class QAction;
class QComboBox;

namespace foldwave {

class EdgePanel;
class SliceBar;
class VolumeNumbers;

class VolumePane : public Pane {
  Q_OBJECT

 public:
  VolumePane(const QString& why_no_opengl, QWidget* parent);
  ~VolumePane() override;

  // A volume of the program's own by a name that stays; null: it is not there now.
  void offer(const QString& name, Volume volume);
  void add(const QString& file, Volume volume);  // one that was opened: it is shown
  void open(const QString& file);                // .hdf, .vti; .sgy by its dialog
  void set_seen(bool seen);                      // unseen, nothing is read
  void show_markers(const std::vector<Marker>& markers);

  VolumeScene& scene() { return scene_; }
  VolumePlanes& planes() { return planes_; }
  Worker& opening() { return opening_; }
  void read_kernel(const QString& file);  // as text (core/volume/filter/kernel3.hpp), and shows planes by it
  const VolumeNumbers& numbers() const { return *numbers_; }
  EdgePanel& edges() const { return *edges_; }

 signals:
  void read(const QString& words);  // what lies under the pointer
  void refused(const QString& why);
  void opened(const QString& file);
  void marker_kept(const foldwave::Marker& marker);  // without a name

 private:
  struct Entry {
    QString name, file;
    Volume volume;
  };
  void add_choices_of_volumes();
  void put(const QString& name, const QString& file, Volume volume);
  void add_looks(QHBoxLayout* line);
  void add_edges(QHBoxLayout* line);
  void make_room();
  void fill(QComboBox* box, const QString& none);
  void choose();  // what the boxes say
  void set_side(VolumeSide side);
  void set_look(const VolumeLook& look);
  void ask_widths();
  void ask_kernel();
  void filter_whole();
  void show_volume();  // another volume, side or look: title, colours, planes
  void ask_planes();
  void show_colors();
  void show_numbers();
  VolumeColors colors_of(VolumeSide side) const;
  bool other_unit() const;  // what is filtered has none of the volume's range
  Volume shown() const;     // whose nodes they are; of a difference, A
  void tell_place(const Vec3& local);
  void import_segy(const QString& file);

  VolumeScene scene_;
  std::vector<Entry> entries_;
  QComboBox *a_ = nullptr, *b_ = nullptr;
  std::array<QAction*, 3> sides_{};
  QAction* whole_ = nullptr;
  SliceBar* slices_ = nullptr;
  VolumeNumbers* numbers_ = nullptr;
  EdgePanel* edges_ = nullptr;
  std::vector<Marker> markers_;
  double lens_ = 1.0;  // 0: to the largest difference
  VolumeLook look_{};
  VolumeLook own_look_{VolumeLook::own_gaussian, 0.0, {}};  // as its widths were chosen
  VolumeLook kernel_look_{VolumeLook::kernel};              // as it was read last
  QAction* kernel_ = nullptr;                               // its choice, once there is one
  int map_ = 0;                                             // 0: by the values
  bool seen_ = false;
  std::optional<std::array<double, 2>> so_far_;  // of the planes that came, until a pass has all values
  QString key_;                                  // of what was shown last
  QTimer pass_later_;
  Worker opening_;
  VolumePlanes planes_;  // last: it tells this
};

}  // namespace foldwave
