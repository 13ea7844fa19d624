// Protects the gather's picture: every mode shows an arrival where it is, wiggles stay apart, polarity and
// axes say what they mean, and each mode looks like a picture that was looked at and kept.
#include <QDir>
#include <QImage>
#include <QPainter>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

#include "tests/test_program.hpp"
#include "tests/ui/views/similar_picture.hpp"
#include "ui/scene/gather/gather_scene.hpp"
#include "ui/scene/stage/offscreen.hpp"

namespace test_gather_scene {

using namespace foldwave;

namespace {

constexpr int width = 560, height = 420;

// A shot over a line: a direct wave and two reflections, with a Ricker wavelet of 20 Hz.
std::shared_ptr<Gather> shot(int traces = 48) {
  auto g = std::make_shared<Gather>();
  g->dt = 0.002;
  g->samples = 501;
  for (int r = 0; r < traces; ++r)
    g->receivers.push_back({50.0 * r, 100.0, 0.0});
  const double source = 0.35 * 50.0 * traces;
  for (int r = 0; r < traces; ++r)
    for (int i = 0; i < g->samples; ++i) {
      const double t = i * g->dt, x = 50.0 * r - source;
      double sum = 0.0;
      for (const auto& [zero, v, a] :
           {std::array{0.08, 2200.0, 1.0}, {0.42, 2500.0, 0.5}, {0.66, 2800.0, -0.4}}) {
        const double u = std::pow(M_PI * 20.0 * (t - std::hypot(zero, x / v)), 2);
        sum += a / (0.2 + std::hypot(zero, x / v)) * (1 - 2 * u) * std::exp(-u);
      }
      g->traces.push_back(static_cast<float>(sum));
    }
  return g;
}

Vec3 source_of(const Gather& g) {
  return {0.35 * 50.0 * static_cast<double>(g.receivers.size()), 100.0, 0.0};
}

struct Shot {
  GatherScene scene;
  OffscreenCanvas canvas{width, height};
  QTemporaryDir folder;

  explicit Shot(std::shared_ptr<const Gather> gather = shot()) {
    scene.show_gather(gather, source_of(*gather));
  }
  QImage picture(const GatherOptions& options) {
    scene.set_options(options);
    const QString file = folder.filePath("g.png");
    canvas.write(scene, file.toStdString());
    return QImage(file).convertToFormat(QImage::Format_RGB888);
  }
};

// Similar to the baseline, and no longer so where a part of it is covered: a comparison must be able to fail.
QString as_kept(const QImage& picture, const char* name) {
  const QString differs = similar_to_baseline(picture, name);
  if (!differs.isEmpty() || keeping_baselines()) return differs;
  QImage spoiled = picture;
  QPainter(&spoiled).fillRect(picture.width() / 2, picture.height() / 2, 60, 50, QColor(60, 160, 90));
  return similar_to_baseline(spoiled, name).isEmpty() ? QString("%1: a spoiled picture passes").arg(name)
                                                      : QString();
}

int brightest(QRgb c) {
  return std::max({qRed(c), qGreen(c), qBlue(c)});
}

int light_pixels(const QImage& picture) {
  int count = 0;
  for (int y = 100; y < height - 20; ++y)
    for (int x = 70; x < width - 26; ++x)
      count += qGray(picture.pixel(x, y)) > 110;
  return count;
}

}  // namespace

class TestGatherScene : public QObject {
  Q_OBJECT

 private slots:
  void each_mode_looks_as_it_was_kept_data() {
    QTest::addColumn<int>("mode");
    QTest::newRow("gather-density") << static_cast<int>(GatherMode::density);
    QTest::newRow("gather-wiggle") << static_cast<int>(GatherMode::wiggle);
    QTest::newRow("gather-area") << static_cast<int>(GatherMode::area);
    QTest::newRow("gather-wiggle-area") << static_cast<int>(GatherMode::wiggle_area);
    QTest::newRow("gather-density-wiggle") << static_cast<int>(GatherMode::density_wiggle);
  }
  void each_mode_looks_as_it_was_kept() {
    QFETCH(int, mode);
    Shot shown;
    GatherOptions options;
    options.mode = static_cast<GatherMode>(mode);
    shown.scene.mark_time(0.5);
    shown.scene.mark_trace(12);
    const QString differs = as_kept(shown.picture(options), QTest::currentDataTag());
    QVERIFY2(differs.isEmpty(), qPrintable(differs));
  }

  // Filled is what is positive: with the other polarity it is the rest.
  void areas_are_on_the_positive_side() {
    auto g = shot();
    for (std::size_t m = 0; m < g->traces.size(); ++m)
      g->traces[m] = m % 501 < 250 ? 1.0F : -1.0F;
    Shot shown(g);
    GatherOptions options;
    options.mode = GatherMode::area;
    options.time_power = 0.0;
    const auto rows = [](const QImage& picture) {
      std::array<int, 2> light{};
      for (int y = 105; y < height - 25; ++y)
        for (int x = 80; x < width - 40; ++x)
          light[y < 98 + (height - 18 - 98) / 2 ? 0 : 1] += qGray(picture.pixel(x, y)) > 110;
      return light;
    };
    const auto plain = rows(shown.picture(options));
    options.reversed = true;
    const auto reversed = rows(shown.picture(options));
    QVERIFY2(plain[0] > 20000 && plain[1] < plain[0] / 50,
             qPrintable(QString("%1 %2").arg(plain[0]).arg(plain[1])));
    QVERIFY2(reversed[1] > 20000 && reversed[0] < reversed[1] / 50,
             qPrintable(QString("%1 %2").arg(reversed[0]).arg(reversed[1])));
  }

  void wiggles_stay_apart() {
    Shot few(shot(40)), many(shot(2000));
    GatherOptions options;
    options.mode = GatherMode::wiggle;
    few.picture(options);
    QCOMPARE(few.scene.drawn_every(), 1);
    const QImage all = many.picture(options);
    QVERIFY(many.scene.drawn_every() >= 25 && many.scene.drawn_every() <= 40);
    QVERIFY2(light_pixels(all) < (width - 96) * (height - 120) / 3, "they do not run into each other");
    // Nearer, there are more of them.
    const int before = many.scene.drawn_every();
    many.scene.zoom_at(300, 200, 8.0);
    many.picture(options);
    QVERIFY(many.scene.drawn_every() <= before / 7 + 1);
  }

  void a_running_wave_ends_where_it_is() {
    for (const GatherMode mode : {GatherMode::density, GatherMode::wiggle, GatherMode::area,
                                  GatherMode::wiggle_area, GatherMode::density_wiggle}) {
      auto g = shot();
      std::fill(g->traces.begin(), g->traces.end(), 1.0F);
      Shot shown(g);
      shown.scene.show_live(g, source_of(*g), 251);
      GatherOptions options;
      options.mode = mode;
      options.time_power = 0.0;
      const QImage picture = shown.picture(options);
      const int middle = 98 + (height - 98 - 18) / 2;
      int above = 0, below = 0;
      for (int x = 80; x < width - 120; ++x) {
        for (int y = 110; y < middle - 4; ++y)
          above += brightest(picture.pixel(x, y)) > 80;
        for (int y = middle + 4; y < height - 25; ++y)
          below += brightest(picture.pixel(x, y)) > 80;
      }
      QVERIFY2(above > 3000 && below == 0,
               qPrintable(QString("mode %1: %2 %3").arg(static_cast<int>(mode)).arg(above).arg(below)));
    }
  }

  void the_axis_sorts_and_tells() {
    Gather g;
    for (const double x : {400.0, 100.0, 0.0, 250.0})
      g.receivers.push_back({x, 0, 0});
    const Vec3 source{150, 0, 40};
    const GatherAxis number = gather_axis(g, source, TraceOrder::number);
    QCOMPARE(number.order, (std::vector{0, 1, 2, 3}));
    QCOMPARE(number.value, (std::vector{1.0, 2.0, 3.0, 4.0}));
    // The line runs from 400 to 250, so what lies at larger x is before the source.
    const GatherAxis offset = gather_axis(g, source, TraceOrder::offset);
    QCOMPARE(offset.order, (std::vector{0, 3, 1, 2}));
    QCOMPARE(offset.value, (std::vector{-250.0, -100.0, 50.0, 150.0}));
    const GatherAxis along = gather_axis(g, source, TraceOrder::distance);
    QCOMPARE(along.value, (std::vector{0.0, 300.0, 400.0, 650.0}));
    QCOMPARE(place_of(along, 350.0), 1.5);
    QCOMPARE(value_at(along, 1.5), 350.0);
    QCOMPARE(place_of(along, -5.0), 0.0);
    QCOMPARE(place_of(along, 1e9), 3.0);
    // Receivers one below another have no line on the map.
    Gather well;
    for (const double z : {0.0, 10.0, 20.0})
      well.receivers.push_back({5, 5, z});
    QCOMPARE(gather_axis(well, source, TraceOrder::distance).value, (std::vector{0.0, 10.0, 20.0}));
    QCOMPARE(gather_axis(well, source, TraceOrder::offset).order, (std::vector{0, 1, 2}));
    QVERIFY(gather_axis({}, source, TraceOrder::offset).order.empty());
  }

  void the_pointer_reads_the_trace_that_is_drawn() {
    Shot shown;
    GatherOptions options;
    shown.picture(options);
    const double left = 66, right = width - 110, middle = 200;
    QCOMPARE(shown.scene.trace_at(left + 1, middle), 0);
    QCOMPARE(shown.scene.trace_at(right - 1, middle), 47);
    QCOMPARE(shown.scene.trace_at(left - 5, middle), -1);
    const QString words = QString::fromStdString(shown.scene.read_out(left + 1, middle));
    QVERIFY2(words.startsWith("trace 1, offset 840 m, t = 0.4"), qPrintable(words));
    QVERIFY(words.contains("pressure"));
    // Zoomed in, what is under the pointer stays under it.
    const int before = shown.scene.trace_at(300, 200);
    shown.scene.zoom_at(300, 200, 3.0);
    QCOMPARE(shown.scene.trace_at(300, 200), before);
  }
};

}  // namespace test_gather_scene

FOLDWAVE_TEST(test_gather_scene, run_guiless<test_gather_scene::TestGatherScene>)
#include "test_gather_scene.moc"
