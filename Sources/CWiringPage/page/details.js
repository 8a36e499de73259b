const panel = byId('details');

/** Returns a link that selects a node. A proxy has the key of its target. */
function linkTo(node) {
  const name = `${node.key}${node.kind === 'proxy' ? ' (proxy)' : ''}`;
  if (node.id < graph.bindings.length) return make('a', { class: 'key', href: `#b${node.id}` }, name);
  const button = make('button', { type: 'button', class: 'plain-link key' }, name);
  button.addEventListener('click', () => select(node, { isFocused: true }));
  return button;
}

/** Returns a list of nodes. Pointing at one highlights its links to or from the selected node. */
function listOf(some, { note = () => '', linksTo = () => [] } = {}) {
  if (!some.length) return make('p', { class: 'hint' }, 'nothing');
  return make('ul', { class: 'links' }, ...some.map((node) => {
    const item = make('li', {}, linkTo(node), note(node));
    for (const event of ['pointerenter', 'focusin']) item.addEventListener(event, () => emphasise(linksTo(node)));
    for (const event of ['pointerleave', 'focusout']) item.addEventListener(event, () => emphasise([]));
    return item;
  }));
}

const titled = (title, count, ...contents) => [make('h3', {}, title, make('b', {}, String(count))), ...contents];

// Allows line breaks after separators of a long location.
const breakable = (text) => text.split(/(?<=[/:,])/).flatMap((part) => [part, make('wbr')]);

/** Returns the location of a node with a button that copies it, and a link to an editor where the page has the folder. */
function locationOf(node) {
  const place = placeOf(node.location);
  const button = make('button', { type: 'button', class: 'small', 'aria-label': `Copy ${place}` }, 'Copy');
  button.addEventListener('click', async () => {
    button.textContent = (await copy(place)) ? 'Copied' : 'Not allowed';
    setTimeout(() => { button.textContent = 'Copy'; }, 1500);
  });
  const open = node.editor ? [make('a', { class: 'button small', href: node.editor }, 'Open'), ' '] : [];
  return [...breakable(place), ' ', ...open, button];
}

/** Returns the module of a node, with a button that shows it as one box again. */
function moduleOf(node) {
  if (!opened.has(node.group) || !foldable().has(node.group)) return [node.module];
  const button = make('button', { type: 'button', class: 'small' }, `Close ${node.group}`);
  button.addEventListener('click', () => openModules([node.group], false));
  return [node.module, ' ', button];
}

/** Returns the path that is shown, with buttons for the others. */
function pathList() {
  const list = make('div', { class: 'paths' });
  const fill = () => {
    const path = paths[shownPath];
    list.replaceChildren(
      ...(isLegible(path) ? [] : [make('p', { class: 'hint' }, 'Longer than the picture; only its end is in view.')]),
      make('ol', { class: 'path' }, ...path.map((node) => (
        make('li', node === selected ? { 'aria-current': true } : {}, node === selected ? node.key : linkTo(node))))));
  };
  const number = make('b');
  const step = (by, name, sign) => {
    const button = make('button', { type: 'button', class: 'small', 'aria-label': name }, sign);
    button.addEventListener('click', () => {
      shownPath = (shownPath + by + paths.length) % paths.length;
      showNumber();
      fill();
      showSelection();
    });
    return button;
  };
  const most = paths.length === 9 ? '9 or more' : paths.length;
  const showNumber = () => { number.textContent = paths.length > 1 ? `${shownPath + 1} of ${most}` : ''; };
  showNumber();
  fill();
  const steps = paths.length > 1 ? [step(-1, 'Shorter path', '‹'), step(1, 'Longer path', '›')] : [];
  return [make('h3', {}, 'Path from a root', make('span', {}, number, ...steps)), list];
}

/** Returns what is listed about the selected node, for the chosen extent. */
function listing() {
  const node = selected;
  if (extent !== 'near') {
    const some = [...EXTENTS[extent].of(node)];
    return titled(EXTENTS[extent].name, some.length, listOf(some));
  }
  const about = (link) => [link.deferred ? ' later' : '', link.change ? ` ${link.change}` : ''].join('');
  const list = (title, some, end) => {
    const byNode = grouped(some, (link) => link[end]);
    return titled(title, byNode.size, listOf([...byNode.keys()], {
      note: (other) => about(byNode.get(other)[0]), linksTo: (other) => byNode.get(other),
    }));
  };
  return [
    ...(paths[0]?.length > 1 ? pathList() : []), ...(node.isMissing ? [] : list('Needs', node.out, 'to')),
    ...list('Needed by', node.in, 'from'),
  ];
}

/** Returns the choice of what is highlighted and listed, with the number of bindings of each. */
function extentChoice(target) {
  const counts = Object.entries(EXTENTS).map(([value, { name, of }]) => [value, name, of(selected).size]);
  const choice = make('fieldset', { class: 'extents' }, make('legend', { class: 'unseen' }, 'Highlight'));
  for (const [value, name, count] of [['near', 'Path and neighbours', ''], ...counts]) {
    const input = make('input', { type: 'radio', name: 'extent', value, ...(value === extent ? { checked: '' } : {}) });
    input.addEventListener('change', () => {
      extent = value;
      target.replaceChildren(...listing());
      showSelection();
    });
    choice.append(make('label', {}, input, make('span', {}, name), make('b', {}, String(count))));
  }
  return choice;
}

/** Shows the details of the selected node in the panel, or those of the graph. */
function describe() {
  if (!selected) return panel.replaceChildren(...overview());
  const node = selected;
  const parent = dominator.get(node);
  const rows = [
    ['Scope', node.scope], ['Kind', node.kind && (KINDS[node.kind] ? `${node.kind}: ${KINDS[node.kind]}` : node.kind)],
    ['Object', node.implementation !== node.key && node.implementation], ['Isolation', node.isolation],
    ['Module', node.module && moduleOf(node)], ['Declared at', node.location && locationOf(node)],
    ['Notes', [...(node.isRoot ? ['root'] : []), ...node.notes].join(', ')],
    ['All paths via', parent && parent !== source && [linkTo(parent)]], ['Difference', node.change],
  ].filter(([, value]) => value);
  const target = make('div');
  target.append(...listing());
  panel.replaceChildren(
    make('h2', { class: 'key' }, node.key),
    make('dl', {}, ...rows.map(([name, value]) => make(
      'div', {}, make('dt', {}, name), make('dd', {}, ...(Array.isArray(value) ? value : breakable(value)))))),
    ...(node.changes ? [make('ul', { class: 'changes' }, ...node.changes.map((line) => make('li', {}, line)))] : []),
    extentChoice(target), target);
}

function overviewButton() {
  const button = make('button', { type: 'button', class: 'small' }, 'Overview');
  button.addEventListener('click', () => select(null));
  return button;
}

/** Returns the details of the graph. */
function overview() {
  const some = nodes.filter((node) => !node.isMissing && node.change !== 'removed');
  const chain = longestChain(some);
  const needed = some.map((node) => ({ node, count: predecessors(node).length })).filter(({ count }) => count > 1)
    .sort((a, b) => b.count - a.count).slice(0, 6);
  const counts = new Map(needed.map(({ node, count }) => [node, count]));
  const button = make('button', { type: 'button' }, `Longest chain: ${chain.length} bindings`);
  button.addEventListener('click', () => showChain(chain));
  const numbers = [
    ['Bindings', some.length], ['Links', present(links).length], ['Roots', graph.roots.length],
    ['Modules', graph.modules.length]];
  return [
    make('h2', {}, 'Overview'),
    make('dl', { class: 'numbers' }, ...numbers.map(
      ([name, count]) => make('div', {}, make('dt', {}, name), make('dd', {}, String(count))))),
    ...(chain.length > 1 ? [button] : []),
    ...differenceList(),
    ...(needed.length
      ? [make('h3', {}, 'Most needed', make('b', {}, 'by')),
        listOf([...counts.keys()], { note: (node) => make('b', {}, String(counts.get(node))) })] : []),
    make('p', { class: 'hint' }, 'Select a binding to see its dependencies, its consumers, and the paths from a root.'),
  ];
}
