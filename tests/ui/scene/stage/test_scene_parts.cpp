// Protects what the views are made of: colours that are honest about size, round ticks, slices that show the
// right nodes, surfaces that lie where T says, and the geometry of dragging a control point.
#include <vtkCellArray.h>
#include <vtkDataArray.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>
#include <vtkRenderWindow.h>
#include <vtkRenderer.h>
#include <vtkXMLPolyDataReader.h>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <filesystem>

#include "core/base/vec3_product.hpp"
#include "core/base/worst.hpp"
#include "core/engine/horizon_setup.hpp"
#include "core/model/scenario_json.hpp"
#include "core/output/surface_files.hpp"
#include "tests/test_program.hpp"
#include "ui/scene/gather/gather_gain.hpp"
#include "ui/scene/rock/handle_drag.hpp"
#include "ui/scene/rock/slice.hpp"
#include "ui/scene/stage/offscreen.hpp"
#include "ui/scene/stage/ticks.hpp"
#include "ui/scene/structure/structure_scene.hpp"
#include "ui/scene/wave/snapshot.hpp"

namespace test_scene_parts {

using namespace foldwave;

namespace {

Rgb color_at(const ColorMap& map, double part) {
  const Bytes3 c = map.at(part);
  return {c[0] / 255.0, c[1] / 255.0, c[2] / 255.0};
}

// A tilted plane, T = depth of the plane minus depth.
FoldResult tilted_fold(int n, double h) {
  FoldResult fold;
  fold.grid.n = {n, n + 2, n + 4};
  fold.grid.h = {h, h, h};
  fold.arrival = Field<float>(fold.grid.n);
  for (int k = 0; k < n + 4; ++k)
    for (int j = 0; j < n + 2; ++j)
      for (int i = 0; i < n; ++i)
        fold.arrival(i, j, k) = static_cast<float>(5 * h + 0.25 * i * h - k * h);
  fold.bands.boundary = {2 * h, 0.0, -3 * h};
  return fold;
}

}  // namespace

class TestSceneParts : public QObject {
  Q_OBJECT

 private slots:
  void maps_change_evenly_in_lightness();
  void published_maps_are_what_was_published();
  void diverging_map_is_white_at_zero();
  void missing_values_have_their_own_color();
  void ticks_are_round_and_inside();
  void slices_show_their_nodes();
  void refined_slice_keeps_nodes();
  void surfaces_lie_where_T_says();
  void bent_surfaces_have_their_normals();
  void coarse_surfaces_lie_there_too();
  void unreached_nodes_make_no_surface();
  void screen_and_file_agree_data();
  void screen_and_file_agree();
  void clip_limit_is_the_percentile();
  void gain_grows_with_time();
  void agc_evens_out();
  void agc_window_is_as_long_as_it_says();
  void column_shows_the_strongest_sample();
  void drag_follows_the_pointer();
  void an_arrow_turns_after_the_pointer();
  void the_horizon_is_painted_where_it_cannot_fold();
  void a_mesh_is_drawn_as_it_lies();
};

void TestSceneParts::maps_change_evenly_in_lightness() {
  for (const ColorMap* const map : {&viridis_map(), &cividis_map(), &gray_map()}) {
    const double first = lightness(color_at(*map, 0)), last = lightness(color_at(*map, 1));
    QVERIFY2(last - first > 0.5, map->name().c_str());
    for (int i = 0; i <= 20; ++i) {
      const double even = first + (last - first) * i / 20.0;
      QVERIFY2(std::abs(lightness(color_at(*map, i / 20.0)) - even) < 0.03,
               (map->name() + " at " + std::to_string(i / 20.0)).c_str());
    }
  }
}

// At places where no colour was given to them: of the tables of 256 colours, bytes.
void TestSceneParts::published_maps_are_what_was_published() {
  const auto near = [](const ColorMap& map, int entry, const Bytes3& published) {
    const Bytes3 made = map.at(entry / 255.0);
    for (std::size_t c = 0; c < 3; ++c)
      if (std::abs(made[c] - published[c]) > 6) {
        qWarning("%s at %d: %d %d %d", map.name().c_str(), entry, made[0], made[1], made[2]);
        return false;
      }
    return true;
  };
  QVERIFY(near(viridis_map(), 0, {68, 1, 84}));
  QVERIFY(near(viridis_map(), 32, {71, 45, 123}));
  QVERIFY(near(viridis_map(), 64, {59, 82, 139}));
  QVERIFY(near(viridis_map(), 96, {44, 114, 142}));
  QVERIFY(near(viridis_map(), 159, {40, 174, 128}));
  QVERIFY(near(viridis_map(), 191, {94, 201, 98}));
  QVERIFY(near(viridis_map(), 223, {173, 220, 48}));
  QVERIFY(near(viridis_map(), 255, {253, 231, 37}));
  QVERIFY(near(cividis_map(), 0, {0, 34, 78}));
  QVERIFY(near(cividis_map(), 64, {67, 78, 108}));
  QVERIFY(near(cividis_map(), 128, {125, 124, 120}));
  QVERIFY(near(cividis_map(), 192, {188, 175, 111}));
  QVERIFY(near(cividis_map(), 255, {254, 232, 56}));
}

void TestSceneParts::diverging_map_is_white_at_zero() {
  const ColorMap& map = diverging_map();
  QVERIFY(lightness(color_at(map, 0.5)) > 0.94);
  for (int i = 1; i <= 10; ++i) {
    const double low = lightness(color_at(map, 0.5 - i / 20.0)),
                 high = lightness(color_at(map, 0.5 + i / 20.0));
    QVERIFY2(std::abs(low - high) < 0.05, "equal sizes of either sign are equally dark");
    QVERIFY(low < lightness(color_at(map, 0.5 - (i - 1) / 20.0)));
  }
  QVERIFY(color_at(map, 0).b > color_at(map, 0).r);
  QVERIFY(color_at(map, 1).r > color_at(map, 1).b);
}

void TestSceneParts::missing_values_have_their_own_color() {
  const Bytes3 missing = viridis_map().at(std::nan(""));
  QCOMPARE(missing, to_bytes(theme::missing));
  for (int i = 0; i < 256; ++i)
    QVERIFY(viridis_map().at(i / 255.0) != missing);
}

void TestSceneParts::ticks_are_round_and_inside() {
  const Ticks t = round_ticks(447120.0, 449660.0, 5);
  QCOMPARE(t.step, 1000.0);
  QCOMPARE(t.at, (std::vector<double>{448000.0, 449000.0}));
  QCOMPARE(QString::fromStdString(tick_text(0.3, 0.1)), QString("0.3"));
  QCOMPARE(QString::fromStdString(tick_text(-0.0, 100)), QString("0"));
  QCOMPARE(round_ticks(3.0, 3.0, 5).at.size(), std::size_t{1});
  QCOMPARE(round_ticks(1e9, std::nextafter(1e9, 2e9), 5).at.size(), std::size_t{1});
  // One alone tells no scale.
  QCOMPARE(round_ticks(-4.0, 4.0, 2).at, (std::vector{-4.0, -2.0, 0.0, 2.0, 4.0}));
  QCOMPARE(round_ticks(1.0, 124.0, 2).at, (std::vector{50.0, 100.0}));
  QCOMPARE(round_ticks(-10.0, 10.0, 2).at, (std::vector{-10.0, 0.0, 10.0}));
}

void TestSceneParts::slices_show_their_nodes() {
  Field<float> f({3, 4, 5});
  for (int k = 0; k < 5; ++k)
    for (int j = 0; j < 4; ++j)
      for (int i = 0; i < 3; ++i)
        f(i, j, k) = static_cast<float>(100 * i + 10 * j + k);
  const SliceValues x = slice_values(f, 0, 2), y = slice_values(f, 1, 3), z = slice_values(f, 2, 4);
  QCOMPARE((std::array{x.nu, x.nv, y.nu, y.nv, z.nu, z.nv}), (std::array{4, 5, 3, 5, 3, 4}));
  QCOMPARE(x.at(1, 4), 214.0F);
  QCOMPARE(y.at(2, 1), 231.0F);
  QCOMPARE(z.at(2, 3), 234.0F);
}

void TestSceneParts::refined_slice_keeps_nodes() {
  const SliceValues coarse{3, 2, {0, 1, 4, 10, 11, 14}};
  const SliceValues fine = refined(coarse, 8);
  QCOMPARE((std::array{fine.nu, fine.nv}), (std::array{9, 5}));
  for (int v = 0; v < 2; ++v)
    for (int u = 0; u < 3; ++u)
      QCOMPARE(fine.at(4 * u, 4 * v), coarse.at(u, v));
  QCOMPARE(fine.at(2, 0), 0.5F);
  QCOMPARE(fine.at(0, 2), 5.0F);
}

void TestSceneParts::surfaces_lie_where_T_says() {
  const FoldResult fold = tilted_fold(16, 10.0);
  const StructureGeometry g = structure_geometry(fold, {});
  QCOMPARE(g.boundaries.size(), std::size_t{3});
  for (std::size_t b = 0; b < 3; ++b) {
    vtkPolyData* const surface = g.boundaries[b];
    QVERIFY(surface->GetNumberOfPolys() > 200);
    for (vtkIdType i = 0; i < surface->GetNumberOfPoints(); ++i) {
      double p[3], n[3];
      surface->GetPoint(i, p);
      const double depth = 50.0 + 0.25 * p[0] - fold.bands.boundary[b];
      QVERIFY2(std::abs(-p[2] - depth) < 1e-3, "world z is minus the depth of the surface");
      surface->GetPointData()->GetNormals()->GetTuple(i, n);
      QVERIFY2(n[2] > 0.9, "normals point up");
    }
  }
  QVERIFY(std::abs(g.highest - (50 + 0.25 * 150)) < 1e-4);
}

void TestSceneParts::bent_surfaces_have_their_normals() {
  FoldResult fold = tilted_fold(16, 10.0);
  fold.grid.h = {10.0, 8.0, 7.0};
  const Grid3& grid = fold.grid;
  for (int k = 0; k < grid.n[2]; ++k)
    for (int j = 0; j < grid.n[1]; ++j)
      for (int i = 0; i < grid.n[0]; ++i) {
        const Vec3 p = grid.local(i, j, k);
        fold.arrival(i, j, k) = static_cast<float>(70.0 + 0.001 * p.x * p.x - 0.002 * p.y * p.y - p.z);
      }
  int seen = 0;
  const StructureGeometry g = structure_geometry(fold, {});
  for (const auto& surface : g.boundaries)
    for (vtkIdType i = 0; i < surface->GetNumberOfPoints(); ++i) {
      double p[3], n[3];
      surface->GetPoint(i, p);
      // Differences are one-sided at the box.
      bool inside = true;
      for (std::size_t a = 0; a < 3; ++a)
        inside = inside && std::abs(p[a]) > 1.5 * grid.h[a] &&
                 std::abs(p[a]) < grid.extent()[static_cast<int>(a)] - 1.5 * grid.h[a];
      if (!inside) continue;
      const Vec3 exact = unit(Vec3{0.002 * p[0], -0.004 * p[1], 1.0});
      surface->GetPointData()->GetNormals()->GetTuple(i, n);
      QVERIFY2(norm(Vec3{n[0], n[1], n[2]} - exact) < 2e-5,
               qPrintable(QString::number(norm(Vec3{n[0], n[1], n[2]} - exact))));
      ++seen;
    }
  QVERIFY(seen > 300);
}

void TestSceneParts::coarse_surfaces_lie_there_too() {
  const FoldResult fold = tilted_fold(16, 10.0);
  const StructureGeometry fine = structure_geometry(fold, {}),
                          coarse = structure_geometry(fold, {}, {160, 9});
  for (std::size_t b = 0; b < 3; ++b) {
    vtkPolyData* const surface = coarse.boundaries[b];
    QVERIFY(surface->GetNumberOfPolys() > 60);
    QVERIFY(surface->GetNumberOfPolys() < fine.boundaries[b]->GetNumberOfPolys() / 2);
    for (vtkIdType i = 0; i < surface->GetNumberOfPoints(); ++i) {
      double p[3];
      surface->GetPoint(i, p);
      QVERIFY(std::abs(-p[2] - (50.0 + 0.25 * p[0] - fold.bands.boundary[b])) < 1e-3);
    }
    double wide[6], as_wide[6];
    fine.boundaries[b]->GetBounds(wide);
    surface->GetBounds(as_wide);
    for (int a = 0; a < 6; ++a)
      QVERIFY2(std::abs(as_wide[a] - wide[a]) < 1e-3,
               qPrintable(QString("bound %1: %2, not %3").arg(a).arg(as_wide[a]).arg(wide[a])));
  }
}

void TestSceneParts::unreached_nodes_make_no_surface() {
  FoldResult fold = tilted_fold(16, 10.0);
  for (int k = 0; k < fold.grid.n[2]; ++k)
    for (int j = 0; j < fold.grid.n[1]; ++j)
      for (int i = 0; i < 4; ++i)
        fold.arrival(i, j, k) = std::numeric_limits<float>::infinity();
  const StructureGeometry g = structure_geometry(fold, {});
  for (const auto& surface : g.boundaries)
    for (vtkIdType i = 0; i < surface->GetNumberOfPoints(); ++i) {
      double p[3];
      surface->GetPoint(i, p);
      QVERIFY(std::isfinite(p[0] + p[1] + p[2]));
    }
  QVERIFY(std::isfinite(g.highest) && std::isfinite(g.lowest));
}

namespace {

double length_or_area(const std::vector<Vec3>& p) {
  return p.size() == 2 ? norm(p[1] - p[0]) : 0.5 * norm(cross_product(p[1] - p[0], p[2] - p[0]));
}

// Of triangles, or of the pieces of lines.
double size_of(vtkPolyData& data) {
  double size = 0.0;
  vtkIdType count = 0;
  const vtkIdType* ids = nullptr;
  const auto at = [&](vtkIdType i) {
    Vec3 p;
    data.GetPoint(i, &p.x);
    return p;
  };
  for (data.GetPolys()->InitTraversal(); data.GetPolys()->GetNextCell(count, ids) != 0;)
    size += length_or_area({at(ids[0]), at(ids[1]), at(ids[2])});
  for (data.GetLines()->InitTraversal(); data.GetLines()->GetNextCell(count, ids) != 0;)
    for (vtkIdType i = 1; i < count; ++i)
      size += length_or_area({at(ids[i - 1]), at(ids[i])});
  return size;
}

vtkSmartPointer<vtkPolyData> read_back(const std::filesystem::path& file) {
  auto reader = vtkSmartPointer<vtkXMLPolyDataReader>::New();
  reader->SetFileName(file.c_str());
  reader->Update();
  return reader->GetOutput();
}

}  // namespace

void TestSceneParts::screen_and_file_agree_data() {
  QTest::addColumn<bool>("section");
  QTest::addColumn<float>("mark");
  QTest::newRow("volume, infinite") << false << std::numeric_limits<float>::infinity();
  QTest::newRow("volume, minus infinite") << false << -std::numeric_limits<float>::infinity();
  QTest::newRow("section, infinite") << true << std::numeric_limits<float>::infinity();
  QTest::newRow("section, minus infinite") << true << -std::numeric_limits<float>::infinity();
}

// A fold that never reached a part of its box: what is drawn is what is written, and ends with the cells that
// have all their corners.
void TestSceneParts::screen_and_file_agree() {
  QFETCH(bool, section);
  QFETCH(float, mark);
  FoldResult fold = tilted_fold(16, 10.0);
  if (section) {
    Field<float> plane({16, 1, 20});
    for (int k = 0; k < 20; ++k)
      for (int i = 0; i < 16; ++i)
        plane(i, 0, k) = fold.arrival(i, 0, k);
    fold.grid.n[1] = 1;
    fold.arrival = std::move(plane);
  }
  for (int k = 0; k < fold.grid.n[2]; ++k)
    for (int j = 0; j < fold.grid.n[1]; ++j)
      for (int i = 0; i < 4 + j / 3; ++i)
        fold.arrival(i, j, k) = mark;
  Scenario scenario;
  for (const char* name : {"a", "b", "c", "d"}) {
    scenario.stack.layers.emplace_back();
    scenario.stack.layers.back().name = name;
  }
  scenario.events.resize(1);
  const StructureGeometry drawn = structure_geometry(fold, {});
  const StructureGeometry coarse = structure_geometry(fold, {}, {160, 9});
  QTemporaryDir folder;
  for (std::size_t b = 0; b < 3; ++b) {
    const std::filesystem::path file = folder.filePath("top.vtp").toStdString();
    write_layer_top(file, scenario, fold, b, {});
    const auto written = read_back(file);
    const double on_screen = size_of(*drawn.boundaries[b]), in_file = size_of(*written);
    QVERIFY2(in_file > 50.0 && std::abs(on_screen - in_file) < 1e-4 * in_file,
             qPrintable(QString("%1 on the screen, %2 in the file").arg(on_screen).arg(in_file)));
    double wide[6], as_wide[6];
    drawn.boundaries[b]->GetBounds(wide);
    written->GetBounds(as_wide);
    for (int a = 0; a < 6; ++a)
      QVERIFY(std::abs(wide[a] - as_wide[a]) < 1e-3);
    // In fewer nodes it lacks a cell of them more, and never goes on where the file does not.
    double coarsely[6];
    coarse.boundaries[b]->GetBounds(coarsely);
    QVERIFY(coarsely[0] > wide[0] - 1e-3 && coarsely[0] < wide[0] + 2.5 * 10.0 * 15.0 / 8.0);
  }
}

void TestSceneParts::clip_limit_is_the_percentile() {
  Field<float> p({10, 10, 10});
  for (Index m = 0; m < 1000; ++m)
    p[m] = static_cast<float>((m % 2 == 0 ? 1.0 : -1.0) * static_cast<double>(m + 1));
  QVERIFY(std::abs(clip_limit(p.values(), 90.0) - 900.0) < 2.0);
  QCOMPARE(clip_limit(std::vector<float>(64), 99.0), 0.0);
  // A table has the same at its own places, falls between them and knows nothing of silence.
  const ClipTable table = clip_table(p.values());
  for (const double side : clip_sides)
    QCOMPARE(table.at(side), clip_limit(p.values(), 100.0 - 2.0 * side));
  QVERIFY(table.at(0.75) < table.at(0.5) && table.at(0.75) > table.at(1.0));
  QCOMPARE(table.at(99.0), table.at(20.0));
  QCOMPARE(clip_table(std::vector<float>(64)).at(0.5), 0.0);
}

void TestSceneParts::gain_grows_with_time() {
  Gather g;
  g.dt = 0.01;
  g.samples = 101;
  g.receivers = {Vec3{}};
  g.traces.assign(101, 1.0F);
  const auto t2 = gained_trace(g, 0, 2.0, 0.0);
  QCOMPARE(t2[50], 0.25F);
  QCOMPARE(t2[100], 1.0F);
  QCOMPARE(gained_trace(g, 0, 0.0, 0.0), g.traces);
}

void TestSceneParts::agc_evens_out() {
  Gather g;
  g.dt = 0.001;
  g.samples = 1000;
  g.receivers = {Vec3{}};
  for (int i = 0; i < 1000; ++i)
    g.traces.push_back(static_cast<float>(std::sin(0.3 * i) * (i < 500 ? 1.0 : 0.05)));
  const auto out = gained_trace(g, 0, 0.0, 0.1);
  float early = 0, late = 0;
  for (std::size_t i = 200; i < 300; ++i)
    early = worst_of(early, std::abs(out[i])), late = worst_of(late, std::abs(out[i + 500]));
  QVERIFY2(std::abs(late / early - 1.0F) < 0.05F, "a twentyfold difference is gone");
}

// Every sample over the root mean square of those at most half a window away, summed one by one.
void TestSceneParts::agc_window_is_as_long_as_it_says() {
  Gather g;
  g.dt = 0.002;
  g.samples = 400;
  g.receivers = {Vec3{}};
  double whole = 0.0;
  for (int i = 0; i < g.samples; ++i) {
    g.traces.push_back(static_cast<float>(std::sin(0.37 * i * i) * (1.0 + (i % 97))));
    whole += g.traces.back() * g.traces.back() / g.samples;
  }
  const double window = 0.06;
  const auto out = gained_trace(g, 0, 0.0, window);
  double worst = 0.0;
  for (int i = 0; i < g.samples; ++i) {
    double sum = 0.0;
    int count = 0;
    for (int j = 0; j < g.samples; ++j) {
      if (std::abs(j - i) * g.dt > 0.5 * window + 1e-9) continue;
      sum += g.traces[static_cast<std::size_t>(j)] * g.traces[static_cast<std::size_t>(j)];
      ++count;
    }
    const auto at = static_cast<std::size_t>(i);
    const double wanted = g.traces[at] / (std::sqrt(sum / count) + 1e-3 * std::sqrt(whole));
    worst = worst_of(worst, std::abs(out[at] - wanted));
  }
  QVERIFY2(worst < 1e-6, qPrintable(QString::number(worst)));
  const std::vector<float> silence(400, 0.0F);
  g.traces = silence;
  QCOMPARE(gained_trace(g, 0, 0.0, window), silence);
}

void TestSceneParts::column_shows_the_strongest_sample() {
  std::vector<float> trace(1000, 0.0F);
  trace[503] = -7.0F;
  std::vector<float> column(10);
  sample_column(trace, 0.0, 1.0, column);
  QCOMPARE(column[5], -7.0F);
  QCOMPARE(column[4], 0.0F);
}

void TestSceneParts::drag_follows_the_pointer() {
  OffscreenCanvas canvas(800, 600);
  StructureScene scene;
  Scenario s;
  s.grid.n = {21, 21, 21};
  s.grid.h = {10, 10, 10};
  s.grid.origin = {5e5, 4e6, 0};
  PointsHorizon points;
  points.points = {s.grid.origin + Vec3{100, 100, 80}, s.grid.origin + Vec3{0, 0, 50},
                   s.grid.origin + Vec3{200, 0, 50}};
  s.events.resize(1);
  s.events.front().horizon = points;
  scene.show_scenario(s);
  QTemporaryDir dir;
  canvas.write(scene, dir.filePath("a.png").toStdString());  // gives the renderer its size and camera
  QCOMPARE(scene.handles().front().local, (Vec3{100, 100, 80}));

  canvas.hold(scene);
  vtkRenderer* const r = scene.renderer();
  const Vec3 seen = world_to_display(r, to_world({100, 100, 80}));
  QCOMPARE(scene.handle_at(seen.x + 3, seen.y - 3), 0);
  QCOMPARE(scene.handle_at(seen.x + 60, seen.y), -1);

  const Vec3 wanted{100, 100, 40};
  const Vec3 target = world_to_display(r, to_world(wanted));
  QVERIFY2(target.y > seen.y, "shallower is higher in the picture");
  const Vec3 up = dragged_point(r, scene.box(), {100, 100, 80}, target.x, target.y, DragDirection::vertical);
  QVERIFY(norm(up - wanted) < 0.01);

  const Vec3 beside{140, 60, 80};
  const Vec3 at = world_to_display(r, to_world(beside));
  const Vec3 level = dragged_point(r, scene.box(), {100, 100, 80}, at.x, at.y, DragDirection::level);
  QVERIFY(norm(level - beside) < 0.01);

  const Vec3 far =
      dragged_point(r, scene.box(), {100, 100, 80}, target.x, target.y + 5000, DragDirection::vertical);
  QVERIFY2(far.z >= 0.0 && far.x == 100.0, "the point stays in the box");
  // A point picked beside the box keeps its depth and place when it is not moved that way, and comes in.
  const Vec3 outside{-30.0, 100.0, 500.0}, extent{200.0, 200.0, 160.0};
  QVERIFY(kept_near_box({-30.0, 120.0, 500.0}, outside, extent) == (Vec3{-30.0, 120.0, 500.0}));
  QVERIFY(kept_near_box({-90.0, 900.0, 90.0}, outside, extent) == (Vec3{-30.0, 200.0, 90.0}));
}

// On the ball about its foot, on the side where the tip is; beyond the rim on the rim; in a section in its
// plane.
void TestSceneParts::an_arrow_turns_after_the_pointer() {
  for (const bool section : {false, true}) {
    OffscreenCanvas canvas(800, 600);
    StructureScene scene;
    Scenario s;
    s.grid.n = {21, section ? 1 : 21, 21};
    s.grid.h = {10, 10, 10};
    s.grid.origin = {5e5, 4e6, 0};
    s.events.resize(1);
    scene.show_scenario(s);
    QTemporaryDir dir;
    canvas.write(scene, dir.filePath("a.png").toStdString());
    canvas.hold(scene);
    vtkRenderer* const r = scene.renderer();
    const Vec3 foot{100, section ? 0.0 : 100.0, 120};
    for (const AxialLine line :
         {AxialLine{90, 70}, AxialLine{270, 35}, AxialLine{section ? 90.0 : 160.0, 20}}) {
      const Vec3 a = line.upward();
      const Vec3 seen = world_to_display(r, to_world(foot + 60.0 * a));
      const Vec3 found = dragged_direction(r, scene.box(), foot, 60.0, a, seen.x, seen.y);
      QVERIFY2(norm(found - a) < 1e-3, qPrintable(QString::number(norm(found - a))));
    }
    const Vec3 up{0, 0, -1};
    const Vec3 far = dragged_direction(r, scene.box(), foot, 60.0, up, 1200.0, 300.0);
    QVERIFY(std::abs(norm(far) - 1.0) < 1e-9 && far.x > 0.7);
    if (section) QCOMPARE(far.y, 0.0);
  }
}

void TestSceneParts::the_horizon_is_painted_where_it_cannot_fold() {
  OffscreenCanvas canvas(700, 600);
  StructureScene scene;
  Scenario s;
  s.grid.n = {41, 41, 41};
  s.grid.h = {10, 10, 10};
  s.events.resize(1);
  s.events.front().horizon = TrainsHorizon{200.0, {{90.0, 400.0, 90.0, {200.0, 200.0}, {}}}, {}};
  FoldSpec& fold = s.events.front().fold;
  fold.axial_line = {90.0, 15.0};
  fold.parameters = FoldParameters::from_lambda(1.0);
  scene.show_scenario(s);
  scene.show_horizon(horizon_surface(s, {}, {}));
  QVERIFY(scene.horizon().cannot_fold());
  // V = a.n: the limb that dips east, steeper than the axis is flat, looks away from it.
  const NormalSpeeds exact = normal_speeds(*build_horizon(s), s.grid, 0.0, fold.advection());
  QVERIFY2(std::abs(scene.horizon().speeds().share_bad - exact.share_bad) < 0.03,
           qPrintable(QString("%1 %2").arg(scene.horizon().speeds().share_bad).arg(exact.share_bad)));
  QVERIFY(std::abs(scene.horizon().speeds().least - exact.least) < 1e-3);

  const auto red = [&] {
    QTemporaryDir dir;
    canvas.write(scene, dir.filePath("a.png").toStdString());
    const QImage image(dir.filePath("a.png"));
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < 500; ++x) {  // without the legend
        const QColor c = image.pixelColor(x, y);
        count += c.red() > 110 && c.green() < 0.4 * c.red() && c.blue() < 0.6 * c.red() ? 1 : 0;
      }
    return count;
  };
  QVERIFY(red() > 2000);
  FoldSpec gentle;
  gentle.parameters = FoldParameters::from_lambda(0.4);
  gentle.axial_line = {90.0, 80.0};
  scene.set_fold(gentle);
  QVERIFY(!scene.horizon().cannot_fold());
  QCOMPARE(red(), 0);

  // Where speeds vary these stand for nothing: no paint, no arrow.
  QVERIFY(scene.arrow().shown());
  fold.varies.emplace();
  scene.set_fold(fold);
  QVERIFY(!scene.horizon().cannot_fold() && !scene.arrow().shown());
}

// Cut to the box on all sides, its normals to the younger side: down on the limb that is turned over.
void TestSceneParts::a_mesh_is_drawn_as_it_lies() {
  Scenario s = load_scenario(FOLDWAVE_SOURCE_DIR "/resources/scenarios/recumbent.json");
  s.grid.n = {20, 14, 14};
  s.grid.h = {100, 100, 100};
  const auto surface = mesh_surface(s.grid, *build_mesh_horizon(s));
  QVERIFY(surface->GetNumberOfPolys() > 1000);
  double bounds[6];
  surface->GetCellsBounds(bounds);
  const Vec3 box = s.grid.extent();
  const double least[3] = {0.0, 0.0, -box.z}, most[3] = {box.x, box.y, 0.0};
  for (int a = 0; a < 3; ++a) {
    QVERIFY(bounds[2 * a] >= least[a] - 0.01 && bounds[2 * a + 1] <= most[a] + 0.01);
    if (a < 2) QVERIFY(bounds[2 * a] < least[a] + 1.0 && bounds[2 * a + 1] > most[a] - 1.0);
  }
  vtkDataArray* const normals = surface->GetPointData()->GetNormals();
  QVERIFY(normals != nullptr);
  int up = 0, down = 0;
  for (vtkIdType i = 0; i < surface->GetNumberOfPoints(); ++i)
    ++(normals->GetComponent(i, 2) > 0.0 ? up : down);
  QVERIFY(up > down && down > 100);
}

}  // namespace test_scene_parts

FOLDWAVE_TEST(test_scene_parts, run_guiless<test_scene_parts::TestSceneParts>)
#include "test_scene_parts.moc"
