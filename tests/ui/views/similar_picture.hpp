// Compares a picture of the screen with one that was looked at and kept in tests/ui/baselines, by structural
// similarity (Wang et al. 2004): per window of 8 x 8 pixels
//
//   SSIM = (2 m_a m_b + c1)(2 s_ab + c2) / ((m_a^2 + m_b^2 + c1)(s_a^2 + s_b^2 + c2)),  c1 = (0.01 L)^2, c2 =
//   (0.03 L)^2
//
// over brightness (L = 255). The mean may be as good as one while a part is gone: the worst patch of 16 x 16
// pixels must be similar too.
//
// FOLDWAVE_BASELINES=DIR writes the pictures there instead: look at them before they are kept.
#pragma once

#include <QImage>
#include <QString>

namespace foldwave {

struct Similarity {
  double mean = 0.0;   // over the picture
  double worst = 0.0;  // of any patch
};
Similarity similarity(const QImage& a, const QImage& b);  // of one size

bool keeping_baselines();

// Empty when the picture is similar; else how it differs.
QString similar_to_baseline(const QImage& picture, const char* name);

}  // namespace foldwave
