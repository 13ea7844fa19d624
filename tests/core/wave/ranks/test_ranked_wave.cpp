// Protects a wave over ranks: gathers and snapshots are those of one rank to the bit for every kind of face,
// order, kernel, density, order in time and start, with sources and receivers across the cuts; what is wrong
// with a wave or its watcher is told, and the ranks are there for the next.
#include <QTest>
#include <cmath>

#include "core/base/error.hpp"
#include "core/base/worst.hpp"
#include "core/scale/ranks/thread_ranks.hpp"
#include "core/volume/store/volume_writer.hpp"
#include "core/wave/cpu/cpu_propagator.hpp"
#include "core/wave/padded_grid.hpp"
#include "core/wave/ranks/ranked_propagator.hpp"
#include "core/wave/ranks/slab_plan.hpp"
#include "core/wave/run_control.hpp"
#include "tests/test_program.hpp"

namespace test_ranked_wave {

using namespace foldwave;

namespace {

class Kept final : public SnapshotSink {
 public:
  void snapshot(int step, double, const Field<float>& pressure) override {
    steps.push_back(step);
    values.insert(values.end(), pressure.values().begin(), pressure.values().end());
  }
  std::vector<int> steps;
  std::vector<float> values;
};

// Facts as files of a run have them.
struct SnapshotFacts {
  VolumeFacts next(int step, double time, float largest_now) {
    largest = std::max(largest, largest_now);
    VolumeFacts facts;
    facts.grid = grid;
    facts.error_bound = 1e-4 * static_cast<double>(largest);
    facts.step = step;
    facts.time = time;
    return facts;
  }
  Grid3 grid;
  float largest = 0.0F;
};

// Takes bricks alone.
class KeptBricks final : public SnapshotSink, public BrickSnapshotSink {
 public:
  explicit KeptBricks(const Grid3& grid) : facts{grid} {}
  void snapshot(int, double, const Field<float>&) override { ++fields; }
  BrickSnapshotSink* bricks() override { return this; }
  VolumeFacts brick_facts(int step, double time, float largest) override {
    return facts.next(step, time, largest);
  }
  void brick_snapshot(PackedVolume&& pressure) override { volumes.push_back(std::move(pressure)); }

  SnapshotFacts facts;
  std::vector<PackedVolume> volumes;
  int fields = 0;
};

// What one process packs.
class KeptPacked final : public SnapshotSink {
 public:
  explicit KeptPacked(const Grid3& grid) : facts{grid} {}
  void snapshot(int step, double time, const Field<float>& pressure) override {
    volumes.push_back(
        pack_volume(pressure.values(), facts.next(step, time, largest_magnitude(pressure.values()))));
  }
  SnapshotFacts facts;
  std::vector<PackedVolume> volumes;
};

struct Case {
  std::string name;
  std::array<int, 3> n{19, 14, 75};
  int order = 8;
  std::array<Boundary, 6> faces{};
  int pad = 5;
  bool density = false;
  int time_order = 2;
  Precision precision = Precision::binary32;
  Interpolation interpolation = Interpolation::sinc;
  WaveKernel kernel = WaveKernel::one_step;
  bool start = false;
  int steps = 57;  // past a look at the field
};

constexpr std::array<Boundary, 6> all_round(Boundary b) {
  return {b, b, b, b, b, b};
}

NodeField rough(const std::array<int, 3>& n, float low, float high, int seed) {
  auto field = std::make_shared<Field<float>>(n);
  for (Index m = 0; m < field->size(); ++m) {
    const double x =
        0.5 + 0.5 * std::sin(0.37 * static_cast<double>(m % 1009) + 0.011 * static_cast<double>(m) + seed);
    (*field)[m] = low + (high - low) * static_cast<float>(x);
  }
  return field;
}

WaveModel model_of(const Case& c) {
  WaveModel model;
  model.grid.n = c.n;
  model.grid.h = {10.0, 11.0, 9.0};
  model.grid.origin = {5.0, 7.0, 3.0};
  model.velocity = rough(c.n, 1800.0F, 3200.0F, 1);
  if (c.density) model.density = rough(c.n, 1900.0F, 2600.0F, 2);
  model.stencil = taylor_stencil(c.order);
  model.time_order = c.time_order;
  model.precision = c.precision;
  model.interpolation = c.interpolation;
  model.kernel = c.kernel;
  model.boundaries = c.faces;
  model.pad_cells = c.pad;
  model.frequency = 20.0;
  model.dt = 1.0;
  model.dt = 0.9 * stable_dt(model);
  model.steps = c.steps;
  model.snapshot_every = 19;
  const Vec3 end = model.grid.extent();
  std::vector<float> series;
  for (int s = 0; s < 30; ++s)
    series.push_back(static_cast<float>(std::sin(0.3 * s) * std::exp(-0.01 * s * s)));
  // Along all of z, on nodes and between them, so that cuts of any number of ranks are crossed.
  for (int s = 0; s < 9; ++s)
    model.sources.push_back({{0.4 * end.x + 3.3 * s, 0.5 * end.y, end.z * s / 8.0}, series});
  for (int r = 0; r < 41; ++r)
    model.receivers.push_back({0.6 * end.x + 0.7 * r, 0.4 * end.y, end.z * r / 40.0});
  for (int k = 0; k < c.n[2]; k += 3)
    model.receivers.push_back({20.0, 0.0, k * model.grid.h[2]});
  if (c.start) {
    model.start = rough(c.n, -1.0F, 1.0F, 3);
    if (c.order == 4) model.start_past = rough(c.n, -1.0F, 1.0F, 4);
  }
  return model;
}

struct Outcome {
  Kept kept;
  WaveRun run;
};

WaveRun over_ranks(const WaveModel& model, int count, SnapshotSink& sink) {
  WaveRun run;
  as_ranks(count, [&](Communicator& ranks) {
    if (ranks.rank() > 0) return serve_waves(ranks);
    try {
      run = make_ranked_propagator(ranks)->run(model, &sink, {});
    } catch (...) {
      end_serving(ranks);
      throw;
    }
    end_serving(ranks);
  });
  return run;
}

Outcome over_ranks(const WaveModel& model, int count) {
  Outcome outcome;
  outcome.run = over_ranks(model, count, outcome.kept);
  return outcome;
}

std::size_t apart(const std::vector<float>& a, const std::vector<float>& b) {
  if (a.size() != b.size()) return a.size() + b.size() + 1;
  std::size_t count = 0;
  for (std::size_t m = 0; m < a.size(); ++m)
    count += a[m] == b[m] ? 0 : 1;  // what is no number is apart from itself
  return count;
}

std::vector<Case> cases() {
  const auto free = all_round(Boundary::free), sponge = all_round(Boundary::sponge),
             cpml = all_round(Boundary::cpml);
  std::array<Boundary, 6> mixed = cpml;
  mixed[z_min] = Boundary::free;
  mixed[1] = Boundary::sponge;
  std::vector<Case> all;
  for (const int order : {2, 4, 8, 16})
    for (const auto& [name, faces] : {std::pair{"free", free}, std::pair{"sponge", sponge},
                                      std::pair{"cpml", cpml}, std::pair{"mixed", mixed}}) {
      Case c;
      c.name = std::string(name) + ", order " + std::to_string(order);
      c.order = order;
      c.faces = faces;
      // Slabs of the widest stencil are as thick as they must be.
      if (order == 16) c.n = {19, 18, 76};
      all.push_back(c);
    }
  const auto add = [&](const char* name, const auto& change) {
    Case c;
    c.name = name;
    c.faces = mixed;
    change(c);
    all.push_back(c);
  };
  add("density", [](Case& c) { c.density = true; });
  add("fourth order in time", [](Case& c) { c.time_order = 4; });
  add("both", [](Case& c) {
    c.density = true;
    c.time_order = 4;
    c.order = 4;
  });
  add("pads along z alone, fourth", [&](Case& c) {
    c.time_order = 4;
    c.faces = free;
    c.faces[4] = c.faces[5] = Boundary::cpml;
  });
  add("double", [](Case& c) { c.precision = Precision::binary64; });
  add("trilinear", [](Case& c) { c.interpolation = Interpolation::trilinear; });
  add("start at rest", [](Case& c) { c.start = true; });
  add("start, density, fourth", [](Case& c) {
    c.start = c.density = true;
    c.time_order = 4;
    c.order = 2;
  });
  add("two levels to start from", [](Case& c) {
    c.start = true;
    c.order = 4;
  });
  add("section", [](Case& c) { c.n = {33, 1, 75}; });
  add("section, wavefront", [](Case& c) {
    c.n = {33, 1, 240};
    c.kernel = WaveKernel::wavefront;
  });
  for (const int order : {4, 8}) {
    add("wavefront", [&](Case& c) {
      c.kernel = WaveKernel::wavefront;
      c.order = order;
      c.n[2] = 90;
    });
    add("wavefront, density", [&](Case& c) {
      c.kernel = WaveKernel::wavefront;
      c.order = order;
      c.density = true;
      c.n[2] = order == 8 ? 120 : 90;
    });
  }
  return all;
}

}  // namespace

class TestRankedWave : public QObject {
  Q_OBJECT

 private slots:
  void bits_are_those_of_one_rank() {
    const auto one_rank = make_cpu_wave_propagator();
    for (const Case& c : cases()) {
      const WaveModel model = model_of(c);
      Kept kept;
      const WaveRun run = one_rank->run(model, &kept, {});
      double largest = 0.0;
      for (const float v : kept.values)
        largest = worst_of(largest, std::abs(static_cast<double>(v)));
      QVERIFY2(largest > 1e-12 && largest < 1e12, c.name.c_str());
      for (const int ranks : {2, 3, 4}) {
        const std::string where = c.name + ", " + std::to_string(ranks) + " ranks";
        if (ranks > 2 && (c.kernel == WaveKernel::wavefront || (c.density && c.time_order == 4))) continue;
        if (ranks == 4 && (c.order == 16 || c.density || c.time_order == 4)) continue;
        const Outcome over = over_ranks(model, ranks);
        QCOMPARE(over.run.steps_done, c.steps);
        QVERIFY2(over.kept.steps == kept.steps, where.c_str());
        QVERIFY2(
            apart(over.run.gather.traces, run.gather.traces) == 0,
            (where + ": samples apart: " + std::to_string(apart(over.run.gather.traces, run.gather.traces)))
                .c_str());
        QVERIFY2(apart(over.kept.values, kept.values) == 0,
                 (where + ": values apart: " + std::to_string(apart(over.kept.values, kept.values))).c_str());
      }
    }
  }

  // Cuts within bricks and at their edges, slabs thinner than a brick, sections.
  void ranks_pack_the_bricks_of_one() {
    if (!has_volume_store()) FOLDWAVE_NOT_HERE("HDF5");
    for (const std::array<int, 3>& n :
         {std::array{19, 14, 75}, std::array{70, 9, 130}, std::array{33, 1, 128}, std::array{9, 8, 300}}) {
      Case c;
      c.n = n;
      c.order = 4;
      c.faces = all_round(Boundary::sponge);
      const WaveModel model = model_of(c);
      KeptPacked one(model.grid);
      const WaveRun alone = make_cpu_wave_propagator()->run(model, &one, {});
      for (const int ranks : {2, 3, 5}) {
        KeptBricks many(model.grid);
        const WaveRun run = over_ranks(model, ranks, many);
        QVERIFY(run.warnings.empty());
        QCOMPARE(many.fields, 0);
        QCOMPARE(run.snapshots, alone.snapshots);
        QCOMPARE(run.parts.snapshots.bytes, alone.parts.snapshots.bytes);
        QCOMPARE(many.volumes.size(), one.volumes.size());
        QVERIFY(one.volumes.size() == 4 && one.volumes.back().bytes() > 100);
        for (std::size_t v = 0; v < one.volumes.size(); ++v) {
          const PackedVolume &a = one.volumes[v], &b = many.volumes[v];
          QVERIFY(a.facts.error_bound == b.facts.error_bound && a.facts.step == b.facts.step &&
                  a.facts.time == b.facts.time && a.layout == b.layout && a.bricks.size() == b.bricks.size());
          for (std::size_t brick = 0; brick < a.bricks.size(); ++brick)
            QVERIFY2(a.bricks[brick].bytes == b.bricks[brick].bytes &&
                         a.bricks[brick].skipped == b.bricks[brick].skipped,
                     qPrintable(QString("%1 planes, %2 ranks, snapshot %3, brick %4")
                                    .arg(n[2])
                                    .arg(ranks)
                                    .arg(v)
                                    .arg(brick)));
        }
      }
    }
  }

  void a_model_travels_whole() {
    Case c;
    c.faces = all_round(Boundary::sponge);
    c.density = c.start = true;
    const WaveModel model = model_of(c), back = parse_wave_model(wave_model_bytes(model));
    QVERIFY(back.grid == model.grid && back.stencil.name == model.stencil.name);
    QVERIFY(back.steps == model.steps && back.dt == model.dt && back.boundaries == model.boundaries);
    QCOMPARE(back.receivers.size(), model.receivers.size());
    QCOMPARE(back.sources.at(3).series, model.sources.at(3).series);
    QVERIFY(back.start_past == nullptr && (*back.density)[77] == (*model.density)[77]);
    auto cut = wave_model_bytes(model);
    cut.pop_back();
    QVERIFY_EXCEPTION_THROWN(parse_wave_model(cut), Error);
  }

  void too_few_planes_are_not_cut() {
    const WaveModel model = model_of({});
    const Outcome over = over_ranks(model, 16);
    QCOMPARE(over.run.warnings.size(), std::size_t{1});
    QVERIFY(over.run.warnings.front().find("75 planes") != std::string::npos);
    QVERIFY(over.run.gather.traces == make_cpu_wave_propagator()->run(model, nullptr, {}).gather.traces);
    QVERIFY(over_ranks(model, 3).run.warnings.empty());
  }

  void a_field_without_bounds_is_told_with_its_place() {
    WaveModel model = model_of({});
    model.dt *= 1.6;
    model.check_stability = false;
    model.steps = 3000;
    model.snapshot_every = 0;
    try {
      over_ranks(model, 3);
      QFAIL("the field grew without bound");
    } catch (const NumericError& e) {
      QVERIFY2(e.problem().find("m from the grid's origin") != std::string::npos, e.what());
    }
  }

  void who_watches_may_fail() {
    class Full final : public SnapshotSink {
      void snapshot(int step, double, const Field<float>&) override {
        if (step > 0) throw ResourceError("disk", "is full", "free space");
      }
    };
    as_ranks(3, [](Communicator& ranks) {
      if (ranks.rank() > 0) return serve_waves(ranks);
      const WaveModel model = model_of({});
      Full full;
      const auto propagator = make_ranked_propagator(ranks);
      QVERIFY_EXCEPTION_THROWN(propagator->run(model, &full, {}), ResourceError);
      // The ranks are there for the next wave.
      Kept kept;
      QCOMPARE(propagator->run(model, &kept, {}).steps_done, model.steps);
      std::stop_source stop;
      stop.request_stop();
      const WaveRun stopped = propagator->run(model, nullptr, {nullptr, stop.get_token()});
      QVERIFY(stopped.stopped && stopped.steps_done == 0);
      end_serving(ranks);
    });
  }
};

}  // namespace test_ranked_wave

FOLDWAVE_TEST(test_ranked_wave, run_alone<test_ranked_wave::TestRankedWave>)
#include "test_ranked_wave.moc"
