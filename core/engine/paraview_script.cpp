#include "core/engine/paraview_script.hpp"

#include "core/base/text.hpp"

namespace foldwave {
namespace {

// As a Python string. Names are ours, but a layer's or a scenario's may be in them.
std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\\' || c == '\'') out += '\\';
    out += c;
  }
  return out + "'";
}

constexpr const char* head =
    R"(# Shows what Foldwave exported: pvpython SCRIPT, or in ParaView: Tools, Python Shell, Run Script.
import os
import sys

from paraview.simple import *

here = os.path.dirname(os.path.abspath(globals().get('__file__', sys.argv[-1] or '.')))


def beside(name):
    file = os.path.join(here, name)
    if not os.path.exists(file):
        sys.exit(file + ': not there; keep the script beside the files of its export')
    return file


def middle_cut(source):
    source.UpdatePipeline()
    b = source.GetDataInformation().GetBounds()
    cut = Slice(Input=source)
    cut.SliceType.Origin = [(b[0] + b[1]) / 2, (b[2] + b[3]) / 2, (b[4] + b[5]) / 2]
    cut.SliceType.Normal = [0, 1, 0]
    return cut


view = GetActiveViewOrCreate('RenderView')
)";

constexpr const char* volume = R"(
volume = XMLImageDataReader(FileName=[beside(%FILE%)])
outline = Show(volume, view)
outline.SetRepresentationType('Outline')
cut = middle_cut(volume)
cut_display = Show(cut, view)
ColorBy(cut_display, ('POINTS', %ARRAY%))
cut_display.RescaleTransferFunctionToDataRange(True)
cut_display.SetScalarBarVisibility(view, True)
)";

constexpr const char* wave = R"(
wave = PVDReader(FileName=beside(%FILE%))
wave_cut = middle_cut(wave)
wave_display = Show(wave_cut, view)
ColorBy(wave_display, ('POINTS', 'pressure'))
colors = GetColorTransferFunction('pressure')
colors.ApplyPreset('Cool to Warm (Extended)', True)
colors.RescaleTransferFunction(-%LIMIT%, %LIMIT%)
wave_display.SetScalarBarVisibility(view, True)
GetAnimationScene().UpdateAnimationUsingDataTimeSteps()
)";

// Elevation is up, and one looks from the south-east.
constexpr const char* tail = R"(
view.ResetCamera()
focus = view.CameraFocalPoint
away = max(abs(a - b) for a, b in zip(view.CameraPosition, focus))
view.CameraPosition = [focus[0] + 0.55 * away, focus[1] - 0.8 * away, focus[2] + 0.45 * away]
view.CameraViewUp = [0, 0, 1]
ResetCamera(view)
Render(view)
)";

std::string filled(std::string text, const std::string& mark, const std::string& value) {
  for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + value.size()))
    text.replace(at, mark.size(), value);
  return text;
}

}  // namespace

std::string paraview_script(const ParaViewScene& scene) {
  std::string script = head;
  if (!scene.velocity.empty() || !scene.layers.empty()) {
    const bool velocity = !scene.velocity.empty();
    script += filled(filled(volume, "%FILE%", quoted(velocity ? scene.velocity : scene.layers)), "%ARRAY%",
                     velocity ? "'velocity'" : "'layer'");
  }
  if (!scene.surfaces.empty()) script += "\n";
  for (const ParaViewSurface& s : scene.surfaces) {
    std::string color;
    for (const int part : s.color)
      color += (color.empty() ? "" : ", ") + number_text(part / 255.0, 3);
    script += "surface = Show(XMLPolyDataReader(FileName=[beside(" + quoted(s.file) + ")]), view)\n" +
              "surface.ColorArrayName = [None, '']\n" + "surface.AmbientColor = surface.DiffuseColor = [" +
              color + "]\n" + "surface.Opacity = 0.6\n";
  }
  // The wave is cut where the volume is, which stays in the pipeline.
  if (!scene.snapshots.empty() && !(scene.velocity.empty() && scene.layers.empty()))
    script += "\nHide(cut, view)\ncut_display.SetScalarBarVisibility(view, False)\n";
  if (!scene.snapshots.empty())
    script += filled(filled(wave, "%FILE%", quoted(scene.snapshots)), "%LIMIT%",
                     number_text(scene.pressure_limit > 0.0 ? scene.pressure_limit : 1.0, 4));
  return script + tail;
}

}  // namespace foldwave
