// Protects volumes without a grid of their own: every order of axes and bytes puts a value at its node, a
// SEG-Y section and a volume lie where their headers say, and what does not fit is refused with both figures.
#include <QTemporaryDir>
#include <QTest>
#include <bit>
#include <cstring>
#include <fstream>

#include "core/formats/volumes/scalar_volume.hpp"
#include "tests/test_program.hpp"

namespace test_scalar_volume {

using namespace foldwave;

namespace {

float node_value(int i, int j, int k) {
  return static_cast<float>(1000 + 100 * i + 10 * j + k);
}

// Values of a 5 x 3 x 4 volume in the order of `axes`, the fastest first.
std::string bytes_in(const std::string& axes, bool big_endian) {
  const std::array<int, 3> n{5, 3, 4};
  std::string bytes;
  std::array<int, 3> at{};
  const auto axis = [&](std::size_t place) { return static_cast<std::size_t>(axes[place] - 'x'); };
  for (at[axis(2)] = 0; at[axis(2)] < n[axis(2)]; ++at[axis(2)])
    for (at[axis(1)] = 0; at[axis(1)] < n[axis(1)]; ++at[axis(1)])
      for (at[axis(0)] = 0; at[axis(0)] < n[axis(0)]; ++at[axis(0)]) {
        const float value = node_value(at[0], at[1], at[2]);
        std::array<char, 4> four{};
        std::memcpy(four.data(), &value, 4);
        if (big_endian) std::reverse(four.begin(), four.end());
        bytes.append(four.data(), 4);
      }
  return bytes;
}

bool is_in_place(const ScalarVolume& volume) {
  for (int k = 0; k < 4; ++k)
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 5; ++i)
        if (volume.values(i, j, k) != node_value(i, j, k)) return false;
  return volume.grid.n == std::array<int, 3>{5, 3, 4};
}

QString refusal(const auto& work) {
  try {
    work();
    return "no error";
  } catch (const InputError& e) {
    return e.what();
  }
}

// 5 x 3 traces of 4 samples; `order` says which comes first.
SegyFile traces(bool x_first = true) {
  SegyFile file;
  file.dt = 0.0075;
  file.delay = -0.02;
  file.samples = 4;
  for (int t = 0; t < 15; ++t) {
    const int i = x_first ? t % 5 : t / 3, j = x_first ? t / 5 : t % 3;
    SegyTrace trace;
    trace.cdp_x = 550000.0 + 25.0 * i;
    trace.cdp_y = 7821000.0 + 12.5 * j;
    file.geometry.push_back(trace);
    for (int k = 0; k < 4; ++k)
      file.traces.push_back(node_value(i, j, k));
  }
  return file;
}

}  // namespace

class TestScalarVolume : public QObject {
  Q_OBJECT
 private slots:
  // Where the headers are in feet, depths are as well.
  void samples_of_a_file_in_feet() {
    SegyFile file = traces();
    file.unit = 0.3048;
    const SegyPlacing placing = place_segy(file, {}, "v");
    QVERIFY(std::abs(placing.grid.h[2] - 0.3048 * 7.5) < 1e-12);
    QVERIFY(std::abs(placing.grid.origin.z + 0.3048 * 20.0) < 1e-12);
    QCOMPARE(placing.grid.h[0], 25.0);
    QVERIFY(placing.assumed.back().find("feet times 1000") != std::string::npos);
  }

  void every_order_of_axes_and_bytes() {
    std::string axes = "xyz";
    do
      for (const bool big : {false, true}) {
        const VolumeLayout layout{{5, 3, 4}, {10.0, 20.0, 5.0}, {1.0, 2.0, 3.0}, axes, big};
        const ScalarVolume volume = parse_raw_volume(bytes_in(axes, big), layout, "v");
        QVERIFY2(is_in_place(volume), axes.c_str());
        QVERIFY(volume.grid.h == layout.spacing && volume.grid.origin == layout.origin);
      }
    while (std::next_permutation(axes.begin(), axes.end()));
    QVERIFY(
        is_in_place(parse_raw_volume(bytes_in("xyz", false), {{5, 3, 4}, {1, 1, 1}, {}, "", false}, "v")));
  }

  void a_wrong_size_is_said_in_full() {
    const VolumeLayout layout{{1601, 1, 401}, {7.5, 7.5, 7.5}, {}, "zxy", false};
    QCOMPARE(
        refusal([&] { parse_raw_volume("12345678", layout, "m.f32"); }),
        QString("m.f32: holds 8 bytes; 1601 x 1 x 401 x 4 = 2568004 are expected; correct the nodes; the "
                "file is 4-byte floats alone"));
    VolumeLayout huge = layout;
    huge.nodes = {1000000, 1000000, 1000000};
    QVERIFY(refusal([&] { parse_raw_volume("12345678", huge, "m.f32"); }).contains("4e+18"));
    QVERIFY(refusal([&] { parse_raw_volume("12345678", {}, "m.f32"); }).contains("how many nodes"));
    VolumeLayout flat = layout;
    flat.spacing[1] = 0.0;
    QVERIFY(refusal([&] { parse_raw_volume("12345678", flat, "m.f32"); }).contains("spacing"));
    VolumeLayout turned = layout;
    turned.axes = "zzy";
    QVERIFY(refusal([&] { parse_raw_volume("12345678", turned, "m.f32"); }).contains("\"zzy\""));
    QTemporaryDir folder;
    const std::string file = folder.filePath("v.f32").toStdString();
    QVERIFY(refusal([&] { read_raw_volume(file, layout); }).contains("is not there"));
    QVERIFY(refusal([&] { read_raw_volume(folder.path().toStdString(), layout); }).contains("is a folder"));
    std::ofstream(file) << "123";
    QVERIFY(refusal([&] { read_raw_volume(file, layout); }).contains("holds 3 bytes"));
  }

  void headers_place_a_volume() {
    for (const bool x_first : {true, false}) {
      const ScalarVolume volume = segy_volume(traces(x_first), {}, "v");
      QVERIFY(is_in_place(volume));
      QVERIFY(volume.grid.origin == (Vec3{550000.0, 7821000.0, -20.0}));
      QVERIFY(volume.grid.h == (std::array{25.0, 12.5, 7.5}));
      QCOMPARE(volume.assumed.size(), std::size_t{2});
      QVERIFY(volume.assumed[0].find("CDP") != std::string::npos);
      QVERIFY(volume.assumed[1].find("7.5 m apart") != std::string::npos);
    }
  }

  void without_cdp_the_midpoint_counts() {
    SegyFile file = traces();
    for (SegyTrace& t : file.geometry) {
      t.source = {t.cdp_x - 40.0, t.cdp_y + 3.0, 0.0};
      t.receiver = {t.cdp_x + 40.0, t.cdp_y - 3.0, 0.0};
      t.cdp_x = t.cdp_y = 0.0;
    }
    const ScalarVolume volume = segy_volume(file, {}, "v");
    QVERIFY(is_in_place(volume) && volume.assumed[0].find("midway") != std::string::npos);
    QVERIFY(std::abs(volume.grid.origin.x - 550000.0) < 1e-9);
  }

  void a_layout_places_it_otherwise() {
    const VolumeLayout along_x{{5, 3, 4}, {10.0, 20.0, 5.0}, {7.0, 8.0, 9.0}, "", false};
    QVERIFY(is_in_place(segy_volume(traces(), along_x, "v")));
    VolumeLayout along_y = along_x;
    along_y.axes = "zyx";
    const ScalarVolume volume = segy_volume(traces(false), along_y, "v");
    QVERIFY(is_in_place(volume) && volume.assumed.empty());
    QVERIFY(volume.grid.origin == along_x.origin && volume.grid.h == along_x.spacing);
    // Spacing alone: a line.
    const ScalarVolume line = segy_volume(traces(), {{}, {10.0, 10.0, 5.0}, {}, "", false}, "v");
    QVERIFY(line.grid.n == (std::array{15, 1, 4}));
    QCOMPARE(line.values(6, 0, 3), node_value(1, 1, 3));
  }

  void a_line_lies_along_x_or_y() {
    SegyFile file = traces();
    file.geometry.resize(5);
    file.traces.resize(20);
    const ScalarVolume line = segy_volume(file, {}, "v");
    QVERIFY(line.grid.n == (std::array{5, 1, 4}) && line.grid.h[0] == 25.0);
    for (SegyTrace& t : file.geometry)
      std::swap(t.cdp_x, t.cdp_y);
    QVERIFY(segy_volume(file, {}, "v").grid.n == (std::array{1, 5, 4}));
  }

  void what_is_no_lattice_is_refused() {
    const auto said = [](const auto& spoil, const VolumeLayout& layout = {}) {
      SegyFile file = traces();
      spoil(file);
      return refusal([&] { segy_volume(file, layout, "v.sgy"); });
    };
    const auto nothing = [](SegyFile&) {};
    QVERIFY(said([](SegyFile& f) { f.geometry[4].cdp_x += 7.0; }).contains("no lattice along x and y"));
    QVERIFY(said([](SegyFile& f) { f.geometry[4] = f.geometry[3]; }).contains("hold one place twice"));
    QVERIFY(said([](SegyFile& f) { f.geometry[4].cdp_x = 1e300; }).contains("beyond all maps"));
    QVERIFY(said([](SegyFile& f) {
              for (SegyTrace& t : f.geometry)
                t = {};
            }).contains("are the same in all traces"));
    QVERIFY(said([](SegyFile& f) {
              for (SegyTrace& t : f.geometry)
                t.cdp_y += 0.5 * (t.cdp_x - 550000.0);
            }).contains("give nodes and spacing"));
    const VolumeLayout wrong{{4, 3, 4}, {1.0, 1.0, 1.0}, {}, "", false};
    QVERIFY(said(nothing, wrong).contains("15 traces of 4 samples, not 4 x 3 of 4"));
    VolumeLayout lying{{5, 3, 4}, {1.0, 1.0, 1.0}, {}, "xyz", false};
    QVERIFY(said(nothing, lying).contains("samples run down"));
    lying = {{5, 3, 4}, {}, {}, "", false};
    QVERIFY(said(nothing, lying).contains("no spacing"));
  }
};

}  // namespace test_scalar_volume

FOLDWAVE_TEST(test_scalar_volume, run_guiless<test_scalar_volume::TestScalarVolume>)
#include "test_scalar_volume.moc"
