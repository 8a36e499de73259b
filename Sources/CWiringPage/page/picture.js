/** The signs of what a comparison found. */
const SIGNS = { added: '+', removed: '−', changed: '~' };

/** Returns a long name without its middle, which is less specific than its end. */
function elided(text, most) {
  if (text.length <= most) return text;
  return `${text.slice(0, Math.ceil(most * 0.6))}…${text.slice(1 - Math.floor(most * 0.4))}`;
}

/** Returns a name in one line if it is short, or in two of about the same length, divided between words. */
function wrapped(name, short) {
  const most = 24;
  if (name.length <= short) return [name];
  const ends = [...name.matchAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[ .,<:])/g)].map((match) => match.index);
  const longer = (end) => Math.max(end, name.length - end);
  const end = ends.reduce((best, one) => (longer(one) < longer(best) ? one : best), 0);
  return (end ? [name.slice(0, end).trim(), name.slice(end).trim()] : [name]).map((line) => elided(line, most));
}

function summaryOf(node) {
  if (node.isMissing) return 'nothing provides it';
  if (node.isCluster) return `${node.members.length} bindings`;
  const kind = node.kind === 'factory' ? '' : node.kind;
  const implementation = node.implementation === node.key ? '' : node.implementation;
  return [implementation, kind, kind === 'value' ? '' : node.scope, node.module].filter(Boolean).join(' · ');
}

const textOf = (name, lines, x, y, distance) => make(
  'text', { class: name, y }, ...lines.map((line, index) => make('tspan', { x, dy: index ? distance : 0 }, line)));

const style = getComputedStyle(document.documentElement);
const FONTS = {
  key: `600 12.5px ${style.getPropertyValue('--code')}`, about: `11px ${style.getPropertyValue('--text')}`,
};
const measuring = make('canvas').getContext('2d');

/** Returns the width of a text, on a canvas, which measures without a layout of the page. */
function widthOf(text, font) {
  measuring.font = font;
  return measuring.measureText(text).width;
}

function drawNode(node) {
  const lines = wrapped(node.key, 16);
  node.height = BOX.height + (lines.length - 1) * BOX.line;
  node.element = make('g', {
    class: `node ${node.kind} ${node.change ?? ''}`, role: 'button', tabindex: -1,
    ...(node.isCluster ? { 'data-module': node.module } : { 'data-node': node.id }),
    'aria-label': [
      ...(node.isCluster ? ['module'] : []),
      node.key, summaryOf(node), ...(node.isRoot ? ['root'] : []), ...(node.change ? [node.change] : []),
      `needs ${node.out.length}`, `needed by ${node.in.length}`].join(', '),
  });
  node.element.classList.toggle('root', !!node.isRoot);
  node.element.classList.toggle('bad', !!node.isBad);
  const isRound = node.kind === 'value';
  const inset = isRound ? 16 : 10;
  node.cards = [make('rect', { class: 'card', height: node.height, rx: isRound ? node.height / 2 : 9 })];
  // A second outline: inside for a proxy, behind for a collection.
  const outline = (name, at, height) => make('rect', { class: name, x: at, y: at, height, rx: 9 - at / 2 });
  if (node.kind === 'proxy') node.cards.push(outline('frame', 3, node.height - 6));
  if (node.kind === 'collection' || node.isCluster) node.cards.unshift(outline('card', 4, node.height));
  const longest = Math.max(...lines.map((line) => line.length));
  const about = summaryOf(node).replace(/(?<=\w)Module$/, '').split(' · ');
  while (about.length > 1 && about.join(' · ').length > Math.max(20, longest * 1.25)) about.pop();
  const key = textOf('key', lines, inset + 12, 19, BOX.line);
  const line = textOf('about', [elided(about.join(' · '), 30)], inset + 12, node.height - 10, 0);
  node.element.append(
    make('title', {}, `${node.key}, ${summaryOf(node)}`), ...node.cards,
    make('rect', { class: 'bar', x: inset, y: 10, width: 4, height: node.height - 20, rx: 2 }), key, line);
  if (node.change) node.element.append(textOf('sign', [SIGNS[node.change]], 0, 4, 0));
  const widths = lines.map((part) => widthOf(part, FONTS.key));
  node.letter = widths[0] / lines[0].length;
  node.width = Math.ceil(inset + 26 + Math.max(80, widthOf(line.textContent, FONTS.about), ...widths));
}

/** Adds the names as large as they fit, for a picture that is small. */
function drawLargeNames() {
  if (!svg.querySelector('.large')) boxes.forEach(drawLargeName);
}

function drawLargeName(node) {
  const lines = wrapped(node.key, 8);
  const padding = { value: 28, proxy: 20 }[node.kind] ?? 14;
  const letters = Math.max(...lines.map((line) => line.length));
  const size = Math.min(
    24, (12.5 * (node.width - padding)) / (node.letter * letters), (node.height - 6) / lines.length / 1.02);
  const middle = node.height / 2 - ((lines.length - 1) * size) / 2 + size * 0.35;
  const text = textOf('large', lines, node.width / 2, middle, size);
  text.style.fontSize = `${size}px`;
  node.element.append(text);
}

/** Returns the curve of a piece: horizontal at both ends, and straight across the column of a lane. */
function curve({ left, right, y1, y2 }) {
  const [x1, x2] = [left.x + left.width, right.x];
  const middle = (x1 + x2) / 2;
  const cross = right.isLane ? `H${right.x + right.width}` : '';
  return `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}${cross}`;
}

/** Draws a piece of a link: its line, and the arrow at its target. */
function drawPiece(piece, d, arrow) {
  // Modules may need each other; bindings may not. The drawing turns links of both.
  const isCircular = ({ from, to }) => from === to || reachable(to, successors).has(from);
  const isCycle = piece.isBack && piece.links.some(({ from, to, links: some }) => (
    !from.isCluster && !to.isCluster && some.some(isCircular)));
  const kind = `${piece.deferred ? ' deferred' : ''}${isCycle ? ' back' : ''}`;
  piece.elements = [make('path', { class: `line${kind}`, d })];
  if (arrow) piece.elements.push(make('path', { class: 'arrow', d: arrow }));
}

/** Adds a wider line to each piece, invisible, for the pointer. */
function drawHits() {
  svg.querySelector('.hits').replaceChildren(...pieces.map((piece, index) => make(
    'path', { class: 'hit', d: piece.elements[0].getAttribute('d'), 'data-piece': index },
    make('title', {}, nameOf(piece.links)))));
}

/** Returns a text about links, as in `A, B → C`. */
function nameOf(some) {
  const [from, to] = ['from', 'to'].map((end) => [...new Set(some.map((link) => link[end].key))]);
  const named = (keys) => (keys.length > 3 ? `${keys.length} bindings` : keys.join(', '));
  return `${named(from)} → ${named(to)}`;
}

/** Returns the arrow at the target of a piece; none at a lane. */
function arrowOf({ left, right, y1, y2, isBack }) {
  if (isBack) return left.isLane ? null : `M${left.x + left.width} ${y1}l8 -3.5v7z`;
  return right.isLane ? null : `M${right.x} ${y2}l-8 -3.5v7z`;
}

let pieces = [];

/** Draws the graph, and returns the bounds of the picture. */
function drawPicture() {
  const layers = ['lines', 'hits', 'boxes', 'names'].map((name) => make('g', { class: name }));
  const [lines, hits, cards, names] = layers;
  svg.replaceChildren(...layers);
  for (const layer of [lines, hits, names]) layer.setAttribute('aria-hidden', true);
  chooseBoxes();
  boxes.forEach(drawNode);
  cards.append(...boxes.map((box) => box.element));
  const drawn = layOut(boxes, shownLinks);
  pieces = drawn.pieces;
  for (const piece of pieces) {
    drawPiece(piece, curve(piece), arrowOf(piece));
    piece.links = piece.links.flatMap((link) => link.links);
  }
  for (const link of shownLinks.filter((one) => one.from === one.to)) {
    const [x, y] = [link.to.x + link.to.width, link.to.y - link.to.height / 2];
    const piece = { deferred: link.deferred, isBack: true, links: [link] };
    drawPiece(piece, `M${x - 40} ${y}c0 -26 24 -26 24 -5`, `M${x - 16} ${y}l-4.5 -9h9z`);
    piece.links = link.links;
    link.pieces = [piece];
    pieces.push(piece);
  }
  lines.append(...pieces.flatMap((piece) => piece.elements));
  for (const box of boxes) {
    box.element.setAttribute('transform', `translate(${box.x} ${box.y - box.height / 2})`);
    for (const card of box.cards) card.setAttribute('width', box.width - (card.matches('.frame') ? 6 : 0));
  }
  placeMembers();
  for (const link of links.filter((one) => one.isBad)) mark(link, 'bad');
  for (const piece of pieces) {
    const changes = new Set(piece.links.map((link) => link.change));
    const isMixed = changes.size > 1 && piece.links.some(({ from, to }) => from.box !== from || to.box !== to);
    const [change] = isMixed ? ['changed'] : changes;
    if (!change || (changes.size > 1 && !isMixed)) continue;
    for (const element of piece.elements) element.classList.add(change);
  }
  return drawn.bounds;
}

/** Adds a class to the elements of a link, and moves it to the front. */
function mark(link, name) {
  for (const element of link.pieces.flatMap((piece) => piece.elements)) {
    element.classList.add(name);
    element.parentNode.append(element);
  }
}

const hue = (index) => Math.round(255 + index * 137.508) % 360;
const scopes = ['singleton', 'graph', 'weak', 'transient'];

/** Returns the modules, scopes or kinds of the graph, in the order of the legend. */
function groupsOf(property) {
  const exist = new Set(nodes.map((node) => node[property]).filter(Boolean));
  const known = { module: graph.modules, scope: scopes, kind: Object.keys(KINDS) }[property];
  return [...new Set([...known, ...[...exist].sort()])].filter((group) => exist.has(group));
}

/** Colours the nodes by `module` or `scope`. */
function colour(property) {
  const groups = groupsOf(property);
  for (const box of boxes) {
    box.element.style.setProperty('--hue', hue(groups.indexOf(box[property])));
    box.element.classList.toggle('plain', property === 'scope' && (box.isCluster || box.scope === 'transient'));
  }
}
