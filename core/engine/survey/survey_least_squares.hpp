// The image of a stacked survey made better by least squares (imaging/rtm/least_squares.hpp): -m, the
// relative change of the velocity's inverse square the other way round, in the wavelet's band, so that it
// grows where the velocity does as an image by inverse scattering does. Preconditioned by v^2 over the
// illumination; still within two nodes of the box's faces and three cells of the shots' depth. Traces fade
// out with their offset to the survey's widest one.
#pragma once

#include "core/engine/survey/survey_run.hpp"

namespace foldwave {

// Gives `result` its image and residuals, after every iteration, and calls `seen`, which may be null. Throws
// Stopped: what was made by then is there.
void improve_by_least_squares(const StepperMaker& make, const SurveySetup& setup, const SurveyStack& stack,
                              SurveyResult& result, const std::function<void()>& seen, const Job& job);

}  // namespace foldwave
