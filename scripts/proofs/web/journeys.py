"""Goes through the front in a browser as people do; see scripts/journeys.

usage: journeys.py NOTESCTL AXE [JOURNEY…]
"""

import inspect
import os
import sys
import time
import traceback
from pathlib import Path

import accessibility
import rooms
from rooms import NARROW, browser

# The seconds within which a page shows what changed on this device, and on another one.
LIVE, SYNC = 2, 15
PASSWORD = "a password for two devices"
# Without an alpha channel, 2 × 2 pixels.
PICTURE = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000002000000020802000000fdd49a73000000124944415408d763f8cfc0f09f81818181010006"
    "0001ffc27dd1ad0000000049454e44ae426082")


def shows(text, selector="main"):
    """A condition: a part of the page shows a text."""
    return f"document.querySelector({selector!r})?.innerText.includes({text!r})"


def is_note(title):
    """A condition: the page is that of a note with a title."""
    return f"document.querySelector('article h1')?.textContent.trim() == {title!r}"


def fill(page, field, text):
    """Types into a field after what it has."""
    page.click(field)
    page.press("End", "Control")
    page.type(text)


def the_first_note_is_written_in_an_empty_store(room):
    with room.page() as page:
        page.wait(shows("No notes here."))
        page.click("main .empty a")
        page.wait("document.querySelector('.editor')")
        fill(page, "#body", "# Bread\n\nFlour and *water*.")
        page.click("[data-key=s]")
        page.wait(is_note("Bread"))
        assert page.run("document.querySelector('.text em').textContent") == "water"
        assert "Bread" in room.run("list")
        return page.problems


def a_search_shows_its_matches_while_it_is_typed(room):
    room.add("Green tea", "Steep it for two minutes.")
    room.add("Bread", "Flour and water.")
    with room.page() as page:
        page.click("#search")
        page.type("steep")
        page.wait(shows("Green tea", "#results") + " && location.search == '?q=steep'")
        assert page.run("document.querySelector('#results mark').textContent") == "Steep"
        assert page.run("document.activeElement.id") == "search"
        for _ in "steep":
            page.press("Backspace")
        page.type("flour")
        page.wait(shows("Bread", "#results") + " && !" + shows("Green tea", "#results"))
        page.wait(shows("1 note", ".heading"))
        page.press("Enter")
        page.wait("" + shows("Bread", "#results"))
        return page.problems


def an_edit_is_previewed_and_saved(room):
    room.add("Tea", "Green.", "--tag", "drinks")
    with room.page() as page:
        page.click(".notes .title")
        page.wait(is_note("Tea"))
        page.click("[data-key=e]")
        page.wait(shows("Green.", ".preview"))
        fill(page, "#body", "\n- [x] buy\n- **brew**")
        page.wait("document.querySelector('.preview strong')?.textContent == 'brew'")
        fill(page, "#tags", " hot")
        page.press("Enter", "Control")
        page.wait(is_note("Tea") + " && document.querySelector('.text strong')")
        assert page.run("document.querySelector('.text input').checked")
        assert page.run("[...document.querySelectorAll('article .tag')].map((tag) => tag.textContent)") == ["#drinks", "#hot"]
        return page.problems


def an_edit_in_the_terminal_meanwhile_is_merged(room):
    note = room.add("Tea", "one\ntwo\nthree\nfour\nfive")
    with room.page() as page:
        page.open(f"{room.base}/notes/{note}/edit")
        fill(page, "#body", " and six")
        room.edit(note, "one", "ONE")
        page.wait(shows("changed elsewhere; saving merges both"), LIVE)
        assert page.run("document.querySelector('#body').value").strip().endswith("five and six")
        page.press("s", "Control")
        page.wait(is_note("Tea"))
        text = room.run("show", "--raw", note)
        assert "ONE" in text and "five and six" in text, text
        return page.problems


def a_conflict_is_resolved(room):
    note = room.add("Tea", "Steep for two minutes.")
    with room.page() as page:
        page.open(f"{room.base}/notes/{note}/edit")
        fill(page, "#body", " Or four.")
        room.edit(note, "two minutes.*", "three minutes.")
        page.press("s", "Control")
        page.wait("location.pathname.startsWith('/conflicts/')")
        page.wait(shows("three minutes") + " && " + shows("Or four"))
        accessibility.check(page, "conflict")
        page.open(f"{room.base}/conflicts")
        page.wait(shows("Tea"))
        page.run("history.back()")
        page.wait("location.pathname.startsWith('/conflicts/')")
        page.click("form:has([name=keep][value=ours]) button")
        page.wait("location.pathname == '/conflicts' && " + shows("Resolved"))
        assert note[:8] not in room.run("conflicts")
        return page.problems


def an_attached_picture_is_shown(room, scripts=True):
    note = room.add("Tea", "Green.")
    picture = room.path / "cup.png"
    picture.write_bytes(PICTURE)
    with room.page(scripts=scripts) as page:
        page.open(f"{room.base}/notes/{note}")
        page.click(".attach summary")
        page.upload("#files", picture)
        page.click(".attach button")
        page.wait("document.querySelector('.attachments img')?.naturalWidth == 2")
        assert "cup.png" in room.run("attachments", note)
        return page.problems


def pictures_are_pasted_and_dropped_into_the_text(room):
    note = room.add("Tea", "Green.")
    with room.page() as page:
        page.open(f"{room.base}/notes/{note}/edit")
        base = "document.querySelector('[name=base]').value"
        before = page.run(base)
        fill(page, "#body", " ")
        for event, data, name in [("DragEvent", "dataTransfer", "a cup.png"), ("ClipboardEvent", "clipboardData", "image.png")]:
            page.run(f"""(() => {{
                const data = new DataTransfer();
                data.items.add(new File([Uint8Array.from({list(PICTURE)})], {name!r}, {{ type: "image/png" }}));
                const event = new {event}({"drop" if event == "DragEvent" else "paste"!r},
                    {{ {data}: data, bubbles: true, cancelable: true }});
                document.querySelector("#body").dispatchEvent(event);
            }})()""")
            page.wait(f"document.querySelectorAll('.preview img').length == {1 if event == 'DragEvent' else 2}")
        # The form has followed the changes, which are its own.
        page.wait(f"{base} != {before!r}", LIVE)
        assert not page.run("document.querySelector('[data-notice]')"), page.run("document.body.innerText")
        page.press("s", "Control")
        page.wait(is_note("Tea") + " && document.querySelectorAll('.text img').length == 2")
        page.wait("[...document.querySelectorAll('.text img')].every((image) => image.naturalWidth == 2)")
        text = room.run("show", "--raw", note)
        assert "![](a%20cup.png)" in text and "![](pasted-" in text, text
        assert "image.png" not in room.run("attachments", note)
        return page.problems


def a_mistake_is_undone(room):
    note = room.add("Tea", "Green.")
    with room.page() as page:
        page.open(f"{room.base}/notes/{note}/edit")
        fill(page, "#body", " Not black.")
        page.click("[data-key=s]")
        page.wait(is_note("Tea"))
        page.click(".sidebar a[href='/history']")
        page.click("main .heading form button")
        page.wait(shows("Redo"))
        page.open(f"{room.base}/notes/{note}")
        page.wait(is_note("Tea") + " && !" + shows("Not black"))
        assert "Not black" not in room.run("show", "--raw", note)
        return page.problems


def changes_in_the_terminal_appear_at_once(room):
    tea = room.add("Tea", "Green.")
    with room.page() as page:
        page.wait(shows("Tea", ".notes"))
        page.press("j")
        focused = "document.activeElement.textContent.trim()"
        assert page.run(focused) == "Tea"
        room.add("Bread", "Rye.", "--tag", "kitchen")
        page.wait(shows("Bread", ".notes") + " && " + shows("#kitchen", ".sidebar"), LIVE)
        assert page.run(focused) == "Tea", "the focus moved"
        page.press("Enter")
        page.wait(is_note("Tea"))
        room.edit(tea, "Green", "Black")
        page.wait(shows("Black", ".text"), LIVE)
        return page.problems


def everything_is_done_by_keys(room):
    room.add("Bread", "Rye.")
    room.add("Tea", "Green.")
    with room.page() as page:
        page.press("j")
        page.press("j")
        page.press("k")
        page.press("Enter")
        page.wait(is_note("Tea"))
        page.press("e")
        page.wait("document.querySelector('.editor')")
        page.press("n")  # does nothing: without a field it would add a note
        page.wait("document.querySelector('.editor')")
        page.press("/")
        page.wait("document.activeElement.id == 'search'")
        page.type("rye n/j")
        assert page.run("document.querySelector('#search').value") == "rye n/j"
        page.press("Escape")
        page.wait("document.activeElement == document.body")
        page.press("g")
        page.press("l")
        page.wait("location.pathname == '/'")
        page.press("/")
        page.type("rye")
        page.wait(shows("Bread", "#results"))
        page.press("ArrowDown")
        page.press("Enter")
        page.wait(is_note("Bread"))
        page.press("?")
        page.wait("location.pathname == '/help'")
        page.press("n")
        page.wait("location.pathname == '/notes/new'")
        page.click("#title")
        page.type("By keys")
        page.press("Enter", "Control")
        page.wait(is_note("By keys"))
        return page.problems


def a_draft_survives_the_tab_and_is_discarded_or_saved(room):
    note = room.add("Tea", "Green.\n\nSteep it.\n\nServe it.")
    with room.page() as page:
        edit = f"{room.base}/notes/{note}/edit"
        page.open(edit)
        fill(page, "#body", " Jasmine.")
        page.open(room.base)
        page.open(edit)
        page.wait(shows("your draft") + " && document.querySelector('#body').value.includes('Jasmine')")
        page.click("[data-notice=draft] button")
        page.wait("!document.querySelector('#body').value.includes('Jasmine')")
        fill(page, "#body", " Oolong.")
        page.open(room.base)
        room.edit(note, "Green", "Black")
        page.open(edit)
        page.wait(shows("draft of an earlier version"))
        assert page.run("document.querySelector('#body').value").startswith("Black.")
        page.click("[data-notice^=draft-] button")
        page.wait("document.querySelector('#body').value.includes('Oolong')")
        page.click("#body")
        page.press("s", "Control")
        page.wait(is_note("Tea") + " && " + shows("Black.", ".text") + " && " + shows("Oolong.", ".text"))
        assert page.run("localStorage.length") == 0
        return page.problems


def two_tabs_with_one_note_keep_what_was_typed_in_either(room):
    note = room.add("Tea", "Green.")
    body = "document.querySelector('#body').value"
    texts = ["Green. Jasmine.", "Green. Oolong."]
    with room.page() as page:
        edit = f"{room.base}/notes/{note}/edit"
        with browser.Page(*rooms.WIDE, beside=page) as first, browser.Page(*rooms.WIDE, beside=page) as second:
            for tab in (first, second):
                tab.open(edit)
            fill(first, "#body", " Jasmine.")
            fill(second, "#body", " Oolong.")
            for tab, own in zip((first, second), texts):
                tab.open(edit)
                tab.wait(shows("your draft") + f" && {body} == {own!r}")
            problems = first.problems + second.problems
        # Both tabs are closed once they hold no draft any more.
        page.wait("navigator.locks.query().then(({ held }) => held.length == 0)")
        page.open(edit)
        page.wait(shows("your draft") + " && " + shows("another draft"))
        kept = page.run(body)
        assert kept in texts, kept
        other = texts[1 - texts.index(kept)]
        page.click("[data-notice^=draft-] button")
        page.wait(f"{body} == {other!r} && " + shows("another draft"))
        # The one that is saved is no draft any more, the other one is.
        page.press("s", "Control")
        page.wait(is_note("Tea") + f" && {shows(other, '.text')}")
        assert page.run("localStorage.length") == 1
        page.open(edit)
        page.wait(shows("draft of an earlier version"))
        # What is typed beside an offered draft does not take its place.
        fill(page, "#tags", "hot")
        page.open(room.base)
        assert page.run("localStorage.length") == 2
        page.open(edit)
        page.wait(shows("your draft") + " && " + shows("draft of an earlier version"))
        page.click("[data-notice^=draft-] button")
        page.wait(f"{body} == {kept!r} && " + shows("another draft"))
        page.press("s", "Control")
        page.wait("location.pathname.startsWith('/conflicts/')")
        page.wait(shows("Jasmine") + " && " + shows("Oolong"))
        assert page.run("localStorage.length") == 1
        return page.problems + problems


def a_draft_of_a_new_note_stays_in_its_tab_until_that_is_closed(room):
    body = "document.querySelector('#body').value"
    with room.page() as page:
        new = f"{room.base}/notes/new"
        page.open(new)
        with browser.Page(*rooms.WIDE, beside=page) as tab:
            tab.open(new)
            fill(tab, "#body", "Jasmine")
            fill(page, "#body", "Oolong")
            for each, own in [(tab, "Jasmine"), (page, "Oolong")]:
                each.open(new)
                each.wait(shows("your draft") + f" && {body} == {own!r}")
            problems = tab.problems
        page.press("s", "Control")
        page.wait(is_note("Oolong"))
        page.open(new)
        page.wait(shows("your draft") + f" && {body} == 'Jasmine'")
        page.press("s", "Control")
        page.wait(is_note("Jasmine"))
        assert page.run("localStorage.length") == 0
        return page.problems + problems


def a_page_from_the_memory_of_the_browser_keeps_a_draft(room):
    note = room.add("Tea", "Green.")
    with room.page() as page:
        page.open(f"{room.base}/notes/{note}/edit")
        fill(page, "#body", " Jasmine.")
        # Browsers choose which pages they keep: these are the events of one that was kept.
        page.run("for (const type of ['pagehide', 'pageshow']) window.dispatchEvent(new PageTransitionEvent(type, { persisted: true }))")
        page.wait(shows("your draft") + " && document.querySelector('#body').value == 'Green. Jasmine.'")
        page.press("s", "Control")
        page.wait(is_note("Tea") + " && " + shows("Green. Jasmine.", ".text"))
        assert page.run("localStorage.length") == 0
        return page.problems


def nothing_is_lost_when_the_program_ends(room):
    note = room.add("Tea", "Green.")
    with room.page() as page:
        page.open(f"{room.base}/notes/{note}/edit")
        fill(page, "#body", " Jasmine.")
        room.stop()
        page.press("s", "Control")
        page.wait(shows("does not respond"))
        assert "Jasmine" in page.run("document.querySelector('#body').value")
        return [problem for problem in page.problems if "ERR_" not in problem]


def everything_works_without_the_script(room):
    room.add("Bread", "Rye.")
    with room.page(scripts=False) as page:
        page.click("header .button.primary")
        page.wait("document.querySelector('.editor')")
        assert not page.run("document.querySelector('.preview').getClientRects().length")
        fill(page, "#title", "Tea")
        fill(page, "#body", "Green.")
        page.click("[data-key=s]")
        page.wait(is_note("Tea"))
        page.click("[data-key=e]")
        page.wait("document.querySelector('.editor')")
        fill(page, "#body", " Black.")
        page.click("[data-key=s]")
        page.wait(is_note("Tea") + " && " + shows("Green. Black.", ".text"))
        fill(page, "#search", "rye")
        page.press("Enter")
        page.wait(shows("Bread", "#results"))
        page.resize(*NARROW)
        page.click(".menu")
        page.click(".sidebar li:nth-child(3) a")
        page.wait("location.search == '?view=trash'")
        return page.problems


def an_attached_picture_is_shown_without_the_script(room):
    return an_attached_picture_is_shown(room, scripts=False)


def a_narrow_screen_shows_everything_without_scrolling_sideways(room):
    room.add("A title that is " + "long " * 20, "w" * 200 + "\n\n| a | b |\n|---|---|\n| " + "x" * 300 + " | y |\n\n```\n"
             + "c" * 300 + "\n```", "--notebook", "Deep/" + "n" * 60, "--tag", "t" * 60)
    with room.page(NARROW) as page:
        note = page.run("document.querySelector('.notes a').href")
        for address in ["/", "/search?q=title", "/help", "/notes/new", note, f"{note}/edit"]:
            page.open(address if address.startswith("http") else room.base + address)
            assert page.run("document.documentElement.scrollWidth") <= NARROW[0], address
        page.open(room.base)
        assert not page.run("document.querySelector('.sidebar').getClientRects().length")
        page.click(".menu")
        page.click(".sidebar .tags a")
        page.wait("location.search.startsWith('?tag=')")
        return page.problems


def a_note_is_deleted_and_restored(room):
    note = room.add("Tea", "Green.")
    with room.page() as page:
        page.open(f"{room.base}/notes/{note}")
        page.click("form[action$='/delete'] button")
        page.wait("location.pathname == '/' && !" + shows("Tea"))
        page.click(".sidebar li:nth-child(3) a")
        page.wait(shows("Tea", ".notes"))
        page.click(".notes .title")
        page.wait(is_note("Tea"))
        page.click("form[action$='/restore'] button")
        page.wait("!" + shows("Restore"))
        assert "Tea" in room.run("list")
        return page.problems


def a_note_is_deleted_permanently(room):
    room.run("delete", room.add("Tea", "Green."))
    with room.page() as page:
        page.click(".sidebar li:nth-child(3) a")
        page.wait(shows("Tea", ".notes"))
        page.click(".notes .purge")
        page.wait(shows("This cannot be undone"))
        page.click("main .danger")
        page.wait("location.search.startsWith('?view=trash') && " + shows("The trash is empty"))
        assert "Tea" not in room.run("list", "--trash")
        return page.problems


def a_tag_is_renamed(room):
    note = room.add("Tea", "Green.", "--tag", "drink")
    with room.page() as page:
        page.click(".sidebar .tags a")
        page.wait(shows("#drink", "h1"))
        page.click(".rename summary")
        page.click("#new-name")
        page.press("End", "Control")
        page.type("s")
        page.click(".rename button")
        page.wait(shows("#drinks", "h1") + " && " + shows("Tea", ".notes"))
        assert "drinks" in room.run("show", note, "--json")
        return page.problems


def an_attachment_is_detached(room):
    note = room.add("Tea", "Green.")
    picture = room.path / "cup.png"
    picture.write_bytes(PICTURE)
    room.run("attach", note, str(picture))
    with room.page() as page:
        page.open(f"{room.base}/notes/{note}")
        page.wait("document.querySelector('.attachments img')?.naturalWidth == 2")
        page.click(".attachments form button")
        page.wait("!document.querySelector('.attachments')")
        assert "cup.png" not in room.run("attachments", note)
        return page.problems


def sign_in(page, room, server, device):
    """Signs a device in to a server, from the page of its list."""
    page.click(".sidebar a[href='/sync']")
    page.wait("location.pathname == '/sync'")
    page.click("main a[href='/account']")
    page.wait("document.querySelector('#server')")
    fill(page, "#server", server)
    fill(page, "#name", "ada")
    fill(page, "#password", PASSWORD)
    fill(page, "#device", device)
    page.click("main button.primary")
    page.wait("location.pathname == '/sync' && " + shows("ada"))
    page.open(room.base)


def two_devices_keep_in_step_without_a_terminal(room):
    with rooms.Room(room.program, room.chromium) as other:
        server = room.start_server("ada", PASSWORD)
        with room.page() as desk, other.page(NARROW) as bag:
            sign_in(desk, room, server, "desk")
            other.menu(bag)
            sign_in(bag, other, server, "bag")

            desk.click("header .button.primary")
            desk.wait("document.querySelector('.editor')")
            fill(desk, "#body", "Tea\n\nSteep it.")
            desk.click("[data-key=s]")
            desk.wait(is_note("Tea"))
            bag.wait(shows("Tea", ".notes"), SYNC)
            bag.click(".notes .title")
            bag.wait(is_note("Tea"))

            # Both change the same line before either has the other's text.
            for page in (desk, bag):
                page.click("[data-key=e]")
                page.wait("document.querySelector('.editor')")
            fill(desk, "#body", " For two minutes.")
            fill(bag, "#body", " For four minutes.")
            desk.click("[data-key=s]")
            desk.wait(is_note("Tea"))
            bag.wait(shows("changed elsewhere; saving merges both"), SYNC)
            bag.click("[data-key=s]")
            bag.wait("location.pathname.startsWith('/conflicts/')")
            bag.wait(shows("two minutes") + " && " + shows("four minutes"))
            bag.click("form:has([name=keep][value=ours]) button")
            bag.wait("location.pathname == '/conflicts' && " + shows("Resolved"))
            kept = other.run("list", "--json")
            bag.open(other.base)
            bag.wait("document.querySelectorAll('.notes > li').length == 1")
            desk.open(room.base)
            desk.wait("document.querySelectorAll('.notes > li').length == 1", SYNC)
            assert "Tea" in kept

            bag.open(f"{other.base}/account/devices")
            bag.wait(shows("desk") + " && " + shows("this device"))
            assert bag.run("document.documentElement.scrollWidth") <= NARROW[0]
            accessibility.check(bag, "devices")
            return desk.problems + bag.problems


def another_browser_gets_no_notes(room):
    room.add("Tea", "Green.")
    with room.page() as page, browser.Page(*rooms.WIDE, browser=room.chromium) as other:
        for address in [room.base, f"{room.base}/?token=wrong"]:
            other.open(address)
            other.wait(shows("This browser has no session"))
            assert not other.run(shows("Tea", "body"))
        accessibility.check(other, "expired")
        return page.problems + [problem for problem in other.problems if "403" not in problem]


def no_page_has_an_obstacle(room):
    """Looks for obstacles with axe, on each page, wide and narrow, light and dark."""
    text = (rooms.ROOT / "Resources/vault/Garden/Tomatoes/Tomato Varieties.md").read_text()
    home = room.add("Home", f"[[Bread]]\n\n- [x] done\n- [ ] open\n\n> quoted\n\n```\n{'code ' * 40}\n```\n\n{text}")
    note = room.add("Bread", "Rye, see [[Home]].", "--tag", "kitchen", "--notebook", "Kitchen")
    room.run("pin", home)
    room.run("archive", room.add("Old", "Old."))
    gone = room.add("Gone", "Gone.")
    room.run("delete", gone)
    picture = room.path / "cup.png"
    picture.write_bytes(PICTURE)
    room.run("attach", note, str(picture))
    with room.page() as page:
        page.open(f"{room.base}/notes/{note}/history")
        version = page.run("document.querySelector('.changes a').getAttribute('href')")
        for address in ["/", version, "/?view=archive", "/?view=trash", "/?tag=none", "/search?q=rye", "/search?q=nothing", "/help",
                        "/notes/new", f"/notes/{home}", f"/notes/{note}", f"/notes/{home}/edit", "/nothing", *PAGES]:
            page.open(room.base + address.replace("NOTE", note).replace("GONE", gone))
            for size in (rooms.WIDE, NARROW):
                page.resize(*size)
                for scheme in ("light", "dark"):
                    page.show(scheme)
                    accessibility.check(page, f"{address} {size[0]} {scheme}")
        return [problem for problem in page.problems if "404" not in problem and "409" not in problem]


# Pages that are checked for obstacles beside those above.
PAGES = ["/history", "/notes/NOTE/history", "/conflicts", "/sync", "/account", "/notes/GONE/purge", "/trash/purge",
         "/account/devices", "/graph"]


def journeys(names):
    own = [each for name, each in globals().items() if inspect.isfunction(each) and "_" in name and name not in ("is_note", "sign_in")]
    return [each for each in own if not names or each.__name__ in names]


def main():
    program, names = os.path.abspath(sys.argv[1]), sys.argv[3:]
    accessibility.AXE = Path(sys.argv[2]).read_text() if Path(sys.argv[2]).is_file() else None
    failed = 0
    with browser.Browser() as chromium:
        for journey in journeys(names):
            started = time.monotonic()
            with rooms.Room(program, chromium) as room:
                try:
                    problems = journey(room)
                    assert not problems, f"the console says: {problems}"
                except (AssertionError, browser.Failed) as error:
                    failed += 1
                    line = traceback.extract_tb(error.__traceback__)[-1 if isinstance(error, AssertionError) else 1].lineno
                    print(f"✗ {journey.__name__.replace('_', ' ')} (line {line}): {error}", flush=True)
                    continue
            print(f"✓ {journey.__name__.replace('_', ' ')} ({time.monotonic() - started:.1f} s)", flush=True)
    sys.exit(1 if failed else 0)


main()
