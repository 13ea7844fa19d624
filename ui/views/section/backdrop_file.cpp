#include "ui/views/section/backdrop_file.hpp"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QImageReader>

#include "core/base/error.hpp"
#include "core/formats/read_file.hpp"

namespace foldwave {
namespace {

constexpr int most_pixels = 4096;  // along a side: what any renderer takes as one texture

// A file that ends where the job is stopped: Qt's readers know no other way to be told.
class StoppableFile : public QFile {
 public:
  StoppableFile(const QString& name, const Job& job) : QFile(name), job_(job) {}

 protected:
  qint64 readData(char* data, qint64 most) override {
    return job_.stop.stop_requested() ? -1 : QFile::readData(data, most);
  }

 private:
  const Job& job_;
};

BackdropPicture image_picture(const QString& file, const Job& job) {
  size_to_read(file.toStdString(), most_bytes::picture);
  StoppableFile device(file, job);
  if (!device.open(QIODevice::ReadOnly))
    throw InputError(file.toStdString(), "the picture cannot be read: " + device.errorString().toStdString(),
                     "check its name and its permissions");
  QImageReader reader(&device);
  reader.setAutoTransform(true);
  const QSize size = reader.size();
  if (size.isValid() && std::max(size.width(), size.height()) > most_pixels)
    reader.setScaledSize(size.scaled(most_pixels, most_pixels, Qt::KeepAspectRatio));
  const QImage image = reader.read().convertToFormat(QImage::Format_RGB888);
  job.throw_if_stopped();
  if (image.isNull())
    throw InputError(file.toStdString(), "the picture cannot be read: " + reader.errorString().toStdString(),
                     "give a PNG or JPEG");
  BackdropPicture picture{image.width(), image.height(), {}, 0.0, 0.0};
  picture.pixels.reserve(static_cast<std::size_t>(image.width()) * static_cast<std::size_t>(image.height()));
  for (int y = 0; y < image.height(); ++y) {
    const uchar* const row = image.constScanLine(y);
    for (int x = 0; x < image.width(); ++x)
      picture.pixels.push_back({row[3 * x], row[3 * x + 1], row[3 * x + 2]});
  }
  return picture;
}

}  // namespace

SegyLineChoice segy_choice(SegyLineKind kind) {
  return kind == SegyLineKind::all             ? SegyLineChoice::all
         : kind == SegyLineKind::inline_number ? SegyLineChoice::inline_number
                                               : SegyLineChoice::crossline_number;
}

std::shared_ptr<const BackdropPicture> read_backdrop_file(const Backdrop& backdrop, const std::string& folder,
                                                          const Job& job) {
  const QString file =
      QDir(QString::fromStdString(folder)).absoluteFilePath(QString::fromStdString(backdrop.file));
  const auto* const segy = std::get_if<SegyBackdrop>(&backdrop.source);
  if (segy == nullptr) return std::make_shared<BackdropPicture>(image_picture(file, job));
  const std::string name = file.toStdString();
  const SegyTraces traces(name, job);
  const SegyLine line = segy_line(traces, segy_choice(segy->kind), segy->number, name, job);
  if (segy->by_headers && !line.ends)
    throw InputError(name, "its headers have no coordinates", "say where its edges stand");
  return std::make_shared<BackdropPicture>(seismic_picture(line));
}

bool same_picture(const Backdrop& a, const Backdrop& b) {
  const auto *p = std::get_if<SegyBackdrop>(&a.source), *q = std::get_if<SegyBackdrop>(&b.source);
  if (a.file != b.file || (p == nullptr) != (q == nullptr)) return false;
  return p == nullptr || (p->kind == q->kind && p->number == q->number && p->by_headers == q->by_headers);
}

}  // namespace foldwave
