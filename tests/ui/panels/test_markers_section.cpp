// Protects the list of markers in the scenario's panel: what is kept elsewhere is listed and chosen, is
// added, renamed, edited by its numbers and removed there, each as one step that can be undone; and its bad
// numbers are told there.
#include <QLabel>
#include <QTableWidget>
#include <QToolButton>

#include "core/model/scenario_json.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/panels/scenario_panel.hpp"
#include "ui/widgets/number_edit.hpp"
#include "ui/window/panes.hpp"

namespace test_markers_section {

using namespace foldwave;

class TestMarkersSection : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    window_ = std::make_unique<ShownWindow>();
    QVERIFY(window_->open(example_on(16)));
    table_ = window_->child<QTableWidget>("/markers");
  }
  void cleanup() { window_.reset(); }

  void are_added_renamed_and_removed() {
    QVERIFY(table_->rowCount() == 0 && !table_->isVisible());
    QVERIFY(!window_->child<QToolButton>("remove marker")->isEnabled());
    press("add plane");
    press("add line");
    QCOMPARE(markers().size(), std::size_t{2});
    QCOMPARE(table_->rowCount(), 2);
    QCOMPARE(table_->item(0, 0)->text(), QString("Plane 1"));
    QCOMPARE(table_->item(1, 0)->text(), QString("Line 1"));
    QCOMPARE(table_->item(0, 1)->text(), QString("plane, 090/60"));
    QCOMPARE(table_->currentRow(), 1);
    QCOMPARE(undo_text(), QString("Keep the marker Line 1"));

    table_->item(0, 0)->setText("West fault");
    QCOMPARE(name_of(markers()[0]), std::string("West fault"));
    QCOMPARE(undo_text(), QString("Rename the marker West fault"));
    QCOMPARE(table_->item(0, 1)->flags() & Qt::ItemIsEditable, Qt::ItemFlags());

    table_->setCurrentCell(0, 0);
    QVERIFY(window_->child<NumberEdit>("marker plane/dip")->isVisible());
    QVERIFY(!window_->child<NumberEdit>("marker line/from/0")->isVisible());
    window_->type("marker plane/dip", "35");
    QCOMPARE(std::get<PlaneMarker>(markers()[0]).dip, 35.0);
    QCOMPARE(undo_text(), QString("Change the marker West fault"));
    QCOMPARE(table_->currentRow(), 0);
    QCOMPARE(table_->item(0, 1)->text(), QString("plane, 090/35"));

    table_->setFocus();
    QTest::keyClick(table_, Qt::Key_Delete);
    QCOMPARE(markers().size(), std::size_t{1});
    QCOMPARE(undo_text(), QString("Delete the marker West fault"));
    press("remove marker");
    QVERIFY(markers().empty() && !table_->isVisible());
    for (int step = 0; step < 6; ++step)
      (*window_)->editor().undo();
    QVERIFY(markers().empty());
    QVERIFY(!(*window_)->results().fold_is_stale());
  }

  void what_comes_from_elsewhere_is_listed() {
    Scenario next = (*window_)->editor().now();
    next.markers = {PlaneMarker{"a", {1, 2, 3}, 10, 20, {}}, LineMarker{"b", {0, 0, 0}, {0, 30, 40}, {}}};
    (*window_)->editor().edit(next);
    QCOMPARE(table_->rowCount(), 2);
    QCOMPARE(table_->item(1, 1)->text(), QString("line, 000/53, 50 m"));
    table_->setCurrentCell(0, 0);
    next.markers.push_back(PlaneMarker{"c", {1, 2, 3}, 10, 20, {}});
    (*window_)->editor().edit(next);
    QCOMPARE(table_->currentRow(), 2);  // the new one
    (*window_)->editor().undo();
    QCOMPARE(table_->rowCount(), 2);
    // They are saved with the scenario.
    const QString file = window_->path("marked.json");
    (*window_)->editor().save(file);
    QCOMPARE(load_scenario(file.toStdString()).markers.size(), std::size_t{2});
  }

  void what_is_wrong_is_told_there() {
    Scenario next = (*window_)->editor().now();
    next.markers = {LineMarker{"b", {5, 5, 5}, {5, 5, 5}, {}}};
    (*window_)->editor().edit(next);
    auto* const label = window_->child<QLabel>("message:/markers");
    QTRY_VERIFY_WITH_TIMEOUT(label->text().contains("no length"), patience);
  }

 private:
  const std::vector<Marker>& markers() const { return (*window_)->editor().now().markers; }
  QString undo_text() const { return (*window_)->editor().history().stack().undoText(); }
  void press(const char* button) const {
    auto* const found = window_->child<QToolButton>(button);
    found->click();
  }

  std::unique_ptr<ShownWindow> window_;
  QTableWidget* table_ = nullptr;
};

}  // namespace test_markers_section

FOLDWAVE_TEST(test_markers_section, run_in_windows<test_markers_section::TestMarkersSection>)
#include "test_markers_section.moc"
