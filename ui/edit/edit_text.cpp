#include "ui/edit/edit_text.hpp"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>

#include "core/model/fields.hpp"

namespace foldwave {
namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("edit", text);
}

// How one list became the other: which item came, went or changed. `none` texts stay empty.
struct ListTexts {
  QString one_added, one_removed, one_changed;  // %1: its number, from 1
  QString several;
};

template <class Item>
QString list_text(const std::vector<Item>& before, const std::vector<Item>& after, const ListTexts& texts) {
  if (before == after) return {};
  const auto [a, b] = std::mismatch(before.begin(), before.end(), after.begin(), after.end());
  const auto number = a - before.begin() + 1;
  if (after.size() == before.size() + 1 && std::equal(a, before.end(), b + 1, after.end()))
    return texts.one_added.arg(number);
  if (before.size() == after.size() + 1 && std::equal(a + 1, before.end(), b, after.end()))
    return texts.one_removed.arg(number);
  if (before.size() == after.size() && std::equal(a + 1, before.end(), b + 1, after.end()))
    return texts.one_changed.arg(number);
  return texts.several;
}

// Several points came, went or moved at once: a stroke, an extruded section, a snap.
QString points_text(const std::vector<Vec3>& before, const std::vector<Vec3>& after) {
  const auto missing_in = [](const std::vector<Vec3>& from, const std::vector<Vec3>& in) {
    return std::count_if(from.begin(), from.end(),
                         [&in](const Vec3& p) { return std::find(in.begin(), in.end(), p) == in.end(); });
  };
  const auto gone = missing_in(before, after);
  const auto drawn = missing_in(after, before);
  if (drawn == 0) return tr("Delete %1 points").arg(gone);
  if (gone == static_cast<std::ptrdiff_t>(before.size()))
    return tr("Draw the horizon anew with %1 points").arg(drawn);
  if (gone == drawn && before.size() == after.size()) return tr("Move %1 points").arg(gone);
  return gone == 0 ? tr("Draw %1 points").arg(drawn)
                   : tr("Draw %1 points in place of %2").arg(drawn).arg(gone);
}

// What is said of the only key that an edit changed: its own words, else as its field is labelled, or `words`
// with its name (%1).
template <class Part>
QString key_text(const Part& before, const Part& after, const QString& words = tr("Change the %1")) {
  const auto change = only_change(before, after);
  if (!change) return {};
  if (!change->undo.empty()) return tr(change->undo.c_str());
  const QString label = tr(change->label.c_str());
  return label.isEmpty() ? words.arg(tr(change->name.c_str())) : tr("Change \"%1\"").arg(label);
}

// Of train %1; its wavelength handle turns it as well, and moves the crest to one that repeats in the box.
QString train_text(const FoldTrain& before, const FoldTrain& after) {
  QString text = key_text(before, after, tr("Change %1 of train"));
  FoldTrain same = before;
  same.crest = after.crest, same.wavelength = after.wavelength, same.azimuth = after.azimuth;
  if (text.isEmpty()) text = same == after ? tr("Change wavelength of train") : tr("Change train");
  return text + " %1";
}

QString horizon_text(const HorizonSpec& before, const HorizonSpec& after) {
  if (before == after) return {};
  if (before.index() != after.index()) return tr("Change the kind of horizon");
  if (const auto* const from = std::get_if<PointsHorizon>(&before)) {
    if (from->method != std::get<PointsHorizon>(after).method) return tr("Change the surface");
    const QString text = list_text(from->points, std::get<PointsHorizon>(after).points,
                                   {tr("Add point %1"), tr("Delete point %1"), tr("Move point %1"),
                                    points_text(from->points, std::get<PointsHorizon>(after).points)});
    if (!text.isEmpty()) return text;
  }
  if (const auto* const from = std::get_if<TrainsHorizon>(&before)) {
    const auto& to = std::get<TrainsHorizon>(after);
    if (from->depth != to.depth) return tr("Change the horizon's depth");
    if (from->dip != to.dip && from->dip_direction != to.dip_direction) return tr("Tilt the trains");
    if (from->dip != to.dip) return tr("Change the dip of the whole");
    if (from->dip_direction != to.dip_direction) return tr("Change the dip direction");
    QString changed;
    if (from->trains.size() == to.trains.size()) {
      const auto [a, b] = std::mismatch(from->trains.begin(), from->trains.end(), to.trains.begin());
      if (a != from->trains.end()) changed = train_text(*a, *b);
    }
    const QString text = list_text(
        from->trains, to.trains, {tr("Add train %1"), tr("Delete train %1"), changed, tr("Edit the trains")});
    if (!text.isEmpty()) return text;
  }
  if (const auto* const from = std::get_if<PlaneHorizon>(&before)) {
    const auto& to = std::get<PlaneHorizon>(after);
    const QString text = key_text(*from, to);
    return !text.isEmpty() ? text : from->point == to.point ? tr("Change the dip") : tr("Change the plane");
  }
  if (const auto* const from = std::get_if<XyzHorizon>(&before))
    if (const QString text = key_text(*from, std::get<XyzHorizon>(after)); !text.isEmpty()) return text;
  if (const auto* const from = std::get_if<MeshHorizon>(&before))
    if (const QString text = key_text(*from, std::get<MeshHorizon>(after)); !text.isEmpty()) return text;
  return tr("Change the horizon");
}

QString fold_text(const FoldSpec& before, const FoldSpec& after) {
  if (before == after) return {};
  const auto& from = before.parameters;
  const auto& to = after.parameters;
  const bool line = before.axial_line != after.axial_line;
  if (line && from == to)
    return before.axial_line.plunge == after.axial_line.plunge ? tr("Change the shear direction's trend")
           : before.axial_line.trend == after.axial_line.trend ? tr("Change the shear direction's plunge")
                                                               : tr("Turn the shear direction");
  if (line) return tr("Change the fold");
  if (from.by_class != to.by_class) return tr("Change how the fold is given");
  if (to.by_class && !(from == to)) return tr("Change the class knob \u03bb");
  if (from.F != to.F && from.psi != to.psi) return tr("Change F and \u03c8");
  if (from.F != to.F) return tr("Change F");
  if (from.psi != to.psi) return tr("Change \u03c8");
  if (before.method != after.method) return tr("Choose the fold method");
  return tr("Change the fold");
}

const char* kind_of(const FoldEvent& event) {
  return event.type == EventType::fold           ? QT_TRANSLATE_NOOP("edit", "the fold")
         : event.type == EventType::unconformity ? QT_TRANSLATE_NOOP("edit", "the unconformity")
                                                 : QT_TRANSLATE_NOOP("edit", "the erosion");
}

QString called(const FoldEvent& event) {
  return QString("%1 %2").arg(tr(kind_of(event)), QString::fromStdString(event.name));
}

QString event_text(const FoldEvent& before, const FoldEvent& after, bool several) {
  if (before == after) return {};
  const auto of = [&](const QString& text) {
    return several ? tr("%1 of %2").arg(text, QString::fromStdString(after.name)) : text;
  };
  FoldEvent same = before;
  if (same.name = after.name; same == after) return tr("Rename %1").arg(tr(kind_of(after)));
  same = before;
  if (same.horizon = after.horizon; same == after) return of(horizon_text(before.horizon, after.horizon));
  same = before;
  if (same.fold = after.fold; same == after) return of(fold_text(before.fold, after.fold));
  if (const QString text = key_text(before, after); !text.isEmpty()) return of(text);
  return tr("Change %1").arg(called(after));
}

using Events = std::vector<FoldEvent>;

// One has changed its place with its neighbour.
bool are_swapped(const Events& before, const Events& after) {
  if (before.size() != after.size()) return false;
  const auto [a, b] = std::mismatch(before.begin(), before.end(), after.begin());
  return a != before.end() && a + 1 != before.end() && *a == *(b + 1) && *(a + 1) == *b &&
         std::equal(a + 2, before.end(), b + 2);
}

bool only_deposits(const Events& before, const Events& after) {
  Events same = before;
  for (std::size_t i = 0; i < same.size(); ++i)
    same[i].deposits = after[i].deposits;
  return same == after;
}

QString events_text(const Events& before, const Events& after) {
  if (before == after) return {};
  const auto [a, b] = std::mismatch(before.begin(), before.end(), after.begin(), after.end());
  if (after.size() == before.size() + 1 && std::equal(a, before.end(), b + 1, after.end())) {
    FoldEvent copy = *b;
    if (b != after.begin()) copy.name = (b - 1)->name;
    return b != after.begin() && copy == *(b - 1) ? tr("Duplicate %1").arg(called(copy))
                                                  : tr("Add %1").arg(called(*b));
  }
  if (before.size() == after.size() + 1 && std::equal(a + 1, before.end(), b, after.end()))
    return tr("Remove %1").arg(called(*a));
  if (are_swapped(before, after)) return tr("Put %1 before %2").arg(called(*b), called(*a));
  if (before.size() != after.size()) return tr("Edit the events");
  QStringList texts;
  for (std::size_t i = 0; i < before.size(); ++i)
    texts << event_text(before[i], after[i], before.size() > 1);
  texts.removeAll(QString());
  return texts.size() == 1 ? texts.front() : tr("Edit the events");
}

QString layer_text(const Layer& before, const Layer& after) {
  Layer same = before;
  const auto name = QString::fromStdString(after.name);
  if (same.name = after.name; same == after) return tr("Rename the layer %1").arg(name);
  if (const QString text = key_text(before, after, tr("Change the %1 of")); !text.isEmpty())
    return text + " " + name;
  return tr("Change the layer %1").arg(name);
}

// All layers got a density, or lost it.
QString densities_text(const LayerStack& before, const LayerStack& after) {
  LayerStack same = before;
  if (same.layers.size() != after.layers.size() || same.layers.empty()) return {};
  for (std::size_t i = 0; i < same.layers.size(); ++i)
    same.layers[i].density = after.layers[i].density;
  const auto given = [](const LayerStack& s) { return s.layers.front().density > 0.0; };
  if (!(same == after) || given(before) == given(after)) return {};
  return given(after) ? tr("Give the layers densities") : tr("Take the densities away");
}

QString stack_text(const LayerStack& before, const LayerStack& after) {
  if (before == after) return {};
  if (const QString text = densities_text(before, after); !text.isEmpty()) return text;
  if (before.layers == after.layers) return tr("Choose the horizon's layer");
  if (before.layers.size() == after.layers.size()) {
    const auto [a, b] =
        std::mismatch(before.layers.begin(), before.layers.end(), after.layers.begin(), after.layers.end());
    if (std::equal(a + 1, before.layers.end(), b + 1, after.layers.end())) return layer_text(*a, *b);
  }
  return list_text(before.layers, after.layers,
                   {tr("Add layer %1"), tr("Delete layer %1"), tr("Change layer %1"), tr("Edit the layers")});
}

QString wavelet_text(const Wavelet& before, const Wavelet& after) {
  if (before == after) return {};
  const QString text = key_text(before, after, tr("Change the wavelet's %1"));
  return text.isEmpty() ? tr("Change the wavelet") : text;
}

QString start_text(const WaveStart& before, const WaveStart& after) {
  if (before == after) return {};
  if (before.index() == after.index()) return tr("Change the plane wave");
  return std::holds_alternative<PlaneWaveStart>(after)        ? tr("Start with a plane wave")
         : std::holds_alternative<ExplodingReflectors>(after) ? tr("Start with exploding reflectors")
                                                              : tr("Start at rest");
}

QString survey_text(const Survey& before, const Survey& after) {
  if (before == after) return {};
  QStringList texts{wavelet_text(before.wavelet, after.wavelet), start_text(before.start, after.start)};
  texts << list_text(
               before.sources, after.sources,
               {tr("Add source %1"), tr("Delete source %1"), tr("Change source %1"), tr("Edit the sources")})
        << list_text(before.receivers, after.receivers,
                     {tr("Add receiver set %1"), tr("Delete receiver set %1"), tr("Change receiver set %1"),
                      tr("Edit the receivers")});
  texts.removeAll(QString());
  return texts.size() == 1 ? texts.front() : tr("Edit the survey");
}

QString grid_text(const Grid3& before, const Grid3& after) {
  if (before == after) return {};
  Grid3 same = before;
  if (same.n = after.n; same == after) return tr("Change the number of nodes");
  same = before;
  if (same.h = after.h; same == after) return tr("Change the spacing");
  same = before;
  if (same.origin = after.origin; same == after) return tr("Change the map origin");
  return tr("Change the grid");
}

QString propagation_text(const Propagation& before, const Propagation& after) {
  if (before == after) return {};
  const QString text = key_text(before, after);
  return text.isEmpty() ? tr("Change the propagation") : text;
}

QString velocity_text(const std::optional<VelocityFile>& before, const std::optional<VelocityFile>& after) {
  if (before == after) return {};
  if (!before) return tr("Take the velocity from a file");
  if (!after) return tr("Take the velocity from the layers");
  VelocityFile same = *before;
  if (same.smoothing = after->smoothing; same == *after) return tr("Change the velocity's smoothing");
  return before->file != after->file ? tr("Choose another velocity file")
                                     : tr("Change how the velocity is read");
}

QString imaging_text(const std::optional<Imaging>& before, const std::optional<Imaging>& after) {
  if (before == after) return {};
  if (!before) return tr("Add an imaging");
  if (!after) return tr("Take the imaging away");
  Imaging same = *before;
  same.survey = after->survey;
  const bool survey_alone = before->survey && after->survey && same == *after;
  const QString of_survey = survey_alone ? key_text(*before->survey, *after->survey) : QString();
  const QString text = of_survey.isEmpty() ? key_text(*before, *after) : of_survey;
  return text.isEmpty() ? tr("Change the imaging") : text;
}

QString markers_text(const std::vector<Marker>& before, const std::vector<Marker>& after) {
  if (before == after) return {};
  const auto called = [](const Marker& marker) { return QString::fromStdString(name_of(marker)); };
  if (after.size() == before.size() + 1 && std::equal(before.begin(), before.end(), after.begin()))
    return tr("Keep the marker %1").arg(called(after.back()));
  const auto [a, b] = std::mismatch(before.begin(), before.end(), after.begin(), after.end());
  if (before.size() == after.size() + 1 && std::equal(a + 1, before.end(), b, after.end()))
    return tr("Delete the marker %1").arg(called(*a));
  if (before.size() != after.size() || !std::equal(a + 1, before.end(), b + 1, after.end()))
    return tr("Edit the markers");
  Marker same = *a;
  rename(same, name_of(*b));
  return (same == *b ? tr("Rename the marker %1") : tr("Change the marker %1")).arg(called(*b));
}

QString variants_text(const Scenario& before, const Scenario& after) {
  const auto& from = before.variants;
  const auto& to = after.variants;
  const auto name = [](const Scenario& s) { return QString::fromStdString(s.name); };
  if (to.size() == from.size() + 1) return tr("Keep %1").arg(name(to.back()));
  if (to.size() + 1 == from.size()) {
    const auto [a, b] = std::mismatch(to.begin(), to.end(), from.begin());
    return tr("Delete %1").arg(name(*b));
  }
  const bool switched = std::any_of(from.begin(), from.end(), [&](const Scenario& v) {
    return v.name == after.name && v.events == after.events;
  });
  return switched ? tr("Switch to %1").arg(name(after)) : tr("Change the variants");
}

}  // namespace

QString edit_text(const Scenario& before, const Scenario& after) {
  if (before == after) return {};
  if (before.variants != after.variants) return variants_text(before, after);
  // One step of its own, with the events and layers that it brings.
  if (!has_fold(before) && has_fold(after) && before.survey == after.survey && before.grid == after.grid)
    return after.velocity ? tr("Add a fold") : tr("Take the velocity from the layers");
  QStringList texts;
  if (before.name != after.name || before.description != after.description)
    texts << tr("Describe the scenario");
  texts << grid_text(before.grid, after.grid);
  const QString events = events_text(before.events, after.events);
  texts << events;
  // Layers come and go with their event, and deposits with their layers.
  const bool deposits = before.events != after.events && only_deposits(before.events, after.events);
  const bool same_layers = before.stack.layers.size() == after.stack.layers.size();
  if (deposits && !same_layers) texts.removeAll(events);
  if (deposits ? !same_layers
               : before.events.size() == after.events.size() && !are_swapped(before.events, after.events))
    texts << stack_text(before.stack, after.stack);
  texts << survey_text(before.survey, after.survey) << propagation_text(before.propagation, after.propagation)
        << velocity_text(before.velocity, after.velocity) << imaging_text(before.imaging, after.imaging);
  if (before.section != after.section) {
    const bool line = section_line(before) != section_line(after);
    texts << (line ? tr("Move the section line") : tr("Change the section's backdrop"));
  }
  texts << markers_text(before.markers, after.markers);
  if (before.outputs != after.outputs) {
    const QString text = key_text(before.outputs, after.outputs);
    texts << (text.isEmpty() ? tr("Change the outputs") : text);
  }
  texts.removeAll(QString());
  return texts.size() == 1 ? texts.front() : tr("Edit the scenario");
}

}  // namespace foldwave
