// Seismic images beside each other: that of the scenario and those of its variants, as they were made, or the
// difference of two; their illumination and resolution; the gathers of one of them. Of a volume's image a
// plane of nodes is shown. An image is kept under its scenario's name until a newer one of that name comes.
#pragma once

#include <QWidget>
#include <array>
#include <memory>
#include <vector>

#include "ui/jobs/outcomes.hpp"
#include "ui/views/imaging/image_map.hpp"

class QComboBox;
class QLabel;
class QSlider;

namespace foldwave {

class ImagesPane : public QWidget {
  Q_OBJECT

 public:
  enum Shown { image, illumination, resolution, gathers };

  explicit ImagesPane(QWidget* parent);

  // The scenario's own; whole ones alone are kept. `stale`: the scenario is another by now.
  void take(const std::shared_ptr<const SurveyOutcome>& survey, bool stale);
  void add(const std::shared_ptr<const SurveyOutcome>& survey);  // one more, of a variant or not

  int kept() const { return static_cast<int>(kept_.size()); }
  ImageMap* map(int side) const { return maps_[static_cast<std::size_t>(side)]; }
  QComboBox* choice(int side) const { return choices_[static_cast<std::size_t>(side)]; }
  QComboBox* shown() const { return shown_; }
  QComboBox* mode() const { return mode_; }
  QComboBox* cut() const { return cut_; }  // the axis across the plane of a volume
  QSlider* place() const { return place_; }
  QString words() const;

 private:
  using Kept = std::shared_ptr<const SurveyOutcome>;
  void keep(const Kept& one);
  void fill_choices();
  void offer_places(int count);
  void refresh();
  void show_maps(const Kept& left, const Kept& right);
  void show_gathers(const Kept& of);
  Kept chosen(int side) const;
  QString name_of(const Kept& one) const;

  std::vector<Kept> kept_;  // the newest last
  Kept latest_;
  bool stale_ = false;
  std::array<QComboBox*, 2> choices_{};
  QComboBox *shown_ = nullptr, *mode_ = nullptr, *cut_ = nullptr;
  QSlider* place_ = nullptr;
  QLabel *place_words_ = nullptr, *words_ = nullptr;
  std::array<ImageMap*, 2> maps_{};
};

}  // namespace foldwave
