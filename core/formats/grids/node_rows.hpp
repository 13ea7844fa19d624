// The nodes of a map grid as they come from a file, row by row, put at their places; for the readers of this
// folder. Errors: InputError naming the file.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/progress.hpp"
#include "core/formats/horizon_picks.hpp"

namespace foldwave {

struct NodeRows {
  std::int64_t columns = 0, rows = 0;
  double x0 = 0.0, y0 = 0.0;  // of the south-western node, about which the grid is turned
  double dx = 0.0, dy = 0.0;
  double rotation = 0.0;  // degrees, anticlockwise
  double null = 1e30;
  bool from_north = false;  // the first row is the northern one

  double nodes() const { return static_cast<double>(columns) * static_cast<double>(rows); }
};

class NodeRowTaker {
 public:
  // `bytes`: of the file, which must hold at least one a node.
  NodeRowTaker(const NodeRows& rows, std::size_t bytes, HorizonPicks& picks, const std::string& name,
               const Job& job);
  bool full() const { return taken_ == total_; }
  void take(double value);
  void finish() const;

 private:
  const NodeRows& rows_;
  HorizonPicks& picks_;
  const std::string& name_;
  const Job& job_;
  std::int64_t total_ = 0, taken_ = 0;
  double cosine_ = 1.0, sine_ = 0.0;
};

}  // namespace foldwave
