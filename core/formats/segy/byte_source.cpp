#include "core/formats/segy/byte_source.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "core/base/error.hpp"

namespace foldwave::segy {

void ByteSource::read(void* to, std::size_t bytes, const std::string& what) {
  if (bytes > left())
    fail(what + " ends after " + std::to_string(left()) + " of " + std::to_string(bytes) + " bytes");
  read_(to, bytes, at_);
  at_ += bytes;
}

void ByteSource::fail(const std::string& problem, const std::string& remedy) const {
  throw InputError(name_ + ", byte " + std::to_string(at_ + 1), problem, remedy);
}

ByteSource stream_source(std::istream& stream, std::uintmax_t size, const std::string& name) {
  return {[&stream, name](void* to, std::size_t bytes, std::uintmax_t offset) {
            stream.clear();
            stream.seekg(static_cast<std::streamoff>(offset));
            stream.read(static_cast<char*>(to), static_cast<std::streamsize>(bytes));
            if (stream.gcount() != static_cast<std::streamsize>(bytes))
              throw InputError(name + ", byte " + std::to_string(offset + 1),
                               "the file could not be read to its end",
                               "leave the file as it is while it is read");
          },
          size, name};
}

ByteSource descriptor_source(int descriptor, std::uintmax_t size, const std::string& name) {
  return {[descriptor, name](void* to, std::size_t bytes, std::uintmax_t offset) {
            auto* place = static_cast<unsigned char*>(to);
            while (bytes > 0) {
              const ssize_t got = ::pread(descriptor, place, bytes, static_cast<off_t>(offset));
              if (got < 0 && errno == EINTR) continue;
              if (got <= 0)
                throw InputError(name + ", byte " + std::to_string(offset + 1),
                                 got == 0 ? "the file has become shorter" : std::strerror(errno),
                                 "leave the file as it is while it is read");
              place += got;
              bytes -= static_cast<std::size_t>(got);
              offset += static_cast<std::uintmax_t>(got);
            }
          },
          size, name};
}

}  // namespace foldwave::segy
