// Protects what a flat reflector sends back where the density jumps too: by impedances, and nothing after it.
#include <QTest>
#include <cmath>

#include "core/verify/plane_echo.hpp"
#include "core/wave/cpu/cpu_propagator.hpp"
#include "tests/test_program.hpp"

namespace test_plane_echo {

using namespace foldwave;

class TestPlaneEcho : public QObject {
  Q_OBJECT
 private slots:
  // Plane wave from above at normal incidence: (Z2 - Z1) / (Z2 + Z1) with a density contrast alone, and with
  // both.
  void density_reflects_as_impedance_says_data() {
    QTest::addColumn<double>("v2");
    QTest::addColumn<double>("rho2");
    QTest::addRow("density alone") << 2000.0 << 2500.0;
    QTest::addRow("lighter below") << 2000.0 << 500.0;
    QTest::addRow("both") << 3000.0 << 2000.0;
  }
  void density_reflects_as_impedance_says() {
    QFETCH(double, v2);
    QFETCH(double, rho2);
    constexpr double v1 = 2000.0, rho1 = 1000.0;
    const PlaneEcho echo = plane_echo(*make_cpu_wave_propagator(), v1, v2, rho1, rho2, {});
    const double exact = (v2 * rho2 - v1 * rho1) / (v2 * rho2 + v1 * rho1);
    QVERIFY2(std::abs(echo.coefficient / exact - 1.0) < 0.03, qPrintable(QString::number(echo.coefficient)));
    QVERIFY2(std::abs(echo.late_samples) <= 1e-7, qPrintable(QString::number(echo.late_samples)));
  }
};

}  // namespace test_plane_echo

FOLDWAVE_TEST(test_plane_echo, run_guiless<test_plane_echo::TestPlaneEcho>)
#include "test_plane_echo.moc"
