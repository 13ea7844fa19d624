// Protects the SEG-Y files that are handed to other programs: each header word where the standard has it,
// samples to the last bit, coordinates to the centimetre; read by segyio, which knows nothing of this
// program.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <bit>
#include <limits>

#include "core/formats/segy/segy.hpp"
#include "core/formats/segy/segy_bytes.hpp"
#include "tests/core/formats/format_test_help.hpp"
#include "tests/core/formats/segy/segy_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_segy_write {

using namespace foldwave;
using namespace foldwave::test;

class TestSegyWrite : public QObject {
  Q_OBJECT

 private slots:
  void header_words_stand_where_the_standard_has_them() {
    QTemporaryDir folder;
    const auto path = inside(folder, "g.sgy");
    const Example e = example_gather();
    write_segy(path, e.gather);
    const QByteArray f = bytes_of(path);
    QCOMPARE(f.size(), 3600 + 4 * (240 + 5 * 4));
    QCOMPARE(f.left(4), QByteArray("\xc3\x40\xf1\x40"));  // "C 1 " in EBCDIC
    QCOMPARE(f.mid(39 * 80, 22),
             QByteArray(
                 "\xc3\xf4\xf0\x40\xc5\xd5\xc4\x40\xe3\xc5\xe7\xe3\xe4\xc1\xd3\x40\xc8\xc5\xc1\xc4\xc5\xd9"));
    const std::vector<std::pair<int, int>> binary{{3213, 2}, {3217, 2000},   {3221, 5}, {3225, 5},
                                                  {3255, 1}, {3501, 0x0100}, {3503, 1}, {3505, 0}};
    for (const auto& [position, value] : binary)
      QVERIFY2(word16(f, position) == value,
               qPrintable(QString("byte %1: %2").arg(position).arg(word16(f, position))));

    // Trace 3: the second shot's first, its source 12.5 m above the datum, its receiver 10.75 m below.
    const auto w32 = [&](int position) { return word32(f, in_trace(2, 5, position)); };
    const auto w16 = [&](int position) { return word16(f, in_trace(2, 5, position)); };
    QCOMPARE(w32(1), 3);
    QCOMPARE(w32(9), 8);
    QCOMPARE(w32(13), 1);
    QCOMPARE(w32(17), 102);
    QCOMPARE(w16(29), 1);
    QCOMPARE(w32(37), qRound(std::hypot(100.0 + 50.0 - 12.34, 75.0)));
    QCOMPARE(w16(69), -1000);
    QCOMPARE(w32(41), -10750);
    QCOMPARE(w32(45), 12500);
    QCOMPARE(w32(49), 0);
    QCOMPARE(w16(71), -100);
    QCOMPARE(w32(73), 55056415);
    QCOMPARE(w32(77), 782192187);
    QCOMPARE(w32(81), 55070181);
    QCOMPARE(w32(85), 782199687);
    QCOMPARE(w16(89), 1);
    QCOMPARE(w16(109), -100);
    QCOMPARE(w16(115), 5);
    QCOMPARE(w16(117), 2000);
    QCOMPARE(w32(185), 782195937);
    QCOMPARE(w32(189), 102);
    QCOMPARE(w32(193), 202);
    QCOMPARE(word32(f, in_trace(2, 5, 241)), static_cast<int>(std::bit_cast<std::uint32_t>(e.traces[10])));
    QCOMPARE(word32(f, in_trace(0, 5, 49)), 250250);
  }

  void segyio_reads_the_same_data() {
    QTest::addColumn<int>("format");
    QTest::addColumn<double>("relative");
    QTest::newRow("IEEE") << 5 << 0.0;
    QTest::newRow("IBM") << 1 << std::ldexp(1.0, -21);
  }
  void segyio_reads_the_same() {
    if (!python_has("segyio")) FOLDWAVE_NO_SEGYIO();
    QFETCH(int, format);
    QFETCH(double, relative);
    QTemporaryDir folder;
    const auto path = inside(folder, "g.sgy");
    const Example e = example_gather();
    write_segy(path, e.gather, static_cast<SegyFormat>(format));
    const PythonResult result = python(
        "import segyio, json, sys\n"
        "T = segyio.TraceField\n"
        "with segyio.open(sys.argv[1], ignore_geometry=True) as f:\n"
        "  keys = [T.FieldRecord, T.SourceGroupScalar, T.SourceX, T.SourceY, T.GroupX, T.GroupY,\n"
        "          T.ElevationScalar, T.SourceDepth, T.SourceSurfaceElevation, T.ReceiverGroupElevation, "
        "T.offset,\n"
        "          T.DelayRecordingTime]\n"
        "  print(json.dumps(dict(n=f.tracecount, dt=segyio.dt(f), samples=len(f.samples), "
        "first=float(f.samples[0]),\n"
        "    format=int(f.format), text=f.text[0].decode('ascii'),\n"
        "    heads=[[int(h[k]) for k in keys] for h in f.header],\n"
        "    traces=[[float(v) for v in t] for t in f.trace])))\n",
        {QString::fromStdString(path.string())});
    QVERIFY2(result.ok, qPrintable(result.output));
    const QJsonObject read = QJsonDocument::fromJson(result.output.toUtf8()).object();
    QCOMPARE(read["n"].toInt(), 4);
    QCOMPARE(read["dt"].toDouble(), 2000.0);
    QCOMPARE(read["samples"].toInt(), 5);
    QCOMPARE(read["first"].toDouble(), -100.0);
    QCOMPARE(read["format"].toInt(), format);
    const QString text = read["text"].toString();
    QVERIFY2(text.startsWith("C 1 Foldwave test gather"), qPrintable(text.left(80)));
    QVERIFY2(text.mid(80).startsWith("C 2 caf? & {braces} (brackets) ~ ? / \\ "),
             qPrintable(text.mid(80, 80)));
    QVERIFY2(text.contains("C39 SEG Y REV1 ") && text.contains("C40 END TEXTUAL HEADER "),
             qPrintable(text.right(160)));
    for (int t = 0; t < 4; ++t) {
      const SegyTrace& trace = e.gather.geometry[static_cast<std::size_t>(t)];
      const QJsonArray head = read["heads"].toArray()[t].toArray();
      const double scale = -head[1].toDouble();
      const double depth_scale = -head[6].toDouble();
      QVERIFY(scale >= 100 && depth_scale >= 100);
      QCOMPARE(head[0].toInt(), trace.field_record);
      QVERIFY(std::abs(head[2].toDouble() / scale - trace.source.x) < 1e-7);
      QVERIFY(std::abs(head[3].toDouble() / scale - trace.source.y) < 1e-7);
      QVERIFY(std::abs(head[4].toDouble() / scale - trace.receiver.x) < 1e-7);
      QVERIFY(std::abs(head[5].toDouble() / scale - trace.receiver.y) < 1e-7);
      QVERIFY(std::abs((head[7].toDouble() - head[8].toDouble()) / depth_scale - trace.source.z) < 1e-7);
      QVERIFY(std::abs(-head[9].toDouble() / depth_scale - trace.receiver.z) < 1e-7);
      QCOMPARE(head[11].toInt(), -100);
      for (int i = 0; i < 5; ++i) {
        const double wrote = e.traces[static_cast<std::size_t>(5 * t + i)];
        const double got = read["traces"].toArray()[t].toArray()[i].toDouble();
        QVERIFY2(std::abs(got - wrote) <= relative * std::abs(wrote),
                 qPrintable(QString("%1 for %2").arg(got).arg(wrote)));
      }
    }
  }

  // IBM words worked out by hand from the definition: 1 = 16/16 * 16^0 -> 0.1 hex, exponent 65.
  void ibm_words_follow_the_definition() {
    const std::vector<std::pair<float, std::uint32_t>> known{
        {1.0F, 0x41100000u},    {-118.625F, 0xc276a000u}, {0.0F, 0x00000000u},  {0.5F, 0x40800000u},
        {0.0625F, 0x40100000u}, {0.03125F, 0x3f800000u},  {16.0F, 0x42100000u}, {15.0F, 0x41f00000u}};
    for (const auto& [value, word] : known) {
      QCOMPARE(segy::float_to_ibm(value), word);
      QCOMPARE(segy::ibm_to_float(word), value);
    }
    for (int e = -149; e <= 127; ++e) {
      for (const double m : {1.0, 1.3333333, 1.9999999}) {
        const auto value = static_cast<float>(std::ldexp(m, e));
        const double back = segy::ibm_to_float(segy::float_to_ibm(value));
        QVERIFY2(std::abs(back - value) <= std::ldexp(static_cast<double>(value), -21),
                 qPrintable(QString::number(e)));
      }
    }
  }

  void what_the_format_cannot_hold_is_refused_data() {
    QTest::addColumn<int>("samples");
    QTest::addColumn<double>("dt");
    QTest::addColumn<double>("delay");
    QTest::addColumn<double>("x");
    QTest::addColumn<QString>("found");
    QTest::addColumn<QString>("remedy");
    QTest::newRow("many samples") << 32768 << 0.001 << 0.0 << 0.0 << "32768 samples"
                                  << "record a shorter time";
    QTest::newRow("no samples") << 0 << 0.001 << 0.0 << 0.0 << "0 samples"
                                << "record";
    QTest::newRow("half a microsecond") << 10 << 5e-7 << 0.0 << 0.0 << "0.5 microseconds"
                                        << "to 1 microseconds";
    QTest::newRow("not whole") << 10 << 0.0012345678 << 0.0 << 0.0 << "1234.5678"
                               << "to 1234 microseconds";
    QTest::newRow("too long an interval") << 10 << 0.04 << 0.0 << 0.0 << "40000"
                                          << "to 32767 microseconds";
    QTest::newRow("delay") << 10 << 0.001 << 0.00012 << 0.0 << "0.12 ms"
                           << "whole millisecond";
    QTest::newRow("far away") << 10 << 0.001 << 0.0 << 2.2e7 << "22000000 m"
                              << "map origin";
    QTest::newRow("nowhere") << 10 << 0.001 << 0.0 << std::nan("") << "not a number"
                             << "finite";
  }
  void what_the_format_cannot_hold_is_refused() {
    QFETCH(int, samples);
    QFETCH(double, dt);
    QFETCH(double, delay);
    QFETCH(double, x);
    QFETCH(QString, found);
    QFETCH(QString, remedy);
    QTemporaryDir folder;
    const std::vector<float> traces(static_cast<std::size_t>(samples));
    SegyGather gather{dt, delay, samples, {SegyTrace{}}, traces, {}};
    gather.geometry[0].receiver.x = x;
    const QString message = message_of<InputError>([&] { write_segy(inside(folder, "g.sgy"), gather); });
    QVERIFY2(message.contains("g.sgy") && message.contains(found) && message.contains(remedy),
             qPrintable(message));
    QCOMPARE(entries_in(folder), 0);
  }

  void the_limits_themselves_are_written() {
    QTemporaryDir folder;
    const auto path = inside(folder, "g.sgy");
    const std::vector<float> traces(32767, 1.0F);
    SegyGather gather{0.032767, 0, 32767, {SegyTrace{}}, traces, {}};
    gather.geometry[0].source = {2.1e7, -2.1e7, 9000};
    write_segy(path, gather);
    const SegyFile back = read_segy(path);
    QCOMPARE(back.samples, 32767);
    QCOMPARE(back.dt, 0.032767);
    QCOMPARE(back.geometry[0].source, gather.geometry[0].source);
  }

  void bad_samples_and_sizes_are_refused() {
    QTemporaryDir folder;
    Example e = example_gather();
    e.traces[7] = std::numeric_limits<float>::infinity();
    const QString message = message_of<NumericError>([&] { write_segy(inside(folder, "g.sgy"), e.gather); });
    QVERIFY2(message.contains("sample 3 of trace 2"), qPrintable(message));
    Example shorter = example_gather();
    shorter.gather.traces = shorter.gather.traces.first(19);
    QVERIFY(throws<InputError>([&] { write_segy(inside(folder, "g.sgy"), shorter.gather); }));
    Example wordy = example_gather();
    wordy.gather.text.assign(20, std::string(77, 'x'));
    QVERIFY(throws<InputError>([&] { write_segy(inside(folder, "g.sgy"), wordy.gather); }));
    QCOMPARE(entries_in(folder), 0);
  }

  void a_full_disk_keeps_the_old_file() {
    QTemporaryDir folder;
    const auto path = inside(folder, "g.sgy");
    put_bytes(path, "old");
    const Example e = example_gather();
    bool refused = false;
    {
      const FullDisk full(3000);
      refused = throws<ResourceError>([&] { write_segy(path, e.gather); });
    }
    QVERIFY(refused);
    QCOMPARE(bytes_of(path), QByteArray("old"));
    QCOMPARE(entries_in(folder), 1);
    QVERIFY(throws<InputError>([&] { write_segy(inside(folder, "g.sgy/below.sgy"), e.gather); }));
  }
};

}  // namespace test_segy_write

FOLDWAVE_TEST(test_segy_write, run_guiless<test_segy_write::TestSegyWrite>)
#include "test_segy_write.moc"
