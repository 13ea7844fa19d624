// Protects slices out of core: every plane of every axis is the volume's, at its place on the map, out of
// every kind of file; only the bricks that it crosses are read.
#include <QTest>

#include "core/volume/tools/volume_pack.hpp"
#include "core/volume/tools/volume_slice.hpp"
#include "tests/test_program.hpp"
#include "tools_test_help.hpp"

namespace test_volume_slice {

using namespace foldwave;
using namespace foldwave::test;

class TestVolumeSlice : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::filesystem::path at(const char* name) const { return inside(folder_, name); }

 private slots:
  void every_plane_is_the_volumes() {
    for (const std::array<int, 3>& n : {std::array{19, 11, 13}, std::array{9, 1, 7}, std::array{9, 7, 1}}) {
      write_volume(at("v.hdf"), node_values(n), facts_of(n, "blosc"), 8);
      const auto source = open_volume(at("v.hdf"));
      for (int axis = 0; axis < 3; ++axis)
        for (int node = 0; node < n[std::size_t(axis)]; ++node) {
          const VolumeSlice slice = read_slice(*source, axis, node);
          const auto [width, height] = slice.size();
          QCOMPARE(slice.values.size(), std::size_t(width) * std::size_t(height));
          for (int q = 0; q < height; ++q)
            for (int p = 0; p < width; ++p) {
              const int i = axis == 0 ? node : p,
                        j = axis == 1   ? node
                            : axis == 0 ? p
                                        : q,
                        k = axis == 2 ? node : q;
              QCOMPARE(slice.values[std::size_t(p + width * q)], float(1 + i + 200 * j + 40000 * k));
            }
          const Vec3 first =
              source->grid().origin +
              source->grid().local(axis == 0 ? node : 0, axis == 1 ? node : 0, axis == 2 ? node : 0);
          QVERIFY(norm(slice.grid.origin - first) <= 1e-9);
        }
    }
  }

  void a_place_is_its_nearest_node() {
    const std::array<int, 3> n{5, 6, 7};
    write_volume(at("v.hdf"), node_values(n), facts_of(n, "none"));
    const auto source = open_volume(at("v.hdf"));
    const Grid3 grid = map_grid(n);
    QCOMPARE(node_at(*source, 0, grid.origin.x), 0);
    QCOMPARE(node_at(*source, 0, grid.origin.x + 12.5 * 2.49), 2);
    QCOMPARE(node_at(*source, 1, grid.origin.y + 25.0 * 4.51), 5);
    QCOMPARE(node_at(*source, 2, grid.origin.z + 10.0 * 6.49), 6);
    QCOMPARE(node_at(*source, 2, grid.origin.z - 4.9), 0);
    for (const double outside : {grid.origin.z - 5.1, grid.origin.z + 65.1, double(NAN), double(INFINITY)}) {
      const QString message = message_of<InputError>([&] { node_at(*source, 2, outside); });
      QVERIFY2(message.contains("200.25 to 260.25"), qPrintable(message));
    }
    QVERIFY(throws<InputError>([&] { read_slice(*source, 1, 6); }));
    QVERIFY(throws<InputError>([&] { read_slice(*source, 1, -1); }));
  }

  // Kept by large files: each value is a node's, both ends among them, and a damaged level is none.
  void a_large_file_keeps_a_coarse_level() {
    for (const std::array<int, 3>& n : {std::array{37, 29, 41}, std::array{70, 1, 66}}) {
      const std::vector<float> values = node_values(n);
      put_floats(at("v.f32"), values);
      const auto raw = open_volume(at("v.f32"), laid_out(n));
      PackChoice choice;
      choice.brick = 8;
      pack_volume_file(*raw, at("small.hdf"), choice);
      QVERIFY(open_volume(at("small.hdf"))->coarse() == nullptr);
      QVERIFY(throws<InputError>([&] { read_coarse_slice(*open_volume(at("small.hdf")), 2, 0); }));
      choice.coarse_from = 1;
      pack_volume_file(*raw, at("v.hdf"), choice);
      const auto source = open_volume(at("v.hdf"));
      const auto coarse = source->coarse();
      QVERIFY(coarse != nullptr);
      const auto m = coarse->shape();
      QCOMPARE(m, coarse_shape(n, coarse_side(n)));
      for (int k = 0; k < m[2]; ++k)
        for (int j = 0; j < m[1]; ++j)
          for (int i = 0; i < m[0]; ++i)
            QCOMPARE((*coarse)(i, j, k),
                     float(1 + coarse_node(i, m[0], n[0]) + 200 * coarse_node(j, m[1], n[1]) +
                           40000 * coarse_node(k, m[2], n[2])));
      QCOMPARE(coarse_node(m[0] - 1, m[0], n[0]), n[0] - 1);
      const VolumeSlice slice = read_coarse_slice(*source, 2, n[2] - 1);
      QCOMPARE(slice.size(), (std::array{m[0], m[1]}));
      QCOMPARE(slice.values.back(), values.back());
      QVERIFY(std::abs(slice.grid.extent().x - source->grid().extent().x) < 1e-9);
      // The bricks do not change for it, and other values than were written are not shown.
      QVERIFY(values_of(*source) == values);
      QByteArray bytes = bytes_of(at("v.hdf"));
      const auto place = static_cast<qsizetype>(source->index()->coarse->offset);
      bytes[place + 5] = static_cast<char>(bytes[place + 5] ^ 1);
      put_bytes(at("v.hdf"), bytes);
      QVERIFY(open_volume(at("v.hdf"))->coarse() == nullptr);
      QVERIFY(values_of(*open_volume(at("v.hdf"))) == values);
    }
  }

  // A few layers of a brick may be unpacked alone: the same values as of the whole.
  void any_box_is_a_part_of_the_whole() {
    const std::array<int, 3> n{70, 66, 130};
    std::mt19937 random(4);
    for (const std::string& codec : codecs_of_each_kind()) {
      write_volume(at("v.hdf"), wave_values(n), facts_of(n, codec, 1e-4));
      const VolumeFile file(at("v.hdf"));
      const Field<float> whole = file.read_all();
      for (int trial = 0; trial < 10; ++trial) {
        NodeBox box;
        for (std::size_t a = 0; a < 3; ++a) {
          box.low[a] = int(random() % unsigned(n[a]));
          const int rest = n[a] - box.low[a];
          box.n[a] = a == 2 && trial % 2 == 0 ? std::min(rest, 1 + int(random() % 4))
                                              : 1 + int(random() % unsigned(rest));
        }
        std::vector<float> part(std::size_t(box.size()));
        QVERIFY(file.read_box(box, part).empty());
        std::size_t m = 0;
        for (int k = 0; k < box.n[2]; ++k)
          for (int j = 0; j < box.n[1]; ++j)
            for (int i = 0; i < box.n[0]; ++i, ++m)
              if (std::bit_cast<std::uint32_t>(part[m]) !=
                  std::bit_cast<std::uint32_t>(whole(box.low[0] + i, box.low[1] + j, box.low[2] + k)))
                QFAIL(codec.c_str());
      }
    }
  }

  void only_what_it_crosses_is_read() {
    const std::array<int, 3> n{32, 32, 32};
    write_volume(at("v.hdf"), node_values(n), facts_of(n, "lz4"), 16);
    // All bricks of the upper half are broken.
    QByteArray bytes = bytes_of(at("v.hdf"));
    const VolumeFile file(at("v.hdf"));
    for (const StoredBrick& brick : file.index().bricks)
      if (file.index().layout.first(brick.number)[2] > 0)
        bytes[qsizetype(brick.offset + brick.bytes / 2)] =
            char(bytes[qsizetype(brick.offset + brick.bytes / 2)] ^ 1);
    put_bytes(at("v.hdf"), bytes);
    const auto source = open_volume(at("v.hdf"));
    QVERIFY(read_slice(*source, 2, 16).damaged.empty());
    QCOMPARE(read_slice(*source, 2, 15).damaged.size(), 4U);
    const VolumeSlice half = read_slice(*source, 0, 3);
    QCOMPARE(half.damaged.size(), 2U);
    QVERIFY(std::isnan(half.values.front()) && std::isfinite(half.values.back()));
  }

  void files_of_a_slice_are_read_by_numpy() {
    if (!python_has("numpy")) FOLDWAVE_NOT_HERE("python3-numpy");
    const std::array<int, 3> n{19, 11, 13};
    write_volume(at("v.hdf"), node_values(n), facts_of(n, "blosc"));
    const VolumeSlice slice = read_slice(*open_volume(at("v.hdf")), 1, 4);
    write_slice(slice, at("s.npy"));
    write_slice(slice, at("s.f32"));
    const PythonResult result = python(R"(
import sys, numpy as np
a = np.load(sys.argv[1])
k, i = np.mgrid[0:13, 0:19]
assert a.dtype == np.dtype('<f4') and a.shape == (13, 19), (a.dtype, a.shape)
print((a == 1 + i + 800 + 40000 * k).all() and (np.fromfile(sys.argv[2], '<f4').reshape(13, 19) == a).all())
)",
                                       {folder_.filePath("s.npy"), folder_.filePath("s.f32")});
    QVERIFY2(result.ok && result.output.trimmed() == "True", qPrintable(result.output));
    QVERIFY(throws<InputError>([&] { write_slice(slice, at("s.doc")); }));
#ifdef FOLDWAVE_HAS_VTK
    write_slice(slice, at("s.vti"));
    const auto back = open_volume(at("s.vti"));
    QVERIFY(same_bits(values_of(*back), slice.values));
    QVERIFY(norm(back->grid().origin - slice.grid.origin) <= 1e-6);
#endif
  }
};

}  // namespace test_volume_slice

FOLDWAVE_TEST(test_volume_slice, run_guiless<test_volume_slice::TestVolumeSlice>)
#include "test_volume_slice.moc"
