// Protects the pace of the previews: late ones get coarser, quick ones finer, and the pace settles where a
// step's cost lies between the two.
#include <QTest>

#include "tests/test_program.hpp"
#include "ui/jobs/preview_pace.hpp"

namespace test_preview_pace {

using namespace foldwave;

class TestPreviewPace : public QObject {
  Q_OBJECT

 private slots:
  void late_previews_get_coarser() {
    PreviewPace pace;
    const int before = pace.nodes();
    pace.took(200.0);
    QVERIFY(pace.nodes() < before);
    for (int i = 0; i < 20; ++i)
      pace.took(1000.0);
    QVERIFY(pace.nodes() >= 16);  // still a picture of the fold
    const int coarsest = pace.nodes();
    pace.took(1.0);
    QCOMPARE(pace.nodes(), coarsest);  // one quick preview says little
    for (int i = 0; i < 40; ++i)
      pace.took(1.0);
    QVERIFY(pace.nodes() > before);
  }

  // A machine whose time goes with the nodes: from some point on nothing changes any more.
  void the_pace_settles() {
    for (const double ms_per_million : {20.0, 100.0, 400.0, 1500.0, 4000.0}) {
      PreviewPace pace;
      const auto cost = [&] {
        const double n = pace.nodes();
        return ms_per_million * 1e-6 * n * n * n;
      };
      for (int i = 0; i < 50; ++i)
        pace.took(cost());
      const int settled = pace.nodes();
      for (int i = 0; i < 50; ++i) {
        pace.took(cost());
        QCOMPARE(pace.nodes(), settled);
      }
    }
  }
};

}  // namespace test_preview_pace

FOLDWAVE_TEST(test_preview_pace, run_guiless<test_preview_pace::TestPreviewPace>)
#include "test_preview_pace.moc"
