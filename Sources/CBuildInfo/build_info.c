#include "build_info.h"

#define TEXT_OF(tokens) #tokens
#define TEXT(macro) TEXT_OF(macro)

const char *notesctl_commit(void) { return TEXT(COMMIT); }
