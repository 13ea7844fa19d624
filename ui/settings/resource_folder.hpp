// Where the program's own files lie: beside the build tree when it runs from there, else in the installed
// place.
#pragma once

#include <QString>
#include <QStringList>
#include <string>

namespace foldwave {

QString resource_folder();        // empty when there is none
QStringList example_scenarios();  // full paths; the first is what the desktop opens with

// Where dialogs of files begin: a scenario's folder, but for one that is not saved and for an example, whose
// folder is the program's own, the user's documents, else home.
QString folder_to_begin_in(const std::string& scenario_folder);

}  // namespace foldwave
