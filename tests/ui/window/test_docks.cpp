// Protects the window's docks: they stand as designed at first, can be hidden, tabbed and floated with their
// pictures alive, come back as they were left, and can be set back.
#include <QAction>
#include <QDockWidget>
#include <QHeaderView>
#include <QMenu>
#include <QMenuBar>
#include <QSet>
#include <QSettings>
#include <QSize>
#include <QSurfaceFormat>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

#include "core/engine/backend.hpp"
#include "core/model/scenario_json.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/commands/command_list.hpp"
#include "ui/panels/jobs_panel.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/views/structure_view.hpp"
#include "ui/views/wave/wave_pane.hpp"
#include "ui/window/docks.hpp"
#include "ui/window/main_window.hpp"

namespace test_docks {

using namespace foldwave;

namespace {

int colors_in(const QImage& image) {
  QSet<QRgb> colors;
  for (int y = 0; y < image.height(); y += 3)
    for (int x = 0; x < image.width(); x += 3)
      colors.insert(image.pixel(x, y));
  return static_cast<int>(colors.size());
}

}  // namespace

class TestDocks : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings_.path());
    QSettings().clear();
    show_window();
  }
  void cleanup() { window_.reset(); }

  void default_places() {
    QVERIFY(dock("scenario")->x() < dock("structure")->x());
    QVERIFY(dock("structure")->x() < dock("wave")->x());
    QVERIFY(dock("wave")->y() < dock("gather")->y());
    QVERIFY(dock("structure")->width() > dock("wave")->width());
    const auto tabs = window_->tabifiedDockWidgets(dock("structure"));
    QVERIFY(tabs.contains(dock("map")) && tabs.contains(dock("section")));
    QVERIFY(window_->tabifiedDockWidgets(dock("wave")).contains(dock("geology")));
    QVERIFY(!window_->panes().wave->visibleRegion().isEmpty());
    QVERIFY(!window_->panes().structure->visibleRegion().isEmpty());
    QVERIFY2(window_->minimumSizeHint().width() <= 1280,
             qPrintable(QString::number(window_->minimumSizeHint().width())));
  }

  void hidden_from_the_menu_and_back() {
    QAction* const toggle = dock("gather")->toggleViewAction();
    QCOMPARE(find_command(*window_->menuBar(), "Gather", "View > Docks"), toggle);
    toggle->trigger();
    QVERIFY(!dock("gather")->isVisible());
    toggle->trigger();
    QVERIFY(dock("gather")->isVisible());
  }

  // A view that leaves its window loses its OpenGL context and draws all in a new one.
  void a_floating_view_still_draws() {
    QVERIFY(window_->files().open(FOLDWAVE_SOURCE_DIR "/resources/scenarios/antiform.json"));
    QTRY_VERIFY_WITH_TIMEOUT(window_->results().fold() && !window_->runs().busy(), patience);
    StructureView* const view = window_->panes().structure->structure_view();
    QTRY_VERIFY(window_->panes().structure->scene().is_complete());
    for (const bool floating : {true, false}) {
      dock("structure")->setFloating(floating);
      QTRY_COMPARE(view->window() == window_.get(), !floating);
      QTRY_VERIFY(view->isVisible());
      QTRY_VERIFY(colors_in(view->grabFramebuffer()) > 300);
    }
  }

  void tabs_have_one_title() {
    dock("geology")->hide();
    dock("volume")->hide();
    dock("located")->hide();
    QTRY_VERIFY(dock("wave")->titleBarWidget() == nullptr);
    window_->tabifyDockWidget(dock("wave"), dock("gather"));
    QTRY_VERIFY(dock("wave")->titleBarWidget() != nullptr && dock("gather")->titleBarWidget() != nullptr);
    QVERIFY(dock("scenario")->titleBarWidget() == nullptr);
    dock("gather")->hide();
    QTRY_VERIFY(dock("wave")->titleBarWidget() == nullptr);
  }

  // Whatever was floated, hidden or closed: all views are in sight, or a tab or a key away.
  void arrangements_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QStringList>("in_sight");
    QTest::newRow("tiles") << "Tile views" << QStringList{"scenario", "structure", "map",     "section",
                                                          "wave",     "gather",    "spectrum"};
    QTest::newRow("tabs") << "Tab views" << QStringList{"scenario", "gather"};
    QTest::newRow("large") << "One large view" << QStringList{"gather"};
    QTest::newRow("reset") << "Reset layout" << QStringList{"scenario", "structure", "wave", "gather"};
  }
  void arrangements() {
    QFETCH(QString, name);
    QFETCH(QStringList, in_sight);
    QSize before = window_->size();
    dock("structure")->setFloating(true);
    dock("map")->hide();
    find_command(*window_->menuBar(), "Gather", "View > Go to")->trigger();
    find_command(*window_->menuBar(), name)->trigger();
    QTRY_COMPARE(seen(), in_sight);
    QCOMPARE(window_->size(), before);  // no strip of controls pushes the window out
    const QStringList views{"structure", "map",      "section",  "wave",   "gather",
                            "compare",   "geology",  "spectrum", "jobs",   "log",
                            "volume",    "timeline", "located",  "images", "residual"};
    for (const QString& view : views) {
      QVERIFY(!dock(view)->isFloating());
      QAction* const go = find_command(*window_->menuBar(), dock(view)->windowTitle(), "View > Go to");
      go->trigger();
      QTRY_VERIFY2(seen().contains(view), qPrintable(view));
    }
    QCOMPARE(window_->size(), before);
    find_command(*window_->menuBar(), "Reset layout")->trigger();
    QTRY_VERIFY(dock("structure")->width() > dock("wave")->width());
    default_places();
  }

  // Once more brings back what was before, in the next session too.
  void one_large_view_gives_way_again() {
    const QStringList usual{"scenario", "structure", "wave", "gather"};
    const auto alone = [this] { return find_command(*window_->menuBar(), "One large view"); };
    find_command(*window_->menuBar(), "Wave", "View > Go to")->trigger();
    const QSize wave = dock("wave")->size();
    alone()->trigger();
    QTRY_COMPARE(seen(), QStringList{"wave"});
    alone()->trigger();
    QTRY_COMPARE(seen(), usual);
    QTRY_COMPARE(dock("wave")->size(), wave);
    window_->remember_layout();
    alone()->trigger();
    QTRY_COMPARE(seen(), QStringList{"wave"});
    window_->close();
    show_window();
    window_->remember_layout();
    QTRY_COMPARE(seen(), QStringList{"wave"});
    QVERIFY(alone()->isChecked());
    alone()->trigger();
    QTRY_COMPARE(seen(), usual);
    // Another arrangement is none to come back from.
    alone()->trigger();
    find_command(*window_->menuBar(), "Tab views")->trigger();
    QVERIFY(!alone()->isChecked());
  }

  // Unless it would cover what one works in.
  void a_wave_brings_its_views_forward() {
    save_scenario(shot_on(16, 0.1), settings_.filePath("shot.json").toStdString());
    QVERIFY(window_->files().open(settings_.filePath("shot.json")));
    QTRY_VERIFY_WITH_TIMEOUT(window_->results().fold() && !window_->runs().busy(), patience);
    const auto run = [this] {
      find_command(*window_->menuBar(), "Run wave")->trigger();
      QTRY_VERIFY_WITH_TIMEOUT(!window_->runs().busy(), patience);
    };
    const auto go_to = [this](const char* title) {
      find_command(*window_->menuBar(), title, "View > Go to")->trigger();
    };
    go_to("Geology");
    go_to("Spectrum");
    go_to("Structure");
    QTRY_VERIFY(seen().contains("geology") && seen().contains("spectrum"));
    run();
    QTRY_COMPARE(seen(), (QStringList{"scenario", "structure", "wave", "gather"}));
    go_to("Geology");
    go_to("Jobs");
    QTRY_VERIFY(seen().contains("jobs") && seen().contains("geology"));
    run();
    QTRY_COMPARE(seen(), (QStringList{"scenario", "structure", "wave", "jobs"}));
    dock("gather")->hide();
    go_to("Structure");
    run();
    QVERIFY(dock("gather")->isHidden());
  }

  void the_current_view_is_floated_by_a_command() {
    find_command(*window_->menuBar(), "Wave", "View > Go to")->trigger();
    QAction* const floats = find_command(*window_->menuBar(), "Float or dock the current view");
    floats->trigger();
    QTRY_VERIFY(dock("wave")->isFloating() && dock("wave")->isVisible());
    QTRY_VERIFY(!dock("wave")->visibleRegion().isEmpty());
    floats->trigger();
    QTRY_VERIFY(!dock("wave")->isFloating());
  }

  void comes_back_as_it_was_left() {
    window_->remember_layout();
    const auto columns = [this] { return window_->panes().jobs->list()->header(); };
    columns()->resizeSection(JobList::name, 444);
    dock("gather")->hide();
    dock("wave")->setFloating(true);
    window_->close();
    show_window();
    QVERIFY(dock("gather")->isVisible());
    window_->remember_layout();
    QVERIFY(!dock("gather")->isVisible());
    QVERIFY(dock("wave")->isFloating());
    QCOMPARE(columns()->sectionSize(JobList::name), 444);

    find_command(*window_->menuBar(), "Reset layout")->trigger();
    QTRY_VERIFY(dock("structure")->width() > dock("wave")->width());  // sizes follow with the next event
    default_places();
    QVERIFY(dock("gather")->isVisible() && !dock("wave")->isFloating());
    QVERIFY(columns()->sectionSize(JobList::name) < 400);
  }

 private:
  void show_window() {
    window_ = std::make_unique<MainWindow>(cpu_backend());
    window_->resize(1280, 760);
    window_->show();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
  }
  QDockWidget* dock(const QString& name) { return window_->findChild<QDockWidget*>(name); }
  QStringList seen() {
    QStringList names;
    for (const char* const name :
         {"scenario", "structure", "map", "section", "wave", "gather", "compare", "geology", "spectrum",
          "jobs", "log", "volume", "timeline", "located", "images", "residual"})
      if (!dock(name)->visibleRegion().isEmpty()) names << name;
    return names;
  }

  QTemporaryDir settings_;
  std::unique_ptr<MainWindow> window_;
};

int run(int argc, char** argv) {
  QSurfaceFormat format;
  format.setVersion(3, 2);
  format.setProfile(QSurfaceFormat::CoreProfile);
  QSurfaceFormat::setDefaultFormat(format);
  const QApplication application(argc, argv);
  QApplication::setApplicationName("foldwave");
  QApplication::setOrganizationName("foldwave");
  TestDocks test;
  return QTest::qExec(&test, argc, argv);
}

}  // namespace test_docks

FOLDWAVE_TEST(test_docks, test_docks::run)
#include "test_docks.moc"
