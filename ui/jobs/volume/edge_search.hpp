// Lines on the plane that is seen and planes in the whole volume (core/volume/view/volume_lines.hpp), found
// on threads of their own. The newest wish counts: an older one is given up, and what it finds is dropped.
#pragma once

#include <QObject>
#include <memory>

#include "core/volume/view/volume_lines.hpp"
#include "ui/jobs/worker.hpp"

namespace foldwave {

class EdgeSearch : public QObject {
  Q_OBJECT

 public:
  explicit EdgeSearch(QObject* parent = nullptr);

  void find_lines(VolumePlane plane, const Grid3& grid, const EdgeRules& rules);
  void find_planes(const Volume& volume, const EdgeRules& rules);
  void forget();                        // what is under way
  Worker& worker() { return planes_; }  // for the list of jobs

 signals:
  void lines_came(std::shared_ptr<const foldwave::PlaneLines> lines);
  void planes_came(std::shared_ptr<const foldwave::HoughPlanes> planes);
  void failed(const QString& why);

 private:
  int lines_asked_ = 0, planes_asked_ = 0;  // counts
  JobId searching_ = 0;
  Worker lines_, planes_;  // last: they end before the rest goes
};

}  // namespace foldwave
