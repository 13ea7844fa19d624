// Protects what gathers are made of: the layers' normals, at the rims too, offsets and angles of a volume,
// and the measure of flatness.
#include <QTest>
#include <cmath>

#include "core/base/worst.hpp"
#include "core/imaging/gathers/image_gathers.hpp"
#include "tests/test_program.hpp"

namespace test_image_gathers {

using namespace foldwave;

class TestImageGathers : public QObject {
  Q_OBJECT
 private slots:
  // Of what is of second order in x and z the gradient is exact at the rims too.
  void normals_at_the_rims() {
    Grid3 grid;
    grid.n = {6, 1, 5};
    grid.h = {20.0, 20.0, 5.0};
    for (const double bent : {0.0, 1.0}) {
      Field<float> arrival(grid.n);
      for (int k = 0; k < grid.n[2]; ++k)
        for (int i = 0; i < grid.n[0]; ++i) {
          const double x = i * grid.h[0], z = k * grid.h[2];
          arrival(i, 0, k) = static_cast<float>(0.25 * x - z + bent * (x * x / 256.0 - z * z / 128.0));
        }
      const std::vector<int> columns = gather_columns(grid, grid.n[0]);
      QVERIFY(columns.front() == 0 && columns.back() == grid.n[0] - 1);
      const std::vector<Vec3> normals = layer_normals(grid, arrival, grid.n[0]);
      double worst = 0.0;
      for (std::size_t g = 0; g < columns.size(); ++g)
        for (int k = 0; k < grid.n[2]; ++k) {
          const double x = columns[g] * grid.h[0], z = k * grid.h[2];
          const Vec3 raw{0.25 + bent * x / 128.0, 0.0, -1.0 - bent * z / 64.0},
              exact = (1.0 / norm(raw)) * raw;
          worst = worst_of(
              worst,
              norm(normals[g * static_cast<std::size_t>(grid.n[2]) + static_cast<std::size_t>(k)] - exact));
        }
      QVERIFY2(worst < 1e-6, qPrintable(QString::number(worst)));
    }
    // One node or two along an axis.
    Field<float> thin({2, 1, 1});
    thin(1, 0, 0) = 3.0F;
    grid.n = {2, 1, 1};
    QVERIFY(norm(layer_normals(grid, thin, 1).at(0) - Vec3{1.0, 0.0, 0.0}) < 1e-12);
  }

  // Of a volume: places in its middle row, offsets and rays across it, layers that dip across.
  void a_volume_has_them_in_its_middle_row() {
    Grid3 grid;
    grid.n = {31, 21, 16};
    grid.h = {20.0, 20.0, 20.0};
    GatherPlan plan{3, 5, 1000.0, 6, 60.0, {}};
    std::vector<ImageGather> gathers = empty_gathers(grid, 3, 5);
    QVERIFY(gathers[1].column == 15 && gathers[1].row == 10);
    // 300 m across from the place: 600 m of offset.
    Field<float> image(grid.n, 1.0F);
    image(15, 10, 7) = 4.0F;
    add_by_offset(grid, plan, {120.0, 440.0, 0.0}, {image, {}}, gathers);
    QCOMPARE(gathers[1].image(3, 0, 7), 4.0F);
    QCOMPARE(gathers[1].image(2, 0, 7), 0.0F);

    Field<float> arrival(grid.n);
    for (int k = 0; k < grid.n[2]; ++k)
      for (int j = 0; j < grid.n[1]; ++j)
        for (int i = 0; i < grid.n[0]; ++i)
          arrival(i, j, k) = static_cast<float>(0.3 * i + 0.4 * j - k);
    plan.normals = layer_normals(grid, arrival, 3);
    const Vec3 exact = (1.0 / std::sqrt(1.25)) * Vec3{0.3, 0.4, -1.0};
    QVERIFY(norm(plan.normals.at(16 + 7) - exact) < 1e-5);
    const Vec3 source{100.0, 60.0, 40.0};
    const Field<float> angles = incidence_angles(grid, Field<float>(grid.n, 2000.0F), plan, source, {});
    double worst = 0.0;
    for (int k = 8; k < 15; ++k) {
      const Vec3 ray = Vec3{300.0, 200.0, 20.0 * k} - source;
      const double angle = std::acos(std::abs(dot(ray, exact)) / norm(ray)) * 57.29577951308232;
      worst = worst_of(worst, std::abs(static_cast<double>(angles(1, 0, k)) - angle));
    }
    QVERIFY2(worst < 1.0, qPrintable(QString::number(worst)));
  }

  void flatness_of_known_gathers() {
    ImageGather same{0, Field<float>({4, 1, 3}, 2.0F), {}};
    QCOMPARE(gather_flatness(same), 1.0);
    for (int k = 0; k < 3; ++k)
      same.image(1, 0, k) = 0.0F;
    QCOMPARE(gather_flatness(same), 1.0);  // a class without shots says nothing
    for (int k = 0; k < 3; ++k)
      same.image(2, 0, k) = -2.0F;
    QVERIFY(std::abs(gather_flatness(same) - 1.0 / 9.0) < 1e-12);
    QVERIFY(std::isnan(gather_flatness({0, Field<float>({4, 1, 3}), {}})));
  }
};

}  // namespace test_image_gathers

FOLDWAVE_TEST(test_image_gathers, run_guiless<test_image_gathers::TestImageGathers>)
#include "test_image_gathers.moc"
