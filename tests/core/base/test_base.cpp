// Protects what everything stands on: the order of nodes in memory, errors of one line, numbers as text.
#include <QTest>
#include <clocale>
#include <cmath>

#include "core/base/dense.hpp"
#include "core/base/field.hpp"
#include "core/base/markup.hpp"
#include "core/base/shown_text.hpp"
#include "core/base/system.hpp"
#include "core/base/text.hpp"
#include "tests/test_program.hpp"

namespace test_base {

using namespace foldwave;

class TestBase : public QObject {
  Q_OBJECT
 private slots:
  void x_runs_fastest() {
    Field<float> f({3, 4, 5}, 1.0F);
    f(2, 3, 4) = 7.0F;
    const Grid3 grid{{3, 4, 5}, {1.0, 2.0, 3.0}, {}, {}, {}, 0};
    QVERIFY(grid.index(2, 3, 4) == 2 + 3 * (3 + 4 * 4));
    QVERIFY(f[grid.index(2, 3, 4)] == 7.0F);
    QVERIFY(f[0] == 1.0F);
    QVERIFY(grid.local(2, 3, 4) == (Vec3{2.0, 6.0, 12.0}));
    QVERIFY(grid.extent() == (Vec3{2.0, 6.0, 12.0}));
    QVERIFY(reinterpret_cast<std::uintptr_t>(f.data()) % 64 == 0);
  }

  void a_moved_field_is_empty_and_a_clone_is_its_own() {
    Field<int> a({2, 2, 2}, 3);
    const Field<int> b = a.clone();
    a[0] = 4;
    QVERIFY(b[0] == 3);
    const Field<int> c = std::move(a);
    QVERIFY(a.empty() && a.size() == 0);
    QVERIFY(c[0] == 4 && c[7] == 3);
  }

  void too_large_a_field_is_a_typed_error() {
    try {
      const Field<double> f({2000000, 2000000, 20000});
      QFAIL("an impossible field was made");
    } catch (const ResourceError& e) {
      QVERIFY(QString(e.what()).contains("memory"));
    }
  }

  void errors_are_one_line_with_place_and_remedy() {
    const InputError e("file.json", "line 3:\nbroken", "mend it");
    QCOMPARE(QString(e.what()), QString("file.json: line 3: broken; mend it"));
    QCOMPARE(QString::fromStdString(e.place()), QString("file.json"));
  }

  void small_dense_systems_are_solved() {
    // (1, -2, 1) / sqrt 6, (1, 0, -1) / sqrt 2 and (1, 1, 1) / sqrt 3 with 1, 2 and 6.
    Eigen::MatrixXd A(3, 3);
    A << 19.0 / 6.0, 5.0 / 3.0, 7.0 / 6.0, 5.0 / 3.0, 8.0 / 3.0, 5.0 / 3.0, 7.0 / 6.0, 5.0 / 3.0, 19.0 / 6.0;
    const SymmetricEigen eigen = symmetric_eigen(A);
    QVERIFY(eigen.values.isApprox(Eigen::Vector3d(1.0, 2.0, 6.0), 1e-14));
    QVERIFY(std::abs(std::abs(eigen.vectors.col(0).dot(Eigen::Vector3d(1.0, -2.0, 1.0))) - std::sqrt(6.0)) <
            1e-14);
    QVERIFY(solve_symmetric(A, Eigen::Vector3d(6.0, 6.0, 6.0)).isApprox(Eigen::Vector3d::Ones(), 1e-14));
    QVERIFY(product(A, inverse_symmetric(A)).isApprox(Eigen::Matrix3d::Identity(), 1e-14));
    // A line through four points of it, and one whose slope is left open.
    Eigen::MatrixXd line(4, 2);
    line << 1.0, 0.0, 1.0, 1.0, 1.0, 2.0, 1.0, 5.0;
    QVERIFY(least_squares(line, Eigen::Vector4d(3.0, 5.0, 7.0, 13.0), 1e-9)
                .solution.isApprox(Eigen::Vector2d(3.0, 2.0), 1e-14));
    line.col(1).setConstant(2.0);
    const LeastSquares open = least_squares(line, Eigen::Vector4d::Ones(), 1e-9);
    QCOMPARE(static_cast<int>(open.rank), 1);
    QCOMPARE(static_cast<int>(open.solution.size()), 0);
  }

  void numbers_have_a_point_in_every_locale() {
    std::setlocale(LC_NUMERIC, "de_DE.UTF-8");
    QCOMPARE(QString::fromStdString(number_text(0.5)), QString("0.5"));
    std::setlocale(LC_NUMERIC, "C");
    QCOMPARE(QString::fromStdString(bytes_text(1.5e9)), QString("1.5 GB"));
    QCOMPARE(QString::fromStdString(seconds_text(200.0)), QString("3 min 20 s"));
  }

  void units_and_digits_fit_the_size() {
    const std::pair<std::string, const char*> shown[] = {{seconds_text(0.0123), "12 ms"},
                                                         {seconds_text(0.42), "0.42 s"},
                                                         {seconds_text(0.0), "0 s"},
                                                         {count_text(999), "999"},
                                                         {count_text(1234567), "1\u2009234\u2009567"},
                                                         {count_text(-123456), "-123\u2009456"},
                                                         {metres_text(1.85e-13), "0 m"},
                                                         {metres_text(0.01234), "0.012 m"},
                                                         {metres_text(2.456), "2.46 m"},
                                                         {metres_text(409.6928766), "409.7 m"},
                                                         {metres_text(12345.6), "12346 m"},
                                                         {short_text(0.0123456), "0.0123"},
                                                         {short_text(409.69), "410"},
                                                         {short_text(12345.6), "12346"},
                                                         {short_text(-2345.6, 4), "-2346"},
                                                         {short_text(2.5e12), "2.5e+12"}};
    for (const auto& [text, expected] : shown)
      QCOMPARE(QString::fromStdString(text), QString(expected));
  }

  void text_stands_in_markup() {
    QCOMPARE(QString::fromStdString(markup_text("a <b> & \"c\"\x01\n")),
             QString("a &lt;b&gt; &amp; &quot;c&quot;\n"));
  }

  void numbers_are_shown_to_a_sensible_digit() {
    const std::pair<double, const char*> shown[] = {
        {409.6928766, "409.69"}, {6712345.75, "6712345.75"}, {12.345, "12.345"}, {0.00251234, "0.0025123"},
        {1e-7, "1e-07"},         {-1500.128, "-1500.13"},    {0.0, "0"},         {99999.999, "100000"}};
    for (const auto& [value, text] : shown)
      QCOMPARE(QString::fromStdString(shown_text(value)), QString(text));
    for (const auto& [value, text] : {std::pair{46.2, "046"}, {359.7, "000"}, {-90.0, "270"}, {365.0, "005"}})
      QCOMPARE(QString::fromStdString(azimuth_text(value)), QString(text));
  }

  void threads_below_one_are_refused() {
    QVERIFY_EXCEPTION_THROWN(set_thread_count(0), InputError);
    QVERIFY(thread_count() >= 1);
    QVERIFY(total_memory_bytes() > available_memory_bytes());
  }
};

}  // namespace test_base

FOLDWAVE_TEST(test_base, run_guiless<test_base::TestBase>)
#include "test_base.moc"
