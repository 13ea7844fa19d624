// Asks for both ends of the section's line, in map coordinates.
#pragma once

#include <QDialog>
#include <array>

#include "core/base/map_line.hpp"

namespace foldwave {

class NumberEdit;

class LineDialog : public QDialog {
  Q_OBJECT

 public:
  LineDialog(const MapLine& map, QWidget* parent);
  MapLine line() const;

 private:
  std::array<NumberEdit*, 4> ends_{};  // x and y of A, then of A'
};

}  // namespace foldwave
