// Protects presets of a survey: each makes the shots that it says, leaves data, velocities and condition as
// they are, takes back what another preset set, and makes what the checks let pass.
#include <QTest>

#include "core/imaging/survey/survey_layout.hpp"
#include "core/imaging/survey/survey_presets.hpp"
#include "core/model/event_edits.hpp"
#include "core/model/scenario_check.hpp"
#include "tests/test_program.hpp"

namespace test_survey_presets {

using namespace foldwave;

namespace {

Scenario scenario_of(std::array<int, 3> nodes, double h) {
  Scenario s;
  s.grid = {nodes, {h, h, h}, {}, {}, {}, 0};
  s.events = stand_in_events();
  s.stack = stand_in_layers();
  for (Layer& layer : s.stack.layers)
    layer.velocity = 2000.0;
  s.survey.sources = {{{0.0, 0.0, h}, 0.0, 1.0, {}}};
  s.imaging.emplace().purpose = ImagingPurpose::image;
  s.imaging->survey.emplace();
  return s;
}

ImageSurvey whole(const Scenario& s, const ImageSurvey& survey) {
  return whole_survey(survey, s.grid, {2000.0, 2000.0});
}

}  // namespace

class TestSurveyPresets : public QObject {
  Q_OBJECT
 private slots:
  void each_makes_the_shots_that_it_says() {
    const Scenario s = scenario_of({401, 1, 201}, 10.0);  // 4 km by 2 km
    ImageSurvey survey = whole(s, with_preset(s, SurveyPreset::first_look));
    QVERIFY(survey.shots == 12 && survey.frequency == 10.0);
    survey = whole(s, with_preset(s, SurveyPreset::grid));
    QVERIFY(survey.shots == 60 && survey.frequency == 20.0 && survey.receiver_spacing == 10.0);
    survey = whole(s, with_preset(s, SurveyPreset::land));
    QVERIFY(survey.shots == 21 && survey.receiver_spacing == 50.0);
    survey = with_preset(s, SurveyPreset::recorded);
    QVERIFY(survey.free_surface && survey.direct_wave == DirectWave::mute);
    QVERIFY(survey.most_offset == 3000.0 && survey.aperture == 3000.0);
    const Scenario small = scenario_of({41, 1, 31}, 5.0);  // 200 m
    QCOMPARE(whole(small, with_preset(small, SurveyPreset::land)).shots, 11);
    QCOMPARE(with_preset(small, SurveyPreset::land).receiver_spacing, 5.0);
    const Scenario tiny = scenario_of({11, 1, 11}, 10.0);
    QCOMPARE(with_preset(tiny, SurveyPreset::land).receiver_spacing, 10.0);
  }

  void they_leave_the_rest_and_take_each_other_back() {
    Scenario s = scenario_of({101, 51, 51}, 20.0);
    ImageSurvey& survey = *s.imaging->survey;
    survey.layout = SurveyLayout::volume;
    survey.data = "shots.sgy";
    survey.lines = 3;
    survey.smoothing = 77.0;
    survey.velocity_scale = 1.1;
    survey.condition = ImageCondition::laplacian;
    survey.source_field = SourceFieldKey::strips;
    const ImageSurvey before = survey;
    for (const SurveyPreset first : {SurveyPreset::land, SurveyPreset::recorded, SurveyPreset::first_look}) {
      survey = with_preset(s, first);
      QVERIFY(!has_errors(check_scenario(s)));
      QVERIFY(!(survey == before));
      survey = with_preset(s, SurveyPreset::grid);
      ImageSurvey wanted = before;
      wanted.shots = 60;
      QVERIFY(survey == wanted);
    }
  }

  void a_velocity_of_a_file_is_not_looked_at() {
    Scenario s = scenario_of({101, 1, 51}, 20.0);
    s.imaging->survey->velocity.emplace().file = "gone.vti";
    QCOMPARE(with_preset(s, SurveyPreset::first_look).frequency, 0.0);
    QCOMPARE(with_preset(s, SurveyPreset::first_look).velocity->file, std::string("gone.vti"));
    s.imaging.reset();
    QCOMPARE(with_preset(s, SurveyPreset::first_look).shots, 12);
  }
};

}  // namespace test_survey_presets

FOLDWAVE_TEST(test_survey_presets, run_guiless<test_survey_presets::TestSurveyPresets>)
#include "test_survey_presets.moc"
