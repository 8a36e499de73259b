let selected = null;
/** The shortest paths to the selected node, and the position of the one that is shown. */
let paths = [];
let shownPath = 0;
/** What is highlighted with the selected node: its path and neighbours, or one of the extents. */
let extent = 'near';

/** The last node, before each node, of all paths to it. */
const dominator = dominators(source);
const EXTENTS = {
  needs: { name: 'Everything it needs', of: (node) => reachable(node, successors) },
  needed: { name: 'Everything that needs it', of: (node) => reachable(node, predecessors) },
  alone: { name: 'Reached only through it', of: (node) => dominatedBy(node, dominator) },
};

const linksBetween = (some) => [...some].flatMap((node) => node.out.filter((link) => some.has(link.to)));
const linksAlong = (path) => path.slice(1).flatMap(
  (node, index) => path[index].out.filter((link) => link.to === node));

/** What is highlighted, to be so again in another picture. */
let highlighted = [null];

/** Highlights nodes and links, and dims all others; `null` resets all. */
function highlight(lit, litLinks = [], route = []) {
  highlighted = [lit && [...lit], [...litLinks], [...route]];
  svg.classList.toggle('lit-only', lit !== null);
  for (const element of svg.querySelectorAll('.lit, .route')) element.classList.remove('lit', 'route');
  for (const node of lit ?? []) node.element.classList.add('lit');
  for (const link of litLinks) mark(link, 'lit');
  for (const link of route) mark(link, 'route');
}

/** Highlights the same in a picture that was drawn anew. */
function highlightAgain() {
  highlight(...highlighted);
  if (!selected) return;
  markSelected();
  describe();
}

function markSelected() {
  selected.element.classList.add('selected');
  selected.element.setAttribute('aria-pressed', true);
}

/** Highlights exactly some links, for as long as the pointer or the focus is on them. */
function emphasise(some) {
  for (const element of svg.querySelectorAll('.only')) element.classList.remove('only');
  for (const link of some) mark(link, 'only');
}

/** Highlights the selected node with its path and neighbours, or with the chosen extent, and brings them into view. */
function showSelection() {
  if (extent !== 'near') {
    const all = new Set([selected, ...EXTENTS[extent].of(selected)]);
    highlight(all, linksBetween(all));
    animateTo(cameraFor(boxAround([...all])));
    return;
  }
  const near = [...selected.out, ...selected.in];
  const neighbours = [selected, ...near.flatMap((link) => [link.from, link.to])];
  const path = paths[shownPath] ?? [selected];
  highlight(new Set([...neighbours, ...path]), near, linksAlong(path));
  show([...neighbours, ...path], path, neighbours, [selected]);
}

function select(node, { isFocused = false } = {}) {
  if (node) reveal(node);
  selected?.element.classList.remove('selected');
  selected?.element.removeAttribute('aria-pressed');
  selected = node;
  [extent, shownPath] = ['near', 0];
  paths = node ? shortestPaths(source, node, 9).map((path) => path.slice(1)) : [];
  emphasise([]);
  for (const item of document.querySelectorAll('.problem.current')) item.classList.remove('current');
  if (node) {
    markSelected();
    showSelection();
    if (isFocused) focusOn(node);
  } else {
    highlight(null);
  }
  describe();
  // Last, since browsers reject frequent changes.
  const hash = node && node.id < graph.bindings.length ? `#b${node.id}` : '';
  if (hash !== location.hash) history.replaceState(null, '', hash || '#');
}

/** Focuses a node, the only one in the tab order. */
function focusOn(node) {
  svg.querySelector('[tabindex="0"]')?.setAttribute('tabindex', -1);
  node.element.setAttribute('tabindex', 0);
  node.element.focus({ preventScroll: true });
}

/** Highlights a path through the whole graph. */
function showChain(chain) {
  if (selected) select(null);
  highlight(new Set(chain), [], linksAlong(chain));
  animateTo(cameraFor(boxAround(chain)));
  byId('details').replaceChildren(
    make('h2', {}, 'Longest chain', make('b', {}, String(chain.length))),
    make('ol', { class: 'path' }, ...chain.map((node) => make('li', {}, linkTo(node)))), overviewButton());
}

/** Highlights a problem: the path to it, and its bindings. */
function showProblem(index) {
  select(null);
  const problem = problems[index];
  const some = [...new Set([...problem.route, ...problem.involved])];
  document.querySelector(`[data-problem="${index}"]`).classList.add('current');
  if (!some.length) return;
  highlight(new Set(some), problem.links, problem.links);
  showStage();
  animateTo(cameraFor(boxAround(some)));
}
