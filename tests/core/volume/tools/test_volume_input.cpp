// Protects that a volume is the same out of every kind of file, read by any box; pieces tile it; what a file
// or a layout cannot be is refused.
#include <QTest>
#include <algorithm>

#include "core/volume/tools/volume_pack.hpp"
#include "tests/test_program.hpp"
#include "tools_test_help.hpp"
#ifdef FOLDWAVE_HAS_VTK
#include "core/formats/vtk/image_writer.hpp"
#endif

namespace test_volume_input {

using namespace foldwave;
using namespace foldwave::test;

class TestVolumeInput : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::filesystem::path at(const char* name) const { return inside(folder_, name); }

 private slots:
  void raw_values_lie_in_any_order() {
    const std::array<int, 3> n{7, 5, 11};
    const std::vector<float> values = node_values(n);
    for (const std::string axes : {"xyz", "xzy", "yxz", "yzx", "zxy", "zyx"})
      for (const bool big : {false, true}) {
        std::array<int, 3> order{axes[0] - 'x', axes[1] - 'x', axes[2] - 'x'};
        std::vector<float> file;
        std::array<int, 3> at_node{};
        const auto m = [&](int a) { return n[std::size_t(order[std::size_t(a)])]; };
        for (int c = 0; c < m(2); ++c)
          for (int b = 0; b < m(1); ++b)
            for (int a = 0; a < m(0); ++a) {
              at_node[std::size_t(order[0])] = a;
              at_node[std::size_t(order[1])] = b;
              at_node[std::size_t(order[2])] = c;
              auto word =
                  std::bit_cast<std::uint32_t>(float(1 + at_node[0] + 200 * at_node[1] + 40000 * at_node[2]));
              if (big) word = __builtin_bswap32(word);
              file.push_back(std::bit_cast<float>(word));
            }
        put_floats(at("v.f32"), file);
        VolumeChoice choice = laid_out(n, axes);
        choice.layout.big_endian = big;
        const auto source = open_volume_input(at("v.f32"), choice);
        QCOMPARE(source->by_columns(), axes[0] == 'z');
        QVERIFY2(same_bits(values_of(*source), values), axes.c_str());
        std::vector<float> part(2 * 3 * 4);
        source->read({{3, 1, 6}, {2, 3, 4}}, part, {});
        for (int k = 0; k < 4; ++k)
          for (int j = 0; j < 3; ++j)
            for (int i = 0; i < 2; ++i)
              QCOMPARE(part[std::size_t(i + 2 * (j + 3 * k))],
                       float(1 + 3 + i + 200 * (1 + j) + 40000 * (6 + k)));
      }
  }

  void a_header_beside_raw_values_is_read() {
    const std::array<int, 3> n{3, 4, 2};
    put_floats(at("h.f32"), node_values(n));
    put_bytes(at("h.f32.json"), R"({"nodes": [3, 4, 2], "spacing": [10, 20, 5], "origin": [1, 2, 3]})");
    const auto source = open_volume_input(at("h.f32"));
    QCOMPARE(source->grid().n, n);
    QCOMPARE(source->grid().h, (std::array<double, 3>{10, 20, 5}));
    QCOMPARE(source->grid().origin.z, 3.0);
    // What is typed goes before it.
    QCOMPARE(open_volume_input(at("h.f32"), laid_out({4, 3, 2}))->grid().n, (std::array<int, 3>{4, 3, 2}));
  }

  void what_cannot_be_is_refused() {
    put_floats(at("short.f32"), node_values({3, 4, 2}));
    const auto message = [&](const char* name, const VolumeChoice& choice) {
      return message_of<InputError>([&] { open_volume_input(at(name), choice); });
    };
    QVERIFY(message("short.f32", laid_out({3, 4, 3})).contains("144"));
    QVERIFY(message("short.f32", {}).contains("how many nodes"));
    QVERIFY(message("short.f32", laid_out({3, 4, 2}, "xyy")).contains("no order"));
    QVERIFY(message("gone.f32", laid_out({3, 4, 2})).contains("gone.f32"));
    VolumeChoice named = laid_out({3, 4, 2});
    named.array = "pressure";
    QVERIFY(message("short.f32", named).contains("no arrays"));
    put_bytes(at("foreign.hdf"), QByteArray(5000, 'x'));
    QVERIFY(message("foreign.hdf", {}).contains("not an HDF5 file"));
    put_bytes(at("foreign.sgy"), QByteArray(5000, 'x'));
    QVERIFY(message("foreign.sgy", {}).contains("foreign.sgy"));
    QVERIFY(throws<InputError>([&] { open_volume_input(folder_.path().toStdString()); }));
  }

  void pieces_tile_the_volume() {
    for (const std::array<int, 3>& n :
         {std::array{1, 1, 1}, std::array{130, 1, 70}, std::array{64, 64, 64}, std::array{65, 200, 129}})
      for (const int side : {8, 64})
        for (const bool columns : {false, true})
          for (const std::size_t most : {std::size_t{1}, std::size_t{300'000}, std::size_t{1} << 30}) {
            const BrickLayout layout = brick_layout(n, side);
            std::vector<int> seen(std::size_t(n[0]) * std::size_t(n[1]) * std::size_t(n[2]));
            std::size_t bricks = 0;
            for (const NodeBox& box : pieces_of(layout, columns, most)) {
              const auto numbers = bricks_of(layout, box);
              bricks += numbers.size();
              const auto brick_bytes = 4 * std::size_t(layout.brick_nodes());
              QVERIFY(numbers.size() * brick_bytes <= std::max(most, brick_bytes));
              for (int k = 0; k < box.n[2]; ++k)
                for (int j = 0; j < box.n[1]; ++j)
                  for (int i = 0; i < box.n[0]; ++i)
                    ++seen[std::size_t(box.low[0] + i + n[0] * (box.low[1] + j + n[1] * (box.low[2] + k)))];
            }
            QVERIFY(std::ranges::all_of(seen, [](int s) { return s == 1; }));
            // No brick is cut, so that none is packed twice.
            QCOMPARE(bricks, std::size_t(layout.count()));
          }
  }

  void every_kind_of_file_holds_the_same() {
    const std::array<int, 3> n{21, 6, 13};
    std::vector<float> values = node_values(n);
    values[5] = NAN;
    values[6] = -INFINITY;
    put_floats(at("v.f32"), values);
    VolumeChoice choice = laid_out(n);
    choice.layout.origin = {550551.5, 7821921.25, 200.0};
    const auto raw = open_volume_input(at("v.f32"), choice);
    pack_volume_file(*raw, at("v.hdf"), {});
    const auto packed = open_volume_input(at("v.hdf"));
    QVERIFY(same_bits(values_of(*packed), values));
    std::vector<const char*> names{"back.f32", "back.sgy"};
#ifdef FOLDWAVE_HAS_VTK
    names.push_back("back.vti");
#endif
    for (const char* const name : names) {
      const PackOutcome outcome = unpack_volume_file(*packed, at(name), Damage::refuse);
      QVERIFY(outcome.remarks.empty());
      const auto back = open_volume_input(at(name));
      QVERIFY2(same_bits(values_of(*back), values), name);
      QCOMPARE(back->grid().n, n);
      for (std::size_t a = 0; a < 3; ++a)
        QVERIFY2(std::abs(back->grid().h[a] - raw->grid().h[a]) <= 1e-9, name);
      QVERIFY2(norm(back->grid().origin - raw->grid().origin) <= 1e-6, name);
    }
    QCOMPARE(QString(message_of<InputError>([&] {
               unpack_volume_file(*packed, at("v.doc"), Damage::refuse);
             })).contains(".doc"),
             true);
  }
};

}  // namespace test_volume_input

FOLDWAVE_TEST(test_volume_input, run_guiless<test_volume_input::TestVolumeInput>)
#include "test_volume_input.moc"
