// The seismic image in the section: its colours, how much of the rock shows through, and its gain.
#include <QHBoxLayout>
#include <QMenu>
#include <utility>

#include "ui/views/section/section_pane.hpp"

namespace foldwave {
namespace {

constexpr double usual_opacity = 0.7;

}  // namespace

void SectionPane::make_image_looks(QHBoxLayout* line) {
  scene_.image().set_look({ImageColors::gray, usual_opacity, 1.0});
  QMenu* const image =
      add_choices(line, tr("Seismic &image"), tr("The seismic image over the rock: Run > Seismic image"),
                  "section image");
  add_switch(image, tr("&Seismic image"), tr("The image over the rock, where one was made"), "section/image",
             true, [this](bool on) { change([on](SectionOptions& o) { o.image = on; }); });
  QAction* const lit = image->addAction(tr("&Illumination in its place"));
  lit->setCheckable(true);
  lit->setToolTip(tr("How strongly the shots' waves pass through each place"));
  connect(lit, &QAction::toggled, this, [this](bool on) {
    illumination_wanted_ = on;
    place_image();
  });
  image->addSeparator();
  QMenu* const colors = image->addMenu(tr("&Colours"));
  const std::pair<QString, ImageColors> kinds[] = {{tr("&Grey"), ImageColors::gray},
                                                   {tr("&Blue, white, red"), ImageColors::seismic}};
  for (const auto& [text, kind] : kinds)
    add_choice(
        colors, text, {},
        [this, kind = kind] { change_image([kind](ImageLook& look) { look.colors = kind; }); },
        kind == ImageColors::gray);
  QMenu* const opacity = image->addMenu(tr("&Opacity"));
  for (const double part : {0.4, usual_opacity, 1.0})
    add_choice(
        opacity, tr("%1 %").arg(100.0 * part), {},
        [this, part] { change_image([part](ImageLook& look) { look.opacity = part; }); },
        part == usual_opacity);
  QMenu* const gain = image->addMenu(tr("G&ain"));
  for (const double times : {0.5, 1.0, 2.0, 4.0})
    add_choice(
        gain, QString::fromUtf8("\u00d7 %1").arg(times), {},
        [this, times] { change_image([times](ImageLook& look) { look.gain = times; }); }, times == 1.0);
}

void SectionPane::change_image(const std::function<void(ImageLook&)>& how) {
  ImageLook look = scene_.image().look();
  how(look);
  scene_.image().set_look(look);
  redraw();
}

void SectionPane::show_image(const ShownImage& image, const ShownImage& illumination, const QString& words) {
  seismic_ = image;
  illumination_ = illumination;
  scene_.set_image_words(words.toStdString());
  place_image();
}

void SectionPane::place_image() {
  scene_.image().show(illumination_wanted_ ? illumination_ : seismic_);
  redraw();
}

}  // namespace foldwave
