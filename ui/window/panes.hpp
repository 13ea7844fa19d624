// The views and panels of the main window: made once, and owned by it.
#pragma once

#include <array>

namespace foldwave {

class ComparePane;
class GatherPane;
class GeologyPane;
class HandlePane;
class ImagesPane;
class JobsPanel;
class LocatedPane;
class LogPanel;
class MapPane;
class ResidualPane;
class ScenarioPanel;
class SectionPane;
class SpectrumPane;
class StructurePane;
class TimelinePanel;
class VolumePane;
class WavePane;

struct Panes {
  ScenarioPanel* panel = nullptr;
  StructurePane* structure = nullptr;
  MapPane* map = nullptr;
  SectionPane* section = nullptr;
  WavePane* wave = nullptr;
  GatherPane* gather = nullptr;
  SpectrumPane* spectrum = nullptr;
  ComparePane* compare = nullptr;
  GeologyPane* geology = nullptr;
  VolumePane* volume = nullptr;
  LocatedPane* located = nullptr;
  ImagesPane* images = nullptr;
  ResidualPane* residual = nullptr;
  TimelinePanel* timeline = nullptr;
  JobsPanel* jobs = nullptr;
  LogPanel* log = nullptr;

  std::array<HandlePane*, 3> editors() const;  // 3D, map and section: where the horizon is edited
  bool is_dragging() const;                    // something is held in one of them
};

}  // namespace foldwave
