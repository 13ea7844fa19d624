// Protects the bench of packed volumes on slow disks: the model's equations against the thesis's printed
// times, and rows that measure what they say.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/base/clock.hpp"
#include "core/base/error.hpp"
#include "core/bench/io.hpp"
#include "core/bench/io_disk.hpp"
#include "core/bench/process.hpp"
#include "core/forecast/io/io_model.hpp"
#include "tests/test_program.hpp"

namespace test_bench_io {

using namespace foldwave;

const std::string temporary = std::filesystem::temp_directory_path().string();

class TestBenchIo : public QObject {
  Q_OBJECT
 private slots:
  // Aqrawi 2010: 12,207 MB, AAN 3D on a graphics card (584 MB/s, ratio 6.58), 200 blocks.
  void the_model_gives_the_times_of_the_thesis() {
    const std::array<double, 3> disks{34.76, 69.32, 140.23}, by_turns{74.2, 47.6, 34.1},
        overlapped{53.4, 26.8, 21.0};
    for (std::size_t d = 0; d < disks.size(); ++d) {
      const IoCase c{12207.0, 6.58, disks[d], 584.0, 200.0};
      QVERIFY(std::abs(one_by_one_seconds(c) - by_turns[d]) < 0.006 * by_turns[d]);
      QVERIFY(std::abs(overlapped_seconds(c) - overlapped[d]) < 0.006 * overlapped[d]);
    }
    const IoCase c{100.0, 4.0, 10.0, 20.0, 10.0};
    QCOMPARE(plain_seconds(c), 10.0);
    QCOMPARE(gain_limit(c), 2.0);
  }

  void a_slow_disk_keeps_its_rate() {
    SlowFile file(temporary, 20e6);
    const std::vector<std::byte> bytes(200'000, std::byte{7});
    std::vector<std::byte> back(bytes.size());
    const Clock clock;
    for (std::uint64_t m = 0; m < 10; ++m)
      file.write(bytes, m * bytes.size());
    const double seconds = clock.seconds();
    QVERIFY2(seconds >= 0.0999 && seconds < 0.15, qPrintable(QString::number(seconds)));
    file.read(back, 9 * bytes.size());
    QVERIFY(back == bytes);
    QVERIFY_THROWS_EXCEPTION(ResourceError, file.read(back, 10 * bytes.size()));
    QVERIFY_THROWS_EXCEPTION(InputError, SlowFile("/nowhere", 1.0));
  }

  void each_codec_has_its_rows() {
    IoBenchPlan plan;
    plan.sizes = {72};
    plan.disks = {200e6};
    plan.repeat = 1;
    plan.codecs = {"blosc", "zfp", "none", "wave", "rle", "quick", "fast-dct-3d"};
    int told = 0;
    const auto rows = bench_io(plan, temporary, [&](const IoBenchRow&) { ++told; });
    QCOMPARE(rows.size(), 2 * plan.codecs.size());
    for (const std::string& codec : plan.codecs)
      QVERIFY(std::ranges::count(io_bench_codecs(), codec) == 1);
    QCOMPARE(told, static_cast<int>(rows.size()));
    for (const IoBenchRow& row : rows) {
      QVERIFY2(row.same_bytes, row.codec.c_str());
      QVERIFY2(row.largest_error <= row.error_bound, row.codec.c_str());
      QVERIFY(row.plain_seconds >= 0.99 * 4.0 * 72 * 72 * 72 / 200e6);
      QVERIFY(row.one_by_one_seconds >= 4.0 * 72 * 72 * 72 / row.ratio / 200e6);
      QVERIFY(row.gain_limit > 0.0 && row.codec_rate > 0.0);
      // 72^3 nodes are eight bricks: between in turns and nothing but the slower of the two.
      const double bytes = 4.0 * 72 * 72 * 72, disk = bytes / row.ratio / 200e6,
                   codec = bytes / row.codec_rate;
      QVERIFY(row.pipeline_model <= row.one_by_one_model * (1.0 + 1e-9));
      QVERIFY(row.pipeline_model >= std::max(disk, codec));
      QCOMPARE(row.limit, std::string(disk > codec ? "disk" : "codec"));
    }
  }

  // Whatever the blocks, without loss the process gives what the filter gives of the whole.
  void whole_processes_have_their_rows() {
    ProcessBenchPlan plan;
    plan.disks = {140.23e6, 500e6};
    plan.repeat = 1;
    plan.codec = "blosc";
    for (const double error : {0.0, 1e-2}) {
      plan.error = error;
      plan.sizes = {error > 0.0 ? 72 : 50};
      const auto rows = bench_process(*cpu_backend(), plan, temporary, [](const ProcessBenchRow&) {});
      QCOMPARE(rows.size(), std::size_t{2 * 3 * 2});
      for (const ProcessBenchRow& row : rows) {
        const std::string name = row.filter + " " + std::to_string(row.format) + " " + std::to_string(row.n);
        QVERIFY2(row.same_result, name.c_str());
        QCOMPARE(row.blocks, row.format != 3 ? 4 : (row.n + 31) / 32);
        const double bytes = 4.0 * row.n * row.n * row.n;
        QVERIFY2(row.plain_read_seconds >= 0.99 * bytes / row.disk_rate, name.c_str());
        QVERIFY2(row.overlapped_seconds >= 0.99 * bytes / row.ratio / row.disk_rate, name.c_str());
        QVERIFY(row.plain_filter_seconds > 0.0 && row.quick_filter_seconds > 0.0);
        QCOMPARE(row.seed_gain.has_value(), row.format == 3 && row.disk_rate < 200e6);
        if (row.seed_gain) QCOMPARE(*row.seed_gain, row.filter == "hough" ? 19.0 : 13.0);
      }
      // What is stored twice costs room.
      const auto ratio = [&](int format) {
        return std::ranges::find_if(rows, [&](const ProcessBenchRow& r) { return r.format == format; })
            ->ratio;
      };
      QVERIFY2(ratio(2) < 0.95 * ratio(1), qPrintable(QString("%1 %2").arg(ratio(1)).arg(ratio(2))));
    }
  }

  void an_unknown_codec_is_refused() {
    IoBenchPlan plan;
    plan.sizes = {8};
    plan.codecs = {"magic"};
    QVERIFY_THROWS_EXCEPTION(InputError, bench_io(plan, temporary, [](const IoBenchRow&) {}));
  }
};

}  // namespace test_bench_io

FOLDWAVE_TEST(test_bench_io, run_guiless<test_bench_io::TestBenchIo>)
#include "test_bench_io.moc"
