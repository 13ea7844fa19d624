// Protects the migrated image: a flat reflector and a point lie where they are, by every imaging condition; a
// source's wave that is kept in another way gives the image of its exactness; stacks do not depend on
// threads; data that do not fit are refused by trace.
#include <QTest>
#include <cmath>
#include <limits>

#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/base/worst.hpp"
#include "core/imaging/rtm/image_filter.hpp"
#include "tests/core/imaging/rtm/imaging_help.hpp"
#include "tests/test_program.hpp"

namespace test_rtm {

using namespace foldwave;

namespace {

double distance(const Field<float>& a, const Field<float>& b) {
  double difference = 0.0, size = 0.0;
  for (Index m = 0; m < a.size(); ++m) {
    difference += std::pow(static_cast<double>(a[m]) - static_cast<double>(b[m]), 2);
    size += std::pow(static_cast<double>(b[m]), 2);
  }
  return std::sqrt(difference / size);
}

bool same(const Field<float>& a, const Field<float>& b) {
  return std::equal(a.values().begin(), a.values().end(), b.values().begin(), b.values().end());
}

void add_flat_reflector(SmallSurvey& survey, int first_below) {
  const auto& n = survey.model.grid.n;
  for (int k = first_below; k < n[2]; ++k)
    for (int j = 0; j < n[1]; ++j)
      for (int i = 0; i < n[0]; ++i)
        survey.truth(i, j, k) = 2200.0F;
}

}  // namespace

class TestRtm : public QObject {
  Q_OBJECT
 private slots:
  // A step of velocity between two nodes: the image has the step's phase, so that its slope peaks there. What
  // is decided node by node, as `opposed` is, is rougher than a sum.
  void a_flat_reflector_lies_where_it_is() {
    SmallSurvey survey({101, 1, 61}, 3);
    add_flat_reflector(survey, 35);
    const auto data = survey.data();
    for (const auto& [condition, limit] :
         {std::pair{ImagingCondition::correlation, 0.25}, std::pair{ImagingCondition::gradient, 0.25},
          std::pair{ImagingCondition::inverse_scattering, 0.25}, std::pair{ImagingCondition::opposed, 1.0}}) {
      RtmOptions options;
      options.condition = condition;
      options.illumination = true;
      const ShotImage image = migrate(survey.make, survey.model, survey.shots, data, options, {});
      double worst = 0.0;
      for (int i = 40; i <= 60; i += 5) {
        std::vector<double> slope(61);
        for (std::size_t k = 1; k < 60; ++k)
          slope[k] = std::abs(static_cast<double>(image.image(i, 0, static_cast<int>(k) + 1)) -
                              static_cast<double>(image.image(i, 0, static_cast<int>(k) - 1)));
        worst = worst_of(worst, std::abs(peak_of(slope, 20, 50) - 34.5));
      }
      qInfo("%g cells", worst);
      QVERIFY2(worst < limit, qPrintable(QString::number(worst)));
    }
  }

  void a_scatterer_lies_where_it_is() {
    SmallSurvey survey({101, 1, 61}, 3);
    survey.truth(52, 0, 33) = 2200.0F;
    RtmOptions options;
    options.condition = ImagingCondition::inverse_scattering;
    options.illumination = true;
    const ShotImage image = migrate(survey.make, survey.model, survey.shots, survey.data(), options, {});
    std::vector<double> across(101), down(61);
    for (int i = 0; i < 101; ++i)
      across[static_cast<std::size_t>(i)] = std::abs(static_cast<double>(image.image(i, 0, 33)));
    for (int k = 0; k < 61; ++k)
      down[static_cast<std::size_t>(k)] = std::abs(static_cast<double>(image.image(52, 0, k)));
    const double x = peak_of(across, 20, 80), z = peak_of(down, 15, 55);
    qInfo("%g %g", x - 52.0, z - 33.0);
    QVERIFY2(std::abs(x - 52.0) < 0.5, qPrintable(QString::number(x)));
    QVERIFY2(std::abs(z - 33.0) < 0.5, qPrintable(QString::number(z)));
  }

  void a_source_field_of_any_keeping() {
    SmallSurvey survey({101, 1, 61}, 1);
    add_flat_reflector(survey, 35);
    const auto data = survey.data();
    const auto image_of = [&](SourceField field, ImagingCondition condition, int every, std::string folder) {
      RtmOptions options;
      options.source_field = field;
      options.condition = condition;
      options.strips = {StripPrecision::exact, every, 0, std::move(folder)};
      return migrate_shot(survey.make, survey.model, survey.shots[0], data[0], options, {}).image;
    };
    for (const auto condition : {ImagingCondition::correlation, ImagingCondition::gradient}) {
      const Field<float> exact = image_of(SourceField::checkpoints, condition, 1, {});
      const Field<float> strips = image_of(SourceField::strips, condition, 1, {});
      const double by_strips = distance(strips, exact);
      const double by16 = distance(image_of(SourceField::strips16, condition, 5, {}), exact);
      const double by8 = distance(image_of(SourceField::strips8, condition, 5, {}), exact);
      qInfo("%g %g %g", by_strips, by16, by8);
      QVERIFY2(by_strips < 5e-6, qPrintable(QString::number(by_strips)));
      QVERIFY2(by16 < 1e-3, qPrintable(QString::number(by16)));
      QVERIFY2(by8 < 1e-2, qPrintable(QString::number(by8)));
      QVERIFY(same(image_of(SourceField::strip_file, condition, 1, "/tmp"), strips));
    }
  }

  // Every second step is enough for the eye, and twice the sum of half the steps.
  void fewer_steps_are_correlated() {
    SmallSurvey survey({101, 1, 61}, 1);
    add_flat_reflector(survey, 35);
    const auto data = survey.data();
    RtmOptions options;
    const auto all = migrate_shot(survey.make, survey.model, survey.shots[0], data[0], options, {});
    options.correlate_every = 4;
    auto some = migrate_shot(survey.make, survey.model, survey.shots[0], data[0], options, {});
    for (float& v : some.image.values())
      v *= 4.0F;
    const double apart = distance(some.image, all.image);
    qInfo("%g", apart);
    QVERIFY(apart > 0.0 && apart < 5e-6);
  }

  // By the distance across alone, image and illumination alike; a stack over both is that of what is near.
  // Of grids that a shot's window holds all of (test_shot_window), and of traces within the aperture.
  void what_is_far_from_the_source_fades_out() {
    for (const auto& n : {std::array{31, 1, 41}, std::array{21, 19, 17}}) {
      SmallSurvey survey(n, 1);
      survey.model.steps = 150;
      add_flat_reflector(survey, n[2] / 2);
      const Vec3 middle = survey.shots[0].source.position;
      std::erase_if(survey.shots[0].receivers, [&](Vec3 at) {
        return std::hypot(at.x - middle.x, n[1] > 1 ? at.y - middle.y : 0.0) > 57.0;
      });
      const auto data = survey.data();
      RtmOptions options;
      options.illumination = true;
      const auto whole = migrate_shot(survey.make, survey.model, survey.shots[0], data[0], options, {});
      options.aperture = 57.0;
      const auto part = migrate_shot(survey.make, survey.model, survey.shots[0], data[0], options, {});
      const Vec3 source = survey.shots[0].source.position;
      double worst = 0.0, seen = 0.0;
      for (int k = 0; k < n[2]; ++k)
        for (int j = 0; j < n[1]; ++j)
          for (int i = 0; i < n[0]; ++i) {
            const Vec3 at = survey.model.grid.local(i, j, k);
            const double away = std::hypot(at.x - source.x, n[1] > 1 ? at.y - source.y : 0.0);
            const double share =
                away < 57.0 ? std::pow(std::cos(0.5 * std::numbers::pi * away / 57.0), 2) : 0.0;
            for (const auto& [all, near] :
                 {std::pair{&whole.image, &part.image}, std::pair{&whole.illumination, &part.illumination}}) {
              const double wanted = share * static_cast<double>((*all)(i, j, k));
              worst = worst_of(worst, std::abs(static_cast<double>((*near)(i, j, k)) - wanted) /
                                          (std::abs(wanted) + 1e-30));
              seen = worst_of(seen, std::abs(wanted));
            }
          }
      QVERIFY2(seen > 0.0 && worst < 5e-7, qPrintable(QString::number(worst)));
    }
  }

  void stacks_do_not_depend_on_threads() {
    SmallSurvey survey({61, 1, 41}, 5);
    survey.model.steps = 200;
    add_flat_reflector(survey, 20);
    const auto data = survey.data();
    const int before = thread_count();
    std::vector<Field<float>> stacks;
    for (const int threads : {1, 2, 4}) {
      set_thread_count(threads);
      std::vector<int> order;
      stacks.push_back(
          migrate(survey.make, survey.model, survey.shots, data, {}, {}, [&](int shots, const ShotImage&) {
            order.push_back(shots);
          }).image);
      QCOMPARE(order, (std::vector<int>{1, 2, 3, 4, 5}));
    }
    set_thread_count(before);
    QVERIFY(same(stacks[1], stacks[0]));
    QVERIFY(same(stacks[2], stacks[0]));
  }

  void a_volume_is_migrated() {
    SmallSurvey survey({41, 37, 33}, 1);
    survey.model.steps = 240;
    survey.model.kernel = WaveKernel::wavefront;
    add_flat_reflector(survey, 20);
    RtmOptions options;
    options.condition = ImagingCondition::inverse_scattering;
    // A carpet of receivers.
    survey.shots[0].receivers.clear();
    for (int j = 0; j < 37; j += 2)
      for (int i = 0; i < 41; i += 2)
        survey.shots[0].receivers.push_back({10.0 * i, 10.0 * j, 20.0});
    const auto image =
        migrate_shot(survey.make, survey.model, survey.shots[0], survey.data()[0], options, {}).image;
    std::vector<double> slope(33);
    for (std::size_t k = 1; k < 32; ++k)
      slope[k] = std::abs(static_cast<double>(image(20, 18, static_cast<int>(k) + 1)) -
                          static_cast<double>(image(20, 18, static_cast<int>(k) - 1)));
    const double at = peak_of(slope, 12, 28);
    qInfo("%g", at - 19.5);
    QVERIFY2(std::abs(at - 19.5) < 0.5, qPrintable(QString::number(at)));
  }

  void the_direct_wave_is_muted() {
    Gather gather;
    gather.dt = 0.01;
    gather.samples = 101;
    gather.receivers = {{0.0, 0.0, 0.0}, {1000.0, 0.0, 0.0}};
    gather.traces.assign(202, 1.0F);
    const Gather left = without_direct_wave(gather, {0.0, 0.0, 0.0}, {2000.0, 0.1, 0.1});
    QCOMPARE(left.trace(0)[10], 0.0F);
    QCOMPARE(left.trace(0)[15], 0.5F);
    QCOMPARE(left.trace(0)[20], 1.0F);
    QCOMPARE(left.trace(1)[60], 0.0F);
    QCOMPARE(left.trace(1)[70], 1.0F);
  }

  void data_that_do_not_fit_are_refused() {
    SmallSurvey survey({31, 1, 31}, 1);
    survey.model.steps = 20;
    auto good = survey.data();
    const auto refused = [&](const std::function<void(Gather&)>& spoil, const char* word) {
      auto bad = std::make_shared<Gather>(*good[0]);
      spoil(*bad);
      try {
        migrate_shot(survey.make, survey.model, survey.shots[0], bad, {}, {});
      } catch (const InputError& error) {
        return QString(error.what()).contains(word);
      }
      return false;
    };
    QVERIFY(refused([](Gather& g) { g.samples = 20; }, "20 samples"));
    QVERIFY(refused([](Gather& g) { g.dt *= 2.0; }, "0.0034"));
    QVERIFY(refused([](Gather& g) { g.receivers.pop_back(); }, "each receiver"));
    QVERIFY(refused([](Gather& g) { g.traces[21 * 7 + 3] = std::numeric_limits<float>::quiet_NaN(); },
                    "trace 7"));
    QVERIFY(refused([](Gather& g) { g.receivers[3].x = 1e6; }, "receiver 3"));
    std::stop_source stop;
    stop.request_stop();
    QVERIFY_EXCEPTION_THROWN(
        migrate(survey.make, survey.model, survey.shots, good, {}, {nullptr, stop.get_token()}), Stopped);
  }
};

}  // namespace test_rtm

FOLDWAVE_TEST(test_rtm, run_guiless<test_rtm::TestRtm>)
#include "test_rtm.moc"
