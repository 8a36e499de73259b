const byId = (id) => document.getElementById(id);
const graph = JSON.parse(byId('graph').textContent);
const svg = byId('picture');

/** Creates an element with text. Names of users enter the page only as such text, which cannot be markup. */
function make(name, attributes = {}, ...children) {
  const isDrawn = ['svg', 'g', 'rect', 'path', 'text', 'tspan', 'title'].includes(name);
  const element = isDrawn ? document.createElementNS(svg.namespaceURI, name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** What the sources say of each binding: the type that a factory makes, and a link to an editor. */
const sources = JSON.parse(document.querySelector('#sources')?.textContent ?? '[]');
const nodeOf = (binding, id) => ({ notes: [], scope: '', module: '', ...binding, id, out: [], in: [] });
const nodes = graph.bindings.map(
  (binding, id) => nodeOf({ ...binding, ...sources[id], isRoot: graph.roots.includes(id), row: id }, id));
const links = [];

function connect(from, to, deferred, change) {
  const link = { from, to, deferred, change };
  links.push(link);
  from.out.push(link);
  to.in.push(link);
}

for (const edge of graph.edges) connect(nodes[edge.from], nodes[edge.to], edge.deferred);

const placeOf = (location) => (location ? `${location.file}:${location.line}:${location.column}` : '');
const nodesByPlace = grouped(nodes, (node) => placeOf(node.location));

/** The problems with their bindings, the nodes on their path, and the links from the first binding on. */
const problems = graph.problems.map((problem) => {
  const sites = problem.sites.flatMap((site) => (nodesByPlace.get(placeOf(site.location)) ?? [])
    .filter((node) => ` ${site.text}`.includes(` ${node.key}`)));
  if (problem.word === 'missing' && problem.path.length) {
    const key = problem.path.at(-1);
    const missing = nodeOf({ key, isMissing: true, kind: 'missing' }, nodes.length);
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


/** Where the paths begin: the roots, or in a plan without a root all bindings that nothing needs. */
const starts = nodes.filter((node) => node.isRoot);
if (!starts.length) starts.push(...nodes.filter((node) => !node.in.length));
const source = sourceOf(starts);
