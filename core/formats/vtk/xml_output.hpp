// How every VTK XML file is written here: beside its place and renamed, inline and compressed, and with
// VTK's own error reports turned into the program's. A writer that writes to a string is put into the file
// whole: what VTK 9.1 does where the disk fills inside polygons ends the program. Only for the .cpp files of
// this folder.
#pragma once

#include <filesystem>
#include <optional>

class vtkDataObject;
class vtkXMLWriter;

namespace foldwave {

void add_time_value(vtkDataObject& data, std::optional<double> time);
void write_xml(vtkXMLWriter& writer, vtkDataObject& data, const std::filesystem::path& path);

}  // namespace foldwave
