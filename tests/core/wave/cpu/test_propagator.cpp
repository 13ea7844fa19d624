// Protects the physics of the CPU propagator on small grids: amplitude and time of a point source for every
// order, free surface, sponge, reciprocity, unequal spacings. The figures of `foldwave-cli verify` are larger
// versions of these.
#include <QTest>
#include <cmath>

#include "core/wave/analytic.hpp"
#include "core/wave/dispersion.hpp"
#include "tests/core/wave/wave_help.hpp"
#include "tests/test_program.hpp"

namespace test_propagator {

using namespace foldwave;

class TestPropagator : public QObject {
  Q_OBJECT
 private slots:
  void point_source_has_its_exact_amplitude_and_time_data() {
    QTest::addColumn<int>("order");
    QTest::addColumn<bool>("section");
    for (const bool section : {false, true}) {
      for (int order = 2; order <= max_stencil_order; order += 2)
        QTest::addRow("order %d%s", order, section ? ", section" : "") << order << section;
    }
  }
  void point_source_has_its_exact_amplitude_and_time() {
    FOLDWAVE_EACH(5);
    QFETCH(int, order);
    QFETCH(bool, section);
    // Unequal spacings, so that no two axes can be confused; no echo arrives in the time.
    Shot shot({56, section ? 1 : 70, 46}, {10.0, 8.0, 12.0}, 2000.0F);
    shot.model.stencil = taylor_stencil(order);
    shot.model.dt = 5e-4;
    shot.model.steps = 430;
    const double y = section ? 0.0 : 280.0;
    const Vec3 source{280.0, y, 276.0};
    shot.fire(source, 12.0);
    shot.model.receivers = {{430.0, y, 276.0}, {280.0, y, 420.0}, {370.0, y, 396.0}};
    if (!section) shot.model.receivers.push_back({280.0, 400.0, 276.0});
    const auto traces = shot.traces();
    const auto s = [](double t) { return ricker(12.0, t - 0.125); };
    for (std::size_t r = 0; r < traces.size(); ++r) {
      const double distance = norm(shot.model.receivers[r] - source);
      std::vector<double> exact;
      for (std::size_t n = 0; n < traces[r].size(); ++n) {
        const double t = static_cast<double>(n) * shot.model.dt;
        exact.push_back(section ? line_source_2d(s, t, distance, 2000.0, 1.0 / 12.0)
                                : point_source_3d(s, t, distance, 2000.0));
      }
      const double error = relative_l2(traces[r], exact);
      // Order 2 errs in space as the leapfrog does in time, (k h)^2 / 24, here with the widest spacing; the
      // next term of the series adds some percent.
      const double limit = order == 2 ? 1.1 * time_step_error(12.0 / 2000.0, 12.0, distance / 2000.0) : 0.01;
      QVERIFY2(error < limit, qPrintable(QString("receiver %1: %2").arg(r).arg(error)));
    }
  }

  void a_source_between_nodes_keeps_its_strength() {
    Shot shot({50, 1, 50}, {10.0, 10.0, 10.0}, 2000.0F);
    shot.model.dt = 5e-4;
    shot.model.steps = 500;
    shot.fire({243.0, 0.0, 238.0}, 8.0);
    shot.model.receivers = {{243.0, 0.0, 388.0}};
    const auto trace = shot.traces()[0];
    std::vector<double> exact;
    for (std::size_t n = 0; n < trace.size(); ++n)
      exact.push_back(line_source_2d([](double t) { return ricker(8.0, t - 0.1875); },
                                     static_cast<double>(n) * 5e-4, 150.0, 2000.0, 0.125));
    QVERIFY2(relative_l2(trace, exact) < 0.007, qPrintable(QString::number(relative_l2(trace, exact))));
  }

  void free_faces_reflect_with_minus_one_data() {
    QTest::addColumn<int>("face");
    for (int face = 0; face < 6; ++face)
      QTest::addRow("%s", face_names[static_cast<std::size_t>(face)]) << face;
  }
  // Each face in turn: the field is that of a grid doubled across the face, less its mirror image.
  void free_faces_reflect_with_minus_one() {
    QFETCH(int, face);
    const int axis = face / 2;
    const std::array<int, 3> n{26, 24, 28};
    const auto a = static_cast<std::size_t>(axis);
    auto doubled = n;
    doubled[a] = 2 * n[a] - 1;
    const double plane = (n[a] - 1) * 10.0;
    const Vec3 source{70.0, 90.0, 120.0}, receiver{180.0, 110.0, 60.0};
    const auto run = [&](const std::array<int, 3>& nodes, Vec3 from, const std::vector<Vec3>& to) {
      Shot shot(nodes, {10.0, 10.0, 10.0}, 2000.0F);
      shot.model.boundaries.fill(Boundary::sponge);
      if (nodes == n) shot.model.boundaries[static_cast<std::size_t>(face)] = Boundary::free;
      shot.model.pad_cells = 10;
      shot.model.dt = 1e-3;
      shot.model.steps = 300;
      shot.fire(from, 15.0);
      shot.model.receivers = to;
      return shot.traces();
    };
    // A low face of the half box is the middle of the doubled one, a high face too.
    Vec3 source2 = source, direct = receiver, image = receiver;
    if (face % 2 == 0) {
      source2[axis] += plane;
      direct[axis] = plane + receiver[axis];
      image[axis] = plane - receiver[axis];
    } else {
      image[axis] = 2.0 * plane - receiver[axis];
    }
    const auto half = run(n, source, {receiver});
    const auto whole = run(doubled, source2, {direct, image});
    auto expected = whole[0];
    for (std::size_t m = 0; m < expected.size(); ++m)
      expected[m] -= whole[1][m];
    QVERIFY(largest(whole[1]) > 1e-3 * largest(whole[0]));
    const double error = largest_difference(half[0], expected) / largest(whole[1]);
    QVERIFY2(error < 2e-5, qPrintable(QString::number(error)));
  }

  void the_sponge_swallows_the_wave() {
    const auto run = [](int more, Boundary boundary) {
      Shot shot({41 + 2 * more, 1, 41 + 2 * more}, {10.0, 10.0, 10.0}, 2000.0F);
      shot.model.boundaries.fill(boundary);
      shot.model.dt = 1.5e-3;
      shot.model.steps = 560;
      shot.fire({10.0 * more + 200.0, 0.0, 10.0 * more + 200.0}, 10.0);
      shot.model.receivers = {{10.0 * more + 200.0, 0.0, 10.0 * more + 360.0},
                              {10.0 * more + 340.0, 0.0, 10.0 * more + 360.0}};
      return shot.traces();
    };
    const auto sponge = run(0, Boundary::sponge), open = run(60, Boundary::sponge);
    const auto closed = run(0, Boundary::free);
    for (std::size_t r = 0; r < open.size(); ++r) {
      const double incident = largest(open[r]);
      QVERIFY2(largest_difference(sponge[r], open[r]) < 0.03 * incident,
               qPrintable(QString::number(largest_difference(sponge[r], open[r]) / incident)));
      QVERIFY(largest_difference(closed[r], open[r]) > 0.5 * incident);
    }
  }

  // In 3D nothing is left once the direct wave is past: every face is looked at by a receiver before it.
  void the_sponge_swallows_the_wave_at_every_face() {
    Shot shot({21, 21, 21}, {10.0, 10.0, 10.0}, 2000.0F);
    shot.model.boundaries.fill(Boundary::sponge);
    shot.model.pad_cells = 30;
    shot.model.dt = 1.5e-3;
    shot.model.steps = 380;
    const Vec3 source{100.0, 100.0, 100.0};
    shot.fire(source, 15.0);
    for (int axis = 0; axis < 3; ++axis)
      for (const double end : {10.0, 190.0}) {
        Vec3 at = source;
        at[axis] = end;
        shot.model.receivers.push_back(at);
      }
    const auto past = static_cast<std::ptrdiff_t>((90.0 / 2000.0 + 0.1 + 0.1) / shot.model.dt);
    for (const auto& trace : shot.traces()) {
      const std::vector<double> left(trace.begin() + past, trace.end());
      QVERIFY2(largest(left) < 0.03 * largest(trace),
               qPrintable(QString::number(largest(left) / largest(trace))));
    }
  }

  void source_and_receiver_can_change_places() {
    const auto run = [](Vec3 from, Vec3 to) {
      Shot shot({30, 28, 26}, {10.0, 12.0, 9.0}, 1500.0F);
      for (int k = 12; k < 26; ++k)
        for (int j = 0; j < 28; ++j)
          for (int i = 0; i < 30; ++i)
            shot.velocity(i, j, k) = j < 14 ? 2500.0F : 3200.0F;
      shot.model.boundaries.fill(Boundary::sponge);
      shot.model.boundaries[z_min] = Boundary::free;
      shot.model.pad_cells = 8;
      shot.model.dt = 0.7e-3;
      shot.model.steps = 400;
      shot.fire(from, 18.0);
      shot.model.receivers = {to};
      return shot.traces()[0];
    };
    // `a` lies between nodes of different velocity, near the surface of the fast layer.
    const Vec3 a{43.0, 71.0, 103.0}, b{241.0, 222.0, 200.0};
    const auto there = run(a, b), back = run(b, a);
    QVERIFY(largest(there) > 0.0);
    QVERIFY(largest_difference(there, back) < 2e-5 * largest(there));
  }
};

}  // namespace test_propagator

FOLDWAVE_TEST(test_propagator, run_guiless<test_propagator::TestPropagator>)
#include "test_propagator.moc"
