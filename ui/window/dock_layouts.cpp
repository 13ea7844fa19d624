#include "ui/window/dock_layouts.hpp"

#include <QCoreApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <utility>

#include "ui/geology/geology_pane.hpp"
#include "ui/log/log_panel.hpp"
#include "ui/panels/jobs_panel.hpp"
#include "ui/panels/scenario_panel.hpp"
#include "ui/panels/timeline_panel.hpp"
#include "ui/views/compare_pane.hpp"
#include "ui/views/imaging/images_pane.hpp"
#include "ui/views/imaging/located_pane.hpp"
#include "ui/views/map_pane.hpp"
#include "ui/views/section/section_pane.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/views/volume/volume_pane.hpp"
#include "ui/views/wave/gather_pane.hpp"
#include "ui/views/wave/residual_pane.hpp"
#include "ui/views/wave/spectrum_pane.hpp"
#include "ui/views/wave/wave_pane.hpp"

namespace foldwave {
namespace {

constexpr int panel_width = 345, narrowest_tile = 420;

QString words(const char* text) {
  return QCoreApplication::translate("docks", text);
}

// The docks of a window, and how they are put side by side.
struct PaneDocks {
  QMainWindow* window;
  JobsPanel* job_list;
  QDockWidget *scenario, *structure, *map, *section, *wave, *gather, *compare, *geology, *spectrum, *jobs,
      *log, *volume, *timeline, *located, *images, *residual;

  QList<QDockWidget*> views() const {
    return {structure, map,    section,  compare,  wave, gather,   geology, volume,
            located,   images, residual, spectrum, jobs, timeline, log};
  }
  int rest() const { return window->width() - panel_width; }
  bool has_room_for_three() const { return rest() >= 3 * narrowest_tile; }

  void tab(const QList<QDockWidget*>& group) const {
    for (qsizetype i = 1; i < group.size(); ++i)
      window->tabifyDockWidget(group[i - 1], group[i]);
  }
  static void raise(const QList<QDockWidget*>& front) {
    for (QDockWidget* const dock : front)
      dock->raise();
  }
  void begin_with_panel() const {
    window->addDockWidget(Qt::LeftDockWidgetArea, scenario);
    window->splitDockWidget(scenario, structure, Qt::Horizontal);
  }

  // What is drawn on the left, the model in the middle, the wave on the right.
  void place_usual() const {
    begin_with_panel();
    window->splitDockWidget(structure, wave, Qt::Horizontal);
    window->splitDockWidget(wave, gather, Qt::Vertical);
    tab({structure, map, section, compare, volume, images, residual});
    tab({wave, geology, located});
    tab({gather, spectrum, jobs, timeline, log});
  }
  void size_usual() const {
    raise({structure, wave, gather});
    window->resizeDocks({scenario, structure, wave}, {panel_width, rest() * 6 / 10, rest() * 4 / 10},
                        Qt::Horizontal);
    window->resizeDocks({wave, gather}, {58, 42}, Qt::Vertical);
    job_list->forget_widths();
  }

  // Three columns of two where there is room for them, else two of three.
  void place_tiles() const {
    begin_with_panel();
    if (has_room_for_three()) {
      window->splitDockWidget(structure, map, Qt::Horizontal);
      window->splitDockWidget(map, section, Qt::Horizontal);
      window->splitDockWidget(structure, wave, Qt::Vertical);
      window->splitDockWidget(map, gather, Qt::Vertical);
      window->splitDockWidget(section, spectrum, Qt::Vertical);
    } else {
      window->splitDockWidget(structure, wave, Qt::Horizontal);
      window->splitDockWidget(structure, map, Qt::Vertical);
      window->splitDockWidget(map, section, Qt::Vertical);
      window->splitDockWidget(wave, gather, Qt::Vertical);
      window->splitDockWidget(gather, spectrum, Qt::Vertical);
    }
    tab({structure, compare, images, residual});
    tab({wave, geology, volume, located});
    tab({spectrum, jobs, timeline, log});
  }
  void size_tiles() const {
    raise({structure, wave, spectrum});
    if (has_room_for_three()) {
      window->resizeDocks({scenario, structure, map, section},
                          {panel_width, rest() / 3, rest() / 3, rest() / 3}, Qt::Horizontal);
      for (const auto& [above, below] : {std::pair{structure, wave}, {map, gather}, {section, spectrum}})
        window->resizeDocks({above, below}, {50, 50}, Qt::Vertical);
    } else {
      window->resizeDocks({scenario, structure, wave}, {panel_width, rest() / 2, rest() / 2}, Qt::Horizontal);
      window->resizeDocks({structure, map, section}, {33, 33, 33}, Qt::Vertical);
      window->resizeDocks({wave, gather, spectrum}, {33, 33, 33}, Qt::Vertical);
    }
  }

  void place_tabs() const {
    begin_with_panel();
    tab(views());
  }
  void size_tabs(QDockWidget* current) const {
    current->raise();
    window->resizeDocks({scenario, structure}, {panel_width, rest()}, Qt::Horizontal);
  }
  void show_alone(QDockWidget* current) const {
    scenario->hide();
    for (QDockWidget* const dock : views())
      dock->setVisible(dock == current);
    current->raise();
  }
};

}  // namespace

void add_docks(QMainWindow& window, Docks& docks, const Panes& panes) {
  const PaneDocks d{&window,
                    panes.jobs,
                    docks.add("scenario", words("Scenario"), panes.panel),
                    docks.add("structure", words("Structure"), panes.structure),
                    docks.add("map", words("Map"), panes.map),
                    docks.add("section", words("Section"), panes.section),
                    docks.add("wave", words("Wave"), panes.wave),
                    docks.add("gather", words("Gather"), panes.gather),
                    docks.add("compare", words("Compare"), panes.compare),
                    docks.add("geology", words("Geology"), panes.geology),
                    docks.add("spectrum", words("Spectrum"), panes.spectrum),
                    docks.add("jobs", words("Jobs"), panes.jobs),
                    docks.add("log", words("Log"), panes.log),
                    docks.add("volume", words("Volume"), panes.volume),
                    docks.add("timeline", words("Timeline"), panes.timeline),
                    docks.add("located", words("Located events"), panes.located),
                    docks.add("images", words("Images"), panes.images),
                    docks.add("residual", words("Residual"), panes.residual)};
  QObject::connect(d.geology, &QDockWidget::visibilityChanged, panes.geology, &GeologyPane::set_seen);
  QObject::connect(d.spectrum, &QDockWidget::visibilityChanged, panes.spectrum, &SpectrumPane::set_seen);
  QObject::connect(d.volume, &QDockWidget::visibilityChanged, panes.volume, &VolumePane::set_seen);
  const auto place_tabs = [d] { d.place_tabs(); };
  docks.set_arrangements(
      {{{},
        words("The model in the middle, the wave on the right, all else behind tabs"),
        [d] { d.place_usual(); },
        [d](QDockWidget*) { d.size_usual(); }},
       {words("&Tile views"), words("All six views side by side"), [d] { d.place_tiles(); },
        [d](QDockWidget*) { d.size_tiles(); }},
       {words("Ta&b views"), words("All views behind each other, the current one in front"), place_tabs,
        [d](QDockWidget* current) { d.size_tabs(current); }},
       {words("&One large view"), words("The current view alone; once more, all as it was before (F11)"),
        place_tabs, [d](QDockWidget* current) { d.show_alone(current); }}});
}

}  // namespace foldwave
