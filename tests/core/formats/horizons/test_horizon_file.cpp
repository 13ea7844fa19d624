// Protects the one way that horizons come in by: the format is found by the content whatever the suffix says,
// repeated points are merged and counted, a file that is broken names its format, and ten million points come
// in within memory and stop when told.
#include "core/formats/horizons/horizon_file.hpp"

#include <sys/resource.h>

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>
#include <cstring>
#include <thread>

#include "core/formats/horizons/tsurf.hpp"
#include "core/formats/horizons/xyz.hpp"
#include "tests/core/formats/format_test_help.hpp"
#include "tests/machine_pace.hpp"
#include "tests/test_program.hpp"
#include "tests/work_clock.hpp"

namespace test_horizon_file {

using namespace foldwave;
using namespace foldwave::test;

namespace {

const char* const grid_text =
    "FSASCI 0 1 Computed 0 1E30 0\nFSATTR 0 0\nFSLIMI 0 10 0 10 0 1\nFSNROW 2 2\nFSXINC 10 10\n->a\n1 2 3 "
    "4\n";
const char* const zmap_text =
    "! z\n@a, GRID, 2\n15, 1E30, , 7, 1\n2, 2, 0, 10, 0, 10\n0, 0, 0\n@\n1 2\n3 4\n";
const char* const tsurf_text =
    "GOCAD TSurf 1\nHEADER {\nname:a\n}\nAXIS_UNIT \"ft\" \"ft\" \"ft\"\nZPOSITIVE Depth\nTFACE\nVRTX 1 0 0 "
    "1\n"
    "VRTX 2 9 0 2\nVRTX 3 0 9 3\nTRGL 1 2 3\nEND\n";

std::string many_rows(std::size_t count) {
  std::string text = "# x[m] y[m] elevation[m]\n";
  text.reserve(count * 34);
  std::array<char, 64> row{};
  for (std::size_t i = 0; i < count; ++i) {
    const auto x = static_cast<double>(i % 4000), y = static_cast<double>(i / 4000);
    const int length = std::snprintf(row.data(), row.size(), "%.2f %.2f %.2f\n", 550000.25 + 5.0 * x,
                                     7820000.5 + 5.0 * y, -2000.0 - 300.0 * std::sin(0.002 * x) - 0.05 * y);
    text.append(row.data(), static_cast<std::size_t>(length));
  }
  return text;
}

double peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

}  // namespace

class TestHorizonFile : public QObject {
  Q_OBJECT

 private slots:
  void the_content_tells_the_format_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("format");
    const auto row = [](const char* name, const char* text, HorizonFormat format) {
      QTest::newRow(name) << QByteArray(text) << static_cast<int>(format);
    };
    row("numbers", "1 2 3\n4 5 6\n7 8 10\n", HorizonFormat::xyz);
    row("named numbers", "# x[m] y[m] elevation[m]\n1 2 3\n4 5 6\n7 8 10\n", HorizonFormat::xyz);
    row("a remark of words", "# picks of the top\n1 2 3\n4 5 6\n7 8 10\n", HorizonFormat::xyz);
    row("columns in another order", "# z y x\n3 2 1\n6 5 4\n10 8 7\n", HorizonFormat::csv);
    row("commas", "1,2,3\n4,5,6\n7,8,10\n", HorizonFormat::csv);
    row("semicolons", "1,0;2,0;3,0\n4;5;6\n7;8;10\n", HorizonFormat::csv);
    row("CPS-3", grid_text, HorizonFormat::cps3);
    row("CPS-3 lines", "FFASCI 0 1 COMPUTED 0 1e30\nFFATTR 0 3\n->1\n1 2 3\n4 5 6\n->2\n7 8 10\n",
        HorizonFormat::xyz);
    row("Petrel points",
        "# Petrel Points with attributes\nVERSION 1\nBEGIN HEADER\nX\nY\nZ\nEND HEADER\n1 2 3\n4 5 6\n7 8 "
        "10\n",
        HorizonFormat::xyz);
    row("ZMAP+", zmap_text, HorizonFormat::zmap);
    row("TSurf", tsurf_text, HorizonFormat::tsurf);
  }
  void the_content_tells_the_format() {
    QFETCH(QByteArray, text);
    QFETCH(int, format);
    for (const char* name : {"a.xyz", "a.csv", "a.dat", "a.ts", "a"}) {
      QTemporaryDir folder;
      const auto path = inside(folder, name);
      put_bytes(path, text);
      const HorizonPicks picks = read_horizon_file(path);
      QCOMPARE(static_cast<int>(picks.format), format);
      QCOMPARE(static_cast<int>(look_at_horizon_file(path).format), format);
      QVERIFY(picks.points.size() >= 3);
      if (picks.format == HorizonFormat::csv) QCOMPARE(picks.points[1].x, 4.0);
    }
  }

  void remarks_tell_the_units() {
    struct Row {
      const char* header;
      std::optional<Unit> xy, z;
    };
    const std::optional<Unit> none;
    for (const Row& row : {Row{"# Petrel Points with attributes\n# Unit in X and Y direction: m\n# Unit in "
                               "depth: ft\nVERSION 1\n"
                               "BEGIN HEADER\nX\nY\nZ\nEND HEADER\n",
                               Unit::metre, Unit::foot},
                           Row{"# Unit in depth: ft\n", none, Unit::foot},
                           Row{"# vertical_unit=ms\n", none, Unit::millisecond},
                           Row{"! units: ftUS\n", Unit::us_foot, Unit::us_foot},
                           Row{"# Horizontal units: km\n", Unit::kilometre, none},
                           Row{"# Unit in depth: fathoms\n# depth: ft\n", none, none},
                           Row{"# unit: ft\nx,y,z\n", Unit::foot, Unit::foot},
                           Row{"# unit: ft\nx [m],y [m],depth\n", Unit::metre, Unit::foot}}) {
      QTemporaryDir folder;
      const auto path = inside(folder, "a.xyz");
      const char* const rows = std::strstr(row.header, "x,") || std::strstr(row.header, "x [")
                                   ? "1,2,3\n4,5,6\n7,8,10\n"
                                   : "1 2 3\n4 5 6\n7 8 10\n";
      put_bytes(path, QByteArray(row.header) + rows);
      const HorizonPicks picks = read_horizon_file(path);
      QVERIFY2(picks.xy_unit == row.xy && picks.z_unit == row.z, row.header);
      HorizonFileOptions by_row;
      by_row.where = "1 < 100";
      const HorizonPicks filtered = read_horizon_file(path, by_row);
      QVERIFY2(filtered.xy_unit == row.xy && filtered.z_unit == row.z, row.header);
      QCOMPARE(filtered.points, picks.points);
    }
  }

  void only_tables_have_rows_to_choose() {
    QTemporaryDir folder;
    HorizonFileOptions options;
    options.where = "val == 60";
    for (const char* const text : {grid_text, zmap_text, tsurf_text}) {
      const auto path = inside(folder, "a");
      put_bytes(path, text);
      const QString message = message_of<InputError>([&] { read_horizon_file(path, options); });
      QVERIFY2(message.contains("no columns") && message.contains("val == 60"), qPrintable(message));
    }
  }

  void a_broken_file_names_its_format_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("suffix");
    QTest::addColumn<QString>("format");
    const auto row = [](const char* name, const QByteArray& bytes, const char* suffix, HorizonFormat format) {
      QTest::newRow(name) << bytes << QString(suffix) << QString(format_name(format));
    };
    row("cut grid", QByteArray(grid_text).chopped(3), ".grd", HorizonFormat::cps3);
    row("cut ZMAP+", QByteArray(zmap_text).chopped(3), ".grd", HorizonFormat::zmap);
    row("cut TSurf", QByteArray(tsurf_text).chopped(5), ".ts", HorizonFormat::tsurf);
    row("cut row", "1 2 3\n4 5 6\n7 8", ".xyz", HorizonFormat::xyz);
    row("empty", "", ".xyz", HorizonFormat::xyz);
    row("a picture", "\x89PNG\r\n\x1a\n", ".csv", HorizonFormat::csv);
    row("words in a table", "x,y,z\nno,numbers,here\n", ".csv", HorizonFormat::csv);
    row("decimal commas", "1,5 2,5 3,5\n", ".txt", HorizonFormat::xyz);
    row("XML that is no VTK", "<?xml version=\"1.0\"?><a/>", ".xml", HorizonFormat::vtp);
  }
  void a_broken_file_names_its_format() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, suffix);
    QFETCH(QString, format);
    QTemporaryDir folder;
    const auto path = inside(folder, ("bad" + suffix).toUtf8());
    put_bytes(path, bytes);
    const QString message = message_of<InputError>([&] { read_horizon_file(path); });
    QVERIFY2(message.startsWith(QString::fromStdString(path.string())), qPrintable(message));
    QVERIFY2(message.endsWith("(read as " + format + ")"), qPrintable(message));
  }

  void a_format_can_be_forced() {
    QTemporaryDir folder;
    const auto path = inside(folder, "a.csv");
    put_bytes(path, "1 2 3\n4 5 6\n7 8 10\n");
    HorizonFileOptions options;
    options.format = HorizonFormat::cps3;
    QVERIFY(message_of<InputError>([&] { read_horizon_file(path, options); }).contains("CPS-3"));
    options.format.reset();
    options.columns = {"3", "2", "1"};
    QCOMPARE(read_horizon_file(path, options).points[0], (Vec3{3, 2, 1}));
  }

  void repeated_points_are_merged_and_counted() {
    QTemporaryDir folder;
    const auto path = inside(folder, "a.xyz");
    put_bytes(path, "1 2 3\n4 5 6\n1 2 3\n7 8 10\n4 5 9\n-0 0 1\n0 0 1\n4 5 0\n");
    const HorizonPicks picks = read_horizon_file(path);
    const std::vector<Vec3> expected{{1, 2, 3}, {4, 5, 5}, {7, 8, 10}, {0, 0, 1}};
    QCOMPARE(picks.points, expected);
    QCOMPARE(picks.duplicates, 4);
    QCOMPARE(picks.duplicate_spread, 9.0);

    put_bytes(path, "1 2 3\n1 2 3\n1 2 3\n");
    QVERIFY(message_of<InputError>([&] { read_horizon_file(path); }).contains("1 different"));
  }

  void what_is_written_is_read_back() {
    QTemporaryDir folder;
    const auto path = inside(folder, "a.ts");
    const std::vector<Vec3> points{
        {550551.81, 7821921.8, -1.0 / 3.0}, {1e-7, 2, 3}, {4, -5.5e9, 6}, {7, 8, 9}};
    const std::vector<std::array<int, 3>> triangles{{0, 1, 2}, {2, 1, 3}};
    write_tsurf(path, "a {name}\n", points, triangles);
    const HorizonPicks surface = read_horizon_file(path);
    QCOMPARE(surface.points, points);
    QVERIFY(surface.triangles == triangles);
    QVERIFY(surface.sense == VerticalSense::elevation && surface.xy_unit == Unit::metre);

    write_xyz(inside(folder, "a.xyz"), points, "x[m] y[m] elevation[m]");
    const HorizonPicks picks = read_horizon_file(inside(folder, "a.xyz"));
    QCOMPARE(picks.points, points);
    QVERIFY(picks.sense == VerticalSense::elevation && picks.z_unit == Unit::metre);
  }

  void a_surface_says_its_units() {
    const HorizonPicks picks = parse_horizon(tsurf_text, "a.ts");
    QVERIFY(picks.xy_unit == Unit::foot && picks.z_unit == Unit::foot);
    QVERIFY(picks.sense == VerticalSense::depth);
  }

  void a_real_horizon_is_read() {
    const std::filesystem::path file = shared_data("claudius-upper.xyz");
    if (!std::filesystem::exists(file)) QSKIP("the shared data are not there");
    const HorizonPicks picks = read_horizon_file(file);
    QCOMPARE(static_cast<std::int64_t>(picks.points.size()) + picks.duplicates + picks.skipped, 5259);
    qInfo("%zu points, %lld repeated, %lld null", picks.points.size(),
          static_cast<long long>(picks.duplicates), static_cast<long long>(picks.skipped));
    QVERIFY(picks.sense == VerticalSense::elevation && picks.xy_unit == Unit::metre);
  }

  // FOLDWAVE_IMPORT_POINTS=10000000 runs the full size, by hand.
  void millions_of_points_come_in() {
    const auto count =
        static_cast<std::size_t>(qMax(500000, qEnvironmentVariableIntValue("FOLDWAVE_IMPORT_POINTS")));
    QTemporaryDir folder;
    const auto path = inside(folder, "many.xyz");
    double bytes = 0.0;
    {
      const std::string text = many_rows(count);
      bytes = static_cast<double>(text.size());
      put_bytes(path, QByteArray::fromRawData(text.data(), static_cast<qsizetype>(text.size())));
    }
    const double before = peak_memory();
    QElapsedTimer clock;
    clock.start();
    const HorizonPicks picks = read_horizon_file(path);
    const double seconds = 1e-3 * static_cast<double>(clock.elapsed());
    qInfo("%zu points, %.0f MB: read in %.2f s, at most %.0f MB (%.0f MB before)", count, 1e-6 * bytes,
          seconds, 1e-6 * peak_memory(), 1e-6 * before);
    QCOMPARE(picks.points.size(), count);
    QCOMPARE(picks.duplicates, 0);

    // Text, points and the table of places: never twice the text and the points.
    QVERIFY(peak_memory() < before + 2.0 * bytes + 60.0 * static_cast<double>(count) + 64e6);

    std::stop_source stop;
    WorkClock since_stop;
    std::jthread asker([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(30));
      since_stop.start();
      stop.request_stop();
    });
    // A fast machine may have read it all before it is asked.
    bool stopped = false;
    for (int reads = 0; reads < 10000 && !stopped; ++reads)
      stopped = throws<Stopped>([&] { read_horizon_file(path, {}, {nullptr, stop.get_token()}); });
    QVERIFY(stopped);
    const double heard = since_stop.milliseconds();
    QVERIFY2(heard < 100.0 * machine_pace(), qPrintable(QString::number(heard)));
  }
};

}  // namespace test_horizon_file

FOLDWAVE_TEST(test_horizon_file, run_guiless<test_horizon_file::TestHorizonFile>)
#include "test_horizon_file.moc"
