// Protects what is foretold of packed snapshots: their bytes against those of waves that are run, more of
// them for longer waves and smaller errors, and none where there are none.
#include <QTest>
#include <cmath>

#include "core/base/worst.hpp"
#include "core/engine/backend.hpp"
#include "core/engine/forecast/bytes/packed_bytes.hpp"
#include "core/engine/pipeline.hpp"
#include "core/model/scenario_json.hpp"
#include "core/volume/store/volume_writer.hpp"
#include "tests/test_program.hpp"

namespace test_packed_bytes {

using namespace foldwave;

namespace {

Scenario example(const char* name) {
  return load_scenario(std::string(FOLDWAVE_SOURCE_DIR "/resources/scenarios/") + name + ".json");
}

// As files of a run have them, but for their heads.
class Packed final : public SnapshotSink {
 public:
  explicit Packed(const Scenario& scenario) {
    facts_.grid = scenario.grid;
    error_ = scenario.outputs.snapshot_error;
  }
  void snapshot(int, double, const Field<float>& pressure) override {
    for (const float p : pressure.values())
      largest_ = worst_of(largest_, std::abs(p));
    facts_.error_bound = error_ * double{largest_};
    bytes_ += double(pack_volume(pressure.values(), facts_).bytes());
  }
  double bytes() const { return bytes_; }

 private:
  VolumeFacts facts_;
  double error_ = 0.0, bytes_ = 0.0;
  float largest_ = 0.0F;
};

}  // namespace

class TestPackedBytes : public QObject {
  Q_OBJECT

 private slots:
  void waves_take_what_was_foretold() {
    if (!has_volume_store()) FOLDWAVE_NOT_HERE("HDF5");
    const auto cpu = cpu_backend();
    for (const char* const name : {"two-layer", "fold-3"}) {
      const Scenario s = example(name);
      Packed packed(s);
      run_wave(s, run_fold(s, *cpu, {}), *cpu, {&packed}, {});
      const double part = packed_snapshot_bytes(s) / packed.bytes();
      QVERIFY2(part > 0.8 && part < 1.35, qPrintable(QString("%1: %2 times").arg(name).arg(part)));
    }
  }

  void more_is_foretold_of_more() {
    Scenario s = example("antiform");
    const double usual = packed_snapshot_bytes(s);
    s.outputs.snapshot_error = 1e-3;
    const double rough = packed_snapshot_bytes(s);
    s.outputs.snapshot_error = 0.0;
    const double exact = packed_snapshot_bytes(s);
    QVERIFY(rough < 0.8 * usual && usual < 0.7 * exact && exact < 41.0 * 4.0 * double(s.grid.size()) + 1e6);
    s = example("antiform");
    s.outputs.snapshot_steps *= 2;
    QVERIFY(std::abs(packed_snapshot_bytes(s) / usual - 0.5) < 0.03);
    s.propagation.duration *= 0.5;
    QVERIFY(packed_snapshot_bytes(s) < 0.2 * usual);  // the wave fills little of its box by then
    s.outputs.snapshot_steps = 0;
    QCOMPARE(packed_snapshot_bytes(s), 0.0);
    // A wave that begins everywhere.
    s = example("antiform");
    s.survey.sources.clear();
    QVERIFY(packed_snapshot_bytes(s) > usual);
  }
};

}  // namespace test_packed_bytes

FOLDWAVE_TEST(test_packed_bytes, run_alone<test_packed_bytes::TestPackedBytes>)
#include "test_packed_bytes.moc"
