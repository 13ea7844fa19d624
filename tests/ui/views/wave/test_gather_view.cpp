// Protects the gather view's commands in a real window: what is chosen or typed is what is drawn, the buttons
// say it, a click chooses a trace and a drag does not.
#include <QAction>
#include <QLineEdit>
#include <QMenu>
#include <QPoint>
#include <QSignalSpy>
#include <QSlider>
#include <QToolButton>

#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/canvas/vtk_view.hpp"
#include "ui/views/wave/gather_pane.hpp"
#include "ui/views/wave/spectrum_pane.hpp"

namespace test_gather_view {

using namespace foldwave;

class TestGatherView : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    window_ = std::make_unique<ShownWindow>();
    pane_ = (*window_)->panes().gather;
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
    QCOMPARE(power->text(), QString("2"));
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
    window_->type("gather agc", "1,234");
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

  // What is chosen in the gather stands in the spectrum, beside the wavelet that was sent.
  void the_spectrum_follows_the_chosen_trace() {
    auto wave = std::make_shared<WaveOutcome>();
    wave->scenario = example_on(20);
    wave->scenario.survey.wavelet.frequency = 15.0;
    Gather& g = wave->result.run.gather;
    g.dt = 0.002;
    g.samples = 500;
    for (int r = 0; r < 3; ++r) {
      g.receivers.push_back({20.0 * r, 0, 0});
      for (int i = 0; i < g.samples; ++i)
        g.traces.push_back(static_cast<float>(std::sin(2 * M_PI * (20.0 + 10.0 * r) * g.dt * i)));
    }
    wave->result.points_per_wavelength = 6.0;
    SpectrumPane* const spectrum = (*window_)->panes().spectrum;
    spectrum->show_wave(wave);
    QVERIFY(spectrum->scene().curves().empty());  // unseen, it is not computed
    window_->raise("spectrum");
    QTRY_COMPARE_WITH_TIMEOUT(spectrum->scene().curves().size(), std::size_t{3}, patience);
    emit pane_->chosen(2);
    const auto of_trace = [&] { return spectrum->scene().curves().back(); };
    QTRY_COMPARE_WITH_TIMEOUT(of_trace().name, std::string("trace 3"), patience);
    QVERIFY(std::abs(peak_frequency(of_trace().spectrum) - 40.0) < 0.2);
    QVERIFY(std::abs(peak_frequency(spectrum->scene().curves().front().spectrum) - 15.0) < 0.2);
    QTest::qWait(200);
    keep_picture(**window_, "spectrum");
    const QImage picture = spectrum->view()->grabFramebuffer();
    QVERIFY(picture.width() > 100);
    const QString words =
        QString::fromStdString(spectrum->scene().read_out(picture.width() / 2.0, picture.height() / 2.0));
    QVERIFY2(words.contains(" Hz, source ") && words.contains("trace 3"), qPrintable(words));
    spectrum->show_wave(nullptr);
    QVERIFY(spectrum->scene().curves().empty());
  }

  void a_click_chooses_and_a_drag_moves() {
    QSignalSpy chosen(pane_, &GatherPane::chosen);
    QWidget* const view = pane_->view();
    const QPoint at(view->width() / 2, view->height() * 4 / 5);  // below title and axis
    drag_pointer(view, at, at + QPoint(60, 10));
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

}  // namespace test_gather_view

FOLDWAVE_TEST(test_gather_view, run_in_windows<test_gather_view::TestGatherView>)
#include "test_gather_view.moc"
