// Protects least, largest, mean and the error measures against their definitions, by sums in long double over
// the whole volume; what is not finite is never passed over.
#include <QTest>

#include "core/base/system.hpp"
#include "core/volume/tools/volume_pack.hpp"
#include "core/volume/tools/volume_statistics.hpp"
#include "tests/test_program.hpp"
#include "tools_test_help.hpp"

namespace test_volume_statistics {

using namespace foldwave;
using namespace foldwave::test;

class TestVolumeStatistics : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::unique_ptr<VolumeInput> volume(const char* name, const std::vector<float>& values,
                                      const std::array<int, 3>& n) const {
    put_floats(inside(folder_, name), values);
    return open_volume_input(inside(folder_, name), laid_out(n));
  }

 private slots:
  void numbers_are_those_of_the_definitions() {
    const std::array<int, 3> n{70, 5, 67};
    const std::vector<float> a = wave_values(n);
    std::vector<float> b = a;
    std::mt19937 random(2);
    for (float& v : b)
      v += 1e-3F * float(std::int32_t(random())) / 2147483648.0F;
    const auto source_a = volume("a.f32", a, n), source_b = volume("b.f32", b, n);
    long double sum = 0, squares = 0, magnitudes = 0, signal = 0, worst = 0, largest = 0;
    float low = a[0], high = a[0];
    for (std::size_t i = 0; i < a.size(); ++i) {
      const long double e = static_cast<long double>(b[i]) - static_cast<long double>(a[i]);
      sum += static_cast<long double>(a[i]);
      squares += e * e;
      magnitudes += std::abs(e);
      signal += static_cast<long double>(a[i]) * static_cast<long double>(a[i]);
      worst = worst_of(worst, std::abs(e));
      largest = worst_of(largest, std::abs(static_cast<long double>(a[i])));
      low = std::min(low, a[i]);
      high = std::max(high, a[i]);
    }
    const auto count = static_cast<long double>(a.size());
    const auto near = [](double got, long double wanted) {
      return std::abs(got - double(wanted)) <= 1e-12 * std::abs(double(wanted));
    };
    const VolumeStatistics s = statistics_of(*source_a, Damage::refuse);
    QCOMPARE(s.values, Index(a.size()));
    QCOMPARE(s.finite, Index(a.size()));
    QCOMPARE(s.least, double(low));
    QCOMPARE(s.largest, double(high));
    QVERIFY(std::abs(s.mean - double(sum / count)) <= 1e-15 * double(largest) * 1000);
    const VolumeDifference d = difference_of(*source_a, *source_b);
    QVERIFY(!d.identical && d.unlike == 0 && d.compared == Index(a.size()));
    QVERIFY(near(d.max_error, worst));
    QVERIFY(near(d.rms, std::sqrt(squares / count)));
    QVERIFY(near(d.mean_error, magnitudes / count / largest));
    QVERIFY(near(d.snr, 10 * std::log10(signal / squares)));
    QCOMPARE(d.ratio, 1.0);
  }

  void threads_change_nothing() {
    const std::array<int, 3> n{70, 5, 67};
    const auto source = volume("a.f32", wave_values(n), n);
    const int threads = thread_count();
    set_thread_count(1);
    const VolumeStatistics one = statistics_of(*source, Damage::refuse);
    set_thread_count(3);
    const VolumeStatistics three = statistics_of(*source, Damage::refuse);
    set_thread_count(threads);
    QVERIFY(one.mean == three.mean);
  }

  void what_is_not_finite_is_told() {
    const std::array<int, 3> n{5, 4, 3};
    const std::vector<float> a = node_values(n);
    for (const float odd : {NAN, INFINITY, -INFINITY}) {
      std::vector<float> b = a;
      b[17] = odd;
      const auto source_a = volume("a.f32", a, n), source_b = volume("b.f32", b, n);
      for (const VolumeDifference& d :
           {difference_of(*source_a, *source_b), difference_of(*source_b, *source_a)}) {
        QCOMPARE(d.unlike, 1);
        QVERIFY(std::isinf(d.max_error) && std::isinf(d.rms) && std::isinf(d.mean_error) && d.snr < -1e300);
        QVERIFY(!d.identical);
      }
      // The same in both is no difference.
      const VolumeDifference same = difference_of(*source_b, *source_b);
      QVERIFY(same.identical && same.unlike == 0 && same.max_error == 0.0 && same.compared == 59);
      QVERIFY(std::isinf(same.snr) && same.snr > 0);
      const VolumeStatistics s = statistics_of(*source_b, Damage::refuse);
      QCOMPARE(s.finite, 59);
      QCOMPARE(s.largest, 1.0 + 4 + 600 + 80000);
    }
    const std::vector<float> none(60, NAN);
    const VolumeStatistics s = statistics_of(*volume("n.f32", none, n), Damage::refuse);
    QVERIFY(s.finite == 0 && std::isnan(s.mean) && std::isnan(s.least));
  }

  void signs_of_zero_are_no_error_but_other_bits() {
    const std::array<int, 3> n{2, 2, 2};
    const auto a = volume("a.f32", std::vector<float>(8, 0.0F), n);
    const auto b = volume("b.f32", std::vector<float>(8, -0.0F), n);
    const VolumeDifference d = difference_of(*a, *b);
    QVERIFY(d.max_error == 0.0 && !d.identical && d.unlike == 0);
  }

  void other_nodes_are_refused() {
    const auto a = volume("a.f32", node_values({3, 4, 2}), {3, 4, 2});
    const auto b = volume("b.f32", node_values({3, 2, 4}), {3, 2, 4});
    const QString message = message_of<InputError>([&] { difference_of(*a, *b); });
    QVERIFY(message.contains("3 x 2 x 4") && message.contains("3 x 4 x 2"));
  }
};

}  // namespace test_volume_statistics

FOLDWAVE_TEST(test_volume_statistics, run_guiless<test_volume_statistics::TestVolumeStatistics>)
#include "test_volume_statistics.moc"
