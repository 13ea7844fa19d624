// Protects wells: paths by minimum curvature are the exact circles of their stations, a broken line through
// one keeps its tolerance, LAS of either version and deviation surveys tell head, survey and tops in metres,
// and what contradicts itself is refused with its line.
#include <QTest>
#include <cmath>

#include "core/base/error.hpp"
#include "core/base/worst.hpp"
#include "core/formats/wells/well.hpp"
#include "core/formats/wells/well_path.hpp"
#include "tests/core/formats/format_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_wells {

using namespace foldwave;
using namespace foldwave::test;

namespace {

const std::string las_two =
    "# a remark\n~Version\n VERS. 2.0 : CWLS\n WRAP. NO :\n~Well\n STRT.F 0 :\n STOP.F 3000 :\n NULL. -9999 "
    ":\n"
    " WELL. A-1 : WELL\n X.M 455000.5 : east\n Y.M 6780000 : north\n~Parameter\n EGL.M 90 : ground\n KB.M "
    "100 : kelly\n"
    "~Curve\n DEPT.F :\n GR.API :\n DEVI.DEG :\n AZIM.DEG :\n~Tops\n MARL.F 2000 : Top Marl\n CHALK.F 1000 : "
    "Top "
    "Chalk\n"
    "~ASCII\n 0 55 0 0\n 1000 60 0 0\n 1500 -9999 -9999 0\n 2000 61 30 90\n";

const std::string las_three =
    "~Version\nVERS. 3.0 :\nWRAP. NO :\nDLM. COMMA :\n~Well\nWELL. B 2 : well\nX. 1000 m : x\nY. 2000 m : y\n"
    "EREF.M 25 :\n~Inclinometry_Definition\nMD.M : {F}\nTVD.M : {F}\nAZIM.DEG : {F}\nDEVI.DEG : {F}\n"
    "~Inclinometry_Data | Inclinometry_Definition\n0,0,0,0\n500,500,45,0\n1000,990,45,20\n"
    "~Tops_Definition\nTOPN. : name {S}\nTOPT.M : depth {F}\n~Tops_Data | Tops_Definition\n\"Top "
    "Marl\",750\nSand, "
    "250.5\n";

Well straight() {
  Well well;
  well.name = "A";
  well.x = 100.0;
  well.y = 200.0;
  well.datum = 50.0;
  return well;
}

double apart(const Vec3& a, const Vec3& b) {
  return norm(a - b);
}

}  // namespace

class TestWells : public QObject {
  Q_OBJECT
 private slots:
  // From the vertical to the horizontal on a circle: its stations hold all that is known of it.
  void a_circle_is_exact() {
    const double radius = 300.0, quarter = 0.5 * M_PI * radius;
    Well well = straight();
    well.survey = {{1000.0, 0.0, 0.0}, {1000.0 + quarter, 90.0, 30.0}, {3000.0, 90.0, 30.0}};
    const WellPath path(well);
    const Vec3 head{100.0, 200.0, -50.0}, out{0.5, std::sqrt(0.75), 0.0};
    QVERIFY(apart(path.at(0.0), head) < 1e-9);
    QVERIFY(apart(path.at(400.0), head + Vec3{0, 0, 400}) < 1e-9);
    double worst = 0.0;
    for (double angle = 0.0; angle <= 0.5 * M_PI; angle += 0.1) {
      const Vec3 on = head + Vec3{0, 0, 1000} + radius * (1.0 - std::cos(angle)) * out +
                      Vec3{0, 0, radius * std::sin(angle)};
      worst = worst_of(worst, apart(path.at(1000.0 + radius * angle), on));
    }
    QVERIFY2(worst < 1e-9, qPrintable(QString::number(worst)));
    const Vec3 end = head + Vec3{0, 0, 1000 + radius} + (radius + 3500.0 - 1000.0 - quarter) * out;
    QVERIFY(apart(path.at(3500.0), end) < 1e-9);

    // In straight lines, which lie on the circle and miss it by their sagitta.
    const std::vector<Vec3> line = path.between(0.0, 3500.0, 2.0);
    QVERIFY2(line.size() >= 7 && line.size() <= 16, qPrintable(QString::number(line.size())));
    QVERIFY(apart(line.front(), head) < 1e-9 && apart(line.back(), end) < 1e-9);
    double farthest = 0.0;
    for (double depth = 0.0; depth <= 3500.0; depth += 5.0) {
      double nearest = 1e9;
      for (std::size_t i = 1; i < line.size(); ++i) {
        const Vec3 d = line[i] - line[i - 1], p = path.at(depth) - line[i - 1];
        const double t = std::clamp(dot(p, d) / dot(d, d), 0.0, 1.0);
        nearest = std::min(nearest, norm(p - t * d));
      }
      farthest = worst_of(farthest, nearest);
    }
    QVERIFY2(farthest < 2.01, qPrintable(QString::number(farthest)));
  }

  void a_las_of_version_two_tells_all() {
    const Well well = parse_las(las_two, "a.las");
    QCOMPARE(well.name, "A-1");
    QCOMPARE(*well.x, 455000.5);
    QCOMPARE(*well.y, 6780000.0);
    QCOMPARE(*well.datum, 100.0);
    QVERIFY(std::abs(well.bottom - 914.4) < 1e-9);
    QCOMPARE(well.survey.size(), std::size_t{3});
    QVERIFY(std::abs(well.survey[2].depth - 609.6) < 1e-9);
    QCOMPARE(well.survey[2].inclination, 30.0);
    QCOMPARE(well.tops.size(), std::size_t{2});
    QCOMPARE(well.tops[0].name, "Top Chalk");
    QVERIFY(std::abs(well.tops[1].depth - 609.6) < 1e-9);
  }

  void a_las_of_version_three_has_sections_of_its_own() {
    const Well well = parse_las(las_three, "b.las");
    QCOMPARE(well.name, "B 2");
    QCOMPARE(*well.x, 1000.0);
    QCOMPARE(*well.datum, 25.0);
    QCOMPARE(well.survey.size(), std::size_t{3});
    QCOMPARE(well.survey[2].inclination, 20.0);
    QCOMPARE(well.survey[2].azimuth, 45.0);
    QCOMPARE(well.tops.size(), std::size_t{2});
    QCOMPARE(well.tops[0].name, "Sand");
    QCOMPARE(well.tops[1].name, "Top Marl");
    QCOMPARE(well.tops[1].depth, 750.0);
  }

  // Depth 0 is the datum, wherever the survey begins.
  void a_survey_from_above_its_datum() {
    Well well = straight();
    well.survey = {{-10.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {100.0, 0.0, 0.0}};
    const WellPath path(well);
    QVERIFY(apart(path.at(0.0), {100.0, 200.0, -50.0}) < 1e-9);
    QVERIFY(apart(path.at(300.0), {100.0, 200.0, 250.0}) < 1e-9);
  }

  // Null values are no places and no depths.
  void what_is_null_is_not_there() {
    const Well well = parse_las(
        "~V\nVERS. 3.0 :\nDLM. COMMA :\n~W\nSTRT.M 0 :\nSTOP.M 900 :\nNULL. -9999 :\nX.M -9999 :\nY.M 20 :\n"
        "KB.M -9999 :\nGL.M 7 :\n~Tops_Definition\nTOPN. :\nTOPT.M :\n~Tops_Data\nMarl,-9999\nSand,300\n"
        "Clay,\n",
        "n.las");
    QVERIFY(!well.x && well.y);
    QCOMPARE(*well.datum, 7.0);
    QCOMPARE(well.tops.size(), std::size_t{1});
    QCOMPARE(well.tops[0].name, "Sand");
    const Well two =
        parse_las("~V\n~W\nNULL. -999.25 :\n~Tops\nMARL.M -999.25 : Top Marl\nSAND.M 5 :\n", "n.las");
    QCOMPARE(two.tops.size(), std::size_t{1});
    QCOMPARE(two.tops[0].depth, 5.0);
  }

  void depths_without_a_unit_are_in_the_logs() {
    const Well well = parse_las(
        "~V\n~W\nSTRT.F 0 :\nSTOP.F 2000 :\nX.M 5 :\n~C\nDEPT. :\nDEVI. :\nAZIM. :\n~Tops\nMARL. 1000 : "
        "Marl\n"
        "SAND. 1000 m : Sand\n~A\n0 0 0\n1000 1 2\n",
        "u.las");
    QVERIFY(std::abs(well.bottom - 1000.0) < 1e-9);
    QVERIFY(std::abs(well.survey[1].depth - 304.8) < 1e-9);
    QCOMPARE(well.tops[0].name, "Marl");
    QVERIFY(std::abs(well.tops[0].depth - 304.8) < 1e-9);
    QCOMPARE(well.tops[1].depth, 1000.0);
  }

  // LAS 3 parts its words by blanks where nothing else is said, and quotes those with blanks in them.
  void quoted_words_are_one() {
    const QString head = "~Version\nVERS. 3.0 :\n%1~Tops_Definition\nTOPN. :\nTOPT.M :\n~Tops_Data\n";
    const Well blanks = parse_las(head.arg("").toStdString() + "\"Top Marl\"\t 750\n", "q.las");
    QCOMPARE(blanks.tops.at(0).name, "Top Marl");
    QCOMPARE(blanks.tops[0].depth, 750.0);
    const Well commas =
        parse_las(head.arg("DLM. COMMA :\n").toStdString() + "\"Marl, upper\", 750\n", "q.las");
    QCOMPARE(commas.tops.at(0).name, "Marl, upper");
    QCOMPARE(commas.tops[0].depth, 750.0);
  }

  // Sections of cores and perforations begin with the letters of curves and parameters.
  void foreign_sections_are_passed_over() {
    const Well well = parse_las(
        "~Version\nVERS. 3.0 :\n~Core_Definition\nDEPT.F :\nDEVI.DEG :\nAZIM.DEG :\n~Core_Data\n1 2 3\n"
        "~Perforations_Data\nKB.M 9 :\n~Analysis_Data\n5 6 7\n~Curve\nDEPT.M :\nGR. :\nDEVI. :\nAZIM. "
        ":\n~ASCII\n"
        "0 77 1 2\n100 77 1 2\n",
        "c.las");
    QVERIFY(!well.datum);
    QCOMPARE(well.survey.size(), std::size_t{2});
    QCOMPARE(well.survey[1].depth, 100.0);
    QCOMPARE(well.survey[1].inclination, 1.0);
  }

  void a_deviation_survey_has_its_head_in_remarks() {
    const std::string text =
        "# WELL TRACE\n# WELL NAME:              A-7\n# WELL HEAD X-COORDINATE: 1500.0 (ft)\n"
        "# WELL HEAD Y-COORDINATE: 700.25\n# WELL KB: 31.5\n#=====\n  MD  X  Y  INCL  AZIM_GN\n#=====\n"
        "0 1 2 0 0\n 100 1 2 5 180\n";
    const Well well = parse_deviation(text, "a.dev");
    QCOMPARE(well.name, "A-7");
    QVERIFY(std::abs(*well.x - 457.2) < 1e-9);
    QCOMPARE(*well.y, 700.25);
    QCOMPARE(*well.datum, 31.5);
    QCOMPARE(well.survey.size(), std::size_t{2});
    QCOMPARE(well.survey[1].azimuth, 180.0);
    const Well feet = parse_deviation("MD (ft),Inclination,Azimuth\n0,0,0\n1000,1,2\n", "f.csv");
    QVERIFY(std::abs(feet.bottom - 304.8) < 1e-9);
    QVERIFY(message_of<InputError>([&] { WellPath{feet}; }).contains("says not where"));
  }

  void what_contradicts_itself_is_refused_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("words");
    const QString head = "~V\nWRAP. NO :\n~C\nDEPT.M :\nINCL. :\nAZI. :\n";
    QTest::newRow("no section") << "WELL. A :\n"
                                << "begins with";
    QTest::newRow("a word") << head + "~A\n0 0 0\n1 x 0\n"
                            << "line 9: has no number for INCL";
    QTest::newRow("cut") << head + "~A\n0 0 0\n1 0\n"
                         << "line 9: has no number for AZI";
    QTest::newRow("twice") << head + "~A\n0 0 0\n1 0 0\n1 0 0\n2 0 0\n"
                           << "do not grow: 1 m after 1 m";
    QTest::newRow("upward") << head + "~A\n0 0 0\n1 190 0\n"
                            << "its inclination is 190";
    QTest::newRow("place") << "~V\n~W\nX.M east :\n"
                           << "line 3: has \"east\" where a length stands";
    QTest::newRow("subsea") << "~V\n~Tops_Parameter\nTOPDR. Subsea :\n"
                            << "below sea level";
    QTest::newRow("top") << "~V\n~Tops_Definition\nTOPN. :\nTOPT.M :\n~Tops_Data\nMarl\n"
                         << "line 6: ends before";
  }
  void what_contradicts_itself_is_refused() {
    QFETCH(QString, text);
    QFETCH(QString, words);
    const QString said = message_of<InputError>([&] { parse_las(text.toStdString(), "a.las"); });
    QVERIFY2(said.contains(words), qPrintable(said));
  }
};

}  // namespace test_wells

FOLDWAVE_TEST(test_wells, run_guiless<test_wells::TestWells>)
#include "test_wells.moc"
