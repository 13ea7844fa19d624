#include "ui/scene/picture/report_pictures.hpp"

#include "core/base/error.hpp"
#include "ui/scene/flat/section_scene.hpp"
#include "ui/scene/stage/offscreen.hpp"
#include "ui/scene/structure/structure_scene.hpp"

namespace foldwave {

std::vector<DrawnPicture> report_pictures(const Scenario& scenario, const FoldResult& fold,
                                          std::string& why_not) {
  constexpr int width = 1600, high = 1000, low = 800;
  constexpr double letters = 1.8;  // readable where the picture is as wide as a page
  const std::shared_ptr<const FoldResult> lent{std::shared_ptr<const FoldResult>{}, &fold};
  std::vector<DrawnPicture> pictures;
  try {
    if (!scenario.grid.is_section()) {
      OffscreenCanvas canvas(width, high);
      StructureScene scene;
      scene.show_scenario(scenario);
      scene.show_fold(lent, structure_geometry(fold, {}), scenario.stack);
      pictures.push_back({"The fold in 3D", png_bytes(canvas.draw(scene, letters))});
    }
    OffscreenCanvas canvas(width, low);
    SectionScene scene;
    scene.show_scenario(scenario);
    scene.show_fold(lent, scenario.stack, {});
    pictures.push_back({"Section A\u2013A\u2032", png_bytes(canvas.draw(scene, letters))});
  } catch (const ResourceError& error) {
    why_not = error.what();
  }
  return pictures;
}

}  // namespace foldwave
