let selected = null;

/** The link to each node from its predecessor on the path from the nearest root, by breadth-first search. */
const linkTowardsRoot = new Map();
for (let queue = nodes.filter((node) => node.isRoot), next = 0; next < queue.length; next++) {
  if (!next) for (const root of queue) linkTowardsRoot.set(root, null);
  for (const link of queue[next].out) {
    if (linkTowardsRoot.has(link.to)) continue;
    linkTowardsRoot.set(link.to, link);
    queue.push(link.to);
  }
}

/** Returns the links from the nearest root to a node. */
function routeTo(node) {
  const route = [];
  for (let link = linkTowardsRoot.get(node); link; link = linkTowardsRoot.get(link.from)) route.unshift(link);
  return route;
}

/** Highlights nodes and links, and dims all others; `null` resets all. */
function highlight(lit, litLinks = [], route = []) {
  svg.classList.toggle('lit-only', lit !== null);
  for (const element of svg.querySelectorAll('.lit, .route')) element.classList.remove('lit', 'route');
  for (const node of lit ?? []) node.element.classList.add('lit');
  for (const link of litLinks) mark(link, 'lit');
  for (const link of route) mark(link, 'route');
}

function select(node, { isShown = true, isFocused = false } = {}) {
  selected?.element.classList.remove('selected');
  selected?.element.removeAttribute('aria-pressed');
  selected = node;
  describe();
  for (const item of document.querySelectorAll('.problem.current')) item.classList.remove('current');
  if (node) {
    node.element.classList.add('selected');
    node.element.setAttribute('aria-pressed', true);
    const route = routeTo(node);
    const near = [...node.out, ...node.in];
    const lit = new Set([node, ...near.flatMap((link) => [link.from, link.to]), ...route.map((link) => link.from)]);
    highlight(lit, near, route);
    if (isShown) show(node, [...lit]);
    if (isFocused) focusOn(node);
  } else {
    highlight(null);
  }
  // Last, since browsers reject frequent changes.
  history.replaceState(null, '', node && !node.isMissing ? `#b${node.id}` : '#');
}

/** Focuses a node, the only one in the tab order. */
function focusOn(node) {
  svg.querySelector('[tabindex="0"]')?.setAttribute('tabindex', -1);
  node.element.setAttribute('tabindex', 0);
  node.element.focus({ preventScroll: true });
}

function linkTo(node) {
  return node.isMissing ? make('span', { class: 'key' }, node.key)
    : make('a', { class: 'key', href: `#b${node.id}` }, node.key);
}

/** Shows the details of the selected node in the panel. */
function describe() {
  const panel = byId('details');
  if (!selected) {
    panel.replaceChildren(
      make('h2', {}, 'Details'),
      make('p', { class: 'hint' },
        'Select a binding to see its dependencies, its consumers, and the path from a root.'));
    return;
  }
  const node = selected;
  const rows = [
    ['Scope', node.scope], ['Kind', node.kind], ['Isolation', node.isolation], ['Module', node.module],
    ['Declared at', placeOf(node.location)],
    ['Notes', [...(node.isRoot ? ['root'] : []), ...node.notes].join(', ')],
  ].filter(([, value]) => value);
  const list = (title, all, note = () => '') => {
    const some = [...new Set(all)];
    return [
      make('h3', {}, title, make('b', {}, String(some.length))),
      some.length
        ? make('ul', { class: 'links' }, ...some.map((other) => make('li', {}, linkTo(other), note(other))))
        : make('p', { class: 'hint' }, 'nothing'),
    ];
  };
  // Allows line breaks after separators of a long location.
  const breakable = (text) => text.split(/(?<=[/:,])/).flatMap((part) => [part, make('wbr')]);
  const later = new Set(node.out.filter((link) => link.deferred).map((link) => link.to));
  const route = routeTo(node);
  panel.replaceChildren(
    make('h2', { class: 'key' }, node.key),
    ...(node.isMissing ? [make('p', { class: 'hint' }, 'Nothing provides it.')] : []),
    make('dl', {}, ...rows.map(([name, value]) => (
      make('div', {}, make('dt', {}, name), make('dd', {}, ...breakable(value)))))),
    ...(route.length
      ? [make('h3', {}, 'Path from a root'),
        make('ol', { class: 'path' }, ...route.map((link) => make('li', {}, linkTo(link.from))),
          make('li', { 'aria-current': true }, node.key))]
      : []),
    ...(node.isMissing ? []
      : list('Needs', node.out.map((link) => link.to), (other) => (later.has(other) ? ' later' : ''))),
    ...list('Needed by', node.in.map((link) => link.from)));
}

/** Highlights a problem: the path to it, and its bindings. */
function showProblem(index) {
  select(null);
  const problem = problems[index];
  const some = [...new Set([...problem.route, ...problem.involved])];
  document.querySelector(`[data-problem="${index}"]`).classList.add('current');
  if (!some.length) return;
  highlight(new Set(some), problem.links, problem.links);
  byId('stage').scrollIntoView({ block: 'nearest' });
  animateTo(cameraFor(boxAround(some)));
}

function followProblems() {
  for (const item of document.querySelectorAll('[data-problem]')) {
    const heading = item.querySelector('h3');
    const button = make('button', { type: 'button' }, ...heading.childNodes);
    heading.append(button);
    item.addEventListener('click', () => {
      if (getSelection().isCollapsed) showProblem(Number(item.dataset.problem));
    });
  }
}

/** Handles search, in which every word must occur in the key, the module or the file. */
function followSearch() {
  const [input, list, status] = [byId('query'), byId('matches'), byId('status')];
  const texts = nodes.map((node) => `${node.key} ${node.module} ${placeOf(node.location)}`.toLowerCase());
  let found = [];
  let current = -1;
  const open = (isOpen) => {
    list.hidden = !isOpen;
    input.setAttribute('aria-expanded', isOpen);
    if (!isOpen) setCurrent(-1);
  };
  const setCurrent = (index) => {
    current = index;
    [...list.children].forEach((item, at) => item.setAttribute('aria-selected', at === index));
    list.children[index]?.scrollIntoView({ block: 'nearest' });
    if (index < 0) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', `match${index}`);
  };
  const choose = (node) => {
    open(false);
    select(node, { isFocused: true });
  };
  const search = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    found = words.length ? nodes.filter((node, index) => words.every((word) => texts[index].includes(word))) : [];
    const names = (node) => `${node.key}\u0000${node.module}`;
    found.sort((a, b) => !a.key.toLowerCase().includes(words[0]) - !b.key.toLowerCase().includes(words[0])
      || a.key.length - b.key.length || (names(a) < names(b) ? -1 : 1));
    const items = found.slice(0, 60).map((node, index) => make(
      'li', { id: `match${index}`, role: 'option', 'aria-selected': false },
      make('span', { class: 'key' }, node.key), make('small', {}, summaryOf(node))));
    if (words.length && !found.length) items.push(make('li', { class: 'hint' }, 'Nothing found'));
    list.replaceChildren(...items);
    status.textContent = words.length ? `${found.length} of ${nodes.length}` : '';
    open(words.length > 0);
    if (selected) select(null);
    highlight(words.length ? new Set(found) : null);
  };
  input.addEventListener('input', search);
  input.addEventListener('focus', () => { if (input.value) search(); });
  input.addEventListener('blur', () => open(false));
  input.addEventListener('keydown', (event) => {
    const count = Math.min(found.length, 60);
    if (event.key === 'ArrowDown' && count) setCurrent((current + 1) % count);
    else if (event.key === 'ArrowUp' && count) setCurrent((current + count - (current < 0 ? 0 : 1)) % count);
    else if (event.key === 'Enter' && count) choose(found[Math.max(0, current)]);
    else if (event.key === 'Escape') {
      input.value = '';
      search();
      input.blur();
    } else return;
    event.preventDefault();
  });
  // Before the field loses focus, which hides the list.
  list.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    const item = event.target.closest('[role=option]');
    if (item) choose(found[Number(item.id.slice(5))]);
  });
  byId('tools').addEventListener('submit', (event) => event.preventDefault());
}

/** Returns the node that an arrow key selects: along links sideways, within a column up and down. */
function neighbour(node, key) {
  const nearest = (some) => some.toSorted((a, b) => Math.abs(a.y - node.y) - Math.abs(b.y - node.y))[0];
  switch (key) {
    case 'ArrowRight': return nearest(node.out.map((link) => link.to));
    case 'ArrowLeft': return nearest(node.in.map((link) => link.from));
    case 'ArrowDown': return nearest(nodes.filter((other) => other.x === node.x && other.y > node.y));
    case 'ArrowUp': return nearest(nodes.filter((other) => other.x === node.x && other.y < node.y));
    default: return undefined;
  }
}

function followKeys() {
  const steps = { ArrowLeft: [80, 0], ArrowRight: [-80, 0], ArrowUp: [0, 80], ArrowDown: [0, -80] };
  svg.addEventListener('keydown', (event) => {
    const node = nodes[event.target.dataset?.node];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.shiftKey && steps[event.key]) move(...steps[event.key]);
    else if (node && (event.key === 'Enter' || event.key === ' ')) select(node);
    else if (node && steps[event.key]) {
      const next = neighbour(node, event.key);
      if (next) {
        focusOn(next);
        if (selected) select(next);
        else show(next);
      }
    } else return;
    event.preventDefault();
  });
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches('input[type=search]')) return;
    if (event.key === '/') byId('query').select();
    else if (event.key === 'Escape') select(null);
    else if (event.key === '+' || event.key === '=') zoom(1.25);
    else if (event.key === '-') zoom(0.8);
    else if (event.key === '0') showAll();
    else return;
    event.preventDefault();
  });
}

function followClicks() {
  svg.addEventListener('click', (event) => {
    const node = nodes[event.target.closest('[data-node]')?.dataset.node];
    select(node ?? null, { isShown: false, isFocused: !!node });
  });
  // A link to a binding selects its node in the picture.
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[href^="#b"]');
    if (!link) return;
    event.preventDefault();
    byId('stage').scrollIntoView({ block: 'nearest' });
    select(nodes[link.hash.slice(2)], { isFocused: true });
  });
  for (const [id, action] of [['in', () => zoom(1.25)], ['out', () => zoom(0.8)], ['fit', showAll]]) {
    byId(`zoom-${id}`).addEventListener('click', action);
  }
  byId('tools').addEventListener('change', (event) => {
    if (event.target.name === 'colour') colour(event.target.value);
  });
}

for (const id of ['stage', 'side', 'tools']) byId(id).hidden = false;
document.body.classList.add('drawn');
// Links such as `#b3` now lead to the picture instead of the table.
for (const row of document.querySelectorAll('#table tr')) row.removeAttribute('id');
bounds = drawPicture();
colour(document.querySelector('[name=colour]:checked').value);
setCamera(firstCamera());
(nodes.find((node) => node.isRoot) ?? nodes[0])?.element.setAttribute('tabindex', 0);
describe();
followPointers();
followProblems();
followSearch();
followKeys();
followClicks();
const linked = nodes[location.hash.match(/^#b(\d+)$/)?.[1]];
if (linked) {
  scrollTo(0, 0);
  select(linked);
}
