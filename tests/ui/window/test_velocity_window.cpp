// Protects a scenario that has a velocity file and no fold in the window: all views show the velocity, no
// horizon is drawn or can be grabbed, the wave runs, a fold that is added after all appears, a missing file
// is told; and a file that is chosen where there is a fold.
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QTabBar>
#include <QToolButton>
#include <fstream>

#include "core/engine/pipeline.hpp"
#include "core/model/same_results.hpp"
#include "core/model/scenario_files.hpp"
#include "core/model/scenario_json.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/edit/edit_text.hpp"
#include "ui/scene/stage/color.hpp"
#include "ui/views/map_pane.hpp"
#include "ui/views/section/section_pane.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/views/structure_view.hpp"
#include "ui/views/wave/wave_pane.hpp"

namespace test_velocity_window {

using namespace foldwave;

namespace {

constexpr int columns = 61, rows = 41;

// 2000 m/s over 4000 m/s below 200 m; the interface leans by nothing, so that colours are known.
Scenario two_speeds(const QString& folder) {
  std::ofstream out(folder.toStdString() + "/two.f32", std::ios::binary);
  for (int k = 0; k < rows; ++k)
    for (int i = 0; i < columns; ++i) {
      const float v = k < 20 ? 2000.0F : 4000.0F;
      out.write(reinterpret_cast<const char*>(&v), 4);
    }
  Scenario s;
  s.name = "Two speeds";
  s.grid = {{columns, 1, rows}, {10.0, 10.0, 10.0}, {}, {}, {}, 0};
  s.events = stand_in_events();
  s.stack = stand_in_layers();
  s.velocity.emplace().file = "two.f32";
  s.velocity->layout = {s.grid.n, s.grid.h, {}, "xyz", false};
  s.survey.wavelet.frequency = 12.0;
  s.survey.sources = {{{300.0, 0.0, 60.0}, 0.0, 1.0, {}}};
  s.survey.receivers = {ReceiverLine{{50.0, 0.0, 40.0}, {550.0, 0.0, 40.0}, 11, {}}};
  s.propagation.duration = 0.15;
  s.outputs.snapshot_steps = 20;
  return s;
}

// How much of a picture has a colour, nearly.
double share_of(const QImage& image, const Bytes3& color) {
  int found = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) {
      const QRgb c = image.pixel(x, y);
      found +=
          std::abs(qRed(c) - color[0]) + std::abs(qGreen(c) - color[1]) + std::abs(qBlue(c) - color[2]) < 24;
    }
  return static_cast<double>(found) / (image.width() * image.height());
}

bool shows_velocity(const QImage& image) {
  return share_of(image, viridis_map().at(0.0)) > 0.02 && share_of(image, viridis_map().at(1.0)) > 0.02;
}

}  // namespace

class TestVelocityWindow : public QObject {
  Q_OBJECT
 private slots:
  void opens_and_shows_the_velocity() {
    ShownWindow window;
    QVERIFY(window.open(two_speeds(window.path("")), "two.json"));
    const FoldResult& fold = window->results().fold()->result;
    QVERIFY(!fold.folded && fold.slowest == 2000.0 && fold.fastest == 4000.0);
    QTRY_VERIFY(window->panes().structure->scene().is_complete());
    QTRY_VERIFY_WITH_TIMEOUT(shows_velocity(window->panes().structure->structure_view()->grabFramebuffer()),
                             patience);
    QVERIFY(window->panes().structure->scene().handles().empty());
    keep_picture(*window, "velocity-structure");
    window.raise("section");
    auto* const view = window->panes().section->findChild<VtkView*>();
    QTRY_VERIFY_WITH_TIMEOUT(shows_velocity(view->grabFramebuffer()), patience);
    keep_picture(*window, "velocity-section");
    window.raise("map");
    auto* const map = window->panes().map->findChild<VtkView*>();
    QTRY_VERIFY(share_of(map->grabFramebuffer(), viridis_map().at(0.5)) < 0.001);
    keep_picture(*window, "velocity-map");
    window.raise("compare");
    QTest::qWait(200);

    window->runs().run_wave();
    QTRY_VERIFY_WITH_TIMEOUT(window->results().wave() && !window->runs().busy(), patience);
    QVERIFY(window->results().wave()->result.run.steps_done > 20);
    QVERIFY(!window->results().snapshots().empty());
    window.raise("section");
    keep_picture(*window, "velocity-wave");
  }

  void a_fold_that_is_added_appears_and_undo_takes_it_back() {
    ShownWindow window;
    QVERIFY(window.open(two_speeds(window.path("")), "two.json"));
    QTest::mouseClick(window.child<QToolButton>("add a fold"), Qt::LeftButton);
    QVERIFY(window.settled());
    QVERIFY(has_fold(window->editor().now()));
    QVERIFY(window->results().fold()->result.folded);
    QVERIFY(!window->panes().structure->scene().handles().empty());
    QCOMPARE(window->results().fold()->result.velocity(30, 0, 30), 4000.0F);  // still the file's
    window->editor().history().stack().undo();
    QVERIFY(window.settled());
    QVERIFY(!window->results().fold()->result.folded);
    QVERIFY(window->panes().structure->scene().handles().empty());
  }

  void a_file_is_chosen_in_a_folded_scenario_and_a_bad_one_is_told_at_its_field() {
    ShownWindow window;
    Scenario s = two_speeds(window.path(""));
    const VelocityFile file = *s.velocity;
    s.velocity.reset();
    s.events.front().horizon = PlaneHorizon{{300, 0, 200}, 10.0, 90.0, {}};
    QVERIFY(window.open(s, "folded.json"));
    const std::string first = scenario_text(window->editor().now());
    QCOMPARE(window->results().fold()->result.slowest, 1500.0);
    auto* const source = window.child<QComboBox>("/velocity");
    source->setFocus();
    QTest::keyClick(source, Qt::Key_Down);
    window.type("/velocity/file", "two.f32");
    auto* const told = window.child<QLabel>("message:/velocity/nodes");
    QTRY_VERIFY2_WITH_TIMEOUT(told->isVisible() && told->text().contains("header"), qPrintable(told->text()),
                              patience);
    keep_picture(*window, "velocity-no-layout");
    auto* const layout = window.child<QComboBox>("/velocity/layout");
    layout->setFocus();
    QTest::keyClick(layout, Qt::Key_Down);  // given here: the model's own grid, which is the file's
    QVERIFY(window->editor().now().velocity->layout.nodes == file.layout.nodes);
    QVERIFY(window.settled());
    QCOMPARE(window->results().fold()->result.slowest, 2000.0);
    QVERIFY(window->results().fold()->result.folded && !told->isVisible());
    keep_picture(*window, "velocity-chosen");
    QUndoStack& steps = window->editor().history().stack();
    QCOMPARE(steps.count(), 2);
    while (steps.canUndo())
      steps.undo();
    QVERIFY(window.settled());
    QCOMPARE(scenario_text(window->editor().now()), first);
    QCOMPARE(window->results().fold()->result.slowest, 1500.0);
  }

  void edits_of_the_file_have_names() {
    const Scenario s = two_speeds(QDir::tempPath());
    Scenario other = s;
    other.velocity->smoothing = 20.0;
    QCOMPARE(edit_text(s, other), "Change the velocity's smoothing");
    other.velocity->file = "else.vti";
    QCOMPARE(edit_text(s, other), "Choose another velocity file");
    other = s;
    other.velocity->in_km_s = true;
    QCOMPARE(edit_text(s, other), "Change how the velocity is read");
    other.velocity.reset();
    QCOMPARE(edit_text(s, other), "Take the velocity from the layers");
    QCOMPARE(edit_text(other, s), "Take the velocity from a file");
    QVERIFY(!same_fold(s, other));
  }

  void a_missing_file_is_told_and_nothing_breaks() {
    ShownWindow window;
    Scenario s = two_speeds(window.path(""));
    s.velocity->file = "gone.f32";
    save_scenario(s, window.path("gone.json").toStdString());
    QVERIFY(window->files().open(window.path("gone.json")));
    QTRY_VERIFY_WITH_TIMEOUT(!window->runs().busy() && has_errors(window->runs().findings()), patience);
    QCOMPARE(window->runs().findings().front().path, std::string("/velocity/file"));
    QVERIFY(!window->results().fold());
    keep_picture(*window, "velocity-gone");
  }
};

}  // namespace test_velocity_window

FOLDWAVE_TEST(test_velocity_window, run_in_windows<test_velocity_window::TestVelocityWindow>)
#include "test_velocity_window.moc"
