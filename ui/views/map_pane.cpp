#include "ui/views/map_pane.hpp"

#include <QAction>
#include <QHBoxLayout>
#include <QMenu>
#include <tuple>

#include "ui/views/map_view.hpp"

namespace foldwave {

MapPane::MapPane(const QString& why_no_opengl, QWidget* parent) : HandlePane(parent) {
  if (why_no_opengl.isEmpty()) {
    map_view_ = new MapView(scene_, this);
    map_view_->setObjectName("map view");
    connect_view(map_view_);
    connect(map_view_, &MapView::line_moving, this, [this](const MapLine& local) {
      emit line_moving(local.shifted(scenario_.grid.origin.x, scenario_.grid.origin.y));
    });
    connect(map_view_, &MapView::line_moved, this, [this](const MapLine& local) {
      Scenario next = scenario_;
      if (!next.section) next.section.emplace();
      next.section->line = local.shifted(scenario_.grid.origin.x, scenario_.grid.origin.y);
      emit edited(next, {});
    });
  }
  build(scene_, map_view_, why_no_opengl);

  QHBoxLayout* const line = add_controls();
  const QAction* const tools[] = {
      add_tool(line, "select", "map select", tr("&Select and move"),
               tr("Select and move: drag a control point level, with Shift up and down; drag an end of the "
                  "section "
                  "line; double click adds a point")),
      add_tool(line, "add-point", "map add", tr("&Add points"),
               tr("Add: click to put a point on the surface")),
      add_tool(line, "section-line", "map line", tr("Draw the section &line"),
               tr("Section line: drag from A to A\u2032"))};
  for (int i = 0; i < 3; ++i)
    connect(tools[i], &QAction::toggled, this, [this, i](bool on) {
      if (on && map_view_ != nullptr) map_view_->set_tool(static_cast<MapTool>(i));
    });
  add_measuring(line, "map measure", false);
  line->addStretch();
  QMenu* const show = add_choices(line, tr("S&how"), tr("What is drawn on the map"), "map show");
  const std::tuple<QString, QString, const char*, bool MapOptions::*> parts[] = {
      {tr("&Contours"), tr("Lines of equal depth"), "contours", &MapOptions::contours},
      {tr("Contour &labels"), tr("The depths that stand on the contours"), "labels", &MapOptions::labels},
      {tr("Section &line"), tr("Where the section runs, from A to A\u2032"), "section line",
       &MapOptions::section_line},
      {tr("Source and &receivers"), tr("Where the survey has them"), "survey", &MapOptions::survey},
      {tr("&Markers"), tr("The lines and planes that are kept"), "markers", &MapOptions::markers},
      {tr("Located e&vents"), tr("With their ellipses of 68 and 95 %, seen from above"), "located",
       &MapOptions::located},
      {tr("&Scale bar"), tr("A round length on the map"), "scale bar", &MapOptions::scale_bar},
      {tr("&North arrow"), tr("Where north is"), "north", &MapOptions::north},
      {tr("L&egend"), tr("What the colours mean"), "legend", &MapOptions::legend}};
  for (const auto& [text, tip, key, part] : parts)
    add_switch(show, text, tip, QString("map/") + key, true, [this, part = part](bool on) {
      MapOptions options = scene_.options();
      options.*part = on;
      scene_.set_options(options);
      redraw();
    });
  add_fit(line, "map fit", tr("Show all of the map"));
}

// The view draws the scene: it goes first.
MapPane::~MapPane() {
  delete map_view_;
}

void MapPane::show_fold(const Scenario& scenario, const FoldResult& fold,
                        vtkSmartPointer<vtkPolyData> surface) {
  if (!is_dragging()) {
    // A preview has other nodes; the box is the same.
    Scenario shown = scenario;
    shown.grid = scenario_.grid;
    scene_.show_scenario(shown, event_);
  }
  scene_.show_crossed(fold.grid.n[0], fold.grid.n[1],
                      fold.caustics.notable ? fold.caustics.map : std::vector<std::uint8_t>());
  if (scenario.events.size() > 1) return redraw();  // its event's horizon comes by itself
  if (fold.horizon)
    scene_.show_horizon(fold.horizon);
  else
    scene_.show_surface(std::move(surface));
  redraw();
}

void MapPane::show_unfolded(vtkSmartPointer<vtkPolyData> surface) {
  scene_.show_surface(std::move(surface));
  scene_.show_crossed(0, 0, {});
  redraw();
}

void MapPane::show_horizon(const HorizonPreview& preview) {
  if (preview.horizon)
    scene_.show_horizon(preview.horizon);
  else
    scene_.show_surface(preview.surface);
  redraw();
}

void MapPane::follow(const FoldSpec& fold) {
  scene_.set_fold(fold);
  redraw();
}

void MapPane::show_map(std::shared_ptr<const ScalarMap> map) {
  scene_.show_map(std::move(map));
  scene_.set_marks_stale(false);
  redraw();
}

void MapPane::show_attitudes(const std::vector<PlacedAttitude>& attitudes) {
  scene_.show_attitudes(attitudes);
  redraw();
}

void MapPane::show_marks_stale(bool stale) {
  scene_.set_marks_stale(stale);
  redraw();
}

void MapPane::show_located(const std::vector<EventMark>& events, bool stale) {
  scene_.show_located(events, stale);
  redraw();
}

void MapPane::show_line(const MapLine& map) {
  scene_.show_line(map.shifted(-scenario_.grid.origin.x, -scenario_.grid.origin.y));
  redraw();
}

void MapPane::follow_survey(const Scenario& scenario) {
  scene_.show_survey(scenario);
  redraw();
}

}  // namespace foldwave
