#!/usr/bin/env python3
"""Makes salt-section.vti: a salt body in sediments under a sea, in the measures of the SEG/EAGE salt section, drawn
by formulas. 675 x 210 nodes at 20 m, x by z; m/s, rounded so that the file packs well."""

import base64
import math
import pathlib
import struct
import zlib

NX, NZ, H = 675, 210, 20.0
BEDS = [0, 60, -40, 90, 10, 140, -30, 60, 180, -20, 110, 40, 160, 60, 200, 90]  # m/s beside the trend, a bed each


def sea_floor(x):
    return 260 + 110 * math.sin(2 * math.pi * (x - 1500) / 15000) + 35 * math.exp(-(((x - 6600) / 1400) ** 2))


def salt(x, z):
    """A cap with a rugged top on a leaning stem."""
    u = (x - 6500) / 3300
    if abs(u) < 1:
        rim = math.sqrt(1 - u * u)
        middle = 1400 + 0.07 * (x - 6500)
        top = middle - (480 + 60 * math.sin(x / 260)) * rim
        base = middle + (560 + 90 * math.sin(x / 900 + 1)) * rim
        if top < z < base:
            return True
    return z > 1500 and abs(x - 5900 - 0.28 * (z - 1800)) < 420 + 0.22 * abs(z - 2300)


def velocity(x, z):
    floor = sea_floor(x)
    if z < floor:
        return 1500
    if z > 3620 + 120 * math.sin(x / 2100):
        return 4200  # basement
    if salt(x, z):
        return 4480
    # Beds dragged up beside the salt, and a fault that lowers the east.
    drag = 330 * math.exp(-(((x - 6200) / 2600) ** 2)) * min(1, z / 2500)
    throw = 130 if x > 10600 + 0.45 * z else 0
    depth = z - floor + drag - throw
    return round(1650 + 0.52 * depth + BEDS[min(int(max(depth, 0) / 210), len(BEDS) - 1)])


def main():
    # Elevation up: the deepest row first, its place the origin.
    values = [float(velocity(H * i, H * k)) for k in reversed(range(NZ)) for i in range(NX)]
    raw = struct.pack(f"<{len(values)}f", *values)
    packed = zlib.compress(raw, 9)
    head = struct.pack("<4I", 1, len(raw), 0, len(packed))
    data = base64.b64encode(head).decode() + base64.b64encode(packed).decode()
    extent = f"0 {NX - 1} 0 0 0 {NZ - 1}"
    text = f"""<?xml version="1.0"?>
<VTKFile type="ImageData" version="0.1" byte_order="LittleEndian" compressor="vtkZLibDataCompressor">
<ImageData WholeExtent="{extent}" Origin="0 0 {-H * (NZ - 1)}" Spacing="{H} {H} {H}"><Piece Extent="{extent}">
<PointData Scalars="velocity"><DataArray type="Float32" Name="velocity" format="binary">{data}</DataArray></PointData>
</Piece></ImageData></VTKFile>
"""
    (pathlib.Path(__file__).parent / "salt-section.vti").write_text(text)


if __name__ == "__main__":
    main()
