// Pictures of the three views as PNG files, drawn with no window and no display. The same scenes stand in the
// desktop.
#pragma once

#include <string>

#include "core/engine/fold_result.hpp"
#include "core/model/scenario.hpp"
#include "core/wave/wave_model.hpp"

namespace foldwave {

// Whether this machine can draw without a window; else why not.
bool picture_available(std::string& why_not);

// Width and height in pixels. Throws ResourceError when nothing can draw or the file cannot be written.
void write_structure_picture(const Scenario& scenario, const FoldResult& fold, const std::string& png,
                             int width, int height);

// What the gallery of examples shows, with no words: a block of the folded rock, painted on the sides that
// face the eye, without most of what lies above and below the layers; where the fold is no level cylinder,
// cut at the horizon's middle depth, so that its outcrop is seen. Of a section its layers or velocity.
inline constexpr int thumbnail_width = 320, thumbnail_height = 200;
void write_thumbnail(const Scenario& scenario, const FoldResult& fold, const std::string& png);

// `peak` > 0: the pressure at which the colours end; 0: the 99.5th percentile of this snapshot.
void write_wave_picture(const Scenario& scenario, const FoldResult& fold, const Field<float>& pressure,
                        double time, double peak, const std::string& png, int width, int height);

void write_gather_picture(const Scenario& scenario, const Gather& gather, const std::string& png, int width,
                          int height);

}  // namespace foldwave
