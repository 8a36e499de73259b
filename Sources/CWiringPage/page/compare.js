/** Reads a graph from the text of its JSON, or of a page like this one. */
function readGraph(text) {
  const isPage = text.trimStart().startsWith('<');
  const json = isPage ? new DOMParser().parseFromString(text, 'text/html').querySelector('#graph')?.textContent : text;
  const other = JSON.parse(json);
  const isWhole = Array.isArray(other.bindings) && Array.isArray(other.roots)
    && other.edges.every(({ from, to }) => other.bindings[from] && other.bindings[to]);
  if (other.version !== 1 || !isWhole) throw new Error('no graph of version 1');
  return other;
}

/** Returns the elements of one list alone, each with a sign; an element counts as often as it occurs. */
function changesOf(before, after) {
  const counts = new Map();
  for (const [some, by] of [[after, 1], [before, -1]]) {
    for (const one of some) counts.set(one, (counts.get(one) ?? 0) + by);
  }
  return [...counts].sort().flatMap(([one, count]) => Array(Math.abs(count)).fill(`${count > 0 ? '+' : '−'} ${one}`));
}

/** Returns the differences of two bindings, one per line. The line of the declaration does not count. */
function changesOfBinding(before, after) {
  const values = ['kind', 'scope', 'isolation', 'module'].map((name) => [name, before[name], after[name]]);
  values.push(['file', before.location?.file, after.location?.file]);
  const lists = ['needs', 'notes'].map((name) => [name, changesOf(before[name], after[name])]);
  return [
    ...values.filter(([, one, other]) => one !== other).map(([name, one, other]) => `${name}: ${one} → ${other}`),
    ...lists.filter(([, some]) => some.length).map(([name, some]) => `${name}: ${some.join(', ')}`)];
}

/**
 * Pairs the bindings of two graphs, as `swift package wiring diff` does: by key, and of several with one key first
 * those that are equal, then those that agree in less and less. Returns pairs of positions; -1 is none.
 */
function pairsOf(before, after) {
  const file = (binding) => binding.location?.file;
  const agreements = [
    (a, b) => !changesOfBinding(a, b).length, (a, b) => a.kind === b.kind && file(a) === file(b),
    (a, b) => a.kind === b.kind && a.module === b.module, (a, b) => a.kind === b.kind,
    (a, b) => (a.kind === 'decorator') === (b.kind === 'decorator')];
  const pairs = [];
  const padded = (number) => String(number).padStart(9);
  const orderOf = ({ kind, module, location }) => [
    kind, module, location?.file, padded(location?.line), padded(location?.column)].join();
  const [olds, news] = [before, after].map((some) => grouped(
    [...some.keys()].sort((a, b) => (orderOf(some[a]) < orderOf(some[b]) ? -1 : 1)), (index) => some[index].key));
  for (const key of new Set([...olds.keys(), ...news.keys()])) {
    let old = olds.get(key) ?? [];
    const young = [...(news.get(key) ?? [])];
    for (const agree of agreements) {
      old = old.filter((index) => {
        const match = young.findIndex((other) => agree(before[index], after[other]));
        if (match >= 0) pairs.push([index, ...young.splice(match, 1)]);
        return match < 0;
      });
    }
    pairs.push(...old.map((index) => [index, -1]), ...young.map((index) => [-1, index]));
  }
  return pairs;
}

const withNeeds = ({ bindings, edges }) => {
  const needs = grouped(edges, (edge) => edge.from);
  return bindings.map((binding, index) => ({
    ...binding, needs: (needs.get(index) ?? []).map((edge) => bindings[edge.to].key),
  }));
};

/** The file that the graph is compared with, or what is wrong with it. */
let comparison = null;

/** Removes the marks of a comparison. */
function endComparison() {
  comparison = null;
  filter.change.clear();
  const first = nodes.findIndex((node) => node.change === 'removed');
  if (first >= 0) nodes.splice(first);
  const kept = links.filter((link) => link.change !== 'removed');
  links.splice(0, links.length, ...kept);
  for (const node of nodes) {
    [node.change, node.changes] = [undefined, undefined];
    for (const end of ['out', 'in']) node[end] = node[end].filter((link) => link.change !== 'removed');
  }
  for (const link of links) link.change = undefined;
}

/** Marks what was added, removed and changed since another graph; what was removed becomes part of the picture. */
function compareWith(old) {
  const [before, after] = [withNeeds(old), withNeeds(graph)];
  const partner = new Map();
  for (const [index, other] of pairsOf(before, after)) {
    if (other < 0) {
      const node = nodeOf({ ...old.bindings[index], change: 'removed' }, nodes.length);
      nodes.push(node);
      partner.set(index, node);
    } else if (index < 0) {
      nodes[other].change = 'added';
    } else {
      partner.set(index, nodes[other]);
      const changes = changesOfBinding(before[index], after[other]);
      if (changes.length) Object.assign(nodes[other], { change: 'changed', changes });
    }
  }
  const name = (from, to, deferred) => `${from.id} ${to.id} ${deferred}`;
  const known = grouped(links, (link) => name(link.from, link.to, link.deferred));
  for (const link of links) if (!link.to.isMissing) link.change = 'added';
  for (const { from, to, deferred } of old.edges) {
    const ends = [partner.get(from), partner.get(to)];
    const link = known.get(name(...ends, deferred))?.pop();
    if (link) link.change = undefined;
    else connect(...ends, deferred, 'removed');
  }
}

/** Returns the list of the differences for the panel. */
function differenceList() {
  if (!comparison) return [];
  if (comparison.error) return [make('p', { class: 'error', role: 'alert' }, comparison.error)];
  const found = Object.keys(SIGNS).flatMap((change) => nodes.filter((node) => node.change === change));
  const button = make('button', { type: 'button', class: 'small' }, 'End comparison');
  button.addEventListener('click', () => {
    endComparison();
    redraw();
  });
  const sign = (node) => make('b', { class: node.change }, `${SIGNS[node.change]} ${node.change}`);
  return [
    ...titled(`Since ${comparison.name}`, found.length),
    found.length ? listOf(found, { note: sign }) : make('p', { class: 'hint' }, 'No differences.'), button];
}

/** Marks the rows of the table, and adds those of removed bindings. */
function markTable() {
  for (const element of document.querySelectorAll('#table .change')) element.remove();
  for (const row of document.querySelectorAll('#table tr.removed')) row.remove();
  const body = document.querySelector('#table tbody');
  for (const node of nodes.filter((one) => one.change)) {
    if (node.change === 'removed') {
      node.row = body.rows.length;
      const needs = [...new Set(node.out.map((link) => link.to.key))].join(', ');
      const { scope, kind, isolation, module, location, notes } = node;
      const cells = [scope, kind, isolation, module, placeOf(location), needs, notes.join(', ')];
      body.append(make('tr', { class: 'removed' }, make('th', { scope: 'row' }, linkTo(node)),
        ...cells.map((text) => make('td', {}, text ?? ''))));
    }
    const sign = make('span', { class: `change ${node.change}` }, `${SIGNS[node.change]} ${node.change}`);
    body.rows[node.row].cells[0].prepend(sign, ' ');
    if (node.changes) body.rows[node.row].cells[7].append(make('div', { class: 'change' }, node.changes.join('; ')));
  }
}

function followComparison() {
  const input = byId('compare');
  input.addEventListener('change', async () => {
    const [file] = input.files;
    input.value = '';
    if (!file) return;
    endComparison();
    try {
      const old = readGraph(await file.text());
      comparison = { name: file.name };
      compareWith(old);
    } catch {
      endComparison();
      comparison = { error: `${file.name} is not the JSON of a graph (graph --format json), nor a page like this.` };
    }
    redraw();
    showStage();
    panel.scrollIntoView({ block: 'nearest' });
  });
}
