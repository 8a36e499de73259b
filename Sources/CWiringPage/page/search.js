/** Handles search, in which every word must occur in the key, the module or the file. */
function followSearch() {
  const [input, list] = [byId('query'), byId('matches')];
  let found = [];
  let current = -1;
  const open = (isOpen) => {
    list.hidden = !isOpen;
    input.setAttribute('aria-expanded', isOpen);
    if (!isOpen) setCurrent(-1);
  };
  const setCurrent = (index) => {
    current = index;
    [...list.children].forEach((item, at) => item.setAttribute('aria-selected', at === index));
    list.children[index]?.scrollIntoView({ block: 'nearest' });
    if (index < 0) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', `match${index}`);
  };
  const choose = (node) => {
    open(false);
    select(node, { isFocused: true });
  };
  const search = () => {
    const { words } = Object.assign(filter, { words: input.value.toLowerCase().split(/\s+/).filter(Boolean) });
    found = words.length ? nodes.filter(matches) : [];
    const names = (node) => `${node.key}\u0000${node.module}`;
    found.sort((a, b) => !a.key.toLowerCase().includes(words[0]) - !b.key.toLowerCase().includes(words[0])
      || a.key.length - b.key.length || (names(a) < names(b) ? -1 : 1));
    const items = found.slice(0, 60).map((node, index) => make(
      'li', { id: `match${index}`, role: 'option', 'aria-selected': false },
      make('span', { class: 'key' }, node.key), make('small', {}, summaryOf(node))));
    if (words.length && !found.length) items.push(make('li', { class: 'hint' }, 'Nothing found'));
    list.replaceChildren(...items);
    open(words.length > 0);
    if (selected) select(null);
    applyFilter();
  };
  input.addEventListener('input', search);
  input.addEventListener('focus', () => { if (input.value) search(); });
  input.addEventListener('blur', () => open(false));
  input.addEventListener('keydown', (event) => {
    const count = Math.min(found.length, 60);
    if (event.key === 'ArrowDown' && count) setCurrent((current + 1) % count);
    else if (event.key === 'ArrowUp' && count) setCurrent((current + count - (current < 0 ? 0 : 1)) % count);
    else if (event.key === 'Enter' && count) choose(found[Math.max(0, current)]);
    else if (event.key === 'Escape') {
      input.value = '';
      search();
      input.blur();
    } else return;
    event.preventDefault();
  });
  // Before the field loses focus, which hides the list.
  list.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    const item = event.target.closest('[role=option]');
    if (item) choose(found[Number(item.id.slice(5))]);
  });
  byId('tools').addEventListener('submit', (event) => event.preventDefault());
}
