#include "ui/views/section/section_pane.hpp"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QScopedValueRollback>
#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/base/error.hpp"
#include "ui/views/exaggeration_bar.hpp"
#include "ui/views/rock_color_choice.hpp"
#include "ui/views/section/backdrop_file.hpp"
#include "ui/views/section/section_view.hpp"
#include "ui/widgets/number_edit.hpp"
#include "ui/widgets/said.hpp"
#include "ui/widgets/themed_icon.hpp"

namespace foldwave {
namespace {

constexpr double tolerance_part = 0.004;  // of the box's depth
constexpr double first_corridor = 0.06;   // of the box's longer side

}  // namespace

SectionPane::SectionPane(const QString& why_no_opengl, QWidget* parent) : HandlePane(parent) {
  if (why_no_opengl.isEmpty()) {
    section_view_ = new SectionView(scene_, this);
    section_view_->setObjectName("section view");
    connect_view(section_view_);
    connect(section_view_, &SectionView::stroke_moving, this, [this] {
      // As it will become.
      PlotLine line;
      for (const SectionPoint& p : smoothed_stroke(stroke_points(), stroke_tolerance()))
        line.push_back({p.s, scenario_.grid.origin.z - p.depth});
      scene_.show_stroke(line);
      emit sketch_wished({drawn_stroke(), {}});
    });
    connect(section_view_, &SectionView::stroke_drawn, this, [this] {
      emit edit_wished({drawn_stroke(), tr("Draw horizon in section")});
    });
    connect(section_view_, &SectionView::stroke_given_up, this, &SectionPane::drag_given_up);
  }
  build(scene_, section_view_, why_no_opengl);
  make_tools();
  make_places();
}

// The view draws the scene: it goes first.
SectionPane::~SectionPane() {
  delete section_view_;
}

void SectionPane::make_tools() {
  QHBoxLayout* const line = add_controls();
  const QAction* const tools[] = {
      add_tool(line, "select", "section move", tr("&Move points"),
               tr("Move: drag a control point up and down; with Shift along the line")),
      add_tool(line, "stroke", "section stroke", tr("&Draw the horizon by hand"),
               tr("Stroke: press and draw by hand; it becomes the horizon here"))};
  for (int i = 0; i < 2; ++i)
    connect(tools[i], &QAction::toggled, this, [this, i](bool on) {
      if (on && section_view_ != nullptr) section_view_->set_tool(static_cast<SectionTool>(i));
    });
  QAction* const extrude =
      add_command(tr("&Extrude..."), "extrude", tr("Extrude: repeat this profile along the fold axis"));
  connect(extrude, &QAction::triggered, this, &SectionPane::ask_extrude);
  add_button(line, extrude, "section extrude");
  add_measuring(line, "section measure", true);
  line->addStretch();
  make_looks(line);
  make_image_looks(line);
  QMenu* const lines = lines_ = commands()->addMenu(tr("Section &line"));
  lines->menuAction()->setIcon(themed_icon("section-line"));
  lines->menuAction()->setToolTip(tr("Where the section runs"));
  add_button(line, lines->menuAction(), "section line");
  lines->addAction(tr("West \u2013 east"), this, [this] { take_line(west_east_line(scenario_.grid)); });
  lines->addAction(tr("South \u2013 north"), this, [this] { take_line(south_north_line(scenario_.grid)); });
  lines->addAction(tr("Along the shear direction"), this, [this] {
    take_line(line_along(scenario_.grid, fold_of(scenario_, event_).axial_line.trend));
  });
  lines->addSeparator();
  lines->addAction(tr("Between typed ends..."), this, &SectionPane::ask_line);
  QMenu* const backdrops = commands()->addMenu(tr("&Backdrop"));
  backdrops->menuAction()->setIcon(themed_icon("backdrop"));
  backdrops->menuAction()->setToolTip(tr("A picture or a seismic line behind the section, to trace over"));
  add_button(line, backdrops->menuAction(), "section backdrop");
  backdrops->addAction(tr("Picture or SEG-Y line..."), this, &SectionPane::ask_backdrop);
  QAction* const none = backdrops->addAction(tr("No backdrop"), this, [this] { set_backdrop({}); });
  connect(backdrops, &QMenu::aboutToShow, this, [this, none] { none->setEnabled(backdrop_.has_value()); });
  linked_ = add_command(tr("Vertical exaggeration as in &3D"), nullptr,
                        tr("The section follows the vertical exaggeration of the 3D view"));
  linked_->setCheckable(true);
  connect(linked_, &QAction::toggled, this, &SectionPane::exaggeration_linked);
  add_fit(line, "section fit", tr("Show all of the section"));
}

void SectionPane::make_looks(QHBoxLayout* line) {
  QMenu* const show =
      add_choices(line, tr("S&how"), tr("Colours, and what is written beside the rock"), "section show");
  colors_ = show->addMenu(tr("&Colours by"));
  colors_->setToolTipsVisible(true);
  add_slice_colors(colors_, "section/by ",
                   [this](SliceColor color) { change([color](SectionOptions& o) { o.color = color; }); });
  const std::tuple<QString, QString, const char*, bool SectionOptions::*> parts[] = {
      {tr("Layer &names"), tr("Each layer's name where it has room"), "names", &SectionOptions::names},
      {tr("&Scale bar"), tr("A round length along the section"), "scale bar", &SectionOptions::scale_bar},
      {tr("Source and &receivers"), tr("Those near the line"), "survey", &SectionOptions::survey},
      {tr("&Markers"), tr("The planes that cut it, and the lines near it"), "markers",
       &SectionOptions::markers},
      {tr("Located e&vents"), tr("With their ellipses of 68 and 95 %, where they are near the line"),
       "located", &SectionOptions::located},
      {tr("&Focus"), tr("Where the traces that were sent back in time come together"), "focus",
       &SectionOptions::focus},
      {tr("L&egend"), tr("What colours and lines mean"), "legend", &SectionOptions::legend}};
  for (const auto& [text, tip, key, part] : parts)
    add_switch(show, text, tip, QString("section/") + key, true,
               [this, part = part](bool on) { change([part, on](SectionOptions& o) { o.*part = on; }); });
}

void SectionPane::change(const std::function<void(SectionOptions&)>& how) {
  SectionOptions options = scene_.options();
  how(options);
  scene_.set_options(options);
  redraw();
}

void SectionPane::follow_colors(RockColorChoice& choice) {
  choice.add_to(colors_);
  connect(&choice, &RockColorChoice::changed, this,
          [this](const RockColors& colors) { change([&colors](SectionOptions& o) { o.colors = colors; }); });
}

void SectionPane::follow_exaggeration(double times) {
  if (!linked_->isChecked()) return;
  const QScopedValueRollback following(following_, true);
  exaggeration_->set_times(times);
}

void SectionPane::make_places() {
  QHBoxLayout* const line = add_more_controls();
  const auto label = [&](const QString& text) {
    auto* const words = new QLabel(text, this);
    words->setProperty("role", "unit");
    line->addWidget(words);
  };
  exaggeration_ = new ExaggerationBar("exaggeration", tr("Vertical exaggeration of the section"), this);
  line->addWidget(exaggeration_, 1);
  connect(exaggeration_, &ExaggerationBar::changed, this, [this](double times) {
    if (!following_) linked_->setChecked(false);
    scene_.set_exaggeration(times);
    redraw();
  });
  line->addSpacing(10);
  label(tr("Points within"));
  corridor_ = new NumberEdit(this);
  corridor_->setObjectName("corridor");
  corridor_->setFixedWidth(64);
  corridor_->setAccessibleName(tr("Points within this distance of the line, in metres"));
  corridor_->setToolTip(tr("Control points this near to the line are shown; a stroke takes their place"));
  line->addWidget(corridor_);
  label(tr("m"));
  connect(corridor_, &NumberEdit::edited, this, [this] {
    scene_.set_corridor(std::max(corridor_->value(), 0.0));
    redraw();
  });
}

void SectionPane::show_in_scene(const Scenario& scenario, std::size_t event) {
  const Vec3 e = scenario.grid.extent();
  // The width that was chosen stays while the box is about as large: with other nodes, say.
  const double side = std::max(e.x, e.y);
  if (side > 2.0 * corridor_for_ || side < 0.5 * corridor_for_) {
    corridor_for_ = side;
    corridor_->set_value(std::ceil(first_corridor * side / 10.0) * 10.0);
    scene_.set_corridor(corridor_->value());
  }
  // A 2D model is its own section.
  for (QAction* const action : lines_->actions())
    action->setEnabled(!scenario.grid.is_section());
  drop_measured_off(section_line(scenario));
  scene_.show_scenario(scenario, event);
  read_backdrop(scenario);
}

void SectionPane::show_fold(const Scenario& scenario, std::shared_ptr<const FoldResult> fold,
                            const ValueRange& arrival) {
  if (!is_dragging()) {
    // A preview has other nodes; the box is the same.
    Scenario shown = scenario;
    shown.grid = scenario_.grid;
    scene_.show_scenario(shown, event_);
  }
  scene_.show_fold(std::move(fold), scenario.stack, arrival);
  redraw();
}

void SectionPane::show_horizon(const HorizonPreview& preview) {
  scene_.show_horizon(preview.horizon);
  redraw();
}

void SectionPane::clear_fold() {
  scene_.show_fold(nullptr, {}, {});
  redraw();
}

// What was measured lies on the line that was.
void SectionPane::drop_measured_off(const MapLine& map) {
  if (section_view_ != nullptr && !(map == section_line(scenario_))) section_view_->clear_measured();
}

void SectionPane::show_line(const MapLine& map) {
  drop_measured_off(map);
  scene_.show_line(map.shifted(-scenario_.grid.origin.x, -scenario_.grid.origin.y));
  redraw();
}

void SectionPane::show_marks(std::shared_ptr<const SectionMarks> marks, const MapLine& line) {
  scene_.show_marks_of(std::move(marks), line);
  redraw();
}

void SectionPane::show_marks_stale(bool stale) {
  scene_.set_marks_stale(stale);
  redraw();
}

void SectionPane::show_located(const std::vector<EventMark>& events, bool stale) {
  scene_.show_located(events, stale);
  redraw();
}

void SectionPane::show_focus(const ShownImage& focus) {
  // A focus is positive; an image of reflectors has both signs.
  ImageLook look = scene_.focus().look();
  look.colors = focus.largest > 0.0 ? ImageColors::gray : ImageColors::focus;
  scene_.focus().set_look(look);
  scene_.focus().show(focus);
  redraw();
}

void SectionPane::take_line(const MapLine& map) {
  Scenario next = scenario_;
  if (!next.section) next.section.emplace();
  next.section->line = map;
  if (!(next == scenario_)) emit edited(next, {});
}

std::vector<SectionPoint> SectionPane::stroke_points() const {
  std::vector<SectionPoint> stroke;
  for (const PlotPoint& p : section_view_->stroke())
    stroke.push_back({p[0], scenario_.grid.origin.z - p[1]});
  return stroke;
}

double SectionPane::stroke_tolerance() const {
  return tolerance_part * scenario_.grid.extent().z;
}

HandlePane::Edit SectionPane::drawn_stroke() const {
  return [stroke = stroke_points(), tolerance = stroke_tolerance(), line = section_line(scenario_),
          corridor = scene_.corridor()](const PointsHorizon& points, const Grid3& grid, const Job& job) {
    StrokeEdit edit = apply_stroke(points, grid, line, stroke, tolerance, corridor, job);
    return PointsEdit{std::move(edit.horizon), std::move(edit.message)};
  };
}

void SectionPane::extrude(double trend, double plunge, int copies) {
  emit edit_wished({[trend, plunge, copies, line = section_line(scenario_), corridor = scene_.corridor()](
                        const PointsHorizon& points, const Grid3& grid, const Job& job) {
                      return extrude_section(points, grid, line,
                                             section_profile(points, grid, line, corridor, job), trend,
                                             plunge, copies);
                    },
                    tr("Extrude the section")});
}

void SectionPane::set_backdrop(const std::optional<Backdrop>& backdrop) {
  Scenario next = scenario_;
  if (!next.section) {
    if (!backdrop) return;
    next.section.emplace().line = section_line(scenario_);
  }
  next.section->backdrop = backdrop;
  if (!(next == scenario_)) emit edited(next, {});
}

void SectionPane::read_backdrop(const Scenario& scenario) {
  const auto wanted = scenario.section ? scenario.section->backdrop : std::nullopt;
  const bool same =
      wanted && backdrop_ && same_picture(*wanted, *backdrop_) && backdrop_folder_ == scenario.folder;
  backdrop_ = wanted;
  backdrop_folder_ = scenario.folder;
  if (same) return;
  ++reading_;
  backdrop_there_ = false;
  worker_.stop();
  scene_.show_backdrop(nullptr);
  if (!wanted) return;
  worker_.start("backdrop",
                [this, wanted = *wanted, folder = scenario.folder, reading = reading_](const Job& job) {
                  std::shared_ptr<const BackdropPicture> picture;
                  QString why;
                  try {
                    picture = read_backdrop_file(wanted, folder, job);
                  } catch (const Stopped&) {
                    return;
                  } catch (const Error& error) {
                    why = said(error.what());
                  }
                  worker_.hand_over([this, picture, why, reading] {
                    if (reading != reading_) return;
                    if (!picture) return emit message(why, true);
                    scene_.show_backdrop(picture);
                    backdrop_there_ = true;
                    redraw();
                  });
                });
}

void SectionPane::follow_survey(const Scenario& scenario) {
  scene_.show_survey(scenario);
  redraw();
}

}  // namespace foldwave
