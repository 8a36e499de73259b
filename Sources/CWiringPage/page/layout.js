const BOX = { height: 44, line: 15, gap: 14, lane: 10 };

/**
 * Sets the position of each node: `x`, `y` (its middle), `width` and `column`; and the `pieces` of each link,
 * the curves that it is drawn with, which links to one target share.
 *
 * nodes: { width, height, isRoot }    links: { from, to, deferred }
 */
function layOut(nodes, links) {
  const outOf = grouped(links, (link) => link.from);
  const drawn = links.filter((link) => link.from !== link.to);
  // Reversed, the links that close a cycle leave an order from left to right.
  const { closing } = depthFirst([...nodes].sort((a, b) => b.isRoot - a.isRoot), (node) => outOf.get(node) ?? []);
  for (const link of links) link.isBack = closing.has(link);
  for (const link of drawn) [link.left, link.right] = link.isBack ? [link.to, link.from] : [link.from, link.to];
  const isConnected = new Set(drawn.flatMap((link) => [link.left, link.right]));
  const unconnected = nodes.filter((node) => !isConnected.has(node));
  const columns = assignColumns(nodes.filter((node) => isConnected.has(node)), drawn);
  const pieces = addLanes(columns, drawn);
  reduceCrossings(columns);
  straighten(columns);
  const bounds = setColumns(columns, unconnected);
  setPorts(pieces);
  return { pieces, bounds };
}

/** Puts each node to the right of all its consumers, after the longest path; a full column overflows into the next. */
function assignColumns(nodes, links) {
  const limit = Math.max(18, Math.ceil(1.5 * Math.sqrt(nodes.length)));
  const columns = [];
  const [lefts, rights] = [new Map(), new Map()];
  for (const node of nodes) [lefts, rights].forEach((map) => map.set(node, []));
  for (const link of links) {
    lefts.get(link.right).push(link.left);
    rights.get(link.left).push(link.right);
  }
  const waiting = new Map(nodes.map((node) => [node, lefts.get(node).length]));
  const order = nodes.filter((node) => !waiting.get(node)).sort((a, b) => b.isRoot - a.isRoot);
  for (let next = 0; next < order.length; next++) {
    const node = order[next];
    node.column = Math.max(-1, ...lefts.get(node).map((left) => left.column)) + 1;
    while ((columns[node.column] ??= []).length >= limit) node.column++;
    columns[node.column].push(node);
    for (const right of rights.get(node)) {
      waiting.set(right, waiting.get(right) - 1);
      if (!waiting.get(right)) order.push(right);
    }
  }
  // A node without consumers that is no root is placed near its dependencies.
  for (const node of order.toReversed()) {
    if (node.isRoot || lefts.get(node).length) continue;
    const column = Math.min(...rights.get(node).map((right) => right.column)) - 1;
    if (column <= node.column || columns[column].length >= limit) continue;
    columns[node.column].splice(columns[node.column].indexOf(node), 1);
    columns[node.column = column].push(node);
  }
  return columns;
}

/** Routes links that skip columns through a lane in each, which all links to the same target share. */
function addLanes(columns, links) {
  const trunks = new Map();
  const pieces = new Map();
  for (const column of columns) for (const node of column) Object.assign(node, { before: [], after: [] });
  const join = (left, right, link) => {
    const name = `${left.id} ${right.id} ${link.deferred} ${link.isBack}`;
    if (!pieces.has(name)) {
      pieces.set(name, { left, right, deferred: link.deferred, isBack: link.isBack, links: [] });
      left.after.push(right);
      right.before.push(left);
    }
    pieces.get(name).links.push(link);
    return pieces.get(name);
  };
  for (const link of links) {
    const name = `${link.right.id} ${link.deferred} ${link.isBack}`;
    if (!trunks.has(name)) trunks.set(name, []);
    const trunk = trunks.get(name);
    let left = link.left;
    link.pieces = [];
    for (let index = left.column + 1; index < link.right.column; index++) {
      if (!trunk[index]) {
        trunk[index] = {
          id: `${name} ${index}`, isLane: true, column: index, width: 0, height: 0, before: [], after: [],
        };
        columns[index].push(trunk[index]);
      }
      link.pieces.push(join(left, trunk[index], link));
      left = trunk[index];
    }
    link.pieces.push(join(left, link.right, link));
  }
  return [...pieces.values()];
}

/** Orders each column by the barycenter of its neighbours, in sweeps, and keeps the order with the fewest crossings. */
function reduceCrossings(columns) {
  const number = (column) => column.forEach((item, index) => { item.rank = index; });
  columns.forEach(number);
  let best = { count: Infinity };
  // A picture of thousands of boxes is no clearer for more.
  const most = columns.flat().length > 4000 ? 6 : 24;
  for (let sweep = 0, idle = 0; sweep < most && idle < 6 && best.count > 0; sweep++, idle++) {
    const [side, path] = sweep % 2 ? ['after', columns.toReversed()] : ['before', columns];
    for (const column of path) {
      for (const item of column) {
        const near = item[side];
        item.weight = near.length ? near.reduce((sum, other) => sum + other.rank, 0) / near.length : item.rank;
      }
      column.sort((a, b) => a.weight - b.weight || a.rank - b.rank);
      number(column);
    }
    const count = columns.reduce((sum, column) => sum + crossings(column), 0);
    if (count < best.count) [best, idle] = [{ count, columns: columns.map((column) => [...column]) }, 0];
  }
  best.columns?.forEach((column, index) => { columns[index] = column; number(column); });
}

/** Returns the crossings between a column and the next: the inversions, counted in a Fenwick tree. */
function crossings(column) {
  const ends = column.flatMap((item) => item.after.map((other) => other.rank).sort((a, b) => a - b));
  const tree = new Array(Math.max(0, ...ends) + 2).fill(0);
  let count = 0;
  ends.forEach((end, index) => {
    let notAbove = 0;
    for (let at = end + 1; at > 0; at -= at & -at) notAbove += tree[at];
    count += index - notAbove;
    for (let at = end + 1; at < tree.length; at += at & -at) tree[at]++;
  });
  return count;
}

/** Moves nodes towards their neighbours, within order and distance; lanes weigh most, to be straight. */
function straighten(columns) {
  for (const item of columns.flat()) item.weight = 1;
  for (const column of columns) placeItems(column, column.map(() => 0));
  const pull = (a, b) => (a.isLane && b.isLane ? 8 : a.isLane || b.isLane ? 2 : 1);
  for (let sweep = 0; sweep < 14; sweep++) {
    const path = sweep % 2 ? columns.toReversed() : columns;
    for (const column of path) {
      const targets = column.map((item) => {
        const near = sweep > 9 ? [...item.before, ...item.after] : sweep % 2 ? item.after : item.before;
        const weight = near.reduce((sum, other) => sum + pull(item, other), 0);
        item.weight = weight || 0.5;
        return weight ? near.reduce((sum, other) => sum + pull(item, other) * other.y, 0) / weight : item.y;
      });
      placeItems(column, targets);
    }
  }
}

/** Sets the positions nearest to the targets by least squares that keep order and distance: pool adjacent violators. */
function placeItems(column, targets) {
  const pools = [];
  let offset = 0;
  column.forEach((item, index) => {
    const above = column[index - 1];
    if (above) offset += (above.height + item.height) / 2 + (above.isLane && item.isLane ? BOX.lane : BOX.gap);
    item.offset = offset;
    let pool = { sum: (targets[index] - offset) * item.weight, weight: item.weight, items: [item] };
    while (pools.length && pools.at(-1).sum / pools.at(-1).weight > pool.sum / pool.weight) {
      const upper = pools.pop();
      upper.items.push(...pool.items);
      pool = { sum: upper.sum + pool.sum, weight: upper.weight + pool.weight, items: upper.items };
    }
    pools.push(pool);
  });
  for (const pool of pools) for (const item of pool.items) item.y = pool.sum / pool.weight + item.offset;
}

/** Sets the columns side by side, farther apart where lines are steep, and unconnected nodes in rows below. */
function setColumns(columns, unconnected) {
  let x = 0;
  let [top, bottom] = [Infinity, -Infinity];
  for (const column of columns) {
    const width = Math.max(0, ...column.map((item) => item.width));
    for (const item of column) {
      Object.assign(item, { x, width });
      top = Math.min(top, item.y - item.height / 2);
      bottom = Math.max(bottom, item.y + item.height / 2);
    }
    const rises = column.flatMap((item) => item.after.map((other) => Math.abs(other.y - item.y)));
    x += width + 40 + Math.min(56, Math.max(0, ...rises) / 12);
  }
  const right = columns.length ? Math.max(...columns.at(-1).map((item) => item.x + item.width)) : 0;
  let place = { x: 0, y: columns.length ? bottom + 72 : 0 };
  if (!columns.length) [top, bottom] = [-BOX.height / 2, BOX.height / 2];
  const end = Math.max(right, 900);
  unconnected.forEach((node, index) => {
    if (place.x && place.x + node.width > end) place = { x: 0, y: place.y + BOX.height + BOX.line + BOX.gap };
    Object.assign(node, place, { column: columns.length + index });
    place.x += node.width + BOX.gap;
    bottom = Math.max(bottom, node.y + node.height / 2);
  });
  const width = Math.max(right, ...unconnected.map((node) => node.x + node.width));
  return { x: 0, y: top, width, height: bottom - top };
}

/** Sets the ends of each piece, `y1` and `y2`: side by side at a node, in the order of their other ends. */
function setPorts(pieces) {
  const spread = (near, far, end) => {
    for (const some of grouped(pieces, (piece) => piece[near]).values()) {
      some.sort((a, b) => a[far].y - b[far].y);
      const node = some[0][near];
      const step = node.isLane || some.length < 2 ? 0 : Math.min(8, (node.height - 14) / (some.length - 1));
      some.forEach((piece, index) => { piece[end] = node.y + (index - (some.length - 1) / 2) * step; });
    }
  };
  spread('left', 'right', 'y1');
  spread('right', 'left', 'y2');
}
