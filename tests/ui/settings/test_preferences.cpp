// Protects the preferences: they are kept and read back, what is broken in the settings is as by default, and
// they are taken over at once: back end, threads, theme, the log's level; the window's switches come back.
#include <QAction>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFile>
#include <QFileDialog>
#include <QIODevice>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QSettings>
#include <QSpinBox>
#include <QStyle>
#include <QTemporaryDir>
#include <QToolButton>

#include "core/base/system.hpp"
#include "core/engine/backend.hpp"
#include "core/engine/pipeline.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/canvas/vtk_view.hpp"
#include "ui/commands/command_list.hpp"
#include "ui/dialogs/preferences_dialog.hpp"
#include "ui/geology/geology_marks.hpp"
#include "ui/jobs/wave_recorder.hpp"
#include "ui/log/log_panel.hpp"
#include "ui/settings/theme.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/views/wave/wave_pane.hpp"
#include "ui/widgets/themed_icon.hpp"

namespace test_preferences {

using namespace foldwave;

class TestPreferences : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings_.path());
    QSettings().clear();
  }

  void they_are_kept_and_read_back() {
    QCOMPARE(load_preferences(), Preferences());
    const Preferences p{1, "cpu", Theme::light, LogLevel::warning, false};
    save_preferences(p);
    QCOMPARE(load_preferences(), p);
    QSettings().setValue("preferences/theme", "plaid");
    QSettings().setValue("preferences/threads", -4);
    QCOMPARE(load_preferences().theme, Theme::dark);
    QCOMPARE(load_preferences().threads, 0);
  }

  void the_dialog_takes_them_over() {
    const int before = thread_count();
    ShownWindow window;
    find_command(*window->menuBar(), "Preferences")->trigger();
    auto* const dialog = window.child<PreferencesDialog>("preferences");
    QVERIFY(!dialog->findChild<QLabel*>("preferred device")->text().isEmpty());
    keep_picture(*dialog, "preferences");
    dialog->findChild<QSpinBox*>("preferred threads")->setValue(1);
    dialog->findChild<QComboBox*>("preferred back end")->setCurrentIndex(1);
    dialog->findChild<QComboBox*>("preferred theme")->setCurrentIndex(1);
    dialog->findChild<QComboBox*>("preferred log level")->setCurrentIndex(2);
    dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok)->click();
    QCOMPARE(thread_count(), 1);
    QCOMPARE(window->preferences().now(), load_preferences());
    QCOMPARE(load_preferences().backend, QString("cpu"));
    QCOMPARE(window->panes().log->level(), LogLevel::warning);
    QVERIFY(QApplication::palette().color(QPalette::Window).lightness() > 128);
    VtkView* const view = window->panes().structure->view();
    const auto background = [view] {
      return drawn_picture(*view).pixelColor(2, view->height() / 2).lightness();
    };
    QVERIFY(background() > 200);
    keep_picture(*window, "light");
    find_command(*window->menuBar(), "Dark")->trigger();
    QVERIFY(QApplication::palette().color(QPalette::Window).lightness() < 128);
    QCOMPARE(load_preferences().theme, Theme::dark);
    QVERIFY(background() < 60);
    // Figures may be on white in any theme; the view itself is not.
    QVERIFY(&figure_look() == &dark_look());
    find_command(*window->menuBar(), "Figures on white")->trigger();
    QVERIFY(&figure_look() == &paper_look() && background() < 60);
    QVERIFY(window->panes().wave->recording().film.background == &paper_look());
    find_command(*window->menuBar(), "Figures on white")->trigger();
    set_thread_count(before);
  }

  // A result says where it was made when the next one would be made elsewhere.
  void a_level_of_the_log_is_kept() {
    ShownWindow window;
    auto* const level = window.child<QComboBox>("log level");
    const int errors = static_cast<int>(LogLevel::error);
    level->setCurrentIndex(errors);
    emit level->activated(errors);
    QCOMPARE(window->preferences().now().log_level, LogLevel::error);
    QCOMPARE(load_preferences().log_level, LogLevel::error);
  }

  void a_result_from_elsewhere_says_so() {
    class Other final : public Backend {
     public:
      std::string name() const override { return "other"; }
      std::string description() const override { return "Other 1, 1 GB"; }
      std::int64_t free_memory_bytes() const override { return cpu_backend()->free_memory_bytes(); }
      std::vector<FoldMethod> fold_methods() const override { return cpu_backend()->fold_methods(); }
      std::unique_ptr<FoldSolver> make_fold_solver(FoldMethod method) const override {
        return cpu_backend()->make_fold_solver(method);
      }
      std::unique_ptr<WavePropagator> make_wave_propagator() const override {
        return cpu_backend()->make_wave_propagator();
      }
    };
    ShownWindow window;
    QVERIFY(window.open(example_on(20)));
    const auto note = [&] { return QString::fromStdString(window->panes().structure->scene().note()); };
    QVERIFY2(!note().contains("made by"), qPrintable(note()));
    window->preferences().set_backend(std::make_shared<const Other>());
    QVERIFY2(note().contains("on the CPU"), qPrintable(note()));
    QCOMPARE(window.child<QLabel>("back end")->text(), QString("Back end: other"));
    window->runs().run_fold();
    QVERIFY(window.settled());
    QVERIFY2(!note().contains("made by"), qPrintable(note()));
    window->preferences().set_backend(cpu_backend());
    QVERIFY2(note().contains("made by OTHER on Other 1"), qPrintable(note()));
  }

  void switches_come_back_with_the_layout() {
    {
      ShownWindow window;
      window->remember_layout();
      find_command(*window->menuBar(), "Fold while I edit")->setChecked(false);
      MarksWish wish;
      wish.axis = wish.section.isogons = true;
      window->geology_marks()->set_wish(wish);
      window->close();
    }
    ShownWindow window;
    QVERIFY(!window->geology_marks()->wish().axis);
    window->remember_layout();
    QVERIFY(window->geology_marks()->wish().axis && window->geology_marks()->wish().section.isogons);
    QVERIFY(!window->geology_marks()->wish().hinges);
    QVERIFY(!find_command(*window->menuBar(), "Fold while I edit")->isChecked());
  }

  // No colour of the dark sheet is left in the light one, but the accent that both share.
  void each_colour_has_its_counterpart() {
    QFile file(":/themes/dark.qss");
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString dark = QString::fromUtf8(file.readAll()), light = light_sheet(dark);
    QCOMPARE(light.size(), dark.size());
    for (auto found = QRegularExpression("#[0-9a-f]{6}").globalMatch(dark); found.hasNext();) {
      const auto match = found.next();
      if (match.captured() == "#c98f2b") continue;
      QVERIFY2(light.mid(match.capturedStart(), 7) != match.captured(), qPrintable(match.captured()));
    }
  }

  void dialogs_have_the_icons_of_the_program() {
    const QStyle& style = *qApp->style();
    for (const auto which : {QStyle::SP_MessageBoxInformation, QStyle::SP_MessageBoxQuestion,
                             QStyle::SP_MessageBoxWarning, QStyle::SP_MessageBoxCritical, QStyle::SP_DirIcon,
                             QStyle::SP_FileIcon, QStyle::SP_LineEditClearButton}) {
      const QIcon icon = style.standardIcon(which);
      QVERIFY2(QFile::exists(QString(":/icons/%1.svg").arg(icon.name())), qPrintable(icon.name()));
      const QImage image = icon.pixmap(32, 32).toImage();
      QVERIFY2(image != QImage(image.size(), image.format()) && image.pixelColor(16, 16).isValid(),
               qPrintable(icon.name()));
    }
    QFileDialog dialog;
    dialog.setOption(QFileDialog::DontUseNativeDialog);
    int seen = 0;
    for (const QToolButton* const button : dialog.findChildren<QToolButton*>()) {
      if (button->icon().isNull() || button->objectName().startsWith("qt_")) continue;
      QVERIFY2(QFile::exists(QString(":/icons/%1.svg").arg(button->icon().name())),
               qPrintable(button->objectName()));
      ++seen;
    }
    QVERIFY(seen >= 5);
    dialog.show();
    QVERIFY(QTest::qWaitForWindowExposed(&dialog));
    keep_picture(dialog, "file-dialog");
    QMessageBox box(QMessageBox::Warning, "Unsaved changes", "\"Antiform\" has changes that are not saved.",
                    QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel);
    box.show();
    QVERIFY(QTest::qWaitForWindowExposed(&box));
    keep_picture(box, "message-box");
  }

  void icons_take_the_ink_of_the_theme() {
    const QIcon icon = themed_icon("undo");
    const auto lightest = [&] {
      const QImage image = icon.pixmap(32, 32).toImage();
      int value = 0;
      for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
          if (image.pixelColor(x, y).alpha() > 200)
            value = std::max(value, image.pixelColor(x, y).lightness());
      return value;
    };
    set_theme(*qApp, Theme::light);
    QVERIFY2(lightest() > 0 && lightest() < 110, qPrintable(QString::number(lightest())));
    set_theme(*qApp, Theme::dark);
    QVERIFY2(lightest() > 180, qPrintable(QString::number(lightest())));
  }

 private:
  QTemporaryDir settings_;
};

int run(int argc, char** argv) {
  QCoreApplication::setApplicationName("foldwave");
  QCoreApplication::setOrganizationName("foldwave");
  return run_in_windows<TestPreferences>(argc, argv);
}

}  // namespace test_preferences

FOLDWAVE_TEST(test_preferences, test_preferences::run)
#include "test_preferences.moc"
