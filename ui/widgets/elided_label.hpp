// A line of quiet words that takes what room there is and never asks for any: what does not fit ends in an
// ellipsis. The whole is in the tooltip where that says nothing else.
#pragma once

#include <QWidget>

namespace foldwave {

class ElidedLabel : public QWidget {
  Q_OBJECT

 public:
  explicit ElidedLabel(QWidget* parent = nullptr);

  void set_text(const QString& text);
  const QString& text() const { return text_; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString text_;
};

}  // namespace foldwave
