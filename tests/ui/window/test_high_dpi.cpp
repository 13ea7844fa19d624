// Protects a screen of 3840 x 2160 at 200 %: views are drawn in its own pixels with texts of twice the size,
// icons are sharp, and the pointer takes hold of what lies under it and puts it where it is let go.
#include <QDockWidget>
#include <QPoint>
#include <QSize>
#include <QToolButton>
#include <cmath>

#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/scene/rock/handles.hpp"
#include "ui/views/map_pane.hpp"
#include "ui/views/map_view.hpp"
#include "ui/views/section/section_pane.hpp"
#include "ui/views/section/section_view.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/views/structure_view.hpp"
#include "ui/widgets/themed_icon.hpp"

namespace test_high_dpi {

using namespace foldwave;

namespace {

constexpr int chosen = 12;  // the point in the middle

// Rows of the picture's left upper corner that hold bright pixels: the height of the view's title.
int title_rows(const QImage& picture) {
  int rows = 0;
  for (int y = 0; y < picture.height() / 6; ++y)
    for (int x = 0; x < picture.width() / 3; ++x)
      if (qGray(picture.pixel(x, y)) > 190) {
        ++rows;
        break;
      }
  return rows;
}

// Pixels beside each other that differ, of all where something is drawn.
double edges_of(const QImage& image) {
  int edges = 0, drawn = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x + 1 < image.width(); ++x) {
      drawn += qAlpha(image.pixel(x, y)) > 0 ? 1 : 0;
      edges += std::abs(qAlpha(image.pixel(x, y)) - qAlpha(image.pixel(x + 1, y))) > 128 ? 1 : 0;
    }
  return drawn > 0 ? static_cast<double>(edges) / drawn : 0.0;
}

}  // namespace

class TestHighDpi : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    window_ = std::make_unique<ShownWindow>();
    QVERIFY(window_->open(example_on(24)));
    QCOMPARE((*window_)->devicePixelRatioF(), 2.0);
  }
  void cleanup() { window_.reset(); }

  void views_are_drawn_in_the_screens_pixels() {
    VtkView* const view = (*window_)->panes().structure->structure_view();
    const QImage picture = drawn_picture(*view);
    QCOMPARE(picture.size(), 2 * view->size());
    const FrameSize& frame = (*window_)->panes().structure->scene().frame();
    QCOMPARE(QSize(frame.width, frame.height), 2 * view->size());
    QCOMPARE(frame.scale, 2.0);
    keep_picture(**window_, "at 200 per cent");
    // 15 points at 96 dots an inch are 20 pixels, capitals two thirds of that; here twice as much.
    const int rows = title_rows(picture);
    QVERIFY2(rows >= 22, qPrintable(QString::number(rows)));
  }

  void icons_are_sharp() {
    auto* const button = (*window_)->panes().map->findChild<QToolButton*>("map add");
    const QPixmap icon = button->icon().pixmap(button->iconSize(), button->devicePixelRatioF());
    QCOMPARE(icon.size(), 2 * button->iconSize());
    QCOMPARE(icon.devicePixelRatio(), 2.0);
    // One that was drawn small and enlarged has soft edges.
    const QImage soft = themed_icon("add-point")
                            .pixmap(button->iconSize(), 1.0)
                            .toImage()
                            .scaled(icon.size(), Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    QVERIFY(edges_of(icon.toImage()) > 1.2 * edges_of(soft));
  }

  void a_handle_lands_where_it_is_let_go_data() {
    QTest::addColumn<QString>("dock");
    for (const char* const dock : {"structure", "map", "section"})
      QTest::newRow(dock) << dock;
  }
  void a_handle_lands_where_it_is_let_go() {
    QFETCH(QString, dock);
    window_->raise(qPrintable(dock));
    HandleView* view = (*window_)->panes().structure->structure_view();
    if (dock == "map") view = (*window_)->panes().map->map_view();
    if (dock == "section") view = (*window_)->panes().section->section_view();
    QTRY_VERIFY(!view->visibleRegion().isEmpty());
    drawn_picture(*view);
    const QPoint from = place_of(dock), to = from + (dock == "map" ? QPoint(30, -20) : QPoint(0, -24));
    const Scenario before = (*window_)->editor().now();
    drag_pointer(view, from, to);
    QVERIFY(window_->settled());
    QVERIFY(!((*window_)->editor().now() == before));
    QCOMPARE((*window_)->editor().history().stack().undoText(), QString("Move point %1").arg(chosen + 1));
    drawn_picture(*view);
    const QPoint now = place_of(dock);
    QVERIFY2((now - to).manhattanLength() <= 2,
             qPrintable(QString("%1, %2 for %3, %4").arg(now.x()).arg(now.y()).arg(to.x()).arg(to.y())));
  }

 private:
  QPoint place_of(const QString& dock) {
    StructurePane& structure = *(*window_)->panes().structure;
    if (dock == "structure") {
      const Vec3& local = structure.scene().handle(chosen)->local;
      const Vec3 seen = world_to_display(structure.scene().renderer(), to_world(local));
      return widget_place(*structure.view(), {seen.x, seen.y});
    }
    HandleScene& scene = dock == "map" ? static_cast<HandleScene&>((*window_)->panes().map->scene())
                                       : (*window_)->panes().section->scene();
    const PlotPoint at = scene.plot_point(scene.handle(chosen)->local);
    const VtkView& view =
        dock == "map" ? *(*window_)->panes().map->view() : *(*window_)->panes().section->view();
    return widget_place(view, scene.to_display(at[0], at[1]));
  }
  std::unique_ptr<ShownWindow> window_;
};

int run(int argc, char** argv) {
  qputenv("QT_SCALE_FACTOR", "2");
  return run_in_windows<TestHighDpi>(argc, argv);
}

}  // namespace test_high_dpi

FOLDWAVE_TEST(test_high_dpi, test_high_dpi::run)
#include "test_high_dpi.moc"
