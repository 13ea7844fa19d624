// How every VTK XML file is written here: beside its place and renamed, inline and compressed, and with
// VTK's own error reports turned into the program's. A writer that writes to a string is put into the file
// whole: what VTK 9.1 does where the disk fills inside polygons ends the program. Only for the .cpp files of
// this folder.
#pragma once

#include <filesystem>
#include <optional>
#include <stop_token>

class vtkDataObject;
class vtkObject;
class vtkXMLWriter;

namespace foldwave {

// As an array of the field data, where there is one.
void add_field_value(vtkDataObject& data, const char* name, std::optional<double> number);
// The callback of an observer of errors: counts them in the int behind `count`.
void count_error(vtkObject*, unsigned long event, void* count, void*);
// Throws Stopped, and leaves what was there, once `stop` is set.
void write_xml(vtkXMLWriter& writer, vtkDataObject& data, const std::filesystem::path& path,
               const std::stop_token& stop = {});

}  // namespace foldwave
