// Protects the window's files: scenarios and picks can be dropped on it, and work that was not saved comes
// back when the program starts again.
#include <QApplication>
#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QIODevice>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolBar>
#include <QUrl>

#include "core/engine/backend.hpp"
#include "core/model/scenario_json.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/commands/command_list.hpp"
#include "ui/dialogs/import_dialog.hpp"
#include "ui/widgets/elided_label.hpp"

namespace test_window_files {

using namespace foldwave;

class TestWindowFiles : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    window_ = std::make_unique<MainWindow>(cpu_backend());
    window_->show();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
  }
  void cleanup() { window_.reset(); }

  void files_can_be_dropped() {
    open();
    const auto drop = [this](const QString& file) {
      QMimeData data;
      data.setUrls({QUrl::fromLocalFile(file)});
      QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
      QApplication::sendEvent(window_.get(), &enter);
      if (!enter.isAccepted()) return false;
      QDropEvent event({10.0, 10.0}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
      QApplication::sendEvent(window_.get(), &event);
      return true;
    };
    QVERIFY(!drop(dir_.filePath("picture.png")));
    Scenario other = example_on(16);
    other.name = "dropped";
    QVERIFY(drop(written(other, "dropped.json")));
    QCOMPARE(window_->editor().now().name, "dropped");

    // Picks become the horizon; that is an edit like any other.
    const QString picks = dir_.filePath("picks.xyz");
    QFile file(picks);
    QVERIFY(file.open(QIODevice::WriteOnly));
    for (int j = 0; j < 12; ++j)
      for (int i = 0; i < 12; ++i)
        file.write(QByteArray::number(230.0 * i) + " " + QByteArray::number(230.0 * j) + " " +
                   QByteArray::number(-900.0 - 5.0 * i) + "\n");
    file.close();
    QVERIFY(drop(picks));
    auto* const dialog = window_->findChild<ImportDialog*>();
    QVERIFY(dialog != nullptr);
    auto* const import = dialog->findChild<QPushButton*>("import");
    QTRY_VERIFY_WITH_TIMEOUT(import->isEnabled(), patience);
    dialog->findChild<QRadioButton*>("as_file")->click();
    import->click();
    QVERIFY(std::holds_alternative<XyzHorizon>(window_->editor().now().events.front().horizon));
    QCOMPARE(window_->editor().history().stack().undoText(), "Import horizon picks");
    QTRY_VERIFY_WITH_TIMEOUT(
        !window_->runs().busy() && window_->results().fold() && !window_->results().fold_is_stale(),
        patience);
    window_->editor().history().stack().undo();
    QVERIFY(window_->editor().now() == load_scenario(dir_.filePath("dropped.json").toStdString()));
  }

  void unsaved_work_comes_back() {
    const QString folder = dir_.filePath("unsaved");
    window_->editor().keep_work_in(folder);
    QVERIFY(!window_->files().recover());
    open();
    Scenario s = window_->editor().now();
    std::get<PointsHorizon>(s.events.front().horizon).points[1].z += 30.0;
    window_->editor().history().push(s);
    const auto kept = [&folder] { return QDir(folder).entryList({"*.unsaved"}, QDir::Files).size(); };
    QTRY_COMPARE(kept(), 1);
    window_.reset();  // not closed: as if it had ended here

    window_ = std::make_unique<MainWindow>(cpu_backend());
    window_->editor().keep_work_in(folder);
    QVERIFY(window_->files().recover());
    QVERIFY(window_->editor().now() == s);
    QVERIFY(window_->isWindowModified());
    QCOMPARE(window_->editor().document().file(), dir_.filePath("small.json"));
    QVERIFY(bar() != nullptr && bar()->findChild<ElidedLabel*>()->text().contains("small.json"));
    keep_picture(*window_, "recovered");
    // Back to the file, which can be undone.
    bar()->findChild<QPushButton*>("revert recovered")->click();
    QVERIFY(window_->editor().now() == load_scenario(dir_.filePath("small.json").toStdString()));
    QVERIFY(!window_->isWindowModified());
    QTRY_VERIFY(bar() == nullptr);
    window_->editor().undo();
    QVERIFY(window_->editor().now() == s && window_->isWindowModified());
    QVERIFY(window_->files().save_to(dir_.filePath("small.json")));
    QTRY_COMPARE(kept(), 0);
  }

  void a_report_is_one_file() {
    open();
    QSignalSpy said(&window_->files(), &FileMenu::message);
    for (const char* name : {"report.html", "report.pdf"}) {
      said.clear();
      window_->files().report().write(dir_.filePath(name));
      QTRY_VERIFY_WITH_TIMEOUT(said.count() == 1, patience);
      QVERIFY2(!said[0][1].toBool(), qPrintable(said[0][0].toString()));
      QFile file(dir_.filePath(name));
      QVERIFY(file.open(QIODevice::ReadOnly));
      const QByteArray bytes = file.readAll();
      const bool pdf = QByteArray(name).endsWith("pdf");
      QVERIFY(bytes.startsWith(pdf ? "%PDF" : "<!DOCTYPE html>"));
      QVERIFY(bytes.contains(pdf ? "/Subtype /Image" : "src=\"data:image/png;base64,"));
      QVERIFY(pdf || bytes.contains("Shear direction"));
      if (const QString keep = qEnvironmentVariable("FOLDWAVE_PICTURES"); !keep.isEmpty())
        file.copy(keep + '/' + name);
    }
  }

  // What is not saved is asked for, and what comes can be run as it is.
  void a_new_scenario_begins() {
    open();
    Scenario s = window_->editor().now();
    s.name = "mine";
    window_->editor().history().push(s);
    QAction* const make = find_command(*window_->menuBar(), "New");
    QTimer::singleShot(0, [] {
      qobject_cast<QMessageBox*>(QApplication::activeModalWidget())->button(QMessageBox::Cancel)->click();
    });
    make->trigger();
    QCOMPARE(window_->editor().now().name, "mine");
    window_->editor().history().stack().undo();
    make->trigger();
    QCOMPARE(window_->editor().now().name, "untitled");
    QVERIFY(window_->editor().document().file().isEmpty());
    QVERIFY(!window_->isWindowModified());
    QTRY_VERIFY_WITH_TIMEOUT(window_->results().fold() && !window_->runs().busy(), patience);
    for (const Finding& f : window_->runs().findings())
      QVERIFY2(f.severity == Severity::note, (f.path + " " + f.problem).c_str());
    keep_picture(*window_, "new");
  }

 private:
  QString written(const Scenario& s, const char* name) {
    const QString file = dir_.filePath(name);
    save_scenario(s, file.toStdString());
    return file;
  }
  QWidget* bar() const { return window_->findChild<QToolBar*>("recovery bar"); }
  void open() {
    QVERIFY(window_->files().open(written(example_on(16), "small.json")));
    QTRY_VERIFY_WITH_TIMEOUT(window_->results().fold() && !window_->runs().busy(), patience);
  }

  QTemporaryDir dir_;
  std::unique_ptr<MainWindow> window_;
};

}  // namespace test_window_files

FOLDWAVE_TEST(test_window_files, run_in_windows<test_window_files::TestWindowFiles>)
#include "test_window_files.moc"
