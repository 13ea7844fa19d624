#include "ui/widgets/themed_icon.hpp"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

namespace foldwave {
namespace {

constexpr char drawn_ink[] = "#d5dbe5";  // of the files
constexpr double disabled_opacity = 0.35;

QByteArray& ink() {
  static QByteArray color = drawn_ink;
  return color;
}

class ThemedEngine : public QIconEngine {
 public:
  explicit ThemedEngine(const QString& name) : name_(name) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
    QFile file(QString(":/icons/%1.svg").arg(name_));
    if (!file.open(QIODevice::ReadOnly)) return;
    QSvgRenderer svg(file.readAll().replace(drawn_ink, ink()));
    painter->save();
    if (mode == QIcon::Disabled) painter->setOpacity(painter->opacity() * disabled_opacity);
    svg.render(painter, rect);
    painter->restore();
  }

  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    const QString key = QString("themed %1 %2 %3 %4x%5")
                            .arg(name_, QString::fromLatin1(ink()))
                            .arg(static_cast<int>(mode))
                            .arg(size.width())
                            .arg(size.height());
    QPixmap drawn;
    if (QPixmapCache::find(key, &drawn)) return drawn;
    drawn = QPixmap(size);
    drawn.fill(Qt::transparent);
    QPainter painter(&drawn);
    paint(&painter, drawn.rect(), mode, state);
    painter.end();
    QPixmapCache::insert(key, drawn);
    return drawn;
  }

  bool isNull() override { return false; }
  QString iconName() override { return name_; }
  QIconEngine* clone() const override { return new ThemedEngine(name_); }

 private:
  QString name_;
};

}  // namespace

QIcon themed_icon(const QString& name) {
  return QIcon(new ThemedEngine(name));
}

void set_icon_ink(const QByteArray& color) {
  ink() = color;
}

}  // namespace foldwave
