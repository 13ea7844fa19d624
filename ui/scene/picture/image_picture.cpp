#include "ui/scene/picture/image_picture.hpp"

#include <algorithm>

#include "core/engine/survey/section_model.hpp"
#include "ui/scene/flat/section_scene.hpp"
#include "ui/scene/stage/offscreen.hpp"
#include "ui/scene/wave/snapshot.hpp"

namespace foldwave {

namespace {

// The section without names, which the picture over it needs the room of.
void show_model(SectionScene& scene, const Scenario& scenario, const FoldResult& fold) {
  SectionOptions options;
  options.names = false;
  scene.set_options(options);
  scene.show_scenario(scenario);
  scene.show_fold({std::shared_ptr<const FoldResult>{}, &fold}, scenario.stack, {});
}

}  // namespace

void write_image_picture(const Scenario& scenario, const FoldResult& fold, const SurveyResult& survey,
                         const std::string& png, int width, int height) {
  const bool volume = !survey.grid.is_section();
  const MapLine line = volume ? line_in_box(scenario.grid, section_line(scenario)) : survey.line;
  Field<float> cut;
  if (volume) cut = field_on_section(survey.image, survey.grid, line, {});
  const Field<float>& image = volume ? cut : survey.image;
  const auto n = image.shape();
  SegyLine columns;
  columns.traces = n[0];
  columns.samples = n[2];
  columns.dt = 1.0;
  columns.limit = static_cast<double>(clip_limit(image.values(), 99.0));
  for (int i = 0; i < n[0]; ++i)
    for (int k = 0; k < n[2]; ++k)
      columns.values.push_back(image(i, 0, k));

  Scenario shown = scenario;
  SectionSpec& section = shown.section.emplace();
  section.line = line;
  // A node is the middle of its pixel.
  const double top = scenario.grid.origin.z, half = 0.5 * survey.grid.h[2];
  const double beside = 0.5 * line.length() / std::max(1, n[0] - 1);
  section.backdrop = Backdrop{"",
                              -beside,
                              line.length() + beside,
                              1.0,
                              ImageBackdrop{top - half, top + scenario.grid.extent().z + half},
                              {}};
  OffscreenCanvas canvas(width, height);
  SectionScene scene;
  show_model(scene, shown, fold);
  scene.show_backdrop(std::make_shared<const BackdropPicture>(seismic_picture(columns)));
  canvas.write(scene, png);
}

void write_located_picture(const Scenario& scenario, const FoldResult& fold, const ImageResult& located,
                           const std::string& png, int width, int height) {
  const bool reflectors = !located.reflectors.empty();
  const Field<float>& values = reflectors ? located.reflectors : located.located.focus;
  OffscreenCanvas canvas(width, height);
  SectionScene scene;
  show_model(scene, scenario, fold);
  ImageLook look = scene.focus().look();
  look.colors = reflectors ? ImageColors::gray : ImageColors::focus;
  scene.focus().set_look(look);
  scene.focus().show({borrowed(values), located.grid, reflectors ? usual_largest(values, 0.99) : 0.0});
  scene.show_located(event_marks(located.located), false);
  canvas.write(scene, png);
}

}  // namespace foldwave
