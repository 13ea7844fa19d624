// Protects what a view reads of volumes: the planes of a field, of a packed one and of files are those of the
// array, whatever the axis; the pass through a volume finds its extremes, its moments and its damage, and
// leaves coarse nodes with both ends; differences are node by node.
#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>

#include "core/formats/segy/segy.hpp"
#include "core/volume/view/volume_survey.hpp"
#include "tests/core/volume/store/store_test_help.hpp"
#include "tests/test_program.hpp"
#ifdef FOLDWAVE_HAS_VTK
#include "core/formats/vtk/image_writer.hpp"
#endif

namespace test_volume_view {

using namespace foldwave;
using namespace foldwave::test;

namespace {

std::shared_ptr<const Field<float>> field_of(const std::array<int, 3>& n, const std::vector<float>& values) {
  auto made = std::make_shared<Field<float>>(n);
  std::ranges::copy(values, made->data());
  return made;
}

Volume plain(const std::array<int, 3>& n, const std::vector<float>& values) {
  return volume_of(field_of(n, values), map_grid(n), "pressure");
}

// As node_values() has it.
float node_value(int i, int j, int k) {
  return static_cast<float>(1 + i + 200 * j + 40000 * k);
}

// Whether a plane holds each node of its axes.
bool is_plane(const VolumePlane& p, const std::array<int, 3>& n) {
  if (p.nu != n[static_cast<std::size_t>(plane_u(p.axis))] ||
      p.nv != n[static_cast<std::size_t>(plane_v(p.axis))] ||
      p.values.size() != static_cast<std::size_t>(p.nu) * static_cast<std::size_t>(p.nv))
    return false;
  for (int v = 0; v < p.nv; ++v)
    for (int u = 0; u < p.nu; ++u) {
      const float wanted = p.axis == 0   ? node_value(p.node, u, v)
                           : p.axis == 1 ? node_value(u, p.node, v)
                                         : node_value(u, v, p.node);
      if (p.values[static_cast<std::size_t>(u + p.nu * v)] != wanted) return false;
    }
  return true;
}

}  // namespace

class TestVolumeView : public QObject {
  Q_OBJECT

 private slots:
  void planes_are_those_of_the_array() {
    QTemporaryDir folder;
    for (const std::array<int, 3> n : {std::array{70, 65, 66}, {20, 1, 9}, {1, 5, 7}, {7, 5, 1}, {1, 1, 1}}) {
      const std::vector<float> values = node_values(n);
      write_volume(inside(folder, "v.hdf"), values, facts_of(n, "lz4"), 32);
      auto packed = std::make_shared<PackedVolume>(pack_volume(values, facts_of(n, "blosc"), {}, 32));
      for (const Volume& volume :
           {plain(n, values), volume_of(packed), Volume(open_volume(inside(folder, "v.hdf")))}) {
        QCOMPARE(volume->grid().n, n);
        PlaneReader reader(volume);
        for (int axis = 0; axis < 3; ++axis) {
          const int last = n[static_cast<std::size_t>(axis)] - 1;
          for (const int node : {0, last / 2, last, 0})
            QVERIFY(is_plane(reader.read(axis, node), n));
          QVERIFY_THROWS_EXCEPTION(InputError, reader.read(axis, last + 1));
          QVERIFY_THROWS_EXCEPTION(InputError, reader.read(axis, -1));
        }
        QCOMPARE(reader.damage(), std::string());
      }
    }
  }

  void files_are_opened_by_their_kind() {
    QTemporaryDir folder;
#ifdef FOLDWAVE_HAS_VTK
    const std::array<int, 3> n{6, 5, 4};
    const std::vector<float> values = node_values(n);
    write_image(inside(folder, "v.vti"), map_grid(n), {{"speed", std::span<const float>(values)}}, {});
    const Volume image = open_volume(inside(folder, "v.vti"));
    QCOMPARE(image->array(), std::string("speed"));
    PlaneReader of_image(image);
    QVERIFY(is_plane(of_image.read(2, 3), n));
#endif
    // Two inlines of three traces: each sample tells its node.
    SegyGather cube;
    cube.dt = 0.004;
    cube.samples = 5;
    std::vector<float> traces;
    for (int j = 0; j < 2; ++j)
      for (int i = 0; i < 3; ++i) {
        SegyTrace t;
        t.source = t.receiver = {1000.0 + 25.0 * i, 2000.0 + 50.0 * j, 0.0};
        cube.geometry.push_back(t);
        for (int k = 0; k < 5; ++k)
          traces.push_back(node_value(i, j, k));
      }
    cube.traces = traces;
    write_segy(inside(folder, "v.sgy"), cube);
    const Volume segy = open_volume(inside(folder, "v.sgy"));
    QCOMPARE(segy->grid().n, (std::array{3, 2, 5}));
    QVERIFY(!segy->remarks().empty());
    PlaneReader of_segy(segy);
    for (int axis = 0; axis < 3; ++axis)
      QVERIFY(is_plane(of_segy.read(axis, 1), segy->grid().n));
    std::ofstream(inside(folder, "v.txt")) << "no volume";
    QVERIFY_THROWS_EXCEPTION(InputError, open_volume(inside(folder, "v.txt")));
    QVERIFY_THROWS_EXCEPTION(InputError, open_volume(inside(folder, "none.hdf")));
  }

  void a_damaged_brick_is_named_and_the_rest_is_there() {
    QTemporaryDir folder;
    const std::array<int, 3> n{40, 40, 40};
    const auto path = inside(folder, "v.hdf");
    write_volume(path, node_values(n), facts_of(n, "none"), 32);
    {
      const VolumeFile file(path);
      std::fstream bytes(path, std::ios::in | std::ios::out | std::ios::binary);
      bytes.seekp(static_cast<std::streamoff>(file.index().bricks.front().offset) + 100);
      bytes.put('\x7f');
    }
    const Volume volume = open_volume(path);
    PlaneReader reader(volume);
    const VolumePlane plane = reader.read(2, 39);
    QVERIFY(std::isnan(plane.values.front()) && plane.values.back() == node_value(39, 39, 39));
    QVERIFY(QString::fromStdString(reader.damage()).startsWith("brick 0"));
    const VolumeSurvey survey = survey_volume(*volume);
    QCOMPARE(survey.stats.damaged.size(), std::size_t{1});
    QCOMPARE(survey.stats.values - survey.stats.finite, Index{32 * 32 * 32});
  }

  void a_pass_finds_extremes_and_moments() {
    for (const std::array<int, 3> n : {std::array{150, 70, 131}, {33, 1, 9}, {1, 1, 1}}) {
      std::vector<float> values = wave_values(n);
      values.back() = -7.5F;
      if (values.size() > 1) values.front() = NAN;
      double sum = 0.0, squares = 0.0, largest = -INFINITY;
      for (const float v : values)
        if (std::isfinite(v)) {
          sum += static_cast<double>(v);
          squares += static_cast<double>(v) * static_cast<double>(v);
          largest = std::max(largest, static_cast<double>(v));
        }
      const auto count = static_cast<double>(values.size() - (values.size() > 1 ? 1 : 0));
      const VolumeSurvey survey = survey_volume(*plain(n, values), {}, 40);
      const VolumeStatistics& s = survey.stats;
      QCOMPARE(s.values, static_cast<Index>(values.size()));
      QCOMPARE(s.values - s.finite, Index{values.size() > 1 ? 1 : 0});
      QCOMPARE(s.least, -7.5);
      QCOMPARE(s.largest, largest);
      QVERIFY(std::abs(s.mean - sum / count) <= 1e-12 &&
              std::abs(s.rms - std::sqrt(squares / count)) <= 1e-12);
      // Coarse nodes are the volume's own, both ends among them.
      const auto m = survey.coarse.shape();
      for (std::size_t a = 0; a < 3; ++a) {
        QCOMPARE(m[a], std::min(n[a], 40));
        QCOMPARE(coarse_node(0, m[a], n[a]), 0);
        QCOMPARE(coarse_node(m[a] - 1, m[a], n[a]), n[a] - 1);
      }
      QCOMPARE(survey.coarse.values().back(), -7.5F);
      QCOMPARE(survey.is_whole, m == n);
    }
    const std::array<int, 3> n{150, 70, 131};
    const VolumeSurvey survey = survey_volume(*plain(n, node_values(n)), {}, 40);
    const auto m = survey.coarse.shape();
    for (int k = 0; k < m[2]; ++k)
      for (int j = 0; j < m[1]; ++j)
        for (int i = 0; i < m[0]; ++i)
          QCOMPARE(survey.coarse(i, j, k), node_value(coarse_node(i, m[0], n[0]), coarse_node(j, m[1], n[1]),
                                                      coarse_node(k, m[2], n[2])));
    for (int i = 0; i < 40; ++i)
      QVERIFY(std::abs(coarse_node(i, 40, 150) - i * 149.0 / 39.0) <= 0.5);
    const VolumePlane plane = coarse_plane(survey.coarse, map_grid(n), 0, 149);
    QCOMPARE(plane.values.back(), node_value(149, 69, 130));
    QCOMPARE(plane.values.front(), node_value(149, 0, 0));
    // The nearest of the coarse planes: at most half of their distance away.
    for (int node = 0; node < 70; ++node) {
      const int there =
          static_cast<int>(coarse_plane(survey.coarse, map_grid(n), 1, node).values.front() - 1.0F) / 200;
      QVERIFY(std::abs(there - node) <= 1);
    }
  }

  void histograms_count_every_finite_value_once() {
    const std::vector<float> values{0.0F, 0.24F, 0.25F, 0.5F, 0.99F, 1.0F, NAN, INFINITY};
    const ValueHistogram h = value_histogram(values, 4);
    QCOMPARE(h.low, 0.0);
    QCOMPARE(h.high, 1.0);
    QCOMPARE(h.counts, (std::vector<Index>{2, 1, 1, 2}));
    QCOMPARE(value_histogram(std::vector<float>(5, 3.0F), 4).counts, (std::vector<Index>{5, 0, 0, 0}));
    QCOMPARE(value_histogram({}, 2).counts, (std::vector<Index>{0, 0}));
  }

  void a_difference_is_node_by_node() {
    const std::array<int, 3> n{6, 5, 4};
    PlaneReader a(plain(n, node_values(n))), b(plain(n, std::vector<float>(120, 1.0F)));
    const VolumePlane d = difference(a.read(1, 2), b.read(1, 2));
    QCOMPARE(d.values.front(), node_value(0, 2, 0) - 1.0F);
    QCOMPARE(d.values.back(), node_value(5, 2, 3) - 1.0F);
    QVERIFY_THROWS_EXCEPTION(InputError, difference(a.read(1, 2), b.read(0, 2)));
  }

  void a_stop_ends_a_pass() {
    std::stop_source stopped;
    stopped.request_stop();
    const Job job{nullptr, stopped.get_token()};
    const auto volume = plain({9, 9, 9}, std::vector<float>(729));
    QVERIFY_THROWS_EXCEPTION(Stopped, survey_volume(*volume, job));
  }
};

}  // namespace test_volume_view

FOLDWAVE_TEST(test_volume_view, run_guiless<test_volume_view::TestVolumeView>)
#include "test_volume_view.moc"
