// The pictures of a scenario's report (core/output/html_report.hpp): the structure in 3D and the section.
#pragma once

#include <string>
#include <vector>

#include "core/engine/fold_result.hpp"
#include "core/model/scenario.hpp"

namespace foldwave {

struct DrawnPicture {
  std::string title;
  std::string png;  // the bytes of a PNG file
};

// None where nothing can draw: `why_not` says so.
std::vector<DrawnPicture> report_pictures(const Scenario& scenario, const FoldResult& fold,
                                          std::string& why_not);

}  // namespace foldwave
