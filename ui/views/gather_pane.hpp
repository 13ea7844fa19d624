// The gather view with its gains.
#pragma once

#include <memory>
#include <optional>

#include "core/base/clock.hpp"
#include "core/base/frame_pace.hpp"
#include "ui/scene/gather_scene.hpp"
#include "ui/views/pane.hpp"

namespace foldwave {

class GatherPane : public Pane {
  Q_OBJECT

 public:
  GatherPane(const QString& why_no_opengl, QWidget* parent);
  ~GatherPane() override;

  void show_gather(std::shared_ptr<const Gather> gather, const Vec3& source_local);
  // That of a run in progress, up to its first `samples`: drawn a few times a second at most.
  void show_live(std::shared_ptr<const Gather> gather, const Vec3& source_local, int samples);
  void mark_time(double seconds);
  GatherScene& scene() { return scene_; }

 signals:
  void read(const QString& words);

 private:
  void set_options(const GatherOptions& options);
  GatherScene scene_;
  bool live_ = false;
  Clock clock_;
  FramePace pace_;
  std::optional<double> asked_;  // when a live picture was, that is not drawn yet
};

}  // namespace foldwave
