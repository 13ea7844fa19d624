// Protects the fit to a second horizon as a person does it: a file opened shows the fitted fold with its
// errors, the map and the histogram of the misfit; choices change the fit; what is applied is one edit; bad
// files and failed fits say why and change nothing; none of it holds the window up.
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QIODevice>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "../window/step_judge.hpp"
#include "core/engine/backend.hpp"
#include "core/engine/horizon_setup.hpp"
#include "core/model/scenario_json.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/dialogs/fit/fit_dialog.hpp"
#include "ui/dialogs/fit/misfit_plots.hpp"
#include "ui/dialogs/rows_edit.hpp"
#include "ui/settings/theme.hpp"

namespace test_fit_dialog {

using namespace foldwave;

namespace {

const FoldedLevel truth{0.7, AxialLine{60.0, 80.0}.upward(), 250.0};

}  // namespace

class TestFitDialog : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    window_ = std::make_unique<MainWindow>(cpu_backend());
    window_->show();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
    save_scenario(example_on(32), path("small.json").toStdString());
    QVERIFY(window_->files().open(path("small.json")));
    scenario_ = window_->editor().now();
    QTRY_VERIFY_WITH_TIMEOUT(window_->results().fold() && !window_->runs().busy(), patience);
  }
  void cleanup() { window_.reset(); }

  void theFitIsShownAndApplied() {
    FitDialog* const dialog = open_dialog(picks_file("Top Chalk.xyz", 70.0, -1.0));
    wait(dialog);
    QVERIFY(dialog->fit());
    QVERIFY(std::abs(dialog->fit()->level.lambda - truth.lambda) < 0.03);
    QVERIFY2(text(dialog, "value 1 2").startsWith("0.7"), qPrintable(text(dialog, "value 1 2")));
    QVERIFY(text(dialog, "value 1 2").contains(QChar(0xb1)));
    QCOMPARE(text(dialog, "value 1 1"), "0.4");
    QVERIFY(text(dialog, "model 5 5").endsWith('%'));
    QVERIFY(dialog->findChild<MisfitMap*>()->words().isEmpty());
    picture(dialog, "fitted");
    dialog->findChild<QCheckBox*>("fit boundary")->click();
    QVERIFY(dialog->findChild<QLineEdit*>("fit layer name")->isEnabled());
    QCOMPARE(dialog->findChild<QLineEdit*>("fit layer name")->text(), "Top Chalk");
    apply(dialog);
    const Scenario& next = window_->editor().now();
    QVERIFY(std::abs(next.events.front().fold.parameters.lambda() - truth.lambda) < 0.03);
    QVERIFY(std::abs(next.events.front().fold.axial_line.plunge - 80.0) < 2.0);
    QCOMPARE(next.stack.layers.size(), scenario_.stack.layers.size() + 1);
    QCOMPARE(window_->editor().history().stack().undoText(), "Fit to horizon Top Chalk");
    QCOMPARE(window_->editor().history().stack().count(), 1);
    window_->editor().history().stack().undo();
    QVERIFY(window_->editor().now() == scenario_);
  }

  void choicesChangeTheFit() {
    FitDialog* const dialog = open_dialog(picks_file("second.xyz", 90.0, -1.0));
    wait(dialog);
    // A thickness can only be held where a layer names it.
    auto* const thickness = dialog->findChild<QCheckBox*>("free thickness");
    QVERIFY(!thickness->isEnabled() && thickness->isChecked());
    dialog->findChild<QCheckBox*>("free axis")->click();
    QVERIFY(!button(dialog)->isEnabled());
    wait(dialog);
    QCOMPARE(text(dialog, "value 3 2"), "held");
    QVERIFY(dialog->fit()->plunge.known == Known::held);
    auto* const layer = dialog->findChild<QComboBox*>("fit layer");
    QVERIFY(layer->count() > 2);
    layer->setCurrentIndex(1);
    emit layer->activated(1);
    wait(dialog);
    QVERIFY(thickness->isEnabled());
    QVERIFY(!dialog->findChild<QCheckBox*>("fit boundary")->isEnabled());
    thickness->click();
    wait(dialog);
    QCOMPARE(text(dialog, "value 4 2"), "held");
    dialog->reject();
    QVERIFY(window_->editor().now() == scenario_);
  }

  // A table of two horizons; what was chosen by hand stays when it is read again.
  void rowsAreChosenInATable() {
    QFile picks(picks_file("second.xyz", 90.0, -1.0));
    QVERIFY(picks.open(QIODevice::ReadOnly));
    QByteArray table = "x,y,elevation,val\n";
    int rows = 0;
    for (const QByteArray& line : picks.readAll().trimmed().split('\n')) {
      const QList<QByteArray> at = line.trimmed().split(' ');
      table += at[0] + ',' + at[1] + ',' + at[2] + ",60\n";
      table += at[0] + ',' + at[1] + ',' + QByteArray::number(at[2].toDouble() + 100.0) + ",0\n";
      ++rows;
    }
    QFile file(path("two.csv"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(table) == table.size());
    file.close();
    FitDialog* const dialog = open_dialog(file.fileName());
    auto* const words = dialog->findChild<RowsEdit*>();
    auto* const sense = dialog->findChild<QComboBox*>("fit sense");
    wait(dialog);
    QVERIFY(words->isVisible());
    QCOMPARE(sense->currentIndex(), 0);
    sense->setCurrentIndex(1);
    emit sense->activated(1);
    const auto type = [&](const char* condition) {
      words->setFocus();
      words->selectAll();
      QTest::keyClicks(words, condition);
      QTest::keyClick(words, Qt::Key_Tab);
      QTRY_VERIFY_WITH_TIMEOUT(!dialog->busy(), patience);
    };
    type("val = 60");
    QVERIFY(dialog->findChild<MisfitMap*>()->words().contains("where"));
    type("val == 60");
    QCOMPARE(sense->currentIndex(), 1);
    sense->setCurrentIndex(0);
    emit sense->activated(0);
    wait(dialog);
    QCOMPARE(dialog->fit()->picks.given, rows);
    QVERIFY(std::abs(dialog->fit()->level.lambda - truth.lambda) < 0.03);
    picture(dialog, "rows");
    dialog->reject();
  }

  void whatFailsSaysWhy() {
    // As depth these lie above the box.
    FitDialog* const dialog = open_dialog(picks_file("second.xyz", 90.0, -1.0));
    wait(dialog);
    auto* const sense = dialog->findChild<QComboBox*>("fit sense");
    sense->setCurrentIndex(1);
    emit sense->activated(1);
    auto* const map = dialog->findChild<MisfitMap*>();
    QTRY_VERIFY2_WITH_TIMEOUT(map->words().contains("as elevation in place of depth"),
                              qPrintable(map->words()), patience);
    QTRY_VERIFY_WITH_TIMEOUT(!dialog->busy(), patience);
    QVERIFY(!button(dialog)->isEnabled());
    QVERIFY(text(dialog, "value 1 2").isEmpty());
    picture(dialog, "failed");
    dialog->reject();

    QFile bad(path("bad.xyz"));
    QVERIFY(bad.open(QIODevice::WriteOnly));
    bad.write("1 2 3\n4 5 6\n7 8");
    bad.close();
    QTRY_VERIFY(window_->findChild<FitDialog*>() == nullptr);
    FitDialog* const second = open_dialog(bad.fileName());
    QTRY_VERIFY_WITH_TIMEOUT(second->findChild<MisfitMap*>()->words().contains("line 3"), patience);
    second->reject();
    QVERIFY(window_->editor().now() == scenario_);
  }

  void itNeverHoldsTheWindowUp() {
    const QString file = picks_file("many.xyz", 15.0, -1.0);
    StepJudge judge(StepJudge::Counted::own);
    const QString words = judge.often_too_long([&] {
      FitDialog* const dialog = open_dialog(file);
      QTRY_VERIFY_WITH_TIMEOUT(dialog->findChild<QPushButton*>("stop fit")->isVisible(), patience);
      dialog->findChild<QPushButton*>("stop fit")->click();
      QTRY_VERIFY_WITH_TIMEOUT(!dialog->busy(), patience);
      QVERIFY(!dialog->fit() && !button(dialog)->isEnabled());
      dialog->findChild<QCheckBox*>("free lambda")->click();
      wait(dialog);
      dialog->findChild<QCheckBox*>("free lambda")->click();
      QTest::qWait(50);
      dialog->reject();  // while it runs
      QTRY_VERIFY(window_->findChild<FitDialog*>() == nullptr);
      judge.end("fits");
    });
    QVERIFY2(words.isEmpty(), qPrintable(words));
  }

  void realHorizonsAreFitted() {
    const QString data = qEnvironmentVariable("FOLDWAVE_SHARED_DATA", FOLDWAVE_SOURCE_DIR "/../shared/data");
    const QString lower = data + "/claudius-lower.xyz", upper = data + "/claudius-upper.xyz";
    if (!QFile::exists(lower) || !QFile::exists(upper))
      QSKIP(
          "claudius-lower.xyz and claudius-upper.xyz are not there: set FOLDWAVE_SHARED_DATA to their "
          "folder");
    Scenario claudius = scenario_;
    claudius.grid = {{38, 55, 30}, {100.0, 100.0, 50.0}, {548776.0, 7816547.0, 8481.0}};
    claudius.events.front().horizon =
        XyzHorizon{lower.toStdString(), VerticalSense::elevation, 0.0, {}, {}, {}};
    FitDialog dialog(claudius, upper);
    dialog.open();
    wait(&dialog);
    QVERIFY(text(&dialog, "fit remarks").contains("beyond what folded layers show"));
    QVERIFY(text(&dialog, "fit picks").contains("worth"));
    picture(&dialog, "claudius");
  }

  void theScaleHoldsNearlyAll() {
    std::vector<double> misfit(1000, 3.14);
    misfit[5] = -400.0;
    QCOMPARE(misfit_range(misfit), 3.2);
    QCOMPARE(misfit_range({}), 1.0);
    QCOMPARE(misfit_range(std::vector<double>(10, 0.0)), 1.0);
  }

 private:
  QString path(const char* name) const { return dir_.filePath(name); }

  // The parametric surface of the truth, with noise that has no chance in it.
  QString picks_file(const char* name, double apart, double sign) {
    const auto horizon = build_horizon(scenario_);
    const Vec3 size = scenario_.grid.extent();
    QByteArray text;
    int number = 0;
    for (double v = 0.0; v <= size.y; v += apart)
      for (double u = 0.0; u <= size.x; u += apart) {
        const HeightJet s = horizon->at(u, v);
        const Vec3 x = scenario_.grid.origin + Vec3{u, v, s.f} +
                       truth.thickness * (truth.F() * Horizon::upward_normal(s) + truth.b());
        ++number;
        const double noise = 2.0 * std::sin(12.9898 * number * number);
        for (const double value : {x.x, x.y, sign * (x.z + noise)})
          text += QByteArray::number(value, 'f', 3) + ' ';
        text += '\n';
      }
    QFile file(path(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) qFatal("cannot set up the test");
    return file.fileName();
  }

  FitDialog* open_dialog(const QString& file) {
    window_->files().fit_to_horizon(file);
    auto* const dialog = window_->findChild<FitDialog*>();
    if (dialog == nullptr || !QTest::qWaitForWindowExposed(dialog)) qFatal("no dialog");
    return dialog;
  }
  static void wait(FitDialog* dialog) {
    if (!QTest::qWaitFor([&] { return button(dialog)->isEnabled() && !dialog->busy(); }, patience))
      qFatal("nothing was fitted");
  }
  void apply(FitDialog* dialog) {
    QTest::mouseClick(button(dialog), Qt::LeftButton);
    QTRY_VERIFY(window_->findChild<FitDialog*>() == nullptr);
  }
  static QPushButton* button(FitDialog* dialog) { return dialog->findChild<QPushButton*>("apply fit"); }
  static QString text(FitDialog* dialog, const char* name) {
    return dialog->findChild<QLabel*>(name)->text();
  }
  // FOLDWAVE_PICTURES=FOLDER keeps what the tests see, to be looked at.
  static void picture(FitDialog* dialog, const char* name) {
    const QString folder = qEnvironmentVariable("FOLDWAVE_PICTURES");
    if (!folder.isEmpty()) dialog->grab().save(folder + "/fit-" + name + ".png");
  }

  QTemporaryDir dir_;
  Scenario scenario_;
  std::unique_ptr<MainWindow> window_;
};

int run(int argc, char** argv) {
  use_core_profile();
  EventClock application(argc, argv);
  QStandardPaths::setTestModeEnabled(true);  // not in the user's own folders
  set_theme(application);
  TestFitDialog test;
  return QTest::qExec(&test, argc, argv);
}

}  // namespace test_fit_dialog

FOLDWAVE_TEST(test_fit_dialog, test_fit_dialog::run)
#include "test_fit_dialog.moc"
