#include "ui/dialogs/report_writer.hpp"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QImage>
#include <QPageLayout>
#include <QPdfWriter>
#include <QSaveFile>
#include <QTextDocument>
#include <QUrl>
#include <optional>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/formats/atomic_file.hpp"
#include "core/output/geometry_files.hpp"
#include "core/output/html_report.hpp"
#include "ui/scene/picture/report_pictures.hpp"
#include "ui/scene/stage/color.hpp"
#include "ui/settings/resource_folder.hpp"

namespace foldwave {
namespace {

constexpr double margin = 18.0;  // mm
constexpr int layout_dpi = 96;   // of the page's pixels
constexpr QSizeF a4{210.0, 297.0};
// Two pictures with their titles share a page.
constexpr QSize picture_room{640, 440};

// Of what QTextDocument knows; the page's own style is for browsers.
const QString paper_style =
    "<style>body{font-family:sans-serif;font-size:10pt;color:#1b222c}h1{font-size:18pt;margin:0 0 4px 0}"
    "h2{font-size:12pt;margin:12px 0 4px 0}p{margin:3px 0 3px 0}th,td{padding:3px 10px 3px 0;text-align:left}"
    "th{font-weight:600}td.n,th.n{text-align:right}figcaption,.quiet{color:#56606f}</style>";

QString on_paper(QString page) {
  for (const auto& [unknown, known] :
       {std::pair("<figure>", "<div>"), std::pair("</figure>", "</div>"),
        std::pair("<figcaption>", "<div class=\"quiet\">"), std::pair("</figcaption>", "</div>")})
    page.replace(unknown, known);
  const auto from = page.indexOf("<style>"), to = page.indexOf("</style>");
  return from < 0 || to < from ? page : page.replace(from, to + 8 - from, paper_style);
}

QSizeF page_size() {
  return (a4 - QSizeF(2.0 * margin, 2.0 * margin)) * (layout_dpi / 25.4);
}

ReportPicture picture_on_page(const DrawnPicture& picture, std::size_t number) {
  const QSize size = QImage::fromData(QByteArray::fromStdString(picture.png))
                         .size()
                         .scaled(picture_room, Qt::KeepAspectRatio);
  return {picture.title, "picture-" + std::to_string(number), size.width(), size.height()};
}

// The page's pictures are known to the document by their names.
void write_pdf(const QString& file, const QString& title, const QString& page,
               const std::vector<DrawnPicture>& pictures) {
  QSaveFile to(file);
  if (!to.open(QIODevice::WriteOnly))
    throw ResourceError(file.toStdString(), "the report cannot be written: " + to.errorString().toStdString(),
                        "choose a folder that can be written to");
  {
    QPdfWriter pdf(&to);
    pdf.setTitle(title);
    pdf.setCreator("Foldwave");
    pdf.setPageLayout(QPageLayout(QPageSize(QPageSize::A4), QPageLayout::Portrait,
                                  QMarginsF(margin, margin, margin, margin), QPageLayout::Millimeter));
    QTextDocument document;
    for (std::size_t i = 0; i < pictures.size(); ++i)
      document.addResource(QTextDocument::ImageResource, QUrl(QString("picture-%1").arg(i)),
                           QImage::fromData(QByteArray::fromStdString(pictures[i].png)));
    document.setHtml(on_paper(page));
    document.setUseDesignMetrics(true);
    document.setDocumentMargin(0.0);
    // A document with a page of its own is laid out in the screen's pixels and drawn larger.
    document.setPageSize(page_size());
    document.print(&pdf);
  }
  if (!to.commit())
    throw ResourceError(file.toStdString(), "the report cannot be written: " + to.errorString().toStdString(),
                        "see that the disk has room");
}

}  // namespace

ReportWriter::ReportWriter(const Results& results, QWidget* window)
    : QObject(window), results_(results), window_(window) {
  connect(&worker_, &Worker::finished, this, [this](const QString&, Outcome outcome, const QString& why) {
    if (outcome == Outcome::done) emit message(tr("Report written: %1").arg(file_));
    if (outcome == Outcome::failed) emit message(why, true);
  });
}

void ReportWriter::ask() {
  const auto fold = results_.fold();
  if (!fold) return;
  const QString name = QString::fromStdString(slug(fold->scenario.name, "report"));
  QString kind;
  QString file =
      QFileDialog::getSaveFileName(window_, tr("Report of the scenario"),
                                   QDir(folder_to_begin_in(fold->scenario.folder)).filePath(name + ".pdf"),
                                   tr("PDF (*.pdf);;Page with its pictures in it (*.html)"), &kind);
  if (file.isEmpty()) return;
  if (QFileInfo(file).suffix().isEmpty()) file += kind.contains("html") ? ".html" : ".pdf";
  write(file);
}

void ReportWriter::write(const QString& file) {
  file_ = file;
  worker_.start({tr("Report"), QFileInfo(file).fileName()}, [this, file,
                                                             fold = results_.fold()](const Job& job) {
    const Scenario& scenario = fold->scenario;
    const bool is_pdf = file.endsWith(".pdf", Qt::CaseInsensitive);
    std::optional<FoldGeometry> geometry;
    if (fold->result.folded) geometry = measure_fold(scenario, fold->result, {}, job);
    job.throw_if_stopped();
    std::string why_not;
    // Paper is white.
    const LookScope white(paper_look());
    const std::vector<DrawnPicture> drawn = report_pictures(scenario, fold->result, why_not);
    job.throw_if_stopped();
    std::vector<ReportPicture> pictures;
    for (const DrawnPicture& picture : drawn)
      pictures.push_back(is_pdf ? picture_on_page(picture, pictures.size())
                                : ReportPicture{picture.title, png_data_uri(picture.png)});
    const std::string page = html_report(scenario, fold->result, geometry ? &*geometry : nullptr, pictures);
    if (is_pdf)
      write_pdf(file, QString::fromStdString(scenario.name), QString::fromStdString(page), drawn);
    else
      write_file_atomically(file.toStdString(), page);
    if (why_not.empty()) return;
    JobFacts facts;
    facts.warnings << tr("The report has not all its pictures: %1").arg(QString::fromStdString(why_not));
    worker_.tell(facts);
  });
}

}  // namespace foldwave
