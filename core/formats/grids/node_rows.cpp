#include "core/formats/grids/node_rows.hpp"

#include <cmath>

#include "core/base/angle.hpp"
#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/formats/text_lines.hpp"

namespace foldwave {

NodeRowTaker::NodeRowTaker(const NodeRows& rows, std::size_t bytes, HorizonPicks& picks,
                           const std::string& name, const Job& job)
    : rows_(rows), picks_(picks), name_(name), job_(job) {
  const std::string size = std::to_string(rows.columns) + " x " + std::to_string(rows.rows) + " nodes";
  if (rows.columns < 2 || rows.rows < 2)
    throw InputError(name, "its header says " + size, "give a grid of at least 2 x 2 nodes");
  if (rows.nodes() > static_cast<double>(bytes))
    throw InputError(name, "its header promises " + size + ", more than the file has bytes",
                     "copy or export it again: the file is cut or its header is wrong");
  for (const double step : {rows.dx, rows.dy})
    if (!(step > 0.0 && step < 1e12))
      throw InputError(name, "its nodes are " + number_text(step) + " apart", "give a spacing above 0");
  for (const double place : {rows.x0, rows.y0, rows.rotation})
    if (!(std::abs(place) < 1e12))
      throw InputError(name, "its header has the place " + number_text(place), "give a place on a map");
  total_ = rows.columns * rows.rows;
  // A whole number of right angles gives whole numbers.
  if (rows.rotation != 0.0) {
    cosine_ = std::cos(radians(rows.rotation));
    sine_ = std::sin(radians(rows.rotation));
  }
  picks_.points.reserve(static_cast<std::size_t>(total_));
}

void NodeRowTaker::take(double value) {
  if (full())
    throw InputError(name_, "has more values than the " + std::to_string(total_) + " nodes of its header",
                     "export it again");
  const std::int64_t i = taken_ % rows_.columns, row = taken_ / rows_.columns;
  const std::int64_t j = rows_.from_north ? rows_.rows - 1 - row : row;
  if ((++taken_ & 0xffff) == 0) job_.throw_if_stopped();
  if (is_null_value(value) || value == rows_.null) {
    ++picks_.skipped;
    return;
  }
  const double east = rows_.dx * static_cast<double>(i), north = rows_.dy * static_cast<double>(j);
  picks_.points.push_back(
      {rows_.x0 + cosine_ * east - sine_ * north, rows_.y0 + sine_ * east + cosine_ * north, value});
}

void NodeRowTaker::finish() const {
  if (!full())
    throw InputError(
        name_,
        "ends after " + std::to_string(taken_) + " of " + std::to_string(total_) + " nodes: the file is cut",
        "copy or export it again");
  if (picks_.points.size() < 3)
    throw InputError(name_,
                     "has a value at " + std::to_string(picks_.points.size()) + " of its " +
                         std::to_string(total_) + " nodes",
                     "give a grid with values");
}

}  // namespace foldwave
