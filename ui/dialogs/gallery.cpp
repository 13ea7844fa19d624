#include "ui/dialogs/gallery.hpp"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "core/base/error.hpp"
#include "core/formats/read_file.hpp"

namespace foldwave {
namespace {

QJsonDocument document_of(const QString& file) {
  try {
    const std::string text = read_regular_file(file.toStdString(), most_bytes::scenario);
    return QJsonDocument::fromJson(QByteArray::fromStdString(text));
  } catch (const Error&) {
    return {};  // opening it says what is wrong
  }
}

}  // namespace

std::vector<GalleryItem> gallery_items(const QString& resources) {
  const QDir scenarios(resources + "/scenarios"), pictures(resources + "/gallery");
  QStringList left = scenarios.entryList({"*.json"}, QDir::Files, QDir::Name);
  std::vector<GalleryItem> items;
  const auto add = [&](const QString& group, const QString& name) {
    if (!left.removeOne(name + ".json")) return;
    GalleryItem item{group, scenarios.filePath(name + ".json"), name, {}, pictures.filePath(name + ".png")};
    const QJsonObject scenario = document_of(item.file).object();
    item.name = scenario["name"].toString(name);
    item.description = scenario["description"].toString();
    if (!QFileInfo(item.picture).isFile()) item.picture.clear();
    items.push_back(std::move(item));
  };
  for (const QJsonValue& group : document_of(pictures.filePath("gallery.json")).array())
    for (const QJsonValue& name : group["scenarios"].toArray())
      add(group["group"].toString(), name.toString());
  for (const QString& file : QStringList(left))
    add(QCoreApplication::translate("gallery", "More"), QFileInfo(file).completeBaseName());
  return items;
}

bool matches(const GalleryItem& item, const QString& typed) {
  const QString all = item.name + ' ' + item.group + ' ' + item.description;
  for (const QString& word : typed.split(' ', Qt::SkipEmptyParts))
    if (!all.contains(word, Qt::CaseInsensitive)) return false;
  return true;
}

}  // namespace foldwave
