// Protects packing and unpacking by pieces: the file is that of the whole packer, the bound holds whether it
// is absolute or of the range, thin volumes and traps come back, memory stays small, and a damaged brick, a
// full disk or a folder that goes away leave nothing half-written.
#include <QTest>

#include "core/base/system.hpp"
#include "core/volume/tools/volume_pack.hpp"
#include "core/volume/tools/volume_statistics.hpp"
#include "tests/test_program.hpp"
#include "tools_test_help.hpp"

namespace test_volume_pack {

using namespace foldwave;
using namespace foldwave::test;

namespace {

PackChoice choice_of(const std::string& codec, double error = 0.0, bool relative = false, int brick = 64) {
  PackChoice choice;
  choice.codec = codec;
  choice.error = error;
  choice.relative = relative;
  choice.brick = brick;
  return choice;
}

}  // namespace

class TestVolumePack : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::filesystem::path at(const char* name) const { return inside(folder_, name); }
  std::unique_ptr<VolumeSource> raw(const std::vector<float>& values, const std::array<int, 3>& n,
                                    const std::string& axes = {}) const {
    put_floats(at("v.f32"), values);
    return open_volume(at("v.f32"), laid_out(n, axes));
  }

 private slots:
  void the_file_is_that_of_the_whole_packer() {
    for (const std::array<int, 3>& n : {std::array{70, 33, 90}, std::array{1, 1, 1}, std::array{9, 1, 70},
                                        std::array{70, 9, 1}, std::array{1, 65, 64}})
      for (const std::string& codec : codecs_of_each_kind()) {
        const std::vector<float> values = wave_values(n);
        pack_volume_file(*raw(values, n), at("parts.hdf"), choice_of(codec, 1e-3, false, 16));
        VolumeFacts facts;
        facts.grid = map_grid(n);
        facts.codec = codec;
        facts.error_bound = 1e-3;
        write_volume_file(at("whole.hdf"), pack_volume(values, facts, {}, 16));
        QVERIFY2(bytes_of(at("parts.hdf")) == bytes_of(at("whole.hdf")), codec.c_str());
        QVERIFY(largest_error(VolumeFile(at("parts.hdf")).read_all().values(), values) <= 1e-3);
      }
  }

  void columns_give_the_same_values_as_rows() {
    const std::array<int, 3> n{20, 18, 40};
    std::vector<float> columns;
    for (int j = 0; j < n[1]; ++j)
      for (int i = 0; i < n[0]; ++i)
        for (int k = 0; k < n[2]; ++k)
          columns.push_back(float(1 + i + 200 * j + 40000 * k));
    pack_volume_file(*raw(columns, n, "zxy"), at("c.hdf"), choice_of("lz4", 0.0, false, 8));
    QVERIFY(same_bits(VolumeFile(at("c.hdf")).read_all().values(), node_values(n)));
  }

  void a_relative_error_is_of_the_range() {
    const std::array<int, 3> n{40, 30, 20};
    std::vector<float> values = wave_values(n);
    for (float& v : values)
      v = 300.0F + 50.0F * v;
    values[11] = NAN;
    values[12] = INFINITY;
    const auto source = raw(values, n);
    const VolumeStatistics s = statistics_of(*source, Damage::refuse);
    for (const std::string& codec : codecs_of_each_kind()) {
      const PackOutcome outcome = pack_volume_file(*source, at("r.hdf"), choice_of(codec, 1e-3, true));
      QCOMPARE(outcome.error_bound, 1e-3 * (s.largest - s.least));
      const auto packed = open_volume(at("r.hdf"));
      QCOMPARE(packed->index()->facts.error_bound, outcome.error_bound);
      const VolumeDifference d = difference_of(*source, *packed);
      QVERIFY2(d.unlike == 0 && d.quality.largest <= outcome.error_bound &&
                   (codec == "none" || d.quality.largest >= 0.0),
               codec.c_str());
      QCOMPARE(outcome.bytes, std::uintmax_t(bytes_of(at("r.hdf")).size()));
    }
  }

  void what_was_packed_keeps_its_facts() {
    const std::array<int, 3> n{20, 1, 18};
    write_volume(at("s.hdf"), wave_values(n), facts_of(n, "blosc", 1e-3), 8);
    const auto source = open_volume(at("s.hdf"));
    const PackOutcome outcome = pack_volume_file(*source, at("t.hdf"), choice_of("wave", 1e-2));
    QCOMPARE(outcome.remarks.size(), 1U);
    const VolumeFile again(at("t.hdf"));
    QCOMPARE(again.index().facts.array, std::string("pressure"));
    QCOMPARE(again.index().facts.step, std::optional<int>(120));
    QCOMPARE(again.index().facts.time, std::optional<double>(0.24));
    QVERIFY(largest_error(again.read_all().values(), wave_values(n)) <= 1e-3 + 1e-2);
  }

  void what_cannot_be_is_refused_before_it_is_read() {
    const auto source = raw(node_values({8, 8, 8}), {8, 8, 8});
    const auto message = [&](const PackChoice& choice, const char* to = "x.hdf") {
      return message_of<InputError>([&] { pack_volume_file(*source, at(to), choice); });
    };
    QVERIFY(message(choice_of("sz3")).contains("sz3"));
    QVERIFY(message(choice_of("blosc", -1.0)).contains("no error bound"));
    QVERIFY(message(choice_of("blosc", NAN)).contains("no error bound"));
    QVERIFY(message(choice_of("blosc", 0, false, 4)).contains("8 to 256"));
    QVERIFY(message(choice_of("blosc"), "x.vti").contains("ends in .hdf"));
    QVERIFY(message(choice_of("blosc"), "no/folder/x.hdf").contains("x.hdf"));
    QVERIFY(!std::filesystem::exists(at("x.hdf")) && !std::filesystem::exists(at("x.hdf.part")));
  }

  void a_damaged_brick_is_refused_or_gone_round() {
    const std::array<int, 3> n{40, 20, 20};
    write_volume(at("d.hdf"), node_values(n), facts_of(n, "lz4"), 16);
    const StoredBrick hurt = VolumeFile(at("d.hdf")).index().bricks.at(3);
    QByteArray bytes = bytes_of(at("d.hdf"));
    bytes[qsizetype(hurt.offset + hurt.bytes / 2)] = char(bytes[qsizetype(hurt.offset + hurt.bytes / 2)] ^ 1);
    put_bytes(at("d.hdf"), bytes);
    const auto source = open_volume(at("d.hdf"));
    QVERIFY(message_of<InputError>([&] { pack_volume_file(*source, at("e.hdf"), {}); }).contains("brick 3"));
    QVERIFY(!std::filesystem::exists(at("e.hdf")));
    for (const char* const name : {"e.hdf", "e.f32", "e.sgy"}) {
      PackChoice go_on;
      go_on.damage = Damage::go_on;
      const PackOutcome outcome = std::string(name) == "e.hdf"
                                      ? pack_volume_file(*source, at(name), go_on)
                                      : unpack_volume_file(*source, at(name), Damage::go_on);
      QCOMPARE(outcome.damaged.size(), 1U);
      QCOMPARE(outcome.damaged[0].number, 3);
      const auto back = values_of(*open_volume(at(name)));
      const NodeBox& box = outcome.damaged[0].nodes;
      const std::vector<float> values = node_values(n);
      for (int k = 0; k < n[2]; ++k)
        for (int j = 0; j < n[1]; ++j)
          for (int i = 0; i < n[0]; ++i) {
            const auto m = std::size_t(i + n[0] * (j + n[1] * k));
            const bool lost = i >= box.low[0] && i < box.low[0] + box.n[0] && j >= box.low[1] &&
                              j < box.low[1] + box.n[1] && k >= box.low[2] && k < box.low[2] + box.n[2];
            QVERIFY(lost ? std::isnan(back[m]) : back[m] == values[m]);
          }
    }
  }

  void a_full_disk_leaves_what_was_there() {
    const std::array<int, 3> n{64, 64, 64};
    const auto small = raw(node_values({8, 8, 8}), {8, 8, 8});
    pack_volume_file(*small, at("f.hdf"), {});
    unpack_volume_file(*small, at("f.f32"), Damage::refuse);
    unpack_volume_file(*small, at("f.sgy"), Damage::refuse);
    const QByteArray hdf = bytes_of(at("f.hdf")), floats = bytes_of(at("f.f32")),
                     traces = bytes_of(at("f.sgy"));
    put_floats(at("large.f32"), wave_values(n));
    const auto large = open_volume(at("large.f32"), laid_out(n));
    {
      const FullDisk full(100'000);
      QVERIFY(throws<ResourceError>([&] { pack_volume_file(*large, at("f.hdf"), {}); }));
      QVERIFY(throws<ResourceError>([&] { unpack_volume_file(*large, at("f.f32"), Damage::refuse); }));
      QVERIFY(throws<ResourceError>([&] { unpack_volume_file(*large, at("f.sgy"), Damage::refuse); }));
    }
    QVERIFY(bytes_of(at("f.hdf")) == hdf && bytes_of(at("f.f32")) == floats &&
            bytes_of(at("f.sgy")) == traces);
    for (const char* const part : {"f.hdf.part", "f.f32.part", "f.sgy.part"})
      QVERIFY(!std::filesystem::exists(at(part)));
  }

  void a_folder_that_goes_away_is_said() {
    const std::array<int, 3> n{130, 130, 130};
    put_floats(at("large.f32"), std::vector<float>(std::size_t(130 * 130 * 130), 1.5F));
    std::filesystem::create_directory(at("gone"));
    // It goes when the first piece is reported.
    struct Remove final : Progress {
      std::filesystem::path folder;
      void report(const ProgressReport&) override { std::filesystem::remove_all(folder); }
    } remove;
    remove.folder = at("gone");
    const auto source = open_volume(at("large.f32"), laid_out(n));
    const QString message = message_of<InputError>([&] {
      pack_volume_file(*source, at("gone") / "x.hdf", {}, {&remove, {}});
    });
    QVERIFY2(message.contains("gone/x.hdf"), qPrintable(message));
  }

  void a_stop_leaves_nothing() {
    std::stop_source stop;
    struct Stop final : Progress {
      std::stop_source* source = nullptr;
      void report(const ProgressReport&) override { source->request_stop(); }
    } progress;
    progress.source = &stop;
    const auto source = raw(node_values({40, 40, 40}), {40, 40, 40});
    QVERIFY(throws<Stopped>([&] {
      pack_volume_file(*source, at("stop.hdf"), {}, {&progress, stop.get_token()});
    }));
    QVERIFY(!std::filesystem::exists(at("stop.hdf")) && !std::filesystem::exists(at("stop.hdf.part")));
  }

  // 1 GB of zeros and some values that take no disk, through a fraction of its memory.
  void a_large_volume_goes_through_little_memory() {
    const std::array<int, 3> n{1024, 512, 512};
    put_bytes(at("sparse.f32"), QByteArray());
    std::filesystem::resize_file(at("sparse.f32"), std::uintmax_t{4} * 1024 * 512 * 512);
    const auto source = open_volume(at("sparse.f32"), laid_out(n));
    reset_peak_memory();
    const std::int64_t before = resident_memory_bytes();
    pack_volume_file(*source, at("sparse.hdf"), choice_of("wave", 1e-3));
    const std::int64_t took = peak_memory_bytes() - before;
    QVERIFY2(took < 400'000'000, qPrintable(QString::number(took)));
    QVERIFY(bytes_of(at("sparse.hdf")).size() < 1'000'000);
    std::filesystem::remove(at("sparse.f32"));
  }
};

}  // namespace test_volume_pack

FOLDWAVE_TEST(test_volume_pack, run_guiless<test_volume_pack::TestVolumePack>)
#include "test_volume_pack.moc"
