// The misfit of a fit to a second horizon as two pictures: a map over the box in diverging colours that are
// symmetric about 0, with their scale, and a histogram in the same colours. North is up.
#pragma once

#include <QWidget>
#include <vector>

#include "core/base/grid.hpp"

namespace foldwave {

class MisfitMap : public QWidget {
  Q_OBJECT

 public:
  explicit MisfitMap(QWidget* parent = nullptr);

  // A value a column of the grid, x fastest; metres, not a number where there is none. Colours go to +-range.
  void show_misfit(const Grid3& grid, const std::vector<float>& values, double range);
  void show_words(const QString& words, bool is_error);  // instead of a map
  const QString& words() const { return words_; }
  void set_dimmed(bool dimmed);  // it is of older choices

  QSize sizeHint() const override { return {420, 330}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void draw_scale(QPainter& painter) const;

  Grid3 grid_;
  std::vector<float> values_;
  double range_ = 1.0;
  QString words_;
  bool is_error_ = false, dimmed_ = false;
};

class MisfitHistogram : public QWidget {
  Q_OBJECT

 public:
  explicit MisfitHistogram(QWidget* parent = nullptr);

  void show_misfit(const std::vector<double>& misfit, double range);  // none: empty

  QSize sizeHint() const override { return {420, 96}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  std::vector<int> bins_;
  int beyond_ = 0;  // picks outside +-range
  double range_ = 1.0;
};

// Half the width of the scale: holds 98 % of the misfits, rounded up to two digits.
double misfit_range(const std::vector<double>& misfit);

}  // namespace foldwave
