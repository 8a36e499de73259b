"""Makes the images of README.md and the manual: the page of a graph, a terminal session, and the front in a browser.

usage: pictures.py NOTESCTL FOLDER
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import browser
import terminal

sys.path.insert(0, "scripts/proofs/web")

import rooms  # noqa: E402

SELECTED = "any SyncStore"
SIZE = (1280, 760)
EDITOR = "#!/bin/sh\nprintf '\\n%s\\n' 'Sown on Saturday, in the rain.' >>\"$1\"\n"


def pages(program, environment, folder, images):
    """Makes the page of the program's own graph, light and dark, with a binding selected."""
    def graph(form):
        return subprocess.run([program, "graph", "--format", form], env=environment, check=True, capture_output=True,
                              text=True).stdout

    bindings = json.loads(graph("json"))["bindings"]
    number = next(index for index, binding in enumerate(bindings) if binding["key"] == SELECTED)
    page = folder / "graph.html"
    page.write_text(graph("html"), encoding="utf-8")
    for scheme in ["light", "dark"]:
        with browser.Page(*SIZE, scheme) as window:
            window.open(f"{page.as_uri()}#b{number}")
            image = window.picture()
        path = images / f"graph-{scheme}.webp"
        path.write_bytes(image)
        print(path, len(image))


def session(environment, folder, images):
    """Draws a session of the program on a copy of the sample vault."""
    text = ""

    def show(command):
        nonlocal text
        output = terminal.run(command, environment, folder)
        text += f"\x1b[2m$\x1b[0m \x1b[1m{command}\x1b[0m\n{output}"
        return output

    show("notesctl import vault")
    added = show("notesctl add 'Sow the broad beans before the frost.' --tag garden")
    note = re.search(r"notesctl show ([0-9a-f-]+)", re.sub(r"\x1b\[[0-9;]*m", "", added))[1]
    show("notesctl list --limit 3")
    show("notesctl search '\"sourdough starter\"' --limit 1")
    show(f"notesctl edit {note}")
    show(f"notesctl show {note}")
    show("notesctl undo")
    path = images / "session.svg"
    path.write_text(terminal.svg(text, "A terminal session of notesctl"), encoding="utf-8")
    print(path, path.stat().st_size)


def front(program, images):
    """Makes pictures of the sample vault in a browser, and of a conflict."""
    def save(name):
        path = images / f"web-{name}.webp"
        path.write_bytes(page.picture())
        print(path, path.stat().st_size)

    with browser.Browser() as chromium, rooms.Room(program, chromium) as room:
        room.run("import", "Resources/vault")
        bread = room.add("Rye bread", "Flour: 500 g\nWater: 350 g\nSalt: 10 g\nOven: 230 degrees\n", "--tag", "kitchen/bread")
        with room.page(rooms.WIDE) as page:
            save("list")
            page.show("dark")
            page.open(f"{room.base}/go?name=Tomato%20Varieties")
            save("note")
            page.show("light")
            page.resize(*rooms.NARROW)
            page.open(f"{room.base}/notes/{bread}/edit")
            save("editor")
            page.resize(*rooms.WIDE)
            page.run("document.querySelector('#body').value = document.querySelector('#body').value.replace('350', '380')")
            room.edit(bread, "350", "400")
            page.click("[data-key=s]")
            page.wait("location.pathname.startsWith('/conflicts/')")
            save("conflict")


def main():
    program, images = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    images.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        shutil.copytree("Resources/vault", folder / "vault")
        (folder / "editor").write_text(EDITOR)
        (folder / "editor").chmod(0o755)
        environment = {
            "PATH": f"{program.parent}:{os.environ['PATH']}", "HOME": temporary, "LANG": "C.UTF-8", "TZ": "UTC",
            "TERM": "xterm-256color", "NOTESCTL_DATA_DIR": str(folder / "data"), "NOTESCTL_PAGER": "cat",
            "NOTESCTL_EDITOR": str(folder / "editor"),
        }
        session(environment, folder, images)
        if browser.installed():
            pages(program, environment, folder, images)
            front(program, images)
        else:
            print("Chromium is not installed: the pages are not made again.", file=sys.stderr)


if __name__ == "__main__":
    main()
