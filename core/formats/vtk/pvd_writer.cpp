#include "core/formats/vtk/pvd_writer.hpp"

#include <cmath>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/markup.hpp"
#include "core/base/text.hpp"
#include "core/formats/atomic_file.hpp"

namespace foldwave {

PvdCollection::PvdCollection(std::filesystem::path path) : path_(std::move(path)) {
  write({});
}

void PvdCollection::add(double time, const std::filesystem::path& file) {
  if (!std::isfinite(time))
    throw InputError(path_.string(), "a frame at time " + number_text(time), "give a finite time in seconds");
  const auto folder = std::filesystem::absolute(path_).lexically_normal().parent_path();
  const auto relative = std::filesystem::absolute(file).lexically_normal().lexically_relative(folder);
  const std::string entries = entries_ + "    <DataSet timestep=\"" + exact_text(time) +
                              "\" group=\"\" part=\"0\" file=\"" + markup_text(relative.generic_string()) +
                              "\"/>\n";
  write(entries);
  entries_ = entries;
  ++size_;
}

void PvdCollection::write(const std::string& entries) const {
  write_file_atomically(
      path_,
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\" byte_order=\"LittleEndian\">\n"
      "  <Collection>\n" +
          entries + "  </Collection>\n</VTKFile>\n");
}

}  // namespace foldwave
