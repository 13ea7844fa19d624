// Protects `survey plan|work|merge`: workers that share a folder give the bytes of one run, also where one is
// killed in the middle of a shot, and then at most that shot is made again; a full disk, a folder that goes
// away, another version and other files are said with worker and host.
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <QElapsedTimer>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <fstream>

#include "tests/app/cli_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_cli_shared_survey {

using namespace foldwave;
using namespace foldwave::test;

class TestCliSharedSurvey : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QString at(const QString& name) const { return folder_.filePath(name); }

  // Twelve shots, each of some tenths of a second.
  void plan(const QString& name) {
    ScenarioFile()
        .set("/grid/nodes", "[96, 24, 64]")
        .set("/events/0/horizon/point", "[115, 115, 315]")
        .set("/outputs", R"({"pictures": false})")
        .set("/imaging",
             R"({"purpose": "image", "survey": {"shots": 12, "duration": 1.5, "gathers": 2, "angles": 3}})")
        .write(at(name + ".json"));
    const Outcome made =
        cli({"survey", "plan", at(name + ".json"), "--to", at(name), "--backend", "cpu", "--lease", "4"});
    QVERIFY2(made.exit == 0, made.err);
  }

  QStringList working(const QString& name) const { return {"--threads", "1", "survey", "work", at(name)}; }
  void begin(QProcess& worker, const QString& name) const {
    worker.setProcessEnvironment(no_display());
    worker.start(FOLDWAVE_CLI, working(name));
    QVERIFY(worker.waitForStarted());
  }
  int done(const QString& name) const {
    return static_cast<int>(QDir(at(name + "/results")).entryList({"*.shot"}, QDir::Files).size());
  }
  // Between two shots a worker holds none: it goes on then.
  bool stopped_in_a_shot(const QProcess& worker, const QString& name) const {
    const auto process = static_cast<pid_t>(worker.processId());
    siginfo_t stopped{};
    ::kill(process, SIGSTOP);
    // Without waiting: one that has ended is never stopped.
    const auto stands = [&] {
      ::waitid(P_PID, static_cast<id_t>(process), &stopped, WSTOPPED | WNOHANG);
      return stopped.si_pid == process;
    };
    for (int tries = 0; tries < 1000 && !stands(); ++tries)
      QThread::msleep(1);
    if (stopped.si_pid != process) return false;
    for (const QString& task : QDir(at(name + "/claims")).entryList(QDir::Files))
      if (bytes_of(at(name + "/claims/" + task)).contains("\"process\":" + QByteArray::number(process)) &&
          !QFile::exists(at(name + "/results/" + task + ".shot")))
        return true;
    ::kill(process, SIGCONT);
    return false;
  }
  bool merged_is_the_run(const QString& name) {
    const Outcome merged = cli({"survey", "merge", at(name), "--out", at(name + "-image")});
    if (merged.exit != 0) qWarning("%s", merged.err.constData());
    const Outcome run = cli({"run", at(name + ".json"), "--out", at(name + "-run"), "--stages", "image",
                             "--backend", "cpu", "--threads", "2"});
    if (run.exit != 0) qWarning("%s", run.err.constData());
    bool same = merged.exit == 0 && run.exit == 0;
    for (const QString& file : files_below(at(name + "-run/image")))
      same = same && bytes_of(at(name + "-run/image/" + file)) == bytes_of(at(name + "-image/image/" + file));
    return same && !bytes_of(at(name + "-image/image/image.sgy")).isEmpty();
  }

 private slots:
  void killed_workers_cost_at_most_their_shot() {
    plan("killed");
    QProcess first, second;
    begin(first, "killed");
    begin(second, "killed");
    QTRY_VERIFY_WITH_TIMEOUT(done("killed") >= 2, 120000);
    // The first is killed in a shot; a third comes in its place.
    QVERIFY(QTest::qWaitFor([&] { return stopped_in_a_shot(first, "killed"); }, 60000));
    ::kill(static_cast<pid_t>(first.processId()), SIGKILL);
    QVERIFY(first.waitForFinished());
    const int left = done("killed");
    QVERIFY(left < 12);
    QProcess third;
    begin(third, "killed");
    const Outcome ended = outcome_of(second), came = outcome_of(third);
    QVERIFY2(ended.exit == 0 && came.exit == 0, ended.err + came.err);
    QCOMPARE(done("killed"), 12);
    QVERIFY2((ended.err + came.err).contains("is gone: it had task"), ended.err + came.err);
    // Whole shots of all workers; none is made twice, as the killed one's was not whole.
    int by_workers = 0;
    // A name that is no UTF-8 among the workers' files.
    std::ofstream(at("killed/workers/").toStdString() + "\xff.json") << "[]";
    const Outcome told = cli({"survey", "status", at("killed"), "--json", "--page"});
    QVERIFY2(told.exit == 0, told.err);
    const QJsonObject status = QJsonDocument::fromJson(told.out).object();
    QCOMPARE(status["done"].toInt(), 12);
    QCOMPARE(status["foreign_files"].toArray().size(), 1);
    QStringList states;
    for (const QJsonValue& worker : status["workers"].toArray()) {
      by_workers += worker["done"].toInt();
      states += worker["state"].toString();
    }
    states.sort();
    QCOMPARE(states, (QStringList{"ended", "ended", "gone"}));
    // It may have died before it told of its last whole shot.
    QVERIFY2(by_workers == 12 || by_workers == 11, QByteArray::number(by_workers));
    QVERIFY(bytes_of(at("killed/status.html")).contains("12 of 12 shots"));
    QVERIFY(merged_is_the_run("killed"));
  }

  void the_script_has_the_forecast() {
    plan("script");
    const QByteArray script = bytes_of(at("script/work.sbatch"));
    for (const char* const part : {"#SBATCH --time=", "#SBATCH --array=1-4", "survey work '"})
      QVERIFY2(script.contains(part), script);
    // Planned again it stays; another one has no place here.
    const QStringList again{"survey", "plan", at("script.json"), "--to", at("script"), "--backend", "cpu"};
    QCOMPARE(cli(again).exit, 0);
    ScenarioFile()
        .set("/imaging", R"({"purpose": "image", "survey": {"shots": 3}})")
        .write(at("script.json"));
    const Outcome other = cli(again);
    QVERIFY2(other.exit == 1 && other.err.contains("is of another survey"), other.err);
    const Outcome early = cli({"survey", "merge", at("script"), "--out", at("early")});
    QVERIFY2(early.exit == 1 && early.err.contains("12 of 12 shots are not there: 1, 2,"), early.err);
  }

  void another_program_or_other_files_are_refused() {
    plan("other");
    const QString file = at("other/plan.json");
    const QByteArray text = bytes_of(file);
    ScenarioFile::write_text(file, QByteArray(text).replace("\"program\": \"", "\"program\": \"9."));
    Outcome worker = cli(working("other"));
    QVERIFY2(worker.exit == 1 && worker.err.contains("on host ") && worker.err.contains("planned by 9."),
             worker.err);
    ScenarioFile::write_text(file, text);
    const QString scenario = at("other/scenario.json");
    QByteArray changed = bytes_of(scenario);
    QVERIFY(changed.contains("1.5"));
    ScenarioFile::write_text(scenario, changed.replace("1.5", "1.4"));
    worker = cli(working("other"));
    QVERIFY2(
        worker.exit == 1 && worker.err.contains("on host ") && worker.err.contains("not those of the plan"),
        worker.err);
    ScenarioFile::write_text(file, "{}");
    worker = cli(working("other"));
    QVERIFY2(worker.exit == 1 && worker.err.contains("is no plan"), worker.err);
  }

  // Files of more than a bound cannot be written, as on a disk that is full.
  void a_full_disk_is_said_and_costs_nothing_finished() {
    plan("full");
    QProcess worker;
    worker.setProcessEnvironment(no_display());
    worker.setChildProcessModifier([] {
      const rlimit most{20000, 20000};
      ::setrlimit(RLIMIT_FSIZE, &most);
    });
    worker.start(FOLDWAVE_CLI, working("full") + QStringList{"--patience", "1"});
    const Outcome full = outcome_of(worker);
    QCOMPARE(full.exit, 1);
    QVERIFY2(full.err.contains("cannot be written in full") && full.err.contains("on host "), full.err);
    QCOMPARE(done("full"), 0);
    const Outcome told = cli({"survey", "status", at("full")});
    QVERIFY2(told.out.contains("failed") && told.out.contains("cannot be written in full"), told.out);
    QCOMPARE(cli(working("full")).exit, 0);
    QCOMPARE(done("full"), 12);
  }

  void a_damaged_shot_is_named() {
    plan("damaged");
    QCOMPARE(cli(working("damaged")).exit, 0);
    const QString file = at("damaged/results/000004.shot");
    QByteArray bytes = bytes_of(file);
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    ScenarioFile::write_text(file, bytes);
    const Outcome merged = cli({"survey", "merge", at("damaged"), "--out", at("damaged-image")});
    QVERIFY2(merged.exit == 1 && merged.err.contains("000004.shot"), merged.err);
    QVERIFY(QFile::remove(file));
    QCOMPARE(cli(working("damaged")).exit, 0);
    QVERIFY(merged_is_the_run("damaged"));
  }
};

}  // namespace test_cli_shared_survey

FOLDWAVE_TEST(test_cli_shared_survey, run_guiless<test_cli_shared_survey::TestCliSharedSurvey>)
#include "test_cli_shared_survey.moc"
