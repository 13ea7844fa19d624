// The colours of velocity and T in the views that have them, 3D, section, wave and Compare: a choice for each
// view; linked, what is chosen in one is chosen in all.
#pragma once

#include <QObject>
#include <array>

#include "ui/jobs/results.hpp"
#include "ui/settings/preferences.hpp"
#include "ui/window/panes.hpp"

class QAction;
class QMenu;

namespace foldwave {

class RockColorChoice;

class LinkedColors : public QObject {
  Q_OBJECT

 public:
  LinkedColors(QMenu* view, const Panes& panes, const Results& results);  // `results` must outlive it

  RockColorChoice& choice(std::size_t view = 0) { return *choices_[view]; }  // one of color_views
  std::array<RockColors, color_views> colors() const;
  void set_colors(const std::array<RockColors, color_views>& colors);

 private:
  void follow(std::size_t chosen);

  std::array<RockColorChoice*, color_views> choices_{};
  QAction* link_;
};

}  // namespace foldwave
