// Protects what SEG-Y may be beside the program's own files: either byte order, every sample format by its
// exact values, revision 2 with its longer counts, additional trace headers, stanzas and trailer, traces of
// different lengths, Seismic Unix, the time scalar; and that what is wrong in them is refused with the place.
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/formats/segy/sample_formats.hpp"
#include "segy_bytes_help.hpp"
#include "tests/core/formats/format_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_segy_kinds {

using namespace foldwave;
using namespace foldwave::test;

namespace {

constexpr std::uint64_t order_word = 16909060;

struct FormatCase {
  int code, bytes;
  std::vector<std::uint64_t> words;
  std::vector<float> values;
};

// Words and the numbers that they are, from the standard's definitions.
std::vector<FormatCase> format_cases() {
  const float inf = std::numeric_limits<float>::infinity();
  return {{1, 4, {0x42640000, 0xc276a000, 0x00000000, 0x7fffffff}, {100.0F, -118.625F, 0.0F, inf}},
          {2, 4, {1, 0xfffffffe, 0x80000000, 0x01000001}, {1, -2, -2147483648.0F, 16777216}},
          {3, 2, {1, 0xfffe, 0x7fff, 0x8000}, {1, -2, 32767, -32768}},
          {5, 4, {0x3f800000, 0xc0200000, 0, 0x7f800000}, {1, -2.5F, 0, inf}},
          {6,
           8,
           {0x3ff0000000000000, 0xc004000000000000, 0x3fb999999999999a, 0x7fefffffffffffff},
           {1, -2.5F, 0.1F, inf}},
          {7, 3, {1, 0xfffffe, 0x7fffff, 0x800000}, {1, -2, 8388607, -8388608}},
          {8, 1, {1, 0xfe, 0x7f, 0x80}, {1, -2, 127, -128}},
          {9,
           8,
           {1, 0xfffffffffffffffe, 0x8000000000000000, 0x0000010000000000},
           {1, -2, -9223372036854775808.0F, 1099511627776.0F}},
          {10, 4, {1, 0xfffffffe, 0x80000000, 7}, {1, 4294967294.0F, 2147483648.0F, 7}},
          {11, 2, {1, 0xfffe, 0x8000, 7}, {1, 65534, 32768, 7}},
          {12,
           8,
           {1, 0xffffffffffffffff, 0x8000000000000000, 7},
           {1, 18446744073709551616.0F, 9223372036854775808.0F, 7}},
          {15, 3, {1, 0xfffffe, 0x800000, 7}, {1, 16777214, 8388608, 7}},
          {16, 1, {1, 0xfe, 0x80, 7}, {1, 254, 128, 7}}};
}

// Revision 2.0, one trace of four floats 1 to 4, with what a test asks for before the trace is put.
template <class Change>
QByteArray revision_two(bool little, const Change& change, int extra_headers = 0) {
  Bytes b = file_header(little, 5, 4);
  b.put(3297, 4, order_word);
  b.all[3500] = 2;
  b.put(3503, 2, 1);
  b.put(3507, 4, static_cast<std::uint64_t>(extra_headers));
  change(b);
  add_header(b, 4);
  b.all.append(QByteArray(240 * extra_headers, '\0'));
  for (int i = 1; i <= 4; ++i)
    add_float(b, static_cast<float>(i));
  return b.all;
}

const std::vector<float> one_to_four{1, 2, 3, 4};

// Traces of 3, 5 and 4 samples; flag: that they have one length.
Bytes uneven(int revision, int flag) {
  Bytes b = file_header(false, 5, 5);
  b.all[3500] = static_cast<char>(revision);
  b.put(3503, 2, static_cast<std::uint64_t>(flag));
  for (const int n : {3, 5, 4}) {
    add_header(b, n);
    for (int i = 0; i < n; ++i)
      add_float(b, static_cast<float>(10 * n + i));
  }
  return b;
}

QString refusal(const QByteArray& bytes, const std::string& name = "g.sgy") {
  return message_of<InputError>([&] { parse_bytes(bytes, name); });
}

}  // namespace

class TestSegyKinds : public QObject {
  Q_OBJECT

 private slots:
  void every_sample_format_is_read_in_either_order() {
    for (const FormatCase& c : format_cases())
      for (const bool little : {false, true}) {
        Bytes b = file_header(little, c.code, 4);
        add_header(b, 4);
        for (const std::uint64_t word : c.words)
          b.put(b.all.size() + 1, c.bytes, word);
        const SegyFile file = parse_bytes(b.all);
        QCOMPARE(file.little_endian, little);
        QCOMPARE(file.format, c.code);
        QVERIFY2(file.traces == c.values, qPrintable(QString("format %1").arg(c.code)));
        const segy::SampleFormat& known = *segy::find_sample_format(c.code);
        QCOMPARE(says(file.warnings, "rounded"), !known.is_exact && c.code != 1);
        // Of two bytes and more it is not the same backwards.
        QCOMPARE(static_cast<int>(known.bytes), c.bytes);
      }
    for (const int none : {0, 4, 13, 14, 17, 1280})
      QVERIFY(segy::find_sample_format(none) == nullptr);
  }

  void headers_of_either_order_mean_the_same() {
    for (const bool little : {false, true}) {
      Bytes b = file_header(little, 5, 2);
      b.put(3501, 2, 0x0100);
      b.put(3255, 2, 2);
      const qsizetype h = add_header(b, 2);
      b.put(h + 9, 4, 77);
      b.put(h + 71, 2, static_cast<std::uint16_t>(-100));
      b.put(h + 73, 4, static_cast<std::uint32_t>(-12345));
      b.put(h + 109, 2, static_cast<std::uint16_t>(-40));
      b.put(h + 181, 4, 654321);
      b.put(h + 189, 4, 11);
      b.put(h + 193, 4, 22);
      add_float(b, 1), add_float(b, 2);
      const SegyFile file = parse_bytes(b.all);
      QCOMPARE(file.revision, 1);
      QCOMPARE(file.dt, 0.002);
      QCOMPARE(file.delay, -0.04);
      QCOMPARE(file.geometry[0].field_record, 77);
      // In metres, whichever words they are of.
      QVERIFY(std::abs(file.geometry[0].source.x + 0.3048 * 123.45) < 1e-9);
      QVERIFY(std::abs(file.geometry[0].cdp_x - 0.3048 * 6543.21) < 1e-9);
      QCOMPARE(file.geometry[0].inline_number, 11);
      QCOMPARE(file.geometry[0].crossline_number, 22);
      QVERIFY(says(file.warnings, "feet"));
    }
  }

  void the_time_scalar_is_heeded() {
    for (const auto& [scalar, seconds] : {std::pair{0, 0.048}, {10, 0.48}, {-1000, 48e-6}}) {
      Bytes b = file_header(false, 5, 1);
      const qsizetype h = add_header(b, 1);
      b.put(h + 109, 2, 48);
      b.put(h + 215, 2, static_cast<std::uint16_t>(scalar));
      add_float(b, 1);
      QVERIFY(std::abs(parse_bytes(b.all).delay - seconds) < 1e-15);
    }
  }

  void words_may_lie_elsewhere() {
    Bytes b = file_header(false, 5, 1);
    const qsizetype h = add_header(b, 1);
    b.put(h + 9, 4, 1234), b.put(h + 21, 4, 5678);
    b.put(h + 201, 2, static_cast<std::uint16_t>(-7)), b.put(h + 203, 2, 8);
    b.put(h + 71, 2, 10);
    add_float(b, 1);
    SegyCubeWords words;
    words.inline_number = {9}, words.crossline_number = {21};
    words.x = {201, 2}, words.y = {203, 2};
    const SegyTrace trace = parse_bytes(b.all, "g.sgy", words).geometry[0];
    QCOMPARE(trace.inline_number, 1234);
    QCOMPARE(trace.crossline_number, 5678);
    QCOMPARE(trace.cdp_x, -70.0);
    QCOMPARE(trace.cdp_y, 80.0);
  }

  void counts_beyond_two_bytes_are_read() {
    // Of revision 1 a count is unsigned.
    Bytes b = file_header(true, 3, 40000);
    add_header(b, 40000);
    b.all.append(QByteArray(80000, '\1'));
    const SegyFile many = parse_bytes(b.all);
    QCOMPARE(many.samples, 40000);
    QCOMPARE(many.traces[39999], 257.0F);
    // Revision 2 has 4 bytes for it, and a double for the interval.
    for (const bool little : {false, true}) {
      Bytes two = file_header(little, 16, 0, 0);
      two.put(3297, 4, order_word);
      two.all[3500] = 2;
      two.put(3269, 4, 70000);
      two.put_double(3273, 0.25);
      const qsizetype h = add_header(two, 0);
      two.put(h + 117, 2, 0);
      two.all.append(QByteArray(70000, '\2'));
      const SegyFile file = parse_bytes(two.all);
      QCOMPARE(file.revision, 2);
      QCOMPARE(file.samples, 70000);
      QCOMPARE(file.dt, 0.25e-6);
      QCOMPARE(file.traces[69999], 2.0F);
    }
  }

  void stanzas_and_trailer_are_told_apart_from_traces() {
    for (const bool little : {false, true}) {
      const auto stanza = [](const char* text) { return QByteArray(text).leftJustified(3200, ' '); };
      const QByteArray counted = revision_two(little, [&](Bytes& b) {
        b.put(3505, 2, 2);
        b.all.append(stanza("((SEG: Layout ver 1.0))") + stanza("((OWN:Notes))"));
      });
      const SegyFile file = parse_bytes(counted);
      QCOMPARE(file.traces, one_to_four);
      QCOMPARE(file.stanzas, (std::vector<std::string>{"SEG: Layout ver 1.0", "OWN:Notes"}));
      const QByteArray open = revision_two(little, [&](Bytes& b) {
        b.put(3505, 2, 0xffff);
        b.all.append(stanza("((OWN:Notes))") + stanza("((SEG:EndText))"));
      });
      QCOMPARE(parse_bytes(open).traces, one_to_four);
      QByteArray trailed = revision_two(little, [&](Bytes& b) { b.put(3529, 4, 1); });
      trailed.append(stanza("((OWN:Behind))"));
      QCOMPARE(parse_bytes(trailed).traces, one_to_four);
      const QByteArray later = revision_two(little, [&](Bytes& b) {
        b.put(3521, 8, 3700);
        b.all.append(QByteArray(100, 'x'));
      });
      QCOMPARE(parse_bytes(later).traces, one_to_four);
      QVERIFY(says(parse_bytes(later).warnings, "byte 3700"));
    }
  }

  void additional_trace_headers_are_read() {
    for (const bool little : {false, true})
      for (const int blocks : {1, 2}) {
        QByteArray file = revision_two(
            little, [](Bytes&) {}, blocks);
        Bytes b{file, little};
        const qsizetype h = 3600 + 240;
        const SegyFile plain = parse_bytes(b.all);
        QCOMPARE(plain.traces, one_to_four);
        QCOMPARE(plain.geometry[0].source.x, 0.0);
        b.all.replace(h + 232, 8, "SEG00001");
        b.put_double(h + 97, 550551.8125), b.put_double(h + 113, 1.5);
        b.put_double(h + 161, -2.25), b.put_double(h + 169, 7e6);
        b.put(h + 157, 2, static_cast<std::uint64_t>(blocks));
        const SegyTrace trace = parse_bytes(b.all).geometry[0];
        QCOMPARE(trace.source.x, 550551.8125);
        QCOMPARE(trace.receiver.x, 1.5);
        QCOMPARE(trace.cdp_x, -2.25);
        QCOMPARE(trace.cdp_y, 7e6);
        b.put(h + 157, 2, 9);
        QVERIFY(refusal(b.all).contains("trace 1 has 9 additional headers"));
      }
  }

  void traces_may_differ_in_length_where_the_file_allows_it() {
    for (const int revision : {0, 1, 2}) {
      const QByteArray bytes = uneven(revision, 0).all;
      const SegyFile file = parse_bytes(bytes);
      QCOMPARE(file.samples, 5);
      QCOMPARE(file.lengths, (std::vector<int>{3, 5, 4}));
      QCOMPARE(file.not_finite, 0);
      QVERIFY(says(file.warnings, "3 to 5 samples"));
      const std::vector<float> rows{30, 31, 32, NAN, NAN, 50, 51, 52, 53, 54, 40, 41, 42, 43, NAN};
      for (std::size_t i = 0; i < rows.size(); ++i)
        QVERIFY(std::isnan(rows[i]) ? std::isnan(file.traces[i]) : file.traces[i] == rows[i]);
      // By traces it is the same.
      QTemporaryDir folder;
      put_bytes(inside(folder, "u.sgy"), bytes);
      const SegyTraces traces(inside(folder, "u.sgy"));
      std::vector<float> row(5);
      traces.read(2, row);
      QVERIFY(row[3] == 43.0F && std::isnan(row[4]));
    }
    QVERIFY(refusal(uneven(1, 1).all).contains("samples"));
    const QByteArray cut = uneven(1, 0).all.chopped(3);
    QVERIFY2(refusal(cut).contains("trace 3 has 4 samples, as its header says, and 13 bytes are left"),
             qPrintable(refusal(cut)));
  }

  void one_long_trace_does_not_ask_for_all_memory() {
    Bytes b = file_header(false, 8, 1);
    for (int t = 0; t < 200; ++t) {
      add_header(b, t == 100 ? 30000 : 1);
      b.all.append(QByteArray(t == 100 ? 30000 : 1, '\1'));
    }
    QVERIFY2(refusal(b.all).contains("differ too much"), qPrintable(refusal(b.all)));
  }

  void seismic_unix_files_are_read_in_either_order() {
    for (const bool little : {false, true}) {
      Bytes b;
      b.little = little;
      for (int t = 0; t < 3; ++t) {
        const qsizetype h = add_header(b, 4);
        b.put(h + 1, 4, static_cast<std::uint64_t>(t + 1));
        b.put(h + 73, 4, 500);
        for (int i = 0; i < 4; ++i)
          add_float(b, static_cast<float>(10 * t + i));
      }
      const SegyFile file = parse_bytes(b.all, "line.su");
      QVERIFY(file.is_su && file.text.empty());
      QCOMPARE(file.little_endian, little);
      QCOMPARE(file.geometry.size(), 3U);
      QCOMPARE(file.dt, 0.002);
      QCOMPARE(file.geometry[2].source.x, 500.0);
      QCOMPARE(file.traces[11], 23.0F);
      QVERIFY(refusal(b.all.chopped(1), "line.su").contains("fits neither"));
    }
    QVERIFY(refusal({}, "line.su").contains("no trace"));
    QVERIFY(refusal(QByteArray(239, '\0'), "line.su").contains("ends after 239 of 240"));
  }

  void what_is_wrong_is_refused_with_its_place_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("found");
    const auto two = [](auto change) { return revision_two(false, change); };
    QTest::newRow("pairs swapped") << two([](Bytes& b) { b.put(3297, 4, 0x02010403); }) << "in pairs";
    QTest::newRow("format 4") << two([](Bytes& b) { b.put(3225, 2, 4); }) << "withdrawn";
    QTest::newRow("format 13") << two([](Bytes& b) { b.put(3225, 2, 13); }) << "format is 13";
    QTest::newRow("samples") << two([](Bytes& b) { b.put(3269, 4, 0xffffffff); }) << "4294967295 samples";
    QTest::newRow("additional headers") << two([](Bytes& b) { b.put(3507, 4, 0xfffffff0); }) << "byte 3507";
    QTest::newRow("additional headers beyond the file")
        << two([](Bytes& b) { b.put(3507, 4, 3); }) << "of trace 1 ends after";
    QTest::newRow("first trace behind the end")
        << two([](Bytes& b) { b.put(3521, 8, 1'000'000); }) << "1000000";
    QTest::newRow("trailer beyond the file") << two([](Bytes& b) { b.put(3529, 4, 5); }) << "5 stanzas";
    QTest::newRow("trailer of no number") << two([](Bytes& b) { b.put(3529, 4, 0xffffffff); }) << "not said";
    QTest::newRow("stanzas without an end")
        << two([](Bytes& b) { b.put(3505, 2, 0xffff); }) << "extended textual header 1 ends";
  }
  void what_is_wrong_is_refused_with_its_place() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, found);
    const QString message = refusal(bytes);
    QVERIFY2(message.startsWith("g.sgy, byte ") && message.contains(found) && message.contains(';'),
             qPrintable(message));
  }
};

}  // namespace test_segy_kinds

FOLDWAVE_TEST(test_segy_kinds, run_guiless<test_segy_kinds::TestSegyKinds>)
#include "test_segy_kinds.moc"
