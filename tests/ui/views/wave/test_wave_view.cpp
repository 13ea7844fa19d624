// Protects the wave view's time controls in a real window: keys that play and step only while the view has
// the focus, modes and speeds that hold, and playing that asks for no picture before the last one is drawn.
#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QSignalSpy>
#include <QSlider>

#include <cmath>

#include "core/output/snapshot_packer.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/canvas/vtk_view.hpp"
#include "ui/commands/command_list.hpp"
#include "ui/jobs/wave_recorder.hpp"
#include "ui/views/wave/gather_pane.hpp"
#include "ui/views/wave/play_controls.hpp"
#include "ui/views/wave/wave_pane.hpp"

namespace test_wave_view {

using namespace foldwave;

namespace {

constexpr int nodes = 20, count = 9;

// A wave front that moves a node a snapshot.
WavePane::Snapshots moving_wave(const Grid3& grid) {
  WavePane::Snapshots list;
  for (int s = 0; s < count; ++s) {
    auto made = std::make_shared<Snapshot>();
    made->step = 10 * s;
    made->time = 0.05 * s;
    made->pressure = Field<float>(grid.n);
    for (int k = 0; k < grid.n[2]; ++k)
      for (int j = 0; j < grid.n[1]; ++j)
        for (int i = 0; i < grid.n[0]; ++i)
          made->pressure(i, j, k) = k == 2 * s       ? 1.0F - 0.01F * static_cast<float>(i)
                                    : k == 2 * s + 1 ? -0.5F
                                                     : 0.0F;
    made->clips = clip_table(made->pressure.values());
    made->limit = made->clips.at(usual_clip);
    list.push_back(made);
  }
  return list;
}

// The same as a run keeps them.
WavePane::Snapshots packed(const WavePane::Snapshots& plain, const Grid3& grid, double error) {
  SnapshotPacker packer(grid, error);
  WavePane::Snapshots list;
  for (const auto& from : plain) {
    auto made = std::make_shared<Snapshot>();
    made->step = from->step;
    made->time = from->time;
    made->packed = std::make_shared<const PackedVolume>(packer.pack(from->step, from->time, from->pressure));
    made->clips = from->clips;
    made->limit = from->limit;
    list.push_back(made);
  }
  return list;
}

}  // namespace

class TestWaveView : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    window_ = std::make_unique<ShownWindow>();
    QVERIFY(window_->open(example_on(nodes)));
    window_->raise("wave");
    pane_ = (*window_)->panes().wave;
    pane_->show_snapshots(moving_wave((*window_)->editor().now().grid));
    time_ = pane_->time_slider();
    QTRY_VERIFY_WITH_TIMEOUT(pane_->is_in_front(), patience);
    QTRY_COMPARE_WITH_TIMEOUT(time_->value(), count - 1, patience);  // the newest one comes by itself
    QApplication::setActiveWindow(window_->operator->());
    pane_->view()->setFocus();
    QTRY_VERIFY(pane_->view()->hasFocus());
  }
  void cleanup() { window_.reset(); }

  // Unpacked on another thread, as large ones are: each comes, what is said of it is of what is shown, and
  // the last that was wished stays. A film of them is the same as one of the plain ones.
  void packed_snapshots_come_from_another_thread() {
    if (!has_volume_store()) FOLDWAVE_NOT_HERE("HDF5");
    const Grid3& grid = (*window_)->editor().now().grid;
    const auto plain = moving_wave(grid), kept = packed(plain, grid, 0.0),
               rounded = packed(plain, grid, 1e-3);
    pane_->reader().set_seconds_per_node(1.0);
    pane_->show_snapshots(rounded);
    QTRY_COMPARE_WITH_TIMEOUT(pane_->scene().snapshot(), rounded.back().get(), patience);
    QCOMPARE(pane_->scene().error_bound(), 1e-3);
    const auto counted = [this] { return window_->child<QLabel>("wave count")->text(); };
    for (int s = 0; s < count; ++s) {
      time_->setValue(s);
      QTRY_COMPARE_WITH_TIMEOUT(pane_->scene().snapshot(), rounded[static_cast<std::size_t>(s)].get(),
                                patience);
      QTRY_COMPARE(counted(), QString("%1 s  %2/9").arg(0.05 * s, 0, 'f', 3).arg(s + 1));
    }
    for (const int s : {0, 5, 1, 7, 3})
      time_->setValue(s);
    QTRY_COMPARE_WITH_TIMEOUT(pane_->scene().snapshot(), rounded[3].get(), patience);
    QTest::qWait(100);
    QCOMPARE(pane_->scene().snapshot(), rounded[3].get());
    const auto value = pane_->scene().pressure_at({0.0, 0.0, 6 * grid.h[2]});
    QVERIFY(value && std::abs(*value - 1.0) <= 1e-3);

    WaveFilm film(pane_->recording().film);
    QCOMPARE(film.draw(kept[4]).bytes, film.draw(plain[4]).bytes);
    QVERIFY(film.draw(rounded[4]).bytes != film.draw(plain[4]).bytes);  // it says within what
  }

  void keys_step_and_go_to_the_ends() {
    QCOMPARE(time_->value(), count - 1);
    QTest::keyClick(pane_->view(), Qt::Key_Home);
    QCOMPARE(time_->value(), 0);
    QTest::keyClick(pane_->view(), Qt::Key_Comma);
    QCOMPARE(time_->value(), 0);
    QTest::keyClick(pane_->view(), Qt::Key_Period);
    QTest::keyClick(pane_->view(), Qt::Key_Period);
    QCOMPARE(time_->value(), 2);
    QCOMPARE(window_->child<QLabel>("wave count")->text(), QString("0.100 s  3/9"));
    QTest::keyClick(pane_->view(), Qt::Key_End);
    QCOMPARE(time_->value(), count - 1);
    // In a field of the panel the same keys are the field's.
    auto* const field = (*window_)->findChild<QLineEdit*>();
    field->setFocus();
    QTest::keyClick(field, Qt::Key_Home);
    QTest::keyClick(field, Qt::Key_Space);
    QCOMPARE(time_->value(), count - 1);
    QVERIFY(!pane_->playing().play->isChecked());
  }

  void space_plays_and_pauses() {
    QTest::keyClick(pane_->view(), Qt::Key_Home);
    QTest::keyClick(pane_->view(), Qt::Key_Space);
    QVERIFY(pane_->playing().play->isChecked());
    QTRY_VERIFY_WITH_TIMEOUT(time_->value() > 1, patience);
    QTest::keyClick(pane_->view(), Qt::Key_Space);
    const int at = time_->value();
    QTest::qWait(300);
    QCOMPARE(time_->value(), at);
    // A step ends playing.
    QTest::keyClick(pane_->view(), Qt::Key_Space);
    QTest::keyClick(pane_->view(), Qt::Key_Comma);
    QVERIFY(!pane_->playing().play->isChecked());
  }

  void once_stops_at_the_end_and_begins_anew() {
    pane_->playing().modes->actions().at(0)->trigger();
    pane_->playing().speeds->actions().last()->trigger();
    QCOMPARE(time_->value(), count - 1);
    pane_->playing().play->trigger();  // at the end: from the first
    QVERIFY(time_->value() < count - 1);
    QTRY_VERIFY_WITH_TIMEOUT(!pane_->playing().play->isChecked(), patience);
    QCOMPARE(time_->value(), count - 1);
    pane_->playing().backwards->trigger();
    pane_->playing().play->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!pane_->playing().play->isChecked(), patience);
    QCOMPARE(time_->value(), 0);
  }

  void to_and_fro_turns() {
    pane_->playing().modes->actions().at(2)->trigger();
    QTest::keyClick(pane_->view(), Qt::Key_Home);
    bool was_at_end = false, came_back = false;
    connect(time_, &QSlider::valueChanged, this, [&](int at) {
      came_back = came_back || (was_at_end && at > 0 && at < count - 2);
      was_at_end = was_at_end || at == count - 1;
    });
    pane_->playing().play->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(came_back, patience);
  }

  void speeds_have_ends() {
    PlayControls& play = pane_->playing();
    for (int k = 0; k < 10; ++k)
      QTest::keyClick(pane_->view(), Qt::Key_F);
    QCOMPARE(play.per_second(), 60.0);
    QVERIFY(!play.faster->isEnabled() && play.slower->isEnabled());
    for (int k = 0; k < 10; ++k)
      QTest::keyClick(pane_->view(), Qt::Key_S);
    QCOMPARE(play.per_second(), 1.0);
    QVERIFY(play.faster->isEnabled() && !play.slower->isEnabled());
  }

  // Never two pictures asked for without one drawn between them.
  void pictures_never_queue() {
    int undrawn = 0, most = 0, moves = 0;
    connect(time_, &QSlider::valueChanged, this, [&] { most = std::max(most, ++undrawn), ++moves; });
    connect(pane_->view(), &VtkView::drawn, this, [&] { undrawn = 0; });
    pane_->playing().speeds->actions().last()->trigger();
    pane_->playing().play->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(moves > 15, patience);
    QCOMPARE(most, 1);
  }

  void behind_another_tab_it_rests() {
    pane_->playing().play->trigger();
    window_->raise("geology");
    // The tabs change places for a moment: only what lasts counts.
    QTest::qWait(600);
    QTRY_VERIFY(!pane_->is_in_front());
    const int at = time_->value();
    QTest::qWait(500);
    QCOMPARE(time_->value(), at);
    window_->raise("wave");
    QTRY_VERIFY_WITH_TIMEOUT(time_->value() != at, patience);
  }

  void opacities_and_clip_are_what_is_drawn() {
    const auto colored = [this] {
      const QImage picture = pane_->view()->grabFramebuffer().convertToFormat(QImage::Format_RGB888);
      int wave = 0, layers = 0;
      for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < picture.width(); ++x) {
          const QColor c = picture.pixelColor(x, y);
          wave += c.blue() > c.red() + 90 || c.red() > c.blue() + 90;
          layers += c.lightness() > 100 && c.saturation() > 30;
        }
      return std::pair{wave, layers};
    };
    (*window_)->resize(1440, 1100);
    QTRY_VERIFY(pane_->view()->height() > 350);
    time_->setValue(4);
    const int layers = colored().second;
    window_->child<QSlider>("layer opacity")->setValue(0);
    QCOMPARE(pane_->scene().options().layer_opacity, 0.0);
    QVERIFY(colored().second < layers / 2);
    // Where a slice has been moved meanwhile, its layers come back too.
    const std::array<int, 3> places = pane_->scene().look().slices;
    for (int axis = 0; axis < 3; ++axis)
      pane_->scene().set_slice(axis, places[static_cast<std::size_t>(axis)] + 1);
    window_->child<QSlider>("layer opacity")->setValue(100);
    QVERIFY(colored().second > layers / 2);
    for (int axis = 0; axis < 3; ++axis)
      pane_->scene().set_slice(axis, places[static_cast<std::size_t>(axis)]);
    window_->child<QSlider>("layer opacity")->setValue(0);
    // Without the layers, some of which are as red as the wave; source, receivers and the colour bar stay.
    const int alone = colored().first;
    window_->child<QSlider>("wave opacity")->setValue(0);
    const int faded = colored().first;
    QVERIFY2(faded < alone - 300, qPrintable(QString("%1 of %2").arg(faded).arg(alone)));
    window_->child<QSlider>("layer opacity")->setValue(100);
    // The bar stays what it was: it tells colours, not how dense they are.
    const double limit = pane_->scene().limit();
    window_->child<QSlider>("wave opacity")->setValue(100);
    auto* const clip = window_->child<QLineEdit>("wave clip");
    clip->setText("60");
    QTest::keyClick(clip, Qt::Key_Return);
    QCOMPARE(clip->text(), QString("20"));
    QCOMPARE(pane_->scene().options().clip_side, 20.0);
    QVERIFY(pane_->scene().limit() < limit);
  }

  // The middle one of the snapshots' own, which one loud snapshot does not change.
  void one_scale_holds_for_all_snapshots() {
    auto shots = moving_wave((*window_)->editor().now().grid);
    for (std::size_t s = 0; s < shots.size(); ++s) {
      auto scaled = std::make_shared<Snapshot>();
      scaled->time = shots[s]->time;
      scaled->pressure = shots[s]->pressure.clone();
      for (float& p : scaled->pressure.values())
        p *= s == 0 ? 100.0F : 1.0F + 0.1F * static_cast<float>(s);
      scaled->clips = clip_table(scaled->pressure.values());
      scaled->limit = scaled->clips.at(usual_clip);
      shots[s] = scaled;
    }
    pane_->show_snapshots(shots);
    const auto limit_at = [this](int s) {
      time_->setValue(s);
      return pane_->scene().limit();
    };
    const double limit = limit_at(1);
    QCOMPARE(limit_at(0), limit);
    QCOMPARE(limit_at(8), limit);
    QVERIFY(limit > shots[1]->limit && limit < shots[8]->limit);
    QAction* const own = find_command(*(*window_)->menuBar(), "Each snapshot its own colours");
    own->trigger();
    QCOMPARE(limit_at(1), shots[1]->limit);
    QCOMPARE(limit_at(0), shots[0]->limit);
    own->trigger();
    QCOMPARE(limit_at(0), limit);
  }

  void the_gather_takes_the_waves_range() {
    auto g = std::make_shared<Gather>();
    g->dt = 0.01;
    g->samples = 50;
    g->receivers.resize(4);
    g->traces.assign(200, 0.25F);
    GatherPane* const gather = (*window_)->panes().gather;
    gather->show_gather(g, {});
    QSignalSpy told(pane_, &WavePane::limit_shown);
    time_->setValue(3);
    QCOMPARE(told.back().front().toDouble(), pane_->scene().limit());
    window_->child<QAction>("gather as wave")->setChecked(true);
    QVERIFY(!gather->scene().is_gained());
    QTRY_COMPARE_WITH_TIMEOUT(gather->scene().limit(), pane_->scene().limit(), patience);
    window_->child<QAction>("gather as wave")->setChecked(false);
    QTRY_COMPARE_WITH_TIMEOUT(gather->scene().limit(), 0.25, patience);
  }

  void fewer_snapshots_end_nothing() {
    pane_->playing().play->trigger();
    pane_->show_snapshots({});
    QTRY_VERIFY(!pane_->playing().play->isChecked());
    QCOMPARE(time_->maximum(), 0);
    pane_->playing().play->trigger();
    QTest::qWait(100);
    QCOMPARE(time_->value(), 0);
  }

  void a_box_that_comes_back_shows_its_wave() {
    QVERIFY(window_->open(shot_on(16, 0.3, 5), "own.json"));
    (*window_)->runs().run_wave();
    QTRY_VERIFY_WITH_TIMEOUT((*window_)->results().wave() && !(*window_)->runs().busy(), patience);
    QTRY_VERIFY_WITH_TIMEOUT(pane_->scene().snapshot() != nullptr, patience);
    time_->setValue(3);
    const Snapshot* const seen = (*window_)->results().snapshots()[3].get();
    QTRY_COMPARE_WITH_TIMEOUT(pane_->scene().snapshot(), seen, patience);
    Scenario next = (*window_)->editor().now();
    next.grid.n = {18, 18, 18};
    (*window_)->editor().edit(next);
    QTRY_VERIFY(pane_->scene().snapshot() == nullptr);
    (*window_)->editor().undo();
    QTRY_COMPARE_WITH_TIMEOUT(pane_->scene().snapshot(), seen, patience);
    QVERIFY2(pane_->scene().limit() > 0.0, "the colours have no range");
  }

 private:
  std::unique_ptr<ShownWindow> window_;
  WavePane* pane_ = nullptr;
  QSlider* time_ = nullptr;
};

}  // namespace test_wave_view

FOLDWAVE_TEST(test_wave_view, run_in_windows<test_wave_view::TestWaveView>)
#include "test_wave_view.moc"
