// Protects the dialog of recorded shots, and of a gather's traces: it tells what the headers say, follows the
// fields, doubts what no survey has, and gives the scenario the file with its headers as one step that can be
// undone.
#include <QDialog>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QTableWidget>
#include <QToolButton>

#include "core/formats/segy/segy.hpp"
#include "core/model/scenario_json.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/dialogs/shots_dialog.hpp"
#include "ui/widgets/number_edit.hpp"

namespace test_shots_dialog {

using namespace foldwave;

class TestShotsDialog : public QObject {
  Q_OBJECT
  std::unique_ptr<ShownWindow> window_;
  QString file_;

  // Six shots of twenty receivers on a line over the model, 300 m too far to the east.
  void write() {
    const Grid3& grid = now().grid;
    const Vec3 size = grid.extent();
    SegyGather segy;
    segy.dt = 0.004;
    segy.samples = 16;
    for (int s = 0; s < 6; ++s)
      for (int r = 0; r < 20; ++r) {
        SegyTrace trace;
        trace.field_record = 101 + s;
        trace.source = grid.origin + Vec3{300.0 + size.x * (s + 0.5) / 6.0, 0.5 * size.y, 10.0};
        trace.receiver = grid.origin + Vec3{300.0 + size.x * (r + 0.5) / 20.0, 0.5 * size.y, 0.0};
        segy.geometry.push_back(trace);
      }
    const std::vector<float> traces(segy.geometry.size() * 16, 0.5F);
    segy.traces = traces;
    file_ = window_->path("shots.sgy");
    write_segy(file_.toStdString(), segy);
  }
  const Scenario& now() const { return (*window_)->editor().now(); }
  ShotsDialog* opened() const {
    (*window_)->files().import_recorded(file_, RecordedKind::shots);
    auto* const dialog = window_->child<ShotsDialog>("shots dialog");
    return QTest::qWaitFor([&] { return dialog->shots() != nullptr; }, patience) ? dialog : nullptr;
  }
  static QString words(const QDialog* dialog, const char* name) {
    return dialog->findChild<QLabel*>(name)->text();
  }
  static void give(QDialog* dialog, const char* field, const char* text) {
    auto* const edit = dialog->findChild<QLineEdit*>(field);
    edit->setFocus();
    edit->selectAll();
    QTest::keyClicks(edit, text);
    QTest::keyClick(edit, Qt::Key_Return);
  }

 private slots:
  void init() {
    window_ = std::make_unique<ShownWindow>();
    QVERIFY(window_->open(example_on(16)));
    write();
  }
  void cleanup() { window_.reset(); }

  void it_tells_what_the_headers_say() {
    ShotsDialog* const dialog = opened();
    QVERIFY(dialog != nullptr);
    const QString facts = words(dialog, "shots facts");
    QVERIFY2(facts.contains("120 traces of 16 samples, 4 ms") && facts.contains("6 shots") &&
                 facts.contains("20 places of receivers"),
             qPrintable(facts));
    const auto* const first = dialog->findChild<QTableWidget*>("shots first traces");
    QCOMPARE(first->rowCount(), 120);
    QCOMPARE(first->item(21, 1)->text(), QString("102"));
    QVERIFY(words(dialog, "shots doubts").contains("of 6 shots lie beside the model"));
    keep_picture(*dialog, "recorded-shots");
    dialog->reject();
  }

  void fields_correct_it_and_the_scenario_has_it() {
    const Scenario before = now();
    ShotsDialog* const dialog = opened();
    QVERIFY(dialog != nullptr);
    give(dialog, "shots offset x", "-300");
    QTRY_VERIFY_WITH_TIMEOUT(dialog->shots() && words(dialog, "shots doubts").isEmpty(), patience);
    give(dialog, "shots receiver_x", "73");
    QTRY_VERIFY_WITH_TIMEOUT(dialog->shots() && words(dialog, "shots doubts").contains("another trace"),
                             patience);
    give(dialog, "shots receiver_x", "81");
    QTRY_VERIFY_WITH_TIMEOUT(dialog->shots() && words(dialog, "shots doubts").isEmpty(), patience);
    keep_picture(*dialog, "recorded-shots-corrected");
    dialog->findChild<QPushButton*>("take shots")->click();
    QVERIFY(now().imaging && now().imaging->survey);
    const ImageSurvey& survey = *now().imaging->survey;
    QCOMPARE(survey.data, std::string("shots.sgy"));
    QCOMPARE(survey.headers.offset.x, -300.0);
    QCOMPARE(survey.headers.receiver_x, SegyWord{81});
    QVERIFY(now().imaging->purpose == ImagingPurpose::image);
    QCOMPARE((*window_)->editor().history().stack().undoText(),
             QString("Use the recorded shots of shots.sgy"));
    (*window_)->editor().undo();
    QVERIFY(now() == before);
  }

  void a_word_is_typed_with_its_size_or_name() {
    ShotsDialog* const dialog = opened();
    QVERIFY(dialog != nullptr);
    auto* const take = dialog->findChild<QPushButton*>("take shots");
    give(dialog, "shots receiver_x", "240:2");
    QTRY_VERIFY_WITH_TIMEOUT(words(dialog, "shots facts").contains("byte 240 is beyond"), patience);
    QVERIFY(!take->isEnabled() && dialog->shots() == nullptr);
    keep_picture(*dialog, "recorded-shots-no-word");
    give(dialog, "shots receiver_x", "receiver-x");
    QTRY_VERIFY_WITH_TIMEOUT(dialog->shots() && take->isEnabled(), patience);
    // Feet of 2 bytes: the lower half of the standard's word.
    give(dialog, "shots receiver_x", "83:2");
    QTRY_VERIFY_WITH_TIMEOUT(dialog->shots() && take->isEnabled(), patience);
    take->click();
    QCOMPARE(now().imaging->survey->headers.receiver_x, (SegyWord{83, 2}));
  }

  void headers_without_geometry_are_not_taken() {
    ShotsDialog* const dialog = opened();
    QVERIFY(dialog != nullptr);
    auto* const take = dialog->findChild<QPushButton*>("take shots");
    QVERIFY(take->isEnabled());
    for (const char* field :
         {"shots source_x", "shots source_y", "shots source_depth", "shots receiver_x", "shots receiver_y"})
      give(dialog, field, "0");
    QTRY_VERIFY_WITH_TIMEOUT(dialog->shots() && words(dialog, "shots doubts").contains("at one place"),
                             patience);
    QVERIFY(!take->isEnabled());
    dialog->reject();
  }

  // The panel's button comes back to them; a file that is gone says so.
  // Of a gather the receivers count: those of the field file lie in other bytes.
  void receivers_of_traces_are_corrected() {
    SegyGather segy;
    segy.dt = 0.004;
    segy.samples = 16;
    const Grid3& grid = now().grid;
    for (int r = 0; r < 12; ++r) {
      SegyTrace trace;  // the places stand where sources do
      trace.source = grid.origin + Vec3{grid.extent().x * (r + 0.5) / 12.0, 0.5 * grid.extent().y, 0.0};
      trace.receiver = grid.origin + Vec3{90000.0, 0.5 * grid.extent().y, 0.0};
      segy.geometry.push_back(trace);
    }
    const std::vector<float> traces(segy.geometry.size() * 16, 0.5F);
    segy.traces = traces;
    const QString file = window_->path("field.sgy");
    write_segy(file.toStdString(), segy);
    const Scenario before = now();
    (*window_)->files().import_recorded(file, RecordedKind::gather);
    auto* const dialog = window_->child<ShotsDialog>("shots dialog");
    QTRY_VERIFY_WITH_TIMEOUT(dialog->shots() != nullptr, patience);
    QCOMPARE(dialog->windowTitle(), QString("Recorded traces"));
    QVERIFY(dialog->findChild<QLineEdit*>("shots source_x") == nullptr);
    QVERIFY2(words(dialog, "shots doubts").contains("1 of 1 receivers lie beside the model") &&
                 words(dialog, "shots doubts").contains("at one place"),
             qPrintable(words(dialog, "shots doubts")));
    keep_picture(*dialog, "recorded-traces");
    give(dialog, "shots receiver_x", "73");
    give(dialog, "shots receiver_y", "77");
    QTRY_VERIFY_WITH_TIMEOUT(dialog->shots() && words(dialog, "shots doubts").isEmpty(), patience);
    QVERIFY(words(dialog, "shots facts").contains("12 places of receivers"));
    dialog->findChild<QPushButton*>("take shots")->click();
    QVERIFY(now().imaging.has_value());
    QCOMPARE(now().imaging->data, std::string("field.sgy"));
    QCOMPARE(now().imaging->headers.receiver_x, SegyWord{73});
    QVERIFY(!now().imaging->survey.has_value() || now().imaging->survey == before.imaging->survey);
    QVERIFY(parse_scenario(scenario_text(now()), "here").imaging == now().imaging);
    // The panel comes back to them.
    auto* const button = window_->child<QToolButton>("receivers of the traces");
    QVERIFY(button->isEnabled());
    for (QWidget* above = button->parentWidget(); above != nullptr; above = above->parentWidget())
      if (auto* const area = qobject_cast<QScrollArea*>(above)) area->ensureWidgetVisible(button);
    keep_picture(**window_, "recorded-traces-panel");
    QTRY_VERIFY_WITH_TIMEOUT((*window_)->findChild<ShotsDialog*>("shots dialog") == nullptr, patience);
    button->click();
    auto* const again = window_->child<ShotsDialog>("shots dialog");
    QTRY_VERIFY_WITH_TIMEOUT(again->shots() && again->shots()->receivers.size() == 12, patience);
    again->reject();
    (*window_)->editor().undo();
    QVERIFY(now() == before);
  }

  void the_panel_comes_back_to_them() {
    Scenario s = now();
    s.imaging.emplace().survey.emplace().data = "shots.sgy";
    (*window_)->editor().edit(s);
    window_->child<QToolButton>("geometry of the shots")->click();
    auto* dialog = window_->child<ShotsDialog>("shots dialog");
    QTRY_VERIFY_WITH_TIMEOUT(dialog->shots() != nullptr, patience);
    dialog->reject();
    QTRY_VERIFY_WITH_TIMEOUT((*window_)->findChild<ShotsDialog*>("shots dialog") == nullptr, patience);
    (*window_)->files().import_recorded(window_->path("gone.sgy"), RecordedKind::shots);
    dialog = window_->child<ShotsDialog>("shots dialog");
    QTRY_VERIFY_WITH_TIMEOUT(words(dialog, "shots facts").contains("gone.sgy"), patience);
    QVERIFY(!dialog->findChild<QPushButton*>("take shots")->isEnabled());
    dialog->reject();
  }
};

}  // namespace test_shots_dialog

FOLDWAVE_TEST(test_shots_dialog, run_in_windows<test_shots_dialog::TestShotsDialog>)
#include "test_shots_dialog.moc"
