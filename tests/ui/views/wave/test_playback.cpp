// Protects playing: the frame follows from the time alone, in every mode, both ways and at every speed, so
// that frames are skipped and never queued.
#include <QTest>
#include <vector>

#include "tests/test_program.hpp"
#include "ui/views/wave/playback.hpp"

namespace test_playback {

using namespace foldwave;

namespace {

// The frames shown at the middle of each of the first `count` intervals.
std::vector<int> frames(const Playback& playback, int count) {
  std::vector<int> list;
  for (int k = 0; k < count; ++k)
    list.push_back(played(playback, (k + 0.5) / playback.per_second).frame);
  return list;
}

}  // namespace

class TestPlayback : public QObject {
  Q_OBJECT

 private slots:
  void once_ends_at_the_end_of_its_way() {
    const Playback up{4, 1, false, PlayMode::once, 10.0};
    QCOMPARE(frames(up, 5), (std::vector{1, 2, 3, 3, 3}));
    QVERIFY(!played(up, 0.15).ended && played(up, 0.2).ended && played(up, 1e9).ended);
    const Playback down{4, 2, true, PlayMode::once, 10.0};
    QCOMPARE(frames(down, 4), (std::vector{2, 1, 0, 0}));
    QVERIFY(!played(down, 0.1).ended && played(down, 0.2).ended);
  }

  void a_loop_begins_anew() {
    QCOMPARE(frames({3, 1, false, PlayMode::loop, 25.0}, 7), (std::vector{1, 2, 0, 1, 2, 0, 1}));
    QCOMPARE(frames({3, 1, true, PlayMode::loop, 25.0}, 7), (std::vector{1, 0, 2, 1, 0, 2, 1}));
    QVERIFY(!played({3, 1, false, PlayMode::loop, 25.0}, 1e6).ended);
  }

  void ping_pong_turns_at_both_ends() {
    const Playback up{4, 2, false, PlayMode::ping_pong, 8.0};
    QCOMPARE(frames(up, 9), (std::vector{2, 3, 2, 1, 0, 1, 2, 3, 2}));
    QCOMPARE(frames({4, 2, true, PlayMode::ping_pong, 8.0}, 6), (std::vector{2, 1, 0, 1, 2, 3}));
    // The way it goes on, so that another speed may begin from there.
    QVERIFY(!played(up, 0.0).backwards);
    QVERIFY(played(up, 1.0 / 8).backwards && played(up, 3.0 / 8).backwards);
    QVERIFY(!played(up, 4.0 / 8).backwards);
  }

  // Begun anew at any place, it goes on as if it had not been touched.
  void it_can_be_begun_anew_anywhere() {
    for (const PlayMode mode : {PlayMode::loop, PlayMode::ping_pong})
      for (const bool backwards : {false, true})
        for (int k = 0; k < 12; ++k) {
          const Playback whole{5, 3, backwards, mode, 4.0};
          const PlayPlace then = played(whole, k / 4.0);
          const Playback rest{5, then.frame, then.backwards, mode, 4.0};
          for (int more = 0; more < 12; ++more)
            QCOMPARE(played(rest, more / 4.0).frame, played(whole, (k + more) / 4.0).frame);
        }
  }

  void a_slow_machine_skips() {
    const Playback fast{100, 0, false, PlayMode::loop, 60.0};
    QCOMPARE(played(fast, 0.5).frame, 30);
    QCOMPARE(played(fast, 100.25).frame, (6000 + 15) % 100);
  }

  void a_frame_comes_when_it_is_due() {
    const Playback playback{10, 0, false, PlayMode::loop, 3.0};
    double at = 0.0;
    for (int k = 0; k < 30; ++k) {
      QCOMPARE(played(playback, at).frame, k % 10);
      const double wait = seconds_to_next(playback, at);
      QVERIFY(wait > 0.3 && wait < 0.34);
      at += wait;
    }
  }

  void few_frames_are_no_trouble() {
    for (const PlayMode mode : {PlayMode::once, PlayMode::loop, PlayMode::ping_pong}) {
      QCOMPARE(played({1, 0, false, mode, 10.0}, 3.0).frame, 0);
      QVERIFY(played({0, 0, false, mode, 10.0}, 3.0).ended);
      QCOMPARE(played({0, 0, true, mode, 10.0}, 3.0).frame, 0);
      // A place past the end, as when snapshots went meanwhile.
      QVERIFY(played({2, 7, false, mode, 10.0}, 0.0).frame == 1);
    }
    QVERIFY(played({1, 0, false, PlayMode::once, 10.0}, 0.0).ended);
  }
};

}  // namespace test_playback

FOLDWAVE_TEST(test_playback, run_guiless<test_playback::TestPlayback>)
#include "test_playback.moc"
