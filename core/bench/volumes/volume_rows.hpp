// Rows of a group: what they are to reach stands in one table, and what was not measured is told as failed.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/bench/volumes/volumes.hpp"

namespace foldwave {

MeasureRow at_most(const std::string& name, double limit, const std::string& unit);
MeasureRow at_least(const std::string& name, double least, const std::string& unit);
MeasureRow between(const std::string& name, double least, double limit, const std::string& unit);

class VolumeRows {
 public:
  // Throws std::logic_error for a row that its group does not have.
  using Tell = std::function<void(const std::string& name, double value, const std::string& note)>;

  VolumeRows(const VolumesBenchPlan& plan, MeasureDone done) : plan_(plan), done_(std::move(done)) {}

  // `work` tells the rows of `group`; it is left out where none of them is asked for. Those that it has not
  // told fail, by the error that it threw. `backend`: what measures them, empty for the one asked for.
  // Throws Stopped.
  void measure(std::vector<MeasureRow> group, const std::string& backend,
               const std::function<void(const Tell&)>& work);

  const std::vector<MeasureRow>& rows() const { return rows_; }

 private:
  const VolumesBenchPlan& plan_;
  MeasureDone done_;
  std::vector<MeasureRow> rows_;
};

}  // namespace foldwave
