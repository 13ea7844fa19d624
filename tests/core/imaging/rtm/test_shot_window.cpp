// Protects the window in which a shot with an aperture migrates: it holds what it must of grid, fields and
// traces and comes back to its place, and its image is that of a model which was cut by hand.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/error.hpp"
#include "core/imaging/rtm/shot_window.hpp"
#include "tests/core/imaging/rtm/imaging_help.hpp"
#include "tests/test_program.hpp"

namespace test_shot_window {

using namespace foldwave;

namespace {

bool same(const Field<float>& a, const Field<float>& b) {
  return a.shape() == b.shape() && std::equal(a.values().begin(), a.values().end(), b.values().begin());
}

Field<float> numbered(std::array<int, 3> n) {
  Field<float> field(n);
  for (int k = 0; k < n[2]; ++k)
    for (int j = 0; j < n[1]; ++j)
      for (int i = 0; i < n[0]; ++i)
        field(i, j, k) = static_cast<float>(i + 100 * j + 10000 * k);
  return field;
}

}  // namespace

class TestShotWindow : public QObject {
  Q_OBJECT
 private slots:
  void it_reaches_a_fifth_beyond_the_aperture() {
    const Grid3 grid{{101, 1, 61}, {10.0, 10.0, 10.0}, {}, {}, {}, 0};
    const ShotWindow all{{}, grid.n};
    QCOMPARE(window_about(grid, 2, {500.0, 0.0, 30.0}, 0.0), all);
    // 240 m to either side of 504 m.
    QCOMPARE(window_about(grid, 2, {504.0, 0.0, 30.0}, 200.0), (ShotWindow{{26, 0, 0}, {50, 1, 61}}));
    QCOMPARE(window_about(grid, 2, {20.0, 0.0, 30.0}, 200.0), (ShotWindow{{0, 0, 0}, {27, 1, 61}}));
    QCOMPARE(window_about(grid, 2, {1000.0, 0.0, 30.0}, 200.0), (ShotWindow{{76, 0, 0}, {25, 1, 61}}));
    QCOMPARE(window_about(grid, 2, {500.0, 0.0, 30.0}, 1e9), all);
    // Never narrower than a stencil bears.
    QCOMPARE(window_about(grid, 8, {500.0, 0.0, 30.0}, 1e-3), (ShotWindow{{18, 0, 0}, {65, 1, 61}}));
    const Grid3 volume{{50, 40, 30}, {10.0, 20.0, 10.0}, {}, {}, {}, 0};
    QCOMPARE(window_about(volume, 1, {250.0, 200.0, 0.0}, 100.0), (ShotWindow{{13, 4, 0}, {25, 13, 30}}));
  }

  void fields_and_traces_go_there_and_back() {
    WaveModel model;
    model.grid = {{50, 40, 7}, {10.0, 20.0, 5.0}, {1000.0, 2000.0, 0.0}, {}, {}, 0};
    const Field<float> velocity = numbered(model.grid.n);
    model.velocity = borrowed(velocity);
    const ShotWindow window{{13, 4, 0}, {25, 13, 7}};
    const WaveModel part = model_in(model, window);
    QCOMPARE(part.grid.n, window.n);
    QCOMPARE(part.grid.origin.x, 1130.0);
    QCOMPARE(part.grid.origin.y, 2080.0);
    QVERIFY(part.density == nullptr);
    QCOMPARE((*part.velocity)(0, 0, 0), velocity(13, 4, 0));
    QCOMPARE((*part.velocity)(24, 12, 6), velocity(37, 16, 6));
    const Field<float> back = back_in_grid(model.grid, window, *part.velocity);
    for (int k = 0; k < 7; ++k)
      for (int j = 0; j < 40; ++j)
        for (int i = 0; i < 50; ++i) {
          const bool inside = i >= 13 && i < 38 && j >= 4 && j < 17;
          QCOMPARE(back(i, j, k), inside ? velocity(i, j, k) : 0.0F);
        }
    // On the window's faces, between nodes, beyond along x and along y.
    const Gather all{0.001,
                     2,
                     {{130.0, 80.0, 5.0}, {129.0, 90.0, 5.0}, {372.5, 320.0, 0.0}, {200.0, 321.0, 0.0}},
                     {1.0F, 2.0F, 3.0F, 4.0F, 5.0F, 6.0F, 7.0F, 8.0F}};
    QVERIFY(!has_inside(model.grid, window, {371.0, 90.0, 5.0}));
    Gather some = all;
    some.receivers[2].x = 370.0;
    const Gather inside = gather_in(model.grid, window, some);
    QCOMPARE(inside.traces, (std::vector{1.0F, 2.0F, 5.0F, 6.0F}));
    QCOMPARE(inside.receivers[1].x, 240.0);
    QCOMPARE(inside.receivers[1].y, 240.0);
    QCOMPARE(among_all(model.grid, window, some.receivers, inside, 2).traces,
             (std::vector{1.0F, 2.0F, 0.0F, 0.0F, 5.0F, 6.0F, 0.0F, 0.0F}));
  }

  // Rock that changes across, and data that are made of the source's wave in the window.
  void the_image_is_that_of_a_model_cut_by_hand() {
    SmallSurvey survey({101, 1, 61}, 1);
    for (int i = 0; i < 101; ++i)
      for (int k = 35 - i / 20; k < 61; ++k)
        survey.truth(i, 0, k) = 2200.0F + static_cast<float>(i);
    const auto data = survey.data();
    const Shot& shot = survey.shots[0];
    SmallSurvey cut({49, 1, 61}, 1);
    Shot there{shot.source, {}};
    there.source.position.x -= 260.0;
    Gather heard{data[0]->dt, data[0]->samples, {}, {}};
    for (std::size_t r = 0; r < shot.receivers.size(); ++r) {
      Vec3 at = shot.receivers[r];
      if (at.x < 260.0 || at.x > 740.0) continue;
      at.x -= 260.0;
      heard.receivers.push_back(at);
      const float* const trace = data[0]->trace(static_cast<int>(r));
      heard.traces.insert(heard.traces.end(), trace, trace + heard.samples);
    }
    there.receivers = heard.receivers;
    std::vector<std::array<int, 3>> grids;
    const StepperMaker spy = [&](const StepperSetup& setup) {
      grids.push_back(setup.model.grid.n);
      return make_cpu_stepper(setup);
    };
    RtmOptions options;
    options.illumination = true;
    const auto twice = [](const Gather& gather, const Gather& direct) {
      Gather sum = gather;
      for (std::size_t m = 0; m < sum.traces.size(); ++m)
        sum.traces[m] += direct.traces[m];
      return std::make_shared<const Gather>(std::move(sum));
    };
    // Up to the window's end, 40 m beyond the aperture, traces fade out.
    const auto faded = [&](Gather gather) {
      for (std::size_t r = 0; r < gather.receivers.size(); ++r) {
        const double beyond = std::abs(gather.receivers[r].x - there.source.position.x) / 200.0 - 1.0;
        const double share = std::clamp(beyond / (1.2 - 1.0), 0.0, 1.0);
        for (int n = 0; n < gather.samples; ++n)
          gather.traces[r * static_cast<std::size_t>(gather.samples) + static_cast<std::size_t>(n)] *=
              static_cast<float>(0.5 + 0.5 * std::cos(std::numbers::pi * share));
      }
      return std::make_shared<const Gather>(std::move(gather));
    };
    for (const bool with_direct : {false, true}) {
      const auto of = [&](const Gather& gather) {
        return ShotDataOf([&gather, with_direct, twice](const Gather& direct) {
          return with_direct ? twice(gather, direct) : std::make_shared<const Gather>(gather);
        });
      };
      const auto faded_of = [&](const Gather& direct) { return faded(*of(heard)(direct)); };
      options.aperture = 0.0;
      const ShotImage by_hand = migrate_shot(survey.make, cut.model, there, faded_of, options, {});
      options.aperture = 200.0;
      grids.clear();
      const ShotImage found = migrate_shot(spy, survey.model, shot, of(*data[0]), options, {});
      QCOMPARE(grids, (std::vector<std::array<int, 3>>(2, {49, 1, 61})));
      bool any = false;
      for (int k = 0; k < 61; ++k)
        for (int i = 0; i < 101; ++i) {
          const double away = std::abs(10.0 * i - shot.source.position.x) / 200.0;
          const auto share =
              away < 1.0 ? static_cast<float>(0.5 + 0.5 * std::cos(std::numbers::pi * away)) : 0.0F;
          const int x = i - 26;
          const bool inside = x >= 0 && x < 49;
          QCOMPARE(found.image(i, 0, k), inside ? share * by_hand.image(x, 0, k) : 0.0F);
          QCOMPARE(found.illumination(i, 0, k), inside ? share * by_hand.illumination(x, 0, k) : 0.0F);
          any = any || found.image(i, 0, k) != 0.0F;
        }
      QVERIFY(any);
    }
  }

  void receivers_beyond_it_alone_give_no_image() {
    SmallSurvey survey({101, 1, 61}, 1);
    Shot& shot = survey.shots[0];
    std::erase_if(shot.receivers, [](Vec3 at) { return at.x > 200.0; });
    auto data = std::make_shared<Gather>();
    *data = {survey.model.dt, survey.model.steps + 1, shot.receivers, {}};
    data->traces.assign(shot.receivers.size() * static_cast<std::size_t>(data->samples), 1.0F);
    RtmOptions options;
    options.illumination = true;
    options.aperture = 200.0;
    const ShotDataOf less_direct = [&](const Gather& direct) {
      return std::make_shared<const Gather>(difference_of(*data, direct));
    };
    for (const ShotImage& found : {migrate_shot(survey.make, survey.model, shot, data, options, {}),
                                   migrate_shot(survey.make, survey.model, shot, less_direct, options, {})}) {
      QVERIFY(same(found.image, Field<float>(survey.model.grid.n)));
      QVERIFY(found.illumination(50, 0, 3) > 0.0F);
    }
    // What lies off the grid is refused, and not taken for far.
    auto off = std::make_shared<Gather>(*data);
    off->receivers.front().x = -50.0;
    QVERIFY_EXCEPTION_THROWN(migrate_shot(survey.make, survey.model, shot, off, options, {}), InputError);
  }

  // Spacings that are no round numbers put the last node a rounding beyond.
  void the_last_node_is_inside() {
    for (const double h : {6.1, 15.24, 30.48, 10.0 / 3.0})
      for (int nodes = 20; nodes < 90; ++nodes) {
        const Grid3 grid{{nodes, 1, 20}, {h, h, h}, {}, {}, {}, 0};
        const ShotWindow window = window_about(grid, 1, {(nodes - 2) * h, 0.0, 0.0}, 4.0 * h);
        QVERIFY(window.first[0] > 0);
        QVERIFY(has_inside(grid, window, {(nodes - 1) * h, 0.0, 0.0}));
        QVERIFY(has_inside(grid, window, {window.first[0] * h, 0.0, 0.0}));
        QVERIFY(!has_inside(grid, window, {(window.first[0] - 1) * h, 0.0, 0.0}));
      }
  }

  // Along x and y, in the mean as wide as windows are.
  void a_volume_migrates_in_its_window() {
    SmallSurvey survey({61, 57, 21}, 1), cut({33, 33, 21}, 1);
    survey.model.steps = cut.model.steps = 120;
    for (int k = 12; k < 21; ++k)
      for (int j = 0; j < 57; ++j)
        for (int i = 0; i < 61; ++i)
          survey.truth(i, j, k) = 2200.0F + static_cast<float>(i + 2 * j);
    Shot& shot = survey.shots[0];
    std::erase_if(shot.receivers, [&](Vec3 at) {
      return std::hypot(at.x - shot.source.position.x, at.y - shot.source.position.y) > 80.0;
    });
    const auto data = survey.data();
    Gather heard = *data[0];
    Shot there = shot;
    for (Vec3* const at : {&there.source.position})
      *at = *at - Vec3{140.0, 120.0, 0.0};
    for (Vec3& at : heard.receivers)
      at = at - Vec3{140.0, 120.0, 0.0};
    RtmOptions options;
    const ShotImage by_hand =
        migrate_shot(survey.make, cut.model, there, std::make_shared<const Gather>(heard), options, {});
    options.aperture = 100.0;
    QCOMPARE(window_about(survey.model.grid, 4, shot.source.position, 100.0),
             (ShotWindow{{14, 12, 0}, {33, 33, 21}}));
    const ShotImage found = migrate_shot(survey.make, survey.model, shot, data[0], options, {});
    bool any = false;
    for (int k = 0; k < 21; ++k)
      for (int j = 0; j < 57; ++j)
        for (int i = 0; i < 61; ++i) {
          const double away =
              std::hypot(10.0 * i - shot.source.position.x, 10.0 * j - shot.source.position.y) / 100.0;
          const auto share =
              away < 1.0 ? static_cast<float>(0.5 + 0.5 * std::cos(std::numbers::pi * away)) : 0.0F;
          QCOMPARE(found.image(i, j, k), away < 1.0 ? share * by_hand.image(i - 14, j - 12, k) : 0.0F);
          any = any || found.image(i, j, k) != 0.0F;
        }
    QVERIFY(any);
    double sum = 0.0;
    for (int i = 0; i < 61; ++i)
      sum += window_about(survey.model.grid, 1, {10.0 * i, 0.0, 0.0}, 100.0).n[0];
    const int mean = mean_window(survey.model.grid, 1, 100.0).n[0];
    QVERIFY2(std::abs(sum / 61.0 - mean) < 1.5, qPrintable(QString::number(sum / 61.0)));
    QCOMPARE(widest_window(survey.model.grid, 1, 100.0).n[0], 25);
  }
};

}  // namespace test_shot_window

FOLDWAVE_TEST(test_shot_window, run_guiless<test_shot_window::TestShotWindow>)
#include "test_shot_window.moc"
