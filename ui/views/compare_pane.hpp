// Two folds side by side, or one beside its difference from the other: the scenario that is edited and its
// variants, with one camera and one set of slices. Where colours are linked, an automatic range is that of
// both, so that they can be compared.
#pragma once

#include <QWidget>
#include <array>
#include <memory>
#include <optional>

#include "core/fold/layers/compare.hpp"
#include "ui/jobs/variant_folds.hpp"
#include "ui/scene/structure/structure_scene.hpp"

class QComboBox;
class QLabel;
class QMenu;
class QPushButton;
class QStackedWidget;

namespace foldwave {

class RockColorChoice;
class RockView;
class SliceBar;
class VtkView;

class ComparePane : public QWidget {
  Q_OBJECT

 public:
  // `why_no_opengl` empty: there is OpenGL. `folds` must outlive the pane.
  ComparePane(const QString& why_no_opengl, VariantFolds& folds, QWidget* parent);
  ~ComparePane() override;

  // The scenario that is edited, and its fold if there is one that matches.
  void show_scenario(const Scenario& scenario, std::shared_ptr<const FoldOutcome> fold);

  // The place that is read, on the map, marked in both views but the one where the pointer is; none: nothing.
  void show_cursor(const std::optional<Vec3>& map, const QObject* pointed);
  int side_of(const QObject* view) const;    // -1: it is none of its views
  const FoldOutcome* shown(int side) const;  // null: nothing

  void follow_colors(RockColorChoice& choice);
  void share_ranges(bool on);
  QMenu* commands() const { return commands_; }
  StructureScene& scene(int side) { return scenes_[static_cast<std::size_t>(side)]; }
  VtkView* view(int side) const;
  SliceBar* slices() const { return slices_; }
  QComboBox* choice(int side) const { return choices_[static_cast<std::size_t>(side)]; }
  QComboBox* mode() const { return mode_; }
  const FoldDifference* difference() const { return difference_.get(); }

 signals:
  void keep_wanted();
  void switch_wanted(int variant);
  void removal_wanted(int variant);
  void changed();  // what is shown
  void rock_pointed(const foldwave::Vec3& map, int side);
  void rock_left();

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void build_views(const QString& why_no_opengl);
  void build_controls();
  void fill_choices();
  int variant(int side) const;  // index; -1: the edited scenario
  bool has_problem(int side) const;
  void fold_again();
  Scenario chosen(int side) const;
  std::shared_ptr<const FoldOutcome> fold_of(int side);
  void refresh();
  void refresh_side(int side);
  void refresh_difference();
  void show_colors();
  void follow_camera(int side);

  VariantFolds& folds_;
  Scenario scenario_;
  std::shared_ptr<const FoldOutcome> now_;
  std::array<StructureScene, 2> scenes_;
  std::array<RockView*, 2> views_{};
  std::array<QComboBox*, 2> choices_{};
  std::array<std::shared_ptr<const FoldOutcome>, 2> shown_;
  QComboBox* mode_ = nullptr;
  QMenu *commands_ = nullptr, *color_menu_ = nullptr;
  SliceColor slice_color_ = SliceColor::layer;
  RockColors colors_;
  bool share_ranges_ = true;
  QStackedWidget* pages_ = nullptr;
  QLabel* words_ = nullptr;  // the difference in numbers
  QPushButton *again_ = nullptr, *switch_ = nullptr, *remove_ = nullptr;
  SliceBar* slices_ = nullptr;
  std::array<double, 10> pose_{};  // of the camera, when last followed
  std::shared_ptr<const FoldDifference> difference_;
  std::array<std::shared_ptr<const FoldOutcome>, 2> compared_;  // what `difference_` is of
  Worker worker_;
};

}  // namespace foldwave
