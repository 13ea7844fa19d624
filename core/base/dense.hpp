// Small dense matrices: what is costly to compile of Eigen is compiled once. Sources that only fill matrices
// include Eigen/Core alone. Sizes must agree, as in Eigen itself; a matrix that is called symmetric is read
// in its lower half.
#pragma once

#include <Eigen/Core>

namespace foldwave {

Eigen::MatrixXd product(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);

// x of A x = b, and A^-1, by pivoted LDL'.
Eigen::VectorXd solve_symmetric(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);
Eigen::MatrixXd inverse_symmetric(const Eigen::MatrixXd& A);

struct SymmetricEigen {
  Eigen::VectorXd values;   // the least first
  Eigen::MatrixXd vectors;  // of length 1, a column each
};
SymmetricEigen symmetric_eigen(const Eigen::MatrixXd& A);

// Least squares by a QR with pivots: columns whose pivot is under `threshold` of the largest count as
// dependent.
struct LeastSquares {
  Eigen::Index rank = 0;
  Eigen::VectorXd solution;  // empty where the rank is not full
};
LeastSquares least_squares(const Eigen::MatrixXd& A, const Eigen::VectorXd& b, double threshold);

}  // namespace foldwave
