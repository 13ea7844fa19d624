#include <QDir>
#include <QDockWidget>
#include <QMenu>
#include <cmath>
#include <memory>

#include "core/engine/survey/section_model.hpp"
#include "core/model/same_results.hpp"
#include "ui/dialogs/shared_image_dialog.hpp"
#include "ui/jobs/imaging/variant_images.hpp"
#include "ui/jobs/imaging/velocity_focus.hpp"
#include "ui/panels/scenario_panel.hpp"
#include "ui/settings/resource_folder.hpp"
#include "ui/views/imaging/images_pane.hpp"
#include "ui/views/imaging/located_pane.hpp"
#include "ui/views/map_pane.hpp"
#include "ui/views/section/section_pane.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/views/volume/volume_pane.hpp"
#include "ui/window/view_links.hpp"

namespace foldwave {
namespace {

constexpr double image_share = 0.99;  // of the image's magnitudes have a colour of their own

// The location's own focus in the section, or that of another velocity; or the image of exploding reflectors.
ShownImage focus_of(const std::shared_ptr<const ImageOutcome>& image) {
  if (!image) return {};
  const ImageResult& result = image->result;
  if (!result.reflectors.empty())
    return {{image, &result.reflectors}, result.grid, usual_largest(result.reflectors, image_share)};
  if (result.located.focus.empty()) return {};
  return {{image, &result.located.focus}, result.grid};
}

class ImagingFeed {
 public:
  ImagingFeed(const ImagingLinks& parts, VelocityFocus& velocity)
      : panes_(parts.panes), runs_(parts.runs), results_(parts.results), velocity_(velocity) {}

  void show() {
    const auto image = results_.image();
    velocity_.set_image(image, runs_.shared_backend());
    show_events();
    offer(VolumePane::tr("Focus of the events"), image, &LocateResult::focus, "focus");
    offer(VolumePane::tr("Time of the focus"), image, &LocateResult::focus_time, "time (s)");
    const bool reflectors = image && !image->result.reflectors.empty();
    panes_.volume->offer(VolumePane::tr("Exploding reflectors"),
                         reflectors
                             ? volume_of({image, &image->result.reflectors}, image->result.grid, "reflectors")
                             : nullptr);
  }
  // Marks are drawn faint where they are of another scenario, and not at all in another box. An edit that
  // changes nothing of that draws nothing.
  void show_events() {
    const auto image = results_.image();
    const bool stale = results_.image_is_stale();
    panes_.located->show_image(image, stale);
    const auto here = image && image->scenario.grid == results_.now().grid ? image : nullptr;
    if (here == events_shown_ && stale == events_stale_) return;
    const auto marks = here ? event_marks(here->result.located) : std::vector<EventMark>{};
    panes_.structure->show_located(marks, stale);
    panes_.map->show_located(marks, stale);
    panes_.section->show_located(marks, stale);
    if (here != events_shown_) panes_.section->show_focus(focus_of(here));
    events_shown_ = here;
    events_stale_ = stale;
  }
  void show_survey() {
    const Grid3& grid = results_.now().grid;
    auto survey = results_.survey();
    if (survey && !(survey->scenario.grid == grid)) survey = nullptr;
    const bool stale = results_.survey_is_stale();
    const MapLine line =
        line_in_box(grid, section_line(results_.now())).shifted(-grid.origin.x, -grid.origin.y);
    if (survey == survey_shown_ && stale == survey_stale_ && line == curtain_line_) return;
    survey_shown_ = survey;
    survey_stale_ = stale;
    curtain_line_ = line;
    panes_.images->take(survey, stale);
    panes_.panel->show_source(survey ? survey->result.source : SourceEstimate{},
                              survey ? survey->result.dt : 0.0);
    if (!survey) {
      for (const QString& name : {VolumePane::tr("Seismic image"), VolumePane::tr("Illumination")})
        if (!results_.survey()) panes_.volume->offer(name, nullptr);
      panes_.structure->show_image({}, {});
      return panes_.section->show_image({}, {}, {});
    }
    const SurveyResult& result = survey->result;
    ShownImage image{{survey, &result.image}, result.grid, usual_largest(result.image, image_share)};
    ShownImage lit{
        {survey, &result.illumination}, result.grid, usual_largest(result.illumination, image_share)};
    if (result.survey.layout == SurveyLayout::section)
      image.line = lit.line = result.line.shifted(-grid.origin.x, -grid.origin.y);
    QString words = VolumePane::tr("seismic image: %1 of %2 shots").arg(result.shots_done).arg(result.shots);
    if (result.shots_done == result.shots)
      words =
          VolumePane::tr("seismic image of %1 shots, %2 Hz").arg(result.shots).arg(result.survey.frequency);
    if (result.residuals.size() > 1)
      words += VolumePane::tr(", residual %1").arg(result.residuals.back(), 0, 'f', 2);
    if (stale) words += VolumePane::tr(", stale");
    panes_.section->show_image(image, lit, words);
    panes_.structure->show_image(image, line);
    panes_.volume->offer(VolumePane::tr("Seismic image"), volume_of(image.values, result.grid, "image"));
    panes_.volume->offer(VolumePane::tr("Illumination"), volume_of(lit.values, result.grid, "illumination"));
  }
  void show_factor(double factor) const {
    if (factor == 1.0) return panes_.section->show_focus(focus_of(results_.image()));
    velocity_.wish(factor);
  }
  void show_frame(const std::shared_ptr<const FocusFrame>& frame) const {
    panes_.located->show_frame(*frame);
    if (panes_.located->factor() == 1.0) return;
    panes_.section->show_focus({{frame, &frame->focus}, frame->grid});
  }

 private:
  void offer(const QString& name, const std::shared_ptr<const ImageOutcome>& image,
             Field<float> LocateResult::*map, const char* array) const {
    const bool there = image && !(image->result.located.*map).empty();
    panes_.volume->offer(
        name, there ? volume_of({image, &(image->result.located.*map)}, image->result.grid, array) : nullptr);
  }

  const Panes& panes_;
  const Runs& runs_;
  const Results& results_;
  VelocityFocus& velocity_;
  std::shared_ptr<const ImageOutcome> events_shown_;
  std::shared_ptr<const SurveyOutcome> survey_shown_;
  bool events_stale_ = false, survey_stale_ = false;
  MapLine curtain_line_;  // of the section, local: an image of the whole box stands on it in 3D
};

}  // namespace

void connect_imaging(const ImagingLinks& parts, QObject* owner) {
  auto* const velocity = new VelocityFocus(owner);
  const auto feed = std::make_shared<ImagingFeed>(parts, *velocity);
  LocatedPane* const located = parts.panes.located;
  StatusLine* const status = &parts.status;
  QObject::connect(&parts.results, &Results::image_changed, owner, [feed, located, results = &parts.results] {
    feed->show();
    if (!results->image()) return;
    if (auto* const dock = qobject_cast<QDockWidget*>(located->parentWidget())) {
      dock->show();
      dock->raise();
    }
  });
  QObject::connect(&parts.editor, &Editor::changed, owner, [feed] {
    feed->show_events();
    feed->show_survey();
  });
  QObject::connect(&parts.results, &Results::survey_changed, owner, [feed] { feed->show_survey(); });
  QObject::connect(located, &LocatedPane::factor_wished, owner,
                   [feed](double factor) { feed->show_factor(factor); });
  QObject::connect(velocity, &VelocityFocus::came, owner,
                   [feed](const std::shared_ptr<const FocusFrame>& frame) { feed->show_frame(frame); });
  QObject::connect(velocity, &VelocityFocus::foretold, located, &LocatedPane::add_focus);
  QObject::connect(velocity, &VelocityFocus::failed, owner,
                   [status](const QString& why) { status->say(why, true); });
  QObject::connect(located, &LocatedPane::message, owner,
                   [status](const QString& words, bool is_error) { status->say(words, is_error); });
  QObject::connect(located, &LocatedPane::place_chosen, owner,
                   [cursor = &parts.cursor, located](const Vec3& local) { cursor->point(local, located); });
  QObject::connect(located, &LocatedPane::velocity_taken, owner, [editor = &parts.editor](double factor) {
    Scenario next = editor->now();
    if (!next.imaging) return;
    next.imaging->velocity_scale = std::round(1e6 * next.imaging->velocity_scale * factor) / 1e6;
    editor->edit(next);
  });
  ImagesPane* const images = parts.panes.images;
  QObject::connect(&parts.run_menu, &RunMenu::variant_images_wanted, owner,
                   [images, runs = &parts.runs, editor = &parts.editor] {
                     run_variant_images(
                         *runs, editor->now(), [images](const std::shared_ptr<const SurveyOutcome>& one) {
                           images->add(one);
                           if (auto* const dock = qobject_cast<QDockWidget*>(images->parentWidget())) {
                             dock->show();
                             dock->raise();
                           }
                         });
                   });
  QObject::connect(&parts.run_menu, &RunMenu::shared_image_wanted, owner, [parts] {
    const Scenario& now = parts.editor.now();
    const QDir place(folder_to_begin_in(now.folder));
    auto* const dialog =
        new SharedImageDialog(place.absoluteFilePath(QString::fromStdString(now.name) + "-survey"),
                              parts.run_menu.menu()->parentWidget()->window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    // What comes is of the scenario at the start, and stale where that has changed.
    QObject::connect(dialog, &SharedImageDialog::ordered, &parts.results, [parts](const SharedImage& order) {
      run_shared_image(parts.runs, parts.editor.now(), order,
                       [results = &parts.results](const std::shared_ptr<const SurveyOutcome>& one) {
                         if (one->scenario.grid == results->now().grid) results->take_survey(one);
                       });
    });
    dialog->open();
  });
  feed->show();
}

}  // namespace foldwave
