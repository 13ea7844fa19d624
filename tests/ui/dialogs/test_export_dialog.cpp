// Protects the export dialog: it says what will be written before it is, writes just that off the window's
// thread, offers only what there is, and a failure is told and leaves the dialog usable.
#include <QCheckBox>
#include <QComboBox>
#include <QDesktopServices>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QIODevice>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

#include "core/engine/backend.hpp"
#include "core/engine/pipeline.hpp"
#include "core/model/scenario_json.hpp"
#include "core/volume/store/volume_file.hpp"
#include "core/volume/tools/volume_source.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/dialogs/export_dialog.hpp"
#include "ui/settings/theme.hpp"

namespace test_export_dialog {

using namespace foldwave;

class TestExportDialog : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QUrl opened_;  // in place of the system's program for folders
  std::shared_ptr<FoldOutcome> fold_ = std::make_shared<FoldOutcome>();

  template <class Widget>
  static Widget* find(ExportDialog& dialog, const char* name) {
    auto* const widget = dialog.findChild<Widget*>(name);
    if (widget == nullptr) qFatal("no %s", name);
    return widget;
  }
  std::unique_ptr<ExportDialog> dialog(bool stale = false) {
    auto made = std::make_unique<ExportDialog>(ExportDialog::Results{fold_, {}, {}, {}, stale}, nullptr);
    made->set_folder(folder_.filePath("out"));
    made->show();
    return made;
  }

  std::shared_ptr<const Snapshot> snapshot(int step) const {
    auto made = std::make_shared<Snapshot>();
    made->step = step;
    made->time = 0.001 * step;
    made->pressure = Field<float>(fold_->scenario.grid.n);
    return made;
  }

 public slots:
  void take(const QUrl& url) { opened_ = url; }

 private slots:
  void initTestCase() {
    fold_->scenario = load_scenario(FOLDWAVE_SOURCE_DIR "/resources/scenarios/antiform.json");
    const Vec3 e = fold_->scenario.grid.extent();
    fold_->scenario.grid.n = {21, 21, 21};
    fold_->scenario.grid.h = {e.x / 20, e.y / 20, e.z / 20};
    fold_->result = run_fold(fold_->scenario, *cpu_backend(), {});
  }

  void whatIsSaidIsWritten() {
    const auto shown = dialog();
    find<QCheckBox>(*shown, "export horizon")->setChecked(true);
    find<QComboBox>(*shown, "format of horizon")->setCurrentText(".ts");
    QTest::keyClick(find<QLineEdit>(*shown, "export name"), Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(find<QLineEdit>(*shown, "export name"), "mine");
    QStringList said;
    auto* const list = find<QListWidget>(*shown, "export files");
    for (int row = 0; row < list->count(); ++row)
      said << list->item(row)->text().section(' ', 0, 0);
    QVERIFY(said.contains("mine-horizon.ts") && said.contains("mine-paraview.py"));
    QVERIFY(find<QLabel>(*shown, "export summary")->text().startsWith(QString("%1 files").arg(said.size())));
    QSignalSpy exported(shown.get(), &ExportDialog::exported);
    QTest::mouseClick(find<QPushButton>(*shown, "write export"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(exported.count(), 1, 60000);
    said.sort();
    QCOMPARE(QDir(folder_.filePath("out")).entryList(QDir::Files, QDir::Name), said);
    QVERIFY(find<QLabel>(*shown, "export result")
                ->text()
                .startsWith(QString("%1 files written").arg(said.size())));
    // A second time all of them would be replaced.
    QVERIFY(find<QLabel>(*shown, "export summary")->text().contains(QString("%1 of them").arg(said.size())));
    QVERIFY(find<QPushButton>(*shown, "open in paraview")->isVisible());
    QDesktopServices::setUrlHandler("file", this, "take");
    QTest::mouseClick(find<QPushButton>(*shown, "open export folder"), Qt::LeftButton);
    QDesktopServices::unsetUrlHandler("file");
    QCOMPARE(opened_.toLocalFile(), folder_.filePath("out"));
  }

  // A program of that name notes where it was started and with what; ParaView parts an option's value at
  // commas.
  void paraviewIsGivenTheScript() {
    const QString program = folder_.filePath("bin/paraview"), told = folder_.filePath("told");
    QVERIFY(QDir(folder_.path()).mkpath("bin"));
    QFile file(program);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("#!/bin/sh\nexec >'" + told.toUtf8() + "'\npwd\nprintf '%s\\n' \"$@\" end\n");
    file.setPermissions(file.permissions() | QFile::ExeUser);
    file.close();
    const QByteArray path = qgetenv("PATH");
    qputenv("PATH", folder_.filePath("bin").toUtf8() + ":" + path);
    const auto shown = dialog();
    shown->set_folder(folder_.filePath("a, b"));
    find<QLineEdit>(*shown, "export name")->setText("it's, mine");
    QSignalSpy exported(shown.get(), &ExportDialog::exported);
    QTest::mouseClick(find<QPushButton>(*shown, "write export"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(exported.count(), 1, 60000);
    QTest::mouseClick(find<QPushButton>(*shown, "open in paraview"), Qt::LeftButton);
    qputenv("PATH", path);
    QByteArray said;
    const auto ended = [&] {
      QFile in(told);
      said = in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
      return said.endsWith("end\n");
    };
    QTRY_VERIFY(ended());
    const QList<QByteArray> lines = said.split('\n');
    QCOMPARE(QFileInfo(lines[0]).canonicalFilePath(),
             QFileInfo(folder_.filePath("a, b")).canonicalFilePath());
    QVERIFY2(lines[1].startsWith("--script=") && !lines[1].contains(','), lines[1]);
    QCOMPARE(lines.size(), 4);
    QVERIFY(QFile::exists(QDir(lines[0]).filePath(lines[1].mid(9))));
  }

  void onlyWhatIsThereIsOffered() {
    const auto shown = dialog();
    QVERIFY(!find<QCheckBox>(*shown, "export gather")->isEnabled());
    QVERIFY(find<QCheckBox>(*shown, "export gather")->toolTip().contains("No wave"));
    QVERIFY(!find<QCheckBox>(*shown, "export image")->isEnabled());
    QVERIFY(find<QCheckBox>(*shown, "export image")->toolTip().contains("No seismic image"));
    QVERIFY(!find<QCheckBox>(*shown, "export snapshots")->isEnabled());
    for (auto* const box : shown->findChildren<QCheckBox*>())
      box->setChecked(false);
    QCOMPARE(find<QLabel>(*shown, "export summary")->text(), QString("Nothing is chosen"));
    QVERIFY(!find<QPushButton>(*shown, "write export")->isEnabled());
  }

  // As a wave runs: more snapshots come, then the traces. What was switched off stays off.
  void itFollowsAWaveThatRuns() {
    const auto shown = dialog();
    auto* const gather = find<QCheckBox>(*shown, "export gather");
    auto* const series = find<QCheckBox>(*shown, "export snapshots");
    auto* const list = find<QListWidget>(*shown, "export files");
    const auto rows_with = [&](const char* part) {
      int count = 0;
      for (int row = 0; row < list->count(); ++row)
        count += list->item(row)->text().contains(part) ? 1 : 0;
      return count;
    };
    ExportDialog::Results results{fold_};
    results.wave_scenario = fold_->scenario;
    for (const int step : {0, 10, 20}) {
      results.snapshots.push_back(snapshot(step));
      shown->set_results(results);
    }
    QTRY_COMPARE(rows_with("step_"), 3);
    QVERIFY(series->isEnabled() && series->isChecked() && !gather->isEnabled());
    QVERIFY2(gather->toolTip().contains("not ended"), qPrintable(gather->toolTip()));
    series->setChecked(false);
    results.snapshots.push_back(snapshot(30));
    auto wave = std::make_shared<WaveOutcome>();
    wave->result.run.gather.receivers = {{10, 10, 10}};
    wave->result.run.gather.samples = 2;
    wave->result.run.gather.dt = 0.001;
    wave->result.run.gather.traces = {0.0F, 1.0F};
    results.wave = wave;
    shown->set_results(results);
    QTRY_VERIFY(gather->isEnabled() && gather->isChecked());
    QVERIFY(!series->isChecked() && rows_with("step_") == 0 && rows_with("gather.sgy") == 1);
    series->setChecked(true);
    QCOMPARE(rows_with("step_"), 4);
    results.stale = true;
    shown->set_results(results);
    QTRY_VERIFY(shown->findChild<QLabel*>("export stale") != nullptr);
    results.stale = false;
    shown->set_results(results);
    QTRY_VERIFY(shown->findChild<QLabel*>("export stale")->isHidden());
  }

  // Files in the folder of the series count too; those of another model are told beforehand and go.
  void whatIsReplacedAndRemovedIsCounted() {
    ExportDialog::Results results{fold_};
    results.wave_scenario = fold_->scenario;
    for (const int step : {0, 10, 20})
      results.snapshots.push_back(snapshot(step));
    const auto write_all = [&](ExportDialog& shown) {
      QSignalSpy exported(&shown, &ExportDialog::exported);
      QTest::mouseClick(find<QPushButton>(shown, "write export"), Qt::LeftButton);
      QTRY_COMPARE_WITH_TIMEOUT(exported.count(), 1, 60000);
    };
    const auto made = [&] {
      auto shown = std::make_unique<ExportDialog>(results, nullptr);
      shown->set_folder(folder_.filePath("twice"));
      shown->show();
      return shown;
    };
    int files = 0;
    {
      const auto shown = made();
      write_all(*shown);
      files = find<QListWidget>(*shown, "export files")->count();
      QVERIFY(find<QLabel>(*shown, "export summary")->text().contains(QString("%1 of them").arg(files)));
    }
    auto another = std::make_shared<FoldOutcome>();
    another->scenario = fold_->scenario;
    another->scenario.stack.layers[1].name = "another marl";
    another->result = run_fold(another->scenario, *cpu_backend(), {});
    results.fold = another;
    results.snapshots.clear();
    const auto shown = made();
    const QString told = find<QLabel>(*shown, "export summary")->text();
    // The series with its three files, and the top that bore the old name.
    QVERIFY2(told.contains("5 files of another model removed"), qPrintable(told));
    write_all(*shown);
    const QString words = find<QLabel>(*shown, "export result")->text();
    QVERIFY2(words.contains("5 files of another model removed"), qPrintable(words));
    QVERIFY(!QDir(folder_.filePath("twice"))
                 .exists(find<QLineEdit>(*shown, "export name")->text() + "-snapshots"));
  }

  // As the window keeps them, and as a run's folder has them: written as .hdf with the bound that they lie
  // within; damaged ones are refused, not written as zeros.
  void packedAndStoredSnapshotsAreWritten() {
    if (!has_volume_store()) FOLDWAVE_NOT_HERE("HDF5");
    VolumeFacts facts;
    facts.grid = fold_->scenario.grid;
    facts.error_bound = 0.01;
    Field<float> pressure(facts.grid.n);
    pressure[7] = 3.0F;
    const PackedVolume volume = pack_volume(pressure.values(), facts);
    const std::filesystem::path file = folder_.filePath("kept.hdf").toStdString();
    write_volume_file(file, volume);
    auto packed = std::make_shared<Snapshot>(), stored = std::make_shared<Snapshot>();
    packed->step = 10;
    packed->packed = std::make_shared<PackedVolume>(volume);
    stored->step = 20;
    stored->stored = open_volume(file);
    ExportDialog::Results results{fold_};
    results.wave_scenario = fold_->scenario;
    results.snapshots = {packed, stored};
    const auto told = [&](const char* folder) {
      ExportDialog shown(results, nullptr);
      shown.set_folder(folder_.filePath(folder));
      shown.show();
      auto* const suffix = find<QComboBox>(shown, "format of snapshots");
      suffix->setCurrentIndex(suffix->findData(".hdf"));
      auto* const write = find<QPushButton>(shown, "write export");
      QTest::mouseClick(write, Qt::LeftButton);
      for (int wait = 0; wait < 3000 && !write->isEnabled(); ++wait)
        QTest::qWait(10);
      return find<QLabel>(shown, "export result")->text();
    };
    const QString words = told("kept");
    QVERIFY2(words.contains("within 0.01 of the computed ones"), qPrintable(words));
    const auto series = QDir(folder_.filePath("kept")).entryInfoList({"*-snapshots"}, QDir::Dirs);
    QCOMPARE(series.size(), 1);
    for (const char* const name : {"step_000010.hdf", "step_000020.hdf"}) {
      const VolumeFile back(QDir(series[0].filePath()).filePath(name).toStdString());
      QCOMPARE(back.index().facts.error_bound, 0.01);
      QVERIFY(std::abs(back.read_all()[7] - 3.0F) <= 0.01F);
    }
    QFile damaged(QString::fromStdString(file.string()));
    QVERIFY(damaged.open(QIODevice::ReadWrite));
    QByteArray bytes = damaged.readAll();
    const auto& brick =
        *std::ranges::find_if(volume.bricks, [](const PackedBrick& b) { return !b.bytes.empty(); });
    const auto at = bytes.indexOf(QByteArray::fromRawData(reinterpret_cast<const char*>(brick.bytes.data()),
                                                          static_cast<qsizetype>(brick.bytes.size())));
    QVERIFY(at >= 0);
    QVERIFY(damaged.seek(at));
    QVERIFY(damaged.putChar(static_cast<char>(bytes[at] ^ 0x55)));
    damaged.close();
    stored->stored = open_volume(file);
    const QString refusal = told("damaged");
    QVERIFY2(refusal.contains("brick") && refusal.contains("kept.hdf"), qPrintable(refusal));
  }

  void oldResultsSaySo() {
    QVERIFY(dialog()->findChild<QLabel*>("export stale") == nullptr);
    QVERIFY(dialog(true)->findChild<QLabel*>("export stale") != nullptr);
  }

  void aBadPlaceIsToldAndCanBeMended() {
    QFile file(folder_.filePath("taken"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const auto shown = dialog();
    shown->set_folder(folder_.filePath("taken/inside"));
    auto* const write = find<QPushButton>(*shown, "write export");
    QTest::mouseClick(write, Qt::LeftButton);
    QTRY_VERIFY(find<QLabel>(*shown, "export result")->text().contains("taken"));
    find<QLineEdit>(*shown, "export name")->setText("../up");
    QVERIFY(!write->isEnabled());
    find<QLineEdit>(*shown, "export name")->setText("fine");
    shown->set_folder(folder_.filePath("elsewhere"));
    QSignalSpy exported(shown.get(), &ExportDialog::exported);
    QTest::mouseClick(write, Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(exported.count(), 1, 60000);
  }
};

}  // namespace test_export_dialog

FOLDWAVE_TEST(test_export_dialog, run_in_windows<test_export_dialog::TestExportDialog>)
#include "test_export_dialog.moc"
