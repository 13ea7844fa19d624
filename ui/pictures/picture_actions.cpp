#include "ui/pictures/picture_actions.hpp"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QPainter>
#include <QPrintDialog>
#include <QPrinter>
#include <QWidget>
#include <algorithm>

#include "ui/pictures/picture_dialog.hpp"
#include "ui/widgets/themed_icon.hpp"

namespace foldwave {
namespace {

constexpr double finest_print = 3000.0;  // pixels of the longer side: paper shows no more

}  // namespace

PictureActions::PictureActions(QWidget* view) : QObject(view), view_(view) {
  const auto add = [&](const QString& text, const char* icon, auto what) {
    auto* const action = new QAction(text, view);
    if (icon != nullptr) action->setIcon(themed_icon(icon));
    connect(action, &QAction::triggered, this, what);
    view->addAction(action);
  };
  add(tr("Save p&icture..."), "save", &PictureActions::save);
  add(tr("Copy pict&ure"), "copy", &PictureActions::copy);
  add(tr("&Print..."), nullptr, &PictureActions::print);
  if (!is_scene(*view)) view->setContextMenuPolicy(Qt::ActionsContextMenu);
}

PictureActions* PictureActions::in(const QWidget& part) {
  PictureActions* found = nullptr;
  for (PictureActions* const actions : part.findChildren<PictureActions*>()) {
    const QWidget& view = actions->view();
    if (view.visibleRegion().isEmpty()) continue;
    if (found == nullptr || view.hasFocus()) found = actions;
  }
  return found;
}

void PictureActions::save() {
  const QString name = view_->accessibleName();
  auto* const dialog = new PictureDialog(*view_, name.isEmpty() ? tr("picture") : name, view_->window());
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &PictureDialog::saved, this,
          [this](const QString& file) { emit message(tr("Picture saved as %1").arg(file)); });
  connect(view_, &QObject::destroyed, dialog, &QObject::deleteLater);
  dialog->open();
}

void PictureActions::copy() {
  QGuiApplication::clipboard()->setImage(image_of(picture_of(*view_, order_as_shown(*view_))));
  emit message(tr("The picture is in the clipboard"));
}

void PictureActions::print() {
  auto* const dialog = new QPrintDialog(view_->window());
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->printer()->setPageOrientation(view_->width() > view_->height() ? QPageLayout::Landscape
                                                                         : QPageLayout::Portrait);
  dialog->printer()->setDocName(view_->accessibleName());
  connect(dialog, qOverload<QPrinter*>(&QPrintDialog::accepted), this,
          [this](QPrinter* printer) { print_to(*printer); });
  dialog->open();
}

void PictureActions::print_to(QPrinter& printer) {
  const QSizeF page = printer.pageRect(QPrinter::DevicePixel).size();
  const QSizeF fits = QSizeF(view_->size()).scaled(page, Qt::KeepAspectRatio);
  const double fine = std::min(1.0, finest_print / std::max(fits.width(), fits.height()));
  PictureOrder order{(fine * fits).toSize(), printer.resolution() * fine, PictureGround::white};
  if (!is_scene(*view_)) order.ground = PictureGround::as_shown;
  const ViewPicture picture = picture_of(*view_, order);
  QPainter painter;
  if (!painter.begin(&printer)) return emit message(tr("The printer does not answer"), true);
  painter.scale(1.0 / fine, 1.0 / fine);
  paint_picture(painter, picture);
  painter.end();
  emit message(tr("Printed"));
}

void add_picture_commands(QMenu& menu, QAction* before, const std::function<PictureActions*()>& current,
                          const std::function<void(const QString&)>& refuse) {
  const auto add = [&](const QString& text, const QKeySequence& keys, const QString& tip,
                       void (PictureActions::*what)()) {
    auto* const action = new QAction(text, &menu);
    action->setShortcut(keys);
    action->setToolTip(tip);
    menu.insertAction(before, action);
    QObject::connect(action, &QAction::triggered, &menu, [current, refuse, what] {
      if (PictureActions* const actions = current())
        (actions->*what)();
      else
        refuse(PictureActions::tr("There is no picture here: click into a view first"));
    });
  };
  add(PictureActions::tr("Save p&icture..."), QKeySequence("Ctrl+Alt+S"),
      PictureActions::tr("The view that the keys go to as PNG, SVG or PDF, at any size (Ctrl+Alt+S)"),
      &PictureActions::save);
  add(PictureActions::tr("Copy pict&ure"), {},
      PictureActions::tr("The view that the keys go to, into the clipboard"), &PictureActions::copy);
  add(PictureActions::tr("&Print..."), QKeySequence::Print,
      PictureActions::tr("The view that the keys go to, on a page (Ctrl+P)"), &PictureActions::print);
  menu.insertSeparator(before);
}

}  // namespace foldwave
