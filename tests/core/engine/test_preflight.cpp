// Protects what is said before a run: each cause gives one finding at its own path, with the right severity,
// and the examples give no error.
#include <QTest>
#include <functional>

#include "core/engine/fallback_backend.hpp"
#include "core/engine/preflight/preflight.hpp"
#include "core/model/event_edits.hpp"
#include "core/model/scenario_json.hpp"
#include "tests/test_program.hpp"

namespace test_preflight {

using namespace foldwave;

namespace {

Scenario example(const char* name = "two-layer") {
  return load_scenario(std::string(FOLDWAVE_SOURCE_DIR "/resources/scenarios/") + name + ".json");
}

// A device with next to no memory of its own.
class TinyDevice final : public Backend {
 public:
  std::string name() const override { return "tiny"; }
  std::string description() const override { return "a device of one megabyte"; }
  std::int64_t free_memory_bytes() const override { return 1 << 20; }
  std::vector<FoldMethod> fold_methods() const override { return cpu_backend()->fold_methods(); }
  std::unique_ptr<FoldSolver> make_fold_solver(FoldMethod method) const override {
    return cpu_backend()->make_fold_solver(method);
  }
  std::unique_ptr<WavePropagator> make_wave_propagator() const override {
    return cpu_backend()->make_wave_propagator();
  }
};

struct Case {
  const char* name;
  const char* path;
  Severity severity;
  const char* word;
  std::function<void(Scenario&)> change;
};

TrainsHorizon waves(double amplitude, double wavelength) {
  return {245.0, {{amplitude, wavelength, 90.0, {250.0, 250.0}, {}}}, {}};
}

const std::vector<Case>& cases() {
  constexpr Severity error = Severity::error, warning = Severity::warning;
  static const std::vector<Case> all{
      {"a value of its own", "/propagation/order", error, "7 is no stencil order",
       [](Scenario& s) { s.propagation.order = 7; }},
      {"unstable", "/propagation/dt", error, "unstable: the limit for order 16 and 4700 m/s is 0.0009",
       [](Scenario& s) { s.propagation.dt = 1e-3; }},
      {"endless", "/propagation/duration", error, "steps", [](Scenario& s) { s.propagation.dt = 1e-9; }},
      {"longer than SEG-Y", "/propagation/duration", error, "SEG-Y",
       [](Scenario& s) {
         s.propagation.duration = 270.0;
         s.propagation.dt = 1e-4;
         s.propagation.error_budget = 0.5;
       }},
      {"over the budget", "/propagation/dt", warning, "over the budget of 1 %",
       [](Scenario& s) {
         s.propagation.dt = 5e-4;
         s.propagation.error_budget = 0.01;
       }},
      {"coarse", "/survey/wavelet/frequency", warning, "nodes in the shortest wavelength",
       [](Scenario& s) { s.survey.wavelet.frequency = 30.0; }},
      {"too large", "/grid/nodes", error, "memory",
       [](Scenario& s) {
         s.grid.n = {20000, 20000, 20000};
       }},
      {"too large for a fold", "/grid/nodes", error, "memory",
       [](Scenario& s) {
         s.grid.n = {20000, 20000, 20000};
         s.propagation.enabled = false;
       }},
      {"too many traces", "/survey/receivers", error, "memory",
       [](Scenario& s) {
         s.propagation.dt = 1e-6;
         s.survey.receivers = {ReceiverCarpet{{10.0, 10.0}, {480.0, 480.0}, 10.0, {1000, 1000}, {}}};
       }},
      {"above", "/events/0/horizon", error, "wholly above",
       [](Scenario& s) { std::get<PlaneHorizon>(s.events[0].horizon).point.z = -1.0; }},
      {"below", "/events/0/horizon", error, "wholly below",
       [](Scenario& s) { std::get<PlaneHorizon>(s.events[0].horizon).point.z = 490.5; }},
      {"no picks", "/events/0/horizon", error, "is not there",
       [](Scenario& s) {
         s.events[0].horizon = XyzHorizon{"nowhere.xyz", VerticalSense::depth, 0.0, {}, {}, {}};
       }},
      {"points on a line", "/events/0/horizon/points", error, "one line",
       [](Scenario& s) {
         s.events[0].horizon =
             PointsHorizon{{{0.0, 0.0, 240.0}, {100.0, 100.0, 240.0}, {300.0, 300.0, 240.0}}, {}};
       }},
      // Limbs of 60 degrees on both sides of a level axial line: 0.2 - 0.8 sin 60 < 0.
      {"a fold that cannot propagate", "/events/0/fold/psi", error, "normal speed F + psi a.n is -",
       [](Scenario& s) {
         s.events[0].horizon = waves(80.0, 290.0);
         s.events[0].fold.parameters = {0.2, 0.8, false};
         s.events[0].fold.axial_line = {90.0, 0.0};
       }},
      {"a class that cannot propagate", "/events/0/fold/lambda", error, "normal speed F + psi a.n is -",
       [](Scenario& s) {
         s.events[0].horizon = waves(80.0, 290.0);
         s.events[0].fold.parameters = FoldParameters::from_lambda(0.8);
         s.events[0].fold.axial_line = {90.0, 0.0};
       }},
      // A level axial line that points down the dip: F - psi sin(dip) = 0.5 - 0.5 sin 75 = 0.017.
      {"a fold that hardly propagates", "/events/0/fold/lambda", warning, "normal speed is only",
       [](Scenario& s) {
         s.events[0].fold.parameters = FoldParameters::from_lambda(0.5);
         s.events[0].fold.axial_line = {90.0, 0.0};
         std::get<PlaneHorizon>(s.events[0].horizon).dip = 75.0;
         std::get<PlaneHorizon>(s.events[0].horizon).dip_direction = 90.0;
       }},
  };
  return all;
}

}  // namespace

class TestPreflight : public QObject {
  Q_OBJECT

 private slots:
  void examplesHaveNoError_data() {
    QTest::addColumn<QString>("name");
    for (const char* name :
         {"antiform", "two-layer", "chevron", "box", "dome-and-basin", "unconformity", "erosion"})
      QTest::addRow("%s", name) << QString(name);
  }
  void examplesHaveNoError() {
    QFETCH(QString, name);
    const Findings findings = preflight(example(qPrintable(name)), *cpu_backend());
    for (const Finding& f : findings)
      QVERIFY2(f.severity != Severity::error, f.text().c_str());
  }

  void aNewScenarioIsValid() {
    for (const Finding& f : preflight(new_scenario(), *cpu_backend()))
      QVERIFY2(f.severity == Severity::note, f.text().c_str());
  }

  void causes_data() {
    QTest::addColumn<int>("number");
    for (std::size_t i = 0; i < cases().size(); ++i)
      QTest::addRow("%s", cases()[i].name) << static_cast<int>(i);
  }
  void causes() {
    QFETCH(int, number);
    const Case& c = cases()[static_cast<std::size_t>(number)];
    Scenario s = example();
    c.change(s);
    const Findings findings = preflight(s, *cpu_backend());
    QString all;
    for (const Finding& f : findings)
      all += QString::fromStdString(f.text()) + "\n";
    QVERIFY2(findings.size() == 1, qPrintable(all));
    QCOMPARE(findings[0].path, std::string(c.path));
    QVERIFY(findings[0].severity == c.severity);
    QVERIFY2(all.contains(c.word), qPrintable(all));
    // A remedy ends the line, and the path begins it once.
    QVERIFY2(all.contains("; "), qPrintable(all));
    QCOMPARE(all.count(c.path), 1);
  }

  // The first example with a point pulled up 368 m: in class 3 layers are torn, which the values themselves
  // do not show. In class 2 no bend is too tight.
  void aBendTighterThanItsLayersIsWarnedOf() {
    Scenario s = example("antiform");
    s.grid.n = {33, 33, 33};
    s.grid.h = {79.375, 79.375, 79.375};
    // As it is shipped a crease is too small to speak of.
    for (const Finding& f : preflight(s, *cpu_backend()))
      QVERIFY2(!QString::fromStdString(f.problem).contains("bends more tightly"), f.problem.c_str());
    std::get<PointsHorizon>(s.events[0].horizon).points[1].z = 410.0;
    const auto warned = [&](double lambda, Severity severity = Severity::warning) {
      s.events[0].fold.parameters = FoldParameters::from_lambda(lambda);
      QString said;
      for (const Finding& f : preflight(s, *cpu_backend()))
        if (f.path == "/events/0/fold/lambda" && f.severity == severity)
          said += QString::fromStdString(f.text());
      return said;
    };
    // In class 1B the core is creased, as that of any parallel fold.
    QVERIFY2(!warned(0.0).contains("bends more tightly"), qPrintable(warned(0.0)));
    QVERIFY2(warned(0.0, Severity::note).contains("layers are creased there"),
             qPrintable(warned(0.0, Severity::note)));
    QVERIFY2(!warned(1.0).contains("bends more tightly"), qPrintable(warned(1.0)));
    const QString said = warned(2.0);
    QVERIFY2(said.contains("bends more tightly") && said.contains("pinched or torn there") &&
                 said.contains("nodes (") && said.contains("Basement ("),
             qPrintable(said));
  }

  void deviceMemoryIsItsOwn() {
    const Findings findings = preflight(example(), TinyDevice());
    QCOMPARE(findings.size(), std::size_t{1});
    QCOMPARE(findings[0].path, std::string("/grid/nodes"));
    QVERIFY(findings[0].severity == Severity::error);
    QVERIFY(QString::fromStdString(findings[0].problem).contains("the device has only 1.05 MB free"));
    QVERIFY(QString::fromStdString(findings[0].remedy).contains("--backend cpu"));

    // One that was chosen by itself gives way, and says so beforehand, with the figures.
    const Findings told = preflight(example(), *with_cpu_to_fall_back_on(std::make_shared<TinyDevice>()));
    QCOMPARE(told.size(), std::size_t{1});
    QVERIFY(told[0].path == "/grid/nodes" && told[0].severity == Severity::warning);
    QVERIFY(told[0].problem.starts_with("the wave needs "));
    QVERIFY(told[0].problem.ends_with("the device has only 1.05 MB free: it will run on the CPU"));
  }

  // What a fold keeps and writes, counted array by array: T, layer, velocity, crossed; a turned copy and
  // depths.
  void memoryOfAFold() {
    Scenario s = example("unconformity");
    s.propagation.enabled = false;
    s.events.resize(1);
    const double nodes = static_cast<double>(s.grid.size());
    const TinyDevice device;
    for (const FoldMethod method : {FoldMethod::pmm, FoldMethod::foot_point}) {
      s.events[0].fold.method = method;
      const MemoryNeed need = memory_need(s, device);
      QCOMPARE(need.host, nodes * (4 + 1 + 4 + 1 + 4 + 4));
      QCOMPARE(need.fold_on_device, method == FoldMethod::pmm ? nodes * (4 + 1) : 0.0);
      QCOMPARE(need.device, need.fold_on_device);
      QCOMPARE(need.gather, 0.0);
      QVERIFY(!need.on_cpu_instead);
    }
    const double before = memory_need(s, device).host;
    for (const int deposits : {0, 1, 2}) {
      Scenario cut = s;
      cut.events.emplace_back();
      cut.events.back().type = EventType::unconformity;
      cut.events.back().deposits = deposits;
      QCOMPARE(memory_need(cut, device).host - before, nodes * (deposits > 1 ? 8 : 4));
    }
  }

  // Each receiver's trace is there, and three times when it is written; the wave's own is the propagator's to
  // say.
  void memoryOfAWave() {
    Scenario s = example();
    s.outputs = {};
    s.propagation.dt = 5e-4;
    s.propagation.duration = 0.3;
    const double nodes = static_cast<double>(s.grid.size());
    Scenario deaf = s;
    deaf.survey.receivers.clear();
    for (const auto& backend :
         {cpu_backend(), std::shared_ptr<const Backend>(std::make_shared<TinyDevice>())}) {
      s.survey.receivers = {ReceiverCarpet{{10.0, 10.0}, {480.0, 480.0}, 10.0, {31, 17}, {}}};
      const MemoryNeed need = memory_need(s, *backend), without = memory_need(deaf, *backend);
      const double traces = 31 * 17 * 4.0 * (600 + 1);
      QCOMPARE(need.gather, traces);
      QCOMPARE(without.gather, 0.0);
      // On the CPU the places of the receivers come with them.
      const double more = need.host - without.host - 4.0 * traces;
      QVERIFY2(more >= 0.0 && more <= 31 * 17 * 24.0, qPrintable(QString::number(more)));

      // The fold's 18 bytes a node, one snapshot, the velocity of means over cells, and what the device, or
      // this machine, has of the wave.
      const double wave = backend->name() == "cpu" ? without.device : 0.0;
      QCOMPARE(without.host, nodes * (18 + 4 + 4) + wave);
      QVERIFY(without.device > nodes * 3 * 4);

      Scenario dense = deaf;
      for (Layer& layer : dense.stack.layers)
        layer.density = 2000.0;
      const MemoryNeed denser = memory_need(dense, *backend);
      QVERIFY(denser.device > without.device);
      QCOMPARE(denser.host - without.host, nodes * 4 + (wave > 0.0 ? denser.device - without.device : 0.0));
      Scenario started = deaf;
      started.survey.start = PlaneWaveStart{};
      QCOMPARE(memory_need(started, *backend).host - without.host, nodes * 3 * 4);
    }
    // A device that gives way takes the wave's memory of this machine.
    const auto giving = with_cpu_to_fall_back_on(std::make_shared<TinyDevice>());
    const MemoryNeed on_cpu = memory_need(deaf, *cpu_backend()), given = memory_need(deaf, *giving);
    QVERIFY(given.on_cpu_instead && !on_cpu.on_cpu_instead);
    QCOMPARE(given.host, on_cpu.host);
  }

  // Snapshots wait for the disk, packed or not, as many as there are and at most the queue's 256 MiB, beside
  // one that is being packed, and the one that the propagator hands out.
  void memoryOfSnapshots() {
    Scenario s = example();
    s.outputs = {};
    s.propagation.dt = 5e-4;
    s.propagation.duration = 0.3;  // 600 steps
    const double without = memory_need(s, *cpu_backend()).host;
    const double one = 4.0 * static_cast<double>(s.grid.size());
    const auto more = [&](int every, SnapshotFormat format) {
      s.outputs.snapshot_steps = every;
      s.outputs.snapshot_format = format;
      return memory_need(s, *cpu_backend()).host - without;
    };
    for (const SnapshotFormat format : {SnapshotFormat::hdf, SnapshotFormat::vti}) {
      QCOMPARE(more(600, format), 3.0 * one);
      QCOMPARE(more(200, format), 5.0 * one);
    }
    s.propagation.duration = 0.5e-3 * 268435456.0 / one * 2.0;
    s.outputs.snapshot_steps = 0;
    const double longer = memory_need(s, *cpu_backend()).host;
    s.outputs.snapshot_steps = 1;
    s.outputs.snapshot_format = SnapshotFormat::hdf;
    QCOMPARE(memory_need(s, *cpu_backend()).host - longer, 2.0 * one + 268435456.0);
  }

  void everyErrorIsToldAtOnce() {
    Scenario s = example();
    s.propagation.order = 3;
    s.survey.sources[0].position.x = -1.0;
    QCOMPARE(preflight(s, *cpu_backend()).size(), std::size_t{2});
  }
};

}  // namespace test_preflight

FOLDWAVE_TEST(test_preflight, run_guiless<test_preflight::TestPreflight>)
#include "test_preflight.moc"
