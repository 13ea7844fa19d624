// Protects a scenario whose F, psi and a vary in space, from its file to T: stations in the JSON and a volume
// in a file say the same, PMM solves it whatever the method asked for, and what cannot be is refused by name.
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "core/base/worst.hpp"
#include "core/engine/pipeline.hpp"
#include "core/engine/preflight/preflight.hpp"
#include "core/engine/speed_setup.hpp"
#include "core/model/scenario_check.hpp"
#include "core/model/scenario_json.hpp"
#include "tests/test_program.hpp"
#ifdef FOLDWAVE_HAS_VTK
#include <vtkFloatArray.h>
#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkXMLImageDataWriter.h>
#endif

namespace test_varying_scenario {

using namespace foldwave;

namespace {

Scenario example() {
  Scenario s = load_scenario(FOLDWAVE_SOURCE_DIR "/resources/scenarios/changing-class.json");
  const Vec3 e = s.grid.extent();
  s.grid.n = {41, 21, 31};
  s.grid.h = {e.x / 40, e.y / 20, e.z / 30};
  s.propagation.enabled = false;
  return s;
}

SpeedVariation& varies(Scenario& s) {
  return *s.events.front().fold.varies;
}

QString first_error(const Scenario& s) {
  for (const Finding& f : preflight(s, *cpu_backend()))
    if (f.severity == Severity::error) return QString::fromStdString(f.path + ": " + f.problem);
  return {};
}

}  // namespace

class TestVaryingScenario : public QObject {
  Q_OBJECT
 private slots:
  void the_example_folds_by_pmm() {
    const Scenario s = example();
    QCOMPARE(first_error(s), QString());
    const FoldResult fold = run_fold(s, *cpu_backend(), {});
    QCOMPARE(QString::fromStdString(fold.method), QString("pmm"));
    QCOMPARE(fold.unreached, Index{0});
    // On the west crest the fold is parallel, on the east crest it is not: both keep their thickness at the
    // hinge, where F + psi a.n is 1, and differ on the limbs.
    const auto thickness = [&](int i) {  // of T = 0 .. 300 above the horizon
      double top = 0.0, base = 0.0;
      for (int k = 0; k + 1 < fold.grid.n[2]; ++k) {
        const auto a = static_cast<double>(fold.arrival(i, 10, k));
        const auto b = static_cast<double>(fold.arrival(i, 10, k + 1));
        if (a >= 300.0 && b < 300.0) top = (k + (a - 300.0) / (a - b)) * fold.grid.h[2];
        if (a >= 0.0 && b < 0.0) base = (k + a / (a - b)) * fold.grid.h[2];
      }
      return base - top;
    };
    const double h = fold.grid.h[0];
    const double crest = thickness(static_cast<int>(std::lround(825.0 / h)));
    QVERIFY(std::abs(crest - 300.0) < 3.0);
    // Vertically, a parallel layer is thicker on the limb by 1 / cos(dip); a similar one is not.
    const double west = thickness(static_cast<int>(std::lround(412.0 / h)));
    const double east = thickness(static_cast<int>(std::lround(2890.0 / h)));
    QVERIFY2(west > east + 10.0, qPrintable(QString("%1 %2").arg(west).arg(east)));
  }

  // With crests of twice the height the parallel side folds its core together.
  void a_bend_that_is_too_tight_is_told() {
    Scenario s = example();
    std::get<TrainsHorizon>(s.events[0].horizon).trains[0].amplitude *= 2.0;
    const FoldResult fold = run_fold(s, *cpu_backend(), {});
    QVERIFY(fold.caustics.notable && fold.caustics.nodes > 0);
    const QString nodes = QString(" At %1 nodes (").arg(fold.caustics.nodes);
    int told = 0;
    for (const Finding& f : preflight(s, *cpu_backend()))
      if (QString::fromStdString(f.problem).contains("bends more tightly")) {
        ++told;
        QCOMPARE(QString::fromStdString(f.path), QString("/events/0/fold/varies"));
        QVERIFY2(QString::fromStdString(f.problem).contains(nodes), f.problem.c_str());
      }
    QCOMPARE(told, 1);
    // More of it in the west, where the class is 1B.
    Index west = 0, east = 0;
    for (Index c = 0; c < static_cast<Index>(fold.caustics.map.size()); ++c)
      (c % 41 < 20 ? west : east) += fold.caustics.map[static_cast<std::size_t>(c)];
    QVERIFY2(west > east, qPrintable(QString("%1 %2").arg(west).arg(east)));
  }

  void a_volume_says_what_stations_say() {
#ifdef FOLDWAVE_HAS_VTK
    Scenario s = example();
    const FoldResult wanted = run_fold(s, *cpu_backend(), {});
    // Larger than the box, as what lies around it counts too.
    const auto model = build_speeds(s);
    const Vec3 first{-600.0, -600.0, -300.0};
    const std::array<int, 3> n{91, 67, 61};
    const double h = 50.0;
    vtkNew<vtkImageData> image;
    image->SetDimensions(n.data());
    image->SetSpacing(h, h, h);
    image->SetOrigin(first.x, first.y, -(first.z + (n[2] - 1) * h));
    vtkNew<vtkFloatArray> F, psi;
    F->SetName("F");
    psi->SetName("psi_a");
    psi->SetNumberOfComponents(3);
    for (int k = n[2] - 1; k >= 0; --k)
      for (int j = 0; j < n[1]; ++j)
        for (int i = 0; i < n[0]; ++i) {
          const FoldSpeeds at = model->at(first + Vec3{i * h, j * h, k * h});
          F->InsertNextValue(static_cast<float>(at.F));
          psi->InsertNextTuple3(at.b.x, at.b.y, -at.b.z);
        }
    image->GetPointData()->AddArray(F);
    image->GetPointData()->AddArray(psi);
    QTemporaryDir folder;
    const std::string file = folder.filePath("speeds.vti").toStdString();
    vtkNew<vtkXMLImageDataWriter> writer;
    writer->SetFileName(file.c_str());
    writer->SetInputData(image);
    QVERIFY(writer->Write() == 1);

    varies(s) = {{}, "speeds.vti", {}};
    s.folder = folder.path().toStdString();
    QCOMPARE(first_error(s), QString());
    const FoldResult found = run_fold(s, *cpu_backend(), {});
    double worst = 0.0;
    for (Index m = 0; m < wanted.arrival.size(); ++m)
      worst = worst_of(worst, std::abs(static_cast<double>(found.arrival[m] - wanted.arrival[m])));
    QVERIFY2(worst < 1.0, qPrintable(QString::number(worst)));  // metres, of 1150

    s.folder = folder.filePath("elsewhere").toStdString();
    QVERIFY(first_error(s).startsWith("/events/0/fold/varies/file: "));
    QVERIFY(first_error(s).contains("speeds.vti: is not there"));

    s.folder = folder.path().toStdString();
    s.grid.origin.y += 500e3;
    std::get<TrainsHorizon>(s.events[0].horizon).trains[0].crest[1] += 500e3;
    QVERIFY(first_error(s).startsWith("/events/0/fold/varies/file: the volume lies beside the box"));
#else
    QSKIP("this build reads no .vti files");
#endif
  }

  void json_keeps_it() {
    const Scenario s = load_scenario(FOLDWAVE_SOURCE_DIR "/resources/scenarios/changing-class.json");
    const std::string text = scenario_text(s);
    Scenario again = parse_scenario(text, "again");
    again.folder = s.folder;
    QVERIFY(again == s);
    QCOMPARE(scenario_text(again), text);
    Scenario file = s;
    varies(file) = {{}, "speeds.vti", {{"x_key", "1"}}};
    Scenario keys = s;
    varies(keys).stations[0].extra = {{"x_station", "2"}};
    varies(keys).stations[0].line_extra = {{"x_line", "3"}};
    again = parse_scenario(scenario_text(keys), "again");
    again.folder = s.folder;
    QVERIFY(again == keys);
    again = parse_scenario(scenario_text(file), "again");
    again.folder = s.folder;
    QVERIFY(again == file);
  }

  void what_cannot_be_is_refused_by_name() {
    Scenario s = example();
    s.events[0].fold.method = FoldMethod::foot_point;
    QVERIFY(first_error(s).startsWith("/events/0/fold/method: the foot-point method needs"));
    s = example();
    varies(s).stations[1].parameters = FoldParameters::from_lambda(1.2);
    QVERIFY(first_error(s).startsWith("/events/0/fold/varies/stations/1/lambda"));
    s = example();
    varies(s).stations[0].axial_line.plunge = 91.0;
    QVERIFY(first_error(s).startsWith("/events/0/fold/varies/stations/0/axial_line/plunge"));
    s = example();
    varies(s).stations[1].position = varies(s).stations[0].position;
    QVERIFY(first_error(s).startsWith("/events/0/fold/varies/stations/1/position"));
    s = example();
    varies(s).stations[0].position.x = NAN;
    QVERIFY(first_error(s).startsWith("/events/0/fold/varies/stations/0/position"));
    // Level advection on limbs that dip against it: the front cannot leave the horizon.
    s = example();
    varies(s).stations[1].parameters = FoldParameters::from_lambda(0.9);
    varies(s).stations[1].axial_line = {90.0, 0.0};
    QVERIFY(first_error(s).startsWith("/events/0/fold/varies: the fold cannot propagate"));
    const auto refused = [](const std::string& from, const std::string& to) {
      std::string text = scenario_text(example());
      text.replace(text.find(from), from.size(), to);
      try {
        parse_scenario(text, "s.json");
      } catch (const InputError& e) {
        return QString(e.what());
      }
      return QString();
    };
    QVERIFY(refused("\"stations\": [", "\"file\": \"a.vti\", \"stations\": [").contains("varies/stations"));
    QVERIFY(refused("\"stations\": [", "\"x\": [").contains("varies/stations: is missing"));
  }
};

}  // namespace test_varying_scenario

FOLDWAVE_TEST(test_varying_scenario, run_guiless<test_varying_scenario::TestVaryingScenario>)
#include "test_varying_scenario.moc"
