// A recorded gather against the scenario's wave: each of them, one over the other, or their difference, all
// with one scale of colours and one gain; first breaks of both and the travel times that they are held
// against; and the numbers that tell how much is left.
#pragma once

#include <memory>

#include "ui/jobs/outcomes.hpp"
#include "ui/jobs/worker.hpp"
#include "ui/scene/gather/gather_scene.hpp"
#include "ui/views/pane.hpp"

class QLabel;

namespace foldwave {

class ResidualPane : public Pane {
  Q_OBJECT

 public:
  enum Shown { recorded, modelled, both, difference };

  ResidualPane(const QString& why_no_opengl, QWidget* parent);
  ~ResidualPane() override;

  void show_comparison(std::shared_ptr<const ComparisonOutcome> comparison, bool stale);  // null: none
  void show_working(const QString& file);  // what was refused before goes
  void show_refusal(const QString& why);   // beside what is shown, which stays
  void set_shown(Shown what);
  // Beside the window, with what is shown now; what comes of it is told by `message`.
  void export_difference(const QString& file);  // SEG-Y
  void export_table(const QString& file);
  Shown shown() const { return shown_; }
  GatherScene& scene() { return scene_; }
  QString numbers() const;  // lines, tabs between name and value
  QString words() const;    // what was refused, or what the reader of the file remarked
  Worker& worker() { return worker_; }

 signals:
  void again_wished(const QString& file);  // with the scenario as it is now
  void read(const QString& words);         // what is under the pointer
  void message(const QString& words, bool is_error);

 private:
  using Compared = std::shared_ptr<const ComparisonOutcome>;
  void add_what(QHBoxLayout* line);
  void add_gain(QHBoxLayout* line);
  void add_exports(QHBoxLayout* line);
  void say(const QString& words, bool is_error);
  void refresh();
  GatherBeside beside() const;
  std::vector<TraceTimes> times() const;
  void fill_numbers();
  QString ask_file(const QString& title, const QString& kind, const QString& suffix);

  GatherScene scene_;
  Compared comparison_;
  bool stale_ = false, breaks_ = true;
  Shown shown_ = both;
  QList<QAction*> what_, needs_one_;  // one a choice; what can be done with a comparison
  QLabel *said_ = nullptr, *numbers_[2]{};
  QString file_;  // the last that was compared, or was to be
  QAction* again_ = nullptr;
  Worker worker_;
};

}  // namespace foldwave
