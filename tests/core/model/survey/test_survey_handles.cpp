// Protects what a pointer moves of a survey: each handle lies where it acts, and moves that part alone.
#include <QTest>

#include "core/model/survey/survey_handles.hpp"
#include "tests/test_program.hpp"

namespace test_survey_handles {

using namespace foldwave;

class TestSurveyHandles : public QObject {
  Q_OBJECT
 private slots:
  void each_moves_its_own_part() {
    Survey survey;
    survey.sources = {{{1, 2, 3}, 0.5, 2.0, {}}, {{4, 5, 6}, 0.0, 1.0, {}}};
    survey.receivers = {ReceiverLine{{0, 0, 1}, {100, 0, 1}, 11, {}},
                        ReceiverCarpet{{0, 0}, {50, 60}, 7, {5, 6}, {}}};
    const auto handles = survey_handles(survey);
    QCOMPARE(handles.size(), std::size_t{6});
    QCOMPARE(handles[1].name, std::string("source 2"));
    QCOMPARE(handles[5].name, std::string("last corner of receivers 2"));
    QVERIFY(handles[1].is_source && !handles[2].is_source);
    for (std::size_t i = 0; i < handles.size(); ++i) {
      QVERIFY(with_survey_handle_moved(survey, i, handles[i].position) == survey);
      const Vec3 to = handles[i].position + Vec3{10, 20, 30};
      const Survey moved = with_survey_handle_moved(survey, i, to);
      QCOMPARE(survey_handles(moved)[i].position, to);
      for (std::size_t other = 0; other < handles.size(); ++other) {
        // Both corners of a carpet are as deep.
        if (other == i || (i >= 4 && other >= 4)) continue;
        QCOMPARE(survey_handles(moved)[other].position, handles[other].position);
      }
    }
    QCOMPARE(with_survey_handle_moved(survey, 0, {}).sources[0].amplitude, 2.0);
    QVERIFY(with_survey_handle_moved(survey, 6, {9, 9, 9}) == survey);
  }

  void a_survey_of_shots_has_none_for_them() {
    Survey survey;
    survey.sources.resize(most_held_sources + 1);
    survey.receivers = {ReceiverLine{{0, 0, 1}, {100, 0, 1}, 11, {}}};
    QCOMPARE(survey_handles(survey).size(), std::size_t{2});
    const Survey moved = with_survey_handle_moved(survey, 1, {5, 6, 7});
    QCOMPARE(std::get<ReceiverLine>(moved.receivers[0]).to, (Vec3{5, 6, 7}));
    QVERIFY(moved.sources == survey.sources);
  }
};

}  // namespace test_survey_handles

FOLDWAVE_TEST(test_survey_handles, run_guiless<test_survey_handles::TestSurveyHandles>)
#include "test_survey_handles.moc"
