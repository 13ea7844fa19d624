// What a fold solver is given, and what it gives back: plain values in the grid's local coordinates.
//
//   F |grad T| + b . grad T = 1,  b = psi a,  T = 0 on the horizon        (Sourouri 2012, eq. 5.1)
//
// T > 0 on the upper (younger) side. The lower side is solved as its own problem with |T| and b -> -b, and
// the sign is given back at the end.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/base/field.hpp"
#include "core/base/precision.hpp"
#include "core/base/progress.hpp"
#include "core/horizon/horizon.hpp"

namespace foldwave {

class SpeedModel;
class TriangulatedHorizon;

// What marching methods start from. Signed: fixed nodes hold their exact T, others +infinity (upper side) or
// -infinity (lower side). No free node may have a node of the other side among its 26 neighbours.
template <class Real>
struct StartValues {
  Field<Real> time;
  Field<std::uint8_t> fixed;  // 1: never updated
};

struct FoldProblem {
  Grid3 grid;
  double F = 1.0;
  Vec3 b{};  // psi a on the upper side; the y component is not used in a 2D section (n_y = 1)

  std::shared_ptr<const Horizon> horizon;  // where T = 0; may be null when start values are given

  // Start values of the caller's own (a point source, a test), for marching methods only; empty: made from
  // the horizon.
  std::variant<std::monostate, StartValues<float>, StartValues<double>> start;

  // Instead of `horizon`, where it is turned over (fold/mesh_fold.hpp).
  std::shared_ptr<const TriangulatedHorizon> mesh{};

  // Instead of F and b, where they vary in space: for PMM, over a horizon or start values of the caller's.
  std::shared_ptr<const SpeedModel> speeds{};
};

// The fast paths of a method on the CPU restate the plain one, which stays as their oracle.
enum class FoldPath { fastest, plain, avx2, avx512 };

struct FoldOptions {
  Precision precision = Precision::binary32;
  int max_sweeps = 64;
  bool to_convergence = true;  // stop after the sweep that changes nothing; false: always do max_sweeps
  bool skip_settled = true;    // false: visit every node in every sweep, as the seed does
  FoldPath path = FoldPath::fastest;
  bool sketch = false;  // foot points: a fraction of the work, T beside a shock less sure
};

struct FoldSolution {
  Field<float> arrival;     // signed T; a node the front never reaches keeps +-infinity
  Field<double> arrival64;  // the same before rounding, when precision is binary64
  int sweeps = 0;
  Index unreached = 0;                       // nodes left at infinity
  double seconds = 0.0;                      // all of solve()
  double start_seconds = 0.0;                // of these, on start values
  std::optional<double> device_seconds;      // kernels alone, by the device's clock
  std::optional<double> transfer_seconds;    // to and from the device
  std::optional<std::string> taken_over_by;  // the solver that did it in place of the one that was asked
  std::vector<std::string> warnings;         // what a user should know of how it was solved
};

}  // namespace foldwave
