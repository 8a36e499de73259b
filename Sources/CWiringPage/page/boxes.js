/** The number of bindings up to which a graph is shown whole. Above it, a module is one box until it is opened. */
const WHOLE = 60;
/** The number of roots up to which each is shown by itself, also where its module is closed. */
const SOME = 12;
/** The number of bindings below which a box for all of them would save no room. */
const FEW = 3;

/** The modules whose bindings are shown one by one. */
const opened = new Set();
/** What the picture shows, and the links between: see `chooseBoxes`. */
let boxes = [];
let shownLinks = [];

const isWhole = () => graph.bindings.length <= WHOLE;
/** Whether a comparison found too much to show each binding by itself. */
const isOverwhelming = () => nodes.filter((node) => node.change).length > WHOLE;

/** Returns the module that a node is drawn with: for what the container derives, that of the object behind it. */
function groupOf(node) {
  const seen = new Set([node]);
  // A set that grows while it is read ends at the first node that it has already.
  for (const { module, out } of seen) {
    if (module !== 'Wiring') return module;
    if (out.length) seen.add(out[0].to);
  }
  return node.module;
}

/** Returns the modules that can be closed, with the nodes that are inside of the box then; the others stand out. */
function foldable() {
  if (isWhole()) return new Map();
  const isMuch = isOverwhelming();
  const standsOut = (node) => (
    (node.isRoot && graph.roots.length <= SOME) || node.isBad || node.isMissing || (node.change && !isMuch));
  const groups = grouped(nodes.filter((node) => !standsOut(node)), (node) => node.group);
  return new Map([...groups].filter(([, members]) => members.length >= FEW));
}

/**
 * Chooses what is shown: `boxes`, nodes and closed modules; and `shownLinks`, each of which stands for the links of the
 * graph between two boxes.
 */
function chooseBoxes() {
  for (const node of nodes) node.group = groupOf(node);
  for (const node of nodes) node.box = node;
  const closed = [...foldable()].filter(([name]) => !opened.has(name));
  const clusters = closed.map(([name, members]) => clusterOf(name, members));
  for (const cluster of clusters) for (const node of cluster.members) node.box = cluster;
  boxes = [...clusters, ...nodes.filter((node) => node.box === node)];
  const between = grouped(links, ({ from, to, deferred }) => `${from.box.id} ${to.box.id} ${deferred}`);
  shownLinks = [...between.values()].map((some) => ({
    from: some[0].from.box, to: some[0].to.box, deferred: some[0].deferred, links: some,
  })).filter(({ from, to }) => from !== to || !from.isCluster);
}

/** Returns the box of a closed module. */
function clusterOf(name, members) {
  const inside = new Set(members);
  return {
    id: `module ${name}`, isCluster: true, key: name.replace(/(?<=\w)Module$/, ''), kind: 'cluster', module: name, members,
    isRoot: members.some((node) => node.isRoot), change: members.some((node) => node.change) ? 'changed' : undefined, out: members.flatMap((node) => node.out.filter((link) => !inside.has(link.to))),
    in: members.flatMap((node) => node.in.filter((link) => !inside.has(link.from))),
  };
}

/** Gives what is inside of a closed module the place of its box, so that it can be found and highlighted there. */
function placeMembers() {
  for (const { members = [], x, y, width, height, column, element } of boxes) {
    for (const node of members) Object.assign(node, { x, y, width, height, column, element });
  }
  for (const link of links) link.pieces = [];
  for (const shown of shownLinks) for (const link of shown.links) link.pieces = shown.pieces;
}

/** Opens or closes modules, and brings them into view, with what is highlighted. */
function openModules(names, isOpen) {
  for (const name of names) {
    if (isOpen) opened.add(name);
    else opened.delete(name);
  }
  const isAll = names.length > 1;
  const inside = () => nodes.filter((node) => names.includes(node.group));
  redraw(() => cameraFor(isAll ? bounds : boxAround(inside()), Math.max(camera.scale, 1)), { isKept: true });
  if (!isAll) focusOn(inside()[0].box);
}

/** Opens the module of a node that is inside of a box. */
function reveal(node) {
  if (node.box === node) return;
  opened.add(node.group);
  redraw(() => camera, { isKept: true });
}

const isAnyClosed = () => boxes.some((box) => box.isCluster);

/** Shows whether the button opens all modules, or closes them. */
function labelModules() {
  const button = byId('modules');
  button.hidden = !foldable().size;
  const isOpening = isAnyClosed();
  button.textContent = isOpening ? 'Open all' : 'Close all';
  button.setAttribute('aria-label', isOpening ? 'Show the bindings of all modules' : 'Show modules as boxes');
}
