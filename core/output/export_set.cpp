#include "core/output/export_set.hpp"

#include <algorithm>
#include <array>
#include <functional>

#include "core/base/text.hpp"
#include "core/formats/atomic_file.hpp"
#include "core/model/same_results.hpp"
#include "core/output/meshes/mesh_write.hpp"
#include "core/output/paraview_script.hpp"
#include "core/output/run_folder.hpp"
#include "core/output/snapshot_files.hpp"
#include "core/output/surface_files.hpp"
#include "core/volume/store/hdf_series.hpp"
#include "core/volume/store/volume_writer.hpp"
#ifdef FOLDWAVE_HAS_VTK
#include "core/formats/vtk/image_writer.hpp"
#include "core/formats/vtk/pvd_writer.hpp"
#endif

namespace foldwave {
namespace {

std::string snapshot_name(const ExportChoice& choice, int step) {
  return choice.name + "-snapshots/" + snapshot_file_name(step, choice.snapshot_suffix.substr(1));
}

constexpr std::array<const char*, 2> collection_endings{"-snapshots.pvd", "-snapshots.hdf.series"};

std::string collection_name(const ExportChoice& choice) {
  return choice.name + collection_endings[choice.snapshot_suffix == ".hdf" ? 1 : 0];
}

// One product a wish, of layer tops one a boundary.
std::vector<Product> products_of(const ExportChoice& choice, const ExportSource& source) {
  std::vector<Product> products;
  for (const auto& [what, suffix] : choice.wishes) {
    const auto add = [&, &w = what, &s = suffix](const std::string& part, std::size_t boundary) {
      products.push_back({choice.folder / (choice.name + "-" + part + s), w, boundary});
      product_of(products.back().file, w);  // refuses what the suffix cannot hold
    };
    if (what == "layer-top")
      for (std::size_t i = 0, n = source.fold.layering().boundaries().size(); i < n; ++i)
        add(boundary_file_name(source.scenario, source.fold, i), i);
    else
      add(what, 0);
  }
  return products;
}

// The keys of the models that are shown now. A file of velocities counts by what it held.
struct ModelKeys {
  std::string fold, wave, image, survey;

  explicit ModelKeys(const ExportSource& source) {
    const bool any_wave = source.wave != nullptr || !source.snapshots.empty();
    std::string held;
    for (const FileStamp& stamp : {source.fold.velocity_stamp.file, source.fold.velocity_stamp.header})
      if (!stamp.path.empty())
        held +=
            "-" + std::to_string(stamp.size) + "-" + std::to_string(stamp.changed.time_since_epoch().count());
    fold = fold_key(source.scenario) + held;
    wave = wave_key(any_wave ? source.wave_scenario : source.scenario) + held;
    image = image_key(source.image_scenario != nullptr ? *source.image_scenario : source.scenario) + held;
    survey = image_key(source.survey_scenario != nullptr ? *source.survey_scenario : source.scenario) + held;
  }
  const std::string& of(const std::string& what) const {
    return what == "gather" ? wave : what == "events" ? image : is_seismic(what) ? survey : fold;
  }
  std::string both() const { return fold + "+" + wave; }
};

// Those whose model is not shown any more; a file without a key was never known to be whole.
std::vector<std::string> of_other_models(const ExportedFiles& files, const ModelKeys& keys) {
  std::vector<std::string> other;
  for (const auto& [name, key] : files)
    if (key != keys.fold && key != keys.wave && key != keys.image && key != keys.survey && key != keys.both())
      other.push_back(name);
  return other;
}

// A new series stands for the whole of an older one: what of that it does not replace is of no model.
void give_up_series(ExportedFiles& files, const ExportChoice& choice, const ExportSource& source) {
  if (!choice.snapshots || source.snapshots.empty()) return;
  for (auto& [name, key] : files)
    if (name.starts_with(choice.name + "-snapshots/") ||
        std::ranges::any_of(collection_endings,
                            [&, &its = name](const char* ending) { return its == choice.name + ending; }))
      key.clear();
}

// The colours of an .obj file; empty: nothing.
std::string written_beside(const Product& product) {
  return product.file.extension() == ".obj" ? obj_library(product.file).filename().string() : "";
}

constexpr double base64 = 4.0 / 3.0;  // a .vti is text

double largest_size(const Product& product, const ExportSource& source) {
  const auto nodes = static_cast<double>(source.fold.grid.size());
  if (product.file.extension() == ".vti")
    return base64 * nodes * (product.what == "layers" ? 1.0 : product.what == "arrival" ? 8.0 : 4.0);
  if (is_seismic(product.what) && source.survey != nullptr) {
    const Grid3& grid = source.survey->grid;
    const double traces = 1.0 * grid.n[0] * grid.n[1];
    return (product.file.extension() == ".hdf" ? 0.0 : 3600.0 + 240.0 * traces) + 4.0 * traces * grid.n[2];
  }
  if (product.file.extension() == ".hdf") return 4.0 * nodes;
  if (product.what != "gather" || source.wave == nullptr) return 0.0;
  const Gather& gather = source.wave->run.gather;
  return 3600.0 + static_cast<double>(gather.receivers.size()) * (240.0 + 4.0 * gather.samples);
}

// Of what this export has written: a file of an older one may lie beside it.
ParaViewScene paraview_scene(const ExportChoice& choice, const ExportSource& source,
                             const std::vector<Product>& written) {
  ParaViewScene scene;
  scene.folder = choice.folder;
  for (const Product& product : written) {
    const std::string name = product.file.filename().string();
    if (product.what == "velocity") scene.velocity = name;
    if (product.what == "layers" && product.file.extension() != ".csv") scene.layers = name;
    if (product.file.extension() != ".vtp") continue;
    const auto& layers = source.scenario.stack.layers;
    const auto layer = product.what == "layer-top"
                           ? product.boundary + 1
                           : static_cast<std::size_t>(source.scenario.stack.horizon_is_top_of);
    scene.surfaces.push_back({name, layers[std::min(layer, layers.size() - 1)].color});
  }
  if (choice.snapshots && !source.snapshots.empty()) {
    scene.snapshots = collection_name(choice);
    scene.pressure_limit = source.pressure_limit;
  }
  return scene;
}

// Of one that is kept packed or in a file only while `use` lasts.
template <class Use>
auto with_pressure(const TimedPressure& snapshot, const Use& use) {
  return snapshot.pressure != nullptr ? use(*snapshot.pressure) : use(snapshot.unpack());
}

// Empty where all are the same bits as the computed ones.
std::string error_text(const ExportSource& source) {
  double largest = 0.0;
  for (const TimedPressure& snapshot : source.snapshots)
    largest = std::max(largest, snapshot.error_bound);
  if (!(largest > 0.0)) return {};
  return "snapshots: pressures lie within " + number_text(largest, 3) +
         " of the computed ones; each file tells its own bound";
}

// `written` is told each file when it is whole.
void write_hdf_snapshots(const ExportChoice& choice, const ExportSource& source,
                         const std::function<void(const std::string&)>& written, const Job& job) {
  require_folder(choice.folder / (choice.name + "-snapshots"));
  HdfSeries series(choice.folder / collection_name(choice));
  std::int64_t done = 0;
  for (const TimedPressure& snapshot : source.snapshots) {
    job.throw_if_stopped();
    job.report({"snapshots", done++, static_cast<std::int64_t>(source.snapshots.size()), 0.0, {}});
    VolumeFacts facts;
    facts.codec = "deflate";  // which every HDF5 has
    facts.grid = source.wave_scenario.grid;
    facts.array = "pressure";
    facts.step = snapshot.step;
    facts.time = snapshot.time;
    const std::string name = snapshot_name(choice, snapshot.step);
    PackedVolume packed = with_pressure(snapshot, [&](const Field<float>& pressure) {
      return pack_volume(pressure.values(), facts, job.stop);
    });
    // Told, and not packed by: they were rounded when they were kept, and are not once more.
    packed.facts.error_bound = snapshot.error_bound;
    write_volume_file(choice.folder / name, packed, job.stop);
    written(name);
    series.add(snapshot.time, choice.folder / name);
    written(collection_name(choice));
  }
}

void write_snapshots([[maybe_unused]] const ExportChoice& choice, const ExportSource& source,
                     [[maybe_unused]] const std::function<void(const std::string&)>& written,
                     [[maybe_unused]] const Job& job) {
  if (choice.snapshot_suffix == ".hdf") return write_hdf_snapshots(choice, source, written, job);
#ifdef FOLDWAVE_HAS_VTK
  const auto collection_file = choice.folder / collection_name(choice);
  require_folder(choice.folder / (choice.name + "-snapshots"));
  PvdCollection collection(collection_file);
  std::int64_t done = 0;
  for (const TimedPressure& snapshot : source.snapshots) {
    job.throw_if_stopped();
    job.report({"snapshots", done++, static_cast<std::int64_t>(source.snapshots.size()), 0.0, {}});
    const std::string name = snapshot_name(choice, snapshot.step);
    const auto file = choice.folder / name;
    ImageOptions options;
    options.time = snapshot.time;
    if (snapshot.error_bound > 0.0) options.error_bound = snapshot.error_bound;
    options.stop = job.stop;
    with_pressure(snapshot, [&](const Field<float>& pressure) {
      write_image(file, source.wave_scenario.grid, {{"pressure", pressure.values()}}, options);
    });
    written(name);
    collection.add(snapshot.time, file);
    written(collection_name(choice));
  }
#else
  if (!source.snapshots.empty()) throw_no_vtk(choice.folder / collection_name(choice));
#endif
}

const Scenario& scenario_of(const std::string& what, const ExportSource& source) {
  const Scenario* const own = what == "events"   ? source.image_scenario
                              : is_seismic(what) ? source.survey_scenario
                              : what == "gather" ? &source.wave_scenario
                                                 : nullptr;
  return own != nullptr ? *own : source.scenario;
}

// Keeps `listed` true of what has been written, also where it throws.
void write_files(const ExportChoice& choice, const ExportSource& source, const ModelKeys& keys,
                 const Job& job, ExportedFiles& listed, ExportOutcome& outcome) {
  const auto products = products_of(choice, source);
  std::vector<Product> written;
  std::int64_t done = 0;
  for (const Product& product : products) {
    job.throw_if_stopped();
    const std::string name = product.file.filename().string();
    job.report({name, done++, static_cast<std::int64_t>(products.size()), 0.0, {}});
    const Scenario& scenario = scenario_of(product.what, source);
    try {
      for (const std::string& warning :
           write_product(product, scenario, source.fold, source.wave, source.image, source.survey, job))
        outcome.warnings.push_back(name + ": " + warning);
      written.push_back(product);
      listed[name] = keys.of(product.what);
      if (const std::string beside = written_beside(product); !beside.empty()) {
        listed[beside] = keys.of(product.what);
        ++outcome.files;
      }
    } catch (const InputError& error) {
      // One top that is not there must not cost the others.
      if (product.what != "layer-top") throw;
      outcome.warnings.emplace_back(error.what());
    }
  }
  outcome.files += static_cast<int>(written.size());
  if (choice.snapshots && !source.snapshots.empty()) {
    give_up_series(listed, choice, source);
    write_snapshots(
        choice, source, [&](const std::string& name) { listed[name] = keys.wave; }, job);
    outcome.files += 1 + static_cast<int>(source.snapshots.size());
    if (const std::string error = error_text(source); !error.empty()) outcome.warnings.push_back(error);
  }
  if (!choice.paraview) return;
  write_file_atomically(choice.folder / paraview_script_name(choice),
                        paraview_script(paraview_scene(choice, source, written)));
  listed[paraview_script_name(choice)] = keys.both();
  ++outcome.files;
}

}  // namespace

std::string paraview_script_name(const ExportChoice& choice) {
  std::string name = choice.name + "-paraview.py";
  std::ranges::replace(name, ',', '_');
  return name;
}

std::vector<ExportFile> export_files(const ExportChoice& choice, const ExportSource& source) {
  std::vector<ExportFile> files;
  for (const Product& product : products_of(choice, source)) {
    files.push_back({product.file.filename().string(), largest_size(product, source)});
    if (const std::string beside = written_beside(product); !beside.empty()) files.push_back({beside, 0.0});
  }
  if (choice.snapshots && !source.snapshots.empty()) {
    files.push_back({collection_name(choice), 0.0});
    for (const TimedPressure& snapshot : source.snapshots)
      files.push_back(
          {snapshot_name(choice, snapshot.step), (choice.snapshot_suffix == ".hdf" ? 1.0 : base64) * 4.0 *
                                                     static_cast<double>(source.wave_scenario.grid.size())});
  }
  if (choice.paraview) files.push_back({paraview_script_name(choice), 0.0});
  files.push_back({export_list_name(choice.name), 0.0});
  return files;
}

std::vector<std::string> stale_files(const ExportedFiles& earlier, const ExportChoice& choice,
                                     const ExportSource& source) {
  ExportedFiles left = earlier;
  give_up_series(left, choice, source);
  for (const ExportFile& file : export_files(choice, source))
    left.erase(file.name);
  return files_there(choice.folder, of_other_models(left, ModelKeys(source)));
}

ExportOutcome write_export(const ExportChoice& choice, const ExportSource& source, const Job& job) {
  require_folder(choice.folder);
  const ModelKeys keys(source);
  const ExportedFiles before = exported_files(choice.folder, choice.name);
  ExportedFiles listed = before;
  ExportOutcome outcome;
  try {
    write_files(choice, source, keys, job, listed, outcome);
  } catch (...) {
    if (listed != before) write_export_list(choice.folder, choice.name, listed);
    throw;
  }
  const auto other = of_other_models(listed, keys);
  for (const std::string& name : other)
    listed.erase(name);
  outcome.removed = remove_files(choice.folder, other);
  write_export_list(choice.folder, choice.name, listed);
  ++outcome.files;
  return outcome;
}

}  // namespace foldwave
