// Protects scenarios whose horizon is a mesh: the example runs with either method and has its middle limb
// upside down; JSON keeps a mesh whole; what cannot run is refused before the run, at its place.
#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "core/base/error.hpp"
#include "core/base/worst.hpp"
#include "core/engine/horizon_setup.hpp"
#include "core/engine/pipeline.hpp"
#include "core/engine/preflight/preflight.hpp"
#include "core/model/scenario_check.hpp"
#include "core/model/scenario_json.hpp"
#include "tests/test_program.hpp"

namespace test_mesh_scenario {

using namespace foldwave;

namespace {

Scenario recumbent() {
  Scenario s = load_scenario(FOLDWAVE_SOURCE_DIR "/resources/scenarios/recumbent.json");
  s.grid.n = {33, 22, 22};
  s.grid.h = {60.0, 60.0, 60.0};
  return s;
}

MeshHorizon tilted_square() {
  MeshHorizon mesh;
  mesh.vertices = {
      {-500.0, -500.0, 500.0}, {2500.0, -500.0, 700.0}, {-500.0, 2500.0, 500.0}, {2500.0, 2500.0, 700.0}};
  mesh.triangles = {{0, 2, 1}, {1, 2, 3}};
  return mesh;
}

// The first error of preflight, as one line.
QString refusal(const Scenario& s) {
  for (const Finding& f : preflight(s, *cpu_backend()))
    if (f.severity == Severity::error)
      return QString::fromStdString(f.path + ": " + f.problem + "; " + f.remedy);
  return {};
}

}  // namespace

class TestMeshScenario : public QObject {
  Q_OBJECT
 private slots:
  void the_example_has_a_limb_upside_down() {
    const Scenario s = recumbent();
    QVERIFY2(refusal(s).isEmpty(), qPrintable(refusal(s)));
    const FoldResult fold = run_fold(s, *cpu_backend(), {});
    QVERIFY(fold.mesh && !fold.horizon);
    QVERIFY(fold.warnings.empty());
    QCOMPARE(fold.unreached, 0);
    // Down through the fold: younger, older, younger, older.
    int turns = 0;
    for (int k = 1; k < s.grid.n[2]; ++k)
      turns += (fold.arrival(16, 11, k) > 0.0F) != (fold.arrival(16, 11, k - 1) > 0.0F) ? 1 : 0;
    QCOMPARE(turns, 3);
    QVERIFY(fold.arrival(16, 11, 0) > 0.0F);
  }

  void pmm_agrees_with_the_foot_points() {
    Scenario s = recumbent();
    const FoldResult exact = run_fold(s, *cpu_backend(), {});
    s.events[0].fold.method = FoldMethod::pmm;
    const FoldResult pmm = run_fold(s, *cpu_backend(), {});
    QVERIFY(pmm.method != exact.method);
    float largest = 0.0F;
    float apart = 0.0F;
    for (Index m = 0; m < exact.arrival.size(); ++m) {
      largest = worst_of(largest, std::abs(exact.arrival[m]));
      apart = worst_of(apart, std::abs(exact.arrival[m] - pmm.arrival[m]));
    }
    QVERIFY(apart > 0.0F && apart < 0.03F * largest);
  }

  void json_keeps_a_mesh_data() {
    QTest::addColumn<bool>("file");
    QTest::newRow("file") << true;
    QTest::newRow("inline") << false;
  }
  void json_keeps_a_mesh() {
    QFETCH(bool, file);
    Scenario s = recumbent();
    MeshHorizon mesh = tilted_square();
    if (file) {
      mesh = {};
      mesh.file = "a.ts";
      mesh.z = VerticalSense::depth;
    }
    mesh.younger = YoungerSide::below;
    mesh.extra["note"] = "\"kept\"";
    s.events[0].horizon = mesh;
    const Scenario back = parse_scenario(scenario_text(s), "s.json");
    QVERIFY(back.events[0].horizon == s.events[0].horizon);
  }

  // Two triangles make a plane, with T as far as it is away; turned to the other side, its sign turns too.
  void an_inline_mesh_runs() {
    Scenario s = recumbent();
    s.grid.n = {10, 10, 10};
    s.grid.h = {100.0, 100.0, 100.0};
    MeshHorizon mesh = tilted_square();
    s.events[0].horizon = mesh;
    const FoldResult above = run_fold(s, *cpu_backend(), {});
    mesh.younger = YoungerSide::below;
    s.events[0].horizon = mesh;
    const FoldResult below = run_fold(s, *cpu_backend(), {});
    const double slope = 200.0 / 3000.0;
    for (int k = 0; k < 10; ++k) {
      const double exact = (500.0 + slope * (300.0 + 500.0) - 100.0 * k) / std::hypot(1.0, slope);
      QVERIFY(std::abs(static_cast<double>(above.arrival(3, 4, k)) - exact) < 8e-5);
      QCOMPARE(below.arrival(3, 4, k), -above.arrival(3, 4, k));
    }
  }

  void a_stop_is_heard_while_the_mesh_is_made() {
    std::stop_source source;
    source.request_stop();
    const Job job{nullptr, source.get_token()};
    QVERIFY_EXCEPTION_THROWN(build_mesh_horizon(recumbent(), nullptr, job), Stopped);
    QVERIFY_EXCEPTION_THROWN(run_fold(recumbent(), *cpu_backend(), job), Stopped);
  }

  void repairs_are_said() {
    Scenario s = recumbent();
    s.grid.n = {10, 10, 10};
    s.grid.h = {100.0, 100.0, 100.0};
    MeshHorizon mesh = tilted_square();
    mesh.triangles[1] = {1, 3, 2};
    s.events[0].horizon = mesh;
    const FoldResult fold = run_fold(s, *cpu_backend(), {});
    QCOMPARE(fold.warnings.size(), 1U);
    QVERIFY(QString::fromStdString(fold.warnings[0]).contains("1 triangles were wound against"));
  }

  void what_cannot_run_is_refused_data() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("start");
    QTest::addColumn<QString>("says");
    QTest::newRow("no file") << 0 << "/events/0/horizon"
                             << "nowhere.ts: is not there";
    QTest::newRow("misses the box") << 1 << "/events/0/horizon: "
                                    << "misses the box: it lies at x";
    QTest::newRow("overturned limb") << 2 << "/events/0/fold/lambda"
                                     << "normal speed";
    QTest::newRow("a section") << 3 << "/events/0/horizon/type"
                               << "2D section";
    QTest::newRow("bad index") << 4 << "/events/0/horizon/triangles/1"
                               << "no vertex 9";
    QTest::newRow("nothing") << 5 << "/events/0/horizon"
                             << "neither a file nor triangles";
  }
  void what_cannot_run_is_refused() {
    QFETCH(int, kind);
    QFETCH(QString, start);
    QFETCH(QString, says);
    Scenario s = recumbent();
    MeshHorizon mesh = tilted_square();
    if (kind == 0) mesh = {"nowhere.ts", {}, {}, {}, YoungerSide::above, {}};
    if (kind == 1)
      for (Vec3& p : mesh.vertices)
        p.x += 1e5;
    if (kind == 2) {
      s.events[0].fold.parameters = FoldParameters::from_lambda(0.6);
      s.events[0].fold.axial_line = {0.0, 90.0};
    } else {
      if (kind == 3) s.grid.n[1] = 1;
      if (kind == 4) mesh.triangles[1][2] = 9;
      if (kind == 5) mesh = {};
      s.events[0].horizon = mesh;
    }
    const QString message = refusal(s);
    QVERIFY2(message.startsWith(start) && message.contains(says), qPrintable(message));
    // A run that nobody checked before refuses as well.
    QVERIFY_EXCEPTION_THROWN(run_fold(s, *cpu_backend(), {}), InputError);
  }

  void a_mesh_that_ends_inside_the_box_is_warned_of() {
    Scenario s = recumbent();
    MeshHorizon mesh = tilted_square();
    for (Vec3& p : mesh.vertices)
      p = {0.2 * p.x + 500.0, 0.2 * p.y + 300.0, p.z};
    s.events[0].horizon = mesh;
    const Findings findings = preflight(s, *cpu_backend());
    QCOMPARE(findings.size(), 1U);
    QCOMPARE(findings[0].severity, Severity::warning);
    QVERIFY(QString::fromStdString(findings[0].problem).contains("ends inside the box"));
  }
};

}  // namespace test_mesh_scenario

FOLDWAVE_TEST(test_mesh_scenario, run_guiless<test_mesh_scenario::TestMeshScenario>)
#include "test_mesh_scenario.moc"
