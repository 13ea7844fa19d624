// The context menu of a view: what can be done in it, by the actions that the window's menus have, and its
// picture.
#pragma once

class QMenu;

namespace foldwave {

class VtkView;

// Both must outlive the menu that comes by a right click or the menu key.
void offer_menu(VtkView& view, QMenu& commands);

}  // namespace foldwave
