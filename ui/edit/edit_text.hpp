// What an edit did, in a few words ("Move point 7"), found by comparing the scenario before and after it.
#pragma once

#include <QString>

#include "core/model/scenario.hpp"

namespace foldwave {

// Names the one thing that changed; several at once are "Edit the scenario". Empty when nothing changed.
QString edit_text(const Scenario& before, const Scenario& after);

}  // namespace foldwave
