// A map of recorded shots: receivers, sources on them, the model's box and the line of its section; north is
// up.
#pragma once

#include <QWidget>
#include <memory>

#include "core/base/grid.hpp"
#include "core/base/map_line.hpp"
#include "core/formats/shots/segy_shots.hpp"

namespace foldwave {

class ShotsMap : public QWidget {
  Q_OBJECT

 public:
  explicit ShotsMap(QWidget* parent = nullptr);

  void show_model(const Grid3& box, const MapLine& line);   // a line without length: none
  void show_shots(std::shared_ptr<const SegyShots> shots);  // null: none

  QSize sizeHint() const override { return {420, 300}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Grid3 box_;
  MapLine line_;
  std::shared_ptr<const SegyShots> shots_;
};

}  // namespace foldwave
