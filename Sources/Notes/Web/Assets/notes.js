"use strict";

// Makes the pages quicker to use. All of them work without it.
(() => {
  const find = (selector, root = document) => root.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const editor = find("form[data-draft]");
  const searchField = find("#search");

  /** Returns a function that runs after a pause of its calls. */
  function debounced(milliseconds, run) {
    let timer;
    return (...values) => {
      clearTimeout(timer);
      timer = setTimeout(run, milliseconds, ...values);
    };
  }

  async function parsed(response) {
    return new DOMParser().parseFromString(await response.text(), "text/html");
  }

  /** The reason why a form was refused, as the page of the response says it. */
  const reasonOf = (page) => (find(".problem, .reason", page) ?? page.body).textContent.trim();

  /** Shows a notice above the text, instead of an earlier one with the same name. */
  function notice(name, text, actions = {}) {
    find(`[data-notice="${name}"]`)?.remove();
    const line = document.createElement("p");
    line.className = name === "problem" ? "problem" : "notice";
    line.dataset.notice = name;
    line.setAttribute("role", name === "problem" ? "alert" : "status");
    line.append(text);
    for (const [title, run] of Object.entries(actions)) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = title;
      button.addEventListener("click", () => {
        line.remove();
        run();
      });
      line.append(button);
    }
    const heading = editor && find(".heading", editor);
    if (heading) heading.after(line);
    else find("main").prepend(line);
  }

  // MARK: Changing a part of the page

  /** The address by which a row is the same as before. */
  const key = (node) => (node.localName === "li" ? find("a", node)?.getAttribute("href") : undefined);

  /** Makes an element equal to another one, and keeps the nodes that are in both, with their focus and selection. */
  function change(element, other) {
    for (const { name } of [...element.attributes]) {
      if (name !== "open" && !other.hasAttribute(name)) element.removeAttribute(name);
    }
    for (const { name, value } of other.attributes) {
      if (element.getAttribute(name) !== value) element.setAttribute(name, value);
    }
    const rows = new Map([...element.children].filter(key).map((row) => [key(row), row]));
    let next = element.firstChild;
    for (const node of [...other.childNodes]) {
      const name = key(node);
      const old = name ? rows.get(name) : next;
      if (!old || old.nodeName !== node.nodeName || (!name && key(old))) {
        element.insertBefore(node, next);
        continue;
      }
      rows.delete(name);
      if (old === next) next = next.nextSibling;
      else element.insertBefore(old, next);
      if (old.nodeType === Node.ELEMENT_NODE) change(old, node);
      else if (old.data !== node.data) old.data = node.data;
    }
    while (next) {
      const after = next.nextSibling;
      next.remove();
      next = after;
    }
  }

  function replace(page, selectors) {
    const focused = document.activeElement;
    for (const selector of selectors) {
      const others = all(selector, page);
      all(selector).forEach((element, index) => others[index] && change(element, others[index]));
    }
    if (focused?.isConnected && focused !== document.activeElement) focused.focus({ preventScroll: true });
  }

  // MARK: Search while typing

  let search = new AbortController();
  let shownAddress = location.pathname + location.search;

  async function searchNow() {
    search.abort();
    search = new AbortController();
    const address = `/search?${new URLSearchParams({ q: searchField.value })}`;
    try {
      const page = await parsed(await fetch(address, { signal: search.signal }));
      if (!find("#results", page)) return;
      if (find("#results")) {
        replace(page, ["#results", "main > .heading"]);
        history.replaceState(null, "", address);
      } else {
        find("main").replaceChildren(...find("main", page).childNodes);
        history.pushState(null, "", address);
      }
      document.title = page.title;
      shownAddress = address;
    } catch {
      // A later search replaced this one, or the program has ended, which Enter shows.
    }
  }

  // A form that is being edited stays on the page; there, Enter searches.
  if (searchField && !editor) {
    const soon = debounced(120, searchNow);
    searchField.addEventListener("input", () => {
      if (searchField.value.trim() || find("#results")) soon();
    });
    window.addEventListener("popstate", () => {
      if (location.pathname + location.search !== shownAddress) location.reload();
    });
  }

  // MARK: Keys

  function move(step) {
    const titles = all("main .notes > li > .title");
    const row = document.activeElement.closest(".notes > li");
    const index = titles.findIndex((title) => title.parentElement === row);
    const title = titles[index < 0 ? (step > 0 ? 0 : titles.length - 1) : index + step];
    title?.focus();
    title?.parentElement.scrollIntoView({ block: "nearest" });
  }

  const keys = {
    "/": () => {
      searchField?.focus();
      searchField?.select();
    },
    "j": () => move(1),
    "k": () => move(-1),
    "?": () => location.assign("/help"),
    "g l": () => location.assign("/"),
  };
  let prefix = "";

  document.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const field = event.target.closest("input, textarea, select");
    if (event.ctrlKey || event.metaKey) {
      const save = find("[data-key=s]");
      if (save && (event.key === "Enter" || event.key === "s") && !event.altKey) {
        event.preventDefault();
        save.form.requestSubmit(save);
      }
      return;
    }
    if (event.altKey) return;
    if (field) {
      if (event.key === "Escape") {
        // Chromium would empty a field for searches.
        event.preventDefault();
        field.blur();
      } else if (event.key === "ArrowDown" && field === searchField) {
        event.preventDefault();
        move(1);
      }
      return;
    }
    const pressed = prefix + event.key;
    prefix = event.key === "g" ? "g " : "";
    const element = /^[a-z]$/.test(pressed) && pressed !== "s" ? find(`[data-key="${pressed}"]`) : null;
    const run = keys[pressed] ?? (element && (() => element.click()));
    if (!run) return;
    event.preventDefault();
    run();
  });

  // MARK: The editor

  /** Compares the form with that of the note as it is now. */
  let followBase;

  if (editor) {
    const fields = ["title", "notebook", "tags", "body"].map((name) => editor.elements.namedItem(name));
    const base = editor.elements.namedItem("base");
    // The id that a new note gets: a form that is sent twice adds one note.
    const id = editor.elements.namedItem("id");
    const ownID = id?.value;
    const place = `draft ${editor.dataset.store} ${editor.dataset.draft}${location.search}`;
    // Each form has a draft of its own: two tabs with one note keep what is typed in either.
    let name = `${place} ${ownID ?? Math.random()}`;
    const isChanged = () => fields.some((field) => field.value !== field.defaultValue);
    let isSaved = false;

    /** Reads or writes what this browser keeps. Returns undefined if it keeps nothing, or not so much. */
    const stored = (action) => {
      try {
        return action();
      } catch {
        return undefined;
      }
    };
    const read = (draft) => stored(() => JSON.parse(localStorage.getItem(draft)));
    const forget = (draft = name) => stored(() => localStorage.removeItem(draft));
    /** Makes the draft of this form the first that the next form in this tab gets. */
    const remember = () => stored(() => sessionStorage.setItem(place, name));
    let loadedBase = base.value;

    followBase = (other) => {
      const now = other?.elements.namedItem("base").value;
      if (!now || now === base.value) return;
      // Only attachments or such changed, unless this is a draft of an earlier text.
      const isSameText = fields.every((field) => other.elements.namedItem(field.name).defaultValue === field.defaultValue);
      if (isSameText && base.value === loadedBase) base.value = loadedBase = now;
      else notice("live", "This note changed elsewhere; saving merges both.");
    };

    /** Keeps a draft of what was typed. Returns whether nothing is lost with this page. */
    const keep = () => {
      if (isSaved) return true;
      if (!isChanged()) return forget(), true;
      const text = JSON.stringify({ base: base.value, id: id?.value, values: fields.map((field) => field.value) });
      if (stored(() => (localStorage.setItem(name, text), true))) return true;
      // An older draft is shorter than the text.
      forget();
      notice("problem", "This browser cannot keep a draft of this text. Save it before you leave.");
      return false;
    };
    const preview = find("[data-preview]", editor);
    // At once, so that nothing moves when the first preview comes.
    preview.hidden = false;
    const token = editor.elements.namedItem("token").value;
    const body = editor.elements.namedItem("body");
    let shown = 0;
    const show = async () => {
      const number = ++shown;
      try {
        const form = new URLSearchParams({ token, body: body.value, note: editor.dataset.draft.split("/")[2] ?? "" });
        const response = await fetch("/preview", { method: "POST", body: form });
        if (!response.ok || number !== shown) return;
        const part = document.createElement("template");
        part.innerHTML = await response.text();
        const box = preview.cloneNode();
        box.append(part.content);
        change(preview, box);
      } catch {
        // The preview stays as it is; saving reports that the program has ended.
      }
    };
    const showSoon = debounced(150, show);
    const keepSoon = debounced(300, keep);
    editor.addEventListener("input", () => {
      keepSoon();
      showSoon();
    });
    let isKept = true;
    window.addEventListener("pagehide", () => (isKept = keep()));
    window.addEventListener("pageshow", (event) => {
      // Back from the browser's memory: the draft was kept when the page was left. By now it may be saved, or longer in another tab.
      if (!event.persisted || !isKept) return;
      isSaved = true;
      location.reload();
    });

    const discard = () => {
      fields.forEach((field) => (field.value = field.defaultValue));
      base.value = loadedBase;
      if (id) id.value = ownID;
      forget();
      show();
    };

    /** Continues with a draft. What the form had stays one, and is offered. */
    const take = (other) => {
      const [draft, before, wasChanged] = [read(other), name, isChanged()];
      if (!draft || !keep()) return;
      name = other;
      remember();
      base.value = draft.base;
      // An early version of this program kept no id.
      if (id) id.value = draft.id ?? ownID;
      fields.forEach((field, index) => (field.value = draft.values[index]));
      show();
      if (isChanged()) notice("draft", "This is your draft, which is not saved yet.", { Discard: discard });
      if (wasChanged) offer(before);
    };

    let offers = 0;
    /** Offers a draft, which stays where it is until a person decides. */
    const offer = (other) => {
      const isOfThisVersion = read(other)?.base === loadedBase;
      notice(
        `draft-${++offers}`,
        isOfThisVersion
          ? "There is another draft, which is not saved yet."
          : "There is a draft of an earlier version of this note. Saving it merges both.",
        { "Use the draft": () => take(other), Discard: () => forget(other) },
      );
    };

    /** Takes a draft for this page until it is left. Resolves to whether no other page has it. */
    const claim = (draft) => new Promise((resolve) => {
      if (!navigator.locks) return resolve(true);
      const held = () => {
        resolve(true);
        return new Promise((release) => window.addEventListener("pagehide", release));
      };
      // The page before in this tab may be closing still.
      navigator.locks.request(draft, { signal: AbortSignal.timeout(500) }, held).catch(() => resolve(false));
    });

    /** Shows the draft that this tab had, or one that no page has any more, and offers further ones. */
    async function offerDrafts() {
      claim(name);
      const last = stored(() => sessionStorage.getItem(place));
      remember();
      const drafts = stored(() => Object.keys(localStorage).filter((draft) => draft.startsWith(`${place} `))) ?? [];
      for (const draft of drafts.sort((left, right) => (right === last) - (left === last))) {
        if (!(await claim(draft)) || !read(draft)) continue;
        // What is typed by now stays.
        if (!isChanged() && read(draft).base === loadedBase) take(draft);
        else offer(draft);
        // Further drafts of new notes are for the next forms.
        if (id) return;
      }
    }

    // Earlier versions of this program had one draft for all forms of a note, the first ones without the store in its name.
    for (const earlier of [place, `draft ${editor.dataset.draft}${location.search}`]) {
      stored(() => {
        const draft = localStorage.getItem(earlier);
        if (!draft) return;
        localStorage.setItem(`${place} ${earlier}`, draft);
        localStorage.removeItem(earlier);
      });
    }
    offerDrafts();
    show();

    // MARK: Files that are pasted or dropped

    /** The name of a file; that of a pasted picture is the same for all of them. */
    function nameOf(file, isPasted) {
      if (!isPasted || file.name !== "image.png") return file.name;
      return `pasted-${new Date().toISOString().slice(0, 19).replace(/[-:]/g, "").replace("T", "-")}.png`;
    }

    async function attach(files, isPasted) {
      if (!base.value) return notice("problem", "Save this note first: files are attached to a note that exists.");
      const form = new FormData();
      form.append("token", token);
      const names = files.map((file) => nameOf(file, isPasted));
      files.forEach((file, index) => form.append("files", file, names[index]));
      try {
        const response = await fetch(`${editor.dataset.draft}/attachments`, { method: "POST", body: form });
        if (!response.redirected) {
          return notice("problem", `Not attached. ${reasonOf(await parsed(response))}`);
        }
      } catch {
        return notice("problem", "Not attached: notesctl web does not respond, or the files are too large.");
      }
      const links = files.map(({ type }, index) => {
        const address = encodeURIComponent(names[index]);
        return type.startsWith("image/") ? `![](${address})` : `[${names[index].replace(/[[\]\\]/g, "\\$&")}](${address})`;
      });
      body.setRangeText(links.join("\n"), body.selectionStart, body.selectionEnd, "end");
      body.dispatchEvent(new Event("input", { bubbles: true }));
    }

    const filesOf = (data) => [...(data?.files ?? [])];
    body.addEventListener("paste", (event) => {
      const files = filesOf(event.clipboardData);
      // Programs for tables and texts give a picture of the text, too.
      if (!files.length || event.clipboardData.types.includes("text/plain")) return;
      event.preventDefault();
      attach(files, true);
    });
    body.addEventListener("dragover", (event) => {
      if (event.dataTransfer.types.includes("Files")) event.preventDefault();
    });
    body.addEventListener("drop", (event) => {
      const files = filesOf(event.dataTransfer);
      if (!files.length) return;
      event.preventDefault();
      attach(files, false);
    });

    editor.addEventListener("submit", async (event) => {
      event.preventDefault();
      const button = find("[data-key=s]", editor);
      if (button.disabled) return;
      button.disabled = true;
      try {
        const response = await fetch(editor.action, { method: "POST", body: new URLSearchParams(new FormData(editor)) });
        if (response.redirected) {
          isSaved = true;
          forget();
          location.assign(response.url);
          return;
        }
        notice("problem", `Not saved. ${reasonOf(await parsed(response))}`);
      } catch {
        notice("problem", "Not saved: notesctl web does not respond. Run it again; this browser keeps your draft for this address.");
      }
      button.disabled = false;
      keep();
    });
  }

  // MARK: Changes by other programs

  async function refresh() {
    try {
      const response = await fetch(location.href);
      if (!response.ok) {
        // The address of a form that was sent has no page of its own.
        if (response.status === 404 && location.pathname.startsWith("/notes/")) notice("live", "This note does not exist any more.");
        return;
      }
      const page = await parsed(response);
      replace(page, [".sidebar", editor ? ".editor [data-live]" : "[data-live]"]);
      followBase?.(find("form[data-draft]", page));
      if (!editor) document.title = page.title;
    } catch {
      // The next event, or the next page, shows the changes.
    }
  }

  const refreshSoon = debounced(50, refresh);
  let events;

  /** Listens only while the page is visible, since browsers open few connections to a host. */
  function listen() {
    events?.close();
    events = undefined;
    if (document.hidden) return;
    events = new EventSource("/events");
    events.addEventListener("change", refreshSoon);
  }

  listen();
  document.addEventListener("visibilitychange", () => {
    listen();
    if (!document.hidden) refreshSoon();
  });
  window.addEventListener("pagehide", () => events?.close());
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    listen();
    refreshSoon();
  });
})();
