// Protects that SEG-Y is read as segyio reads it: files that segyio makes, of the sample formats that
// Debian's writes and either byte order, with more samples than two signed bytes count, with extended textual
// headers; and files by the standard's bytes alone of those that it reads, Seismic Unix too.
#include <QTemporaryDir>
#include <QTest>

#include "segy_bytes_help.hpp"
#include "tests/core/formats/format_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_segyio {

using namespace foldwave;
using namespace foldwave::test;

namespace {

// Makes the file that its arguments describe, and prints what segyio reads of it: traces, samples, the sum of
// all samples, sample 1 of trace 2, its inline, crossline and x.
constexpr const char* make_and_read = R"(
import segyio, numpy as np, sys
path, endian, format, samples, ext = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), int(sys.argv[5])
spec = segyio.spec()
spec.samples = list(range(100, 100 + 4 * samples, 4))
spec.format, spec.endian, spec.ext_headers = format, endian, ext
spec.ilines, spec.xlines, spec.sorting = [5, 7], [20, 21, 22], 2
kinds = {1: 'f4', 2: 'i4', 5: 'f4'}
with segyio.create(path, spec) as f:
  for t in range(6):
    il, xl = spec.ilines[t // 3], spec.xlines[t % 3]
    f.header[t] = {1: t + 1, 71: -100, 109: 100, 115: samples, 117: 4000, 181: 55055181 + 2500 * t, 189: il, 193: xl}
    # Halves where there are some.
    row = (np.arange(samples) * 7 + 13 * t) % 120
    f.trace[t] = (row / 2 - 20 if format in (1, 5) else row).astype(kinds[format])
with segyio.open(path, ignore_geometry=True, endian=endian) as f:
  raw = f.trace.raw[:].astype('f8')
  h = f.header[2]
  print(f.tracecount, len(f.samples), repr(float(raw.sum())), repr(float(raw[2][1])), h[189], h[193], h[181] / 100, f.samples[0])
)";

}  // namespace

class TestSegyio : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

 private slots:
  void initTestCase() {
    if (!python_has("segyio")) FOLDWAVE_NO_SEGYIO();
  }

  void its_files_are_read_as_it_reads_them_data() {
    QTest::addColumn<QString>("endian");
    QTest::addColumn<int>("format");
    QTest::addColumn<int>("samples");
    QTest::addColumn<int>("extended");
    for (const QString& endian : {QString("big"), QString("little")})
      for (const int format : {1, 2, 5})
        QTest::addRow("%s %d", qPrintable(endian), format) << endian << format << 9 << 0;
    QTest::newRow("many samples") << QString("little") << 5 << 32767 << 0;
    QTest::newRow("extended text") << QString("big") << 5 << 9 << 2;
    QTest::newRow("extended text, little") << QString("little") << 5 << 9 << 1;
  }
  void its_files_are_read_as_it_reads_them() {
    QFETCH(QString, endian);
    QFETCH(int, format);
    QFETCH(int, samples);
    QFETCH(int, extended);
    const auto path = inside(folder_, "made.sgy");
    const PythonResult made =
        python(make_and_read, {QString::fromStdString(path.string()), endian, QString::number(format),
                               QString::number(samples), QString::number(extended)});
    QVERIFY2(made.ok, qPrintable(made.output));
    const QStringList told = made.output.trimmed().split(' ');
    QCOMPARE(told.size(), 8);
    // It writes no revision: who reads extended headers must be told one.
    if (extended > 0) {
      QByteArray bytes = bytes_of(path);
      bytes[endian == "little" ? 3501 : 3500] = 1;
      put_bytes(path, bytes);
    }
    const SegyFile file = read_segy(path);
    QCOMPARE(file.little_endian, endian == "little");
    QCOMPARE(static_cast<int>(file.geometry.size()), told[0].toInt());
    QCOMPARE(file.samples, told[1].toInt());
    double sum = 0.0;
    for (const float v : file.traces)
      sum += v;
    QCOMPARE(sum, told[2].toDouble());
    QCOMPARE(double(file.traces[std::size_t(2 * samples + 1)]), told[3].toDouble());
    QCOMPARE(file.geometry[2].inline_number, told[4].toInt());
    QCOMPARE(file.geometry[2].crossline_number, told[5].toInt());
    QVERIFY(std::abs(file.geometry[2].cdp_x - told[6].toDouble()) < 1e-6);
    QVERIFY(std::abs(1e3 * file.delay - told[7].toDouble()) < 1e-9);
    QCOMPARE(file.dt, 0.004);
  }

  void integers_are_read_as_it_reads_them() {
    for (const bool little : {false, true})
      for (const auto& [format, bytes] : {std::pair{2, 4}, {3, 2}, {8, 1}}) {
        Bytes b = file_header(little, format, 50);
        for (int t = 0; t < 4; ++t) {
          add_header(b, 50);
          for (int i = 0; i < 50; ++i)
            b.put(b.all.size() + 1, bytes, static_cast<std::uint64_t>(std::int64_t{2 * i - 30 * t}));
        }
        const auto path = inside(folder_, "integers.sgy");
        put_bytes(path, b.all);
        const PythonResult read = python(
            "import segyio, sys\n"
            "with segyio.open(sys.argv[1], endian=sys.argv[2], ignore_geometry=True) as f:\n"
            "  print(*[int(v) for v in f.trace.raw[:].ravel()])\n",
            {QString::fromStdString(path.string()), little ? "little" : "big"});
        QVERIFY2(read.ok, qPrintable(read.output));
        const QStringList told = read.output.trimmed().split(' ');
        const SegyFile file = read_segy(path);
        QCOMPARE(static_cast<std::size_t>(told.size()), file.traces.size());
        for (qsizetype i = 0; i < told.size(); ++i)
          QCOMPARE(double(file.traces[std::size_t(i)]), told[i].toDouble());
      }
  }

  void seismic_unix_files_are_read_as_it_reads_them() {
    for (const bool little : {false, true}) {
      Bytes b;
      b.little = little;
      for (int t = 0; t < 3; ++t) {
        const qsizetype h = add_header(b, 50);
        b.put(h + 1, 4, static_cast<std::uint64_t>(t + 1));
        b.put(h + 9, 4, static_cast<std::uint64_t>(70 + t));
        b.put(h + 71, 2, static_cast<std::uint16_t>(-10));
        b.put(h + 73, 4, static_cast<std::uint32_t>(-1234 - t));
        b.put(h + 81, 4, static_cast<std::uint64_t>(56780 + t));
        b.put(h + 109, 2, static_cast<std::uint16_t>(-40));
        // Seismic Unix's own d1, f1 and d2.
        b.put_float(h + 181, 0.004F);
        b.put_float(h + 185, -2.0F);
        b.put_float(h + 189, 25.0F);
        for (int i = 0; i < 50; ++i)
          add_float(b, static_cast<float>(0.5 * t - i));
      }
      const auto path = inside(folder_, "line.su");
      put_bytes(path, b.all);
      const PythonResult read = python(
          "import segyio, sys\n"
          "with segyio.su.open(sys.argv[1], endian=sys.argv[2], ignore_geometry=True) as f:\n"
          "  h = f.header[2]\n"
          "  print(f.tracecount, len(f.samples), repr(float(f.trace.raw[:].astype('f8').sum())), h[9], "
          "h[73], "
          "h[81], h[71], h[109], h[117])\n",
          {QString::fromStdString(path.string()), little ? "little" : "big"});
      QVERIFY2(read.ok, qPrintable(read.output));
      const QStringList told = read.output.trimmed().split(' ');
      const SegyFile file = read_segy(path);
      QCOMPARE(static_cast<int>(file.geometry.size()), told[0].toInt());
      QCOMPARE(file.samples, told[1].toInt());
      double sum = 0.0;
      for (const float v : file.traces)
        sum += v;
      QCOMPARE(sum, told[2].toDouble());
      const SegyTrace& trace = file.geometry[2];
      QCOMPARE(trace.field_record, told[3].toInt());
      QCOMPARE(trace.source.x, told[4].toDouble() / -told[6].toDouble());
      QCOMPARE(trace.receiver.x, told[5].toDouble() / -told[6].toDouble());
      QCOMPARE(1e3 * file.delay, told[7].toDouble());
      QCOMPARE(1e6 * file.dt, told[8].toDouble());
      // Floats are no coordinates.
      QVERIFY(trace.cdp_x == 0.0 && trace.cdp_y == 0.0 && trace.inline_number == 0);
      QVERIFY(says(file.warnings, "d1, f1, d2 and f2"));
    }
  }
};

}  // namespace test_segyio

FOLDWAVE_TEST(test_segyio, run_guiless<test_segyio::TestSegyio>)
#include "test_segyio.moc"
