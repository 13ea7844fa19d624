// The seismic image of a scenario made by processes that share a folder
// (core/engine/survey/shared_survey.hpp), as one job of the runs' worker: it plans the survey there, or goes
// on with the one that is there, starts workers on this computer, waits until all shots are there, whoever
// made them, and merges them to the image that one process makes, bit by bit. Stopped, its workers end, the
// shots stay, and the same order goes on from there. Where all of its workers have failed it ends with the
// last one's words.
#pragma once

#include "ui/jobs/imaging/variant_images.hpp"

namespace foldwave {

struct SharedImage {
  QString folder;
  int workers = 2;  // on this computer; 0: others do it
  QString program;  // foldwave-cli
};

// The full path of foldwave-cli, beside this program or installed; empty: not there.
QString command_line_program();

// `came` is called on the runs' own thread, which outlives what it needs.
void run_shared_image(Runs& runs, const Scenario& scenario, const SharedImage& order, ImageCame came);

}  // namespace foldwave
