#include "ui/dialogs/forecast/storage_page.hpp"

#include <QComboBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSignalBlocker>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "core/base/text.hpp"
#include "ui/widgets/cells.hpp"
#include "ui/widgets/said.hpp"

namespace foldwave {
namespace {

enum StorageColumn {
  codec_column,
  packed_column,
  writing_column,
  write_limit_column,
  reading_column,
  read_limit_column,
  pays_column,
  storage_columns
};

QString in_seconds(double seconds) {
  return QString::fromStdString(seconds_text(seconds));
}

QString in_bytes(double bytes) {
  return QString::fromStdString(bytes_text(bytes));
}

QString below_words(const StorageWay& way) {
  return way.pays_below_rate > 0.0 ? StoragePage::tr("below %1/s").arg(in_bytes(way.pays_below_rate))
                                   : StoragePage::tr("never");
}

}  // namespace

StoragePage::StoragePage(QWidget* parent)
    : QWidget(parent),
      disk_(new QComboBox(this)),
      advice_(new QLabel(this)),
      findings_(new QLabel(this)),
      table_(new QTableWidget(0, storage_columns, this)) {
  disk_->setObjectName("storage disk");
  advice_->setObjectName("storage advice");
  findings_->setObjectName("storage findings");
  table_->setObjectName("storage codecs");
  for (QLabel* const label : {advice_, findings_})
    label->setWordWrap(true);
  table_->setHorizontalHeaderLabels(
      {tr("Codec"), tr("Bytes"), tr("Write"), tr("Limit"), tr("Read"), tr("Limit"), tr("Packing pays")});
  table_->verticalHeader()->hide();
  offer_cells(table_);
  table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table_->setSelectionMode(QAbstractItemView::NoSelection);
  table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  table_->horizontalHeader()->setStretchLastSection(true);
  auto* const form = new QFormLayout;
  form->addRow(tr("&Disk"), disk_);
  auto* const column = new QVBoxLayout(this);
  column->addLayout(form);
  column->addWidget(advice_);
  column->addWidget(table_, 1);
  column->addWidget(findings_);
  connect(disk_, &QComboBox::currentIndexChanged, this, &StoragePage::fill);
}

void StoragePage::show_plan(const ScenarioStorage& plan) {
  plan_ = plan;
  const int picked = std::max(0, disk_->currentIndex());
  const QSignalBlocker still(disk_);
  disk_->clear();
  for (const StorageDisk& disk : plan_.disks)
    disk_->addItem(disk.write_rate == disk.read_rate
                       ? QString::fromStdString(disk.name)
                       : tr("%1: writes %2/s, reads %3/s")
                             .arg(QString::fromStdString(disk.name), in_bytes(disk.write_rate),
                                  in_bytes(disk.read_rate)));
  disk_->setCurrentIndex(std::min(picked, disk_->count() - 1));
  QStringList findings;
  for (const Finding& finding : plan_.findings)
    findings << said(finding.problem);
  findings_->setText(findings.join('\n'));
  findings_->setVisible(!findings.isEmpty());
  fill();
}

void StoragePage::fill() {
  table_->setRowCount(0);
  const int at = disk_->currentIndex();
  if (at < 0) return advice_->clear();
  const StorageDisk& disk = plan_.disks[static_cast<std::size_t>(at)];
  const double plain = plan_.need.volume_bytes * plan_.need.volumes;
  const StorageChoice* const best = quickest_to_write(plan_.choices, disk.name);
  advice_->setText(
      tr("%1 of %2: %3, written as they are in %4. %5")
          .arg(plan_.need.volumes == 1 ? tr("1 snapshot") : tr("%1 snapshots").arg(plan_.need.volumes),
               in_bytes(plan_.need.volume_bytes), in_bytes(plain), in_seconds(plain / disk.write_rate),
               best != nullptr ? tr("Quickest to write: %1.").arg(QString::fromStdString(best->codec))
                               : tr("No codec is quicker on this disk; packing saves room alone.")));
  for (const StorageChoice& one : plan_.choices) {
    if (one.disk != disk.name) continue;
    QStringList cells(storage_columns);
    cells[codec_column] = QString::fromStdString(one.codec);
    cells[packed_column] = in_bytes(one.bytes);
    cells[writing_column] = in_seconds(one.writing.seconds);
    cells[write_limit_column] = QString::fromStdString(one.writing.limit);
    cells[reading_column] = in_seconds(one.reading.seconds);
    cells[read_limit_column] = QString::fromStdString(one.reading.limit);
    cells[pays_column] = below_words(one.writing);
    const int row = table_->rowCount();
    table_->insertRow(row);
    for (int c = 0; c < storage_columns; ++c)
      table_->setItem(row, c, new QTableWidgetItem(cells[c]));
  }
}

}  // namespace foldwave
