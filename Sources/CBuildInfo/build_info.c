#include "build_info.h"

const char *notesctl_commit(void) { return NOTESCTL_COMMIT; }
