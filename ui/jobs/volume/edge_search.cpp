#include "ui/jobs/volume/edge_search.hpp"

#include <utility>

namespace foldwave {

EdgeSearch::EdgeSearch(QObject* parent) : QObject(parent) {
  for (Worker* const worker : {&lines_, &planes_})
    connect(worker, &Worker::finished, this, [this](const QString&, Outcome outcome, const QString& why) {
      if (outcome == Outcome::failed) emit failed(why);
    });
}

void EdgeSearch::find_lines(VolumePlane plane, const Grid3& grid, const EdgeRules& rules) {
  const int asked = ++lines_asked_;
  if (searching_ != 0) lines_.supersede(searching_);
  searching_ = lines_.start(QString(), [this, plane = std::move(plane), grid, rules, asked](const Job& job) {
    auto found = std::make_shared<const PlaneLines>(lines_on_plane(plane, grid, rules, job));
    lines_.hand_over([this, found = std::move(found), asked] {
      if (asked == lines_asked_) emit lines_came(found);
    });
  });
}

void EdgeSearch::find_planes(const Volume& volume, const EdgeRules& rules) {
  const int asked = ++planes_asked_;
  planes_.stop();
  planes_.start(Worker::Order{tr("Find planes"), QString::fromStdString(volume->array())},
                [this, volume, rules, asked](const Job& job) {
                  auto found = std::make_shared<const HoughPlanes>(planes_in_volume(*volume, rules, job));
                  planes_.hand_over([this, found = std::move(found), asked] {
                    if (asked == planes_asked_) emit planes_came(found);
                  });
                });
}

void EdgeSearch::forget() {
  ++lines_asked_;
  ++planes_asked_;
  lines_.stop();
  planes_.stop();
}

}  // namespace foldwave
