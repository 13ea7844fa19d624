// Protects what is said of bad gathers: each fault named by its trace, refused or left out as asked; gathers
// of which no trace can be right are refused either way.
#include <QTest>
#include <limits>

#include "core/base/error.hpp"
#include "core/imaging/locate/gather_check.hpp"
#include "tests/test_program.hpp"

namespace test_gather_check {

using namespace foldwave;

namespace {

constexpr Band band{25.0, 35.0};

WaveModel section() {
  WaveModel model;
  model.grid = {{30, 1, 20}, {10.0, 10.0, 10.0}, {}, {}, {}, 0};
  model.boundaries.fill(Boundary::cpml);
  model.boundaries[z_min] = Boundary::free;
  return model;
}

// Four traces of which all are good.
Gather good() {
  Gather gather;
  gather.dt = 2e-3;
  gather.samples = 300;
  gather.receivers = {{10.0, 0.0, 10.0}, {50.0, 0.0, 10.0}, {290.0, 0.0, 190.0}, {120.0, 0.0, 55.0}};
  for (int m = 0; m < 4 * 300; ++m)
    gather.traces.push_back(static_cast<float>(m % 7) - 3.0F);
  return gather;
}

QString refusal(const Gather& gather, BadTraces bad = BadTraces::refuse) {
  try {
    usable_gather(gather, section(), band, 0.35, bad);
  } catch (const InputError& error) {
    return QString::fromStdString(error.what());
  }
  return {};
}

}  // namespace

class TestGatherCheck : public QObject {
  Q_OBJECT
 private slots:
  void good_traces_pass_as_they_are() {
    const Gather gather = good();
    const UsableGather usable = usable_gather(gather, section(), band, 0.35, BadTraces::refuse);
    QVERIFY(usable.left_out.empty());
    QVERIFY(usable.gather.traces == gather.traces && usable.gather.receivers == gather.receivers);
    QCOMPARE(usable.kept, (std::vector<int>{0, 1, 2, 3}));
  }

  void a_bad_trace_is_named_and_refused_or_left_out_data() {
    QTest::addColumn<int>("fault");
    QTest::addColumn<QString>("said");
    QTest::newRow("NaN") << 0 << "trace 2 holds nan at sample 17";
    QTest::newRow("infinity") << 1 << "trace 2 holds inf at sample 0";
    QTest::newRow("dead") << 2 << "trace 2 is dead";
    QTest::newRow("off the grid") << 3
                                  << "trace 2 has its receiver outside the grid, at x = 50, y = 0, z = 200.1";
    QTest::newRow("no place") << 4 << "trace 2 has its receiver outside the grid, at x = nan";
    QTest::newRow("on a free face") << 5 << "trace 2 has its receiver on a free face";
  }
  void a_bad_trace_is_named_and_refused_or_left_out() {
    QFETCH(int, fault);
    QFETCH(QString, said);
    Gather gather = good();
    float* const trace = gather.traces.data() + 300;
    if (fault == 0) trace[17] = std::numeric_limits<float>::quiet_NaN();
    if (fault == 1) trace[0] = std::numeric_limits<float>::infinity();
    if (fault == 2) std::fill_n(trace, 300, 0.0F);
    if (fault == 3) gather.receivers[1].z = 200.1;
    if (fault == 4) gather.receivers[1].x = std::numeric_limits<double>::quiet_NaN();
    if (fault == 5) gather.receivers[1].z = 0.0;
    const QString refused = refusal(gather);
    QVERIFY2(refused.startsWith(QString(said).replace("trace 2 ", "trace 2: ")), qPrintable(refused));
    const UsableGather usable = usable_gather(gather, section(), band, 0.35, BadTraces::leave_out);
    QCOMPARE(usable.kept, (std::vector<int>{0, 2, 3}));
    QCOMPARE(usable.left_out.size(), std::size_t{1});
    QVERIFY2(QString::fromStdString(usable.left_out.front()).startsWith(said),
             usable.left_out.front().c_str());
    QCOMPARE(usable.gather.traces.size(), std::size_t{900});
    QVERIFY(usable.gather.traces[300] == gather.traces[600]);
  }

  // Its own node, not the next.
  void a_free_face_is_the_last_node() {
    WaveModel model = section();
    model.boundaries[z_max] = Boundary::free;
    const auto kept = [&](double z) {
      Gather gather = good();
      gather.receivers[2].z = z;
      return usable_gather(gather, model, band, 0.35, BadTraces::leave_out).kept.size();
    };
    QCOMPARE(kept(190.0), std::size_t{3});
    QCOMPARE(kept(180.0), std::size_t{4});
  }

  void traces_as_long_as_the_wavelet_are_enough() {
    Gather gather = good();
    gather.dt = 0.00390625;  // a power of two: 300 of them are exact
    const double seconds = 300 * gather.dt;
    QCOMPARE(usable_gather(gather, section(), band, seconds, BadTraces::refuse).kept.size(), std::size_t{4});
  }

  void what_spoils_all_traces_is_refused_either_way() {
    for (const BadTraces bad : {BadTraces::refuse, BadTraces::leave_out}) {
      Gather gather = good();
      gather.dt = 0.03;
      QVERIFY2(refusal(gather, bad).contains("holds nothing above 16.6667 Hz"),
               qPrintable(refusal(gather, bad)));
      gather.dt = -2e-3;
      QVERIFY(refusal(gather, bad).contains("is no sample interval"));
      gather = good();
      gather.dt = 1e-3;
      QVERIFY2(refusal(gather, bad).contains("traces last 0.3 s and the wavelet 0.35 s"),
               qPrintable(refusal(gather, bad)));
      gather = good();
      gather.samples = 299;
      QVERIFY(refusal(gather, bad).contains("299 samples each"));
      gather = good();
      for (Vec3& at : gather.receivers)
        at.x += 5e5;
      QVERIFY(refusal(gather, bad).contains("none of its 4 receivers lies in the grid"));
      QVERIFY(refusal(Gather{}, bad).contains("no traces"));
      gather = good();
      std::ranges::fill(gather.traces, 0.0F);
      QVERIFY(refusal(gather, bad).contains("dead"));
    }
  }
};

}  // namespace test_gather_check

FOLDWAVE_TEST(test_gather_check, run_guiless<test_gather_check::TestGatherCheck>)
#include "test_gather_check.moc"
