#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <istream>
#include <new>

#include "core/base/error.hpp"
#include "core/formats/read_file.hpp"
#include "core/formats/segy/segy.hpp"
#include "core/formats/segy/trace_index.hpp"

namespace foldwave {

SegyFile read_segy(std::istream& stream, std::uintmax_t size, const std::string& name, const Job& job,
                   const SegyMapping& mapping, const SegyCubeWords& words) {
  segy::ByteSource source = segy::stream_source(stream, size, name);
  try {
    const segy::TraceIndex index = segy::index_traces(source, mapping, words, job);
    SegyFile file = index.headers;
    const auto samples = static_cast<std::size_t>(file.samples);
    // A trace that is long once must not ask for as much of all: what is there bounds it.
    if (!file.lengths.empty() && file.geometry.size() * samples > 4 * size)
      source.fail("its traces differ too much in length to be held together", "split the file by length");
    file.traces.resize(file.geometry.size() * samples);
    for (std::size_t t = 0; t < file.geometry.size(); ++t) {
      job.throw_if_stopped();
      const auto row = std::span(file.traces).subspan(t * samples, samples);
      segy::read_trace(source, index, t, row);
      const auto own = row.first(static_cast<std::size_t>(index.samples_of(t)));
      file.not_finite += std::count_if(own.begin(), own.end(), [](float v) { return !std::isfinite(v); });
    }
    if (file.not_finite > 0)
      file.warnings.push_back(std::to_string(file.not_finite) + " samples are not finite numbers");
    return file;
  } catch (const std::bad_alloc&) {
    throw_out_of_memory(static_cast<std::size_t>(size) * 4);
  }
}

SegyFile read_segy(const std::filesystem::path& path, const Job& job, const SegyMapping& mapping,
                   const SegyCubeWords& words) {
  const std::string name = path.string();
  const std::uintmax_t size = size_to_read(path, most_bytes::volume);
  std::ifstream stream(path, std::ios::binary);
  return read_segy(stream, size, name, job, mapping, words);
}

// The file, open, and where its traces lie.
struct SegyTraces::Open {
  explicit Open(const std::filesystem::path& path) : name(path.string()), size(size_on_disk(path)) {
    descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
      throw InputError(name, std::string("cannot be read (") + std::strerror(errno) + ")",
                       "give a file that can");
  }
  ~Open() { ::close(descriptor); }
  Open(const Open&) = delete;
  Open& operator=(const Open&) = delete;
  segy::ByteSource source() const { return segy::descriptor_source(descriptor, size, name); }

  std::string name;
  std::uintmax_t size;
  int descriptor = -1;
  segy::TraceIndex index;
};

SegyTraces::SegyTraces(const std::filesystem::path& path, const Job& job, const SegyMapping& mapping,
                       const SegyCubeWords& words)
    : file_(std::make_unique<Open>(path)) {
  segy::ByteSource source = file_->source();
  file_->index = segy::index_traces(source, mapping, words, job);
}

SegyTraces::~SegyTraces() = default;

const SegyFile& SegyTraces::headers() const {
  return file_->index.headers;
}

std::uintmax_t SegyTraces::bytes() const {
  return file_->size;
}

void SegyTraces::read(std::size_t trace, std::span<float> samples) const {
  const SegyFile& file = headers();
  if (trace >= file.geometry.size() || samples.size() != static_cast<std::size_t>(file.samples))
    throw InputError(file_->name, "has no trace " + std::to_string(trace + 1) + " of such a length",
                     "ask for one that it has");
  segy::ByteSource source = file_->source();
  segy::read_trace(source, file_->index, trace, samples);
}

}  // namespace foldwave
