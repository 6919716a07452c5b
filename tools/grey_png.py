"""Grey PNGs of 8 or 16 bits, written and read with Python's own library. Rows go from the top down."""
import array
import struct
import sys
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def big_endian(row):
    """The bytes of a row: 16-bit values as PNGs have them."""
    values = array.array("H", row)
    if sys.byteorder == "little":
        values.byteswap()
    return values.tobytes()


def filtered(row, above, size):
    """A row's bytes under whichever filter leaves least: as it is, against the left, against above."""
    left = bytes((b - a) & 255 for a, b in zip(bytes(size) + row, row))
    up = bytes((b - a) & 255 for a, b in zip(above, row))
    best = min((0, row), (1, left), (2, up), key=lambda f: sum(min(b, 256 - b) for b in f[1]))
    return bytes([best[0]]) + best[1]


def encode(rows, bits):
    width, size = len(rows[0]), bits // 8
    above = bytes(width * size)
    data = []
    for row in rows:
        row = big_endian(row) if bits == 16 else bytes(row)
        data.append(filtered(row, above, size))
        above = row
    head = struct.pack(">IIBBBBB", width, len(rows), bits, 0, 0, 0, 0)
    return (SIGNATURE + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"".join(data), 9)) +
            chunk(b"IEND", b""))


def unfiltered(kind, row, above, size):
    if kind == 0:
        return bytes(row)
    if kind == 2:
        return bytes((a + b) & 255 for a, b in zip(above, row))
    if kind != 1:
        raise ValueError(f"filter {kind} is not one that encode() writes")
    out = bytearray(row)
    for i in range(size, len(out)):
        out[i] = (out[i] + out[i - size]) & 255
    return bytes(out)


def decode(data):
    """Rows of a PNG that encode() wrote."""
    if data[:8] != SIGNATURE:
        raise ValueError("no PNG")
    place, packed = 8, b""
    while place < len(data):
        length, kind = struct.unpack(">I4s", data[place:place + 8])
        body = data[place + 8:place + 8 + length]
        if kind == b"IHDR":
            width, height, bits, colour = struct.unpack(">IIBB", body[:10])
        elif kind == b"IDAT":
            packed += body
        place += 12 + length
    size = bits // 8
    pixels, step, above, rows = zlib.decompress(packed), width * size + 1, bytes(width * size), []
    for i in range(height):
        above = unfiltered(pixels[i * step], pixels[i * step + 1:(i + 1) * step], above, size)
        values = array.array("H" if size == 2 else "B", above)
        if size == 2 and sys.byteorder == "little":
            values.byteswap()
        rows.append(values)
    return rows
