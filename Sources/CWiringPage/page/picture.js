const byId = (id) => document.getElementById(id);
const graph = JSON.parse(byId('graph').textContent);
const svg = byId('picture');

/** Creates an element with text. Names of users enter the page only as such text, which cannot be markup. */
function make(name, attributes = {}, ...children) {
  const isDrawn = ['svg', 'g', 'rect', 'path', 'text', 'title'].includes(name);
  const element = isDrawn ? document.createElementNS(svg.namespaceURI, name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

const nodes = graph.bindings.map((binding, id) => ({
  ...binding, id, isRoot: graph.roots.includes(id), height: BOX.height, out: [], in: [],
}));
const links = [];

function connect(from, to, deferred) {
  const link = { from, to, deferred };
  links.push(link);
  from.out.push(link);
  to.in.push(link);
}

for (const edge of graph.edges) connect(nodes[edge.from], nodes[edge.to], edge.deferred);

const placeOf = (location) => (location ? `${location.file}:${location.line}:${location.column}` : '');
const nodesByPlace = new Map();
for (const node of nodes) {
  const place = placeOf(node.location);
  nodesByPlace.set(place, [...(nodesByPlace.get(place) ?? []), node]);
}

/** The problems with their bindings, the nodes on their path, and the links from the first binding on. */
const problems = graph.problems.map((problem) => {
  const sites = problem.sites.flatMap((site) => (nodesByPlace.get(placeOf(site.location)) ?? [])
    .filter((node) => ` ${site.text}`.includes(` ${node.key}`)));
  if (problem.word === 'missing' && problem.path.length) {
    const key = problem.path.at(-1);
    const missing = {
      key, id: nodes.length, isMissing: true, kind: 'missing', scope: '', module: '', notes: [], height: BOX.height,
      out: [], in: [],
    };
    nodes.push(missing);
    for (const site of sites) connect(site, missing, false);
    sites.push(missing);
  }
  return { ...problem, involved: new Set(sites) };
});
const nodesByKey = new Map(nodes.toReversed().map((node) => [node.key, node]));
for (const problem of problems) {
  problem.route = [];
  for (const key of problem.path) {
    // Of two bindings of one key, the one that the previous step depends on.
    const node = problem.route.at(-1)?.out.find((link) => link.to.key === key)?.to ?? nodesByKey.get(key);
    if (node) problem.route.push(node);
  }
  const first = problem.route.findIndex((node) => problem.involved.has(node));
  const steps = problem.route.slice(1).map((node, index) => ({ from: problem.route[index], to: node, index }));
  const linkOf = (step) => step.from.out.find((link) => link.to === step.to);
  problem.links = new Set(steps.map(linkOf).filter(Boolean));
  for (const step of steps) if (first >= 0 && step.index >= first && linkOf(step)) linkOf(step).isBad = true;
  for (const node of problem.involved) node.isBad = true;
  for (const link of links) {
    if (link.to.isMissing && problem.involved.has(link.to)) {
      link.isBad = true;
      problem.links.add(link);
    }
  }
}

/** Returns a long name without its middle, which is less specific than its end. */
function elided(text, most) {
  if (text.length <= most) return text;
  return `${text.slice(0, Math.ceil(most * 0.6))}…${text.slice(1 - Math.floor(most * 0.4))}`;
}

function summaryOf(node) {
  if (node.isMissing) return 'nothing provides it';
  const kind = node.kind === 'factory' ? '' : node.kind;
  return [kind, kind === 'value' ? '' : node.scope, node.module].filter(Boolean).join(' · ');
}

function drawNode(node) {
  const about = summaryOf(node);
  node.element = make('g', {
    class: `node ${node.kind}`, role: 'button', tabindex: -1, 'data-node': node.id,
    'aria-label': `${node.key}, ${about}${node.isRoot ? ', root' : ''}, `
      + `needs ${node.out.length}, needed by ${node.in.length}`,
  });
  node.element.classList.toggle('root', !!node.isRoot);
  node.element.classList.toggle('bad', !!node.isBad);
  const rect = { height: BOX.height, rx: node.kind === 'value' ? BOX.height / 2 : 9 };
  const inset = node.kind === 'value' ? 16 : 10;
  node.card = make('rect', { class: 'card', ...rect });
  const key = make('text', { class: 'key', x: inset + 12, y: 19 }, elided(node.key, 36));
  const line = make('text', { class: 'about', x: inset + 12, y: 34 }, elided(about, 44));
  node.element.append(
    make('title', {}, node.key), node.card,
    make('rect', { class: 'bar', x: inset, y: 10, width: 4, height: BOX.height - 20, rx: 2 }), key, line);
  node.measure = () => inset + 28 + Math.max(80, key.getComputedTextLength(), line.getComputedTextLength());
}

/** Returns the curve of a piece: horizontal at both ends, and straight across the column of a lane. */
function curve({ left, right }) {
  const [x1, x2] = [left.x + left.width, right.x];
  const middle = (x1 + x2) / 2;
  const cross = right.isLane ? `H${right.x + right.width}` : '';
  return `M${x1} ${left.y}C${middle} ${left.y} ${middle} ${right.y} ${x2} ${right.y}${cross}`;
}

function drawPicture() {
  const layers = ['lines', 'arrows', 'boxes'].map((name) => make('g', { class: name }));
  const [lines, arrows, boxes] = layers;
  svg.replaceChildren(...layers);
  lines.setAttribute('aria-hidden', true);
  arrows.setAttribute('aria-hidden', true);
  nodes.forEach(drawNode);
  boxes.append(...nodes.map((node) => node.element));
  // All nodes are measured before the first is changed, so that the browser lays out text once.
  const widths = nodes.map((node) => node.measure());
  nodes.forEach((node, index) => { node.width = Math.ceil(widths[index]); });
  const { pieces, bounds } = layOut(nodes, links);
  for (const piece of pieces) {
    const kind = `${piece.deferred ? ' deferred' : ''}${piece.isBack ? ' back' : ''}`;
    piece.element = make('path', { class: `line${kind}`, d: curve(piece) });
    lines.append(piece.element);
  }
  for (const node of nodes) {
    const [left, right, top] = [node.x, node.x + node.width, node.y - BOX.height / 2];
    node.element.setAttribute('transform', `translate(${left} ${top})`);
    node.card.setAttribute('width', node.width);
    const self = node.in.find((link) => link.from === node);
    const point = (x, y, d) => {
      const arrow = make('path', { class: 'arrow', d: `M${x} ${y}${d}z` });
      arrows.append(arrow);
      return arrow;
    };
    const others = node.in.filter((link) => link !== self);
    if (others.some((link) => !link.isBack)) node.arrow = point(left, node.y, 'l-9 -4.5v9');
    if (others.some((link) => link.isBack)) node.backArrow = point(right, node.y, 'l9 -4.5v9');
    if (self) {
      const d = `M${right - 40} ${top}c0 -26 24 -26 24 -5`;
      self.pieces = [{ element: make('path', { class: 'line back', d }) }];
      lines.append(self.pieces[0].element);
      node.backArrow = point(right - 16, top, 'l-4.5 -9h9');
    }
  }
  for (const link of links.filter((link) => link.isBad)) mark(link, 'bad');
  return bounds;
}

const arrowOf = (link) => (link.isBack || link.from === link.to ? link.to.backArrow : link.to.arrow);

/** Adds a class to the elements of a link, and moves it to the front. */
function mark(link, name) {
  for (const piece of link.pieces) {
    piece.element.classList.add(name);
    piece.element.parentNode.append(piece.element);
  }
  arrowOf(link)?.classList.add(name);
}

const hue = (index) => Math.round(255 + index * 137.508) % 360;
const scopes = ['singleton', 'graph', 'weak', 'transient'];

/** Colours the nodes by `module` or `scope`, and fills the legend. */
function colour(property) {
  const present = new Set(nodes.map((node) => node[property]).filter(Boolean));
  const known = property === 'module' ? graph.modules : [...scopes, ...[...present].sort()];
  const groups = [...new Set(known)].filter((group) => present.has(group));
  for (const node of nodes) {
    node.element.style.setProperty('--hue', hue(groups.indexOf(node[property])));
    node.element.classList.toggle('plain', node[property] === 'transient' && property === 'scope');
  }
  byId('legend').replaceChildren(...groups.map((group, index) => {
    const swatch = make('i', { class: 'swatch' });
    swatch.style.setProperty('--hue', hue(index));
    swatch.classList.toggle('plain', property === 'scope' && group === 'transient');
    const count = nodes.filter((node) => node[property] === group).length;
    return make('li', {}, swatch, make('span', {}, group), make('b', {}, String(count)));
  }));
}
