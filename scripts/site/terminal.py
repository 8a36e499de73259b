"""A terminal session as an SVG: runs commands on a terminal of their own, and draws what they print, with its colours.

Text stays text, in light or dark colours by the reader's preference.
"""

import fcntl
import os
import pty
import re
import struct
import subprocess
import termios
from xml.sax.saxutils import escape

COLUMNS = 92
# The width of a letter at 14 pixels, and the distance of lines.
LETTER, LINE, MARGIN = 8.43, 20, 20
FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
# The colours of the terminal by the numbers of its sequences: light, dark.
COLOURS = {
    "ground": ("#ffffff", "#161b22"), "border": ("#d0d7de", "#30363d"), "ink": ("#1f2328", "#e6edf3"),
    "dim": ("#656d76", "#8b949e"), "31": ("#cf222e", "#ff7b72"), "32": ("#1a7f37", "#3fb950"),
    "33": ("#7d4e00", "#d29922"), "34": ("#0969da", "#79c0ff"), "35": ("#8250df", "#d2a8ff"),
    "36": ("#1b7c83", "#56d4dd"),
}
SEQUENCE = re.compile(r"\x1b\[([0-9;]*)([A-Za-z])|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)")


def run(command, environment, folder):
    """Runs a command of the shell on a terminal, and returns what it prints. Fails as it fails."""
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 50, COLUMNS, 0, 0))
    process = subprocess.Popen(
        ["bash", "-c", command], cwd=folder, env=environment, stdin=follower, stdout=follower, stderr=follower)
    os.close(follower)
    output = b""
    while True:
        # Linux reports the end of a terminal as an error.
        try:
            part = os.read(leader, 1 << 16)
        except OSError:
            break
        if not part:
            break
        output += part
    os.close(leader)
    if process.wait():
        raise subprocess.CalledProcessError(process.returncode, command, output)
    # What is before a carriage return, such as a progress bar, is overwritten.
    return re.sub(r"[^\n]*\r", "", output.decode().replace("\r\n", "\n"))


def spans(text):
    """Splits a text at its sequences: pairs of classes and text, across lines."""
    styles, at = set(), 0
    for match in [*SEQUENCE.finditer(text), None]:
        end = match.start() if match else len(text)
        if end > at:
            yield " ".join(sorted(styles)), text[at:end]
        if not match:
            return
        at = match.end()
        if match[2] != "m":
            continue
        for code in (match[1] or "0").split(";"):
            code = f"3{code[1]}" if re.fullmatch(r"9[0-7]", code) else code
            if code == "0":
                styles = set()
            elif code == "39":
                styles = {style for style in styles if not style.startswith("c")}
            elif code == "22":
                styles -= {"bold", "dim"}
            elif code in COLOURS:
                styles = {style for style in styles if not style.startswith("c")} | {f"c{code}"}
            elif code in ("1", "2", "4", "24"):
                styles = styles - {"line"} if code == "24" else styles | {{"1": "bold", "2": "dim", "4": "line"}[code]}


def lines(text):
    """The lines of a text as lists of spans."""
    rows = [[]]
    for style, part in spans(text):
        for index, piece in enumerate(part.split("\n")):
            if index:
                rows.append([])
            if piece:
                rows[-1].append((style, piece))
    return rows


def svg(text, label):
    """Draws the output of a terminal."""
    rows = lines(text.rstrip("\n"))
    columns = max(sum(len(part) for _, part in row) for row in rows)
    width, height = round(columns * LETTER) + 2 * MARGIN, len(rows) * LINE + 2 * MARGIN

    def rules(index):
        colours = {name: pair[index] for name, pair in COLOURS.items()}
        named = "".join(f".c{name}{{fill:{colour}}}" for name, colour in colours.items() if name.isdigit())
        return (f"rect{{fill:{colours['ground']};stroke:{colours['border']}}}text{{fill:{colours['ink']}}}"
                f".dim{{fill:{colours['dim']}}}{named}")

    def row(number, parts):
        y = MARGIN + (number + 0.72) * LINE
        inside = "".join(
            f'<tspan class="{style}">{escape(part)}</tspan>' if style else escape(part) for style, part in parts)
        return f'<text x="{MARGIN}" y="{y:g}">{inside}</text>' if parts else ""

    drawn = "\n".join(filter(None, (row(number, parts) for number, parts in enumerate(rows))))
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    return f"""<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">
<title>{escape(label)}</title>
<style>
text{{font:14px {FONT};white-space:pre}}.bold{{font-weight:700}}.line{{text-decoration:underline}}
{rules(0)}
@media (prefers-color-scheme:dark){{{rules(1)}}}
</style>
<rect x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="10"/>
{drawn}
</svg>
"""
