// Protects what stations recorded as a gather: the common window and its clock, places by the table, what is
// left out and what is refused by its station; and that an event is located from it as from SEG-Y, with its
// time of day in QuakeML, the table of events and the report.
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/base/time/utc.hpp"
#include "core/engine/location/image_run.hpp"
#include "core/engine/location/image_setup.hpp"
#include "core/engine/pipeline.hpp"
#include "core/engine/recorded/station_gather.hpp"
#include "core/formats/segy/segy.hpp"
#include "core/model/scenario_check.hpp"
#include "core/output/image_files.hpp"
#include "tests/banged_section.hpp"
#include "tests/core/formats/format_test_help.hpp"
#include "tests/core/formats/stations/seed_records.hpp"
#include "tests/test_program.hpp"

namespace test_station_gather {

using namespace foldwave;
using namespace foldwave::test;

namespace {

// A trace whose sample n is n, from its own begin.
std::string counted(const char* station, double begin, int samples, int from = 0,
                    const SeedChannel& like = {}) {
  SeedChannel of = like;
  of.station = station;
  of.encoding = DE_FLOAT32;
  std::vector<float> values;
  for (int n = 0; n < samples; ++n)
    values.push_back(static_cast<float>(from + n));
  return seed_bytes(of, seed_time + std::llround(1e6 * begin), values);
}

constexpr const char* table = "station,x,y,z\nA,100,0,5\nB,200,0,6\nC,300,0,7\n";

struct Joined {
  StationGather made;
  std::vector<std::string> warnings;
};

Joined joined(const std::string& bytes, BadTraces bad = BadTraces::refuse, const char* stations = table) {
  Joined all;
  all.made = station_gather(parse_miniseed(bytes, "f"), parse_stations(stations, "s"), bad, all.warnings);
  return all;
}

QString refused(const std::string& bytes, const char* stations = table) {
  return message_of<InputError>([&] { joined(bytes, BadTraces::refuse, stations); });
}

bool has_word(const std::vector<std::string>& warnings, const std::string& word) {
  return std::any_of(warnings.begin(), warnings.end(),
                     [&](const std::string& w) { return w.find(word) != std::string::npos; });
}

}  // namespace

class TestStationGather : public QObject {
  Q_OBJECT
 private slots:
  void the_window_is_what_all_have() {
    const Joined all = joined(counted("A", 0.0, 100) + counted("B", 0.2, 100) + counted("C", -0.3, 120));
    const Gather& gather = all.made.gather;
    QCOMPARE(all.made.began, seed_time + 200000);
    QCOMPARE(gather.samples, 70);  // C ends first, at -0.3 + 1.2
    QCOMPARE(gather.dt, 0.01);
    QCOMPARE(gather.traces.size(), std::size_t{210});
    QCOMPARE(gather.trace(0)[0], 20.0F);
    QCOMPARE(gather.trace(1)[0], 0.0F);
    QCOMPARE(gather.trace(2)[0], 50.0F);
    QCOMPARE(gather.trace(2)[69], 119.0F);
    QVERIFY(gather.receivers[2] == (Vec3{300, 0, 7}));
    QCOMPARE(gather.names, (std::vector<std::string>{"GR.A..HHZ", "GR.B..HHZ", "GR.C..HHZ"}));
    QVERIFY(all.warnings.empty());
    const QString apart = refused(counted("A", 0.0, 100) + counted("B", 5.0, 100));
    QVERIFY2(apart.startsWith("GR.B..HHZ: begins at 2026-03-01T04:05:11.789012Z, and GR.A..HHZ ends at "
                              "2026-03-01T04:05:07.779012Z"),
             qPrintable(apart));
  }

  // Off the clock by 0.4 of a sample the nearest is the one at hand, by 0.6 the next.
  void the_nearest_sample_is_taken() {
    const Joined early = joined(counted("A", 0.0, 100) + counted("B", 0.104, 100) + counted("C", 0.0, 100));
    QCOMPARE(early.made.gather.trace(0)[0], 10.0F);
    QVERIFY(has_word(early.warnings, "up to 0.4 of an interval off"));
    const Joined late = joined(counted("A", 0.0, 100) + counted("B", 0.106, 100) + counted("C", 0.0, 100));
    QCOMPARE(late.made.gather.trace(0)[0], 11.0F);
    QCOMPARE(late.made.gather.samples, 89);
  }

  void intervals_may_drift_by_half_a_sample() {
    SeedChannel other;
    other.rate = 100.3;  // 0.3 samples over the window
    QCOMPARE(joined(counted("A", 0.0, 100) + counted("B", 0.0, 100, 0, other)).made.gather.samples, 100);
    other.rate = 100.7;
    const QString said = refused(counted("A", 0.0, 100) + counted("B", 0.0, 100, 0, other));
    QVERIFY2(
        said.startsWith("GR.B..HHZ: has a sample every 0.00993") && said.contains("GR.A..HHZ every 0.01 s"),
        qPrintable(said));
  }

  void gaps_count_in_the_window_alone() {
    const std::string gapped = counted("B", 0.0, 30) + counted("B", 0.4, 160, 40);
    // The others begin after it.
    const Joined after = joined(counted("A", 0.5, 100) + gapped + counted("C", 0.5, 100));
    QCOMPARE(after.made.gather.trace(1)[0], 50.0F);
    QVERIFY(has_word(after.warnings, "GR.B..HHZ has a gap of 0.1 s"));
    const std::string within = counted("A", 0.1, 100) + gapped + counted("C", 0.1, 100);
    const QString said = refused(within);
    QVERIFY2(said.startsWith("GR.B..HHZ: has a gap from 2026-03-01T04:05:07.089012Z on"), qPrintable(said));
    const Joined without = joined(within, BadTraces::leave_out);
    QCOMPARE(without.made.gather.receivers.size(), std::size_t{2});
    QVERIFY(has_word(without.warnings,
                     "GR.B..HHZ has a gap from 2026-03-01T04:05:07.089012Z on and is left out"));
    // What is left out bounds no window.
    const Joined wider = joined(
        counted("A", 0.0, 200) + counted("B", 0.8, 10) + counted("B", 1.2, 10, 40) + counted("C", 0.0, 200),
        BadTraces::leave_out);
    QCOMPARE(wider.made.gather.samples, 200);
    QCOMPARE(wider.made.began, seed_time);
  }

  void places_are_by_the_table() {
    const std::string all = counted("A", 0.0, 100) + counted("D", 0.0, 100);
    const QString unknown = refused(all);
    QVERIFY2(unknown.startsWith("GR.D..HHZ: has no place"), qPrintable(unknown));
    const Joined kept = joined(all, BadTraces::leave_out);
    QCOMPARE(kept.made.gather.receivers.size(), std::size_t{1});
    QVERIFY(has_word(kept.warnings, "GR.D..HHZ has no place") &&
            has_word(kept.warnings, "no trace is of *.B.*.*, *.C.*.*"));
    SeedChannel north;
    north.channel = "HHN";
    const std::string two = counted("A", 0.0, 100) + counted("A", 0.0, 100, 500, north);
    const QString both = refused(two);
    QVERIFY2(both.contains("GR.A..HHN") && both.contains("GR.A..HHZ") && both.contains("column \"channel\""),
             qPrintable(both));
    const Joined one = joined(two, BadTraces::refuse, "station,channel,x,y,z\nA,HHN,1,2,3\n");
    QCOMPARE(one.made.gather.trace(0)[0], 500.0F);
    QVERIFY(has_word(one.warnings, "the table does not list GR.A..HHZ"));
  }

  void an_event_is_located_as_from_segy() {
    const QTemporaryDir folder;
    Scenario s = banged_section();
    s.imaging->noise = 0.0;
    s.folder = folder.path().toStdString();
    const FoldResult fold = run_fold(s, *cpu_backend(), {});
    const WaveResult wave = run_wave(s, fold, *cpu_backend(), {}, {});
    const Gather& gather = wave.run.gather;
    SegyGather segy;
    segy.dt = gather.dt;
    segy.samples = gather.samples;
    segy.traces = gather.traces;
    QByteArray places("network,station,x,y,depth\n");
    std::string records;
    for (std::size_t r = 0; r < gather.receivers.size(); ++r) {
      const Vec3 map = s.grid.origin + gather.receivers[r];
      segy.geometry.emplace_back().receiver = map;
      SeedChannel of{"XX", "S" + std::to_string(r), "", "HHZ", 1.0 / gather.dt, DE_FLOAT32, 512, true};
      const float* const from = gather.trace(static_cast<int>(r));
      // Some begin before the others.
      const auto early = static_cast<std::size_t>(r % 3);
      std::vector<float> samples(early, 0.0F);
      samples.insert(samples.end(), from, from + gather.samples);
      records += seed_bytes(of, seed_time - static_cast<std::int64_t>(early) * std::llround(1e6 * gather.dt),
                            samples);
      places +=
          QString("XX,S%1,%2,%3,%4\n").arg(r).arg(map.x, 0, 'f', 3).arg(map.y).arg(map.z, 0, 'f', 3).toUtf8();
    }
    write_segy(inside(folder, "g.sgy"), segy);
    put_bytes(inside(folder, "g.mseed"), QByteArray::fromStdString(records));
    put_bytes(inside(folder, "s.csv"), places);

    s.imaging->data = "g.sgy";
    const ImageResult of_segy = run_image(s, fold, nullptr, *cpu_backend(), {});
    QVERIFY(!of_segy.began && events_csv(of_segy).find("time_utc") == std::string::npos);
    s.imaging->data = "g.mseed";
    s.imaging->stations = "s.csv";
    QVERIFY(!has_errors(check_scenario(s)) && !has_errors(check_image_setup(s, *cpu_backend(), {})));
    const ImageResult of_seed = run_image(s, fold, nullptr, *cpu_backend(), {});
    QCOMPARE(of_seed.located.events.size(), std::size_t{1});
    const EventState &a = of_segy.located.events.front().state, &b = of_seed.located.events.front().state;
    QVERIFY2(norm(a.position - b.position) < 1e-3 * s.grid.h[0],
             qPrintable(QString::number(norm(a.position - b.position))));
    // Samples and places are rounded otherwise: 4e-6 s, 0.002 of a sample.
    QVERIFY2(std::abs(a.time - b.time) < 1e-5, qPrintable(QString::number(a.time - b.time)));
    QCOMPARE(of_seed.samples, gather.samples);

    // The source goes off 0.0737 s after the traces begin, at 04:05:06.789012.
    QVERIFY(of_seed.began && *of_seed.began == seed_time);
    const std::string at = utc_text(seed_time + std::llround(1e6 * b.time));
    QVERIFY2(at.starts_with("2026-03-01T04:05:06.86"), at.c_str());
    QVERIFY(events_quakeml(of_seed, "a").find("<time><value>" + at + "</value>") != std::string::npos);
    const std::string csv = events_csv(of_seed);
    QVERIFY(csv.find(",time_utc\n") != std::string::npos && csv.find("," + at + "\n") != std::string::npos);
    const StageReport report = stage_report(of_seed);
    QVERIFY(std::any_of(report.figures.begin(), report.figures.end(),
                        [](const auto& figure) { return figure.first == "began"; }));

    // A station off the grid is named.
    put_bytes(inside(folder, "s.csv"), QByteArray(places).replace("XX,S4,", "XX,S4,9"));
    const QString off = message_of<InputError>([&] { run_image(s, fold, nullptr, *cpu_backend(), {}); });
    QVERIFY2(off.startsWith("XX.S4..HHZ: has its receiver outside the grid"), qPrintable(off));
    s.imaging->stations.clear();
    QVERIFY(has_errors(check_scenario(s)));
    s.imaging->stations = "s.csv";
    s.imaging->data.clear();
    QVERIFY(has_errors(check_scenario(s)));
  }
};

}  // namespace test_station_gather

FOLDWAVE_TEST(test_station_gather, run_guiless<test_station_gather::TestStationGather>)
#include "test_station_gather.moc"
