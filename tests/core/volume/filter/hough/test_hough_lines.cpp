// Protects the Hough transform for lines: every vote lies where the definition in double precision has it,
// each point votes once an angle, r has its sign, nothing overflows; lines are found in noise of equal power
// within a degree and a sample; their ends lie where they should in the program's frame.
#include <QTest>
#include <limits>
#include <numbers>

#include "../filter_test_help.hpp"
#include "core/base/error.hpp"
#include "core/bench/volumes/hough_in_noise.hpp"
#include "core/volume/filter/hough/hough_peaks.hpp"
#include "core/volume/filter/lines/filter_kernels.hpp"
#include "tests/test_program.hpp"

namespace test_hough_lines {

using namespace foldwave;
using namespace foldwave::test;

namespace {

HoughLinesPlan plan_of(int nu, int nv, int angles = 180) {
  HoughLinesPlan plan;
  plan.slice.n = {nu, nv};
  plan.angles = angles;
  return plan;
}

}  // namespace

class TestHoughLines : public QObject {
  Q_OBJECT

 private slots:
  void votes_lie_where_the_definition_has_them() {
    for (const int angles : {1, 7, 180, 401}) {
      HoughLinesPlan plan = plan_of(75, 41, angles);
      plan.slice.h = {2.0, 5.0};
      plan.step = 3.0;
      std::mt19937 random(5);
      std::vector<HoughPoint> points;
      for (int m = 0; m < 300; ++m)
        points.push_back({static_cast<int>(random() % 75), static_cast<int>(random() % 41),
                          static_cast<float>(random() % 9) - 4.0F});
      const LineAccumulator acc = hough_lines(points, plan);
      QCOMPARE(acc.cast, static_cast<std::int64_t>(300) * angles);
      for (int a = 0; a < angles; ++a) {
        const double theta = std::numbers::pi * a / angles;
        std::vector<double> expected(static_cast<std::size_t>(acc.bins));
        double between = 0.0, wrong = 0.0;
        for (const HoughPoint& p : points) {
          const double at =
              (p.u * 2.0 * std::cos(theta) + p.v * 5.0 * std::sin(theta)) / 3.0 + acc.half + 0.5;
          expected[static_cast<std::size_t>(std::floor(at))] += p.amplitude;
          // Between two bins the integers may fall to either side.
          if (std::abs(at - std::round(at)) < 1e-4) between += 2.0 * std::abs(p.amplitude);
        }
        for (int b = 0; b < acc.bins; ++b)
          wrong = worst_of(wrong, 0.0) + std::abs(acc.at(a, b) - expected[static_cast<std::size_t>(b)]);
        QVERIFY2(wrong <= between + 300 * 5e-6,
                 qPrintable(QString("angle %1: %2, %3").arg(a).arg(wrong).arg(between)));
      }
    }
  }

  void each_point_votes_once_an_angle() {
    const std::vector<float> values = noise(filter_grid({50, 60, 1}));
    const HoughLinesPlan plan = plan_of(50, 60, 90);
    const std::vector<HoughPoint> points = points_above(values, plan.slice, 0.5F, HoughAmplitude::one);
    std::size_t above = 0;
    for (const float v : values)
      above += std::abs(v) >= 0.5F ? 1 : 0;
    QCOMPARE(points.size(), above);
    const LineAccumulator acc = hough_lines(points, plan);
    for (int a = 0; a < 90; ++a) {
      double sum = 0.0;
      for (int b = 0; b < acc.bins; ++b)
        sum += acc.at(a, b);
      QVERIFY(std::abs(sum - static_cast<double>(above)) < 1e-6);
    }
  }

  void both_signs_of_r_are_lines_of_their_own() {
    std::vector<HoughPoint> points = drawn_line(135.0, 30.0, 128, 128);
    const std::vector<HoughPoint> other = drawn_line(135.0, -30.0, 128, 128);
    points.insert(points.end(), other.begin(), other.end());
    const std::vector<HoughLine> lines = strongest_lines(hough_lines(points, plan_of(128, 128)));
    QCOMPARE(lines.size(), std::size_t{2});
    std::vector<double> r{lines[0].distance, lines[1].distance};
    std::sort(r.begin(), r.end());
    QVERIFY2(std::abs(r[0] + 30.0) < 0.5 && std::abs(r[1] - 30.0) < 0.5,
             qPrintable(QString("%1 %2").arg(r[0]).arg(r[1])));
    for (const HoughLine& line : lines)
      QVERIFY(std::abs(line.theta - 135.0) < 0.5);
  }

  void lines_are_found_in_noise_of_equal_power() {
    const HoughErrors worst = line_errors_in_noise(40);
    qDebug("angle %.2f degrees, distance %.2f samples", worst.angle, worst.distance);
    QVERIFY2(worst.angle < 1.0 && worst.distance < 1.0,
             qPrintable(QString("%1 %2").arg(worst.angle).arg(worst.distance)));
  }

  void nothing_overflows() {
    const float most = std::numeric_limits<float>::max();
    for (const float size : {most, 1.0F, 1e-40F}) {
      const std::vector<HoughPoint> points(100000, HoughPoint{3, 3, size});
      const LineAccumulator acc = hough_lines(points, plan_of(8, 8, 12));
      for (int a = 0; a < 12; ++a) {
        double sum = 0.0, largest = 0.0;
        for (int b = 0; b < acc.bins; ++b) {
          sum += acc.at(a, b);
          largest = std::max(largest, acc.at(a, b));
        }
        QVERIFY(std::abs(sum / (1e5 * static_cast<double>(size)) - 1.0) < 1e-4);
        QCOMPARE(sum, largest);
      }
    }
    QVERIFY(hough_lines({}, plan_of(8, 8)).cast == 0);
    QVERIFY(strongest_lines(hough_lines({}, plan_of(8, 8))).empty());
    const std::vector<HoughPoint> zeros(10, HoughPoint{1, 1, 0.0F});
    QVERIFY(strongest_lines(hough_lines(zeros, plan_of(8, 8))).empty());
  }

  void thin_slices() {
    const LineAccumulator acc = hough_lines(std::vector<HoughPoint>{{0, 0, 1.0F}}, plan_of(1, 1, 5));
    for (int a = 0; a < 5; ++a)
      QVERIFY(std::abs(acc.at(a, acc.half) - 1.0) < 1e-6);
    HoughLinesPlan line = plan_of(1, 1000, 36);
    line.slice.h = {1e9, 1.0};
    std::vector<HoughPoint> points;
    for (int v = 0; v < 1000; ++v)
      points.push_back({0, v, 1.0F});
    const std::vector<HoughLine> lines = strongest_lines(hough_lines(points, line));
    QCOMPARE(lines[0].theta, 0.0);
    QVERIFY(std::abs(lines[0].votes - 1000.0) < 1e-2);
  }

  void the_same_votes_for_any_threads_and_path() {
    const std::vector<float> values = noise(filter_grid({90, 70, 1}));
    const HoughLinesPlan plan = plan_of(90, 70, 181);
    const std::vector<HoughPoint> points = points_above(values, plan.slice, 0.0F);
    std::vector<std::vector<std::int32_t>> results;
    for (const int threads : {1, 2, 5}) {
      const ThreadsFor these(threads);
      results.push_back(hough_lines(points, plan).votes);
    }
    QVERIFY(same_bits(results[0], results[1]) && same_bits(results[0], results[2]));
    const HoughTables tables = hough_tables(plan);
    const HoughVotes votes = hough_votes(points, plan.slice);
    for (const FilterPath path : {FilterPath::plain, FilterPath::avx2, FilterPath::avx512}) {
      const FilterKernels* const kernels = filter_kernels(path);
      if (kernels == nullptr) continue;
      std::vector<std::int32_t> counted(results[0].size());
      for (int a = 0; a < 181; a += kernels->lanes)
        kernels->vote({votes.u.data(), votes.v.data(), votes.q.data(), static_cast<Index>(points.size())},
                      {tables.c.data() + a, tables.s.data() + a, tables.offset, tables.shift},
                      std::min(kernels->lanes, 181 - a), counted.data() + Index{1} * a * tables.bins,
                      tables.bins);
      QVERIFY(same_bits(counted, results[0]));
    }
  }

  void ends_lie_in_the_programs_frame() {
    GridSlice slice;
    slice.grid = filter_grid({11, 21, 31}, {10.0, 5.0, 2.0});
    slice.grid.origin = {1000.0, 2000.0, 300.0};
    slice.axis = 1;
    slice.at = 4;
    // x = 30 m from the first node, from the top to the bottom.
    const auto ends = ends_in_map({0.0, 30.0, 1.0}, slice);
    QVERIFY(ends.has_value());
    QVERIFY(norm((*ends)[0] - Vec3{1030.0, 2020.0, 300.0}) < 1e-9);
    QVERIFY(norm((*ends)[1] - Vec3{1030.0, 2020.0, 360.0}) < 1e-9);
    slice.axis = 0;
    const auto level = ends_in_map({90.0, 12.0, 1.0}, slice);
    QVERIFY(level.has_value());
    QVERIFY(norm((*level)[0] - Vec3{1040.0, 2100.0, 312.0}) < 1e-9 &&
            norm((*level)[1] - Vec3{1040.0, 2000.0, 312.0}) < 1e-9);
    QVERIFY(!ends_on_slice({45.0, 1e4, 1.0}, slice.slice()).has_value());
    QVERIFY(!ends_on_slice({0.0, -3.0, 1.0}, slice.slice()).has_value());
  }

  void what_cannot_be_is_refused() {
    const std::vector<HoughPoint> points{{1, 1, 1.0F}}, beyond{{8, 1, 1.0F}}, no_number{{1, 1, NAN}};
    QVERIFY_EXCEPTION_THROWN(hough_lines(points, plan_of(8, 8, 0)), InputError);
    QVERIFY_EXCEPTION_THROWN(hough_lines(points, plan_of(0, 8)), InputError);
    QVERIFY_EXCEPTION_THROWN(hough_lines(beyond, plan_of(8, 8)), InputError);
    QVERIFY_EXCEPTION_THROWN(hough_lines(no_number, plan_of(8, 8)), InputError);
    HoughLinesPlan fine = plan_of(1000, 1000);
    fine.step = 1e-9;
    QVERIFY_EXCEPTION_THROWN(hough_lines(points, fine), InputError);
    fine.step = NAN;
    QVERIFY_EXCEPTION_THROWN(hough_lines(points, fine), InputError);
    QVERIFY_EXCEPTION_THROWN(points_above(std::vector<float>(5), plan_of(8, 8).slice, 0.0F), InputError);
  }
};

}  // namespace test_hough_lines

FOLDWAVE_TEST(test_hough_lines, run_alone<test_hough_lines::TestHoughLines>)
#include "test_hough_lines.moc"
