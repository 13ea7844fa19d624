#include "core/formats/read_file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <new>
#include <system_error>

#include "core/base/error.hpp"

namespace foldwave {

namespace fs = std::filesystem;

std::string read_whole_file(const fs::path& path, const Job& job) {
  const std::string name = path.string();
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) throw InputError(name, "is not there", "check the name and the folder");
  if (fs::is_directory(status)) throw InputError(name, "is a folder", "give a file");
  const auto close = [](std::FILE* f) { std::fclose(f); };
  const std::unique_ptr<std::FILE, decltype(close)> file(std::fopen(path.c_str(), "rbe"), close);
  if (!file)
    throw InputError(name, std::string("cannot be opened (") + std::strerror(errno) + ")",
                     "check its permissions");

  // The size is a hint only: the file may grow, shrink, or be a pipe.
  constexpr std::size_t piece = std::size_t{1} << 20;
  std::string bytes;
  const std::uintmax_t hint = fs::is_regular_file(status) ? fs::file_size(path, error) : 0;
  try {
    if (!error) bytes.reserve(hint + piece);
    std::size_t used = 0;
    for (;;) {
      job.throw_if_stopped();
      bytes.resize(used + piece);
      const std::size_t got = std::fread(bytes.data() + used, 1, piece, file.get());
      used += got;
      if (got == 0) break;
    }
    bytes.resize(used);
  } catch (const std::bad_alloc&) {
    throw_out_of_memory(hint);
  } catch (const std::length_error&) {
    throw_out_of_memory(hint);
  }
  if (std::ferror(file.get()) != 0)
    throw ResourceError(name, "cannot be read to its end", "check the disk or the network");
  return bytes;
}

}  // namespace foldwave
