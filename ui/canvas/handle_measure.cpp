// How a view with handles measures: places that are clicked on, and what lies between them.
#include <QClipboard>
#include <QGuiApplication>
#include <algorithm>
#include <cmath>

#include "ui/canvas/handle_view.hpp"
#include "ui/scene/rock/measured_words.hpp"

namespace foldwave {
namespace {

std::size_t places_of(Measuring what) {
  return what == Measuring::angle ? 3 : what == Measuring::distance ? 2 : 1;
}

}  // namespace

void HandleView::set_measuring(Measuring what) {
  measuring_ = what;
  clear_measured();
}

void HandleView::show_measured(Measured measured) {
  handles_.show_measured(std::move(measured));
  update_marks();
}

void HandleView::clear_measured() {
  places_.clear();
  show_measured({});
}

void HandleView::copy_measured() {
  const std::string& words = handles_.measured().words;
  if (words.empty()) return emit measured(tr("Nothing is measured here yet"));
  QGuiApplication::clipboard()->setText(QString::fromStdString(words));
  emit measured(tr("In the clipboard: %1").arg(QString::fromStdString(words)));
}

// A place after the last one begins anew.
void HandleView::press_measuring(const QPointF&) {
  if (places_.size() >= places_of(measuring_)) clear_measured();
}

void HandleView::put_place(const QPointF& at) {
  const auto place = measured_place(at);
  if (!place) return emit measured(tr("There is nothing to measure from here: click on rock"));
  if (places_.empty()) measured_in_ = rock_;
  places_.push_back(*place);
  show_places();
  if (places_.size() < places_of(measuring_)) return;
  const std::string& words = handles_.measured().words;
  emit measured(words.empty() ? tr("No layer with both its boundaries across the bedding in the box is here")
                              : QString::fromStdString(words));
}

bool HandleView::is_of_other_rock() const {
  return measured_in_.owner_before(rock_) || rock_.owner_before(measured_in_);
}

// The places stay where they were put: what they were put on may have moved from there.
void HandleView::show_places() {
  if (places_.empty()) return;
  if (measuring_ == Measuring::thickness) return show_measured(thickness_of(places_.front()));
  std::string words = measured_words(places_, measures_level());
  if (!words.empty() && is_of_other_rock()) words += tr(" (before the model changed)").toStdString();
  show_measured({places_, words});
}

void HandleView::show_rock(const std::shared_ptr<const void>& rock) {
  rock_ = rock;
  if (is_measuring()) show_places();
}

// From the last place to the pointer.
void HandleView::follow_measuring(const QPointF& at) {
  if (measuring_ == Measuring::thickness || places_.size() >= places_of(measuring_)) return;
  const bool drags =
      places_.empty() && measuring_ == Measuring::distance && scene().is_flat() && pointer_down_;
  if (places_.empty() && !drags) return;
  std::vector<Vec3> places = places_;
  for (const QPointF& next : drags ? std::vector{press_at_, at} : std::vector{at})
    if (const auto place = measured_place(next)) places.push_back(*place);
  show_measured({places, measured_words(places, measures_level())});
}

}  // namespace foldwave
