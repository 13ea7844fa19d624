// The gallery of examples: pictures in groups, each with its name and what it shows. A double click or Enter
// opens one; what is typed in the search field leaves those that have each word. One whose file of velocities
// is not there is greyed, and the line below the pictures says how to get it.
#pragma once

#include <QDialog>

#include "ui/dialogs/gallery.hpp"

class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;

namespace foldwave {

class GalleryDialog : public QDialog {
  Q_OBJECT

 public:
  GalleryDialog(std::vector<GalleryItem> items, QWidget* parent);

  QSize sizeHint() const override { return {1010, 700}; }

 signals:
  void chosen(const QString& file);  // and the dialog is closed

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void fill();
  void tell_current();  // whether it can be opened whole, and what it needs
  void take();

  std::vector<GalleryItem> items_;
  QLineEdit* search_;
  QListWidget* list_;
  QLabel *nothing_, *needs_;
  QPushButton* open_;
};

}  // namespace foldwave
