/** Compares the analyses of the page with slow ones that are plainly right, on random graphs. Returns what differs. */
function check(seed, rounds) {
  let state = seed;
  // The generator is Park and Miller's.
  const random = (below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
  for (let round = 0; round < rounds; round++) {
    const difference = compare(randomGraph(random, round % 2 === 0));
    if (difference) return `round ${round}: ${difference}`;
  }
  return '';
}

function randomGraph(random, isAcyclic) {
  const nodes = Array.from({ length: 2 + random(7) }, (_, id) => ({ id, out: [], in: [] }));
  const density = 1 + random(5);
  for (const from of nodes) {
    for (const to of nodes) {
      if ((isAcyclic && from.id >= to.id) || random(10) >= density) continue;
      const link = { from, to };
      from.out.push(link);
      to.in.push(link);
    }
  }
  return { nodes, source: sourceOf(nodes.filter((node) => node.id === 0 || !random(4))), isAcyclic };
}

/** Returns all paths without cycles from a node, by trying everything. */
function allPaths(from) {
  const paths = [];
  const walk = (path) => {
    paths.push(path);
    for (const next of successors(path.at(-1))) if (!path.includes(next)) walk([...path, next]);
  };
  walk([from]);
  return paths;
}

const names = (some) => [...some].map((node) => node?.id ?? 'source').join(' ');
const sorted = (some) => names([...some].sort((a, b) => a.id - b.id));

function compare({ nodes, source, isAcyclic }) {
  const every = allPaths(source);
  const isReached = (node, without) => every.some((path) => path.at(-1) === node && !path.includes(without));
  const dominator = dominators(source);
  for (const node of nodes) {
    const to = every.filter((path) => path.at(-1) === node);
    if (dominator.has(node) !== to.length > 0) return `${node.id} is reached`;
    const all = nodes.filter((other) => other !== node && to.length && !isReached(node, other));
    // The dominators of a node are on every path to it, in one order; the immediate one is the last.
    const expected = to.length ? to[0].filter((other) => other === source || all.includes(other)).at(-1) : undefined;
    if (dominator.get(node) !== expected) return `the dominator of ${node.id} is ${expected?.id}`;
    const alone = to.length
      ? nodes.filter((other) => other !== node && isReached(other) && !isReached(other, node)) : [];
    if (sorted(dominatedBy(node, dominator)) !== sorted(alone)) return `${node.id} keeps ${sorted(alone)}`;
    const found = shortestPaths(source, node, 6);
    const lengths = to.map((path) => path.length).sort((a, b) => a - b).slice(0, 6);
    if (found.map((path) => path.length).join() !== lengths.join()) return `the paths to ${node.id} have ${lengths}`;
    const known = new Set(to.map(names));
    if (!found.every((path) => known.delete(names(path)))) return `a path to ${node.id} is wrong or occurs twice`;
    const reached = new Set(allPaths(node).flat());
    reached.delete(node);
    if (sorted(reachable(node, successors)) !== sorted(reached)) return `${node.id} needs ${sorted(reached)}`;
  }
  const chain = longestChain(nodes);
  if (new Set(chain).size < chain.length) return 'the longest chain has a node twice';
  if (chain.slice(1).some((node, index) => !successors(chain[index]).includes(node))) return 'the chain has a gap';
  const longest = Math.max(...nodes.flatMap(allPaths).map((path) => path.length));
  return isAcyclic && chain.length !== longest ? `the longest chain has ${longest} nodes` : '';
}
