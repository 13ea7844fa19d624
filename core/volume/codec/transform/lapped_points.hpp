// Lapped orthogonal transforms of a line of blocks of eight: the cosine transform of each block, then stages
// of butterflies between its halves and the neighbours' (H. S. Malvar, IEEE Trans. ASSP 37, 1989: one stage;
// R. L. de Queiroz, T. Q. Nguyen, K. R. Rao, IEEE Trans. SP 44, 1996: GenLOT, more of them).
//
//   A block's even and odd coefficients are its two halves E and O. A butterfly makes (a + b) / sqrt 2 and
//   (a - b) / sqrt 2 of two halves side by side. A stage is butterflies of one pairing, then of the other;
//   the pairings are (E, O) of each block, and O of each block with E of the next. The odd output of a stage
//   is turned by an orthogonal 4 x 4 matrix: the freedom that the coding gain is made with.
//
//   lapped:  one stage, so 16 points; turned by rotations of (1,3), (3,5), (5,7) by 0.13, 0.16, 0.13 pi.
//   general: four stages, 40 points, and a turn of each half before; the matrices were searched for the
//   largest
//           coding gain at AR(1) 0.95.
//
// The half that has no neighbour at either end of a line goes through a stage as it is; after one stage both
// together are the line's last block. So a line has as many coefficients as points, and the whole is a square
// orthogonal matrix. The seed pads a line by a block of zeros at each end instead, and has one block more.
#pragma once

#include "core/volume/codec/transform/cosine_points.hpp"

namespace foldwave {

constexpr int half_side = transform_side / 2;
constexpr int general_stages = 4;

// Half h of a line: half h % 2 of block h / 2, whose values stand two apart.
template <class Value>
HOST_DEVICE FOLDWAVE_INLINE Value& of_half(Value* line, int h, int i) {
  return line[transform_side * (h / 2) + 2 * i + h % 2];
}

// Sums and differences of halves h and h + 1.
template <class Number, class Value>
HOST_DEVICE FOLDWAVE_INLINE void butterfly(Value* line, int h) {
  constexpr auto root = static_cast<Number>(cosine_of_16th(4));
  FOLDWAVE_UNROLL
  for (int i = 0; i < half_side; ++i) {
    Value& a = of_half(line, h, i);
    Value& b = of_half(line, h + 1, i);
    const Value sum = (a + b) * root, difference = (a - b) * root;
    a = sum;
    b = difference;
  }
}

template <class Number>
struct LappedTurn {
  static constexpr Number cos_13 = static_cast<Number>(0.91775462568398115);
  static constexpr Number sin_13 = static_cast<Number>(0.39714789063478056);
  static constexpr Number cos_16 = static_cast<Number>(0.87630668004386358);
  static constexpr Number sin_16 = static_cast<Number>(0.48175367410171532);
};

template <class Value, class Number>
HOST_DEVICE FOLDWAVE_INLINE void rotate(Value& a, Value& b, Number cosine, Number sine) {
  const Value turned = a * cosine - b * sine;
  b = b * cosine + a * sine;
  a = turned;
}

template <class Number, class Value>
HOST_DEVICE FOLDWAVE_INLINE void turn_lapped(Value* line, int h) {
  using T = LappedTurn<Number>;
  rotate(of_half(line, h, 0), of_half(line, h, 1), T::cos_13, T::sin_13);
  rotate(of_half(line, h, 1), of_half(line, h, 2), T::cos_16, T::sin_16);
  rotate(of_half(line, h, 2), of_half(line, h, 3), T::cos_13, T::sin_13);
}
template <class Number, class Value>
HOST_DEVICE FOLDWAVE_INLINE void turn_lapped_back(Value* line, int h) {
  using T = LappedTurn<Number>;
  rotate(of_half(line, h, 2), of_half(line, h, 3), T::cos_13, -T::sin_13);
  rotate(of_half(line, h, 1), of_half(line, h, 2), T::cos_16, -T::sin_16);
  rotate(of_half(line, h, 0), of_half(line, h, 1), T::cos_13, -T::sin_13);
}

// The turns of the even half and of the odd half before the first stage, then of each stage. The even half's
// leaves its first value alone, the block's mean.
constexpr int general_turn_count = general_stages + 2;
template <class Number>
struct GeneralTurns {
  Number at[general_turn_count][half_side][half_side];
};
template <class Number>
HOST_DEVICE constexpr GeneralTurns<Number> general_turns() {
  constexpr GeneralTurns<double> exact = {
      {{{1, 0, 0, 0},
        {0, 0.99973727277838442, -0.02269469777074018, -0.0032149822290017914},
        {0, 0.022423560207119875, 0.99743101386574118, -0.068033495620887188},
        {0, 0.0047507226056366075, 0.067943530022029089, 0.99767785750855975}},
       {{0.5351433431664977, -0.40788264371832922, 0.63803262923801174, -0.37438979051993448},
        {0.67258486603848089, 0.73060763982164734, -0.11403860254280623, -0.028935648261693522},
        {-0.50616361270727928, 0.545793541986894, 0.59053084549649815, -0.31173887664791955},
        {0.071060519359894631, 0.044199944717035616, 0.48081481016593564, 0.87281950356325577}},
       {{0.86511866722997766, -0.35356156629578972, 0.19066763293569436, -0.30034940352761569},
        {0.31608935076332367, 0.64424625585921103, -0.64670477660245285, -0.25847091918624077},
        {-0.068143978883004483, 0.56973549074461205, 0.70251835022751363, -0.42098199049555696},
        {0.38342354138242535, 0.36788918336348503, 0.22778663978355607, 0.81593944837470889}},
       {{-0.60946078119043368, 0.68245273821893082, -0.011759048000370203, -0.40333303990418984},
        {-0.060681514262740294, -0.42554440432321738, -0.66668188906215775, -0.60890473193471883},
        {0.69929575057232107, 0.59095418775564534, -0.39965414726807474, -0.045112789505721909},
        {-0.36859295062307068, 0.062796242090963572, -0.62902587081777961, 0.68155874476978562}},
       {{0.92393722519965071, 0.075827869778361784, -0.34102540536477455, 0.15585830408110046},
        {-0.051977477832006569, 0.96577301327158427, 0.16301813471390536, 0.19495106152300448},
        {0.3414289533233289, -0.15245694327260695, 0.92457013810445243, 0.07316563405057587},
        {-0.16451326852606471, -0.19567703352507393, -0.047925153893376649, 0.96558224023331862}},
       {{0.089227807947213938, 0.000361610673442169, 0.97143044716548699, 0.21991169556555645},
        {0.021908182443802764, 0.17028904640447362, 0.21553878912529015, -0.96128284214328297},
        {-0.69283575043574108, -0.70513089519235206, 0.091127415148409704, -0.12026985396077132},
        {-0.71521818541553284, 0.68832545395155065, 0.039518488212925439, 0.11449587670597125}}}};
  GeneralTurns<Number> turns{};
  for (int s = 0; s < general_turn_count; ++s)
    for (int i = 0; i < half_side; ++i)
      for (int j = 0; j < half_side; ++j)
        turns.at[s][i][j] = static_cast<Number>(exact.at[s][i][j]);
  return turns;
}

// By matrix `turn`, or its transpose.
template <class Number, bool back, class Value>
HOST_DEVICE FOLDWAVE_INLINE void turn_general(Value* line, int h, int turn) {
  constexpr GeneralTurns<Number> turns = general_turns<Number>();
  Value x[half_side];
  FOLDWAVE_UNROLL
  for (int i = 0; i < half_side; ++i)
    x[i] = of_half(line, h, i);
  FOLDWAVE_UNROLL
  for (int i = 0; i < half_side; ++i) {
    Value sum = x[0] * (back ? turns.at[turn][0][i] : turns.at[turn][i][0]);
    FOLDWAVE_UNROLL
    for (int j = 1; j < half_side; ++j)
      sum = sum + x[j] * (back ? turns.at[turn][j][i] : turns.at[turn][i][j]);
    of_half(line, h, i) = sum;
  }
}

// The coefficients of `blocks` blocks in place of their cosine coefficients, and back.
template <class Number, class Value>
HOST_DEVICE FOLDWAVE_INLINE void lap(Value* line, int blocks) {
  FOLDWAVE_UNROLL
  for (int b = 0; b < blocks; ++b)
    butterfly<Number>(line, 2 * b);
  FOLDWAVE_UNROLL
  for (int b = 0; b + 1 < blocks; ++b) {
    butterfly<Number>(line, 2 * b + 1);
    turn_lapped<Number>(line, 2 * b + 2);
  }
  // What stands between two blocks becomes the first's; both ends' halves the last's.
  FOLDWAVE_UNROLL
  for (int i = 0; i < half_side; ++i) {
    const Value first = of_half(line, 0, i);
    FOLDWAVE_UNROLL
    for (int h = 0; h + 1 < 2 * blocks; ++h)
      of_half(line, h, i) = of_half(line, h + 1, i);
    const Value last = of_half(line, 2 * blocks - 1, i);
    of_half(line, 2 * blocks - 2, i) = first;
    of_half(line, 2 * blocks - 1, i) = last;
  }
}
template <class Number, class Value>
HOST_DEVICE FOLDWAVE_INLINE void lap_back(Value* line, int blocks) {
  FOLDWAVE_UNROLL
  for (int i = 0; i < half_side; ++i) {
    const Value first = of_half(line, 2 * blocks - 2, i);
    FOLDWAVE_UNROLL
    for (int h = 2 * blocks - 2; h > 0; --h)
      of_half(line, h, i) = of_half(line, h - 1, i);
    of_half(line, 0, i) = first;
  }
  FOLDWAVE_UNROLL
  for (int b = 0; b + 1 < blocks; ++b) {
    turn_lapped_back<Number>(line, 2 * b + 2);
    butterfly<Number>(line, 2 * b + 1);
  }
  FOLDWAVE_UNROLL
  for (int b = 0; b < blocks; ++b)
    butterfly<Number>(line, 2 * b);
}

// Stages in twos: from blocks to between them, and back to blocks.
template <class Number, class Value>
HOST_DEVICE FOLDWAVE_INLINE void lap_general(Value* line, int blocks) {
  FOLDWAVE_UNROLL
  for (int b = 0; b < blocks; ++b) {
    turn_general<Number, false>(line, 2 * b, 0);
    turn_general<Number, false>(line, 2 * b + 1, 1);
  }
  FOLDWAVE_UNROLL
  for (int stage = 0; stage < general_stages; stage += 2) {
    FOLDWAVE_UNROLL
    for (int b = 0; b < blocks; ++b)
      butterfly<Number>(line, 2 * b);
    FOLDWAVE_UNROLL
    for (int b = 0; b + 1 < blocks; ++b) {
      butterfly<Number>(line, 2 * b + 1);
      turn_general<Number, false>(line, 2 * b + 2, stage + 2);
      butterfly<Number>(line, 2 * b + 1);
    }
    FOLDWAVE_UNROLL
    for (int b = 0; b < blocks; ++b) {
      butterfly<Number>(line, 2 * b);
      turn_general<Number, false>(line, 2 * b + 1, stage + 3);
    }
  }
}
template <class Number, class Value>
HOST_DEVICE FOLDWAVE_INLINE void lap_general_back(Value* line, int blocks) {
  FOLDWAVE_UNROLL
  for (int stage = general_stages - 2; stage >= 0; stage -= 2) {
    FOLDWAVE_UNROLL
    for (int b = 0; b < blocks; ++b) {
      turn_general<Number, true>(line, 2 * b + 1, stage + 3);
      butterfly<Number>(line, 2 * b);
    }
    FOLDWAVE_UNROLL
    for (int b = 0; b + 1 < blocks; ++b) {
      butterfly<Number>(line, 2 * b + 1);
      turn_general<Number, true>(line, 2 * b + 2, stage + 2);
      butterfly<Number>(line, 2 * b + 1);
    }
    FOLDWAVE_UNROLL
    for (int b = 0; b < blocks; ++b)
      butterfly<Number>(line, 2 * b);
  }
  FOLDWAVE_UNROLL
  for (int b = 0; b < blocks; ++b) {
    turn_general<Number, true>(line, 2 * b, 0);
    turn_general<Number, true>(line, 2 * b + 1, 1);
  }
}

}  // namespace foldwave
