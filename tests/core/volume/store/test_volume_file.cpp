// Protects a volume's way into a .hdf file and back: values, place, step and time for every size and codec;
// the same file for any number of threads; boxes and slices that are those of the whole; a full disk, a place
// that is none and a stop leave nothing behind.
#include <omp.h>

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include "core/base/clock.hpp"
#include "core/base/system.hpp"
#include "store_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_volume_file {

using namespace foldwave;
using namespace foldwave::test;

class TestVolumeFile : public QObject {
  Q_OBJECT

 private slots:
  void everything_comes_back_data() {
    QTest::addColumn<int>("nx");
    QTest::addColumn<int>("ny");
    QTest::addColumn<int>("nz");
    QTest::newRow("several bricks") << 70 << 65 << 66;
    QTest::newRow("section") << 70 << 1 << 65;
    QTest::newRow("plane") << 33 << 20 << 1;
    QTest::newRow("one thick in x") << 1 << 9 << 70;
    QTest::newRow("line") << 9 << 1 << 1;
    QTest::newRow("one node") << 1 << 1 << 1;
  }
  void everything_comes_back() {
    QFETCH(int, nx);
    QFETCH(int, ny);
    QFETCH(int, nz);
    const std::array<int, 3> n{nx, ny, nz};
    QTemporaryDir folder;
    const auto path = inside(folder, "v.hdf");
    for (const std::string& codec : hdf_codecs())
      for (const double bound : {0.0, 1e-3}) {
        const VolumeFacts facts = facts_of(n, codec, bound);
        const std::vector<float> values = wave_values(n);
        write_volume(path, values, facts, nx > 64 ? 32 : 64);
        const VolumeFile file(path);
        QCOMPARE(file.grid().n, n);
        QCOMPARE(file.grid().h, facts.grid.h);
        QVERIFY(std::abs(file.grid().origin.x - facts.grid.origin.x) <= 1e-9);
        QVERIFY(std::abs(file.grid().origin.y - facts.grid.origin.y) <= 1e-9);
        QVERIFY(std::abs(file.grid().origin.z - facts.grid.origin.z) <= 1e-9);
        QCOMPARE(file.index().facts.array, std::string("pressure"));
        QCOMPARE(file.index().facts.codec, codec);
        QCOMPARE(file.index().facts.error_bound, bound);
        QCOMPARE(file.index().facts.step, std::optional(120));
        QCOMPARE(file.index().facts.time, std::optional(0.24));
        QVERIFY(file.index().ours && file.index().summed);
        const Field<float> back = file.read_all();
        if (bound == 0.0) QVERIFY(same_bits(back.values(), values));
        QVERIFY(largest_error(back.values(), values) <= bound);
      }
    QCOMPARE(entries_in(folder), 1);
  }

  // What is not a number is kept, also where the rest is rounded.
  void what_is_no_number_is_kept() {
    QTemporaryDir folder;
    const std::array<int, 3> n{40, 12, 9};
    std::vector<float> values = wave_values(n);
    values[5] = std::bit_cast<float>(0xFFC0ABCDU);
    values[4000] = INFINITY;
    for (const std::string& codec : hdf_codecs()) {
      write_volume(inside(folder, "v.hdf"), values, facts_of(n, codec, 1e-2));
      const Field<float> back = VolumeFile(inside(folder, "v.hdf")).read_all();
      QCOMPARE(std::bit_cast<std::uint32_t>(back[5]), 0xFFC0ABCDU);
      QCOMPARE(back[4000], INFINITY);
      QVERIFY(std::abs(back[6] - values[6]) <= 1e-2F);
    }
  }

  void any_threads_give_the_same_bytes() {
    QTemporaryDir folder;
    const std::array<int, 3> n{100, 70, 66};
    const std::vector<float> values = wave_values(n);
    const int before = omp_get_max_threads();
    QByteArray first;
    for (const int threads : {1, 2, 3, 8}) {
      omp_set_num_threads(threads);
      write_volume(inside(folder, "v.hdf"), values, facts_of(n, "blosc", 1e-4), 16);
      const QByteArray bytes = bytes_of(inside(folder, "v.hdf"));
      if (threads == 1) first = bytes;
      QCOMPARE(bytes, first);
    }
    omp_set_num_threads(before);
  }

  void slices_are_those_of_the_whole() {
    QTemporaryDir folder;
    const std::array<int, 3> n{37, 29, 41};
    const std::vector<float> values = node_values(n);
    write_volume(inside(folder, "v.hdf"), values, facts_of(n, "blosc"), 8);
    const VolumeFile file(inside(folder, "v.hdf"));
    for (const std::size_t most : {std::size_t{1}, std::size_t{20000}, VolumeSlices::usual_bytes}) {
      VolumeSlices slices(file, most);
      for (int axis = 0; axis < 3; ++axis)
        for (const int at : {0, 1, 17, n[static_cast<std::size_t>(axis)] - 1, 16}) {
          const std::vector<float> slice = slices.slice(axis, at);
          std::size_t m = 0;
          for (int k = 0; k < n[2]; ++k)
            for (int j = 0; j < n[1]; ++j)
              for (int i = 0; i < n[0]; ++i)
                if ((axis == 0 ? i : axis == 1 ? j : k) == at)
                  QCOMPARE(slice.at(m++), values[static_cast<std::size_t>(i + n[0] * (j + n[1] * k))]);
          QCOMPARE(slice.size(), m);
        }
      QVERIFY(throws<InputError>([&] { slices.slice(0, n[0]); }));
      QVERIFY(throws<InputError>([&] { slices.slice(3, 0); }));
      QVERIFY(throws<InputError>([&] { slices.slice(1, -1); }));
    }
    std::vector<float> out(8);
    QVERIFY(throws<InputError>([&] { file.read_box({{36, 0, 0}, {2, 2, 2}}, out); }));
    QVERIFY(throws<InputError>([&] { file.read_box({{0, 0, 0}, {2, 2, 3}}, out); }));
  }

  void a_full_disk_leaves_what_was_there() {
    QTemporaryDir folder;
    const std::array<int, 3> n{64, 64, 64};
    write_volume(inside(folder, "v.hdf"), node_values({4, 4, 4}), facts_of({4, 4, 4}, "none"));
    const QByteArray before = bytes_of(inside(folder, "v.hdf"));
    const PackedVolume volume = pack_volume(wave_values(n), facts_of(n, "none"), {}, 16);
    // At the first byte, in HDF5's own structures, in the middle of the bricks, in the last ones.
    for (const long long most : {0LL, 100LL, 3000LL, 500'000LL, 1'048'000LL, 1'050'000LL}) {
      bool refused = false;
      {
        const FullDisk full(most);
        refused = throws<ResourceError>([&] { write_volume_file(inside(folder, "v.hdf"), volume); });
      }
      QVERIFY2(refused, qPrintable(QString::number(most)));
      QCOMPARE(bytes_of(inside(folder, "v.hdf")), before);
      QCOMPARE(entries_in(folder), 1);
    }
    write_volume_file(inside(folder, "v.hdf"), volume);
    QVERIFY(same_bits(VolumeFile(inside(folder, "v.hdf")).read_all().values(), wave_values(n)));
  }

  void a_place_that_is_none_is_refused() {
    QTemporaryDir folder;
    const PackedVolume volume = pack_volume(node_values({4, 4, 4}), facts_of({4, 4, 4}, "blosc"));
    QVERIFY(throws<InputError>([&] { write_volume_file(inside(folder, "no/v.hdf"), volume); }));
    QVERIFY(throws<InputError>([&] { write_volume_file(folder.path().toStdString(), volume); }));
    QVERIFY(throws<InputError>([&] { VolumeFile(inside(folder, "v.hdf")); }));
    VolumeFacts facts = facts_of({4, 4, 4}, "blosc");
    const std::vector<float> values = node_values({4, 4, 4});
    facts.error_bound = -1.0;
    QVERIFY(throws<InputError>([&] { pack_volume(values, facts); }));
    facts.error_bound = NAN;
    QVERIFY(throws<InputError>([&] { pack_volume(values, facts); }));
    facts = facts_of({4, 4, 5}, "blosc");
    QVERIFY(throws<InputError>([&] { pack_volume(values, facts); }));
    facts = facts_of({4, 4, 4}, "no such");
    QVERIFY(throws<InputError>([&] { pack_volume(values, facts); }));
  }

  void a_stop_leaves_nothing() {
    QTemporaryDir folder;
    std::stop_source stop;
    stop.request_stop();
    const std::vector<float> values = node_values({40, 40, 40});
    QVERIFY(throws<Stopped>([&] { pack_volume(values, facts_of({40, 40, 40}, "blosc"), stop.get_token()); }));
    const PackedVolume volume = pack_volume(values, facts_of({40, 40, 40}, "blosc"));
    QVERIFY(throws<Stopped>([&] { write_volume_file(inside(folder, "v.hdf"), volume, stop.get_token()); }));
    QCOMPARE(entries_in(folder), 0);
    write_volume_file(inside(folder, "v.hdf"), volume);
    const VolumeFile file(inside(folder, "v.hdf"));
    QVERIFY(throws<Stopped>([&] { file.read_all(Job{nullptr, stop.get_token()}); }));
  }

  // What no brick of a large volume holds costs neither memory nor time: 10 GB, of which a corner was
  // written.
  void a_slice_of_a_large_volume_is_quick() {
    QTemporaryDir folder;
    VolumeFacts facts = facts_of({1360, 1360, 1360}, "blosc");
    const BrickLayout layout = brick_layout(facts.grid.n);
    {
      VolumeWriter writer(inside(folder, "v.hdf"), facts, layout);
      std::vector<float> brick = wave_values({64, 64, 64});
      const PackedBrick packed = pack_brick("blosc", layout.brick, 0.0, brick);
      for (Index b = 0; b < layout.counts()[0]; ++b)
        writer.write(b, packed);
      writer.commit();
    }
    reset_peak_memory();
    const std::int64_t before = resident_memory_bytes();
    const Clock clock;
    const VolumeFile file(inside(folder, "v.hdf"));
    VolumeSlices slices(file);
    const std::vector<float> slice = slices.slice(1, 3);
    QCOMPARE(slice.size(), std::size_t{1360} * 1360);
    QVERIFY(slice[0] == 0.0F && slice[1360U * 1359U + 5U] != 0.0F);
    QVERIFY2(clock.seconds() < 2.0, qPrintable(QString::number(clock.seconds())));
    QVERIFY2(peak_memory_bytes() - before < 200'000'000,
             qPrintable(QString::number(peak_memory_bytes() - before)));
  }
};

}  // namespace test_volume_file

FOLDWAVE_TEST(test_volume_file, run_guiless<test_volume_file::TestVolumeFile>)
#include "test_volume_file.moc"
