// Protects edits that fit a surface in the background: each lands as one step and in order, none takes away
// what was edited meanwhile, a drag is not disturbed, and undo takes back what has not landed.
#include <QSignalSpy>
#include <QTest>
#include <atomic>
#include <thread>

#include "tests/test_program.hpp"
#include "ui/jobs/horizon_edits.hpp"

namespace test_horizon_edits {

using namespace foldwave;

namespace {

PointsEdit add_deep(const PointsHorizon& points, double depth) {
  PointsEdit edit{points, {}};
  edit.horizon.points.push_back({0, 0, depth});
  return edit;
}

}  // namespace

class TestHorizonEdits : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    scenario_ = {};
    scenario_.events.emplace_back();
    scenario_.events.front().horizon = PointsHorizon{{{0, 0, 1}, {1, 0, 2}, {0, 1, 3}}, {}, {}};
    held_ = false;
    gate_ = true;
    runs_ = 0;
    edits_ = std::make_unique<HorizonEdits>([this]() -> const Scenario& { return scenario_; },
                                            [this] { return !held_; });
    connect(edits_.get(), &HorizonEdits::done, this, [this](const Scenario& next, const QString& text) {
      scenario_ = next;
      steps_ << text;
    });
    steps_.clear();
  }
  void cleanup() {
    gate_ = true;
    edits_.reset();
  }

  void edits_land_in_order() {
    edits_->add(deep(10, "first"));
    edits_->add(deep(20, "second"));
    QCOMPARE(depths(), (std::vector<double>{1, 2, 3}));  // not on this thread
    QTRY_COMPARE(steps_, (QStringList{"first", "second"}));
    QCOMPARE(depths(), (std::vector<double>{1, 2, 3, 10, 20}));
    QVERIFY(!edits_->pending());
  }

  void what_was_edited_meanwhile_stays() {
    gate_ = false;
    edits_->add(deep(10, "add"));
    QTRY_COMPARE(runs_, 1);
    scenario_.name = "renamed";  // no reason to fit anew
    gate_ = true;
    QTRY_COMPARE(steps_, QStringList{"add"});
    QCOMPARE(scenario_.name, std::string("renamed"));
    QCOMPARE(runs_, 1);

    gate_ = false;
    edits_->add(deep(20, "add"));
    QTRY_COMPARE(runs_, 2);
    points().points.front().z = 7;
    gate_ = true;
    QTRY_COMPARE(steps_.size(), 2);
    QCOMPARE(depths(), (std::vector<double>{7, 2, 3, 10, 20}));
    QCOMPARE(runs_, 3);
  }

  void a_drag_is_not_disturbed() {
    held_ = true;
    edits_->add(deep(10, "add"));
    QTRY_COMPARE(runs_, 1);
    QTest::qWait(50);
    edits_->land();
    QVERIFY(steps_.isEmpty() && edits_->pending());
    held_ = false;
    edits_->land();
    QCOMPARE(steps_, QStringList{"add"});
  }

  void undo_takes_back_what_has_not_landed() {
    QVERIFY(!edits_->take_back());
    gate_ = false;
    edits_->add(deep(10, "first"));
    edits_->add(deep(20, "second"));
    QVERIFY(edits_->take_back());
    gate_ = true;
    QTRY_COMPARE(steps_, QStringList{"first"});
    gate_ = false;
    edits_->add(deep(30, "third"));
    QVERIFY(edits_->take_back());
    gate_ = true;
    edits_->add(deep(40, "fourth"));
    QTRY_COMPARE(steps_, (QStringList{"first", "fourth"}));
    QCOMPARE(depths(), (std::vector<double>{1, 2, 3, 10, 40}));
  }

  void the_newest_sketch_wins_and_an_edit_ends_it() {
    QSignalSpy sketched(edits_.get(), &HorizonEdits::sketched);
    gate_ = false;
    edits_->sketch(deep(1, {}));
    QTRY_COMPARE(runs_, 1);
    for (int i = 2; i <= 9; ++i)
      edits_->sketch(deep(i, {}));
    gate_ = true;
    QTRY_COMPARE(sketched.count(), 2);
    QCOMPARE(runs_, 2);
    const auto last = sketched[1][0].value<Scenario>();
    QCOMPARE(std::get<PointsHorizon>(last.events.front().horizon).points.back().z, 9.0);
    QVERIFY(steps_.isEmpty());

    gate_ = false;
    edits_->sketch(deep(5, {}));
    edits_->add(deep(10, "drawn"));
    gate_ = true;
    QTRY_COMPARE(steps_, QStringList{"drawn"});
    QCOMPARE(sketched.count(), 2);
  }

  void a_refusal_changes_nothing_and_is_told() {
    QSignalSpy refused(edits_.get(), &HorizonEdits::refused), told(edits_.get(), &HorizonEdits::message);
    edits_->add({[](const PointsHorizon&, const Grid3&, const Job&) -> PointsEdit {
                   throw InputError("stroke", "is shorter than two nodes", "draw on");
                 },
                 "drawn"});
    QTRY_COMPARE(refused.count(), 1);
    QVERIFY(told.back()[0].toString().contains("shorter than two nodes") && told.back()[1].toBool());
    scenario_.events.front().horizon = PlaneHorizon{};
    edits_->add(deep(1, "add"));
    QCOMPARE(refused.count(), 2);
    QVERIFY(told.back()[0].toString().contains("control points"));
    QVERIFY(!edits_->pending() && steps_.isEmpty());
  }

  void an_edit_goes_with_its_event() {
    FoldEvent second = scenario_.events.front();
    second.name = "second";
    scenario_.events.push_back(second);
    QSignalSpy told(edits_.get(), &HorizonEdits::message), sketched(edits_.get(), &HorizonEdits::sketched);
    gate_ = false;
    HorizonEdit gone = deep(10, "of the removed");
    edits_->add(gone);
    gone.event = 1;
    edits_->add(gone);
    edits_->add(deep(20, "of the first"));
    const auto remove = [this](std::size_t event) {
      const std::vector<FoldEvent> before = scenario_.events;
      scenario_.events.erase(scenario_.events.begin() + static_cast<std::ptrdiff_t>(event));
      edits_->follow(before, scenario_.events);
    };
    QTRY_COMPARE(runs_, 1);
    told.clear();
    remove(1);  // of which an edit waits
    QCOMPARE(told.count(), 1);
    QVERIFY(told[0][0].toString().contains("no longer there") && told[0][1].toBool());
    gate_ = true;
    QTRY_COMPARE(steps_, (QStringList{"of the removed", "of the first"}));
    QCOMPARE(depths(), (std::vector<double>{1, 2, 3, 10, 20}));

    scenario_.events.push_back(second);
    held_ = true;
    edits_->add(deep(30, "done, not landed"));
    gone = deep(40, "of its neighbour");
    gone.event = 1;
    edits_->add(gone);
    QTRY_COMPARE(runs_, 3);
    QTest::qWait(50);
    held_ = false;
    remove(0);
    QTRY_COMPARE(steps_.size(), 3);
    QCOMPARE(steps_.back(), "of its neighbour");
    QCOMPARE(depths(), (std::vector<double>{1, 2, 3, 40}));
    QVERIFY(!edits_->pending());

    gate_ = false;
    scenario_.events.push_back(FoldEvent{});
    edits_->sketch(deep(1, {}));
    QTRY_COMPARE(runs_, 5);
    remove(0);
    scenario_.events = {second};
    gate_ = true;
    QTest::qWait(50);
    QCOMPARE(sketched.count(), 0);
  }

  void another_scenario_gets_none_of_them() {
    gate_ = false;
    edits_->add(deep(10, "old"));
    QTRY_COMPARE(runs_, 1);
    edits_->forget();
    gate_ = true;
    edits_->add(deep(20, "new"));
    QTRY_COMPARE(steps_, QStringList{"new"});
    QCOMPARE(depths(), (std::vector<double>{1, 2, 3, 20}));
  }

 private:
  // Waits until the gate is open, whether it was asked to stop or not, as a fit would.
  HorizonEdit deep(double depth, const QString& text) {
    return {[this, depth](const PointsHorizon& points, const Grid3&, const Job& job) {
              ++runs_;
              while (!gate_)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
              job.throw_if_stopped();
              return add_deep(points, depth);
            },
            text};
  }
  PointsHorizon& points() { return std::get<PointsHorizon>(scenario_.events.front().horizon); }
  std::vector<double> depths() {
    std::vector<double> z;
    for (const Vec3& p : points().points)
      z.push_back(p.z);
    return z;
  }

  Scenario scenario_;
  QStringList steps_;
  bool held_ = false;
  std::atomic<bool> gate_ = true;
  std::atomic<int> runs_ = 0;
  std::unique_ptr<HorizonEdits> edits_;
};

}  // namespace test_horizon_edits

FOLDWAVE_TEST(test_horizon_edits, run_guiless<test_horizon_edits::TestHorizonEdits>)
#include "test_horizon_edits.moc"
