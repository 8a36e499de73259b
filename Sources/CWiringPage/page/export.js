/** Copies a text. Returns whether the browser allowed it. */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Some browsers have no clipboard for a page from a file.
    const field = make('textarea', { class: 'unseen', readonly: '' }, text);
    document.body.append(field);
    field.select();
    const isCopied = document.execCommand('copy');
    field.remove();
    return isCopied;
  }
}

const STYLES = [
  'fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'opacity', 'font-family', 'font-size', 'font-weight',
  'text-anchor',
];

/** Returns a function that converts a colour of any space to red, green and blue, which all programs can read. */
function colourConverter() {
  const context = make('canvas', { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true });
  const known = new Map([['none', 'none']]);
  return (colour) => {
    if (!known.has(colour)) {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
      known.set(colour, `rgb(${[...context.getImageData(0, 0, 1, 1).data].slice(0, 3).join(', ')})`);
    }
    return known.get(colour);
  };
}

/** Returns the whole picture as a file: with the current highlights, in light colours, without a style sheet. */
function exported() {
  const root = document.documentElement;
  const isFar = svg.classList.contains('far');
  root.classList.add('light');
  const isFarther = svg.classList.contains('farther');
  svg.classList.remove('far', 'farther');
  const toRGB = colourConverter();
  const file = svg.cloneNode(false);
  const copyOf = (element) => {
    const style = getComputedStyle(element);
    if (style.display === 'none' || element.matches('.hit, .names')) return null;
    const clone = document.createElementNS(svg.namespaceURI, element.localName);
    for (const name of ['d', 'x', 'y', 'dy', 'width', 'height', 'rx', 'transform']) {
      if (element.hasAttribute(name)) clone.setAttribute(name, element.getAttribute(name));
    }
    for (const name of element.localName === 'g' || element.localName === 'tspan' ? ['opacity'] : STYLES) {
      const value = style.getPropertyValue(name);
      if (name === 'fill' || name === 'stroke') clone.setAttribute(name, toRGB(value));
      else if (value && value !== 'none' && !(name === 'opacity' && value === '1')) clone.setAttribute(name, value);
    }
    for (const child of element.childNodes) {
      const part = child.nodeType === Node.TEXT_NODE ? child.cloneNode() : copyOf(child);
      if (part) clone.append(part);
    }
    return clone;
  };
  const [x, y, width, height] = [bounds.x - 16, bounds.y - 16, bounds.width + 32, bounds.height + 32];
  for (const name of file.getAttributeNames()) file.removeAttribute(name);
  for (const [name, value] of Object.entries({ viewBox: `${x} ${y} ${width} ${height}`, width, height })) {
    file.setAttribute(name, value);
  }
  const ground = toRGB(getComputedStyle(root).backgroundColor);
  file.append(
    make('title', {}, document.title), make('rect', { x, y, width, height, fill: ground }),
    ...[...svg.children].map(copyOf));
  root.classList.remove('light');
  svg.classList.toggle('far', isFar);
  svg.classList.toggle('farther', isFarther);
  return new XMLSerializer().serializeToString(file);
}

/** Offers a text as a file to save. */
function save(text, name, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  make('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
