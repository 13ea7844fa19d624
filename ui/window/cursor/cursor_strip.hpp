// The read-out of the linked cursor: one line of columns of a fixed width, so that nothing moves while the
// numbers change.
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "core/engine/rock_probe.hpp"

namespace foldwave {

// What is known at the cursor.
struct CursorReading {
  RockReading rock;
  QString layer;
  std::optional<double> pressure;
};

class CursorStrip : public QWidget {
  Q_OBJECT

 public:
  explicit CursorStrip(QWidget* parent = nullptr);

  void show_reading(const std::optional<CursorReading>& reading);
  QString value(const QString& column) const;  // by its name; empty: no such column, or nothing known
  QString text() const;                        // a line for each column that is known: name, tab, value

 protected:
  void paintEvent(QPaintEvent* event) override;
  QSize sizeHint() const override;  // never wide: a narrow window shows the first columns

 private:
  struct Column {
    QString name, widest, unit;
    QString value{};
  };
  int width_of(const Column& column) const;

  std::vector<Column> columns_;
};

}  // namespace foldwave
