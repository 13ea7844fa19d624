// Protects the coarse focus that follows a slider: at the right velocity it lies at the source within a
// coarse cell, however coarse it is; a wrong velocity gathers less; an array and a box keep their extents;
// and what was not located, a factor of no use or a stop is refused.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/error.hpp"
#include "core/engine/location/image_run.hpp"
#include "core/engine/location/quick_focus.hpp"
#include "core/engine/pipeline.hpp"
#include "tests/banged_section.hpp"
#include "tests/test_program.hpp"

namespace test_quick_focus {

using namespace foldwave;

class TestQuickFocus : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    scenario_ = banged_section();
    fold_ = run_fold(scenario_, *cpu_backend(), {});
    image_ = run_image(scenario_, fold_, nullptr, *cpu_backend(), {});
    QCOMPARE(image_.located.events.size(), std::size_t{1});
  }

  void lies_at_the_source_data() {
    QTest::addColumn<double>("most_updates");
    QTest::addColumn<int>("coarser");
    QTest::newRow("as it is") << 1e12 << 1;
    QTest::newRow("half") << 90.0 * 50.0 * 450.0 / 7.9 << 2;
    QTest::newRow("a third") << 90.0 * 50.0 * 450.0 / 26.9 << 3;
  }
  void lies_at_the_source() {
    QFETCH(double, most_updates);
    QFETCH(int, coarser);
    QuickFocus quick(scenario_, fold_, image_, *cpu_backend(), {most_updates, 1.1}, {});
    QCOMPARE(quick.coarser(), coarser);
    const Vec3 e = quick.grid().extent(), whole = scenario_.grid.extent();
    QVERIFY(norm(e - whole) < 1e-9 * norm(whole));
    const FocusFrame right = quick.at(1.0, {});
    QVERIFY(right.found);
    const Vec3 source = scenario_.survey.sources.front().position - scenario_.grid.origin;
    const double cell = quick.grid().h[0];
    // Below an array along the surface the depth of an unrefined focus is less sure.
    QVERIFY2(std::abs(right.place.x - source.x) < 0.5 * cell,
             qPrintable(QString::number((right.place.x - source.x) / cell)));
    const double off = norm(right.place - image_.located.events.front().focus) / cell;
    QVERIFY2(off < 2.0, qPrintable(QString::number(off)));
    QVERIFY(std::abs(right.time - 0.0737) < 0.02);
    // The largest value of the map is the focus that is told.
    float largest = 0.0F;
    for (const float value : right.focus.values()) {
      QVERIFY(std::isfinite(value));
      largest = std::max(largest, value);
    }
    QVERIFY(double{largest} >= right.z * (1.0 - 1e-6));
    // The same again, whatever was asked for between.
    const FocusFrame again = quick.at(1.0, {});
    QVERIFY(again.place == right.place && again.z == right.z);
  }

  void other_velocities_are_as_in_a_scan() {
    Scenario scanned = scenario_;
    scanned.imaging->purpose = ImagingPurpose::focus;
    scanned.imaging->scan_range = 0.08;
    scanned.imaging->scan_count = 3;
    const ImageResult image = run_image(scanned, fold_, nullptr, *cpu_backend(), {});
    QCOMPARE(image.scan.size(), std::size_t{3});
    QuickFocus quick(scanned, fold_, image, *cpu_backend(), {1e12, 1.1}, {});
    for (const ScannedVelocity& one : image.scan) {
      QVERIFY(one.found);
      const FocusFrame frame = quick.at(one.factor, {});
      const double off = norm(frame.place - one.state.position) / scenario_.grid.h[0];
      QVERIFY2(off < 2.0, qPrintable(QString("%1 at %2").arg(off).arg(one.factor)));
      QVERIFY2(std::abs(frame.z / one.z - 1.0) < 1e-3,
               qPrintable(QString("%1 at %2").arg(frame.z / one.z).arg(one.factor)));
    }
  }

  void the_first_wish_may_be_any_factor() {
    QuickFocus one(scenario_, fold_, image_, *cpu_backend(), {3e5, 1.1}, {});
    QuickFocus other(scenario_, fold_, image_, *cpu_backend(), {3e5, 1.1}, {});
    (void)one.at(1.0, {});
    const FocusFrame a = one.at(1.06, {}), b = other.at(1.06, {});
    QVERIFY(a.z == b.z && a.place == b.place);
  }

  void several_together_are_as_each_alone() {
    QuickFocus one(scenario_, fold_, image_, *cpu_backend(), {3e5, 1.1}, {});
    QuickFocus other(scenario_, fold_, image_, *cpu_backend(), {3e5, 1.1}, {});
    const std::vector<double> factors{0.97, 1.0, 1.04, 1.1};
    for (int time = 0; time < 2; ++time) {
      const std::vector<FocusFrame> together = one.at(factors, {});
      QCOMPARE(together.size(), factors.size());
      for (std::size_t f = 0; f < factors.size(); ++f) {
        const FocusFrame alone = other.at(factors[f], {});
        QCOMPARE(together[f].factor, factors[f]);
        QVERIFY(together[f].z == alone.z && together[f].place == alone.place);
        QVERIFY(std::ranges::equal(together[f].focus.values(), alone.focus.values()));
      }
    }
    QVERIFY_EXCEPTION_THROWN(one.at(std::vector{1.0, -1.0}, {}), InputError);
  }

  void what_is_of_no_use_is_refused() {
    ImageResult nothing;
    QVERIFY_EXCEPTION_THROWN(QuickFocus(scenario_, fold_, nothing, *cpu_backend(), {}, {}), InputError);
    QuickFocus quick(scenario_, fold_, image_, *cpu_backend(), {3e5, 1.1}, {});
    for (const double factor : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()})
      QVERIFY_EXCEPTION_THROWN(quick.at(factor, {}), InputError);
    std::stop_source stopped;
    stopped.request_stop();
    QVERIFY_EXCEPTION_THROWN(quick.at(1.0, {nullptr, stopped.get_token()}), Stopped);
  }

 private:
  Scenario scenario_;
  FoldResult fold_;
  ImageResult image_;
};

}  // namespace test_quick_focus

FOLDWAVE_TEST(test_quick_focus, run_guiless<test_quick_focus::TestQuickFocus>)
#include "test_quick_focus.moc"
