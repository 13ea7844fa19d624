// What a user has chosen for all sessions: threads, back end, theme, the log's level, and what comes back at
// the next start. Kept in the settings (QSettings: below the XDG configuration).
#pragma once

#include <QString>
#include <array>

#include "core/geology/fold_marks.hpp"
#include "ui/log/log_book.hpp"
#include "ui/scene/stage/rock_colors.hpp"
#include "ui/scene/structure/structure_slices.hpp"
#include "ui/settings/theme.hpp"

namespace foldwave {

struct Preferences {
  int threads = 0;           // 0: as many as there are
  QString backend = "auto";  // as --backend takes it
  Theme theme = Theme::dark;
  LogLevel log_level = LogLevel::info;
  bool layout_restored = true;
  bool operator==(const Preferences&) const = default;
};

// Throws InputError where a pipe, a device or a folder stands for the settings' file, before QSettings, which
// would wait for it, is asked.
void check_settings_file();
Preferences load_preferences();  // what cannot be read is as by default
void save_preferences(const Preferences& preferences);

// The views that have colours of velocity and T: 3D, section, wave and Compare.
inline constexpr std::size_t color_views = 4;

// Switches of the window that come back with its layout, beside those of settings/kept_switches.hpp.
struct WindowSwitches {
  bool fold_while_editing = true;
  MarksWish marks{};  // without the layer, which is a scenario's
  std::array<RockColors, color_views> colors{};
  SliceParts slices = block_slice_parts;  // of the 3D view
};
WindowSwitches load_switches();
void save_switches(const WindowSwitches& switches);

// Takes a limit over for the jobs that come; 0: as many as there were when this was first called.
void limit_threads(int threads);
int most_threads();

}  // namespace foldwave
