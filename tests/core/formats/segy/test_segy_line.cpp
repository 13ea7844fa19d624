// Protects the choice of one line of a SEG-Y volume: the right traces in the right order and at their place,
// a clip that leaves the loudest half per cent out, and a number that is not there refused with those that
// are.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "core/base/error.hpp"
#include "core/formats/segy/segy_line.hpp"
#include "tests/core/formats/format_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_segy_line {

using namespace foldwave;

namespace {

// Inlines 5 and 6 by crosslines 9, 8, 7, two samples a trace that tell where they belong.
SegyFile volume() {
  SegyFile file;
  file.dt = 0.004;
  file.delay = 0.1;
  file.samples = 2;
  for (int x = 9; x >= 7; --x)
    for (int i = 5; i <= 6; ++i) {
      SegyTrace trace;
      trace.inline_number = i;
      trace.crossline_number = x;
      trace.source = trace.receiver = {1000.0 + 30.0 * x, 2000.0 + 40.0 * x + 5.0 * i, 0.0};
      file.geometry.push_back(trace);
      file.traces.push_back(static_cast<float>(100 * i + x));
      file.traces.push_back(-1.0F);
    }
  return file;
}

SegyLine line_of(const SegyFile& file, SegyLineChoice choice, int number, std::size_t most = 4096) {
  const QTemporaryDir folder;
  const std::string name = folder.filePath("v.sgy").toStdString();
  write_segy(name, {file.dt, file.delay, file.samples, file.geometry, file.traces, {}});
  return segy_line(SegyTraces(name), choice, number, "v.sgy", {}, most);
}

}  // namespace

class TestSegyLine : public QObject {
  Q_OBJECT
 private slots:
  void an_inline_runs_along_its_crosslines() {
    const SegyLine line = line_of(volume(), SegyLineChoice::inline_number, 6);
    QCOMPARE(line.traces, 3);
    QCOMPARE(line.values, (std::vector<float>{607, -1, 608, -1, 609, -1}));
    QCOMPARE(line.delay, 0.1);
    QCOMPARE(line.dt, 0.004);
  }

  void a_crossline_runs_along_its_inlines() {
    QCOMPARE(line_of(volume(), SegyLineChoice::crossline_number, 8).values,
             (std::vector<float>{508, -1, 608, -1}));
    QCOMPARE(line_of(volume(), SegyLineChoice::all, 0).traces, 6);
    QCOMPARE(line_of(volume(), SegyLineChoice::all, 0, 3).values,
             (std::vector<float>{509, -1, 508, -1, 507, -1}));  // every second one
  }

  void it_lies_where_its_headers_say() {
    const auto ends = line_of(volume(), SegyLineChoice::inline_number, 6).ends;
    QVERIFY(ends && ends->misfit < 1e-9);
    for (std::size_t a = 0; a < 2; ++a) {
      QVERIFY(std::abs(ends->first[a] - (a == 0 ? 1210.0 : 2310.0)) < 1e-9);
      QVERIFY(std::abs(ends->last[a] - (a == 0 ? 1270.0 : 2390.0)) < 1e-9);
    }
    SegyFile nowhere = volume();
    for (SegyTrace& trace : nowhere.geometry)
      trace.source = trace.receiver = {};
    QVERIFY(!line_of(nowhere, SegyLineChoice::inline_number, 6).ends);
  }

  void half_a_per_cent_is_clipped() {
    SegyFile file = volume();
    file.samples = 2000;
    file.geometry.resize(1);
    file.traces.clear();
    for (int i = 1; i <= 2000; ++i)
      file.traces.push_back(static_cast<float>(i % 2 == 0 ? i : -i));
    QVERIFY(std::abs(line_of(file, SegyLineChoice::all, 0).limit - 1990.0) <= 1e-7);
  }

  void a_line_that_is_not_there_is_refused() {
    try {
      line_of(volume(), SegyLineChoice::crossline_number, 70);
      QFAIL("taken");
    } catch (const InputError& error) {
      const QString words = error.what();
      QVERIFY2(words.contains("v.sgy") && words.contains("crossline 70") && words.contains("7 to 9"),
               qPrintable(words));
    }
  }

  void a_real_line() {
    const QString there =
        qEnvironmentVariable("FOLDWAVE_SHARED_DATA", FOLDWAVE_SOURCE_DIR "/../shared/data") + "/f3-small.sgy";
    if (!QFile::exists(there)) QSKIP("the shared data (shared/data/f3-small.sgy) is not here");
    const std::string file = there.toStdString();
    const SegyTraces f3(file);
    const int number = f3.headers().geometry.front().inline_number;
    const SegyLine line = segy_line(f3, SegyLineChoice::inline_number, number, file);
    QCOMPARE(line.traces, 18);
    QCOMPARE(line.samples, 75);
    QVERIFY(line.limit > 0.0);
  }
};

}  // namespace test_segy_line

FOLDWAVE_TEST(test_segy_line, run_alone<test_segy_line::TestSegyLine>)
#include "test_segy_line.moc"
