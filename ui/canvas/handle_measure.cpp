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
  return what == Measuring::angle ? 3 : 2;
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
  if (measuring_ == Measuring::thickness) {
    show_measured(thickness_at(at));
    const std::string& words = handles_.measured().words;
    return emit measured(words.empty()
                             ? tr("No layer with both its boundaries across the bedding in the box is here")
                             : QString::fromStdString(words));
  }
  const auto place = measured_place(at);
  if (!place) return emit measured(tr("There is nothing to measure from here: click on rock"));
  places_.push_back(*place);
  const Measured now{places_, measured_words(places_, measures_level())};
  show_measured(now);
  if (places_.size() == places_of(measuring_)) emit measured(QString::fromStdString(now.words));
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
