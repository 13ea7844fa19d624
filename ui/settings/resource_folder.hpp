// Where the program's own files lie: beside the build tree when it runs from there, else in the installed
// place.
#pragma once

#include <QString>
#include <QStringList>

namespace foldwave {

QString resource_folder();        // empty when there is none
QStringList example_scenarios();  // full paths; the first is what the desktop opens with

}  // namespace foldwave
