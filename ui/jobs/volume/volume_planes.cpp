#include "ui/jobs/volume/volume_planes.hpp"

#include <algorithm>
#include <utility>

namespace foldwave {

namespace {

constexpr int histogram_bins = 128;

VolumePlane read_side(PlaneReader* a, PlaneReader* b, VolumeSide side, int axis, int node, const Job& job) {
  if (side == VolumeSide::a) return a->read(axis, node, job);
  if (side == VolumeSide::b) return b->read(axis, node, job);
  const VolumePlane left = a->read(axis, node, job);
  return difference(left, b->read(axis, node, job));
}

VolumePlane filtered(const VolumePlanes::Filter& filter, const Grid3& grid, VolumePlane plane,
                     const Job& job) {
  if (!filter) return plane;
  const auto u = static_cast<std::size_t>(plane_u(plane.axis)),
             v = static_cast<std::size_t>(plane_v(plane.axis));
  return filter(std::move(plane), grid.h[u], grid.h[v], job);
}

ValueHistogram histogram_of_difference(const Field<float>& a, const Field<float>& b) {
  std::vector<float> values(a.values().begin(), a.values().end());
  for (std::size_t m = 0; m < values.size(); ++m)
    values[m] -= b.values()[m];
  return value_histogram(values, histogram_bins);
}

}  // namespace

VolumePlanes::VolumePlanes(QObject* parent) : QObject(parent) {
  connect(&planes_, &Worker::finished, this, [this](const QString&, Outcome outcome, const QString& why) {
    under_way_ = false;
    if (outcome == Outcome::failed) {
      due_ = {};
      emit failed(why);
    }
    if (std::ranges::find(due_, true) != due_.end() && is_there()) begin();
  });
  connect(&pass_, &Worker::finished, this, [this](const QString&, Outcome outcome, const QString& why) {
    if (outcome == Outcome::failed) emit failed(why);
    if (survey_wanted_ && !pass_.busy()) survey();
  });
}

void VolumePlanes::set_volumes(Volume a, Volume b) {
  if (a == a_.volume && b == b_.volume) return;
  ++volumes_;
  ++asked_;
  pass_.stop();
  planes_.stop();
  due_ = {};
  wished_ = {-1, -1, -1};
  errors_.reset();
  difference_.reset();
  const Known known[] = {a_, b_};
  const auto take = [&known](Volume volume) {
    for (const Known& k : known)
      if (volume && k.volume == volume) return k;
    return Known{volume, volume ? std::make_shared<PlaneReader>(volume) : nullptr, nullptr};
  };
  a_ = take(std::move(a));
  b_ = take(std::move(b));
  // Each has a reader of its own: what one keeps the other must not drop.
  if (b_.volume && b_.reader == a_.reader) b_.reader = std::make_shared<PlaneReader>(b_.volume);
}

void VolumePlanes::set_side(VolumeSide side) {
  if (side == side_) return;
  side_ = side;
  ++asked_;
  wished_ = {-1, -1, -1};
}

void VolumePlanes::set_filter(Filter filter) {
  filter_ = std::move(filter);
  ++asked_;
  wished_ = {-1, -1, -1};
}

bool VolumePlanes::are_alike() const {
  return a_.volume && b_.volume && a_.volume->grid().n == b_.volume->grid().n;
}

const VolumeSurvey* VolumePlanes::survey_of(VolumeSide side) const {
  return side == VolumeSide::a ? a_.survey.get() : side == VolumeSide::b ? b_.survey.get() : nullptr;
}

const ValueHistogram* VolumePlanes::histogram_of(VolumeSide side) const {
  const auto& of = side == VolumeSide::a ? a_.histogram : side == VolumeSide::b ? b_.histogram : difference_;
  return of ? &*of : nullptr;
}

bool VolumePlanes::is_there() const {
  if (side_ == VolumeSide::difference) return are_alike();
  return (side_ == VolumeSide::a ? a_ : b_).volume != nullptr;
}

bool VolumePlanes::is_quick() const {
  return !filter_ && (!wants(VolumeSide::a) || a_.volume->field() != nullptr) &&
         (!wants(VolumeSide::b) || b_.volume->field() != nullptr);
}

bool VolumePlanes::has_coarse() const {
  const auto a = a_.coarse(), b = b_.coarse();
  if (side_ != VolumeSide::difference) return (side_ == VolumeSide::a ? a : b) != nullptr;
  return a && b && a->shape() == b->shape();
}

void VolumePlanes::wish(const std::array<int, 3>& nodes) {
  if (!is_there()) return;
  std::array<bool, 3> axes{};
  for (std::size_t a = 0; a < 3; ++a)
    axes[a] = nodes[a] != wished_[a];
  wished_ = nodes;
  if (std::ranges::find(axes, true) == axes.end()) return;
  if (is_quick()) return read_now(axes);
  // A coarse plane is not filtered.
  const bool coarse = !filter_ && has_coarse();
  for (int axis = 0; axis < 3; ++axis)
    if (axes[static_cast<std::size_t>(axis)]) {
      if (coarse) show_coarse(axis);
      due_[static_cast<std::size_t>(axis)] = true;
    }
  if (!under_way_) return begin();
  // Without a coarse plane one that is late is better than none.
  if (coarse) planes_.supersede(reading_);
}

void VolumePlanes::show_coarse(int axis) {
  const int node = wished_[static_cast<std::size_t>(axis)];
  const auto of = [&](const Known& k) { return coarse_plane(*k.coarse(), k.volume->grid(), axis, node); };
  emit plane_came(side_ == VolumeSide::a   ? of(a_)
                  : side_ == VolumeSide::b ? of(b_)
                                           : difference(of(a_), of(b_)),
                  true);
}

void VolumePlanes::read_now(const std::array<bool, 3>& axes) {
  // Readers belong to the planes' thread: these are new, and hold nothing of a volume in memory.
  std::optional<PlaneReader> a, b;
  if (wants(VolumeSide::a)) a.emplace(a_.volume);
  if (wants(VolumeSide::b)) b.emplace(b_.volume);
  for (int axis = 0; axis < 3; ++axis)
    if (axes[static_cast<std::size_t>(axis)])
      emit plane_came(read_side(a ? &*a : nullptr, b ? &*b : nullptr, side_, axis,
                                wished_[static_cast<std::size_t>(axis)], {}),
                      false);
  emit damaged({});
}

// What is due stays so until it is shown: a reading may be given up for a newer one.
void VolumePlanes::begin() {
  under_way_ = true;
  reading_ = planes_.start(QString(), [this, axes = due_, nodes = wished_, a = a_.reader, b = b_.reader,
                                       side = side_, asked = asked_, filter = filter_,
                                       grid = (a_.volume ? a_ : b_).volume->grid()](const Job& job) {
    for (int axis = 0; axis < 3; ++axis) {
      const auto m = static_cast<std::size_t>(axis);
      if (!axes[m]) continue;
      auto plane = std::make_shared<const VolumePlane>(
          filtered(filter, grid, read_side(a.get(), b.get(), side, axis, nodes[m], job), job));
      planes_.hand_over([this, plane, asked] {
        if (asked != asked_) return;
        const auto at = static_cast<std::size_t>(plane->axis);
        if (plane->node == wished_[at]) due_[at] = false;
        emit plane_came(*plane, false);
      });
    }
    std::string words = side != VolumeSide::b ? a->damage() : std::string();
    if (words.empty() && side != VolumeSide::a) words = b->damage();
    planes_.hand_over([this, words, asked] {
      if (asked == asked_) emit damaged(QString::fromStdString(words));
    });
  });
}

void VolumePlanes::survey() {
  survey_wanted_ = pass_.busy();
  if (survey_wanted_) return;
  if (a_.volume && !a_.survey) pass_through(&VolumePlanes::a_);
  if (b_.volume && !b_.survey) pass_through(&VolumePlanes::b_);
  if (are_alike() && !errors_) compare();
}

void VolumePlanes::stop() {
  pass_.stop();
  planes_.stop();
}

void VolumePlanes::pass_through(Known VolumePlanes::*which) {
  const Volume volume = (this->*which).volume;
  Worker::Order order{tr("Read a volume"), QString::fromStdString(volume->facts().array)};
  pass_.start(order, [this, volume, which, count = volumes_](const Job& job) {
    const auto survey = std::make_shared<const VolumeSurvey>(survey_volume(*volume, job));
    const auto histogram = value_histogram(survey->coarse.values(), histogram_bins);
    pass_.hand_over([this, survey, histogram, which, count] {
      if (count != volumes_) return;
      (this->*which).survey = survey;
      (this->*which).histogram = histogram;
      if (a_.survey && b_.survey && are_alike())
        difference_ = histogram_of_difference(a_.survey->coarse, b_.survey->coarse);
      emit surveyed();
    });
  });
}

void VolumePlanes::compare() {
  pass_.start(Worker::Order{tr("Compare volumes"), QString::fromStdString(b_.volume->facts().array)},
              [this, a = a_.volume, b = b_.volume, count = volumes_](const Job& job) {
                const VolumeDifference errors = difference_of(*a, *b, Damage::go_on, job);
                pass_.hand_over([this, errors, count] {
                  if (count != volumes_) return;
                  errors_ = errors;
                  emit surveyed();
                });
              });
}

}  // namespace foldwave
