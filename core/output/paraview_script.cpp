#include "core/output/paraview_script.hpp"

#include <string_view>

#include "core/base/text.hpp"

namespace foldwave {
namespace {

// As a Python expression: any byte may be in a file's name, line ends, quotes and what is no UTF-8 too.
std::string file_name(std::string_view name) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out = "'";
  bool plain = true;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\\' || c == '\'') {
      out += '\\';
      out += c;
    } else if (byte >= 0x20 && byte < 0x7f) {
      out += c;
    } else {
      plain = false;
      out += "\\x";
      out += digits[byte / 16U];
      out += digits[byte % 16U];
    }
  }
  out += '\'';
  return plain ? out : "os.fsdecode(b" + out + ")";
}

constexpr const char* head =
    R"(# Shows what Foldwave exported: pvpython SCRIPT, or in ParaView: Tools, Python Shell, Run Script.
import os

from paraview.simple import *

)";

constexpr const char* place = R"(
# ParaView's own shell does not say where a script lies: then the files are where they were written.
folders = [written_to]
if '__file__' in globals():
    folders.insert(0, os.path.dirname(os.path.abspath(__file__)))
here = next((f for f in folders if all(os.path.exists(os.path.join(f, name)) for name in files)), None)
if here is None:
    gone = [name for name in files if not os.path.exists(os.path.join(folders[0], name))]
    raise FileNotFoundError(', '.join(gone) + ': not in ' + folders[0] +
                            '; keep the script beside the files of its export and run it with pvpython')


def beside(name):
    file = os.path.join(here, name)
    # ParaView 5.11 takes a backslash for a slash, and ends where a name is no UTF-8.
    if '\\' in file or any('\ud800' <= c <= '\udfff' for c in file):
        raise ValueError(ascii(file) + ': ParaView opens no name with a backslash or that is no UTF-8; rename it')
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

constexpr const char* volume = R"(outline = Show(volume, view)
outline.SetRepresentationType('Outline')
cut = middle_cut(volume)
cut_display = Show(cut, view)
ColorBy(cut_display, ('POINTS', array))
cut_display.RescaleTransferFunctionToDataRange(True)
cut_display.SetScalarBarVisibility(view, True)
)";

constexpr const char* wave = R"(wave_cut = middle_cut(wave)
wave_display = Show(wave_cut, view)
ColorBy(wave_display, ('POINTS', 'pressure'))
colors = GetColorTransferFunction('pressure')
colors.ApplyPreset('Cool to Warm (Extended)', True)
colors.RescaleTransferFunction(-limit, limit)
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

bool is_hdf(const std::string& name) {
  return name.ends_with(".hdf") || name.ends_with(".hdf.series");
}

}  // namespace

std::string paraview_script(const ParaViewScene& scene) {
  const bool velocity = !scene.velocity.empty();
  const std::string& rock = velocity ? scene.velocity : scene.layers;
  std::string files, shown;
  // Names the file at the script's start, where all are looked for, and where it is opened.
  const auto beside = [&](const std::string& name) {
    files += "    " + file_name(name) + ",\n";
    return "beside(" + file_name(name) + ")";
  };

  if (!rock.empty())
    shown += std::string("\nvolume = ") + (is_hdf(rock) ? "VTKHDFReader" : "XMLImageDataReader") +
             "(FileName=[" + beside(rock) + "])\narray = '" + (velocity ? "velocity" : "layer") + "'\n" +
             volume;
  if (!scene.surfaces.empty()) shown += "\n";
  for (const ParaViewSurface& s : scene.surfaces) {
    std::string color;
    for (const int part : s.color)
      color += (color.empty() ? "" : ", ") + number_text(part / 255.0, 3);
    shown += "surface = Show(XMLPolyDataReader(FileName=[" + beside(s.file) +
             "]), view)\nsurface.ColorArrayName = [None, '']\n"
             "surface.AmbientColor = surface.DiffuseColor = [" +
             color + "]\nsurface.Opacity = 0.6\n";
  }
  // The wave is cut where the volume is, which stays in the pipeline.
  if (!scene.snapshots.empty() && !rock.empty())
    shown += "\nHide(cut, view)\ncut_display.SetScalarBarVisibility(view, False)\n";
  if (!scene.snapshots.empty())
    shown += "\nwave = " +
             std::string(is_hdf(scene.snapshots) ? "VTKHDFReader(FileName=[" : "PVDReader(FileName=") +
             beside(scene.snapshots) + (is_hdf(scene.snapshots) ? "]" : "") +
             ")\nlimit = " + number_text(scene.pressure_limit > 0.0 ? scene.pressure_limit : 1.0, 4) + "\n" +
             wave;

  const std::string folder = std::filesystem::absolute(scene.folder).lexically_normal().string();
  return head + ("written_to = " + file_name(folder) + "\nfiles = [\n" + files + "]\n") + place + shown +
         tail;
}

}  // namespace foldwave
