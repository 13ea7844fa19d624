// Protects the thread that writes volumes: the bytes of the synchronous way, in order, with back-pressure;
// the disk's errors come to who pushes; a stop ends every wait; what was whole survives a kill.
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <atomic>
#include <mutex>
#include <set>
#include <thread>

#include "core/base/clock.hpp"
#include "core/volume/store/hdf_series.hpp"
#include "core/volume/store/volume_queue.hpp"
#include "store_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_volume_queue {

using namespace foldwave;
using namespace foldwave::test;

namespace {

PackedVolume packed_frame(int f) {
  std::vector<float> values = wave_values({30, 20, 25});
  for (float& v : values)
    v *= static_cast<float>(f + 1);
  VolumeFacts facts = facts_of({30, 20, 25}, "blosc", 1e-4);
  facts.step = f;
  facts.time = 0.5 * f;
  return pack_volume(values, facts, {}, 16);
}

std::filesystem::path frame_file(const QTemporaryDir& folder, int f) {
  return inside(folder, ("f" + std::to_string(f) + ".hdf").c_str());
}

}  // namespace

class TestVolumeQueue : public QObject {
  Q_OBJECT

 private slots:
  void the_bytes_are_those_of_the_synchronous_way() {
    QTemporaryDir folder;
    std::vector<int> told;
    VolumeQueue queue([&](const auto&, const VolumeFacts& facts) { told.push_back(*facts.step); });
    for (int f = 0; f < 12; ++f)
      queue.push(frame_file(folder, f), packed_frame(f));
    QCOMPARE(queue.finish(), 0);
    QCOMPARE(queue.state().written, 12);
    QCOMPARE(queue.state().waiting, 0);
    for (int f = 0; f < 12; ++f) {
      QCOMPARE(told.at(static_cast<std::size_t>(f)), f);
      write_volume_file(inside(folder, "same.hdf"), packed_frame(f));
      QCOMPARE(bytes_of(frame_file(folder, f)), bytes_of(inside(folder, "same.hdf")));
    }
  }

  // Each later file is ready sooner, yet they are told in order, and listed so.
  void several_threads_tell_in_order() {
    QTemporaryDir folder;
    std::atomic<int> at_once = 0, most = 0;
    std::vector<int> told, listed;
    std::set<std::thread::id> threads;
    std::mutex mutex;
    VolumeQueue queue([&](const auto&, const VolumeFacts& facts) { told.push_back(*facts.step); },
                      VolumeQueue::usual_bytes, 4, [&] { listed = told; });
    for (int f = 0; f < 12; ++f)
      queue.push(
          frame_file(folder, f),
          [&, f](const std::stop_token&) {
            const int now = ++at_once;
            for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
            }
            usleep(static_cast<unsigned>(1000 * (12 - f)));
            {
              const std::lock_guard lock(mutex);
              threads.insert(std::this_thread::get_id());
            }
            PackedVolume volume = packed_frame(f);
            --at_once;
            return volume;
          },
          1000);
    QCOMPARE(queue.finish(), 0);
    QCOMPARE(told.size(), std::size_t{12});
    QVERIFY(std::is_sorted(told.begin(), told.end()));
    QVERIFY(listed == told);
    QVERIFY(most > 1 && most <= 4 && threads.size() > 1 && threads.size() <= 4);
    QCOMPARE(queue.state().written, 12);
    for (int f = 0; f < 12; ++f) {
      write_volume_file(inside(folder, "same.hdf"), packed_frame(f));
      QCOMPARE(bytes_of(frame_file(folder, f)), bytes_of(inside(folder, "same.hdf")));
    }
  }

  void what_cannot_be_made_ends_the_writing() {
    QTemporaryDir folder;
    int told = 0;
    VolumeQueue queue([&](const auto&, const auto&) { ++told; }, VolumeQueue::usual_bytes, 3);
    queue.push(frame_file(folder, 0), packed_frame(0));
    queue.push(
        frame_file(folder, 1),
        [](const std::stop_token&) -> PackedVolume {
          throw InputError("brick", "is damaged", "make it anew");
        },
        10);
    QVERIFY(throws<InputError>([&] { queue.finish(); }));
    QVERIFY(throws<InputError>([&] { queue.push(frame_file(folder, 2), packed_frame(2)); }));
    QVERIFY(told <= 1);
    QVERIFY(!std::filesystem::exists(frame_file(folder, 1)));
  }

  // What is whole behind a file that a stop has dropped is told too.
  void a_stop_tells_what_is_whole() {
    QTemporaryDir folder;
    std::vector<int> told;
    VolumeQueue queue([&](const auto&, const VolumeFacts& facts) { told.push_back(*facts.step); },
                      VolumeQueue::usual_bytes, 2);
    queue.push(
        frame_file(folder, 0),
        [](const std::stop_token& stop) -> PackedVolume {
          while (!stop.stop_requested())
            usleep(1000);
          throw Stopped();
        },
        10);
    queue.push(frame_file(folder, 1), packed_frame(1));
    while (!std::filesystem::exists(frame_file(folder, 1)))
      usleep(1000);
    usleep(20'000);
    std::stop_source stop;
    stop.request_stop();
    QCOMPARE(queue.finish(stop.get_token()), 1);
    QVERIFY(told == std::vector<int>{1});
  }

  void who_is_too_fast_waits() {
    QTemporaryDir folder;
    std::atomic<bool> hold = true;
    std::atomic<int> pushed = 0;
    const std::size_t bytes = packed_frame(0).bytes();
    VolumeQueue queue(
        [&](const auto&, const auto&) {
          while (hold)
            usleep(1000);
        },
        2 * bytes + bytes / 2);
    std::jthread pusher([&] {
      for (int f = 0; f < 4; ++f) {
        queue.push(frame_file(folder, f), packed_frame(0));
        ++pushed;
      }
    });
    usleep(300'000);
    QCOMPARE(pushed.load(), 2);
    // A stop ends such a wait.
    std::stop_source stop;
    stop.request_stop();
    const Clock clock;
    QVERIFY(throws<Stopped>([&] { queue.push(frame_file(folder, 9), packed_frame(0), stop.get_token()); }));
    QVERIFY(clock.seconds() < 0.2);
    hold = false;
    pusher.join();
    QCOMPARE(queue.finish(), 0);
    QCOMPARE(queue.state().written, 4);
    QVERIFY(queue.state().push_wait_seconds > 0.1);
  }

  void a_full_disk_comes_to_who_pushes() {
    QTemporaryDir folder;
    VolumeQueue queue([](const auto&, const auto&) {});
    queue.push(frame_file(folder, 0), packed_frame(0));
    while (queue.state().written < 1)
      usleep(1000);
    bool refused = false, again = false;
    {
      const FullDisk full(5000);
      queue.push(frame_file(folder, 1), packed_frame(1));
      refused = throws<ResourceError>([&] {
        for (int f = 2; f < 1000; ++f) {
          usleep(1000);
          queue.push(frame_file(folder, f), packed_frame(f));
        }
      });
      again = throws<ResourceError>([&] { queue.finish(); });
    }
    QVERIFY(refused && again);
    QCOMPARE(entries_in(folder), 1);
    QVERIFY(VolumeFile(frame_file(folder, 0)).read_all().size() > 0);
  }

  void a_folder_that_goes_away_is_told() {
    QTemporaryDir folder;
    std::filesystem::create_directories(inside(folder, "gone"));
    VolumeQueue queue([](const auto&, const auto&) {});
    std::filesystem::remove_all(inside(folder, "gone"));
    queue.push(inside(folder, "gone/v.hdf"), packed_frame(0));
    const QString message = message_of<InputError>([&] { queue.finish(); });
    QVERIFY2(message.contains("gone/v.hdf"), qPrintable(message));
  }

  // The least of a few: others may have the cores meanwhile.
  void a_stop_drops_what_waits() {
    double least = 1.0;
    for (int attempt = 0; attempt < 5 && least >= 0.2; ++attempt) {
      QTemporaryDir folder;
      VolumeQueue queue([](const auto&, const auto&) { usleep(60'000); });
      for (int f = 0; f < 20; ++f)
        queue.push(frame_file(folder, f), packed_frame(f));
      std::stop_source stop;
      stop.request_stop();
      const Clock clock;
      const int dropped = queue.finish(stop.get_token());
      least = std::min(least, clock.seconds());
      QVERIFY(dropped > 10 && dropped <= 20);
      QCOMPARE(queue.state().written + dropped, 20);
      for (const QString& name : QDir(folder.path()).entryList(QDir::Files))
        QVERIFY(VolumeFile(inside(folder, name.toUtf8().constData())).read_all().size() > 0);
    }
    QVERIFY2(least < 0.2, qPrintable(QString::number(least)));
  }

  // Killed at any moment, 100 times: every file that the series lists is whole.
  void what_is_listed_survives_a_kill() {
    QTemporaryDir folder;
    std::mt19937 random(11);
    int listed = 0;
    for (int trial = 0; trial < 100; ++trial) {
      const pid_t child = fork();
      if (child == 0) try {
          HdfSeries series(inside(folder, "s.hdf.series"));
          for (int f = 0;; ++f) {
            VolumeFacts facts = facts_of({30, 20, 25}, "none");
            facts.time = 0.5 * f;
            PackedVolume volume{facts, brick_layout(facts.grid.n, 16), {}};
            const std::vector<float> values = wave_values(facts.grid.n);
            for (Index b = 0; b < volume.layout.count(); ++b) {
              std::vector<float> brick(static_cast<std::size_t>(volume.layout.brick_nodes()));
              gather_brick(values, volume.layout, b, brick);
              volume.bricks.push_back(pack_brick("none", volume.layout.brick, 0.0, brick));
            }
            const auto file = frame_file(folder, f % 50);
            write_volume_file(file, volume);
            series.add(0.5 * f, file);
          }
        } catch (const std::exception& error) {
          qWarning("%s", error.what());
          _exit(1);
        }
      usleep(random() % 80'000);
      ::kill(child, SIGKILL);
      ::waitpid(child, nullptr, 0);
      if (!std::filesystem::exists(inside(folder, "s.hdf.series"))) continue;
      for (const HdfSeries::Frame& frame : read_hdf_series(inside(folder, "s.hdf.series"))) {
        const Field<float> back = VolumeFile(inside(folder, frame.name.c_str())).read_all();
        QVERIFY(same_bits(back.values(), wave_values({30, 20, 25})));
        ++listed;
      }
    }
    QVERIFY2(listed > 20, qPrintable(QString::number(listed)));
  }
};

}  // namespace test_volume_queue

FOLDWAVE_TEST(test_volume_queue, run_alone<test_volume_queue::TestVolumeQueue>)
#include "test_volume_queue.moc"
