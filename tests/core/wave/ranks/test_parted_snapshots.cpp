// Protects snapshots that the ranks of a wave write in parts: joined they are those of one process to the
// bit, neighbours share a plane, and a rank that cannot write is named while the others go on with what
// comes next.
#include <QTest>
#include <cmath>
#include <map>
#include <mutex>

#include "core/base/error.hpp"
#include "core/scale/ranks/thread_ranks.hpp"
#include "core/wave/cpu/cpu_propagator.hpp"
#include "core/wave/ranks/ranked_propagator.hpp"
#include "tests/test_program.hpp"

namespace test_parted_snapshots {

using namespace foldwave;

namespace {

WaveModel model_of(int order, Precision precision) {
  WaveModel model;
  model.grid.n = {17, 12, 81};
  model.grid.h = {10.0, 11.0, 12.0};
  model.velocity = std::make_shared<const Field<float>>(model.grid.n, 2000.0F);
  model.stencil = taylor_stencil(order);
  model.precision = precision;
  model.boundaries.fill(Boundary::free);
  model.dt = 1e-3;
  model.steps = 40;
  model.snapshot_every = 13;
  std::vector<float> series;
  for (int n = 0; n < 20; ++n)
    series.push_back(std::sin(0.3F * static_cast<float>(n)));
  model.sources.push_back({{70.0, 60.0, 480.0}, series});
  model.receivers.push_back({40.0, 40.0, 300.0});
  return model;
}

class Kept : public SnapshotSink {
 public:
  void snapshot(int step, double, const Field<float>& pressure) override {
    fields[step].assign(pressure.values().begin(), pressure.values().end());
  }
  std::map<int, std::vector<float>> fields;
};

// A disk that all ranks see.
class Disk {
 public:
  void write(const std::string& file, const FieldPart& part) {
    if (file == full) throw ResourceError(file, "the disk is full", "free space");
    const std::lock_guard lock(mutex_);
    parts[file] = {part, {part.values.begin(), part.values.end()}};
  }
  struct File {
    FieldPart part;
    std::vector<float> values;
  };
  std::map<std::string, File> parts;
  std::string full;  // no room for this one

 private:
  std::mutex mutex_;
};

class Parted final : public Kept, public PartSnapshotSink {
 public:
  explicit Parted(Disk& disk) : disk_(disk) {}
  PartSnapshotSink* parts() override { return this; }
  std::vector<std::string> part_files(int step, std::size_t count) override {
    if (refuses) throw ResourceError("folder", "is gone", "choose another");
    if (stops) throw Stopped();
    std::vector<std::string> files;
    for (std::size_t p = 0; p < count; ++p)
      files.push_back(std::to_string(step) + "/" + std::to_string(p));
    return files;
  }
  void parts_written(int step, double time, std::span<const PlaneRange> parts) override {
    std::vector<float>& whole = fields[step];
    int next = 0;
    for (std::size_t p = 0; p < parts.size(); ++p) {
      const Disk::File& file = disk_.parts.at(std::to_string(step) + "/" + std::to_string(p));
      const std::size_t plane = file.values.size() / static_cast<std::size_t>(parts[p].count);
      good = good && file.part.time == time && file.part.planes.first == parts[p].first &&
             file.part.planes.count == parts[p].count && parts[p].first == std::max(0, next - 1) &&
             file.part.grid.n == std::array{17, 12, 81};
      const std::size_t at = plane * static_cast<std::size_t>(parts[p].first);
      for (std::size_t m = at; m < whole.size(); ++m)
        good = good && whole[m] == file.values.at(m - at);
      whole.resize(at);
      whole.insert(whole.end(), file.values.begin(), file.values.end());
      next = parts[p].first + parts[p].count;
    }
    good = good && next == 81;
  }
  bool good = true, refuses = false, stops = false;

 private:
  Disk& disk_;
};

// Of `ranks`, what `of_rank_0` does with their propagator.
template <class Work>
void with_ranks(int count, Disk& disk, const Work& of_rank_0) {
  const WriteFieldPart write = [&](const std::string& file, const FieldPart& part) {
    disk.write(file, part);
  };
  as_ranks(count, [&](Communicator& ranks) {
    if (ranks.rank() > 0) return serve_waves(ranks, write);
    try {
      of_rank_0(*make_ranked_propagator(ranks, write));
    } catch (...) {
      end_serving(ranks);
      throw;
    }
    end_serving(ranks);
  });
}

}  // namespace

class TestPartedSnapshots : public QObject {
  Q_OBJECT
 private slots:
  void joined_they_are_those_of_one() {
    for (const int order : {2, 8})
      for (const Precision precision : {Precision::binary32, Precision::binary64}) {
        const WaveModel model = model_of(order, precision);
        Kept one;
        make_cpu_wave_propagator()->run(model, &one, {});
        QCOMPARE(one.fields.size(), std::size_t{4});
        for (const int count : {2, 3, 4}) {
          Disk disk;
          Parted parted(disk);
          with_ranks(count, disk, [&](const WavePropagator& waves) {
            const WaveRun run = waves.run(model, &parted, {});
            QCOMPARE(run.snapshots, 4);
            QVERIFY(run.warnings.empty());
          });
          QCOMPARE(disk.parts.size(), static_cast<std::size_t>(4 * count));
          QVERIFY(parted.good);
          QVERIFY(parted.fields == one.fields);
        }
      }
  }

  void a_rank_that_cannot_write_is_named_and_the_next_wave_runs() {
    const WaveModel model = model_of(8, Precision::binary32);
    Disk disk;
    with_ranks(3, disk, [&](const WavePropagator& waves) {
      for (const char* const full : {"13/1", "0/2", "26/0"}) {
        Parted parted(disk);
        disk.full = full;
        try {
          waves.run(model, &parted, {});
          QFAIL("a part could not be written");
        } catch (const ResourceError& e) {
          const QString words = e.what();
          QVERIFY2(words.contains(QString("rank %1 on host ").arg(full[std::strlen(full) - 1])) &&
                       words.contains("the disk is full"),
                   e.what());
        }
        QVERIFY(!parted.fields.contains(std::atoi(full)));
      }
      disk.full.clear();
      Parted refused(disk), after(disk);
      refused.refuses = true;
      QVERIFY_THROWS_EXCEPTION(ResourceError, waves.run(model, &refused, {}));
      QCOMPARE(waves.run(model, &after, {}).snapshots, 4);
      QVERIFY(after.good);
    });
  }

  void a_stop_leaves_the_next_one_out() {
    const WaveModel model = model_of(8, Precision::binary32);
    Disk disk;
    with_ranks(2, disk, [&](const WavePropagator& waves) {
      std::stop_source stop;
      stop.request_stop();
      Parted parted(disk);
      parted.stops = true;
      const WaveRun run = waves.run(model, &parted, {nullptr, stop.get_token()});
      QVERIFY(run.stopped && disk.parts.empty());
    });
  }

  // Without a disk that they share, planes go to rank 0.
  void without_a_writer_the_field_comes_whole() {
    const WaveModel model = model_of(8, Precision::binary32);
    Disk disk;
    Parted parted(disk);
    as_ranks(2, [&](Communicator& ranks) {
      if (ranks.rank() > 0) return serve_waves(ranks);
      make_ranked_propagator(ranks)->run(model, &parted, {});
      end_serving(ranks);
    });
    QVERIFY(disk.parts.empty());
    QCOMPARE(parted.fields.size(), std::size_t{4});
  }
};

}  // namespace test_parted_snapshots

FOLDWAVE_TEST(test_parted_snapshots, run_alone<test_parted_snapshots::TestPartedSnapshots>)
#include "test_parted_snapshots.moc"
