// Protects the timeline of the wave that is shown: its stages fill the run, each bar stands where its seconds
// are and is read by the pointer, and another scenario's window has none.
#include "core/volume/store/volume_writer.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/panels/timeline_panel.hpp"
#include "ui/views/wave/wave_pane.hpp"

namespace test_timeline {

using namespace foldwave;

class TestTimeline : public QObject {
  Q_OBJECT

 private slots:
  void bars_stand_at_their_seconds() {
    TimelinePanel panel;
    panel.resize(582, 150);  // 400 pixels between its edges
    panel.show_spans(
        {{"solve", 0.0, 1.0, 0}, {"pack", 1.0, 1.5, 4'000'000}, {"write", 1.5, 2.0, 0}, {"other", 0, 9, 0}},
        2.0);
    QCOMPARE(panel.spans().size(), std::size_t{3});
    QCOMPARE(panel.bar(0).left(), 168.0);
    QCOMPARE(panel.bar(0).width(), 200.0);
    QCOMPARE(panel.bar(1).left(), 368.0);
    QCOMPARE(panel.bar(2).right(), 568.0);
    QVERIFY(panel.bar(0).bottom() < panel.bar(1).top() && panel.bar(1).bottom() < panel.bar(2).top());
    QCOMPARE(panel.words_at(panel.bar(1).center()), QString("pack: 0.5 s from 1 s, 4 MB"));
    QCOMPARE(panel.words_at({5, 5}), QString());
    QCOMPARE(panel.summary(), QString("solve 1 s, 50 %\npack 0.5 s, 25 %\nwrite 0.5 s, 25 %"));
    panel.show_spans({}, 0.0);
    QVERIFY(panel.accessibleName().contains("no wave yet"));
    QVERIFY(!panel.grab().isNull());
  }

  void a_run_tells_its_stages() {
    if (!has_volume_store()) FOLDWAVE_NOT_HERE("HDF5");
    ShownWindow window;
    QVERIFY(window.open(shot_on(20, 0.5, 5)));
    const TimelinePanel& panel = *window->panes().timeline;
    QVERIFY(panel.spans().empty());
    window->runs().run_wave();
    QTRY_VERIFY_WITH_TIMEOUT(window->results().wave() && !window->runs().busy(), patience);
    const auto& spans = panel.spans();
    const auto packs = std::ranges::count(spans, std::string("pack"), &StageSpan::stage);
    QCOMPARE(static_cast<std::size_t>(packs), window->results().snapshots().size());
    const double seconds = window->results().shown().seconds;
    QVERIFY(seconds > 0.0);
    // One thread does both, one after the other.
    QVERIFY(std::abs(busy_seconds(spans, "solve") + busy_seconds(spans, "pack") - seconds) <= 1e-9);
    QVERIFY(QString::fromStdString(window->panes().wave->scene().note())
                .contains("within 0.01 % of the largest"));
    QVERIFY(window->results().snapshots().back()->packed != nullptr);
    window.raise("timeline");
    QTRY_VERIFY(!panel.visibleRegion().isEmpty());
    keep_picture(*window->panes().timeline, "timeline");
    QVERIFY(window.open(example_on(20), "other.json"));
    QTRY_VERIFY(panel.spans().empty());
  }
};

}  // namespace test_timeline

FOLDWAVE_TEST(test_timeline, run_in_windows<test_timeline::TestTimeline>)
#include "test_timeline.moc"
