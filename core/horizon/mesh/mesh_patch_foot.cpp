#include "core/horizon/mesh/mesh_patch_foot.hpp"

#include <algorithm>

#include "core/horizon/travel_time.hpp"

namespace foldwave {

namespace {

constexpr double no_time = std::numeric_limits<double>::infinity();

// From this share of F on |b| bends tau^2 / 2 so much that Newton's method wants a good start.
constexpr double strong_current = 0.6;

// The step (du, dv) from (u, v) to the least of g.s + s.H s / 2 over the triangle, and that least value.
struct Step {
  double du = 0.0, dv = 0.0, change = 0.0;
};
struct Model {
  double gu, gv, huu, huv, hvv;

  double at(double du, double dv) const {
    return du * (gu + 0.5 * huu * du + huv * dv) + dv * (gv + 0.5 * hvv * dv);
  }
};
Step least_in_triangle(const Model& m, double u, double v) {
  const double det = m.huu * m.hvv - m.huv * m.huv;
  if (det > 1e-14 * m.huu * m.hvv) {
    const double du = (m.huv * m.gv - m.hvv * m.gu) / det;
    const double dv = (m.huv * m.gu - m.huu * m.gv) / det;
    if (u + du >= 0.0 && v + dv >= 0.0 && u + du + v + dv <= 1.0) return {du, dv, m.at(du, dv)};
  }
  Step best{0.0, 0.0, no_time};
  // Along an edge from (eu, ev) in the direction (fu, fv), 0 <= s <= 1.
  const auto edge = [&](double eu, double ev, double fu, double fv) {
    const double slope = (m.gu + m.huu * eu + m.huv * ev) * fu + (m.gv + m.huv * eu + m.hvv * ev) * fv;
    const double bend = m.huu * fu * fu + 2.0 * m.huv * fu * fv + m.hvv * fv * fv;
    const double s = bend > 0.0 ? std::clamp(-slope / bend, 0.0, 1.0) : slope < 0.0 ? 1.0 : 0.0;
    const double change = m.at(eu + s * fu, ev + s * fv);
    if (change < best.change) best = {eu + s * fu, ev + s * fv, change};
  };
  edge(-u, -v, 1.0, 0.0);
  edge(-u, -v, 0.0, 1.0);
  edge(1.0 - u, -v, -1.0, 1.0);
  return best;
}

// A place of the patch that the front leaves towards x, and its travel time, or none (infinite). With |b| > F
// only a cone about b is reached, so the search starts where its axis meets the patch.
double start_of(const Patch& patch, const Front& front, double& u, double& v) {
  double t = travel_time(front.x - patch.at(u, v), front.F, front.b);
  if (t < no_time && front.speed < strong_current * front.F) return t;
  const auto offer = [&](double nu, double nv) {
    nu = std::clamp(nu, 0.0, 1.0);
    nv = std::clamp(nv, 0.0, 1.0 - nu);
    const double other = travel_time(front.x - patch.at(nu, nv), front.F, front.b);
    if (other < t) t = other, u = nu, v = nv;
  };
  double au = 1.0 / 3.0;
  double av = 1.0 / 3.0;
  double along = 0.0;
  if (meet_line(patch, front.x, front.b, au, av, along)) offer(au, av);
  if (t == no_time) {
    offer(0.0, 0.0);
    offer(1.0, 0.0);
    offer(0.0, 1.0);
  }
  return t;
}

}  // namespace

bool meet_line(const Patch& patch, const Vec3& x, const Vec3& b, double& u, double& v, double& s) {
  for (int i = 0; i < 8; ++i) {
    const Vec3 yu = patch.along_u(u, v);
    const Vec3 yv = patch.along_v(u, v);
    const Vec3 n = cross_product(yu, yv);
    const double det = dot(b, n);
    if (!(std::abs(det) > 1e-9 * norm(b) * norm(n))) return false;
    const Vec3 d = x - patch.at(u, v);
    s = dot(d, n) / det;
    const Vec3 left = d - s * b;
    const double du = dot(b, cross_product(left, yv)) / det;
    const double dv = dot(b, cross_product(yu, left)) / det;
    u += du;
    v += dv;
    if (std::abs(u) + std::abs(v) > 10.0) return i == 0;
    if (std::abs(du) + std::abs(dv) < 1e-13) break;
  }
  return true;
}

void improve_foot(const PatchSurface& surface, int index, double u, double v, const Front& front,
                  MeshFoot& best) {
  const Patch patch = patch_of(surface, static_cast<std::size_t>(index));
  // Least is tau^2 / 2, which is quadratic for b = 0; for the last arrival -t tau, with t held.
  const bool last = front.F < 0.0;
  const double sense = last ? -1.0 : 1.0;
  double t = start_of(patch, front, u, v);
  if (t == no_time) return;
  for (int i = 0; i < 24 && t > 0.0; ++i) {
    const Vec3 d = front.x - patch.at(u, v);
    const Vec3 n = (1.0 / (front.F * t)) * (d - t * front.b);
    const double V = front.F + dot(front.b, n);
    if (!(V > 1e-12 * std::abs(front.F))) break;
    const Vec3 yu = patch.along_u(u, v);
    const Vec3 yv = patch.along_v(u, v);
    const double pu = dot(n, yu) / V;
    const double pv = dot(n, yv) / V;
    // Second derivatives of t tau: (1 / (V F)) M (1 - n n^T) M^T, M^T = 1 - b p^T; of tau^2 / 2: p p^T more.
    Vec3 eu = yu - pu * front.b;
    Vec3 ev = yv - pv * front.b;
    eu = eu - dot(n, eu) * n;
    ev = ev - dot(n, ev) * n;
    const double share = 1.0 / (V * std::abs(front.F));
    const double square = last ? 0.0 : 1.0;
    Model model{-sense * t * pu, -sense * t * pv, square * pu * pu + share * dot(eu, eu),
                square * pu * pv + share * dot(eu, ev), square * pv * pv + share * dot(ev, ev)};
    // The patch's own bend; left out where it would turn the model over.
    const double bend = sense * t / V;
    const Model full{model.gu, model.gv, model.huu - 2.0 * bend * dot(n, patch.C),
                     model.huv - bend * dot(n, patch.D), model.hvv - 2.0 * bend * dot(n, patch.E)};
    if (full.huu > 0.0 && full.hvv > 0.0 &&
        full.huu * full.hvv - full.huv * full.huv > 1e-3 * (model.huu * model.hvv - model.huv * model.huv))
      model = full;
    const Step step = least_in_triangle(model, u, v);
    if (!(step.change < -1e-15 * t * t)) break;
    // A patch whose model stays well behind the best foot is not worth a second look.
    const bool trusted = !last && (i > 0 || front.speed < strong_current * front.F);
    if (trusted && best.patch >= 0 && 0.5 * (t * t - best.time * best.time) + 1.5 * step.change > 0.0) return;
    bool moved = false;
    for (double part = 1.0; part > 1e-3; part *= 0.4) {
      const double nu = u + part * step.du;
      const double nv = v + part * step.dv;
      const double now = travel_time(front.x - patch.at(nu, nv), front.F, front.b);
      if (!(now < no_time && sense * now < sense * t)) continue;
      t = now;
      u = nu;
      v = nv;
      moved = true;
      break;
    }
    if (!moved) break;
  }
  if (front.better(t, best)) best = {index, std::max(0.0, u), std::max(0.0, v), t};
}

}  // namespace foldwave
