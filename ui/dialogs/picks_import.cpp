#include "ui/dialogs/picks_import.hpp"

#include <QFileInfo>
#include <utility>

#include "core/formats/grids/gdal_grid.hpp"
#include "core/formats/horizons/tsurf.hpp"
#include "core/formats/horizons/xyz.hpp"
#include "core/formats/vtk/poly_reader.hpp"

namespace foldwave {

PicksImport::PicksImport(const Grid3& grid, QObject* parent) : QObject(parent), grid_(grid) {
  connect(&worker_, &Worker::progressed, this,
          [this](const JobState& state) { emit progressed(state.step, state.part); });
  connect(&worker_, &Worker::told, this, &PicksImport::job_told);
}

void PicksImport::job_told(const JobRecord& job) {
  if (job.id != job_ || !job.ended()) return;
  job_ = 0;
  const QString copy = std::exchange(copy_, QString());
  if (job.stage == JobStage::failed) emit failed(job.message);
  const bool done = job.stage == JobStage::done;
  if (done && !copy.isEmpty())
    emit copied(copy);
  else if (job.stage == JobStage::stopped || (done && stopping_))
    emit stopped();
  if (!worker_.busy()) emit idle();
}

// What was done in the meantime is not told: nothing goes on from it.
void PicksImport::stop() {
  if (job_ == 0) return;
  stopping_ = true;
  ++wish_;
  worker_.stop(job_);
}

template <class Work>
void PicksImport::start(const QString& name, Work&& work) {
  // What it gave way to is not heard to have stopped.
  worker_.supersede(std::exchange(job_, 0));
  copy_.clear();
  stopping_ = false;
  job_ =
      worker_.start(Worker::Order{name, about_},
                    [wish = ++wish_, work = std::forward<Work>(work)](const Job& job) { work(wish, job); });
}

// From the worker's thread: `call` runs on the window's, unless a newer wish came.
template <class Call>
void PicksImport::tell(int wish, Call&& call) {
  worker_.hand_over([this, wish, call = std::forward<Call>(call)] {
    if (wish == wish_) call();
  });
}

void PicksImport::read(const QString& file, const HorizonFileOptions& options) {
  read_.reset();
  placed_.reset();
  chosen_.reset();
  HorizonFileOptions with_libraries = options;
  with_libraries.read_vtp = parse_vtp;
  with_libraries.read_raster = parse_gdal_grid;
  about_ = QFileInfo(file).fileName();
  start(tr("Read a horizon"),
        [this, path = file.toStdString(), options = with_libraries, grid = grid_](int wish, const Job& job) {
          tell(wish, [this, look = look_at_horizon_file(path)] { emit looked(look); });
          auto done = std::make_shared<ReadPicks>();
          done->picks = read_horizon_file(path, options, job);
          done->guess = guess_choice(done->picks, grid);
          done->height_field = is_height_field(done->picks);
          tell(wish, [this, done] {
            read_ = done;
            emit was_read();
          });
        });
}

void PicksImport::place(const PicksChoice& choice, bool control_points) {
  placed_.reset();
  chosen_.reset();
  if (!read_) return;
  start(tr("Place a horizon"),
        [this, from = read_, choice, control_points, grid = grid_](int wish, const Job& job) {
          auto done = std::make_shared<PlacedPicks>();
          done->picks = in_map(from->picks, choice, job);
          done->bounds = bounds_of(done->picks.points, grid, job);
          done->shown = thin_out(done->picks.points, job);
          if (!from->height_field)
            done->no_control_points = "the surface is folded over, and points hold one depth a map position";
          std::shared_ptr<const Decimation> chosen;
          tell(wish, [this, placed = std::shared_ptr<const PlacedPicks>(done)] {
            placed_ = placed;
            emit was_placed();
          });
          if (!from->height_field || !control_points) return;
          chosen = std::make_shared<const Decimation>(decimate(done->shown, most_decimated_points, 0.0, job));
          tell(wish, [this, chosen] {
            chosen_ = chosen;
            emit was_chosen();
          });
        });
}

void PicksImport::measure(int count) {
  if (!placed_ || !chosen_) return;
  // It follows the slider: nobody wants to read of it.
  start(QString(), [this, placed = placed_, chosen = chosen_, count](int wish, const Job& job) {
    const auto size = std::min(static_cast<std::size_t>(count), chosen->points.size());
    const Misfit misfit = misfit_of_all(std::span(chosen->points).first(size), placed->picks.points, job);
    tell(wish, [this, count, misfit] { emit was_measured(count, misfit); });
  });
}

void PicksImport::write_copy(const QString& file) {
  if (!placed_) return;
  start(tr("Copy a horizon"), [placed = placed_, file](int, const Job& job) {
    std::vector<Vec3> points = placed->picks.points;
    for (Vec3& p : points)
      p.z = -p.z;
    job.throw_if_stopped();
    const std::string path = file.toStdString();
    if (placed->picks.triangles.empty())
      write_xyz(path, points, "x[m] y[m] elevation[m]", job);
    else
      write_tsurf(path, std::filesystem::path(path).stem().string(), points, placed->picks.triangles, job);
  });
  copy_ = file;
}

}  // namespace foldwave
