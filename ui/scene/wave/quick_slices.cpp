#include "ui/scene/wave/quick_slices.hpp"

#include <vtkCamera.h>
#include <vtkGenericOpenGLRenderWindow.h>
#include <vtkMatrix4x4.h>
#include <vtkRenderer.h>
#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "ui/scene/rock/slice.hpp"
#include "ui/scene/stage/scene.hpp"
#include "ui/scene/stage/surfaceless.hpp"

namespace foldwave {
namespace {

constexpr double slack = 0.02;  // of a slice beyond its edges: pixels there are covered in part
constexpr double beside = 1e3;  // farther than all depths, which are from -1 to 1

// From the pixel's centre, bottom row first, to the place on the slice, (a, b) from 0 to 1, and its depth.
struct PlaneOnScreen {
  Eigen::Matrix3d to_plane;  // of (x, y, 1) to (a, b, 1) times anything
  Eigen::Vector3d depth;     // of (a, b, 1), times the same as `weight`
  Eigen::Vector3d weight;
};

PlaneOnScreen plane_on_screen(vtkRenderer* renderer, const Slice& slice, int width, int height) {
  vtkMatrix4x4* const matrix = renderer->GetActiveCamera()->GetCompositeProjectionTransformMatrix(
      renderer->GetTiledAspectRatio(), -1, 1);
  Eigen::Matrix4d to_clip;
  for (int row = 0; row < 4; ++row)
    for (int column = 0; column < 4; ++column)
      to_clip(row, column) = matrix->GetElement(row, column);
  const auto corners = slice.corners();
  const auto vector = [](const std::array<double, 3>& p, double w) {
    return Eigen::Vector4d(p[0], p[1], p[2], w);
  };
  Eigen::Matrix<double, 4, 3> clip;  // of (a, b, 1)
  const Eigen::Vector4d origin = vector(corners[0], 1.0);
  clip.col(0) = to_clip * (vector(corners[1], 1.0) - origin);
  clip.col(1) = to_clip * (vector(corners[2], 1.0) - origin);
  clip.col(2) = to_clip * origin;
  Eigen::Matrix3d to_screen;
  to_screen.row(0) = 0.5 * width * (clip.row(0) + clip.row(3));
  to_screen.row(1) = 0.5 * height * (clip.row(1) + clip.row(3));
  to_screen.row(2) = clip.row(3);
  return {to_screen.inverse(), clip.row(2).transpose(), clip.row(3).transpose()};
}

std::vector<std::uint8_t> rendered(SurfacelessWindow& window, int width, int height) {
  std::vector<std::uint8_t> picture(4 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  window.window()->Render();
  copy_picture(window.window(), width, height, picture.data(), 4 * static_cast<std::ptrdiff_t>(width));
  return picture;
}

}  // namespace

bool QuickSlices::fits(const std::vector<Slice*>& slices, const FrameSize& frame) const {
  if (slices.empty() || slices != slices_ || frame.width != width_ || frame.height != height_) return false;
  for (std::size_t s = 0; s < slices.size(); ++s)
    if (slices[s]->texels() != texels_[s] || slices[s]->node() != nodes_[s]) return false;
  return true;
}

void QuickSlices::look(SurfacelessWindow& window, Scene& scene, const std::vector<Slice*>& slices,
                       const FrameSize& frame) {
  slices_ = slices;
  width_ = frame.width;
  height_ = frame.height;
  texels_.clear();
  nodes_.clear();
  for (const Slice* const slice : slices_) {
    texels_.push_back(slice->texels());
    nodes_.push_back(slice->node());
  }
  for (Slice* const slice : slices_)
    slice->show_plain(std::uint8_t{255});
  const std::vector<std::uint8_t> white = rendered(window, width_, height_);
  for (Slice* const slice : slices_)
    slice->show_plain(std::uint8_t{0});
  black_ = rendered(window, width_, height_);
  for (Slice* const slice : slices_)
    slice->show_plain({});
  find(scene, white);
}

void QuickSlices::find(const Scene& scene, const std::vector<std::uint8_t>& white) {
  std::vector<PlaneOnScreen> planes;
  for (const Slice* const slice : slices_)
    planes.push_back(plane_on_screen(scene.renderer(), *slice, width_, height_));
  seen_.clear();
  for (int row = 0; row < height_; ++row)
    for (int x = 0; x < width_; ++x) {
      const auto pixel = static_cast<std::uint32_t>(row * width_ + x);
      const int part = white[4 * pixel + 1] - black_[4 * pixel + 1];
      if (part <= 0) continue;
      const Eigen::Vector3d at(x + 0.5, height_ - 1 - row + 0.5, 1.0);
      double nearest = 1e300, a = 0.0, b = 0.0;
      int slice = -1;
      for (std::size_t s = 0; s < planes.size(); ++s) {
        if (!slices_[s]->visible()) continue;
        const Eigen::Vector3d q = planes[s].to_plane * at;
        const Eigen::Vector3d place(q[0] / q[2], q[1] / q[2], 1.0);
        const double outside = std::max({-place[0], place[0] - 1.0, -place[1], place[1] - 1.0, 0.0});
        if (!(outside < slack)) continue;
        // Beside its edge a slice counts only where no other is.
        const double depth =
            planes[s].depth.dot(place) / planes[s].weight.dot(place) + (outside > 0.0 ? beside : 0.0);
        if (depth >= nearest) continue;
        nearest = depth;
        slice = static_cast<int>(s);
        a = std::clamp(place[0], 0.0, 1.0);
        b = std::clamp(place[1], 0.0, 1.0);
      }
      if (slice < 0) continue;
      // Nodes are texel centres, the first and the last on the edges.
      const auto [nu, nv] = texels_[static_cast<std::size_t>(slice)];
      const double u = a * (nu - 1), v = b * (nv - 1);
      const int iu = std::clamp(static_cast<int>(u), 0, std::max(nu - 2, 0)),
                iv = std::clamp(static_cast<int>(v), 0, std::max(nv - 2, 0));
      const auto between = [](double t) { return static_cast<std::uint8_t>(std::clamp(t, 0.0, 1.0) * 255); };
      seen_.push_back({pixel, static_cast<std::uint8_t>(slice), static_cast<std::uint8_t>(part),
                       between(u - iu), between(v - iv), static_cast<std::uint32_t>(iv * nu + iu)});
    }
}

void QuickSlices::compose(std::uint8_t* bgra) const {
  std::memcpy(bgra, black_.data(), black_.size());
  struct Picture {
    const std::uint8_t* texels;
    std::size_t right, up;  // bytes to the next texel; 0 where there is none
  };
  std::vector<Picture> pictures;
  for (std::size_t s = 0; s < slices_.size(); ++s)
    pictures.push_back({slices_[s]->picture(), texels_[s][0] > 1 ? std::size_t{3} : 0,
                        texels_[s][1] > 1 ? 3 * static_cast<std::size_t>(texels_[s][0]) : 0});
  for (const Seen& seen : seen_) {
    const Picture& picture = pictures[seen.slice];
    const std::uint8_t *const low = picture.texels + 3 * static_cast<std::size_t>(seen.texel), *const high =
                                                                                                   low +
                                                                                                   picture.up;
    std::uint8_t* const out = bgra + 4 * static_cast<std::size_t>(seen.pixel);
    for (std::size_t c = 0; c < 3; ++c) {
      const unsigned below = low[c] * (256U - seen.u) + low[picture.right + c] * seen.u;
      const unsigned above = high[c] * (256U - seen.u) + high[picture.right + c] * seen.u;
      const unsigned color = (below * (256U - seen.v) + above * seen.v) >> 16U;
      out[2 - c] = static_cast<std::uint8_t>(std::min(255U, out[2 - c] + color * (seen.part + 1U) / 256U));
    }
  }
}

}  // namespace foldwave
