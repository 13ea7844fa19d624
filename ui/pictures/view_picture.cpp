#include "ui/pictures/view_picture.hpp"

#include <QBuffer>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <QWidget>
#include <algorithm>
#include <cmath>

#include "ui/canvas/vtk_view.hpp"
#include "ui/pictures/overlay_painter.hpp"

namespace foldwave {
namespace {

constexpr double inch = 25.4;  // mm

// What lets the ground through is what differs between a picture on black and one on white.
QImage without_ground(const QImage& on_black, const QImage& on_white) {
  QImage clear(on_black.size(), QImage::Format_ARGB32_Premultiplied);
  for (int y = 0; y < clear.height(); ++y) {
    const auto* const black = reinterpret_cast<const QRgb*>(on_black.constScanLine(y));
    const auto* const white = reinterpret_cast<const QRgb*>(on_white.constScanLine(y));
    auto* const to = reinterpret_cast<QRgb*>(clear.scanLine(y));
    for (int x = 0; x < clear.width(); ++x) {
      const int through = std::max({qRed(white[x]) - qRed(black[x]), qGreen(white[x]) - qGreen(black[x]),
                                    qBlue(white[x]) - qBlue(black[x]), 0});
      const int alpha = 255 - through;
      to[x] = qRgba(std::min(qRed(black[x]), alpha), std::min(qGreen(black[x]), alpha),
                    std::min(qBlue(black[x]), alpha), alpha);
    }
  }
  return clear;
}

ViewPicture scene_picture(VtkView& view, const PictureOrder& order) {
  const QSizeF shown = view.size();
  const double scale = std::min(order.pixels.width() / shown.width(), order.pixels.height() / shown.height());
  const FrameSize frame{order.pixels.width(), order.pixels.height(), scale};
  ViewPicture picture;
  picture.order = order;
  constexpr Rgb white{1.0, 1.0, 1.0}, black{};
  VtkView::Still still;
  OverlayGround ground;
  if (order.ground == PictureGround::as_shown) {
    still = view.still(frame, {});
    picture.raster = still.scene;
  } else {
    still = view.still(frame, white);
    ground = {false, order.ground == PictureGround::white ? Qt::white : Qt::transparent};
    picture.raster = order.ground == PictureGround::white
                         ? still.scene
                         : without_ground(view.still(frame, black).scene, still.scene);
  }
  cover_ground(picture.raster, still.over, ground);
  QPainter painter(&picture.over);
  paint_overlay(painter, picture.raster, still.over, ground, std::max(scale, 1.0));
  painter.end();
  return picture;
}

}  // namespace

double millimetres(double pixels, double dpi) {
  return pixels / dpi * inch;
}

bool is_scene(const QWidget& view) {
  return qobject_cast<const VtkView*>(&view) != nullptr;
}

ViewPicture picture_of(QWidget& view, const PictureOrder& order) {
  if (auto* const scene = qobject_cast<VtkView*>(&view)) return scene_picture(*scene, order);
  ViewPicture picture;
  picture.order = order;
  QPainter painter(&picture.over);
  painter.scale(order.pixels.width() / static_cast<double>(view.width()),
                order.pixels.height() / static_cast<double>(view.height()));
  view.render(&painter, {}, {}, QWidget::DrawWindowBackground | QWidget::DrawChildren);
  painter.end();
  return picture;
}

PictureOrder order_as_shown(const QWidget& view) {
  const double ratio = view.devicePixelRatioF();
  return {(QSizeF(view.size()) * ratio).toSize(), 96.0 * ratio, PictureGround::as_shown};
}

void paint_picture(QPainter& painter, const ViewPicture& picture) {
  painter.setRenderHints(QPainter::LosslessImageRendering | QPainter::Antialiasing);
  if (!picture.raster.isNull()) painter.drawImage(0, 0, picture.raster);
  painter.drawPicture(0, 0, picture.over);
}

QImage image_of(const ViewPicture& picture) {
  QImage image(picture.order.pixels, QImage::Format_ARGB32_Premultiplied);
  image.fill(Qt::transparent);
  {
    QPainter painter(&image);
    paint_picture(painter, picture);
  }
  const int dots = static_cast<int>(std::lround(picture.order.dpi / inch * 1000.0));  // a metre
  image.setDotsPerMeterX(dots);
  image.setDotsPerMeterY(dots);
  if (picture.order.ground == PictureGround::transparent) return image;
  return image.convertToFormat(QImage::Format_RGB32);
}

QByteArray encoded(const ViewPicture& picture, PictureKind kind) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  const QSize size = picture.order.pixels;
  const double dpi = picture.order.dpi;
  // A device of another resolution than the one that words were laid out for would draw them in another size.
  const int own = picture.over.logicalDpiY();
  if (kind == PictureKind::png) {
    image_of(picture).save(&buffer, "PNG");
  } else if (kind == PictureKind::svg) {
    QSvgGenerator svg;
    svg.setOutputDevice(&buffer);
    svg.setSize((QSizeF(size) * (own / dpi)).toSize());
    svg.setViewBox(QRect(QPoint(), size));
    svg.setResolution(own);
    QPainter painter(&svg);
    paint_picture(painter, picture);
  } else {
    QPdfWriter pdf(&buffer);
    pdf.setResolution(own);
    pdf.setPageMargins({});
    pdf.setPageSize(QPageSize(QSizeF(millimetres(size.width(), dpi), millimetres(size.height(), dpi)),
                              QPageSize::Millimeter, {}, QPageSize::ExactMatch));
    QPainter painter(&pdf);
    painter.scale(own / dpi, own / dpi);
    paint_picture(painter, picture);
  }
  return bytes;
}

}  // namespace foldwave
