// Protects waves that are taken step by step: forward they are, bit for bit, those of the propagator;
// backward they come home by their strips, at every boundary, order and precision; kept levels, records in
// files and several steps a pass change nothing; and sums over time are those of brute force.
#include <QTest>
#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/base/worst.hpp"
#include "core/wave/cpu/cpu_propagator.hpp"
#include "tests/core/wave/stepper_help.hpp"
#include "tests/test_program.hpp"

namespace test_stepper {

using namespace foldwave;
using namespace foldwave::faces;

namespace {

bool same(const Field<float>& a, const Field<float>& b) {
  return std::equal(a.values().begin(), a.values().end(), b.values().begin(), b.values().end());
}

}  // namespace

class TestStepper : public QObject {
  Q_OBJECT
 private slots:
  void cases() {
    QTest::addColumn<int>("faces");
    QTest::addColumn<bool>("section");
    QTest::addColumn<bool>("density");
    QTest::addColumn<int>("time_order");
    for (int faces = 0; faces < 5; ++faces)
      for (const bool section : {true, false})
        for (const bool density : {false, true})
          for (const int time_order : {2, 4})
            QTest::addRow("faces %d, %s, %s, order %d in time", faces, section ? "section" : "volume",
                          density ? "density" : "one density", time_order)
                << faces << section << density << time_order;
  }
  StepCase fetched() {
    QFETCH(int, faces);
    QFETCH(bool, section);
    QFETCH(bool, density);
    QFETCH(int, time_order);
    StepCase c;
    c.faces = step_faces[static_cast<std::size_t>(faces)];
    if (!section) c.n = {19, 18, 17};
    if (!section) c.order = 4;
    c.density = density;
    c.time_order = time_order;
    return c;
  }

  void forward_is_the_propagator_data() { cases(); }
  void forward_is_the_propagator() {
    FOLDWAVE_EACH(3);
    StepCase c = fetched();
    c.precision = Precision::binary32;
    StepModel model(c);
    const Gather expected = make_cpu_wave_propagator()->run(model.setup.model, nullptr, {}).gather;
    model.setup.model.kernel = WaveKernel::wavefront;
    const auto wave = make_cpu_stepper(model.setup);
    QCOMPARE(wave->advance(37), 37);
    QCOMPARE(wave->advance(c.steps - 37), c.steps - 37);
    QCOMPARE(wave->step(), c.steps);
    const Gather found = wave->gather();
    QCOMPARE(found.samples, expected.samples);
    QVERIFY(found.traces.back() != 0.0F);
    QVERIFY(found.traces == expected.traces);
  }

  void backward_comes_home_data() { cases(); }
  void backward_comes_home() {
    FOLDWAVE_EACH(7);
    StepCase c = fetched();
    const double twice = way_back(StepModel(c), {});
    c.precision = Precision::binary32;
    StepModel model(c);
    const double once = way_back(model, {});
    QVERIFY2(twice < 1e-11, qPrintable(QString::number(twice)));
    QVERIFY2(once < 2e-6, qPrintable(QString::number(once)));
    // Step 0 alone, several steps a pass and one by one.
    const double expected = way_back(model, {}, c.steps);
    model.setup.model.kernel = WaveKernel::wavefront;
    if (c.n[1] > 1) QVERIFY(expected > 0.0);  // strips of small sections hold all of them
    QCOMPARE(way_back(model, {}, c.steps), expected);
  }

  // Spans of planes on threads of their own, back as forward.
  void sections_come_home_in_spans() {
    const int before = thread_count();
    set_thread_count(3);
    StepCase c;
    c.n = {91, 1, 401};
    c.faces = {C, C, F, F, F, C};
    c.precision = Precision::binary32;
    StepModel model(c);
    const double expected = way_back(model, {}, c.steps);
    model.setup.model.kernel = WaveKernel::wavefront;
    const double found = way_back(model, {}, c.steps);
    set_thread_count(before);
    QVERIFY2(expected > 0.0 && expected < 2e-6, qPrintable(QString::number(expected)));
    QCOMPARE(found, expected);
  }

  void thin_grids_are_all_strip() {
    for (const int order : {2, 8, 16}) {
      StepCase c;
      c.order = order;
      c.n = {order / 2 + 1, order / 2 + 1, order / 2 + 1};
      c.faces = {C, F, C, C, S, S};
      QVERIFY(way_back(StepModel(c), {}) < 1e-11);
      c.n[1] = 1;
      QVERIFY(way_back(StepModel(c), {}) < 1e-11);
    }
  }

  // The same bits from memory and from a file; rounded ones within their rounding.
  void records_of_every_kind() {
    StepCase c;
    c.faces = {C, C, C, C, F, C};
    c.precision = Precision::binary32;
    c.steps = 300;
    StepModel model(c);
    give_slow_wavelet(model);
    const double memory = way_back(model, {});
    QCOMPARE(way_back(model, {StripPrecision::exact, 1, 300, "/tmp"}), memory);
    const double bits16 = way_back(model, {StripPrecision::bits16, 3, 300, {}});
    const double bits8 = way_back(model, {StripPrecision::bits8, 3, 300, {}});
    QVERIFY(bits16 < 1e-3);
    QVERIFY(bits8 < 1e-2);
    QCOMPARE(way_back(model, {StripPrecision::bits8, 3, 300, "/tmp"}), bits8);
    const auto wave = make_cpu_stepper(model.setup);
    QVERIFY_EXCEPTION_THROWN(wave->make_strip_record({StripPrecision::bits8, 0, 300, {}}), InputError);
    QVERIFY_EXCEPTION_THROWN(wave->make_strip_record({StripPrecision::exact, 1, 300, "/nowhere/at/all"}),
                             ResourceError);
  }

  void kept_levels_go_on_as_if_never_left_data() { cases(); }
  void kept_levels_go_on_as_if_never_left() {
    FOLDWAVE_EACH(3);
    StepCase c = fetched();
    c.precision = Precision::binary32;
    const StepModel model(c);
    const auto wave = make_cpu_stepper(model.setup);
    wave->advance(31);
    const auto kept = wave->levels();
    QVERIFY(kept->bytes() > 0);
    wave->advance(30);
    const Field<float> expected = pressure_of(*wave);
    const Gather gather = wave->gather();
    const auto other = make_cpu_stepper(model.setup);
    for (WaveStepper* const stepper : {wave.get(), other.get()}) {
      if (stepper == other.get()) stepper->advance(5);
      stepper->restore(*kept, 31);
      stepper->advance(30);
      QCOMPARE(stepper->step(), 61);
      QVERIFY(same(pressure_of(*stepper), expected));
    }
    QVERIFY(wave->gather().traces == gather.traces);
  }

  // All kinds over both levels of two waves, against sums in double.
  void sinks_are_sums_over_time() {
    StepCase c;
    c.n = {17, 15, 13};
    c.order = 4;
    c.faces = {C, F, C, C, F, S};
    c.steps = 60;
    StepModel model(c);
    StepperSetup second = model.setup;
    second.model.sources[0].position = {30.0, 25.0, 80.0};
    const auto a = make_cpu_stepper(model.setup), b = make_cpu_stepper(second);
    const auto make = [&](SinkKind kind) { return a->make_sink(kind); };
    const auto largest = make(SinkKind::largest), energy = make(SinkKind::energy),
               rate_energy = make(SinkKind::rate_energy), product = make(SinkKind::product),
               rates = make(SinkKind::rates), opposed = make(SinkKind::opposed),
               mean = make(SinkKind::largest), third = make(SinkKind::energy);
    a->attach(*largest, 1);
    a->attach(*rate_energy, 1);
    a->attach(*third, 3);
    const Index size = Index{1} * 17 * 15 * 13;
    std::vector<double> e(static_cast<std::size_t>(size)), pq = e, r = e, re = e, most = e, e3 = e, gm = e;
    std::vector<int> when(e.size(), -1);
    Field<float> before_a = pressure_of(*a), before_b = pressure_of(*b);
    for (int n = 1; n <= c.steps; ++n) {
      a->advance(1);
      b->advance(1);
      const WaveStepper* const both[]{a.get(), b.get()};
      energy->add({both, 1});
      for (WaveSink* const sink : {product.get(), rates.get(), opposed.get(), mean.get()})
        sink->add(both);
      const Field<float> now_a = pressure_of(*a), now_b = pressure_of(*b);
      for (std::size_t x = 0; x < e.size(); ++x) {
        const auto m = static_cast<Index>(x);
        const double p = now_a[m], q = now_b[m], dp = p - before_a[m], dq = q - before_b[m];
        e[x] += p * p;
        if (n % 3 == 0) e3[x] += p * p;
        re[x] += dp * dp;
        r[x] += dp * dq;
        pq[x] += p * q;
        if (std::abs(p) > most[x]) when[x] = n;
        most[x] = std::max(most[x], std::abs(p));
        if (p * q > 0.0) gm[x] = std::max(gm[x], std::sqrt(p * q));
      }
      before_a = now_a.clone();
      before_b = now_b.clone();
    }
    const auto error = [&](const WaveSink& sink, const std::vector<double>& sum) {
      double worst = 0.0, top = 0.0;
      const Field<double> values = sink.exact_values();
      for (std::size_t x = 0; x < sum.size(); ++x) {
        worst = worst_of(worst, std::abs(values[static_cast<Index>(x)] - sum[x]));
        top = worst_of(top, std::abs(sum[x]));
      }
      return worst / top;
    };
    QVERIFY(error(*energy, e) < 1e-6);
    QVERIFY(error(*third, e3) < 1e-6);
    QVERIFY(error(*product, pq) < 1e-6);
    QVERIFY(error(*rates, r) < 1e-6);
    QVERIFY(error(*rate_energy, re) < 1e-6);
    QVERIFY(error(*largest, most) < 1e-6);
    QVERIFY(error(*mean, gm) < 1e-6);
    const Field<int> steps = largest->steps();
    for (std::size_t x = 0; x < e.size(); ++x)
      QVERIFY(most[x] == 0.0 || steps[static_cast<Index>(x)] == when[x]);
    // What is left out flows the same way: of a wave with itself all of it.
    const auto self = make(SinkKind::opposed);
    const WaveStepper* const twice[]{a.get(), a.get()};
    self->add(twice);
    for (const Field<double> sums = self->exact_values(); const double v : sums.values())
      QCOMPARE(v, 0.0);
    const double kept = error(*opposed, pq);
    QVERIFY(kept > 1e-3);
    energy->clear();
    for (const Field<double> sums = energy->exact_values(); const double v : sums.values())
      QCOMPARE(v, 0.0);
  }

  // A block of traces is as many sources of its samples.
  void traces_are_sources() {
    StepCase c;
    c.faces = {C, C, C, C, F, C};
    const StepModel model(c);
    const auto wave = make_cpu_stepper(model.setup);
    wave->advance(c.steps);
    const auto gather = std::make_shared<Gather>(wave->gather());
    StepperSetup block = model.setup, sources = model.setup;
    block.model.sources.clear();
    sources.model.sources.clear();
    block.traces = TraceSources{gather, {1, 3, 4}, true, 2.0};
    for (const int r : {1, 3, 4}) {
      std::vector<float> series(gather->trace(r), gather->trace(r) + gather->samples);
      std::reverse(series.begin(), series.end());
      for (float& v : series)
        v *= 2.0F;
      sources.model.sources.push_back({gather->receivers[static_cast<std::size_t>(r)], series});
    }
    const auto one = make_cpu_stepper(block), other = make_cpu_stepper(sources);
    one->advance(c.steps + 20);
    other->advance(c.steps + 20);
    const double size = largest_of(pressure_of(*other));
    QVERIFY(size > 0.0);
    QVERIFY(difference(pressure_of(*one), pressure_of(*other)) < 1e-6 * size);
  }

  void what_does_not_belong_together_is_refused() {
    StepCase c;
    c.faces = {C, C, C, C, F, C};
    const StepModel model(c);
    c.precision = Precision::binary32;
    const StepModel other(c);
    const auto a = make_cpu_stepper(model.setup), b = make_cpu_stepper(other.setup);
    const auto sink = a->make_sink(SinkKind::energy);
    const WaveStepper* const wrong[]{b.get()};
    QVERIFY_EXCEPTION_THROWN(sink->add(wrong), InputError);
    QVERIFY_EXCEPTION_THROWN(b->attach(*sink, 1), InputError);
    QVERIFY_EXCEPTION_THROWN(a->scatter(*a), InputError);
    QVERIFY_EXCEPTION_THROWN(b->restore(*a->levels(), 0), InputError);
    StepperSetup adjoint = model.setup;
    adjoint.adjoint = true;
    adjoint.model.time_order = 4;
    QVERIFY_EXCEPTION_THROWN(make_cpu_stepper(adjoint), InputError);
    std::stop_source stop;
    stop.request_stop();
    QCOMPARE(a->advance(5, stop.get_token()), 0);
  }
};

}  // namespace test_stepper

FOLDWAVE_TEST(test_stepper, run_guiless<test_stepper::TestStepper>)
#include "test_stepper.moc"
