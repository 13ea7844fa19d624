// Protects the export dialog: it says what will be written before it is, writes just that off the window's
// thread, offers only what there is, and a failure is told and leaves the dialog usable.
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QtTest>

#include "core/model/scenario_json.hpp"
#include "ui/dialogs/export_dialog.hpp"
#include "ui/window/theme.hpp"

using namespace foldwave;

class TestExportDialog : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
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
  }

  void onlyWhatIsThereIsOffered() {
    const auto shown = dialog();
    QVERIFY(!find<QCheckBox>(*shown, "export gather")->isEnabled());
    QVERIFY(find<QCheckBox>(*shown, "export gather")->toolTip().contains("No wave"));
    QVERIFY(!find<QCheckBox>(*shown, "export snapshots")->isEnabled());
    for (auto* const box : shown->findChildren<QCheckBox*>())
      box->setChecked(false);
    QCOMPARE(find<QLabel>(*shown, "export summary")->text(), QString("Nothing is chosen"));
    QVERIFY(!find<QPushButton>(*shown, "write export")->isEnabled());
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

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  set_theme(application);
  TestExportDialog test;
  return QTest::qExec(&test, argc, argv);
}
#include "test_export_dialog.moc"
