// Protects the shapes of fold trains: derivatives are those of the values, bounds hold and are not far off,
// each shape is what its name says, plunge and dip lean it, and the table of the inner loops is the surface.
#include <QTest>
#include <cmath>
#include <random>

#include "core/base/worst.hpp"
#include "core/horizon/horizon.hpp"
#include "core/horizon/surface_table.hpp"
#include "tests/test_program.hpp"

namespace test_train_surface {

using namespace foldwave;

namespace {

const Grid3 box{{41, 41, 41}, {25.0, 25.0, 25.0}, {500000.0, 6000000.0, 0.0}, {}, {}, 0};

FoldTrain train(FoldShape shape, double roundness = 0.2, double skew = 0.0) {
  FoldTrain t{60.0, 700.0, 70.0, {500300.0, 6000400.0}, shape, roundness, skew, 1.0, 0.0, {}};
  return t;
}

std::vector<FoldTrain> every_kind() {
  std::vector<FoldTrain> all;
  for (const double r : {1.0, 0.7, 0.2, 0.05})
    for (const double skew : {0.0, 0.5, -0.9})
      for (const FoldShape shape : {FoldShape::chevron, FoldShape::box, FoldShape::asymmetric})
        all.push_back(train(shape, r, skew));
  all.push_back(train(FoldShape::cosine));
  return all;
}

QString name_of(const FoldTrain& t) {
  return QString("%1, roundness %2, skew %3")
      .arg(fold_shape_names[static_cast<std::size_t>(t.shape)])
      .arg(t.roundness)
      .arg(t.skew);
}

double depth_at(const TrainsHorizon& spec, double x, double y) {
  return make_horizon(spec, box, "", "").depth(x - box.origin.x, y - box.origin.y);
}

}  // namespace

class TestTrainSurface : public QObject {
  Q_OBJECT
 private slots:
  void derivatives_are_those_of_the_values() {
    for (const FoldTrain& t : every_kind()) {
      const TrainProfile p(t);
      const double d = 1e-5;
      for (double phase = -7.0; phase < 7.0; phase += 0.01) {
        const auto j = p.at(phase);
        QVERIFY(j.p == p.value(phase));
        const double d1 = (p.value(phase + d) - p.value(phase - d)) / (2 * d);
        const double d2 = (p.at(phase + d).d1 - p.at(phase - d).d1) / (2 * d);
        const double scale = p.bounds().d3;
        QVERIFY2(std::abs(d1 - j.d1) < 1e-9 * (1.0 + scale), qPrintable(name_of(t)));
        QVERIFY2(std::abs(d2 - j.d2) < 2e-8 * (1.0 + scale), qPrintable(name_of(t)));
      }
    }
  }

  void bounds_hold_and_are_close() {
    for (const FoldTrain& t : every_kind()) {
      const TrainProfile p(t);
      const double d = 1e-6;
      double d1 = 0.0, d2 = 0.0, d3 = 0.0;
      for (double phase = -M_PI; phase < M_PI; phase += 2e-4) {
        const auto j = p.at(phase);
        d1 = worst_of(d1, std::abs(j.d1));
        d2 = worst_of(d2, std::abs(j.d2));
        d3 = worst_of(d3, std::abs(p.at(phase + d).d2 - p.at(phase - d).d2) / (2 * d));
      }
      const auto b = p.bounds();
      const QString found = QString("%1: %2 of %3, %4 of %5, %6 of %7")
                                .arg(name_of(t))
                                .arg(d1)
                                .arg(b.d1)
                                .arg(d2)
                                .arg(b.d2)
                                .arg(d3)
                                .arg(b.d3);
      QVERIFY2(d1 <= b.d1 * (1 + 1e-12) && d2 <= b.d2 * (1 + 1e-12) && d3 <= b.d3 * (1 + 1e-6),
               qPrintable(found));
      QVERIFY2(b.d1 < 2.1 * d1 && b.d2 < 4.0 * d2 && b.d3 < 8.0 * d3, qPrintable(found));
    }
  }

  void crests_and_troughs_are_where_they_were_put() {
    for (const FoldTrain& t : every_kind()) {
      const TrainProfile p(t);
      QVERIFY(std::abs(p.value(0.0) - 1.0) < 1e-12 && std::abs(p.at(0.0).d1) < 1e-12);
      QVERIFY2(std::abs(p.value(p.trough()) + 1.0) < 1e-12, qPrintable(name_of(t)));
      QVERIFY((t.skew > 0.0) == (p.trough() < M_PI - 1e-9));
    }
  }

  void shapes_are_what_they_are_called() {
    // A chevron's limb is straight: half way down at the quarter, the same slope at 0.3 and 0.7 of the limb.
    const TrainProfile chevron(train(FoldShape::chevron, 0.05));
    QVERIFY(std::abs(chevron.value(0.25 * M_PI) - 0.5) < 0.02);
    QVERIFY(std::abs(chevron.at(0.3 * M_PI).d1 - chevron.at(0.6 * M_PI).d1) < 0.003);
    // A box is flat on top and steep beside.
    const TrainProfile box_fold(train(FoldShape::box, 0.1));
    QVERIFY(box_fold.value(0.3 * M_PI) > 0.85 && box_fold.value(0.7 * M_PI) < -0.85);
    // Round ones are cosines.
    for (const FoldShape shape : {FoldShape::chevron, FoldShape::box})
      QVERIFY(TrainProfile(train(shape, 1.0)).is_cosine());
    // The limb ahead is the steeper one.
    const TrainProfile lean(train(FoldShape::asymmetric, 0.2, 0.6));
    QVERIFY(-lean.at(0.4 * M_PI).d1 > 1.5 * lean.at(-0.4 * M_PI).d1);
    // Domes at the crest, basins half a wavelength off, along and across.
    FoldTrain dome = train(FoldShape::dome);
    dome.azimuth = 90.0;
    dome.aspect = 0.5;
    const TrainsHorizon domes{500.0, {dome}, 0.0, 0.0, {}};
    QVERIFY(std::abs(depth_at(domes, 500300.0, 6000400.0) - 440.0) < 1e-9);
    QVERIFY(std::abs(depth_at(domes, 500650.0, 6000400.0) - 560.0) < 1e-9);
    QVERIFY(std::abs(depth_at(domes, 500300.0, 6000575.0) - 560.0) < 1e-9);
    QVERIFY(std::abs(depth_at(domes, 500650.0, 6000575.0) - 440.0) < 1e-9);
  }

  void plunge_and_dip_lean_the_train() {
    FoldTrain t = train(FoldShape::chevron);
    t.azimuth = 90.0;
    t.plunge = 15.0;
    TrainsHorizon spec{500.0, {t}, 0.0, 0.0, {}};
    QVERIFY(std::abs(depth_at(spec, 500300.0, 6000400.0) - 440.0) < 1e-9);
    // Towards azimuth - 90, north, the hinge goes down.
    QVERIFY(std::abs(depth_at(spec, 500300.0, 6000500.0) - (440.0 + 100.0 * std::tan(M_PI / 12))) < 1e-9);
    spec.dip = 20.0;
    spec.dip_direction = 90.0;
    QVERIFY(std::abs(depth_at(spec, 501000.0, 6000400.0) - (440.0 + 700.0 * std::tan(M_PI / 9))) < 1e-9);
    const Horizon h = make_horizon(spec, box, "", "");
    for (const double x : {13.0, 300.0, 611.0}) {
      const HeightJet j = h.at(x, 0.7 * x);
      const double d = 0.01;
      QVERIFY(std::abs(j.fx - (h.depth(x + d, 0.7 * x) - h.depth(x - d, 0.7 * x)) / (2 * d)) < 2e-8);
      QVERIFY(std::abs(j.fy - (h.depth(x, 0.7 * x + d) - h.depth(x, 0.7 * x - d)) / (2 * d)) < 1e-9);
      QVERIFY(std::hypot(j.fx, j.fy) <= h.steepest_slope());
    }
  }

  void the_table_is_the_surface() {
    for (const double r : {1.0, 0.5, 0.15})
      for (const FoldShape shape :
           {FoldShape::chevron, FoldShape::box, FoldShape::asymmetric, FoldShape::dome})
        for (const bool section : {false, true}) {
          FoldTrain t = train(shape, r, shape == FoldShape::dome ? 0.0 : 0.4);
          t.plunge = 8.0;
          Grid3 grid = box;
          if (section) grid.n[1] = 1;
          const Horizon h =
              make_horizon(TrainsHorizon{500.0, {t, train(FoldShape::cosine)}, 5.0, 30.0, {}}, grid, "", "");
          const double tolerance = 1e-3;
          const auto table = make_surface_table<double>(h, {-200.0, -300.0, 1200.0, 1300.0}, tolerance);
          QVERIFY2(
              table.misfit < 2.0 * tolerance,
              qPrintable(
                  QString("%1: %2 m with %3 nodes").arg(name_of(t)).arg(table.misfit).arg(table.view.nx)));
          // First derivatives too: Newton's steps use them.
          const HeightJet j = h.at(333.0, 444.0);
          const auto jet = section ? surface_jet<true>(table.view, 333.0, 444.0)
                                   : surface_jet<false>(table.view, 333.0, 444.0);
          QVERIFY(std::abs(jet.fx - j.fx) < 4e-4 && std::abs(jet.fy - j.fy) < 4e-4);
        }
  }
};

}  // namespace test_train_surface

FOLDWAVE_TEST(test_train_surface, run_guiless<test_train_surface::TestTrainSurface>)
#include "test_train_surface.moc"
