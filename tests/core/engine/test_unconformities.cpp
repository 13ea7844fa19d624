// Protects a scenario of folds, unconformities and an erosion from its events to what is measured and
// exported: the layer of every node against a walk back in closed form, volumes and thickness against planes,
// surfaces that end where their rock was cut away.
#include <QFile>
#include <QIODevice>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "core/engine/pipeline.hpp"
#include "core/engine/preflight/preflight.hpp"
#include "core/geology/thickness_map.hpp"
#include "core/model/scenario_json.hpp"
#include "core/output/geometry_files.hpp"
#include "core/output/surface_files.hpp"
#include "tests/test_program.hpp"

namespace test_unconformities {

using namespace foldwave;

namespace {

const Vec3 origin{5e5, 6e6, 300.0};

struct Wave {
  double depth, amplitude, wavelength;
  bool along_x;
  double at(const Vec3& map) const {
    const double s = along_x ? map.x - origin.x : map.y - origin.y;
    return depth - amplitude * std::cos(2.0 * M_PI * s / wavelength);
  }
  HorizonSpec spec() const {
    FoldTrain train;
    train.amplitude = amplitude;
    train.wavelength = wavelength;
    train.azimuth = along_x ? 90.0 : 0.0;
    train.crest = {origin.x, origin.y};
    return TrainsHorizon{depth, {train}};
  }
};

// Ground, a draped cover, a second fold, flat deposits on an unconformity, the first fold.
const Wave ground{400.0, 30.0, 500.0, true}, cover{470.0, 25.0, 300.0, false},
    second{520.0, 30.0, 400.0, false}, gap{560.0, 20.0, 360.0, true}, first{600.0, 60.0, 240.0, true};
constexpr double second_datum = 470.0, gap_datum = 575.0;

FoldEvent shear(const Wave& wave, std::optional<double> datum = {}) {
  FoldEvent event;
  event.horizon = wave.spec();
  event.fold.parameters = FoldParameters::from_lambda(1.0);
  event.datum = datum;
  return event;
}

FoldEvent cut(EventType type, HorizonSpec surface, const char* name, int deposits = 1,
              Bedding bedding = Bedding::onlap, std::optional<double> datum = {}) {
  FoldEvent event;
  event.type = type;
  event.name = name;
  event.horizon = std::move(surface);
  event.deposits = deposits;
  event.bedding = bedding;
  event.datum = datum;
  return event;
}

Scenario folded_twice() {
  Scenario s;
  s.grid = {{37, 31, 41}, {15.0, 15.0, 10.0}, origin, {}, {}, 0};
  s.events = {shear(first), cut(EventType::unconformity, gap.spec(), "gap", 3, Bedding::onlap, gap_datum),
              shear(second, second_datum),
              cut(EventType::unconformity, cover.spec(), "cover base", 2, Bedding::drape),
              cut(EventType::erosion, ground.spec(), "ground")};
  const std::array thick{0.0, 0.0, 25.0, 0.0, 15.0, 20.0, 0.0, 35.0, 40.0, 0.0};
  for (std::size_t i = 0; i < thick.size(); ++i)
    s.stack.layers.push_back(
        {"layer " + std::to_string(i), thick[i], 1500.0 + 100.0 * static_cast<double>(i)});
  s.stack.horizon_is_top_of = 7;
  s.propagation.enabled = false;
  return s;
}

// The heights over the cuts, youngest first, over the gap's datum, and T: by hand.
struct Walk {
  double over_ground, over_cover, over_gap, flat, T;
  explicit Walk(const Vec3& map) {
    over_ground = ground.at(map) - map.z;
    over_cover = cover.at(map) - map.z;
    const double z = map.z + second_datum - second.at(map);
    over_gap = gap.at(map) - z;
    flat = gap_datum - z;
    T = first.at(map) - z;
  }
  int layer() const {
    if (over_ground > 0.0) return 0;
    if (over_cover > 0.0) return over_cover > 25.0 ? 1 : 2;
    if (over_gap > 0.0) return flat > 35.0 ? 3 : flat > 20.0 ? 4 : 5;
    return T > 0.0 ? 6 : T > -35.0 ? 7 : T > -75.0 ? 8 : 9;
  }
  // Boundary b: what it is a level of, and the metres by which the place is outside of what its clips leave.
  std::pair<double, double> boundary(std::size_t b) const {
    const double younger = std::max(over_ground, over_cover);
    switch (b) {
      case 0:
        return {over_ground, -1.0};
      case 1:
        return {over_cover - 25.0, std::max(over_ground, -over_cover)};
      case 2:
        return {over_cover, over_ground};
      case 3:
        return {flat - 35.0, std::max(younger, -over_gap)};
      case 4:
        return {flat - 20.0, std::max(younger, -over_gap)};
      case 5:
        return {over_gap, younger};
      default:
        return {T + std::array{0.0, 35.0, 75.0}[b - 6], std::max(younger, over_gap)};
    }
  }
};

Vec3 map_of(const Scenario& s, int i, int j, int k) {
  return s.grid.origin + s.grid.local(i, j, k);
}

// Flat layers, a cut that dips east with flat deposits, the land that dips north: lengths in a column are
// exact.
Scenario planes() {
  Scenario s;
  s.grid = {{21, 17, 19}, {10.0, 10.0, 10.0}, {}, {}, {}, 0};
  FoldEvent level = shear(first);
  level.horizon = PlaneHorizon{{0.0, 0.0, 110.0}, 0.0, 0.0, {}};
  s.events = {level,
              cut(EventType::unconformity, PlaneHorizon{{0.0, 0.0, 60.0}, 25.0, 90.0, {}}, "gap", 2,
                  Bedding::onlap, 120.0),
              cut(EventType::erosion, PlaneHorizon{{0.0, 0.0, 15.0}, 18.0, 0.0, {}}, "land")};
  for (const double thick : {0.0, 0.0, 45.0, 0.0, 30.0, 0.0})
    s.stack.layers.push_back({"layer", thick, 2000.0});
  s.stack.horizon_is_top_of = 4;
  s.propagation.enabled = false;
  return s;
}

// Metres of each layer in a column of `planes`.
std::array<double, 6> column(double x, double y, double depth) {
  const double land = 15.0 + y * std::tan(M_PI / 10.0), gap_z = 60.0 + x * std::tan(25.0 * M_PI / 180.0);
  const auto within = [&](double top, double base) {
    return std::max(0.0, std::min(base, depth) - std::max(top, 0.0));
  };
  const double under = std::max(land, gap_z), flat = 120.0 - 45.0;
  return {within(0.0, land),    within(land, std::min(gap_z, flat)),   within(std::max(land, flat), gap_z),
          within(under, 110.0), within(std::max(under, 110.0), 140.0), within(std::max(under, 140.0), 1e9)};
}

}  // namespace

class TestUnconformities : public QObject {
  Q_OBJECT

  const Scenario twice_ = folded_twice();
  const FoldResult fold_ = run_fold(twice_, *cpu_backend(), {});

 private slots:
  // Every layer is there, and no node is of another one than by hand, but where it lies on a boundary.
  void every_node_is_of_its_layer() {
    std::array<int, 10> count{};
    int beside = 0;
    double worst = 0.0;
    for (int k = 0; k < twice_.grid.n[2]; ++k)
      for (int j = 0; j < twice_.grid.n[1]; ++j)
        for (int i = 0; i < twice_.grid.n[0]; ++i) {
          const Vec3 map = map_of(twice_, i, j, k);
          const Walk walk(map);
          const auto layer = static_cast<std::size_t>(fold_.layer_index(i, j, k));
          ++count[layer];
          worst = std::max({worst, std::abs(walk.T - fold_.arrival(i, j, k)),
                            std::abs(walk.over_ground - fold_.cuts[0].height(i, j, k)),
                            std::abs(walk.over_cover - fold_.cuts[1].height(i, j, k)),
                            std::abs(walk.over_gap - fold_.cuts[2].height(i, j, k)),
                            std::abs(walk.flat - fold_.cuts[2].flat(i, j, k))});
          bool doubtful = false;
          for (std::size_t b = 0; b < 9; ++b)
            doubtful = doubtful || std::abs(walk.boundary(b).first) < 1e-3;
          beside += doubtful ? 1 : 0;
          QVERIFY(doubtful || static_cast<int>(layer) == walk.layer());
          QCOMPARE(fold_.velocity(i, j, k), static_cast<float>(1500.0 + 100.0 * static_cast<double>(layer)));
        }
    QVERIFY2(worst < 1e-4, qPrintable(QString::number(worst)));
    QVERIFY2(*std::min_element(count.begin(), count.end()) > 50,
             qPrintable(QString::number(*std::min_element(count.begin(), count.end()))));
    QVERIFY2(beside < 1000, qPrintable(QString::number(beside)));
    QVERIFY(fold_.cuts[0].flat.empty() && fold_.cuts[1].flat.empty());
    QVERIFY(!fold_.horizon && fold_.warnings.empty());
  }

  // Each sheet lies on its level, inside its sequence, and ends only at the box or at a cut.
  void surfaces_end_where_their_rock_was_cut_away() {
#ifndef FOLDWAVE_HAS_VTK
    QSKIP("this build has no VTK: it makes no surfaces");
#else
    const auto boundaries = fold_.layering().boundaries();
    QCOMPARE(boundaries.size(), std::size_t{9});
    const Vec3 far = twice_.grid.extent();
    for (std::size_t b = 0; b < boundaries.size(); ++b) {
      const TriangleMesh mesh = boundary_mesh(fold_.grid, boundaries[b]);
      QVERIFY2(mesh.triangles.size() > 100, qPrintable(QString::number(b)));
      std::vector<double> outside;
      for (const Vec3& p : mesh.points) {
        const auto [off, out] = Walk(p).boundary(b);
        QVERIFY2(std::abs(off) < 2.0, qPrintable(QString("%1: %2 m off").arg(b).arg(off)));
        QVERIFY2(out < 2.0, qPrintable(QString("%1: %2 m outside").arg(b).arg(out)));
        outside.push_back(out);
      }
      std::map<std::pair<int, int>, int> edges;
      for (const auto& t : mesh.triangles)
        for (std::size_t c = 0; c < 3; ++c)
          ++edges[std::minmax(t[c], t[(c + 1) % 3])];
      for (const auto& [edge, used] : edges) {
        QVERIFY(used <= 2);
        if (used == 2) continue;
        for (const int end : {edge.first, edge.second}) {
          const Vec3 p = mesh.points[static_cast<std::size_t>(end)] - origin;
          bool at_box = false;
          for (int a = 0; a < 3; ++a)
            at_box = at_box || p[a] < 1e-6 || p[a] > far[a] - 1e-6;
          QVERIFY2(
              at_box || std::abs(outside[static_cast<std::size_t>(end)]) < 2.0,
              qPrintable(QString("%1: ends %2 m inside").arg(b).arg(outside[static_cast<std::size_t>(end)])));
        }
      }
    }
#endif
  }

  void columns_meet_boundaries_where_they_are() {
    const auto boundaries = fold_.layering().boundaries();
    int met = 0;
    for (std::size_t b = 0; b < boundaries.size(); ++b)
      for (const double depth : column_crossings(twice_.grid, boundaries[b], 11, 8)) {
        const auto [off, out] = Walk(map_of(twice_, 11, 8, 0) + Vec3{0.0, 0.0, depth}).boundary(b);
        QVERIFY(std::abs(off) < 1e-3 && out < 1e-3);
        ++met;
      }
    QVERIFY(met >= 5);
  }

  void volumes_and_thickness_are_those_of_planes() {
    const Scenario s = planes();
    const FoldResult fold = run_fold(s, *cpu_backend(), {});
    QVERIFY(fold.warnings.empty());
    const Vec3 size = s.grid.extent();
    constexpr int fine = 1500;
    std::array<double, 6> exact{};
    for (int j = 0; j < fine; ++j)
      for (int i = 0; i < fine; ++i) {
        const auto part = column((i + 0.5) * size.x / fine, (j + 0.5) * size.y / fine, size.z);
        for (std::size_t m = 0; m < 6; ++m)
          exact[m] += part[m] * size.x * size.y / (fine * fine);
      }
    const FoldGeometry geometry = measure_fold(s, fold, {}, {});
    const double box = size.x * size.y * size.z;
    for (std::size_t m = 0; m < 6; ++m)
      QVERIFY2(std::abs(geometry.layers[m].volume - exact[m]) < 7e-8 * box && exact[m] > 1e-3 * box,
               qPrintable(QString("%1: %2, not %3").arg(m).arg(geometry.layers[m].volume).arg(exact[m])));
    const auto maps = thickness_maps(s.grid, fold.layering());
    int known = 0;
    for (int j = 0; j < s.grid.n[1]; ++j)
      for (int i = 0; i < s.grid.n[0]; ++i) {
        const auto part = column(i * s.grid.h[0], j * s.grid.h[1], size.z);
        for (std::size_t m = 1; m < 5; ++m) {
          const auto here = static_cast<double>(
              maps[m].vertical[static_cast<std::size_t>(i) + static_cast<std::size_t>(j * s.grid.n[0])]);
          QVERIFY(part[m] < 1e-3 ? !(here > 2e-3) : std::abs(here - part[m]) < 1e-3);
          known += std::isnan(here) ? 0 : 1;
        }
      }
    QVERIFY(known > 500);
    // Of the layer between two boundaries of its own the orthogonal thickness, where its middle is left.
    const ThicknessRange whole = thickness_range(maps[4].orthogonal);
    QVERIFY(std::abs(whole.least - 30.0) < 1e-7 && std::abs(whole.greatest - 30.0) < 1e-7);
    QVERIFY(whole.share > 0.2 && whole.share < 0.8);
    QVERIFY(thickness_range(maps[3].orthogonal).share == 0.0);
  }

  // What is measured along the oldest boundaries stops at the cut.
  void no_measure_is_taken_in_what_was_cut_away() {
    const SolvedFold solved = solved_fold(twice_, fold_);
    const ArrivalProbe probe = solved.probe();
    int left = 0;
    for (int k = 0; k < twice_.grid.n[2]; k += 2)
      for (int i = 0; i < twice_.grid.n[0]; ++i) {
        const Walk walk(map_of(twice_, i, 12, k));
        const double above = std::max({walk.over_ground, walk.over_cover, walk.over_gap});
        if (std::abs(above) < 1e-3) continue;
        QCOMPARE(probe.value(twice_.grid.local(i, 12, k)).has_value(), above < 0.0);
        left += above < 0.0 ? 1 : 0;
      }
    QVERIFY(left > 50);
    const auto flat = rock_at(twice_.grid, fold_.layering(), twice_.grid.local(3, 4, 0));
    QVERIFY(flat && flat->layer == 0 && flat->bedding == nullptr);
    QVERIFY(!foretold_parameters(solved, choose_profile(solved)));
  }

  // One fold is solved as ever, whatever cut it later; so is one on a mesh, and one whose speeds vary.
  void a_fold_alone_keeps_its_solver() {
    for (const char* name : {"antiform", "recumbent", "changing-class"}) {
      Scenario s = load_scenario(std::string(FOLDWAVE_SOURCE_DIR "/resources/scenarios/") + name + ".json");
      s.propagation.enabled = false;
      const Vec3 size = s.grid.extent();
      for (std::size_t a = 0; a < 3; ++a) {
        s.grid.h[a] *= (s.grid.n[a] - 1) / 23.0;
        s.grid.n[a] = 24;
      }
      const FoldResult before = run_fold(s, *cpu_backend(), {});
      const double middle = s.grid.origin.z + 0.45 * size.z;
      s.events.push_back(
          cut(EventType::erosion,
              PlaneHorizon{s.grid.origin + 0.5 * size + Vec3{0, 0, -0.05 * size.z}, 0.0, 0.0, {}}, "land"));
      s.stack.layers.insert(s.stack.layers.begin(), Layer{"air", 0.0, 340.0});
      for (Layer& layer : s.stack.layers)
        layer.density = 0.0;
      ++s.stack.horizon_is_top_of;
      QVERIFY(!has_errors(preflight(s, *cpu_backend())));
      const FoldResult fold = run_fold(s, *cpu_backend(), {});
      QCOMPARE(fold.method, before.method);
      QVERIFY(std::equal(before.arrival.values().begin(), before.arrival.values().end(),
                         fold.arrival.values().begin()));
      for (int k = 0; k < 24; ++k) {
        const bool air = s.grid.origin.z + k * s.grid.h[2] < middle;
        QCOMPARE(static_cast<int>(fold.layer_index(5, 7, k)),
                 air ? 0 : 1 + static_cast<int>(before.layer_index(5, 7, k)));
      }
      QVERIFY(
          foretold_parameters(solved_fold(s, fold), choose_profile(solved_fold(s, fold))).has_value() ==
          foretold_parameters(solved_fold(s, before), choose_profile(solved_fold(s, before))).has_value());
    }
  }

  void a_datum_that_is_left_out_is_the_deepest_point() {
    Scenario s = folded_twice();
    s.events[1].datum.reset();
    const FoldResult fold = run_fold(s, *cpu_backend(), {});
    double deepest = 0.0;
    for (int i = 0; i < s.grid.n[0]; ++i)
      deepest = std::max(deepest, gap.at(map_of(s, i, 0, 0)));
    for (Index m = 0; m < s.grid.size(); m += 17)
      QVERIFY(std::abs(fold.cuts[2].flat[m] - fold_.cuts[2].flat[m] -
                       static_cast<float>(deepest - gap_datum)) < 1e-3F);
  }

  void a_cut_of_no_use_is_told() {
    Scenario s = planes();
    for (const auto& [depth, word] : {std::pair{-500.0, "cuts nothing"}, {2000.0, "leaves nothing"}}) {
      s.events[1].horizon = PlaneHorizon{{0.0, 0.0, depth}, 0.0, 0.0, {}};
      const Findings findings = preflight(s, *cpu_backend());
      QVERIFY(findings.size() == 1 && findings[0].severity == Severity::warning);
      QVERIFY(findings[0].path == "/events/1/horizon" && findings[0].problem.find(word) != std::string::npos);
      QVERIFY(run_fold(s, *cpu_backend(), {}).warnings.empty());
      // Below a later fold only the run knows.
      Scenario later = folded_twice();
      later.events[1].horizon = PlaneHorizon{{0.0, 0.0, depth}, 0.0, 0.0, {}};
      QVERIFY(preflight(later, *cpu_backend()).empty());
      const FoldResult fold = run_fold(later, *cpu_backend(), {});
      QVERIFY(fold.warnings.size() == 1 && fold.warnings[0].starts_with("/events/1/horizon: ") &&
              fold.warnings[0].find(word) != std::string::npos);
    }
  }

  void boundaries_have_names_and_files() {
    QCOMPARE(boundary_name(twice_, 5), std::string("gap"));
    QCOMPARE(boundary_title(twice_, 4), std::string("the top of \"layer 5\""));
    QCOMPARE(boundary_of(twice_, "cover base"), std::size_t{2});
    QCOMPARE(boundary_of(twice_, "6"), std::size_t{5});
    QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("ground.xyz").toStdString();
    write_layer_top(file, twice_, fold_, 0, {});
    QFile text(folder.filePath("ground.xyz"));
    QVERIFY(text.open(QIODevice::ReadOnly | QIODevice::Text));
    int points = 0;
    for (const QByteArray& line : text.readAll().split('\n')) {
      const QList<QByteArray> cells = line.split(' ');
      if (line.startsWith('#') || cells.size() != 3) continue;
      const Vec3 p{cells[0].toDouble(), cells[1].toDouble(), -cells[2].toDouble()};
      QVERIFY(std::abs(ground.at(p) - p.z) < 2e-6);
      ++points;
    }
    QCOMPARE(points, twice_.grid.n[0] * twice_.grid.n[1]);
  }
};

}  // namespace test_unconformities

FOLDWAVE_TEST(test_unconformities, run_guiless<test_unconformities::TestUnconformities>)
#include "test_unconformities.moc"
