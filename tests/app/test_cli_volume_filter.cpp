// Protects `volume filter` and `bench filter`: what comes out is the library's own result on the file's
// values, in the program's frame; lines and planes as JSON; a bad option or file is told in one line, and
// nothing is left.
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "core/volume/filter/derivative.hpp"
#include "core/volume/filter/gaussian.hpp"
#include "core/volume/filter/kernel3.hpp"
#include "core/volume/store/volume_file.hpp"
#include "core/volume/store/volume_writer.hpp"
#include "tests/app/cli_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_cli_volume_filter {

using namespace foldwave;
using namespace foldwave::test;

class TestCliVolumeFilter : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  VolumeFacts facts_;
  std::vector<float> values_;

  QString file(const QString& name) const { return folder_.filePath(name); }

  Outcome filter(const QStringList& options) const {
    return cli(QStringList{"volume", "filter", file("in.hdf"), "--backend", "cpu"} + options);
  }

  std::vector<float> result(const QString& name) const {
    const VolumeFile out(file(name).toStdString());
    const Field<float> all = out.read_all();
    return {all.values().begin(), all.values().end()};
  }

 private slots:
  // A plane that dips by 45 degrees to the east: bright nodes where i = k.
  void initTestCase() {
    if (!has_volume_store()) FOLDWAVE_NOT_HERE("HDF5");
    facts_.grid.n = {30, 25, 30};
    facts_.grid.h = {10.0, 10.0, 10.0};
    facts_.grid.origin = {500.0, 700.0, 100.0};
    facts_.array = "velocity";
    values_.assign(static_cast<std::size_t>(facts_.grid.size()), 0.0F);
    for (int k = 0; k < 30; ++k)
      for (int j = 0; j < 25; ++j)
        values_[static_cast<std::size_t>(facts_.grid.index(k, j, k))] = 1.0F;
    write_volume_file(file("in.hdf").toStdString(), pack_volume(values_, facts_));
  }

  void fields_are_the_librarys() {
    std::vector<float> expected(values_.size());
    GaussianFilter gauss;
    gauss.sigma = {20.0, 20.0, 20.0};
    gaussian(values_, facts_.grid, gauss, expected);
    const Outcome outcome = filter({"--kind", "gaussian", "--sigma", "20", "--to", file("g.hdf")});
    QVERIFY2(outcome.exit == 0, outcome.err.constData());
    QCOMPARE(result("g.hdf"), expected);
    const VolumeFile out(file("g.hdf").toStdString());
    QCOMPARE(out.grid().origin, facts_.grid.origin);
    QCOMPARE(out.index().facts.array, std::string("velocity"));

    gauss.sigma = {20.0, 10.0, 15.0};
    gauss.azimuth = 30.0;
    gauss.dip = 40.0;
    gauss.reach = 3.0;
    gaussian(values_, facts_.grid, gauss, expected);
    QVERIFY(filter({"--kind", "gaussian", "--sigma", "20,10,15", "--azimuth", "30", "--dip", "40", "--reach",
                    "3", "--to", file("t.hdf")})
                .exit == 0);
    QCOMPARE(result("t.hdf"), expected);

    laplacian(values_, facts_.grid, 6, expected);
    QVERIFY(filter({"--kind", "laplacian", "--order", "6", "--to", file("l.hdf")}).exit == 0);
    QCOMPARE(result("l.hdf"), expected);

    derivative(values_, facts_.grid, 0, 4, expected);
    QVERIFY(filter({"--kind", "derivative", "--axis", "x", "--to", file("d.hdf")}).exit == 0);
    QCOMPARE(result("d.hdf"), expected);

    QFile text(file("k.txt"));
    QVERIFY(text.open(QIODevice::WriteOnly) && text.write("3 1 1\n1 0 -1\n") > 0);
    text.close();
    convolve(values_, facts_.grid.n, parse_kernel("3 1 1 1 0 -1", "k"), expected);
    QVERIFY(filter({"--kind", "kernel", "--kernel", file("k.txt"), "--to", file("c.hdf")}).exit == 0);
    QCOMPARE(result("c.hdf"), expected);
  }

  void lines_and_planes_lie_in_the_map() {
    // In the section y = 800 the plane is the line x - 500 = z - 100.
    const Outcome lines = filter({"--kind", "hough-lines", "--axis", "y", "--at", "800", "--most", "1",
                                  "--accumulator", file("a.hdf"), "--to", file("lines.json")});
    QVERIFY2(lines.exit == 0, lines.err.constData());
    QFile json(file("lines.json"));
    QVERIFY(json.open(QIODevice::ReadOnly));
    const QJsonObject found = QJsonDocument::fromJson(json.readAll()).object();
    QCOMPARE(found["node"].toInt(), 10);
    QCOMPARE(found["votes_cast"].toInt(), 30 * 180);
    const QJsonObject line = found["lines"].toArray().at(0).toObject();
    QVERIFY(std::abs(line["theta"].toDouble() - 135.0) < 0.51);
    for (const auto& end : line["ends"].toArray()) {
      const QJsonArray p = end.toArray();
      QVERIFY(std::abs((p[0].toDouble() - 500.0) - (p[2].toDouble() - 100.0)) < 6.0 &&
              p[1].toDouble() == 800.0);
    }
    double votes = 0.0;
    for (const float v : result("a.hdf"))
      votes += v;
    QVERIFY(std::abs(votes - 30.0 * 180.0) < 0.1);

    const Outcome planes = filter({"--kind", "hough-planes", "--threshold", "0.5"});
    QVERIFY2(planes.exit == 0, planes.err.constData());
    const QJsonObject plane =
        QJsonDocument::fromJson(planes.out).object()["planes"].toArray().at(0).toObject();
    QVERIFY(std::abs(plane["dip"].toDouble() - 45.0) < 0.5 &&
            std::abs(plane["azimuth"].toDouble() - 90.0) < 0.5);
    QVERIFY2(std::abs(plane["distance"].toDouble()) < 3.0, planes.out.constData());
    QCOMPARE(plane["outline"].toArray().size(), 4);
  }

  // 9 MB hold 5 MB of values and as much of a result no more with what is packed: two slabs.
  void a_volume_larger_than_memory_goes_by_slabs() {
    VolumeFacts facts = facts_;
    facts.grid.n = {120, 110, 100};
    std::vector<float> values(static_cast<std::size_t>(facts.grid.size()));
    for (std::size_t m = 0; m < values.size(); ++m)
      values[m] = std::sin(0.37F * static_cast<float>(m % 1013)) + 0.01F * static_cast<float>(m % 7);
    write_volume_file(file("large.hdf").toStdString(), pack_volume(values, facts));
    std::vector<float> expected(values.size());
    const auto slabs = [&](const QStringList& options) {
      return cli(QStringList{"volume", "filter", file("large.hdf"), "--memory", "9"} + options);
    };
    GaussianFilter gauss;
    gauss.sigma = {60.0, 60.0, 60.0};
    gaussian(values, facts.grid, gauss, expected);
    const Outcome outcome = slabs({"--kind", "gaussian", "--sigma", "60", "--to", file("s.hdf")});
    QVERIFY2(outcome.exit == 0, outcome.err.constData());
    QCOMPARE(result("s.hdf"), expected);
    gradient_size(values, facts.grid, 4, expected);
    QVERIFY(slabs({"--kind", "gradient", "--to", file("s.hdf")}).exit == 0);
    QCOMPARE(result("s.hdf"), expected);
    QCOMPARE(VolumeFile(file("s.hdf").toStdString()).index().facts.array,
             std::string("gradient of velocity"));
    // Too little even for a row of bricks, and a device that has no slabs: in one line each.
    for (const QStringList& options : {QStringList{"--memory", "4", "--backend", "cpu"},
                                       QStringList{"--memory", "9", "--backend", "cuda"}}) {
      const Outcome refused = cli(
          QStringList{"volume", "filter", file("large.hdf"), "--kind", "gradient", "--to", file("w.hdf")} +
          options);
      QVERIFY2(refused.exit == 1 && refused.error_lines().size() == 1, refused.err.constData());
      QVERIFY(!QFile::exists(file("w.hdf")));
    }
  }

  void what_cannot_be_is_told_in_one_line() {
    const QList<QStringList> wrong{{"--kind", "gaussian", "--to", file("w.hdf")},
                                   {"--kind", "gaussian", "--sigma", "-3", "--to", file("w.hdf")},
                                   {"--kind", "gaussian", "--sigma", "3,2,1", "--dip", "20", "--method",
                                    "recursive", "--to", file("w.hdf")},
                                   {"--kind", "gaussian", "--sigma", "3"},
                                   {"--kind", "kernel", "--to", file("w.hdf")},
                                   {"--kind", "kernel", "--kernel", file("in.hdf"), "--to", file("w.hdf")},
                                   {"--kind", "hough-lines", "--axis", "y", "--at", "9000"},
                                   {"--kind", "hough-lines", "--angles", "0"},
                                   {"--kind", "laplacian", "--to", file("nowhere/w.hdf")}};
    for (const QStringList& options : wrong) {
      const Outcome outcome = filter(options);
      QVERIFY2(outcome.exit == 1 && outcome.error_lines().size() == 1,
               qPrintable(options.join(' ') + outcome.err));
      QVERIFY(!QFile::exists(file("w.hdf")));
    }
    QCOMPARE(filter({"--kind", "median"}).exit, 2);
    QCOMPARE(cli({"volume", "filter", file("none.hdf"), "--kind", "laplacian", "--to", file("w.hdf")}).exit,
             1);
  }

  void the_bench_has_its_rows() {
    FOLDWAVE_NUMBERS();
    const Outcome outcome = cli({"bench", "filter", "--backend", "cpu", "--json", "--repeat", "1", "--sizes",
                                 "24", "--sigma", "1,6", "--threads", "1,2"});
    QVERIFY2(outcome.exit == 0, outcome.err.constData());
    const QJsonArray rows = QJsonDocument::fromJson(outcome.out).object()["results"].toArray();
    QCOMPARE(rows.size(), 2 * 9);
    for (const auto& row : rows) {
      const double rate = row.toObject()["rate"].toDouble(), work = row.toObject()["work"].toDouble();
      QVERIFY(rate > 0.0 && std::abs(rate * row.toObject()["work_seconds"].toDouble() / work - 1.0) < 1e-6);
    }
    QCOMPARE(rows[2].toObject()["case"].toString(), QString("gaussian-direct-13"));
    QCOMPARE(rows[2].toObject()["work"].toDouble(), 2197.0 * 24 * 24 * 24);
    // Beside the seed's figures of its GPU; over one thread where that was measured.
    QCOMPARE(rows[2].toObject()["seed_gain_over_one_core"].toDouble(), 16.9);
    QVERIFY(rows[2].toObject()["gain_over_one_thread"].isNull());
    QVERIFY(rows[2 + 9].toObject()["gain_over_one_thread"].toDouble() > 0.0);
  }

  void whole_processes_stand_beside_the_seed() {
    const Outcome outcome = cli({"bench", "io", "--only", "processes", "--json", "--repeat", "1", "--sizes",
                                 "40", "--disk", "140.23,300"});
    QVERIFY2(outcome.exit == 0, outcome.err.constData());
    const QJsonArray rows = QJsonDocument::fromJson(outcome.out).object()["results"].toArray();
    QCOMPARE(rows.size(), 2 * 3 * 2);
    for (const auto& one : rows) {
      const QJsonObject row = one.toObject();
      QVERIFY(row["same_result"].toBool() && row["gain"].toDouble() > 0.0);
      const double plain = row["plain_read_seconds"].toDouble() + row["plain_filter_seconds"].toDouble();
      QVERIFY(std::abs(plain / row["overlapped_seconds"].toDouble() / row["gain"].toDouble() - 1.0) < 1e-9);
      QCOMPARE(row["seed_gain"].isNull(), row["format"].toInt() != 3 || row["disk_rate"].toDouble() > 200e6);
    }
    // Both kinds in one answer, and a word that is none.
    const QJsonObject both =
        QJsonDocument::fromJson(
            cli({"bench", "io", "--json", "--repeat", "1", "--sizes", "24", "--codec", "none", "--disk",
                 "300", "--process", "hough", "--format", "3", "--direction", "read"})
                .out)
            .object();
    QCOMPARE(both["results"].toArray().size(), 1);
    QCOMPARE(both["processes"].toArray().size(), 1);
    QCOMPARE(cli({"bench", "io", "--only", "disk"}).exit, 2);
  }
};

}  // namespace test_cli_volume_filter

FOLDWAVE_TEST(test_cli_volume_filter, run_guiless<test_cli_volume_filter::TestCliVolumeFilter>)
#include "test_cli_volume_filter.moc"
