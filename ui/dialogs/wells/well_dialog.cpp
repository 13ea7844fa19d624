#include "ui/dialogs/wells/well_dialog.hpp"

#include <QDialogButtonBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "core/base/error.hpp"
#include "core/formats/wells/well_path.hpp"
#include "core/model/markers/well_markers.hpp"
#include "ui/widgets/cells.hpp"
#include "ui/widgets/number_edit.hpp"
#include "ui/widgets/number_words.hpp"
#include "ui/widgets/plain.hpp"
#include "ui/widgets/said.hpp"

namespace foldwave {
namespace {

enum WellColumn { well_name, well_along, well_east, well_north, well_depth };
constexpr int well_columns = 5;

bool has_head(const Well& well) {
  return well.x && well.y;
}

// The tops of one file and the survey of another are one well, where both name it.
void join_well(std::vector<Well>& wells, Well next) {
  const auto same = std::find_if(wells.begin(), wells.end(), [&](const Well& well) {
    return QString::fromStdString(well.name).compare(QString::fromStdString(next.name),
                                                     Qt::CaseInsensitive) == 0 &&
           well.survey.empty() != next.survey.empty();
  });
  if (same == wells.end()) return wells.push_back(std::move(next));
  if (next.survey.empty()) std::swap(*same, next);
  take_survey(*same, next);
}

void fill_place(QTreeWidgetItem& row, const Vec3& place) {
  row.setText(well_east, number_string(place.x));
  row.setText(well_north, number_string(place.y));
  row.setText(well_depth, number_string(place.z));
}

}  // namespace

WellDialog::WellDialog(const Scenario& scenario, const QStringList& files, QWidget* parent)
    : QDialog(parent), grid_(scenario.grid), markers_(scenario.markers) {
  setObjectName("well dialog");
  setWindowTitle(tr("Import wells"));
  auto* const all = new QVBoxLayout(this);
  all->setContentsMargins(16, 14, 16, 12);
  all->setSpacing(10);
  list_ = new QTreeWidget(this);
  list_->setObjectName("wells");
  list_->setAccessibleName(tr("Wells and their tops"));
  list_->setHeaderLabels(
      {tr("Well and tops"), tr("Along it, m"), tr("East, m"), tr("North, m"), tr("Depth, m")});
  for (int column = 0; column < well_columns; ++column) {
    list_->header()->setSectionResizeMode(
        column, column == well_name ? QHeaderView::Stretch : QHeaderView::ResizeToContents);
    if (column > well_name) list_->headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
  }
  list_->header()->setStretchLastSection(false);
  offer_cells(list_);
  all->addWidget(list_, 1);
  make_head(all);
  remarks_ = new QLabel(tr("Reading..."), this);
  remarks_->setObjectName("well remarks");
  refused_ = new QLabel(this);
  refused_->setObjectName("refused wells");
  refused_->setStyleSheet(QString("color: %1").arg(to_qcolor(theme::stale).name()));
  for (QLabel* const label : {remarks_, refused_}) {
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    all->addWidget(label);
  }
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  accept_ = buttons->button(QDialogButtonBox::Ok);
  accept_->setObjectName("import wells");
  accept_->setText(tr("Import"));
  all->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(buttons, &QDialogButtonBox::accepted, this, [this] {
    QStringList names;
    for (const Well& well : wanted())
      names << QString::fromStdString(well.name);
    emit imported(
        [wells = wanted()](const Scenario& now) {
          Scenario next = now;
          next.markers = with_wells(std::move(next.markers), wells, next.grid);
          return next;
        },
        names.join(", "));
    accept();
  });
  connect(list_, &QTreeWidget::itemChanged, this, [this] {
    if (!filling_) refresh();
  });
  connect(list_, &QTreeWidget::currentItemChanged, this, &WellDialog::show_chosen);
  resize(700, 480);
  accept_->setEnabled(false);
  show_chosen();
  read(files);
}

void WellDialog::make_head(QLayout* into) {
  auto* const line = new QHBoxLayout;
  line->setSpacing(8);
  head_of_ = new QLabel(this);
  head_of_->setObjectName("head of");
  line->addWidget(head_of_, 1);
  const std::array<QString, 3> names{tr("East"), tr("North"), tr("Datum above sea level")};
  const std::array<const char*, 3> called{"head east", "head north", "head datum"};
  for (std::size_t i = 0; i < head_.size(); ++i) {
    auto* const words = new QLabel(names[i], this);
    words->setProperty("role", "unit");
    head_[i] = new NumberEdit(this);
    head_[i]->setObjectName(called[i]);
    head_[i]->setAccessibleName(names[i]);
    head_[i]->setToolTip(tr("Of the well's head, in metres"));
    words->setBuddy(head_[i]);
    line->addWidget(words);
    line->addWidget(head_[i]);
    connect(head_[i], &NumberEdit::edited, this, &WellDialog::take_head);
  }
  qobject_cast<QVBoxLayout*>(into)->addLayout(line);
}

void WellDialog::read(const QStringList& files) {
  worker_.start(Worker::Order{tr("Read wells"), QFileInfo(files.front()).fileName()},
                [this, files](const Job& job) {
                  std::vector<Well> wells;
                  QStringList refused;
                  for (const QString& file : files) {
                    try {
                      join_well(wells, read_well(file.toStdString(), job));
                    } catch (const Stopped&) {
                      throw;
                    } catch (const Error& error) {
                      refused << said(error.what());
                    }
                  }
                  worker_.hand_over([this, wells, refused] { show_wells(wells, refused); });
                });
}

void WellDialog::show_wells(std::vector<Well> wells, const QStringList& refused) {
  wells_ = std::move(wells);
  refused_->setText(refused.join('\n'));
  refused_->setVisible(!refused.isEmpty());
  {
    const QScopedValueRollback filling(filling_, true);
    for (const Well& well : wells_) {
      auto* const row = new QTreeWidgetItem(list_, {QString::fromStdString(well.name)});
      row->setCheckState(well_name, Qt::Checked);
      for (const WellTop& top : well.tops)
        new QTreeWidgetItem(row, {QString::fromStdString(top.name)});
    }
  }
  for (int row = 0; row < list_->topLevelItemCount(); ++row)
    show_well(row);
  list_->expandAll();
  if (!wells_.empty()) list_->setCurrentItem(list_->topLevelItem(0));
  refresh();
}

// Where it and its tops are; without a head they are nowhere.
void WellDialog::show_well(int at) {
  const QScopedValueRollback filling(filling_, true);
  const Well& well = wells_[static_cast<std::size_t>(at)];
  QTreeWidgetItem* const row = list_->topLevelItem(at);
  row->setText(well_along, number_string(well.bottom));
  for (std::size_t t = 0; t < well.tops.size(); ++t)
    row->child(static_cast<int>(t))->setText(well_along, number_string(well.tops[t].depth));
  try {
    if (has_head(well)) {
      const WellPath path(well);
      fill_place(*row, path.at(0.0));
      for (std::size_t t = 0; t < well.tops.size(); ++t)
        fill_place(*row->child(static_cast<int>(t)), path.at(well.tops[t].depth));
    }
  } catch (const InputError& error) {
    row->setCheckState(well_name, Qt::Unchecked);
    row->setToolTip(well_name, said(error.what()));
  }
  for (int column = well_along; column < well_columns; ++column) {
    row->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    for (int t = 0; t < row->childCount(); ++t)
      row->child(t)->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
  }
}

// The head of the well that is chosen, or whose top is.
void WellDialog::show_chosen() {
  QTreeWidgetItem* row = list_->currentItem();
  if (row != nullptr && row->parent() != nullptr) row = row->parent();
  const int at = row != nullptr ? list_->indexOfTopLevelItem(row) : -1;
  const Well* const well = at >= 0 ? &wells_[static_cast<std::size_t>(at)] : nullptr;
  head_of_->setText(well != nullptr ? tr("Head of %1, m").arg(QString::fromStdString(well->name))
                                    : QString());
  const std::array<std::optional<double>, 3> values =
      well != nullptr ? std::array{well->x, well->y, well->datum} : std::array<std::optional<double>, 3>{};
  for (std::size_t i = 0; i < head_.size(); ++i) {
    head_[i]->setEnabled(well != nullptr);
    head_[i]->set_value(values[i].value_or(0.0));
    if (!values[i]) head_[i]->clear();
  }
}

void WellDialog::take_head() {
  QTreeWidgetItem* row = list_->currentItem();
  if (row == nullptr) return;
  if (row->parent() != nullptr) row = row->parent();
  const int at = list_->indexOfTopLevelItem(row);
  Well& well = wells_[static_cast<std::size_t>(at)];
  std::array<std::optional<double>*, 3> values{&well.x, &well.y, &well.datum};
  for (std::size_t i = 0; i < head_.size(); ++i)
    if (!head_[i]->text().isEmpty()) *values[i] = head_[i]->value();
  show_well(at);
  refresh();
}

std::vector<Well> WellDialog::wanted() const {
  std::vector<Well> wells;
  for (int row = 0; row < list_->topLevelItemCount(); ++row) {
    const Well& well = wells_[static_cast<std::size_t>(row)];
    if (list_->topLevelItem(row)->checkState(well_name) == Qt::Checked && has_head(well))
      wells.push_back(well);
  }
  return wells;
}

void WellDialog::refresh() {
  QStringList remarks;
  for (const Well& well : wells_) {
    const QString name = QString::fromStdString(well.name);
    if (!has_head(well))
      remarks << tr("%1: its file tells no head: type where it is").arg(name);
    else if (!well.datum)
      remarks << tr("%1: its file tells no datum: its depths begin at sea level").arg(name);
  }
  const std::vector<Well> wells = wanted();
  bool fits = !wells.empty();
  try {
    const std::vector<Marker> all = with_wells(markers_, wells, grid_);
    const auto lines = all.size() - markers_.size();
    const auto inside = std::count_if(all.begin() + std::ssize(markers_), all.end(), [&](const Marker& line) {
      return !marker_in_box(line, grid_).empty();
    });
    if (fits)
      remarks << (lines == 1
                      ? (inside == 1 ? tr("1 line, which reaches into the box")
                                     : tr("1 line, which lies beside the box"))
                      : tr("%1 lines, of which %2 in the box").arg(count_words(lines), count_words(inside)));
  } catch (const Error& error) {
    fits = false;
    remarks << said(error.what());
  }
  remarks_->setText(remarks.join('\n'));
  accept_->setEnabled(fits);
}

}  // namespace foldwave
