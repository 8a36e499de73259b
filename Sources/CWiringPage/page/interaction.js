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

/** Returns the node that an arrow key selects: along links sideways, within a column up and down. */
function neighbour(node, key) {
  const nearest = (some) => some.toSorted((a, b) => Math.abs(a.y - node.y) - Math.abs(b.y - node.y))[0];
  switch (key) {
    case 'ArrowRight': return nearest(node.out.map((link) => link.to));
    case 'ArrowLeft': return nearest(node.in.map((link) => link.from));
    case 'ArrowDown': return nearest(boxes.filter((other) => other.x === node.x && other.y > node.y));
    case 'ArrowUp': return nearest(boxes.filter((other) => other.x === node.x && other.y < node.y));
    default: return undefined;
  }
}

/** Highlights the links under the pointer. */
function followPointerOnLinks() {
  svg.addEventListener('pointerover', (event) => {
    // Not before they are needed, in each picture.
    if (!svg.querySelector('.hit')) drawHits();
    emphasise(pieces[event.target.dataset.piece]?.links ?? []);
  });
  svg.addEventListener('pointerleave', () => emphasise([]));
}

/** Returns the node or the closed module of an element of the picture. */
function boxAt(element) {
  const { node, module } = element?.closest?.('[data-node], [data-module]')?.dataset ?? {};
  return nodes[node] ?? boxes.find((box) => box.isCluster && box.module === module);
}

/** Selects a node, or opens a module. */
function press(box) {
  if (box?.isCluster) openModules([box.module], true);
  else select(box ?? null, { isFocused: !!box });
}

/** Brings the picture into view; a narrow screen shows either it or the table. */
function showStage() {
  document.querySelector('[name=view][value=picture]').checked = true;
  byId('stage').scrollIntoView({ block: 'nearest' });
}

function followKeys() {
  const steps = { ArrowLeft: [80, 0], ArrowRight: [-80, 0], ArrowUp: [0, 80], ArrowDown: [0, -80] };
  svg.addEventListener('keydown', (event) => {
    const node = boxAt(event.target);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.shiftKey && steps[event.key]) move(...steps[event.key]);
    else if (node && (event.key === 'Enter' || event.key === ' ')) press(node);
    else if (node && steps[event.key]) {
      const next = neighbour(node, event.key);
      if (next) {
        focusOn(next);
        if (selected && next.box === next) select(next);
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
    const box = boxAt(event.target);
    if (box || selected || svg.matches('.lit-only')) press(box);
  });
  // A link to a binding selects its node in the picture.
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[href^="#b"]');
    if (!link) return;
    event.preventDefault();
    showStage();
    select(nodes[link.hash.slice(2)], { isFocused: true });
  });
  for (const [id, action] of [['in', () => zoom(1.25)], ['out', () => zoom(0.8)], ['fit', showAll],
    ['save', () => save(exported(), `${document.title}.svg`, 'image/svg+xml')]]) {
    byId(`zoom-${id}`).addEventListener('click', action);
  }
  byId('tools').addEventListener('change', (event) => {
    if (event.target.name === 'colour') showLegend();
  });
  byId('clear').addEventListener('click', clearFilter);
  byId('modules').addEventListener('click', () => {
    openModules([...foldable().keys()], isAnyClosed());
  });
}

