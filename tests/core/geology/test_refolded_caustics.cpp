// Protects the caustics of several folds in a row: those of an older one go where the younger ones carried
// its rock, those of a younger one stand where older folds put the boundaries, and cuts take both away.
#include <QTest>
#include <numbers>

#include "core/geology/caustics.hpp"
#include "folded_rock.hpp"
#include "tests/test_program.hpp"

namespace test_refolded_caustics {

using namespace foldwave;
using namespace foldwave::test;

namespace {

const Grid3 section = box_of({101, 1, 101}, 10.0);
const Vec3 up{0.0, 0.0, -1.0};

struct Cosine {
  double depth, amplitude, wavelength, crest;
  double radius() const { return 1.0 / (amplitude * std::pow(2.0 * std::numbers::pi / wavelength, 2)); }
  double at(double x) const {
    return depth - amplitude * std::cos(2.0 * std::numbers::pi * (x - crest) / wavelength);
  }
  std::shared_ptr<const Horizon> horizon(const Grid3& grid = section) const {
    FoldTrain train;
    train.amplitude = amplitude;
    train.wavelength = wavelength;
    train.crest = {crest, 0.0};
    return std::make_shared<const Horizon>(make_horizon(TrainsHorizon{depth, {train}}, grid, "", ""));
  }
};
const Cosine tight{400.0, 100.0, 1000.0, 500.0}, gentle{520.0, 60.0, 800.0, 200.0};

std::shared_ptr<const Horizon> plane(double depth) {
  PlaneHorizon spec;
  spec.point = {0.0, 0.0, depth};
  return std::make_shared<const Horizon>(make_horizon(spec, section, "", ""));
}

PastFold shear(const Cosine& wave, double datum) {
  return {wave.horizon(), 0.0, 1.0, up, datum};
}

// Nodes of `marks` with no node beside them where `wanted`(x, z) holds, and nodes in the midst of such
// without a mark.
template <class Wanted>
std::pair<int, int> strays(const Caustics& marks, const Wanted& wanted) {
  constexpr int wide = 103;
  std::vector<char> in(std::size_t{wide} * wide);
  const auto at = [&](int i, int k) -> char& {
    return in[static_cast<std::size_t>(i + 1) + std::size_t{wide} * static_cast<std::size_t>(k + 1)];
  };
  for (int k = -1; k <= 101; ++k)
    for (int i = -1; i <= 101; ++i)
      at(i, k) = wanted(10.0 * i, 10.0 * k) ? 1 : 0;
  int added = 0, missed = 0;
  for (int k = 0; k <= 100; ++k)
    for (int i = 0; i <= 100; ++i) {
      int count = 0;
      for (int c = k - 1; c <= k + 1; ++c)
        for (int a = i - 1; a <= i + 1; ++a)
          count += at(a, c);
      const bool marked = !marks.crossed.empty() && marks.crossed(i, 0, k) != 0;
      // A cusp may be narrower than a cell.
      for (int q = 0; q < 441 && marked && count == 0; ++q)
        count += wanted(10.0 * i + 0.5 * (q % 21 - 10), 10.0 * k + 0.5 * (q / 21 - 10)) ? 1 : 0;
      added += marked && count == 0 ? 1 : 0;
      missed += !marked && count == 9 ? 1 : 0;
    }
  return {added, missed};
}

// The feet (u, signed T) of (x, z) on a parallel fold's horizon: where the way to it is farther than from
// both sides, which is beyond a caustic, or nearer.
struct FlatFoot {
  double u, T;
  bool farthest;
};
std::vector<FlatFoot> feet(const Cosine& wave, double x, double z) {
  const double k = 2.0 * std::numbers::pi / wave.wavelength;
  std::vector<FlatFoot> found;
  double last = 0.0;
  for (double u = -600.0; u <= 1600.0; u += 2.0) {
    const double f = wave.at(u);
    const double nearer = (x - u) + (z - f) * wave.amplitude * k * std::sin(k * (u - wave.crest));
    if (u > -600.0 && (nearer > 0.0) != (last > 0.0))
      found.push_back({u, std::copysign(std::hypot(x - u, z - f), f - z), nearer > 0.0});
    last = nearer;
  }
  return found;
}

// Whether one of them is beyond a caustic, with a boundary farther out: `boundary`(u) is its T.
template <class Boundary>
bool is_crossed(const Cosine& wave, double x, double z, const Boundary& boundary) {
  for (const FlatFoot& foot : feet(wave, x, z)) {
    const double T = boundary(foot.u);
    if (foot.farthest && foot.T * T > 0.0 && std::abs(foot.T) <= std::abs(T)) return true;
  }
  return false;
}
bool is_crossed(const Cosine& wave, double x, double z, double T) {
  return is_crossed(wave, x, z, [T](double) { return T; });
}

#define NO_STRAYS(found, wanted)                                                                            \
  do {                                                                                                      \
    const auto [added, missed] = strays(found, wanted);                                                     \
    QVERIFY2(added == 0 && missed == 0, qPrintable(QString("%1 added, %2 missed").arg(added).arg(missed))); \
  } while (false)

}  // namespace

class TestRefoldedCaustics : public QObject {
  Q_OBJECT
 private slots:
  void a_younger_shear_carries_the_caustic_along() {
    const double end = -1.6 * tight.radius(), datum = 480.0;
    const auto horizon = tight.horizon();
    const Caustics alone = find_caustics(section, *horizon, {{{0.0, end}}}, 1.0, {});
    const Caustics found =
        find_caustics(section, *horizon, {{{0.0, end}}, 0, {shear(gentle, datum)}}, 1.0, {});
    QVERIFY(alone.any() && found.any());
    QCOMPARE(found.event, std::size_t{0});
    QVERIFY(std::abs(found.radius - tight.radius()) < 4e-12 * tight.radius());
    QVERIFY(std::abs(found.at.x - 500.0) < 1.0);
    NO_STRAYS(found,
              [&](double x, double z) { return is_crossed(tight, x, z - (gentle.at(x) - datum), end); });
    // The shear moves it by several nodes.
    QVERIFY(strays(alone, [&](double x, double z) {
              return found.at_place(section, {std::clamp(x, 0.0, 1000.0), 0.0, std::clamp(z, 0.0, 1000.0)});
            }).first > 20);
    QCOMPARE(found.boundaries.size(), std::size_t{1});
    QCOMPARE(found.boundaries[0].boundary, std::size_t{1});
    QVERIFY(std::abs(found.boundaries[0].share - alone.boundaries.at(0).share) < 0.04);
  }

  // What a shear over a plane left is flat, so the younger fold alone says where it breaks.
  void a_younger_fold_breaks_what_was_flat() {
    const Cosine younger{350.0, 80.0, 700.0, 400.0};
    const PastFold later{younger.horizon(), 1.0, 0.0, {}, 350.0};
    const auto flat = plane(300.0);
    // A boundary at this depth before it, under one at 280 m; seven layers come before them in the list.
    const double deep = 350.0 + 1.5 * younger.radius(), T = 350.0 - deep;
    const RockHistory history{{{20.0, 300.0 - deep}}, 7, {later}};
    const Caustics found = find_caustics(section, *flat, history, 0.0, up);
    const Caustics alone = find_caustics(section, *later.horizon, {{{70.0, T}}}, 1.0, {});
    QVERIFY(alone.any() && found.any());
    QCOMPARE(found.event, std::size_t{1});
    QVERIFY(std::abs(found.radius - younger.radius()) < 4e-12 * younger.radius());
    QVERIFY(std::abs(found.distance + T) < 1e-9);
    NO_STRAYS(found, [&](double x, double y) { return is_crossed(younger, x, y, T); });
    QCOMPARE(found.boundaries.size(), std::size_t{1});
    QCOMPARE(found.boundaries[0].boundary, std::size_t{8});
    QVERIFY(std::abs(found.boundaries[0].share - alone.boundaries.at(0).share) < 0.04);
    QVERIFY(!found.torn);
    // Not yet where the boundary stays within the bend.
    const double near = 350.0 + 0.98 * younger.radius();
    QVERIFY(!find_caustics(section, *flat, {{{20.0, 300.0 - near}}, 0, {later}}, 0.0, up).any());
  }

  void a_last_arrival_among_them_may_tear() {
    const PastFold later{gentle.horizon(), -0.5, 1.5, 1.5 * up, 520.0};
    const Caustics found = find_caustics(section, *plane(520.0), {{{450.0, -450.0}}, 0, {later}}, 0.0, up);
    QVERIFY(!found.any());
    const PastFold torn{tight.horizon(), -1.0, 2.0, 2.0 * up, 400.0};
    QVERIFY(find_caustics(section, *plane(400.0), {{{350.0, -350.0}}, 0, {torn}}, 0.0, up).torn);
  }

  // Both break: what is crossed is what either crosses.
  void each_event_has_its_own() {
    const Cosine younger{900.0, 30.0, 500.0, 850.0};
    const double end = -1.6 * tight.radius();
    const PastFold later{younger.horizon(), 1.0, 0.0, {}, 900.0};
    const auto horizon = tight.horizon();
    const RockHistory history{{{0.0, end}}, 0, {later}};
    const Caustics found = find_caustics(section, *horizon, history, 1.0, {});
    QVERIFY(found.any());
    // The older fold's horizon is its upper boundary: that is the farther one above the younger horizon.
    NO_STRAYS(found, [&](double x, double z) {
      if (is_crossed(younger, x, z, [&](double u) { return 900.0 - tight.at(u); })) return true;
      const auto places = feet(younger, x, z);
      return std::ranges::any_of(
          places, [&](const FlatFoot& foot) { return is_crossed(tight, foot.u, 900.0 - foot.T, end); });
    });
  }

  void what_a_cut_took_away_is_not_counted() {
    const double end = -1.6 * tight.radius(), datum = 480.0;
    const auto horizon = tight.horizon();
    const PastFold later = shear(gentle, datum);
    const auto wanted = [&](double cut_at) {
      return [&, cut_at](double x, double z) {
        const double before = z - (gentle.at(x) - datum);
        return before > cut_at && is_crossed(tight, x, before, end);
      };
    };
    // Cut before it was sheared, and not at all.
    for (const double cut_at : {620.0, 0.0}) {
      const RockHistory history{{{0.0, end}}, 3, {PastCut{plane(cut_at)}, later}};
      const Caustics found = find_caustics(section, *horizon, history, 1.0, {});
      QVERIFY(found.any());
      NO_STRAYS(found, wanted(cut_at));
    }
    // Cut today: level, not sheared.
    const Caustics today =
        find_caustics(section, *horizon, {{{0.0, end}}, 3, {later, PastCut{plane(640.0)}}}, 1.0, {});
    NO_STRAYS(today, [&](double x, double z) { return z > 640.0 && wanted(0.0)(x, z); });
    QVERIFY(
        !find_caustics(section, *horizon, {{{0.0, end}}, 3, {later, PastCut{plane(1100.0)}}}, 1.0, {}).any());
  }

  // A fold that is older than a cut leaves what was laid down on it alone; a younger one breaks it too.
  void deposits_break_in_younger_folds_alone() {
    const Cosine younger{350.0, 80.0, 700.0, 400.0};
    const PastFold later{younger.horizon(), 1.0, 0.0, {}, 350.0};
    const double z = 350.0 + 1.4 * younger.radius();
    const PastCut cut{plane(z + 40.0), z + 40.0};
    const std::vector<PastEvent> events{cut, later};
    for (const bool flat : {true, false}) {
      const RockHistory history{{{}}, 9, events, {{2, 0, 40.0, flat}}};
      const Caustics found = find_caustics(section, *plane(100.0), history, 0.0, up);
      QCOMPARE(found.event, std::size_t{2});
      QCOMPARE(found.boundaries.size(), std::size_t{1});
      QCOMPARE(found.boundaries[0].boundary, std::size_t{2});
      NO_STRAYS(found, [&](double x, double y) { return is_crossed(younger, x, y, 350.0 - z); });
    }
    const RockHistory older{{{}}, 9, {later, cut}, {{2, 1, 40.0, false}}};
    QVERIFY(!find_caustics(section, *plane(100.0), older, 0.0, up).any());
  }

  void a_stop_is_heard() {
    std::stop_source stop;
    stop.request_stop();
    QVERIFY_THROWS_EXCEPTION(
        Stopped, find_caustics(section, *tight.horizon(), {{{-500.0}}, 0, {shear(gentle, 480.0)}}, 1.0, {},
                               Job{nullptr, stop.get_token()}));
  }
};

}  // namespace test_refolded_caustics

FOLDWAVE_TEST(test_refolded_caustics, run_guiless<test_refolded_caustics::TestRefoldedCaustics>)
#include "test_refolded_caustics.moc"
