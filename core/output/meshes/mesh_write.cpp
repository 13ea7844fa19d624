#include "core/output/meshes/mesh_write.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/base/text.hpp"
#include "core/base/vec3_product.hpp"
#include "core/formats/atomic_file.hpp"
#include "core/formats/read_file.hpp"

namespace foldwave {

namespace {

using MeshJson = nlohmann::ordered_json;

void check_mesh(const std::filesystem::path& path, const ColoredMesh& mesh) {
  if (mesh.triangles.empty())
    throw InputError(path.string(), "the surface has no triangles", "choose another one");
  for (const auto& triangle : mesh.triangles)
    for (const int corner : triangle)
      if (corner < 0 || static_cast<std::size_t>(corner) >= mesh.points.size())
        throw InputError(path.string(), "a triangle has the corner " + std::to_string(corner),
                         "give corners that are there");
}

// A name as OBJ takes it: one word.
std::string one_word(const std::string& name) {
  return slug(name, "surface");
}

// The sRGB transfer function, IEC 61966-2-1.
double linear(int part) {
  const double s = part / 255.0;
  return s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4);
}

constexpr const char* base64_letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string base64_text(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t word = 0;
    for (std::size_t k = 0; k < 3; ++k)
      word = (word << 8) | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k)
      text += k <= bytes.size() - i ? base64_letters[(word >> (18 - 6 * k)) & 63u] : '=';
  }
  return text;
}

void append_word(std::string& bytes, std::uint32_t word) {
  for (int shift = 0; shift < 32; shift += 8)
    bytes += static_cast<char>(word >> shift);
}

// Normals at the corners: those of the triangles that meet there, by their areas.
std::vector<Vec3> corner_normals(const ColoredMesh& mesh) {
  std::vector<Vec3> normals(mesh.points.size());
  for (const auto& t : mesh.triangles) {
    const Vec3 a = mesh.points[static_cast<std::size_t>(t[0])];
    const Vec3 b = mesh.points[static_cast<std::size_t>(t[1])] - a;
    const Vec3 c = mesh.points[static_cast<std::size_t>(t[2])] - a;
    const Vec3 n = cross_product(b, c);
    for (const int corner : t) {
      Vec3& sum = normals[static_cast<std::size_t>(corner)];
      sum = sum + n;
    }
  }
  for (Vec3& n : normals)
    n = norm(n) > 0.0 ? unit(n) : Vec3{0.0, 0.0, 1.0};
  return normals;
}

// Positions, normals, then indices; y up.
struct MeshBuffer {
  std::string bytes;
  std::array<float, 3> low{}, high{};
};

MeshBuffer buffer_of(const ColoredMesh& mesh, const Vec3& origin, const Job& job) {
  MeshBuffer buffer;
  buffer.low.fill(std::numeric_limits<float>::infinity());
  buffer.high.fill(-std::numeric_limits<float>::infinity());
  const auto add = [&](const Vec3& v, bool bounded) {
    const std::array<float, 3> up{static_cast<float>(v.x), static_cast<float>(v.z), static_cast<float>(-v.y)};
    for (std::size_t a = 0; a < 3; ++a) {
      append_word(buffer.bytes, std::bit_cast<std::uint32_t>(up[a]));
      if (!bounded) continue;
      buffer.low[a] = std::min(buffer.low[a], up[a]);
      buffer.high[a] = std::max(buffer.high[a], up[a]);
    }
  };
  for (const Vec3& p : mesh.points)
    add(p - origin, true);
  job.throw_if_stopped();
  for (const Vec3& n : corner_normals(mesh))
    add(n, false);
  job.throw_if_stopped();
  for (const auto& triangle : mesh.triangles)
    for (const int corner : triangle)
      append_word(buffer.bytes, static_cast<std::uint32_t>(corner));
  return buffer;
}

MeshJson gltf_json(const ColoredMesh& mesh, const Vec3& origin, const MeshBuffer& buffer) {
  constexpr int floats = 5126, unsigned_ints = 5125, vertices = 34962, indices = 34963;
  const std::size_t points = mesh.points.size(), vector_bytes = 12 * points;
  const auto view = [](std::size_t at, std::size_t bytes, int target) {
    return MeshJson{{"buffer", 0}, {"byteOffset", at}, {"byteLength", bytes}, {"target", target}};
  };
  const auto list = [](MeshJson item) { return MeshJson::array({std::move(item)}); };
  const MeshJson color{linear(mesh.color[0]), linear(mesh.color[1]), linear(mesh.color[2]), 1.0};
  MeshJson json;
  json["asset"] = {{"version", "2.0"}, {"generator", "Foldwave " + program_version()}};
  json["scene"] = 0;
  json["scenes"] = list({{"nodes", list(0)}});
  json["nodes"] = list({{"mesh", 0}, {"name", mesh.name}, {"translation", {origin.x, origin.z, -origin.y}}});
  const MeshJson primitive{{"attributes", {{"POSITION", 0}, {"NORMAL", 1}}}, {"indices", 2}, {"material", 0}};
  json["meshes"] = list({{"name", mesh.name}, {"primitives", list(primitive)}});
  const MeshJson surface{{"baseColorFactor", color}, {"metallicFactor", 0.0}, {"roughnessFactor", 0.9}};
  json["materials"] = list({{"name", mesh.name}, {"doubleSided", true}, {"pbrMetallicRoughness", surface}});
  const auto vectors = [&](int at) {
    return MeshJson{{"bufferView", at}, {"componentType", floats}, {"count", points}, {"type", "VEC3"}};
  };
  MeshJson positions = vectors(0);
  positions["min"] = buffer.low;
  positions["max"] = buffer.high;
  const MeshJson corners{{"bufferView", 2},
                         {"componentType", unsigned_ints},
                         {"count", 3 * mesh.triangles.size()},
                         {"type", "SCALAR"}};
  json["accessors"] = MeshJson::array({positions, vectors(1), corners});
  json["bufferViews"] =
      MeshJson::array({view(0, vector_bytes, vertices), view(vector_bytes, vector_bytes, vertices),
                       view(2 * vector_bytes, 12 * mesh.triangles.size(), indices)});
  json["buffers"] = list({{"byteLength", buffer.bytes.size()}});
  return json;
}

constexpr std::string_view library_mark = "# Foldwave: the colour of one surface";

// Another program's is not written over.
void require_own_library(const std::filesystem::path& library) {
  std::error_code unseen;
  if (!std::filesystem::exists(library, unseen)) return;
  if (!read_regular_file(library, most_bytes::small).starts_with(library_mark))
    throw InputError(library.string(), "is there, and of another program or surface",
                     "choose another name for the .obj file, whose colour goes there");
}

}  // namespace

std::filesystem::path obj_library(std::filesystem::path obj) {
  return obj.replace_extension(".mtl");
}

void write_obj(const std::filesystem::path& path, const ColoredMesh& mesh, const Job& job) {
  check_mesh(path, mesh);
  const std::string name = one_word(mesh.name);
  const std::filesystem::path library = obj_library(path);
  require_own_library(library);
  std::string colors = std::string(library_mark) + "\nnewmtl " + name + "\nKd";
  for (const int part : mesh.color)
    colors += " " + exact_text(part / 255.0);
  AtomicFile file(path), materials(library);
  materials.write(colors + "\nd 1\nillum 1\n");
  file.write("# Foldwave: " + std::string(unit_name(mesh.unit)) + "; x east, y north, z elevation\nmtllib " +
             library.filename().string() + "\no " + name + "\nusemtl " + name + "\n");
  std::string text;
  for (const Vec3& p : mesh.points)
    text += "v " + exact_text(p.x) + " " + exact_text(p.y) + " " + exact_text(p.z) + "\n";
  file.write(text);
  job.throw_if_stopped();
  text.clear();
  for (const auto& [a, b, c] : mesh.triangles)
    text += "f " + std::to_string(a + 1) + " " + std::to_string(b + 1) + " " + std::to_string(c + 1) + "\n";
  file.write(text);
  job.throw_if_stopped();
  materials.commit();
  file.commit();
}

void write_gltf(const std::filesystem::path& path, const ColoredMesh& mesh, const Job& job) {
  check_mesh(path, mesh);
  const Vec3 origin = mesh.points[static_cast<std::size_t>(mesh.triangles[0][0])];
  MeshBuffer buffer = buffer_of(mesh, origin, job);
  MeshJson json = gltf_json(mesh, origin, buffer);
  if (path.extension() != ".glb") {
    json["buffers"][0]["uri"] = "data:application/octet-stream;base64," + base64_text(buffer.bytes);
    return write_file_atomically(path, json.dump(1, ' ', false, MeshJson::error_handler_t::replace) + "\n");
  }
  // A header of 12 bytes, then chunks of 4-byte lengths: JSON padded by blanks, and the numbers.
  std::string text = json.dump(-1, ' ', false, MeshJson::error_handler_t::replace);
  text.resize((text.size() + 3) / 4 * 4, ' ');
  const std::size_t bytes = 12 + 8 + text.size() + 8 + buffer.bytes.size();
  if (bytes > std::numeric_limits<std::uint32_t>::max())
    throw InputError(path.string(), "the surface needs more than the 4 GiB of a .glb file",
                     "write .ts or .vtp");
  std::string whole = "glTF";
  append_word(whole, 2);
  append_word(whole, static_cast<std::uint32_t>(bytes));
  append_word(whole, static_cast<std::uint32_t>(text.size()));
  whole += "JSON" + text;
  append_word(whole, static_cast<std::uint32_t>(buffer.bytes.size()));
  whole += std::string("BIN\0", 4);
  whole += buffer.bytes;
  write_file_atomically(path, whole);
}

}  // namespace foldwave
