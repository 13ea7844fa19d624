// Protects what goes out and comes in again: every surface that can be written and read lies, read as a
// horizon, where it was. Against T itself between its nodes, which no file is made of: a surface's own places
// lie on the level, and every place of the level in the box lies on the surface.
#include <QTemporaryDir>
#include <QTest>

#include "core/base/worst.hpp"
#include "core/engine/backend.hpp"
#include "core/engine/horizon_setup.hpp"
#include "core/engine/pipeline.hpp"
#include "core/formats/horizons/horizon_file.hpp"
#include "core/formats/horizons/tsurf.hpp"
#include "core/formats/horizons/xyz.hpp"
#include "core/formats/vtk/poly_reader.hpp"
#include "core/formats/vtk/poly_writer.hpp"
#include "core/geology/thickness_map.hpp"
#include "core/horizon/picks_frame.hpp"
#include "core/model/scenario_json.hpp"
#include "core/output/geometry_files.hpp"
#include "core/output/surface_files.hpp"
#include "tests/test_program.hpp"

namespace test_surface_round_trip {

using namespace foldwave;

namespace {

constexpr double foot = 0.3048;

// Its fold alone.
Scenario example(const std::string& name) {
  Scenario s = load_scenario(FOLDWAVE_SOURCE_DIR "/resources/scenarios/" + name + ".json");
  s.propagation.enabled = false;
  return s;
}

// The example with its map moved elsewhere.
Scenario moved_to(Scenario s, const Vec3& origin) {
  const Vec3 by = origin - s.grid.origin;
  s.grid.origin = origin;
  for (FoldEvent& event : s.events) {
    auto& trains = std::get<TrainsHorizon>(event.horizon);
    trains.depth += by.z;
    for (FoldTrain& train : trains.trains)
      train.crest = {train.crest[0] + by.x, train.crest[1] + by.y};
  }
  return s;
}

// The same box in fewer nodes.
Scenario coarse(Scenario s, int times) {
  for (std::size_t a = 0; a < 3; ++a) {
    s.grid.n[a] = (s.grid.n[a] - 1) / times + 1;
    s.grid.h[a] *= times;
  }
  return s;
}

struct Off {
  double surface = 0.0;  // the farthest that a place of the surface, its continuation too, lies off it
  double level = 0.0;    // the farthest that a place of the level lies off the surface
};

// How far a surface that was read is from a boundary, or the horizon.
Off off(const TriangulatedHorizon& read, const FoldResult& fold, const LayerBoundary& boundary) {
  Off worst;
  const Grid3& g = fold.grid;
  const ArrivalProbe probe(g, *boundary.field);
  for (const Vec3& p : read.surface().nodes) {
    const auto jet = probe.at(p);
    if (!jet) continue;
    worst.surface = worst_of(worst.surface, std::abs(jet->T - boundary.level) / norm(jet->gradient));
  }
  for (int j = 0; j < g.n[1]; ++j)
    for (int i = 0; i < g.n[0]; ++i)
      for (const double depth : column_crossings(g, boundary, i, j)) {
        Vec3 p = g.local(i, j, 0);
        p.z = depth;
        worst.level = worst_of(worst.level, read.nearest(p, nullptr).time);
      }
  return worst;
}

}  // namespace

class TestSurfaceRoundTrip : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::filesystem::path at(const std::string& name) const {
    return folder_.filePath(QString::fromStdString(name)).toStdString();
  }

  // A surface's file in feet: what another program would give back.
  std::filesystem::path in_feet(const std::filesystem::path& file) const {
    HorizonPicks picks = read_horizon_file(file, {{}, {}, {}, parse_vtp});
    for (Vec3& p : picks.points)
      p = (1.0 / foot) * p;
    const auto scaled = at("feet" + file.extension().string());
    if (file.extension() == ".vtp") {
      // The writer takes depth, the file has elevation.
      for (Vec3& p : picks.points)
        p.z = -p.z;
      for (auto& t : picks.triangles)
        std::swap(t[1], t[2]);
      write_mesh(scaled, {picks.points, picks.triangles, {}});
    } else if (file.extension() == ".ts") {
      write_tsurf(scaled, "feet", picks.points, picks.triangles);
    } else {
      write_xyz(scaled, picks.points, "x[ft] y[ft] elevation[ft]");
    }
    return scaled;
  }

  HorizonPicks come_back(const std::filesystem::path& file, double unit,
                         const ColumnChoice& columns = {}) const {
    HorizonPicks picks = read_horizon_file(unit == 1.0 ? file : in_feet(file), {{}, columns, {}, parse_vtp});
    PicksChoice choice;
    choice.xy = choice.z = unit == 1.0 ? Unit::metre : Unit::foot;
    to_map(picks, choice);
    return picks;
  }

  // As the desktop keeps what it imports: triangles beside the scenario, elevation in metres.
  std::shared_ptr<const TriangulatedHorizon> as_horizon(const HorizonPicks& picks, const Scenario& s) const {
    std::vector<Vec3> points = picks.points;
    for (Vec3& p : points)
      p.z = -p.z;
    write_tsurf(at("copy.ts"), "copy", points, picks.triangles);
    Scenario again = s;
    MeshHorizon mesh;
    mesh.file = at("copy.ts").string();
    again.events[0].horizon = mesh;
    MeshReport report;
    const auto read = build_mesh_horizon(again, &report);
    if (report.repairs.welded > 0 || report.repairs.merged > 0)
      throw InputError("copy.ts", "has slivers", "");
    return read;
  }

 private slots:
  void layer_tops_come_back_as_triangles_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("coarsened");
    QTest::addColumn<QString>("suffix");
    QTest::addColumn<QList<int>>("tops");
    QTest::addColumn<double>("unit");
    QTest::addColumn<bool>("utm");
    QTest::addColumn<double>("limit");
    const QList<int> all{0, 1, 2, 3, 4};
    QTest::newRow("gentle") << "fold-1C" << 2 << ".ts" << all << 1.0 << false << 2.0;
    QTest::newRow("UTM") << "fold-1C" << 2 << ".ts" << all << 1.0 << true << 2.0;
    QTest::newRow("feet") << "fold-1C" << 2 << ".ts" << all << foot << false << 2.0;
    QTest::newRow("UTM, feet, .vtp") << "fold-1C" << 2 << ".vtp" << all << foot << true << 2.0;
    QTest::newRow("domes, .ts") << "dome-and-basin" << 2 << ".ts" << all << 1.0 << true << 10.0;
    QTest::newRow("domes, .vtp") << "dome-and-basin" << 2 << ".vtp" << QList<int>{3} << 1.0 << false << 10.0;
    // The others fall into parts at the sides of the box.
    QTest::newRow("recumbent") << "recumbent" << 1 << ".vtp" << QList<int>{1, 2, 3} << 1.0 << false << 2.0;
  }
  void layer_tops_come_back_as_triangles() {
    QFETCH(QString, name);
    QFETCH(int, coarsened);
    QFETCH(QString, suffix);
    QFETCH(QList<int>, tops);
    QFETCH(double, unit);
    QFETCH(bool, utm);
    QFETCH(double, limit);
    Scenario s = coarse(example(name.toStdString()), coarsened);
    if (utm) s = moved_to(std::move(s), {550551.81, 7821921.87, 500.25});
    const FoldResult fold = run_fold(s, *cpu_backend(), {});
    const auto boundaries = fold.layering().boundaries();
    Off worst;
    for (const int top : tops) {
      const auto b = static_cast<std::size_t>(top);
      const auto file = at("top" + suffix.toStdString());
      write_layer_top(file, s, fold, b, {});
      const auto read = as_horizon(come_back(file, unit), s);
      const Off o = off(*read, fold, boundaries[b]);
      worst = {worst_of(worst.surface, o.surface), worst_of(worst.level, o.level)};
    }
    qInfo("off by %.3g m, the level by %.3g m", worst.surface, worst.level);
    QVERIFY2(worst.surface < limit && worst.level < limit,
             qPrintable(QString("%1 m, %2 m").arg(worst.surface).arg(worst.level)));
  }

  // One elevation a column: what is read lies on the crossing of the column, to the digits that the file has.
  void one_elevation_a_column_comes_back_data() {
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("suffix");
    QTest::addColumn<double>("unit");
    QTest::addColumn<double>("limit");
    for (const char* what : {"horizon", "layer-top"})
      for (const double unit : {1.0, foot}) {
        const auto row = [&](const char* suffix, double limit) {
          QTest::addRow("%s %s %s", what, suffix, unit == 1.0 ? "m" : "ft")
              << what << suffix << unit << limit;
        };
        row(".xyz", 1e-3);
        row(".cps3", 1e-3);
        if (QString(what) == "layer-top") row(".csv", 1e-3);
      }
  }
  void one_elevation_a_column_comes_back() {
    QFETCH(QString, what);
    QFETCH(QString, suffix);
    QFETCH(double, unit);
    QFETCH(double, limit);
    Scenario s = moved_to(coarse(example("fold-1C"), 2), {550551.81, 7821921.87, 500.25});
    // One boundary, so that a table holds no other.
    s.stack.layers.resize(2);
    s.stack.horizon_is_top_of = 1;
    const FoldResult fold = run_fold(s, *cpu_backend(), {});
    const auto boundaries = fold.layering().boundaries();
    QCOMPARE(boundaries.size(), 1U);
    const auto file = at("surface" + suffix.toStdString());
    ColumnChoice columns;
    if (suffix == ".csv")
      write_geometry_table(file, "attitudes", s, fold, {}, {});
    else if (what == "horizon")
      write_horizon(file, s, fold);
    else
      write_layer_top(file, s, fold, 0, {});
    const HorizonPicks picks = come_back(file, unit);
    const Grid3& g = fold.grid;
    QVERIFY(picks.points.size() > static_cast<std::size_t>(g.n[0] * g.n[1]) * 9 / 10);
    double worst = 0.0;
    for (const Vec3& p : picks.points) {
      const Vec3 local = p - g.origin;
      worst = worst_of(worst, std::abs(fold.horizon->depth(local.x, local.y) - local.z));
    }
    qInfo("off by %.3g m", worst);
    QVERIFY2(worst < limit, qPrintable(QString::number(worst)));
  }

  void the_horizon_comes_back_as_triangles_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("suffix");
    QTest::addColumn<double>("unit");
    for (const char* suffix : {".ts", ".vtp"})
      for (const double unit : {1.0, foot}) {
        QTest::addRow("height field %s %s", suffix, unit == 1.0 ? "m" : "ft") << "fold-1C" << suffix << unit;
        QTest::addRow("mesh %s %s", suffix, unit == 1.0 ? "m" : "ft") << "recumbent" << suffix << unit;
      }
  }
  void the_horizon_comes_back_as_triangles() {
    QFETCH(QString, name);
    QFETCH(QString, suffix);
    QFETCH(double, unit);
    const bool is_mesh = name == "recumbent";
    Scenario s = coarse(example(name.toStdString()), is_mesh ? 3 : 2);
    if (!is_mesh) s = moved_to(std::move(s), {550551.81, 7821921.87, 500.25});
    const FoldResult fold = run_fold(s, *cpu_backend(), {});
    const auto file = at("horizon" + suffix.toStdString());
    write_horizon(file, s, fold);
    const auto read = as_horizon(come_back(file, unit), s);
    double worst = 0.0;
    const auto keep = [&](const Vec3& p) { worst = worst_of(worst, read->nearest(p, nullptr).time); };
    if (is_mesh) {
      const PatchSurface& drawn = fold.mesh->surface();
      for (std::size_t i = 0; i < drawn.skirt_nodes; i += 7)
        keep(drawn.nodes[i]);
    } else {
      for (double x = 5.0; x < s.grid.extent().x; x += 11.0)
        for (double y = 5.0; y < s.grid.extent().y; y += 31.0)
          keep({x, y, fold.horizon->depth(x, y)});
    }
    qInfo("off by %.3g m", worst);
    QVERIFY2(worst < 0.1, qPrintable(QString::number(worst)));
  }
};

}  // namespace test_surface_round_trip

FOLDWAVE_TEST(test_surface_round_trip, run_guiless<test_surface_round_trip::TestSurfaceRoundTrip>)
#include "test_surface_round_trip.moc"
