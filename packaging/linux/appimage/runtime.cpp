// The head of an AppImage of type 2: a static program with a squashfs image behind it. It unpacks the image
// once into the user's cache (no FUSE is needed, and later starts take no time), and starts AppRun there.
//
//   --appimage-extract   unpacks into ./squashfs-root and starts nothing
//   --appimage-offset    where the image begins, in bytes
//   --appimage-help      this
//
// The folder is $XDG_CACHE_HOME/foldwave or ~/.cache/foldwave, where neither can be written a temporary one.
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

extern "C" {
#include <squashfuse/squashfuse.h>

// The image is packed by zstd: the library's other ways to unpack, LZO's under another licence, are left out.
int LZ4_decompress_safe() {
  return -1;
}
int lzma_stream_buffer_decode() {
  return 11;
}
int lzo1x_decompress_safe() {
  return -1;
}
int uncompress() {
  return -3;
}
}

namespace fs = std::filesystem;

namespace {

struct Image {
  fs::path file;
  std::uint64_t offset = 0, key = 0;
};

// An ELF file ends with its table of sections, and the image begins there.
Image find_image() {
  Image image;
  image.file = fs::read_symlink("/proc/self/exe");
  std::FILE* const file = std::fopen(image.file.c_str(), "rb");
  std::array<unsigned char, 64> elf{};
  if (file == nullptr || std::fread(elf.data(), 1, elf.size(), file) != elf.size())
    throw std::runtime_error("cannot be read");
  std::uint64_t sections = 0;
  std::uint16_t size = 0, count = 0;
  std::memcpy(&sections, &elf[0x28], sizeof sections);
  std::memcpy(&size, &elf[0x3a], sizeof size);
  std::memcpy(&count, &elf[0x3c], sizeof count);
  image.offset = sections + std::uint64_t{size} * count;

  // The image's own head, its size and its time tell one AppImage from another.
  std::array<unsigned char, 96> head{};
  if (std::fseek(file, static_cast<long>(image.offset), SEEK_SET) != 0 ||
      std::fread(head.data(), 1, head.size(), file) != head.size() ||
      std::memcmp(head.data(), "hsqs", 4) != 0)
    throw std::runtime_error("has no image behind it: it is cut, download or copy it again");
  std::fclose(file);
  struct stat seen {};
  ::stat(image.file.c_str(), &seen);
  image.key = 0xcbf29ce484222325U;
  const auto add = [&image](std::uint64_t value) { image.key = (image.key ^ value) * 0x100000001b3U; };
  for (const unsigned char byte : head)
    add(byte);
  add(static_cast<std::uint64_t>(seen.st_size));
  add(static_cast<std::uint64_t>(seen.st_mtime));
  return image;
}

void check(sqfs_err error, const char* what) {
  if (error != SQFS_OK) throw std::runtime_error(std::string("its image is broken: ") + what);
}

void write_file(sqfs& image, sqfs_inode& inode, const fs::path& to) {
  const int file = ::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                          static_cast<mode_t>(inode.base.mode & 0777));
  if (file < 0) throw std::runtime_error(to.string() + " cannot be written: " + std::strerror(errno));
  std::vector<char> piece(std::size_t{1} << 20);
  for (sqfs_off_t at = 0; at < static_cast<sqfs_off_t>(inode.xtra.reg.file_size);) {
    auto size = static_cast<sqfs_off_t>(piece.size());
    check(sqfs_read_range(&image, &inode, at, &size, piece.data()), "a file");
    if (size <= 0) throw std::runtime_error("its image is cut");
    for (sqfs_off_t written = 0; written < size;) {
      const ssize_t got = ::write(file, piece.data() + written, static_cast<std::size_t>(size - written));
      if (got < 0) throw std::runtime_error(to.string() + " cannot be written: " + std::strerror(errno));
      written += got;
    }
    at += size;
  }
  ::close(file);
}

void unpack(const Image& source, const fs::path& to) {
  sqfs image;
  check(sqfs_open_image(&image, source.file.c_str(), source.offset), "its head");
  fs::create_directories(to);
  sqfs_traverse walk;
  check(sqfs_traverse_open(&walk, &image, sqfs_inode_root(&image)), "its root");
  sqfs_err error = SQFS_OK;
  while (sqfs_traverse_next(&walk, &error)) {
    if (walk.dir_end) continue;
    const fs::path place = to / walk.path;
    sqfs_inode inode;
    check(sqfs_inode_get(&image, &inode, sqfs_dentry_inode(&walk.entry)), walk.path);
    switch (inode.base.inode_type) {
      case SQUASHFS_DIR_TYPE:
      case SQUASHFS_LDIR_TYPE:
        fs::create_directory(place);
        break;
      case SQUASHFS_REG_TYPE:
      case SQUASHFS_LREG_TYPE:
        write_file(image, inode, place);
        break;
      case SQUASHFS_SYMLINK_TYPE:
      case SQUASHFS_LSYMLINK_TYPE: {
        std::size_t size = 0;
        check(sqfs_readlink(&image, &inode, nullptr, &size), walk.path);
        std::string link(size, '\0');
        check(sqfs_readlink(&image, &inode, link.data(), &size), walk.path);
        fs::create_symlink(link.c_str(), place);
        break;
      }
      default:
        break;
    }
  }
  check(error, "its folders");
  sqfs_traverse_close(&walk);
}

std::vector<fs::path> cache_folders() {
  std::vector<fs::path> folders;
  const auto add = [&folders](const char* variable, const char* below) {
    const char* const value = std::getenv(variable);
    if (value != nullptr && *value == '/') folders.push_back(fs::path(value) / below);
  };
  add("XDG_CACHE_HOME", "foldwave");
  add("HOME", ".cache/foldwave");
  const std::string own = "foldwave-" + std::to_string(::getuid());
  add("TMPDIR", own.c_str());
  folders.push_back(fs::path("/tmp") / own);
  return folders;
}

// A folder of this user alone, as what lies there is run.
bool is_own_folder(const fs::path& folder) {
  std::error_code unseen;
  fs::create_directories(folder.parent_path(), unseen);
  ::mkdir(folder.c_str(), 0700);
  struct stat seen {};
  return ::lstat(folder.c_str(), &seen) == 0 && S_ISDIR(seen.st_mode) && seen.st_uid == ::getuid() &&
         (seen.st_mode & (S_IWGRP | S_IWOTH)) == 0 && ::access(folder.c_str(), W_OK | X_OK) == 0;
}

// Whole under its own name, or not there; a second start waits for the first one.
fs::path unpacked(const Image& image) {
  std::array<char, 32> name{};
  std::snprintf(name.data(), name.size(), "appimage-%016llx", static_cast<unsigned long long>(image.key));
  std::string why = "no folder of the cache can be written; set XDG_CACHE_HOME";
  for (const fs::path& cache : cache_folders()) {
    if (!is_own_folder(cache)) continue;
    const fs::path folder = cache / name.data();
    if (fs::exists(folder / "AppRun")) return folder;
    const int lock = ::open((folder.string() + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (lock < 0 || ::flock(lock, LOCK_EX) != 0) continue;
    const fs::path part = folder.string() + ".part";
    try {
      if (!fs::exists(folder / "AppRun")) {
        fs::remove_all(part);
        std::fprintf(stderr, "Foldwave: unpacking into %s, once\n", folder.c_str());
        unpack(image, part);
        fs::rename(part, folder);
      }
      ::close(lock);
      ::unlink((folder.string() + ".lock").c_str());
      return folder;
    } catch (const std::exception& error) {
      why = error.what();
      std::error_code unseen;
      fs::remove_all(part, unseen);
      ::close(lock);
    }
  }
  throw std::runtime_error(why);
}

int start(const fs::path& folder, const Image& image, char** arguments) {
  ::setenv("APPIMAGE", image.file.c_str(), 1);
  ::setenv("APPDIR", folder.c_str(), 1);
  ::setenv("ARGV0", arguments[0], 1);
  const fs::path program = folder / "AppRun";
  ::execv(program.c_str(), arguments);
  throw std::runtime_error(program.string() + " cannot be started: " + std::strerror(errno));
}

}  // namespace

int main(int count, char** arguments) try {
  const Image image = find_image();
  const std::string first = count > 1 ? arguments[1] : "";
  if (first == "--appimage-offset") {
    std::printf("%llu\n", static_cast<unsigned long long>(image.offset));
    return 0;
  }
  if (first == "--appimage-extract") {
    unpack(image, "squashfs-root");
    return 0;
  }
  if (first == "--appimage-help") {
    std::puts(
        "Foldwave, as one file. Arguments go to the desktop; foldwave-cli as the first one, or as the "
        "file's\n"
        "name, goes to the command line. It unpacks itself into the user's cache at its first start.\n"
        "--appimage-extract  unpacks into ./squashfs-root\n--appimage-offset   where its squashfs image "
        "begins");
    return 0;
  }
  // As other runtimes have it: what this one always does.
  if (first == "--appimage-extract-and-run") {
    arguments[1] = arguments[0];
    ++arguments;
  }
  return start(unpacked(image), image, arguments);
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s: %s\n", arguments[0], error.what());
  return 1;
}
