// Vertical exaggeration, typed or by a slider: 0.1 to 100.
#pragma once

#include <QWidget>

class QSlider;

namespace foldwave {

class NumberEdit;

class ExaggerationBar : public QWidget {
  Q_OBJECT

 public:
  ExaggerationBar(const QString& name, const QString& tip, QWidget* parent);  // name: the typed field's

  double times() const { return times_; }
  void set_times(double times);  // kept within the limits; tells when it is another one

 signals:
  void changed(double times);

 private:
  NumberEdit* typed_;
  QSlider* slider_;
  double times_ = 1.0;
};

}  // namespace foldwave
