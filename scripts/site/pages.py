"""Writes the pages in docs as articles of DocC.

Links between the pages become links between articles, and those to sources lead to the repository, if its address is known.

usage: pages.py FOLDER [REPOSITORY]
"""

import os
import re
import sys
from pathlib import Path

DOCS = Path("docs")
# The path below which the site is hosted.
BASE = os.environ.get("SITE_BASE", "").rstrip("/")
PAGES = [*sorted(DOCS.rglob("*.md")), Path("Examples/README.md"), Path("CHANGELOG.md")]
LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\[\]]*\])+)\]\(([^()\s]+)\)")
# Articles of the other pages in them have their names as prefixes.
FOLDERS = {path.name for path in DOCS.iterdir() if path.is_dir()}
# What belongs together, in the order of the first page.
SECTIONS = [
    ("The container", ["installation", "Examples", "wiring", "wiring-testing", "wiring-tools", "wiring-lifecycle",
                       "macros", "components", "context-files", "inversion-of-control", "errors"]),
    ("From another container", ["migrating", "coming-from"]),
    ("The architecture", ["architecture", "modules", "where-do-i-put-it", "testing", "glossary", "a-request", "sync",
                          "storage", "performance", "decisions"]),
    ("notesctl", ["notesctl", "self-hosting", "security", "CHANGELOG"]),
]


def name(page):
    """The name of the article for a page: that of its folder for a README."""
    parts = page.relative_to(DOCS).with_suffix("").parts if DOCS in page.parents else page.with_suffix("").parts
    return "-".join(part for part in parts if part != "README") or "Notes"


def anchor(page, slug):
    """DocC's anchor of the heading that has this anchor on the page elsewhere."""
    for heading in re.findall(r"^##+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE):
        plain = heading.replace("`", "")
        if re.sub(r"[^\w -]", "", plain).lower().replace(" ", "-") == slug:
            return "#" + plain.replace(" ", "-")
    return ""


def target(link, page, repository):
    """The link in an article for a link on a page; None for one that leads nowhere."""
    path, _, heading = link.partition("#")
    if not path:
        return f"<doc:{name(page)}{anchor(page, heading)}>"
    found = (page.parent / path).resolve().relative_to(Path.cwd())
    if found in PAGES:
        return f"<doc:{name(found)}{anchor(found, heading) if heading else ''}>"
    if found.parent.suffix == ".docc":
        module = found.parent.stem
        article = "" if found.stem == module else f"/{found.stem}"
        return f"{BASE}/documentation/{module.lower()}{article.lower()}"
    return f"{repository}/blob/main/{found}" if repository else None


def article(page, repository):
    """The text of a page as an article."""
    def replace(match):
        text, link = match.groups()
        if "://" in link:
            return match[0]
        to = target(link, page, repository)
        if to is None:
            file = f"`{Path(link).name}`"
            return file if text.strip("`") == Path(link).name else f"{text} ({file})"
        return f"[{text}]({to.strip('<>')})"

    pieces = page.read_text(encoding="utf-8").split("```")
    # Only outside of code.
    pieces[::2] = [LINK.sub(replace, piece) for piece in pieces[::2]]
    return "```".join(pieces)


def first_page():
    """The first page of the site: an index of all articles by section."""
    names = {name(page) for page in PAGES}
    lines = ["# Wiring and Notes", "", "A dependency-injection container, and a system of notes wired through it.", "",
             "@Metadata {", "  @TechnologyRoot", "}", "", "## Overview", "",
             "The modules of the container have their own pages: their articles and declarations are beside these.", "",
             "## Topics"]
    for title, stems in SECTIONS:
        lines += ["", f"### {title}", ""]
        for stem in stems:
            folder = {each for each in names if stem in FOLDERS and each.startswith(f"{stem}-")}
            lines += [f"- <doc:{each}>" for each in [stem, *sorted(folder)]]
    return "\n".join(lines) + "\n"


def main():
    folder = Path(sys.argv[1])
    repository = sys.argv[2] if len(sys.argv) > 2 else None
    folder.mkdir(parents=True, exist_ok=True)
    for page in PAGES:
        if page == DOCS / "README.md":
            continue
        (folder / f"{name(page)}.md").write_text(article(page, repository), encoding="utf-8")
    (folder / "Notes.md").write_text(first_page(), encoding="utf-8")


main()
