// The Python module foldwave._core: a scenario as a dict, its stages as functions, results as numpy arrays
// that lie where the engine made them. Arrays of volumes have the shape (nz, ny, nx), z depth from the top
// down.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <memory>
#include <optional>

#include "app/foldwave-python/watched_job.hpp"
#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/engine/location/image_run.hpp"
#include "core/engine/pipeline.hpp"
#include "core/engine/preflight/preflight.hpp"
#include "core/engine/survey/survey_run.hpp"
#include "core/model/scenario_json.hpp"
#ifdef FOLDWAVE_HAS_CUDA
#include "gpu/backend.hpp"
#endif

namespace {

namespace py = pybind11;
using namespace foldwave;

// A result with the scenario that it was made of.
template <class Result>
struct Made {
  Scenario scenario;
  std::shared_ptr<const Backend> backend;
  Result result;
};
using MadeFold = std::shared_ptr<Made<FoldResult>>;
using MadeWave = std::shared_ptr<Made<WaveResult>>;
using MadeImage = std::shared_ptr<Made<ImageResult>>;
using MadeSurvey = std::shared_ptr<Made<SurveyResult>>;

// Keeps `owner` alive for as long as an array shows what it holds.
template <class Owner>
py::capsule kept(const Owner& owner) {
  return py::capsule(new Owner(owner), [](void* held) { delete static_cast<Owner*>(held); });
}

template <class T, class Owner>
py::array_t<T> view(std::vector<py::ssize_t> shape, const T* data, const Owner& owner) {
  py::array_t<T> array(std::move(shape), data, kept(owner));
  // Results are what they are: to change one, copy it.
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

template <class T, class Owner>
py::object field_view(const Field<T>& field, const Owner& owner) {
  if (field.empty()) return py::none();
  const auto n = field.shape();
  return view<T>({n[2], n[1], n[0]}, field.data(), owner);
}

py::array_t<double> places(const std::vector<Vec3>& local, const Vec3& origin) {
  py::array_t<double> array({static_cast<py::ssize_t>(local.size()), py::ssize_t{3}});
  auto out = array.mutable_unchecked<2>();
  for (std::size_t i = 0; i < local.size(); ++i)
    for (int a = 0; a < 3; ++a)
      out(static_cast<py::ssize_t>(i), a) = local[i][a] + origin[a];
  return array;
}

Scenario scenario_of(const py::object& given, const std::string& folder) {
  if (py::isinstance<py::dict>(given)) {
    const auto text = py::module_::import("json").attr("dumps")(given).cast<std::string>();
    Scenario scenario = parse_scenario(text, "scenario");
    scenario.folder = folder;
    return scenario;
  }
  return load_scenario(py::module_::import("os").attr("fspath")(given).cast<std::string>());
}

py::object dict_of(const Scenario& scenario) {
  return py::module_::import("json").attr("loads")(scenario_text(scenario));
}

py::list check(const py::object& given, const std::string& folder, const std::string& backend) {
  const Scenario scenario = scenario_of(given, folder);
  Findings findings;
  {
    const py::gil_scoped_release release;
    findings = preflight(scenario, *select_backend(backend));
  }
  constexpr std::array<const char*, 3> words{"note", "warning", "error"};
  py::list told;
  for (const Finding& f : findings)
    told.append(py::dict(py::arg("severity") = words[static_cast<std::size_t>(f.severity)],
                         py::arg("path") = f.path, py::arg("problem") = f.problem,
                         py::arg("remedy") = f.remedy));
  return told;
}

MadeFold fold(const py::object& given, const py::object& progress, const std::string& backend,
              const std::string& folder) {
  const auto made = std::make_shared<Made<FoldResult>>();
  made->scenario = scenario_of(given, folder);
  python::run_watched(progress, [&](const Job& job) {
    made->backend = select_backend(backend);
    throw_first_error(preflight(made->scenario, *made->backend, job), "scenario");
    made->result = run_fold(made->scenario, *made->backend, job);
  });
  return made;
}

// Snapshots as they are made, kept for Python.
struct KeptSnapshots final : SnapshotSink {
  struct One {
    int step;
    double time;
    std::shared_ptr<const Field<float>> pressure;
  };
  void snapshot(int step, double time, const Field<float>& pressure) override {
    all.push_back({step, time, std::make_shared<const Field<float>>(pressure.clone())});
  }
  std::vector<One> all;
};

struct WaveWithSnapshots {
  MadeWave made;
  std::vector<KeptSnapshots::One> snapshots;
};

WaveWithSnapshots wave(const MadeFold& folded, bool snapshots, const py::object& progress) {
  WaveWithSnapshots out;
  out.made = std::make_shared<Made<WaveResult>>();
  out.made->scenario = folded->scenario;
  out.made->backend = folded->backend;
  KeptSnapshots sink;
  python::run_watched(progress, [&](const Job& job) {
    out.made->result =
        run_wave(folded->scenario, folded->result, *folded->backend, snapshots ? &sink : nullptr, job);
    if (out.made->result.run.stopped) throw Stopped();
  });
  out.snapshots = std::move(sink.all);
  return out;
}

MadeImage image(const MadeFold& folded, const WaveWithSnapshots* waves, const py::object& progress) {
  const auto made = std::make_shared<Made<ImageResult>>();
  made->scenario = folded->scenario;
  made->backend = folded->backend;
  python::run_watched(progress, [&](const Job& job) {
    if (!folded->scenario.imaging)
      throw InputError("scenario: /imaging", "is not there, so nothing is located", "add it");
    made->result = run_image(folded->scenario, folded->result,
                             waves != nullptr ? &waves->made->result : nullptr, *folded->backend, job);
  });
  return made;
}

MadeSurvey survey(const MadeFold& folded, const py::object& progress) {
  const auto made = std::make_shared<Made<SurveyResult>>();
  made->scenario = folded->scenario;
  made->backend = folded->backend;
  python::run_watched(progress, [&](const Job& job) {
    made->result = run_survey(folded->scenario, folded->result, *folded->backend, {}, job);
    if (made->result.stopped) throw Stopped();
  });
  return made;
}

py::list events_of(const MadeImage& made) {
  py::list events;
  for (const LocatedEvent& event : made->result.located.events) {
    const Vec3 at = made->result.grid.origin + event.state.position;
    events.append(py::dict(py::arg("position") = py::make_tuple(at.x, at.y, at.z),
                           py::arg("time") = event.state.time, py::arg("amplitude") = event.state.amplitude,
                           py::arg("focus_over_noise") = event.z));
  }
  return events;
}

template <class Result>
void bind_made(py::class_<Made<Result>, std::shared_ptr<Made<Result>>>& type) {
  using M = Made<Result>;
  type.def_property_readonly("scenario", [](const M& m) { return dict_of(m.scenario); })
      .def_property_readonly("spacing", [](const M& m) { return m.result.grid.h; })
      .def_property_readonly("origin",
                             [](const M& m) {
                               const Vec3& o = m.result.grid.origin;
                               return std::array<double, 3>{o.x, o.y, o.z};
                             })
      .def_property_readonly("seconds", [](const M& m) { return m.result.seconds; })
      .def_property_readonly("backend", [](const M& m) { return m.result.made_by.backend; })
      .def_property_readonly("warnings", [](const M& m) { return m.result.warnings; });
}

void bind_errors(py::module_& m) {
  static py::exception<Error> error(m, "Error");
  static py::exception<InputError> input(m, "InputError", error.ptr());
  static py::exception<ResourceError> resource(m, "ResourceError", error.ptr());
  static py::exception<NumericError> numeric(m, "NumericError", error.ptr());
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const InputError& e) {
      input(e.what());
    } catch (const ResourceError& e) {
      resource(e.what());
    } catch (const NumericError& e) {
      numeric(e.what());
    } catch (const Error& e) {
      error(e.what());
    }
  });
}

void bind_results(py::module_& m) {
  py::class_<Made<FoldResult>, MadeFold> folded(m, "Fold");
  bind_made(folded);
  folded.def_property_readonly("arrival", [](const MadeFold& f) { return field_view(f->result.arrival, f); })
      .def_property_readonly("layers", [](const MadeFold& f) { return field_view(f->result.layer_index, f); })
      .def_property_readonly("velocity", [](const MadeFold& f) { return field_view(f->result.velocity, f); })
      .def_property_readonly("method", [](const MadeFold& f) { return f->result.method; });

  py::class_<WaveWithSnapshots>(m, "Wave")
      .def_property_readonly("gather",
                             [](const WaveWithSnapshots& w) {
                               const Gather& g = w.made->result.run.gather;
                               return view<float>({static_cast<py::ssize_t>(g.receivers.size()), g.samples},
                                                  g.traces.data(), w.made);
                             })
      .def_property_readonly("receivers",
                             [](const WaveWithSnapshots& w) {
                               return places(w.made->result.run.gather.receivers, w.made->result.grid.origin);
                             })
      .def_property_readonly("dt", [](const WaveWithSnapshots& w) { return w.made->result.run.gather.dt; })
      .def_property_readonly("snapshots",
                             [](const WaveWithSnapshots& w) {
                               py::list all;
                               for (const auto& s : w.snapshots)
                                 all.append(py::make_tuple(s.time, field_view(*s.pressure, s.pressure)));
                               return all;
                             })
      .def_property_readonly("scenario", [](const WaveWithSnapshots& w) { return dict_of(w.made->scenario); })
      .def_property_readonly("seconds", [](const WaveWithSnapshots& w) { return w.made->result.seconds; })
      .def_property_readonly("backend",
                             [](const WaveWithSnapshots& w) { return w.made->result.made_by.backend; })
      .def_property_readonly("warnings", [](const WaveWithSnapshots& w) { return w.made->result.warnings; });

  py::class_<Made<ImageResult>, MadeImage> located(m, "Image");
  bind_made(located);
  located.def_property_readonly("events", &events_of).def_property_readonly("focus", [](const MadeImage& i) {
    return field_view(i->result.located.focus, i);
  });

  py::class_<Made<SurveyResult>, MadeSurvey> surveyed(m, "Survey");
  bind_made(surveyed);
  surveyed.def_property_readonly("image", [](const MadeSurvey& s) { return field_view(s->result.image, s); })
      .def_property_readonly("illumination",
                             [](const MadeSurvey& s) { return field_view(s->result.illumination, s); })
      .def_property_readonly("shots", [](const MadeSurvey& s) { return s->result.shots_done; });
}

}  // namespace

PYBIND11_MODULE(_core, m) {
  m.doc() = "Fold rock, send waves through it: the engine of Foldwave";
  m.attr("__version__") = program_version();
#ifdef FOLDWAVE_HAS_CUDA
  register_cuda_backend();
#endif
  bind_errors(m);
  bind_results(m);
  m.def(
      "load", [](const py::object& file) { return dict_of(scenario_of(file, {})); }, py::arg("file"),
      "A scenario file as a dict");
  m.def("check", &check, py::arg("scenario"), py::kw_only(), py::arg("folder") = ".",
        py::arg("backend") = "auto", "What is wrong or good to know before a run");
  m.def("fold", &fold, py::arg("scenario"), py::kw_only(), py::arg("progress") = py::none(),
        py::arg("backend") = "auto", py::arg("folder") = ".", "Folds a scenario: a dict, or a file");
  m.def("wave", &wave, py::arg("fold"), py::kw_only(), py::arg("snapshots") = false,
        py::arg("progress") = py::none(), "Sends the scenario's wave through what was folded");
  m.def("image", &image, py::arg("fold"), py::arg("wave") = nullptr, py::kw_only(),
        py::arg("progress") = py::none(), "Locates events by time reversal, as /imaging asks");
  m.def("survey", &survey, py::arg("fold"), py::kw_only(), py::arg("progress") = py::none(),
        "The seismic image that /imaging/survey asks for, or that a line with nothing typed gives");
}
