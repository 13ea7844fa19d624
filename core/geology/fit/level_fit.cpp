#include "core/geology/fit/level_fit.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>

#include "core/base/dense.hpp"
#include "core/base/vec3_product.hpp"
#include "core/geology/fit/second_picks.hpp"

namespace foldwave {

namespace {

constexpr double no_fold = 1e-9;  // lambda below it has no axial line
constexpr double never = std::numeric_limits<double>::infinity();

using Columns = Eigen::Matrix<double, 4, Eigen::Dynamic>;  // (dp, dq) of each free value

std::vector<Vec3> across(const LevelFreedom& freedom, const Vec3& a) {
  std::vector<Vec3> found;
  for (const Vec3& d : freedom.along) {
    Vec3 e = d - dot(d, a) * a;
    for (const Vec3& f : found)
      e = e - dot(e, f) * f;
    if (norm(e) > 1e-6) found.push_back((1.0 / norm(e)) * e);
  }
  // Of three directions one is a's own: rounding must not bring it back.
  if (found.size() == freedom.along.size()) found.pop_back();
  return found;
}

Columns columns_of(const FoldedLevel& at, const LevelFreedom& freedom) {
  std::vector<Eigen::Vector4d> columns;
  const auto add = [&](double p, const Vec3& q) { columns.emplace_back(p, q.x, q.y, q.z); };
  if (freedom.lambda) {
    for (const Vec3& d : freedom.along)
      add(freedom.thickness ? 0.0 : -dot(at.axis, d), d);
    if (freedom.thickness) add(1.0, {});
  } else {
    if (freedom.axis() && std::abs(at.lambda) > no_fold)
      for (const Vec3& e : across(freedom, at.axis))
        add(0.0, (at.thickness * at.lambda) * e);
    if (freedom.thickness) add(at.F(), at.b());
  }
  Columns all(4, std::ssize(columns));
  for (std::size_t c = 0; c < columns.size(); ++c)
    all.col(static_cast<Eigen::Index>(c)) = columns[c];
  return all;
}

FoldedLevel moved(const FoldedLevel& from, const LevelFreedom& freedom, const Eigen::VectorXd& by) {
  FoldedLevel to = from;
  Eigen::Index c = 0;
  if (freedom.lambda) {
    Vec3 q = (from.thickness * from.lambda) * from.axis;
    for (const Vec3& d : freedom.along)
      q = q + by[c++] * d;
    const double s = !freedom.axis() ? dot(q, from.axis) : q.z <= 0.0 ? norm(q) : -norm(q);
    if (freedom.thickness) to.thickness = from.thickness * from.F() + by[c] + s;
    to.lambda = s / to.thickness;
    if (freedom.axis() && s != 0.0) to.axis = (1.0 / s) * q;
    return to;
  }
  if (freedom.axis() && std::abs(from.lambda) > no_fold) {
    for (const Vec3& e : across(freedom, from.axis))
      to.axis = to.axis + by[c++] * e;
    to.axis = (1.0 / norm(to.axis)) * to.axis;
  }
  if (freedom.thickness) to.thickness += by[c];
  return to;
}

Eigen::Vector4d row_of(const PickMisfit& m) {
  return Eigen::Vector4d(1.0, m.normal.x, m.normal.y, m.normal.z) / m.normal.z;
}

double huber(double misfit, double bend) {
  const double size = std::abs(misfit);
  return size <= bend ? 0.5 * size * size : bend * (size - 0.5 * bend);
}

double mean_loss(const std::vector<PickMisfit>& misfit, double bend) {
  double sum = 0.0;
  for (const PickMisfit& m : misfit)
    sum += huber(m.depth, bend);
  return sum / static_cast<double>(misfit.size());
}

double scale_of(const std::vector<PickMisfit>& misfit) {
  std::vector<double> depth(misfit.size());
  std::transform(misfit.begin(), misfit.end(), depth.begin(), [](const PickMisfit& m) { return m.depth; });
  return robust_scale(depth);
}

// Adds to M what pairs of picks that err alike add to it. How many pairs of picks there are, each counted by
// its correlation.
double add_correlated(const LevelMisfit& picks, const LevelFit& fit, const Eigen::MatrixXd& rows,
                      Correlation& correlation, Eigen::MatrixXd& M) {
  // All pairs of few picks stand for all pairs.
  constexpr std::size_t most = 1500;
  std::vector<Vec3> places;
  std::vector<double> depths;
  const std::vector<std::size_t> index = spread(picks.picks(), most);
  for (const std::size_t i : index) {
    places.push_back(picks.picks()[i]);
    depths.push_back(fit.misfit[i].depth);
  }
  correlation = correlation_of(places, depths);
  const auto all = static_cast<double>(fit.misfit.size());
  double pairs = all;
  if (!(correlation.share > 0.0)) return pairs;
  const double ratio = all / static_cast<double>(places.size());
  const Eigen::Index k = rows.cols();
  Eigen::MatrixXd between = Eigen::MatrixXd::Zero(k, k);
  for (std::size_t i = 0; i < places.size(); ++i) {
    Eigen::RowVectorXd seen = Eigen::RowVectorXd::Zero(k);
    for (std::size_t j = 0; j < i; ++j) {
      const double c = correlation.at(std::hypot(places[i].x - places[j].x, places[i].y - places[j].y));
      seen += c * rows.row(static_cast<Eigen::Index>(index[j]));
      pairs += 2.0 * ratio * ratio * c;
    }
    const Eigen::MatrixXd half = rows.row(static_cast<Eigen::Index>(index[i])).transpose() * seen;
    between += half + half.transpose();
  }
  M += ratio * ratio * between;
  return pairs;
}

// Of the axial direction a, whose end moves by `shift` for a radian. error(p, q) is that of what changes by
// this with (p, q).
void add_axis_errors(const Vec3& a, double shift, const Vec3& fold_axis,
                     const std::function<double(double, const Vec3&)>& error, LevelErrors& errors) {
  const double level = std::hypot(a.x, a.y);
  const Vec3 along = level > 1e-9 ? Vec3{a.x / level, a.y / level, 0.0} : Vec3{1.0, 0.0, 0.0};
  const Vec3 beside{-along.y, along.x, 0.0};
  const Vec3 upright = cross_product(beside, a);
  errors.plunge = error(0.0, (1.0 / shift) * upright);
  const double turn = error(0.0, (1.0 / shift) * beside);
  errors.trend = level > 1e-9 ? turn / level : never;
  // The axis of the error ellipse that is longest.
  for (int i = 0; i < 18; ++i) {
    const double angle = i * std::numbers::pi / 18.0;
    errors.axis = std::max(
        errors.axis, error(0.0, (std::cos(angle) / shift) * upright + (std::sin(angle) / shift) * beside));
  }
  if (norm(fold_axis) > 0.0) {
    const Vec3 out = fold_axis - dot(fold_axis, a) * a;
    errors.out_of_profile = error(0.0, (1.0 / shift) * out);
  }
}

}  // namespace

std::optional<LevelFit> fit_level(const LevelMisfit& picks, const FoldedLevel& start,
                                  const LevelFreedom& freedom, int most_steps, const Job& job) {
  LevelFit fit{start, picks.of(start, job), 0.0, 0.0};
  if (fit.misfit.empty()) return {};
  const double finest = 1e-9 * (std::abs(start.thickness) + 1e-9);
  double damping = 1e-3;
  for (int step = 0; step < most_steps; ++step) {
    fit.scale = std::max(scale_of(fit.misfit), finest);
    const double bend = huber_bend * fit.scale;
    fit.cost = mean_loss(fit.misfit, bend);
    const Columns columns = columns_of(fit.level, freedom);
    if (columns.cols() == 0) break;
    Eigen::MatrixXd H = Eigen::MatrixXd::Zero(columns.cols(), columns.cols());
    Eigen::VectorXd g = Eigen::VectorXd::Zero(columns.cols());
    for (const PickMisfit& m : fit.misfit) {
      const Eigen::VectorXd J = columns.transpose().lazyProduct(row_of(m));
      const double weight = std::min(1.0, bend / std::max(std::abs(m.depth), 1e-300));
      H += weight * J * J.transpose();
      g += weight * m.depth * J;
    }
    bool better = false, settled = false;
    for (int attempt = 0; attempt < 12 && !better && !settled; ++attempt) {
      Eigen::MatrixXd damped = H;
      damped.diagonal() += damping * H.diagonal() + Eigen::VectorXd::Constant(H.rows(), 1e-12 * H.trace());
      const Eigen::VectorXd by = -solve_symmetric(damped, g);
      const FoldedLevel next = moved(fit.level, freedom, by);
      settled = columns.lazyProduct(by).norm() <= 1e-6 * std::abs(fit.level.thickness);
      // A layer keeps its side, and no fold of use lies further out.
      const bool sound = next.thickness * start.thickness > 0.0 && std::abs(next.lambda) < 5.0;
      std::vector<PickMisfit> misfit;
      if (sound) misfit = picks.of(next, job);
      const double cost = misfit.empty() ? never : mean_loss(misfit, bend);
      if (cost < fit.cost) {
        settled = settled || fit.cost - cost < 1e-7 * cost;
        fit.level = next;
        fit.misfit = std::move(misfit);
        damping = std::max(0.1 * damping, 1e-9);
        better = true;
      } else {
        damping = std::max(10.0 * damping, 1e-6);
      }
    }
    if (!better || settled) break;
  }
  fit.scale = std::max(scale_of(fit.misfit), finest);
  fit.cost = mean_loss(fit.misfit, huber_bend * fit.scale);
  return fit;
}

LevelErrors errors_of(const LevelMisfit& picks, const LevelFit& fit, const LevelFreedom& freedom,
                      const Vec3& fold_axis) {
  LevelErrors errors;
  const Columns columns = columns_of(fit.level, freedom);
  const Eigen::Index k = columns.cols();
  const std::size_t n = fit.misfit.size();
  const double bend = huber_bend * fit.scale;
  if (k == 0 || n <= static_cast<std::size_t>(k)) return errors;

  // Columns of one size each, so that a direction of no effect shows as an eigenvalue of nothing.
  Eigen::MatrixXd rows(static_cast<Eigen::Index>(n), k);
  double squares = 0.0, within = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    rows.row(static_cast<Eigen::Index>(i)) =
        columns.transpose().lazyProduct(row_of(fit.misfit[i])).transpose();
    const double clipped = std::clamp(fit.misfit[i].depth, -bend, bend);
    squares += clipped * clipped;
    if (std::abs(fit.misfit[i].depth) <= bend) within += 1.0 / static_cast<double>(n);
  }
  Eigen::VectorXd size = rows.colwise().norm();
  size = size.cwiseMax(std::max(1e-9 * size.maxCoeff(), 1e-300)).eval();  // one of no effect stays small
  rows = rows * size.cwiseInverse().asDiagonal();
  Eigen::MatrixXd M = product(rows.transpose(), rows);
  const SymmetricEigen eigen = symmetric_eigen(M);

  const auto all = static_cast<double>(n);
  const double pairs = add_correlated(picks, fit, rows, errors.correlation, M);
  errors.effective_picks = all * all / pairs;

  const double variance = squares / (all - static_cast<double>(k)) / (within * within);
  constexpr double no_effect = 1e-8;
  Eigen::MatrixXd inverse = Eigen::MatrixXd::Zero(k, k);
  std::vector<Eigen::VectorXd> unseen;  // changes of the scaled columns that no pick tells of
  for (Eigen::Index e = 0; e < k; ++e) {
    const Eigen::VectorXd v = eigen.vectors.col(e);
    if (eigen.values[e] < no_effect * static_cast<double>(k))
      unseen.push_back(v);
    else
      inverse += v * v.transpose() / eigen.values[e];
  }
  const Eigen::MatrixXd scaled = columns * size.cwiseInverse().asDiagonal();
  const Eigen::MatrixXd half = product(scaled, inverse);
  const Eigen::Matrix4d C = variance * product(product(half, M), half.transpose());
  // Of what changes by this with (p, q).
  const auto error = [&](double by_p, const Vec3& by_q) {
    const Eigen::Vector4d by(by_p, by_q.x, by_q.y, by_q.z);
    const Eigen::VectorXd by_scaled = scaled.transpose().lazyProduct(by);
    for (const Eigen::VectorXd& u : unseen)
      if (std::abs(u.dot(by_scaled)) > 1e-4 * by_scaled.norm()) return never;
    return std::sqrt(std::max(by.dot(C * by), 0.0));
  };
  const Vec3& a = fit.level.axis;
  const double T = fit.level.thickness, shift = std::abs(T * fit.level.lambda);
  if (freedom.thickness) errors.thickness = error(1.0, a);
  if (freedom.lambda) errors.lambda = error(-fit.level.lambda / T, (fit.level.F() / T) * a);
  if (!freedom.axis()) return errors;
  if (shift <= no_fold * std::abs(T)) {
    errors.trend = errors.plunge = errors.axis = errors.out_of_profile = never;
    return errors;
  }
  add_axis_errors(fit.level.axis, shift, fold_axis, error, errors);
  return errors;
}

}  // namespace foldwave
