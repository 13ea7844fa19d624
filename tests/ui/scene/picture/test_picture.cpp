// Protects the pictures: drawn with no display at all, the right way up, with all that belongs in them, and
// never a half-written file.
#include <QFile>
#include <QImage>
#include <QSize>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

#include "core/base/error.hpp"
#include "core/engine/horizon_setup.hpp"
#include "tests/test_program.hpp"
#include "ui/scene/picture/picture.hpp"

namespace test_picture {

using namespace foldwave;

namespace {

constexpr int n = 24;
constexpr double h = 10.0;

Scenario layered(bool section = false) {
  Scenario s;
  s.name = "two layers";
  s.grid.n = {n, section ? 1 : n, n};
  s.grid.h = {h, h, h};
  s.events.resize(1);
  PlaneHorizon plane;
  plane.point = {0, 0, 100};
  s.events.front().horizon = plane;
  s.stack.layers = {{"upper", 0, 1500, {255, 0, 0}, {}}, {"lower", 0, 3000, {0, 0, 255}, {}}};
  s.survey.sources.push_back({{115, section ? 0.0 : 115.0, 20}, 0, 1, {}});
  s.survey.receivers.emplace_back(ReceiverLine{{0, 0, 10}, {230, 0, 10}, 24, {}});
  return s;
}

FoldResult folded(const Scenario& s) {
  FoldResult fold;
  fold.grid = s.grid;
  fold.horizon = build_horizon(s);
  fold.arrival = Field<float>(s.grid.n);
  fold.velocity = Field<float>(s.grid.n, 1500.0F);
  for (int k = 0; k < s.grid.n[2]; ++k)
    for (int j = 0; j < s.grid.n[1]; ++j)
      for (int i = 0; i < s.grid.n[0]; ++i)
        fold.arrival(i, j, k) = static_cast<float>(100.0 - k * h);
  fold.bands.boundary = {0.0};
  return fold;
}

struct Found {
  int count = 0;
  double row = 0.0;  // mean, from the top
};
template <class Test>
Found find_pixels(const QImage& image, const Test& test) {
  Found f;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width() * 3 / 4; ++x)  // without the legend
      if (test(QColor(image.pixel(x, y)))) {
        ++f.count;
        f.row += y;
      }
  if (f.count > 0) f.row /= f.count;
  return f;
}
bool is_red(const QColor& c) {
  return c.red() > 180 && c.green() < 90 && c.blue() < 90;
}
bool is_blue(const QColor& c) {
  return c.blue() > 150 && c.green() < 110 && c.red() < 90;
}

}  // namespace

class TestPicture : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase();
  void structure_stands_upright();
  void section_stands_upright();
  void a_thumbnail_is_a_block_without_words();
  void wave_is_red_and_blue_about_white();
  void gather_has_time_downwards();
  void unwritable_place_is_an_error();

 private:
  QTemporaryDir dir_;
  QString file(const char* name) const { return dir_.filePath(name); }
};

void TestPicture::initTestCase() {
  QVERIFY2(qEnvironmentVariableIsEmpty("DISPLAY"), "this test is about drawing without a display");
  std::string why_not;
  QVERIFY2(picture_available(why_not), why_not.c_str());
}

void TestPicture::structure_stands_upright() {
  const Scenario s = layered();
  const FoldResult fold = folded(s);
  write_structure_picture(s, fold, file("s.png").toStdString(), 800, 600);
  const QImage image(file("s.png"));
  QCOMPARE(image.size(), QSize(800, 600));
  const Found red = find_pixels(image, is_red), blue = find_pixels(image, is_blue);
  QVERIFY2(red.count > 10000, qPrintable(QString::number(red.count)));
  QVERIFY2(blue.count > 5000, qPrintable(QString::number(blue.count)));
  QVERIFY2(red.row + 60 < blue.row, "the upper layer is above the lower one");
  QVERIFY(!QFile::exists(file("s.png.part")));
}

void TestPicture::section_stands_upright() {
  const Scenario s = layered(true);
  const FoldResult fold = folded(s);
  write_structure_picture(s, fold, file("2d.png").toStdString(), 800, 600);
  const QImage image(file("2d.png"));
  const Found red = find_pixels(image, is_red), blue = find_pixels(image, is_blue);
  QVERIFY2(red.count > 30000 && blue.count > 30000, "a section fills the picture");
  QVERIFY(red.row + 60 < blue.row);
  // The boundary lies at 100 of 230 m.
  QVERIFY(std::abs(red.count / static_cast<double>(red.count + blue.count) - 100.0 / 230.0) < 0.05);
}

// Without most of what lies above and below the boundary: of 230 m about 20 of red and 40 of blue are left.
void TestPicture::a_thumbnail_is_a_block_without_words() {
  const Scenario s = layered();
  const FoldResult fold = folded(s);
  write_thumbnail(s, fold, file("thumbnail.png").toStdString());
  const QImage image(file("thumbnail.png"));
  QCOMPARE(image.size(), QSize(thumbnail_width, thumbnail_height));
  const Found red = find_pixels(image, is_red), blue = find_pixels(image, is_blue);
  QVERIFY2(red.count > 3000 && blue.count > 500,
           qPrintable(QString("%1, %2").arg(red.count).arg(blue.count)));
  QVERIFY(red.row + 15 < blue.row);
  // Title, axes and legend stand beside the block, whose edges are light.
  const auto light = [](const QImage& part) {
    return find_pixels(part, [](const QColor& c) { return c.lightness() > 120; }).count;
  };
  QCOMPARE(light(image.copy(0, 0, image.width() / 16, image.height())), 0);
  QCOMPARE(light(image.copy(image.width() * 15 / 16, 0, image.width() / 16, image.height() / 8)), 0);
  QVERIFY2(blue.count < red.count, "the foot is cut short");
}

void TestPicture::wave_is_red_and_blue_about_white() {
  const Scenario s = layered();
  const FoldResult fold = folded(s);
  Field<float> p(s.grid.n);
  // Positive in the upper half of the box, negative in the lower.
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        p(i, j, k) = k < n / 2 ? 2.0F : -2.0F;
  write_wave_picture(s, fold, p, 0.1, 0.0, file("w.png").toStdString(), 800, 600);
  const QImage image(file("w.png"));
  const auto deep_red = [](const QColor& c) { return c.red() > 110 && c.green() < 60 && c.blue() < 60; };
  const auto deep_blue = [](const QColor& c) { return c.blue() > 100 && c.red() < 60 && c.green() < 90; };
  const Found red = find_pixels(image, deep_red), blue = find_pixels(image, deep_blue);
  QVERIFY2(red.count > 8000 && blue.count > 8000,
           qPrintable(QString("%1 %2").arg(red.count).arg(blue.count)));
  QVERIFY(red.row < blue.row);

  // A tenth of the peak is hardly coloured.
  write_wave_picture(s, fold, p, 0.1, 200.0, file("pale.png").toStdString(), 800, 600);
  QVERIFY(find_pixels(QImage(file("pale.png")), deep_red).count < red.count / 20);
}

void TestPicture::gather_has_time_downwards() {
  const Scenario s = layered();
  Gather g;
  g.dt = 0.002;
  g.samples = 301;
  g.receivers.assign(24, Vec3{});
  g.traces.assign(24 * 301, 0.0F);
  for (std::size_t r = 0; r < 24; ++r)
    for (std::size_t i = 0; i < 20; ++i) {
      g.traces[r * 301 + 60 + i] = 80.0F;  // spread with time, as waves in space do
      g.traces[r * 301 + 240 + i] = -5.0F;
    }
  write_gather_picture(s, g, file("g.png").toStdString(), 800, 600);
  const QImage image(file("g.png"));
  const auto red =
      find_pixels(image, [](const QColor& c) { return c.red() > c.blue() + 60 && c.red() > 110; });
  const auto blue =
      find_pixels(image, [](const QColor& c) { return c.blue() > c.red() + 60 && c.blue() > 110; });
  QVERIFY2(red.count > 5000 && blue.count > 5000,
           qPrintable(QString("%1 %2").arg(red.count).arg(blue.count)));
  QVERIFY2(red.row + 100 < blue.row, "later samples are lower");
}

void TestPicture::unwritable_place_is_an_error() {
  const Scenario s = layered();
  const FoldResult fold = folded(s);
  const std::string place = file("no/such/folder/a.png").toStdString();
  try {
    write_structure_picture(s, fold, place, 200, 150);
    QFAIL("no error");
  } catch (const ResourceError& error) {
    QVERIFY(std::string(error.what()).find(place) != std::string::npos);
  }
}

}  // namespace test_picture

FOLDWAVE_TEST(test_picture, run_guiless<test_picture::TestPicture>)
#include "test_picture.moc"
