const map = byId('map');
const view = make('rect', { class: 'seen' });

/** Draws the small map: every box as a spot, and a frame around what the picture shows. */
function drawMap() {
  map.setAttribute('viewBox', `${bounds.x} ${bounds.y} ${bounds.width} ${bounds.height}`);
  const least = Math.max(bounds.width / 160, bounds.height / 110);
  map.replaceChildren(...boxes.map((box) => {
    const spot = make('rect', {
      class: `spot ${box.isBad ? 'bad' : ''}`, x: box.x, y: box.y - box.height / 2,
      width: Math.max(box.width, 2 * least), height: Math.max(box.height, least),
    });
    spot.style.setProperty('--hue', box.element.style.getPropertyValue('--hue'));
    return spot;
  }), view);
}

/** Moves the frame; the map is left out where the picture shows everything. */
function moveMap() {
  const [width, height] = [svg.clientWidth / camera.scale, svg.clientHeight / camera.scale];
  const [x, y] = [camera.x - width / 2, camera.y - height / 2];
  const isAll = x <= bounds.x && y <= bounds.y && x + width >= bounds.x + bounds.width
    && y + height >= bounds.y + bounds.height;
  map.toggleAttribute('hidden', isAll);
  for (const [name, value] of Object.entries({ x, y, width, height })) view.setAttribute(name, value);
}

/** Moves the picture to the point of the map that is pressed. */
function followMap() {
  const go = (event) => {
    if (!event.buttons) return;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM().inverse());
    cancelAnimationFrame(flight);
    setCamera({ ...camera, x: point.x, y: point.y });
  };
  map.addEventListener('pointerdown', (event) => {
    map.setPointerCapture(event.pointerId);
    go(event);
  });
  map.addEventListener('pointermove', go);
}
