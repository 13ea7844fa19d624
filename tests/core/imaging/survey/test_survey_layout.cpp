// Protects where shots and receivers stand, and what a survey leaves to the program: closed forms over a
// uniform box, ends of every key, refusals by path.
#include <QTest>
#include <cmath>

#include "core/base/error.hpp"
#include "core/imaging/survey/survey_layout.hpp"
#include "tests/test_program.hpp"

namespace test_survey_layout {

using namespace foldwave;

namespace {

Grid3 grid_of(std::array<int, 3> n) {
  return {n, {10.0, 12.0, 8.0}, {500.0, 0.0, 100.0}, {}, {}, 0};
}

bool is_near(double a, double b) {
  return std::abs(a - b) <= 1e-9 * std::abs(b);
}

}  // namespace

class TestSurveyLayout : public QObject {
  Q_OBJECT
 private slots:
  void a_line_of_60_shots_comes_of_nothing() {
    const Grid3 grid = grid_of({201, 1, 101});
    const Field<float> v(grid.n, 2000.0F);
    const ImageSurvey whole = whole_survey({}, grid, survey_speeds(grid, v));
    QCOMPARE(whole.shots, 60);
    QCOMPARE(whole.lines, 1);
    QVERIFY(is_near(whole.receiver_spacing, 10.0) && is_near(whole.depth, 8.0));
    QVERIFY(is_near(whole.most_offset, 2000.0));
    QVERIFY(is_near(whole.frequency, 20.0));  // 2000 / (10 * 10)
    QVERIFY(is_near(whole.smoothing, 25.0));
    QVERIFY(is_near(whole.duration, std::hypot(1600.0, 800.0) / 2000.0 + 2.5 / 20.0));
    QVERIFY(whole.direct_wave == DirectWave::subtract);
    ImageSurvey typed;
    typed.shots = 3, typed.receiver_spacing = 25.0, typed.depth = 16.0, typed.frequency = 11.0;
    typed.duration = 0.7, typed.smoothing = 90.0, typed.most_offset = 300.0, typed.data = "a.sgy";
    const ImageSurvey kept = whole_survey(typed, grid, survey_speeds(grid, v));
    QVERIFY(kept.direct_wave == DirectWave::mute);
    typed.direct_wave = kept.direct_wave;
    typed.lines = 1;
    QVERIFY(kept == typed);
    const auto shots = survey_shots(whole, grid, {1.0F});
    QCOMPARE(shots.size(), std::size_t{60});
    QCOMPARE(shots.front().source.position.x, 20.0);  // 1/120 of 200 intervals is 1.67
    QCOMPARE(shots.back().source.position.x, 1980.0);
    QCOMPARE(shots[7].source.position.z, 8.0);
    QCOMPARE(shots[7].source.position.y, 0.0);
    QCOMPARE(shots[7].receivers.size(), std::size_t{201});
    QCOMPARE(shots[7].receivers.back().x, 2000.0);
    QCOMPARE(shots[7].source.series.size(), std::size_t{1});
  }

  void the_slowest_column_sets_the_duration() {
    const Grid3 grid = grid_of({21, 1, 11});
    Field<float> v(grid.n, 2500.0F);
    for (int k = 0; k < 11; ++k)
      v(4, 0, k) = 1234.0F;
    const ImageSurvey whole = whole_survey({}, grid, survey_speeds(grid, v));
    QVERIFY(is_near(whole.frequency, 12.0));  // two digits of 12.34
    const double down = 80.0 / 1234.0;
    QVERIFY(std::abs(whole.duration - (std::hypot(2.0 * down, 80.0 / 1234.0) + 2.5 / 12.0)) < 1e-6);
    QCOMPARE(whole.shots, 21);  // one a node at most
  }

  void a_carpet_lies_over_a_volume() {
    const Grid3 grid = grid_of({41, 21, 31});
    const ImageSurvey whole = whole_survey({}, grid, survey_speeds(grid, Field<float>(grid.n, 3000.0F)));
    QVERIFY(is_near(whole.frequency, 25.0));  // the widest spacing is 12 m
    const auto shots = survey_shots(whole, grid, {});
    QCOMPARE(shots.size(), std::size_t{100});
    QCOMPARE(shots[0].source.position.x, 20.0);
    QCOMPARE(shots[0].source.position.y, 12.0);
    QCOMPARE(shots[10].source.position.x, 20.0);
    QCOMPARE(shots[10].source.position.y, 36.0);
    QCOMPARE(receiver_count(whole, grid), std::int64_t{21 * 13});
    QCOMPARE(shots[0].receivers.size(), std::size_t{21 * 13});  // 0, 20 .. 400 by 0, 20 .. 240
  }

  void a_spacing_places_shots_about_the_middle() {
    const auto places = [](const Grid3& grid, double spacing) {
      ImageSurvey survey;
      survey.shot_spacing = spacing;
      survey = whole_survey(survey, grid, survey_speeds(grid, Field<float>(grid.n, 2000.0F)));
      std::vector<double> x;
      for (const Shot& shot : survey_shots(survey, grid, {}))
        x.push_back(shot.source.position.x);
      if (std::ssize(x) != survey.shots * survey.lines) x.clear();
      return x;
    };
    const Grid3 line = grid_of({21, 1, 11});  // 200 m
    QCOMPARE(places(line, 50.0), (std::vector<double>{0, 50, 100, 150, 200}));
    QCOMPARE(places(line, 60.0), (std::vector<double>{10, 70, 130, 190}));
    QCOMPARE(places(line, 90.0), (std::vector<double>{10, 100, 190}));
    QCOMPARE(places(line, 70.0), (std::vector<double>{30, 100, 170}));
    // Half a cell off the middle, and all 30 m apart.
    QCOMPARE(places(grid_of({11, 1, 11}), 30.0), (std::vector<double>{10, 40, 70, 100}));
    QCOMPARE(places(line, 500.0), (std::vector<double>{100}));
    QCOMPARE(places(line, 3.0).size(), std::size_t{21});  // one a node at most
    QCOMPARE(places(line, 25.0).size(), std::size_t{9});
    const std::vector<double> carpet = places(grid_of({21, 11, 11}), 100.0);
    QCOMPARE(carpet.size(), std::size_t{30});
    QCOMPARE((std::vector<double>{carpet[3], carpet[4], carpet[5]}), (std::vector<double>{0, 100, 200}));
    try {
      places(grid_of({20001, 1, 3}), 15.0);
      QFAIL("13334 shots");
    } catch (const InputError& e) {
      QCOMPARE(e.place(), std::string("/imaging/survey/shot_spacing"));
    }
  }

  void offsets_choose_receivers() {
    const Grid3 grid = grid_of({101, 1, 31});
    ImageSurvey survey;
    survey.shots = 1;
    survey.least_offset = 40.0;
    survey.most_offset = 100.0;
    survey = whole_survey(survey, grid, survey_speeds(grid, Field<float>(grid.n, 2000.0F)));
    const auto shots = survey_shots(survey, grid, {});
    QCOMPARE(shots[0].source.position.x, 500.0);
    QCOMPARE(shots[0].receivers.size(), std::size_t{14});  // 40 .. 100 on either side
    for (const Vec3& r : shots[0].receivers)
      QVERIFY(std::abs(r.x - 500.0) >= 40.0 && std::abs(r.x - 500.0) <= 100.0);
  }

  void what_cannot_be_is_refused_by_path() {
    const Grid3 grid = grid_of({21, 1, 11});
    const Field<float> v(grid.n, 2000.0F);
    const auto place = [&](ImageSurvey survey) {
      try {
        survey_shots(whole_survey(survey, grid, survey_speeds(grid, v)), grid, {});
      } catch (const InputError& e) {
        return e.place();
      }
      return std::string();
    };
    ImageSurvey deep, apart;
    deep.depth = 80.5;
    QCOMPARE(place(deep), std::string("/imaging/survey/depth"));
    deep.depth = 80.0;
    QCOMPARE(place(deep), std::string());
    apart.least_offset = 500.0;
    apart.most_offset = 600.0;
    QCOMPARE(place(apart), std::string("/imaging/survey/most_offset"));
  }

  void one_node_is_a_survey() {
    const Grid3 grid = grid_of({1, 1, 1});
    const ImageSurvey whole = whole_survey({}, grid, survey_speeds(grid, Field<float>(grid.n, 2000.0F)));
    QVERIFY(whole.shots == 1 && std::isfinite(whole.duration) && whole.duration > 0.0);
    QVERIFY(whole.smoothing > 0.0);
  }
};

}  // namespace test_survey_layout

FOLDWAVE_TEST(test_survey_layout, run_guiless<test_survey_layout::TestSurveyLayout>)
#include "test_survey_layout.moc"
