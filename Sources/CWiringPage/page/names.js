/** The height of a name that keeps its size on the screen, in pixels. */
const NAME = 12;
let namedAt = 0;

/** Which of two names is shown, where there is no room for both: a module's, a root's, that of what is needed most. */
const weightOf = (box) => (box.isCluster ? 1e6 : 0) + (box.isRoot ? 1e5 : 0) + box.in.length;

/** Shows names of the same size at every zoom below that at which cards can be read: as many as have room. */
function showNames() {
  const isFar = camera.scale < LEGIBLE;
  svg.classList.toggle('farther', isFar);
  if (isFar ? Math.abs(Math.log(camera.scale / namedAt)) < 0.05 : !namedAt) return;
  namedAt = isFar ? camera.scale : 0;
  const size = NAME / camera.scale;
  const taken = [];
  const texts = [];
  for (const box of isFar ? boxes.toSorted((a, b) => weightOf(b) - weightOf(a)) : []) {
    const name = elided(box.key, 28);
    const [x, half] = [box.x + box.width / 2, (widthOf(name, FONTS.key) * size) / 12.5 / 2 + size / 2];
    const isOver = (other) => Math.abs(other.x - x) < other.half + half && Math.abs(other.y - box.y) < size * 1.3;
    if (taken.some(isOver)) continue;
    taken.push({ x, y: box.y, half });
    texts.push(make('text', { class: 'name', x, y: box.y + size * 0.35, 'font-size': size }, name));
  }
  svg.querySelector('.names').replaceChildren(...texts);
}
