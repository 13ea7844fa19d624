// Protects the image of a survey: a flat boundary lies where it was drawn under every condition and treatment
// of the direct wave; the stack does not depend on threads nor on where it was stopped; gathers add up to the
// image, and lie flat in the right velocity alone.
#include <QTest>
#include <QThread>
#include <cmath>
#include <map>
#include <mutex>
#include <numeric>

#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/base/worst.hpp"
#include "core/imaging/rtm/image_filter.hpp"
#include "tests/core/imaging/survey/survey_help.hpp"
#include "tests/test_program.hpp"

namespace test_survey_image {

using namespace foldwave;

namespace {

double worst_miss(const Field<float>& image) {
  double worst = 0.0;
  for (int i = 40; i <= 60; i += 5)
    worst = worst_of(worst, std::abs(slope_peak(image, i, 20, 50) - 34.5));
  return worst;
}

}  // namespace

class TestSurveyImage : public QObject {
  Q_OBJECT
 private slots:
  void a_flat_boundary_lies_where_it_was_drawn() {
    FOLDWAVE_NUMBERS();
    FlatSurvey flat;
    for (const auto condition :
         {ImageCondition::inverse_scattering, ImageCondition::laplacian, ImageCondition::correlation})
      for (const auto direct : {DirectWave::subtract, DirectWave::mute}) {
        flat.setup.condition = condition;
        flat.setup.direct = direct;
        flat.setup.correlate_every = 3;
        const double off = worst_miss(image_of(flat.setup, flat.stacked()));
        qInfo("%d %d: %g cells", static_cast<int>(condition), static_cast<int>(direct), off);
        QVERIFY2(off < 0.25, qPrintable(QString::number(off)));
      }
  }

  // The shots one by one, by the parts that a survey is made of.
  void it_is_what_its_parts_give() {
    FlatSurvey flat(3);
    flat.setup.correlate_every = 4;
    RtmOptions options;
    options.correlate_every = 4;
    options.condition = ImagingCondition::inverse_scattering;
    options.illumination = true;
    const ShotImage wanted =
        migrate(flat.small.make, flat.small.model, flat.small.shots, flat.small.data(), options, {});
    const Field<float> image = image_of(flat.setup, flat.stacked());
    double apart = 0.0, size = 0.0;
    for (Index m = 0; m < image.size(); ++m) {
      apart = worst_of(apart, std::abs(static_cast<double>(image[m]) - static_cast<double>(wanted.image[m])));
      size = worst_of(size, static_cast<double>(wanted.image[m]));
    }
    qInfo("%g", apart / size);
    QVERIFY(size > 0.0 && apart < 1e-5 * size);
    flat.setup.illumination = false;
    QVERIFY(flat.stacked().sums.illumination.empty());
    flat.setup.direct = DirectWave::keep;
    QVERIFY(worst_miss(image_of(flat.setup, flat.stacked())) != worst_miss(image));
  }

  // More shots than two for each thread and two: not all can have ended by then.
  void a_stopped_survey_goes_on_to_the_same_bits() {
    FlatSurvey flat(12, {61, 1, 41}, 20);
    flat.setup.medium.steps = 200;
    flat.setup.gathers.places = 3;
    flat.setup.gathers.angles = 4;
    const ThreadsOfTest restored(thread_count());
    std::vector<int> in_turn(12);
    std::iota(in_turn.begin(), in_turn.end(), 1);
    const SurveyStack whole = flat.stacked();
    for (const int threads : {1, 2, 4}) {
      set_thread_count(threads);
      std::stop_source stop;
      SurveyStack stack;
      std::vector<int> order;
      const auto seen = [&](const SurveyStack& so_far) {
        order.push_back(so_far.shots);
        if (so_far.shots == 2) stop.request_stop();
      };
      QVERIFY_EXCEPTION_THROWN(
          stack_survey(flat.small.make, flat.setup, stack, seen, {nullptr, stop.get_token()}), Stopped);
      QVERIFY(stack.shots >= 2 && stack.shots < 12);
      stack_survey(flat.small.make, flat.setup, stack, seen, {});
      QCOMPARE(order, in_turn);
      QVERIFY(same_values(stack.sums.image, whole.sums.image));
      QVERIFY(same_values(stack.sums.illumination, whole.sums.illumination));
      QVERIFY(same_values(stack.gathers[1].image, whole.gathers[1].image));
      QVERIFY(same_values(stack.angle_gathers[1].image, whole.angle_gathers[1].image));
    }
  }

  void shots_over_devices_are_the_same_bits() {
    FlatSurvey flat(5, {61, 1, 41}, 20);
    flat.setup.medium.steps = 200;
    const SurveyStack whole = flat.stacked();
    std::mutex mutex;
    std::vector<int> pieces;
    const WorkDevices devices{3, [&](int piece) {
                                const std::scoped_lock lock(mutex);
                                pieces.push_back(piece);
                                return std::shared_ptr<const void>();
                              }};
    SurveyStack stack;
    std::vector<int> order;
    stack_survey(
        flat.small.make, flat.setup, stack, [&](const SurveyStack& so_far) { order.push_back(so_far.shots); },
        {}, devices);
    QCOMPARE(pieces.size(), std::size_t{5});
    QVERIFY(std::ranges::count(pieces, 1) > 0);
    QCOMPARE(order, (std::vector<int>{1, 2, 3, 4, 5}));
    QVERIFY(same_values(stack.sums.image, whole.sums.image));
    QCOMPARE(shots_at_once(Index{1} << 30, devices), 3);
  }

  // As many large shots at a time as are to be together on each device, and counted in their order.
  void large_shots_go_together() {
    std::mutex mutex;
    std::map<int, int> pieces;
    int under_way = 0, most = 0;
    WorkDevices devices{2, [&](int piece) {
                          const std::scoped_lock lock(mutex);
                          ++pieces[piece % 2];
                          return std::shared_ptr<const void>();
                        }};
    devices.together = 3;
    QCOMPARE(shots_at_once(large_shot, devices), 6);
    QCOMPARE(shots_at_once(large_shot - 1, devices), std::max(2, thread_count()));
    std::vector<int> order;
    for_each_shot(
        13, large_shot, {},
        [&](int) {
          {
            const std::scoped_lock lock(mutex);
            most = std::max(most, ++under_way);
          }
          QThread::msleep(20);
          const std::scoped_lock lock(mutex);
          --under_way;
        },
        [&](int shot) { order.push_back(shot); }, devices);
    QVERIFY2(most > 1 && most <= 6, qPrintable(QString::number(most)));
    QCOMPARE(pieces[0] + pieces[1], 13);
    QVERIFY(pieces[0] > 3 && pieces[1] > 3);
    std::vector<int> expected(13);
    std::iota(expected.begin(), expected.end(), 0);
    QCOMPARE(order, expected);
  }

  // What all offsets hold, classes add up to.
  void gathers_add_up_to_the_image() {
    FlatSurvey flat(5);
    flat.setup.gathers.places = 4;
    flat.setup.gathers.offsets = 5;
    flat.setup.gathers.most_offset = 1600.0;
    const SurveyStack stack = flat.stacked();
    const Field<float> image =
        conditioned(flat.setup.medium, stack.sums.image.clone(), ImagingCondition::inverse_scattering);
    QCOMPARE(stack.gathers.size(), std::size_t{4});
    for (const ImageGather& gather : stack.gathers) {
      double worst = 0.0, size = 0.0;
      for (int k = 0; k < 61; ++k) {
        double sum = 0.0, light = 0.0;
        for (int c = 0; c < 5; ++c) {
          sum += static_cast<double>(gather.image(c, 0, k));
          light += static_cast<double>(gather.illumination(c, 0, k));
        }
        const double wanted = static_cast<double>(image(gather.column, 0, k));
        worst = worst_of(worst, std::abs(sum - wanted));
        size = worst_of(size, std::abs(wanted));
        const double all = static_cast<double>(stack.sums.illumination(gather.column, 0, k));
        QVERIFY(std::abs(light - all) <= 1e-5 * all);
      }
      QVERIFY2(size > 0.0 && worst < 1e-5 * size, qPrintable(QString::number(worst / size)));
    }
    QCOMPARE(stack.gathers[0].column, 13);  // (0 + 1/2) / 4 of 100 nodes' distances
  }

  // A shot at 500 m fades out to 200 m on both sides; the middle stays where it was, of the traces near it.
  void an_aperture_fades_a_shot_out() {
    FlatSurvey flat(1);
    const SurveyStack all = flat.stacked();
    flat.setup.aperture = 200.0;
    const SurveyStack near = flat.stacked();
    for (int k = 0; k < 61; ++k) {
      QVERIFY(near.sums.image(25, 0, k) == 0.0F && near.sums.illumination(75, 0, k) == 0.0F);
      const float light = all.sums.illumination(50, 0, k);
      QVERIFY(std::abs(near.sums.illumination(50, 0, k) - light) <= 1e-4F * light);
    }
    const double moved = slope_peak(near.sums.image, 50, 32, 38) - slope_peak(all.sums.image, 50, 32, 38);
    qInfo("%g cells", moved);
    QVERIFY2(std::abs(moved) < 0.5, qPrintable(QString::number(moved)));
    QVERIFY(all.sums.image(25, 0, 35) != 0.0F);
  }

  // A shot at 500 m of 1000, places 130, 370, 630 and 870 m: offsets of 740 and 260 m, classes of 200 m.
  void a_shot_s_image_stands_at_its_offset() {
    FlatSurvey flat(1);
    flat.setup.gathers.places = 4;
    flat.setup.gathers.offsets = 5;
    const SurveyStack stack = flat.stacked();
    for (std::size_t g = 0; g < 4; ++g)
      for (int c = 0; c < 5; ++c) {
        bool any = false;
        for (int k = 0; k < 61; ++k)
          any = any || stack.gathers[g].image(c, 0, k) != 0.0F;
        QCOMPARE(any, c == (g == 0 || g == 3 ? 3 : 1));
      }
  }

  void gathers_are_flat_in_the_right_velocity() {
    FOLDWAVE_NUMBERS();
    FlatSurvey flat(20);
    flat.setup.gathers.places = 1;
    flat.setup.gathers.offsets = 4;
    flat.setup.gathers.most_offset = 800.0;
    const auto flatness = [&](float velocity) {
      Field<float> uniform(flat.setup.medium.grid.n, velocity);
      flat.setup.medium.velocity = borrowed(uniform);
      flat.setup.direct = DirectWave::mute;
      return gather_flatness(gathers_of(flat.setup, flat.stacked().gathers).front());
    };
    const double slow = flatness(1900.0F), right = flatness(2000.0F), fast = flatness(2100.0F);
    qInfo("%g %g %g", slow, right, fast);
    QVERIFY(right > 1.05 * slow && right > 1.05 * fast);
  }

  void a_volume_has_its_survey() {
    FlatSurvey flat(1, {31, 29, 33}, 20);
    flat.setup.medium.steps = 240;
    flat.setup.shots[0].receivers.clear();
    for (int j = 0; j < 29; j += 2)
      for (int i = 0; i < 31; i += 2)
        flat.setup.shots[0].receivers.push_back({10.0 * i, 10.0 * j, 20.0});
    const Field<float> image = image_of(flat.setup, flat.stacked());
    std::vector<double> slope(33);
    for (int k = 1; k < 32; ++k)
      slope[static_cast<std::size_t>(k)] =
          std::abs(static_cast<double>(image(15, 14, k + 1)) - static_cast<double>(image(15, 14, k - 1)));
    const double off = peak_of(slope, 12, 28) - 19.5;
    qInfo("%g", off);
    QVERIFY2(std::abs(off) < 0.5, qPrintable(QString::number(off)));
  }

  // Strips of a section: both ends of a row, rows above and below; the rest by count.
  void memory_is_foretold() {
    FlatSurvey flat(2);
    const int before = thread_count();
    set_thread_count(1);
    const double one = survey_bytes(flat.setup.medium, 9, 101, 1e6, SourceField::strips, 1);
    set_thread_count(2);
    const double two = survey_bytes(flat.setup.medium, 9, 101, 1e6, SourceField::strips, 1);
    // No more than there are.
    QCOMPARE(survey_bytes(flat.setup.medium, 1, 101, 1e6, SourceField::strips, 1), one);
    set_thread_count(before);
    const double nodes = 101.0 * 61.0, strip = nodes - (101.0 - 8.0) * (61.0 - 8.0);
    const double shot = 2e6 + 4.0 * ((strip + 3.0 * 101.0) * 481.0 + 3.0 * nodes);
    QVERIFY2(std::abs(two - one - shot) < 1.0, qPrintable(QString("%1 %2").arg(two - one).arg(shot)));
    QVERIFY(std::abs(one - shot - 24.0 * nodes) < 1.0);
    // Levels where they fit, else strips; what does not fit exactly is packed, else kept as checkpoints.
    const WaveModel& medium = flat.setup.medium;
    const auto kept = [&](double machine, ImageCondition condition) {
      set_thread_count(1);
      const SourceField field = survey_source_field(medium, 3, condition, machine);
      set_thread_count(before);
      return field;
    };
    const double levels = 4.0 * nodes * 160.0, exact = 4.0 * strip * 481.0, packed = levels / 20.0;
    QVERIFY(kept(2.01 * levels, ImageCondition::laplacian) == SourceField::levels);
    QVERIFY(kept(2.01 * levels, ImageCondition::opposed) == SourceField::strips);
    QVERIFY(kept(1.99 * levels, ImageCondition::laplacian) == SourceField::strips);
    QVERIFY(kept(2.01 * exact, ImageCondition::laplacian) == SourceField::strips);
    QVERIFY(kept(1.99 * exact, ImageCondition::laplacian) == SourceField::packed);
    QVERIFY(kept(1.99 * packed, ImageCondition::laplacian) == SourceField::checkpoints);
    QVERIFY(kept(1.99 * exact, ImageCondition::opposed) == SourceField::checkpoints);
  }

  // However its sources' waves are kept.
  void a_packed_survey_is_alike() {
    FOLDWAVE_NUMBERS();
    FlatSurvey flat(3);
    flat.setup.correlate_every = 3;
    const Field<float> exact = image_of(flat.setup, flat.stacked());
    flat.setup.source_field = SourceField::packed;
    const Field<float> packed = image_of(flat.setup, flat.stacked());
    const double alike = correlation_below(flat.setup.medium.grid, packed, exact, 150.0);
    qInfo("%g", alike);
    QVERIFY(alike > 0.9999 && !same_values(packed, exact));
    for (const auto& [field, most] : {std::pair{SourceField::strips16, 1e-3},
                                      {SourceField::strips8, 0.015},
                                      {SourceField::checkpoints, 6e-6}}) {
      flat.setup.source_field = field;
      const Field<float> image = image_of(flat.setup, flat.stacked());
      double apart = 0.0, size = 0.0;
      for (Index m = 0; m < image.size(); ++m) {
        apart += std::pow(static_cast<double>(image[m]) - static_cast<double>(exact[m]), 2);
        size += std::pow(static_cast<double>(exact[m]), 2);
      }
      const double off = std::sqrt(apart / size);
      qInfo("%d: %g", static_cast<int>(field), off);
      QVERIFY2(off < most, qPrintable(QString("%1: %2").arg(static_cast<int>(field)).arg(off)));
    }
  }
};

}  // namespace test_survey_image

FOLDWAVE_TEST(test_survey_image, run_guiless<test_survey_image::TestSurveyImage>)
#include "test_survey_image.moc"
