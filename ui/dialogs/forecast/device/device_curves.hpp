// What was measured of a CUDA device, as curves: its operations, memory and bandwidth, and a step of the
// kernel of one thread a point beside what each model foretells (Parra Prada 2016, figures 4.15 and 4.16).
#pragma once

#include <QPointF>
#include <QString>
#include <QStringList>
#include <vector>

#include "core/forecast/gpu_model/kernel_rows.hpp"

namespace foldwave {

struct PlotCurve {
  QString name;
  std::vector<QPointF> points;
  bool is_measured = false;  // shown by dots
};

struct CurveSet {
  QString x_name, y_name;
  bool log_x = false, log_y = false;
  QStringList x_words;  // of x = 0, 1, ..; empty: numbers
  std::vector<PlotCurve> curves;
};

enum class CurveSubject { operations, memory, bandwidth, requests, order, grid, block, warps };
QString subject_words(CurveSubject subject);
bool is_of_kernels(CurveSubject subject);

// Those of which there is something to show.
std::vector<CurveSubject> subjects_of(const MeasuredKernels& measured);

// What stays the same along a subject's curves; empty but of kernels. In words: "order 8, 32 x 4 x 2
// threads".
QStringList settings_of(const MeasuredKernels& measured, CurveSubject subject);
CurveSet curves_of(const MeasuredKernels& measured, CurveSubject subject, const QString& setting);

}  // namespace foldwave
