#include "core/bench/codec.hpp"
#include "core/volume/codec/registry/codec_registry.hpp"

#include <algorithm>
#include <exception>
#include <new>

#include "core/base/clock.hpp"
#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/bench/median.hpp"
#include "core/engine/fallback_backend.hpp"
#include "core/volume/codec/transform/chain.hpp"
#include "core/volume/store/zfp_brick.hpp"

namespace foldwave {

namespace {

// A codec by its name here: a chain without a bound, or a Codec, bounded or without loss.
struct CodecMethod {
  std::string name;
  std::optional<Chain> zonal_chain;
  const Codec* codec = nullptr;
  bool bounded = false;
  std::optional<SeedCodec> seed;
};

CodecMethod zonal_method(TransformKind kind, int dimensions, std::optional<SeedCodec> seed = {}) {
  const Transform transform{kind, dimensions};
  return {transform_name(transform) + "-zonal", Chain{transform, zonal(4), Encoding::rle}, nullptr, false,
          seed};
}

CodecMethod codec_method(const std::string& name, bool bounded, std::optional<SeedCodec> seed = {}) {
  return {name, std::nullopt, find_codec(name), bounded, seed};
}

// Seconds of unpacking 12,207 MB on one core, four, and the card.
SeedCodec seed_codec(double low, double high, std::optional<double> mean_error, std::optional<double> rms,
                     double one, double four, std::optional<double> device) {
  constexpr double megabytes = 12207.0, megabyte = 1024.0 * 1024.0;
  SeedCodec seed{low, high, mean_error, rms, megabytes * megabyte / one, megabytes * megabyte / four, {}};
  if (device) seed.rate_device = megabytes * megabyte / *device;
  return seed;
}

std::vector<CodecMethod> all_methods() {
  using Kind = TransformKind;
  const std::optional<double> none;
  std::vector<CodecMethod> all{
      codec_method("rle", false, seed_codec(1.30, 1.32, 0.0, 0.0, 209.8, 68.7, none)),
      codec_method("huffman-fixed", false, seed_codec(1.40, 1.41, 0.0, 0.0, 122.4, 39.8, 101.2)),
      zonal_method(Kind::cosine, 1, seed_codec(1.53, 1.55, 0.0024, 43.0, 398.2, 107.5, 29.7)),
      zonal_method(Kind::cosine, 2, seed_codec(3.04, 3.06, 0.0032, 81.0, 596.4, 157.8, 30.2)),
      zonal_method(Kind::fast_cosine, 1, seed_codec(1.53, 1.55, 0.0024, 22.3, 50.0, 15.58, 17.8)),
      zonal_method(Kind::fast_cosine, 2, seed_codec(2.91, 2.95, none, none, 107.2, 32.9, 19.9)),
      zonal_method(Kind::fast_cosine, 3, seed_codec(6.58, 6.88, 0.0046, 81.2, 165.2, 50.8, 20.9)),
      zonal_method(Kind::lapped, 1, seed_codec(1.52, 1.55, 0.0031, 21.5, 104.9, 39.3, 19.9)),
      zonal_method(Kind::cosine, 3),
      zonal_method(Kind::lapped, 2),
      zonal_method(Kind::lapped, 3),
      zonal_method(Kind::general_lapped, 1),
      zonal_method(Kind::general_lapped, 2),
      zonal_method(Kind::general_lapped, 3),
      codec_method("huffman", false)};
  for (const char* name : {"wave", "quick", "fast-dct-1d", "fast-dct-2d", "fast-dct-3d", "fast-dct-3d-rle",
                           "fast-dct-3d-zstd", "lot-1d", "lot-3d", "lot-3d-zstd", "genlot-1d", "genlot-3d"})
    if (find_codec(name) != nullptr) all.push_back(codec_method(name, true));
  return all;
}

std::vector<CodecMethod> chosen_methods(const std::vector<std::string>& names) {
  std::vector<CodecMethod> all = all_methods();
  if (names.empty()) return all;
  std::vector<CodecMethod> chosen;
  for (const std::string& name : names) {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const CodecMethod& m) { return m.name == name; });
    if (found != all.end())
      chosen.push_back(*found);
    else if (find_codec(name) != nullptr)
      chosen.push_back(codec_method(name, true));
    else if (name == "zfp" && bare_zfp() != nullptr)
      chosen.push_back({name, std::nullopt, bare_zfp(), true, {}});
    else
      throw InputError("codec '" + name + "'", "there is none of this name",
                       "choose of those that --help lists");
  }
  return chosen;
}

// Work on every brick by the threads that there are; the first error is thrown when all have ended.
template <class Each>
void each_brick(std::size_t count, const Job& job, const Each& each) {
  std::exception_ptr failure;
#pragma omp parallel for schedule(dynamic)
  for (std::size_t b = 0; b < count; ++b)
    try {
      if (!job.stop.stop_requested()) each(b);
    } catch (...) {
#pragma omp critical(bench_codec_failure)
      if (!failure) failure = std::current_exception();
    }
  if (failure) std::rethrow_exception(failure);
  job.throw_if_stopped();
}

// A volume, and its bricks side by side as a store has them.
class CutVolume {
 public:
  CutVolume(CodecBenchCase which, int n)
      : name(codec_case_name(which) + "-" + std::to_string(n)),
        bricks({n, n, n}),
        volume(codec_case(which, n)),
        back({n, n, n}),
        cut_(bricks.count() * bricks.brick.values()) {
    for (std::size_t b = 0; b < bricks.count(); ++b)
      bricks.gather(b, volume.values(), values(b));
    range = quality_of(volume.values(), volume.values()).range;
  }
  std::span<float> values(std::size_t brick) {
    const std::size_t size = bricks.brick.values();
    return std::span(cut_).subspan(brick * size, size);
  }

  std::string name;
  VolumeBricks bricks;
  Field<float> volume, back;
  double range = 0.0;

 private:
  std::vector<float> cut_;
};

class CodecBench {
 public:
  CodecBench(const Backend& backend, const CodecBenchPlan& plan,
             const std::function<void(const CodecBenchRow&)>& done, const Job& job)
      : backend_(without_fallback(backend)),
        plan_(plan),
        done_(done),
        job_(job),
        threads_before_(thread_count()) {}
  ~CodecBench() { set_thread_count(threads_before_); }
  CodecBench(const CodecBench&) = delete;
  CodecBench& operator=(const CodecBench&) = delete;

  std::vector<CodecBenchRow> run() {
    const std::vector<CodecMethod> methods = chosen_methods(plan_.codecs);
    std::vector<int> counts = plan_.threads;
    if (counts.empty()) counts = threads_before_ > 1 ? std::vector{1, threads_before_} : std::vector{1};
    const auto transform = backend_.make_volume_transform();
    // What is far too large would be granted at first, and end the program later.
    const double bytes = 16.0 * plan_.size * plan_.size * plan_.size;
    if (bytes > static_cast<double>(available_memory_bytes()))
      throw_out_of_memory(static_cast<std::size_t>(bytes));
    for (const CodecBenchCase which : plan_.cases) {
      job_.throw_if_stopped();
      set_thread_count(threads_before_);
      CutVolume cut(which, plan_.size);
      for (const CodecMethod& method : methods)
        for (const int threads : counts)
          add(cut, method, threads, [&](CodecBenchRow& row) { measure(cut, method, row); });
      for (const CodecMethod& method : methods)
        if (method.zonal_chain && transform)
          add(cut, method, threads_before_, [&](CodecBenchRow& row) {
            row.on_device = true;
            measure_transform(cut, *method.zonal_chain, *transform, row);
          });
        else if (const auto packer = backend_.make_volume_packer(method.name))
          add(cut, method, threads_before_, [&](CodecBenchRow& row) {
            row.on_device = true;
            measure_packer(cut, *packer, row);
          });
    }
    return std::move(rows_);
  }

 private:
  // Of a bounded codec a row for each error.
  void add(CutVolume& cut, const CodecMethod& method, int threads,
           const std::function<void(CodecBenchRow&)>& measured) {
    if (!method.bounded) return add_one(cut, method, threads, {}, measured);
    for (const double error : plan_.errors)
      add_one(cut, method, threads, error * cut.range, measured);
  }

  void add_one(CutVolume& cut, const CodecMethod& method, int threads, std::optional<double> bound,
               const std::function<void(CodecBenchRow&)>& measured) {
    CodecBenchRow row;
    row.volume = cut.name;
    row.codec = method.name;
    row.threads = threads;
    row.seed = method.seed;
    row.bytes = 4 * std::int64_t{cut.volume.size()};
    row.bound = bound;
    try {
      set_thread_count(threads);
      measured(row);
    } catch (const Stopped&) {
      throw;
    } catch (const Error& e) {
      row.failure = e.what();
    } catch (const std::bad_alloc&) {
      row.failure = "memory: there is not enough";
    }
    done_(row);
    rows_.push_back(std::move(row));
  }

  void measure(CutVolume& cut, const CodecMethod& method, CodecBenchRow& row) {
    const std::size_t count = cut.bricks.count();
    const BrickShape shape = cut.bricks.brick;
    std::vector<std::vector<std::byte>> packed(count);
    std::vector<double> pack, unpack;
    std::vector<float> decoded(count * shape.values());
    const auto decoded_brick = [&](std::size_t b) {
      return std::span(decoded).subspan(b * shape.values(), shape.values());
    };
    for (int run = 0; run < plan_.repeat; ++run) {
      const Clock packing;
      each_brick(count, job_, [&](std::size_t b) {
        packed[b] = method.zonal_chain
                        ? pack_chain(*method.zonal_chain, cut.values(b), shape)
                        : method.codec->encode(cut.values(b), shape, {row.bound.value_or(0.0)});
      });
      pack.push_back(packing.seconds());
      const Clock unpacking;
      each_brick(count, job_, [&](std::size_t b) {
        if (method.zonal_chain)
          unpack_chain(packed[b], shape, decoded_brick(b));
        else
          method.codec->decode(packed[b], shape, decoded_brick(b));
      });
      unpack.push_back(unpacking.seconds());
    }
    for (std::size_t b = 0; b < count; ++b) {
      cut.bricks.scatter(b, decoded_brick(b), cut.back.values());
      row.packed += static_cast<std::int64_t>(packed[b].size());
    }
    row.pack_seconds = median(pack);
    row.unpack_seconds = median(unpack);
    row.quality = quality_of(cut.volume.values(), cut.back.values());
  }

  void measure_transform(CutVolume& cut, const Chain& chain, const VolumeTransform& device,
                         CodecBenchRow& row) {
    std::vector<float> words(cut.bricks.words(chain.transform));
    std::vector<double> pack, unpack, transfer;
    for (int run = 0; run <= plan_.repeat; ++run) {
      job_.throw_if_stopped();
      const TransformSeconds there =
          device.forward(chain.transform, chain.quantiser, cut.bricks, cut.volume.values(), words);
      const TransformSeconds back =
          device.back(chain.transform, chain.quantiser, cut.bricks, words, cut.back.values());
      // The first warms the device up.
      if (run == 0) continue;
      pack.push_back(there.device);
      unpack.push_back(back.device);
      transfer.push_back(there.transfer + back.transfer);
    }
    row.pack_seconds = median(pack);
    row.unpack_seconds = median(unpack);
    row.transfer_seconds = median(transfer);
    row.quality = quality_of(cut.volume.values(), cut.back.values());
  }

  void measure_packer(CutVolume& cut, const VolumePacker& device, CodecBenchRow& row) {
    const int n = plan_.size;
    const BrickLayout layout = brick_layout({n, n, n});
    std::vector<double> pack, unpack;
    for (int run = 0; run <= plan_.repeat; ++run) {
      job_.throw_if_stopped();
      const DevicePacked there = device.pack(cut.volume.values(), layout, {row.bound.value_or(0.0)});
      const DeviceUnpacked back = device.unpack(there.bricks, cut.back.values());
      if (!back.damaged.empty())
        throw DeviceError(row.codec, "the device's own bricks are damaged", "use the CPU back end");
      row.packed = static_cast<std::int64_t>(there.bricks.bytes.size());
      row.by_processor = there.by_processor + back.by_processor;
      // The first warms the device up.
      if (run == 0) continue;
      pack.push_back(there.device_seconds);
      unpack.push_back(back.device_seconds);
    }
    row.pack_seconds = median(pack);
    row.unpack_seconds = median(unpack);
    row.quality = quality_of(cut.volume.values(), cut.back.values());
  }

  const Backend& backend_;
  const CodecBenchPlan& plan_;
  const std::function<void(const CodecBenchRow&)>& done_;
  const Job& job_;
  int threads_before_;
  std::vector<CodecBenchRow> rows_;
};

}  // namespace

std::vector<std::string> codec_bench_names() {
  std::vector<std::string> names;
  for (const CodecMethod& method : all_methods())
    names.push_back(method.name);
  return names;
}

std::vector<CodecBenchRow> bench_codec(const Backend& backend, const CodecBenchPlan& plan,
                                       const std::function<void(const CodecBenchRow&)>& done,
                                       const Job& job) {
  return CodecBench(backend, plan, done, job).run();
}

}  // namespace foldwave
