// AppRun of the AppImage: chooses the program and tells it where to find what the system does not have.
// Static, so that it starts where there is nothing but a kernel and the C library.
//
// Libraries that belong to the system (OpenGL's with their drivers, X's, the C++ runtime) are its own where
// it has them, as a newer driver of its graphics card needs its newer ones; else those in usr/spare, one
// folder a library. All others are found by the programs' own path.
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace fs = std::filesystem;

namespace {

// The linker's list of the libraries of this system.
std::string system_libraries() {
  std::ifstream cache("/etc/ld.so.cache", std::ios::binary);
  return {std::istreambuf_iterator<char>(cache), {}};
}

void set_if_missing(const char* variable, const char* here, const fs::path& otherwise) {
  std::error_code unseen;
  if (!fs::exists(here, unseen)) ::setenv(variable, otherwise.c_str(), 0);
}

// In front of what the user has set.
void prepend(const char* variable, const std::string& value) {
  const char* const old = std::getenv(variable);
  ::setenv(variable, (old != nullptr && *old != '\0' ? value + ":" + old : value).c_str(), 1);
}

void lend_libraries(const fs::path& usr) {
  const std::string known = system_libraries();
  std::string path;
  bool draws = true;
  for (const fs::directory_entry& library : fs::directory_iterator(usr / "spare")) {
    const std::string name = library.path().filename().string();
    // Names stand in the list with a zero before and behind them.
    if (known.find('\0' + name + '\0') != std::string::npos) continue;
    path += (path.empty() ? "" : ":") + library.path().string();
    draws = draws && name != "libGL.so.1" && name != "libEGL.so.1";
  }
  if (!path.empty()) prepend("LD_LIBRARY_PATH", path);
  if (draws) return;
  ::setenv("LIBGL_DRIVERS_PATH", (usr / "lib/dri").c_str(), 0);
  ::setenv("__EGL_VENDOR_LIBRARY_DIRS", (usr / "share/glvnd/egl_vendor.d").c_str(), 0);
}

}  // namespace

int main(int, char** arguments) try {
  const fs::path usr = fs::read_symlink("/proc/self/exe").parent_path() / "usr";
  const char* const called = std::getenv("ARGV0");
  const std::string name = fs::path(called != nullptr ? called : arguments[0]).filename().string();
  const bool by_word = arguments[1] != nullptr && std::strcmp(arguments[1], "foldwave-cli") == 0;
  const char* const program = by_word || name.starts_with("foldwave-cli") ? "foldwave-cli" : "foldwave";
  lend_libraries(usr);
  set_if_missing("FONTCONFIG_FILE", "/etc/fonts/fonts.conf", usr / "share/fonts/fonts.conf");
  set_if_missing("XKB_CONFIG_ROOT", "/usr/share/X11/xkb", usr / "share/X11/xkb");
  const std::string path = (usr / "bin" / program).string();
  char** const passed = by_word ? arguments + 1 : arguments;
  std::string own = path;
  passed[0] = own.data();
  ::execv(path.c_str(), passed);
  std::fprintf(stderr, "%s cannot be started: %s\n", path.c_str(), std::strerror(errno));
  return 1;
} catch (const std::exception& error) {
  std::fprintf(stderr, "AppRun: %s\n", error.what());
  return 1;
}
