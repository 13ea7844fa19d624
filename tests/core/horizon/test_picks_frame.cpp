// Protects the way from a file's units to the model's: every unit and sense comes to the same rock, the guess
// says why, times need a velocity, and the box can be fitted without losing the survey.
#include "core/horizon/picks_frame.hpp"

#include <QFile>
#include <QIODevice>
#include <QTemporaryDir>
#include <QTest>

#include "core/base/error.hpp"
#include "core/horizon/horizon.hpp"
#include "tests/test_program.hpp"

namespace test_picks_frame {

using namespace foldwave;

namespace {

Grid3 box() {
  Grid3 grid;
  grid.n = {41, 31, 21};
  grid.h = {100.0, 100.0, 100.0};
  grid.origin = {500000.0, 6000000.0, 500.0};
  return grid;
}

HorizonPicks picks_with(double unit, double sign) {
  HorizonPicks picks;
  for (int j = 0; j < 10; ++j)
    for (int i = 0; i < 10; ++i)
      picks.points.push_back(
          {(500100.0 + 300.0 * i) / unit, (6000100.0 + 250.0 * j) / unit, sign * (1000.0 + 10.0 * i) / unit});
  return picks;
}

}  // namespace

class TestPicksFrame : public QObject {
  Q_OBJECT

 private slots:
  void every_unit_comes_to_the_same_rock() {
    const HorizonPicks metres = picks_with(1.0, 1.0);
    for (const Unit unit : {Unit::metre, Unit::foot, Unit::us_foot, Unit::kilometre})
      for (const VerticalSense sense : {VerticalSense::depth, VerticalSense::elevation}) {
        HorizonPicks picks = picks_with(in_si(unit), sense == VerticalSense::depth ? 1.0 : -1.0);
        const HorizonPicks copy = in_map(picks, {unit, unit, sense, 0.0}, {});
        to_map(picks, {unit, unit, sense, 0.0});
        QCOMPARE(copy.points, picks.points);
        for (std::size_t i = 0; i < picks.points.size(); ++i)
          QVERIFY(norm(picks.points[i] - metres.points[i]) < 1e-8);
      }
    // As the standards define them.
    QCOMPARE(in_si(Unit::foot), 0.3048);
    QCOMPARE(in_si(Unit::us_foot) * 3937.0, 1200.0);
    QCOMPARE(in_si(Unit::kilometre), 1000.0);
    QCOMPARE(in_si(Unit::millisecond), 0.001);
    // The two feet differ by 12 m at this northing.
    QVERIFY(6000000.0 / in_si(Unit::foot) * in_si(Unit::us_foot) - 6000000.0 > 11.9);
  }

  void times_need_a_velocity() {
    HorizonPicks picks = picks_with(1.0, 1.0);
    QVERIFY_EXCEPTION_THROWN(to_map(picks, {Unit::metre, Unit::millisecond, VerticalSense::depth, 0.0}),
                             InputError);
    QVERIFY_EXCEPTION_THROWN(to_map(picks, {Unit::second, Unit::metre, VerticalSense::depth, 0.0}),
                             InputError);
    to_map(picks, {Unit::metre, Unit::millisecond, VerticalSense::depth, 2400.0});
    QCOMPARE(picks.points[0].z, 1200.0);  // 1 s there and back at 2.4 km/s
  }

  void the_guess_says_why() {
    const auto why = [](const PicksGuess& g) {
      return QString::fromStdString(g.why_unit + " | " + g.why_sense);
    };
    PicksGuess guess = guess_choice(picks_with(1.0, 1.0), box());
    QVERIFY(guess.choice.xy == Unit::metre && guess.choice.sense == VerticalSense::depth);
    QVERIFY2(why(guess).contains("does not say | so the picks lie within the box"), qPrintable(why(guess)));
    guess = guess_choice(picks_with(1.0, -1.0), box());
    QVERIFY(guess.choice.sense == VerticalSense::elevation);

    guess = guess_choice(picks_with(in_si(Unit::foot), -1.0), box());
    QVERIFY(guess.choice.xy == Unit::foot && guess.choice.z == Unit::foot);
    QVERIFY(guess.choice.sense == VerticalSense::elevation);
    QVERIFY2(why(guess).contains("in feet the picks lie in the box"), qPrintable(why(guess)));

    HorizonPicks said = picks_with(1.0, 1.0);
    said.xy_unit = Unit::us_foot;
    said.sense = VerticalSense::elevation;
    guess = guess_choice(said, box());
    QVERIFY(guess.choice.xy == Unit::us_foot && guess.choice.z == Unit::us_foot);
    QVERIFY(guess.choice.sense == VerticalSense::elevation);
    QCOMPARE(why(guess), "the file says so | the file says so");

    said = picks_with(1.0, -1.0);
    said.sense = VerticalSense::depth;
    QVERIFY(guess_choice(said, box()).choice.sense == VerticalSense::elevation);

    // Far from the box the sign decides.
    HorizonPicks far = picks_with(1.0, 1.0);
    for (Vec3& p : far.points)
      p.z = 9000.0;
    QVERIFY(guess_choice(far, box()).choice.sense == VerticalSense::depth);
    for (Vec3& p : far.points)
      p.z = -9000.0;
    QVERIFY(guess_choice(far, box()).choice.sense == VerticalSense::elevation);
  }

  void a_wish_goes_before_the_guess() {
    HorizonPicks said = picks_with(1.0, 1.0);
    said.xy_unit = said.z_unit = Unit::foot;
    said.sense = VerticalSense::depth;
    PicksGuess frame = choose(said, box(), {});
    QVERIFY(frame.choice.xy == Unit::foot && frame.choice.z == Unit::foot);
    QVERIFY(frame.choice.sense == VerticalSense::depth);
    frame = choose(said, box(), {Unit::kilometre, VerticalSense::elevation, 2000.0});
    QVERIFY(frame.choice.xy == Unit::kilometre && frame.choice.z == Unit::kilometre);
    QVERIFY(frame.choice.sense == VerticalSense::elevation);
    QCOMPARE(frame.choice.velocity, 2000.0);
    QCOMPARE(frame.why_unit, "as asked for");
    QCOMPARE(frame.why_sense, "as asked for, though the file says depth");
    // The unit of a time is not for a wish to change.
    said.z_unit = Unit::millisecond;
    frame = choose(said, box(), {Unit::metre, {}, 2000.0});
    QVERIFY(frame.choice.xy == Unit::metre && frame.choice.z == Unit::millisecond);
  }

  // Above the sea the sign alone would say depth; in the unit asked for the picks lie in the box as
  // elevation.
  void the_sense_is_guessed_in_the_unit_asked_for() {
    Grid3 mountain = box();
    mountain.origin.z = -3000.0;
    HorizonPicks picks = picks_with(1000.0, 1.0);
    for (Vec3& p : picks.points)
      p.z += 1.0;
    picks.xy_unit = Unit::metre;
    QVERIFY(choose(picks, mountain, {}).choice.sense == VerticalSense::depth);
    const PicksGuess frame = choose(picks, mountain, {Unit::kilometre, {}, 0.0});
    QVERIFY(frame.choice.sense == VerticalSense::elevation);
    QCOMPARE(frame.why_sense, "so the picks lie within the box's depths");
  }

  // What a dialog lets be chosen, and a scenario can say, is read again as it was chosen, wherever the box
  // lies.
  void a_choice_comes_back_from_its_wish() {
    Grid3 elsewhere = box();
    elsewhere.origin = {0.0, 0.0, -7000.0};
    const std::optional<Unit> none;
    int said_again = 0;
    for (const auto& [xy_said, z_said] : {std::pair{none, none},
                                          {none, std::optional(Unit::foot)},
                                          {std::optional(Unit::us_foot), std::optional(Unit::metre)},
                                          {none, std::optional(Unit::second)}})
      for (const Unit xy : {Unit::metre, Unit::foot, Unit::us_foot, Unit::kilometre})
        for (const Unit z : {Unit::metre, Unit::foot, Unit::us_foot, Unit::kilometre, Unit::millisecond})
          for (const VerticalSense sense : {VerticalSense::depth, VerticalSense::elevation}) {
            HorizonPicks picks = picks_with(1.0, 1.0);
            picks.xy_unit = xy_said;
            picks.z_unit = z_said;
            const auto wish = wish_for(picks, {xy, z, sense, 0.0});
            if (!wish) continue;
            ++said_again;
            const std::vector<Grid3> boxes =
                xy_said || wish->unit ? std::vector{box(), elsewhere} : std::vector{box()};
            for (const Grid3& grid : boxes) {
              const PicksChoice again = choose(picks, grid, *wish).choice;
              QVERIFY(again.xy == xy && again.z == z && again.sense == sense);
            }
          }
    // Each file's own pair of units, or four that are the same; two senses; none beside times.
    QCOMPARE(said_again, 2 * (4 + 5 + 5));
  }

  void the_report_says_how_they_were_read() {
    HorizonPicks picks = picks_with(in_si(Unit::foot), -1.0);
    picks.skipped = 2;
    picks.filtered = 1;
    picks.duplicates = 3;
    picks.duplicate_spread = 0.25;
    QCOMPARE(
        picks_text(picks, choose(picks, box(), {})),
        "100 picks in feet (the file does not say, but in feet the picks lie in the box, and in metres they "
        "do "
        "not), z is elevation (so the picks lie within the box's depths); the filter left out 1 row; left "
        "out 2 "
        "rows without a value; merged 3 repeated picks to the mean, up to 0.25 of the file's units apart");
    picks = picks_with(1.0, 1.0);
    picks.xy_unit = Unit::metre;
    picks.z_unit = Unit::foot;
    picks.sense = VerticalSense::depth;
    QCOMPARE(picks_text(picks, choose(picks, box(), {{}, VerticalSense::elevation, 0.0})),
             "100 picks in metres (the file says so), z in feet, z is elevation (as asked for, though the "
             "file says "
             "depth)");
  }

  void bounds_count_what_is_outside() {
    HorizonPicks picks = picks_with(1.0, 1.0);
    picks.points[0].x = 400000.0;
    picks.points[1].z = 5000.0;
    const PicksBounds bounds = bounds_of(picks.points, box());
    QCOMPARE(bounds.count, 100);
    QCOMPARE(bounds.above_map, 99);
    QCOMPARE(bounds.in_box, 98);
    QCOMPARE(bounds.low.x, 400000.0);
    QCOMPARE(bounds.high.z, 5000.0);
  }

  void the_box_fits_the_picks() {
    Scenario scenario;
    scenario.grid = box();
    scenario.survey.sources.push_back({{502000.0, 6001500.0, 600.0}, 0.0, 1.0, {}});  // in the middle
    HorizonPicks picks = picks_with(1.0, 1.0);
    for (Vec3& p : picks.points)
      p = p + Vec3{-90000.0, 40000.0, 6000.0};
    const PicksBounds bounds = bounds_of(picks.points, scenario.grid);
    QCOMPARE(bounds.above_map, 0);
    const Scenario fitted = fit_box(scenario, bounds);
    const PicksBounds inside = bounds_of(picks.points, fitted.grid);
    QCOMPARE(inside.in_box, inside.count);
    QVERIFY(fitted.grid.h[0] == fitted.grid.h[1] && fitted.grid.h[1] == fitted.grid.h[2]);
    const double share = static_cast<double>(fitted.grid.size()) / static_cast<double>(scenario.grid.size());
    QVERIFY2(share > 0.7 && share < 1.2, qPrintable(QString::number(share)));
    const Vec3 middle = fitted.survey.sources[0].position - fitted.grid.origin;
    QVERIFY(std::abs(middle.x / fitted.grid.extent().x - 0.5) < 1e-9);

    // Depths that hold the picks stay.
    for (Vec3& p : picks.points)
      p.z -= 6000.0;
    QCOMPARE(fit_box(scenario, bounds_of(picks.points, scenario.grid)).grid.origin.z, 500.0);

    // A pick at the end of the world makes no more nodes than a scenario may have.
    PicksBounds far = bounds;
    far.high.x = 1e24;
    for (const int n : fit_box(scenario, far).grid.n)
      QVERIFY(n >= 4 && n <= 20000);

    // A section stays one.
    scenario.grid.n[1] = 1;
    const Grid3 section = fit_box(scenario, bounds).grid;
    QVERIFY(section.is_section() && section.h[0] == section.h[2]);
  }

  void a_file_in_feet_is_read_as_it_says() {
    QTemporaryDir folder;
    QFile file(folder.filePath("a.csv"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("id,x [ft],y [ft],depth [ft]\n");
    for (const Vec3& p : picks_with(in_si(Unit::foot), 1.0).points)
      file.write("1," + QByteArray::number(p.x, 'g', 15) + ',' + QByteArray::number(p.y, 'g', 15) + ',' +
                 QByteArray::number(p.z, 'g', 15) + "\r\n");
    file.close();
    XyzHorizon spec;
    spec.file = file.fileName().toStdString();
    spec.z = VerticalSense::depth;
    const Horizon horizon = make_horizon(spec, box(), {}, "/events/0");
    QVERIFY(std::abs(horizon.depth(100.0, 100.0) - 500.0) < 1e-7);
    QVERIFY(std::abs(horizon.depth(2800.0, 1000.0) - 590.0) < 1e-7);
  }
};

}  // namespace test_picks_frame

FOLDWAVE_TEST(test_picks_frame, run_guiless<test_picks_frame::TestPicksFrame>)
#include "test_picks_frame.moc"
