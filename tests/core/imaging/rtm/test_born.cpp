// Protects the operators that least squares turns round in, over a survey: F' F of a shot is F' after F, and
// the residual that the recursion tells is that of the data; least squares sharpens what migration shows.
#include <QTest>
#include <cmath>

#include "core/base/worst.hpp"
#include "core/imaging/rtm/image_filter.hpp"
#include "core/imaging/rtm/least_squares.hpp"
#include "tests/core/imaging/rtm/imaging_help.hpp"
#include "tests/test_program.hpp"

namespace test_born {

using namespace foldwave;

namespace {

// A few blocks of other slowness, none near the sources.
Field<float> blocks(const Grid3& grid) {
  Field<float> m(grid.n);
  for (int k = 16; k < grid.n[2] - 5; ++k)
    for (int i = 5; i < grid.n[0] - 5; ++i)
      m(i, 0, k) = (i / 11 + k / 7) % 3 == 0 ? 0.02F : 0.0F;
  return m;
}

struct Born {
  SmallSurvey survey{{61, 1, 41}, 4};
  Field<float> m;
  std::vector<ShotData> data;

  Born() : m(blocks(survey.model.grid)) {
    survey.model.steps = 300;
    for (const Shot& shot : survey.shots)
      data.push_back(std::make_shared<Gather>(born_shot(survey.make, survey.model, shot, borrowed(m), {})));
  }
};

}  // namespace

class TestBorn : public QObject {
  Q_OBJECT
 private slots:
  void the_normal_operator_is_both() {
    const Born born;
    const Shot& shot = born.survey.shots[1];
    const NormalShot normal =
        born_normal_shot(born.survey.make, born.survey.model, shot, borrowed(born.m), {}, {});
    const Field<float> image = born_adjoint_shot(born.survey.make, born.survey.model, shot, born.data[1], {});
    double power = 0.0, product = 0.0;
    for (const float d : born.data[1]->traces)
      power += static_cast<double>(d) * static_cast<double>(d);
    for (Index x = 0; x < image.size(); ++x) {
      QCOMPARE(normal.image[x], image[x]);
      product += static_cast<double>(image[x]) * static_cast<double>(born.m[x]);
    }
    QVERIFY(std::abs(normal.data_power / power - 1.0) < 1e-9);
    // < F m, F m > = < m, F' F m >
    QVERIFY2(std::abs(product / power - 1.0) < 1e-5, qPrintable(QString::number(product / power - 1.0)));
  }

  // Two nodes at each face and what lies above the first row stay; axes have nodes of their own.
  void outermost_nodes_do_not_move() {
    WaveModel model;
    model.grid = {{9, 7, 8}, {10.0, 10.0, 10.0}, {}, {}, {}, 0};
    const Field<float> velocity(model.grid.n, 2000.0F);
    model.velocity = borrowed(velocity);
    const Field<float> scale = least_squares_scale(model, {}, 0.0, 3);
    for (int k = 0; k < 8; ++k)
      for (int j = 0; j < 7; ++j)
        for (int i = 0; i < 9; ++i) {
          const bool moves = i >= 2 && i < 7 && j >= 2 && j < 5 && k >= 3 && k < 6;
          QCOMPARE(scale(i, j, k), moves ? 1.0F : 0.0F);
        }
  }

  void least_squares_finds_what_scattered() {
    const Born born;
    // Nothing near the sources.
    Field<float> scale(born.survey.model.grid.n, 1.0F);
    for (int k = 0; k < 10; ++k)
      for (int i = 0; i < 61; ++i)
        scale(i, 0, k) = 0.0F;
    std::vector<double> told;
    const LeastSquaresResult found = least_squares_migration(
        born.survey.make, born.survey.model, born.survey.shots, born.data, borrowed(scale), {8, {}, 0.0}, {},
        [&](int k, const LeastSquaresResult& so_far) {
          QCOMPARE(static_cast<int>(so_far.residuals.size()), k + 1);
          told.push_back(so_far.residuals.back());
        });
    QCOMPARE(static_cast<int>(told.size()), 8);
    for (std::size_t k = 1; k < found.residuals.size(); ++k)
      QVERIFY(found.residuals[k] < found.residuals[k - 1]);
    // What the recursion tells is so.
    double left = 0.0, all = 0.0;
    for (std::size_t s = 0; s < born.data.size(); ++s) {
      const Gather again =
          born_shot(born.survey.make, born.survey.model, born.survey.shots[s], borrowed(found.m), {});
      for (std::size_t n = 0; n < again.traces.size(); ++n) {
        left +=
            std::pow(static_cast<double>(again.traces[n]) - static_cast<double>(born.data[s]->traces[n]), 2);
        all += std::pow(static_cast<double>(born.data[s]->traces[n]), 2);
      }
    }
    const double residual = std::sqrt(left / all);
    qInfo("%g %g", residual, found.residuals.back());
    QVERIFY(std::abs(residual - found.residuals.back()) < 1e-3);
    // Steepest descent leaves 0.30 of it, and a correlation of 0.55.
    QVERIFY2(residual < 0.22, qPrintable(QString::number(residual)));
    const double once =
        correlation_below(born.survey.model.grid,
                          least_squares_migration(born.survey.make, born.survey.model, born.survey.shots,
                                                  born.data, borrowed(scale), {1, {}, 0.0}, {})
                              .m,
                          born.m, 100.0);
    const double often = correlation_below(born.survey.model.grid, found.m, born.m, 100.0);
    qInfo("%g %g", once, often);
    QVERIFY(often > once + 0.2);
  }

  // With a mute it is the muted residual that falls, and what the recursion tells of it is so.
  void a_mute_is_part_of_the_operator() {
    FOLDWAVE_NUMBERS();
    for (const double most_offset : {0.0, 350.0})
      residual_falls_as_told(most_offset);
  }

 private:
  static void residual_falls_as_told(double most_offset) {
    const Born born;
    const DirectMute mute{2000.0, 0.12, 0.05};
    const LeastSquaresResult found =
        least_squares_migration(born.survey.make, born.survey.model, born.survey.shots, born.data, nullptr,
                                {4, mute, 0.0, most_offset}, {});
    double left = 0.0, all = 0.0;
    for (std::size_t s = 0; s < born.data.size(); ++s) {
      const Shot& shot = born.survey.shots[s];
      const auto muted = [&](const Gather& gather) {
        Gather muffled = without_direct_wave(gather, shot.source.position, mute);
        for (std::size_t n = 0; most_offset > 0.0 && n < muffled.traces.size(); ++n) {
          const Vec3 place = muffled.receivers[n / static_cast<std::size_t>(muffled.samples)];
          const double away = norm(place - shot.source.position) / most_offset;
          const double share = away < 1.0 ? std::pow(std::cos(0.5 * std::numbers::pi * away), 2) : 0.0;
          muffled.traces[n] *= static_cast<float>(share);
        }
        return muffled;
      };
      const Gather wanted = muted(*born.data[s]);
      const Gather again = muted(born_shot(born.survey.make, born.survey.model, shot, borrowed(found.m), {}));
      for (std::size_t n = 0; n < again.traces.size(); ++n) {
        const double d = static_cast<double>(wanted.traces[n]);
        left += std::pow(static_cast<double>(again.traces[n]) - d, 2);
        all += d * d;
      }
    }
    QVERIFY(all > 0.0);
    const double residual = std::sqrt(left / all);
    QVERIFY2(std::abs(residual - found.residuals.back()) < 1e-3,
             qPrintable(QString("%1 %2").arg(residual).arg(found.residuals.back())));
    QVERIFY(residual < 0.8);
  }
};

}  // namespace test_born

FOLDWAVE_TEST(test_born, run_guiless<test_born::TestBorn>)
#include "test_born.moc"
