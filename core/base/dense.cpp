#include "core/base/dense.hpp"

#include <Eigen/Dense>

namespace foldwave {

Eigen::MatrixXd product(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B) {
  return A * B;
}

Eigen::VectorXd solve_symmetric(const Eigen::MatrixXd& A, const Eigen::VectorXd& b) {
  return A.ldlt().solve(b);
}

Eigen::MatrixXd inverse_symmetric(const Eigen::MatrixXd& A) {
  return A.ldlt().solve(Eigen::MatrixXd::Identity(A.rows(), A.cols()));
}

SymmetricEigen symmetric_eigen(const Eigen::MatrixXd& A) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(A);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

LeastSquares least_squares(const Eigen::MatrixXd& A, const Eigen::VectorXd& b, double threshold) {
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(A);
  qr.setThreshold(threshold);
  LeastSquares found;
  found.rank = qr.rank();
  if (found.rank == A.cols()) found.solution = qr.solve(b);
  return found;
}

}  // namespace foldwave
