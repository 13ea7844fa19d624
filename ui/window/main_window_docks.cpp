// The main window's docks, and the arrangements of them that can be chosen.
#include <QDockWidget>
#include <utility>

#include "ui/geology/geology_pane.hpp"
#include "ui/log/log_panel.hpp"
#include "ui/panels/jobs_panel.hpp"
#include "ui/panels/scenario_panel.hpp"
#include "ui/views/compare_pane.hpp"
#include "ui/views/map_pane.hpp"
#include "ui/views/section/section_pane.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/views/wave/gather_pane.hpp"
#include "ui/views/wave/spectrum_pane.hpp"
#include "ui/views/wave/wave_pane.hpp"
#include "ui/window/docks.hpp"
#include "ui/window/main_window.hpp"

namespace foldwave {
namespace {

constexpr int panel_width = 345, narrowest_tile = 420;

}  // namespace

void MainWindow::make_docks() {
  docks_ = new Docks(this);
  QDockWidget* const scenario = docks_->add("scenario", tr("Scenario"), panel_);
  QDockWidget* const structure = docks_->add("structure", tr("Structure"), structure_);
  QDockWidget* const map = docks_->add("map", tr("Map"), map_);
  QDockWidget* const section = docks_->add("section", tr("Section"), section_);
  QDockWidget* const wave = docks_->add("wave", tr("Wave"), wave_);
  QDockWidget* const gather = docks_->add("gather", tr("Gather"), gather_);
  compare_dock_ = docks_->add("compare", tr("Compare"), compare_);
  QDockWidget* const geology = docks_->add("geology", tr("Geology"), geology_);
  connect(geology, &QDockWidget::visibilityChanged, geology_, &GeologyPane::set_seen);
  QDockWidget* const spectrum = docks_->add("spectrum", tr("Spectrum"), spectrum_);
  connect(spectrum, &QDockWidget::visibilityChanged, spectrum_, &SpectrumPane::set_seen);
  QDockWidget* const jobs = docks_->add("jobs", tr("Jobs"), jobs_panel_);
  QDockWidget* const log = docks_->add("log", tr("Log"), log_panel_);
  const auto tab = [this](const QList<QDockWidget*>& group) {
    for (qsizetype i = 1; i < group.size(); ++i)
      tabifyDockWidget(group[i - 1], group[i]);
  };
  const auto raise = [](const QList<QDockWidget*>& front) {
    for (QDockWidget* const dock : front)
      dock->raise();
  };

  // What is drawn on the left, the model in the middle, the wave on the right.
  Docks::Arrangement usual{{}, tr("The model in the middle, the wave on the right, all else behind tabs")};
  usual.place = [=, this] {
    addDockWidget(Qt::LeftDockWidgetArea, scenario);
    splitDockWidget(scenario, structure, Qt::Horizontal);
    splitDockWidget(structure, wave, Qt::Horizontal);
    splitDockWidget(wave, gather, Qt::Vertical);
    tab({structure, map, section, compare_dock_});
    tab({wave, geology});
    tab({gather, spectrum, jobs, log});
  };
  usual.finish = [=, this](QDockWidget*) {
    raise({structure, wave, gather});
    const int rest = width() - panel_width;
    resizeDocks({scenario, structure, wave}, {panel_width, rest * 6 / 10, rest * 4 / 10}, Qt::Horizontal);
    resizeDocks({wave, gather}, {53, 47}, Qt::Vertical);
    jobs_panel_->forget_widths();
  };

  // Three columns of two where there is room for them, else two of three.
  Docks::Arrangement tiles{tr("&Tile views"), tr("All six views side by side")};
  tiles.place = [=, this] {
    addDockWidget(Qt::LeftDockWidgetArea, scenario);
    splitDockWidget(scenario, structure, Qt::Horizontal);
    if (width() - panel_width >= 3 * narrowest_tile) {
      splitDockWidget(structure, map, Qt::Horizontal);
      splitDockWidget(map, section, Qt::Horizontal);
      splitDockWidget(structure, wave, Qt::Vertical);
      splitDockWidget(map, gather, Qt::Vertical);
      splitDockWidget(section, spectrum, Qt::Vertical);
    } else {
      splitDockWidget(structure, wave, Qt::Horizontal);
      splitDockWidget(structure, map, Qt::Vertical);
      splitDockWidget(map, section, Qt::Vertical);
      splitDockWidget(wave, gather, Qt::Vertical);
      splitDockWidget(gather, spectrum, Qt::Vertical);
    }
    tab({structure, compare_dock_});
    tab({wave, geology});
    tab({spectrum, jobs, log});
  };
  tiles.finish = [=, this](QDockWidget*) {
    raise({structure, wave, spectrum});
    const int rest = width() - panel_width;
    if (rest >= 3 * narrowest_tile) {
      resizeDocks({scenario, structure, map, section}, {panel_width, rest / 3, rest / 3, rest / 3},
                  Qt::Horizontal);
      for (const auto& [above, below] : {std::pair{structure, wave}, {map, gather}, {section, spectrum}})
        resizeDocks({above, below}, {50, 50}, Qt::Vertical);
    } else {
      resizeDocks({scenario, structure, wave}, {panel_width, rest / 2, rest / 2}, Qt::Horizontal);
      resizeDocks({structure, map, section}, {33, 33, 33}, Qt::Vertical);
      resizeDocks({wave, gather, spectrum}, {33, 33, 33}, Qt::Vertical);
    }
  };

  const QList<QDockWidget*> all{structure, map,     section,  compare_dock_, wave,
                                gather,    geology, spectrum, jobs,          log};
  const auto place_tabs = [=, this] {
    addDockWidget(Qt::LeftDockWidgetArea, scenario);
    splitDockWidget(scenario, structure, Qt::Horizontal);
    tab(all);
  };
  Docks::Arrangement tabs{tr("Ta&b views"), tr("All views behind each other, the current one in front"),
                          place_tabs};
  tabs.finish = [=, this](QDockWidget* current) {
    current->raise();
    resizeDocks({scenario, structure}, {panel_width, width() - panel_width}, Qt::Horizontal);
  };
  Docks::Arrangement large{
      tr("&One large view"),
      tr("The current view alone. The others come back as tabs: View > Go to, or Ctrl+1 to 9"), place_tabs};
  large.finish = [=](QDockWidget* current) {
    scenario->hide();
    for (QDockWidget* const dock : all)
      dock->setVisible(dock == current);
    current->raise();
  };
  docks_->set_arrangements({usual, tiles, tabs, large});
}

}  // namespace foldwave
