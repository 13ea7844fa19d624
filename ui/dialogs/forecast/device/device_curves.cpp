#include "ui/dialogs/forecast/device/device_curves.hpp"

#include <QCoreApplication>
#include <algorithm>

namespace foldwave {
namespace {

QString curve_tr(const char* text) {
  return QCoreApplication::translate("DeviceCurves", text);
}

QString block_words(const LaunchShape& shape) {
  return QString("%1 x %2 x %3").arg(shape.block[0]).arg(shape.block[1]).arg(shape.block[2]);
}

QString setting_words(const LaunchShape& shape, CurveSubject subject) {
  const QString order = curve_tr("order %1").arg(shape.order),
                threads = curve_tr("%1 threads").arg(block_words(shape));
  const QString nodes =
      curve_tr("%1 x %2 x %3 nodes").arg(shape.nodes[0]).arg(shape.nodes[1]).arg(shape.nodes[2]);
  switch (subject) {
    case CurveSubject::order:
      return nodes + ", " + threads;
    case CurveSubject::grid:
      return order + ", " + threads;
    default:
      return order + ", " + nodes;
  }
}

double warps_of(const LaunchShape& shape) {
  return 1.0 * shape.active_blocks * shape.warps_a_block();
}

double place_along(const LaunchShape& shape, CurveSubject subject, const QStringList& blocks) {
  switch (subject) {
    case CurveSubject::order:
      return shape.order;
    case CurveSubject::grid:
      return shape.nodes[0];
    case CurveSubject::warps:
      return warps_of(shape);
    default:
      return static_cast<double>(blocks.indexOf(block_words(shape)));
  }
}

CurveSet kernel_curves(const MeasuredKernels& measured, CurveSubject subject, const QString& setting) {
  std::vector<const KernelModelRow*> rows;
  for (const KernelModelRow& row : measured.rows)
    if (setting_words(row.shape, subject) == setting) rows.push_back(&row);
  CurveSet set;
  set.y_name = curve_tr("a step, us");
  set.log_y = true;
  set.log_x = subject == CurveSubject::order || subject == CurveSubject::grid;
  set.x_name = subject == CurveSubject::order   ? curve_tr("order of the stencil")
               : subject == CurveSubject::grid  ? curve_tr("nodes along each axis")
               : subject == CurveSubject::warps ? curve_tr("warps on a multiprocessor at a time")
                                                : curve_tr("threads of a block");
  if (subject == CurveSubject::block)
    for (const KernelModelRow* const row : rows)
      set.x_words << block_words(row->shape);
  const auto add = [&](const QString& name, const auto& seconds_of, bool is_measured) {
    PlotCurve curve{name, {}, is_measured};
    for (const KernelModelRow* const row : rows)
      curve.points.emplace_back(place_along(row->shape, subject, set.x_words), 1e6 * seconds_of(*row));
    std::ranges::stable_sort(curve.points, {}, [](const QPointF& point) { return point.x(); });
    set.curves.push_back(std::move(curve));
  };
  for (std::size_t model = 0; model < kernel_model_names.size(); ++model)
    add(
        kernel_model_names[model], [model](const KernelModelRow& row) { return row.predicted[model]; },
        false);
  add(
      curve_tr("measured"), [](const KernelModelRow& row) { return row.seconds; }, true);
  return set;
}

}  // namespace

QString subject_words(CurveSubject subject) {
  switch (subject) {
    case CurveSubject::operations:
      return curve_tr("Operations, over warps");
    case CurveSubject::memory:
      return curve_tr("Latency of memory, over bytes");
    case CurveSubject::bandwidth:
      return curve_tr("Bandwidth, over bytes");
    case CurveSubject::requests:
      return curve_tr("Latency of busy memory, over requests");
    case CurveSubject::order:
      return curve_tr("Kernel and its models, over orders");
    case CurveSubject::grid:
      return curve_tr("Kernel and its models, over grids");
    case CurveSubject::block:
      return curve_tr("Kernel and its models, over blocks");
    default:
      return curve_tr("Kernel and its models, over warps");
  }
}

bool is_of_kernels(CurveSubject subject) {
  return subject >= CurveSubject::order;
}

std::vector<CurveSubject> subjects_of(const MeasuredKernels& measured) {
  const DeviceFigures& f = measured.figures;
  std::vector<CurveSubject> subjects;
  if (!f.latencies.empty()) subjects.push_back(CurveSubject::operations);
  if (!f.chase.empty()) subjects.push_back(CurveSubject::memory);
  if (!f.reads.empty() || !f.streams.empty()) subjects.push_back(CurveSubject::bandwidth);
  if (!f.loaded.empty()) subjects.push_back(CurveSubject::requests);
  if (!measured.rows.empty())
    subjects.insert(subjects.end(),
                    {CurveSubject::order, CurveSubject::grid, CurveSubject::block, CurveSubject::warps});
  return subjects;
}

QStringList settings_of(const MeasuredKernels& measured, CurveSubject subject) {
  QStringList settings;
  if (is_of_kernels(subject))
    for (const KernelModelRow& row : measured.rows)
      settings << setting_words(row.shape, subject);
  settings.removeDuplicates();
  return settings;
}

CurveSet curves_of(const MeasuredKernels& measured, CurveSubject subject, const QString& setting) {
  if (is_of_kernels(subject)) return kernel_curves(measured, subject, setting);
  const DeviceFigures& f = measured.figures;
  CurveSet set;
  set.y_name = curve_tr("cycles");
  if (subject == CurveSubject::operations) {
    set.x_name = curve_tr("warps of one block");
    set.log_y = true;
    for (const LatencyCurve& latency : f.latencies) {
      PlotCurve curve{QString::fromStdString(latency.name), {}, true};
      for (std::size_t i = 0; i < latency.warps.size(); ++i)
        curve.points.emplace_back(latency.warps[i], latency.cycles[i].mean);
      set.curves.push_back(std::move(curve));
    }
  } else if (subject == CurveSubject::memory) {
    set.x_name = curve_tr("bytes that one thread follows pointers through");
    set.log_x = true;
    PlotCurve curve{curve_tr("a load"), {}, true};
    for (const ChasePoint& point : f.chase)
      curve.points.emplace_back(point.bytes, point.cycles);
    set.curves.push_back(std::move(curve));
  } else if (subject == CurveSubject::requests) {
    set.x_name = curve_tr("loads at a time on every multiprocessor");
    set.log_x = true;
    PlotCurve curve{curve_tr("a load"), {}, true};
    for (const LoadedLatency& point : f.loaded)
      curve.points.emplace_back(point.requests, point.cycles);
    set.curves.push_back(std::move(curve));
  } else {
    set.x_name = curve_tr("bytes that are gone through");
    set.y_name = curve_tr("GB/s");
    set.log_x = true;
    for (const auto& [name, points] : {std::pair{curve_tr("read past L1"), &f.reads},
                                       std::pair{curve_tr("three read, one written"), &f.streams}}) {
      PlotCurve curve{name, {}, true};
      for (const BandwidthPoint& point : *points)
        curve.points.emplace_back(point.bytes, 1e-9 * point.bytes_per_second);
      if (!curve.points.empty()) set.curves.push_back(std::move(curve));
    }
  }
  return set;
}

}  // namespace foldwave
