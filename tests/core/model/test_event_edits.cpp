// Protects the edits of events: what they make can be run, layers go with the event that laid them down, what
// makes no sense is hindered, and each edit can be taken back by its opposite.
#include <QTest>

#include "core/model/event_edits.hpp"
#include "core/model/scenario_check.hpp"
#include "core/model/scenario_json.hpp"
#include "tests/test_program.hpp"

namespace test_event_edits {

using namespace foldwave;

namespace {

Scenario of_velocity_alone() {
  Scenario s;
  s.grid = {{61, 41, 31}, {10, 20, 7}, {400000, 5000000, 250}, {}, {}, 0};
  s.events = stand_in_events();
  s.stack = stand_in_layers();
  s.velocity.emplace().file = "v.vti";
  s.propagation.enabled = false;
  return s;
}

// A fold, an unconformity with two deposits, a fold again, an unconformity, an erosion.
Scenario eventful() {
  Scenario s = of_velocity_alone();
  s.velocity.reset();
  s = with_first_fold(s);
  const auto add = [&s](EventType type) { s = with_event_added(s, type, s.events.size() - 1).scenario; };
  add(EventType::unconformity);
  s.events[1].deposits = 2;
  s.stack.layers.insert(s.stack.layers.begin(), Layer{"delta", 12.0, 1700.0, {1, 2, 3}});
  ++s.stack.horizon_is_top_of;
  add(EventType::fold);
  add(EventType::unconformity);
  add(EventType::erosion);
  return s;
}

std::string names(const Scenario& s) {
  std::string all;
  for (const FoldEvent& e : s.events)
    all += e.name + ",";
  for (const Layer& l : s.stack.layers)
    all += " " + l.name;
  return all;
}

bool runs(const Scenario& s) {
  const Findings found = check_scenario(s);
  for (const Finding& f : found)
    if (f.severity == Severity::error) qWarning("%s %s", f.path.c_str(), f.problem.c_str());
  return !has_errors(found);
}

}  // namespace

class TestEventEdits : public QObject {
  Q_OBJECT
 private slots:
  void a_first_fold_lies_in_the_box_and_is_written() {
    const Scenario before = of_velocity_alone();
    QVERIFY(!has_fold(before));
    const Scenario after = with_first_fold(before);
    QVERIFY(has_fold(after) && after.velocity == before.velocity);
    QVERIFY(!has_errors(check_scenario(after)));
    const auto& trains = std::get<TrainsHorizon>(after.events.front().horizon);
    QCOMPARE(trains.depth, 250 + 0.5 * 30 * 7);
    QCOMPARE(trains.trains.front().crest[0], 400300.0);
    QCOMPARE(trains.trains.front().wavelength, 600.0);
    // All layers find room in the box: 105 m above and below the horizon's mean.
    double inner = 0.0;
    for (const Layer& layer : after.stack.layers)
      inner += layer.thickness;
    QVERIFY(inner > 0.2 * 210 && inner < 0.5 * 210);
    const Scenario read = parse_scenario(scenario_text(after), "s.json");
    QVERIFY(read.events == after.events && read.stack == after.stack);
  }

  void each_cut_brings_its_layer_and_the_horizon_stays_where_it_was() {
    const Scenario s = eventful();
    QCOMPARE(names(s),
             std::string("fold,unconformity,fold 2,unconformity 2,erosion, water deposit delta deposit "
                         "cover sandstone marl limestone basement"));
    QCOMPARE(s.stack.horizon_is_top_of, 6);  // the marl's, as in the first fold
    QVERIFY(runs(s));
    // Asked for at an older event it comes just after that; an erosion comes last.
    const EventEdit early = with_event_added(s, EventType::unconformity, 0);
    QCOMPARE(early.event, std::size_t{1});
    QCOMPARE(early.scenario.stack.layers[4].name, std::string("deposit"));
    QCOMPARE(early.scenario.stack.layers[early.scenario.stack.horizon_is_top_of].name, std::string("marl"));
    QVERIFY(runs(early.scenario));
    // Nothing comes after an erosion.
    QCOMPARE(with_event_added(s, EventType::fold, 4).event, std::size_t{4});
    QVERIFY(runs(with_event_added(s, EventType::fold, 4).scenario));
  }

  // Every layer has a density, or none: water's is its own.
  void what_lies_on_a_cut_has_a_density_where_the_others_have() {
    for (const double density : {0.0, 2400.0}) {
      Scenario s = with_first_fold(of_velocity_alone());
      for (Layer& layer : s.stack.layers)
        layer.density = density;
      for (const auto& [type, own] :
           {std::pair{EventType::unconformity, 2000.0}, {EventType::erosion, 1000.0}})
        QCOMPARE(with_event_added(s, type, 0).scenario.stack.layers.front().density,
                 density > 0.0 ? own : 0.0);
    }
  }

  void a_removal_takes_its_layers_and_the_opposite_gives_all_back() {
    const Scenario s = eventful();
    for (const std::size_t event : {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{4}}) {
      QVERIFY(removing_event(s, event) == EventHindrance::nothing);
      const Scenario less = with_event_removed(s, event).scenario;
      QVERIFY(runs(less));
      QCOMPARE(less.stack.layers[less.stack.horizon_is_top_of].name, std::string("marl"));
    }
    QCOMPARE(names(with_event_removed(s, 1).scenario),
             std::string("fold,fold 2,unconformity 2,erosion, water deposit cover sandstone marl limestone "
                         "basement"));
    for (const std::size_t event : {std::size_t{1}, std::size_t{2}, std::size_t{3}}) {
      const EventEdit copy = with_event_duplicated(s, event);
      QVERIFY(copy.event == event + 1 && runs(copy.scenario));
      QVERIFY(copy.scenario.events[copy.event].name != s.events[event].name);
      QVERIFY(with_event_removed(copy.scenario, copy.event).scenario == s);
    }
  }

  void deposits_move_with_their_event() {
    const Scenario s = eventful();
    const EventEdit up = with_event_moved(s, 1, true);
    QCOMPARE(up.event, std::size_t{2});
    QVERIFY(runs(up.scenario));
    const EventEdit top = with_event_moved(up.scenario, 2, true);
    QCOMPARE(names(top.scenario), std::string("fold,fold 2,unconformity 2,unconformity,erosion, water delta "
                                              "deposit deposit cover sandstone marl limestone basement"));
    QVERIFY(with_event_moved(with_event_moved(top.scenario, 3, false).scenario, 2, false).scenario == s);
    Scenario folds = with_event_removed(s, 1).scenario;
    QVERIFY(moving_event(folds, 0, true) == EventHindrance::nothing);
    folds = with_event_moved(folds, 0, true).scenario;
    QVERIFY(runs(folds) && folds.events.front().name == "fold 2");
    QCOMPARE(folds.stack.layers, with_event_removed(s, 1).scenario.stack.layers);
    QVERIFY(with_event_removed(folds, 0).scenario.events.front().name == "fold");
    QCOMPARE(with_event_removed(folds, 0).scenario.stack, folds.stack);
  }

  void what_makes_no_sense_is_hindered() {
    using enum EventHindrance;
    const Scenario s = eventful();
    QVERIFY(adding_event(s, EventType::erosion) == one_erosion);
    QVERIFY(duplicating_event(s, 4) == one_erosion);
    QVERIFY(removing_event(s, 0) == first_is_a_fold);
    QVERIFY(moving_event(s, 0, true) == first_is_a_fold && moving_event(s, 1, false) == first_is_a_fold);
    QVERIFY(moving_event(s, 4, false) == erosion_is_last && moving_event(s, 3, true) == erosion_is_last);
    QVERIFY(moving_event(s, 4, true) == at_the_end && moving_event(s, 0, false) == at_the_end);
    Scenario one = with_first_fold(of_velocity_alone());
    QVERIFY(removing_event(one, 0) == last_fold);
    QVERIFY(removing_event(with_event_added(one, EventType::erosion, 0).scenario, 0) == last_fold);
    one.events.front().horizon = MeshHorizon{};
    QVERIFY(adding_event(one, EventType::fold) == lone_fold && duplicating_event(one, 0) == lone_fold);
    QVERIFY(adding_event(one, EventType::unconformity) == nothing);
    Scenario many = s;
    while (many.events.size() < most_events)
      many = with_event_added(many, EventType::fold, 0).scenario;
    QVERIFY(adding_event(many, EventType::fold) == too_many && runs(many));
  }

  void deposits_are_taken_from_the_folded_rock_and_given_back() {
    const Scenario s = eventful();
    const Scenario more = with_deposits(s, 1, 3);
    QVERIFY(runs(more));  // the cover was endless upwards and had no thickness
    QVERIFY(more.stack.layers[4].name == "cover" && more.stack.layers[4].thickness > 0.0);
    QCOMPARE(more.stack.horizon_is_top_of, s.stack.horizon_is_top_of);
    const Scenario most = with_deposits(s, 1, 5);
    QVERIFY(runs(most));
    QCOMPARE(most.stack.layers[most.stack.horizon_is_top_of].name, std::string("basement"));
    QVERIFY(!runs(with_deposits(s, 1, 0)) && !runs(with_deposits(s, 1, 6)));
    QVERIFY(runs(with_deposits(most, 1, 2)));
  }

  void a_choice_follows_its_event() {
    const Scenario s = eventful();
    const auto after = [&s](const EventEdit& edit, std::size_t event) {
      return followed_choice(s.events, edit.scenario.events, event);
    };
    QCOMPARE(after(with_event_added(s, EventType::fold, 0), 3), std::size_t{4});
    QCOMPARE(after(with_event_moved(s, 2, true), 2), std::size_t{3});
    QCOMPARE(after(with_event_removed(s, 1), 3), std::size_t{2});
    QCOMPARE(after(with_event_removed(s, 4), 4), std::size_t{3});
    Scenario renamed = s;
    renamed.events[2].name = "late";
    QCOMPARE(followed_choice(s.events, renamed.events, 2), std::size_t{2});
    QCOMPARE(followed_choice({}, s.events, 2), std::size_t{0});
  }

  void what_belongs_to_an_event_goes_with_it() {
    const Scenario s = eventful();
    const auto after = [&s](const EventEdit& edit, std::size_t event) {
      return followed_event(s.events, edit.scenario.events, event);
    };
    for (const std::size_t event : {1, 4}) {
      QVERIFY(!after(with_event_removed(s, event), event));
      QCOMPARE(after(with_event_removed(s, 1), 2), std::optional<std::size_t>(1));
    }
    Scenario renamed = s;
    renamed.events[4].name = "late";
    QCOMPARE(followed_event(s.events, renamed.events, 4), std::optional<std::size_t>(4));
    QVERIFY(!followed_event({}, s.events, 2));
  }
};

}  // namespace test_event_edits

FOLDWAVE_TEST(test_event_edits, run_alone<test_event_edits::TestEventEdits>)
#include "test_event_edits.moc"
