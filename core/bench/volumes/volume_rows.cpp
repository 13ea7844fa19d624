#include "core/bench/volumes/volume_rows.hpp"

#include <algorithm>
#include <cmath>
#include <new>
#include <stdexcept>

#include "core/base/error.hpp"

namespace foldwave {

MeasureRow at_most(const std::string& name, double limit, const std::string& unit) {
  MeasureRow row;
  row.name = name;
  row.limit = limit;
  row.unit = unit;
  return row;
}

MeasureRow at_least(const std::string& name, double least, const std::string& unit) {
  return between(name, least, std::numeric_limits<double>::infinity(), unit);
}

MeasureRow between(const std::string& name, double least, double limit, const std::string& unit) {
  MeasureRow row = at_most(name, limit, unit);
  row.least = least;
  return row;
}

void VolumeRows::measure(std::vector<MeasureRow> group, const std::string& backend,
                         const std::function<void(const Tell&)>& work) {
  std::erase_if(group, [&](const MeasureRow& row) { return !plan_.wants(row.name); });
  if (group.empty()) return;
  const auto add = [&](MeasureRow row, double value, const std::string& note) {
    row.value = value;
    row.note = note;
    row.backend = backend;
    done_(row);
    rows_.push_back(std::move(row));
  };
  std::string why = "it was not measured";
  try {
    work([&](const std::string& name, double value, const std::string& note) {
      const auto row = std::ranges::find(group, name, &MeasureRow::name);
      if (row == group.end()) {
        if (plan_.wants(name)) throw std::logic_error(name + " is none of its group, or is told twice");
        return;
      }
      add(*row, value, note);
      group.erase(row);
    });
  } catch (const Stopped&) {
    throw;
  } catch (const Error& e) {
    why = e.what();
  } catch (const std::bad_alloc&) {
    why = "memory: there is not enough";
  }
  for (const MeasureRow& row : group)
    add(row, std::nan(""), why);
}

}  // namespace foldwave
