#include "core/volume/tools/volume_sources.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cerrno>
#include <cstring>
#include <exception>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/formats/read_file.hpp"
#include "core/formats/volumes/npy.hpp"
#include "core/model/velocity_json.hpp"
#include "core/volume/store/unpack_volume.hpp"
#ifdef FOLDWAVE_HAS_VTK
#include "core/formats/vtk/image_reader.hpp"
#endif

namespace foldwave {

namespace {

class HdfSource final : public VolumeSource {
 public:
  HdfSource(const std::filesystem::path& file, const std::string& array)
      : VolumeSource(file.string(), 0), file_(file, array) {
    facts_ = file_.index().facts;
    stored_bytes_ = file_.index().file_bytes;
    coarse_ = file_.read_coarse();
  }
  const VolumeFile* file() const override { return &file_; }
  std::shared_ptr<const Field<float>> coarse() const override { return coarse_; }
  std::vector<DamagedBrick> read(const NodeBox& box, std::span<float> out, const Job& job) const override {
    return file_.read_box(box, out, job);
  }

 private:
  VolumeFile file_;
  std::shared_ptr<const Field<float>> coarse_;
};

// Runs work(0) .. work(count - 1) by all threads; the first error is thrown.
template <class Work>
void in_parallel(Index count, const Job& job, const Work& work) {
  std::exception_ptr failed;
#pragma omp parallel for schedule(dynamic, 16)
  for (Index m = 0; m < count; ++m) {
    if (job.stop.stop_requested()) continue;
    try {
      work(m);
    } catch (...) {
#pragma omp critical(volume_source_failed)
      failed = std::current_exception();
    }
  }
  if (failed) std::rethrow_exception(failed);
  job.throw_if_stopped();
}

void copy_box(const Field<float>& values, const NodeBox& box, std::span<float> out) {
  float* to = out.data();
  for (int k = 0; k < box.n[2]; ++k)
    for (int j = 0; j < box.n[1]; ++j, to += box.n[0])
      std::copy_n(&values(box.low[0], box.low[1] + j, box.low[2] + k), box.n[0], to);
}

class FieldSource final : public VolumeSource {
 public:
  // `file`: whose values they are; empty: of no file.
  FieldSource(std::shared_ptr<const Field<float>> values, const Grid3& grid, const std::string& array,
              std::vector<std::string> remarks, const std::string& file = {})
      : VolumeSource(
            file.empty() ? array : file,
            file.empty() ? sizeof(float) * static_cast<std::uintmax_t>(values->size()) : size_on_disk(file)),
        values_(std::move(values)) {
    facts_.grid = grid;
    facts_.array = array;
    remarks_ = std::move(remarks);
  }
  const Field<float>* field() const override { return values_.get(); }
  std::vector<DamagedBrick> read(const NodeBox& box, std::span<float> out, const Job&) const override {
    copy_box(*values_, box, out);
    return {};
  }

 private:
  std::shared_ptr<const Field<float>> values_;
};

class PackedSource final : public VolumeSource {
 public:
  explicit PackedSource(std::shared_ptr<const PackedVolume> packed)
      : VolumeSource(packed->facts.array, packed->bytes()), packed_(std::move(packed)) {
    facts_ = packed_->facts;
  }
  std::vector<DamagedBrick> read(const NodeBox& box, std::span<float> out, const Job& job) const override {
    unpack_box(*packed_, box, out, job);
    return {};
  }

 private:
  std::shared_ptr<const PackedVolume> packed_;
};

class SegySource final : public VolumeSource {
 public:
  SegySource(const std::filesystem::path& file, const VolumeChoice& choice, const Job& job)
      : VolumeSource(file.string(), 0), traces_(file, job, {}, choice.headers) {
    SegyPlacing placing = place_segy(traces_.headers(), choice.layout, name_, true);
    facts_.grid = placing.grid;
    columns_ = std::move(placing.columns);
    remarks_ = std::move(placing.assumed);
    remarks_.insert(remarks_.end(), traces_.headers().warnings.begin(), traces_.headers().warnings.end());
    stored_bytes_ = traces_.bytes();
  }
  bool by_columns() const override { return true; }
  const SegyFile* headers() const override { return &traces_.headers(); }

  std::vector<DamagedBrick> read(const NodeBox& box, std::span<float> out, const Job& job) const override {
    const Index columns = Index{1} * box.n[0] * box.n[1];
    in_parallel(columns, job, [&](Index c) {
      const Index i = c % box.n[0], j = c / box.n[0];
      std::vector<float> trace(static_cast<std::size_t>(facts_.grid.n[2]));
      traces_.read(
          columns_[static_cast<std::size_t>(box.low[0] + i + Index{1} * facts_.grid.n[0] * (box.low[1] + j))],
          trace);
      for (int k = 0; k < box.n[2]; ++k)
        out[static_cast<std::size_t>(c + columns * k)] = trace[static_cast<std::size_t>(box.low[2] + k)];
    });
    return {};
  }

 private:
  SegyTraces traces_;
  std::vector<std::size_t> columns_;
};

class RawSource final : public VolumeSource {
 public:
  RawSource(const std::filesystem::path& file, const VolumeLayout& layout)
      : VolumeSource(file.string(), size_on_disk(file)), layout_(layout) {
    check_raw_size(stored_bytes_, layout_, name_);
    facts_.grid.n = layout_.nodes;
    facts_.grid.h = layout_.spacing;
    facts_.grid.origin = layout_.origin;
    Index stride = 1;
    const std::string axes = layout_.axes.empty() ? "xyz" : layout_.axes;
    fastest_ = static_cast<std::size_t>(axes[0] - 'x');
    for (const char axis : axes) {
      const auto a = static_cast<std::size_t>(axis - 'x');
      step_[a] = stride;
      stride *= layout_.nodes[a];
    }
    descriptor_ = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor_ < 0)
      throw InputError(name_, std::string("cannot be read (") + std::strerror(errno) + ")",
                       "give a file that can");
  }
  ~RawSource() override { ::close(descriptor_); }

  bool by_columns() const override { return fastest_ == 2; }

  // Runs along the file's fastest axis, one call of the system each.
  std::vector<DamagedBrick> read(const NodeBox& box, std::span<float> out, const Job& job) const override {
    const std::array<Index, 3> to{1, box.n[0], Index{1} * box.n[0] * box.n[1]};
    const std::size_t a = fastest_, b = a == 0 ? 1 : 0, c = a == 2 ? 1 : 2;
    in_parallel(Index{1} * box.n[b] * box.n[c], job, [&](Index run) {
      const Index p = run % box.n[b], q = run / box.n[b];
      std::vector<std::uint32_t> words(static_cast<std::size_t>(box.n[a]));
      const Index first = box.low[a] * step_[a] + (box.low[b] + p) * step_[b] + (box.low[c] + q) * step_[c];
      read_words(words, static_cast<std::uint64_t>(first) * sizeof(float));
      for (std::size_t i = 0; i < words.size(); ++i) {
        std::uint32_t word = words[i];
        if (layout_.big_endian)
          word = word >> 24U | (word >> 8U & 0xFF00U) | (word << 8U & 0xFF0000U) | word << 24U;
        out[static_cast<std::size_t>(static_cast<Index>(i) * to[a] + p * to[b] + q * to[c])] =
            std::bit_cast<float>(word);
      }
    });
    return {};
  }

 private:
  void read_words(std::span<std::uint32_t> words, std::uint64_t offset) const {
    auto bytes = std::as_writable_bytes(words);
    while (!bytes.empty()) {
      const ssize_t got = ::pread(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0)
        throw InputError(name_, got == 0 ? "has become shorter" : std::strerror(errno),
                         "leave the file as it is while it is read");
      bytes = bytes.subspan(static_cast<std::size_t>(got));
      offset += static_cast<std::uint64_t>(got);
    }
  }

  VolumeLayout layout_;
  std::array<Index, 3> step_{};  // of x, y and z in the file, values
  std::size_t fastest_ = 0;
  int descriptor_ = -1;
};

#ifdef FOLDWAVE_HAS_VTK
class VtiSource final : public VolumeSource {
 public:
  VtiSource(const std::filesystem::path& file, const std::string& array)
      : VolumeSource(file.string(), size_on_disk(file)) {
    ImageVolume image = read_image(file, array.empty() ? std::vector<std::string>{} : std::vector{array});
    const auto one =
        std::ranges::find_if(image.arrays, [](const auto& a) { return a.components.size() == 1; });
    if (one == image.arrays.end())
      throw InputError(name_,
                       array.empty() ? "it has no array of one value a node"
                                     : "it has no array \"" + array + "\" of one value a node",
                       "name one that it has");
    if (array.empty() && image.arrays.size() > 1)
      remarks_.push_back("of " + std::to_string(image.arrays.size()) + " arrays \"" + one->name +
                         "\" is taken");
    facts_.grid = image.grid;
    facts_.array = one->name;
    values_ = std::move(one->components.front());
  }
  const Field<float>* field() const override { return &values_; }
  std::vector<DamagedBrick> read(const NodeBox& box, std::span<float> out, const Job&) const override {
    copy_box(values_, box, out);
    return {};
  }

 private:
  Field<float> values_;
};
#endif

}  // namespace

std::filesystem::path raw_header(const std::filesystem::path& file) {
  std::filesystem::path header = file;
  header += ".json";
  return header;
}

VolumeLayout raw_layout(const std::filesystem::path& file, const VolumeLayout& layout) {
  const std::filesystem::path header = raw_header(file);
  std::error_code unseen;
  if (layout.nodes != VolumeLayout{}.nodes || !std::filesystem::exists(header, unseen)) return layout;
  VelocityFile beside;
  beside.layout = layout;
  return with_header(beside, read_regular_file(header, most_bytes::small), header.string()).layout;
}

Volume volume_of(std::shared_ptr<const Field<float>> field, const Grid3& grid, const std::string& array,
                 std::vector<std::string> remarks) {
  if (field->shape() != grid.n)
    throw InputError(array, "it has other nodes than its grid", "give one value a node");
  return std::make_shared<const FieldSource>(std::move(field), grid, array, std::move(remarks));
}

Volume volume_of(std::shared_ptr<const PackedVolume> packed) {
  return std::make_shared<const PackedSource>(std::move(packed));
}

std::unique_ptr<VolumeSource> open_hdf_volume(const std::filesystem::path& file, const std::string& array) {
  return std::make_unique<HdfSource>(file, array);
}

std::unique_ptr<VolumeSource> open_segy_volume(const std::filesystem::path& file, const VolumeChoice& choice,
                                               const Job& job) {
  return std::make_unique<SegySource>(file, choice, job);
}

std::unique_ptr<VolumeSource> open_raw_volume(const std::filesystem::path& file, const VolumeLayout& layout) {
  const VolumeLayout known = raw_layout(file, layout);
  if (!is_npy(file)) return std::make_unique<RawSource>(file, known);
  ScalarVolume volume = read_npy(file, known);
  const Grid3 grid = volume.grid;
  return std::make_unique<FieldSource>(std::make_shared<const Field<float>>(std::move(volume.values)), grid,
                                       "values", std::move(volume.warnings), file.string());
}

std::unique_ptr<VolumeSource> open_vti_volume(const std::filesystem::path& file,
                                              [[maybe_unused]] const std::string& array) {
#ifdef FOLDWAVE_HAS_VTK
  return std::make_unique<VtiSource>(file, array);
#else
  throw InputError(file.string(), "this build has no VTK, which .vti files need", "give a .hdf or raw file");
#endif
}

}  // namespace foldwave
