// From a scenario and its fold to what a survey's image is made with (imaging/survey).
// Errors: those of survey_run.hpp.
#pragma once

#include "core/base/map_line.hpp"
#include "core/engine/backend.hpp"
#include "core/engine/fold_result.hpp"
#include "core/imaging/survey/recorded_shots.hpp"
#include "core/imaging/survey/survey_image.hpp"

namespace foldwave {

struct PreparedSurvey {
  SurveySetup setup;
  ImageSurvey survey;  // with what was automatic filled in
  MapLine line;        // of a section
  std::vector<std::string> left_out, warnings;
};

// The scenario's survey, or where it has none a line of which nothing is typed.
ImageSurvey asked_survey(const Scenario& scenario);

// The fold must outlive what is prepared.
PreparedSurvey prepare_survey(const Scenario& scenario, const FoldResult& fold, const Job& job);

// The recorded shots of a survey whose automatic values are filled in; `place` has the grid and its faces.
RecordedShots read_survey_data(const Scenario& scenario, const WaveModel& place, const ImageSurvey& survey,
                               const Job& job);

// Where the scenario's survey lies: the image's grid, and how map coordinates become its own.
struct SurveyPlace {
  Grid3 grid;
  MapLine line;  // of a section through a volume
  PlaceInGrid place;
};
SurveyPlace survey_place(const Scenario& scenario);

// Grid and scheme alone, at one velocity everywhere: for what is said before a fold. `fastest` sets the step,
// `slowest` all else.
struct ForetoldSurvey {
  WaveModel medium;  // without a velocity
  ImageSurvey survey;
  int correlate_every = 1;
  SourceField source_field = SourceField::strips;
};
ForetoldSurvey foretold_survey(const Scenario& scenario, double slowest, double fastest);
// Of all its lines; of recorded shots, which their file tells, a guess.
int all_shots(const ForetoldSurvey& survey);
double foretold_bytes(const ForetoldSurvey& survey, const Backend& backend);  // while its shots run
// Of these, what a device leaves to the host: traces and images.
double foretold_host_bytes(const ForetoldSurvey& survey, const Backend& backend);

// The back end's devices, with as many shots of a survey together on each as fill it and fit its memory.
WorkDevices survey_devices(const SurveySetup& setup, const Backend& backend);

}  // namespace foldwave
