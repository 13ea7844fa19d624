// Protects every place, colour, size and word that the scenes draw: what each holds is what was looked at and
// kept, line by line (tests/ui/scene/inventory.hpp).
#include <QTest>

#include <cmath>
#include <functional>
#include <map>

#include "core/engine/horizon_setup.hpp"
#include "core/engine/pipeline.hpp"
#include "core/fold/layers/compare.hpp"
#include "core/model/scenario_json.hpp"
#include "core/output/geometry_files.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/rings.hpp"
#include "tests/ui/scene/inventory.hpp"
#include "ui/scene/flat/map_scene.hpp"
#include "ui/scene/flat/section_scene.hpp"
#include "ui/scene/gather/gather_scene.hpp"
#include "ui/scene/gather/spectrum_scene.hpp"
#include "ui/scene/stage/offscreen.hpp"
#include "ui/scene/structure/structure_scene.hpp"
#include "ui/scene/wave/wave_scene.hpp"

namespace test_inventory {

using namespace foldwave;

namespace {

// An example in fewer nodes of the same box.
Scenario example(const char* name, std::array<int, 3> n) {
  Scenario s = load_scenario(std::string(FOLDWAVE_SOURCE_DIR "/resources/scenarios/") + name + ".json");
  const Vec3 e = s.grid.extent();
  s.grid.n = n;
  s.grid.h = {e.x / (n[0] - 1), n[1] > 1 ? e.y / (n[1] - 1) : s.grid.h[1], e.z / (n[2] - 1)};
  if (n[1] > 1) return s;
  for (Source& source : s.survey.sources)
    source.position.y = 0.0;
  s.survey.receivers.clear();
  return s;
}

struct Folded {
  Scenario scenario;
  std::shared_ptr<const FoldResult> fold;
};
const Folded& folded(const char* name, std::array<int, 3> n) {
  static std::map<std::string, Folded> known;
  Folded& of = known[name + std::to_string(n[1])];
  if (!of.fold) {
    of.scenario = example(name, n);
    of.fold = std::make_shared<const FoldResult>(run_fold(of.scenario, *select_backend("cpu"), {}));
  }
  return of;
}
const Folded& antiform() {
  return folded("antiform", {33, 29, 25});
}
const Folded& eroded() {
  return folded("unconformity", {31, 27, 25});
}

MapLine local_line(const Scenario& s) {
  return section_line(s).shifted(-s.grid.origin.x, -s.grid.origin.y);
}

FoldMarks marks_of(const Folded& f, Thickness thickness) {
  MarksWish wish;
  wish.section = {true, true, true};
  wish.hinges = wish.axis = wish.attitudes = true;
  wish.layer = 1;
  wish.thickness = thickness;
  return measure_marks(f.scenario, *f.fold, local_line(f.scenario), wish, {});
}

using Lines = std::vector<std::string>;
Lines drawn(Scene& scene, int width, int height, double scale = 1.0) {
  OffscreenCanvas canvas(width, height);
  canvas.draw(scene, scale);
  return inventory(scene.renderer());
}

ValueRange arrival_of(const StructureGeometry& g) {
  return {g.lowest, g.highest};
}

Lines depth_map() {
  MapScene scene;
  scene.show_scenario(antiform().scenario);
  scene.show_horizon(build_horizon(antiform().scenario));
  scene.set_cursor(Vec3{700.0, 900.0, 300.0});
  scene.select_handle(3);
  scene.mark_handle(7);
  scene.set_read_out(true);
  scene.set_note("a note", theme::stale);
  return drawn(scene, 640, 600);
}
Lines overturned_map() {
  const Scenario s = example("recumbent", {21, 15, 15});
  MapScene scene;
  scene.show_scenario(s);
  scene.show_surface(horizon_surface(s, {}, {}));
  return drawn(scene, 700, 520, 1.5);
}
Lines marked_map() {
  const FoldMarks marks = marks_of(antiform(), Thickness::vertical);
  const Grid3& g = antiform().scenario.grid;
  MapScene scene;
  scene.show_scenario(antiform().scenario);
  scene.show_horizon(antiform().fold->horizon);
  scene.show_attitudes(marks.attitudes);
  scene.show_map(std::make_shared<const ScalarMap>(
      scalar_map(g.n[0], g.n[1], marks.thickness, cividis_map(), "Thickness", "metres")));
  std::vector<std::uint8_t> columns(static_cast<std::size_t>(g.n[0] * g.n[1]));
  for (std::size_t m = 0; m < columns.size(); ++m)
    columns[m] = m % 33 > 8 && m % 33 < 14 && m / 33 > 5;
  scene.show_crossed(g.n[0], g.n[1], columns);
  scene.set_marks_stale(true);
  return drawn(scene, 520, 560);
}
Lines warned_map() {
  Scenario s = antiform().scenario;
  s.events.front().fold.parameters = FoldParameters::from_lambda(1.0);
  s.events.front().fold.axial_line = {90.0, 20.0};
  MapScene scene;
  scene.show_scenario(s);
  scene.show_horizon(build_horizon(s));
  MapOptions options;
  options.labels = options.survey = options.legend = false;
  scene.set_options(options);
  scene.zoom_at(300, 260, 1.0);
  drawn(scene, 480, 500);
  scene.zoom_at(200, 260, 2.5);
  scene.pan_by(12.0, -20.0);
  return drawn(scene, 480, 500);
}
Lines strip_map() {
  const Scenario s = example("antiform", {33, 1, 25});
  MapScene scene;
  scene.show_scenario(s);
  scene.show_horizon(build_horizon(s));
  return drawn(scene, 560, 300);
}

Lines marked_section() {
  const Folded& f = antiform();
  const FoldMarks marks = marks_of(f, Thickness::orthogonal);
  SectionScene scene;
  scene.show_scenario(f.scenario);
  scene.show_fold(f.fold, f.scenario.stack, {});
  scene.show_marks_of(std::make_shared<const SectionMarks>(marks.section), local_line(f.scenario));
  scene.set_cursor(Vec3{700.0, 900.0, 300.0});
  scene.show_stroke({{100.0, -200.0}, {300.0, -260.0}, {500.0, -220.0}});
  return drawn(scene, 640, 560);
}
Lines section_by_velocity() {
  const Folded& f = antiform();
  SectionScene scene;
  scene.show_scenario(f.scenario);
  scene.show_fold(f.fold, f.scenario.stack, {});
  SectionOptions options;
  options.color = SliceColor::velocity;
  scene.set_options(options);
  scene.set_exaggeration(1.6);
  auto backdrop = std::make_shared<BackdropPicture>();
  backdrop->width = 2, backdrop->height = 2;
  backdrop->pixels = {{250, 0, 0}, {0, 250, 0}, {0, 0, 250}, {9, 9, 9}};
  Scenario traced = f.scenario;
  traced.section.emplace().line = section_line(f.scenario);
  traced.section->backdrop.emplace();
  traced.section->backdrop->left = 100.0, traced.section->backdrop->right = 900.0;
  traced.section->backdrop->source = ImageBackdrop{50.0, 650.0};
  scene.show_scenario(traced);
  scene.show_backdrop(backdrop);
  return drawn(scene, 620, 480, 1.25);
}
Lines section_of_events() {
  const Folded& f = eroded();
  SectionScene scene;
  scene.show_scenario(f.scenario, 0);
  scene.show_fold(f.fold, f.scenario.stack, {});
  scene.show_horizon(build_horizon(f.scenario));
  return drawn(scene, 600, 420);
}
Lines section_by_arrival() {
  const Folded& f = folded("antiform", {33, 1, 25});
  SectionScene scene;
  scene.show_scenario(f.scenario);
  scene.show_fold(f.fold, f.scenario.stack, arrival_of(structure_geometry(*f.fold, {})));
  SectionOptions options;
  options.color = SliceColor::arrival;
  scene.set_options(options);
  return drawn(scene, 600, 420);
}
Lines broken_section() {
  Scenario s = antiform().scenario;
  s.events.front().fold.parameters = FoldParameters::from_lambda(3.0);
  s.events.front().fold.axial_line = {90.0, 90.0};
  const auto fold = std::make_shared<const FoldResult>(run_fold(s, *select_backend("cpu"), {}));
  SectionScene scene;
  scene.show_scenario(s);
  scene.show_fold(fold, s.stack, {});
  Lines lines = drawn(scene, 560, 420);
  StructureScene whole;
  whole.show_scenario(s);
  whole.show_fold(fold, structure_geometry(*fold, {}), s.stack);
  for (std::string& line : drawn(whole, 560, 420))
    lines.push_back(std::move(line));
  return lines;
}

Lines structure() {
  const Folded& f = antiform();
  const FoldMarks marks = marks_of(f, Thickness::orthogonal);
  StructureScene scene;
  scene.show_scenario(f.scenario);
  scene.show_fold(f.fold, structure_geometry(*f.fold, {}), f.scenario.stack);
  scene.show_hinges(marks.hinges, marks.chosen.axis.axis);
  scene.arrow().set_active(true);
  scene.set_cursor(Vec3{700.0, 900.0, 300.0});
  scene.select_handle(3);
  scene.mark_handle(7);
  scene.show_candidate(Vec3{500.0, 600.0, 200.0});
  scene.frames().mark(1);
  return drawn(scene, 760, 560);
}
Lines tall_structure() {
  const Folded& f = antiform();
  auto difference = std::make_shared<FoldDifference>();
  difference->time = Field<float>(f.scenario.grid.n);
  for (Index m = 0; m < difference->time.size(); ++m)
    difference->time[m] = static_cast<float>(std::sin(0.01 * static_cast<double>(m)));
  difference->largest = 1.0;
  StructureScene scene;
  scene.show_scenario(f.scenario);
  scene.show_fold(f.fold, structure_geometry(*f.fold, {}, {160, 17}), f.scenario.stack);
  scene.set_difference(difference);
  StructureOptions options;
  options.slice_color = SliceColor::difference;
  options.cut = {CutAway::smaller, CutAway::greater, CutAway::outside};
  options.layer_opacity = 0.6;
  scene.set_options(options);
  scene.set_slice(0, 12);
  scene.set_slice(5, 6);
  scene.set_exaggeration(1.7);
  scene.frames().mark(2);
  return drawn(scene, 420, 600, 1.2);
}
Lines structure_of_events() {
  const Folded& f = eroded();
  StructureScene scene;
  scene.show_scenario(f.scenario, 0);
  scene.show_fold(f.fold, structure_geometry(*f.fold, {}), f.scenario.stack);
  scene.show_horizon(horizon_surface(f.scenario, {}, {}));
  StructureOptions options;
  options.slice_color = SliceColor::arrival;
  scene.set_options(options);
  return drawn(scene, 640, 480);
}
Lines structure_without_words() {
  Scenario s = antiform().scenario;
  s.events.front().fold.parameters = FoldParameters::from_lambda(1.0);
  s.events.front().fold.axial_line = {90.0, 20.0};
  StructureScene scene;
  scene.show_scenario(s);
  scene.show_horizon(horizon_surface(s, {}, {}));
  drawn(scene, 500, 400);
  scene.pan_by(20.0, 10.0);
  scene.zoom_at(100, 100, 1.4);
  orbit(scene.renderer(), 25.0, -10.0);
  Lines lines = drawn(scene, 500, 400);
  StructureOptions options;
  options.words = false;
  scene.set_options(options);
  scene.reset_camera();
  for (std::string& line : drawn(scene, 400, 300))
    lines.push_back(std::move(line));
  return lines;
}
Lines flat_structure() {
  const Folded& f = folded("antiform", {33, 1, 25});
  StructureScene scene;
  scene.show_scenario(f.scenario);
  scene.show_fold(f.fold, structure_geometry(*f.fold, {}), f.scenario.stack);
  StructureOptions options;
  options.slice_color = SliceColor::velocity;
  scene.set_options(options);
  return drawn(scene, 600, 420);
}

Lines wave() {
  const Folded& f = antiform();
  WaveScene scene;
  scene.show_scenario(f.scenario);
  scene.show_fold(f.fold, f.scenario.stack);
  scene.show_snapshot(rings(f.scenario.grid, 21).back());
  scene.set_slice(1, 9);
  scene.set_cursor(Vec3{700.0, 900.0, 300.0});
  Lines lines = drawn(scene, 640, 480);
  WaveOptions options;
  options.map = WaveMap::purple_orange;
  options.layer_opacity = 0.5, options.wave_opacity = 0.7, options.clip_side = 2.0;
  scene.set_options(options);
  scene.set_exaggeration(1.5);
  for (std::string& line : drawn(scene, 420, 520, 1.3))
    lines.push_back(std::move(line));
  return lines;
}
Lines running_wave() {
  const Grid3& g = antiform().scenario.grid;
  WaveScene scene;
  scene.show_scenario(antiform().scenario);
  auto frame = std::make_shared<LiveFrame>();
  frame->time = 0.125;
  frame->node = scene.planes();
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const int nu = g.n[axis == 0 ? 1 : 0], nv = g.n[axis == 2 ? 1 : 2];
    for (int m = 0; m < nu * nv; ++m)
      frame->plane[axis].push_back(static_cast<float>(std::sin(0.1 * m) * (1.0 + 0.01 * m)));
  }
  scene.show_live(frame, true);
  return drawn(scene, 560, 420);
}
Lines flat_wave() {
  const Folded& f = folded("antiform", {33, 1, 25});
  WaveScene scene;
  scene.show_scenario(f.scenario);
  scene.show_fold(f.fold, f.scenario.stack);
  return drawn(scene, 560, 420);
}

std::shared_ptr<Gather> shot() {
  auto g = std::make_shared<Gather>();
  g->dt = 0.002;
  g->samples = 301;
  for (int r = 0; r < 40; ++r) {
    g->receivers.push_back({50.0 * r, 100.0, 0.0});
    for (int i = 0; i < g->samples; ++i) {
      const double u = std::pow(M_PI * 20.0 * (i * g->dt - std::hypot(0.15, (r - 14) / 50.0)), 2);
      g->traces.push_back(static_cast<float>((1.0 - 2.0 * u) * std::exp(-u) + 0.01 * std::sin(0.3 * i + r)));
    }
  }
  return g;
}
Lines gathers() {
  Lines lines;
  const auto gather = shot();
  for (const GatherMode mode : {GatherMode::density, GatherMode::wiggle, GatherMode::area,
                                GatherMode::wiggle_area, GatherMode::density_wiggle}) {
    GatherScene scene;
    scene.show_gather(gather, {700.0, 100.0, 0.0});
    GatherOptions options;
    options.mode = mode;
    options.order = mode == GatherMode::area ? TraceOrder::offset : TraceOrder::number;
    options.agc_window = mode == GatherMode::wiggle ? 0.1 : 0.0;
    options.gray = mode == GatherMode::density_wiggle;
    scene.set_options(options);
    scene.mark_time(0.3);
    scene.mark_trace(11);
    for (std::string& line : drawn(scene, 560, 420, mode == GatherMode::area ? 1.4 : 1.0))
      lines.push_back(std::move(line));
  }
  return lines;
}
Lines near_gather() {
  GatherScene scene;
  scene.show_live(shot(), {700.0, 100.0, 0.0}, 200);
  drawn(scene, 560, 420);
  scene.zoom_at(300, 200, 3.0);
  scene.pan_by(30.0, -40.0);
  return drawn(scene, 560, 420);
}
Lines spectra() {
  Lines lines;
  for (const bool decibels : {false, true}) {
    SpectrumScene scene;
    std::vector<SpectrumCurve> curves;
    for (const double peak : {9.0, 15.0}) {
      curves.push_back({"curve", theme::accent, {}});
      curves.back().spectrum.step = 0.25;
      for (int k = 0; k <= 320; ++k)
        curves.back().spectrum.amplitude.push_back(std::pow(0.25 * k / peak, 2) *
                                                   std::exp(-std::pow(0.25 * k / peak, 2)));
    }
    scene.show(curves, 40.0, 60.0);
    scene.set_decibels(decibels);
    for (std::string& line : drawn(scene, 520, 360, decibels ? 1.3 : 1.0))
      lines.push_back(std::move(line));
    scene.zoom_at(200, 150, 2.0);
    scene.pan_by(25.0, 0.0);
    for (std::string& line : drawn(scene, 520, 360))
      lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace

class TestInventory : public QObject {
  Q_OBJECT

 private slots:
  void scenes_hold_what_was_kept_data() {
    QTest::addColumn<std::function<Lines()>>("scene");
    const std::pair<const char*, Lines (*)()> rows[] = {{"map-depth", depth_map},
                                                        {"map-overturned", overturned_map},
                                                        {"map-marked", marked_map},
                                                        {"map-warned", warned_map},
                                                        {"map-strip", strip_map},
                                                        {"section-marked", marked_section},
                                                        {"section-velocity", section_by_velocity},
                                                        {"section-events", section_of_events},
                                                        {"section-arrival", section_by_arrival},
                                                        {"broken-fold", broken_section},
                                                        {"structure-marked", structure},
                                                        {"structure-tall", tall_structure},
                                                        {"structure-events", structure_of_events},
                                                        {"structure-warned", structure_without_words},
                                                        {"structure-flat", flat_structure},
                                                        {"wave-snapshot", wave},
                                                        {"wave-running", running_wave},
                                                        {"wave-flat", flat_wave},
                                                        {"gather-modes", gathers},
                                                        {"gather-near", near_gather},
                                                        {"spectra", spectra}};
    for (const auto& [name, scene] : rows)
      QTest::newRow(name) << std::function<Lines()>(scene);
  }
  void scenes_hold_what_was_kept() {
    QFETCH(std::function<Lines()>, scene);
    const Lines lines = scene();
    QVERIFY(lines.size() > 10);
    const QString differs = as_kept_in_words(lines, QTest::currentDataTag());
    QVERIFY2(differs.isEmpty(), qPrintable(differs));
  }

  void a_single_other_number_is_noticed() {
    const Lines kept{"text 'a' at 10 20", "rectangle to 1e6 2"};
    QVERIFY(inventory_differs(kept, kept).isEmpty());
    QVERIFY(inventory_differs({"text 'a' at 10.001 20", "rectangle to 1000010 2"}, kept).isEmpty());
    for (const Lines& other :
         {Lines{"text 'a' at 10.01 20", kept[1]}, Lines{"text 'b' at 10 20", kept[1]},
          Lines{kept[0], "rectangle to 1000050 2"}, Lines{kept[0], "rectangle to nan 2"}, Lines{kept[0]},
          Lines{kept[0], kept[1], kept[1]}, Lines{kept[0], "rectangle to 1e6"}})
      QVERIFY(!inventory_differs(other, kept).isEmpty());
  }
};

}  // namespace test_inventory

FOLDWAVE_TEST(test_inventory, run_guiless<test_inventory::TestInventory>)
#include "test_inventory.moc"
