#include "ui/settings/preferences.hpp"

#include <QCoreApplication>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>
#include <algorithm>
#include <utility>

#include "core/base/system.hpp"
#include "core/formats/read_file.hpp"

namespace foldwave {
namespace {

const char* const theme_names[] = {"dark", "light", "system"};
const char* const level_names[] = {"debug", "info", "warning", "error"};
const char* const map_names[] = {"viridis", "cividis", "grey"};

template <class Value, std::size_t N>
Value named(const QString& name, const char* const (&names)[N], Value otherwise) {
  const auto at = std::find(std::begin(names), std::end(names), name);
  return at == std::end(names) ? otherwise : static_cast<Value>(at - std::begin(names));
}

// Where each switch of the marks is kept.
const std::pair<const char*, bool MarksWish::*> mark_keys[] = {{"marks/axial_surfaces", &MarksWish::hinges},
                                                               {"marks/axis", &MarksWish::axis},
                                                               {"marks/attitudes", &MarksWish::attitudes}};
const std::pair<const char*, bool SectionWish::*> section_keys[] = {
    {"marks/isogons", &SectionWish::isogons},
    {"marks/hinges", &SectionWish::hinges},
    {"marks/characteristics", &SectionWish::characteristics}};

const std::pair<const char*, Coloring RockColors::*> color_keys[] = {
    {"colours/velocity", &RockColors::velocity}, {"colours/T", &RockColors::arrival}};
const char* const color_groups[color_views] = {"", "section/", "wave/", "compare/"};
const char* const slice_keys[slice_count] = {"structure/slice_x",     "structure/slice_y",
                                             "structure/slice_depth", "structure/slice_to_x",
                                             "structure/slice_to_y",  "structure/slice_to_depth"};

void load_coloring(const QSettings& settings, const QString& key, Coloring& coloring) {
  coloring.map = named(settings.value(key + "_map").toString(), map_names, coloring.map);
  bool is_low = false, is_high = false;
  const ValueRange typed{settings.value(key + "_low").toDouble(&is_low),
                         settings.value(key + "_high").toDouble(&is_high)};
  if (is_low && is_high && typed.low < typed.high) coloring.typed = typed;
}

void save_coloring(QSettings& settings, const QString& key, const Coloring& coloring) {
  settings.setValue(key + "_map", map_names[static_cast<int>(coloring.map)]);
  settings.setValue(key + "_low", coloring.typed ? QVariant(coloring.typed->low) : QVariant());
  settings.setValue(key + "_high", coloring.typed ? QVariant(coloring.typed->high) : QVariant());
}

}  // namespace

void check_settings_file() {
  const QString file = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + '/' +
                       QCoreApplication::organizationName() + '/' + QCoreApplication::applicationName() +
                       ".conf";
  if (QFileInfo::exists(file)) size_to_read(file.toStdString(), most_bytes::small);
}

Preferences load_preferences() {
  const QSettings settings;
  Preferences p;
  p.threads = std::clamp(settings.value("preferences/threads", p.threads).toInt(), 0, most_threads());
  p.backend = settings.value("preferences/backend", p.backend).toString();
  p.theme = named(settings.value("preferences/theme").toString(), theme_names, p.theme);
  p.log_level = named(settings.value("preferences/log_level").toString(), level_names, p.log_level);
  p.layout_restored = settings.value("preferences/layout_restored", p.layout_restored).toBool();
  return p;
}

void save_preferences(const Preferences& p) {
  QSettings settings;
  settings.setValue("preferences/threads", p.threads);
  settings.setValue("preferences/backend", p.backend);
  settings.setValue("preferences/theme", theme_names[static_cast<int>(p.theme)]);
  settings.setValue("preferences/log_level", level_names[static_cast<int>(p.log_level)]);
  settings.setValue("preferences/layout_restored", p.layout_restored);
}

WindowSwitches load_switches() {
  const QSettings settings;
  WindowSwitches switches;
  switches.fold_while_editing = settings.value("window/fold_while_editing", true).toBool();
  for (const auto& [key, part] : mark_keys)
    switches.marks.*part = settings.value(key, switches.marks.*part).toBool();
  for (const auto& [key, part] : section_keys)
    switches.marks.section.*part = settings.value(key, switches.marks.section.*part).toBool();
  for (std::size_t v = 0; v < color_views; ++v)
    for (const auto& [key, part] : color_keys)
      load_coloring(settings, color_groups[v] + QString(key), switches.colors[v].*part);
  for (std::size_t s = 0; s < switches.slices.size(); ++s)
    switches.slices[s] = std::clamp(settings.value(slice_keys[s], switches.slices[s]).toDouble(), 0.0, 1.0);
  return switches;
}

void save_switches(const WindowSwitches& switches) {
  QSettings settings;
  settings.setValue("window/fold_while_editing", switches.fold_while_editing);
  for (const auto& [key, part] : mark_keys)
    settings.setValue(key, switches.marks.*part);
  for (const auto& [key, part] : section_keys)
    settings.setValue(key, switches.marks.section.*part);
  for (std::size_t v = 0; v < color_views; ++v)
    for (const auto& [key, part] : color_keys)
      save_coloring(settings, color_groups[v] + QString(key), switches.colors[v].*part);
  for (std::size_t s = 0; s < switches.slices.size(); ++s)
    settings.setValue(slice_keys[s], switches.slices[s]);
}

int most_threads() {
  static const int all = thread_count();
  return all;
}

void limit_threads(int threads) {
  const int all = most_threads();
  set_thread_count(threads > 0 ? threads : all);
}

}  // namespace foldwave
