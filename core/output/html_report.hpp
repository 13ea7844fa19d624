// A scenario and its fold on one page of HTML, to be printed or handed on: pictures, and the numbers of box,
// events, layers and wave. The page needs no other file where the pictures' sources are data URIs.
#pragma once

#include <string>
#include <vector>

#include "core/engine/fold_result.hpp"
#include "core/geology/fold_geometry.hpp"
#include "core/model/scenario.hpp"

namespace foldwave {

struct ReportPicture {
  std::string title;
  std::string source;  // of an <img>: a data URI, or a name that the reader of the page knows
  int width = 0;       // pixels on the page; 0: as wide as the page, and as high as it then is
  int height = 0;
};

std::string png_data_uri(const std::string& png);  // of a PNG file's bytes

// `geometry`: what was measured of the fold; null where there is none.
std::string html_report(const Scenario& scenario, const FoldResult& fold, const FoldGeometry* geometry,
                        const std::vector<ReportPicture>& pictures);

}  // namespace foldwave
