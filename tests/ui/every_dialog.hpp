// Every dialog of the desktop, one after the other, shown over a window with a fold and a wave.
#pragma once

#include <functional>

#include "tests/ui/shown_window.hpp"

class QDialog;

namespace foldwave {

// A small example whose wave has run, so that every command that opens a dialog can be done.
bool prepare_for_dialogs(ShownWindow& window);
// Gives how many there were. `look` must not close it.
int with_every_dialog(ShownWindow& window, const std::function<void(QDialog&)>& look);

// What a person works with: buttons, fields, lists, sliders, views; not the parts that Qt makes them of.
bool is_control(const QWidget& widget);
QString described(const QWidget& widget);  // for a test's message

}  // namespace foldwave
