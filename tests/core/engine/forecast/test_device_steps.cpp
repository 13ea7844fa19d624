// Protects how a device's steps are foretold: the kernel that runs is the one that is counted, every rate
// that a wave can ask for is expected, and the short runs that measure a device see each of them.
#include <QTest>
#include <cmath>
#include <set>

#include "core/engine/forecast/calibration_cases.hpp"
#include "core/engine/forecast/expected_rates.hpp"
#include "core/engine/forecast/stage_work.hpp"
#include "core/forecast/cost/estimate.hpp"
#include "core/model/scenario_check.hpp"
#include "tests/test_program.hpp"

namespace test_device_steps {

using namespace foldwave;

namespace {

// Nothing runs on it. Of several that share a wave, too.
class SteppedDevice final : public Backend {
 public:
  explicit SteppedDevice(int shares = 1) : shares_(shares) {}
  int wave_shares() const override { return shares_; }
  WorkDevices devices() const override { return {.count = shares_}; }
  std::string name() const override { return "cuda"; }
  std::string description() const override { return "of a test"; }
  std::int64_t free_memory_bytes() const override { return std::int64_t{1} << 36; }
  std::vector<FoldMethod> fold_methods() const override { return {FoldMethod::foot_point}; }
  std::unique_ptr<FoldSolver> make_fold_solver(FoldMethod) const override { return nullptr; }
  std::unique_ptr<WavePropagator> make_wave_propagator() const override { return nullptr; }

 private:
  int shares_;
};

Scenario wave_with(std::array<int, 3> n, int order, Boundary faces, bool in_double = false,
                   bool density = false, int time_order = 2) {
  Scenario s = short_wave(n, order, 20);
  s.propagation.boundaries.fill(faces);
  if (in_double) s.propagation.precision = Precision::binary64;
  if (density) set_densities(s);
  s.propagation.time_order = time_order;
  return s;
}

PartWork steps_of(const Scenario& s, int shares = 1) {
  for (const StagePart& part : wave_work(s, SteppedDevice(shares), false).parts)
    if (part.work.part.starts_with("wave.steps.")) return part.work;
  return {};
}
std::string kind_of(const Scenario& s) {
  return steps_of(s).part.substr(std::string("wave.steps.").size());
}

std::vector<Scenario> all_kinds() {
  std::vector<Scenario> all;
  for (const std::array<int, 3>& n : {std::array{80, 70, 60}, std::array{300, 280, 290}, {200, 1, 150}})
    for (int order = 2; order <= 16; order += 2)
      for (const Boundary faces : {Boundary::free, Boundary::cpml, Boundary::sponge})
        for (const bool in_double : {false, true})
          for (const int time_order : {2, 4}) {
            all.push_back(wave_with(n, order, faces, in_double, false, time_order));
            add_receivers(all.back());
          }
  // The processor looks for a density's limit on every node.
  for (const std::array<int, 3>& n : {std::array{40, 30, 30}, {60, 1, 50}})
    for (int order = 2; order <= 16; order += 2)
      for (const int time_order : {2, 4})
        all.push_back(wave_with(n, order, Boundary::cpml, order == 8, true, time_order));
  return all;
}

}  // namespace

class TestDeviceSteps : public QObject {
  Q_OBJECT
 private slots:
  // A run of its own pays for what a program that goes on has paid once; a processor has nothing to load.
  void a_new_process_comes_to_its_device_cold() {
    Scenario s = wave_with({80, 70, 60}, 8, Boundary::cpml);
    const auto cold_terms = [&](const Backend& backend, bool whole) {
      Findings told;
      std::set<std::string> rates;
      for (const StageWork& stage : stage_works(s, backend, {{}, whole}, told))
        for (const StagePart& part : stage.parts)
          for (const WorkTerm& term : part.work.terms)
            if (term.rates.front().rate.starts_with("device.cold.")) rates.insert(term.rates.front().rate);
      return rates;
    };
    const std::set<std::string> wanted{device_cold_rate("fold.solve"), device_cold_rate("wave.set_up"),
                                       device_cold_rate("wave.steps")};
    QVERIFY(cold_terms(SteppedDevice(), true) == wanted);
    QVERIFY(cold_terms(SteppedDevice(), false).empty() && cold_terms(*cpu_backend(), true).empty());
    std::set<std::string> expected;
    for (const ExpectedRate& rate : expected_rates({}, 2, false))
      expected.insert(rate.rate);
    for (const char* const part : device_cold_parts)
      QVERIFY(expected.contains(device_cold_rate(part)));
  }

  void each_kernel_has_its_kind() {
    const std::array<int, 3> box{80, 70, 60}, flat{200, 1, 150};
    QCOMPARE(kind_of(wave_with(box, 2, Boundary::free)), std::string("pairs"));
    QCOMPARE(kind_of(wave_with(box, 4, Boundary::free)), std::string("tiles"));
    QCOMPARE(kind_of(wave_with(box, 4, Boundary::sponge)), std::string("pairs"));
    QCOMPARE(kind_of(wave_with(box, 2, Boundary::cpml)), std::string("tiles"));
    QCOMPARE(kind_of(wave_with(box, 8, Boundary::free, true)), std::string("double"));
    QCOMPARE(kind_of(wave_with(box, 8, Boundary::free, false, false, 4)), std::string("fourth"));
    QCOMPARE(kind_of(wave_with(box, 8, Boundary::free, false, true, 4)), std::string("density"));
    QCOMPARE(kind_of(wave_with(flat, 8, Boundary::free)), std::string("section"));
    QCOMPARE(kind_of(wave_with(flat, 8, Boundary::cpml)), std::string("section.pads"));
    QCOMPARE(kind_of(wave_with(flat, 8, Boundary::cpml, false, false, 4)), std::string("section.fourth"));
    QCOMPARE(kind_of(wave_with(flat, 8, Boundary::cpml, false, true)), std::string("section.density"));
  }

  void every_rate_is_expected_and_measured() {
    std::set<std::string> measured;
    for (const Scenario& s : device_wave_cases()) {
      for (const Finding& f : check_scenario(s))
        QVERIFY2(f.severity != Severity::error, f.line().c_str());
      for (const int shares : {1, 2})
        for (const WorkTerm& term : steps_of(s, shares).terms)
          for (const RateShare& share : term.rates)
            measured.insert(share.rate);
    }
    const Rates rates = fit_rates(expected_rates({}, 8, false), {});
    std::vector<PartWork> all;
    for (const Scenario& s : all_kinds())
      for (const int shares : {1, 2})
        all.push_back(steps_of(s, shares));
    for (const PartWork& steps : all) {
      const double seconds = estimate(rates, std::span(&steps, 1), 0.0).seconds;
      QVERIFY2(seconds > 0.0 && std::isfinite(seconds), steps.part.c_str());
      for (const WorkTerm& term : steps.terms)
        for (const RateShare& share : term.rates)
          QVERIFY2(measured.contains(share.rate), share.rate.c_str());
    }
  }

  // Devices that share a wave have the nodes of a slab each, and its pads but those across the cut; shots
  // they take in turn.
  void shared_waves_count_a_slab() {
    const auto nodes = [](const Scenario& s, int shares) { return steps_of(s, shares).terms.front().amount; };
    const Scenario free = wave_with({96, 80, 120}, 8, Boundary::free);
    QCOMPARE(nodes(free, 2), nodes(free, 1) / 2.0);
    QCOMPARE(nodes(free, 4), nodes(free, 1) / 4.0);
    QCOMPARE(nodes(wave_with({96, 80, 15}, 8, Boundary::free), 2),
             nodes(wave_with({96, 80, 15}, 8, Boundary::free), 1));
    // And what they wait for each other, once for two steps where these are one pass.
    const auto waits = [](const Scenario& s, int shares) {
      for (const WorkTerm& term : steps_of(s, shares).terms)
        if (term.rates.front().rate == "device.cut") return term.amount;
      return 0.0;
    };
    QCOMPARE(waits(free, 1), 0.0);
    QCOMPARE(waits(free, 2), 20.0);
    QCOMPARE(waits(wave_with({96, 80, 120}, 2, Boundary::free), 2), 10.0);
    QCOMPARE(waits(wave_with({96, 80, 15}, 8, Boundary::free), 2), 0.0);
    // Planes travel beside the inner step once the source has ended.
    const auto planes = [](const Scenario& s, bool hidden) {
      double sum = 0.0;
      for (const WorkTerm& term : steps_of(s, 2).terms)
        if (term.rates.front().rate == "device.cut.node" && (term.rates.size() > 1) == hidden)
          sum += term.amount;
      return sum / (96.0 * 80.0 * 4.0);
    };
    QCOMPARE(planes(free, false), 20.0);
    QCOMPARE(planes(free, true), 0.0);
    Scenario soon = free;
    soon.survey.wavelet.frequency = 1.0 / soon.propagation.dt;  // 3.5 steps
    QCOMPARE(planes(soon, false), 4.0);
    QCOMPARE(planes(soon, true), 16.0);
    const auto pads = [&](const Boundary faces, int shares) {
      return steps_of(wave_with({96, 80, 120}, 8, faces), shares).terms.at(2).amount;
    };
    QVERIFY(pads(Boundary::cpml, 2) < 0.6 * pads(Boundary::cpml, 1));
    QVERIFY(pads(Boundary::cpml, 2) > 0.4 * pads(Boundary::cpml, 1));
    Scenario image = wave_with({60, 1, 50}, 8, Boundary::cpml);
    image.imaging.emplace();
    image.imaging->purpose = ImagingPurpose::image;
    image.imaging->survey.emplace();
    image.imaging->survey->shots = 7;
    const auto shots = [&](int shares) {
      return survey_work(image, SteppedDevice(shares), false).parts.front().work.terms.back().amount;
    };
    QCOMPARE(shots(1), 7.0);
    QCOMPARE(shots(2), 4.0);
  }

  // A wave takes as long as its kernels are started, where they have little to do.
  void launches_count() {
    const auto of_launches = [](const Scenario& s) {
      for (const WorkTerm& term : steps_of(s).terms)
        if (term.rates.size() == 1 && term.rates.front().rate.ends_with("launch")) return term.amount / 20.0;
      return 0.0;
    };
    const std::array<int, 3> box{80, 70, 60}, flat{200, 1, 150};
    QCOMPARE(of_launches(wave_with(flat, 8, Boundary::free)), 1.0);
    // The step, pads along x and z, sources.
    QCOMPARE(of_launches(wave_with(flat, 8, Boundary::cpml)), 4.0);
    QCOMPARE(of_launches(wave_with(box, 8, Boundary::cpml)), 5.0);
    Scenario soon = wave_with(box, 8, Boundary::cpml);
    soon.survey.wavelet.frequency = 1.0 / soon.propagation.dt;
    QCOMPARE(of_launches(soon), 4.2);  // sources of four steps in twenty
    // Two steps at once, and sources after each.
    QCOMPARE(of_launches(wave_with(box, 2, Boundary::free)), 1.5);
    // Images behind the faces of three axes, from radius 6 on.
    QCOMPARE(of_launches(wave_with(box, 10, Boundary::free)), 2.0);
    QCOMPARE(of_launches(wave_with(box, 12, Boundary::free)), 5.0);
  }
};

}  // namespace test_device_steps

FOLDWAVE_TEST(test_device_steps, run_alone<test_device_steps::TestDeviceSteps>)
#include "test_device_steps.moc"
