// How many bytes the packed snapshots of a wave take, foretold from where it has come and how weak it is
// there:
//
//   bits(x, t) = log2(1 / error) + log2(8 h / d)  - 2.4 log2(1 + (t - t_x) f)   where t > t_x, else 0
//   t_x        = onset + d / v,  v = slowest^0.6 fastest^0.4
//
// d from the nearest source, h the spacing, f the wavelet's peak frequency; the middle term is halved in a
// section. They are averaged over a lattice of places and some of the times. The constants are those of ten
// of the examples, whose totals they give within 6 % as a median and 21 % at worst.
#pragma once

#include "core/model/scenario.hpp"

namespace foldwave {

// Of all snapshots of its wave, in their files. 0: there are none.
double packed_snapshot_bytes(const Scenario& scenario);

}  // namespace foldwave
