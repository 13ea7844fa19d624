// Protects the horizon's surfaces: they pass where they were told to, their derivatives are those of their
// values, and they go on outside the box without a step or a break.
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <fstream>
#include <random>

#include "core/base/error.hpp"
#include "core/base/worst.hpp"
#include "core/horizon/horizon.hpp"
#include "core/horizon/scattered_fit.hpp"
#include "tests/test_program.hpp"

namespace test_surfaces {

using namespace foldwave;

namespace {

const Grid3 box{{41, 41, 41}, {25.0, 25.0, 25.0}, {500000.25, 6000000.5, 1000.0}, {}, {}, 0};

PointsHorizon bowl_points() {
  PointsHorizon spec;
  for (int j = 0; j < 5; ++j)
    for (int i = 0; i < 5; ++i) {
      const double x = 250.0 * i;
      const double y = 250.0 * j;
      spec.points.push_back(box.origin +
                            Vec3{x, y, 500.0 + 80.0 * std::sin(x / 300.0) + 60.0 * std::cos(y / 250.0)});
    }
  return spec;
}

// The largest disagreement of a jet with central differences of value and slope, in metres and metres a
// metre.
double jet_error(const Horizon& horizon, double x, double y) {
  const double d = 0.01;
  const HeightJet j = horizon.at(x, y);
  const double fx = (horizon.depth(x + d, y) - horizon.depth(x - d, y)) / (2 * d);
  const double fy = (horizon.depth(x, y + d) - horizon.depth(x, y - d)) / (2 * d);
  return std::max(std::abs(fx - j.fx), std::abs(fy - j.fy));
}

}  // namespace

class TestSurfaces : public QObject {
  Q_OBJECT
 private slots:
  void a_plane_dips_where_it_should() {
    const PlaneHorizon spec{box.origin + Vec3{100.0, 200.0, 300.0}, 30.0, 90.0, {}};
    const Horizon h = make_horizon(spec, box, "", "");
    QVERIFY(std::abs(h.depth(100.0, 200.0) - 300.0) < 1e-9);
    // Dip direction 90: deeper to the east.
    QVERIFY(std::abs(h.depth(200.0, 500.0) - (300.0 + 100.0 * std::tan(M_PI / 6))) < 1e-9);
    const Vec3 n = Horizon::upward_normal(h.at(0.0, 0.0));
    QVERIFY(std::abs(norm(n) - 1.0) < 1e-12 && std::abs(n.z + std::cos(M_PI / 6)) < 1e-12 && n.x > 0.0);
  }

  void a_cosine_train_has_its_crest_where_it_was_put() {
    const TrainsHorizon spec{1500.0, {{100.0, 600.0, 45.0, {500300.25, 6000400.5}, {}}}, {}};
    const Horizon h = make_horizon(spec, box, "", "");
    QVERIFY(std::abs(h.depth(300.0, 400.0) - 400.0) < 1e-9);
    const double along = 300.0 / std::sqrt(2.0);
    QVERIFY(std::abs(h.depth(300.0 + along, 400.0 + along) - 600.0) < 1e-9);
    for (const double x : {-900.0, 13.0, 611.0, 2000.0})
      QVERIFY(jet_error(h, x, 0.7 * x + 5.0) < 4e-9);
  }

  void control_points_are_met() {
    const PointsHorizon spec = bowl_points();
    HorizonReport report;
    const Horizon h = make_horizon(spec, box, "", "/events/0", &report);
    for (const Vec3& p : spec.points) {
      const Vec3 local = p - box.origin;
      QVERIFY(std::abs(h.depth(local.x, local.y) - local.z) < 1e-7);
    }
    QVERIFY(report.picks == 25 && report.largest_misfit < 1e-7);
  }

  void a_fitted_surface_is_smooth_inside_and_outside() {
    const Horizon h = make_horizon(bowl_points(), box, "", "");
    for (const double x : {-3000.0, -501.0, -1.0, 333.0, 999.0, 1501.0, 4000.0})
      for (const double y : {-2500.0, -499.0, 0.0, 512.0, 1499.0, 1600.0})
        QVERIFY2(jet_error(h, x, y) < 1e-7,
                 qPrintable(QString("at %1, %2: %3").arg(x).arg(y).arg(jet_error(h, x, y))));
  }

  void a_tilted_plane_through_points_stays_a_plane_far_outside() {
    PointsHorizon spec;
    for (const auto& [x, y] :
         {std::pair{0.0, 0.0}, {900.0, 50.0}, {100.0, 950.0}, {800.0, 700.0}, {430.0, 390.0}})
      spec.points.push_back(box.origin + Vec3{x, y, 400.0 + 0.3 * x - 0.2 * y});
    const Horizon h = make_horizon(spec, box, "", "");
    for (const double x : {-5000.0, 20.0, 9000.0})
      QVERIFY(std::abs(h.depth(x, 700.0) - (400.0 + 0.3 * x - 140.0)) < 2e-11 * 9000.0);
  }

  void a_bicubic_surface_comes_near_its_points_and_is_smooth() {
    PointsHorizon spec = bowl_points();
    spec.method = PointsMethod::bicubic;
    HorizonReport report;
    const Horizon h = make_horizon(spec, box, "", "/events/0", &report);
    // A relief of 250 m: within a thousandth of it.
    QVERIFY2(report.largest_misfit < 3e-5, qPrintable(QString::number(report.largest_misfit)));
    for (const Vec3& p : spec.points)
      QVERIFY(std::abs(h.depth(p.x - box.origin.x, p.y - box.origin.y) - (p.z - box.origin.z)) <=
              report.largest_misfit + 1e-9);
    for (const double x : {-3000.0, -1.0, 333.0, 999.0, 4000.0})
      for (const double y : {-2500.0, 0.0, 512.0, 1600.0})
        QVERIFY(jet_error(h, x, y) < 1e-7);
    // Another surface than the thin plate, but not far from it between the points.
    const Horizon plate = make_horizon(bowl_points(), box, "", "");
    double apart = 0.0;
    for (double x = 60.0; x < 1000.0; x += 55.0)
      apart = worst_of(apart, std::abs(h.depth(x, 1000.0 - 0.7 * x) - plate.depth(x, 1000.0 - 0.7 * x)));
    QVERIFY2(apart > 1e-3 && apart < 10.0, qPrintable(QString::number(apart)));
  }

  void points_on_a_plane_give_the_plane_by_either_method() {
    for (const PointsMethod method : {PointsMethod::thin_plate, PointsMethod::bicubic}) {
      PointsHorizon spec;
      spec.method = method;
      for (int i = 0; i < 40; ++i) {
        const double x = std::fmod(377.0 * i, 1000.0);
        const double y = std::fmod(611.0 * i, 1000.0);
        spec.points.push_back(box.origin + Vec3{x, y, 400.0 + 0.3 * x - 0.2 * y});
      }
      const Horizon h = make_horizon(spec, box, "", "");
      for (double x = 0.0; x <= 1000.0; x += 125.0)
        QVERIFY2(std::abs(h.depth(x, 700.0) - (260.0 + 0.3 * x)) < 1e-7,
                 qPrintable(QString::number(h.depth(x, 700.0) - (260.0 + 0.3 * x))));
    }
  }

  void a_section_takes_points_on_its_line_data() {
    QTest::addColumn<PointsMethod>("method");
    QTest::newRow("thin plate") << PointsMethod::thin_plate;
    QTest::newRow("bicubic") << PointsMethod::bicubic;
  }
  void a_section_takes_points_on_its_line() {
    QFETCH(PointsMethod, method);
    Grid3 section = box;
    section.n[1] = 1;
    PointsHorizon spec;
    spec.method = method;
    for (int i = 0; i < 6; ++i)
      spec.points.push_back(box.origin + Vec3{200.0 * i, 0.0, 300.0 + 40.0 * (i % 2)});
    const Horizon h = make_horizon(spec, section, "", "");
    for (const Vec3& p : spec.points)
      QVERIFY(std::abs(h.depth(p.x - box.origin.x, 0.0) - (p.z - box.origin.z)) < 2e-4);
    QVERIFY(h.depth(300.0, 0.0) == h.depth(300.0, 777.0));
    QVERIFY(h.at(300.0, 0.0).fy == 0.0);
  }

  void points_that_make_no_surface_are_refused() {
    PointsHorizon line;
    for (int i = 0; i < 5; ++i)
      line.points.push_back({500000.0 + 100.0 * i, 6000000.0 + 50.0 * i, 1500.0});
    QVERIFY_EXCEPTION_THROWN(make_horizon(line, box, "", "/events/0"), InputError);
    line.method = PointsMethod::bicubic;
    QVERIFY_EXCEPTION_THROWN(make_horizon(line, box, "", "/events/0"), InputError);
    PointsHorizon twice = bowl_points();
    twice.points.push_back(twice.points[7] + Vec3{0.0, 0.0, 1.0});
    QVERIFY_EXCEPTION_THROWN(make_horizon(twice, box, "", "/events/0"), InputError);
    twice.points.back() = twice.points[7];
    make_horizon(twice, box, "", "/events/0");  // an exact repetition is harmless
  }

  void picks_from_a_file_are_fitted() {
    QTemporaryDir folder;
    std::mt19937 random(7);
    std::uniform_real_distribution<double> place(-100.0, 1100.0);
    std::normal_distribution<double> noise(0.0, 2.0);
    const auto truth = [](double x, double y) {
      return 480.0 + 70.0 * std::sin(x / 260.0) * std::cos(y / 310.0);
    };
    {
      std::ofstream file(folder.filePath("picks.xyz").toStdString());
      file.precision(12);
      file << "# x y elevation\n";
      for (int i = 0; i < 4000; ++i) {
        const double x = place(random);
        const double y = place(random);
        file << box.origin.x + x << ' ' << box.origin.y + y << ' '
             << -(box.origin.z + truth(x, y) + noise(random)) << '\n';
      }
    }
    HorizonReport report;
    const XyzHorizon spec{"picks.xyz", VerticalSense::elevation, 2.0, {}, {}, {}};
    const Horizon h = make_horizon(spec, box, folder.path().toStdString(), "/events/0", &report);
    QVERIFY2(report.rms_misfit > 1.8 && report.rms_misfit < 2.05,
             qPrintable(QString::number(report.rms_misfit)));
    double worst = 0.0;
    for (double x = 0.0; x <= 1000.0; x += 40.0)
      for (double y = 0.0; y <= 1000.0; y += 40.0)
        worst = worst_of(worst, std::abs(h.depth(x, y) - truth(x, y)));
    QVERIFY2(worst < 2.0, qPrintable(QString::number(worst)));

    Grid3 elsewhere = box;
    elsewhere.origin = {0.0, 0.0, 0.0};
    QVERIFY_EXCEPTION_THROWN(make_horizon(spec, elsewhere, folder.path().toStdString(), "/events/0"),
                             InputError);
  }

  // Picks along the lines where the exact surface is a plane tell nothing of its hills; its dips do.
  void dips_guide_the_surface() {
    const QTemporaryDir folder;
    const double k = M_PI / 250.0, height = 20.0;
    const auto truth = [&](double x, double y) { return 480.0 + 0.1 * y + height * std::sin(k * x); };
    {
      std::ofstream picks(folder.filePath("picks.xyz").toStdString()),
          dips(folder.filePath("dips.csv").toStdString());
      picks.precision(12), dips.precision(12);
      dips << "x,y,dip,dip direction,bed\n";
      for (double y = -200.0; y <= 1200.0; y += 50.0)
        for (double x = -250.0; x <= 1250.0; x += 250.0)
          picks << box.origin.x + x << ' ' << box.origin.y + y << ' ' << -(box.origin.z + truth(x, y))
                << '\n';
      for (double y = -200.0; y <= 1200.0; y += 100.0)
        for (double x = -225.0; x <= 1225.0; x += 50.0) {
          const double fx = height * k * std::cos(k * x), fy = 0.1;
          dips << box.origin.x + x << ',' << box.origin.y + y << ','
               << std::atan(std::hypot(fx, fy)) * 180.0 / M_PI << ',' << std::atan2(fx, fy) * 180.0 / M_PI
               << ",ours\n";
        }
      dips << box.origin.x << ',' << box.origin.y << ",60,0,theirs\n";
    }
    XyzHorizon spec{"picks.xyz", VerticalSense::elevation, 0.0, {}, {}, {}};
    const std::string beside = folder.path().toStdString();
    HorizonReport report;
    const auto worst_of_surface = [&] {
      const Horizon h = make_horizon(spec, box, beside, "/events/0", &report);
      double worst = 0.0;
      for (double x = 0.0; x <= 1000.0; x += 40.0)
        for (double y = 0.0; y <= 1000.0; y += 40.0)
          worst = worst_of(worst, std::abs(h.depth(x, y) - truth(x, y)));
      return worst;
    };
    const double without = worst_of_surface();
    QVERIFY2(without > 0.9 * height, qPrintable(QString::number(without)));
    QCOMPARE(report.dips, std::int64_t{0});
    spec.dips = "dips.csv";
    spec.dips_where = "bed == ours";
    const double guided = worst_of_surface();
    QVERIFY2(guided < 0.05 * height, qPrintable(QString::number(guided)));
    QVERIFY2(report.rms_dip_misfit < 1.0, qPrintable(QString::number(report.rms_dip_misfit)));
    QVERIFY2(report.dips > 300, qPrintable(QString::number(report.dips)));
    // Another bed's dip is not ours.
    const double ours = report.rms_dip_misfit;
    spec.dips_where.clear();
    worst_of_surface();
    QVERIFY2(report.rms_dip_misfit > 3.0 * ours,
             qPrintable(QString("%1 after %2").arg(report.rms_dip_misfit).arg(ours)));

    // In a section what of a dip lies along it counts.
    Grid3 section = box;
    section.n[1] = 1;
    std::ofstream(folder.filePath("line.xyz").toStdString())
        << "x y depth\n500000.25 6000000.5 1500\n500500.25 6000000.5 1500\n501000.25 6000000.5 1500\n";
    std::ofstream(folder.filePath("apparent.csv").toStdString())
        << "x,y,dip,strike\n500250.25,0,45,330\n500750.25,0,45,150\n";
    const XyzHorizon line{"line.xyz", {}, 0.0, {}, {}, "apparent.csv"};
    const Horizon h = make_horizon(line, section, beside, "/events/0", &report);
    QCOMPARE(report.dips, std::int64_t{2});
    QCOMPARE(report.picks, std::int64_t{3});
    QVERIFY2(std::abs(h.at(250.0, 0.0).fx - std::sqrt(0.75)) < 0.1,
             qPrintable(QString::number(h.at(250.0, 0.0).fx)));
    QVERIFY2(std::abs(h.at(750.0, 0.0).fx + std::sqrt(0.75)) < 0.1,
             qPrintable(QString::number(h.at(750.0, 0.0).fx)));

    spec.dips = "nothing.csv";
    QVERIFY_EXCEPTION_THROWN(make_horizon(spec, box, beside, "/events/0"), InputError);
  }
};

}  // namespace test_surfaces

FOLDWAVE_TEST(test_surfaces, run_guiless<test_surfaces::TestSurfaces>)
#include "test_surfaces.moc"
