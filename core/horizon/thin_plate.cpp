#include "core/horizon/thin_plate.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "core/base/dense.hpp"
#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/model/scenario.hpp"

namespace foldwave {

namespace {

double plate_kernel(double r2) {
  return r2 > 0.0 ? 0.5 * r2 * std::log(r2) : 0.0;
}

std::string xy_text(const Vec3& p) {
  return "(" + number_text(p.x, 10) + ", " + number_text(p.y, 10) + ")";
}

// Two points at the same place: one is dropped when they agree.
void drop_duplicates(std::vector<Vec3>& points, const std::string& place) {
  std::stable_sort(points.begin(), points.end(),
                   [](const Vec3& a, const Vec3& b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
  std::vector<Vec3> kept;
  for (const Vec3& p : points) {
    if (!kept.empty() && kept.back().x == p.x && kept.back().y == p.y) {
      if (kept.back().z != p.z)
        throw InputError(place, "two points at " + xy_text(p) + " have different depths",
                         "remove one of them");
      continue;
    }
    kept.push_back(p);
  }
  points = std::move(kept);
}

// A x = b by LU with partial pivoting, in panels, so that a stop is heard between them: 2000 points take a
// second.
Eigen::VectorXd solve_plate(Eigen::MatrixXd& A, Eigen::VectorXd b, const Job& job) {
  constexpr Eigen::Index panel = 48;
  const Eigen::Index n = A.rows();
  for (Eigen::Index from = 0; from < n; from += panel) {
    job.throw_if_stopped();
    const Eigen::Index width = std::min(panel, n - from), rest = n - from - width;
    for (Eigen::Index k = from; k < from + width; ++k) {
      Eigen::Index pivot = 0;
      A.col(k).tail(n - k).cwiseAbs().maxCoeff(&pivot);
      if (pivot > 0) A.row(k).swap(A.row(k + pivot)), std::swap(b(k), b(k + pivot));
      const Eigen::Index below = n - k - 1, right = from + width - k - 1;
      A.col(k).tail(below) /= A(k, k);
      A.block(k + 1, k + 1, below, right).noalias() -= A.col(k).tail(below) * A.row(k).segment(k + 1, right);
    }
    if (rest == 0) break;
    A.block(from, from, width, width)
        .triangularView<Eigen::UnitLower>()
        .solveInPlace(A.block(from, from + width, width, rest));
    A.bottomRightCorner(rest, rest).noalias() -=
        A.block(from + width, from, rest, width) * A.block(from, from + width, width, rest);
  }
  A.triangularView<Eigen::UnitLower>().solveInPlace(b);
  A.triangularView<Eigen::Upper>().solveInPlace(b);
  return b;
}

}  // namespace

ThinPlate::ThinPlate(std::vector<Vec3> points, const std::string& place, const Job& job)
    : points_(std::move(points)) {
  drop_duplicates(points_, place);
  const std::size_t count = points_.size();
  if (count < least_control_points)
    throw InputError(place, std::to_string(count) + " points make no surface", "give at least 3");
  if (count > most_control_points)
    throw InputError(
        place, std::to_string(count) + " control points are too many",
        "give at most " + std::to_string(most_control_points) + ", or use an XYZ horizon, which is fitted");
  double x1 = points_[0].x, y1 = points_[0].y;
  x0_ = x1;
  y0_ = y1;
  for (const Vec3& p : points_) {
    x0_ = std::min(x0_, p.x);
    y0_ = std::min(y0_, p.y);
    x1 = std::max(x1, p.x);
    y1 = std::max(y1, p.y);
  }
  scale_ = std::max({x1 - x0_, y1 - y0_, 1e-300});
  for (Vec3& p : points_)
    p = {(p.x - x0_) / scale_, (p.y - y0_) / scale_, p.z};

  const auto n = static_cast<Eigen::Index>(count);
  Eigen::MatrixXd flat(n, 3);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Vec3& p = points_[static_cast<std::size_t>(i)];
    flat.row(i) << 1.0, p.x, p.y;
  }
  if (least_squares(flat, Eigen::VectorXd::Zero(n), 1e-9).rank < 3)
    throw InputError(place, "the points lie on one line in the map", "add a point beside the line");

  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(n + 3, n + 3);
  Eigen::VectorXd rhs = Eigen::VectorXd::Zero(n + 3);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Vec3& p = points_[static_cast<std::size_t>(i)];
    for (Eigen::Index j = 0; j < i; ++j) {
      const Vec3& q = points_[static_cast<std::size_t>(j)];
      const double k = plate_kernel((p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y));
      A(i, j) = k;
      A(j, i) = k;
    }
    rhs(i) = p.z;
  }
  A.topRightCorner(n, 3) = flat;
  A.bottomLeftCorner(3, n) = flat.transpose();
  const Eigen::VectorXd solution = solve_plate(A, std::move(rhs), job);
  weights_.assign(solution.data(), solution.data() + n + 3);
}

double ThinPlate::at(double x, double y) const {
  const double u = (x - x0_) / scale_;
  const double v = (y - y0_) / scale_;
  const std::size_t n = points_.size();
  double f = weights_[n] + weights_[n + 1] * u + weights_[n + 2] * v;
  for (std::size_t i = 0; i < n; ++i)
    f += weights_[i] *
         plate_kernel((u - points_[i].x) * (u - points_[i].x) + (v - points_[i].y) * (v - points_[i].y));
  return f;
}

}  // namespace foldwave
