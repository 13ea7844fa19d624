"""Reads the run of a picked horizon with VTK's own readers: frame, signs, layers, snapshots; prints the
root-mean-square distance between picks and horizon.

Usage: read_picked_run.py FOLDER PICKS TOP_DEPTH      exit 0: all is as it must be
"""
import glob, math, sys
import numpy as np
from vtkmodules.vtkIOXML import vtkXMLImageDataReader, vtkXMLPolyDataReader
from vtkmodules.util.numpy_support import vtk_to_numpy
out, picks_file, top = sys.argv[1], sys.argv[2], float(sys.argv[3])

def read(reader, name):
    reader.SetFileName(name)
    reader.Update()
    assert reader.GetErrorCode() == 0, name
    return reader.GetOutput()

def image(name):
    return read(vtkXMLImageDataReader(), name)

def surface(name):
    return read(vtkXMLPolyDataReader(), name)

n, h = (64, 96, 48), (57.0, 57.0, 25.0)
origin = (548870.25, 7816600.5)
deepest = top + (n[2] - 1) * h[2]
box = (origin[0], origin[0] + 63 * 57.0, origin[1], origin[1] + 95 * 57.0, -deepest, -top)

def values(data, array):
    return vtk_to_numpy(data.GetPointData().GetArray(array)).reshape(n[2], n[1], n[0])

arrival = image(out + "/fold/arrival.vti")
assert arrival.GetDimensions() == n, arrival.GetDimensions()
assert arrival.GetSpacing() == h, arrival.GetSpacing()
assert arrival.GetBounds() == box, (arrival.GetBounds(), box)
T, depth = values(arrival, "T"), values(arrival, "depth")
assert np.isfinite(T).all()
elevation = -deepest + h[2] * np.arange(n[2])
assert np.array_equal(depth, np.broadcast_to(-elevation[:, None, None].astype(np.float32), depth.shape))

horizon = surface(out + "/fold/horizon.vtp")
points = vtk_to_numpy(horizon.GetPoints().GetData())
assert points.dtype == np.float64 and len(points) == n[0] * n[1]
assert horizon.GetBounds()[:4] == box[:4], horizon.GetBounds()
assert np.array_equal(vtk_to_numpy(horizon.GetPointData().GetArray("depth")), -points[:, 2])
z = points[:, 2].reshape(n[1], n[0])
assert -deepest < z.min() < z.max() < -top

# Upright and of the right sign: positive above the horizon, negative below, growing all the way up.
clear = np.abs(elevation[:, None, None] - z[None]) > 2.0
above = elevation[:, None, None] > z[None]
assert (T[clear & above] > 0).all() and (T[clear & ~above] < 0).all()
assert (np.diff(T, axis=0) > 0).all()

# Layers and velocities follow T.
layer, velocity = values(image(out + "/fold/layers.vti"), "layer"), values(image(out + "/fold/velocity.vti"), "velocity")
assert set(np.unique(layer)) == {0, 1, 2, 3}
assert (layer[T > 1.0] <= 1).all() and (layer[T < -1.0] >= 2).all()
assert np.array_equal(velocity, np.array([2500, 2800, 3200, 3600], np.float32)[layer])

tops = sorted(glob.glob(out + "/fold/layers/*.vtp"))
assert [t.rsplit("/", 1)[1] for t in tops] == ["1-top-of-b.vtp", "2-top-of-c.vtp", "3-top-of-d.vtp"], tops
means = []
for name in tops:
    data = surface(name)
    bounds = data.GetBounds()
    assert all(bounds[i] >= box[i] - 1e-6 for i in (0, 2, 4)) and all(bounds[i] <= box[i] + 1e-6 for i in (1, 3, 5)), (name, bounds)
    assert data.GetNumberOfPolys() > 1000, name
    means.append(vtk_to_numpy(data.GetPoints().GetData())[:, 2].mean())
assert means[0] > means[1] > means[2], means


def at_map(field, x, y):
    """Bilinear, of values at the nodes' map positions."""
    u, v = (x - origin[0]) / h[0], (y - origin[1]) / h[1]
    i, j = np.clip(u.astype(int), 0, n[0] - 2), np.clip(v.astype(int), 0, n[1] - 2)
    a, b = u - i, v - j
    return field[j, i] * (1 - a) * (1 - b) + field[j, i + 1] * a * (1 - b) + field[j + 1, i] * (1 - a) * b + field[j + 1, i + 1] * a * b


# The surface T = 0 is the drawn horizon, to a tenth of a cell.
zero = vtk_to_numpy(surface(tops[1]).GetPoints().GetData())
off = np.abs(at_map(z, zero[:, 0], zero[:, 1]) - zero[:, 2])
assert off.mean() < 0.01 * h[2] and off.max() < 0.1 * h[2], (off.mean(), off.max())

frames = sorted(glob.glob(out + "/wave/snapshots/*.vti"))
assert len(frames) >= 5
largest = 0.0
for name in frames:
    data = image(name)
    assert data.GetBounds() == box, name
    p = values(data, "pressure")
    assert np.isfinite(p).all(), name
    largest = max(largest, float(np.abs(p).max()))
assert largest > 0.0

picks = np.loadtxt(picks_file)
fit = at_map(z, picks[:, 0], picks[:, 1])
print(math.sqrt(((fit - picks[:, 2]) ** 2).mean()))
