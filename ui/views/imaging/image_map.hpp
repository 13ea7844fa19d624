// A map of numbers over two axes, downwards the second: grey or coloured, with its axes and what its colours
// stand for.
#pragma once

#include <QImage>
#include <QWidget>
#include <vector>

namespace foldwave {

enum class MapTints { gray, signed_colors, viridis };

// Values of a row follow each other; rows from the top down. Colours reach from low to high.
struct ImageMapContent {
  int width = 0, height = 0;
  std::vector<float> values;
  double left = 0.0, right = 1.0, top = 0.0, bottom = 1.0;  // of the first and last values
  double low = 0.0, high = 1.0;
  MapTints colors = MapTints::gray;
  bool true_scale = true;  // a unit across is as long as one down
  QString title, across, unit;
};

class ImageMap : public QWidget {
  Q_OBJECT

 public:
  explicit ImageMap(QWidget* parent = nullptr);

  void show_content(ImageMapContent content);
  void show_words(const QString& words);  // in place of a map
  const ImageMapContent& content() const { return content_; }
  const QString& words() const { return words_; }
  QSize sizeHint() const override { return {420, 280}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QRectF area() const;
  void draw_axes(QPainter& painter, const QRectF& area) const;
  void draw_scale(QPainter& painter, const QRectF& area) const;

  ImageMapContent content_;
  QImage picture_;
  QString words_;
};

}  // namespace foldwave
