/** The center of the visible part, and the number of pixels per unit of the picture. */
let camera = { x: 0, y: 0, scale: 1 };
let bounds = { x: 0, y: 0, width: 1, height: 1 };
let flight = 0;
/** Below this scale, cards show their names only, in a larger font. */
const NEAR = 0.75;
/** The scale at which the larger names are still easy to read. */
const LEGIBLE = 0.55;

function setCamera(next) {
  camera = { ...next, scale: Math.min(3, Math.max(0.02, next.scale)) };
  const [width, height] = [svg.clientWidth / camera.scale, svg.clientHeight / camera.scale];
  svg.setAttribute('viewBox', `${camera.x - width / 2} ${camera.y - height / 2} ${width} ${height}`);
  const isFar = camera.scale < NEAR;
  if (isFar) drawLargeNames();
  svg.classList.toggle('far', isFar);
  showNames();
  moveMap();
}

/** Returns the camera that shows a part of the picture completely. */
function cameraFor(part, most = 1.1) {
  const margin = 32;
  const scale = Math.min(
    most, (svg.clientWidth - 2 * margin) / part.width, (svg.clientHeight - 2 * margin) / part.height);
  return { x: part.x + part.width / 2, y: part.y + part.height / 2, scale };
}

/** Moves the camera, animated unless the user prefers reduced motion. */
function animateTo(target) {
  cancelAnimationFrame(flight);
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return setCamera(target);
  const [start, begin] = [camera, performance.now()];
  const step = (now) => {
    const time = Math.min(1, Math.max(0, (now - begin) / 220));
    const part = 1 - (1 - time) ** 3;
    const between = (key) => start[key] + (target[key] - start[key]) * part;
    setCamera({ x: between('x'), y: between('y'), scale: start.scale * (target.scale / start.scale) ** part });
    if (time < 1) flight = requestAnimationFrame(step);
  };
  flight = requestAnimationFrame(step);
}

const showAll = () => animateTo(cameraFor(bounds));

/** Returns the initial camera: everything if it is legible, of modules also from afar; else the side of the roots. */
function firstCamera() {
  const all = cameraFor(bounds);
  if (all.scale >= (isWhole() ? 0.9 : LEGIBLE)) return all;
  const [width, height] = [svg.clientWidth, svg.clientHeight];
  const first = starts[Math.floor(starts.length / 2)] ?? nodes[0];
  const inside = (at, from, length, half) => Math.max(from + half, Math.min(from + length - half, at));
  return {
    x: bounds.x + width / 2 - 32, scale: 1,
    y: bounds.height + 64 < height ? all.y : inside(first.y, bounds.y - 32, bounds.height + 64, height / 2),
  };
}

function boxAround(some) {
  const [left, right] = [Math.min(...some.map((n) => n.x)), Math.max(...some.map((n) => n.x + n.width))];
  const [top, bottom] = [
    Math.min(...some.map((n) => n.y - n.height / 2)), Math.max(...some.map((n) => n.y + n.height / 2))];
  return { x: left, y: top, width: right - left, height: bottom - top };
}

const isLegible = (some) => cameraFor(boxAround(some)).scale >= LEGIBLE;

/** Moves the camera just far enough to show the first of some sets of nodes whose names are legible at that size. */
function show(...sets) {
  const part = boxAround(sets.find(isLegible) ?? sets.at(-1));
  const scale = Math.max(LEGIBLE, Math.min(camera.scale, cameraFor(part, 3).scale));
  const inside = (at, from, length, half) =>
    Math.max(from + length - half, Math.min(from + half, at));
  const margin = (size, space) => (size / 2 - space) / scale;
  const [halfWidth, halfHeight] = [margin(svg.clientWidth, 24), margin(svg.clientHeight, 64)];
  animateTo({
    x: inside(camera.x, part.x, part.width, halfWidth), y: inside(camera.y, part.y, part.height, halfHeight), scale,
  });
}

/** Zooms around the point under the pointer. */
function zoom(factor, clientX, clientY) {
  cancelAnimationFrame(flight);
  const box = svg.getBoundingClientRect();
  const [dx, dy] = [(clientX ?? box.x + box.width / 2) - box.x - box.width / 2,
    (clientY ?? box.y + box.height / 2) - box.y - box.height / 2];
  const scale = Math.min(3, Math.max(0.02, camera.scale * factor));
  const change = 1 / camera.scale - 1 / scale;
  setCamera({ x: camera.x + dx * change, y: camera.y + dy * change, scale });
}

function move(dx, dy) {
  cancelAnimationFrame(flight);
  setCamera({ ...camera, x: camera.x - dx / camera.scale, y: camera.y - dy / camera.scale });
}

/** Handles pointers: one moves the picture, two zoom it. A press that moved is not a click. */
function followPointers() {
  const pointers = new Map();
  let travelled = 0;
  svg.addEventListener('wheel', (event) => {
    event.preventDefault();
    const unit = event.deltaMode ? 16 : 1;
    zoom(Math.exp(-event.deltaY * unit * (event.ctrlKey ? 0.01 : 0.0016)), event.clientX, event.clientY);
  }, { passive: false });
  svg.addEventListener('pointerdown', (event) => {
    if (event.button) return;
    if (!pointers.size) travelled = 0;
    pointers.set(event.pointerId, event);
  });
  svg.addEventListener('pointermove', (event) => {
    const last = pointers.get(event.pointerId);
    if (!last) return;
    const [dx, dy] = [event.clientX - last.clientX, event.clientY - last.clientY];
    travelled += Math.hypot(dx, dy);
    if (travelled < 4 && pointers.size === 1) return;
    svg.setPointerCapture(event.pointerId);
    const other = [...pointers.values()].find((pointer) => pointer.pointerId !== event.pointerId);
    pointers.set(event.pointerId, event);
    if (!other) return move(dx, dy);
    const spread = (pointer) => Math.hypot(pointer.clientX - other.clientX, pointer.clientY - other.clientY);
    const middle = [(event.clientX + other.clientX) / 2, (event.clientY + other.clientY) / 2];
    move(dx / 2, dy / 2);
    zoom(spread(event) / Math.max(1, spread(last)), ...middle);
  });
  for (const end of ['pointerup', 'pointercancel']) {
    svg.addEventListener(end, (event) => pointers.delete(event.pointerId));
  }
  svg.addEventListener('click', (event) => { if (travelled >= 4) event.stopImmediatePropagation(); });
  new ResizeObserver(() => setCamera(camera)).observe(svg);
  // The printed picture is complete, with all names.
  addEventListener('beforeprint', () => {
    svg.setAttribute('viewBox', `${bounds.x - 8} ${bounds.y - 8} ${bounds.width + 16} ${bounds.height + 16}`);
    svg.classList.remove('far', 'farther');
  });
  addEventListener('afterprint', () => setCamera(camera));
}
