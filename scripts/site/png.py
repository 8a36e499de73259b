"""PNG files with a palette, which take a fraction of the space: for pictures of pages, which have few colours."""

import struct
import zlib
from collections import Counter

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def chunks(data):
    at = len(SIGNATURE)
    while at < len(data):
        length, name = struct.unpack(">I4s", data[at:at + 8])
        yield name, data[at + 8:at + 8 + length]
        at += length + 12


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def paeth(left, above, corner):
    near = left + above - corner
    distances = abs(near - left), abs(near - above), abs(near - corner)
    return (left, above, corner)[distances.index(min(distances))]


def rows(data, width, size):
    """The rows of an image of 8 bits per sample, with their filters undone."""
    length, above = width * size, bytes(width * size)
    for at in range(0, len(data), length + 1):
        kind, row = data[at], bytearray(data[at + 1:at + 1 + length])
        for index in range(length if kind else 0):
            left, corner = (row[index - size], above[index - size]) if index >= size else (0, 0)
            guess = (left, above[index], (left + above[index]) // 2, paeth(left, above[index], corner))[kind - 1]
            row[index] = row[index] + guess & 255
        above = row
        yield row


def with_palette(data):
    """Returns an opaque PNG with its 256 most frequent colours; the others become the nearest of those."""
    parts = list(chunks(data))
    header = next(part for name, part in parts if name == b"IHDR")
    width, height, depth, kind = struct.unpack(">IIBB", header[:10])
    if depth != 8 or kind not in (2, 6):
        raise ValueError("neither RGB nor RGBA of 8 bits")
    size = 3 if kind == 2 else 4
    raw = zlib.decompress(b"".join(part for name, part in parts if name == b"IDAT"))
    image = [[(row[at], row[at + 1], row[at + 2]) for at in range(0, len(row), size)] for row in rows(raw, width, size)]
    counts = Counter(pixel for row in image for pixel in row)
    palette = [colour for colour, _ in counts.most_common(256)]

    def nearest(colour):
        return min(range(len(palette)), key=lambda index: sum((a - b) ** 2 for a, b in zip(palette[index], colour)))

    indices = {colour: nearest(colour) for colour in counts}
    packed = b"".join(b"\0" + bytes(indices[pixel] for pixel in row) for row in image)
    return SIGNATURE + b"".join([
        chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        chunk(b"PLTE", bytes(value for colour in palette for value in colour)),
        chunk(b"IDAT", zlib.compress(packed, 9)), chunk(b"IEND", b"")])
