// The gather view with its gains.
#pragma once

#include <memory>

#include "ui/scene/gather_scene.hpp"
#include "ui/views/pane.hpp"

namespace foldwave {

class GatherPane : public Pane {
  Q_OBJECT

 public:
  GatherPane(const QString& why_no_opengl, QWidget* parent);
  ~GatherPane() override;

  void show_gather(std::shared_ptr<const Gather> gather, const Vec3& source_local);
  void mark_time(double seconds);
  GatherScene& scene() { return scene_; }

 signals:
  void read(const QString& words);

 private:
  void set_options(const GatherOptions& options);
  GatherScene scene_;
};

}  // namespace foldwave
