#include "core/formats/horizons/tsurf.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <climits>
#include <new>
#include <unordered_map>

#include "core/base/error.hpp"
#include "core/formats/atomic_file.hpp"
#include "core/formats/column_names.hpp"
#include "core/formats/read_file.hpp"
#include "core/formats/text_lines.hpp"

namespace foldwave {

namespace {

std::string upper(std::string_view word) {
  std::string text(word);
  for (char& c : text)
    c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

class TsurfReader {
 public:
  TsurfReader(std::string_view text, const std::string& name, const Job& job)
      : lines_(text, name, "a GOCAD TSurf as text", job), name_(name), job_(job) {}

  TsurfMesh read() {
    while (!ended_ && lines_.next(line_)) {
      rest_ = line_;
      row();
    }
    if (!begun_) throw InputError(name_, "does not begin with \"GOCAD TSurf\"", "give a GOCAD TSurf");
    if (!ended_)
      throw InputError(name_,
                       "stops in line " + std::to_string(lines_.number()) + " without END: the file is cut",
                       "copy or export it again");
    refuse_second();
    if (mesh_.triangles.empty())
      throw InputError(name_, "holds " + std::to_string(mesh_.points.size()) + " vertices and no triangle",
                       "export the surface with its TRGL rows");
    resolve();
    return std::move(mesh_);
  }

 private:
  [[noreturn]] void fail(const std::string& problem, const std::string& remedy) const {
    lines_.fail(problem, remedy);
  }

  template <class Number>
  Number number(const char* what) {
    const std::string_view found = next_word(rest_);
    Number value{};
    const char* const begin = found.data() + (found.starts_with('+') ? 1 : 0);
    const char* const end = found.data() + found.size();
    const auto [stop, error] = std::from_chars(begin, end, value);
    if (found.empty() || error != std::errc() || stop != end)
      fail((found.empty() ? std::string("ends before ") : shown(found) + " is no number for ") + what + ": " +
               shown(line_),
           "give VRTX id x y z, and TRGL id id id");
    return value;
  }

  void row() {
    const std::string key = upper(next_word(rest_));
    if (key.empty() || key.front() == '#') return;
    if (!begun_) {
      begun_ = key == "GOCAD" && upper(next_word(rest_)) == "TSURF";
      if (!begun_) fail(shown(line_) + " is no \"GOCAD TSurf\"", "give a GOCAD TSurf");
      return;
    }
    if (in_header_) {
      in_header_ = line_.find('}') == std::string_view::npos;
      return;
    }
    if (key.starts_with("HEADER")) {
      in_header_ = line_.find('}') == std::string_view::npos;
    } else if (key == "ZPOSITIVE") {
      const std::string sense = upper(next_word(rest_));
      if (sense != "ELEVATION" && sense != "DEPTH")
        fail("ZPOSITIVE is " + shown(sense), "give Elevation or Depth");
      mesh_.z_is_depth = sense == "DEPTH";
    } else if (key == "AXIS_UNIT") {
      read_units();
    } else if (key == "VRTX" || key == "PVRTX") {
      const auto id = number<std::int64_t>("the vertex");
      Vec3 p;
      for (int a = 0; a < 3; ++a)
        p[a] = number<double>("a coordinate");
      for (int a = 0; a < 3; ++a)
        if (is_null_value(p[a])) fail("the vertex has no finite place: " + shown(line_), "leave it out");
      add(id, p);
    } else if (key == "ATOM" || key == "PATOM") {
      const auto id = number<std::int64_t>("the vertex");
      const auto other = number<std::int64_t>("its twin");
      const auto found = vertex_.find(other);
      if (found == vertex_.end()) fail("there is no vertex " + std::to_string(other), "give its VRTX before");
      add(id, mesh_.points[static_cast<std::size_t>(found->second)]);
    } else if (key == "TRGL") {
      std::array<std::int64_t, 3> ids{};
      for (std::int64_t& id : ids)
        id = number<std::int64_t>("a corner");
      ids_.push_back(ids);
      mesh_.triangles.emplace_back();
      mesh_.triangle_lines.push_back(lines_.number());
    } else if (key == "END") {
      ended_ = true;
    }
  }

  void add(std::int64_t id, const Vec3& p) {
    if (mesh_.points.size() >= static_cast<std::size_t>(INT_MAX) / 4)
      fail("too many vertices", "thin it out");
    if (!vertex_.emplace(id, static_cast<int>(mesh_.points.size())).second)
      fail("vertex " + std::to_string(id) + " stands there twice", "give each vertex an id of its own");
    mesh_.points.push_back(p);
    mesh_.vertex_lines.push_back(lines_.number());
  }

  // AXIS_UNIT "m" "m" "ft": of x and y, then of z.
  void read_units() {
    for (int axis = 0; axis < 3; ++axis) {
      std::string word(next_word(rest_));
      std::erase(word, '"');
      const std::string key = upper(word);
      if (key.empty() || key == "UNITLESS" || key == "NONE") continue;
      const std::optional<Unit> unit = unit_called(word);
      if (!unit || (axis < 2 && is_time(*unit)))
        fail("its coordinates are in " + shown(word), "export it in metres or feet");
      if (axis == 1 && unit != mesh_.xy_unit)
        fail("x and y are in different units: " + shown(line_), "export both in metres");
      (axis == 2 ? mesh_.z_unit : mesh_.xy_unit) = unit;
    }
  }

  // Triangles may stand before their vertices.
  void resolve() {
    for (std::size_t t = 0; t < ids_.size(); ++t) {
      if ((t & 0xffff) == 0) job_.throw_if_stopped();
      for (std::size_t k = 0; k < 3; ++k) {
        const auto found = vertex_.find(ids_[t][k]);
        if (found == vertex_.end()) {
          throw InputError(name_ + ", line " + std::to_string(mesh_.triangle_lines[t]),
                           "there is no vertex " + std::to_string(ids_[t][k]),
                           "give its VRTX, or leave the triangle out");
        }
        mesh_.triangles[t][k] = found->second;
      }
    }
  }

  void refuse_second() {
    while (lines_.next(rest_))
      if (upper(next_word(rest_)) == "GOCAD") fail("a second object begins", "keep one surface in the file");
  }

  TextLines lines_;
  const std::string& name_;
  const Job& job_;
  TsurfMesh mesh_;
  std::unordered_map<std::int64_t, int> vertex_;
  std::vector<std::array<std::int64_t, 3>> ids_;
  std::string_view line_, rest_;
  bool begun_ = false, in_header_ = false, ended_ = false;
};

}  // namespace

TsurfMesh parse_tsurf(std::string_view text, const std::string& name, const Job& job) {
  try {
    return TsurfReader(text, name, job).read();
  } catch (const std::bad_alloc&) {
    throw_out_of_memory(2 * text.size());
  }
}

TsurfMesh read_tsurf(const std::filesystem::path& path, const Job& job) {
  return parse_tsurf(read_whole_file(path, most_bytes::surface, job), path.string(), job);
}

void write_tsurf(const std::filesystem::path& path, const std::string& title, std::span<const Vec3> points,
                 std::span<const std::array<int, 3>> triangles, const Job& job, Unit unit) {
  constexpr std::array<const char*, 4> unit_words{"m", "ft", "ftUS", "km"};
  const std::string in = std::string(" \"") + unit_words[static_cast<std::size_t>(unit)] + "\"";
  AtomicFile file(path);
  std::string name = title;
  std::erase_if(name, [](unsigned char c) { return c < 0x20 || c == '{' || c == '}'; });
  file.write("GOCAD TSurf 1\nHEADER {\nname:" + name +
             "\n}\nGOCAD_ORIGINAL_COORDINATE_SYSTEM\nNAME Default\nAXIS_NAME \"X\" \"Y\" \"Z\"\n"
             "AXIS_UNIT" +
             in + in + in + "\nZPOSITIVE Elevation\nEND_ORIGINAL_COORDINATE_SYSTEM\nTFACE\n");
  std::array<char, 160> row{};
  for (std::size_t i = 0; i < points.size(); ++i) {
    if ((i & 0xfff) == 0) job.throw_if_stopped();
    char* at = std::to_chars(std::copy_n("VRTX ", 5, row.data()), row.data() + 32, i + 1).ptr;
    for (int axis = 0; axis < 3; ++axis) {
      *at++ = ' ';
      at = std::to_chars(at, row.data() + row.size() - 1, points[i][axis]).ptr;
    }
    *at++ = '\n';
    file.write(std::string_view(row.data(), static_cast<std::size_t>(at - row.data())));
  }
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    if ((t & 0xfff) == 0) job.throw_if_stopped();
    const auto& [a, b, c] = triangles[t];
    file.write("TRGL " + std::to_string(a + 1) + ' ' + std::to_string(b + 1) + ' ' + std::to_string(c + 1) +
               '\n');
  }
  file.write(std::string_view("END\n"));
  file.commit();
}

}  // namespace foldwave
