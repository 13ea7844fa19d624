// Which states of the files that imaging reads are there now: a result of others is stale.
#pragma once

#include <vector>

#include "core/base/file_stamp.hpp"
#include "core/model/scenario.hpp"

namespace foldwave {

std::vector<FileStamp> location_stamps(const Scenario& scenario);  // traces, and the table of stations
std::vector<FileStamp> survey_stamps(const Scenario& scenario);    // shots, and the velocity that migrates

}  // namespace foldwave
