// A survey that is about to be imaged, and the result that its stack makes: what one process that images all
// shots and several that share them have in common. Errors: those of survey_run.hpp.
#pragma once

#include <filesystem>

#include "core/engine/survey/survey_run.hpp"
#include "core/imaging/survey/survey_image.hpp"

namespace foldwave {

struct BegunSurvey {
  SurveySetup setup;    // with the wavelet that was estimated, where that is asked for
  SurveyResult result;  // without an image
};

// The fold must outlive it.
BegunSurvey begin_survey(const Scenario& scenario, const FoldResult& fold, const Backend& backend,
                         const Job& job);

// Where memory holds no strips, and so packed levels or checkpoints were found: strips in a file, which give
// the same image as strips, where their folder has room for twice as many. Not on a device, whose steps a
// disk does not keep up with.
SourceField or_strip_file(SourceField found, const WaveModel& medium, const Backend& backend,
                          const std::filesystem::path& folder);
// That; but a stack that was kept in `partial` goes on as it began, as long as the disk holds what it takes.
void prefer_strip_file(const std::filesystem::path& partial, const Backend& backend, SurveySetup& setup);

// Where the strips of a strip_file go. Throws ResourceError where the folder has not the room for those of
// the shots that run at once.
void keep_strips_in(const std::filesystem::path& folder, SurveySetup& setup);

void show_stack(const SurveySetup& setup, const SurveyStack& stack, SurveyResult& result);

}  // namespace foldwave
