#include "wiring_records.h"

#if defined(__APPLE__)

#include <dlfcn.h>
#include <mach-o/getsect.h>
#include <mach-o/ldsyms.h>

wiring_component_record_list wiring_component_records(void) {
  unsigned long size = 0;
  Dl_info image;
  const void *first = NULL;
  if (dladdr((const void *)&wiring_component_records, &image)) {
    first = getsectiondata(image.dli_fbase, "__DATA_CONST", "__wiring", &size);
  }
  return (wiring_component_record_list){first, (ptrdiff_t)(size / sizeof(wiring_component_record))};
}

#else

// The linker defines both for a section whose name is an identifier. Weak, so that a program without records links.
extern const wiring_component_record __start_wiring_components[] __attribute__((weak, visibility("hidden")));
extern const wiring_component_record __stop_wiring_components[] __attribute__((weak, visibility("hidden")));

wiring_component_record_list wiring_component_records(void) {
  ptrdiff_t count = __start_wiring_components ? __stop_wiring_components - __start_wiring_components : 0;
  return (wiring_component_record_list){__start_wiring_components, count};
}

#endif
