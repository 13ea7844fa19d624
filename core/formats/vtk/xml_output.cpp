#include "core/formats/vtk/xml_output.hpp"

#include <vtkCallbackCommand.h>
#include <vtkCommand.h>
#include <vtkDataObject.h>
#include <vtkDoubleArray.h>
#include <vtkErrorCode.h>
#include <vtkExecutive.h>
#include <vtkFieldData.h>
#include <vtkNew.h>
#include <vtkXMLWriter.h>

#include <cerrno>
#include <new>

#include "core/base/error.hpp"
#include "core/formats/atomic_file.hpp"

namespace foldwave {

namespace {

// Time counts more than size while a wave runs: level 1 packs wavefields nearly as small as level 6.
constexpr int kCompressionLevel = 1;

// VTK tells of its progress a hundred times a file, and passes on what is thrown.
void throw_if_stopped(vtkObject*, unsigned long, void* stop, void*) {
  if (static_cast<const std::stop_token*>(stop)->stop_requested()) throw Stopped();
}

}  // namespace

void count_error(vtkObject*, unsigned long, void* count, void*) {
  ++*static_cast<int*>(count);
}

void add_field_value(vtkDataObject& data, const char* name, std::optional<double> number) {
  if (!number) return;
  vtkNew<vtkDoubleArray> value;
  value->SetName(name);
  value->InsertNextValue(*number);
  data.GetFieldData()->AddArray(value);
}

void write_xml(vtkXMLWriter& writer, vtkDataObject& data, const std::filesystem::path& path,
               const std::stop_token& stop) {
  std::optional<PartFile> part;
  if (writer.GetWriteToOutputString() == 0) {
    part.emplace(path);
    writer.SetFileName(part->part().c_str());
  }
  // With somebody listening VTK reports to him instead of printing.
  int errors = 0;
  vtkNew<vtkCallbackCommand> listener;
  listener->SetCallback(count_error);
  listener->SetClientData(&errors);
  writer.AddObserver(vtkCommand::ErrorEvent, listener);
  writer.GetExecutive()->AddObserver(vtkCommand::ErrorEvent, listener);

  std::stop_token asked = stop;
  vtkNew<vtkCallbackCommand> progress;
  progress->SetCallback(throw_if_stopped);
  progress->SetClientData(&asked);
  const unsigned long watched = writer.AddObserver(vtkCommand::ProgressEvent, progress);

  writer.SetInputDataObject(&data);
  // Inline, a third longer than appended bytes: behind an expat of 2024 or later VTK's readers choke on
  // appended data where they are not mended for it, as Debian 12's ParaView is not.
  writer.SetDataModeToBinary();
  writer.SetHeaderTypeToUInt64();
  writer.SetCompressorTypeToZLib();
  writer.SetCompressionLevel(kCompressionLevel);
  int written = 0;
  try {
    written = writer.Write();
  } catch (const std::bad_alloc&) {
    throw ResourceError(path.string(), "no memory left to write it",
                        "use fewer grid nodes or close other programs");
  }
  writer.RemoveObserver(watched);
  const unsigned long code = writer.GetErrorCode();
  if (code == vtkErrorCode::OutOfDiskSpaceError) throw_write_error(path, ENOSPC);
  if (written == 0 || code != vtkErrorCode::NoError || errors > 0) throw_write_error(path, 0);
  if (part)
    part->commit();
  else
    write_file_atomically(path, writer.GetOutputString());
}

}  // namespace foldwave
