// Protects the job that makes the seismic image: it comes shot by shot; it is stale with the fold, the
// section's line and its own keys, not with the wave; stopped, what was stacked stays, and the same survey
// goes on to the image that it would have had, bit by bit.
#include <QDateTime>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

#include "core/base/worst.hpp"
#include "core/engine/backend.hpp"
#include "tests/banged_section.hpp"
#include "tests/core/imaging/survey/survey_help.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/jobs/scenario_runs.hpp"
#include "ui/jobs/imaging/shared_image.hpp"

namespace test_survey_jobs {

using namespace foldwave;

namespace {

constexpr int survey_patience = 60000;  // ms: the machine may be busy

Scenario surveyed() {
  Scenario s = banged_section();
  s.imaging->survey.emplace().shots = 8;
  return s;
}

bool same_bits(const Field<float>& a, const Field<float>& b) {
  return a.shape() == b.shape() && std::ranges::equal(a.values(), b.values());
}

}  // namespace

class TestSurveyJobs : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    desk_ = std::make_unique<ScenarioRuns>(cpu_backend());
    desk_->open(surveyed());
  }
  void cleanup() { desk_.reset(); }

  void comes_shot_by_shot() {
    std::vector<int> shots;
    connect(&desk_->results, &Results::survey_changed, this, [this, &shots] {
      if (const auto survey = desk_->results.survey()) shots.push_back(survey->result.shots_done);
    });
    desk_->runs.run_survey();
    QVERIFY(ended());
    QVERIFY2(shots.size() > 1, "only the whole image came");
    QVERIFY(std::ranges::is_sorted(shots) && shots.front() < 8);
    QCOMPARE(shots.back(), 8);
    const SurveyResult& result = desk_->results.survey()->result;
    QCOMPARE(result.shots, 8);
    QVERIFY(!result.stopped);
    QCOMPARE(result.image.shape(), desk_->now.grid.n);
    float largest = 0.0F;
    for (const float value : result.image.values()) {
      QVERIFY(std::isfinite(value));
      largest = worst_of(largest, std::abs(value));
    }
    QVERIFY(largest > 0.0F);
    QVERIFY(desk_->results.wave() == nullptr);  // its waves are its own
  }

  // In one job, the scenario's own last; the results are left alone.
  void variants_are_imaged_by_themselves() {
    Scenario s = surveyed(), faster = surveyed();
    s.imaging->survey->shots = faster.imaging->survey->shots = 2;
    faster.name = "faster";
    faster.stack.layers.back().velocity *= 1.1;
    Scenario late = faster;
    late.name = "late";
    late.imaging.reset();
    s.variants = {faster, late};
    desk_->open(s);
    std::vector<std::shared_ptr<const SurveyOutcome>> images;
    run_variant_images(desk_->runs, s,
                       [&](const std::shared_ptr<const SurveyOutcome>& one) { images.push_back(one); });
    QVERIFY(ended());
    QCOMPARE(images.size(), std::size_t{3});
    QCOMPARE(images[0]->scenario.name, std::string("late"));
    QCOMPARE(images[1]->scenario.name, std::string("faster"));
    QCOMPARE(images[2]->scenario.name, s.name);
    QVERIFY(same_bits(images[0]->result.image, images[1]->result.image));
    QVERIFY(!same_bits(images[1]->result.image, images[2]->result.image));
    QVERIFY(desk_->results.survey() == nullptr && desk_->results.fold() == nullptr);
    desk_->runs.run_survey();
    QVERIFY(ended());
    QVERIFY(same_bits(desk_->results.survey()->result.image, images[2]->result.image));
  }

  void workers_make_the_same_image() {
    desk_->runs.run_survey();
    QVERIFY(ended());
    const Field<float> alone = desk_->results.survey()->result.image.clone();
    const QTemporaryDir place;
    SharedImage order{place.filePath("shared"), 2,
                      QCoreApplication::applicationDirPath() + "/../bin/foldwave-cli"};
    std::vector<std::shared_ptr<const SurveyOutcome>> images;
    const auto came = [&](const std::shared_ptr<const SurveyOutcome>& one) { images.push_back(one); };
    const QSignalSpy ends(&desk_->runs, &Runs::finished);
    const auto why = [&] { return ends.last().at(2).toString(); };
    const auto outcome = [&] { return ends.last().at(1).value<Outcome>(); };

    // None is started: it waits for others, until it is stopped.
    order.workers = 0;
    run_shared_image(desk_->runs, surveyed(), order, came);
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(order.folder + "/plan.json"), survey_patience);
    QTest::qWait(300);
    QVERIFY(desk_->runs.busy());
    desk_->runs.stop();
    QVERIFY(ended());
    QVERIFY(outcome() == Outcome::stopped && images.empty());

    // A worker that fails is told, with its words.
    SharedImage broken = order;
    broken.workers = 1;
    broken.program = "/bin/false";
    run_shared_image(desk_->runs, surveyed(), broken, came);
    QVERIFY(ended());
    QVERIFY2(outcome() == Outcome::failed && why().contains("no worker is left"), qPrintable(why()));
    broken.program = place.filePath("nothing");
    run_shared_image(desk_->runs, surveyed(), broken, came);
    QVERIFY(ended());
    QVERIFY2(outcome() == Outcome::failed && why().contains("cannot be started"), qPrintable(why()));

    order.workers = 2;
    run_shared_image(desk_->runs, surveyed(), order, came);
    QVERIFY(ended());
    QVERIFY2(outcome() == Outcome::done, qPrintable(why()));
    QCOMPARE(images.size(), std::size_t{1});
    QCOMPARE(images[0]->result.shots_done, 8);
    QVERIFY(same_bits(images[0]->result.image, alone));

    // Another survey is not mixed into it.
    Scenario other = surveyed();
    other.imaging->survey->shots = 4;
    run_shared_image(desk_->runs, other, order, came);
    QVERIFY(ended());
    QVERIFY2(outcome() == Outcome::failed && why().contains("another folder"), qPrintable(why()));
    QCOMPARE(images.size(), std::size_t{1});
  }

  void needs_no_imaging_and_no_wave() {
    Scenario s = surveyed();
    s.imaging.reset();
    s.propagation.enabled = false;
    s.survey.receivers.clear();
    desk_->open(s);
    desk_->runs.run_survey();
    QVERIFY(ended());
    QVERIFY(desk_->results.survey() != nullptr);
    QCOMPARE(desk_->results.survey()->result.shots, 60);
  }

  void is_stale_with_what_it_hangs_on() {
    desk_->runs.run_survey();
    QVERIFY(ended());
    QVERIFY(!desk_->results.survey_is_stale());
    Scenario next = desk_->now;
    next.propagation.duration = 0.5;
    next.imaging->noise = 0.2;
    next.survey.sources.front().position.x += 20.0;
    desk_->edit(next);
    QVERIFY(!desk_->results.survey_is_stale());
    next.imaging->survey->frequency = 11.0;
    desk_->edit(next);
    QVERIFY(desk_->results.survey_is_stale());
    next = surveyed();
    next.stack.layers[1].velocity = 2900.0;
    desk_->edit(next);
    QVERIFY(desk_->results.survey_is_stale());
    desk_->open(surveyed());
    QVERIFY(desk_->results.survey() == nullptr);
  }

  void is_stale_with_the_file_of_its_velocity() {
    const QTemporaryDir folder;
    Scenario s = surveyed();
    s.folder = folder.path().toStdString();
    VelocityFile& migration = s.imaging->survey->velocity.emplace();
    migration.file = "v.f32";
    migration.layout = {s.grid.n, s.grid.h, {}, "xyz", false};
    s.imaging->survey->shots = 1;
    // The later it is, the later the file: a clock may be too coarse to tell.
    const auto write = [&](float velocity, int seconds) {
      const std::vector<float> values(static_cast<std::size_t>(s.grid.size()), velocity);
      QFile file(folder.filePath("v.f32"));
      QVERIFY(file.open(QIODevice::WriteOnly));
      file.write(reinterpret_cast<const char*>(values.data()), static_cast<qint64>(4 * values.size()));
      QVERIFY(file.flush() && file.setFileTime(QDateTime::currentDateTime().addSecs(seconds),
                                               QFileDevice::FileModificationTime));
    };
    write(2000.0F, 0);
    desk_->open(s);
    desk_->runs.run_survey();
    QVERIFY(ended());
    QVERIFY(desk_->results.survey() != nullptr && !desk_->results.survey_is_stale());
    write(2200.0F, 10);
    QVERIFY(desk_->results.survey_is_stale());
    desk_->runs.run_survey();
    QVERIFY(ended());
    QVERIFY(!desk_->results.survey_is_stale());
  }

  void a_stop_keeps_what_was_stacked_and_goes_on() {
    const ThreadsOfTest one(1);
    desk_->runs.run_survey();
    QVERIFY(ended());
    const Field<float> whole = desk_->results.survey()->result.image.clone();

    const auto stop = connect(&desk_->results, &Results::survey_changed, this, [this] {
      const auto survey = desk_->results.survey();
      if (survey && survey->result.shots_done > 0 && survey->result.shots_done < 8) desk_->runs.stop();
    });
    const QSignalSpy ends(&desk_->runs, &Runs::finished);
    desk_->runs.run_survey();
    QVERIFY(ended());
    disconnect(stop);
    const auto part = desk_->results.survey();
    if (ends.last().at(1).value<Outcome>() == Outcome::done) QFAIL("it was over before it was stopped");
    QVERIFY(part->result.stopped && part->result.shots_done > 0 && part->result.shots_done < 8);
    // In a window of another day.
    desk_ = std::make_unique<ScenarioRuns>(cpu_backend());
    desk_->open(surveyed());
    desk_->runs.run_survey();
    QVERIFY(ended());
    const SurveyResult& result = desk_->results.survey()->result;
    QCOMPARE(result.shots_done, 8);
    QVERIFY(result.shots_before >= part->result.shots_done);
    QVERIFY(same_bits(result.image, whole));
  }

  void what_cannot_be_shot_is_refused_by_its_path() {
    Scenario next = surveyed();
    next.imaging->survey->depth = 1e5;
    desk_->edit(next);
    const QSignalSpy ends(&desk_->runs, &Runs::finished);
    desk_->runs.run_survey();
    QVERIFY(ended());
    QVERIFY(ends.last().at(1).value<Outcome>() == Outcome::failed);
    const QString why = ends.last().at(2).toString();
    QVERIFY2(why.contains("Imaging, depth"), qPrintable(why));
  }

 private:
  bool ended() const {
    return QTest::qWaitFor([this] { return !desk_->runs.busy(); }, survey_patience);
  }

  std::unique_ptr<ScenarioRuns> desk_;
};

}  // namespace test_survey_jobs

FOLDWAVE_TEST(test_survey_jobs, run_guiless<test_survey_jobs::TestSurveyJobs>)
#include "test_survey_jobs.moc"
