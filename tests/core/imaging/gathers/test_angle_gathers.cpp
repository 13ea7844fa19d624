// Protects gathers by angle: the angle is that of the straight ray against the layers' normal, classes add up
// to the image, and an event is flat in the right velocity, bends up in a slow one and down in a fast one.
#include <QTest>
#include <cmath>

#include "core/base/angle.hpp"
#include "core/base/worst.hpp"
#include "core/imaging/rtm/image_filter.hpp"
#include "tests/core/imaging/survey/survey_help.hpp"
#include "tests/test_program.hpp"

namespace test_angle_gathers {

using namespace foldwave;

class TestAngleGathers : public QObject {
  Q_OBJECT
  // Nodes: where the boundary's slope peaks in each class of the middle's gather.
  static std::vector<double> depths(float velocity, std::vector<ImageGather>* gathers = nullptr) {
    FlatSurvey flat(20);
    flat.setup.gathers.places = 1;
    flat.setup.gathers.angles = 4;
    flat.setup.gathers.most_angle = 40.0;
    flat.setup.direct = DirectWave::mute;
    Field<float> uniform(flat.setup.medium.grid.n, velocity);
    flat.setup.medium.velocity = borrowed(uniform);
    std::vector<ImageGather> made = gathers_of(flat.setup, flat.stacked().angle_gathers);
    std::vector<double> at;
    const Field<float>& image = made.front().image;
    for (int c = 0; c < 4; ++c)
      at.push_back(slope_peak(image, c, 25, 45));
    if (gathers != nullptr) *gathers = std::move(made);
    return at;
  }

 private slots:
  void the_angle_is_that_of_the_ray() {
    FlatSurvey flat(1);
    flat.setup.gathers.places = 4;
    const Vec3 source = flat.setup.shots[0].source.position;
    const std::vector<int> columns = gather_columns(flat.setup.medium.grid, 4);
    const double lean = radians(20.0);
    for (const double tilt : {0.0, lean}) {
      if (tilt > 0.0) flat.setup.gathers.normals.assign(4 * 61, Vec3{std::sin(tilt), 0.0, -std::cos(tilt)});
      const Field<float> angles = incidence_angles(flat.setup.medium.grid, *flat.setup.medium.velocity,
                                                   flat.setup.gathers, source, {});
      double worst = 0.0;
      for (int g = 0; g < 4; ++g)
        for (int k = 8; k < 60; ++k) {
          const double x = columns[static_cast<std::size_t>(g)] * 10.0 - source.x, z = k * 10.0 - source.z;
          const double wanted = std::abs(degrees(std::atan2(-x, z) - tilt));
          const double folded = std::min(wanted, 180.0 - wanted);
          worst = worst_of(worst, std::abs(static_cast<double>(angles(g, 0, k)) - folded));
        }
      qInfo("%g degrees", worst);
      QVERIFY2(worst < 1.0, qPrintable(QString::number(worst)));
    }
  }

  void classes_add_up_to_the_image() {
    FlatSurvey flat(5);
    flat.setup.gathers.places = 3;
    flat.setup.gathers.angles = 6;
    flat.setup.gathers.most_angle = 90.5;
    const SurveyStack stack = flat.stacked();
    const Field<float> image =
        conditioned(flat.setup.medium, stack.sums.image.clone(), ImagingCondition::inverse_scattering);
    double worst = 0.0, size = 0.0;
    for (const ImageGather& gather : stack.angle_gathers)
      for (int k = 0; k < 61; ++k) {
        double sum = 0.0;
        for (int c = 0; c < 6; ++c)
          sum += static_cast<double>(gather.image(c, 0, k));
        const double wanted = static_cast<double>(image(gather.column, 0, k));
        worst = worst_of(worst, std::abs(sum - wanted));
        size = worst_of(size, std::abs(wanted));
      }
    qInfo("%g", worst / size);
    QVERIFY(size > 0.0 && worst < 1e-5 * size);
  }

  void an_event_tells_the_velocity() {
    FOLDWAVE_NUMBERS();
    std::vector<ImageGather> right_gathers, slow_gathers, fast_gathers;
    const std::vector<double> right = depths(2000.0F, &right_gathers), slow = depths(1900.0F, &slow_gathers),
                              fast = depths(2100.0F, &fast_gathers);
    for (const auto* one : {&slow, &right, &fast})
      qInfo("%g %g %g %g", (*one)[0], (*one)[1], (*one)[2], (*one)[3]);
    double apart = 0.0;
    for (const double at : right)
      apart = worst_of(apart, std::abs(at - 34.5));
    QVERIFY2(apart < 0.5, qPrintable(QString::number(apart)));
    QVERIFY(std::abs(right[3] - right[0]) < 0.3);
    QVERIFY(slow[3] < slow[0] - 0.5);
    QVERIFY(fast[3] > fast[0] + 0.5);
    const double flat = gather_flatness(right_gathers[0]);
    QVERIFY(flat > 1.05 * gather_flatness(slow_gathers[0]) && flat > 1.05 * gather_flatness(fast_gathers[0]));
  }
};

}  // namespace test_angle_gathers

FOLDWAVE_TEST(test_angle_gathers, run_guiless<test_angle_gathers::TestAngleGathers>)
#include "test_angle_gathers.moc"
