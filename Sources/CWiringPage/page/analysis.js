/** Returns a node without a binding that links to all of some nodes, as the roots. */
const sourceOf = (starts) => ({ out: starts.map((to) => ({ to })) });

/** The links that this graph has; a comparison adds those that only the older graph has. */
const present = (links) => links.filter((link) => link.change !== 'removed');
const successors = (node) => [...new Set(present(node.out).map((link) => link.to))];
const predecessors = (node) => [...new Set(present(node.in).map((link) => link.from))];

/** Returns items in groups, by what they have in common. */
function grouped(items, keyOf) {
  const groups = new Map();
  for (const item of items) {
    const key = keyOf(item);
    if (groups.has(key)) groups.get(key).push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Returns the nodes that can be reached from a node, without the node itself. */
function reachable(node, next) {
  const found = new Set([node]);
  for (const one of found) for (const other of next(one)) found.add(other);
  found.delete(node);
  return found;
}

/** Searches depth first. Returns the nodes in postorder, and the links that close a cycle. */
function depthFirst(starts, linksOf = (node) => present(node.out)) {
  const [postorder, closing, state] = [[], new Set(), new Map()];
  for (const start of starts) {
    if (state.has(start)) continue;
    const stack = [{ node: start, links: linksOf(start), next: 0 }];
    state.set(start, 'open');
    while (stack.length) {
      const top = stack.at(-1);
      const link = top.links[top.next++];
      if (!link) {
        state.set(top.node, 'done');
        postorder.push(stack.pop().node);
      } else if (state.get(link.to) === 'open') {
        closing.add(link);
      } else if (!state.has(link.to)) {
        state.set(link.to, 'open');
        stack.push({ node: link.to, links: linksOf(link.to), next: 0 });
      }
    }
  }
  return { postorder, closing };
}

/**
 * Returns the immediate dominator of each node that the source reaches: the last node, before it, of all paths to it.
 * By the algorithm of Cooper, Harvey and Kennedy.
 */
function dominators(source) {
  const order = depthFirst([source]).postorder.reverse();
  const rank = new Map(order.map((node, index) => [node, index]));
  const before = new Map(order.map((node) => [node, []]));
  for (const node of order) for (const next of successors(node)) before.get(next)?.push(node);
  const dominator = new Map([[source, source]]);
  const common = (first, second) => {
    let [a, b] = [first, second];
    while (a !== b) {
      while (rank.get(a) > rank.get(b)) a = dominator.get(a);
      while (rank.get(b) > rank.get(a)) b = dominator.get(b);
    }
    return a;
  };
  for (let isChanged = true; isChanged;) {
    isChanged = false;
    for (const node of order.slice(1)) {
      const next = before.get(node).filter((one) => dominator.has(one)).reduce(common);
      if (dominator.get(node) === next) continue;
      dominator.set(node, next);
      isChanged = true;
    }
  }
  dominator.delete(source);
  return dominator;
}

/** Returns the nodes that are reached through a node only, by the immediate dominators. */
function dominatedBy(node, dominator) {
  const children = grouped(dominator.keys(), (child) => dominator.get(child));
  return reachable(node, (one) => children.get(one) ?? []);
}

/** Returns a shortest path as nodes, by breadth-first search; `null` if there is none. */
function shortestPath(from, to, { avoided = new Set(), avoidedFirst = new Set() } = {}) {
  const previous = new Map([[from, null]]);
  for (const node of previous.keys()) {
    if (node === to) {
      const path = [];
      for (let step = to; step; step = previous.get(step)) path.unshift(step);
      return path;
    }
    for (const next of successors(node)) {
      if (previous.has(next) || avoided.has(next) || (node === from && avoidedFirst.has(next))) continue;
      previous.set(next, node);
    }
  }
  return null;
}

/** Returns the shortest paths without cycles from one node to another, shortest first, by Yen's algorithm. */
function shortestPaths(from, to, most) {
  const first = shortestPath(from, to);
  const found = first ? [first] : [];
  const candidates = [];
  const starts = (path, head) => head.every((node, index) => path[index] === node);
  while (found.length && found.length < most) {
    const last = found.at(-1);
    for (let index = 0; index < last.length - 1; index++) {
      const head = last.slice(0, index + 1);
      const avoidedFirst = new Set(found.filter((path) => starts(path, head)).map((path) => path[index + 1]));
      const tail = shortestPath(last[index], to, { avoided: new Set(head), avoidedFirst });
      const path = tail && [...head, ...tail.slice(1)];
      const isKnown = candidates.some((other) => other.length === path?.length && starts(other, path));
      if (path && !isKnown) candidates.push(path);
    }
    if (!candidates.length) break;
    candidates.sort((a, b) => a.length - b.length);
    found.push(candidates.shift());
  }
  return found;
}

/** Returns the longest path as nodes, without the links that close a cycle. */
function longestChain(nodes) {
  const { postorder, closing } = depthFirst(nodes);
  const best = new Map();
  for (const node of postorder) {
    const next = present(node.out).filter((link) => !closing.has(link)).map((link) => best.get(link.to));
    const rest = next.reduce((a, b) => (b.length > (a?.length ?? 0) ? b : a), undefined);
    best.set(node, { node, rest, length: 1 + (rest?.length ?? 0) });
  }
  const chain = [];
  const longest = [...best.values()].reduce((a, b) => (b.length > (a?.length ?? 0) ? b : a), undefined);
  for (let step = longest; step; step = step.rest) chain.push(step.node);
  return chain;
}
