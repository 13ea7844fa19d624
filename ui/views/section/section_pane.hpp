// The section with its tools: move, stroke, extrude; the line, the exaggeration, the corridor and the
// backdrop.
#pragma once

#include "ui/jobs/fold_preview.hpp"
#include "ui/scene/flat/section_scene.hpp"
#include "ui/views/handle_pane.hpp"

class QMenu;
class QAction;

namespace foldwave {

class ExaggerationBar;
class NumberEdit;
class RockColorChoice;
class SectionView;

class SectionPane : public HandlePane {
  Q_OBJECT

 public:
  SectionPane(const QString& why_no_opengl, QWidget* parent);  // empty: there is OpenGL
  ~SectionPane() override;

  // The scenario and its fold, in full or as a preview, with the range of its T; the handle that is held here
  // stays.
  void show_fold(const Scenario& scenario, std::shared_ptr<const FoldResult> fold, const ValueRange& arrival);
  void follow_colors(RockColorChoice& choice);
  void show_horizon(const HorizonPreview& preview);  // without a fold
  void clear_fold();
  void show_line(const MapLine& map);  // while it is moved on the map
  void show_marks(std::shared_ptr<const SectionMarks> marks, const MapLine& line);  // null: none
  void show_marks_stale(bool stale);
  void show_located(const std::vector<EventMark>& events, bool stale);
  void show_focus(const ShownImage& focus);  // over the rock
  // A seismic image over the rock, or its illumination in its place; `words` beside the title.
  void show_image(const ShownImage& image, const ShownImage& illumination, const QString& words);
  void set_backdrop(const std::optional<Backdrop>& backdrop);  // as an edit

  SectionScene& scene() { return scene_; }
  SectionView* section_view() const { return section_view_; }
  bool backdrop_is_there() const { return backdrop_there_; }

  // Repeats the horizon's profile along an axis, as an edit: degrees, and how many times over the box.
  void extrude(double trend, double plunge, int copies);

  void follow_exaggeration(double times);  // the 3D view's, where the user linked them
  void follow_survey(const Scenario& scenario) override;

 signals:
  void exaggeration_linked(bool linked);

 private:
  void show_in_scene(const Scenario& scenario, std::size_t event) override;
  void make_tools();
  void make_places();
  void make_looks(QHBoxLayout* line);
  void make_image_looks(QHBoxLayout* line);
  void change_image(const std::function<void(ImageLook&)>& how);
  void place_image();
  void change(const std::function<void(SectionOptions&)>& how);
  void take_line(const MapLine& map);
  void drop_measured_off(const MapLine& map);
  void ask_line();
  void ask_backdrop();
  void ask_extrude();
  std::vector<SectionPoint> stroke_points() const;
  double stroke_tolerance() const;
  Edit drawn_stroke() const;  // as an edit of the control points
  void read_backdrop(const Scenario& scenario);

  SectionScene scene_;
  SectionView* section_view_ = nullptr;
  NumberEdit* corridor_ = nullptr;
  ExaggerationBar* exaggeration_ = nullptr;
  QMenu* lines_ = nullptr;
  QAction* linked_ = nullptr;
  QMenu* colors_ = nullptr;
  ShownImage seismic_, illumination_;
  bool illumination_wanted_ = false;
  bool following_ = false;            // the 3D view's exaggeration
  double corridor_for_ = 0.0;         // the box's longer side when the corridor was set
  std::optional<Backdrop> backdrop_;  // whose picture is shown or being read
  std::string backdrop_folder_;
  bool backdrop_there_ = false;
  int reading_ = 0;  // counts: an older picture is dropped
  Worker worker_;
};

}  // namespace foldwave
