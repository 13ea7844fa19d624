// Protects the reading of SEG-Y: what was written comes back, real files of other makers are read as segyio
// reads them, and a file that is cut, foreign or nonsense is refused with the byte and the reason.
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <bit>
#include <cstring>
#include <sstream>

#include "core/formats/segy/segy.hpp"
#include "tests/core/formats/format_test_help.hpp"
#include "tests/core/formats/segy/segy_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_segy_read {

using namespace foldwave;
using namespace foldwave::test;

namespace {

QByteArray example_bytes(SegyFormat format = SegyFormat::ieee) {
  QTemporaryDir folder;
  const auto path = inside(folder, "g.sgy");
  write_segy(path, example_gather().gather, format);
  return bytes_of(path);
}

SegyFile parse(const QByteArray& bytes) {
  std::istringstream stream(bytes.toStdString());
  return read_segy(stream, static_cast<std::uintmax_t>(bytes.size()), "g.sgy");
}

void set16(QByteArray& file, qsizetype position, int value) {
  file[position - 1] = static_cast<char>(value >> 8);
  file[position] = static_cast<char>(value);
}

bool near(Vec3 a, Vec3 b) {
  return std::abs(a.x - b.x) < 0.0051 && std::abs(a.y - b.y) < 0.0051 && std::abs(a.z - b.z) < 0.00051;
}

}  // namespace

class TestSegyRead : public QObject {
  Q_OBJECT

 private slots:
  void a_written_gather_comes_back() {
    const Example e = example_gather();
    const SegyFile file = parse(example_bytes());
    QCOMPARE(file.dt, 0.002);
    QCOMPARE(file.delay, -0.1);
    QCOMPARE(file.samples, 5);
    QCOMPARE(file.format, 5);
    QCOMPARE(file.revision, 1);
    QCOMPARE(file.traces, e.traces);
    QCOMPARE(file.text.size(), 40U);
    QCOMPARE(file.text[0], std::string("C 1 Foldwave test gather"));
    QCOMPARE(file.text[2], std::string("C 3 First sample at -100 ms (bytes 109-110), 5 samples of 2 ms"));
    QCOMPARE(file.text[38], std::string("C39 SEG Y REV1"));
    QCOMPARE(file.geometry.size(), 4U);
    QVERIFY(file.warnings.empty());
    for (std::size_t t = 0; t < 4; ++t) {
      const SegyTrace& wrote = e.gather.geometry[t];
      const SegyTrace& read = file.geometry[t];
      QVERIFY(near(read.source, wrote.source) && near(read.receiver, wrote.receiver));
      QVERIFY(near({read.cdp_x, read.cdp_y, 0}, {0.5 * (wrote.source.x + wrote.receiver.x),
                                                 0.5 * (wrote.source.y + wrote.receiver.y), 0}));
      QCOMPARE(read.field_record, wrote.field_record);
      QCOMPARE(read.trace_number, static_cast<int>(t % 2) + 1);
      QCOMPARE(read.source_point, wrote.source_point);
      QCOMPARE(read.inline_number, wrote.inline_number);
      QCOMPARE(read.crossline_number, wrote.crossline_number);
    }
  }

  void integer_formats_are_read() {
    const QByteArray header = example_bytes().left(3600 + 240);
    const auto with = [&](int format, const QByteArray& samples) {
      QByteArray file = header + samples;
      set16(file, 3225, format);
      return parse(file).traces;
    };
    QCOMPARE(with(2, QByteArray("\0\0\0\1\xff\xff\xff\xfe\0\1\0\0\x80\0\0\0\0\0\0\0", 20)),
             (std::vector<float>{1, -2, 65536, -2147483648.0F, 0}));
    QCOMPARE(with(3, QByteArray("\0\1\xff\xfe\x7f\xff\x80\0\0\0", 10)),
             (std::vector<float>{1, -2, 32767, -32768, 0}));
    QCOMPARE(with(8, QByteArray("\1\xfe\x7f\x80\0", 5)), (std::vector<float>{1, -2, 127, -128, 0}));
  }

  void positive_and_zero_scalars_are_heeded() {
    QByteArray file = example_bytes();
    const int stored = word32(file, in_trace(0, 5, 73));
    set16(file, in_trace(0, 5, 71), 10);
    set16(file, in_trace(1, 5, 71), 0);
    const SegyFile read = parse(file);
    QCOMPARE(read.geometry[0].source.x, 10.0 * stored);
    QCOMPARE(read.geometry[1].source.x, 1.0 * stored);
  }

  void extended_textual_headers_are_skipped() {
    const QByteArray file = example_bytes();
    const QByteArray block(3200, '\x40');
    QByteArray counted = file.left(3600) + block + block + file.mid(3600);
    set16(counted, 3505, 2);
    QCOMPARE(parse(counted).traces, example_gather().traces);
    // Without a revision the count holds where text follows, and nowhere else.
    set16(counted, 3501, 0);
    QCOMPARE(parse(counted).traces, example_gather().traces);
    QByteArray odd = file;
    set16(odd, 3501, 0);
    set16(odd, 3505, 2);
    QCOMPARE(parse(odd).traces, example_gather().traces);
    QByteArray ended =
        file.left(3600) + block + QByteArray("((SEG: EndText))").leftJustified(3200, ' ') + file.mid(3600);
    ended[3600 + 3200] = 'C';
    ended.replace(3600 + 3200 + 1, 16, "((SEG: EndText))");
    set16(ended, 3505, -1);
    QCOMPARE(parse(ended).traces, example_gather().traces);
  }

  void feet_and_not_finite_samples_are_said() {
    QByteArray file = example_bytes();
    set16(file, 3255, 2);
    file.replace(in_trace(0, 5, 241) - 1, 4, QByteArray("\x7f\xc0\0\0", 4));
    const SegyFile read = parse(file);
    QCOMPARE(read.not_finite, 1);
    QCOMPARE(read.warnings.size(), 2U);
  }

  void the_f3_survey_reads_as_segyio_reads_it() {
    const std::string path = shared_data("f3-small.sgy");
    if (!QFile::exists(QString::fromStdString(path))) QSKIP("the shared data are not here");
    const SegyFile file = read_segy(path);
    QCOMPARE(file.geometry.size(), 23U * 18U);
    QCOMPARE(file.samples, 75);
    QCOMPARE(file.dt, 0.004);
    QCOMPARE(file.geometry.front().inline_number, 111);
    QCOMPARE(file.geometry.back().crossline_number, 892);
    if (!python_has("segyio")) FOLDWAVE_NO_SEGYIO();
    const PythonResult result = python(
        "import segyio, sys\n"
        "with segyio.open(sys.argv[1], ignore_geometry=True) as f:\n"
        "  h = f.header[200]\n"
        "  s = h[71]; s = 1.0/-s if s < 0 else (s or 1)\n"
        "  print(repr(float(f.trace.raw[:].astype('f8').sum())), float(f.trace[200][33]), h[189], h[193], "
        "h[181]*s, h[185]*s)\n",
        {QString::fromStdString(path)});
    QVERIFY2(result.ok, qPrintable(result.output));
    const QStringList words = result.output.split(' ');
    double sum = 0;
    for (const float v : file.traces)
      sum += v;
    const SegyTrace& trace = file.geometry[200];
    QCOMPARE(sum, words[0].toDouble());
    QCOMPARE(double(file.traces[200 * 75 + 33]), words[1].toDouble());
    QCOMPARE(trace.inline_number, words[2].toInt());
    QCOMPARE(trace.crossline_number, words[3].toInt());
    QVERIFY(trace.cdp_x > 6e5 && std::abs(trace.cdp_x - words[4].toDouble()) < 1e-6);
    QVERIFY(trace.cdp_y > 6e6 && std::abs(trace.cdp_y - words[5].toDouble()) < 1e-6);
  }

  void a_bad_file_is_refused_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("found");
    const QByteArray good = example_bytes();
    const auto changed = [&](qsizetype position, int value) {
      QByteArray file = good;
      set16(file, position, value);
      return file;
    };
    QTest::newRow("empty") << QByteArray() << "textual header ends after 0 of 3200 bytes";
    QTest::newRow("text only") << good.left(3300) << "binary header ends after 100 of 400 bytes";
    QTest::newRow("no trace") << good.left(3600) << "holds no trace";
    QTest::newRow("cut in a header") << good.left(3600 + 100)
                                     << "the header of trace 1 ends after 100 of 240";
    QTest::newRow("cut in samples") << good.left(good.size() - 3) << "trace 4 ends after 17 of 20 bytes";
    QTest::newRow("format 0") << changed(3225, 0) << "format is 0";
    QTest::newRow("format 4") << changed(3225, 4) << "format is 4";
    QTest::newRow("more text than file") << changed(3505, 30000) << "extended textual header 1 ends";
    QTest::newRow("no end of text") << changed(3505, -1) << "extended textual header 1 ends";
    QTest::newRow("negative text") << changed(3505, -7) << "is -7";
    QTest::newRow("samples disagree")
        << changed(in_trace(1, 5, 115), 6) << "trace 2 has 6 samples, the first one 5";
    QByteArray long_traces = changed(3221, 65535);
    set16(long_traces, in_trace(0, 5, 115), 7);
    QTest::newRow("no count fits") << long_traces
                                   << "says 65535 samples and the first trace 7, and the file's length";
    QByteArray no_interval = changed(3217, 0);
    set16(no_interval, in_trace(0, 5, 117), 0);
    QTest::newRow("no interval") << no_interval << "sample interval";
    QByteArray no_samples = changed(3221, 0);
    set16(no_samples, in_trace(0, 5, 115), 0);
    QTest::newRow("no samples") << no_samples << "how many samples";
    QTest::newRow("text file") << QByteArray(5000, 'x') << "format is";
  }
  void a_bad_file_is_refused() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, found);
    const QString message = message_of<InputError>([&] { parse(bytes); });
    QVERIFY2(message.startsWith("g.sgy, byte ") && message.contains(found) && message.contains(';'),
             qPrintable(message));
  }

  void headers_may_be_left_to_the_first_trace() {
    QByteArray file = example_bytes();
    set16(file, 3221, 0);
    set16(file, 3217, 0);
    const SegyFile read = parse(file);
    QCOMPARE(read.samples, 5);
    QCOMPARE(read.dt, 0.002);
  }

  // Cut files whose makers corrected one of the two counts only.
  void the_count_that_fits_the_length_is_taken() {
    QByteArray file = example_bytes();
    set16(file, 3221, 462);
    const SegyFile by_trace = parse(file);
    QCOMPARE(by_trace.traces, example_gather().traces);
    QCOMPARE(by_trace.warnings.size(), 1U);
    set16(file, 3221, 5);
    for (int t = 0; t < 4; ++t)
      set16(file, in_trace(t, 5, 115), 462);
    const SegyFile by_file = parse(file);
    QCOMPARE(by_file.traces, example_gather().traces);
    QCOMPARE(by_file.warnings.size(), 1U);
  }

  // A stream that is shorter than its promised size, as a file that shrinks while it is read.
  void a_shrinking_file_is_refused() {
    const QByteArray bytes = example_bytes();
    std::istringstream stream(bytes.left(4000).toStdString());
    QVERIFY(
        throws<InputError>([&] { read_segy(stream, static_cast<std::uintmax_t>(bytes.size()), "g.sgy"); }));
  }

  void a_file_that_is_not_there_is_refused() {
    QTemporaryDir folder;
    QVERIFY(message_of<InputError>([&] { read_segy(inside(folder, "no.sgy")); }).contains("not there"));
    QVERIFY(message_of<InputError>([&] { read_segy(folder.path().toStdString()); }).contains("is a folder"));
  }
};

}  // namespace test_segy_read

FOLDWAVE_TEST(test_segy_read, run_guiless<test_segy_read::TestSegyRead>)
#include "test_segy_read.moc"
