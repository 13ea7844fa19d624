// The export dialog's controls and where they stand.
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <algorithm>

#include "core/base/text.hpp"
#include "core/volume/store/volume_writer.hpp"
#include "ui/dialogs/export_dialog.hpp"
#include "ui/widgets/cells.hpp"
#include "ui/widgets/plain.hpp"

namespace foldwave {
namespace {

QLabel* head_label(const QString& text, QWidget* parent) {
  auto* const label = new QLabel(text, parent);
  label->setProperty("role", "head");
  return label;
}

}  // namespace

QLabel* ExportDialog::quiet_label(QWidget* parent) {
  auto* const label = new QLabel(parent);
  label->setProperty("role", "unit");
  label->setWordWrap(true);
  return label;
}

void ExportDialog::add_row(QGridLayout* grid, const char* what, const QString& title, const QString& tip,
                           bool wish, bool table) {
  const auto& kinds = product_kinds();
  const auto kind = std::ranges::find_if(kinds, [&](const ProductKind& k) {
    return std::string(k.what) == what && (std::string(k.suffixes.front()) == ".csv") == table;
  });
  auto* const box = new QCheckBox(title, grid->parentWidget());
  auto* const suffix = new QComboBox(grid->parentWidget());
  const QString name = QString(table ? "%1 table" : "%1").arg(what);
  box->setObjectName("export " + name);
  suffix->setObjectName("format of " + name);
  suffix->setAccessibleName(tr("Format of %1").arg(title));
  for (const char* const s : kind->suffixes)
    suffix->addItem(s);
  const int row = grid->rowCount();
  grid->addWidget(box, row, 0);
  grid->addWidget(suffix, row, 1);
  connect(box, &QCheckBox::toggled, this, [this, at = rows_.size()](bool on) {
    rows_[at].wish = on;
    refresh();
  });
  rows_.push_back({what, box, suffix, tip, wish});
  connect(suffix, &QComboBox::currentIndexChanged, this, &ExportDialog::refresh);
}

QWidget* ExportDialog::make_products() {
  auto* const side = new QWidget(this);
  auto* const grid = new QGridLayout(side);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(16);
  grid->setVerticalSpacing(5);
  const auto head = [&](const QString& text) {
    const int row = grid->rowCount();
    if (row > 1) grid->setRowMinimumHeight(row, 8);
    grid->addWidget(head_label(text, side), row + 1, 0, 1, 2);
  };
  head(tr("Volumes, for ParaView"));
  add_row(grid, "velocity", tr("Velocity"), tr("m/s at every node"), true);
  add_row(grid, "layers", tr("Layers"), tr("The number of the layer at every node"), true);
  add_row(grid, "arrival", tr("Stratigraphic distance"), tr("T at every node, and its depth"), false);
  head(tr("Surfaces"));
  add_row(grid, "horizon", tr("Drawn horizon"), tr("The surface T = 0"), false);
  add_row(grid, "layer-top", tr("Tops of all layers"), tr("One file a layer"), true);
  head(tr("Tables"));
  add_row(grid, "layers", tr("Volume and thickness"), tr("Of each layer"), false, true);
  add_row(grid, "thickness", tr("Thickness against dip"), tr("t' and T' by dip, as measured"), false, true);
  add_row(grid, "isogons", tr("Dip isogons"), tr("Points of equal dip"), false, true);
  add_row(grid, "hinges", tr("Hinge lines"), tr("Where the layers bend most"), false, true);
  add_row(grid, "attitudes", tr("Strike and dip"), tr("Along each boundary"), false, true);
  add_row(grid, "thickness-map", tr("Thickness map"), tr("Of each layer in each column"), false, true);
  add_row(grid, "markers", tr("Markers"), tr("Corners of the lines and planes that are kept"), false, true);
  add_row(grid, "events", tr("Located events"), tr("Places, times and ellipsoids; .xml: QuakeML"), true,
          true);
  head(tr("Wave"));
  add_row(grid, "gather", tr("Gather"), tr("All traces, SEG-Y"), true);
  snapshots_wanted_ = new QCheckBox(tr("Snapshots in time"), side);
  snapshots_wanted_->setObjectName("export snapshots");
  connect(snapshots_wanted_, &QCheckBox::toggled, this, [this](bool on) {
    snapshots_wish_ = on;
    refresh();
  });
  add_row(grid, "image", tr("Seismic image"), tr("Of the shots so far, in depth"), true);
  if (has_volume_store())
    add_row(grid, "illumination", tr("Its illumination"), tr("Where the shots' waves go"), false);
  const int row = grid->rowCount();
  grid->addWidget(snapshots_wanted_, row, 0);
  snapshot_suffix_ = new QComboBox(side);
  snapshot_suffix_->setObjectName("format of snapshots");
  snapshot_suffix_->setAccessibleName(tr("Format of %1").arg(snapshots_wanted_->text()));
  snapshot_suffix_->addItem(tr(".pvd, .vti"), ".vti");
  if (has_volume_store()) snapshot_suffix_->addItem(tr(".hdf.series, .hdf"), ".hdf");
  connect(snapshot_suffix_, &QComboBox::currentIndexChanged, this, &ExportDialog::refresh);
  grid->addWidget(snapshot_suffix_, row, 1);
  grid->setRowStretch(row + 1, 1);
  return side;
}

QWidget* ExportDialog::make_place() {
  auto* const side = new QWidget(this);
  auto* const grid = new QGridLayout(side);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(10);
  grid->setVerticalSpacing(6);
  folder_ = new QLineEdit(QDir::toNativeSeparators(QDir::homePath()), side);
  folder_->setObjectName("export folder");
  name_ = new QLineEdit(QString::fromStdString(slug(results_.fold->scenario.name, "foldwave")), side);
  name_->setObjectName("export name");
  auto* const browse = new QPushButton(tr("Browse..."), side);
  auto* const folder_label = new QLabel(tr("&Folder"), side);
  auto* const name_label = new QLabel(tr("&Name"), side);
  folder_label->setBuddy(folder_);
  name_label->setBuddy(name_);
  name_->setToolTip(tr("Each file's name begins with it"));
  paraview_ = new QCheckBox(tr("A script that opens it all in &ParaView"), side);
  paraview_->setObjectName("export paraview");
  paraview_->setChecked(true);
  words_ = new QLabel(side);
  words_->setObjectName("export summary");
  words_->setWordWrap(true);
  summary_ = new QListWidget(side);
  summary_->setObjectName("export files");
  summary_->setAccessibleName(tr("Files that will be written"));
  summary_->setSelectionMode(QAbstractItemView::NoSelection);
  summary_->setFocusPolicy(Qt::TabFocus);
  offer_cells(summary_);
  grid->addWidget(folder_label, 0, 0);
  grid->addWidget(folder_, 0, 1);
  grid->addWidget(browse, 0, 2);
  grid->addWidget(name_label, 1, 0);
  grid->addWidget(name_, 1, 1, 1, 2);
  grid->addWidget(paraview_, 2, 1, 1, 2);
  grid->addWidget(head_label(tr("Will be written"), side), 3, 0, 1, 3);
  grid->addWidget(words_, 4, 0, 1, 3);
  grid->addWidget(summary_, 5, 0, 1, 3);
  grid->setRowStretch(5, 1);
  typed_.setSingleShot(true);
  typed_.setInterval(pause_in_typing);
  connect(&typed_, &QTimer::timeout, this, &ExportDialog::look_into_folder);
  connect(folder_, &QLineEdit::textChanged, this, [this] {
    in_folder_.clear();
    earlier_.clear();
    refresh();
    typed_.start();
  });
  connect(name_, &QLineEdit::textChanged, this, [this] {
    earlier_.clear();
    refresh();
    typed_.start();
  });
  connect(paraview_, &QCheckBox::toggled, this, &ExportDialog::refresh);
  connect(browse, &QPushButton::clicked, this, [this] {
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Export into"), folder_->text());
    if (!folder.isEmpty()) set_folder(folder);
  });
  return side;
}

}  // namespace foldwave
