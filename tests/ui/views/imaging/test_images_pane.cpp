// Protects the images beside each other: whole images are kept by their scenario's name, both sides have one
// range of colours, the difference is told in numbers, gathers stand side by side, and of a volume the plane
// is shown that was asked for.
#include <QComboBox>
#include <QSlider>
#include <cmath>

#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/views/imaging/images_pane.hpp"

namespace test_images_pane {

using namespace foldwave;

namespace {

constexpr std::array<int, 3> nodes{60, 1, 40};

// A dipping event of this size in a survey of five shots.
std::shared_ptr<SurveyOutcome> outcome(const char* name, float size) {
  auto made = std::make_shared<SurveyOutcome>();
  made->scenario.name = name;
  SurveyResult& r = made->result;
  r.grid = {nodes, {10.0, 10.0, 10.0}, {0.0, 0.0, 100.0}, {}, {}, 0};
  r.line = {{0.0, 0.0}, {590.0, 0.0}};
  r.image = Field<float>(nodes);
  r.illumination = Field<float>(nodes, 2.0F);
  for (int k = 0; k < 40; ++k)
    for (int i = 0; i < 60; ++i)
      r.image(i, 0, k) = size * static_cast<float>(std::sin(0.8 * (k - 20 - 0.1 * i)) *
                                                   std::exp(-0.02 * std::pow(k - 20 - 0.1 * i, 2)));
  r.velocity = std::make_shared<const Field<float>>(nodes, 2000.0F);
  r.survey.frequency = 25.0;
  r.survey.most_offset = 600.0;
  for (int s = 0; s < 5; ++s)
    r.sources.push_back({100.0 * s + 50.0, 0.0, 110.0});
  r.shots = r.shots_done = 5;
  for (int g = 0; g < 3; ++g) {
    ImageGather gather{10 + 20 * g, Field<float>({8, 1, 40}, size), Field<float>({8, 1, 40}, 1.0F)};
    r.gathers.push_back({gather.column, gather.image.clone(), gather.illumination.clone()});
    r.angle_gathers.push_back(
        {gather.column, Field<float>({6, 1, 40}, -size), Field<float>({6, 1, 40}, 1.0F)});
  }
  return made;
}

}  // namespace

class TestImagesPane : public QObject {
  Q_OBJECT
 private slots:
  void images_are_kept_by_name() {
    ImagesPane pane(nullptr);
    QVERIFY(pane.map(0)->words().contains("No image"));
    auto part = outcome("part", 1.0F);
    part->result.shots_done = 3;
    pane.take(part, false);
    QCOMPARE(pane.kept(), 0);
    pane.take(outcome("a", 1.0F), false);
    pane.take(outcome("b", 2.0F), false);
    QCOMPARE(pane.kept(), 2);
    QCOMPARE(pane.map(0)->content().title, QString("b"));
    QCOMPARE(pane.map(1)->content().title, QString("a"));
    QCOMPARE(pane.map(0)->content().high, pane.map(1)->content().high);
    QVERIFY(pane.map(0)->content().high > 1.5 && pane.map(0)->content().low < -1.5);
    const auto again = outcome("a", 3.0F);
    pane.take(again, false);
    QCOMPARE(pane.kept(), 2);
    QCOMPARE(pane.map(0)->content().values[1234], again->result.image.values()[1234]);
    pane.take(again, true);
    QCOMPARE(pane.map(0)->content().title, QString("a, stale"));
    pane.take(nullptr, false);
    QCOMPARE(pane.kept(), 2);
  }

  void the_difference_is_told() {
    ImagesPane pane(nullptr);
    pane.resize(900, 360);
    const auto a = outcome("a", 1.0F), b = outcome("b", 2.0F);
    pane.take(a, false);
    pane.take(b, false);
    pane.mode()->setCurrentIndex(1);
    const ImageMapContent& shown = pane.map(1)->content();
    QCOMPARE(shown.title, QString("b \u2212 a"));
    QCOMPARE(shown.values[1234], b->result.image.values()[1234] - a->result.image.values()[1234]);
    QVERIFY2(pane.words().contains("correlation 1.000") && pane.words().contains("50.0 %"),
             qPrintable(pane.words()));
    keep_picture(pane, "images-difference");
    auto other = outcome("c", 1.0F);
    other->result.grid.h[0] = 11.0;
    pane.take(other, false);
    QVERIFY(pane.map(1)->words().contains("different grids"));
    pane.mode()->setCurrentIndex(0);
    QCOMPARE(pane.map(1)->content().title, QString("b"));
  }

  void illumination_and_resolution_are_maps() {
    ImagesPane pane(nullptr);
    const auto a = outcome("a", 1.0F);
    pane.take(a, false);
    pane.shown()->setCurrentIndex(ImagesPane::illumination);
    QVERIFY(pane.map(0)->content().low == 0.0 && pane.map(0)->content().values[7] == 2.0F);
    QVERIFY(!pane.mode()->isEnabled());
    pane.shown()->setCurrentIndex(ImagesPane::resolution);
    // Shots from 50 to 450 m at 110 m; x = 250 m, depth 300 m.
    const double sine = 200.0 / std::hypot(200.0, 190.0);
    const double found = static_cast<double>(pane.map(0)->content().values[20 * 60 + 25]);
    QVERIFY2(std::abs(found / (2000.0 / (4.0 * 25.0 * sine)) - 1.0) < 1e-5,
             qPrintable(QString::number(found)));
    auto dark = outcome("dark", 1.0F);
    dark->result.illumination = {};
    pane.take(dark, false);
    pane.shown()->setCurrentIndex(ImagesPane::illumination);
    QVERIFY(pane.map(0)->words().contains("without illumination"));
  }

  void a_variant_is_not_the_scenario_s_own() {
    ImagesPane pane(nullptr);
    const auto own = outcome("own", 1.0F);
    pane.take(own, false);
    pane.add(outcome("variant", 2.0F));
    QCOMPARE(pane.kept(), 2);
    QCOMPARE(pane.map(0)->content().title, QString("variant"));
    pane.take(own, true);
    QCOMPARE(pane.map(0)->content().title, QString("variant"));
    QCOMPARE(pane.map(1)->content().title, QString("own, stale"));
    pane.add(nullptr);
    QCOMPARE(pane.kept(), 2);
  }

  void planes_of_a_volume_are_shown() {
    const auto volume = [](const char* name, float size) {
      auto made = outcome(name, size);
      SurveyResult& r = made->result;
      r.grid = {{12, 9, 7}, {10.0, 20.0, 5.0}, {1000.0, 2000.0, 100.0}, {}, {}, 0};
      r.image = Field<float>(r.grid.n);
      r.velocity = std::make_shared<const Field<float>>(r.grid.n, 2000.0F);
      r.sources = {{1020.0, 2000.0, 100.0}, {1100.0, 2160.0, 100.0}};
      for (int k = 0; k < 7; ++k)
        for (int j = 0; j < 9; ++j)
          for (int i = 0; i < 12; ++i)
            r.image(i, j, k) = size * static_cast<float>(i + 100 * j + 10000 * k);
      r.gathers.clear();
      return made;
    };
    ImagesPane pane(nullptr);
    pane.resize(900, 360);
    pane.take(outcome("section", 1.0F), false);
    QVERIFY(pane.cut()->isHidden() && pane.place()->isHidden());
    pane.add(volume("half", 0.5F));
    pane.add(volume("whole", 1.0F));
    QVERIFY(!pane.cut()->isHidden() && !pane.place()->isHidden());
    QCOMPARE(pane.place()->maximum(), 8);
    pane.place()->setValue(3);
    const ImageMapContent& across_y = pane.map(0)->content();
    QCOMPARE(across_y.width, 12);
    QCOMPARE(across_y.height, 7);
    QCOMPARE(across_y.values[2 * 12 + 5], 20305.0F);
    QCOMPARE(pane.map(1)->content().values[2 * 12 + 5], 10152.5F);
    QVERIFY(across_y.left == 1000.0 && across_y.right == 1110.0 && across_y.top == 100.0 &&
            across_y.bottom == 130.0);
    pane.cut()->setCurrentIndex(0);
    pane.place()->setValue(11);
    QCOMPARE(pane.map(0)->content().values[2 * 9 + 4], 20411.0F);
    QVERIFY(pane.map(0)->content().left == 2000.0 && pane.map(0)->content().right == 2160.0);
    // North is up.
    pane.cut()->setCurrentIndex(2);
    pane.place()->setValue(6);
    QCOMPARE(pane.map(0)->content().values[2], 60802.0F);
    QVERIFY(pane.map(0)->content().top == 2160.0 && pane.map(0)->content().bottom == 2000.0);
    keep_picture(pane, "images-volume");
    pane.mode()->setCurrentIndex(1);
    QCOMPARE(pane.map(1)->content().values[2], 30401.0F);
    pane.shown()->setCurrentIndex(ImagesPane::resolution);
    // 30 m down at a corner, by the shot that lies 80 m along x: along y one lies 160 m off.
    const double sine = 80.0 / std::hypot(80.0, 30.0);
    const double found = static_cast<double>(pane.map(0)->content().values[2]);
    QVERIFY2(std::abs(found / (2000.0 / (2.0 * 25.0 * sine)) - 1.0) < 1e-5,
             qPrintable(QString::number(found)));
  }

  void gathers_stand_side_by_side() {
    ImagesPane pane(nullptr);
    pane.resize(900, 360);
    pane.take(outcome("a", 1.0F), false);
    pane.shown()->setCurrentIndex(ImagesPane::gathers);
    QCOMPARE(pane.place()->maximum(), 2);
    pane.place()->setValue(1);
    QCOMPARE(pane.map(0)->content().width, 8);
    QCOMPARE(pane.map(0)->content().right, 600.0);
    QCOMPARE(pane.map(1)->content().width, 6);
    QCOMPARE(pane.map(1)->content().right, 60.0);
    QVERIFY2(pane.words().contains("by offset 1.00, by angle 1.00"), qPrintable(pane.words()));
    keep_picture(pane, "images-gathers");
    auto bare = outcome("bare", 1.0F);
    bare->result.gathers.clear();
    pane.take(bare, false);
    QVERIFY(pane.map(0)->words().contains("without gathers"));
  }
};

}  // namespace test_images_pane

FOLDWAVE_TEST(test_images_pane, run_in_windows<test_images_pane::TestImagesPane>)
#include "test_images_pane.moc"
