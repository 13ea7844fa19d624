// Protects the gather view's commands in a real window: what is chosen or typed is what is drawn, the buttons
// say it, a click chooses a trace and a drag does not.
#include <QAction>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QSlider>
#include <QToolButton>

#include "tests/ui/shown_window.hpp"
#include "ui/views/gather_pane.hpp"
#include "ui/views/vtk_view.hpp"

using namespace foldwave;

class TestGatherView : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    window_ = std::make_unique<ShownWindow>();
    pane_ = (*window_)->gather();
    auto g = std::make_shared<Gather>();
    g->dt = 0.004;
    g->samples = 251;
    for (int r = 0; r < 30; ++r) {
      g->receivers.push_back({20.0 * r, 0, 0});
      for (int i = 0; i < g->samples; ++i)
        g->traces.push_back(static_cast<float>(std::sin(0.2 * i + 0.1 * r)));
    }
    window_->raise("gather");
    pane_->show_gather(g, {});
    QTRY_VERIFY_WITH_TIMEOUT(pane_->is_in_front(), patience);
    QSignalSpy drawn(pane_->view(), &VtkView::drawn);
    pane_->view()->update();
    QTRY_VERIFY_WITH_TIMEOUT(drawn.count() > 0, patience);
  }
  void cleanup() { window_.reset(); }

  void a_mode_is_chosen_from_the_menu() {
    auto* const button = window_->child<QToolButton>("gather traces");
    QCOMPARE(button->text(), QString("Density"));
    button->defaultAction()->menu()->actions().at(3)->trigger();
    QCOMPARE(options().mode, GatherMode::wiggle_area);
    QCOMPARE(button->text(), QString("Wiggles, area"));
    auto* const order = window_->child<QToolButton>("gather order");
    order->defaultAction()->menu()->actions().at(1)->trigger();
    QCOMPARE(options().order, TraceOrder::offset);
    window_->child<QToolButton>("gather show")->defaultAction()->menu()->actions().at(0)->trigger();
    QVERIFY(options().reversed);
    keep_picture(**window_, "gather-controls");
  }

  void gains_are_chosen_or_typed() {
    QMenu* const gains = window_->child<QToolButton>("gather gain")->defaultAction()->menu();
    auto* const power = window_->child<QLineEdit>("gather power");
    auto* const agc = window_->child<QLineEdit>("gather agc");
    QCOMPARE(power->text(), QString("1"));
    gains->actions().at(3)->trigger();
    QCOMPARE(options().time_power, 0.0);
    QVERIFY(std::abs(options().agc_window - 0.2) < 0.01);
    QCOMPARE(power->text(), QString("0"));
    window_->type("gather agc", "0.35");
    QCOMPARE(options().agc_window, 0.35);
    window_->type("gather power", "1.5");
    QCOMPARE(options().time_power, 1.5);
    QCOMPARE(options().agc_window, 0.35);
    // What makes no sense is put right or refused.
    window_->type("gather power", "99");
    QCOMPARE(options().time_power, 4.0);
    QCOMPARE(power->text(), QString("4"));
    window_->type("gather agc", "0,5");
    QCOMPARE(options().agc_window, 0.35);
    agc->undo();
  }

  void the_clip_is_one_in_slider_and_field() {
    auto* const field = window_->child<QLineEdit>("gather clip");
    QCOMPARE(field->text(), QString("0.5"));
    window_->type("gather clip", "2.5");
    QCOMPARE(options().clip_side, 2.5);
    auto* const slider = pane_->findChild<QSlider*>();
    QCOMPARE(slider->value(), 25);
    slider->setValue(10);
    QCOMPARE(options().clip_side, 1.0);
    QCOMPARE(field->text(), QString("1"));
  }

  void a_click_chooses_and_a_drag_moves() {
    QSignalSpy chosen(pane_, &GatherPane::chosen);
    QWidget* const view = pane_->view();
    const QPoint at(view->width() / 2, view->height() / 2);
    drag_pointer(view, at, at + QPoint(60, 20));
    QCOMPARE(chosen.count(), 0);
    QTest::mouseClick(view, Qt::LeftButton, {}, at);
    QCOMPARE(chosen.count(), 1);
    const int trace = chosen.front().front().toInt();
    QVERIFY(trace > 5 && trace < 25);
  }

 private:
  const GatherOptions& options() const { return pane_->scene().options(); }
  std::unique_ptr<ShownWindow> window_;
  GatherPane* pane_ = nullptr;
};

int main(int argc, char** argv) {
  return run_in_windows<TestGatherView>(argc, argv);
}
#include "test_gather_view.moc"
