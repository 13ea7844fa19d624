// Protects what is found in the volume view, in a real window: lines of the slice that is seen, live as it is
// moved, drawn over it with their votes beside; planes of the whole; and that what is chosen, in the list, by
// a ring or anywhere among the votes, becomes a marker of the scenario that can be undone.
#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QMenuBar>
#include <QPushButton>
#include <QSlider>

#include <cmath>

#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/canvas/vtk_view.hpp"
#include "ui/commands/command_list.hpp"
#include "ui/views/slice_bar.hpp"
#include "ui/views/volume/accumulator_plot.hpp"
#include "ui/views/volume/edge_panel.hpp"
#include "ui/views/volume/volume_numbers.hpp"
#include "ui/views/volume/volume_pane.hpp"

namespace test_edge_panel {

using namespace foldwave;

namespace {

// Two halves on both sides of a plane through the middle that dips by 50 degrees to the east.
Volume halves() {
  Grid3 grid{{48, 44, 40}, {10.0, 10.0, 10.0}, {1000.0, 2000.0, 100.0}, {0, 0, 0}, {0, 0, 0}, 0};
  auto field = std::make_shared<Field<float>>(grid.n);
  const double down = std::tan(50.0 * std::acos(-1.0) / 180.0);
  for (int k = 0; k < 40; ++k)
    for (int j = 0; j < 44; ++j)
      for (int i = 0; i < 48; ++i)
        (*field)(i, j, k) = k - 19.5 > down * (i - 23.5) ? 3000.0F : 2000.0F;
  return volume_of(field, grid, "velocity (m/s)");
}

}  // namespace

class TestEdgePanel : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    window_ = std::make_unique<ShownWindow>();
    QVERIFY(window_->open(example_on(20)));
    pane_ = (*window_)->panes().volume;
    window_->raise("volume");
    pane_->add("/halves.hdf", halves());
    find_ = find_command(*(*window_)->menuBar(), "Find lines and planes");
    QVERIFY(find_ != nullptr && !find_->isChecked());
    list_ = window_->child<QListWidget>("edges found");
    find_->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(list_->count() > 0, patience);
  }
  void cleanup() { window_.reset(); }

  void lines_follow_the_slice() {
    QVERIFY(!pane_->numbers().isVisible());
    const auto best = [this] { return std::get<LineMarker>(pane_->edges().found().front()); };
    QTRY_COMPARE_WITH_TIMEOUT(best().from.y, 2000.0 + 10.0 * pane_->scene().slice(1), patience);
    // Down to the east by 50 degrees.
    const auto dip = [&] {
      const Vec3 d = best().to - best().from;
      return std::atan2(d.z, d.x) * 180.0 / std::acos(-1.0);
    };
    const double leaning = std::fmod(dip() + 360.0, 180.0);
    QVERIFY2(std::abs(leaning - 50.0) < 1.5, qPrintable(QString::number(leaning)));
    const VolumeScene::Edges& edges = pane_->scene().edges();
    QVERIFY(edges.axis == 1 && edges.node == pane_->scene().slice(1) && edges.samples.size() > 30);
    QVERIFY(pane_->scene().found().any());
    QVERIFY(!window_->child<AccumulatorPlot>("accumulator")->picture().isNull());

    pane_->findChild<SliceBar*>()->slider(1)->setValue(7);
    QTRY_COMPARE_WITH_TIMEOUT(best().from.y, 2070.0, patience);
    QTRY_COMPARE(pane_->scene().edges().node, 7);

    // More nodes vote where they are wished; another slice has lines of its own.
    const std::size_t before = pane_->scene().edges().samples.size();
    window_->child<QSlider>("edge share")->setValue(8);
    QTRY_VERIFY_WITH_TIMEOUT(pane_->scene().edges().samples.size() >= before, patience);
    QVERIFY(window_->child<QLabel>("edge count")->text().startsWith("50 %"));
    press(window_->child<QComboBox>("edge slice"), "depth slice");
    QTRY_VERIFY_WITH_TIMEOUT(pane_->scene().edges().axis == 2, patience);
    QTRY_COMPARE_WITH_TIMEOUT(best().from.z, 100.0 + 10.0 * pane_->scene().slice(2), patience);
    drawn_picture(*pane_->view());
    keep_picture(*pane_, "volume-lines");

    find_->trigger();
    QVERIFY(pane_->numbers().isVisible() && !pane_->scene().found().any());
    QCOMPARE(pane_->scene().edges().axis, -1);
  }

  void a_line_becomes_a_marker_and_can_be_undone() {
    auto* const keep = window_->child<QPushButton>("keep marker");
    QVERIFY(keep->isEnabled());
    const Marker wanted = pane_->edges().found().front();
    QTest::mouseClick(keep, Qt::LeftButton);
    const auto& markers = [this]() -> const std::vector<Marker>& {
      return (*window_)->editor().now().markers;
    };
    QCOMPARE(markers().size(), std::size_t{1});
    Marker named = wanted;
    rename(named, "Line 1");
    QVERIFY(markers().front() == named);
    QCOMPARE((*window_)->editor().history().stack().undoText(), QString("Keep the marker Line 1"));
    QVERIFY(pane_->scene().markers().any());
    QTest::mouseClick(keep, Qt::LeftButton);
    QCOMPARE(name_of(markers().back()), std::string("Line 2"));
    (*window_)->editor().undo();
    (*window_)->editor().undo();
    QVERIFY(markers().empty());
    QVERIFY(!pane_->scene().markers().any());
    // No result hangs on it.
    QVERIFY(!(*window_)->results().fold_is_stale());
  }

  void a_plane_is_found_and_kept() {
    auto* const planes = window_->child<QPushButton>("find planes");
    QTest::mouseClick(planes, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(std::holds_alternative<PlaneMarker>(pane_->edges().found().front()), patience);
    const auto plane = std::get<PlaneMarker>(pane_->edges().found().front());
    QVERIFY2(std::abs(plane.dip - 50.0) < 2.0 && std::abs(plane.dip_direction - 90.0) < 3.0,
             qPrintable(QString("%1 %2").arg(plane.dip).arg(plane.dip_direction)));
    QCOMPARE(list_->currentRow(), 0);
    QVERIFY(list_->item(0)->text().startsWith("plane, "));
    drawn_picture(*pane_->view());
    keep_picture(*pane_, "volume-planes");
    QTest::mouseClick(window_->child<QPushButton>("keep marker"), Qt::LeftButton);
    QCOMPARE(name_of((*window_)->editor().now().markers.front()), std::string("Plane 1"));
    QVERIFY(planes->isEnabled());
    // Another volume has none of it.
    press(window_->child<QComboBox>("volume a"), "Velocity");
    QTRY_VERIFY_WITH_TIMEOUT(
        list_->count() == 0 || std::holds_alternative<LineMarker>(pane_->edges().found().front()), patience);
  }

  void votes_are_clicked() {
    auto* const plot = window_->child<AccumulatorPlot>("accumulator");
    const int lines = list_->count();
    QVERIFY(lines > 0);
    HoughLine line = plot->line_at(QPointF(plot->width() / 2.0, plot->height() / 3.0));
    const HoughLine back = plot->line_at(plot->place_of(line));
    QVERIFY(std::abs(back.theta - line.theta) < 1e-6 && std::abs(back.distance - line.distance) < 1e-6);
    // Far from all rings: a line of one's own, chosen and kept as it lies.
    const QPoint place = plot->place_of({90.0, 100.0, 0.0}).toPoint();
    QTest::mouseClick(plot, Qt::LeftButton, {}, place);
    QTRY_VERIFY(list_->count() >= lines);
    const int own = list_->currentRow();
    QVERIFY(own >= 0);
    if (list_->item(own)->text().endsWith("yours")) {
      const auto marker = std::get<LineMarker>(pane_->edges().found()[static_cast<std::size_t>(own)]);
      QVERIFY(std::abs(marker.from.z - 200.0) < 25.0 && std::abs(marker.to.z - 200.0) < 25.0);
    }
    QTest::mouseClick(window_->child<QPushButton>("keep marker"), Qt::LeftButton);
    QCOMPARE((*window_)->editor().now().markers.size(), std::size_t{1});
  }

 private:
  static void press(QComboBox* box, const QString& item) {
    box->setFocus();
    const int to = box->findText(item);
    QVERIFY2(to >= 0, qPrintable(item));
    for (int guard = 0; box->currentIndex() != to && guard < 20; ++guard)
      QTest::keyClick(box, box->currentIndex() < to ? Qt::Key_Down : Qt::Key_Up);
    QCOMPARE(box->currentText(), item);
  }

  std::unique_ptr<ShownWindow> window_;
  VolumePane* pane_ = nullptr;
  QAction* find_ = nullptr;
  QListWidget* list_ = nullptr;
};

}  // namespace test_edge_panel

FOLDWAVE_TEST(test_edge_panel, run_in_windows<test_edge_panel::TestEdgePanel>)
#include "test_edge_panel.moc"
