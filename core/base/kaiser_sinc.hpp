// The sinc under a Kaiser window, for band-limited values between samples.
//
//   w(x) = sin(pi x) / (pi x) I_0(b sqrt(1 - (x / W)^2)) / I_0(b),   |x| < W;  0 beyond
//
// x and the half-width W in samples, b the window's shape (Kaiser 1974): a larger one ripples less and cuts
// less sharply.
#pragma once

namespace foldwave {

class KaiserSinc {
 public:
  // b of 0 to 20.
  KaiserSinc(double half_width, double b);
  double operator()(double x) const;

 private:
  double half_width_, b_, scale_;
};

}  // namespace foldwave
