#include "ui/views/volume/edge_panel.hpp"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/text.hpp"
#include "ui/views/volume/accumulator_plot.hpp"
#include "ui/widgets/cells.hpp"

namespace foldwave {
namespace {

constexpr std::array<double, 9> shares{0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0};  // per cent
constexpr int usual_share = 4;
constexpr int least_height = 124, most_height = 140;  // the view comes first

}  // namespace

EdgePanel::EdgePanel(VolumeScene& scene, QWidget* parent)
    : QWidget(parent),
      scene_(scene),
      slice_(new QComboBox(this)),
      by_(new QComboBox(this)),
      strongest_(new QSlider(Qt::Horizontal, this)),
      count_(new QLabel(this)),
      list_(new QListWidget(this)),
      planes_button_(new QPushButton(tr("Find &planes"), this)),
      keep_(new QPushButton(tr("&Keep as marker"), this)),
      plot_(new AccumulatorPlot(this)) {
  setObjectName("edges");
  setMinimumHeight(least_height);
  setMaximumHeight(most_height);
  make_choices();
  offer_cells(list_, {keep_, planes_button_});
  connect(slice_, &QComboBox::activated, this, [this] { own_.reset(); });
  for (QComboBox* const box : {slice_, by_})
    connect(box, &QComboBox::activated, this, &EdgePanel::planes_changed);
  connect(strongest_, &QSlider::valueChanged, this, &EdgePanel::planes_changed);
  connect(planes_button_, &QPushButton::clicked, this, &EdgePanel::find_planes);
  connect(keep_, &QPushButton::clicked, this, &EdgePanel::keep);
  connect(list_, &QListWidget::currentRowChanged, this, &EdgePanel::choose);
  connect(list_, &QListWidget::itemActivated, this, &EdgePanel::keep);
  const auto planes = [this] { return planes_ ? static_cast<int>(planes_->planes.size()) : 0; };
  connect(plot_, &AccumulatorPlot::line_chosen, this, [this, planes](int line) {
    list_->setCurrentRow(planes() + line);
    list_->setFocus();
  });
  connect(plot_, &AccumulatorPlot::place_chosen, this, [this](const HoughLine& line) {
    own_ = line;
    chosen_ = -1;
    show_found();
    list_->setCurrentRow(list_->count() - 1);
  });
  connect(&search_, &EdgeSearch::lines_came, this, [this](const std::shared_ptr<const PlaneLines>& lines) {
    lines_ = lines;
    take_lines(*lines);
  });
  connect(&search_, &EdgeSearch::planes_came, this, [this](const std::shared_ptr<const HoughPlanes>& found) {
    planes_ = found;
    planes_button_->setEnabled(true);
    chosen_ = found->planes.empty() ? -1 : 0;
    show_found();
  });
  connect(&search_, &EdgeSearch::failed, this, &EdgePanel::refused);
  // However it ended: a job can be stopped in the list of jobs.
  connect(&search_.worker(), &Worker::finished, this,
          [this] { planes_button_->setEnabled(volume_ != nullptr); });
  show_found();
}

void EdgePanel::make_choices() {
  auto* const all = new QHBoxLayout(this);
  all->setContentsMargins(0, 0, 0, 0);
  all->setSpacing(10);
  auto* const left = new QVBoxLayout;
  left->setSpacing(4);
  all->addLayout(left, 3);
  all->addWidget(plot_, 2);
  const auto line = [left] {
    auto* const made = new QHBoxLayout;
    made->setSpacing(6);
    left->addLayout(made);
    return made;
  };
  const auto name = [](QWidget* widget, const char* called, const QString& tip) {
    widget->setObjectName(called);
    widget->setToolTip(tip);
    widget->setAccessibleName(tip);
  };
  slice_->addItems({tr("slice x"), tr("slice y"), tr("depth slice")});
  slice_->setCurrentIndex(1);
  name(slice_, "edge slice", tr("The slice on which lines are found"));
  by_->addItems({tr("steepest"), tr("largest")});
  name(by_, "edge kind", tr("Which nodes vote: where the values change most, or where they are largest"));
  for (QComboBox* const box : {slice_, by_}) {
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(8);
  }
  QHBoxLayout* row = line();
  row->addWidget(slice_, 1);
  row->addWidget(by_, 1);
  row = line();
  strongest_->setRange(0, static_cast<int>(shares.size()) - 1);
  strongest_->setValue(usual_share);
  strongest_->setMinimumWidth(60);
  name(strongest_, "edge share", tr("How many of the nodes vote: the strongest"));
  row->addWidget(strongest_, 1);
  count_->setObjectName("edge count");
  count_->setProperty("role", "unit");
  count_->setMinimumWidth(count_->fontMetrics().horizontalAdvance("50 %, 999 999 nodes"));
  row->addWidget(count_);
  name(list_, "edges found",
       tr("What was found: planes, then lines with their share of the strongest's votes"));
  list_->setMinimumHeight(40);
  list_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  left->addWidget(list_, 1);
  row = line();
  name(planes_button_, "find planes", tr("Searches the whole volume for planes, such as faults"));
  name(keep_, "keep marker",
       tr("Keeps the chosen line or plane beside the model: the views draw it, and it is saved"));
  row->addWidget(planes_button_);
  row->addStretch(1);
  row->addWidget(keep_);
}

int EdgePanel::axis() const {
  return slice_->currentIndex();
}

EdgeRules EdgePanel::rules() const {
  EdgeRules rules;
  rules.by = by_->currentIndex() == 0 ? EdgesBy::steepness : EdgesBy::values;
  rules.strongest = 0.01 * shares[static_cast<std::size_t>(strongest_->value())];
  return rules;
}

void EdgePanel::show_volume(const Volume& volume) {
  if (volume == volume_) return;
  volume_ = volume;
  search_.forget();
  lines_.reset();
  planes_.reset();
  own_.reset();
  chosen_ = -1;
  plot_->clear();
  planes_button_->setEnabled(volume_ != nullptr);
  if (volume_ && volume_->grid().is_section()) slice_->setCurrentIndex(1);
  show_found();
}

void EdgePanel::set_open(bool open) {
  open_ = open;
  setVisible(open);
  if (open) return planes_changed();
  search_.forget();
  scene_.show_edges({});
  show_shapes();
}

// A coarse plane has other samples than the grid: its whole comes.
void EdgePanel::planes_changed() {
  if (!open_ || !volume_) return;
  const SliceValues& values = scene_.values(axis());
  const GridSlice slice{volume_->grid(), axis(), scene_.drawn_node(axis())};
  const auto n = slice.slice().n;
  count_->setText(tr("%1 %").arg(100.0 * rules().strongest));
  if (values.nu != n[0] || values.nv != n[1] || n[0] < 2 || n[1] < 2) return;
  search_.find_lines({axis(), slice.at, values.nu, values.nv, values.values}, volume_->grid(), rules());
}

void EdgePanel::find_planes() {
  if (!volume_) return;
  search_.find_planes(volume_, rules());
  planes_button_->setEnabled(false);
}

void EdgePanel::take_lines(const PlaneLines& lines) {
  const auto n = lines.slice.slice().n;
  VolumeScene::Edges edges{lines.slice.axis, lines.slice.at, n[0], n[1], {}};
  for (const HoughPoint& p : lines.points)
    edges.samples.push_back(static_cast<std::size_t>(p.u) +
                            static_cast<std::size_t>(n[0]) * static_cast<std::size_t>(p.v));
  scene_.show_edges(std::move(edges));
  count_->setText(tr("%1 %, %L2 nodes").arg(100.0 * rules().strongest).arg(lines.points.size()));
  plot_->show_votes(lines.votes, lines.lines);
  if (chosen_ < 0 && !lines.lines.empty()) chosen_ = planes_ ? static_cast<int>(planes_->planes.size()) : 0;
  show_found();
}

void EdgePanel::show_found() {
  found_.clear();
  QStringList words;
  const auto add = [&](const Marker& marker, const QString& behind) {
    found_.push_back(marker);
    words << QString::fromStdString(marker_words(marker)) + behind;
  };
  if (planes_)
    for (const HoughPlane& plane : planes_->planes)
      add(marker_of(plane, volume_->grid(), {}), tr("   score %1").arg(plane.score, 0, 'f', 1));
  if (lines_) {
    const double most = lines_->lines.empty() ? 1.0 : std::abs(lines_->lines.front().votes);
    for (const HoughLine& line : lines_->lines)
      if (const auto marker = marker_of(line, lines_->slice, {}))
        add(*marker, tr("   %1 %").arg(std::lround(100.0 * std::abs(line.votes) / most)));
    if (own_)
      if (const auto marker = marker_of(*own_, lines_->slice, {})) add(*marker, tr("   yours"));
  }
  const QSignalBlocker quiet(list_);
  list_->clear();
  list_->addItems(words);
  choose(chosen_ < static_cast<int>(found_.size()) ? chosen_ : -1);
  list_->setCurrentRow(chosen_);
}

void EdgePanel::choose(int entry) {
  chosen_ = entry;
  keep_->setEnabled(entry >= 0);
  plot_->choose(planes_ ? entry - static_cast<int>(planes_->planes.size()) : entry);
  show_shapes();
}

void EdgePanel::show_shapes() {
  std::vector<MarkerShape> shapes;
  for (std::size_t i = 0; open_ && i < found_.size(); ++i) {
    const bool bold = static_cast<int>(i) == chosen_;
    shapes.push_back({marker_in_box(found_[i], volume_->grid()), std::to_string(i + 1),
                      bold ? theme::active_handle : theme::accent});
  }
  std::erase_if(shapes, [](const MarkerShape& shape) { return shape.corners.empty(); });
  scene_.show_found(std::move(shapes));
  emit redraw_wished();
}

void EdgePanel::keep() {
  if (chosen_ >= 0 && chosen_ < static_cast<int>(found_.size()))
    emit marker_kept(found_[static_cast<std::size_t>(chosen_)]);
}

}  // namespace foldwave
