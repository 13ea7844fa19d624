#include "core/formats/tsurf.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <climits>
#include <new>
#include <unordered_map>

#include "core/base/error.hpp"
#include "core/formats/read_file.hpp"

namespace foldwave {

namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

std::string shown(std::string_view found) {
  constexpr std::size_t longest = 40;
  std::string text(found.substr(0, longest));
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  return "\"" + text + (found.size() > longest ? "...\"" : "\"");
}

std::string upper(std::string_view word) {
  std::string text(word);
  for (char& c : text)
    c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

class Reader {
 public:
  explicit Reader(const std::string& name) : name_(name) {}

  TsurfMesh read(std::string_view text) {
    if (text.empty()) throw InputError(name_, "is empty", "give a GOCAD TSurf");
    if (text.find('\0') != std::string_view::npos)
      throw InputError(name_, "is not plain text", "give a GOCAD TSurf as text");
    while (!text.empty() && !ended_) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      line_ = rest_ = text.substr(0, end);
      text.remove_prefix(std::min(end + 1, text.size()));
      ++number_;
      row();
    }
    if (number_ > 0 && !begun_)
      throw InputError(name_, "does not begin with \"GOCAD TSurf\"", "give a GOCAD TSurf");
    if (!ended_)
      throw InputError(name_, "stops in line " + std::to_string(number_) + " without END: the file is cut",
                       "copy or export it again");
    refuse_second(text);
    if (mesh_.triangles.empty())
      throw InputError(name_, "holds " + std::to_string(mesh_.points.size()) + " vertices and no triangle",
                       "export the surface with its TRGL rows");
    resolve();
    return std::move(mesh_);
  }

 private:
  [[noreturn]] void fail(const std::string& problem, const std::string& remedy) const {
    throw InputError(name_ + ", line " + std::to_string(number_), problem, remedy);
  }

  std::string_view word() {
    std::size_t begin = 0;
    while (begin < rest_.size() && is_blank(rest_[begin]))
      ++begin;
    std::size_t end = begin;
    while (end < rest_.size() && !is_blank(rest_[end]))
      ++end;
    const std::string_view found = rest_.substr(begin, end - begin);
    rest_.remove_prefix(end);
    return found;
  }

  template <class Number>
  Number number(const char* what) {
    const std::string_view found = word();
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
    const std::string key = upper(word());
    if (key.empty() || key.front() == '#') return;
    if (!begun_) {
      begun_ = key == "GOCAD" && upper(word()) == "TSURF";
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
      const std::string sense = upper(word());
      if (sense != "ELEVATION" && sense != "DEPTH")
        fail("ZPOSITIVE is " + shown(sense), "give Elevation or Depth");
      mesh_.z_is_depth = sense == "DEPTH";
    } else if (key == "AXIS_UNIT") {
      check_units();
    } else if (key == "VRTX" || key == "PVRTX") {
      const auto id = number<std::int64_t>("the vertex");
      Vec3 p;
      for (int a = 0; a < 3; ++a)
        p[a] = number<double>("a coordinate");
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
      mesh_.triangle_lines.push_back(number_);
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
    mesh_.vertex_lines.push_back(number_);
  }

  void check_units() {
    for (std::string unit = upper(word()); !unit.empty(); unit = upper(word())) {
      std::erase(unit, '"');
      static constexpr std::array<std::string_view, 7> metres{"",       "M",        "METER", "METERS",
                                                              "METRES", "UNITLESS", "NONE"};
      if (std::find(metres.begin(), metres.end(), unit) == metres.end() && unit != "METRE")
        fail("its coordinates are in " + shown(unit), "export it in metres");
    }
  }

  // Triangles may stand before their vertices.
  void resolve() {
    for (std::size_t t = 0; t < ids_.size(); ++t)
      for (std::size_t k = 0; k < 3; ++k) {
        const auto found = vertex_.find(ids_[t][k]);
        if (found == vertex_.end()) {
          number_ = mesh_.triangle_lines[t];
          fail("there is no vertex " + std::to_string(ids_[t][k]),
               "give its VRTX, or leave the triangle out");
        }
        mesh_.triangles[t][k] = found->second;
      }
  }

  void refuse_second(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      rest_ = text.substr(0, end);
      text.remove_prefix(std::min(end + 1, text.size()));
      ++number_;
      if (upper(word()) == "GOCAD") fail("a second object begins", "keep one surface in the file");
    }
  }

  const std::string& name_;
  TsurfMesh mesh_;
  std::unordered_map<std::int64_t, int> vertex_;
  std::vector<std::array<std::int64_t, 3>> ids_;
  std::string_view line_, rest_;
  std::int64_t number_ = 0;
  bool begun_ = false, in_header_ = false, ended_ = false;
};

}  // namespace

TsurfMesh parse_tsurf(std::string_view text, const std::string& name) {
  try {
    return Reader(name).read(text);
  } catch (const std::bad_alloc&) {
    throw_out_of_memory(2 * text.size());
  }
}

TsurfMesh read_tsurf(const std::filesystem::path& path) {
  return parse_tsurf(read_whole_file(path), path.string());
}

}  // namespace foldwave
