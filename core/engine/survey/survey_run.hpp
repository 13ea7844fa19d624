// The seismic image of a scenario: /imaging/survey laid over the folded model, its shots modelled (or read),
// migrated in the smoothed velocity and stacked. The image appears shot by shot.
//
// A section's image stands on `line` (map coordinates; the scenario's section line, else west to east): x of
// its grid is the distance along the line, and the grid's origin is the line's first point where it runs to
// the east, else (0, 0, top). A volume's grid is the scenario's. Errors: InputError naming the JSON path or
// the file with its trace, ResourceError, NumericError. A stop throws only before the first shot; later it
// gives what was stacked, marked.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/base/file_stamp.hpp"
#include "core/base/map_line.hpp"
#include "core/engine/backend.hpp"
#include "core/engine/fold_result.hpp"
#include "core/engine/made_by.hpp"
#include "core/imaging/survey/resolution.hpp"
#include "core/imaging/survey/source_estimate.hpp"
#include "core/imaging/survey/survey_image.hpp"
#include "core/model/findings.hpp"

namespace foldwave {

struct SurveyResult {
  Grid3 grid;                                       // of the image
  MapLine line;                                     // of a section's image
  ImageSurvey survey;                               // with what was automatic filled in
  Field<float> image, illumination;                 // of the shots so far
  std::vector<ImageGather> gathers, angle_gathers;  // likewise
  SourceEstimate source;                            // of recorded shots, where that is asked for
  int shots = 0, shots_done = 0;
  int shots_before = 0;          // of these, in a partial stack that the run went on from
  NodeField velocity, truth;     // the migration's, and the model's; truth null: not of modelled data
  std::vector<Vec3> sources;     // of the shots, map
  std::string data;              // "modelled", or the file's name
  std::vector<FileStamp> files;  // that it was made from (recorded/file_stamps.hpp)
  double dt = 0.0;
  int steps = 0;
  SourceField source_field = SourceField::strips;  // how the sources' waves were kept
  std::vector<std::string> left_out;               // traces
  MadeBy made_by;
  double seconds = 0.0, first_seconds = 0.0;  // first: until the first shot was seen
  // Of least squares, |d - F m| / |d| from 1 on; then the image is of these, not of the stack.
  std::vector<double> residuals;
  bool stopped = false;
  std::vector<std::string> warnings;
};

struct SurveyRunOptions {
  // The stack so far, on the caller's thread, after every shot and iteration. May be null.
  std::function<void(const SurveyResult& so_far)> seen;
  // Where a stopped survey keeps its stack and goes on from; empty: nowhere. Removed when the survey is
  // whole. Strips in a file lie beside it, else in the folder of the machine's temporary files.
  std::filesystem::path partial;
};

// A scenario without /imaging/survey gets a line with nothing typed.
SurveyResult run_survey(const Scenario& scenario, const FoldResult& fold, const Backend& backend,
                        const SurveyRunOptions& options, const Job& job);

// The image of one scenario less that of another on the same grid. Throws InputError where grids differ.
Field<float> image_difference(const SurveyResult& a, const SurveyResult& b);

// Of two images on one grid: Pearson's correlation below a wavelength of the first, and the difference's root
// mean square over the first one's.
struct ImageLikeness {
  double correlation = 0.0, difference = 0.0;
};
ImageLikeness image_likeness(const SurveyResult& a, const SurveyResult& b);

// imaging/survey/resolution.hpp; of some nodes, or of all.
LateralResolution resolution_of(const SurveyResult& result);
Field<float> image_resolution(const SurveyResult& result);

// Pearson's correlation of the image, below a wavelength, with ln(v / v_smooth) in the wavelet's band in
// two-way time: what a perfect image of modelled data is (rtm/image_filter.hpp). Not a number where nothing
// was modelled.
double image_correlation(const SurveyResult& result);

// Before the run: what the keys ask for, by JSON path, the recorded file's faults, and whether it fits in
// memory.
Findings check_survey_setup(const Scenario& scenario, const Backend& backend, const Job& job);

}  // namespace foldwave
