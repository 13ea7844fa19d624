// Protects the desktop under a locale with decimal commas: numbers are understood with a comma and with a
// point, shown and saved with a point, and the program itself prints points.
#include <QAbstractButton>
#include <QFile>
#include <QIODevice>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>

#include "core/engine/pipeline.hpp"
#include "core/model/scenario_json.hpp"
#include "tests/comma_locale.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/canvas/vtk_view.hpp"
#include "ui/scene/stage/ticks.hpp"
#include "ui/views/wave/gather_pane.hpp"
#include "ui/widgets/number_edit.hpp"

namespace test_locale {

using namespace foldwave;

namespace {

Scenario shot() {
  Scenario s = shot_on(24, 1.25);
  s.survey.wavelet.frequency = 4.25;
  return s;
}

bool has_comma(const QString& text) {
  static const QRegularExpression number("\\d,\\d");
  return number.match(text).hasMatch();
}

}  // namespace

class TestLocale : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    if (!CommaLocale::is_in_c()) qInfo("no C locale with commas can be made here: C++'s alone is tried");
    QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
    QCOMPARE(QLocale().toString(1.5), QString("1,5"));
  }

  void typed_with_a_comma_or_a_point_it_is_saved_with_a_point() {
    ShownWindow window;
    QVERIFY(window.open(shot()));
    for (const char* const text : {"3,75", "3.75"}) {
      window.type("/survey/wavelet/frequency", "5");
      window.type("/survey/wavelet/frequency", text);
      QCOMPARE(window.child<QLineEdit>("/survey/wavelet/frequency")->text(), QString("3.75"));
      QVERIFY(window->files().save_to(window.path("saved.json")));
      QFile file(window.path("saved.json"));
      QVERIFY(file.open(QIODevice::ReadOnly));
      QVERIFY(file.readAll().contains("3.75"));
      QCOMPARE(load_scenario(window.path("saved.json").toStdString()).survey.wavelet.frequency, 3.75);
    }
    // What may be grouped digits is not guessed at.
    window.type("/survey/wavelet/frequency", "1,234");
    QVERIFY(!window.child<NumberEdit>("/survey/wavelet/frequency")->good());
    QCOMPARE(window->editor().now().survey.wavelet.frequency, 3.75);
  }

  void what_is_shown_has_points() {
    ShownWindow window;
    QVERIFY(window.open(shot()));
    window->runs().run_wave();
    QTRY_VERIFY_WITH_TIMEOUT(window->results().wave() && !window->runs().busy(), patience);
    drawn_picture(*window->panes().gather->view());
    const GatherScene& gather = window->panes().gather->scene();
    std::string read;
    for (int y = 0; y < gather.frame().height && read.empty(); y += 3)
      read = gather.read_out(gather.frame().width / 2.0, y);
    QVERIFY2(!read.empty() && read.find("s, pressure") != std::string::npos, read.c_str());
    const std::size_t time = read.find("t = ");
    QVERIFY2(read.find('.', time) < read.find(',', time), read.c_str());
    QCOMPARE(tick_text(0.25, 0.05), std::string("0.25"));
    int words = 0;
    for (const QWidget* const widget : window->findChildren<QWidget*>()) {
      QStringList texts{widget->toolTip()};
      if (const auto* const label = qobject_cast<const QLabel*>(widget)) texts << label->text();
      if (const auto* const button = qobject_cast<const QAbstractButton*>(widget)) texts << button->text();
      if (const auto* const edit = qobject_cast<const QLineEdit*>(widget)) texts << edit->text();
      for (const QString& text : texts) {
        words += text.isEmpty() ? 0 : 1;
        QVERIFY2(!has_comma(text), qPrintable(widget->objectName() + ": " + text));
      }
    }
    QVERIFY(words > 100);
  }

  void the_program_prints_points() {
    QTemporaryDir folder;
    Scenario s = shot();
    s.propagation.enabled = false;
    save_scenario(s, folder.filePath("small.json").toStdString());
    QProcess program;
    program.start(FOLDWAVE_PROGRAM,
                  {folder.filePath("small.json"), "--screenshot", folder.filePath("a.png")});
    QVERIFY(program.waitForFinished(patience));
    const QString printed = program.readAllStandardOutput();
    QVERIFY2(program.exitCode() == 0, program.readAllStandardError().constData());
    static const QRegularExpression seconds("fold shown after \\d+\\.\\d\\d s");
    QVERIFY2(seconds.match(printed).hasMatch(), qPrintable(printed));
  }
};

int run(int argc, char** argv) {
  const CommaLocale locale;
  return run_in_windows<TestLocale>(argc, argv);
}

}  // namespace test_locale

FOLDWAVE_TEST(test_locale, test_locale::run)
#include "test_locale.moc"
