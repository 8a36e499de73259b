"""Uses the page of a graph in Chromium, with 20 bindings, those of notesctl, and 1,000: modules that open, names at every zoom,
the small map, the search.

usage: page.py NOTESCTL
"""

import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "scripts/site"))
import browser  # noqa: E402

# The names of a picture that is too small for those on the cards: how many, how large, and whether any two overlap.
NAMES = """(() => {
  const all = [...document.querySelectorAll('.names text')].map((text) => text.getBoundingClientRect());
  const over = (a, b) => a.left < b.right && b.left < a.right && a.top + 3 < b.bottom && b.top + 3 < a.bottom;
  return { count: all.length, heights: all.map((box) => box.height),
    overlaps: all.filter((a, i) => all.some((b, j) => i < j && over(a, b))).length };
})()"""


def generated(count, modules, seed):
    """The JSON of a graph of this size."""
    draw = random.Random(seed)
    names = [f"Part{number}Module" for number in range(modules)]
    bindings, edges = [], []
    for number in range(count):
        module = names[number * modules // count]
        bindings.append({
            "key": "App" if number == 0 else f"any {module[:-6]}Service{number}", "scope": "singleton", "kind": "factory",
            "isolation": "any", "module": module, "notes": [],
            "location": {"file": f"{module}/File{number}.swift", "line": number + 1, "column": 5}})
        for _ in range(draw.choice([1, 1, 2, 3])):
            target = number + 1 + int(abs(draw.gauss(0, count / 8)))
            if target < count:
                edges.append({"from": number, "to": target, "deferred": draw.random() < 0.1})
    return {"version": 1, "roots": [0], "modules": names, "bindings": bindings, "edges": edges, "problems": []}


def with_graph(page, graph):
    """The page with another graph. The script, which its policy allows, is the same."""
    text = json.dumps(graph).replace("</", "<\\/")
    return re.sub(r'(id="graph">\n).*?(</script>)', lambda match: match[1] + text + match[2], page, flags=re.S)


def expect(condition, text):
    if not condition:
        sys.exit(f"FAILED: {text}")


def open_page(page, folder, text, name):
    file = folder / f"{name}.html"
    file.write_text(text, encoding="utf-8")
    page.open(file.as_uri())
    page.wait("document.body.classList.contains('drawn')")
    time = page.run("performance.getEntriesByType('navigation')[0].duration")
    expect(not page.problems, f"{name}: the page has problems: {page.problems}")
    return round(time)


def count(page, selector):
    return page.run(f"document.querySelectorAll({json.dumps(selector)}).length")


def small(page, folder, text):
    time = open_page(page, folder, with_graph(text, generated(20, 4, 1)), "small")
    expect(count(page, ".node") == 20 and count(page, ".node.cluster") == 0, "a small graph is shown whole")
    expect(page.run("document.getElementById('modules').hidden"), "a small graph has no button for its modules")
    print(f"20 bindings: {time} ms")


def program(page, folder, text):
    bindings = len(json.loads(re.search(r'id="graph">\n(.*?)</script>', text, re.S)[1])["bindings"])
    time = open_page(page, folder, text, "program")
    closed = count(page, ".node")
    expect(closed < 40 and count(page, ".node.cluster") > 5, f"a graph of {bindings} bindings begins as {closed} boxes")
    # A module opens when it is pressed.
    expect(count(page, ".node[aria-label^='NoteDatabase,']") == 0, "the bindings of a closed module are inside of its box")
    page.click("#zoom-fit")
    page.run("new Promise((done) => setTimeout(done, 400))")
    page.click("[data-module=PersistenceModule]")
    page.wait("document.querySelector('.node[aria-label^=\"NoteDatabase,\"]')")
    # What is found opens the module around it.
    page.run("document.getElementById('query').focus()")
    page.type("timetext")
    page.press("Enter")
    expect(page.run("document.querySelector('.selected').getAttribute('aria-label')").startswith("TimeText,"),
           "the search selects a binding inside of a closed module")
    # A module that is opened leaves the selection as it is.
    page.click("#zoom-fit")
    page.run("new Promise((done) => setTimeout(done, 400))")
    page.click("[data-module=SettingsModule]")
    expect(page.run("document.querySelector('.selected')?.getAttribute('aria-label')").startswith("TimeText,"),
           "a selection outlives the opening of a module")
    page.press("Escape")
    # Keys reach modules, too.
    page.run("document.querySelector('[data-module=SyncModule]').focus()")
    page.press("Enter")
    page.wait("!document.querySelector('[data-module=SyncModule]')")
    expect(page.run("!!document.activeElement.closest('.node')"), "the focus stays in the picture")
    page.click("#modules")
    expect(count(page, ".node") == bindings, "all modules open")
    page.click("#modules")
    expect(count(page, ".node") == closed, "all modules close")
    expect(count(page, ".line.back") == 0, "modules that need each other are no cycle")
    # A comparison shows what changed by itself, and its end leads back.
    graph = json.loads(re.search(r'id="graph">\n(.*?)</script>', text, re.S)[1])
    for binding in graph["bindings"][40:50]:
        binding["scope"] = "weak"
    old = folder / "old.json"
    old.write_text(json.dumps(graph), encoding="utf-8")
    page.upload("#compare", old)
    page.wait("document.querySelectorAll('.node.changed:not(.cluster)').length == 10")
    page.run("[...document.querySelectorAll('button')].find((button) => button.textContent == 'End comparison').click()")
    expect(count(page, ".node") == closed, "the end of a comparison shows the modules again")
    print(f"{bindings} bindings: {time} ms")


def large(page, folder, text):
    time = open_page(page, folder, with_graph(text, generated(1000, 16, 1)), "large")
    expect(count(page, ".node.cluster") == 16, "a large graph begins as its modules")
    page.click("#modules")
    expect(count(page, ".node") == 1000, "all bindings are shown")
    for _ in range(12):
        names = page.run(NAMES)
        if names["count"]:
            expect(not names["overlaps"], f"{names['overlaps']} names overlap")
            expect(all(10 < height < 20 for height in names["heights"]), f"names have other sizes: {set(names['heights'])}")
        page.click("#zoom-out")
    expect(names["count"] > 5, f"a small picture has {names['count']} names")
    # The map shows the part that is in view, and moves it.
    page.click("#zoom-fit")
    page.run("new Promise((done) => setTimeout(done, 400))")
    for _ in range(6):
        page.click("#zoom-in")
    before = page.run("document.getElementById('picture').getAttribute('viewBox')")
    page.click("#map")
    expect(page.run("document.getElementById('picture').getAttribute('viewBox')") != before, "the map moves the picture")
    print(f"1,000 bindings: {time} ms")


def paired(page, folder, text):
    graph = generated(80, 40, 1)
    open_page(page, folder, with_graph(text, graph), "paired")
    expect(count(page, ".node") == 80, "modules of two bindings are shown whole")
    expect(page.run("document.getElementById('modules').hidden"), "where no module can be closed, there is no button for it")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as name, browser.Page(1280, 800) as page:
        folder = Path(name)
        command = [sys.argv[1], "graph", "--format", "html", "--data-dir", str(folder / "data")]
        text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        for step in [small, program, large, paired]:
            step(page, folder, text)


main()
