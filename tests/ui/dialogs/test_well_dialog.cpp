// Protects the import of wells: the dialog lists wells and tops before they are taken, joins tops and survey
// of one well, asks for a head that no file tells, says what it refuses, and what is ticked becomes markers
// in all views, in one step that can be undone and is saved.
#include <QDialog>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QTreeWidget>

#include "core/model/scenario_json.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/dialogs/wells/well_dialog.hpp"
#include "ui/views/map_pane.hpp"
#include "ui/views/section/section_pane.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/widgets/number_edit.hpp"

namespace test_well_dialog {

using namespace foldwave;

class TestWellDialog : public QObject {
  Q_OBJECT
  std::unique_ptr<ShownWindow> window_;

  const Scenario& now() const { return (*window_)->editor().now(); }
  QString write(const char* name, const QString& text) const {
    QFile file(window_->path(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(text.toUtf8()) < 0) qFatal("no file of a well");
    return file.fileName();
  }
  // In the middle of the box, on the section's line.
  QString las(const char* name, const QString& more = {}) const {
    const Vec3 middle = now().grid.origin + 0.5 * now().grid.extent();
    return write(
        name, QString("~V\nVERS. 2.0 :\n~W\nWELL. A-1 :\nSTOP.M 1300 :\n%1KB.M 0 :\n"
                      "~Tops\nMARL.M 700 : Top Marl\nSAND.M 1000 : Top Sand\n")
                  .arg(more.isNull() ? QString("X.M %1 :\nY.M %2 :\n").arg(middle.x).arg(middle.y) : more));
  }
  WellDialog* opened(const QStringList& files, int wells) const {
    (*window_)->files().import_wells(files);
    auto* const dialog = window_->child<WellDialog>("well dialog");
    const auto* const list = dialog->findChild<QTreeWidget*>("wells");
    return QTest::qWaitFor([&] { return list->topLevelItemCount() == wells && !dialog->worker().busy(); },
                           patience)
               ? dialog
               : nullptr;
  }
  static QPushButton* import_of(const QDialog* dialog) {
    return dialog->findChild<QPushButton*>("import wells");
  }

 private slots:
  void init() {
    window_ = std::make_unique<ShownWindow>();
    QVERIFY(window_->open(example_on(16)));
  }
  void cleanup() { window_.reset(); }

  void a_well_becomes_markers_that_every_view_shows() {
    const Scenario before = now();
    const QString survey = write("A-1.dev", "MD,INCL,AZIM\n0,0,0\n600,0,0\n1300,40,90\n");
    WellDialog* const dialog = opened({las("A-1.las"), survey}, 1);
    QVERIFY(dialog != nullptr);
    const auto* const list = dialog->findChild<QTreeWidget*>("wells");
    QTreeWidgetItem* const well = list->topLevelItem(0);
    QCOMPARE(well->text(0), QString("A-1"));
    QCOMPARE(well->childCount(), 2);
    QCOMPARE(well->child(0)->text(0), QString("Top Marl"));
    QCOMPARE(well->child(0)->text(1), QString("700"));
    // Where it has begun to build up it is less deep than long.
    QVERIFY(well->child(1)->text(4).toDouble() < 999.0 && well->child(1)->text(4).toDouble() > 980.0);
    keep_picture(*dialog, "wells");
    import_of(dialog)->click();

    QVERIFY(now().markers.size() >= 3);
    QVERIFY(name_of(now().markers.back()).starts_with("A-1, Top Sand"));
    QCOMPARE((*window_)->editor().history().stack().undoText(), QString("Import wells A-1"));
    QCOMPARE(window_->child<QTableWidget>("/markers")->rowCount(), static_cast<int>(now().markers.size()));
    const Panes& panes = (*window_)->panes();
    QVERIFY(panes.structure->scene().markers().any());
    QVERIFY(!panes.map->scene().markers().lines().empty());
    for (const char* const dock : {"structure", "map", "section"}) {
      window_->raise(dock);
      QTest::qWait(50);
      keep_picture(**window_, QString("wells in ") + dock);
    }
    QTRY_VERIFY(!panes.section->scene().markers().lines().empty());
    QVERIFY((*window_)->files().save_to(window_->path("kept.json")));
    QVERIFY(load_scenario(window_->path("kept.json").toStdString()).markers == now().markers);
    (*window_)->editor().undo();
    QVERIFY(now().markers == before.markers);
  }

  void a_head_is_asked_for_and_a_well_can_be_left_out() {
    WellDialog* const dialog =
        opened({las("A-1.las", ""), write("B.dev", "MD,INCL,AZIM\n0,0,0\n900,5,0\n")}, 2);
    QVERIFY(dialog != nullptr);
    const auto* const remarks = dialog->findChild<QLabel*>("well remarks");
    QVERIFY2(remarks->text().contains("A-1: its file tells no head"), qPrintable(remarks->text()));
    QVERIFY(!import_of(dialog)->isEnabled());
    const Vec3 middle = now().grid.origin + 0.5 * now().grid.extent();
    for (const auto& [field, value] : {std::pair{"head east", middle.x}, {"head north", middle.y}}) {
      auto* const edit = dialog->findChild<NumberEdit*>(field);
      edit->setText(QString::number(value));
      QTest::keyClick(edit, Qt::Key_Tab);
    }
    QVERIFY(import_of(dialog)->isEnabled());
    QVERIFY(!remarks->text().contains("A-1: its file tells no head"));
    auto* const list = dialog->findChild<QTreeWidget*>("wells");
    list->topLevelItem(0)->setCheckState(0, Qt::Unchecked);
    QVERIFY(!import_of(dialog)->isEnabled());
    list->topLevelItem(0)->setCheckState(0, Qt::Checked);
    import_of(dialog)->click();
    for (const Marker& marker : now().markers)
      QVERIFY(name_of(marker).starts_with("A-1"));
    QCOMPARE(std::get<LineMarker>(now().markers.front()).from.x, middle.x);
  }

  void what_cannot_be_read_is_said() {
    const Scenario before = now();
    WellDialog* const dialog = opened({window_->path("absent.las"), las("A-1.las")}, 1);
    QVERIFY(dialog != nullptr);
    const auto* const refused = dialog->findChild<QLabel*>("refused wells");
    QVERIFY2(refused->isVisible() && refused->text().contains("absent.las"), qPrintable(refused->text()));
    dialog->reject();
    QVERIFY(now() == before);
  }
};

}  // namespace test_well_dialog

FOLDWAVE_TEST(test_well_dialog, run_in_windows<test_well_dialog::TestWellDialog>)
#include "test_well_dialog.moc"
