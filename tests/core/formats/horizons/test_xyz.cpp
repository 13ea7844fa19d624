// Protects the reading of picked points: every shape of file that users bring is read to the same numbers,
// and a file that cannot be read is refused with its line and what stands there, never misread.
#include "core/formats/horizons/xyz.hpp"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <clocale>

#include "tests/core/formats/format_test_help.hpp"
#include "tests/machine_pace.hpp"
#include "tests/test_program.hpp"
#include "tests/work_clock.hpp"

namespace test_xyz {

using namespace foldwave;
using namespace foldwave::test;

class TestXyz : public QObject {
  Q_OBJECT

 private slots:
  void every_usual_shape_is_read_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("header");
    QTest::newRow("blanks") << QByteArray("1.5 2 -3\n4 5 6\n7 8 9\n") << QByteArray();
    QTest::newRow("no newline at the end") << QByteArray("1.5 2 -3\n4 5 6\n7 8 9") << QByteArray();
    QTest::newRow("CRLF") << QByteArray("1.5 2 -3\r\n4 5 6\r\n7 8 9\r\n") << QByteArray();
    QTest::newRow("tabs") << QByteArray("\t1.5\t2\t-3\n4\t5\t6\n7\t8\t9\n") << QByteArray();
    QTest::newRow("commas") << QByteArray("x,y,z\n1.5,2,-3\n4, 5 ,6\n7,8,9\n") << QByteArray("x,y,z");
    QTest::newRow("semicolons") << QByteArray("1.5;2;-3\n4; 5 ;6\n7;8;9;\n") << QByteArray();
    QTest::newRow("header of two lines")
        << QByteArray("# UTM 50S\nX Y Z (m)\n1.5 2 -3\n4 5 6\n7 8 9\n") << QByteArray("# UTM 50S\nX Y Z (m)");
    QTest::newRow("quoted header") << QByteArray("\"x\",\"y\"\n1.5,2,-3\n4,5,6\n7,8,9\n")
                                   << QByteArray("\"x\",\"y\"");
    QTest::newRow("byte order mark") << QByteArray("\xef\xbb\xbf# h\n1.5 2 -3\n4 5 6\n7 8 9\n")
                                     << QByteArray("# h");
    QTest::newRow("further columns") << QByteArray("1.5 2 -3 inline_7 3,4\n4 5 6 a\n7 8 9 1e99 nan\n")
                                     << QByteArray();
    QTest::newRow("exponents and signs")
        << QByteArray("+15e-1 2.0 -3.0E0\n.4e1 5. +6\n7 8 9\n") << QByteArray();
    QTest::newRow("blank lines and comments")
        << QByteArray("\n1.5 2 -3\n\n# more\n4 5 6\n! end\n7 8 9\n  \n") << QByteArray();
  }
  void every_usual_shape_is_read() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, header);
    const XyzPicks picks = parse_xyz(text.toStdString(), "picks.xyz");
    const std::vector<Vec3> expected{{1.5, 2, -3}, {4, 5, 6}, {7, 8, 9}};
    QCOMPARE(picks.points, expected);
    QCOMPARE(picks.skipped, 0);
    QCOMPARE(QByteArray::fromStdString(picks.header), header);
  }

  void null_rows_are_skipped_and_counted() {
    const XyzPicks picks = parse_xyz(
        "1 2 3\n1 2 1e30\n1 2 0.1E31\n1 2 -999.25\n1 2 NaN\nnan 2 3\n1 2 inf\n-999.25 1 2\n4 5 6\n1 -1e30 "
        "3\n7 8 9\n",
        "p");
    QCOMPARE(picks.skipped, 7);
    QCOMPARE(picks.points.size(), 4U);
    QCOMPARE(picks.points[1].x, -999.25);
  }

  void a_bad_file_is_refused_with_its_line_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("found");
    QTest::newRow("empty") << QByteArray("") << "p.xyz"
                           << "empty";
    QTest::newRow("binary") << QByteArray("1 2 3\n\0\1\2", 9) << "p.xyz"
                            << "not plain text";
    QTest::newRow("control characters") << QByteArray("\x89PNG\x01\n") << "p.xyz"
                                        << "not plain text";
    QTest::newRow("only a header") << QByteArray("# x y z\nhello\n") << "p.xyz"
                                   << "holds 0 points";
    QTest::newRow("two points") << QByteArray("1 2 3\n4 5 6\n1 2 nan\n") << "p.xyz"
                                << "holds 2 points and 1 rows";
    QTest::newRow("two columns") << QByteArray("1 2 3\n4 5\n") << "p.xyz, line 2"
                                 << "2 of 3 numbers: \"4 5\"";
    QTest::newRow("a word") << QByteArray("h\n1 2 3\n4 five 6\n") << "p.xyz, line 3"
                            << "\"five\"";
    QTest::newRow("a word after the header") << QByteArray("1 2 3\nend\n") << "p.xyz, line 2"
                                             << "\"end\"";
    QTest::newRow("glued") << QByteArray("1 2 3m\n") << "p.xyz, line 1"
                           << "\"3m\"";
    QTest::newRow("an empty column") << QByteArray("1,,3,4\n") << "p.xyz, line 1"
                                     << "column 2 is \"\"";
    QTest::newRow("decimal commas, blanks") << QByteArray("1,5 2,5 3,5\n") << "p.xyz, line 1"
                                            << "decimal commas";
    QTest::newRow("decimal commas, semicolons") << QByteArray("x\n1,5;2,5;3,5\n") << "p.xyz, line 2"
                                                << "decimal commas";
    QTest::newRow("decimal commas, one") << QByteArray("1 2 3,5\n") << "p.xyz, line 1"
                                         << "decimal commas";
    QTest::newRow("too large") << QByteArray("1 2 1e999\n") << "p.xyz, line 1"
                               << "1e999";
  }
  void a_bad_file_is_refused_with_its_line() {
    QFETCH(QByteArray, text);
    QFETCH(QString, place);
    QFETCH(QString, found);
    const QString message = message_of<InputError>([&] { parse_xyz(text.toStdString(), "p.xyz"); });
    QVERIFY2(message.startsWith(place + ":") && message.contains(found), qPrintable(message));
    QVERIFY2(message.contains(';'), qPrintable("no remedy: " + message));
  }

  void a_file_that_is_not_there_is_refused() {
    QTemporaryDir folder;
    const QString missing = message_of<InputError>([&] { read_xyz(inside(folder, "no.xyz")); });
    QVERIFY2(missing.contains("no.xyz") && missing.contains("not there"), qPrintable(missing));
    const QString is_folder = message_of<InputError>([&] { read_xyz(folder.path().toStdString()); });
    QVERIFY2(is_folder.contains("is a folder"), qPrintable(is_folder));
  }

  // '.' is the decimal sign even where the program's locale says otherwise.
  void the_locale_does_not_matter() {
    const QByteArray old = std::setlocale(LC_NUMERIC, nullptr);
    bool comma_locale = false;
    for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "nl_NL.UTF-8"})
      comma_locale = comma_locale || std::setlocale(LC_NUMERIC, name) != nullptr;
    if (!comma_locale) QSKIP("no locale with decimal commas is installed");
    const XyzPicks picks = parse_xyz("1.5 2.5 3.5\n4 5 6\n7 8 9\n", "p");
    std::setlocale(LC_NUMERIC, old);
    QCOMPARE(picks.points[0], (Vec3{1.5, 2.5, 3.5}));
  }

  void written_points_read_back_identical() {
    QTemporaryDir folder;
    const auto path = inside(folder, "out.xyz");
    const std::vector<Vec3> points{{550551.81, 7821921.8000000001, -9734.3},
                                   {1.0 / 3.0, -0.25, 9.9e29},
                                   {-1.7976931348623157e20, 5e-300, 0.1},
                                   {4, 5, 6}};
    write_xyz(path, points, "x[m] y[m] depth[m]\n# zone 50S");
    const XyzPicks picks = read_xyz(path);
    QCOMPARE(picks.points, points);
    QCOMPARE(picks.header, std::string("# x[m] y[m] depth[m]\n# zone 50S"));
    QVERIFY(throws<InputError>([&] { write_xyz(inside(folder, "out.xyz/below.xyz"), points); }));
  }

  void a_real_horizon_is_read() {
    const std::string path = shared_data("claudius-upper.xyz");
    if (!QFile::exists(QString::fromStdString(path))) QSKIP("the shared data are not here");
    const XyzPicks picks = read_xyz(path);
    QCOMPARE(picks.points.size(), 5259U);
    QCOMPARE(picks.skipped, 0);
    QCOMPARE(picks.points.front(), (Vec3{550551.81, 7821752.87, -8945.32}));
  }

  void a_million_rows_take_seconds_at_most() {
    std::string text;
    for (int i = 0; i < 1000000; ++i)
      text += std::to_string(550000 + i) + ".81 7821921.80 -" + std::to_string(i % 9000) + ".30\n";
    const WorkClock timer;
    const XyzPicks picks = parse_xyz(text, "p");
    const double taken = timer.milliseconds();
    qInfo("1 000 000 rows, %.1f MB: %.0f ms", double(text.size()) * 1e-6, taken);
    QCOMPARE(picks.points.size(), 1000000U);
    QVERIFY2(taken < 5000.0 * machine_pace(), qPrintable(QString::number(taken)));
  }
};

}  // namespace test_xyz

FOLDWAVE_TEST(test_xyz, run_guiless<test_xyz::TestXyz>)
#include "test_xyz.moc"
