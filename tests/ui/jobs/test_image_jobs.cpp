// Protects the job that finds events: it takes the traces of the wave that is shown, or runs one first; its
// result becomes stale with the imaging and with the wave alone; a stop leaves the former one. And the focus
// that follows a slider: the newest wish wins, and what is of another gather is dropped.
#include <QSignalSpy>
#include <QTest>
#include <cmath>
#include <set>

#include "core/engine/backend.hpp"
#include "tests/banged_section.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/jobs/scenario_runs.hpp"
#include "ui/jobs/imaging/velocity_focus.hpp"

namespace test_image_jobs {

using namespace foldwave;

namespace {

constexpr int image_patience = 60000;  // ms: the machine may be busy

}  // namespace

class TestImageJobs : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    desk_ = std::make_unique<ScenarioRuns>(cpu_backend());
    desk_->open(banged_section());
  }
  void cleanup() { desk_.reset(); }

  void events_are_found_with_a_wave_of_its_own() {
    const QSignalSpy told(&desk_->results, &Results::image_changed);
    desk_->runs.run_image();
    QVERIFY(ended());
    QVERIFY(desk_->results.wave() != nullptr);  // it is shown as any wave
    QCOMPARE(told.count(), 1);
    const auto image = desk_->results.image();
    QVERIFY(image && !desk_->results.image_is_stale());
    QCOMPARE(image->result.located.events.size(), std::size_t{1});
    const Vec3 map = image->result.grid.origin + image->result.located.events.front().state.position;
    const double off = norm(map - desk_->now.survey.sources.front().position);
    QVERIFY2(off < 2.0, qPrintable(QString::number(off)));
    // Again: the wave that is there is taken.
    const auto wave = desk_->results.wave();
    desk_->runs.run_image();
    QVERIFY(ended());
    QVERIFY(desk_->results.wave() == wave);
    QVERIFY(desk_->results.image() != image);
  }

  void is_stale_with_what_it_hangs_on() {
    desk_->runs.run_image();
    QVERIFY(ended());
    Scenario next = desk_->now;
    next.name = "another name";
    desk_->edit(next);
    QVERIFY(!desk_->results.image_is_stale());
    next.imaging->velocity_scale = 1.02;
    desk_->edit(next);
    QVERIFY(desk_->results.image_is_stale() && !desk_->results.wave_is_stale());
    desk_->runs.run_image();
    QVERIFY(ended());
    QVERIFY(!desk_->results.image_is_stale());
    next.survey.sources.front().delay += 0.01;
    desk_->edit(next);
    QVERIFY(desk_->results.image_is_stale() && desk_->results.wave_is_stale());
    desk_->open(banged_section());
    QVERIFY(desk_->results.image() == nullptr && !desk_->results.image_is_stale());
  }

  void a_stop_leaves_what_was_there() {
    desk_->runs.run_image();
    QVERIFY(ended());
    const auto before = desk_->results.image();
    const QSignalSpy ends(&desk_->runs, &Runs::finished);
    desk_->runs.run_image();
    desk_->runs.stop();
    QVERIFY(ended());
    QVERIFY(desk_->results.image() == before);
    // Two in a row: the second takes the first one's place.
    desk_->runs.run_image();
    desk_->runs.run_image();
    QVERIFY(ended());
    QVERIFY(desk_->results.image() != before);
  }

  // It is shown as a wave, backwards, and its traces are not taken for modelled ones.
  void traces_go_back_as_a_wave() {
    Scenario next = desk_->now;
    next.outputs.snapshot_steps = 50;
    desk_->edit(next);
    desk_->runs.run_reversed();
    QVERIFY(ended());
    const auto back = desk_->results.wave();
    QVERIFY(back && back->result.backward && desk_->results.shown().backward);
    const auto snapshots = desk_->results.snapshots();
    QVERIFY(snapshots.size() > 5);
    for (std::size_t s = 1; s < snapshots.size(); ++s)
      QVERIFY(snapshots[s]->time < snapshots[s - 1]->time);
    QCOMPARE(snapshots.back()->time, 0.0);
    QCOMPARE(desk_->results.kept().size(), std::size_t{2});
    // The wave before it has the traces: none is run again.
    desk_->runs.run_image();
    QVERIFY(ended());
    QCOMPARE(desk_->results.image()->result.located.events.size(), std::size_t{1});
    QVERIFY(desk_->results.image()->result.data_step > 0.0);
    QCOMPARE(desk_->results.kept().size(), std::size_t{2});
    // It hangs on the velocity to locate in.
    QVERIFY(!desk_->results.wave_is_stale());
    next.imaging->velocity_scale = 1.01;
    desk_->edit(next);
    QVERIFY(desk_->results.wave_is_stale());
  }

  void without_an_imaging_it_fails_with_its_path() {
    Scenario next = desk_->now;
    next.imaging.reset();
    desk_->edit(next);
    const QSignalSpy ends(&desk_->runs, &Runs::finished);
    desk_->runs.run_image();
    QVERIFY(ended());
    QVERIFY(ends.last().at(1).value<Outcome>() == Outcome::failed);
    QVERIFY(ends.last().at(2).toString().startsWith("Imaging"));
    QVERIFY(desk_->results.image() == nullptr);
  }

  void the_newest_wish_wins() {
    desk_->runs.run_image();
    QVERIFY(ended());
    VelocityFocus velocity;
    std::vector<double> came;
    connect(&velocity, &VelocityFocus::came, this,
            [&came](const std::shared_ptr<const FocusFrame>& frame) { came.push_back(frame->factor); });
    velocity.wish(1.0);  // of nothing: nothing comes
    QVERIFY(!velocity.busy());
    velocity.set_image(desk_->results.image(), desk_->runs.shared_backend());
    for (const double factor : {0.95, 0.96, 0.97, 0.98, 1.03})
      velocity.wish(factor);
    QTRY_VERIFY_WITH_TIMEOUT(!came.empty() && came.back() == 1.03, image_patience);
    QCOMPARE(came, (std::vector<double>{0.95, 1.03}));
    QCOMPARE(velocity.frames(), 2);
    // What is under way of another gather does not come.
    velocity.wish(0.9);
    velocity.set_image(nullptr, desk_->runs.shared_backend());
    QTRY_VERIFY_WITH_TIMEOUT(!velocity.busy(), image_patience);
    QCOMPARE(came.size(), std::size_t{2});
  }

  // With the wish go the velocities about it, then the others: what is made comes in the call that wishes it.
  void velocities_that_are_made_come_at_once() {
    desk_->runs.run_image();
    QVERIFY(ended());
    VelocityFocus velocity(nullptr, 4);
    std::vector<double> came, foretold;
    connect(&velocity, &VelocityFocus::came, this,
            [&came](const std::shared_ptr<const FocusFrame>& frame) { came.push_back(frame->factor); });
    connect(&velocity, &VelocityFocus::foretold, this,
            [&foretold](double factor, double) { foretold.push_back(factor); });
    velocity.set_image(desk_->results.image(), desk_->runs.shared_backend());
    velocity.wish(0.95);
    QTRY_VERIFY_WITH_TIMEOUT(foretold.size() > 6, image_patience);
    QCOMPARE(came, std::vector<double>{0.95});
    QCOMPARE((std::set<double>(foretold.begin(), foretold.begin() + 3)),
             (std::set<double>{0.948, 0.949, 0.951}));
    velocity.wish(0.951);
    QCOMPARE(came, (std::vector<double>{0.95, 0.951}));
    // The newest is shown last, though another was wished before it.
    velocity.wish(1.05);
    velocity.wish(0.951);
    QCOMPARE(came, (std::vector<double>{0.95, 0.951, 0.951}));
    QTRY_VERIFY_WITH_TIMEOUT(!velocity.busy(), 4 * image_patience);
    QCOMPARE(came.back(), 0.951);
    QCOMPARE(foretold.size(), std::size_t{200});
  }

 private:
  bool ended() const {
    return QTest::qWaitFor([this] { return !desk_->runs.busy(); }, image_patience);
  }

  std::unique_ptr<ScenarioRuns> desk_;
};

}  // namespace test_image_jobs

FOLDWAVE_TEST(test_image_jobs, run_guiless<test_image_jobs::TestImageJobs>)
#include "test_image_jobs.moc"
