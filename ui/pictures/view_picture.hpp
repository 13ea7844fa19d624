// A view, or a plot that Qt draws, as a picture of a chosen size: a raster of the rock under lines and
// letters that stay lines and letters in SVG and PDF.
#pragma once

#include <QByteArray>
#include <QImage>
#include <QPicture>
#include <QSize>

class QPainter;
class QWidget;

namespace foldwave {

enum class PictureGround { as_shown, white, transparent };
enum class PictureKind { png, svg, pdf };

struct PictureOrder {
  QSize pixels;
  double dpi = 96.0;  // pixels an inch: of the file's own size, and of paper
  PictureGround ground = PictureGround::as_shown;
};

inline constexpr int least_picture_side = 64, most_picture_side = 8192;  // pixels
inline constexpr int most_picture_pixels = 40'000'000;
double millimetres(double pixels, double dpi);

// A plot that Qt draws has the ground and the shape that it is shown with.
bool is_scene(const QWidget& view);

// Values alone: drawn on the window's thread, made into a file on any.
struct ViewPicture {
  PictureOrder order;
  QImage raster;  // null: all is drawn by `over`
  QPicture over;
};
ViewPicture picture_of(QWidget& view, const PictureOrder& order);
PictureOrder order_as_shown(const QWidget& view);

void paint_picture(QPainter& painter, const ViewPicture& picture);  // from 0, 0 to its pixels
QImage image_of(const ViewPicture& picture);
QByteArray encoded(const ViewPicture& picture, PictureKind kind);

}  // namespace foldwave
