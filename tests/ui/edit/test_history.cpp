// Protects undo and redo: every edit of the scenario comes back to the byte, in either direction, and is
// called by what it did.
#include <QSet>
#include <QSignalSpy>
#include <QTest>
#include <random>

#include "core/base/error.hpp"
#include "core/horizon/edit_points.hpp"
#include "core/horizon/horizon_handles.hpp"
#include "core/model/scenario_json.hpp"
#include "core/model/section.hpp"
#include "core/model/variants.hpp"
#include "tests/test_program.hpp"
#include "ui/edit/edit_text.hpp"
#include "ui/edit/history.hpp"

namespace test_history {

using namespace foldwave;

namespace {

Scenario example(const char* name = "antiform") {
  return load_scenario(std::string(FOLDWAVE_SOURCE_DIR "/resources/scenarios/") + name + ".json");
}

PointsHorizon& points(Scenario& s) {
  return std::get<PointsHorizon>(s.events.front().horizon);
}

FoldTrain some_train(const Vec3& at, std::mt19937& random) {
  const auto part = [&] { return std::uniform_real_distribution<double>(0.0, 1.0)(random); };
  return {20.0 + 90.0 * part(),
          500.0 + 900.0 * part(),
          360.0 * part(),
          {at.x, at.y},
          static_cast<FoldShape>(random() % 5),
          0.1 + 0.9 * part(),
          part() - 0.5,
          0.5 + part(),
          20.0 * part(),
          {}};
}

// One edit of the horizon by the functions that the views and the panel call; none: false.
bool draw_somehow(Scenario& s, std::mt19937& random) {
  const auto part = [&] { return std::uniform_real_distribution<double>(0.0, 1.0)(random); };
  const Vec3 o = s.grid.origin, e = s.grid.extent();
  const auto place = [&] { return o + Vec3{part() * e.x, part() * e.y, (0.3 + 0.4 * part()) * e.z}; };
  HorizonSpec& horizon = s.events.front().horizon;
  const int what = static_cast<int>(random() % 14);
  if (what == 0) {
    const auto handles = horizon_handles(horizon, s.grid);
    if (handles.empty()) return false;
    const std::size_t handle = random() % handles.size();
    horizon = with_handle_moved(horizon, s.grid, handle, handles[handle].position + 0.02 * part() * e);
    return true;
  }
  if (auto* const trains = std::get_if<TrainsHorizon>(&horizon)) {
    if (what == 1) trains->trains.push_back(some_train(place(), random));
    if (what == 2 && trains->trains.size() > 1) trains->trains.erase(trains->trains.begin());
    if (what == 3) trains->trains[0].shape = static_cast<FoldShape>(random() % 5);
    if (what == 4) trains->dip = 30.0 * part();
    if (what >= 5) horizon = to_control_points(horizon, s.grid, {}, 6, 5);
    return true;
  }
  auto& drawn = std::get<PointsHorizon>(horizon);
  const Vec3 a = place(), b = place(), c = place();
  const MapLine line{{a.x, a.y}, {b.x, b.y}};
  const std::vector<SectionPoint> stroke{
      {0.1 * line.length(), a.z}, {0.5 * line.length(), b.z}, {0.9 * line.length(), c.z}};
  try {
    switch (what) {
      case 1:
        drawn = add_point(drawn, s.grid, c.x, c.y).horizon;
        return true;
      case 2:
        drawn = remove_point(drawn, s.grid, random() % drawn.points.size()).horizon;
        return true;
      case 3:
        drawn = apply_stroke(drawn, s.grid, line, stroke, 20.0, 0.05 * e.x).horizon;
        return true;
      case 4:
        drawn = extrude_section(drawn, s.grid, line, stroke, 360.0 * part(), 10.0 * part(), 4).horizon;
        return true;
      case 5:
        drawn = snap_points(drawn, s.grid, {SnapTo::metres, 5.0}).horizon;
        return true;
      case 6:
        drawn.method =
            drawn.method == PointsMethod::bicubic ? PointsMethod::thin_plate : PointsMethod::bicubic;
        return true;
      case 7:
        horizon = TrainsHorizon{0.5 * e.z, {some_train(place(), random)}, 0.0, 0.0, {}};
        return true;
      default:
        return false;
    }
  } catch (const InputError&) {
    return true;  // refused: nothing changed
  }
}

// A horizon that is not drawn: a plane, picks or triangles in a file. Sometimes points again.
void change_undrawn(Scenario& s, std::mt19937& random) {
  const auto part = [&] { return std::uniform_real_distribution<double>(0.0, 1.0)(random); };
  HorizonSpec& horizon = s.events.front().horizon;
  const Vec3 middle = s.grid.origin + 0.5 * s.grid.extent();
  if (random() % 3 == 0)
    horizon = to_control_points(PlaneHorizon{middle, 5.0, 40.0, {}}, s.grid, {}, 5, 5);
  else if (auto* const plane = std::get_if<PlaneHorizon>(&horizon))
    horizon = with_handle_moved(*plane, s.grid, random() % 2, plane->point + 40.0 * part() * Vec3{1, 1, 1});
  else if (auto* const picks = std::get_if<XyzHorizon>(&horizon))
    picks->smoothing = 10.0 * part();
  else if (auto* const mesh = std::get_if<MeshHorizon>(&horizon))
    mesh->younger = static_cast<YoungerSide>(random() % 3);
}

// What stands beside the horizon: variants, the section's line and its backdrop, another kind of horizon.
bool edit_beside(Scenario& s, std::mt19937& random) {
  const auto part = [&] { return std::uniform_real_distribution<double>(0.0, 1.0)(random); };
  const Vec3 middle = s.grid.origin + 0.5 * s.grid.extent();
  const int what = static_cast<int>(random() % 30);
  HorizonSpec& horizon = s.events.front().horizon;
  switch (what) {
    case 0:
      if (s.variants.size() < 4) s = with_variant_kept(s, "kept");
      return true;
    case 1:
      if (!s.variants.empty()) s = with_variant_removed(s, random() % s.variants.size());
      return true;
    case 2:
      if (!s.variants.empty()) s = switched_to_variant(s, random() % s.variants.size());
      return true;
    case 3:
      if (!s.section) s.section.emplace();
      s.section->line = line_along(s.grid, 180.0 * part());
      return true;
    case 4:
      if (!s.section) s.section.emplace().line = west_east_line(s.grid);
      s.section->backdrop = Backdrop{"line.sgy", 0.0, 1000.0 * part(), part(), SegyBackdrop{}, {}};
      return true;
    case 5:
      if (s.section) s.section->backdrop.reset();
      return true;
    case 6:
      horizon = PlaneHorizon{middle, 10.0 + 20.0 * part(), 360.0 * part(), {}};
      return true;
    case 7:
      horizon = XyzHorizon{"picks.xyz", VerticalSense::elevation, part(), {}, {}, {}};
      return true;
    case 8: {
      MeshHorizon mesh;
      mesh.file = "mesh.ts";
      horizon = mesh;
      return true;
    }
    default:
      return false;
  }
}

// One edit such as the window makes, chosen at random.
void edit_somehow(Scenario& s, std::mt19937& random) {
  const auto part = [&] { return std::uniform_real_distribution<double>(0.0, 1.0)(random); };
  if (edit_beside(s, random)) return;
  const HorizonSpec& horizon = s.events.front().horizon;
  const bool drawn =
      std::holds_alternative<PointsHorizon>(horizon) || std::holds_alternative<TrainsHorizon>(horizon);
  if (!drawn) return change_undrawn(s, random);
  if (draw_somehow(s, random)) return;
  auto& all = points(s).points;
  const auto some = [&](const auto& list) {
    return std::uniform_int_distribution<std::size_t>(0, list.size() - 1)(random);
  };
  switch (random() % 9) {
    case 0:
      all[some(all)].z += 10.0 * part();
      break;
    case 1:
      all.push_back({1000.0 * part(), 1000.0 * part(), 700.0 * part()});
      break;
    case 2:
      if (all.size() > 4) all.erase(all.begin() + static_cast<std::ptrdiff_t>(some(all)));
      break;
    case 3:
      s.events.front().fold.parameters = FoldParameters::from_lambda(0.9 * part());
      break;
    case 4:
      s.events.front().fold.axial_line.trend = 360.0 * part();
      break;
    case 5:
      s.stack.layers[some(s.stack.layers)].velocity = 2000.0 + 1000.0 * part();
      break;
    case 6:
      s.survey.sources.push_back({{part(), part(), part()}, 0.0, 1.0, {}});
      break;
    case 7:
      s.propagation.duration = 0.1 + part();
      break;
    default:
      s.grid.n[2] = 40 + static_cast<int>(random() % 50);
      break;
  }
}

}  // namespace

class TestHistory : public QObject {
  Q_OBJECT
 private slots:
  void five_hundred_edits_come_back_to_the_byte() {
    std::mt19937 random(7);
    History history;
    const Scenario first = example();
    history.start(first);
    const QSignalSpy spy(&history, &History::changed);
    QSet<QString> texts;
    Scenario s = first;
    while (history.stack().count() < 500) {
      edit_somehow(s, random);
      history.push(s);
      texts.insert(history.stack().undoText());
    }
    QCOMPARE(spy.count(), 500);
    QVERIFY(texts.size() > 30);
    for (const char* const word : {"Keep", "Switch", "section line", "backdrop", "plane"})
      QVERIFY2(std::any_of(texts.begin(), texts.end(),
                           [&](const QString& t) { return t.contains(word, Qt::CaseInsensitive); }),
               word);
    QVERIFY2(!texts.contains(QString()) && !texts.contains("Change the horizon"),
             qPrintable(texts.values().join(", ")));
    const std::string last = scenario_text(s);
    while (history.stack().canUndo())
      history.stack().undo();
    QVERIFY(scenario_text(history.now()) == scenario_text(first));
    while (history.stack().canRedo())
      history.stack().redo();
    QVERIFY(scenario_text(history.now()) == last);
    QCOMPARE(spy.count(), 1500);
  }

  void nothing_changed_is_no_step() {
    History history;
    history.start(example());
    history.push(example());
    QVERIFY(!history.stack().canUndo());
  }

  void an_edit_after_undo_forgets_what_was_undone() {
    History history;
    Scenario s = example();
    history.start(s);
    s.propagation.duration = 0.3;
    history.push(s);
    history.stack().undo();
    Scenario other = example();
    other.propagation.duration = 0.4;
    history.push(other);
    QVERIFY(!history.stack().canRedo());
    history.stack().undo();
    QVERIFY(history.now() == example());
  }

  void a_dragged_handle_is_called_by_what_it_set() {
    Scenario from = example();
    const Vec3 middle = from.grid.origin + 0.5 * from.grid.extent();
    const auto moved = [&from](std::size_t handle, const Vec3& by) {
      Scenario to = from;
      HorizonSpec& horizon = to.events[0].horizon;
      const Vec3 at = horizon_handles(horizon, from.grid)[handle].position;
      horizon = with_handle_moved(horizon, from.grid, handle, at + by);
      return edit_text(from, to);
    };
    QCOMPARE(moved(6, {0.0, 0.0, 5.0}), "Move point 7");
    const FoldTrain train{40.0, 700.0, 70.0, {middle.x, middle.y}, {}};
    from.events[0].horizon = TrainsHorizon{middle.z, {train, train}, {}};
    QCOMPARE(moved(3, {9.0, 4.0, 0.0}), "Move crest of train 2");
    QCOMPARE(moved(4, {0.0, 0.0, 7.0}), "Change amplitude of train 2");
    QCOMPARE(moved(5, {30.0, 4.0, 0.0}), "Change wavelength of train 2");
    from.events[0].horizon = PlaneHorizon{middle, 10.0, 40.0, {}};
    QCOMPARE(moved(0, {0.0, 0.0, 7.0}), "Move the plane");
    QCOMPARE(moved(1, {0.0, 0.0, 7.0}), "Change the dip");
  }

  void edits_of_many_points_are_called_by_what_they_drew() {
    const Scenario from = example();
    const auto text = [&from](const PointsHorizon& drawn) {
      Scenario to = from;
      to.events[0].horizon = drawn;
      return edit_text(from, to);
    };
    const auto& before = std::get<PointsHorizon>(from.events[0].horizon);
    const Vec3 o = from.grid.origin, e = from.grid.extent();
    const MapLine line{{o.x, o.y + 0.5 * e.y}, {o.x + e.x, o.y + 0.5 * e.y}};
    const std::vector<SectionPoint> stroke{{0.2 * e.x, 0.5 * e.z}, {0.8 * e.x, 0.5 * e.z}};
    const StrokeEdit drawn = apply_stroke(before, from.grid, line, stroke, 5.0, 0.05 * e.x);
    QVERIFY(drawn.removed > 0);
    QCOMPARE(text(drawn.horizon),
             QString("Draw %1 points in place of %2").arg(drawn.added).arg(drawn.removed));
    QCOMPARE(text(extrude_section(before, from.grid, line, stroke, 0.0, 0.0, 4).horizon),
             "Draw the horizon anew with 8 points");
    PointsHorizon moved = before;
    for (std::size_t i = 0; i < 3; ++i)
      moved.points[2 * i].z += 1.0;
    QCOMPARE(text(moved), "Move 3 points");
    moved = before;
    moved.points.erase(moved.points.begin() + 1);
    moved.points.erase(moved.points.begin() + 6);
    QCOMPARE(text(moved), "Delete 2 points");
  }

  void every_value_of_a_train_has_its_name() {
    Scenario from = example();
    from.events[0].horizon = TrainsHorizon{500.0, {{}, {}}, 0.0, 0.0, {}};
    const auto text = [&from](const auto& change) {
      Scenario to = from;
      change(std::get<TrainsHorizon>(to.events[0].horizon));
      return edit_text(from, to);
    };
    QCOMPARE(text([](TrainsHorizon& h) { h.trains[1].shape = FoldShape::box; }), "Change shape of train 2");
    QCOMPARE(text([](TrainsHorizon& h) { h.trains[0].roundness = 0.5; }), "Change roundness of train 1");
    QCOMPARE(text([](TrainsHorizon& h) { h.trains[0].skew = 0.5; }), "Change skew of train 1");
    QCOMPARE(text([](TrainsHorizon& h) { h.trains[0].aspect = 0.5; }), "Change aspect of train 1");
    QCOMPARE(text([](TrainsHorizon& h) { h.trains[1].plunge = 0.5; }), "Change plunge of train 2");
    QCOMPARE(text([](TrainsHorizon& h) { h.trains[1].azimuth = 0.5; }), "Turn train 2");
    QCOMPARE(text([](TrainsHorizon& h) { h.trains.push_back({}); }), "Add train 3");
    QCOMPARE(text([](TrainsHorizon& h) { h.dip = 4.0; }), "Change the dip of the whole");
    from.events[0].horizon = TrainsHorizon{500.0, {{}}, 0.0, 0.0, {}};
    Scenario to = example();
    std::get<PointsHorizon>(to.events[0].horizon).method = PointsMethod::bicubic;
    QCOMPARE(edit_text(example(), to), "Change the surface");
  }

  void edits_are_called_by_what_they_did() {
    const Scenario from = example();
    const auto text = [&from](const auto& change) {
      Scenario to = from;
      change(to);
      return edit_text(from, to);
    };
    const auto& layer = from.stack.layers[1];
    const QString name = QString::fromStdString(layer.name);
    QCOMPARE(text([](Scenario&) {}), QString());
    QCOMPARE(text([](Scenario& s) { points(s).points[6].z += 1.0; }), "Move point 7");
    QCOMPARE(text([](Scenario& s) {
               points(s).points.push_back({1.0, 2.0, 3.0});
             }),
             QString("Add point %1").arg(std::get<PointsHorizon>(from.events[0].horizon).points.size() + 1));
    QCOMPARE(text([](Scenario& s) { points(s).points.erase(points(s).points.begin()); }), "Delete point 1");
    QCOMPARE(text([](Scenario& s) { s.events[0].horizon = PlaneHorizon{}; }), "Change the kind of horizon");
    QCOMPARE(text([](Scenario& s) { s.events[0].fold.parameters = FoldParameters::from_lambda(0.123); }),
             "Change the class knob \u03bb");
    QCOMPARE(text([](Scenario& s) { s.events[0].fold.axial_line.trend += 5.0; }),
             "Change the shear direction's trend");
    QCOMPARE(text([](Scenario& s) { s.events[0].fold.axial_line.plunge -= 5.0; }),
             "Change the shear direction's plunge");
    QCOMPARE(text([](Scenario& s) { s.stack.layers[1].velocity += 1.0; }), "Change the velocity of " + name);
    QCOMPARE(text([](Scenario& s) { s.stack.layers.erase(s.stack.layers.begin() + 1); }), "Delete layer 2");
    QCOMPARE(text([](Scenario& s) { s.survey.sources.push_back({}); }),
             QString("Add source %1").arg(from.survey.sources.size() + 1));
    QCOMPARE(text([](Scenario& s) { s.propagation.dt = 1e-4; }), "Change the time step");
    QCOMPARE(text([](Scenario& s) { s.grid.n[0] += 1; }), "Change the number of nodes");
    QCOMPARE(text([](Scenario& s) {
               s.grid.n[0] += 1;
               s.propagation.dt = 1e-4;
             }),
             "Edit the scenario");
  }
};

}  // namespace test_history

FOLDWAVE_TEST(test_history, run_guiless<test_history::TestHistory>)
#include "test_history.moc"
