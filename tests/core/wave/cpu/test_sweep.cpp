// Protects the promise of wavefront blocking: whatever the tiles, lags and threads, every row takes every
// step once, and what it reads is there and not yet overwritten.
#include <QTest>
#include <atomic>
#include <vector>

#include "core/base/system.hpp"
#include "core/wave/cpu/sweep.hpp"
#include "tests/test_program.hpp"

namespace test_sweep {

using namespace foldwave;

namespace {

// A plane of rows that know how many steps they are on, in place of the field: a row on step m holds the
// levels m and m - 1.
class Ledger {
 public:
  // With `pad`, psi lies in as many planes at either end alone.
  Ledger(const SweepPlan& plan, int radius, int pad = 1000)
      : plan_(plan),
        pad_(pad),
        radius_(radius),
        rows_(plan.range.last[0]),
        planes_(plan.range.last[1]),
        steps_(static_cast<std::size_t>(rows_ * planes_), 0),
        psi_{steps_, steps_} {}

  void run(const std::stop_token& stop = {}) {
    sweep(
        plan_, stop,
        [this](int level, const RowRange& range, const RowRange& ahead) {
          prepare(0, level, {{ahead.first[0], range.first[1]}, {ahead.last[0], range.last[1]}});
          prepare(1, level, {{range.first[0], ahead.first[1]}, {range.last[0], ahead.last[1]}});
        },
        [this](int level, const RowRange& range) { update(level, range); });
  }
  int faults() const { return faults_; }
  bool all_on(int level) const {
    for (int z = plan_.range.first[1]; z < planes_; ++z)
      for (int y = plan_.range.first[0]; y < rows_; ++y)
        if (steps_[at(y, z)] != level) return false;
    return true;
  }

 private:
  std::size_t at(int y, int z) const { return static_cast<std::size_t>(y + rows_ * z); }
  bool inside(int y, int z) const {
    return y >= plan_.range.first[0] && y < rows_ && z >= plan_.range.first[1] && z < planes_;
  }
  void expect(bool good) { faults_ += good ? 0 : 1; }

  template <class F>
  void visit(const RowRange& part, const F& f) {
    for (int z = part.first[1]; z < part.last[1]; ++z)
      for (int y = part.first[0]; y < part.last[0]; ++y)
        f(y, z);
  }
  void expect_level_about(int axis, int level, int y, int z) {
    for (int k = -radius_; k <= radius_; ++k) {
      const int yk = axis == 0 ? y + k : y, zk = axis == 0 ? z : z + k;
      if (inside(yk, zk)) expect(steps_[at(yk, zk)] == level || steps_[at(yk, zk)] == level + 1);
    }
  }
  void prepare(int axis, int level, const RowRange& part) {
    auto& psi = psi_[axis];
    visit(part, [&](int y, int z) {
      if (!has_psi(z)) return;
      expect(psi[at(y, z)] == level);
      expect_level_about(axis, level, y, z);
      psi[at(y, z)] = level + 1;
    });
  }
  void update(int level, const RowRange& part) {
    visit(part, [&](int y, int z) {
      expect(steps_[at(y, z)] == level);
      for (const int axis : {0, 1}) {
        expect_level_about(axis, level, y, z);
        if (!plan_.prepares || plan_.lead[static_cast<std::size_t>(axis)] == 0) continue;
        for (int k = -radius_; k <= radius_; ++k) {
          const int yk = axis == 0 ? y + k : y, zk = axis == 0 ? z : z + k;
          if (inside(yk, zk) && has_psi(zk)) expect(psi_[axis][at(yk, zk)] == level + 1);
        }
      }
      steps_[at(y, z)] = level + 1;
    });
  }

  bool has_psi(int z) const { return z < plan_.range.first[1] + pad_ || z >= planes_ - pad_; }

  SweepPlan plan_;
  int pad_;
  int radius_, rows_, planes_;
  std::vector<int> steps_;
  std::vector<int> psi_[2];
  std::atomic<int> faults_ = 0;
};

SweepPlan plan_for(int rows, int planes, int levels, int radius, std::array<bool, 2> cpml) {
  SweepPlan plan;
  plan.range = {{1, 1}, {rows, planes}};
  plan.levels = levels;
  plan.prepares = cpml[0] || cpml[1];
  for (std::size_t a = 0; a < 2; ++a) {
    plan.lag[a] = (cpml[a] ? 2 : 1) * radius;
    plan.lead[a] = cpml[a] ? radius : 0;
  }
  return plan;
}

}  // namespace

class TestSweep : public QObject {
  Q_OBJECT
 private slots:
  void every_row_takes_every_step_in_time() {
    const int before = thread_count();
    for (const int threads : {1, 2, 3}) {
      set_thread_count(threads);
      for (const int radius : {1, 4, 8})
        for (const int levels : {1, 2, 3, 4})
          for (const auto& cpml : {std::array{false, false}, {true, false}, {false, true}, {true, true}})
            for (const auto& size : {std::array{1, 1}, {3, 8}, {8, 5}, {40, 8}, {16, 100}}) {
              SweepPlan plan = plan_for(38, 43, levels, radius, cpml);
              plan.size = size;
              Ledger ledger(plan, radius);
              ledger.run();
              QVERIFY2(ledger.faults() == 0 && ledger.all_on(levels),
                       qPrintable(QString("radius %1, %2 levels, cpml %3 %4, tiles of %5 rows, %6 planes, %7 "
                                          "threads: %8 faults")
                                      .arg(radius)
                                      .arg(levels)
                                      .arg(cpml[0])
                                      .arg(cpml[1])
                                      .arg(size[0])
                                      .arg(size[1])
                                      .arg(threads)
                                      .arg(ledger.faults())));
            }
    }
    set_thread_count(before);
  }

  void spans_of_a_section_and_the_gaps_between_them() {
    const int before = thread_count();
    for (const int threads : {1, 2, 3})
      for (const int radius : {1, 4, 8})
        for (const int levels : {2, 3, 4})
          for (const bool absorbs : {false, true})
            for (const int planes_of_tile : {1, 5, 30, 1000})
              for (const std::vector<int>& spans :
                   {std::vector{1, 400}, std::vector{1, 190, 400}, std::vector{1, 80, 200, 330, 400}}) {
                set_thread_count(threads);
                SweepPlan plan = plan_for(2, 400, levels, radius, {false, absorbs});
                plan.size = {1, planes_of_tile};
                plan.spans = spans;
                // Gaps reach 48 planes from where spans meet.
                Ledger ledger(plan, radius, 15);
                ledger.run();
                QVERIFY2(ledger.faults() == 0 && ledger.all_on(levels),
                         qPrintable(QString("radius %1, %2 levels, pads %3, tiles of %4, %5 spans, %6 "
                                            "threads: %7 faults")
                                        .arg(radius)
                                        .arg(levels)
                                        .arg(absorbs)
                                        .arg(planes_of_tile)
                                        .arg(spans.size() - 1)
                                        .arg(threads)
                                        .arg(ledger.faults())));
              }
    set_thread_count(before);
    // One plane less between levels, or a pad that a gap meets, is seen.
    SweepPlan plan = plan_for(2, 400, 4, 4, {});
    plan.size = {1, 30};
    plan.spans = {1, 200, 400};
    --plan.lag[1];
    Ledger shorter(plan, 4);
    shorter.run();
    QVERIFY(shorter.faults() > 0);
    plan = plan_for(2, 400, 4, 4, {false, true});
    plan.size = {1, 30};
    plan.spans = {1, 200, 400};
    Ledger met(plan, 4, 190);
    met.run();
    QVERIFY(met.faults() > 0);
  }

  void a_ledger_sees_a_lag_that_is_too_short() {
    SweepPlan plan = plan_for(38, 43, 4, 4, {});
    plan.size = {8, 8};
    for (const std::size_t axis : {0, 1}) {
      SweepPlan shorter = plan;
      --shorter.lag[axis];
      Ledger ledger(shorter, 4);
      ledger.run();
      QVERIFY(ledger.faults() > 0);
    }
    SweepPlan absorbing = plan_for(38, 43, 4, 4, {true, true});
    absorbing.size = {8, 8};
    --absorbing.lead[0];
    Ledger ledger(absorbing, 4);
    ledger.run();
    QVERIFY(ledger.faults() > 0);
  }

  void a_stop_ends_it_without_waiting() {
    std::stop_source stop;
    stop.request_stop();
    SweepPlan plan = plan_for(38, 43, 4, 4, {});
    plan.size = {8, 8};
    Ledger ledger(plan, 4);
    ledger.run(stop.get_token());
    QVERIFY(ledger.all_on(0));
  }
};

}  // namespace test_sweep

FOLDWAVE_TEST(test_sweep, run_guiless<test_sweep::TestSweep>)
#include "test_sweep.moc"
