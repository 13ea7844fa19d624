// Protects the fit of a second horizon: random folds of all classes come back from noisy picks of their
// parametric surface, which nothing of the fit is used to make; stated uncertainties hold; what cannot be
// known is not given as a number; picks of another datum, unit or side are told.
#include <QTest>
#include <algorithm>
#include <random>
#include <set>

#include "core/base/angle.hpp"
#include "core/base/error.hpp"
#include "core/fold/normal_speed.hpp"
#include "core/geology/fit/horizon_fit.hpp"
#include "core/geology/fit/second_picks.hpp"
#include "tests/core/geology/folded_rock.hpp"
#include "tests/test_program.hpp"

namespace test_horizon_fit {

using namespace foldwave;
using namespace foldwave::test;

namespace {

constexpr double length = 1000.0;

// Random cases that a test averages over; the sanitizers' checks are work as well.
#if defined(FOLDWAVE_SANITIZED)
constexpr unsigned more_or_less = 2;
#else
constexpr unsigned more_or_less = 1;
#endif

class Noise {
 public:
  explicit Noise(unsigned seed) : chance_(seed) {}
  double operator()() {  // the sum of twelve uniform numbers: normal enough, and the same everywhere
    double sum = -6.0;
    for (int i = 0; i < 12; ++i)
      sum += chance_.between(0.0, 1.0);
    return sum;
  }

 private:
  Chance chance_;
};

struct Case {
  Grid3 grid = box_of({96, 96, 96}, length / 95);
  Horizon horizon;
  FoldedLevel truth;
};

// Two cosines across each other: no direction is without a bend.
Horizon bent(Chance& chance, const Grid3& grid, double steepest) {
  FoldTrain a{0.0, chance.between(700.0, 1000.0), chance.between(60.0, 110.0), {450.0, 500.0}};
  FoldTrain b{0.0, chance.between(700.0, 1000.0), a.azimuth + chance.between(70.0, 110.0), {300.0, 600.0}};
  a.amplitude = std::tan(radians(steepest)) * a.wavelength / (2.0 * std::numbers::pi);
  b.amplitude = 0.5 * a.amplitude;
  return make_horizon(TrainsHorizon{chance.between(450.0, 550.0), {a, b}}, grid, "", "");
}

Case random_case(Chance& chance, double lowest, double highest) {
  for (;;) {
    Case c{box_of({96, 96, 96}, length / 95), {PlaneSurface{}, false, 0.0}, {}};
    c.horizon = bent(chance, c.grid, chance.between(25.0, 38.0));
    const double side = chance.between(0.0, 1.0) < 0.5 ? -1.0 : 1.0;
    c.truth = {chance.between(lowest, highest),
               AxialLine{chance.between(0.0, 360.0), chance.between(55.0, 90.0)}.upward(),
               side * chance.between(80.0, 200.0)};
    if (check_normal_speed(c.horizon, c.grid, c.truth.F(), c.truth.b()).least_part > 0.15) return c;
  }
}

// Picks about `apart` metres from each other, on y + T (F n + psi a); where that surface folds over itself (a
// caustic) it is no horizon, and such picks are left out.
std::vector<Vec3> second_horizon(const Case& c, double apart, double noise, unsigned seed) {
  Noise normal(seed);
  std::vector<Vec3> picks;
  const auto at = [&](double u, double v) {
    const HeightJet s = c.horizon.at(u, v);
    return Vec3{u, v, s.f} + c.truth.thickness * (c.truth.F() * Horizon::upward_normal(s) + c.truth.b());
  };
  for (double v = -400.0; v < length + 400.0; v += apart)
    for (double u = -400.0; u < length + 400.0; u += apart) {
      const Vec3 x = at(u, v), du = at(u + 1.0, v) - x, dv = at(u, v + 1.0) - x;
      const double off = normal();
      if (x.x < 0.0 || x.x > length || x.y < 0.0 || x.y > length) continue;
      if (du.x * dv.y - du.y * dv.x < 0.05) continue;
      picks.push_back(x + Vec3{0.0, 0.0, noise * std::abs(c.truth.thickness) * off});
    }
  return picks;
}

double angle(const Vec3& a, const Vec3& b) {
  return degrees(std::acos(std::min(dot(a, b), 1.0)));
}

const FoldedLevel start{0.4, {0.0, 0.0, -1.0}, 0.0};

QString said(const HorizonFit& fit) {
  QString all;
  for (const std::string& remark : fit.remarks)
    all += QString::fromStdString(remark) + "\n";
  return all;
}

}  // namespace

class TestHorizonFit : public QObject {
  Q_OBJECT

  static QString refusal(const Horizon& horizon, const Grid3& grid, const std::vector<Vec3>& picks,
                         const FoldedLevel& from = start, const HorizonFitOptions& options = {}) {
    try {
      (void)fit_second_horizon(horizon, grid, picks, from, options);
    } catch (const InputError& e) {
      return QString::fromUtf8(e.what());
    }
    return {};
  }

 private slots:
  // Of each cell the pick that is nearest to its middle, in whatever order they come.
  void picksAreSpreadByTheMiddlesOfCells() {
    std::vector<Vec3> picks;
    for (int j = 0; j <= 12; ++j)
      for (int i = 0; i <= 18; ++i)
        picks.push_back({500000.0 + 10.0 * i, 7000000.0 + 10.0 * j, 0.0});
    std::mt19937 random(3);
    std::shuffle(picks.begin(), picks.end(), random);
    const std::vector<Vec3> few = spread_picks(picks, 6);
    QCOMPARE(few.size(), std::size_t{6});
    for (const Vec3& p : few) {
      const double x = p.x - 500000.0, y = p.y - 7000000.0;
      QVERIFY2(
          std::abs(std::remainder(x - 30.0, 60.0)) < 1e-6 && std::abs(std::remainder(y - 30.0, 60.0)) < 1e-6,
          qPrintable(QString("%1 %2").arg(x).arg(y)));
    }
  }

  void randomFoldsComeBack_data() {
    QTest::addColumn<double>("lowest");
    QTest::addColumn<double>("highest");
    QTest::newRow("1A") << -0.5 << -0.1;
    QTest::newRow("1B") << 0.0 << 0.0;
    QTest::newRow("1C") << 0.1 << 0.9;
    QTest::newRow("2") << 1.0 << 1.0;
    QTest::newRow("3") << 1.1 << 1.4;
  }
  void randomFoldsComeBack() {
    FOLDWAVE_EACH(5);
    QFETCH(double, lowest);
    QFETCH(double, highest);
    Chance chance(7);
    for (unsigned i = 0; i < 2 / more_or_less; ++i) {
      const Case c = random_case(chance, lowest, highest);
      const HorizonFit fit =
          fit_second_horizon(c.horizon, c.grid, second_horizon(c, 30.0, 0.01, i + 1), start);
      const double axis_off = angle(fit.level.axis, c.truth.axis);
      const QString what = QString("lambda %1 for %2, T %3 for %4, axis off by %5")
                               .arg(fit.level.lambda)
                               .arg(c.truth.lambda)
                               .arg(fit.level.thickness)
                               .arg(c.truth.thickness)
                               .arg(axis_off);
      QVERIFY2(fit.lambda.known == Known::fitted, qPrintable(what));
      QVERIFY2(std::abs(fit.level.lambda - c.truth.lambda) < 0.03, qPrintable(what));
      QVERIFY2(std::abs(fit.level.thickness / c.truth.thickness - 1.0) < 0.005, qPrintable(what));
      if (c.truth.lambda == 0.0)
        QVERIFY2(fit.plunge.known == Known::undetermined, qPrintable(what));
      else
        QVERIFY2(fit.plunge.known == Known::fitted && axis_off < 2.0, qPrintable(what));
      QVERIFY2(std::abs(fit.after.rms / (0.01 * std::abs(c.truth.thickness)) - 1.0) < 0.1, qPrintable(what));
    }
  }

  // Independent noise: one standard error holds the truth in two cases of three.
  void statedUncertaintiesHold() {
    FOLDWAVE_NUMBERS();
    Chance chance(11);
    HorizonFitOptions options;
    int of_lambda = 0, of_thickness = 0, of_plunge = 0, far = 0;
    constexpr unsigned cases = 24 / more_or_less;
    for (unsigned i = 0; i < cases; ++i) {
      const Case c = random_case(chance, 0.3, 1.2);
      const HorizonFit fit =
          fit_second_horizon(c.horizon, c.grid, second_horizon(c, 50.0, 0.03, i + 1), start, options);
      const double lambda_off = std::abs(fit.level.lambda - c.truth.lambda) / fit.lambda.error;
      of_lambda += lambda_off < 1.0;
      far += lambda_off > 3.0;
      of_thickness += std::abs(fit.level.thickness - c.truth.thickness) < fit.thickness.error;
      of_plunge +=
          std::abs(fit.plunge.value - AxialLine::from_upward(c.truth.axis, 0.0).plunge) < fit.plunge.error;
    }
    const QString what = QString("within one error: lambda %1, T %2, plunge %3 of %4; beyond three: %5")
                             .arg(of_lambda)
                             .arg(of_thickness)
                             .arg(of_plunge)
                             .arg(cases)
                             .arg(far);
    qInfo("%s", qPrintable(what));
    for (const int inside : {of_lambda, of_thickness, of_plunge})
      QVERIFY2(inside >= 0.5 * cases && inside <= 0.85 * cases, qPrintable(what));
    QVERIFY2(far <= 2, qPrintable(what));
  }

  // A misfit with a pattern is worth few picks: the errors say so, and hold.
  void correlatedMisfitsCountForLess() {
    FOLDWAVE_NUMBERS();
    Chance chance(3);
    HorizonFitOptions options;
    options.most_picks = 800;
    unsigned inside = 0;
    double squares = 0.0;  // of how many errors lambda is off
    constexpr unsigned cases = 8 / more_or_less;
    for (unsigned i = 0; i < cases; ++i) {
      const Case c = random_case(chance, 0.4, 0.8);
      std::vector<Vec3> picks = second_horizon(c, 25.0, 0.0, 1);
      // Waves of all directions, some 250 m long.
      std::vector<std::array<double, 3>> waves(24);
      for (auto& w : waves)
        w = {chance.between(0.0, 6.28), chance.between(0.0, 6.28), chance.between(0.015, 0.035)};
      for (Vec3& p : picks)
        for (const auto& [direction, phase, k] : waves)
          p.z += 0.6 * std::cos(k * (p.x * std::cos(direction) + p.y * std::sin(direction)) + phase);
      const HorizonFit fit = fit_second_horizon(c.horizon, c.grid, picks, start, options);
      QVERIFY(fit.correlation.share > 0.5);
      QVERIFY(fit.correlation.length > 15.0 && fit.correlation.length < 200.0);
      QVERIFY(fit.effective_picks < 0.4 * static_cast<double>(fit.picks.used.size()));
      const double off = (fit.level.lambda - c.truth.lambda) / fit.lambda.error;
      inside += std::abs(off) < 1.0;
      squares += off * off / cases;
    }
    const QString what =
        QString("%1 of %2 within one error, mean square %3").arg(inside).arg(cases).arg(squares);
    qInfo("%s", qPrintable(what));
    QVERIFY2(inside >= cases / 2 && squares > 0.2, qPrintable(what));
  }

  // Beside the noise, every twentieth pick is wrong by half the layer.
  void outliersCountForLittle() {
    Chance chance(5);
    const Case c = random_case(chance, 0.5, 0.5);
    std::vector<Vec3> picks = second_horizon(c, 40.0, 0.01, 1);
    for (std::size_t i = 0; i < picks.size(); i += 20)
      picks[i].z -= 0.5 * c.truth.thickness;
    HorizonFitOptions options;
    const HorizonFit fit = fit_second_horizon(c.horizon, c.grid, picks, start, options);
    QVERIFY2(std::abs(fit.level.lambda - 0.5) < 0.03, qPrintable(QString::number(fit.level.lambda)));
    QVERIFY(angle(fit.level.axis, c.truth.axis) < 2.0);
  }

  // The axial line's part along the hinge moves such a fold into itself.
  void aCylindricalFoldHasItsAxialLineInTheProfile() {
    Chance chance(2);
    Case c{box_of({96, 96, 96}, length / 95), {PlaneSurface{}, false, 0.0}, {}};
    c.horizon = make_horizon(TrainsHorizon{500.0, {{80.0, 900.0, 90.0, {450.0, 0.0}}}}, c.grid, "", "");
    c.truth = {0.6, AxialLine{90.0, 75.0}.upward(), 150.0};
    const HorizonFit fit = fit_second_horizon(c.horizon, c.grid, second_horizon(c, 40.0, 0.01, 1), start);
    QVERIFY(fit.in_profile);
    QVERIFY(said(fit).contains("in the profile"));
    QVERIFY(std::abs(fit.level.lambda - 0.6) < 0.03);
    QVERIFY(angle(fit.level.axis, c.truth.axis) < 0.2);
  }

  void whatIsHeldStays() {
    Chance chance(9);
    const Case c = random_case(chance, 0.6, 0.6);
    const std::vector<Vec3> picks = second_horizon(c, 50.0, 0.0, 1);
    HorizonFitOptions options;
    options.axis = false;
    FoldedLevel from{0.1, c.truth.axis, 0.0};
    HorizonFit fit = fit_second_horizon(c.horizon, c.grid, picks, from, options);
    QVERIFY(fit.plunge.known == Known::held && fit.level.axis == c.truth.axis);
    QVERIFY(std::abs(fit.level.lambda - 0.6) < 1e-7);
    options = {};
    options.lambda = false;
    from.lambda = 0.6;
    from.axis = {0.0, 0.0, -1.0};
    fit = fit_second_horizon(c.horizon, c.grid, picks, from, options);
    QVERIFY(fit.lambda.known == Known::held && fit.level.lambda == 0.6);
    QVERIFY(angle(fit.level.axis, c.truth.axis) < 1e-7);
    options = {};
    options.thickness = false;
    from = {0.2, {0.0, 0.0, -1.0}, c.truth.thickness};
    fit = fit_second_horizon(c.horizon, c.grid, picks, from, options);
    QVERIFY(fit.level.thickness == c.truth.thickness);
    QVERIFY(std::abs(fit.level.lambda - 0.6) < 1e-7);
    // Nothing free: the misfit alone. 40 m off is told as a datum.
    options.lambda = options.axis = false;
    from = c.truth;
    fit = fit_second_horizon(c.horizon, c.grid, picks, from, options);
    QVERIFY(fit.level == c.truth && fit.after.rms < 1e-7);
    from.thickness += 40.0;
    fit = fit_second_horizon(c.horizon, c.grid, picks, from, options);
    QVERIFY2(said(fit).contains("is the datum another?"), qPrintable(said(fit)));
  }

  // Against the start's own surface, y + T (F n + psi a), solved for the place of each pick.
  void beforeIsTheMisfitOfTheStart() {
    Chance chance(9);
    const Case c = random_case(chance, 0.6, 0.6);
    const std::vector<Vec3> picks = second_horizon(c, 50.0, 0.01, 1);
    for (const double T : {0.0, 0.9 * c.truth.thickness}) {
      const HorizonFit fit =
          fit_second_horizon(c.horizon, c.grid, picks, {0.4, {0.0, 0.0, -1.0}, T}, HorizonFitOptions{});
      QVERIFY(T == 0.0 || fit.start.thickness == T);
      double squares = 0.0;
      for (const Vec3& pick : fit.picks.used) {
        Vec3 x, foot = pick;
        for (int step = 0; step < 200; ++step) {
          const HeightJet s = c.horizon.at(foot.x, foot.y);
          x = Vec3{foot.x, foot.y, s.f} +
              fit.start.thickness * (fit.start.F() * Horizon::upward_normal(s) + fit.start.b());
          foot = foot + 0.5 * (pick - x);
        }
        QVERIFY(std::hypot(x.x - pick.x, x.y - pick.y) < 1e-9);
        squares += (x.z - pick.z) * (x.z - pick.z);
      }
      const double rms = std::sqrt(squares / static_cast<double>(fit.picks.used.size()));
      QVERIFY2(rms > 1.0 && std::abs(fit.before.rms / rms - 1.0) < 1e-7,
               qPrintable(QString("%1 for %2").arg(fit.before.rms).arg(rms)));
    }
  }

  // No layer is named: the start's thickness is not known.
  void aSectionKeepsItsStart() {
    Case c{{{201, 1, 101}, {5.0, 5.0, 10.0}, {}, {}, {}, 0}, {PlaneSurface{}, false, 0.0}, {}};
    c.horizon = make_horizon(TrainsHorizon{500.0, {{90.0, 700.0, 90.0, {350.0, 0.0}}}}, c.grid, "", "");
    c.truth = {0.5, AxialLine{90.0, 70.0}.upward(), 120.0};
    HorizonFitOptions options;
    options.lambda = false;
    FoldedLevel from{0.5, {0.0, 0.0, -1.0}, 0.0};
    HorizonFit fit = fit_second_horizon(c.horizon, c.grid, second_horizon(c, 10.0, 0.0, 1), from, options);
    QVERIFY(fit.lambda.known == Known::held && fit.level.lambda == 0.5);
    QVERIFY(angle(fit.level.axis, c.truth.axis) < 1e-7);
    QVERIFY2(fit.before.rms > 5.0 && fit.before.rms < 40.0, qPrintable(QString::number(fit.before.rms)));
    c.horizon = make_horizon(PlaneHorizon{{500.0, 0.0, 500.0}, 8.0, 90.0, {}}, c.grid, "", "");
    fit = fit_second_horizon(c.horizon, c.grid, second_horizon(c, 10.0, 0.01, 1), start);
    QVERIFY(fit.lambda.known == Known::undetermined);
    QCOMPARE(fit.level.lambda, start.lambda);
  }

  // Nobody asked for the start's lambda and axial line, which the picks do not tell: another stands in.
  void aStartThatCannotBeIsNotHeld() {
    Case c{box_of({96, 96, 96}, length / 95), {PlaneSurface{}, false, 0.0}, {}};
    c.horizon = make_horizon(PlaneHorizon{{500.0, 500.0, 500.0}, 0.0, 30.0, {}}, c.grid, "", "");
    c.truth = {0.0, {0.0, 0.0, -1.0}, 120.0};
    const std::vector<Vec3> picks = second_horizon(c, 50.0, 0.01, 1);
    for (const double lambda : {3.0, -1.0}) {
      const FoldedLevel from{lambda, AxialLine{0.0, lambda < 0.0 ? 90.0 : 20.0}.upward(), 0.0};
      const HorizonFit fit = fit_second_horizon(c.horizon, c.grid, picks, from);
      QVERIFY(fit.lambda.known == Known::undetermined && fit.plunge.known == Known::undetermined);
      QCOMPARE(fit.lambda.value, lambda);
      QVERIFY(check_normal_speed(c.horizon, c.grid, fit.level.F(), fit.level.b()).least_part > 0.0);
      QCOMPARE(said(fit).contains("cannot be on this horizon"), lambda > 0.0);
      QCOMPARE(fit.before.known(), lambda < 0.0);
      QVERIFY(std::abs(fit.level.thickness - 120.0) < 0.4);
    }
    // With the axial line held, lambda 0 stands in.
    HorizonFitOptions options;
    options.axis = false;
    const FoldedLevel from{3.0, AxialLine{0.0, 20.0}.upward(), 0.0};
    const HorizonFit fit = fit_second_horizon(c.horizon, c.grid, picks, from, options);
    QVERIFY(fit.lambda.known == Known::undetermined && fit.level.axis == from.axis);
    QCOMPARE(fit.level.lambda, 0.0);
    QVERIFY(said(fit).contains("cannot be on this horizon"));
  }

  void aRivalThatCannotBeHasNoMisfit() {
    QVERIFY(!MisfitNumbers{}.known() && std::isnan(MisfitNumbers{}.explained));
    Chance chance(9);
    Case c = random_case(chance, 0.2, 0.2);
    c.truth.axis = AxialLine{40.0, 20.0}.upward();
    HorizonFitOptions options;
    options.axis = false;
    const HorizonFit fit = fit_second_horizon(c.horizon, c.grid, second_horizon(c, 50.0, 0.01, 1),
                                              {0.1, c.truth.axis, 0.0}, options);
    QVERIFY(fit.after.known() && fit.parallel.misfit.known());
    QVERIFY(!fit.similar.misfit.known());
  }

  // Files hold their picks row by row.
  void rawGridsAreThinnedByPlace() {
    for (const auto& [columns, rows] : {std::pair{40, 40}, std::pair{20, 200}, std::pair{200, 20}}) {
      std::vector<Vec3> picks;
      for (int j = 0; j < rows; ++j)
        for (int i = 0; i < columns; ++i)
          picks.push_back({length * i / (columns - 1), length * j / (rows - 1), 0.0});
      std::set<double> x, y;
      const std::vector<Vec3> few = spread_picks(picks, 100);
      for (const Vec3& p : few) {
        x.insert(p.x);
        y.insert(p.y);
      }
      QCOMPARE(few.size(), std::size_t{100});
      QVERIFY2(x.size() >= 10 && y.size() >= 10, qPrintable(QString("%1, %2").arg(x.size()).arg(y.size())));
    }
    QCOMPARE(spread_picks(std::vector<Vec3>(50, Vec3{1.0, 2.0, 3.0}), 10).size(), std::size_t{1});
  }

  void picksAtOnePlaceAreRefused() {
    const std::vector<Vec3> here(40, Vec3{500.0, 500.0, 300.0});
    std::vector<double> misfit;
    for (int i = 0; i < 40; ++i)
      misfit.push_back(0.1 * i);
    QCOMPARE(correlation_of(here, misfit).share, 0.0);
    Chance chance(1);
    const Case c = random_case(chance, 0.5, 0.5);
    QVERIFY(refusal(c.horizon, c.grid, here).contains("at one place of the map"));
  }

  void gentleDipsDoNotTellTheClass() {
    Case c{box_of({96, 96, 96}, length / 95), {PlaneSurface{}, false, 0.0}, {}};
    c.truth = {0.7, {0.0, 0.0, -1.0}, 120.0};
    for (const double dip : {0.0, 8.0}) {
      c.horizon = make_horizon(PlaneHorizon{{500.0, 500.0, 500.0}, dip, 30.0, {}}, c.grid, "", "");
      const HorizonFit fit = fit_second_horizon(c.horizon, c.grid, second_horizon(c, 50.0, 0.01, 1), start);
      QVERIFY(fit.lambda.known == Known::undetermined && fit.plunge.known == Known::undetermined);
      QCOMPARE(fit.level.lambda, start.lambda);
      QVERIFY(fit.thickness.known == Known::fitted);
      QVERIFY2(said(fit).contains("too gentle"), qPrintable(said(fit)));
      QVERIFY(estimate_text("lambda", fit.lambda).starts_with("lambda not determined"));
    }
    c.horizon = make_horizon(TrainsHorizon{500.0, {{6.0, 900.0, 90.0, {450.0, 0.0}}}}, c.grid, "", "");
    const HorizonFit fit = fit_second_horizon(c.horizon, c.grid, second_horizon(c, 50.0, 0.02, 1), start);
    QVERIFY(fit.lambda.known == Known::undetermined);
  }

  void theMisfitIsMeasuredUpAndDown() {
    Chance chance(4);
    const Case c = random_case(chance, 0.5, 0.5);
    std::vector<Vec3> picks = second_horizon(c, 20.0, 0.0, 1);
    for (Vec3& p : picks)
      p.z += p.x > 500.0 ? 5.0 : -3.0;
    const LevelMisfit level(c.horizon, c.grid, picks);
    const auto misfit = level.of(c.truth);
    QCOMPARE(misfit.size(), picks.size());
    for (std::size_t i = 0; i < picks.size(); ++i)
      QVERIFY2(std::abs(misfit[i].depth - (picks[i].x > 500.0 ? -5.0 : 3.0)) < 2e-7,
               qPrintable(QString::number(misfit[i].depth)));
  }

  void theMapShowsTheMisfitWithinTheHull() {
    Chance chance(4);
    const Case c = random_case(chance, 0.5, 0.5);
    std::vector<Vec3> picks;
    for (Vec3 p : second_horizon(c, 20.0, 0.0, 1)) {
      p.z += 4.0 * std::sin(p.x / 100.0);
      if (p.x < 700.0) picks.push_back(p);
    }
    HorizonFitOptions options;
    options.lambda = options.axis = options.thickness = false;
    const HorizonFit fit = fit_second_horizon(c.horizon, c.grid, picks, c.truth, options);
    QCOMPARE(fit.map.size(), std::size_t{96 * 96});
    for (int j = 8; j < 88; ++j)
      for (int i = 8; i < 88; ++i) {
        const double x = i * c.grid.h[0];
        const auto value = static_cast<double>(fit.map[static_cast<std::size_t>(i + 96 * j)]);
        if (x > 705.0)
          QVERIFY(std::isnan(value));
        else if (x < 680.0)
          QVERIFY2(std::abs(value + 4.0 * std::sin(x / 100.0)) < 0.02, qPrintable(QString::number(value)));
      }
  }

  void rivalsSayWhatLambdaExplains() {
    Chance chance(6);
    const Case c = random_case(chance, 0.5, 0.5);
    HorizonFitOptions options;
    const HorizonFit fit =
        fit_second_horizon(c.horizon, c.grid, second_horizon(c, 50.0, 0.0, 1), start, options);
    QVERIFY(fit.after.rms < 1e-7 && fit.after.explained > 0.9999);
    for (const MisfitNumbers* rival : {&fit.shift, &fit.parallel.misfit, &fit.similar.misfit})
      QVERIFY(rival->rms > 1.0 && rival->explained < 0.9999);
    QVERIFY(fit.parallel.level.lambda == 0.0 && fit.similar.level.lambda == 1.0);
  }

  void badPicksAreRefused() {
    Chance chance(1);
    const Case c = random_case(chance, 0.5, 0.5);
    const std::vector<Vec3> good = second_horizon(c, 50.0, 0.0, 1);
    const auto changed = [&](auto&& change) {
      std::vector<Vec3> picks = good;
      for (Vec3& p : picks)
        change(p);
      return refusal(c.horizon, c.grid, picks);
    };
    const auto contains = [](const QString& text, const char* words) {
      return QTest::qVerify(text.contains(words), words, qPrintable(text), __FILE__, __LINE__);
    };
    if (!contains(changed([](Vec3& p) { p.z = -p.z; }),
                  "100 % of the picks lie outside the box's depths; as elevation in place of depth"))
      return;
    if (!contains(changed([](Vec3& p) { p.z /= 0.3048; }), "as feet in place of metres")) return;
    if (!contains(changed([](Vec3& p) { p = 3.2808 * p; }), "times better")) return;
    if (!contains(changed([](Vec3& p) { p.x += 1e5; }), "0 of ")) return;
    if (!contains(changed([](Vec3& p) { p = 1000.0 * p + Vec3{2000.0, 2000.0, 0.0}; }), "as metres in place"))
      return;
    if (!contains(changed([&](Vec3& p) { p.z += c.truth.thickness; }), "crosses the first horizon")) return;
    if (!contains(changed([&](Vec3& p) { p.z += c.truth.thickness; }), "m would part them")) return;
    std::vector<Vec3> picks = good;
    picks[17].z = std::nan("");
    if (!contains(refusal(c.horizon, c.grid, picks), "pick 18 is not a number")) return;
    picks.assign(good.begin(), good.begin() + 11);
    if (!contains(refusal(c.horizon, c.grid, picks), "give at least 12")) return;
    if (!contains(refusal(c.horizon, c.grid, {}), "0 of 0")) return;
    HorizonFitOptions held;
    held.lambda = held.axis = false;
    contains(refusal(c.horizon, c.grid, good, {8.0, {0.0, 0.0, -1.0}, 0.0}, held),
             "cannot be with this shear direction");
  }

  // Within the box as well, a sense or a unit that fits much better is told.
  void whatFitsMuchBetterIsNamed() {
    Chance chance(1);
    Case c = random_case(chance, 0.5, 0.5);
    c.truth.thickness = 120.0;
    const std::vector<Vec3> good = second_horizon(c, 50.0, 0.0, 1);
    std::vector<Vec3> kilometres = good;
    for (Vec3& p : kilometres)
      p.z *= 0.001;
    const SecondPicks chosen = choose_second_picks(kilometres, c.horizon, c.grid, 4000, "picks");
    QVERIFY(!chosen.remarks.empty());
    QVERIFY2(QString::fromStdString(chosen.remarks.front()).contains("as kilometres in place of metres"),
             chosen.remarks.front().c_str());
    // About a datum in the middle of the box, a mirrored relief crosses the first horizon.
    Grid3 grid = c.grid;
    grid.origin.z = -400.0;
    std::vector<Vec3> mirrored = good;
    for (Vec3& p : mirrored)
      p.z = 400.0 - p.z;
    const QString text = refusal(c.horizon, grid, mirrored);
    QVERIFY2(text.contains("crosses") && text.contains("as elevation in place of depth"), qPrintable(text));
  }

  void aCornerIsFittedAndSaid() {
    Chance chance(8);
    const Case c = random_case(chance, 0.5, 0.5);
    const std::vector<Vec3> all = second_horizon(c, 30.0, 0.01, 1);
    std::vector<Vec3> corner;
    for (const Vec3& p : all)
      if (p.x < 300.0 && p.y < 300.0) corner.push_back(p);
    const HorizonFit whole = fit_second_horizon(c.horizon, c.grid, all, start);
    const HorizonFit part = fit_second_horizon(c.horizon, c.grid, corner, start);
    QVERIFY(std::abs(part.picks.coverage - 0.09) < 0.01);
    QVERIFY2(said(part).contains("of the box's map"), qPrintable(said(part)));
    QVERIFY(part.lambda.known == Known::undetermined || part.lambda.error > 3.0 * whole.lambda.error);
    // Picks beside the box are left out, and counted.
    std::vector<Vec3> wide = all;
    for (int i = 0; i < 50; ++i)
      wide.push_back({-20.0 - i, 500.0, 500.0});
    const HorizonFit over = fit_second_horizon(c.horizon, c.grid, wide, start);
    QCOMPARE(over.picks.outside, std::int64_t{50});
    QVERIFY(said(over).contains("50 of"));
    QVERIFY(over.level == whole.level);
  }

  void aThinLayerIsFittedAndSaid() {
    Chance chance(8);
    Case c = random_case(chance, 0.5, 0.5);
    c.truth.thickness = 6.0;
    const HorizonFit fit = fit_second_horizon(c.horizon, c.grid, second_horizon(c, 50.0, 0.0, 1), start);
    QVERIFY(std::abs(fit.level.thickness - 6.0) < 1e-7);
    QVERIFY2(said(fit).contains("thinner than a cell"), qPrintable(said(fit)));
  }

  void aSectionIsFitted() {
    Case c{{{201, 1, 101}, {5.0, 5.0, 10.0}, {}, {}, {}, 0}, {PlaneSurface{}, false, 0.0}, {}};
    c.horizon = make_horizon(TrainsHorizon{500.0, {{90.0, 700.0, 90.0, {350.0, 0.0}}}}, c.grid, "", "");
    c.truth = {0.5, AxialLine{90.0, 70.0}.upward(), 120.0};
    const HorizonFit fit = fit_second_horizon(c.horizon, c.grid, second_horizon(c, 10.0, 0.005, 1), start);
    QVERIFY2(std::abs(fit.level.lambda - 0.5) < 0.03, qPrintable(QString::number(fit.level.lambda)));
    QVERIFY(angle(fit.level.axis, c.truth.axis) < 2.0);
    QCOMPARE(fit.map.size(), std::size_t{201});
  }

  void itStops() {
    Chance chance(8);
    const Case c = random_case(chance, 0.5, 0.5);
    std::stop_source source;
    source.request_stop();
    const Job job{nullptr, source.get_token()};
    QVERIFY_THROWS_EXCEPTION(
        Stopped, fit_second_horizon(c.horizon, c.grid, second_horizon(c, 50.0, 0.0, 1), start, {}, job));
  }
};

}  // namespace test_horizon_fit

FOLDWAVE_TEST(test_horizon_fit, run_guiless<test_horizon_fit::TestHorizonFit>)
#include "test_horizon_fit.moc"
