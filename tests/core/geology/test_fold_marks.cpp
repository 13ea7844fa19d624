// Protects what is drawn over a fold: marks of a section lie on the boundaries that the section shows,
// however the fold plunges and the section runs, and are refused where they would not; attitudes and
// thicknesses are those of the chosen boundary and layer.
#include <QTest>

#include <cmath>

#include "core/geology/fold_marks.hpp"
#include "tests/core/geology/folded_rock.hpp"
#include "tests/test_program.hpp"

namespace test_fold_marks {

using namespace foldwave;
using namespace foldwave::test;

namespace {

FoldSpec spec_of(double F, double psi, AxialLine line) {
  FoldSpec fold;
  fold.parameters = {F, psi, false};
  fold.axial_line = line;
  return fold;
}

// A cosine of this wave vector on a plane that dips along its axis.
struct Plunging {
  Grid3 grid = box_of({81, 81, 81}, 10.0);
  double azimuth, plunge;
  FoldSpec fold;
  FoldedRock rock;
  LayerBands bands{{120.0, 60.0, 0.0, -60.0, -120.0}};

  Plunging(double azimuth_, double plunge_, double lambda, AxialLine line = {0.0, 90.0})
      : azimuth(azimuth_),
        plunge(plunge_),
        fold(spec_of(1.0 - lambda, lambda, line)),
        rock(grid, horizon(), fold.parameters.F, fold.parameters.psi, line.upward()) {}

  TrainsHorizon horizon() const {
    TrainsHorizon h{400.0, {{40.0, 600.0, azimuth, {400.0, 400.0}, {}}}};
    h.dip = plunge;
    h.dip_direction = azimuth - 90.0;
    return h;
  }
  SolvedFold solved() const { return {grid, {rock.T, bands}, rock.horizon.get(), nullptr, fold}; }
  // Through the middle of the map.
  MapLine line(double direction) const {
    const double dx = 400.0 * std::sin(radians(direction)), dy = 400.0 * std::cos(radians(direction));
    return {{400.0 - dx, 400.0 - dy}, {400.0 + dx, 400.0 + dy}};
  }
  SectionMarks marks(const MapLine& at, const SectionWish& wish) const {
    return measure_section(solved(), choose_profile(solved()), nullptr, at, wish);
  }
  std::optional<double> arrival_at(const MapLine& at, const SectionPlace& p) const {
    const auto place = at.at(p.s);
    return ArrivalProbe(grid, rock.T).value({place[0], place[1], p.depth});
  }
};

}  // namespace

class TestFoldMarks : public QObject {
  Q_OBJECT

 private slots:
  // In the profile itself, in an oblique section and in a fold that plunges: the ends of each piece of an
  // isogon lie where the section shows the boundaries.
  void isogonsMeetTheBoundariesOfTheSection_data() {
    QTest::addColumn<double>("azimuth");
    QTest::addColumn<double>("plunge");
    QTest::addColumn<double>("direction");
    QTest::newRow("the profile") << 90.0 << 0.0 << 90.0;
    QTest::newRow("oblique section") << 90.0 << 0.0 << 60.0;
    QTest::newRow("plunging fold") << 90.0 << 25.0 << 90.0;
    QTest::newRow("plunging and oblique") << 70.0 << 15.0 << 110.0;
  }
  void isogonsMeetTheBoundariesOfTheSection() {
    QFETCH(double, azimuth);
    QFETCH(double, plunge);
    QFETCH(double, direction);
    const Plunging fold(azimuth, plunge, 0.4);
    const MapLine line = fold.line(direction);
    const SectionMarks marks = fold.marks(line, {true, true, true});
    QVERIFY2(marks.refusal.empty() && marks.doubt.empty(), marks.refusal.c_str());
    const double turned = std::cos(radians(direction - azimuth)) * std::cos(radians(plunge));
    QVERIFY(std::abs(std::cos(marks.obliquity) - turned) < 1e-7);
    QVERIFY2(marks.isogons.size() >= 8, qPrintable(QString::number(marks.isogons.size())));
    int met = 0;
    const auto on_boundary = [&](const SectionPlace& p) {
      const auto T = fold.arrival_at(line, p);
      if (!T) return;  // along the axis it has left the box
      double off = 1e300;
      for (const double level : fold.bands.boundary)
        off = std::min(off, std::abs(*T - level));
      QVERIFY2(off < 0.5, qPrintable(QString("%1 m off at %2, %3").arg(off).arg(p.s).arg(p.depth)));
      ++met;
    };
    for (const SectionIsogon& isogon : marks.isogons) {
      QVERIFY(isogon.points.size() >= 2);
      for (const SectionPlace& p : isogon.points)
        on_boundary(p);
    }
    QVERIFY(met >= 20);
    for (const SectionHinge& hinge : marks.hinges)
      on_boundary(hinge.at);
    QVERIFY(marks.characteristics.size() >= 20);
    for (const auto& path : marks.characteristics) {
      on_boundary(path.front());
      const auto end = line.at(path.back().s);
      const bool left = std::abs(end[0] - 400.0) > 390.0 || std::abs(end[1] - 400.0) > 390.0;  // the box
      if (!left) on_boundary(path.back());
    }
  }

  // Class 2: along one direction, that of the axial line.
  void isogonsOfASimilarFoldAreParallel() {
    const Plunging fold(90.0, 0.0, 1.0, {90.0, 80.0});
    const SectionMarks marks = fold.marks(fold.line(90.0), {true, false, false});
    QVERIFY(marks.isogons.size() >= 8);
    for (const SectionIsogon& isogon : marks.isogons) {
      const SectionPlace &a = isogon.points.front(), &b = isogon.points.back();
      const double lean = degrees(std::atan2(b.s - a.s, a.depth - b.depth));
      QVERIFY2(std::abs(lean + 10.0) < 0.05,
               qPrintable(QString::number(lean)));  // the line's upper end: west
    }
    const Plunging concentric(90.0, 0.0, 0.0);
    for (const SectionIsogon& isogon :
         concentric.marks(concentric.line(90.0), {true, false, false}).isogons) {
      const SectionPlace &a = isogon.points.front(), &b = isogon.points.back();
      QVERIFY(std::abs(std::atan2(b.s - a.s, a.depth - b.depth) - isogon.alpha) < radians(0.2));
    }
  }

  // Crest in the middle of the section, troughs half a wavelength away: upright traces within a cell.
  void axialTracesStandOverCrestAndTrough() {
    const Plunging fold(90.0, 0.0, 0.3);
    const SectionMarks marks = fold.marks(fold.line(90.0), {false, true, false});
    QVERIFY(marks.isogons.empty() && marks.characteristics.empty());
    QVERIFY(marks.hinges.size() >= 5);
    int crests = 0;
    for (const SectionHinge& hinge : marks.hinges) {
      const double s = hinge.antiform ? 400.0 : hinge.at.s < 400.0 ? 100.0 : 700.0;
      QVERIFY2(std::abs(hinge.at.s - s) < 2e-5, qPrintable(QString::number(hinge.at.s)));
      crests += hinge.antiform;
    }
    QCOMPARE(crests, static_cast<int>(fold.bands.boundary.size()));
  }

  void whatASectionCannotShowIsRefused() {
    const SectionWish all{true, true, true};
    const Plunging fold(90.0, 0.0, 0.4);
    const SectionMarks along = fold.marks(fold.line(0.0), all);
    QVERIFY2(along.refusal.find("90 degrees off the profile") != std::string::npos, along.refusal.c_str());
    QVERIFY(along.isogons.empty() && along.hinges.empty());
    // A dome has an axis of its own, but is no cylinder: in its profile alone, and with a word of doubt.
    FoldTrain dome{40.0, 600.0, 90.0, {400.0, 400.0}, FoldShape::dome};
    dome.aspect = 2.0;
    const FoldedRock rock(fold.grid, TrainsHorizon{400.0, {dome}}, 0.6, 0.4, {0.0, 0.0, -1.0});
    const SolvedFold solved{fold.grid, {rock.T, fold.bands}, rock.horizon.get(), nullptr, fold.fold};
    const ChosenProfile chosen = choose_profile(solved);
    QVERIFY(!chosen.doubt.empty());
    const double across = trend_plunge_of(chosen.axis.axis).trend + 90.0;
    const SectionMarks inside = measure_section(solved, chosen, nullptr, fold.line(across), all);
    QVERIFY2(inside.refusal.empty(), inside.refusal.c_str());
    QVERIFY(!inside.doubt.empty() && chosen.doubt.starts_with(inside.doubt));
    QVERIFY(!inside.isogons.empty());
    const SectionMarks oblique = measure_section(solved, chosen, nullptr, fold.line(across + 30.0), all);
    QVERIFY2(oblique.refusal.find("cylindrical") != std::string::npos, oblique.refusal.c_str());
    // A plane.
    PlaneHorizon level;
    level.point = {400.0, 400.0, 400.0};
    const FoldedRock flat(fold.grid, level, 0.6, 0.4, {0.0, 0.0, -1.0});
    const SolvedFold plane{fold.grid, {flat.T, fold.bands}, flat.horizon.get(), nullptr, fold.fold};
    QVERIFY(
        measure_section(plane, choose_profile(plane), nullptr, fold.line(90.0), all).refusal.find("plane") !=
        std::string::npos);
  }

  // Of the horizon or of the top of the chosen layer; thickness as the whole table has it.
  void attitudesAndThicknessAreOfTheChosenLayer() {
    const Plunging fold(90.0, 10.0, 0.4);
    MarksWish wish;
    wish.attitudes = true;
    const FoldMarks of_horizon = measure_marks(fold.solved(), nullptr, fold.line(90.0), wish);
    QVERIFY(of_horizon.attitudes.size() >= 70 && of_horizon.thickness.empty() && of_horizon.hinges.empty());
    for (const PlacedAttitude& p : of_horizon.attitudes) {
      const HeightJet jet = fold.rock.horizon->at(p.at.x, p.at.y);
      QVERIFY(std::abs(p.at.z - jet.f) < 4e-4);
      const double dip = degrees(std::atan(std::hypot(jet.fx, jet.fy)));
      QVERIFY2(std::abs(p.attitude.dip - dip) < 0.02, qPrintable(QString::number(p.attitude.dip - dip)));
    }
    wish.layer = 2;
    for (const Thickness kind : {Thickness::vertical, Thickness::orthogonal}) {
      wish.thickness = kind;
      const FoldMarks marks = measure_marks(fold.solved(), nullptr, fold.line(90.0), wish);
      const ArrivalProbe probe(fold.grid, fold.rock.T);
      const ThicknessMap all = thickness_maps(fold.grid, Layering{fold.rock.T, fold.bands})[2];
      const std::vector<float>& wanted = kind == Thickness::vertical ? all.vertical : all.orthogonal;
      QCOMPARE(marks.thickness.size(), wanted.size());
      for (std::size_t m = 0; m < wanted.size(); ++m)
        QVERIFY(marks.thickness[m] == wanted[m] || (std::isnan(marks.thickness[m]) && std::isnan(wanted[m])));
      for (const PlacedAttitude& p : marks.attitudes)
        QVERIFY(std::abs(*probe.value(p.at) - fold.bands.boundary[1]) < 1e-7);
    }
  }
};

}  // namespace test_fold_marks

FOLDWAVE_TEST(test_fold_marks, run_guiless<test_fold_marks::TestFoldMarks>)
#include "test_fold_marks.moc"
