// A well as its files tell it: where it begins, its deviation survey and its tops. Two kinds are read:
//
//   LAS 2.0 and 3.0   ~W and ~P: WELL, X, Y, KB (or EKB, EREF, EDF, EGL); the survey from ~Inclinometry (MD,
//   DEVI,
//                     AZIM) or from curves of those names; the tops from ~Tops (names and measured depths)
//   deviation survey  a table with columns MD, inclination and azimuth; remarks before it may say name, x, y
//                     and KB of the well head ("# WELL HEAD X-COORDINATE: 455000")
//
// Shapes and units: metres and degrees, whatever the file has; measured depth grows along the list. Without a
// survey the well goes straight down. A depth without a unit is in that of STRT and STOP; what holds the null
// value, a top or the head's place, is not there. Errors: InputError naming file, line and remedy: no LAS,
// values that are no numbers, a survey whose depths do not grow or that climbs above the horizontal by more
// than half a turn.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/vec3.hpp"

namespace foldwave {

struct SurveyStation {
  double depth = 0.0;        // measured along the well, from its datum
  double inclination = 0.0;  // from the vertical, 0 to 180
  double azimuth = 0.0;      // clockwise from north
};

struct WellTop {
  std::string name;
  double depth = 0.0;  // measured
};

struct Well {
  std::string name;
  std::optional<double> x, y;   // of the well head
  std::optional<double> datum;  // above sea level: where measured depth is 0
  std::vector<SurveyStation> survey;
  std::vector<WellTop> tops;
  double bottom = 0.0;  // the largest measured depth that is told
};

Well parse_las(std::string_view text, const std::string& name, const Job& job = {});
Well parse_deviation(std::string_view text, const std::string& name, const Job& job = {});

// Of either kind, told by how it begins.
Well read_well(const std::filesystem::path& path, const Job& job = {});
bool is_las(std::string_view start);
bool is_well_file(const std::filesystem::path& path);  // by its suffix

// The survey of a well whose file has only its tops, with what else that file does not tell.
void take_survey(Well& well, const Well& from);

}  // namespace foldwave
