// Protects the line at the window's lower edge while a job runs: what comes next is told soon, with the time
// that is left, and what goes on only now and then, as each word composes the whole window anew.
#include <QElapsedTimer>
#include <QLabel>
#include <QStatusBar>
#include <QTest>

#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/window/status_line.hpp"

namespace test_status_line {

using namespace foldwave;

class TestStatusLine : public QObject {
  Q_OBJECT
 private slots:
  void what_comes_next_is_told_soon() {
    QStatusBar bar;
    LogBook log;
    StatusLine line(&bar, log);
    const auto* const words = bar.findChild<QLabel*>("status");
    const auto says_left = [&] {
      const auto labels = bar.findChildren<QLabel*>();
      return std::ranges::any_of(labels, [](const QLabel* l) { return l->text().contains("left"); });
    };
    JobState state;
    state.seconds_left = 12.0;
    for (const bool live : {true, false}) {
      line.begin_job("Wave");
      QCOMPARE(words->text(), QString("Wave"));
      for (const char* const step : {"means over cells", "wave: step"}) {
        state.step = step;
        QTest::qWait(200);
        line.show_job(state, live);
        QCOMPARE(words->text(), state.step);
        QVERIFY(says_left());
      }
      QElapsedTimer since;
      since.start();
      line.pass("Saved");
      line.show_job(state, live);
      // Unless others had the processor meanwhile.
      if (since.elapsed() < 100) QCOMPARE(words->text(), QString("Saved"));
      line.end_job();
      QVERIFY(!says_left());
    }
  }
};

}  // namespace test_status_line

FOLDWAVE_TEST(test_status_line, run_in_windows<test_status_line::TestStatusLine>)
#include "test_status_line.moc"
