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

// In small letters, without accents; an apostrophe joins, any other sign parts.
QString plain_words(const QString& text) {
  QString words;
  for (const QChar c : text.normalized(QString::NormalizationForm_KD)) {
    if (c.isLetterOrNumber())
      words += c.toLower();
    else if (c != '\'' && c != QChar(0x2019) && !c.isMark())
      words += ' ';
  }
  return words;
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
    const QString velocity = scenario["velocity"].toObject()["file"].toString();
    if (!velocity.isEmpty() && !QFileInfo(scenarios.filePath(velocity)).isFile()) item.missing = velocity;
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
  const QString all = plain_words(item.name + ' ' + item.group + ' ' + item.description);
  const QString joined = plain_words(item.name).remove(' ');  // "class1a"
  for (const QString& word : plain_words(typed).split(' ', Qt::SkipEmptyParts))
    if (!all.contains(word) && !joined.contains(word)) return false;
  return true;
}

}  // namespace foldwave
