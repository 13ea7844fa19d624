// Protects surfaces that go out as OBJ and glTF 2.0: read by the formats' own rules, with Qt's JSON and
// base64, their corners lie where they were, each triangle shows the same side, and their colour is the
// layer's.
#include "core/output/meshes/mesh_write.hpp"

#include <QByteArray>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <cstring>

#include "core/base/vec3_product.hpp"
#include "core/base/worst.hpp"
#include "core/formats/atomic_file.hpp"
#include "tests/core/formats/format_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_mesh_write {

using namespace foldwave;
using namespace foldwave::test;

namespace {

// Two triangles on UTM coordinates, one steep.
const std::vector<Vec3> points{{550000.25, 7800000.5, -1000},
                               {550100.25, 7800000.5, -1010},
                               {550000.25, 7800100.5, -990},
                               {550100.25, 7800100.5, -800}};
const std::vector<std::array<int, 3>> triangles{{0, 1, 2}, {2, 1, 3}};
const ColoredMesh mesh{"Top \"Marl\"", points, triangles, {255, 128, 0}};

template <class Value>
Value value_in(const QByteArray& bytes, qsizetype at) {
  Value value{};
  if (at + qsizetype(sizeof value) > bytes.size()) qFatal("beyond the buffer");
  std::memcpy(&value, bytes.constData() + at, sizeof value);
  return value;
}

Vec3 vector_in(const QByteArray& bytes, qsizetype at) {
  return {value_in<float>(bytes, at), value_in<float>(bytes, at + 4), value_in<float>(bytes, at + 8)};
}

// What a glTF file says, back on the map: x, -z, y.
struct Scene {
  QJsonObject json;
  QByteArray buffer;

  qsizetype start(int accessor) const {
    const QJsonObject a = json["accessors"].toArray()[accessor].toObject();
    return json["bufferViews"].toArray()[a["bufferView"].toInt()].toObject()["byteOffset"].toInt();
  }
  Vec3 corner(int i) const {
    const QJsonArray at = json["nodes"].toArray()[0].toObject()["translation"].toArray();
    const Vec3 p = vector_in(buffer, start(0) + 12 * i);
    return {p.x + at[0].toDouble(), -(p.z + at[2].toDouble()), p.y + at[1].toDouble()};
  }
};

Scene scene_of(const QByteArray& file, bool binary) {
  if (!binary) {
    const QJsonObject json = QJsonDocument::fromJson(file).object();
    const QByteArray uri = json["buffers"].toArray()[0].toObject()["uri"].toString().toUtf8();
    const QByteArray head = "data:application/octet-stream;base64,";
    if (!uri.startsWith(head)) qFatal("no buffer");
    return {json, QByteArray::fromBase64(uri.mid(head.size()), QByteArray::AbortOnBase64DecodingErrors)};
  }
  const auto text = value_in<std::uint32_t>(file, 12);
  return {QJsonDocument::fromJson(file.mid(20, text)).object(), file.mid(28 + text)};
}

}  // namespace

class TestMeshWrite : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

 private slots:
  void gltf_comes_back() {
    for (const bool binary : {false, true}) {
      const auto path = inside(folder_, binary ? "m.glb" : "m.gltf");
      write_gltf(path, mesh);
      const QByteArray file = bytes_of(path);
      if (binary) {
        QVERIFY(file.startsWith("glTF"));
        QCOMPARE(value_in<std::uint32_t>(file, 4), 2U);
        QCOMPARE(value_in<std::uint32_t>(file, 8), std::uint32_t(file.size()));
        QCOMPARE(value_in<std::uint32_t>(file, 12) % 4, 0U);
        QCOMPARE(file.mid(16, 4), QByteArray("JSON"));
      }
      const Scene scene = scene_of(file, binary);
      QCOMPARE(scene.json["asset"].toObject()["version"].toString(), QString("2.0"));
      QCOMPARE(scene.buffer.size(),
               qsizetype(scene.json["buffers"].toArray()[0].toObject()["byteLength"].toInt()));
      QCOMPARE(scene.buffer.size(), qsizetype(4 * 24 + 2 * 12));
      double worst = 0.0;
      for (int i = 0; i < 4; ++i)
        worst = worst_of(worst, norm(scene.corner(i) - points[std::size_t(i)]));
      QVERIFY2(worst < 1e-4, qPrintable(QString::number(worst)));
      // The same corners in the same order, and normals that are of length 1 on their side.
      for (int t = 0; t < 2; ++t) {
        std::array<int, 3> corners{};
        for (int k = 0; k < 3; ++k)
          corners[std::size_t(k)] =
              int(value_in<std::uint32_t>(scene.buffer, scene.start(2) + 4 * (3 * t + k)));
        QCOMPARE(corners, triangles[std::size_t(t)]);
        const Vec3 a = scene.corner(corners[0]);
        const Vec3 side = cross_product(scene.corner(corners[1]) - a, scene.corner(corners[2]) - a);
        QVERIFY(side.z > 0.0);
        for (const int c : corners) {
          const Vec3 up = vector_in(scene.buffer, scene.start(1) + 12 * c);
          QVERIFY(std::abs(norm(up) - 1.0) < 1e-6);
          QVERIFY(up.x * side.x + up.y * side.z - up.z * side.y > 0.0);
        }
      }
      // The bounds that a viewer frames it by.
      const QJsonObject positions = scene.json["accessors"].toArray()[0].toObject();
      QCOMPARE(positions["max"].toArray()[1].toDouble(), 200.0);
      QCOMPARE(positions["min"].toArray()[2].toDouble(), -100.0);
      const QJsonArray color = scene.json["materials"]
                                   .toArray()[0]
                                   .toObject()["pbrMetallicRoughness"]
                                   .toObject()["baseColorFactor"]
                                   .toArray();
      // sRGB 128 is 0.21586 of the light.
      QVERIFY(color[0].toDouble() == 1.0 && std::abs(color[1].toDouble() - 0.21586) < 1e-5 &&
              color[2].toDouble() == 0.0);
    }
  }

  void obj_comes_back() {
    const auto path = inside(folder_, "m.obj");
    write_obj(path, mesh);
    std::vector<Vec3> read;
    std::vector<std::array<int, 3>> faces;
    QByteArray library, used;
    for (const QByteArray& line : bytes_of(path).split('\n')) {
      const QList<QByteArray> w = line.split(' ');
      if (w[0] == "v") read.push_back({w[1].toDouble(), w[2].toDouble(), w[3].toDouble()});
      if (w[0] == "f") faces.push_back({w[1].toInt() - 1, w[2].toInt() - 1, w[3].toInt() - 1});
      if (w[0] == "mtllib") library = w[1];
      if (w[0] == "usemtl") used = w[1];
    }
    QCOMPARE(read, points);
    QCOMPARE(faces, triangles);
    QCOMPARE(library, QByteArray("m.mtl"));
    const QByteArray material = bytes_of(inside(folder_, "m.mtl"));
    QVERIFY(material.contains("newmtl " + used + "\n"));
    const QList<QByteArray> kd = material.mid(material.indexOf("Kd ") + 3).split('\n')[0].split(' ');
    QVERIFY(kd[0].toDouble() == 1.0 && std::abs(kd[1].toDouble() - 128.0 / 255.0) < 1e-12 &&
            kd[2].toDouble() == 0.0);
  }

  // The colours' file is written over where it is our own alone, and a stop leaves neither.
  void what_lies_beside_an_obj_is_kept() {
    QTemporaryDir folder;
    const auto obj = inside(folder, "m.obj"), library = inside(folder, "m.mtl");
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(throws<Stopped>([&] { write_obj(obj, mesh, {nullptr, stop.get_token()}); }));
    QCOMPARE(entries_in(folder), 0);
    write_obj(obj, mesh);
    ColoredMesh feet = mesh;
    feet.unit = Unit::foot;
    write_obj(obj, feet);
    QVERIFY(bytes_of(obj).startsWith("# Foldwave: feet;"));
    const QByteArray before = bytes_of(obj);
    const QByteArray foreign = "newmtl brass\nKd 1 1 0\n";
    write_file_atomically(library, foreign.toStdString());
    QVERIFY(message_of<InputError>([&] { write_obj(obj, mesh); }).contains("m.mtl"));
    QCOMPARE(bytes_of(library), foreign);
    QCOMPARE(bytes_of(obj), before);
    QCOMPARE(entries_in(folder), 2);
  }

  void what_is_no_surface_is_refused() {
    QTemporaryDir folder;
    const std::vector<std::array<int, 3>> beyond{{0, 1, 4}};
    for (const auto& bad : {ColoredMesh{"m", points, {}, {}}, ColoredMesh{"m", points, beyond, {}}}) {
      QVERIFY(throws<InputError>([&] { write_obj(inside(folder, "m.obj"), bad); }));
      QVERIFY(throws<InputError>([&] { write_gltf(inside(folder, "m.glb"), bad); }));
    }
    QCOMPARE(entries_in(folder), 0);
  }
};

}  // namespace test_mesh_write

FOLDWAVE_TEST(test_mesh_write, run_guiless<test_mesh_write::TestMeshWrite>)
#include "test_mesh_write.moc"
