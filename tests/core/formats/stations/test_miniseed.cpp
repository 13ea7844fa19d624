// Protects the reader of miniSEED: what libmseed packs comes back to the bit in every encoding and order of
// bytes, records in any order are joined on one clock, gaps and overlaps are named with their station and
// time, and files that are cut, foreign or damaged are refused with the byte.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <random>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/formats/stations/miniseed.hpp"
#include "seed_records.hpp"
#include "tests/core/formats/format_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_miniseed {

using namespace foldwave;
using namespace foldwave::test;

namespace {

std::vector<std::int32_t> counts(int n, int seed = 1) {
  std::mt19937 random(static_cast<unsigned>(seed));
  std::vector<std::int32_t> samples;
  for (int i = 0; i < n; ++i)
    samples.push_back(static_cast<std::int32_t>(2000.0 * std::sin(0.1 * i)) +
                      static_cast<std::int32_t>(random() % 41) - 20);
  return samples;
}

std::vector<std::int32_t> part(const std::vector<std::int32_t>& of, std::size_t from, std::size_t to) {
  return {of.begin() + static_cast<std::ptrdiff_t>(from), of.begin() + static_cast<std::ptrdiff_t>(to)};
}

template <class Value>
std::vector<float> as_floats(const std::vector<Value>& values) {
  std::vector<float> floats;
  for (const Value v : values)
    floats.push_back(static_cast<float>(v));
  return floats;
}

std::int64_t after(double seconds) {
  return seed_time + std::llround(1e6 * seconds);
}

QString refused(const std::string& bytes) {
  return message_of<InputError>([&] { parse_miniseed(bytes, "f.mseed"); });
}

}  // namespace

class TestMiniseed : public QObject {
  Q_OBJECT
 private slots:
  void every_encoding_comes_back_data() {
    QTest::addColumn<int>("encoding");
    QTest::addColumn<bool>("big");
    for (const bool big : {true, false})
      for (const int encoding : {DE_INT16, DE_INT32, DE_FLOAT32, DE_FLOAT64, DE_STEIM1, DE_STEIM2})
        QTest::addRow("%d %s", encoding, big ? "big" : "little") << encoding << big;
  }
  void every_encoding_comes_back() {
    QFETCH(int, encoding);
    QFETCH(bool, big);
    SeedChannel of{"GR", "FUR", "00", "HHZ", 100.0, encoding, 512, big};
    const std::vector<std::int32_t> whole = counts(1000);
    std::string bytes;
    std::vector<float> expected = as_floats(whole);
    if (encoding == DE_FLOAT32 || encoding == DE_FLOAT64)
      for (float& v : expected)
        v *= 0.37F;
    if (encoding == DE_FLOAT32)
      bytes = seed_bytes(of, seed_time, expected);
    else if (encoding == DE_FLOAT64)
      bytes = seed_bytes(of, seed_time, std::vector<double>(expected.begin(), expected.end()));
    else
      bytes = seed_bytes(of, seed_time, whole);
    QVERIFY(bytes.size() >= 1024 && bytes.size() % 512 == 0);  // two records at least
    const SeedFile file = parse_miniseed(bytes, "f");
    QCOMPARE(file.traces.size(), std::size_t{1});
    QVERIFY(file.warnings.empty());
    const SeedTrace& trace = file.traces.front();
    QCOMPARE(trace.name(), std::string("GR.FUR.00.HHZ"));
    QCOMPARE(trace.start, seed_time);
    QCOMPARE(trace.interval, 0.01);
    QCOMPARE(trace.segments.size(), std::size_t{1});
    QVERIFY(trace.segments.front().samples == expected);
    QVERIFY(trace.fault.empty());
  }

  void records_of_any_order_and_channel_are_joined() {
    const std::vector<std::int32_t> z = counts(900), n = counts(400, 2);
    SeedChannel east;
    east.channel = "HHN";
    const std::string bytes = seed_bytes({}, after(6.0), part(z, 600, 900)) + seed_bytes(east, seed_time, n) +
                              seed_bytes({}, seed_time, part(z, 0, 600));
    const SeedFile file = parse_miniseed(bytes, "f");
    QCOMPARE(file.traces.size(), std::size_t{2});
    QCOMPARE(file.traces[0].channel, std::string("HHN"));
    QVERIFY(file.traces[1].segments.front().samples == as_floats(z));
    QVERIFY(file.warnings.empty());
  }

  // Within half a sample a record goes on; past it there is a gap, named by its station and time.
  void half_a_sample_is_the_rule() {
    const std::vector<std::int32_t> z = counts(300);
    const auto joined = [&](double late) {
      return parse_miniseed(
          seed_bytes({}, seed_time, part(z, 0, 100)) + seed_bytes({}, after(1.0 + late), part(z, 100, 300)),
          "f");
    };
    for (const double late : {0.0, 0.0049, -0.0049}) {
      const SeedFile file = joined(late);
      QCOMPARE(file.traces.front().segments.size(), std::size_t{1});
      QVERIFY(file.warnings.empty() && file.traces.front().segments.front().samples == as_floats(z));
    }
    const SeedFile gapped = joined(0.0051);
    const SeedTrace& trace = gapped.traces.front();
    QCOMPARE(trace.segments.size(), std::size_t{2});
    QCOMPARE(trace.segments[1].first, std::int64_t{101});
    QCOMPARE(trace.end(), std::int64_t{301});
    QCOMPARE(gapped.warnings, std::vector<std::string>{"GR.FUR..HHZ has a gap of 0.01 s from "
                                                       "2026-03-01T04:05:07.789012Z on"});
    QVERIFY(trace.fault.empty());
  }

  void overlaps_are_taken_once_or_are_a_fault() {
    const std::vector<std::int32_t> z = counts(300);
    const std::string first = seed_bytes({}, seed_time, part(z, 0, 200));
    const SeedFile same = parse_miniseed(first + seed_bytes({}, after(1.5), part(z, 150, 300)), "f");
    QVERIFY(same.traces.front().fault.empty());
    QVERIFY(same.traces.front().segments.front().samples == as_floats(z));
    QCOMPARE(same.warnings, std::vector<std::string>{"GR.FUR..HHZ has 50 samples twice, the first at "
                                                     "2026-03-01T04:05:08.289012Z"});
    // The same file twice over is one.
    const SeedFile twice = parse_miniseed(first + first, "f");
    QVERIFY(twice.traces.front().segments.front().samples == as_floats(part(z, 0, 200)));
    const SeedFile other = parse_miniseed(first + seed_bytes({}, after(1.5), counts(150, 7)), "f");
    QCOMPARE(other.traces.front().fault, std::string("has records that overlap from "
                                                     "2026-03-01T04:05:08.289012Z on and differ"));
    SeedChannel slow;
    slow.rate = 50.0;
    const SeedFile rates = parse_miniseed(first + seed_bytes(slow, after(2.0), counts(50)), "f");
    QCOMPARE(rates.traces.front().fault,
             std::string("has 100 samples a second, and 50 from 2026-03-01T04:05:08.789012Z on"));
  }

  void what_is_no_miniseed_is_refused() {
    const std::string good = seed_bytes({}, seed_time, counts(400));
    QVERIFY(!good.empty());
    QVERIFY(refused("").contains("is empty"));
    QVERIFY(refused(std::string(3600, 'C')).startsWith("f.mseed, byte 0: is no miniSEED record"));
    QVERIFY(refused(good.substr(0, 40)).contains("is no miniSEED record"));
    const QString cut = refused(good.substr(0, good.size() - 100));
    QVERIFY2(cut.contains("byte " + QString::number(good.size() - 512)) && cut.contains("it is cut"),
             qPrintable(cut));
    QVERIFY(refused("MS\x03" + std::string(60, '\0')).contains("miniSEED 3"));
    QVERIFY(refused(good + "trailing").contains("byte " + QString::number(good.size())));
    std::string longer = good;  // the count of samples, bytes 30 and 31
    longer[30] = '\x7f';
    QVERIFY2(refused(longer).contains("samples"), qPrintable(refused(longer)));
    std::string way = good;  // the encoding in blockette 1000, at byte 56
    way[60] = 77;
    QVERIFY2(refused(way).contains("number 77"), qPrintable(refused(way)));
    std::string size = good;
    size[62] = 60;
    QVERIFY2(refused(size).contains("2^60"), qPrintable(refused(size)));
    SeedChannel plain;
    plain.encoding = DE_INT32;
    std::string more = seed_bytes(plain, seed_time, counts(100));
    more[30] = '\x01';
    QVERIFY2(refused(more).contains("more than its record holds"), qPrintable(refused(more)));
  }

  // A changed bit of packed samples is found by the last of them, which the record tells too.
  void a_damaged_packing_is_refused() {
    const std::string good = seed_bytes({}, seed_time, counts(400));
    int found = 0, tried = 0;
    for (std::size_t at = 64 + 12; at < 64 + 300; at += 7) {
      std::string bad = good;
      bad[at] = static_cast<char>(bad[at] ^ 0x10);
      ++tried;
      if (refused(bad).contains("byte 0")) ++found;
    }
    QVERIFY2(found > 0.9 * tried, qPrintable(QString("%1 of %2").arg(found).arg(tried)));
  }

  // Whatever bits change, it is read or refused, and never holds much more than the file.
  void changed_bytes_are_read_or_refused() {
    SeedChannel plain;
    plain.encoding = DE_FLOAT32;
    const std::string good =
        seed_bytes({}, seed_time, counts(300)) + seed_bytes(plain, after(3.0), as_floats(counts(300)));
    std::mt19937 random(5);
    for (int trial = 0; trial < 3000; ++trial) {
      std::string bad = good;
      for (int n = 0; n < 3; ++n)
        bad[random() % (trial % 2 == 0 ? bad.size() : 72)] = static_cast<char>(random());
      try {
        std::size_t samples = 0;
        for (const SeedTrace& trace : parse_miniseed(bad, "f").traces)
          for (const SeedSegment& segment : trace.segments)
            samples += segment.samples.size();
        QVERIFY(samples * sizeof(float) <= 8 * bad.size());
      } catch (const InputError&) {
      }
    }
  }
};

}  // namespace test_miniseed

FOLDWAVE_TEST(test_miniseed, run_guiless<test_miniseed::TestMiniseed>)
#include "test_miniseed.moc"
