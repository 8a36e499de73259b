"""Writes ICU's data without what a program in English never reads: other languages, character sets, and dictionaries.

    icu_data.py DATA FEWER    from icudt*.dat, the data of lib_FoundationICU.a, to a file of the same format

ICU looks items up by name in a table of contents, and falls back to the root of a tree for an item that is missing. The
format is that of ICU's udata: a header, whose first two bytes are its size, then the number of items, then for each item the
offsets of its name and of its data behind the header. Items are sorted by name, and begin at multiples of 16.
"""

import re
import struct
import sys

# What belongs to no language, such as the time zones, and of each tree, such as that of the units' names, root and English.
KEPT = re.compile(
    r"((?!translit)\w+/)?(root|pool|res_index|en|en_001|en_US|en_US_POSIX|[a-z]+[A-Z]\w*|zoneinfo64|metadata)\.res"
    r"|brkitr/(char|word|line|sent|title)\.brk|(\w+/)?\w+\.(icu|nrm|spp)"
)


def items_of(data):
    """Returns the names and contents of the items behind the header, in order."""
    start = struct.unpack_from("<H", data)[0]
    (count,) = struct.unpack_from("<I", data, start)
    table = [struct.unpack_from("<II", data, start + 4 + 8 * index) for index in range(count)]
    ends = [content for _, content in table[1:]] + [len(data) - start]
    for (name, content), end in zip(table, ends):
        name = data[start + name : data.index(b"\0", start + name)]
        yield name, data[start + content : start + end]


def packed(header, items):
    """Returns the data of some items behind a header."""
    names = 4 + 8 * len(items)
    content = names + sum(len(name) + 1 for name, _ in items)
    table, text, body = [], b"", b""
    for name, value in items:
        body += b"\0" * (-(content + len(body)) % 16)
        table.append(struct.pack("<II", names + len(text), content + len(body)))
        text += name + b"\0"
        body += value
    return header + struct.pack("<I", len(items)) + b"".join(table) + text + body


def main(source, destination):
    with open(source, "rb") as file:
        data = file.read()
    if data[2:4] != b"\xda\x27" or data[12:16] != b"CmnD":
        sys.exit(f"{source} is no data of ICU.")
    header = data[: struct.unpack_from("<H", data)[0]]
    kept = [item for item in items_of(data) if KEPT.fullmatch(item[0].decode().partition("/")[2])]
    with open(destination, "wb") as file:
        file.write(packed(header, kept))


if __name__ == "__main__":
    main(*sys.argv[1:])
