/** Draws the graph, again after nodes or links came or went, or modules were opened, which keeps what is selected. */
function redraw(nextCamera = () => camera, { isKept = false } = {}) {
  cancelAnimationFrame(flight);
  bounds = drawPicture();
  markTable();
  showLegend();
  if (isKept) highlightAgain();
  else select(null);
  applyFilter();
  labelModules();
  namedAt = 0;
  setCamera(nextCamera());
  (starts[0] ?? boxes[0])?.element.setAttribute('tabindex', 0);
}

for (const id of ['stage', 'side', 'tools']) byId(id).hidden = false;
document.body.classList.add('drawn');
// Links such as `#b3` now lead to the picture instead of the table.
for (const row of document.querySelectorAll('#table tr')) row.removeAttribute('id');
const linked = nodes[location.hash.match(/^#b(\d+)$/)?.[1]];
redraw(firstCamera);
followPointers();
followMap();
followPointerOnLinks();
followProblems();
followSearch();
followComparison();
followKeys();
followClicks();
if (linked) {
  scrollTo(0, 0);
  showStage();
  select(linked);
}
