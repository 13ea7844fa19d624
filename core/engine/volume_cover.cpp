#include "core/engine/volume_cover.hpp"

#include "core/base/text.hpp"

namespace foldwave {

void add_cover_findings(const Grid3& volume, const Grid3& box, const std::string& path, Findings& findings) {
  bool apart = false, covers = true;
  std::string place, thin;
  for (int a = 0; a < 3; ++a) {
    const std::size_t axis = static_cast<std::size_t>(a);
    const std::string name = a == 0 ? "x" : a == 1 ? "y" : "depth";
    const double low = volume.origin[a], high = low + volume.extent()[a];
    const double from = box.origin[a], to = from + box.extent()[a];
    place += (a > 0 ? ", " : "") + name + " " + number_text(low, 10) + " to " + number_text(high, 10);
    if (volume.n[axis] == 1 && a < 2) {
      // A line has no place across it, and a section is one itself.
      if (a == 0 && box.n[axis] > 1) thin = name;
      continue;
    }
    const double slack = 1e-6 * (to - from) + 0.5 * box.h[axis];
    apart = apart || high < from - slack || low > to + slack;
    covers = covers && low <= from + slack && high >= to - slack;
  }
  if (apart)
    findings.push_back({Severity::error, path, "the volume lies beside the box: " + place,
                        "check its coordinates; z is elevation, up, in a .vti, and depth elsewhere"});
  else if (!covers)
    findings.push_back({Severity::warning, path, "the volume does not cover the box: " + place,
                        "beyond it the nearest values are taken"});
  if (!thin.empty())
    findings.push_back({Severity::warning, path, "the volume has one node along " + thin,
                        "its values hold for all places along it"});
}

}  // namespace foldwave
