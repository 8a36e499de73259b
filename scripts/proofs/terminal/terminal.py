"""Checks the manners of notesctl on a terminal; see scripts/terminal."""

import fcntl
import os
import pty
import re
import select
import shutil
import signal
import struct
import sys
import tempfile
import termios
from pathlib import Path

PROGRAM = os.path.abspath(sys.argv[1])
PATIENCE = 60
LONG = "\n\n".join(f"line {number}" for number in range(50))


class Terminal:
    """A program on a terminal of its own."""

    def __init__(self, arguments, environment, rows=24, columns=80):
        self.output = b""
        self.process, self.file = pty.fork()
        if self.process == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execve(arguments[0], arguments, environment)

    def read_until(self, text):
        """Reads until a text appears; fails when the program ends before."""
        while text.encode() not in self.output:
            if not self.read():
                raise AssertionError(f"ended without {text!r}: {self.output!r}")

    def read(self):
        if not select.select([self.file], [], [], PATIENCE)[0]:
            os.kill(self.process, signal.SIGKILL)
            raise AssertionError(f"hangs after {self.output!r}")
        try:
            piece = os.read(self.file, 65536)
        except OSError:  # the other side is closed
            piece = b""
        self.output += piece
        return piece

    def pause(self, seconds=2):
        """Reads until nothing has come for some time."""
        while select.select([self.file], [], [], seconds)[0] and self.read():
            pass

    def type(self, keys):
        os.write(self.file, keys.encode())

    def end(self):
        """Waits for the end of the program. Returns its status."""
        while self.read():
            pass
        status = os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])
        os.close(self.file)
        return status

    @property
    def text(self):
        return self.output.decode().replace("\r\n", "\n")


class Room:
    """An empty home with a store."""

    def __init__(self):
        self.path = Path(tempfile.mkdtemp(prefix="notesctl-terminal."))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.path)

    def open(self, *arguments, program=PROGRAM, rows=24, columns=80, **variables):
        environment = {
            "HOME": str(self.path), "PATH": os.environ["PATH"], "TERM": "xterm", "LANG": "C.UTF-8", "TZ": "UTC",
            "NOTESCTL_DATA_DIR": str(self.path / "data"), **variables,
        }  # fmt: skip
        return Terminal([program, *arguments], environment, rows, columns)

    def run(self, *arguments, **options):
        terminal = self.open(*arguments, **options)
        return terminal.end(), terminal.text

    def script(self, name, text):
        path = self.path / name
        path.write_text("#!/bin/sh\n" + text)
        path.chmod(0o700)
        return str(path)


def the_pager_gets_settings_with_which_it_shows_colours(room):
    room.run("add", LONG)
    pager = room.script("pager", 'cat >/dev/null; echo "LESS is $LESS"\n')
    assert room.run("show", "line 0", PAGER=pager)[1] == "LESS is FRX\n"
    assert room.run("show", "line 0", PAGER=pager, LESS="S")[1] == "LESS is S\n"


def a_pager_that_cannot_run_is_reported_and_the_text_shown(room):
    room.run("add", LONG)
    status, text = room.run("show", "line 0", PAGER="nosuchpager")
    assert status == 0 and "line 49" in text and "cannot run the pager 'nosuchpager'" in text, text


def a_list_that_no_pager_shows_is_written_to_its_last_line(room):
    vault = room.path / "vault"
    vault.mkdir()
    titles = [f"note {number} with a title of many words" for number in range(3000)]
    for title in titles:
        (vault / f"{title}.md").write_text("text\n")
    room.run("import", str(vault))
    # More than is written at once, and than a pipe holds.
    status, text = room.run("list", "-n", "3000", PAGER="nosuchpager")
    assert status == 0 and all(title in text for title in titles), (status, len(text), text[-200:])
    assert text.count("cannot run the pager 'nosuchpager'") == 1, text[-200:]


def the_interrupt_key_belongs_to_the_editor(room):
    room.run("add", "before")
    editor = room.script("editor", 'trap "echo after >$1; exit 0" INT\necho ready\nwhile :; do sleep 0.1; done\n')
    terminal = room.open("edit", "before", VISUAL=editor)
    terminal.read_until("ready")
    terminal.type("\x03")
    assert terminal.end() == 0, terminal.text
    assert "after" in room.run("list")[1]


def the_interrupt_key_belongs_to_the_pager(room):
    room.run("add", LONG)
    pager = room.script("pager", 'trap "echo interrupted; exit 0" INT\ncat >/dev/null; echo ready\nwhile :; do sleep 0.1; done\n')
    terminal = room.open("show", "line 0", PAGER=pager)
    terminal.read_until("ready")
    terminal.type("\x03")
    assert terminal.end() == 0 and "interrupted" in terminal.text, terminal.text


def progress_fits_a_narrow_terminal(room):
    vault = room.path / "vault"
    vault.mkdir()
    for number in range(3000):
        (vault / f"{number}.md").write_text(f"text {number}\n")
    status, text = room.run("import", str(vault), columns=20)
    bars = [line for line in re.split(r"[\r\n]|\x1b\[[0-9;]*K", text) if "Importing" in line]
    assert status == 0 and bars and all(len(bar) < 20 for bar in bars), text


def an_interrupted_import_leaves_an_empty_line_for_the_prompt(room):
    vault = room.path / "vault"
    vault.mkdir()
    for number in range(3000):
        (vault / f"{number}.md").write_text(f"text {number}\n" * 50)
    terminal = room.open("import", str(vault))
    terminal.read_until("Importing")
    terminal.type("\x03")
    status = terminal.end()
    assert status in (0, 130, -signal.SIGINT), status
    assert status == 0 or re.search(r"(\n|\r\x1b\[2?K|\r *\r)$", terminal.output.decode().replace("^C", "")), terminal.output


def no_line_of_a_list_or_search_is_wider_than_the_terminal(room):
    room.run("add", "देवनागरी लिपि में लिखा हुआ एक बहुत लंबा शीर्षक जो पंक्ति से लंबा है और आगे भी चलता रहता है needle")
    room.run("add", "w" * 300 + " needle")
    for arguments in (["list"], ["search", "needle"]):
        for line in room.run(*arguments, columns=60, NO_COLOR="1")[1].splitlines():
            assert width(line) <= 60, (arguments, width(line), line)


TITLES = ["Green Twine", "Grin $(touch pwned) `id`", 'Grow: "it\'s"', "Grün & Süß; ?*[x] {a,b} ~ #", "Gray\\back\\"]
TYPED = ["green\\ t", '"grin', "gro", "grü", "gra"]
SHELLS = {
    "bash": (["--norc", "-i"], "PS1=; source {script}; cd {home}"),
    "zsh": (["-f", "-i"], "PS1=; autoload -U compinit; compinit -u -D; source {script}; cd {home}"),
    "fish": (["--no-config", "-i"], "source {script}; cd {home}"),
}


def shells_complete_titles_and_run_nothing_of_them(room):
    (room.path / "bin").mkdir()
    (room.path / "bin" / "notesctl").symlink_to(PROGRAM)
    for number, title in enumerate(TITLES):
        room.run("add", "--title", title, "--", f"text {number}")
    for shell, (options, preparation) in SHELLS.items():
        program = shutil.which(shell)
        if not program:  # scripts/terminal says so
            continue
        script = room.path / f"completion.{shell}"
        script.write_text(room.run("--generate-completion-script", shell, NOTESCTL_PAGER="cat")[1])
        path = f"{room.path}/bin:{os.environ['PATH']}"
        terminal = room.open(*options, program=program, columns=400, PATH=path)
        # The quote keeps the typed line from looking like its output.
        terminal.type(preparation.format(script=script, home=room.path) + "; echo rea''dy\n")
        terminal.read_until("ready")
        for number, typed in enumerate(TYPED):
            # Bash would insert signs that it expands as they are, so a title with them is not completed there.
            is_completed = shell != "bash" or "$" not in TITLES[number]
            terminal.type(f"notesctl show --raw {typed if is_completed else 'grin'}\t")
            # The shell has completed the word when it echoes the space behind it, or a moment later.
            terminal.pause()
            terminal.type("\n")
            terminal.read_until(f"text {number}")
        terminal.type("exit\n")
        terminal.end()
        assert not (room.path / "pwned").exists(), shell


def a_note_is_picked_from_a_list(room):
    room.run("add", "Tea")
    terminal = room.open("pick", "--no-fzf")
    terminal.read_until("part of it:")
    terminal.type("1\n")
    assert terminal.end() == 0 and re.search(r"\n[0-9a-f-]{36}\n$", terminal.text), terminal.text


def a_note_is_picked_in_fzf(room):
    if not shutil.which("fzf"):  # scripts/terminal says so
        return
    room.run("add", "Bread")
    room.run("add", "Tea", "--tag", "green")
    terminal = room.open("pick")
    terminal.read_until("Bread")
    terminal.type("green")
    terminal.pause()
    terminal.type("\r")
    assert terminal.end() == 0, terminal.text
    chosen = re.findall(r"[0-9a-f-]{36}", terminal.text)[-1]
    assert "Tea" in room.run("show", chosen)[1]
    terminal = room.open("pick")
    terminal.read_until("Bread")
    terminal.type("\x03")
    assert terminal.end() == 1 and "Nothing was chosen." in terminal.text, terminal.text


def width(text):
    """The columns of a text without wide characters."""
    import unicodedata

    return sum(1 for character in text if unicodedata.category(character) not in ("Mn", "Me", "Cf"))


CHECKS = [
    the_pager_gets_settings_with_which_it_shows_colours,
    a_pager_that_cannot_run_is_reported_and_the_text_shown,
    a_list_that_no_pager_shows_is_written_to_its_last_line,
    the_interrupt_key_belongs_to_the_editor,
    the_interrupt_key_belongs_to_the_pager,
    progress_fits_a_narrow_terminal,
    an_interrupted_import_leaves_an_empty_line_for_the_prompt,
    no_line_of_a_list_or_search_is_wider_than_the_terminal,
    shells_complete_titles_and_run_nothing_of_them,
    a_note_is_picked_from_a_list,
    a_note_is_picked_in_fzf,
]

failures = 0
for check in CHECKS:
    name = check.__name__.replace("_", " ")
    with Room() as room:
        try:
            check(room)
            print(f"ok      {name}")
        except AssertionError as error:
            failures += 1
            print(f"FAILED  {name}\n        {error}")
sys.exit(failures > 0)
