// The value of a height field and its derivatives at one (x, y): metres, per metre, per metre squared.
#pragma once

namespace foldwave {

struct HeightJet {
  double f = 0.0;
  double fx = 0.0, fy = 0.0;
  double fxx = 0.0, fxy = 0.0, fyy = 0.0;
};

}  // namespace foldwave
