#include "ui/views/view_menu.hpp"

#include <QMenu>

#include "ui/canvas/vtk_view.hpp"
#include "ui/pictures/picture_actions.hpp"

namespace foldwave {

void offer_menu(VtkView& view, QMenu& commands) {
  new PictureActions(&view);
  QObject::connect(&view, &VtkView::menu_wished, &commands, [&view, &commands](const QPoint& at) {
    auto* const menu = new QMenu(&view);
    menu->setObjectName("view menu");
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    menu->addActions(commands.actions());
    menu->addSeparator();
    menu->addActions(view.actions());
    menu->popup(at);
  });
}

}  // namespace foldwave
