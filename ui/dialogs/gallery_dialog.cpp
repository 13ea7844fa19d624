#include "ui/dialogs/gallery_dialog.hpp"

#include <QAbstractItemView>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QPushButton>
#include <QScreen>
#include <QStyledItemDelegate>
#include <QTextLayout>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/widgets/cells.hpp"

namespace foldwave {
namespace {

constexpr double screen_part = 0.8;
constexpr int picture_width = 288, picture_height = 180, pad = 8;
enum Role { description = Qt::UserRole, file, is_head, missing };

// Of words that are broken into lines, the last one elided.
void draw_lines(QPainter* painter, const QRect& room, const QString& words, int most) {
  QTextLayout layout(words, painter->font());
  layout.beginLayout();
  const QFontMetrics metrics(painter->font());
  for (int i = 0; i < most; ++i) {
    QTextLine line = layout.createLine();
    if (!line.isValid()) break;
    line.setLineWidth(room.width());
    const bool last = i + 1 == most;
    const QString text = words.mid(line.textStart(), last ? -1 : line.textLength());
    painter->drawText(
        QRect(room.left(), room.top() + i * metrics.lineSpacing(), room.width(), metrics.height()),
        Qt::AlignLeft | Qt::AlignVCenter,
        last ? metrics.elidedText(text, Qt::ElideRight, room.width()) : text);
  }
  layout.endLayout();
}

// A head over the whole width, or a picture with a name and two lines below it.
class Tile : public QStyledItemDelegate {
 public:
  explicit Tile(QListWidget* list) : QStyledItemDelegate(list), list_(list) {}

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const QFontMetrics metrics(option.font);
    if (index.data(is_head).toBool()) return {list_->viewport()->width() - 2, metrics.height() + 22};
    return {picture_width + 2 * pad, picture_height + 3 * metrics.lineSpacing() + 4 * pad};
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setRenderHint(QPainter::SmoothPixmapTransform);
    const QPalette& colors = option.palette;
    QFont bold = option.font;
    bold.setBold(true);
    if (index.data(is_head).toBool()) {
      painter->setFont(bold);
      painter->setPen(colors.color(QPalette::Highlight));
      painter->drawText(option.rect.adjusted(pad, 0, -pad, -4), Qt::AlignLeft | Qt::AlignBottom,
                        index.data(Qt::DisplayRole).toString());
      painter->restore();
      return;
    }
    const QRectF tile = QRectF(option.rect).adjusted(2, 2, -2, -2);
    const bool current = (option.state & QStyle::State_Selected) != 0;
    if (current || (option.state & QStyle::State_MouseOver) != 0) {
      painter->setPen(current ? QPen(colors.color(QPalette::Highlight), 1.6) : QPen(Qt::NoPen));
      painter->setBrush(colors.color(QPalette::Button));
      painter->drawRoundedRect(tile, 5, 5);
    }
    const QRect picture(option.rect.left() + pad, option.rect.top() + pad, picture_width, picture_height);
    const QPixmap pixmap = index.data(Qt::DecorationRole).value<QPixmap>();
    if (pixmap.isNull()) {
      painter->setPen(colors.color(QPalette::PlaceholderText));
      painter->setBrush(colors.color(QPalette::Base));
      painter->drawRoundedRect(picture, 4, 4);
      const QString file = index.data(missing).toString();
      painter->drawText(
          picture, Qt::AlignCenter,
          file.isEmpty() ? GalleryDialog::tr("no picture") : GalleryDialog::tr("needs %1").arg(file));
    } else {
      painter->drawPixmap(picture, pixmap);
    }
    const bool lacks = !index.data(missing).toString().isEmpty();
    const QFontMetrics metrics(option.font);
    QRect words(picture.left(), picture.bottom() + pad, picture_width, metrics.lineSpacing());
    painter->setFont(bold);
    painter->setPen(colors.color(lacks ? QPalette::Disabled : QPalette::Normal, QPalette::Text));
    painter->drawText(words, Qt::AlignLeft | Qt::AlignVCenter, index.data(Qt::DisplayRole).toString());
    words.translate(0, metrics.lineSpacing() + 1);
    painter->setFont(option.font);
    painter->setPen(colors.color(QPalette::PlaceholderText));
    draw_lines(painter, words, index.data(description).toString(), 2);
    painter->restore();
  }

 private:
  QListWidget* list_;
};

}  // namespace

GalleryDialog::GalleryDialog(std::vector<GalleryItem> items, QWidget* parent)
    : QDialog(parent),
      items_(std::move(items)),
      search_(new QLineEdit(this)),
      list_(new QListWidget(this)),
      nothing_(new QLabel(tr("No example has these words"), this)),
      needs_(new QLabel(this)) {
  setObjectName("gallery");
  setWindowTitle(tr("Examples"));
  search_->setObjectName("gallery search");
  search_->setAccessibleName(tr("Search the examples"));
  search_->setPlaceholderText(tr("Search: chevron, class 2, salt ..."));
  search_->setClearButtonEnabled(true);
  search_->installEventFilter(this);
  list_->setObjectName("gallery list");
  list_->setAccessibleName(tr("Examples"));
  list_->setViewMode(QListView::IconMode);
  list_->setFlow(QListView::LeftToRight);
  list_->setWrapping(true);
  list_->setResizeMode(QListView::Adjust);
  list_->setMovement(QListView::Static);
  list_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  list_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setMouseTracking(true);
  list_->setItemDelegate(new Tile(list_));
  nothing_->setProperty("role", "unit");
  nothing_->setAlignment(Qt::AlignCenter);

  needs_->setObjectName("gallery needs");
  needs_->setWordWrap(true);
  needs_->setTextInteractionFlags(Qt::TextSelectableByMouse);

  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel, this);
  open_ = buttons->button(QDialogButtonBox::Open);
  open_->setDefault(true);
  offer_cells(list_, {open_});
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(14, 14, 14, 12);
  layout->setSpacing(10);
  layout->addWidget(search_);
  layout->addWidget(nothing_);
  layout->addWidget(list_, 1);
  layout->addWidget(needs_);
  layout->addWidget(buttons);

  connect(search_, &QLineEdit::textChanged, this, &GalleryDialog::fill);
  connect(list_, &QListWidget::itemDoubleClicked, this, &GalleryDialog::take);
  connect(list_, &QListWidget::currentRowChanged, this, &GalleryDialog::tell_current);
  connect(buttons, &QDialogButtonBox::accepted, this, &GalleryDialog::take);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  fill();
  search_->setFocus();
  // By itself Qt takes two thirds of a screen at most.
  resize(sizeHint().boundedTo(screen()->availableSize() * screen_part));
}

void GalleryDialog::fill() {
  list_->clear();
  QString group;
  QListWidgetItem* first = nullptr;
  for (const GalleryItem& item : items_) {
    if (!matches(item, search_->text())) continue;
    if (item.group != group || list_->count() == 0) {
      group = item.group;
      auto* const head = new QListWidgetItem(group, list_);
      head->setData(is_head, true);
      head->setFlags(Qt::NoItemFlags);
    }
    auto* const tile = new QListWidgetItem(item.name, list_);
    tile->setData(Qt::DecorationRole, QPixmap(item.picture));
    tile->setData(description, item.description);
    tile->setData(file, item.file);
    tile->setData(Qt::AccessibleTextRole, item.name);
    tile->setData(Qt::AccessibleDescriptionRole, item.description);
    tile->setData(missing, item.missing);
    tile->setToolTip(item.description);
    if (first == nullptr) first = tile;
  }
  list_->setCurrentItem(first);
  list_->scrollToTop();
  tell_current();
  nothing_->setVisible(first == nullptr);
  list_->setVisible(first != nullptr);
}

void GalleryDialog::tell_current() {
  const QListWidgetItem* const item = list_->currentItem();
  const QString lacks = item != nullptr ? item->data(missing).toString() : QString();
  open_->setEnabled(item != nullptr);
  open_->setText(lacks.isEmpty() ? tr("Open") : tr("Open without it"));
  needs_->setVisible(!lacks.isEmpty());
  if (!lacks.isEmpty())
    needs_->setText(tr("%1\nHere it would be %2. Opened without it, choose the file under Velocity.")
                        .arg(item->data(description).toString(),
                             QFileInfo(item->data(file).toString()).dir().filePath(lacks)));
  // The words take room of the list.
  QMetaObject::invokeMethod(
      list_, [list = list_] { list->scrollTo(list->currentIndex()); }, Qt::QueuedConnection);
}

// The arrow keys of the search field move in the list.
bool GalleryDialog::eventFilter(QObject* watched, QEvent* event) {
  if (watched == search_ && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Down || key == Qt::Key_Up || key == Qt::Key_PageDown || key == Qt::Key_PageUp) {
      list_->setFocus();
      return QCoreApplication::sendEvent(list_, event);
    }
  }
  return QDialog::eventFilter(watched, event);
}

void GalleryDialog::take() {
  const QListWidgetItem* const item = list_->currentItem();
  if (item == nullptr || item->data(is_head).toBool()) return;
  const QString wanted = item->data(file).toString();
  accept();
  emit chosen(wanted);
}

}  // namespace foldwave
