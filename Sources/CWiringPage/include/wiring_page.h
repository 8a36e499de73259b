#ifndef WIRING_PAGE_H
#define WIRING_PAGE_H

// The fixed parts of the page of a graph: static text in UTF-8 that ends with a newline and a zero byte.

/// The style sheet of the page.
const char *_Nonnull wiring_page_style(void);

/// The elements around the picture: its frame, the zoom buttons, and the side panel.
const char *_Nonnull wiring_page_picture(void);

/// The scripts of the page, as one module.
const char *_Nonnull wiring_page_script(void);

#endif
