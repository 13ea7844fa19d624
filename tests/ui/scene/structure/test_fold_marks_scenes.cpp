// Protects what is drawn over a fold: isogons of a similar fold parallel on the picture, an axial surface
// upright through the crest of a cosine, a thickness in the colours of its legend, symbols that dip the right
// way, and nothing at all where nothing is wished.
//
// FOLDWAVE_PICTURES=DIR keeps the pictures.
#include <QImage>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <set>

#include "core/engine/pipeline.hpp"
#include "core/output/geometry_files.hpp"
#include "tests/test_program.hpp"
#include "ui/scene/flat/map_scene.hpp"
#include "ui/scene/flat/section_scene.hpp"
#include "ui/scene/stage/offscreen.hpp"
#include "ui/scene/structure/structure_scene.hpp"

#include <vtkPolyData.h>

namespace test_fold_marks_scenes {

using namespace foldwave;

namespace {

// A cosine of five layers in a box of 600 m, its axis level and north.
Scenario cosine(double lambda, AxialLine line = {90.0, 90.0}) {
  Scenario s;
  s.name = "cosine";
  s.grid.n = {61, 61, 61};
  s.grid.h = {10, 10, 10};
  s.events.resize(1);
  s.events.front().horizon = TrainsHorizon{300.0, {{36.0, 400.0, 90.0, {300.0, 200.0}, {}}}};
  s.events.front().fold.parameters = FoldParameters::from_lambda(lambda);
  s.events.front().fold.axial_line = line;
  s.stack.layers = {{"upper", 0, 1500, {208, 190, 150}, {}},
                    {"sand", 70, 2000, {222, 190, 110}, {}},
                    {"shale", 70, 2500, {120, 150, 130}, {}},
                    {"lime", 70, 3000, {110, 140, 180}, {}},
                    {"lower", 0, 3500, {150, 110, 110}, {}}};
  s.stack.horizon_is_top_of = 2;
  s.propagation.enabled = false;
  return s;
}

struct Drawn {
  Scenario scenario;
  std::shared_ptr<const FoldResult> fold;
  FoldMarks marks;

  Drawn(Scenario s, const MarksWish& wish) : scenario(std::move(s)) {
    fold = std::make_shared<const FoldResult>(run_fold(scenario, *select_backend("cpu"), {}));
    marks = measure_marks(scenario, *fold, line(), wish, {});
  }
  MapLine line() const { return section_line(scenario); }  // the origin is 0
};

MarksWish in_section(bool isogons, bool hinges, bool characteristics) {
  MarksWish wish;
  wish.section = {isogons, hinges, characteristics};
  return wish;
}

template <class SomeScene>
QImage picture(SomeScene& scene, const QString& name, int width = 640, int height = 560) {
  QTemporaryDir dir;
  const QString kept = qEnvironmentVariable("FOLDWAVE_PICTURES");
  const QString file = (kept.isEmpty() ? dir.path() : kept) + "/" + name + ".png";
  OffscreenCanvas(width, height).write(scene, file.toStdString());
  return QImage(file);
}

double distance(const QColor& a, const Rgb& b) {
  return std::hypot(a.redF() - b.r, a.greenF() - b.g, a.blueF() - b.b);
}

// Of the picture around a place of the plot (device pixels from below) the color nearest to this one.
double nearest(const QImage& image, const PlotPoint& at, const Rgb& color, int reach = 2) {
  double best = 10.0;
  for (int dy = -reach; dy <= reach; ++dy)
    for (int dx = -reach; dx <= reach; ++dx)
      best = std::min(best, distance(image.pixelColor(static_cast<int>(at[0]) + dx,
                                                      image.height() - 1 - static_cast<int>(at[1]) + dy),
                                     color));
  return best;
}

void show(SectionScene& scene, const Drawn& drawn) {
  scene.show_scenario(drawn.scenario);
  scene.show_fold(drawn.fold, drawn.scenario.stack, {});
  scene.show_marks_of(std::make_shared<const SectionMarks>(drawn.marks.section), drawn.line());
}

void show(MapScene& scene, const Drawn& drawn) {
  scene.show_scenario(drawn.scenario);
  scene.show_horizon(drawn.fold->horizon);
}

}  // namespace

class TestFoldMarksScenes : public QObject {
  Q_OBJECT

 private slots:
  // Where several parts of a fold meet it is hatched in the section, on the map and on slices, there and
  // nowhere else.
  void a_broken_fold_is_hatched_where_it_is_broken_data() {
    QTest::addColumn<int>("kind");
    QTest::newRow("alone") << 0;
    QTest::newRow("folded again") << 1;
  }
  void a_broken_fold_is_hatched_where_it_is_broken() {
    QFETCH(int, kind);
    Scenario broken = cosine(3.0);
    if (kind == 1) {  // sheared by half a layer
      broken.events.push_back(broken.events.front());
      broken.events.back().fold.parameters = FoldParameters::from_lambda(1.0);
      broken.events.back().horizon = TrainsHorizon{300.0, {{20.0, 800.0, 90.0, {100.0, 200.0}, {}}}};
    }
    const Drawn drawn(broken, {});
    const Caustics& caustics = drawn.fold->caustics;
    QVERIFY(caustics.notable && caustics.nodes > 500);
    QCOMPARE(caustics.event, std::size_t{0});
    const auto around = [&](int i, int k, int reach, bool all) {
      int crossed = 0, count = 0;
      for (int di = -reach; di <= reach; ++di)
        for (int dk = -reach; dk <= reach; ++dk)
          if (i + di >= 0 && i + di <= 60 && k + dk >= 0 && k + dk <= 60) {
            ++count;
            crossed += caustics.crossed(i + di, 30, k + dk);
          }
      return all ? crossed == count : crossed > 0;
    };
    SectionScene section;
    show(section, drawn);
    const QImage cut = picture(section, "broken-section");
    QVERIFY(section.is_hatched());
    int inside = 0, outside = 0;
    for (int k = 4; k <= 56; ++k)
      for (int i = 4; i <= 56; ++i) {
        const double off = nearest(cut, section.to_display(10.0 * i, -10.0 * k), theme::refused, 7);
        if (around(i, k, 1, true)) {
          ++inside;
          QVERIFY2(off < 0.3, qPrintable(QString("%1 %2: %3").arg(i).arg(k).arg(off)));
        } else if (!around(i, k, 2, false)) {
          ++outside;
          QVERIFY2(off > 0.3, qPrintable(QString("%1 %2: %3").arg(i).arg(k).arg(off)));
        }
      }
    QVERIFY2(inside > 20 && outside > 500, qPrintable(QString("%1 %2").arg(inside).arg(outside)));

    MapScene map;
    show(map, drawn);
    map.show_crossed(61, 61, caustics.map);
    const QImage plan = picture(map, "broken-map");
    QVERIFY(map.is_hatched());
    const auto column = [&](int i) { return caustics.map[static_cast<std::size_t>(i + 61 * 30)] != 0; };
    int crossed = 0;
    for (int i = 4; i <= 56; ++i) {
      const bool all = column(i - 1) && column(i) && column(i + 1);
      const bool none = !column(i - 3) && !column(i - 2) && !column(i - 1) && !column(i) && !column(i + 1) &&
                        !column(i + 2) && !column(i + 3);
      const double off = nearest(plan, map.to_display(10.0 * i, 300.0), theme::refused, 7);
      if (all) ++crossed;
      if (all || none) QVERIFY2((off < 0.3) == all, qPrintable(QString("%1: %2").arg(i).arg(off)));
    }
    QVERIFY(crossed > 2);

    const auto hatched_pixels = [](const Drawn& d, const QString& name) {
      StructureScene scene;
      scene.show_scenario(d.scenario);
      scene.show_fold(d.fold, structure_geometry(*d.fold, {}), d.scenario.stack);
      StructureOptions options;
      options.layers = options.horizon = false;
      scene.set_options(options);
      const QImage image = picture(scene, name);
      int count = 0;
      for (int y = 210; y < image.height(); ++y)  // below the legend
        for (int x = 0; x < image.width(); ++x)
          count += distance(image.pixelColor(x, y), theme::refused) < 0.25 ? 1 : 0;
      return count;
    };
    const Drawn sound(cosine(1.0), {});
    QVERIFY(!sound.fold->caustics.any());
    QCOMPARE(hatched_pixels(sound, "sound-structure"), 0);
    QVERIFY(hatched_pixels(drawn, "broken-structure") > 100);
    show(section, sound);
    picture(section, "sound-section");
    QVERIFY(!section.is_hatched());
    map.show_crossed(61, 61, sound.fold->caustics.map);
    QVERIFY(!map.is_hatched());
  }

  // Every isogon of class 2 runs along the axial line on the picture; its dip is written where there is room.
  void isogonsOfASimilarFoldAreParallelOnThePicture() {
    const Drawn drawn(cosine(1.0, {90.0, 75.0}), in_section(true, false, false));
    SectionScene scene;
    show(scene, drawn);
    const QImage image = picture(scene, "marks-isogons");
    QVERIFY(drawn.marks.section.isogons.size() >= 6);
    int seen = 0;
    for (const SectionIsogon& isogon : drawn.marks.section.isogons) {
      const SectionPlace &a = isogon.points.front(), &b = isogon.points.back();
      const PlotPoint from = scene.to_display(a.s, -a.depth), to = scene.to_display(b.s, -b.depth);
      QVERIFY(std::abs(std::atan2(to[0] - from[0], to[1] - from[1]) + radians(15.0)) < radians(0.3));
      const PlotPoint lower{0.8 * from[0] + 0.2 * to[0], 0.8 * from[1] + 0.2 * to[1]};
      seen += nearest(image, lower, theme::isogon) < 0.35;
    }
    QVERIFY2(seen >= 6, qPrintable(QString::number(seen)));
    std::set<std::string> dips;
    for (const auto& label : scene.drawn_marks().labels())
      dips.insert(label.text);
    QVERIFY(dips.contains("10\u00b0") && dips.contains("20\u00b0"));
    // Without marks none of their colour is there.
    scene.show_marks_of(nullptr, drawn.line());
    const QImage bare = picture(scene, "marks-none");
    for (const SectionIsogon& isogon : drawn.marks.section.isogons) {
      const SectionPlace &a = isogon.points.front(), &b = isogon.points.back();
      const PlotPoint at = scene.to_display(0.8 * a.s + 0.2 * b.s, -0.8 * a.depth - 0.2 * b.depth);
      QVERIFY(nearest(bare, at, theme::isogon, 1) > 0.25);
    }
  }

  // On another line, and behind a new fold, the old marks are gone or faint.
  void marksOfAnotherLineAreNotDrawn() {
    const Drawn drawn(cosine(0.4), in_section(true, true, true));
    SectionScene scene;
    show(scene, drawn);
    picture(scene, "marks-all");
    QVERIFY(scene.marks_in_sight());
    const SectionHinge &a = drawn.marks.section.hinges[0], &b = drawn.marks.section.hinges[1];
    QCOMPARE(a.fold, b.fold);  // the trace between them
    const PlotPoint at = scene.to_display((a.at.s + b.at.s) / 2, -(a.at.depth + b.at.depth) / 2);
    const Rgb color = a.antiform ? theme::antiform : theme::synform;
    QVERIFY(nearest(picture(scene, "marks-all"), at, color) < 0.15);
    scene.set_marks_stale(true);
    QVERIFY(nearest(picture(scene, "marks-stale"), at, color) > 0.15);
    scene.set_marks_stale(false);
    const auto of_color = [&](const QImage& image) {
      int count = 0;
      for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
          count += distance(image.pixelColor(x, y), theme::synform) < 0.03;
      return count;
    };
    QVERIFY(of_color(picture(scene, "marks-all")) > 100);
    scene.show_line({{0, 0}, {600, 600}});
    QVERIFY(!scene.marks_in_sight());
    QCOMPARE(of_color(picture(scene, "marks-other-line")), 0);
    scene.show_line(drawn.line());
    QVERIFY(scene.marks_in_sight());
  }

  // What cannot be shown is said on the picture, in words.
  void aSectionAlongTheAxisSaysSo() {
    Scenario s = cosine(0.4);
    s.section.emplace().line = south_north_line(s.grid);
    const Drawn drawn(s, in_section(true, true, false));
    SectionScene scene;
    show(scene, drawn);
    picture(scene, "marks-refused");
    const auto legend = scene.drawn_marks().legend();
    QCOMPARE(legend.size(), std::size_t{1});
    QVERIFY2(legend.front().text.find("90 degrees off the profile") != std::string::npos,
             legend.front().text.c_str());
  }

  // Upright, over the crest at x = 300 and the troughs a half wavelength away, within a cell.
  void theAxialSurfaceOfACosineIsUprightThroughItsCrest() {
    MarksWish wish;
    wish.hinges = wish.axis = true;
    const Drawn drawn(cosine(0.3), wish);
    const HingeGeometry geometry = hinge_geometry(drawn.marks.hinges);
    QVERIFY(geometry.antiforms->GetNumberOfPolys() > 50 && geometry.synforms->GetNumberOfPolys() > 50);
    double low = 1e300, high = -1e300, south = 1e300, north = -1e300;
    for (vtkIdType cell = 0; cell < geometry.antiforms->GetNumberOfCells(); ++cell) {
      double box[6];
      geometry.antiforms->GetCellBounds(cell, box);
      QVERIFY2(std::abs(box[0] - 300.0) < 10.0 && std::abs(box[1] - 300.0) < 10.0,
               qPrintable(QString("%1 to %2").arg(box[0]).arg(box[1])));
      south = std::min(south, box[2]), north = std::max(north, box[3]);
      low = std::min(low, box[4]), high = std::max(high, box[5]);
    }
    QVERIFY(north - south > 500.0 && high - low > 200.0);  // through the box, through all boundaries
    // Hinge lines: one a boundary, level along the axis.
    for (vtkIdType cell = 0; cell < geometry.lines->GetNumberOfCells(); ++cell) {
      double box[6];
      geometry.lines->GetCellBounds(cell, box);
      QVERIFY(box[1] - box[0] < 5.0 && box[5] - box[4] < 5.0 && box[3] - box[2] > 20.0);
    }
    StructureScene scene;
    scene.show_scenario(drawn.scenario);
    scene.show_fold(drawn.fold, structure_geometry(*drawn.fold, {}), drawn.scenario.stack);
    StructureOptions options;
    options.layer_opacity = 0.35;
    scene.set_options(options);
    scene.show_hinges({}, {});
    const QImage bare = picture(scene, "hinges-none");
    scene.show_hinges(drawn.marks.hinges, drawn.marks.chosen.axis.axis);
    const QImage image = picture(scene, "hinges");
    QVERIFY(image != bare);
    scene.show_hinges({}, {});
    QCOMPARE(picture(scene, "hinges-none"), bare);
  }

  // The colour under a column is that of its thickness; not a number has the colour of missing data.
  void theMapShowsAThicknessInTheColoursOfItsLegend() {
    MarksWish wish;
    wish.layer = 2;
    wish.thickness = Thickness::vertical;
    const Drawn drawn(cosine(0.0), wish);  // class 1B: 70 m across, more where it dips
    MapScene scene;
    show(scene, drawn);
    const Grid3& g = drawn.scenario.grid;
    auto values = drawn.marks.thickness;
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 6; ++j)
        values[static_cast<std::size_t>(i + j * g.n[0])] = std::nanf("");
    const auto map = std::make_shared<const ScalarMap>(
        scalar_map(g.n[0], g.n[1], values, cividis_map(), "Vertical thickness of \"shale\"", "metres"));
    QVERIFY(std::abs(map->low - 70.0) < 0.5);
    QVERIFY(map->high > 77.0 && map->high < 90.0);
    picture(scene, "map-depth");
    scene.show_map(map);
    const QImage image = picture(scene, "map-thickness");
    const auto at = [&](double x, double y) { return scene.to_display(x, y); };
    for (const double y : {155.0, 355.0})
      for (const double x : {300.0, 240.0, 170.0}) {
        const Rgb wanted = map->color(map->at(x / 600.0, y / 600.0));
        QVERIFY2(nearest(image, at(x, y), wanted) < 0.08, qPrintable(QString::number(x)));
      }
    QVERIFY(nearest(image, at(10, 10), theme::missing) < 0.05);
    // Gone again: the depth's colours.
    scene.show_map(nullptr);
    QVERIFY(nearest(picture(scene, "map-depth"), at(300, 155), map->color(70.0)) > 0.1);
  }

  // On the western limb the tick points west, on the eastern east; the crest is level.
  void strikeAndDipPointDownTheLimbs() {
    MarksWish wish;
    wish.attitudes = true;
    const Drawn drawn(cosine(0.4), wish);
    MapScene scene;
    show(scene, drawn);
    scene.show_attitudes(drawn.marks.attitudes);
    const QImage image = picture(scene, "map-attitudes");
    for (const SceneHandle& h : scene.handles())  // whole, in a box as small as this one too
      QVERIFY(nearest(image, scene.to_display(h.local.x, h.local.y + 3.0), theme::handle, 1) < 0.3);
    int ticks = 0;
    for (const PlacedAttitude& p : drawn.marks.attitudes) {
      if (p.attitude.dip < 8.0 || std::abs(p.at.y - 300.0) < 15.0) continue;  // the section's line runs there
      const PlotPoint at = scene.to_display(p.at.x, p.at.y);
      // The crest is at 300, the troughs at 100 and 500.
      const double down = p.at.x < 100.0 || (p.at.x > 300.0 && p.at.x < 500.0) ? 1.0 : -1.0;
      const double there = nearest(image, {at[0] + 5.0 * down, at[1]}, theme::text, 1),
                   opposite = nearest(image, {at[0] - 6.0 * down, at[1]}, theme::text, 1);
      QVERIFY2(there < 0.4 && opposite > there + 0.3,
               qPrintable(QString("%1, %2: %3, %4").arg(p.at.x).arg(p.at.y).arg(there).arg(opposite)));
      ++ticks;
    }
    QVERIFY2(ticks >= 40, qPrintable(QString::number(ticks)));
  }
};

}  // namespace test_fold_marks_scenes

FOLDWAVE_TEST(test_fold_marks_scenes, run_alone<test_fold_marks_scenes::TestFoldMarksScenes>)
#include "test_fold_marks_scenes.moc"
