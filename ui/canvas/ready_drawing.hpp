// Before the first window: has the graphics driver compile what the views draw with
// (ui/scene/picture/warm_up.hpp), so that no event of the window's thread waits for it. Once for each driver
// and version of the program; a second or two, in which a line of text says so.
#pragma once

#include <QString>

namespace foldwave {

// Of a scenario's file. Where the views draw with a graphics card, nothing is done: its drivers are quick.
// Whether it was done now.
bool make_drawing_ready(const QString& example);

}  // namespace foldwave
