// Protects the share of rock that is of another layer in two scenarios: a layer is known by its name and by
// the event that laid it down, not by its number, which every inserted deposit shifts. Against flat layers,
// whose nodes are counted by hand.
#include <QTest>

#include "core/engine/pipeline.hpp"
#include "core/fold/layers/compare.hpp"
#include "core/model/event_edits.hpp"
#include "core/model/layer_sequence.hpp"
#include "tests/test_program.hpp"

namespace test_compare_layers {

using namespace foldwave;

namespace {

constexpr int levels = 21;
constexpr double cell = 50.0;

PlaneHorizon flat(double depth) {
  return {{0.0, 0.0, depth}, 0.0, 90.0, {}};
}

Scenario four_layers() {
  Scenario s;
  s.grid.n = {7, 7, levels};
  s.grid.h = {cell, cell, cell};
  s.events.resize(1);
  s.events.front().horizon = flat(510.0);
  s.stack.layers = {{"top", 0, 1500}, {"marl", 200, 2000}, {"sand", 200, 2500}, {"base", 0, 3000}};
  s.stack.horizon_is_top_of = 2;
  s.propagation.enabled = false;
  return s;
}

// With a deposit on a flat unconformity: all nodes above that depth are of it.
Scenario with_deposit(const Scenario& s, double depth, const char* name) {
  EventEdit edit = with_event_added(s, EventType::unconformity, s.events.size() - 1);
  edit.scenario.events[edit.event].horizon = flat(depth);
  edit.scenario.events[edit.event].name = name;
  edit.scenario.stack.layers.front().name = std::string("on ") + name;
  return edit.scenario;
}

double share(const Scenario& a, const Scenario& b) {
  const FoldResult x = run_fold(a, *cpu_backend(), {}), y = run_fold(b, *cpu_backend(), {});
  return compare_folds({x.grid, x.arrival, x.layer_index}, {y.grid, y.arrival, y.layer_index},
                       matched_layers(a, b), {})
      .other_layer_share;
}

using Layers = std::vector<int>;

}  // namespace

class TestCompareLayers : public QObject {
  Q_OBJECT

 private slots:
  void an_inserted_deposit_is_all_that_differs() {
    const Scenario a = four_layers();
    const Scenario b = with_deposit(a, 125.0, "gap");
    QCOMPARE(b.stack.layers.size(), std::size_t{5});
    QCOMPARE(share(a, a), 0.0);
    QCOMPARE(share(a, b), 3.0 / levels);  // nodes at 0, 50 and 100 m
    QCOMPARE(share(b, a), 3.0 / levels);
    // A second one in it, 2 nodes deep, and one below it that takes two more levels from the folded rock.
    const Scenario c = with_deposit(b, 75.0, "upper gap");
    QCOMPARE(share(b, c), 2.0 / levels);
    QCOMPARE(share(a, c), 3.0 / levels);
    Scenario deeper = c;
    deeper.events[1].horizon = flat(225.0);
    QCOMPARE(share(c, deeper), 2.0 / levels);
  }

  void a_new_name_is_no_new_layer() {
    const Scenario a = four_layers();
    Scenario b = a;
    b.stack.layers[1].name = "clay";
    b.events[0].name = "buckling";
    QCOMPARE(share(a, b), 0.0);
    b = with_deposit(b, 125.0, "gap");
    QCOMPARE(share(a, b), 3.0 / levels);
    Scenario renamed = b;
    renamed.events[1].name = "hiatus";
    QCOMPARE(share(b, renamed), 0.0);
  }

  void a_layer_is_known_by_its_event_and_name() {
    const Scenario a = four_layers();
    QCOMPARE(matched_layers(a, a), (Layers{0, 1, 2, 3}));
    const Scenario b = with_deposit(a, 125.0, "gap");
    QCOMPARE(matched_layers(a, b), (Layers{-1, 0, 1, 2, 3}));
    QCOMPARE(matched_layers(b, a), (Layers{1, 2, 3, 4}));
    // In another order of the list they are still themselves, one that is gone is none.
    Scenario c = a;
    std::swap(c.stack.layers[1], c.stack.layers[2]);
    QCOMPARE(matched_layers(a, c), (Layers{0, 2, 1, 3}));
    c.stack.layers.erase(c.stack.layers.begin() + 1);
    QCOMPARE(matched_layers(a, c), (Layers{0, 1, 3}));
    QCOMPARE(matched_layers(c, a), (Layers{0, 1, -1, 2}));
    // Deposits of two events with layers of one name each keep to their event.
    Scenario two = with_deposit(with_deposit(a, 125.0, "older"), 75.0, "younger");
    two.stack.layers[0].name = two.stack.layers[1].name = "mud";
    QCOMPARE(matched_layers(two, with_event_removed(two, 2).scenario), (Layers{1, 2, 3, 4, 5}));
    QCOMPARE(matched_layers(two, with_event_removed(two, 1).scenario), (Layers{0, 2, 3, 4, 5}));
    // One that an event takes from the rock below is the same layer.
    const Scenario taken = with_deposits(b, 1, 2);
    QCOMPARE(matched_layers(b, taken), (Layers{0, 1, 2, 3, 4}));
  }
};

}  // namespace test_compare_layers

FOLDWAVE_TEST(test_compare_layers, run_alone<test_compare_layers::TestCompareLayers>)
#include "test_compare_layers.moc"
