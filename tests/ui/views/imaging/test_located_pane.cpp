// Protects finding events in the window, as a person does it: the command adds an imaging, runs the wave that
// it needs and shows the events as a table, in 3D, on the map, in the section and as volumes; a row is marked
// in all views; the slider draws the focus of another velocity without stopping the window, and its velocity
// becomes the scenario's as one step; what is stale says so. FOLDWAVE_PICTURES=DIR keeps pictures.
#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QGuiApplication>
#include <QLabel>
#include <QMenuBar>
#include <QSlider>
#include <QTableWidget>
#include <QToolButton>
#include <cmath>

#include "tests/banged_section.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/commands/command_list.hpp"
#include "ui/views/imaging/located_pane.hpp"
#include "ui/views/imaging/velocity_curve.hpp"
#include "ui/views/map_pane.hpp"
#include "ui/views/section/section_pane.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/views/volume/volume_pane.hpp"

namespace test_located_pane {

using namespace foldwave;

class TestLocatedPane : public QObject {
  Q_OBJECT

 private slots:
  void init() { window_ = std::make_unique<ShownWindow>(); }
  void cleanup() { window_.reset(); }

  void events_are_found_by_the_command() {
    Scenario s = banged_section();
    s.imaging.reset();
    QVERIFY(window_->open(s));
    QVERIFY(note().startsWith("Run > Find events"));
    QCOMPARE(table()->rowCount(), 0);
    QVERIFY(!window_->child<QSlider>("velocity factor")->isEnabled());
    find_events();
    QVERIFY((*window_)->editor().now().imaging.has_value());
    QCOMPARE((*window_)->editor().history().stack().undoText(), QString("Add an imaging"));
    QVERIFY((*window_)->results().wave() != nullptr);
    QTRY_VERIFY(!window_->child<QDockWidget>("located")->visibleRegion().isEmpty());
    QVERIFY2(note().startsWith("1 event, 18 traces, modelled"), qPrintable(note()));

    // The table tells the source's place.
    QCOMPARE(table()->rowCount(), 1);
    QVERIFY(table()->isColumnHidden(1));  // a section has no north
    const Vec3 source = s.survey.sources.front().position;
    QVERIFY(std::abs(cell(0).toDouble() - source.x) < 2.0);
    QVERIFY(std::abs(cell(2).toDouble() - source.z) < 2.0);
    QVERIFY(std::abs(cell(3).toDouble() - 0.0737) < 5e-4);
    QVERIFY(std::abs(cell(8).toDouble() - 3.0) < 0.1);
    QCOMPARE(cell(5).count(QString::fromUtf8("\u00d7")), 1);  // two half axes
    const QStringList lines = (*window_)->panes().located->text().split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 2);
    QCOMPARE(lines[0].count('\t'), 8);
    QCOMPARE(lines[1].count('\t'), 8);
    window_->child<QToolButton>("copy events")->click();
    QCOMPARE(QGuiApplication::clipboard()->text(), (*window_)->panes().located->text());

    // Drawn where the table says.
    const Panes& panes = (*window_)->panes();
    const Vec3 local = source - s.grid.origin;
    const auto& in_section = panes.section->scene().located().drawn();
    QCOMPARE(in_section.size(), std::size_t{1});
    QVERIFY(std::abs(in_section.front().at[0] - local.x) < 2.0);
    QCOMPARE(in_section.front().outlines.size(), std::size_t{2});
    QCOMPARE(panes.map->scene().located().drawn().size(), std::size_t{1});
    QCOMPARE(panes.structure->scene().located().events().size(), std::size_t{1});
    QVERIFY(panes.section->scene().focus().any());
    auto* const volumes = panes.volume->findChild<QComboBox*>();
    QVERIFY(volumes->findText("Focus of the events") >= 0);
    window_->raise("section");
    keep_picture(**window_, "located-window");
  }

  void a_row_is_marked_in_all_views() {
    QVERIFY(window_->open(banged_section()));
    find_events();
    const QRect row = table()->visualItemRect(table()->item(0, 0));
    QTest::mouseClick(table()->viewport(), Qt::LeftButton, {}, row.center());
    QTRY_VERIFY((*window_)->cursor().place().has_value());
    const Vec3 place = *(*window_)->cursor().place();
    const Vec3 event = (*window_)->results().image()->result.located.events.front().state.position;
    QVERIFY(norm(place - event) < 1e-9);
    QTRY_VERIFY((*window_)->panes().section->scene().cursor().has_value());
    QVERIFY((*window_)->panes().structure->scene().cursor().has_value());
  }

  void the_slider_draws_another_velocity() {
    Scenario s = banged_section();
    s.imaging->scan_range = 0.06;
    s.imaging->scan_count = 3;
    QVERIFY(window_->open(s));
    find_events();
    LocatedPane& pane = *(*window_)->panes().located;
    QVERIFY(pane.curve().isVisible());
    QCOMPARE(pane.curve().scan().size(), std::size_t{3});
    QVERIFY2(note().contains("scan: best at"), qPrintable(note()));
    QVERIFY(std::abs(pane.curve().best() - 1.0) < 0.01);

    auto* const slider = window_->child<QSlider>("velocity factor");
    const auto* const words = window_->child<QLabel>("velocity focus");
    slider->setFocus();
    QElapsedTimer longest;
    qint64 worst = 0;
    for (int step = 0; step < 8; ++step) {
      longest.start();
      QTest::keyClick(slider, Qt::Key_PageUp);
      worst = std::max(worst, longest.elapsed());
    }
    QVERIFY2(worst < 100, qPrintable(QString::number(worst)));  // the window is never held up
    QCOMPARE(pane.factor(), 1.08);
    QCOMPARE(window_->child<QLabel>("velocity factor words")->text(), QString::fromUtf8("\u00d7 1.080"));
    QTRY_VERIFY_WITH_TIMEOUT(words->text().startsWith("focus "), patience);
    // The last wish is drawn, whatever was skipped.
    QTRY_VERIFY_WITH_TIMEOUT(pane.curve().foci().contains(1.08), patience);
    slider->setValue(1010);
    QTRY_VERIFY_WITH_TIMEOUT(pane.curve().foci().contains(1.01), patience);
    slider->setValue(1080);
    keep_picture(**window_, "located-slider");
    auto* const take = window_->child<QToolButton>("velocity take");
    QVERIFY(take->isEnabled());
    take->click();
    QCOMPARE((*window_)->editor().now().imaging->velocity_scale, 1.08);
    QVERIFY2(note().startsWith("Stale"), qPrintable(note()));
    (*window_)->editor().undo();
    QCOMPARE((*window_)->editor().now().imaging->velocity_scale, 1.0);
    QVERIFY(!note().startsWith("Stale"));
    window_->child<QToolButton>("velocity back")->click();
    QCOMPARE(pane.factor(), 1.0);
    QVERIFY(!take->isEnabled());
    QTRY_VERIFY(words->text().isEmpty());
  }

  void what_is_stale_says_so_and_another_box_shows_nothing() {
    QVERIFY(window_->open(banged_section()));
    find_events();
    Scenario next = (*window_)->editor().now();
    next.imaging->noise = 0.1;
    (*window_)->editor().edit(next);
    QVERIFY(note().startsWith("Stale"));
    QCOMPARE((*window_)->panes().section->scene().located().drawn().size(), std::size_t{1});
    next.grid.n[2] = 60;
    (*window_)->editor().edit(next);
    QCOMPARE((*window_)->panes().section->scene().located().drawn().size(), std::size_t{0});
    QVERIFY(!(*window_)->panes().section->scene().focus().any());
    (*window_)->editor().undo();
    QVERIFY((*window_)->panes().section->scene().focus().any());
    QCOMPARE((*window_)->panes().section->scene().located().drawn().size(), std::size_t{1});
    (*window_)->editor().edit(next);
    QVERIFY(window_->settled());
    QVERIFY(window_->open(example_on(16), "other.json"));
    QCOMPARE(table()->rowCount(), 0);
    QVERIFY(note().startsWith("Run > Find events"));
  }

 private:
  void find_events() {
    find_command(*(*window_)->menuBar(), "Find events")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!(*window_)->runs().busy() && (*window_)->results().image(), patience);
  }
  QTableWidget* table() const { return (*window_)->panes().located->table(); }
  QString cell(int column) const { return table()->item(0, column)->text(); }
  QString note() const { return window_->child<QLabel>("located note")->text(); }

  std::unique_ptr<ShownWindow> window_;
};

}  // namespace test_located_pane

FOLDWAVE_TEST(test_located_pane, run_in_windows<test_located_pane::TestLocatedPane>)
#include "test_located_pane.moc"
