// Protects the imaging's fields: they are shut until events are wanted, each is stored alone under a telling
// name and undone, what acts is never folded away, and what is wrong is said beside its field.
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>

#include "core/imaging/survey/source_estimate.hpp"
#include "core/wave/source/wavelet.hpp"
#include "tests/banged_section.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/panels/scenario_panel.hpp"
#include "ui/panels/wavelet_plot.hpp"
#include "ui/widgets/number_edit.hpp"

namespace test_imaging_fields {

using namespace foldwave;

class TestImagingFields : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    window_ = std::make_unique<ShownWindow>();
    Scenario s = banged_section();
    s.imaging.reset();
    QVERIFY(window_->open(s));
  }
  void cleanup() { window_.reset(); }

  void are_shut_until_events_are_wanted() {
    auto* const wanted = window_->child<QCheckBox>("/imaging");
    QVERIFY(!wanted->isChecked());
    QVERIFY(!window_->child<NumberEdit>("/imaging/most_events")->isEnabled());
    QVERIFY(!window_->child<QLineEdit>("/imaging/data")->isEnabled());
    wanted->click();
    QVERIFY(now().imaging.has_value() && *now().imaging == Imaging{});
    QCOMPARE(undo_text(), QString("Add an imaging"));
    QVERIFY(window_->child<NumberEdit>("/imaging/most_events")->isEnabled());
    QVERIFY(!(*window_)->results().fold_is_stale());  // the fold does not hang on it
    wanted->click();
    QVERIFY(!now().imaging);
    QCOMPARE(undo_text(), QString("Take the imaging away"));
    (*window_)->editor().undo();
    QVERIFY(now().imaging && wanted->isChecked());
  }

  void each_is_stored_and_undone() {
    window_->child<QCheckBox>("/imaging")->click();
    const Scenario before = now();
    window_->type("/imaging/most_events", "4");
    QCOMPARE(now().imaging->most_events, 4);
    window_->type("/imaging/velocity_scale", "1.02");
    QCOMPARE(now().imaging->velocity_scale, 1.02);
    window_->type("/imaging/scan_range", "0.05");
    QCOMPARE(now().imaging->scan_range, 0.05);
    auto* const condition = window_->child<QComboBox>("/imaging/condition");
    condition->setCurrentIndex(3);
    emit condition->activated(3);
    QVERIFY(now().imaging->condition == FocusCondition::geometric_mean);
    QCOMPARE(undo_text(), QString("Change the imaging condition"));
    window_->type("/imaging/data", "shots.sgy");
    QCOMPARE(now().imaging->data, std::string("shots.sgy"));
    QCOMPARE(undo_text(), QString("Choose the recorded traces"));
    window_->type("/imaging/stations", "stations.csv");
    QCOMPARE(now().imaging->stations, std::string("stations.csv"));
    QCOMPARE(now().imaging->data, std::string("shots.sgy"));
    QCOMPARE(undo_text(), QString("Choose the stations' places"));
    for (int step = 0; step < 6; ++step)
      (*window_)->editor().undo();
    QVERIFY(now() == before);
    QCOMPARE(window_->child<QLineEdit>("/imaging/data")->text(), QString());
    QVERIFY(!window_->child<QLineEdit>("/imaging/stations")->isEnabled());
    window_->type("/imaging/data", "event.mseed");
    const auto* const message = window_->child<QLabel>("message:/imaging/stations");
    QVERIFY2(!message->isHidden() && message->text().contains("miniSEED"), qPrintable(message->text()));
  }

  void the_survey_has_fields_of_its_own() {
    auto* const surveyed = window_->child<QCheckBox>("/imaging/survey");
    QVERIFY(!surveyed->isChecked() && !window_->child<NumberEdit>("/imaging/survey/shots")->isEnabled());
    surveyed->click();
    QVERIFY(now().imaging && now().imaging->survey);
    QVERIFY(now().imaging->purpose == ImagingPurpose::image);  // events were not asked for
    QVERIFY(!window_->child<QCheckBox>("/imaging")->isChecked());
    window_->type("/imaging/survey/shots", "12");
    QCOMPARE(now().imaging->survey->shots, 12);
    window_->child<QCheckBox>("/imaging")->click();
    QVERIFY(now().imaging->purpose == ImagingPurpose::locate && now().imaging->survey);
    surveyed->click();
    QVERIFY(now().imaging && !now().imaging->survey);
    (*window_)->editor().undo();
    QCOMPARE(now().imaging->survey->shots, 12);
    window_->child<QCheckBox>("/imaging")->click();
    QVERIFY(now().imaging->purpose == ImagingPurpose::image);
    surveyed->click();
    QVERIFY(!now().imaging);
  }

  void what_migrates_and_how_waves_are_kept_has_fields() {
    window_->child<QCheckBox>("/imaging/survey")->click();
    auto* const more = window_->child<QToolButton>("imaging/survey/more");
    QVERIFY(!more->isChecked());
    window_->type("/imaging/survey/velocity_scale", "0.95");
    QCOMPARE(now().imaging->survey->velocity_scale, 0.95);
    QVERIFY(more->isChecked());
    window_->type("/imaging/survey/shot_spacing", "50");
    QCOMPARE(now().imaging->survey->shot_spacing, 50.0);
    auto* const kept = window_->child<QComboBox>("/imaging/survey/source_field");
    kept->setCurrentIndex(7);
    emit kept->activated(7);
    QVERIFY(now().imaging->survey->source_field == SourceFieldKey::file);
    QVERIFY(!now().imaging->survey->velocity);
    window_->type("/imaging/survey/velocity/file", "gone.vti");
    QVERIFY(now().imaging->survey->velocity);
    QCOMPARE(now().imaging->survey->velocity->file, std::string("gone.vti"));
    QCOMPARE(undo_text(), QString("Migrate in a file's velocity"));
    // What the panel has no field for stays with another file.
    Scenario next = now();
    next.imaging->survey->velocity->smoothing = 30.0;
    (*window_)->editor().edit(next);
    window_->type("/imaging/survey/velocity/file", "other.vti");
    QCOMPARE(now().imaging->survey->velocity->smoothing, 30.0);
    window_->type("/imaging/survey/velocity/file", "");
    QVERIFY(!now().imaging->survey->velocity);
    QCOMPARE(undo_text(), QString("Migrate in the model's own velocity"));
    window_->type("/imaging/survey/shots", "5");
    const auto* const message = window_->child<QLabel>("message:/imaging/survey/shot_spacing");
    QVERIFY2(!message->isHidden() && message->text().contains("shots"), qPrintable(message->text()));
    auto* const panel = window_->child<QWidget>("scenario panel");
    keep_picture(*panel, "imaging-survey");
  }

  void a_preset_is_one_edit() {
    const Scenario before = now();
    auto* const presets = window_->child<QToolButton>("presets of the survey");
    const QList<QAction*> all = presets->menu()->actions();
    QCOMPARE(all.size(), qsizetype{4});
    all[2]->trigger();  // with a survey that was not there
    QVERIFY(now().imaging && now().imaging->survey && now().imaging->survey->shot_spacing > 0.0);
    QVERIFY(window_->child<QCheckBox>("/imaging/survey")->isChecked());
    const Scenario land = now();
    all[3]->trigger();
    QVERIFY(now().imaging->survey->free_surface && now().imaging->survey->shot_spacing == 0.0);
    QCOMPARE(window_->child<NumberEdit>("/imaging/survey/shots")->value(), 60.0);
    window_->type("/imaging/survey/shots", "7");  // is an edit of its own
    QCOMPARE(now().imaging->survey->shots, 7);
    (*window_)->editor().undo();
    (*window_)->editor().undo();
    QVERIFY(now() == land);
    (*window_)->editor().undo();
    QVERIFY(now() == before);
  }

  void an_estimated_wavelet_is_drawn_beside_its_field() {
    Scenario next = now();
    next.imaging.emplace().survey.emplace().data = "shots.sgy";
    next.imaging->survey->wavelet = SurveyWavelet::estimated;
    (*window_)->editor().edit(next);
    auto* const plot = window_->child<WaveletPlot>("estimated wavelet");
    QVERIFY(plot->isHidden());
    SourceEstimate source;
    for (int n = 0; n < 400; ++n)
      source.series.push_back(static_cast<float>(ricker(12.0, 0.002 * n - 0.12)));
    source.frequency = 12.0;
    source.peak_time = 0.12;
    source.explained = 0.97;
    ScenarioPanel* const panel = (*window_)->panes().panel;
    panel->show_source(source, 0.002);
    QVERIFY(!plot->isHidden() && plot->series().size() > 50 && plot->series().size() < 200);
    panel->ensureWidgetVisible(plot);
    keep_picture(*plot->parentWidget(), "imaging-section");
    panel->show_source({}, 0.0);
    QVERIFY(plot->isHidden());
  }

  void what_acts_is_in_sight_and_what_is_wrong_is_said() {
    auto* const more = window_->child<QToolButton>("imaging/more");
    QVERIFY(!more->isChecked());
    Scenario next = now();
    next.imaging.emplace().noise = 0.3;
    (*window_)->editor().edit(next);
    QVERIFY(more->isChecked());
    QVERIFY(
        window_->child<NumberEdit>("/imaging/noise")->isVisibleTo(window_->child<QWidget>("scenario panel")));
    next.imaging->most_events = 0;
    (*window_)->editor().edit(next);
    const auto* const message = window_->child<QLabel>("message:/imaging/most_events");
    QVERIFY2(!message->isHidden() && message->text().contains("0"), qPrintable(message->text()));
  }

 private:
  const Scenario& now() const { return (*window_)->editor().now(); }
  QString undo_text() const { return (*window_)->editor().history().stack().undoText(); }

  std::unique_ptr<ShownWindow> window_;
};

}  // namespace test_imaging_fields

FOLDWAVE_TEST(test_imaging_fields, run_in_windows<test_imaging_fields::TestImagingFields>)
#include "test_imaging_fields.moc"
