// The slices' places: a typed one, on the map and in metres, and a slider each. Of six the last three are the
// second ones across x, y and depth, and stand below the first where they are there.
#pragma once

#include <QWidget>
#include <vector>

#include "core/base/grid.hpp"

class QLabel;
class QSlider;

namespace foldwave {

class NumberEdit;

class SliceBar : public QWidget {
  Q_OBJECT

 public:
  explicit SliceBar(QWidget* parent = nullptr, int slices = 3);

  void show_grid(const Grid3& grid, const std::vector<int>& nodes);
  void set_there(int slice, bool there);
  QSlider* slider(int slice) const { return ends_[static_cast<std::size_t>(slice)].slider; }
  NumberEdit* field(int slice) const { return ends_[static_cast<std::size_t>(slice)].field; }

 signals:
  void moved(int slice, int node);

 private:
  struct End {
    QWidget* cell = nullptr;
    NumberEdit* field = nullptr;
    QSlider* slider = nullptr;
    bool there = true;
  };
  End make_end(int slice, bool in_columns);
  void write(int slice);
  void read(int slice);

  Grid3 grid_;
  std::vector<End> ends_;
};

}  // namespace foldwave
