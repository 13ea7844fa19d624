// Protects a run over the ranks of mpirun: files are those of one process to the byte, rank 0 alone speaks,
// and where a rank is killed the others end within ten seconds, with rank and host.
#include <signal.h>

#include <QElapsedTimer>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/cli_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_cli_ranks {

using namespace foldwave;
using namespace foldwave::test;

class TestCliRanks : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QString at(const QString& name) const { return folder_.filePath(name); }

  static QProcessEnvironment of_ranks() {
    QProcessEnvironment environment = no_display();
    for (const char* const name : {"OMPI_ALLOW_RUN_AS_ROOT", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"})
      environment.insert(name, "1");
    // Containers forbid reading another process's memory; it is tried, and told, otherwise.
    environment.insert("OMPI_MCA_btl_vader_single_copy_mechanism", "none");
    return environment;
  }
  static QStringList ranked(int ranks, const QStringList& arguments) {
    return QStringList{"--oversubscribe",      "--bind-to",  "none",      "-n",
                       QString::number(ranks), FOLDWAVE_CLI, "--threads", "1"} +
           arguments;
  }
  static Outcome mpirun(int ranks, const QStringList& arguments) {
    QProcess process;
    process.setProcessEnvironment(of_ranks());
    process.start("mpirun", ranked(ranks, arguments));
    return outcome_of(process);
  }
  // The process that mpirun made of this rank; 0: not there yet.
  static pid_t process_of_rank(qint64 mpirun, int rank) {
    const QByteArray mark = "OMPI_COMM_WORLD_RANK=" + QByteArray::number(rank) + '\0';
    for (const QString& number : QDir("/proc").entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
      const QByteArray stat = bytes_of("/proc/" + number + "/stat");
      const QList<QByteArray> words = stat.mid(stat.lastIndexOf(')') + 2).split(' ');
      if (words.size() < 2 || words[1].toLongLong() != mpirun) continue;
      if ((bytes_of("/proc/" + number + "/environ") + '\0').contains(mark)) return number.toInt();
    }
    return 0;
  }

  // Two ranks, steps of which are told, and the process of the second.
  void begin_long_run(QProcess& process, pid_t& second) {
    ScenarioFile()
        .set("/grid/nodes", "[64, 64, 96]")
        .set("/propagation/duration", "60")
        .set("/outputs", R"({"pictures": false})")
        .write(at("long.json"));
    process.setProcessEnvironment(of_ranks());
    process.start("mpirun", ranked(2, {"run", at("long.json"), "--out", at("long"), "--stages", "wave"}));
    QVERIFY(process.waitForStarted());
    QTRY_VERIFY_WITH_TIMEOUT((second = process_of_rank(process.processId(), 1)) > 0, 20000);
    QByteArray told;
    QElapsedTimer patience;
    patience.start();
    while (!told.contains("wave: step") && patience.elapsed() < 60000 &&
           process.state() == QProcess::Running) {
      process.waitForReadyRead(50);
      told += process.readAllStandardError();
    }
    QVERIFY2(told.contains("wave: step"), told);
  }

 private slots:
  void initTestCase() {
#ifndef FOLDWAVE_HAS_MPI
    FOLDWAVE_NOT_HERE("libopenmpi-dev");
#endif
    if (QStandardPaths::findExecutable("mpirun").isEmpty()) FOLDWAVE_NOT_HERE("openmpi-bin");
  }

  void files_are_those_of_one_process() {
    ScenarioFile()
        .set("/grid/nodes", "[24, 24, 64]")
        .set("/survey/receivers/0",
             R"({"type": "line", "from": [10, 115, 10], "to": [220, 103, 600], "count": 23})")
        .set("/outputs", R"({"snapshots": {"interval": 0.02, "format": "hdf"}, "pictures": false})")
        .write(at("wave.json"));
    const Outcome one =
        cli({"run", at("wave.json"), "--out", at("one"), "--stages", "wave", "--backend", "cpu"});
    QVERIFY2(one.exit == 0, one.err);
    const QStringList files = files_below(at("one/wave"));
    QVERIFY(files.contains("gather.sgy"));
    for (const int ranks : {2, 4}) {
      const QString to = at(QString("ranks-%1").arg(ranks));
      const Outcome many =
          mpirun(ranks, {"run", at("wave.json"), "--out", to, "--stages", "wave", "--backend", "cpu"});
      QVERIFY2(many.exit == 0, many.err);
      QCOMPARE(files_below(to + "/wave"), files);
      for (const QString& file : files)
        QVERIFY2(bytes_of(to + "/wave/" + file) == bytes_of(at("one/wave/") + file), qPrintable(file));
      QCOMPARE(many.out.count("report.json"), 1);
      // So that the forecast of one process does not learn from it.
      const QJsonObject wave = json_of(to + "/report.json")["stages"].toArray().at(1).toObject();
      QVERIFY2(wave["device"].toString().endsWith(QString(", %1 ranks").arg(ranks)),
               qPrintable(wave["device"].toString()));
    }
  }

  // Each rank writes its part of a .vti, and the picture is made of the parts.
  void parts_are_joined_to_the_snapshots_of_one_process() {
#ifndef FOLDWAVE_HAS_VTK
    FOLDWAVE_NOT_HERE("libvtk9-dev");
#endif
    ScenarioFile()
        .set("/grid/nodes", "[24, 24, 64]")
        .set("/outputs", R"({"snapshots": {"interval": 0.02, "format": "vti"}, "pictures": true})")
        .write(at("vti.json"));
    const QStringList run{"run", at("vti.json"), "--stages", "wave", "--backend", "cpu", "--out"};
    const Outcome one = cli(run + QStringList{at("whole")}),
                  many = mpirun(3, run + QStringList{at("parted")});
    QVERIFY2(one.exit == 0 && many.exit == 0, many.err);
    const QString whole = at("whole/wave/snapshots/"), parted = at("parted/wave/snapshots/");
    const QStringList steps = QDir(whole).entryList({"*.vti"}, QDir::Files);
    QVERIFY(steps.size() > 2);
    QCOMPARE(QDir(parted).entryList({"*.pvti"}, QDir::Files).size(), steps.size());
    const QJsonArray outputs = json_of(at("parted/report.json"))["outputs"].toArray();
    for (const QString& step : steps) {
      const QString joint = parted + QFileInfo(step).completeBaseName() + ".pvti";
      const Outcome compared = cli({"volume", "compare", whole + step, joint, "--json"});
      QVERIFY2(compared.exit == 0, compared.err);
      const QJsonObject told = QJsonDocument::fromJson(compared.out).object();
      QCOMPARE(told["max_error"].toDouble(-1.0), 0.0);
      for (int rank = 0; rank < 3; ++rank)
        QVERIFY(outputs.contains("wave/snapshots/" + QFileInfo(step).completeBaseName() + "/" +
                                 QString::number(rank) + ".vti"));
    }
    QCOMPARE(bytes_of(at("parted/wave/snapshots.pvd")).count(".pvti"), steps.size());
    const QByteArray picture = bytes_of(at("whole/pictures/wave.png"));
    QVERIFY(!picture.isEmpty() && bytes_of(at("parted/pictures/wave.png")) == picture);
  }

  void what_is_wrong_is_said_once() {
    const Outcome many = mpirun(2, {"run", at("none.json"), "--out", at("none")});
    QVERIFY(many.exit != 0);
    QCOMPARE(many.err.count("foldwave-cli: "), 1);
  }

  void a_killed_rank_ends_the_others() {
    QProcess process;
    pid_t second = 0;
    begin_long_run(process, second);
    QElapsedTimer clock;
    clock.start();
    ::kill(second, SIGKILL);
    const Outcome ended = outcome_of(process, 30000);
    QVERIFY2(clock.elapsed() < 10000, QByteArray::number(clock.elapsed()));
    QVERIFY(ended.exit != 0);
    const QByteArray words = ended.out + ended.err;
    QVERIFY2(words.contains("rank 1") && words.contains("on node "), words);
  }

  // It lives, but does not go on.
  void a_rank_that_does_not_answer_is_named() {
    QProcess process;
    pid_t second = 0;
    begin_long_run(process, second);
    ::kill(second, SIGSTOP);
    QByteArray told;
    QElapsedTimer clock;
    clock.start();
    while (!told.contains("for rank 1 on host ") && clock.elapsed() < 15000) {
      process.waitForReadyRead(50);
      told += process.readAllStandardError();
    }
    const qint64 taken = clock.elapsed();
    ::kill(second, SIGKILL);
    outcome_of(process, 30000);
    QVERIFY2(told.contains("for rank 1 on host "), told);
    QVERIFY2(taken < 10000, QByteArray::number(taken));
  }
};

}  // namespace test_cli_ranks

FOLDWAVE_TEST(test_cli_ranks, run_guiless<test_cli_ranks::TestCliRanks>)
#include "test_cli_ranks.moc"
