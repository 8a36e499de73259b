/** The kinds of bindings, in the order of the legend. */
const KINDS = {
  factory: 'made from its dependencies', value: 'an existing object', opaque: 'its dependencies are unknown',
  proxy: 'creates its object on the first call', decorator: 'wraps another object',
  collection: 'contributions of several modules', handle: 'resolves its object later', context: 'of a custom scope',
  view: 'another object as its supertype', missing: 'nothing provides it',
};

/** What the filter lets through: all words, and one value of each property; an empty set lets everything through. */
const filter = {
  words: [], module: new Set(), scope: new Set(), kind: new Set(), change: new Set(),
};
const PROPERTIES = ['module', 'scope', 'kind', 'change'];

const isFiltered = () => filter.words.length > 0 || PROPERTIES.some((property) => filter[property].size);

function matches(node) {
  const text = `${node.key} ${node.implementation ?? ''} ${node.module} ${placeOf(node.location)}`.toLowerCase();
  return filter.words.every((word) => text.includes(word))
    && PROPERTIES.every((property) => !filter[property].size || filter[property].has(node[property]));
}

/** Dims the other nodes, and hides their rows in the table. A selection stays bright. */
function applyFilter() {
  const rows = document.querySelectorAll('#table tbody tr');
  const found = new Set(nodes.filter(matches));
  const shown = new Set([...found].map((node) => node.box));
  for (const box of boxes) box.element.classList.toggle('match', shown.has(box));
  for (const node of nodes) if (rows[node.row]) rows[node.row].hidden = !found.has(node);
  const isMatch = (link) => matches(link.from) && matches(link.to);
  for (const piece of pieces) {
    for (const element of piece.elements) element.classList.toggle('match', piece.links.some(isMatch));
  }
  svg.classList.toggle('filtered', isFiltered());
  const status = isFiltered() ? `${found.size} of ${nodes.length}` : '';
  byId('status').textContent = status;
  byId('clear').hidden = !isFiltered();
  byId('clear').textContent = `${status} · show all`;
}

/** Returns the buttons of the legend for one property: each shows its bindings only, several show those of all. */
function buttonsOf(property, groups, coloured) {
  return groups.map((group, index) => {
    const name = property === 'kind' ? `${group}: ${KINDS[group] ?? ''}` : '';
    const plain = property === 'scope' && group === 'transient' ? ' plain' : '';
    const sign = { [coloured]: `swatch${plain}`, kind: `sign ${group}` }[property];
    const icon = make('i', { class: sign });
    icon.style.setProperty('--hue', hue(index));
    const button = make(
      'button', { type: 'button', title: name, 'aria-pressed': filter[property].has(group) },
      ...(sign ? [icon] : []), make('span', {}, group),
      make('b', {}, String(nodes.filter((node) => node[property] === group).length)));
    button.addEventListener('click', () => {
      const isPressed = !filter[property].delete(group);
      if (isPressed) filter[property].add(group);
      button.setAttribute('aria-pressed', isPressed);
      if (selected) select(null);
      applyFilter();
    });
    return make('li', {}, button);
  });
}

/** Fills the legend. */
function showLegend() {
  const coloured = document.querySelector('[name=colour]:checked').value;
  colour(coloured);
  drawMap();
  const parts = [['module', 'Module'], ['scope', 'Scope'], ['kind', 'Kind']].map(
    ([property, title]) => [property, title, groupsOf(property)]);
  const changes = Object.keys(SIGNS).filter((change) => nodes.some((node) => node.change === change));
  if (changes.length) parts.unshift(['change', 'Difference', changes]);
  byId('legend').replaceChildren(...parts.flatMap(([property, title, groups]) => [
    make('h3', {}, title), make('ul', { 'aria-label': title }, ...buttonsOf(property, groups, coloured)),
  ]));
}

/** Removes all conditions of the filter. */
function clearFilter() {
  filter.words = [];
  byId('query').value = '';
  for (const property of PROPERTIES) filter[property].clear();
  showLegend();
  applyFilter();
}
