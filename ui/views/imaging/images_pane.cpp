#include "ui/views/imaging/images_pane.hpp"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <functional>

#include "core/base/error.hpp"
#include "ui/scene/flat/section_image.hpp"
#include "ui/widgets/said.hpp"

namespace foldwave {
namespace {

constexpr std::size_t most_images = 8;
constexpr double colored_share = 0.99;  // of magnitudes, have a colour of their own

enum ImagesMode { two_sides, difference_of_both };

// The nodes of `place` across an axis; a section's are those across y.
struct ImageCut {
  std::size_t axis = 1;
  int place = 0;
};

// `value` of each of these nodes.
ImageMapContent map_over(const SurveyResult& result, ImageCut cut,
                         const std::function<float(const std::array<int, 3>& node)>& value) {
  ImageMapContent map;
  const Grid3& grid = result.grid;
  const std::size_t across = cut.axis == 0 ? 1 : 0, down = cut.axis == 2 ? 1 : 2;
  map.width = grid.n[across], map.height = grid.n[down];
  std::array<int, 3> node{};
  node[cut.axis] = std::min(cut.place, grid.n[cut.axis] - 1);
  for (int k = 0; k < map.height; ++k)
    for (int i = 0; i < map.width; ++i) {
      node[across] = i;
      // North is up.
      node[down] = cut.axis == 2 ? map.height - 1 - k : k;
      map.values.push_back(value(node));
    }
  const auto first = [&](std::size_t axis) { return grid.origin[static_cast<int>(axis)]; };
  const auto last = [&](std::size_t axis) { return first(axis) + grid.extent()[static_cast<int>(axis)]; };
  map.top = first(down), map.bottom = last(down);
  if (cut.axis == 2) std::swap(map.top, map.bottom);
  if (grid.is_section()) {
    map.right = grid.extent().x;
    map.across = ImagesPane::tr("along the section (m)");
  } else {
    map.left = first(across), map.right = last(across);
    map.across = across == 0 ? ImagesPane::tr("x (m)") : ImagesPane::tr("y (m)");
  }
  return map;
}

ImageMapContent map_over(const SurveyResult& result, const Field<float>& values, ImageCut cut) {
  return map_over(result, cut, [&](const std::array<int, 3>& n) { return values(n[0], n[1], n[2]); });
}

ImageMapContent resolution_map(const SurveyResult& result, ImageCut cut) {
  const LateralResolution resolution = resolution_of(result);
  const Field<float>& velocity = *result.velocity;
  return map_over(result, cut, [&](const std::array<int, 3>& n) {
    return static_cast<float>(
        resolution.at(n[0], n[1], n[2], static_cast<double>(velocity(n[0], n[1], n[2]))));
  });
}

// Classes across, depth down.
ImageMapContent gather_map(const SurveyResult& result, const ImageGather& gather, double most) {
  ImageMapContent map;
  map.width = gather.image.shape()[0], map.height = gather.image.shape()[2];
  map.values.assign(gather.image.values().begin(), gather.image.values().end());
  map.right = most;
  map.top = result.grid.origin.z, map.bottom = result.grid.origin.z + result.grid.extent().z;
  map.high = std::max(usual_largest(gather.image, colored_share), 1e-300);
  map.low = -map.high;
  map.true_scale = false;
  return map;
}

QString shown_flatness(const ImageGather& gather) {
  return QString::number(gather_flatness(gather), 'f', 2);
}

}  // namespace

ImagesPane::ImagesPane(QWidget* parent) : QWidget(parent) {
  auto* const all = new QVBoxLayout(this);
  all->setContentsMargins(6, 6, 6, 6);
  auto* const line = new QHBoxLayout;
  all->addLayout(line);
  const auto add_choice = [&](const QString& name, const QStringList& items) {
    auto* const box = new QComboBox(this);
    box->setObjectName("images " + name);
    box->setAccessibleName(name);
    box->addItems(items);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(5);
    line->addWidget(box, 1);
    connect(box, &QComboBox::currentIndexChanged, this, &ImagesPane::refresh);
    return box;
  };
  choices_ = {add_choice(tr("left"), {}), add_choice(tr("right"), {})};
  shown_ = add_choice(tr("what"), {tr("image"), tr("illumination"), tr("lateral resolution"), tr("gathers")});
  mode_ = add_choice(tr("how"), {tr("side by side"), tr("difference")});
  cut_ = add_choice(tr("plane"), {tr("across x"), tr("across y"), tr("at a depth")});
  auto* const maps = new QHBoxLayout;
  for (ImageMap*& map : maps_) {
    map = new ImageMap(this);
    maps->addWidget(map, 1);
  }
  all->addLayout(maps, 1);
  auto* const below = new QHBoxLayout;
  place_words_ = new QLabel(tr("Place"), this);
  place_ = new QSlider(Qt::Horizontal, this);
  place_->setObjectName("images place");
  place_->setAccessibleName(tr("Place of the gathers, or of the plane"));
  connect(place_, &QSlider::valueChanged, this, &ImagesPane::refresh);
  below->addWidget(place_words_);
  below->addWidget(place_, 1);
  all->addLayout(below);
  words_ = new QLabel(this);
  words_->setObjectName("images words");
  words_->setWordWrap(true);
  all->addWidget(words_);
  cut_->setCurrentIndex(1);
  refresh();
}

QString ImagesPane::words() const {
  return words_->text();
}

void ImagesPane::take(const std::shared_ptr<const SurveyOutcome>& survey, bool stale) {
  stale_ = stale;
  if (survey != latest_) keep(survey);
  refresh();
}

void ImagesPane::add(const std::shared_ptr<const SurveyOutcome>& survey) {
  const Kept own = latest_;
  keep(survey);
  latest_ = own;
  refresh();
}

void ImagesPane::keep(const Kept& one) {
  if (!one || one->result.shots_done != one->result.shots || !one->result.velocity) return;
  std::erase_if(kept_, [&](const Kept& other) { return other->scenario.name == one->scenario.name; });
  kept_.push_back(one);
  if (kept_.size() > most_images) kept_.erase(kept_.begin());
  latest_ = one;
  fill_choices();
}

QString ImagesPane::name_of(const Kept& one) const {
  const QString name = QString::fromStdString(one->scenario.name);
  return one == latest_ && stale_ ? tr("%1, stale").arg(name) : name;
}

// The newest stands at the left, the one before it at the right.
void ImagesPane::fill_choices() {
  for (int side = 0; side < 2; ++side) {
    const QSignalBlocker quiet(choice(side));
    choice(side)->clear();
    for (const Kept& one : kept_)
      choice(side)->addItem(QString::fromStdString(one->scenario.name));
    choice(side)->setCurrentIndex(std::max(0, static_cast<int>(kept_.size()) - 1 - side));
  }
}

ImagesPane::Kept ImagesPane::chosen(int side) const {
  const int at = choice(side)->currentIndex();
  return at >= 0 && at < kept() ? kept_[static_cast<std::size_t>(at)] : nullptr;
}

// Of a new number of them the middle one.
void ImagesPane::offer_places(int count) {
  const QSignalBlocker quiet(place_);
  if (place_->maximum() == count - 1) return;
  place_->setRange(0, std::max(0, count - 1));
  place_->setValue(count / 2);
}

void ImagesPane::refresh() {
  const Kept left = chosen(0), right = chosen(1);
  const bool by_gathers = shown_->currentIndex() == gathers;
  const bool volume = left && !left->result.grid.is_section();
  for (QWidget* const widget : std::initializer_list<QWidget*>{place_, place_words_})
    widget->setVisible(by_gathers || volume);
  cut_->setVisible(volume && !by_gathers);
  choices_[1]->setEnabled(!by_gathers && left != nullptr);
  mode_->setEnabled(shown_->currentIndex() == image && left != nullptr);
  if (!left) {
    words_->clear();
    maps_[0]->show_words(tr("No image yet: Run > Seismic image. One of each variant is kept here"));
    return maps_[1]->show_words({});
  }
  by_gathers ? show_gathers(left) : show_maps(left, right);
}

void ImagesPane::show_maps(const Kept& left, const Kept& right) {
  const int what = shown_->currentIndex();
  const bool difference = what == image && mode_->currentIndex() == difference_of_both;
  words_->clear();
  ImageCut cut;
  if (const Grid3& grid = left->result.grid; !grid.is_section()) {
    cut.axis = static_cast<std::size_t>(cut_->currentIndex());
    offer_places(grid.n[cut.axis]);
    cut.place = place_->value();
    const int axis = cut_->currentIndex();
    place_words_->setText(tr("%1 %2 m")
                              .arg(axis == 0   ? tr("x")
                                   : axis == 1 ? tr("y")
                                               : tr("depth"))
                              .arg(grid.origin[axis] + cut.place * grid.h[cut.axis], 0, 'f', 0));
  }
  std::array<ImageMapContent, 2> maps;
  const std::array<Kept, 2> both{left, right};
  double most = 0.0;
  for (std::size_t s = 0; s < 2; ++s) {
    const SurveyResult& result = both[s]->result;
    const ImageCut here = result.grid.is_section() ? ImageCut{} : cut;
    if (what == resolution) {
      maps[s] = resolution_map(result, here);
      maps[s].unit = tr("m");
      Field<float> shown({maps[s].width, 1, maps[s].height});
      std::ranges::copy(maps[s].values, shown.data());
      most = std::max(most, usual_largest(shown, 0.9));
    } else {
      const Field<float>& values = what == illumination ? result.illumination : result.image;
      if (values.empty()) return maps_[s]->show_words(tr("It was made without illumination"));
      maps[s] = map_over(result, values, here);
      most = std::max(most, usual_largest(values, what == illumination ? 0.9 : colored_share));
    }
    maps[s].title = name_of(both[s]);
  }
  if (difference) {
    try {
      maps[1] = map_over(left->result, image_difference(left->result, right->result), cut);
      maps[1].title = tr("%1 \u2212 %2").arg(name_of(left), name_of(right));
      const ImageLikeness alike = image_likeness(left->result, right->result);
      words_->setText(tr("correlation %1; the difference is %2 % of the left one")
                          .arg(alike.correlation, 0, 'f', 3)
                          .arg(100.0 * alike.difference, 0, 'f', 1));
    } catch (const Error& error) {
      maps_[1]->show_words(said(error.what()));
      maps[1] = {};
    }
  }
  for (std::size_t s = 0; s < 2; ++s) {
    if (maps[s].width == 0) continue;
    maps[s].high = std::max(most, 1e-300);
    maps[s].low = what == image ? -maps[s].high : 0.0;
    maps[s].colors = what != image          ? MapTints::viridis
                     : difference && s == 1 ? MapTints::signed_colors
                                            : MapTints::gray;
    maps_[s]->show_content(std::move(maps[s]));
  }
}

void ImagesPane::show_gathers(const Kept& of) {
  const SurveyResult& result = of->result;
  const int places = static_cast<int>(result.gathers.size());
  words_->clear();
  if (places == 0) {
    maps_[0]->show_words(tr("It was made without gathers: Imaging > More of the survey > Image gathers"));
    return maps_[1]->show_words({});
  }
  offer_places(places);
  const auto at = static_cast<std::size_t>(place_->value());
  const ImageGather& by_offset = result.gathers[at];
  place_words_->setText(tr("Place %1 m").arg(by_offset.column * result.grid.h[0], 0, 'f', 0));
  ImageMapContent left = gather_map(result, by_offset, result.survey.most_offset);
  left.title = tr("%1, by offset").arg(name_of(of));
  left.across = tr("offset (m)");
  maps_[0]->show_content(std::move(left));
  QString words = tr("flatness by offset %1").arg(shown_flatness(by_offset));
  if (at < result.angle_gathers.size()) {
    const ImageGather& by_angle = result.angle_gathers[at];
    ImageMapContent right = gather_map(result, by_angle, result.survey.most_angle);
    right.title = tr("by angle");
    right.across = tr("incidence (\u00b0)");
    maps_[1]->show_content(std::move(right));
    words += tr(", by angle %1").arg(shown_flatness(by_angle));
  } else {
    maps_[1]->show_words(tr("It was made without angles"));
  }
  words_->setText(words +
                  tr("; 1: flat, as in the right velocity. Bent upwards: too slow, downwards: too fast"));
}

}  // namespace foldwave
