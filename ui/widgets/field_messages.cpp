#include "ui/widgets/field_messages.hpp"

#include <QStyle>
#include <QWidget>

#include "ui/widgets/said.hpp"

namespace foldwave {
namespace {

bool begins(const std::string& path, const std::string& start) {
  return path.starts_with(start) &&
         (path.size() == start.size() || start.empty() || path[start.size()] == '/');
}

// A label is never narrower than its longest word: a file's path may be broken anywhere, or the panel would
// grow wider than its place and squeeze what stands above.
QString breakable(const QString& text) {
  constexpr int longest = 28;
  QString broken;
  int run = 0;
  for (const QChar c : text) {
    run = c.isSpace() ? 0 : run + 1;
    if (run > longest) {
      broken += QChar(0x200B);  // a place to break, without a width
      run = 1;
    }
    broken += c;
  }
  return broken;
}

}  // namespace

QLabel* FieldMessages::add(const std::string& path, QWidget* field, QWidget* parent) {
  auto* const label = new QLabel(parent);
  label->setObjectName("message:" + QString::fromStdString(path));
  label->setProperty("role", "message");
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  label->hide();
  entries_.push_back({path, field, label, {}, {}, false});
  return label;
}

void FieldMessages::refresh(Entry& e) {
  const QString text = e.own.isEmpty() ? e.found : e.own;
  const bool severe = !e.own.isEmpty() || e.severe;
  e.label->setText(breakable(text));
  e.label->setVisible(!text.isEmpty());
  const QString state = text.isEmpty() ? "" : severe ? "error" : "warning";
  for (QWidget* const w : {static_cast<QWidget*>(e.label), e.field}) {
    if (w == nullptr || w->property("state").toString() == state) continue;
    w->setProperty("state", state);
    w->style()->unpolish(w);
    w->style()->polish(w);
  }
}

void FieldMessages::show(const Findings& findings) {
  for (Entry& e : entries_) {
    e.found.clear();
    e.severe = false;
  }
  for (const Finding& f : findings) {
    if (f.severity == Severity::note) continue;  // told in the log; no field is to be mended
    Entry* best = nullptr;
    for (Entry& e : entries_)
      if (begins(f.path, e.path) && (best == nullptr || e.path.size() > best->path.size())) best = &e;
    if (best == nullptr) continue;
    QString text = said(f.problem);
    if (!f.remedy.empty()) text += ": " + said(f.remedy);
    // A field that stands for several values says which one is meant.
    if (const std::string which = path_words(f.path, best->path); !which.empty())
      text = QString::fromStdString(which) + " " + text;
    best->found += (best->found.isEmpty() ? "" : "\n") + text;
    best->severe = best->severe || f.severity == Severity::error;
  }
  for (Entry& e : entries_)
    refresh(e);
}

QString FieldMessages::message(const std::string& path) const {
  for (const Entry& e : entries_)
    if (e.path == path) return e.own.isEmpty() ? e.found : e.own;
  return {};
}

void FieldMessages::set_own(const std::string& path, const QString& text) {
  for (Entry& e : entries_)
    if (e.path == path) {
      e.own = text;
      refresh(e);
    }
}

}  // namespace foldwave
