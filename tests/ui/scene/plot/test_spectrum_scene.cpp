// Protects the spectrum's picture: the name of the highest frequency that the grid resolves stands where no
// curve passes, whole and inside of the plot, wherever its line is.
#include <QColor>
#include <QDir>
#include <QImage>
#include <QRect>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

#include "tests/test_program.hpp"
#include "ui/scene/gather/spectrum_scene.hpp"
#include "ui/scene/stage/offscreen.hpp"

namespace test_spectrum_scene {

using namespace foldwave;

namespace {

constexpr int height = 360;
constexpr Rgb curve_color{0.0, 1.0, 0.0};

// Of a Ricker wavelet.
Spectrum ricker(double peak) {
  Spectrum s;
  s.step = 0.25;
  for (int k = 0; k * s.step <= 80.0; ++k) {
    const double part = k * s.step / peak;
    s.amplitude.push_back(part * part * std::exp(-part * part));
  }
  return s;
}

QImage picture(double resolved, bool decibels, int width) {
  SpectrumScene scene;
  scene.set_decibels(decibels);
  std::vector<SpectrumCurve> curves;
  for (const double peak : {9.0, 12.0, 15.0})
    curves.push_back({"curve", curve_color, ricker(peak)});
  scene.show(curves, resolved, 60.0);
  OffscreenCanvas canvas(width, height);
  const QTemporaryDir folder;
  const QString file = folder.filePath("s.png");
  // Texts are measured with the window's fonts from its second frame on.
  canvas.write(scene, file.toStdString());
  canvas.write(scene, file.toStdString());
  return QImage(file).convertToFormat(QImage::Format_RGB888);
}

bool is_stale_color(const QColor& c) {
  return c.red() > 110 && c.green() > 60 && c.green() < c.red() - 20 && c.blue() < c.green() - 20;
}

// What of the picture has the name's colour, without the line.
struct Name {
  int pixels = 0;
  QRect box;
};
Name name_in(const QImage& picture) {
  std::vector<int> in_column(static_cast<std::size_t>(picture.width()));
  const auto each = [&](auto&& visit) {
    for (int y = 70; y < picture.height() - 50; ++y)
      for (int x = 0; x < picture.width(); ++x)
        if (is_stale_color(picture.pixelColor(x, y))) visit(x, y);
  };
  each([&](int x, int) { ++in_column[static_cast<std::size_t>(x)]; });
  const auto line = std::max_element(in_column.begin(), in_column.end()) - in_column.begin();
  Name name;
  each([&](int x, int y) {
    if (std::abs(x - line) < 3) return;
    ++name.pixels;
    name.box |= QRect(x, y, 1, 1);
  });
  return name;
}

}  // namespace

class TestSpectrumScene : public QObject {
  Q_OBJECT

 private slots:
  void the_name_of_the_line_is_free_of_curves_data() {
    QTest::addColumn<double>("resolved");
    QTest::addColumn<bool>("decibels");
    QTest::addColumn<int>("width");
    QTest::newRow("room beside it") << 40.0 << true << 520;
    QTest::newRow("at the right end") << 56.0 << true << 520;
    QTest::newRow("among the curves") << 20.0 << true << 520;
    QTest::newRow("under the peaks") << 11.0 << true << 520;
    QTest::newRow("amplitudes") << 16.0 << false << 520;
    QTest::newRow("a narrow view") << 36.0 << true << 300;
  }
  void the_name_of_the_line_is_free_of_curves() {
    QFETCH(double, resolved);
    QFETCH(bool, decibels);
    QFETCH(int, width);
    const QImage seen = picture(resolved, decibels, width);
    if (const QString folder = qEnvironmentVariable("FOLDWAVE_PICTURES"); !folder.isEmpty())
      seen.save(QString("%1/spectrum %2.png").arg(folder, QTest::currentDataTag()));
    const Name name = name_in(seen), alone = name_in(picture(40.0, true, 520));
    const auto words = QString("%1 pixels of %2 in %3 x %4 at %5, %6")
                           .arg(name.pixels)
                           .arg(alone.pixels)
                           .arg(name.box.width())
                           .arg(name.box.height())
                           .arg(name.box.x())
                           .arg(name.box.y());
    QVERIFY2(name.pixels > 0.7 * alone.pixels && name.pixels < 1.4 * alone.pixels, qPrintable(words));
    QVERIFY2(QRect(66, 76, width - 86, height - 128).contains(name.box), qPrintable(words));
    for (int y = name.box.top() - 1; y <= name.box.bottom() + 1; ++y)
      for (int x = name.box.left() - 1; x <= name.box.right() + 1; ++x) {
        const QColor c = seen.pixelColor(x, y);
        QVERIFY2(c.green() < 120 || c.green() < c.red() + 40,
                 qPrintable(words + QString(": a curve at %1, %2").arg(x).arg(y)));
      }
  }
};

}  // namespace test_spectrum_scene

FOLDWAVE_TEST(test_spectrum_scene, run_guiless<test_spectrum_scene::TestSpectrumScene>)
#include "test_spectrum_scene.moc"
