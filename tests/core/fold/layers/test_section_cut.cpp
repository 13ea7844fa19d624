// Protects the section through a folded volume: a linear T comes back exactly along any line, and what is not
// known (outside, never reached) is said, not made up.
#include <QTest>
#include <cmath>
#include <limits>

#include "core/fold/layers/layers.hpp"
#include "core/fold/layers/section_cut.hpp"
#include "tests/test_program.hpp"

namespace test_section_cut {

using namespace foldwave;

namespace {

constexpr double slope_x = 0.3, slope_y = -0.7, slope_z = 1.1;

Field<float> linear(const Grid3& grid) {
  Field<float> T(grid.n);
  for (int k = 0; k < grid.n[2]; ++k)
    for (int j = 0; j < grid.n[1]; ++j)
      for (int i = 0; i < grid.n[0]; ++i) {
        const Vec3 p = grid.local(i, j, k);
        T(i, j, k) = static_cast<float>(slope_x * p.x + slope_y * p.y + slope_z * p.z);
      }
  return T;
}

}  // namespace

class TestSectionCut : public QObject {
  Q_OBJECT
 private slots:
  void linear_values_are_exact() {
    const Grid3 grid{{11, 9, 7}, {10, 20, 15}};
    const Field<float> T = linear(grid);
    for (const MapLine& line :
         {MapLine{{0, 0}, {100, 160}}, MapLine{{87, 3}, {12, 151}}, MapLine{{100, 40}, {0, 40}}}) {
      const SectionCut cut = cut_section(T, grid, line, 37, 23);
      QVERIFY(cut.columns == 37 && cut.rows == 23 && std::abs(cut.ds * 36 - line.length()) < 1e-9);
      for (int j = 0; j < cut.rows; ++j)
        for (int i = 0; i < cut.columns; ++i) {
          const auto p = line.at(i * cut.ds);
          const double want = slope_x * p[0] + slope_y * p[1] + slope_z * j * cut.dz;
          QVERIFY(std::abs(cut.arrival[static_cast<std::size_t>(i + 37 * j)] - want) < 5e-5);
        }
    }
  }

  void names_stand_where_their_layer_has_room() {
    const Grid3 grid{{41, 41, 21}, {10, 10, 10}};
    Field<float> T(grid.n);
    for (int k = 0; k < 21; ++k)
      for (int j = 0; j < 41; ++j)
        for (int i = 0; i < 41; ++i)
          T(i, j, k) = static_cast<float>(100.0 - 10.0 * k + 2.0 * i);  // dips to the east, 1 in 5
    LayerBands bands;
    bands.boundary = {120.0, 60.0, -1000.0};
    const SectionCut cut = cut_section(T, grid, {{0, 200}, {400, 200}}, 81, 41);
    std::vector<int> layers;
    for (const float t : cut.arrival)
      layers.push_back(bands.layer_at(t));
    const auto spots = layer_spots(cut, layers, 4);
    QCOMPARE(spots.size(), std::size_t{4});
    for (std::size_t k = 0; k < 3; ++k) {
      const LayerSpot& spot = spots[k];
      QVERIFY(spot.width > 40.0 && spot.height > 10.0);
      // The whole rectangle is of the layer.
      for (const double ds : {-0.45, 0.0, 0.45})
        for (const double dz : {-0.45, 0.0, 0.45}) {
          const auto column = static_cast<int>(std::lround((spot.s + ds * spot.width) / cut.ds));
          const auto row = static_cast<int>(std::lround((spot.depth + dz * spot.height) / cut.dz));
          QCOMPARE(bands.layer_at(cut.arrival[static_cast<std::size_t>(row * cut.columns + column)]),
                   static_cast<int>(k));
        }
    }
    QCOMPARE(spots[3].width, 0.0);  // too deep for this section
  }

  void a_2d_section_is_cut_along_itself() {
    const Grid3 grid{{11, 1, 7}, {10, 1, 15}};
    const SectionCut cut = cut_section(linear(grid), grid, {{0, 0}, {100, 0}}, 21, 7);
    QVERIFY(std::abs(cut.arrival[static_cast<std::size_t>(21 * 6 + 10)] - (slope_x * 50 + slope_z * 90)) <
            1e-7);
  }

  void what_is_not_known_is_no_number() {
    const Grid3 grid{{5, 5, 5}, {10, 10, 10}};
    Field<float> T = linear(grid);
    T(2, 2, 2) = std::numeric_limits<float>::infinity();
    const SectionCut cut = cut_section(T, grid, {{-20, 20}, {60, 20}}, 17, 9);
    QVERIFY(std::isnan(cut.arrival[0]) && std::isnan(cut.arrival[16]));  // 20 m before the box and after it
    QVERIFY(!std::isnan(cut.arrival[4]) && !std::isnan(cut.arrival[12]));
    QVERIFY(std::isnan(cut.arrival[static_cast<std::size_t>(8 + 17 * 4)]));
    QVERIFY(!std::isnan(cut.arrival[static_cast<std::size_t>(5 + 17 * 4)]));
  }
};

}  // namespace test_section_cut

FOLDWAVE_TEST(test_section_cut, run_alone<test_section_cut::TestSectionCut>)
#include "test_section_cut.moc"
