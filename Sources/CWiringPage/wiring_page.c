#include "wiring_page.h"

// Embedded by the C compiler, which costs no time: as a Swift literal or a resource of SwiftPM, the same text takes seconds
// to compile in every program that uses Wiring.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char style[] = {
// The page around the picture; colours, narrow screens and printing.
#embed "page/page.css" suffix(, )
// The nodes and links.
#embed "page/picture.css" suffix(, 0)
};

static const char picture[] = {
#embed "page/picture.html" suffix(, 0)
};

// The files share one scope; later ones use names of earlier ones.
static const char script[] = {
// Algorithms on graphs: paths, dominators, the longest chain.
#embed "page/analysis.js" suffix(, )
// The positions of nodes and links: a layered drawing after Sugiyama, from left to right. All links to one target join one
// lane, so that a logger that a hundred objects need costs one line through the picture rather than a hundred.
#embed "page/layout.js" suffix(, )
// The graph as nodes and links, with its problems.
#embed "page/graph.js" suffix(, )
// Modules as boxes, which open.
#embed "page/boxes.js" suffix(, )
// The drawing of nodes and links.
#embed "page/picture.js" suffix(, )
// Names that keep their size, in a picture that is too small for those on the cards.
#embed "page/names.js" suffix(, )
// The small map.
#embed "page/map.js" suffix(, )
// The visible part of the picture: moving, zooming, printing.
#embed "page/camera.js" suffix(, )
// The legend, whose entries filter the picture and the table.
#embed "page/filter.js" suffix(, )
// The search field.
#embed "page/search.js" suffix(, )
// Selection, and what is highlighted with it.
#embed "page/selection.js" suffix(, )
// The side panel: the selected binding, or an overview.
#embed "page/details.js" suffix(, )
// The difference from an older graph.
#embed "page/compare.js" suffix(, )
// Copying a location, and saving the picture.
#embed "page/export.js" suffix(, )
// Pointer and keys.
#embed "page/interaction.js" suffix(, )
// What happens when the page opens.
#embed "page/start.js" suffix(, 0)
};

const char *wiring_page_style(void) { return style; }
const char *wiring_page_picture(void) { return picture; }
const char *wiring_page_script(void) { return script; }
